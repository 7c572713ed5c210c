#include "front/kinds/device/lower.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "front/guard/expr.h"
#include "front/json.h"
#include "front/kinds/device/print.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::device {
namespace {

class Lowering {
 public:
  Lowering(const Spec& spec, Json& ir)
      : spec_(spec),
        model_(*model_of<DeviceModel>(&spec)),
        c_(spec, model_, guard::Dialect::kC),
        cpp_(spec, model_, guard::Dialect::kCpp),
        ir_(ir) {}

  void run() {
    ir_["over"] = spec_.uses.empty() ? std::string_view() : spec_.uses.front()->name;
    ir_["cores"] = model_.cores;
    ir_["tags"] = Json::array();
    for (const Tag& tag : model_.tags) ir_["tags"].push_back(row(tag));
    constants();
    enums();
    costs();
    switches();
    state();
    outcomes();
    c_.columns(ir_["c_columns"]);
    cpp_.columns(ir_["cpp_columns"]);
    events();
    rules();
    paths();
    examples();
  }

 private:
  Json row(const Named& named) const {
    return {{"name", named.name}, {"doc", named.doc}, {"source", named.source}, {"at", cite(spec_, named.at)}};
  }

  Json typed(const Type& type) const {
    return {{"type", type_text(model_, type)},
            {"is_bool", type.form == Type::Form::kBool},
            {"is_enum", type.form == Type::Form::kEnum},
            {"is_object", type.form == Type::Form::kObject},
            {"c_type", c_.storage(type)},
            {"cpp_type", cpp_.storage(type)},
            {"least", type.least},
            {"most", type.most}};
  }

  void constants() {
    ir_["constants"] = Json::array();
    for (const Constant& one : model_.constants) {
      Json lowered = row(one);
      lowered["value"] = one.value;
      ir_["constants"].push_back(lowered);
    }
  }

  void enums() {
    ir_["enums"] = Json::array();
    for (const Enum& one : model_.enums) {
      Json lowered = row(one);
      lowered["cpp_name"] = camel(one.name);
      lowered["columns"] = Json::array();
      for (const EnumColumn& column : one.columns) {
        lowered["columns"].push_back({{"name", column.name}, {"type", type_text(model_, column.type)}});
      }
      lowered["symbols"] = Json::array();
      for (std::size_t i = 0; i < one.symbols.size(); ++i) {
        const Symbol& symbol = one.symbols[i];
        Json made = row(symbol);
        made["value"] = i;
        made["c_name"] = c_.symbol(one, symbol.name);
        made["cpp_name"] = "k" + camel(symbol.name);
        made["columns"] = Json::array();
        for (std::size_t j = 0; j < one.columns.size(); ++j) {
          made["columns"].push_back(value_text(model_, one.columns[j].type, symbol.columns[j]));
        }
        lowered["symbols"].push_back(made);
      }
      ir_["enums"].push_back(lowered);
    }
  }

  void costs() {
    ir_["costs"] = Json::array();
    for (const Cost& one : model_.costs) {
      Json lowered = row(one);
      lowered["is"] = one.is;
      lowered["text"] = policy::duration_text(one.is);
      lowered["range"] = one.least == one.most
                             ? std::string()
                             : policy::duration_text(one.least) + " to " + policy::duration_text(one.most);
      lowered["least"] = one.least;
      lowered["most"] = one.most;
      lowered["knob"] = one.knob;
      lowered["effect"] = one.effect;
      lowered["tag"] = one.tag;
      ir_["costs"].push_back(lowered);
    }
  }

  void switches() {
    ir_["switches"] = Json::array();
    for (const Switch& one : model_.switches) {
      Json lowered = row(one);
      lowered["value"] = ir_["switches"].size();
      lowered.update(typed(one.type));
      lowered["positions"] = one.type.most + 1;
      lowered["default"] = one.initial;
      lowered["default_text"] = value_text(model_, one.type, one.initial);
      lowered["c_default"] = c_.literal(one.type, one.initial);
      lowered["cpp_default"] = cpp_.literal(one.type, one.initial);
      lowered["uncertain"] = one.uncertain;
      lowered["chance"] = one.chance;
      lowered["per"] = one.per;
      lowered["tag"] = one.tag;
      lowered["against"] = one.against;
      lowered["set_by"] = one.set_by;
      lowered["cleared_by"] = one.cleared_by;
      ir_["switches"].push_back(lowered);
    }
  }

  void state() {
    ir_["objects"] = Json::array();
    for (const Object& one : model_.objects) {
      Json lowered = row(one);
      lowered["cpp_name"] = camel(one.name);
      ir_["objects"].push_back(lowered);
    }
    ir_["state"] = Json::array();
    for (const State& one : model_.state) {
      Json lowered = row(one);
      lowered["value"] = ir_["state"].size();
      lowered.update(typed(one.type));
      lowered["per_core"] = one.per == State::Per::kCore;
      lowered["object"] = one.per == State::Per::kObject ? model_.objects[one.object].name : std::string_view();
      lowered["per"] = one.per == State::Per::kCore ? "core" : lowered["object"].get<std::string>();
      lowered["init"] = one.initial;
      lowered["init_text"] = value_text(model_, one.type, one.initial);
      lowered["c_init"] = c_.literal(one.type, one.initial);
      lowered["cpp_init"] = cpp_.literal(one.type, one.initial);
      ir_["state"].push_back(lowered);
    }
  }

