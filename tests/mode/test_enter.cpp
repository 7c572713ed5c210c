// ork_npu_enter against the rules as they were written down, at every point there is, and in the order of its effects.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "front/kinds/policy/model.h"
#include "front/load.h"
#include "mode/rig.h"
#include "support/built.h"

using namespace npuspec;
using test::error_name;
using test::FakeDevice;
using test::Rig;

namespace {

constexpr std::uint64_t kBytes = 64;

// What one entry does, told by two who know nothing of each other: the interpreter of the spec, and the rules of the
// record, typed here from its tables.
struct Expected {
  int result = 0;
  bool reset = false;
  std::uint32_t warm = 0;
  std::uint32_t size = 0;
  int marker = 0;
};

// The record's predicate sets and selectors.
bool i8_live(int f) { return f == 1 || f == 3; }
bool int_dt(int f) { return f == 1 || f == 2 || f == 3; }
bool kw_dt(int f) { return f == 0 || f == 1 || f == 3; }

struct RecordRow {
  const char* keep_warm;
  const char* reset;
  std::uint32_t warm_target;
  const char* warm;
  std::uint32_t size_target;
  const char* size;
  bool sets;
};

constexpr RecordRow kRecord[] = {
    {"MC", "I8ENTRY", 2, "NOTKW", 2, "NT_NOTKW", true},            // MC_MM
    {"SC", "I8ENTRY", 1, "NOTKW", 1, "NT_NOTKW", true},            // SC_MM
    {"MC", "NOTLIVE_NOTKW", 1, "NOTKW", 1, "NOTKW", true},         // CHAIN_NT
    {"MC", "NOTLIVE_NOTKW", 3, "NOTLIVE_NOTKW", 0, "NONE", true},  // STREAM_I8
    {"F16", "NOTKW", 3, "NOTKW", 0, "NONE", true},                 // STREAM_F16
    {"NTI", "NOTKW", 2, "NOTKW", 2, "NT", true},                   // I4_MC
    {"NTI", "NOTKW", 2, "NOTKW", 0, "NONE", true},                 // I4_MWARM
    {"NTI", "NOTKW", 0, "NONE", 0, "NONE", true},                  // I4_INCR
    {"NONE", "ALWAYS", 1, "ALWAYS", 1, "ALWAYS", true},            // I4CHAIN
    {"NONE", "ALWAYS", 3, "ALWAYS", 0, "NONE", true},              // I4_STREAM
    {"NONE", "SDPKW", 0, "NONE", 0, "NONE", false},                // SDP
};

bool keeps_warm(const std::string& selector, int f, int t, bool nt, bool fw) {
  if (selector == "MC") return (nt && int_dt(f) && int_dt(t)) || (fw && kw_dt(f) && kw_dt(t));
  if (selector == "SC") return fw && kw_dt(f) && kw_dt(t);
  if (selector == "NTI") return nt && int_dt(f);
  if (selector == "F16") return fw && kw_dt(f);
  return false;
}

bool holds(const std::string& selector, int f, int t, bool nt, bool kw, bool sdp_noreset) {
  if (selector == "NOTKW") return !kw;
  if (selector == "I8ENTRY") return t == 1 && !i8_live(f) && !kw;
  if (selector == "NOTLIVE_NOTKW") return !i8_live(f) && !kw;
  if (selector == "ALWAYS") return true;
  if (selector == "SDPKW") return !sdp_noreset;
  if (selector == "NT") return !nt;
  if (selector == "NT_NOTKW") return !nt && !kw;
  return false;
}

Expected by_the_record(int profile, int f, int t, std::uint32_t knobs) {
  const RecordRow& row = kRecord[profile];
  if (row.sets && f == t) return {0, false, 0, 0, f};
  const bool nt = (knobs & 1u) != 0;
  const bool fw = (knobs & 2u) != 0;
  const bool sdp_noreset = (knobs & 4u) != 0;
  const bool kw = keeps_warm(row.keep_warm, f, t, nt, fw);
  const auto when = [&](const char* selector) { return holds(selector, f, t, nt, kw, sdp_noreset); };
  return {1, when(row.reset), when(row.warm) ? row.warm_target : 0u, when(row.size) ? row.size_target : 0u,
          row.sets ? t : f};
}

const policy::PolicyModel& model() {
  static const SpecSet set = load_specs((test::root() / "specs" / "mode").string());
  const auto* found = model_of<policy::PolicyModel>(set.find("rk3588-mode-transition"));
  REQUIRE(found);
  return *found;
}

std::size_t column(std::string_view name) {
  const auto& all = model().columns;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
  REQUIRE(found != all.end());
  return static_cast<std::size_t>(found - all.begin());
}

// As the front end's interpreter has it; false where the row does not enter `to` from there.
bool by_the_interpreter(int profile, int f, int t, std::uint32_t knobs, Expected& expected) {
  const policy::Point point{
      static_cast<std::size_t>(profile), static_cast<std::size_t>(f + 1), static_cast<std::size_t>(t + 1), knobs, 0, 0};
  const policy::Cell& cell = model().cell(point);
  if (!cell.valid) return false;
  expected = {cell.returned ? 1 : 0, model().effect(point, column("reset")) != 0,
              static_cast<std::uint32_t>(model().effect(point, column("warm"))),
              static_cast<std::uint32_t>(model().effect(point, column("size"))),
              static_cast<int>(model().modes[cell.marker].value)};
  return true;
}

void set_knobs(const test::Context& context, std::uint32_t knobs) {
  context.set("nothrash", (knobs & 1u) != 0 ? "1" : "0");
  context.set("f16warm", (knobs & 2u) != 0 ? "1" : "0");
  context.set("sdp_noreset", (knobs & 4u) != 0 ? "1" : "0");
}

// Enters, and tells what came of it in the terms of Expected: of warmth, what is gone, by a clear or by the reset.
Expected observe(Rig& rig, int profile, int from, int to) {
  rig.context.assume(from, kBytes);
  const std::size_t resets = rig.fake.count("reset");
  Expected seen;
  seen.result = rig.context.enter(to, profile);
  seen.reset = rig.fake.count("reset") != resets;
  const ork_npu_view view = rig.context.look();
  seen.marker = view.marker;
  seen.warm = (view.warmed ? 0u : 1u) | (view.mwarm[0] ? 0u : 2u);
  seen.size = (view.ccsz == kBytes ? 0u : 1u) | (view.mccsz[0] == kBytes ? 0u : 2u);
  for (int core = 1; core < RK3588_CORE_SLOTS; ++core) {
    CHECK(view.mwarm[core] == view.mwarm[0]);
    CHECK(view.mccsz[core] == view.mccsz[0]);
  }
  CHECK(view.lut_loaded[0] == !seen.reset);
  CHECK(view.task_built[RK3588_CORE_SLOTS - 1] == !seen.reset);
  return seen;
}

template <class Fn>
void each_point(Fn visit) {
  for (int profile = 0; profile < RK3588_MODE_TRANSITION_PROFILES; ++profile) {
    for (int from = -1; from < 6; ++from) {
      for (int to = -1; to < 6; ++to) {
        for (std::uint32_t knobs = 0; knobs < RK3588_MODE_TRANSITION_KNOB_SETTINGS; ++knobs)
          visit(profile, from, to, knobs);
      }
    }
  }
}

std::string after(const FakeDevice& fake, std::size_t first) {
  std::string all;
  for (std::size_t i = first; i < fake.calls.size(); ++i) all += (all.empty() ? "" : ", ") + fake.calls[i];
  return all;
}

}  // namespace

