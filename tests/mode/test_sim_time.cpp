// The virtual clock: what things cost, cores side by side, jobs without a wait, and several threads.
#include <doctest/doctest.h>

#include <cerrno>
#include <set>
#include <thread>

#include "mode/sim_support.h"
#include "support/rounds.h"

using namespace npuspec::test;

namespace {

constexpr const char* kTame = "cold_int8_wedges=off,first_write_stale=off";
constexpr std::int64_t kMs = 1'000'000;

// How long one step takes.
template <typename Do>
std::int64_t cost_of(SimBench& bench, Do what) {
  const std::int64_t before = bench.now();
  what();
  return bench.now() - before;
}

Adjust drawn(std::uint64_t seed) {
  return [seed](ork_sim_options& options) {
    options.seed = seed;
    options.steady = false;
  };
}

}  // namespace

TEST_CASE("a warm submit of the probes' shapes takes 0.2 to 0.5 ms, and a reset 104 to 107 ms") {
  SimBench bench(kTame, drawn(1));
  for (int i = 0; i < RK3588_OP_COUNT; ++i) {
    const auto op = static_cast<rk3588_op>(i);
    INFO(rk3588_op_names[i]);
    if (rk3588_op_engine(op) == RK3588_ENGINE_LUT) REQUIRE(bench.load(op) == 0);
    bench.restore();
    const std::int64_t took = cost_of(bench, [&] { REQUIRE(bench.run(op) == 0); });
    CHECK(took >= kMs / 5);
    CHECK(took <= kMs / 2);
  }
  std::set<std::int64_t> seen;
  std::int64_t sum = 0;
  for (int i = 0; i < 160; ++i) {  // of the record: 16.8 s in all
    const std::int64_t took = cost_of(bench, [&] { REQUIRE(bench.reset() == 0); });
    CHECK(took >= 104 * kMs);
    CHECK(took <= 107 * kMs);
    seen.insert(took);
    sum += took;
  }
  CHECK(seen.size() > 100);
  CHECK(sum > 16'750 * kMs);
  CHECK(sum < 16'850 * kMs);
  CHECK(bench.counters().reset_ns == sum);
}

TEST_CASE("a steady device's reset takes its cost exactly") {
  SimBench bench;
  CHECK(cost_of(bench, [&] { bench.reset(); }) == static_cast<std::int64_t>(rk3588_default_costs().reset));
}

TEST_CASE("a wedge takes the submit's own timeout, the abort and the kernel's reset, and errno is ETIMEDOUT") {
  for (const std::uint32_t timeout : {2500U, 60000U, 0U}) {
    SimBench bench("first_write_stale=off");
    errno = 0;
    const std::int64_t took =
        cost_of(bench, [&] { CHECK(bench.run(Run{.op = RK3588_OP_MM_I8, .timeout_ms = timeout}) == -1); });
    CHECK(errno == RKNPU_ERRNO_TIMEOUT);
    const rk3588_costs costs = rk3588_default_costs();
    CHECK(took == timeout * kMs + static_cast<std::int64_t>(costs.abort_sleep + costs.soft_reset));
    CHECK(std::string(ork_sim_error()) == "the submit timed out: the hardware is wedged");
    CHECK(bench.counters().outcomes[RK3588_WEDGE] == 1);
    CHECK(bench.counters().jobs[0] == 0);
  }
}

TEST_CASE("a larger shape takes longer, by the rates of the spec, and more cores take less") {
  const auto cost_only = [](ork_sim_options& options) { options.cost_only = true; };
  SimBench bench(kTame, cost_only);
  const Run large{.op = RK3588_OP_MM_I8, .m = 3072, .k = 4096, .n = 4096};
  bench.make_output(0, std::uint64_t{3072} * 4096 * 4);
  const std::int64_t one = cost_of(bench, [&] { REQUIRE(bench.run(large) == 0); });
  const std::int64_t floor = static_cast<std::int64_t>(rk3588_default_costs().submit_floor);
  const std::int64_t rate = static_cast<std::int64_t>(rk3588_family_macs_per_us(RK3588_FAMILY_INT8));
  CHECK(one ==
        floor + std::int64_t{3072} * 4096 * 4096 / rate * 1000 + std::int64_t{3072} * 4096 * 4096 % rate * 1000 / rate);
  Run three = large;
  three.multi = true;
  const std::int64_t third = cost_of(bench, [&] { REQUIRE(bench.run(three) == 0); });
  CHECK(third < one / 2);
  CHECK(third > one / 4);
  const std::int64_t row =
      cost_of(bench, [&] { REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .m = 1, .k = 4096, .n = 4096}) == 0); });
  const std::int64_t bytes = 4096 + 4096 * 4096 + 4096 * 4;  // one row waits for memory
  CHECK(row == floor + bytes / RK3588_BYTES_PER_US * 1000 + bytes % RK3588_BYTES_PER_US * 1000 / RK3588_BYTES_PER_US);
}

