#include "verify/beliefs.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace npuspec::verify {
namespace {

std::vector<int> uncertain_switches() {
  std::vector<int> all;
  for (int i = 0; i < RK3588_SWITCHES; ++i) {
    if (rk3588_switch_rows[i].uncertain) all.push_back(i);
  }
  return all;
}

std::vector<Belief> combinations(const rk3588_switches& given) {
  std::vector<Belief> all = {{.switches = given}};
  for (int which : uncertain_switches()) {
    const std::size_t count = all.size();
    for (int position = 0; position < rk3588_switch_rows[which].positions; ++position) {
      if (position == position_of(given, which)) continue;
      for (std::size_t i = 0; i < count; ++i) {
        Belief belief = all[i];
        rk3588_set_switch(&belief.switches, which, position);
        belief.away.emplace_back(which, position);
        all.push_back(std::move(belief));
      }
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Belief& a, const Belief& b) { return a.away.size() < b.away.size(); });
  all.erase(all.begin());  // the given one
  return all;
}

// The generated struct has no comparison; its switches are one byte each.
static_assert(sizeof(rk3588_switches) == RK3588_SWITCHES);

bool same(const rk3588_switches& a, const rk3588_switches& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

bool is_part(const Belief& part, const Belief& whole) {
  return part.away.size() < whole.away.size() && std::all_of(part.away.begin(), part.away.end(), [&](const auto& each) {
           return std::find(whole.away.begin(), whole.away.end(), each) != whole.away.end();
         });
}

}  // namespace

std::string position_name(int which, int position) {
  const rk3588_switch_row& row = rk3588_switch_rows[which];
  return row.names ? row.names[position] : position != 0 ? "true" : "false";
}

// By trying: generated code sets switches by number, and reads them by name.
int position_of(const rk3588_switches& switches, int which) {
  for (int position = 0; position < rk3588_switch_rows[which].positions; ++position) {
    rk3588_switches other = switches;
    rk3588_set_switch(&other, which, position);
    if (same(other, switches)) return position;
  }
  return -1;
}

std::string Belief::text() const {
  std::string text;
  for (const auto& [which, position] : away) {
    text +=
        (text.empty() ? "" : ", ") + std::string(rk3588_switch_rows[which].name) + "=" + position_name(which, position);
  }
  return text;
}

std::vector<Belief> find_beliefs(const Policy& policy, const EffectTable& table, const rk3588_switches& given,
                                 const Options& options, std::size_t max_states) {
  std::vector<Belief> beliefs = combinations(given);
  std::map<std::vector<std::uint16_t>, const Belief*> known;  // by what the device does
  for (Belief& belief : beliefs) {
    const Model model(policy, belief.switches, options);
    const auto [found, fresh] = known.try_emplace(model.hardware().fingerprint(), &belief);
    if (!fresh) {
      const Belief& other = *found->second;
      belief.safe = other.safe;
      belief.verdict = other.verdict;
      belief.states = other.states;
      belief.sequence = other.sequence;
      continue;
    }
    const Space space = explore(model, table, {.max_states = max_states, .stop = true});
    belief.safe = space.safe();
    belief.states = space.states.size();
    if (belief.safe) continue;
    belief.verdict = space.failures.front().edge.verdict;
    belief.sequence = space.sequence(space.failures.front());
  }
  return beliefs;
}

Reasons reasons_of(const std::vector<Belief>& beliefs) {
  Reasons reasons;
  for (const Belief& belief : beliefs) {
    const bool part_is_unsafe = std::any_of(beliefs.begin(), beliefs.end(),
                                            [&](const Belief& other) { return !other.safe && is_part(other, belief); });
    if (!belief.safe && !part_is_unsafe) reasons.unsafe.push_back(&belief);
    if (belief.safe && part_is_unsafe) reasons.rescued.push_back(&belief);
  }
  return reasons;
}

}  // namespace npuspec::verify