TEST_CASE("every row, mode, mode and knob setting does what the interpreter and the record's rules say") {
  Rig rig;
  std::size_t entered = 0;
  std::size_t refused = 0;
  each_point([&](int profile, int from, int to, std::uint32_t knobs) {
    CAPTURE(profile);
    CAPTURE(from);
    CAPTURE(to);
    CAPTURE(knobs);
    set_knobs(rig.context, knobs);
    Expected spec;
    if (!by_the_interpreter(profile, from, to, knobs, spec)) {
      rig.context.assume(from, kBytes);
      CHECK(rig.context.enter(to, profile) == -ORK_NPU_NO_ENTRY);
      CHECK(rig.context.look().marker == from);
      ++refused;
      return;
    }
    const Expected record = by_the_record(profile, from, to, knobs);
    const Expected seen = observe(rig, profile, from, to);
    for (const Expected& each : {spec, record}) {
      CHECK(seen.result == each.result);
      CHECK(seen.reset == each.reset);
      CHECK(seen.warm == (each.reset ? 3u : each.warm));  // a reset ends warmth in every scope
      CHECK(seen.size == each.size);
      CHECK(seen.marker == each.marker);
    }
    ++entered;
  });
  CHECK(entered == (12u * 7 + 7) * 8);  // 12 targets from 7 modes, and SDP in each of the 7
  CHECK(entered + refused == 11u * 7 * 7 * 8);
}

