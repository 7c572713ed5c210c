// How a device runs: in what order, on which state, and with what result.
#include <doctest/doctest.h>

#include "front/kinds/device/run.h"
#include "front/kinds/policy/lower.h"
#include "front/load.h"
#include "front/report.h"
#include "support/built.h"

using namespace npuspec;
using device::DeviceModel;
using device::Happened;
using device::Machine;

namespace {

// Two rules that read what the other sets, one that ends, and state of all three places.
const std::string kSample = R"(kind: device
name: sample
abi: {major: 1, minor: 0}
doc: A sample.
cores: 2
costs:
  slow: {is: 10 ms, source: a sample}
  quick: {is: 0.5 ms, source: a sample}
switches:
  brittle: {type: bool, default: false, source: a sample}
objects:
  buffer: {doc: A buffer.}
state:
  a: {type: u8, in: 0..9, init: 1}
  b: {type: u8, in: 0..9, init: 2}
  seen: {type: bool, init: false, per: core}
  dirty: {type: bool, init: true, per: buffer}
events:
  swap: {doc: Exchange a and b.}
  touch: {args: {core: 0..1, buffer: buffer}}
  wipe: {doc: Forget.}
rules:
  - {id: a-gets-b, event: swap, set: {a: b}, cost: slow}
  - {id: break, event: swap, when: brittle and a == b, outcome: broken, cost: slow}
  - {id: b-gets-a, event: swap, set: {b: a}, cost: quick}
  - {id: was-dirty, event: touch, when: 'dirty[buffer]', outcome: odd}
  - {id: was-seen, event: touch, when: 'seen[core]', outcome: bad}
  - {id: touched, event: touch, set: {'dirty[buffer]': false, 'seen[core]': true}}
  - {id: wiped, event: wipe, set_all: {seen: false}}
outcomes:
  fine: {swap: 0, touch: 0}
  odd: {touch: 0}
  bad: {touch: 1}
  broken: {swap: -1, ends: true}
)";

enum { kSwap, kTouch, kWipe };
enum { kA, kB, kSeen, kDirty };
enum { kFine, kOdd, kBad, kBroken };

}  // namespace

TEST_CASE("a constant, an enum, a cost and a switch say where they come from") {
  for (const char* row : {"constants:\n  m: {value: 1}\n", "enums:\n  e:\n    rows: {A: {value: 0}}\n",
                          "costs:\n  c: {is: 1 ms}\n", "switches:\n  s: {type: bool, default: false}\n"}) {
    test::Built built("kind: device\nname: sample\nabi: {major: 1, minor: 0}\ndoc: A sample.\n" + std::string(row));
    CAPTURE(row);
    CHECK(built.said().find("error[S002]") != std::string::npos);
    CHECK(built.said().find("'source'") != std::string::npos);
  }
}

TEST_CASE("rules read the state before the event, and what they set takes hold together") {
  test::Built built(kSample);
  Machine machine(built.model<DeviceModel>());
  Happened happened = machine.happen(kSwap, {});
  CHECK(machine.value(kA) == 2);
  CHECK(machine.value(kB) == 1);
  CHECK(happened.outcome == kFine);
  CHECK(happened.cost == 10'500'000);
  CHECK(happened.rules == 0b101u);
}

TEST_CASE("a rule whose outcome ends the event is the last that is asked; what came before it holds") {
  test::Built built(kSample);
  Machine machine(built.model<DeviceModel>());
  machine.set_switch(0, 1);
  machine.start_at(kA, 2);
  Happened happened = machine.happen(kSwap, {});
  CHECK(happened.outcome == kBroken);
  CHECK(happened.rules == 0b11u);
  CHECK(happened.cost == 20'000'000);
  CHECK(machine.value(kA) == 2);
  CHECK(machine.value(kB) == 2);
}

TEST_CASE("the worst outcome counts") {
  test::Built built(kSample);
  Machine machine(built.model<DeviceModel>());
  std::int64_t first[] = {0, 0};
  std::int64_t other_buffer[] = {0, 1};
  std::int64_t other_core[] = {1, 1};
  CHECK(machine.happen(kTouch, first).outcome == kOdd);
  CHECK(machine.happen(kTouch, other_buffer).outcome == kBad);
  CHECK(machine.happen(kTouch, other_core).outcome == kFine);
}

TEST_CASE("each core and each object has state of its own, and a new object is as at first") {
  test::Built built(kSample);
  Machine machine(built.model<DeviceModel>());
  std::int64_t touch[] = {1, 2};
  machine.happen(kTouch, touch);
  CHECK(machine.value(kSeen, 0) == 0);
  CHECK(machine.value(kSeen, 1) == 1);
  CHECK(machine.value(kDirty, 0) == 1);
  CHECK(machine.value(kDirty, 2) == 0);
  CHECK(machine.value(kDirty, 7) == 1);
  machine.happen(kWipe, {});
  CHECK(machine.value(kSeen, 1) == 0);
}

TEST_CASE("a cost may be set, as a knob does") {
  test::Built built(kSample);
  Machine machine(built.model<DeviceModel>());
  machine.set_cost(0, 7);
  CHECK(machine.happen(kSwap, {}).cost == 500'007);
}

TEST_CASE("a device over a policy prices the effects that it names, and only those") {
  SpecSet set = load_specs((test::root() / "specs" / "mode").string());
  REQUIRE_FALSE(set.failed());
  const Spec* policy = set.find("rk3588-mode-transition");
  REQUIRE(policy);
  CHECK(policy::cost_of(*policy, "reset") == 105'000'000);
  CHECK(policy::cost_of(*policy, "warm") == -1);
}

TEST_CASE("a cost of an effect that the policy does not have is refused, and so is a default that is not its knob's") {
  const std::string policy = R"(kind: policy
name: moves
abi: {major: 1, minor: 0}
doc: A sample.
modes:
  prefix: M_
  initial: F16
  columns: {type: [FP16, INT8]}
  rows: {F16: {value: 0, type: FP16}, I8: {value: 1, type: INT8}}
runtime_knobs: {wait: {env: WAIT, type: duration, default: 60 ms}}
columns: {reset: {prefix: R_, letter: R, selectors: {ALWAYS: true}}}
profiles: {prefix: P_, rows: {MM: {reset: ALWAYS, marker: set, to: [I8]}}}
sites: [{name: run, profile: MM, type: [INT8]}]
)";
  auto with = [&](const std::string& costs) {
    test::Built built(policy);
    REQUIRE(built.found().empty());
    built.add("kind: device\nname: sample\nabi: {major: 1, minor: 0}\ndoc: A sample.\nover: moves\ncosts:\n" + costs);
    return built.found();
  };
  CHECK(with("  a: {is: 105 ms, effect: reset, source: x}\n  b: {is: 60 ms, knob: wait, source: x}\n").empty());
  CHECK(with("  a: {is: 105 ms, effect: clear, source: x}\n") == std::vector<std::string>{"7:27: H013"});
  CHECK(with("  b: {is: 60 ms, knob: delay, source: x}\n") == std::vector<std::string>{"7:24: H013"});
  CHECK(with("  b: {is: 61 ms, knob: wait, source: x}\n") == std::vector<std::string>{"7:3: H005"});
  test::Built early(policy);
  early.add("kind: device\nname: early\nabi: {major: 1, minor: 0}\ndoc: d\ncosts: {a: {is: -0.1 ms, source: x}}\n");
  CHECK(early.said().find("it is from 0 to three days") != std::string::npos);
}
