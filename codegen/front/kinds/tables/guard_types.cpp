#include "front/kinds/tables/guard_types.h"

namespace npuspec::tables {
namespace {

guard::Storage storage_of(Base base) {
  // Bases of integers have the names of the guards' own.
  return guard::storage_named(name(base)).value_or(guard::Storage::kU8);
}

guard::Int cell(const Column& column, const ColumnValue& value) {
  return column.type == ColumnType::kBool ? guard::Int{value.flag} : to_int(value.number);
}

guard::Enum guard_enum(const Enum& from) {
  guard::Enum to;
  to.name = from.name;
  to.storage = storage_of(from.base);
  to.open = from.open;
  for (const Symbol& symbol : from.symbols) to.rows.push_back({symbol.name, to_int(symbol.value)});
  for (std::size_t i = 0; i < from.columns.size(); ++i) {
    const Column& column = from.columns[i];
    if (column.type == ColumnType::kText) continue;
    guard::Enum::Column& out = to.columns.emplace_back();
    out.name = column.name;
    out.type = column.type == ColumnType::kBool ? guard::Type::boolean() : guard::Type::integer(guard::Storage::kI64);
    for (const Symbol& symbol : from.symbols) out.values.push_back(cell(column, symbol.columns[i]));
    if (from.open) out.fallback = cell(column, column.missing);
  }
  return to;
}

}  // namespace

guard::Int to_int(const Number& number) {
  guard::Int value = static_cast<guard::Int>(number.magnitude);
  return number.negative ? -value : value;
}

GuardTypes::GuardTypes(const TablesModel& model, Arena& arena, const guard::Scope* parent) {
  for (const Enum& each : model.enums) enums_.push_back(guard_enum(each));
  for (const Table& table : model.tables) records_.emplace_back(arena, table.name, false, parent);
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    for (const Field& field : model.tables[i].fields) add_field(field, records_[i]);
  }
}

void GuardTypes::add_field(const Field& field, guard::Record& record) {
  guard::Type type = guard::Type::opaque();
  if (field.type.enum_index >= 0) {
    type = guard::Type::row_of(enum_at(field.type.enum_index));
  } else if (field.type.table_index >= 0) {
    type = guard::Type::record_of(record_at(field.type.table_index));
  } else if (field.type.base == Base::kBool) {
    type = guard::Type::boolean();
  } else if (field.type.base == Base::kString) {
    type = guard::Type::string();
  } else if (is_integer(field.type.base)) {
    type = guard::Type::integer(storage_of(field.type.base));
  }
  guard::Symbol* symbol = record.members.add_value(field.name, type, {.vector = field.type.vector});
  if (!symbol) return;  // a name that is there twice has been reported
  symbol->user = &field;
  symbol->nullable = field.type.is_offset();
  symbol->unknown = type.base == guard::Base::kEnum;
}

}  // namespace npuspec::tables
