// The rules of a device: what guards may name, and what each rule sets.
#include <algorithm>
#include <string>

#include "front/guard/parse.h"
#include "front/kinds/device/load.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::device {
namespace {

guard::Type guard_type(const DeviceModel& model, const Type& type) {
  switch (type.form) {
    case Type::Form::kBool:
      return guard::Type::boolean();
    case Type::Form::kEnum:
      return guard::Type::row_of(*model.guard_enums[type.index]);
    case Type::Form::kDuration:
      return guard::Type::duration();
    case Type::Form::kInt:
    case Type::Form::kObject:
      break;
  }
  return guard::Type::integer(type.most <= 255     ? guard::Storage::kU8
                              : type.most <= 65535 ? guard::Storage::kU16
                                                   : guard::Storage::kU32);
}

class Scopes {
 public:
  explicit Scopes(Loading& to) : to_(to), model_(to.model) {}

  void make() {
    make_enums();
    model_.scope = std::make_unique<guard::Scope>(model_.arena);
    for (auto& one : model_.guard_enums) model_.scope->add_enum(*one);
    for (const Constant& one : model_.constants) {
      check(*model_.scope, model_.scope->add_number(one.name, one.value), one);
    }
    for (const Cost& one : model_.costs) {
      model_.cost_symbols.push_back(add(*model_.scope, one, Type{.form = Type::Form::kDuration, .most = kMaxPart}, {}));
    }
    for (const Switch& one : model_.switches) model_.switch_symbols.push_back(add(*model_.scope, one, one.type, {}));
    for (const State& one : model_.state) {
      guard::Shape shape;
      if (one.per == State::Per::kCore) shape.count = static_cast<std::uint32_t>(model_.cores);
      bool is_here = one.per != State::Per::kObject && !one.refused;
      if (one.refused) model_.scope->refuse(one.name);
      model_.state_symbols.push_back(is_here ? add(*model_.scope, one, one.type, shape) : nullptr);
    }
    for (const Event& event : model_.events) make_event(event);
  }

 private:
  void make_enums() {
    for (const Enum& from : model_.enums) {
      model_.guard_enums.push_back(std::make_unique<guard::Enum>());
      guard::Enum& made = *model_.guard_enums.back();
      made.name = from.name;
      made.storage = guard::Storage::kU8;
      for (std::size_t i = 0; i < from.symbols.size(); ++i) {
        made.rows.push_back({from.symbols[i].name, static_cast<guard::Int>(i)});
      }
      for (std::size_t i = 0; i < from.columns.size(); ++i) {
        guard::Enum::Column column;
        column.name = from.columns[i].name;
        column.type = guard_type(model_, from.columns[i].type);
        for (const Symbol& symbol : from.symbols) column.values.push_back(symbol.columns[i]);
        made.columns.push_back(std::move(column));
      }
    }
  }

  void make_event(const Event& event) {
    auto scope = std::make_unique<guard::Scope>(model_.arena, model_.scope.get());
    std::vector<const guard::Symbol*> arguments;
    std::vector<const guard::Symbol*> of_objects(model_.state.size());
    for (const Argument& argument : event.arguments) {
      Named row;
      row.name = argument.name;
      row.at = argument.at;
      arguments.push_back(add(*scope, row, argument.type, {}));
      if (argument.type.form != Type::Form::kObject) continue;
      for (std::size_t i = 0; i < model_.state.size(); ++i) {
        const State& one = model_.state[i];
        if (one.per != State::Per::kObject || one.object != argument.type.index) continue;
        if (of_objects[i]) continue;  // a second object of the kind, which has been told
        // The object that the event is about is the only one in sight: an array of one, which its argument indexes.
        of_objects[i] = add(*scope, one, one.type, guard::Shape{.count = 1});
      }
    }
    model_.event_scopes.push_back(std::move(scope));
    model_.argument_symbols.push_back(std::move(arguments));
    model_.object_symbols.push_back(std::move(of_objects));
  }

