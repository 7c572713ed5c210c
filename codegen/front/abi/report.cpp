#include "front/report.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>
#include <utility>

#include "front/abi_rules.h"
#include "front/kind.h"
#include "front/kinds/formerly.h"

namespace npuspec {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Texts by their bytes, but runs of digits by their value: x2 before x10.
bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i, ++j;
      continue;
    }
    std::size_t i_end = i;
    std::size_t j_end = j;
    while (i_end < a.size() && is_digit(a[i_end])) ++i_end;
    while (j_end < b.size() && is_digit(b[j_end])) ++j_end;
    std::string_view left = a.substr(i, i_end - i);
    std::string_view right = b.substr(j, j_end - j);
    left.remove_prefix(std::min(left.find_first_not_of('0'), left.size()));
    right.remove_prefix(std::min(right.find_first_not_of('0'), right.size()));
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
    i = i_end, j = j_end;
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;
}

// Where a fact stands among its like: by its bytes, its slot, its number; whichever it has.
double position(const Fact& fact) {
  for (const char* key : {"at", "id", "value", "order", "nr", "lo"}) {
    auto found = fact.attributes.find(key);
    if (found != fact.attributes.end() && found->is_number()) return found->get<double>();
  }
  return 0;
}

std::string_view owner(std::string_view id) {
  std::size_t dot = id.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : id.substr(0, dot);
}

// The ranks of one spec's facts and attributes: a policy has thousands of cells, all alike.
class Ranks {
 public:
  explicit Ranks(const std::string& kind) : kind_(kind) {}

  std::size_t of(const std::string& what) {
    auto [found, is_new] = facts_.try_emplace(what);
    if (is_new) found->second = rank_of(kind_, what);
    return found->second;
  }

  std::size_t of(const std::string& what, const std::string& attribute) {
    auto [found, is_new] = attributes_.try_emplace({what, attribute});
    if (is_new) found->second = rank_of(kind_, what, attribute);
    return found->second;
  }

 private:
  const std::string& kind_;
  std::map<std::string, std::size_t> facts_;
  std::map<std::pair<std::string, std::string>, std::size_t> attributes_;
};

void sort_facts(SpecReport& spec, Ranks& ranks) {
  struct Sorted {
    std::size_t rank;
    double position;
    const Fact* fact;
  };
  std::vector<Sorted> places;
  for (const Fact& fact : spec.facts) places.push_back({ranks.of(fact.what), position(fact), &fact});
  std::stable_sort(places.begin(), places.end(), [](const Sorted& a, const Sorted& b) {
    if (a.rank != b.rank) return a.rank < b.rank;
    if (a.fact->what != b.fact->what) return a.fact->what < b.fact->what;
    std::string_view a_owner = owner(a.fact->id);
    std::string_view b_owner = owner(b.fact->id);
    if (a_owner != b_owner) return a_owner < b_owner;
    if (a.position != b.position) return a.position < b.position;
    return natural_less(a.fact->id, b.fact->id);
  });
  std::vector<Fact> sorted;
  for (const Sorted& place : places) sorted.push_back(*place.fact);
  spec.facts = std::move(sorted);
}

// Maps by key, and lists too unless their order means something.
void sort_value(Json& value, bool ordered_list) {
  if (value.is_object()) {
    std::vector<std::pair<std::string, Json>> entries;
    for (auto& [key, part] : value.items()) entries.emplace_back(key, std::move(part));
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    value = Json::object();
    for (auto& [key, part] : entries) {
      sort_value(part, ordered_list);
      value[key] = std::move(part);
    }
  } else if (value.is_array() && !ordered_list) {
    std::sort(value.begin(), value.end());
  }
}

void sort_attributes(Fact& fact, Ranks& ranks) {
  std::vector<std::tuple<std::size_t, std::string, Json>> all;
  for (auto& [key, value] : fact.attributes.items()) {
    sort_value(value, is_ordered(fact.what, key));
    all.emplace_back(ranks.of(fact.what, key), key, std::move(value));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
  });
  fact.attributes = Json::object();
  for (auto& [rank, key, value] : all) fact.attributes[key] = std::move(value);
}

Json head_of(const Spec& spec) {
  Json head = Json::object();
  if (!spec.doc.empty()) head["doc"] = spec.doc;
  if (!spec.source.empty()) head["source"] = spec.source;
  for (const Spec* used : spec.uses) head["uses"].push_back(used->name);
  return head;
}

// One line, with a blank after ':' and ',' for the eye; sets nothing else apart from dump().
std::string line_of(const Json& value) {
  if (value.is_array() || value.is_object()) {
    bool is_map = value.is_object();
    std::string text = is_map ? "{" : "[";
    bool first = true;
    for (const auto& [key, part] : value.items()) {
      if (!std::exchange(first, false)) text += ", ";
      if (is_map) text += Json(key).dump() + ": ";
      text += line_of(part);
    }
    return text + (is_map ? "}" : "]");
  }
  return value.dump();
}

}  // namespace

void Facts::add(std::string what, std::string id, Json attributes, Place at) {
  list_.push_back({std::move(what), std::move(id), std::move(attributes), at});
}

const Fact* SpecReport::find(std::string_view what, std::string_view id) const {
  auto found =
      std::find_if(facts.begin(), facts.end(), [&](const Fact& fact) { return fact.what == what && fact.id == id; });
  return found == facts.end() ? nullptr : &*found;
}

const SpecReport* Report::find(std::string_view name) const {
  auto found = std::find_if(specs.begin(), specs.end(), [&](const SpecReport& spec) { return spec.name == name; });
  return found == specs.end() ? nullptr : &*found;
}

void sort_report(Report& report) {
  std::sort(report.specs.begin(), report.specs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  for (SpecReport& spec : report.specs) {
    Ranks ranks(spec.kind);
    for (Fact& fact : spec.facts) sort_attributes(fact, ranks);
    sort_facts(spec, ranks);
  }
}

Report report(const SpecSet& set) {
  Report all;
  for (const auto& spec : set.specs) {
    Facts facts;
    facts.add("spec", std::string(spec->name), head_of(*spec), spec->name_at);
    spec->kind->facts(*spec, facts);
    std::vector<Fact> list = facts.list();
    tell_former_names(*spec, list);
    all.specs.push_back({std::string(spec->kind->name),
                         std::string(spec->name),
                         spec->abi,
                         spec->path,
                         spec->name_at,
                         std::move(list),
                         {}});
  }
  sort_report(all);
  return all;
}

std::string report_json(const Report& report) {
  std::string text = "{\"format\": 1, \"specs\": [\n";
  for (std::size_t i = 0; i < report.specs.size(); ++i) {
    const SpecReport& spec = report.specs[i];
    Json abi = {{"major", spec.abi.major}, {"minor", spec.abi.minor}};
    text += "{\"kind\": " + Json(spec.kind).dump() + ", \"name\": " + Json(spec.name).dump() +
            ", \"abi\": " + line_of(abi) + ", \"facts\": [\n";
    for (std::size_t j = 0; j < spec.facts.size(); ++j) {
      const Fact& fact = spec.facts[j];
      text += line_of({{"what", fact.what}, {"id", fact.id}, {"is", fact.attributes}});
      text += j + 1 < spec.facts.size() ? ",\n" : "\n";
    }
    text += i + 1 < report.specs.size() ? "]},\n" : "]}\n";
  }
  return text + "]}\n";
}

}  // namespace npuspec
