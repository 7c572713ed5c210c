// The generated C and C++ of the shipped device against the interpreter: random sequences of events, under random
// switches, each state compared after each event.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "device/device_c.h"
#include "front/kinds/device/run.h"
#include "front/load.h"
#include "rk3588_gen.hpp"
#include "support/built.h"

using namespace npuspec;
using device::DeviceModel;
using device::Happened;
using device::Machine;

namespace {

constexpr std::size_t kBuffers = 4;
constexpr int kSequences = 4000;
constexpr int kEvents = 60;

const DeviceModel& model() {
  static const SpecSet set = load_specs((test::root() / "specs" / "mode").string());
  const auto* found = model_of<DeviceModel>(set.find("rk3588"));
  REQUIRE(found);
  return *found;
}

rk3588::Switches switches_of(const std::vector<int>& positions) {
  rk3588::Switches made;
  std::size_t next = 0;
  auto is = [&] { return positions[next++] != 0; };
  made.cold_int8_wedges = is();
  made.fp16_primes = is();
  made.int4_int8_hazard = static_cast<rk3588::Need>(positions[next++]);
  made.fp16_separates = is();
  made.descriptor_poison = is();
  made.int8_sdp_hangs = is();
  made.first_write_stale = is();
  made.lut_lost = is();
  made.reset_drops_in_domain = is();
  made.concurrent_reset_does_nothing = is();
  made.reset_window_drops = is();
  made.reset_fails = is();
  made.doorbell_drop = is();
  made.int4_chain_repeat = is();
  REQUIRE(next == positions.size());
  return made;
}

struct Random {
  std::mt19937_64 engine{20260714};
  std::int64_t from(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(most - least + 1));
  }
};