  const guard::Symbol* add(guard::Scope& scope, const Named& row, const Type& type, const guard::Shape& shape) {
    guard::Symbol* symbol = scope.add_value(row.name, guard_type(model_, type), shape);
    check(scope, symbol, row);
    if (symbol &&
        (type.form == Type::Form::kInt || type.form == Type::Form::kDuration || type.form == Type::Form::kObject)) {
      symbol->lo = type.least;
      symbol->hi = type.most;
    }
    return symbol;
  }

  void check(guard::Scope& scope, const guard::Symbol* symbol, const Named& row) {
    if (symbol) return;
    to_.diags.error(Code::H002, row.at, in_quotes(row.name) + " is the name of something else already")
        .span(row.name.size())
        .hint("guards must tell them apart: rename one");
    scope.refuse(row.name);
  }

  Loading& to_;
  DeviceModel& model_;
};

// One rule, under what the rules before it leave open.
class RuleLoader {
 public:
  RuleLoader(Loading& to, std::size_t event, guard::Checker& checker)
      : to_(to), model_(to.model), event_(event), checker_(checker) {}

  void load(Rule& rule, const Node& row) {
    if (const Node* when = scalar(row, "when")) rule.when = condition(*when);
    guard::Checker::Under under(checker_);
    if (rule.when) checker_.hold(*rule.when);
    for (const Entry& entry : rows_of(row.find("set"))) load_set(rule, entry);
    for (const Entry& entry : rows_of(row.find("set_all"))) load_set_all(rule, entry);
    const Node* cost = scalar(row, "cost");
    if (cost) rule.cost = value(*cost, Type{.form = Type::Form::kDuration, .most = kMaxCost});
  }

 private:
  static const Node* scalar(const Node& row, std::string_view key) {
    const Node* node = row.find(key);
    return node && node->is_scalar() && !node->broken ? node : nullptr;
  }

  const guard::Typed* sound(const guard::Typed* typed, const Node& text) {
    if (!typed || !typed->may_abort) return typed;
    to_.diags.error(Code::H008, text.at, "this may overflow, and a device must decide every event")
        .span(text.text.size())
        .hint("work on smaller numbers, or bound them with `in`");
    return nullptr;
  }

  const guard::Typed* condition(const Node& text) {
    guard::InNode at(to_.sources, text);
    const guard::Expr* expr = guard::parse(text.text, model_.arena, at, to_.diags);
    return expr ? sound(checker_.condition(*expr, at), text) : nullptr;
  }

  // "-900 us..-800 us"; what is out of all bounds is told as a number.
  static std::string times_text(const guard::Bounds& bounds) {
    auto time = [](guard::Int ns) {
      return (ns < 0 ? "-" : "") + policy::duration_text(static_cast<std::int64_t>(ns < 0 ? -ns : ns));
    };
    if (bounds.lo < -kMaxCost * 64 || bounds.hi > kMaxCost * 64) return guard::to_string(bounds) + " ns";
    return bounds.is_one() ? time(bounds.lo) : time(bounds.lo) + ".." + time(bounds.hi);
  }

  const guard::Typed* value(const Node& text, const Type& type) {
    guard::InNode at(to_.sources, text);
    const guard::Expr* expr = guard::parse(text.text, model_.arena, at, to_.diags);
    if (!expr) return nullptr;
    const guard::Typed* typed = sound(checker_.value(*expr, at, guard_type(model_, type)), text);
    if (!typed || type.form == Type::Form::kBool || type.form == Type::Form::kEnum) return typed;
    guard::Bounds bounds = checker_.bounds(*typed);
    if (bounds.lo >= type.least && bounds.hi <= type.most) return typed;
    bool time = type.form == Type::Form::kDuration;
    std::string ends = time ? "a time from 0 to three days"
                            : "from " + std::to_string(type.least) + " to " + std::to_string(type.most);
    to_.diags
        .error(
            Code::H007, text.at,
            "this may be " + (time ? times_text(bounds) : guard::to_string(bounds)) + ", which is not always " + ends)
        .span(text.text.size())
        .hint("bound it: min(..), or a narrower `in` of what it reads");
    return nullptr;
  }

