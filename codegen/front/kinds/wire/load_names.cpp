#include <algorithm>

#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

// 'text {hole} text' in pieces. Holes that nothing fills and lone braces are reported.
Pattern load_pattern(const Node& node, const std::vector<std::string_view>& holes, const Loading& to) {
  Pattern pattern = {.text = node.text, .pieces = {}, .at = node.at};
  std::string_view rest = node.text;
  while (!rest.empty()) {
    std::size_t brace = std::min(rest.find_first_of("{}"), rest.size());
    if (brace != 0) pattern.pieces.push_back({.is_hole = false, .text = rest.substr(0, brace)});
    rest.remove_prefix(brace);
    if (rest.empty()) break;
    std::size_t end = rest.find('}');
    if (rest.front() == '}' || end == rest.npos) {
      to.error(Code::W016, node, std::string("this brace has no other half: ") + rest.front())
          .hint("a hole is a name in braces: {" + std::string(holes.front()) + "}");
      return pattern;
    }
    std::string_view hole = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    pattern.pieces.push_back({.is_hole = true, .text = hole});
    if (std::find(holes.begin(), holes.end(), hole) != holes.end()) continue;
    std::string all;
    for (std::string_view each : holes) all += (all.empty() ? "{" : ", {") + std::string(each) + "}";
    to.error(Code::W016, node, "nothing fills the hole " + in_quotes(hole))
        .hint(near_or(hole, holes, "the holes here are " + all));
  }
  return pattern;
}

bool has_hole(const Pattern& pattern, std::string_view hole) {
  return std::any_of(pattern.pieces.begin(), pattern.pieces.end(),
                     [&](const Piece& piece) { return piece.is_hole && piece.text == hole; });
}

void need_hole(const Node& node, const Pattern& pattern, std::string_view hole, std::string_view why,
               const Loading& to) {
  if (has_hole(pattern, hole)) return;
  to.error(Code::W017, node, in_quotes(node.text) + " has no hole {" + std::string(hole) + "}").hint(std::string(why));
}

SidecarField::Type sidecar_type(const Node& node) {
  std::string_view text = node.text_at("type");
  if (node.find("fields")) return SidecarField::Type::kObject;
  if (text == "sha256") return SidecarField::Type::kSha256;
  if (text == "bool") return SidecarField::Type::kBool;
  if (text == "u32") return SidecarField::Type::kU32;
  return text == "u64" ? SidecarField::Type::kU64 : SidecarField::Type::kString;
}

void load_sidecar_fields(const Node& list, std::vector<SidecarField>& out, const Loading& to);

SidecarField load_sidecar_field(const Node& node, const Loading& to) {
  SidecarField field;
  field.name = node.text_at("name");
  field.at = node.at;
  field.type = sidecar_type(node);
  field.many = node.text_at("many") == "true";
  field.optional = node.text_at("optional") == "true";
  field.ascending = node.find("order") != nullptr;
  field.doc = node.text_at("doc");
  field.source = node.text_at("source");
  bool is_number = field.type == SidecarField::Type::kU32 || field.type == SidecarField::Type::kU64;
  if (const Node* order = node.find("order"); order && !(field.many && is_number)) {
    to.error(Code::W018, *order, "an order is said of a list of numbers").hint("`many: true` and a type u32 or u64");
  }
  if (const Node* range = node.find("in")) {
    field.in = parse_range(range->text);
    Range most = {{}, {.magnitude = field.type == SidecarField::Type::kU32 ? UINT32_MAX : UINT64_MAX}};
    if (!is_number) {
      to.error(Code::W018, *range, "`in` is said of a number").hint("its type is u32 or u64");
    } else if (field.in && (field.in->lo < most.lo || most.hi < field.in->hi)) {
      to.error(Code::W018, *range, in_quotes(range->text) + " reaches beyond its type")
          .hint("it holds 0.." + tables::text_of(most.hi));
    }
  }
  if (const Node* optional = node.find("optional"); optional && field.optional) {
    if (field.many) {
      to.error(Code::W018, *optional, "a list that is not there is an empty one").hint("leave `optional` out");
    } else if (field.type != SidecarField::Type::kString) {
      to.error(Code::W018, *optional, "only a string may be null").hint("leave `optional` out");
    }
  }
  if (const Node* fields = node.find("fields"); fields && fields->is_list())
    load_sidecar_fields(*fields, field.fields, to);
  return field;
}

void load_sidecar_fields(const Node& list, std::vector<SidecarField>& out, const Loading& to) {
  for (const Node* item : list.items) {
    if (item->is_map() && !item->broken && item->find("name")) out.push_back(load_sidecar_field(*item, to));
  }
}

}  // namespace

void load_names(const Node& node, const Loading& to) {
  Names& names = to.model.names;
  const Node* first = node.find("first");
  const Node* others = node.find("others");
  const Node* clash = node.find("clash");
  if (!first || !others || !clash) return;
  names.unique = node.text_at("unique");
  names.source = node.text_at("source");
  names.first = load_pattern(*first, {"tensor"}, to);
  names.others = load_pattern(*others, {"tensor", "after_op"}, to);
  names.clash = load_pattern(*clash, {"tensor", "after_op", "tensor_index"}, to);
  need_hole(*first, names.first, "tensor", "write it in: or all first tensors would have one name", to);
  need_hole(*others, names.others, "tensor", "write it in: or all tensors of a cut would have one name", to);
  need_hole(*others, names.others, "after_op", "write it in: or one tensor would have one name at every cut", to);
  need_hole(*clash, names.clash, "tensor_index", "write it in: only the index is one that no other tensor has", to);
}

void load_sidecar(const Node& node, const Loading& to) {
  const Node* file = node.find("file");
  const Node* fields = node.find("fields");
  if (!file || !fields || !fields->is_list()) return;
  Sidecar& sidecar = to.model.sidecar.emplace();
  sidecar.at = node.at;
  sidecar.doc = node.text_at("doc");
  sidecar.source = node.text_at("source");
  sidecar.file = load_pattern(*file, {"stem"}, to);
  need_hole(*file, sidecar.file, "stem", "write it in: or the sidecars of two models in one folder would be one file",
            to);
  load_sidecar_fields(*fields, sidecar.fields, to);
}

}  // namespace npuspec::wire