TEST_CASE("B8, B20: each hook holds back its own effect at every point, and leaves the two others and the marker") {
  for (const char* hook : {"no_reset", "no_warm", "no_size"}) {
    Rig rig;
    rig.context.set(hook, "1");
    const std::string held = hook;
    each_point([&](int profile, int from, int to, std::uint32_t knobs) {
      Expected spec;
      if (!by_the_interpreter(profile, from, to, knobs, spec)) return;
      CAPTURE(hook);
      CAPTURE(profile);
      CAPTURE(from);
      CAPTURE(to);
      CAPTURE(knobs);
      set_knobs(rig.context, knobs);
      const Expected seen = observe(rig, profile, from, to);
      CHECK(seen.result == spec.result);
      CHECK(seen.marker == spec.marker);
      CHECK(seen.reset == (spec.reset && held != "no_reset"));
      CHECK(seen.size == (held == "no_size" ? 0u : spec.size));
      const std::uint32_t warm = spec.reset && held != "no_reset" ? 3u : spec.warm;
      CHECK(seen.warm == (held == "no_warm" ? 0u : warm));
    });
  }
}

TEST_CASE("the reset comes before the clears, and a no-op and a keep-warm touch nothing") {
  Rig rig;
  rig.context.assume(ORK_MODE_COLD);
  std::size_t first = rig.fake.calls.size();
  CHECK(rig.context.enter(ORK_MODE_I8, XP_MC_MM) == 1);
  CHECK(after(rig.fake, first) == "reset, cleared");
  first = rig.fake.calls.size();
  CHECK(rig.context.enter(ORK_MODE_I8, XP_MC_MM) == 0);
  CHECK(rig.context.enter(ORK_MODE_F16, XP_MC_MM) == 1);
  CHECK(after(rig.fake, first).empty());
}

TEST_CASE("while the reset runs, marker and flags are still those of before, and the chain kind is already recorded") {
  Rig rig;
  rig.context.assume(ORK_MODE_F16, kBytes);
  rig.context.set("f16warm", "0");
  int inside = 0;
  // Nobody else may look in: the context is in use.
  rig.fake.in_reset = [&] { inside = ork_npu_look(rig.context.npu, nullptr); };
  rig.fake.reset_error = EIO;
  CHECK(rig.context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_HW) == -EIO);
  CHECK(inside == -ORK_NPU_IN_USE);
  const ork_npu_view view = rig.context.look();
  CHECK(view.marker == ORK_MODE_F16);
  CHECK(view.warmed);
  CHECK(view.ccsz == kBytes);
  CHECK(view.last_chain == OCK_HW);
}