  void outcomes() {
    ir_["outcomes"] = Json::array();
    for (std::size_t i = 0; i < model_.outcomes.size(); ++i) {
      const Outcome& one = model_.outcomes[i];
      Json lowered = row(one);
      lowered["order"] = i;
      lowered["c_name"] = upper(spec_.name) + "_" + upper(one.name);
      lowered["cpp_name"] = "k" + camel(one.name);
      lowered["errno"] = one.error;
      lowered["ends"] = one.ends;
      lowered["silent"] = one.silent;
      lowered["output"] = one.output;
      lowered["cured_by"] = one.cured_by;
      lowered["returns"] = Json::array();
      for (std::size_t event = 0; event < model_.events.size(); ++event) {
        lowered["returns"].push_back({{"event", model_.events[event].name},
                                      {"said", static_cast<bool>(one.returned[event])},
                                      {"value", one.returns[event]}});
      }
      ir_["outcomes"].push_back(lowered);
    }
    ir_["out_of_range"] = model_.outcomes.size();  // no outcome of the device: the number after theirs
  }

  void events() {
    ir_["events"] = Json::array();
    for (std::size_t i = 0; i < model_.events.size(); ++i) {
      const Event& event = model_.events[i];
      Json lowered = row(event);
      lowered["index"] = i;
      lowered["c_name"] = upper(spec_.name) + "_EVENT_" + upper(event.name);
      lowered["cpp_name"] = "k" + camel(event.name);
      lowered["objects"] = Json::array();
      lowered["args"] = Json::array();
      for (std::size_t j = 0; j < event.arguments.size(); ++j) {
        const Argument& argument = event.arguments[j];
        bool is_object = argument.type.form == Type::Form::kObject;
        Json made = typed(argument.type);
        made["name"] = argument.name;
        made["index"] = j;
        made["c_outside"] = outside(argument, false);
        made["cpp_outside"] = outside(argument, true);
        made["object"] = is_object ? model_.objects[argument.type.index].name : std::string_view();
        made["object_cpp"] = is_object ? camel(model_.objects[argument.type.index].name) : std::string();
        if (is_object) lowered["objects"].push_back(made);
        lowered["args"].push_back(made);
      }
      lowered["rules"] = Json::array();
      for (std::size_t rule : event.rules) lowered["rules"].push_back(rule_json(i, rule));
      c_.event(i, lowered);
      cpp_.event(i, lowered);
      ir_["events"].push_back(lowered);
    }
  }

  // Where an argument has no value that its type has; empty where every number of its storage is one. No comparison
  // that a compiler knows the answer of.
  static std::string outside(const Argument& argument, bool cpp) {
    const Type& type = argument.type;
    if (type.form != Type::Form::kInt && type.form != Type::Form::kEnum) return {};
    bool is_enum = type.form == Type::Form::kEnum;
    std::int64_t holds = is_enum || type.most <= 0xFF ? 0xFF : type.most <= 0xFFFF ? 0xFFFF : 0xFFFFFFFF;
    std::string name(argument.name);
    if (cpp && is_enum) name = "static_cast<std::uint8_t>(" + name + ")";
    std::string text = type.least > 0 ? name + " < " + std::to_string(type.least) : "";
    if (type.most < holds) text += (text.empty() ? "" : " || ") + name + " > " + std::to_string(type.most);
    return text;
  }

  Json rule_json(std::size_t event, std::size_t index) const {
    const Rule& rule = model_.rules[index];
    Json lowered = row(rule);
    lowered["index"] = index;
    lowered["tag"] = rule.tag;
    lowered["always"] = rule.when == nullptr;
    lowered["when"] = rule.when ? guard::canonical(*rule.when->source) : std::string();
    lowered["prose"] = rule.when ? guard::prose(*rule.when->source) : std::string();
    lowered["cost"] = rule.cost ? guard::canonical(*rule.cost->source) : std::string();
    const Outcome* outcome = rule.outcome < 0 ? nullptr : &model_.outcomes[static_cast<std::size_t>(rule.outcome)];
    lowered["outcome"] = outcome ? outcome->name : std::string_view();
    lowered["c_outcome"] = outcome ? upper(spec_.name) + "_" + upper(outcome->name) : std::string();
    lowered["cpp_outcome"] = outcome ? "Outcome::k" + camel(outcome->name) : std::string();
    lowered["ends"] = outcome && outcome->ends;
    lowered["sets"] = Json::array();
    for (const Setting& setting : rule.sets) {
      const State& state = model_.state[setting.state];
      lowered["sets"].push_back(
          {{"state", state.name},
           {"all", setting.all},
           {"is_object", state.per == State::Per::kObject},
           {"target", setting.all ? std::string(state.name) : guard::canonical(*setting.target->source)},
           {"value", guard::canonical(*setting.value->source)},
           {"object", object_argument(event, state)}});
    }
    return lowered;
  }

