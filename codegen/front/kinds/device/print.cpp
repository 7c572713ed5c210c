#include "front/kinds/device/print.h"

#include <algorithm>
#include <map>

#include "front/json.h"

namespace npuspec::device {
namespace {

// What an event's guards call the things around them.
class EventNames final : public guard::Names {
 public:
  EventNames(const Spec& spec, const DeviceModel& model, std::size_t event, guard::Dialect dialect)
      : cpp_(dialect == guard::Dialect::kCpp),
        c_prefix_(snake(spec.name) + "_"),
        macro_prefix_(upper(spec.name) + "_") {
    std::string arrow = cpp_ ? "." : "->";
    for (std::size_t i = 0; i < model.switches.size(); ++i) {
      put(model.switch_symbols[i], "switches" + arrow, model.switches[i]);
    }
    for (std::size_t i = 0; i < model.costs.size(); ++i) put(model.cost_symbols[i], "costs" + arrow, model.costs[i]);
    for (std::size_t i = 0; i < model.state.size(); ++i) put(model.state_symbols[i], "state" + arrow, model.state[i]);
    if (event < model.events.size()) put_arguments(model, event, arrow);
  }

  std::string value(const guard::Symbol& name) const override {
    auto found = texts_.find(&name);
    return found == texts_.end() ? std::string(name.name) : found->second;
  }
  std::string row(const guard::Enum& of, const guard::Enum::Row& row) const override {
    if (cpp_) return camel(of.name) + "::k" + camel(row.name);
    return macro_prefix_ + upper(of.name) + "_" + std::string(row.name);
  }
  std::string column(const guard::Enum& of, const guard::Enum::Column& column) const override {
    return (cpp_ ? "" : c_prefix_) + snake(of.name) + "_" + snake(column.name);
  }
  std::string enum_class(const guard::Enum& of) const override { return cpp_ ? camel(of.name) : std::string(); }

 private:
  void put(const guard::Symbol* symbol, std::string before, const Named& named) {
    if (symbol) texts_[symbol] = std::move(before) + std::string(named.name);
  }

  void put_arguments(const DeviceModel& model, std::size_t event, const std::string& arrow) {
    const std::vector<Argument>& arguments = model.events[event].arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      bool is_object = arguments[i].type.form == Type::Form::kObject;
      texts_[model.argument_symbols[event][i]] = is_object ? "0" : std::string(arguments[i].name);
      for (std::size_t j = 0; is_object && j < model.state.size(); ++j) {
        put(model.object_symbols[event][j], std::string(arguments[i].name) + arrow, model.state[j]);
      }
    }
  }

  bool cpp_;
  std::string c_prefix_;
  std::string macro_prefix_;
  std::map<const guard::Symbol*, std::string> texts_;
};

// An object's state is an array of one to its guards, and a struct to the code around them.
std::string text_of(const guard::Printed& printed) {
  std::string text = printed.text;
  for (std::size_t at = text.find("[0]"); at != std::string::npos; at = text.find("[0]", at)) text.erase(at, 3);
  return text;
}

}  // namespace