  void load_set(Rule& rule, const Entry& entry) {
    Node key;
    key.at = entry.key_at;
    key.text = entry.key;
    guard::AtPlace at(entry.key_at);
    const guard::Expr* expr = guard::parse(entry.key, model_.arena, at, to_.diags);
    const guard::Typed* target = expr ? checker_.value(*expr, at) : nullptr;
    if (!target) return;
    Setting setting;
    setting.at = entry.key_at;
    setting.target = target;
    const guard::Symbol* symbol = target->act == guard::Act::kElement ? target->args[0]->symbol : target->symbol;
    bool is_variable = target->act == guard::Act::kValue || target->act == guard::Act::kElement;
    int state = is_variable && !target->many ? state_of(symbol) : -1;
    if (state < 0) {
      to_.diags.error(Code::H001, entry.key_at, in_quotes(entry.key) + " is no variable of the state, or more than one")
          .span(entry.key.size())
          .hint("name one of `state`, with [core] or its object where it has one for each; `set_all` sets all cores");
      return;
    }
    setting.state = static_cast<std::size_t>(state);
    finish(rule, setting, *entry.value);
  }

  int state_of(const guard::Symbol* symbol) const {
    for (std::size_t i = 0; i < model_.state.size(); ++i) {
      if (symbol && (model_.state_symbols[i] == symbol || model_.object_symbols[event_][i] == symbol)) {
        return static_cast<int>(i);
      }
    }
    return -1;
  }

  void load_set_all(Rule& rule, const Entry& entry) {
    int state = to_.rows.look_up_key(entry, model_.state, "variable of the state");
    if (state < 0) return;
    Setting setting;
    setting.at = entry.key_at;
    setting.state = static_cast<std::size_t>(state);
    setting.all = true;
    if (model_.state[setting.state].per != State::Per::kCore) {
      to_.diags.error(Code::H003, entry.key_at, in_quotes(entry.key) + " is not `per: core`")
          .span(entry.key.size())
          .hint("use `set`");
      return;
    }
    finish(rule, setting, *entry.value);
  }

  void finish(Rule& rule, Setting setting, const Node& text) {
    if (!text.is_scalar() || text.broken) return;
    setting.value = value(text, model_.state[setting.state].type);
    if (setting.value) rule.sets.push_back(setting);
  }

