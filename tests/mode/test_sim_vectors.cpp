// The spec's own examples, replayed through the whole backend: memory, descriptors, submits, outputs.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "mode/sim_support.h"
#include "rk3588_vectors_gen.h"

using namespace npuspec::test;

namespace {

constexpr int kVectors = static_cast<int>(sizeof rk3588_vectors / sizeof rk3588_vectors[0]);

Adjust switches_of(const rk3588_vector& vector) {
  return [&vector](ork_sim_options& options) {
    for (int i = 0; i < RK3588_SWITCHES; ++i) REQUIRE(rk3588_set_switch(&options.switches, i, vector.positions[i]));
  };
}

Run run_of(const std::int64_t* arguments, std::int32_t domain) {
  Run run;
  run.op = static_cast<rk3588_op>(arguments[0]);
  run.core = static_cast<std::uint8_t>(arguments[1]);
  run.multi = arguments[2] != 0;
  run.nonblock = arguments[3] != 0;
  run.domain = domain;
  return run;
}

// What software would have to do for an event to happen.
class Replay {
 public:
  explicit Replay(const rk3588_vector& vector) : vector_(vector), bench("", switches_of(vector)) {}

  int step(const rk3588_step& step) {
    const std::int64_t* arguments = step.arguments;
    switch (step.event) {
      case RK3588_EVENT_OPEN:
        return bench.open_context(), 0;
      case RK3588_EVENT_CLEAR:
        return bench.clear(), 0;
      case RK3588_EVENT_RESTORE:
        return bench.restore(), 0;
      case RK3588_EVENT_MAKE:
        return bench.make_output(), 0;
      case RK3588_EVENT_ATTACH:
        domain_ = static_cast<std::int32_t>(arguments[0]);
        bench.make_output(domain_, 64 << 10);
        return bench.ops().attach(bench.device(), domain_);
      case RK3588_EVENT_LOAD:
        return bench.load(RK3588_OP_EXP_I16, static_cast<std::uint8_t>(arguments[0]));
      case RK3588_EVENT_RESET:
        return reset(arguments[0] != 0);
      case RK3588_EVENT_SUBMIT:
        return submit(arguments);
    }
    FAIL("an event that there is not");
    return -1;
  }

 private:
  int reset(bool concurrent) {
    if (!concurrent) return bench.reset();
    REQUIRE(ork_sim_elsewhere_reset(bench.device(), ORK_SIM_RESET_BEGINS) == 0);
    const int result = bench.reset();
    REQUIRE(ork_sim_elsewhere_reset(bench.device(), ORK_SIM_RESET_GIVES_UP) == 0);
    return result;
  }

  // An example takes every chance: a job that is a matter of chance is tried until it strikes.
  int submit(const std::int64_t* arguments) {
    if (arguments[4] != 0) REQUIRE(ork_sim_elsewhere_reset(bench.device(), ORK_SIM_RESET_BEGINS) == 0);
    const Run run = run_of(arguments, domain_);
    int result = fresh_run(run);
    for (int i = 0; run.nonblock && i < 1000 && bench.last().outcome != vector_.outcome; ++i) {
      REQUIRE(bench.wait(run.timeout_ms) == 0);
      before = bench.now();
      bench.make_output();
      result = fresh_run(run);
    }
    if (run.nonblock) CHECK(bench.wait(run.timeout_ms) == (bench.last().outcome == RK3588_LOST ? -1 : 0));
    return result;
  }

  int fresh_run(const Run& run) {
    output.assign(bench.out().host, bench.out().host + bench.out().bytes);
    return bench.run(run);
  }

  const rk3588_vector& vector_;
  std::int32_t domain_ = 0;

 public:
  SimBench bench;
  std::int64_t before = 0;           // when the last try began
  std::vector<std::uint8_t> output;  // as it was before it
};

// A bench that computes the same, without a hazard.
std::vector<std::uint8_t> right_output(const rk3588_step& last) {
  SimBench bench("", [](ork_sim_options& options) {
    for (int i = 0; i < RK3588_SWITCHES; ++i) rk3588_set_switch(&options.switches, i, 0);
  });
  const Run run = run_of(last.arguments, 0);
  if (rk3588_op_engine(run.op) == RK3588_ENGINE_LUT) REQUIRE(bench.load(run.op, run.core) == 0);
  REQUIRE(bench.run(Run{.op = run.op, .core = run.core, .multi = run.multi}) == 0);
  return bench.output();
}

bool dropped(const std::vector<std::uint8_t>& output, const std::vector<std::uint8_t>& before) {
  const auto last = output.end() - 4;  // of an int8 matmul
  return std::all_of(output.begin(), last, [](std::uint8_t byte) { return byte == 0; }) &&
         std::equal(last, output.end(), before.begin() + (last - output.begin()));
}

}  // namespace

TEST_CASE("every example of the spec comes out on the simulated device, with its result, its cost and its output") {
  for (int i = 0; i < kVectors; ++i) {
    const rk3588_vector& vector = rk3588_vectors[i];
    const std::string name = vector.name;
    INFO("example " << name);
    Replay replay(vector);
    SimBench& bench = replay.bench;
    int result = 0;
    for (int step = 0; step < vector.steps; ++step) {
      errno = 0;
      result = replay.step(vector.step[step]);
    }
    const rk3588_event event = vector.step[vector.steps - 1].event;
    CHECK(bench.last().outcome == vector.outcome);
    CHECK(result == rk3588_outcome_rows[vector.outcome].returns[event]);
    if (result != 0) CHECK(errno == (vector.outcome == RK3588_WEDGE ? RKNPU_ERRNO_TIMEOUT : EIO));
    if (vector.cost >= 0) CHECK(bench.now() - replay.before == vector.cost);
    if (event != RK3588_EVENT_SUBMIT) continue;
    const std::vector<std::uint8_t> output = bench.output();
    const std::vector<std::uint8_t> right = right_output(vector.step[vector.steps - 1]);
    std::vector<std::uint8_t> before = replay.output;
    before.resize(output.size());
    if (vector.outcome == RK3588_OK) CHECK(output == right);
    if (rk3588_outcome_rows[vector.outcome].silent) CHECK(output != right);
    if (vector.outcome == RK3588_DROPPED) CHECK(dropped(output, before));
    const bool untouched =
        vector.outcome == RK3588_WEDGE || vector.outcome == RK3588_LOST || vector.outcome == RK3588_STALE;
    if (untouched) CHECK(output == before);
  }
}

TEST_CASE("the examples show every outcome of the device and every rule of a submit") {
  bool outcomes[RK3588_OUTCOMES] = {};
  std::uint64_t rules = 0;
  for (int i = 0; i < kVectors; ++i) {
    Replay replay(rk3588_vectors[i]);
    for (int step = 0; step < rk3588_vectors[i].steps; ++step) {
      replay.step(rk3588_vectors[i].step[step]);
      rules |= replay.bench.last().rules;
    }
    outcomes[replay.bench.last().outcome] = true;
  }
  for (int i = 0; i < RK3588_OUTCOMES; ++i) CHECK_MESSAGE(outcomes[i], rk3588_outcome_rows[i].name);
  for (int i = 0; i < RK3588_RULES; ++i) {
    const bool wanted = rk3588_rule_rows[i].event == RK3588_EVENT_SUBMIT;
    if (wanted) CHECK_MESSAGE((rules >> i & 1) != 0, rk3588_rule_rows[i].name);
  }
}