// The state variables that C has by number, as the interpreter has them.
std::size_t differing(const Machine& machine) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < model().state.size(); ++i) {
    std::size_t count = 1;
    if (model().state[i].per == device::State::Per::kCore) count = model().cores;
    if (model().state[i].per == device::State::Per::kObject) count = kBuffers;
    for (std::size_t j = 0; j < count; ++j) {
      if (device_c_state(static_cast<int>(i), static_cast<int>(j)) != machine.value(i, j)) ++wrong;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("generated C, generated C++ and the interpreter agree on random sequences under random switches") {
  Random random;
  std::size_t wrong = 0;
  std::size_t events = 0;
  std::vector<std::size_t> outcomes(model().outcomes.size());
  std::uint64_t rules = 0;
  for (int sequence = 0; sequence < kSequences; ++sequence) {
    Machine machine(model());
    std::vector<int> positions;
    for (std::size_t i = 0; i < model().switches.size(); ++i) {
      const device::Type& type = model().switches[i].type;
      // Mostly as believed, or nearly every sequence would end in the same few hazards.
      bool turned = random.from(0, 3) == 0;
      std::int64_t position = turned ? random.from(0, type.most) : model().switches[i].initial;
      positions.push_back(static_cast<int>(position));
      machine.set_switch(i, position);
    }
    device_c_start(positions.data());
    rk3588::State state;
    std::array<rk3588::Buffer, kBuffers> buffers;
    const rk3588::Switches switches = switches_of(positions);
    const rk3588::Costs costs;
    for (int i = 0; i < kEvents; ++i, ++events) {
      auto event = static_cast<std::size_t>(random.from(0, static_cast<std::int64_t>(model().events.size()) - 1));
      if (random.from(0, 1) == 0) event = model().events.size() - 1;  // most of what happens is a submit
      std::vector<std::int64_t> arguments;
      std::size_t buffer = 0;
      for (const device::Argument& argument : model().events[event].arguments) {
        bool is_object = argument.type.form == device::Type::Form::kObject;
        std::int64_t value = random.from(argument.type.least, is_object ? kBuffers - 1 : argument.type.most);
        if (is_object) buffer = static_cast<std::size_t>(value);
        arguments.push_back(value);
      }
      Happened expected = machine.happen(event, arguments);
      device_c_result c = device_c_happen(static_cast<int>(event), static_cast<int>(buffer), arguments.data());
      rk3588::Result cpp =
          rk3588::happen(state, buffers[buffer], switches, costs, static_cast<rk3588::Event>(event), arguments.data());
      if (c.outcome != static_cast<int>(expected.outcome) || c.rules != expected.rules ||
          c.cost != static_cast<std::uint64_t>(expected.cost)) {
        ++wrong;
      }
      if (static_cast<std::size_t>(cpp.outcome) != expected.outcome || cpp.rules != expected.rules ||
          cpp.cost != c.cost || state.int8_primed != (machine.value(0) != 0)) {
        ++wrong;
      }
      wrong += differing(machine);
      ++outcomes[expected.outcome];
      rules |= expected.rules;
    }
  }
  CHECK(events == static_cast<std::size_t>(kSequences) * kEvents);
  CHECK(wrong == 0);
  // Nothing is proved of what never happened.
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    CAPTURE(std::string(model().outcomes[i].name));
    CHECK(outcomes[i] > 0);
  }
  CHECK(rules == (std::uint64_t{1} << model().rules.size()) - 1);
}

TEST_CASE("the examples of the spec come out of the generated C") {
  int count = 0;
  CHECK(device_c_wrong_vectors(&count) == 0);
  CHECK(count == static_cast<int>(model().examples.size()));
  CHECK(count > 30);
}

TEST_CASE("an event whose argument is out of its range changes nothing, and says so, in C and in C++") {
  const std::vector<int> positions = [] {
    std::vector<int> initial;
    for (const auto& each : model().switches) initial.push_back(static_cast<int>(each.initial));
    return initial;
  }();
  const auto refusal = static_cast<int>(rk3588::Outcome::kOutOfRange);
  constexpr std::int64_t kWrap = std::int64_t{1} << 32;  // in range again, were it cut to 32 bits
  std::size_t tried = 0;
  auto refused = [&](std::size_t event, const std::vector<std::int64_t>& arguments) {
    CAPTURE(event);
    Machine machine(model());
    device_c_start(positions.data());
    const device_c_result c = device_c_happen(static_cast<int>(event), 0, arguments.data());
    CHECK(c.outcome == refusal);
    CHECK(c.rules == 0);
    CHECK(c.cost == 0);
    CHECK(differing(machine) == 0);
    rk3588::State state;
    rk3588::Buffer buffer;
    const rk3588::Result cpp =
        rk3588::happen(state, buffer, {}, {}, static_cast<rk3588::Event>(event), arguments.data());
    CHECK(static_cast<int>(cpp.outcome) == refusal);
    CHECK(state == rk3588::State());
    CHECK(buffer == rk3588::Buffer());
    ++tried;
  };
  for (std::size_t event = 0; event < model().events.size(); ++event) {
    const auto& declared = model().events[event].arguments;
    std::vector<std::int64_t> legal;
    for (const device::Argument& each : declared) legal.push_back(each.type.least);
    for (std::size_t i = 0; i < declared.size(); ++i) {
      const device::Type& type = declared[i].type;
      if (type.form != device::Type::Form::kInt && type.form != device::Type::Form::kEnum) continue;
      for (std::int64_t value : {type.least - 1, type.most + 1, type.most + 200, type.most + 256, type.most + kWrap}) {
        std::vector<std::int64_t> arguments = legal;
        arguments[i] = value;
        refused(event, arguments);
      }
    }
  }
  CHECK(tried >= 20);
  refused(model().events.size(), {});  // no such event
}

TEST_CASE("the function of an event refuses what is out of range by itself, in C and in C++") {
  for (int core : {3, 4, 200, 255}) {
    CAPTURE(core);
    CHECK(device_c_load(core) == static_cast<int>(rk3588::Outcome::kOutOfRange));
    rk3588::State state;
    CHECK(rk3588::load(state, {}, {}, static_cast<std::uint8_t>(core)).outcome == rk3588::Outcome::kOutOfRange);
    CHECK(state == rk3588::State());
  }
  CHECK(device_c_load(2) == static_cast<int>(rk3588::Outcome::kOk));
  CHECK(device_c_state(static_cast<int>(model().state.size()), 0) == -1);
}

TEST_CASE("an event may be decided by the compiler") {
  constexpr auto cold = [] {
    rk3588::State state;
    rk3588::Buffer buffer;
    return rk3588::submit(state, buffer, {}, {}, rk3588::Op::kMmI8, 0, false, false, false).outcome;
  }();
  static_assert(cold == rk3588::Outcome::kWedge);
  CHECK(cold == rk3588::Outcome::kWedge);
}

TEST_CASE("C has every cost by its number, with what was seen of it, and sets that one") {
  const std::vector<device::Cost>& costs = model().costs;
  device_c_cost read{};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    REQUIRE(device_c_read_cost(static_cast<int>(i), 12345, &read));
    CHECK(read.name == std::string(costs[i].name));
    CHECK(static_cast<std::int64_t>(read.least) == costs[i].least);
    CHECK(static_cast<std::int64_t>(read.most) == costs[i].most);
    CHECK(read.set == 12345);
  }
  CHECK(!device_c_read_cost(static_cast<int>(costs.size()), 1, &read));
  CHECK(!device_c_read_cost(-1, 1, &read));
}

TEST_CASE("C has the names of a switch's positions, and the outcome that each rule makes") {
  for (std::size_t i = 0; i < model().switches.size(); ++i) {
    const device::Switch& each = model().switches[i];
    const bool named = each.type.form == device::Type::Form::kEnum;
    for (std::int64_t position = 0; position <= each.type.most; ++position) {
      const char* name = device_c_position(static_cast<int>(i), static_cast<int>(position));
      CHECK((name != nullptr) == named);
      if (named)
        CHECK(name == std::string(model().enums[each.type.index].symbols[static_cast<std::size_t>(position)].name));
    }
  }
  for (std::size_t i = 0; i < model().rules.size(); ++i) {
    CHECK(device_c_rule_outcome(static_cast<int>(i)) == std::max(0, model().rules[i].outcome));
  }
}
