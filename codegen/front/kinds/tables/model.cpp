#include "front/kinds/tables/model.h"

#include <array>
#include <limits>

namespace npuspec::tables {
namespace {

struct BaseRow {
  Base base;
  std::string_view name;
  std::uint32_t width;
};

constexpr std::array kBases = {
    BaseRow{Base::kBool, "bool", 1},   BaseRow{Base::kI8, "i8", 1},         BaseRow{Base::kU8, "u8", 1},
    BaseRow{Base::kI16, "i16", 2},     BaseRow{Base::kU16, "u16", 2},       BaseRow{Base::kI32, "i32", 4},
    BaseRow{Base::kU32, "u32", 4},     BaseRow{Base::kI64, "i64", 8},       BaseRow{Base::kU64, "u64", 8},
    BaseRow{Base::kF32, "f32", 4},     BaseRow{Base::kF64, "f64", 8},       BaseRow{Base::kString, "string", 4},
    BaseRow{Base::kTable, "table", 4}, BaseRow{Base::kOpaque, "Opaque", 4},
};

template <class List>
int index_by_name(const List& list, std::string_view name) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::string_view name(Base base) { return kBases[static_cast<std::size_t>(base)].name; }

std::optional<Base> base_named(std::string_view name) {
  for (const BaseRow& row : kBases) {
    if (row.name == name && row.base != Base::kTable) return row.base;
  }
  return std::nullopt;
}

std::uint32_t width(Base base) { return kBases[static_cast<std::size_t>(base)].width; }

bool is_integer(Base base) { return base >= Base::kI8 && base <= Base::kU64; }

Range range_of(Base base) {
  bool is_signed = base == Base::kI8 || base == Base::kI16 || base == Base::kI32 || base == Base::kI64;
  std::uint64_t all = std::numeric_limits<std::uint64_t>::max() >> (64 - 8 * width(base));
  std::uint64_t half = all / 2;
  if (is_signed) return {{.negative = true, .magnitude = half + 1}, {.magnitude = half}};
  return {{}, {.magnitude = all}};
}

std::string text_of(const Number& number) { return (number.negative ? "-" : "") + std::to_string(number.magnitude); }

const Symbol* Enum::find(std::string_view symbol) const {
  int found = index_by_name(symbols, symbol);
  return found < 0 ? nullptr : &symbols[static_cast<std::size_t>(found)];
}

int Enum::column(std::string_view column_name) const { return index_by_name(columns, column_name); }

int Table::field(std::string_view field_name) const { return index_by_name(fields, field_name); }

int TablesModel::find_enum(std::string_view enum_name) const { return index_by_name(enums, enum_name); }

int TablesModel::find_table(std::string_view table_name) const { return index_by_name(tables, table_name); }

std::optional<Number> TablesModel::scalar(const Type& type, const Node& node) const {
  return node.quoted && type.enum_index < 0 ? std::nullopt : scalar(type, node.text);
}

std::optional<Number> TablesModel::scalar(const Type& type, std::string_view text) const {
  if (type.base == Base::kBool) {
    if (text != "true" && text != "false") return std::nullopt;
    return Number{.magnitude = text == "true" ? 1u : 0u};
  }
  if (type.enum_index >= 0) {
    const Symbol* symbol = enums[static_cast<std::size_t>(type.enum_index)].find(text);
    return symbol ? std::optional(symbol->value) : std::nullopt;
  }
  std::optional<Number> number = is_integer(type.base) ? parse_number(text) : std::nullopt;
  if (!number) return std::nullopt;
  Range range = range_of(type.base);
  if (*number < range.lo || range.hi < *number) return std::nullopt;
  return number;
}

}  // namespace npuspec::tables
