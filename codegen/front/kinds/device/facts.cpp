// What a device promises: nobody's bytes, but what a simulator and a verifier believe.
#include <string>

#include "front/guard/expr.h"
#include "front/json.h"
#include "front/kinds/device/lower.h"

namespace npuspec::device {
namespace {

Json documented(Json attributes, const Named& row) {
  if (!row.doc.empty()) attributes["doc"] = row.doc;
  if (!row.source.empty()) attributes["source"] = row.source;
  return attributes;
}

void name_facts(const Spec& spec, const DeviceModel& model, Facts& facts) {
  facts.add("machine", std::string(spec.name), {{"cores", model.cores}}, spec.name_at);
  for (const Constant& one : model.constants) {
    facts.add("constant", std::string(one.name), documented({{"value", one.value}}, one), one.at);
  }
  for (const Enum& of : model.enums) {
    facts.add("enum", std::string(of.name), documented(Json::object(), of), of.at);
    for (std::size_t i = 0; i < of.symbols.size(); ++i) {
      Json attributes = {{"value", i}};
      for (std::size_t j = 0; j < of.columns.size(); ++j) {
        const Type& type = of.columns[j].type;
        std::string enum_name = type.form == Type::Form::kEnum ? type_text(model, type) + "." : "";
        attributes["column." + std::string(of.columns[j].name)] =
            enum_name + value_text(model, type, of.symbols[i].columns[j]);
      }
      facts.add("symbol", std::string(of.name) + "." + std::string(of.symbols[i].name),
                documented(std::move(attributes), of.symbols[i]), of.symbols[i].at);
    }
  }
  std::size_t figure = 0;  // where it stands in the generated struct
  for (const Cost& one : model.costs) {
    Json attributes = {{"value", figure++}, {"is_ns", one.is}};
    if (one.least != one.most) attributes["range_ns"] = Json::array({one.least, one.most});
    if (!one.knob.empty()) attributes["knob"] = one.knob;
    if (!one.effect.empty()) attributes["effect"] = one.effect;
    if (!one.reserved.empty()) attributes["reserved"] = one.reserved;
    if (!one.tag.empty()) attributes["tag"] = one.tag;
    facts.add("cost", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
  std::size_t value = 0;
  for (const Switch& one : model.switches) {
    Json attributes = {{"value", value++},
                       {"type", type_text(model, one.type)},
                       {"default", value_text(model, one.type, one.initial)}};
    if (one.uncertain) attributes["uncertain"] = true;
    if (one.per != 0) attributes["chance"] = std::to_string(one.chance) + " per " + std::to_string(one.per);
    if (!one.set_by.empty()) attributes["set_by"] = one.set_by;
    if (!one.cleared_by.empty()) attributes["cleared_by"] = one.cleared_by;
    if (!one.against.empty()) attributes["against"] = one.against;
    if (!one.tag.empty()) attributes["tag"] = one.tag;
    facts.add("switch", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
}

void state_facts(const DeviceModel& model, Facts& facts) {
  for (const Object& one : model.objects) {
    facts.add("object", std::string(one.name), documented(Json::object(), one), one.at);
  }
  std::size_t value = 0;
  for (const State& one : model.state) {
    Json attributes = {
        {"value", value++}, {"type", type_text(model, one.type)}, {"init", value_text(model, one.type, one.initial)}};
    if (one.per == State::Per::kCore) attributes["per"] = "core";
    if (one.per == State::Per::kObject) attributes["per"] = model.objects[one.object].name;
    facts.add("state", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
  value = 0;
  for (const Event& one : model.events) {
    Json args = Json::array();  // scripts and callers give them in this order
    for (const Argument& argument : one.arguments)
      args.push_back(std::string(argument.name) + ": " + type_text(model, argument.type));
    facts.add("event", std::string(one.name), documented({{"value", value++}, {"args", args}}, one), one.at);
  }
}

void rule_facts(const DeviceModel& model, Facts& facts) {
  for (std::size_t i = 0; i < model.rules.size(); ++i) {
    const Rule& one = model.rules[i];
    Json attributes = {{"event", model.events[one.event].name}, {"order", i}};
    if (one.when) attributes["when"] = guard::canonical(*one.when->source);
    for (const Setting& setting : one.sets) {
      std::string target =
          setting.all ? std::string(model.state[setting.state].name) + "[]" : guard::canonical(*setting.target->source);
      attributes["set"][target] = guard::canonical(*setting.value->source);
    }
    if (one.cost) attributes["cost"] = guard::canonical(*one.cost->source);
    if (one.outcome >= 0) attributes["outcome"] = model.outcomes[static_cast<std::size_t>(one.outcome)].name;
    if (!one.tag.empty()) attributes["tag"] = one.tag;
    facts.add("rule", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
  for (std::size_t i = 0; i < model.outcomes.size(); ++i) {
    const Outcome& one = model.outcomes[i];
    Json attributes = {{"value", i}};
    if (one.ends) attributes["ends"] = true;
    if (one.silent) attributes["silent"] = true;
    if (one.error != 0) attributes["errno"] = one.error;
    if (!one.output.empty()) attributes["output"] = one.output;
    if (!one.cured_by.empty()) attributes["cured_by"] = one.cured_by;
    for (std::size_t event = 0; event < model.events.size(); ++event) {
      if (one.returned[event]) attributes["returns"][std::string(model.events[event].name)] = one.returns[event];
    }
    facts.add("outcome", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
}

void path_facts(const DeviceModel& model, Facts& facts) {
  for (std::size_t i = 0; i < model.paths.size(); ++i) {
    const Path& one = model.paths[i];
    Json attributes = {{"value", i}, {"cores", one.multi ? "many" : "one"}, {"output", kOutputs[one.output]}};
    if (one.is_site) attributes["site"] = true;
    for (std::size_t op : one.ops) attributes["ops"].push_back(op_of(model)->symbols[op].name);
    if (one.does != 0) attributes["does"] = doings(one);
    facts.add("path", std::string(one.name), documented(std::move(attributes), one), one.at);
  }
}

}  // namespace

void device_facts(const Spec& spec, Facts& facts) {
  const DeviceModel& model = *model_of<DeviceModel>(&spec);
  name_facts(spec, model, facts);
  state_facts(model, facts);
  rule_facts(model, facts);
  path_facts(model, facts);
}

}  // namespace npuspec::device
