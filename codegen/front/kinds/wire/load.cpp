#include "front/kinds/wire/load.h"

#include <algorithm>

#include "front/guard/parse.h"

namespace npuspec::wire {

Diag& Loading::error(Code code, const Node& at, std::string message) const {
  return diags.error(code, at.at, std::move(message)).span(std::max<std::size_t>(at.text.size(), 1));
}

const tables::Table& table_at(const WireModel& model, int table) {
  return model.over->tables[static_cast<std::size_t>(table)];
}

Guard parse_guard(const Node& node, const Loading& to) {
  if (!node.is_scalar() || node.broken) return {};
  const auto* at = to.model.arena.make<guard::InNode>(to.sources, node);
  return {guard::parse(node.text, to.model.arena, *at, to.diags), at};
}

std::string_view spelling(Written::How how) {
  switch (how) {
    case Written::How::kValue:
      return "value";
    case Written::How::kAbsent:
      return "absent";
    case Written::How::kEmpty:
      return "empty";
    case Written::How::kGiven:
      return "given";
    case Written::How::kSame:
      return "same";
    case Written::How::kDeep:
      return "deep";
  }
  return {};
}

std::string_view spelling(SidecarField::Type type) {
  switch (type) {
    case SidecarField::Type::kString:
      return "string";
    case SidecarField::Type::kSha256:
      return "sha256";
    case SidecarField::Type::kBool:
      return "bool";
    case SidecarField::Type::kU32:
      return "u32";
    case SidecarField::Type::kU64:
      return "u64";
    case SidecarField::Type::kObject:
      return "object";
  }
  return {};
}

bool RecordType::is_plain() const {
  return std::all_of(fields.begin(), fields.end(), [](const RecordField& field) {
    return field.record ? field.record->is_plain() : field.type.base != guard::Base::kString;
  });
}

bool Group::is_plain() const {
  return std::all_of(takes.begin(), takes.end(),
                     [](const Taken& taken) { return taken.record && taken.record->is_plain(); });
}

}  // namespace npuspec::wire
