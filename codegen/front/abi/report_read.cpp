// Reads a report back. The reader gives texts; what a JSON writer quoted was a text, anything else was a number or a
// truth value.
#include <charconv>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "front/abi/report_shape.h"
#include "front/kind.h"
#include "front/number.h"
#include "front/report.h"

namespace npuspec {
namespace {

constexpr const char* kRemake = "write it with `npuspec report DIR -o FILE`";

class ReportReader {
 public:
  explicit ReportReader(Diags& diags) : diags_(diags) {}

  Report read(const Node& root) {
    Report all;
    if (!is_report(root)) return all;
    const Node* specs = root.find("specs");
    if (!specs || !specs->is_list()) {
      malformed(specs ? specs->at : root.at, "a report has a list `specs`");
      return all;
    }
    std::set<std::string> names;
    for (const Node* spec : specs->items) {
      SpecReport read = read_spec(*spec);
      if (!names.insert(read.name).second && !read.name.empty())
        malformed(spec->at, "spec '" + read.name + "' stands here twice");
      all.specs.push_back(std::move(read));
    }
    sort_report(all);
    return all;
  }

 private:
  bool is_report(const Node& root) {
    const Node* format = root.is_map() ? root.find("format") : nullptr;
    if (!format) {
      diags_.error(Code::A001, root.at, "this is no ABI report: it does not start with `\"format\": 1`").hint(kRemake);
      return false;
    }
    if (format->text == "1" && !format->quoted) return true;
    std::string is = !format->is_scalar() ? "no number"
                     : format->quoted     ? "the text \"" + std::string(format->text) + "\", no number"
                                          : std::string(format->text);
    diags_.error(Code::A002, format->at, "the format of this report is " + is + ", and this npuspec reads format 1")
        .hint(kRemake);
    return false;
  }

  void malformed(Place at, std::string message) {
    if (++malformed_ <= 20) diags_.error(Code::A003, at, std::move(message)).hint(kRemake);
  }

  std::string text_of(const Node& map, std::string_view key) {
    const Node* found = map.find(key);
    if (found && found->is_scalar() && found->quoted && !found->text.empty()) return std::string(found->text);
    malformed(found ? found->at : map.at, "a text `" + std::string(key) + "` is missing here");
    return {};
  }

  std::string kind_of(const Node& spec) {
    std::string kind = text_of(spec, "kind");
    if (kind.empty() || find_kind(kind)) return kind;
    std::vector<std::string_view> known;
    for (const Kind& each : kinds()) known.push_back(each.name);
    std::string_view near = nearest(kind, known);
    malformed(spec.find("kind")->at, "'" + kind + "' is no kind of spec" +
                                         (near.empty() ? "" : ": did you mean '" + std::string(near) + "'?"));
    return kind;
  }

  AbiVersion version_of(const Node& spec) {
    const Node* abi = spec.find("abi");
    if (abi && abi->is_map()) return {version_part(*abi, "major"), version_part(*abi, "minor")};
    malformed(abi ? abi->at : spec.at, "a map `abi` is missing here");
    return {};
  }

  std::uint32_t version_part(const Node& abi, std::string_view key) {
    const Node* found = abi.find(key);
    std::uint32_t value = 0;
    std::string_view text = found && !found->quoted ? found->text : std::string_view();
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) {
      malformed(found ? found->at : abi.at, "a number `abi." + std::string(key) + "` is missing here");
    }
    return value;
  }

  SpecReport read_spec(const Node& node) {
    SpecReport spec;
    if (!node.is_map()) {
      malformed(node.at, "a spec of a report is a map");
      return spec;
    }
    spec.kind = kind_of(node);
    spec.name = text_of(node, "name");
    spec.abi = version_of(node);
    spec.at = node.at;
    const Node* facts = node.find("facts");
    if (!facts || !facts->is_list()) {
      malformed(node.at, "a spec of a report has a list `facts`");
      return spec;
    }
    std::set<std::pair<std::string, std::string>> seen;
    for (const Node* item : facts->items) {
      Fact fact = read_fact(spec.kind, *item);
      if (!seen.emplace(fact.what, fact.id).second && !fact.id.empty())
        malformed(item->at, fact.what + " '" + fact.id + "' stands here twice");
      spec.facts.push_back(std::move(fact));
    }
    return spec;
  }

  Fact read_fact(const std::string& kind, const Node& node) {
    if (!node.is_map()) {
      malformed(node.at, "a fact of a report is a map");
      return {};
    }
    std::size_t malformed_before = malformed_;
    Fact fact{text_of(node, "what"), text_of(node, "id"), Json::object(), node.at};
    const Node* is = node.find("is");
    if (!is || !is->is_map()) {
      malformed(node.at, "a fact has a map `is`");
      return fact;
    }
    fact.attributes = value_of(*is);
    if (malformed_ != malformed_before) return fact;
    for (const ShapeFault& fault : shape_faults(kind, fact)) {
      const Node* attribute = is->find(fault.attribute);
      malformed(attribute ? attribute->at : node.at, fault.message);
    }
    return fact;
  }

  Json value_of(const Node& node) {
    if (node.is_map()) {
      Json map = Json::object();
      for (const Entry& entry : node.entries) map[std::string(entry.key)] = value_of(*entry.value);
      return map;
    }
    if (node.is_list()) {
      Json list = Json::array();
      for (const Node* item : node.items) list.push_back(value_of(*item));
      return list;
    }
    if (node.quoted) return std::string(node.text);
    if (node.text == "true" || node.text == "false") return node.text == "true";
    std::optional<Number> number = parse_number(node.text);
    if (number && number->dimension == Dimension::kNone) {
      if (auto value = number->as_u64()) return *value;
      if (auto value = number->as_i64()) return *value;
    }
    malformed(node.at, "'" + std::string(node.text) + "' is neither a text in quotes, an integer, true nor false");
    return std::string(node.text);
  }

  Diags& diags_;
  std::size_t malformed_ = 0;
};

}  // namespace

Report read_report(const Node& root, Diags& diags) { return ReportReader(diags).read(root); }

}  // namespace npuspec
