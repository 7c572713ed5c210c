#include "front/kinds/wire/values.h"

#include "front/kinds/tables/guard_types.h"

namespace npuspec::wire {

using guard::Base;
using guard::Int;

Values::Handle Values::make(const guard::Record* type) {
  objects_.push_back({.type = type, .place = ++places_, .cells = {}});
  return objects_.size();
}

Values::Cell& Values::set(Handle object, const guard::Symbol& member) {
  Cell& cell = objects_[object - 1].cells[&member];
  cell.present = true;
  cell.place = ++places_;
  return cell;
}

void Values::alias(Handle object, const guard::Symbol& member, const Cell& same_as) {
  Cell copy = same_as;
  objects_[object - 1].cells[&member] = std::move(copy);
}

const Values::Cell* Values::find(Handle object, const guard::Symbol& member) const {
  if (object == kRoot) return nullptr;  // a member of what is absent
  const auto& cells = at(object).cells;
  auto found = cells.find(&member);
  return found == cells.end() || !found->second.present ? nullptr : &found->second;
}

Int Values::number(Handle owner, const guard::Symbol& field) const {
  if (const Cell* cell = find(owner, field)) return cell->number;
  return field.user ? tables::to_int(tables::GuardTypes::field_of(field).default_value) : Int{0};
}

Values::Handle Values::record(Handle owner, const guard::Symbol& field) const {
  if (owner == kRoot) return roots_.at(&field);
  const Cell* cell = find(owner, field);
  return cell && !cell->objects.empty() ? cell->objects.front() : kRoot;
}

bool Values::present(Handle owner, const guard::Symbol& field) const {
  return owner == kRoot ? roots_.count(&field) != 0 : find(owner, field) != nullptr;
}

std::string_view Values::text(Handle owner, const guard::Symbol& field) const {
  const Cell* cell = find(owner, field);
  return cell ? std::string_view(cell->text) : std::string_view();
}

std::size_t Values::length(Handle owner, const guard::Symbol& field) const {
  const Cell* cell = find(owner, field);
  if (!cell) return 0;
  return field.type.base == Base::kRecord || field.type.base == Base::kOpaque
             ? std::max(cell->objects.size(), cell->numbers.size())
             : cell->numbers.size();
}

Int Values::element(Handle owner, const guard::Symbol& field, std::size_t index) const {
  return find(owner, field)->numbers[index];
}

Values::Handle Values::element_record(Handle owner, const guard::Symbol& field, std::size_t index) const {
  return find(owner, field)->objects[index];
}

bool Values::same(Handle owner, const guard::Symbol& field, Handle owner2, const guard::Symbol& field2) const {
  if (owner == kRoot || owner2 == kRoot) return same_objects(record(owner, field), record(owner2, field2));
  return same_cells(owner, field, owner2, field2);
}

Int Values::place(Handle owner, const guard::Symbol& field) const {
  if (owner == kRoot) return at(roots_.at(&field)).place;
  const Cell* cell = find(owner, field);
  if (!cell) return 0;
  // A table is where it is, whoever points at it.
  return cell->objects.empty() || field.shape.vector ? cell->place : at(cell->objects.front()).place;
}

bool Values::same_objects(Handle a, Handle b) const {
  if (a == b) return true;
  const Object& left = at(a);
  const Object& right = at(b);
  if (!left.type || left.type != right.type) return false;
  for (const auto& [member, cell] : left.cells) {
    if (!same_cells(a, *member, b, *member)) return false;
  }
  for (const auto& [member, cell] : right.cells) {
    if (!same_cells(a, *member, b, *member)) return false;
  }
  return true;
}

bool Values::same_cells(Handle a, const guard::Symbol& field, Handle b, const guard::Symbol& field2) const {
  if (!field.nullable && !field.shape.vector && field.type.base != Base::kRecord) {
    return number(a, field) == number(b, field2);
  }
  const Cell* left = find(a, field);
  const Cell* right = find(b, field2);
  if (!left || !right) return left == right;
  if (left->text != right->text || left->numbers != right->numbers) return false;
  if (left->objects.size() != right->objects.size()) return false;
  for (std::size_t i = 0; i < left->objects.size(); ++i) {
    if (!same_objects(left->objects[i], right->objects[i])) return false;
  }
  return true;
}

}  // namespace npuspec::wire