std::string snake(std::string_view name) {
  std::string text;
  for (char c : name) text += c == '-' ? '_' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

std::string upper(std::string_view name) {
  std::string text;
  for (char c : name) text += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

std::string camel(std::string_view name) {
  std::string text;
  bool starts = true;
  for (char c : snake(name)) {
    if (c == '_') {
      starts = true;
      continue;
    }
    text += starts && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    starts = false;
  }
  return text;
}

std::string Printer::key(std::string_view name) const { return (cpp_ ? "cpp_" : "c_") + std::string(name); }

std::string Printer::symbol(const Enum& of, std::string_view name) const {
  if (cpp_) return camel(of.name) + "::k" + camel(name);
  return upper(spec_.name) + "_" + upper(of.name) + "_" + std::string(name);
}

std::string Printer::literal(const Type& type, std::int64_t value) const {
  if (type.form == Type::Form::kBool) return value != 0 ? "true" : "false";
  if (type.form != Type::Form::kEnum) return std::to_string(value);
  const Enum& of = model_.enums[type.index];
  return symbol(of, of.symbols[static_cast<std::size_t>(value)].name);
}

std::string Printer::storage(const Type& type) const {
  if (type.form == Type::Form::kBool) return "bool";
  if (type.form == Type::Form::kEnum && cpp_) return camel(model_.enums[type.index].name);
  std::string std = cpp_ ? "std::" : "";
  if (type.form == Type::Form::kDuration) return std + "uint64_t";
  if (type.form == Type::Form::kEnum || type.most <= 255) return std + "uint8_t";
  return std + (type.most <= 65535 ? "uint16_t" : "uint32_t");
}

std::string Printer::parameters(std::size_t event, bool in_out) const {
  std::string own = snake(spec_.name) + "_";
  std::string held = in_out ? "" : "const ";
  std::string text = held + (cpp_ ? "State& state" : own + "state* state");
  for (const Argument& argument : model_.events[event].arguments) {
    if (argument.type.form != Type::Form::kObject) continue;
    std::string_view object = model_.objects[argument.type.index].name;
    text += ", " + held + (cpp_ ? camel(object) + "& " : own + snake(object) + "* ") + std::string(argument.name);
  }
  text += cpp_ ? ", const Switches& switches, const Costs& costs"
               : ", const " + own + "switches* switches, const " + own + "costs* costs";
  for (const Argument& argument : model_.events[event].arguments) {
    if (argument.type.form == Type::Form::kObject) continue;
    text += ", " + storage(argument.type) + " " + std::string(argument.name);
  }
  return text;
}

std::string Printer::arguments(std::size_t event) const {
  std::string text = "state";
  for (bool objects : {true, false}) {
    for (const Argument& argument : model_.events[event].arguments) {
      if ((argument.type.form == Type::Form::kObject) == objects) text += ", " + std::string(argument.name);
    }
    if (objects) text += ", switches, costs";
  }
  return text;
}

guard::PrintOptions Printer::options(std::size_t event) const {
  guard::PrintOptions options;
  options.prefix = cpp_ ? "" : snake(spec_.name) + "_";
  if (event < model_.events.size()) {
    options.parameters = parameters(event, false);
    options.arguments = arguments(event);
  }
  return options;
}

void Printer::columns(Json& list) {
  list = Json::array();
  EventNames names(spec_, model_, model_.events.size(), dialect_);
  guard::Printer printer(dialect_, names, options(model_.events.size()));
  for (const auto& of : model_.guard_enums) {
    for (const guard::Enum::Column& column : of->columns) printer.add_column(*of, column);
  }
  for (const guard::Function& function : printer.take()) {
    known_.insert(function.declaration);
    list.push_back({{"name", function.name}, {"definition", function.definition}, {"comment", function.comment}});
  }
}

void Printer::event(std::size_t index, Json& event) {
  EventNames names(spec_, model_, index, dialect_);
  guard::Printer printer(dialect_, names, options(index));
  event[key("in_out")] = parameters(index, true);
  for (Json& one : event["rules"]) rule(index, printer, one);
  Json& helpers = event[key("helpers")];
  helpers = Json::array();
  for (const guard::Function& function : printer.take()) {
    if (known_.count(function.declaration) != 0) continue;
    helpers.push_back({{"definition", function.definition}, {"comment", function.comment}});
  }
}

void Printer::rule(std::size_t event, guard::Printer& printer, Json& ir) const {
  const Rule& rule = model_.rules[ir["index"].get<std::size_t>()];
  std::string name = snake(model_.events[event].name) + "_" + snake(rule.name);
  ir[key("when")] = rule.when ? text_of(printer.print(*rule.when, name)) : std::string();
  ir[key("cost")] = rule.cost ? text_of(printer.print(*rule.cost, name + "_cost")) : std::string();
  for (std::size_t i = 0; i < rule.sets.size(); ++i) {
    const Setting& setting = rule.sets[i];
    const State& state = model_.state[setting.state];
    std::string value = text_of(printer.print(*setting.value, name + "_" + snake(state.name)));
    std::string element;
    if (!setting.all && state.per == State::Per::kCore)
      element = text_of(printer.print(*setting.target->args[1], name));
    ir["sets"][i][key("value")] = converted(state.type, value);
    ir["sets"][i][key("element")] = element;
  }
}

// C computes in int: what is stored in fewer bits says so. Bounds were proved.
std::string Printer::converted(const Type& type, const std::string& text) const {
  bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_->.:").find(c) != std::string_view::npos;
  });
  if (plain || type.form == Type::Form::kBool || (cpp_ && type.form == Type::Form::kEnum)) return text;
  if (cpp_) return "static_cast<" + storage(type) + ">(" + text + ")";
  return "(" + storage(type) + ")(" + text + ")";
}

}  // namespace npuspec::device
