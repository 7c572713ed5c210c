#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "mode/shipped.h"
#include "verify/needless.h"
#include "verify/verify.h"

using namespace npuspec;
using namespace npuspec::verify;

namespace {

// The device's paths, and whether one of them does something.
std::vector<rk3588_path> paths_with(const std::string& name, std::uint8_t does) {
  std::vector<rk3588_path> paths(rk3588_paths, rk3588_paths + RK3588_PATHS + 1);
  for (rk3588_path& path : paths) {
    if (path.name && path.name == name) path.does = does;
  }
  return paths;
}

Witness first_failure(const Model& model, const EffectTable& table) {
  const Space space = explore(model, table, {.stop = true});
  REQUIRE_FALSE(space.safe());
  return replay(model, table, space.sequence(space.failures.front()));
}

std::vector<std::string> rules_of(const Witness& witness) {
  std::vector<std::string> names;
  for (int rule : witness.rules) names.emplace_back(rk3588_rule_rows[rule].name);
  return names;
}

std::vector<Event> some_events() {
  std::vector<Event> events = {{.what = RK3588_EVENT_RESET},
                               {.what = RK3588_EVENT_CLEAR},
                               {.what = RK3588_EVENT_RESTORE},
                               {.what = RK3588_EVENT_LOAD},
                               {.what = RK3588_EVENT_ATTACH, .domain = 0},
                               {.what = RK3588_EVENT_ATTACH, .domain = 1}};
  for (std::uint8_t op = 0; op < RK3588_OP_COUNT; ++op) {
    for (bool multi : {false, true}) {
      for (bool stale : {false, true})
        events.push_back({.what = RK3588_EVENT_SUBMIT, .submit = {op, multi, false}, .stale = stale});
    }
  }
  return events;
}

}  // namespace

TEST_CASE("of the device, the states that are one give the same outcomes as the real ones, whatever happens") {
  std::mt19937 random(20260712);
  const std::vector<Event> events = some_events();
  for (int round = 0; round < 12; ++round) {
    rk3588_switches switches = rk3588_default_switches();
    for (int i = 0; i < RK3588_SWITCHES && round > 0; ++i) {
      // A reset that fails ends every sequence at once.
      if (i == RK3588_SWITCH_RESET_FAILS) continue;
      rk3588_set_switch(&switches, i, static_cast<int>(random() % rk3588_switch_rows[i].positions));
    }
    const Hardware hardware(switches, events);
    CHECK(hardware.states() < hardware.real_states());
    rk3588_state real = opened(switches);
    std::uint16_t state = hardware.first();
    for (int step = 0; step < 4000; ++step) {
      const Event& event = events[random() % events.size()];
      const std::size_t number = hardware.number(event);
      const rk3588_outcome outcome = happen(real, event, switches).outcome;
      REQUIRE(hardware.outcome(state, number) == outcome);
      state = hardware.after(state, number);
      if (!fails(outcome, true)) continue;
      real = opened(switches);
      state = hardware.first();
    }
  }
}

TEST_CASE("B1: a LUT op of either type that leaves the descriptor as it is wedges the next single-core matmul") {
  for (const char* lut : {"lut_i16", "lut_i8"}) {
    CAPTURE(lut);
    const std::vector<rk3588_path> paths = paths_with(lut, RK3588_DOES_LOAD);
    const Model model(shipped(), rk3588_default_switches(), {}, paths.data());
    const Witness witness = first_failure(model, EffectTable(shipped(), shipped().default_knobs));
    REQUIRE(witness.steps.size() == 2);
    CHECK(witness.steps[0].step.sites.front() == lut);
    CHECK(witness.verdict == RK3588_WEDGE);
    CHECK(rules_of(witness) == std::vector<std::string>{"poisoned-descriptor"});
  }
}

TEST_CASE("a LUT op that counts on a table which a reset took corrupts") {
  const std::vector<rk3588_path> paths = paths_with("lut_i16", RK3588_DOES_RESTORE);
  const Model model(shipped(), rk3588_default_switches(), {}, paths.data());
  const Witness witness = first_failure(model, EffectTable(shipped(), shipped().default_knobs));
  CHECK(witness.steps.size() == 1);
  CHECK(rules_of(witness) == std::vector<std::string>{"lut-missing"});
}

TEST_CASE("B17: as the original, a warm flag outlives a reset, by clears of another scope") {
  const Model model(shipped(), rk3588_default_switches(), {.original = true});
  const EffectTable table(shipped(), shipped().default_knobs);
  const Space space = explore(model, table);
  const auto found = std::find_if(space.failures.begin(), space.failures.end(),
                                  [](const Failure& each) { return each.edge.verdict == kOutlived; });
  REQUIRE(found != space.failures.end());
  const Witness witness = replay(model, table, space.sequence(*found));
  const bool reset = std::any_of(witness.steps.begin(), witness.steps.end(),
                                 [](const WitnessStep& each) { return each.effect.reset; });
  CHECK(reset);
  CHECK(explore(Model(shipped(), rk3588_default_switches(), {}), table).safe());
}

