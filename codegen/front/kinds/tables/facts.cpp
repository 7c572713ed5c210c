#include "front/kinds/tables/facts.h"

#include <string>

namespace npuspec::tables {
namespace {

Json number(const Number& value) {
  if (value.negative) return *value.as_i64();
  return value.magnitude;
}

Json cell(const Column& column, const ColumnValue& value) {
  if (column.type == ColumnType::kBool) return value.flag;
  return column.type == ColumnType::kInt ? number(value.number) : Json(value.text);
}

void put(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

void enum_facts(const Enum& each, Facts& facts) {
  Json about = {{"base", name(each.base)}, {"open", each.open}};
  for (const Column& column : each.columns) {
    about["missing." + std::string(column.name)] = cell(column, column.missing);
  }
  put(about, "doc", each.doc);
  put(about, "source", each.source);
  facts.add("enum", std::string(each.name), std::move(about), each.at);
  for (const Symbol& symbol : each.symbols) {
    Json row = {{"value", number(symbol.value)}};
    for (std::size_t i = 0; i < each.columns.size(); ++i) {
      row["column." + std::string(each.columns[i].name)] = cell(each.columns[i], symbol.columns[i]);
    }
    put(row, "since", symbol.since);
    put(row, "doc", symbol.doc);
    put(row, "source", symbol.source);
    facts.add("symbol", std::string(each.name) + "." + std::string(symbol.name), std::move(row), symbol.at);
  }
}

std::string path(const TablesModel& model, int table, int field) {
  const Table& of = model.tables[static_cast<std::size_t>(table)];
  return std::string(of.name) + ".#" + std::to_string(of.fields[static_cast<std::size_t>(field)].id);
}

// A field is known by its id, since its name is not on the wire.
void field_facts(const TablesModel& model, const Table& table, const Field& field, Facts& facts) {
  Json about = {{"name", field.name}, {"id", field.id}, {"type", field.type_text}};
  if (field.type.is_scalar()) {
    about["default"] = field.real_text.empty() ? number(field.default_value) : Json(field.real_text);
  }
  if (field.in) about["in"] = text_of(field.in->lo) + ".." + text_of(field.in->hi);
  if (field.ref) about["ref"] = path(model, field.ref->table, field.ref->field);
  if (field.absent) about["absent"] = number(*field.absent);
  if (field.tag_of >= 0) about["tag_of"] = "#" + std::to_string(field.id + 1);
  if (!field.members.empty()) {
    about["members"] = Json::array();
    for (int member : field.members) about["members"].push_back(model.tables[static_cast<std::size_t>(member)].name);
  }
  if (field.file_offset_above) about["file_offset"] = "above " + text_of(*field.file_offset_above);
  if (field.force_align) about["force_align"] = field.force_align;
  put(about, "since", field.since);
  if (field.deprecated) about["deprecated"] = field.deprecated_use.empty() ? Json(true) : Json(field.deprecated_use);
  put(about, "doc", field.doc);
  put(about, "source", field.source);
  facts.add("field", std::string(table.name) + ".#" + std::to_string(field.id), std::move(about), field.at);
}

}  // namespace

void table_facts(const TablesModel& model, Place head, Facts& facts) {
  facts.add("root", "root",
            {{"table", model.tables[static_cast<std::size_t>(model.root)].name}, {"identifier", model.identifier}},
            head);
  for (const Enum& each : model.enums) enum_facts(each, facts);
  std::size_t value = 0;
  for (const Table& table : model.tables) {
    facts.add("table", std::string(table.name), {{"value", value++}}, table.at);
    for (const Field& field : table.fields) field_facts(model, table, field, facts);
  }
}

}  // namespace npuspec::tables