  Loading& to_;
  DeviceModel& model_;
  std::size_t event_;
  guard::Checker& checker_;
};

// Two rules that may both act must not set one variable: nobody could say which of them counts.
void check_sets(const DeviceModel& model, const Event& event, Diags& diags) {
  for (std::size_t later = 0; later < event.rules.size(); ++later) {
    const Rule& second = model.rules[event.rules[later]];
    for (std::size_t i = 0; i < second.sets.size(); ++i) {
      auto clash = [&](const Rule& first, std::size_t end) {
        for (std::size_t j = 0; j < end; ++j) {
          if (first.sets[j].state != second.sets[i].state) continue;
          diags
              .error(Code::H006, second.sets[i].at,
                     "rules " + in_quotes(first.name) + " and " + in_quotes(second.name) + " both set " +
                         in_quotes(model.state[second.sets[i].state].name) + ", and both may act on one event")
              .hint("set it in one rule with if .. then .. else, or let the first end the event")
              .note(first.sets[j].at, "the other one");
          return true;
        }
        return false;
      };
      bool found = clash(second, i);
      for (std::size_t earlier = 0; !found && earlier < later; ++earlier) {
        const Rule& first = model.rules[event.rules[earlier]];
        bool ends = first.outcome >= 0 && model.outcomes[static_cast<std::size_t>(first.outcome)].ends;
        if (!ends) found = clash(first, first.sets.size());
      }
    }
  }
}

void load_outcome(Rule& rule, const Node& row, Loading& to) {
  const Node* outcome = row.find("outcome");
  if (!outcome) return;
  rule.outcome = to.rows.look_up(outcome, to.model.outcomes, "outcome");
  if (rule.outcome < 0) return;
  const Outcome& named = to.model.outcomes[static_cast<std::size_t>(rule.outcome)];
  if (named.returned[rule.event]) return;
  std::string event(to.model.events[rule.event].name);
  to.diags
      .error(Code::H010, outcome->at, "outcome " + in_quotes(named.name) + " does not say what " + event + " returns")
      .span(outcome->text.size())
      .hint("add `" + event + ":` to the outcome")
      .note(named.at, "the outcome");
}

// What no rule needs is a switch that turns nothing, or a memory that nobody asks.
void check_used(const DeviceModel& model, Diags& diags) {
  std::vector<const guard::Symbol*> read;
  std::vector<bool> set(model.state.size());
  auto note = [&](const guard::Typed* typed) {
    if (!typed) return;
    for (const guard::Symbol* symbol : guard::reads(*typed)) read.push_back(symbol);
  };
  for (const Rule& rule : model.rules) {
    note(rule.when);
    note(rule.cost);
    for (const Setting& setting : rule.sets) {
      note(setting.value);
      set[setting.state] = true;
    }
  }
  auto is_read = [&](const guard::Symbol* symbol) { return std::find(read.begin(), read.end(), symbol) != read.end(); };
  for (std::size_t i = 0; i < model.switches.size(); ++i) {
    if (is_read(model.switch_symbols[i])) continue;
    diags.error(Code::H009, model.switches[i].at, "no rule asks for switch " + in_quotes(model.switches[i].name))
        .span(model.switches[i].name.size())
        .hint("write the rule that it turns, or remove it");
  }
  for (std::size_t i = 0; i < model.state.size(); ++i) {
    bool asked = is_read(model.state_symbols[i]);
    for (const auto& symbols : model.object_symbols) asked = asked || (symbols[i] && is_read(symbols[i]));
    if (asked && set[i]) continue;
    diags
        .error(Code::H009, model.state[i].at,
               "no rule " + std::string(asked ? "sets " : "asks for ") + in_quotes(model.state[i].name))
        .span(model.state[i].name.size())
        .hint(asked ? "then it is a constant or a switch" : "a device remembers only what a rule needs: remove it");
  }
}

// What stands in no rule is told too, though it may be there for a reader alone.
template <class T>
void tell_idle(const T& row, const std::string& message, const char* help, Diags& diags) {
  diags.warning(Code::H009, row.at, message + in_quotes(row.name)).span(row.name.size()).hint(help);
}

void tell_unused(const DeviceModel& model, Diags& diags) {
  for (const Event& event : model.events) {
    if (!event.rules.empty()) continue;
    tell_idle(event, "no rule says what happens on ", "write its rule, or remove it", diags);
  }
  for (std::size_t i = 1; i < model.outcomes.size(); ++i) {  // the first is that no rule has an outcome
    bool named = std::any_of(model.rules.begin(), model.rules.end(),
                             [&](const Rule& rule) { return rule.outcome == static_cast<int>(i); });
    if (!named) tell_idle(model.outcomes[i], "no rule has the outcome ", "write its rule, or remove it", diags);
  }
  for (std::size_t i = 0; i < model.costs.size(); ++i) {
    const Cost& cost = model.costs[i];
    auto asks = [&](const guard::Typed* typed) {
      if (!typed) return false;
      std::vector<const guard::Symbol*> read = guard::reads(*typed);
      return std::find(read.begin(), read.end(), model.cost_symbols[i]) != read.end();
    };
    bool used = !cost.effect.empty() || !cost.knob.empty() ||
                std::any_of(model.rules.begin(), model.rules.end(), [&](const Rule& rule) {
                  return asks(rule.when) || asks(rule.cost) ||
                         std::any_of(rule.sets.begin(), rule.sets.end(),
                                     [&](const Setting& setting) { return asks(setting.value); });
                });
    if (!used && cost.reserved.empty()) {
      tell_idle(cost, "no rule asks for cost ",
                "let a rule cost it, remove it, or say why it stays: `reserved: reason`", diags);
    }
    if (used && !cost.reserved.empty()) {
      tell_idle(cost, "something asks for the reserved cost ", "take `reserved` away", diags);
    }
  }
}

// An argument that says which core must be able to say each.
void tell_cores_out_of_reach(const DeviceModel& model, Diags& diags) {
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    for (std::size_t j = 0; j < model.events[i].arguments.size(); ++j) {
      const Argument& argument = model.events[i].arguments[j];
      const guard::Symbol* symbol = model.argument_symbols[i][j];
      auto is_core = [&](const Setting& setting) {
        return model.state[setting.state].per == State::Per::kCore && setting.target &&
               setting.target->act == guard::Act::kElement && setting.target->args[1]->symbol == symbol;
      };
      bool says_core = std::any_of(model.events[i].rules.begin(), model.events[i].rules.end(), [&](std::size_t rule) {
        return std::any_of(model.rules[rule].sets.begin(), model.rules[rule].sets.end(), is_core);
      });
      std::string all = "0.." + std::to_string(model.cores - 1);
      std::string says = std::to_string(argument.type.least) + ".." + std::to_string(argument.type.most);
      if (!says_core || says == all) continue;
      diags
          .warning(Code::H003, argument.at,
                   in_quotes(argument.name) + " says which core, and is " + says + ", where the cores are " + all)
          .span(argument.name.size())
          .hint("write `" + std::string(argument.name) + ": " + all + "`, or correct `cores:`");
    }
  }
}

}  // namespace