TEST_CASE(
    "B11: a reset that did not happen is an error: no clear is applied, the marker stays, last_chain is recorded") {
  struct Case {
    int error;
    std::int64_t takes;
    int result;
  };
  for (const Case& each : {Case{0, 0, -ORK_NPU_NO_RESET}, Case{EIO, RK3588_RESET_SLEEP, -EIO}}) {
    Rig rig;
    rig.context.assume(ORK_MODE_I4, kBytes);
    rig.fake.reset_error = each.error;
    rig.fake.reset_takes = each.takes;
    CHECK(rig.context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_FUSED) == each.result);
    const ork_npu_view view = rig.context.look();
    CHECK(view.marker == ORK_MODE_I4);
    CHECK(view.last_chain == OCK_FUSED);
    CHECK(view.warmed);
    CHECK(view.mwarm[0]);
    CHECK(view.ccsz == kBytes);
    CHECK(view.resets == 0);
    CHECK(rig.fake.count("cleared") == 0);
  }
}

TEST_CASE("a reset that another one swallowed can be tried again; after one that failed the context is ended") {
  Rig rig;
  rig.fake.reset_takes = 0;
  CHECK(rig.context.enter(ORK_MODE_I8, XP_SC_MM) == -ORK_NPU_NO_RESET);
  rig.fake.reset_takes = RK3588_RESET_SLEEP;
  CHECK(rig.context.enter(ORK_MODE_I8, XP_SC_MM) == 1);
  rig.fake.reset_error = EIO;
  CHECK(rig.context.enter(ORK_MODE_I4_CHAIN, XP_I4CHAIN) == -EIO);
  for (const int result : {rig.context.enter(ORK_MODE_I8, XP_SC_MM), ork_npu_invalidate(rig.context.npu),
                           ork_npu_mode_reset(rig.context.npu), ork_npu_reopen(rig.context.npu),
                           ork_npu_switch_domain(rig.context.npu, 1)}) {
    CHECK(error_name(result) == "device-ended");
  }
}

TEST_CASE("an unknown row, marker or chain kind is a named error that records nothing") {
  Rig rig;
  rig.context.assume(ORK_MODE_F16);
  struct Case {
    int to, profile, chain;
    const char* name;
  };
  for (const Case& each :
       {Case{0, -1, 0, "unknown-profile"}, Case{0, RK3588_MODE_TRANSITION_PROFILES, 0, "unknown-profile"},
        Case{6, XP_MC_MM, 0, "unknown-marker"}, Case{-2, XP_MC_MM, 0, "unknown-marker"},
        Case{INT32_MAX, XP_MC_MM, 0, "unknown-marker"}, Case{1, XP_MC_MM, 4, "unknown-chain-kind"},
        Case{1, XP_MC_MM, -1, "unknown-chain-kind"}, Case{ORK_MODE_I4, XP_MC_MM, OCK_HW, "not-entered-by-this-row"}}) {
    CHECK(error_name(rig.context.enter(each.to, each.profile, each.chain)) == each.name);
  }
  CHECK(rig.context.look().last_chain == OCK_NONE);
  CHECK(rig.context.look().marker == ORK_MODE_F16);
}

TEST_CASE("the chain kind is recorded on a no-op too, and changes nothing of the decision") {
  for (const int chain : {OCK_NONE, OCK_SW, OCK_HW, OCK_FUSED}) {
    Rig rig;
    rig.context.assume(ORK_MODE_I8_CHAIN);
    CHECK(rig.context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, chain) == 0);
    CHECK(rig.context.look().last_chain == chain);
    CHECK(rig.context.enter(ORK_MODE_F16, XP_STREAM_F16, chain) == 1);
    CHECK(rig.fake.count("reset") == 0);
  }
}

TEST_CASE("B2: an fp16 op before an int8 chain costs no reset by default, and one where ORK_SSM_KEEPWARM is 0") {
  Rig rig;
  for (int i = 0; i < 3; ++i) {
    rig.context.assume(ORK_MODE_F16);
    CHECK(rig.context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_HW) == 1);
  }
  CHECK(rig.fake.count("reset") == 0);
  rig.context.set("f16warm", "0");
  rig.context.assume(ORK_MODE_F16);
  CHECK(rig.context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_HW) == 1);
  CHECK(rig.fake.count("reset") == 1);
}