TEST_CASE("cost-only, outputs stay as they are, and outcomes and times are the same") {
  for (const bool cost_only : {false, true}) {
    SimBench bench("int4_int8_hazard=BOTH", [&](ork_sim_options& options) { options.cost_only = cost_only; });
    REQUIRE(bench.reset() == 0);
    REQUIRE(bench.run(RK3588_OP_MM_I4) == 0);
    CHECK(bench.last().outcome == RK3588_STALE);
    const std::vector<std::uint8_t> before = bench.output();
    REQUIRE(bench.run(RK3588_OP_MM_I4) == 0);
    CHECK(bench.last().outcome == RK3588_OK);
    CHECK((bench.output() == before) == cost_only);
    REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
    CHECK(bench.last().outcome == RK3588_CORRUPT);
    CHECK(bench.now() == 105'900'000);
  }
}

TEST_CASE("jobs without a wait run side by side on their cores, and one after the other on the same") {
  SimBench bench(kTame);
  const std::int64_t warm = 300'000;
  std::uint64_t tickets[3];
  for (std::uint8_t core = 0; core < 3; ++core) {
    REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .core = core, .nonblock = true}) == 0);
    tickets[core] = bench.ticket();
  }
  CHECK(bench.now() == 0);
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .core = 1, .nonblock = true}) == 0);
  const std::uint64_t second = bench.ticket();
  for (const std::uint64_t ticket : tickets) CHECK(bench.ops().wait(bench.device(), ticket, 60000) == 0);
  CHECK(bench.now() == warm);
  CHECK(bench.ops().wait(bench.device(), second, 60000) == 0);
  CHECK(bench.now() == 2 * warm);
  const ork_sim_counters counters = bench.counters();
  CHECK(counters.jobs[0] == 1);
  CHECK(counters.jobs[1] == 2);
  CHECK(counters.busy_ns[1] == 2 * warm);
}

TEST_CASE("a job without a wait has its output when it has ended, and not before") {
  SimBench bench(kTame);
  REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
  const std::vector<std::uint8_t> right = bench.output();
  bench.make_output();
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .nonblock = true}) == 0);
  CHECK(bench.output() != right);
  CHECK(bench.wait(0) == -1);
  CHECK(errno == ETIMEDOUT);
  bench.ops().sleep_ns(bench.device(), 299'999);
  CHECK(bench.output() != right);
  bench.ops().sleep_ns(bench.device(), 1);
  CHECK(bench.output() == right);
  CHECK(bench.wait(0) == 0);
  CHECK(bench.wait(0) == -1);  // once
  CHECK(errno == EINVAL);
}

TEST_CASE("B10: waiting for a doorbell that was lost ends with ETIMEDOUT, after the wait or the stall") {
  SimBench bench("doorbell_drop=on", [](ork_sim_options& options) { options.cost_only = true; });
  do {
    REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .nonblock = true}) == 0);
  } while (bench.last().outcome != RK3588_LOST && bench.wait(1000) == 0);
  CHECK(cost_of(bench, [&] { CHECK(bench.wait(100) == -1); }) == 100 * kMs);
  CHECK(errno == ETIMEDOUT);
  CHECK(cost_of(bench, [&] { CHECK(bench.wait(60000) == -1); }) == 3500 * kMs);
  CHECK(errno == ETIMEDOUT);
}

TEST_CASE("B14: memory that a job without a wait uses is EBUSY until it ended, or a reset gave up what never started") {
  SimBench bench("first_write_stale=off");
  ork_buffer output = bench.out();
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .nonblock = true}) == 0);
  CHECK(bench.ops().destroy(bench.device(), &output) == -1);
  CHECK(errno == EBUSY);
  REQUIRE(bench.wait(1000) == 0);
  REQUIRE(bench.ops().destroy(bench.device(), &output) == 0);
  SimBench stuck("first_write_stale=off");
  ork_buffer held = stuck.out();
  REQUIRE(stuck.run(Run{.op = RK3588_OP_MM_I8, .nonblock = true}) == 0);  // cold: accepted, and never ends
  CHECK(stuck.last().outcome == RK3588_WEDGE);
  CHECK(stuck.ops().destroy(stuck.device(), &held) == -1);
  REQUIRE(stuck.reset() == 0);
  CHECK(stuck.ops().destroy(stuck.device(), &held) == 0);
  CHECK(stuck.wait(0) == -1);
  CHECK(errno == ETIMEDOUT);
}

TEST_CASE("another domain waits for what runs in the old one") {
  SimBench bench(kTame);
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .nonblock = true}) == 0);
  REQUIRE(bench.ops().attach(bench.device(), 1) == 0);
  CHECK(bench.now() == 300'000);
}