  // The argument that says which object a variable is of.
  std::string_view object_argument(std::size_t event, const State& state) const {
    for (const Argument& argument : model_.events[event].arguments) {
      bool about = argument.type.form == Type::Form::kObject && argument.type.index == state.object;
      if (state.per == State::Per::kObject && about) return argument.name;
    }
    return {};
  }

  void rules() {
    ir_["rules"] = Json::array();
    for (const Rule& rule : model_.rules) {
      const std::size_t outcome = rule.outcome < 0 ? 0 : static_cast<std::size_t>(rule.outcome);
      ir_["rules"].push_back({{"name", rule.name},
                              {"tag", rule.tag},
                              {"event", rule.event},
                              {"outcome", outcome},
                              {"at", cite(spec_, rule.at)}});
    }
  }

  void paths() {
    ir_["doings"] = kDoings;
    ir_["outputs"] = kOutputs;
    ir_["paths"] = Json::array();
    for (const Path& one : model_.paths) {
      Json lowered = row(one);
      lowered["is_site"] = one.is_site;
      lowered["ops"] = Json::array();
      std::uint64_t mask = 0;
      for (std::size_t op : one.ops) {
        lowered["ops"].push_back(op_of(model_)->symbols[op].name);
        mask |= std::uint64_t{1} << op;
      }
      lowered["mask"] = mask;
      lowered["multi"] = one.multi;
      lowered["output"] = kOutputs[one.output];
      lowered["does"] = doings(one);
      lowered["does_mask"] = one.does;
      ir_["paths"].push_back(lowered);
    }
  }

  void examples() {
    std::size_t steps = 1;
    std::size_t arguments = 0;
    for (const Example& one : model_.examples) steps = std::max(steps, one.steps.size());
    for (const Event& event : model_.events) arguments = std::max(arguments, event.arguments.size());
    ir_["steps_max"] = steps;
    ir_["arguments_max"] = arguments + 1;
    ir_["examples"] = Json::array();
    for (const Example& one : model_.examples) {
      Json lowered = row(one);
      lowered["outcome"] = one.outcome;
      lowered["outcome_name"] = model_.outcomes[static_cast<std::size_t>(one.outcome)].name;
      lowered["cost"] = one.cost;
      lowered["objects"] = one.objects;
      lowered["switches"] = one.switches;
      lowered["changed"] = Json::array();
      for (std::size_t i = 0; i < one.switches.size(); ++i) {
        if (one.switches[i] == model_.switches[i].initial) continue;
        lowered["changed"].push_back({{"name", model_.switches[i].name},
                                      {"value", value_text(model_, model_.switches[i].type, one.switches[i])}});
      }
      lowered["state"] = Json::array();
      for (const auto& [state, value] : one.state) lowered["state"].push_back({{"index", state}, {"value", value}});
      lowered["steps"] = Json::array();
      for (const Step& step : one.steps) {
        lowered["steps"].push_back({{"event", step.event}, {"arguments", step.arguments}, {"text", step.text}});
      }
      ir_["examples"].push_back(lowered);
    }
  }

  const Spec& spec_;
  const DeviceModel& model_;
  Printer c_;
  Printer cpp_;
  Json& ir_;
};

}  // namespace

std::string type_text(const DeviceModel& model, const Type& type) {
  switch (type.form) {
    case Type::Form::kBool:
      return "bool";
    case Type::Form::kDuration:
      return "duration";
    case Type::Form::kEnum:
      return std::string(model.enums[type.index].name);
    case Type::Form::kObject:
      return std::string(model.objects[type.index].name);
    case Type::Form::kInt:
      break;
  }
  return std::to_string(type.least) + ".." + std::to_string(type.most);
}

std::string value_text(const DeviceModel& model, const Type& type, std::int64_t value) {
  if (type.form == Type::Form::kBool) return value != 0 ? "true" : "false";
  if (type.form == Type::Form::kDuration) return policy::duration_text(value);
  if (type.form == Type::Form::kEnum)
    return std::string(model.enums[type.index].symbols[static_cast<std::size_t>(value)].name);
  return std::to_string(value);
}

std::int64_t DeviceModel::effect_cost(std::string_view column) const {
  for (const Cost& cost : costs) {
    if (cost.effect == column) return cost.is;
  }
  return -1;
}

const Enum* op_of(const DeviceModel& model) {
  for (const Enum& each : model.enums) {
    if (each.name == "op") return &each;
  }
  return nullptr;
}

std::vector<std::string_view> doings(const Path& path) {
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < std::size(kDoings); ++i) {
    if ((path.does >> i & 1u) != 0) words.push_back(kDoings[i]);
  }
  return words;
}

void lower_device(const Spec& spec, Json& ir) { Lowering(spec, ir).run(); }

}  // namespace npuspec::device
