#include "verify/needless.h"

#include <algorithm>
#include <tuple>

namespace npuspec::verify {
namespace {

bool acts(const Effect& effect, Column column) {
  return column == kReset ? effect.reset : column == kWarm ? effect.warm != 0 : effect.size != 0;
}

// Whether what the change adds to the given states may fail. That may be by a state which the changed policy never
// reaches.
bool may_fail(const Model& model, const EffectTable& changed, const Space& given,
              const std::vector<CellEffect>& effects, std::size_t max_states) {
  StateSet added(model.words());
  auto judge = [&](const State& state, std::size_t step) {
    State next = state;
    const std::uint8_t verdict = model.run(next, model.steps()[step], changed);
    if (verdict == kImpossible) return true;
    if (verdict == RK3588_OK) {
      if (!given.states.contains(next)) added.insert(next);
      if (max_states != 0 && added.size() > max_states) throw TooMany{max_states};
      return true;
    }
    return given.has({static_cast<std::uint16_t>(step), static_cast<std::uint8_t>(model.marker(state)), verdict});
  };
  for (std::size_t i = 0; i < given.states.size(); ++i) {
    const State state = given.states.at(i);
    const std::size_t from = model.marker(state);
    for (std::size_t step = 0; step < model.steps().size(); ++step) {
      const Step& of = model.steps()[step];
      const bool changes = std::any_of(effects.begin(), effects.end(), [&](const CellEffect& effect) {
        const bool transient = model.policy().profiles[effect.profile].transient;
        return of.profile == static_cast<int>(effect.profile) && from == effect.from &&
               (transient || of.to == effect.to);
      });
      if (changes && !judge(state, step)) return true;
    }
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    const State state = added.at(i);
    for (std::size_t step = 0; step < model.steps().size(); ++step) {
      if (!judge(state, step)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<CellEffect> effects_of(const Model& model, const EffectTable& table) {
  std::vector<CellEffect> all;
  for (const Step& step : model.steps()) {
    if (step.profile < 0) continue;
    const auto profile = static_cast<std::size_t>(step.profile);
    const bool transient = model.policy().profiles[profile].transient;
    for (std::size_t from = 0; from < model.policy().modes.size(); ++from) {
      const std::size_t to = transient ? from : step.to;
      for (Column column : {kReset, kWarm, kSize}) {
        const CellEffect effect = {profile, from, to, column};
        if (!acts(table.at(profile, from, to), column)) continue;
        if (std::find(all.begin(), all.end(), effect) == all.end()) all.push_back(effect);
      }
    }
  }
  std::sort(all.begin(), all.end(), [](const CellEffect& a, const CellEffect& b) {
    return std::tie(a.profile, a.to, a.from, a.column) < std::tie(b.profile, b.to, b.from, b.column);
  });
  return all;
}

EffectTable without(EffectTable table, const std::vector<CellEffect>& effects) {
  for (const CellEffect& each : effects) {
    Effect& cell = table.at(each.profile, each.from, each.to);
    if (each.column == kReset) cell.reset = false;
    if (each.column == kWarm) cell.warm = 0;
    if (each.column == kSize) cell.size = 0;
  }
  return table;
}

std::uint64_t cost_of(const CellEffect& effect, const EffectTable& table, const rk3588_costs& costs, bool original) {
  if (effect.column == kReset) return costs.reset;
  const Effect& cell = table.at(effect.profile, effect.from, effect.to);
  if (effect.column == kWarm && cell.reset && !original) return 0;
  // A size that is forgotten makes the buffer anew, which is then cold; both at once are one more run.
  return effect.column == kSize && cell.warm != 0 ? 0 : costs.rewarm;
}

bool is_needless(const Model& model, const EffectTable& table, const Space& given,
                 const std::vector<CellEffect>& effects, std::size_t max_states) {
  const EffectTable changed = without(table, effects);
  if (!may_fail(model, changed, given, effects, max_states)) return true;
  return explore(model, changed, {.max_states = max_states, .stop = true, .beyond = &given}).safe();
}

Needless find_needless(const Model& model, const EffectTable& table, const Space& given, std::size_t max_states) {
  Needless found;
  found.all = effects_of(model, table);
  for (const CellEffect& each : found.all) {
    if (is_needless(model, table, given, {each}, max_states)) found.cells.push_back(each);
  }
  for (std::size_t profile = 0; profile < model.policy().profiles.size(); ++profile) {
    for (Column column : {kReset, kWarm, kSize}) {
      std::vector<CellEffect> own;
      for (const CellEffect& each : found.all) {
        if (each.profile == profile && each.column == column) own.push_back(each);
      }
      const bool each_is = std::all_of(own.begin(), own.end(), [&](const CellEffect& each) {
        return std::find(found.cells.begin(), found.cells.end(), each) != found.cells.end();
      });
      if (own.empty() || !each_is || !is_needless(model, table, given, own, max_states)) continue;
      found.columns.push_back({profile, column, own.size()});
    }
  }
  return found;
}

}  // namespace npuspec::verify