TEST_CASE(
    "B3, B7: element-wise ops reset nothing by default in any mode, and in every mode where ORK_SDP_NORESET is 0") {
  for (const bool noreset : {true, false}) {
    Rig rig;
    rig.context.set("sdp_noreset", noreset ? "1" : "0");
    for (int mode = -1; mode < 6; ++mode) {
      rig.context.assume(mode);
      CHECK(rig.context.enter(mode, XP_SDP) == 1);  // from == to, and yet no no-op
      CHECK(rig.context.look().marker == mode);
    }
    CHECK(rig.fake.count("reset") == (noreset ? 0u : 7u));
  }
}

TEST_CASE(
    "B16: after a self-heal the context is COLD and nothing is warm; with the reset hidden it goes on as if warm") {
  for (const bool hidden : {false, true}) {
    Rig rig;
    rig.context.assume(ORK_MODE_I8);
    CHECK(ork_device_reset(rig.fake.device()) == 0);  // as the submit wrapper does
    if (hidden) rig.fake.hide_a_reset();
    const ork_npu_view view = rig.context.look();
    CHECK(view.marker == (hidden ? ORK_MODE_I8 : ORK_MODE_COLD));
    CHECK(view.warmed == hidden);
    CHECK(view.mwarm[1] == hidden);
    CHECK(view.lut_loaded[0] == hidden);
    // The next int8 entry: the guard reset, or, as if warm, a no-op.
    CHECK(rig.context.enter(ORK_MODE_I8, XP_SC_MM) == (hidden ? 0 : 1));
    CHECK(rig.fake.count("reset") == (hidden ? 1u : 2u));
  }
}

TEST_CASE(
    "B17: SC I8, I4_INCR, MC I8, SC I8 leaves no scalar warmth of before two resets; carried through them it does") {
  for (const bool carried : {false, true}) {
    Rig rig;
    if (carried) rig.context.set("no_warm", "1");  // warmth is kept through a reset, as the original's flags are
    rig.context.assume(ORK_MODE_I8);
    CHECK(rig.context.enter(ORK_MODE_I4, XP_I4_INCR) == 1);  // resets, clears nothing of the context
    CHECK(rig.context.enter(ORK_MODE_I8, XP_MC_MM) == 1);    // resets, its clear is of the per-core scope
    CHECK(rig.context.enter(ORK_MODE_I8, XP_SC_MM) == 0);
    CHECK(rig.fake.count("reset") == 2);
    CHECK(rig.context.look().warmed == carried);
  }
}

TEST_CASE("B17: a parked domain's warmth does not outlive a reset in another, and its sizes do") {
  Rig rig;
  rig.context.assume(ORK_MODE_I8, kBytes);
  REQUIRE(ork_npu_switch_domain(rig.context.npu, 1) == 0);
  rig.context.assume(ORK_MODE_I8, 2 * kBytes);
  CHECK(rig.context.enter(ORK_MODE_I4, XP_I4_INCR) == 1);
  REQUIRE(ork_npu_switch_domain(rig.context.npu, 0) == 0);
  const ork_npu_view view = rig.context.look();
  CHECK_FALSE(view.warmed);
  CHECK_FALSE(view.mwarm[0]);
  CHECK(view.ccsz == kBytes);
  CHECK(view.marker == ORK_MODE_I4);  // of the device, not of a domain
}

TEST_CASE("warmth of a parked domain comes back where no reset came between, and clears are of the active one") {
  Rig rig;
  rig.context.assume(ORK_MODE_I8, kBytes);
  REQUIRE(ork_npu_switch_domain(rig.context.npu, 2) == 0);
  CHECK_FALSE(rig.context.look().warmed);
  rig.context.assume(ORK_MODE_I4_STREAM, kBytes);
  CHECK(rig.context.enter(ORK_MODE_F16, XP_SC_MM) == 1);  // clears scalar warmth and size, no reset
  CHECK_FALSE(rig.context.look().warmed);
  CHECK(rig.context.look().ccsz == 0);
  REQUIRE(ork_npu_switch_domain(rig.context.npu, 0) == 0);
  CHECK(rig.context.look().warmed);
  CHECK(rig.context.look().ccsz == kBytes);
}