TEST_CASE(
    "B9: a job that a reset in another domain drops is run again, since its output is cold; not by the original") {
  rk3588_switches switches = rk3588_default_switches();
  switches.reset_drops_in_domain = true;
  const EffectTable table(shipped(), shipped().default_knobs);
  // All shapes of two domains are many states: the sites that matter are kept.
  Policy few = shipped();
  std::erase_if(few.sites, [](const Site& site) {
    return site.name != "run_single_core" && site.name != "ork_mm_run_i4_incr" && site.name != "run_chain_i8_impl";
  });
  CHECK(explore(Model(few, switches, {.domains = 2}), table).safe());
  const Model original(few, switches, {.domains = 2, .original = true});
  const Space space = explore(original, table);
  std::set<std::uint8_t> verdicts;
  for (const Failure& each : space.failures) verdicts.insert(each.edge.verdict);
  CHECK(verdicts.contains(kOutlived));
}

TEST_CASE("what a sequence says happened fails on the real device too") {
  for (int which = 0; which < RK3588_SWITCHES; ++which) {
    for (int position = 0; position < rk3588_switch_rows[which].positions; ++position) {
      rk3588_switches switches = rk3588_default_switches();
      rk3588_set_switch(&switches, which, position);
      const Model model(shipped(), switches, {});
      const EffectTable table(shipped(), shipped().default_knobs);
      const Space space = explore(model, table, {.stop = true});
      if (space.safe()) continue;
      CAPTURE(rk3588_switch_rows[which].name);
      const Witness witness = replay(model, table, space.sequence(space.failures.front()));
      rk3588_state device = opened(switches);
      rk3588_result last = {};
      for (const WitnessStep& step : witness.steps) {
        for (const Event& event : step.events) {
          REQUIRE_FALSE(fails(last.outcome, true));
          last = happen(device, event, switches);
        }
      }
      CHECK(last.outcome == witness.verdict);
      CHECK_FALSE(witness.rules.empty());
    }
  }
}

TEST_CASE("an effect is needless exactly where the policy without it, explored by itself, fails at nothing new") {
  for (int hazard : {int{RK3588_NEED_NOTHING}, int{RK3588_NEED_CLEARS}}) {
    rk3588_switches switches = rk3588_default_switches();
    rk3588_set_switch(&switches, RK3588_SWITCH_INT4_INT8_HAZARD, hazard);
    const Model model(shipped(), switches, {});
    const EffectTable table(shipped(), shipped().default_knobs);
    const Space given = explore(model, table);
    std::size_t needed = 0;
    for (const CellEffect& effect : effects_of(model, table)) {
      const Space alone = explore(model, without(table, {effect}));
      const bool nothing_new = std::all_of(alone.failures.begin(), alone.failures.end(),
                                           [&](const Failure& each) { return given.has(each.edge); });
      CHECK(is_needless(model, table, given, {effect}, 0) == nothing_new);
      needed += nothing_new ? 0 : 1;
    }
    CHECK(needed >= 4);  // COLD to int8, of four rows
  }
}

TEST_CASE("a limit of states is an error") {
  const Model model(shipped(), rk3588_default_switches(), {});
  const EffectTable table(shipped(), shipped().default_knobs);
  const std::size_t all = explore(model, table).states.size();
  CHECK(explore(model, table, {.max_states = all}).states.size() == all);
  CHECK_THROWS_AS(explore(model, table, {.max_states = all - 1}), TooMany);
}

TEST_CASE("a site without a path is refused by name") {
  Policy policy = shipped();
  policy.sites.front().name = "run_elsewhere";
  try {
    const Model model(policy, rk3588_default_switches(), {});
    FAIL("taken");
  } catch (const ModelError& error) {
    CHECK(error.text.find("'run_elsewhere'") != std::string::npos);
  }
}

TEST_CASE("states and what finds them again take memory in proportion") {
  StateSet set(2);
  std::set<std::pair<std::uint64_t, std::uint64_t>> known;
  std::mt19937_64 random(1);
  for (int i = 0; i < 50000; ++i) {
    State state;
    state.words[0] = random() % 200;
    state.words[1] = random() % 200;
    const bool fresh = known.emplace(state.words[0], state.words[1]).second;
    CHECK(set.insert(state).second == fresh);
    REQUIRE(set.size() == known.size());
  }
  for (std::size_t i = 0; i < set.size(); ++i) CHECK(known.contains({set.at(i).words[0], set.at(i).words[1]}));
}
