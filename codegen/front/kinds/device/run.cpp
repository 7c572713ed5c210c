#include "front/kinds/device/run.h"

#include <algorithm>

namespace npuspec::device {

Machine::Machine(const DeviceModel& model) : model_(model) {
  std::uint32_t slots = model.scope->slots();
  for (const auto& scope : model.event_scopes) slots = std::max(slots, scope->slots());
  slots_.resize(slots);
  for (const Switch& one : model.switches) switches_.push_back(one.initial);
  for (const Cost& one : model.costs) costs_.push_back(one.is);
  for (std::size_t i = 0; i < model.state.size(); ++i) {
    const State& one = model.state[i];
    first_.push_back(one.initial);
    std::size_t count = one.per == State::Per::kCore ? model.cores : one.per == State::Per::kObject ? 0 : 1;
    values_.emplace_back(count, one.initial);
  }
}

void Machine::start_at(std::size_t state, std::int64_t value) {
  first_[state] = value;
  std::fill(values_[state].begin(), values_[state].end(), value);
}

std::int64_t Machine::value(std::size_t state, std::size_t element) const {
  return element < values_[state].size() ? values_[state][element] : first_[state];
}

void Machine::make_objects(std::size_t kind, std::size_t count) {
  for (std::size_t i = 0; i < model_.state.size(); ++i) {
    const State& one = model_.state[i];
    if (one.per != State::Per::kObject || one.object != kind || values_[i].size() >= count) continue;
    values_[i].resize(count, first_[i]);
  }
}

// The slots of an event's scope: what is so before it, and what it carries.
void Machine::fill(std::size_t event, std::span<const std::int64_t> arguments) {
  for (std::size_t i = 0; i < switches_.size(); ++i) slots_[model_.switch_symbols[i]->slot] = switches_[i];
  for (std::size_t i = 0; i < costs_.size(); ++i) slots_[model_.cost_symbols[i]->slot] = costs_[i];
  for (std::size_t i = 0; i < model_.state.size(); ++i) {
    if (!model_.state_symbols[i]) continue;
    for (std::size_t j = 0; j < values_[i].size(); ++j) slots_[model_.state_symbols[i]->slot + j] = values_[i][j];
  }
  const std::vector<Argument>& declared = model_.events[event].arguments;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    guard::Int value = arguments[i];
    if (declared[i].type.form == Type::Form::kObject) {
      auto object = static_cast<std::size_t>(arguments[i]);
      make_objects(declared[i].type.index, object + 1);
      for (std::size_t j = 0; j < model_.state.size(); ++j) {
        const State& one = model_.state[j];
        const guard::Symbol* symbol = model_.object_symbols[event][j];
        if (symbol && one.object == declared[i].type.index) slots_[symbol->slot] = values_[j][object];
      }
      value = 0;  // the one in sight
    }
    slots_[model_.argument_symbols[event][i]->slot] = value;
  }
}

std::int64_t Machine::run(const guard::Typed& guard) {
  return static_cast<std::int64_t>(interpreter_.run(guard).value);
}

void Machine::plan(std::size_t event, const Setting& setting, std::span<const std::int64_t> arguments,
                   std::vector<Write>& writes) {
  std::int64_t value = run(*setting.value);
  if (setting.all) {
    for (std::size_t i = 0; i < values_[setting.state].size(); ++i) writes.push_back({setting.state, i, value});
    return;
  }
  const State& state = model_.state[setting.state];
  std::size_t element = 0;
  if (state.per == State::Per::kCore) element = static_cast<std::size_t>(run(*setting.target->args[1]));
  if (state.per == State::Per::kObject) {
    const std::vector<Argument>& declared = model_.events[event].arguments;
    for (std::size_t i = 0; i < declared.size(); ++i) {
      bool about = declared[i].type.form == Type::Form::kObject && declared[i].type.index == state.object;
      if (about) element = static_cast<std::size_t>(arguments[i]);
    }
  }
  writes.push_back({setting.state, element, value});
}

Happened Machine::happen(std::size_t event, std::span<const std::int64_t> arguments) {
  fill(event, arguments);
  interpreter_.start({.slots = slots_});
  Happened happened;
  std::vector<Write> writes;
  for (std::size_t index : model_.events[event].rules) {
    const Rule& rule = model_.rules[index];
    if (rule.when && run(*rule.when) == 0) continue;
    happened.rules |= std::uint64_t{1} << index;
    for (const Setting& setting : rule.sets) plan(event, setting, arguments, writes);
    if (rule.cost) happened.cost += run(*rule.cost);
    if (rule.outcome < 0) continue;
    auto outcome = static_cast<std::size_t>(rule.outcome);
    happened.outcome = std::max(happened.outcome, outcome);
    if (model_.outcomes[outcome].ends) break;
  }
  for (const Write& write : writes) values_[write.state][write.element] = write.value;
  return happened;
}

}  // namespace npuspec::device
