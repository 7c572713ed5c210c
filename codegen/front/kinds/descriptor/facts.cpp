#include "front/kinds/descriptor/explain.h"
#include "front/kinds/descriptor/lower.h"
#include "front/kinds/descriptor/model.h"
#include "front/report.h"

namespace npuspec::descriptor {
namespace {

Json number(Int value) {
  if (value < 0) return static_cast<std::int64_t>(value);
  return static_cast<std::uint64_t>(value);
}

std::string range(Interval in) { return guard::to_string(in.lo) + ".." + guard::to_string(in.hi); }

void put(Json& attributes, const char* key, std::string_view text) {
  if (!text.empty()) attributes[key] = std::string(text);
}

void put(Json& attributes, const About& about) {
  put(attributes, "doc", about.doc);
  put(attributes, "source", about.source);
}

void put(Json& attributes, const Age& age) {
  put(attributes, "since", age.since);
  put(attributes, "deprecated", age.deprecated);
  if (!age.formerly.empty()) attributes["formerly"] = Json::array({std::string(age.formerly)});
}

void put_removed(Facts& facts, std::string_view of, std::string id, const Age& age, const About& about, Place at) {
  Json attributes = {{"of", std::string(of)}};
  put(attributes, "since", age.removed);
  put(attributes, about);
  facts.add("removed", std::move(id), std::move(attributes), at);
}

Json column_value(const Column& column, Int value) {
  switch (column.type) {
    case Column::Type::kInt:
      return number(value);
    case Column::Type::kBool:
      return value != 0;
    case Column::Type::kEnum:
    case Column::Type::kDuration:
      break;
  }
  std::string text = text_of(column, value);
  return column.type == Column::Type::kEnum ? std::string(column.of->name) + "." + text : text;
}

Json constant_value(const Constant& constant) {
  if (constant.is_text) return std::string(constant.text);
  bool is_time = guard::unit_of(constant.written) == guard::Unit::kDuration;
  return is_time ? Json(guard::to_string(constant.value) + " ns") : number(constant.value);
}

void enum_facts(const Enum& of, Facts& facts) {
  std::string name(of.name);
  Json attributes = Json::object();
  if (of.base) attributes["base"] = std::string(spelling(*of.base));
  if (of.open) attributes["open"] = true;
  if (of.flags) attributes["flags"] = true;
  put(attributes, of.about);
  facts.add("enum", name, std::move(attributes), of.at);
  for (const Symbol& symbol : of.symbols) {
    std::string id = name + "." + std::string(symbol.name);
    if (symbol.removed()) {
      put_removed(facts, "symbol", id, symbol.age, symbol.about, symbol.at);
      continue;
    }
    Json row = {{"value", number(symbol.value)}};
    Json columns = Json::object();
    for (std::size_t i = 0; i < of.columns.size(); ++i)
      columns[std::string(of.columns[i].name)] = column_value(of.columns[i], symbol.columns[i]);
    if (!columns.empty()) row["columns"] = std::move(columns);
    put(row, symbol.age);
    put(row, symbol.about);
    facts.add("symbol", std::move(id), std::move(row), symbol.at);
  }
}

void reserved_fact(const std::string& owner, const Field& field, Facts& facts) {
  Json attributes = {{"at", field.offset}, {"size", field.size}, {"code", *field.code}};
  put(attributes, "id", field.row->text_at("id"));  // of its check, where the spec gives one
  put(attributes, field.age);
  put(attributes, field.about);
  facts.add("reserved", owner + "@" + std::to_string(field.offset), std::move(attributes), field.at);
}

void field_facts(const std::string& owner, const Field& field, Facts& facts) {
  std::string id = owner + "." + std::string(field.name);
  Json attributes = {{"at", field.offset}, {"size", field.size}};
  attributes["type"] = std::string(field.nested ? field.nested->name
                                   : field.of   ? field.of->name
                                                : spelling(field.storage));
  if (field.array) attributes["count"] = field.count;
  if (field.index) attributes["index"] = std::string(field.index->name);
  if (field.live) attributes["live"] = std::string(field.live->name);
  if (field.in) attributes["in"] = range(*field.in);
  if (field.constant) attributes["const"] = number(*field.constant);
  if (field.digest) attributes["digest"] = "crc32c";
  if (field.only) {
    attributes["only"] = guard::canonical(*field.only);
    attributes["else"] = number(field.otherwise);
  }
  if (field.code) attributes["code"] = *field.code;
  put(attributes, "dir", field.dir);
  put(attributes, "reloc", field.reloc);
  put(attributes, "unit", field.unit);
  put(attributes, field.age);
  put(attributes, field.about);
  facts.add("field", id, std::move(attributes), field.at);
  for (const Bits& bits : field.bits) {
    facts.add("bits", id + "." + std::string(bits.name), {{"lo", bits.lo}, {"hi", bits.hi}}, bits.at);
  }
}

void param_facts(const std::string& owner, const Struct& of, Facts& facts) {
  std::uint32_t order = 0;
  for (const Param& param : of.params) {
    Json attributes = {{"order", order++}};
    attributes["type"] = std::string(param.is_bool ? "bool" : param.of ? param.of->name : spelling(param.storage));
    if (!param.is_bool && !param.of) attributes["in"] = range(param.in);
    put(attributes, param.about);
    facts.add("param", owner + "." + std::string(param.name), std::move(attributes), param.at);
  }
}

void let_facts(const std::string& owner, const Struct& of, Facts& facts) {
  for (const Let& let : of.lets) {
    facts.add("let", owner + "." + std::string(let.symbol->name), let_attributes(*let.symbol), let.at);
  }
}

void check_facts(const std::string& owner, const Struct& of, Facts& facts) {
  std::uint32_t order = 0;
  for (const Check& check : of.checks) {
    if (check.field) continue;  // the field's own attributes
    Json attributes = {{"order", order++}, {"code", check.code}};
    if (check.when) attributes["when"] = guard::canonical(*check.when->source);
    attributes["require"] = guard::canonical(*check.require->source);
    put(attributes, check.age);
    put(attributes, check.about);
    facts.add("check", owner + "." + std::string(check.id), std::move(attributes), check.at);
  }
  for (const Check& check : of.former) {
    put_removed(facts, "check", owner + "." + std::string(check.id), check.age, check.about, check.at);
  }
}

void struct_facts(const Spec& spec, const Struct& of, Facts& facts) {
  std::string owner(of.only_one ? spec.name : of.name);
  Json attributes = {{"size", of.size}, {"align", of.align}, {"endian", "little"}};
  if (of.packed) attributes["packed"] = true;
  put(attributes, of.age);
  if (!of.only_one) put(attributes, of.about);
  facts.add("struct", owner, std::move(attributes), of.at);
  for (const Field& field : of.fields) {
    field.reserved ? reserved_fact(owner, field, facts) : field_facts(owner, field, facts);
  }
  param_facts(owner, of, facts);
  let_facts(owner, of, facts);
  check_facts(owner, of, facts);
}

}  // namespace

Json let_attributes(const guard::Symbol& let) {
  Json attributes = {{"is", guard::canonical(*let.let->body)}};
  Json over = Json::array();
  for (const auto& index : let.let->indexes) {
    over.push_back(std::string(index.name) + " in " + guard::canonical(*index.domain));
  }
  if (!over.empty()) attributes["over"] = std::move(over);
  return attributes;
}

void facts(const Spec& spec, Facts& facts) {
  const auto& model = *model_of<Descriptors>(&spec);
  for (const Enum& of : model.enums) enum_facts(of, facts);
  for (const Constant& constant : model.constants) {
    Json attributes = {{"value", constant_value(constant)}};
    put(attributes, constant.about);
    facts.add("constant", std::string(constant.name), std::move(attributes), constant.at);
  }
  for (const Struct& of : model.structs) struct_facts(spec, of, facts);
  for (const Ioctl& ioctl : model.ioctls) {
    Json attributes = {{"nr", ioctl.nr}, {"number", ioctl.number}, {"struct", std::string(ioctl.of->name)}};
    put(attributes, ioctl.age);
    put(attributes, ioctl.about);
    facts.add("ioctl", std::string(ioctl.name), std::move(attributes), ioctl.at);
  }
}

}  // namespace npuspec::descriptor
