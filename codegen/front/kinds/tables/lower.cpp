#include "front/kinds/tables/lower.h"

#include <algorithm>
#include <array>
#include <string>

#include "front/json.h"
#include "front/kinds/tables/check.h"

namespace npuspec::tables {
namespace {

constexpr std::array<std::string_view, 14> kFbs = {"bool", "byte",  "ubyte", "short",  "ushort", "int",   "uint",
                                                   "long", "ulong", "float", "double", "string", "table", "Opaque"};
constexpr std::array<std::string_view, 14> kCpp = {"bool",          "std::int8_t",  "std::uint8_t",  "std::int16_t",
                                                   "std::uint16_t", "std::int32_t", "std::uint32_t", "std::int64_t",
                                                   "std::uint64_t", "float",        "double",        "std::string_view",
                                                   "void",          "void"};

std::string_view pick(const std::array<std::string_view, 14>& names, Base base) {
  return names[static_cast<std::size_t>(base)];
}

const Table& table_at(const TablesModel& model, int index) { return model.tables[static_cast<std::size_t>(index)]; }

// A number as C++ can write it: the least i64 has no literal of its own.
std::string literal(const Number& number) {
  constexpr std::uint64_t kLeast = 1ull << 63;
  if (number.negative && number.magnitude == kLeast) return "-9223372036854775807 - 1";
  return text_of(number) + (number.magnitude >= kLeast ? "u" : "");
}

// The bytes of a default as one little-endian number.
std::string default_bits(const Field& field) {
  std::uint64_t bits = field.real_text.empty() ? field.default_value.magnitude : field.real_bits;
  if (field.default_value.negative) bits = 0 - bits;
  if (width(field.type.base) < 8) bits &= (1ull << (8 * width(field.type.base))) - 1;
  char text[24];
  std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(bits));
  return text;
}

// A column's value as C++ writes it.
std::string cell(const Column& column, const ColumnValue& value) {
  if (column.type == ColumnType::kBool) return value.flag ? "true" : "false";
  return column.type == ColumnType::kInt ? literal(value.number) : Json(value.text).dump();
}

std::string_view name_of(ColumnType type) {
  return type == ColumnType::kBool ? "bool" : type == ColumnType::kInt ? "int" : "text";
}

std::string_view cpp_of(ColumnType type) {
  if (type == ColumnType::kBool) return "bool";
  return type == ColumnType::kInt ? "std::int64_t" : "std::string_view";
}

void put(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

Json lower_enum(const Spec& spec, const Enum& each) {
  Json columns = Json::array();
  for (const Column& column : each.columns) {
    columns.push_back({{"name", column.name},
                       {"index", columns.size()},
                       {"type", name_of(column.type)},
                       {"cpp", cpp_of(column.type)},
                       {"missing", cell(column, column.missing)}});
  }
  Json symbols = Json::array();
  for (const Symbol& symbol : each.symbols) {
    Json cells = Json::array();
    for (std::size_t i = 0; i < each.columns.size(); ++i) {
      std::string value = cell(each.columns[i], symbol.columns[i]);
      bool stated = value != cell(each.columns[i], each.columns[i].missing);
      cells.push_back({{"value", std::move(value)}, {"stated", stated}});
    }
    Json row = {{"name", symbol.name}, {"value", text_of(symbol.value)},
                {"cells", cells},      {"at", cite(spec, symbol.at)},
                {"doc", symbol.doc},   {"source", symbol.source}};
    put(row, "since", symbol.since);
    symbols.push_back(std::move(row));
  }
  // flatc wants the values of an enum to ascend.
  std::vector<const Symbol*> ascending;
  for (const Symbol& symbol : each.symbols) ascending.push_back(&symbol);
  std::sort(ascending.begin(), ascending.end(), [](const Symbol* a, const Symbol* b) { return a->value < b->value; });
  Json by_value = Json::array();
  for (const Symbol* symbol : ascending) {
    by_value.push_back({{"name", symbol->name},
                        {"value", text_of(symbol->value)},
                        {"at", cite(spec, symbol->at)},
                        {"source", symbol->source}});
  }
  Json out = {{"name", each.name},
              {"at", cite(spec, each.at)},
              {"base", name(each.base)},
              {"cpp", pick(kCpp, each.base)},
              {"fbs", pick(kFbs, each.base)},
              {"open", each.open},
              {"doc", each.doc},
              {"source", each.source}};
  out["columns"] = std::move(columns);
  out["symbols"] = std::move(symbols);
  out["by_value"] = std::move(by_value);
  return out;
}

// What a field holds, as the generated FieldInfo names it.
std::string_view form(const Type& type) {
  if (type.is_scalar()) return "scalar";
  if (type.base == Base::kString) return type.vector ? "strings" : "string";
  if (type.base == Base::kTable) return type.vector ? "tables" : "table";
  if (type.base == Base::kOpaque) return type.vector ? "opaques" : "opaque";
  return "scalars";
}

// The attributes in the brackets of a .fbs field.
std::string fbs_attributes(const Field& field) {
  std::string text = "id: " + std::to_string(field.id);
  if (field.force_align) text += ", force_align: " + std::to_string(field.force_align);
  return text;
}

std::string fbs_default(const TablesModel& model, const Field& field) {
  if (!field.has_default) return {};
  if (!field.real_text.empty()) return std::string(field.real_text);
  if (field.type.base == Base::kBool) return field.default_value.magnitude ? "true" : "false";
  if (field.type.enum_index >= 0) {
    for (const Symbol& symbol : model.enums[static_cast<std::size_t>(field.type.enum_index)].symbols) {
      if (symbol.value == field.default_value) return std::string(symbol.name);
    }
  }
  return text_of(field.default_value);
}

// A float's default as C++ writes it, without a header that names its infinities.
std::string real_literal(const Field& field) {
  bool single = field.type.base == Base::kF32;
  if (field.real_text.find("inf") != std::string_view::npos || field.real_text.find("nan") != std::string_view::npos) {
    std::string sign = field.real_text.starts_with('-') ? "-" : "";
    bool infinite = field.real_text.find("inf") != std::string_view::npos;
    return sign + (infinite ? "__builtin_huge_val" : "__builtin_nan") + (single ? "f" : "") +
           (infinite ? "()" : "(\"\")");
  }
  std::string text(field.real_text);
  if (text.find_first_of(".eE") == std::string::npos) text += ".0";
  return text + (single ? "f" : "");
}

// The default as C++ writes it.
std::string default_text(const TablesModel& model, const Field& field) {
  if (!field.real_text.empty()) return real_literal(field);
  std::string symbol = fbs_default(model, field);
  if (field.type.enum_index >= 0 && field.has_default) {
    return std::string(model.enums[static_cast<std::size_t>(field.type.enum_index)].name) + "::" + symbol;
  }
  if (field.type.base == Base::kBool) return field.default_value.magnitude ? "true" : "false";
  return literal(field.default_value);
}

Json lower_target(const TablesModel& model, const Target& target) {
  const Table& table = table_at(model, target.table);
  const Field& field = table.fields[static_cast<std::size_t>(target.field)];
  return {{"table", table.name}, {"field", field.name}, {"id", field.id}};
}

// What a field says beside its type and default, in words.
std::string notes(const TablesModel& model, const Table& table, const Field& field) {
  std::string text(field.doc);
  auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  auto field_name = [&](int index) {
    return "`" + std::string(table.fields[static_cast<std::size_t>(index)].name) + "`";
  };
  if (field.ref) {
    const Table& to = table_at(model, field.ref->table);
    add("an index into `" + std::string(to.name) + "." +
        std::string(to.fields[static_cast<std::size_t>(field.ref->field)].name) + "`");
  }
  if (field.absent) add(text_of(*field.absent) + " stands for none");
  if (field.file_offset_above) add("a place in the file when greater than " + text_of(*field.file_offset_above));
  if (field.tag_of >= 0) add("tells what " + field_name(field.tag_of) + " is");
  for (std::size_t i = 0; i < field.members.size(); ++i) {
    add("tag " + std::to_string(i + 1) + " stands for `" + std::string(table_at(model, field.members[i]).name) + "`");
  }
  if (field.in) add("known values are " + text_of(field.in->lo) + " to " + text_of(field.in->hi));
  if (field.force_align) add("its first element stands at a multiple of " + std::to_string(field.force_align));
  if (field.deprecated) {
    add(field.deprecated_use.empty() ? "deprecated" : "deprecated, use `" + std::string(field.deprecated_use) + "`");
  }
  return text;
}

Json lower_field(const Spec& spec, const TablesModel& model, const Table& table, const Field& field) {
  const Type& type = field.type;
  Json out = {{"id", field.id},
              {"slot", field.slot()},
              {"name", field.name},
              {"at", cite(spec, field.at)},
              {"type", field.type_text},
              {"form", form(type)},
              {"width", width(type.base)},
              {"cpp", pick(kCpp, type.base)},
              {"fbs", fbs_type(model, table, field)},
              {"fbs_attributes", fbs_attributes(field)},
              {"notes", notes(model, table, field)},
              {"default_stated", false},
              {"doc", field.doc},
              {"source", field.source}};
  put(out, "since", field.since);
  put(out, "fbs_default", fbs_default(model, field));
  if (type.enum_index >= 0) out["enum"] = model.enums[static_cast<std::size_t>(type.enum_index)].name;
  if (type.table_index >= 0) out["table"] = table_at(model, type.table_index).name;
  if (type.is_scalar()) {
    out["default"] = default_text(model, field);
    out["default_stated"] = field.default_value.magnitude != 0 || field.real_bits != 0;
    out["default_bits"] = default_bits(field);
  }
  if (field.in) out["in"] = {{"lo", text_of(field.in->lo)}, {"hi", text_of(field.in->hi)}};
  if (field.ref) out["ref"] = lower_target(model, *field.ref);
  if (field.absent) out["absent"] = text_of(*field.absent);
  if (field.file_offset_above) out["file_offset_above"] = text_of(*field.file_offset_above);
  if (field.force_align) out["force_align"] = field.force_align;
  if (field.tag_of >= 0) out["tag_of"] = table.fields[static_cast<std::size_t>(field.tag_of)].name;
  if (field.tag >= 0) out["tag"] = table.fields[static_cast<std::size_t>(field.tag)].name;
  if (!field.members.empty()) {
    Json members = Json::array();
    for (std::size_t i = 0; i < field.members.size(); ++i) {
      members.push_back({{"tag", i + 1}, {"table", table_at(model, field.members[i]).name}});
    }
    out["members"] = std::move(members);
    out["union"] = union_name(table, field);
  }
  // The .fbs writes a union as one field: flatc puts the tag at the id before it.
  bool tag_of_union = field.tag_of >= 0 && !table.fields[static_cast<std::size_t>(field.tag_of)].members.empty();
  out["in_fbs"] = !tag_of_union;
  if (field.deprecated) out["deprecated"] = {{"use", field.deprecated_use}};
  return out;
}

}  // namespace

std::string kinds(const Table& table) {
  std::string text;
  for (const Field& field : table.fields) {
    text += field.type.is_offset() ? 'o' : static_cast<char>('0' + width(field.type.base));
  }
  return text;
}

std::string fbs_type(const TablesModel& model, const Table& table, const Field& field) {
  std::string text(pick(kFbs, field.type.base));
  if (field.type.enum_index >= 0) text = model.enums[static_cast<std::size_t>(field.type.enum_index)].name;
  if (field.type.table_index >= 0) text = table_at(model, field.type.table_index).name;
  if (!field.members.empty()) text = union_name(table, field);
  return field.type.vector ? "[" + text + "]" : text;
}

void lower_tables(const Spec& spec, const TablesModel& model, Json& ir) {
  ir["identifier"] = model.identifier;
  ir["root"] = table_at(model, model.root).name;
  ir["enums"] = Json::array();
  for (const Enum& each : model.enums) ir["enums"].push_back(lower_enum(spec, each));
  ir["tables"] = Json::array();
  for (const Table& table : model.tables) {
    Json fields = Json::array();
    for (const Field& field : table.fields) fields.push_back(lower_field(spec, model, table, field));
    ir["tables"].push_back({{"name", table.name},
                            {"at", cite(spec, table.at)},
                            {"kinds", kinds(table)},
                            {"known", table.fields.size()},
                            {"fields", std::move(fields)}});
  }
}

}  // namespace npuspec::tables
