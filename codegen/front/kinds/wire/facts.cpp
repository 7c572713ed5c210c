#include "front/kinds/wire/facts.h"

#include <string>

#include "front/guard/expr.h"
#include "front/kinds/wire/reads.h"

namespace npuspec::wire {
namespace {

Json number(const Number& value) {
  if (value.negative) return *value.as_i64();
  return value.magnitude;
}

void put(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

std::string guard_text(const guard::Typed& guard) { return guard::canonical(*guard.source); }

Json written(const Written& value) {
  if (value.how != Written::How::kValue) return spelling(value.how);
  return value.is_text ? Json(value.text) : number(value.value);
}

std::string field_path(const WireModel& model, const WrittenTable& table, const Written& value) {
  const tables::Table& of = model.over->tables[static_cast<std::size_t>(table.table)];
  return std::string(of.name) + ".#" + std::to_string(of.fields[static_cast<std::size_t>(value.field)].id);
}

void operator_facts(const WireModel& model, Facts& facts) {
  const Operator& operation = model.operation;
  Json about_operator = {{"custom_code", operation.custom_code},
                         {"builtin", operation.builtin->name},
                         {"builtin_value", number(operation.builtin->value)},
                         {"version", operation.version},
                         {"over", model.over_spec->name}};
  put(about_operator, "source", operation.source);
  facts.add("operator", "operator", std::move(about_operator), operation.at);
  for (const Former& former : operation.formerly) {
    Json about = Json::object();
    put(about, "doc", former.doc);
    put(about, "source", former.source);
    facts.add("former", std::string(former.custom_code), std::move(about), former.at);
  }
  for (const WrittenTable& table : operation.writes) {
    for (const Written& value : table.fields) {
      facts.add("write", field_path(model, table, value), {{"is", written(value)}}, value.at);
    }
  }
  for (const Switch& each : operation.switches) {
    Json sets = Json::object();
    for (const WrittenTable& table : each.sets) {
      for (const Written& value : table.fields) sets[field_path(model, table, value)] = written(value);
    }
    Json about = {{"default", each.on}, {"sets", std::move(sets)}};
    put(about, "doc", each.doc);
    put(about, "source", each.source);
    facts.add("switch", std::string(each.name), std::move(about), each.at);
  }
}

void type_facts(const WireModel& model, Facts& facts) {
  for (const RecordType& record : model.records) {
    Json fields = Json::array();  // generated structs have them in this order
    for (const RecordField& field : record.fields)
      fields.push_back(std::string(field.name) + ": " + std::string(field.type_text));
    facts.add("record", std::string(record.name), {{"fields", std::move(fields)}}, record.at);
  }
  for (const Derived& derived : model.lets) {
    facts.add("let", std::string(derived.of) + "." + std::string(derived.let->name),
              {{"is", guard::canonical(*derived.let->let->body)}}, derived.at);
  }
}

void group_facts(const Group& group, std::size_t order, Facts& facts) {
  std::string name(group.name);
  Json takes = Json::array();
  for (const Taken& taken : group.takes) takes.push_back(std::string(taken.name) + ": " + std::string(taken.type_text));
  Json about = {{"order", order}, {"takes", std::move(takes)}};
  if (group.only) about["only"] = guard_text(*group.only);
  for (const Given& given : group.given) about["given"].push_back(given.text);
  put(about, "doc", group.doc);
  put(about, "source", group.source);
  facts.add("group", name, std::move(about), group.at);
  std::size_t check_order = 0;
  for (const Check& check : group.checks) {
    Json fact = {{"order", check_order++}, {"code", check.code}};
    if (check.when) fact["when"] = guard_text(*check.when);
    fact["require"] = guard_text(*check.require);
    if (group.warning) fact["severity"] = "warning";
    put(fact, "doc", check.doc);
    put(fact, "source", check.source);
    facts.add("check", name + "." + std::string(check.id), std::move(fact), check.at);
  }
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    const Row& row = group.rows[i];
    Json fact = {{"order", i}};
    if (row.when) fact["when"] = guard_text(*row.when);
    fact["then"] = group.outcomes[static_cast<std::size_t>(row.outcome)];
    if (row.code != 0) fact["code"] = row.code;
    put(fact, "error", row.error);
    put(fact, "doc", row.doc);
    put(fact, "source", row.source);
    facts.add("row", name + "." + std::to_string(i), std::move(fact), row.at);
  }
}

void name_fact(const char* id, std::string_view is, std::string_view source, Place at, Facts& facts) {
  Json about = {{"is", is}};
  put(about, "source", source);
  facts.add("name", id, std::move(about), at);
}

void sidecar_facts(const std::vector<SidecarField>& fields, const std::string& path, Facts& facts) {
  std::size_t order = 0;
  for (const SidecarField& field : fields) {
    std::string name = path + "." + std::string(field.name);
    Json about = {{"order", order++}, {"type", spelling(field.type)}};
    if (field.many) about["many"] = true;
    if (field.ascending) about["order_of"] = "ascending";
    if (field.optional) about["optional"] = true;
    if (field.in) about["in"] = tables::text_of(field.in->lo) + ".." + tables::text_of(field.in->hi);
    put(about, "doc", field.doc);
    put(about, "source", field.source);
    facts.add("field", name, std::move(about), field.at);
    sidecar_facts(field.fields, name, facts);
  }
}

}  // namespace

void wire_facts(const WireModel& model, Facts& facts) {
  operator_facts(model, facts);
  type_facts(model, facts);
  read_facts(model, facts);
  std::size_t order = 0;
  for (const Group& group : model.groups) group_facts(group, order++, facts);
  sentence_facts(model.semantics, facts);
  const Names& names = model.names;
  name_fact("first", names.first.text, names.source, names.first.at, facts);
  name_fact("others", names.others.text, names.source, names.others.at, facts);
  name_fact("clash", names.clash.text, names.source, names.clash.at, facts);
  name_fact("unique", names.unique, names.source, names.first.at, facts);
  if (!model.sidecar) return;
  Json about = {{"file", model.sidecar->file.text}};
  put(about, "doc", model.sidecar->doc);
  put(about, "source", model.sidecar->source);
  facts.add("sidecar", "sidecar", std::move(about), model.sidecar->at);
  sidecar_facts(model.sidecar->fields, "sidecar", facts);
}

}  // namespace npuspec::wire
