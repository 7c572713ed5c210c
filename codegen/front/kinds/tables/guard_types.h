// The enums and tables of a `tables` spec as guards see them.
//
// A table is a record that is reached through Objects: scalars and enums by value, strings, vectors, tables and Opaques
// nullable. A flatbuffer holds whatever number was written, so an enum's value may be no symbol, and `in` binds nobody.
// Floats are opaque: same() compares them, nothing else does. Lets may be added to a record before it is used.
#pragma once

#include <deque>

#include "front/arena.h"
#include "front/guard/scope.h"
#include "front/kinds/tables/model.h"

namespace npuspec::tables {

guard::Int to_int(const Number& number);

class GuardTypes {
 public:
  // The model must outlive it. `parent` holds what lets on tables may name besides fields.
  GuardTypes(const TablesModel& model, Arena& arena, const guard::Scope* parent);
  GuardTypes(const GuardTypes&) = delete;
  GuardTypes& operator=(const GuardTypes&) = delete;

  const guard::Enum& enum_at(int index) const { return enums_[static_cast<std::size_t>(index)]; }
  guard::Record& record_at(int table) { return records_[static_cast<std::size_t>(table)]; }
  const guard::Record& record_at(int table) const { return records_[static_cast<std::size_t>(table)]; }

  // The field that a member of a record stands for: Symbol::user of a member is its Field.
  static const Field& field_of(const guard::Symbol& member) { return *static_cast<const Field*>(member.user); }

 private:
  void add_field(const Field& field, guard::Record& record);

  std::deque<guard::Enum> enums_;
  std::deque<guard::Record> records_;
};

}  // namespace npuspec::tables