TEST_CASE("B22: entering before the domain is switched clears the wrong scratch set, and after it the right one") {
  for (const bool enters_first : {true, false}) {
    Rig rig;
    rig.context.assume(ORK_MODE_I8, kBytes);
    REQUIRE(ork_npu_switch_domain(rig.context.npu, 1) == 0);
    rig.context.assume(ORK_MODE_I4_STREAM, kBytes);
    REQUIRE(ork_npu_switch_domain(rig.context.npu, 0) == 0);
    if (enters_first) CHECK(rig.context.enter(ORK_MODE_F16, XP_SC_MM) == 1);
    REQUIRE(ork_npu_switch_domain(rig.context.npu, 1) == 0);
    if (!enters_first) CHECK(rig.context.enter(ORK_MODE_F16, XP_SC_MM) == 1);
    CHECK(rig.context.look().warmed == enters_first);  // the symptom: what runs next thinks itself warm
    REQUIRE(ork_npu_switch_domain(rig.context.npu, 0) == 0);
    CHECK(rig.context.look().warmed == !enters_first);
  }
}

TEST_CASE("another context's reset leaves this one COLD, in the middle of its own entry too") {
  FakeDevice fake;
  test::Context one(fake);
  test::Context other(fake);
  one.assume(ORK_MODE_I8);
  other.assume(ORK_MODE_F16);
  CHECK(other.enter(ORK_MODE_I4_CHAIN, XP_I4CHAIN) == 1);
  CHECK(other.look().marker == ORK_MODE_I4_CHAIN);
  CHECK(one.look().marker == ORK_MODE_COLD);
  CHECK_FALSE(one.look().warmed);
  // One that came between the taking of the context and its own reset: nobody can tell which was the last.
  fake.in_reset = [&] { ++fake.base.epoch; };
  CHECK(one.enter(ORK_MODE_I8, XP_SC_MM) == 1);
  fake.in_reset = nullptr;
  CHECK(one.look().marker == ORK_MODE_COLD);
}

TEST_CASE("a mode reset, an invalidate and a re-open leave COLD; only the last gives sizes up") {
  for (const int how : {0, 1, 2}) {
    Rig rig;
    rig.context.assume(ORK_MODE_I8, kBytes);
    REQUIRE((how == 0   ? ork_npu_mode_reset(rig.context.npu)
             : how == 1 ? ork_npu_invalidate(rig.context.npu)
                        : ork_npu_reopen(rig.context.npu)) == 0);
    const ork_npu_view view = rig.context.look();
    CHECK(view.marker == ORK_MODE_COLD);
    CHECK_FALSE(view.warmed);
    CHECK_FALSE(view.mwarm[3]);
    CHECK(view.ccsz == (how == 2 ? 0 : kBytes));
    CHECK(view.lut_loaded[0] == (how == 1));  // tables are the device's: only a reset, or starting over, ends them
    CHECK(rig.fake.count("reset") == (how == 0 ? 1u : 0u));
  }
}

TEST_CASE("a mode reset that did not happen says so and invalidates nothing") {
  Rig rig;
  rig.context.assume(ORK_MODE_I8);
  rig.fake.reset_takes = 0;
  CHECK(ork_npu_mode_reset(rig.context.npu) == -ORK_NPU_NO_RESET);
  CHECK(rig.context.look().marker == ORK_MODE_I8);
  CHECK(rig.context.look().warmed);
}

TEST_CASE("a domain that cannot be attached is an error, and the context stays in its own") {
  Rig rig;
  CHECK(ork_npu_switch_domain(rig.context.npu, RK3588_DOMAINS) == -EINVAL);
  CHECK(ork_npu_switch_domain(rig.context.npu, -1) == -EINVAL);
  rig.fake.attach_error = EBUSY;
  CHECK(ork_npu_switch_domain(rig.context.npu, 1) == -EBUSY);
  CHECK(rig.context.look().domain == 0);
}