void make_scopes(Loading& to) { Scopes(to).make(); }

void load_rules(const Node& root, Loading& to) {
  DeviceModel& model = to.model;
  std::vector<std::unique_ptr<guard::Checker>> checkers;
  for (const auto& scope : model.event_scopes) {
    checkers.push_back(std::make_unique<guard::Checker>(*scope, model.arena, to.diags));
  }
  bool complete = true;
  for (const Node* row : items_of(root.find("rules"))) {
    const Node* id = row->find("id");
    if (!id || !id->is_scalar()) continue;
    auto rule = named<Rule>(id->text, id->at, *row);
    if (model.rules.size() == kMaxRules) {
      to.diags.error(Code::H004, id->at, "a device has at most " + std::to_string(kMaxRules) + " rules")
          .span(id->text.size())
          .hint("join some of them");
      return;
    }
    int event = to.rows.look_up(row->find("event"), model.events, "event");
    complete = complete && event >= 0;
    if (event < 0) continue;
    rule.event = static_cast<std::size_t>(event);
    rule.tag = to.tag(*row);
    guard::Checker& checker = *checkers[rule.event];
    RuleLoader(to, rule.event, checker).load(rule, *row);
    load_outcome(rule, *row, to);
    // What ends the event did not act when a later rule is asked.
    bool ends = rule.outcome >= 0 && model.outcomes[static_cast<std::size_t>(rule.outcome)].ends;
    if (ends && rule.when) checker.hold(*rule.when, false);
    model.events[rule.event].rules.push_back(model.rules.size());
    model.rules.push_back(std::move(rule));
  }
  for (const Event& event : model.events) check_sets(model, event, to.diags);
  if (!complete || to.diags.failed()) return;
  check_used(model, to.diags);
  tell_unused(model, to.diags);
  tell_cores_out_of_reach(model, to.diags);
}

}  // namespace npuspec::device