TEST_CASE("a job in another domain than the one attached attaches its own, as the driver does") {
  SimBench bench(std::string(kTame) + ",reset_drops_in_domain=on");
  bench.make_output(1, 64 << 10);
  rk3588_state state{};
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .domain = 1}) == 0);
  REQUIRE(ork_sim_read_state(bench.device(), &state) == 0);
  CHECK(state.domain == 1);
}

TEST_CASE("a fresh buffer holds noise of its seed, and zeros where it is asked for them") {
  const auto fresh = [](std::uint64_t seed, std::uint32_t flags) {
    SimBench bench("", [seed](ork_sim_options& options) { options.seed = seed; });
    const ork_buffer made = bench.make(1001, 0, flags);
    return fnv1a({made.host, made.bytes});
  };
  CHECK(fresh(1, RKNPU_MEM_BUFFER) == fresh(1, RKNPU_MEM_BUFFER));
  CHECK(fresh(1, RKNPU_MEM_BUFFER) != fresh(2, RKNPU_MEM_BUFFER));
  const std::vector<std::uint8_t> zeros(1001, 0);
  CHECK(fresh(1, RKNPU_MEM_BUFFER | RKNPU_MEM_FLAGS_ZEROING) == fnv1a(zeros));
}

TEST_CASE("the same calls with the same seed give the same bytes, times and counts") {
  const auto play = [](std::uint64_t seed) {
    SimBench bench("int4_int8_hazard=BOTH,cold_int8_wedges=off", drawn(seed));
    bench.reset();
    for (const rk3588_op op : {RK3588_OP_MM_I4, RK3588_OP_MM_I8, RK3588_OP_CHAIN_I4, RK3588_OP_EWMUL_F16})
      bench.run(op);
    const std::vector<std::uint8_t> output(bench.out().host, bench.out().host + bench.out().bytes);
    return std::pair(fnv1a(output), bench.now());
  };
  CHECK(play(5) == play(5));
  CHECK(play(5).first != play(6).first);
  CHECK(play(5).second != play(6).second);
}

TEST_CASE("several threads use one device at once, and every job is counted and right") {
  constexpr int kThreads = 3;
  const int jobs = static_cast<int>(rounds(200));
  SimBench bench(kTame, drawn(1));
  SimBench alone(kTame);
  REQUIRE(alone.run(RK3588_OP_MM_I8) == 0);
  const ork_buffer tasks = bench.make(RKNPU_PROBE_BYTES, 0, RKNPU_MEM_TASK_ARRAY);
  bench.describe(tasks, 0, RKNPU_TASK_KIND_MATMUL);
  REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
  const ork_work prepared = bench.work();
  int wrong[kThreads] = {};
  const auto work = [&](int thread) {
    ork_device* device = bench.device();
    const ork_device_ops& ops = *device->ops;
    for (int i = 0; i < jobs; ++i) {
      ork_buffer output{};
      if (ops.create(device, 64 * 64 * 4, RKNPU_MEM_BUFFER, 0, &output) != 0) ++wrong[thread];
      ork_work mine = prepared;
      mine.core = static_cast<std::uint8_t>(thread);
      mine.c = {&output, 0, output.bytes};
      ork_job job{};
      job.tasks = &tasks;
      job.count = 1;
      job.works = &mine;
      job.core_mask = 1U << thread;
      job.flags = i % 2 == 0 ? RKNPU_JOB_DOORBELL : RKNPU_JOB_NORMAL;
      job.timeout_ms = 1000;
      std::uint64_t ticket = 0;
      if (ops.submit(device, &job, &ticket) != 0) ++wrong[thread];
      if (i % 2 == 0 && ops.wait(device, ticket, 1000) != 0) ++wrong[thread];
      if (i % 50 == 0 && ops.reset(device) != 0) ++wrong[thread];
      const std::vector<std::uint8_t> bytes(output.host, output.host + output.bytes);
      if (bytes != alone.output()) ++wrong[thread];
      ork_sim_counters counters{};
      if (ork_sim_read_counters(device, &counters) != 0 || ops.destroy(device, &output) != 0) ++wrong[thread];
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& each : threads) each.join();
  for (const int each : wrong) CHECK(each == 0);
  CHECK(bench.counters().submits == static_cast<std::uint64_t>(kThreads * jobs + 1));
}

TEST_CASE("the clock stops at the end of time and does not turn back") {
  SimBench bench(kTame);
  for (int i = 0; i < 3; ++i) bench.ops().sleep_ns(bench.device(), INT64_MAX);
  bench.ops().sleep_ns(bench.device(), -5);
  CHECK(bench.now() == INT64_MAX);
  CHECK(bench.run(RK3588_OP_MM_I8) == 0);
  CHECK(bench.reset() == 0);
  CHECK(bench.now() == INT64_MAX);
}