TEST_CASE("B5: XPROF counts entries by row and origin, no-ops too, and prints each under its own name") {
  for (int profile = 0; profile < RK3588_MODE_TRANSITION_PROFILES; ++profile) {
    Rig rig;
    rig.context.set("xprof", "1");
    std::vector<std::string> wanted;
    for (int from = -1; from < 6; ++from) {
      int to = -2;
      Expected spec;
      while (++to < 6 && !by_the_interpreter(profile, from, to, 6, spec)) {
      }
      REQUIRE(to < 6);
      for (int times = 0; times < from + 2; ++times) {
        rig.context.assume(from);
        CHECK(rig.context.enter(to, profile) >= 0);
      }
      std::uint64_t count = 0;
      CHECK(ork_npu_xprof(rig.context.npu, profile, from, &count) == 0);
      CHECK(count == static_cast<std::uint64_t>(from + 2));
      wanted.push_back("xprof " + std::string(model().profiles[static_cast<std::size_t>(profile)].name) + " from " +
                       std::string(model().modes[static_cast<std::size_t>(from + 1)].name) + ": " +
                       std::to_string(from + 2));
    }
    rig.context.lines.clear();
    CHECK(ork_npu_dump_xprof(rig.context.npu) == 0);
    CHECK(rig.context.lines == wanted);
  }
}

TEST_CASE("XPROF counts nothing while it is off, and is dumped at teardown while it is on") {
  FakeDevice fake;
  std::vector<std::string> lines;
  for (const char* on : {"0", "1"}) {
    ork_npu npu{};
    REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
    REQUIRE(ork_npu_set_sink(npu, test::Context::take, &lines) == 0);
    REQUIRE(ork_npu_set_knob(npu, "xprof", on) == 0);
    CHECK(ork_npu_enter(npu, ORK_MODE_F16, XP_MC_MM, OCK_NONE) == 1);
    CHECK(ork_npu_close(npu) == 0);
  }
  CHECK(lines == std::vector<std::string>{"xprof MC_MM from COLD: 1"});
}

TEST_CASE("ORK_DEBUG_RESET logs each reset with its number, its caller and what resets cost so far") {
  Rig rig;
  rig.context.set("debug_reset", "1");
  rig.fake.reset_takes = 105'000'000;
  CHECK(rig.context.enter(ORK_MODE_I8, XP_SC_MM) == 1);
  rig.fake.reset_takes = 107'000'000;
  CHECK(rig.context.enter(ORK_MODE_I4_CHAIN, XP_I4CHAIN, OCK_HW) == 1);
  rig.fake.reset_takes = 1'000;
  CHECK(rig.context.enter(ORK_MODE_I4_STREAM, XP_I4_STREAM, OCK_SW) == -ORK_NPU_NO_RESET);
  CHECK(rig.context.lines ==
        std::vector<std::string>{"reset 1: row SC_MM, COLD to I8, chain NONE; 1 so far, 105.0 ms, mean 105000 us",
                                 "reset 2: row I4CHAIN, I8 to I4_CHAIN, chain HW; 2 so far, 212.0 ms, mean 106000 us",
                                 "reset 3: row I4_STREAM, I4_CHAIN to I4_STREAM, chain SW, did not happen; 2 so far, "
                                 "212.0 ms, mean 106000 us"});
  CHECK(rig.context.look().resets == 2);
  CHECK(rig.context.look().reset_ns == 212'000'000);
  rig.context.lines.clear();
  rig.fake.reset_takes = 106'000'000;
  CHECK(ork_npu_mode_reset(rig.context.npu) == 0);
  CHECK(ork_device_reset(rig.fake.device()) == 0);
  (void)rig.context.look();
  CHECK(rig.context.lines == std::vector<std::string>{"reset 3: mode_reset; 3 so far, 318.0 ms, mean 106000 us",
                                                      "resets from elsewhere: 1, COLD to COLD"});
}
