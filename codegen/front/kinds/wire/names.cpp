#include "front/kinds/wire/names.h"

#include <cctype>

#include "front/kinds/tables/guard_types.h"

namespace npuspec::wire {
namespace {

using guard::Base;
using guard::Symbol;

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

std::string storage_name(const Symbol& symbol) {
  guard::Storage storage = symbol.type.of ? symbol.type.of->storage : symbol.type.storage;
  constexpr std::string_view kNames[] = {"u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"};
  return std::string(kNames[static_cast<std::size_t>(storage)]);
}

std::string cpp_storage(const guard::Enum& of) {
  constexpr std::string_view kNames[] = {"std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t",
                                         "std::int8_t",  "std::int16_t",  "std::int32_t",  "std::int64_t"};
  return std::string(kNames[static_cast<std::size_t>(of.storage)]);
}

// A member of a flatbuffer table, not of a view.
bool is_table_field(const Symbol& field) { return field.user != nullptr; }

// A name alone, not a path.
bool is_word(const std::string& text) {
  for (char c : text) {
    if (!is_upper(c) && !is_lower_or_digit(c) && c != '_') return false;
  }
  return true;
}

std::string call(const char* function, const std::string& a) { return std::string(function) + "(" + a + ")"; }
std::string call(const char* function, const std::string& a, const std::string& b) {
  return std::string(function) + "(" + a + ", " + b + ")";
}

}  // namespace

// C++

CppNames::CppNames(const WireModel& model) : model_(model), tables_(snake(model.over_spec->name) + "::") {}

std::string CppNames::value(const Symbol& name) const { return std::string(name.name); }

std::string CppNames::row(const guard::Enum&, const guard::Enum::Row& row) const { return guard::to_string(row.value); }

std::string CppNames::constant(const Symbol& name) const {
  if (name.name == "version") return "kVersion";
  return name.name == "builtin" ? "kBuiltin" : "";
}

std::string CppNames::member(const std::string& record, const Symbol& field) const {
  std::string name(field.name);
  std::string place = is_table_field(field) ? record + "->" + name + "()" : record + "." + name;
  if (field.type.base == Base::kEnum && !field.shape.vector) {
    place = "static_cast<" + cpp_storage(*field.type.of) + ">(" + place + ")";
  }
  places_[place] = &field;
  return place;
}

std::string CppNames::let(const Symbol& let) const {
  return snake(let.let->scope->record()->name) + "_" + std::string(let.name);
}

std::string CppNames::column(const guard::Enum& of, const guard::Enum::Column& column) const {
  return snake(of.name) + "_" + std::string(column.name);
}

std::string CppNames::self_parameter(const guard::Record& record) const {
  if (model_.over->find_table(record.name) >= 0) return "const auto* self";
  return "const " + camel(record.name) + "& self";
}

std::string CppNames::self(const guard::Record&) const { return "self"; }
std::string CppNames::self_argument(const std::string& record) const { return record; }

std::string CppNames::length(const std::string& place, const Symbol& field) const {
  return is_table_field(field) ? call("flat::length", place) : place + ".size()";
}

std::string CppNames::element(const std::string& place, const Symbol& field, const std::string& index) const {
  return is_table_field(field) ? call("flat::element", place, index) : place + "[" + index + "]";
}

std::string CppNames::present(const std::string& place, const Symbol&) const { return call("flat::present", place); }
std::string CppNames::identity(const std::string& place, const Symbol&) const { return call("flat::place", place); }

std::string CppNames::same(const std::string& a, const Symbol& field, const std::string& b, const Symbol&) const {
  if (!is_table_field(field)) return equal(a, b);
  const tables::Type& type = tables::GuardTypes::field_of(field).type;
  switch (type.base) {
    case tables::Base::kString:
      return call(type.vector ? "flat::same_texts" : "flat::same_text", a, b);
    case tables::Base::kOpaque:
      return call(type.vector ? "flat::same_places" : "flat::same_place", a, b);
    case tables::Base::kTable: {
      std::string table = tables_ + "same_" + snake(field.type.record->name);
      if (!type.vector) return call(table.c_str(), a, b);
      return "flat::same_tables(" + a + ", " + b + ", [](const auto* x, const auto* y) { return " + table +
             "(x, y); })";
    }
    default:
      return call(type.vector ? "flat::same_vector" : "flat::same_scalar", a, b);
  }
}

std::string CppNames::equal(const std::string& a, const std::string& b) const {
  auto found = places_.find(a);
  if (found == places_.end()) found = places_.find(b);
  if (found == places_.end() || !found->second->shape.vector) return call("flat::equal_text", a, b);
  return call(is_table_field(*found->second) ? "flat::equal_vector" : "flat::equal_span", a, b);
}

std::string CppNames::equal_ignoring_case(const std::string& a, const std::string& b) const {
  return call("flat::equal_text_ignoring_case", a, b);
}

std::string CppNames::text(std::string_view text) const {
  if (text == model_.operation.custom_code) return "kCustomCode";
  std::string out = "std::string_view(\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\")";
}

// C

std::string CNames::value(const Symbol& name) const { return std::string(name.name); }

std::string CNames::row(const guard::Enum&, const guard::Enum::Row& row) const { return guard::to_string(row.value); }

std::string CNames::constant(const Symbol& name) const {
  if (name.name == "version") return upper(prefix_) + "VERSION";
  return name.name == "builtin" ? upper(prefix_) + "BUILTIN" : "";
}

std::string CNames::member(const std::string& record, const Symbol& field) const {
  std::string place = record + (is_word(record) ? "->" : ".") + std::string(field.name);
  places_[place] = &field;
  return place;
}

std::string CNames::let(const Symbol& let) const {
  return prefix_ + snake(let.let->scope->record()->name) + "_" + std::string(let.name);
}

std::string CNames::column(const guard::Enum& of, const guard::Enum::Column& column) const {
  return prefix_ + snake(of.name) + "_" + std::string(column.name);
}

std::string CNames::self_parameter(const guard::Record& record) const {
  return "const " + prefix_ + std::string(record.name) + "* self";
}

std::string CNames::self(const guard::Record&) const { return "self"; }

std::string CNames::self_argument(const std::string& record) const { return is_word(record) ? record : "&" + record; }

std::string CNames::length(const std::string& place, const Symbol&) const { return place + "_length"; }

std::string CNames::equal(const std::string& a, const std::string& b) const {
  const Symbol& field = *places_.at(a);
  return prefix_ + "equal_" + storage_name(field) + "(" + a + ", " + length(a, field) + ", " + b + ", " +
         length(b, field) + ")";
}

}  // namespace npuspec::wire
