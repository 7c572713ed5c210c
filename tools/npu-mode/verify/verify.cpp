#include "verify/verify.h"

#include <algorithm>

namespace npuspec::verify {
namespace {

// One of each verdict: the space has them with the shortest first.
std::vector<Witness> shortest(const Model& model, const EffectTable& table, const Space& space) {
  std::vector<Witness> all;
  std::vector<std::uint8_t> seen;
  for (const Failure& failure : space.failures) {
    if (std::find(seen.begin(), seen.end(), failure.edge.verdict) != seen.end()) continue;
    seen.push_back(failure.edge.verdict);
    all.push_back(replay(model, table, space.sequence(failure)));
  }
  return all;
}

// The beliefs of which one switch is away, explored to the end: which of these effects each of them needs.
void find_needed(const Policy& policy, const EffectTable& table, const Question& question, Verified& found) {
  for (const Belief& belief : found.beliefs) {
    if (belief.away.size() != 1) continue;
    const Model model(policy, belief.switches, question.options);
    const Space space = explore(model, table, {.max_states = question.max_states});
    for (NeedlessCell& cell : found.needless) {
      if (!is_needless(model, table, space, {cell.effect}, question.max_states)) cell.needed.push_back(belief.text());
    }
  }
}

}  // namespace

bool Verified::safe() const {
  return std::all_of(explored.begin(), explored.end(), [](const Explored& each) { return each.failures.empty(); });
}

bool Verified::has_findings() const {
  return !needless.empty() ||
         std::any_of(drift.begin(), drift.end(), [](const Drift& each) { return each.distinct.empty(); });
}

Verified verify(const Policy& policy, const Question& question) {
  Verified found;
  const Model model(policy, question.switches, question.options);
  found.alphabet = model.steps().size();
  found.device_states = model.hardware().states();
  found.real_device_states = model.hardware().real_states();
  found.drift = find_drift(policy);
  for (std::uint32_t knobs : question.knobs) {
    const EffectTable table(policy, knobs);
    const Space space = explore(model, table, {.max_states = question.max_states});
    found.explored.push_back({knobs, space.states.size(), space.tried, shortest(model, table, space)});
    if (question.quick || found.explored.size() > 1) continue;
    const Needless needless = find_needless(model, table, space, question.max_states);
    found.effects = needless.all.size();
    found.columns = needless.columns;
    for (const CellEffect& effect : needless.cells) {
      const rk3588_costs costs = rk3588_default_costs();
      found.needless.push_back({effect, cost_of(effect, table, costs, question.options.original), {}});
    }
    found.beliefs = find_beliefs(policy, table, question.switches, question.options, question.max_states);
    for (const Belief& belief : found.beliefs) {
      const Model other(policy, belief.switches, question.options);
      found.belief_witness.push_back(belief.safe ? Witness{} : replay(other, table, belief.sequence));
    }
    find_needed(policy, table, question, found);
    found.cheapest = find_cheapest(model, knobs, question.max_states);
  }
  return found;
}

}  // namespace npuspec::verify
