// The simulated device beneath device.h's own functions and beneath a context.
#include <doctest/doctest.h>

#include <cerrno>

#include "mode/context.h"
#include "mode/sim_support.h"

using namespace npuspec::test;

namespace {

const std::string kNotStale = "first_write_stale=off";

class Context {
 public:
  explicit Context(SimBench& bench) { REQUIRE(ork_npu_open(bench.device(), nullptr, &npu_) == 0); }
  ~Context() { (void)ork_npu_close(npu_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  int enter(int marker, int profile, int chain = OCK_NONE) { return ork_npu_enter(npu_, marker, profile, chain); }
  int marker() {
    ork_npu_view view{};
    REQUIRE(ork_npu_look(npu_, &view) == 0);
    return view.marker;
  }

 private:
  ork_npu npu_{};
};

}  // namespace

TEST_CASE("a wedge under device.h is ETIMEDOUT, a reset has healed the device, and the epoch has grown") {
  SimBench bench(kNotStale);
  const std::uint64_t epoch = ork_device_epoch(bench.device());
  errno = 0;
  CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_I8}) == -1);
  CHECK(errno == ETIMEDOUT);
  CHECK(ork_device_epoch(bench.device()) == epoch + 1);
  CHECK(!ork_device_ended(bench.device()));
  CHECK(bench.counters().resets_done == 1);
  CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_I8}) == 0);
}

TEST_CASE("B1: the self-heal's reset is no cure of a shared descriptor, of an int16 or an int8 LUT op") {
  for (const rk3588_op lut : {RK3588_OP_EXP_I16, RK3588_OP_SILU_I8}) {
    SimBench bench(kNotStale);
    REQUIRE(bench.load(lut) == 0);
    REQUIRE(bench.run(lut) == 0);
    CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_F16}) == -1);
    CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_F16}) == -1);
    CHECK(bench.times("poisoned-descriptor") == 2);
    bench.restore();
    CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_F16}) == 0);
  }
}

TEST_CASE("B11: a reset that did nothing is EALREADY, and no epoch begins") {
  SimBench bench(kNotStale);
  REQUIRE(ork_sim_elsewhere_reset(bench.device(), ORK_SIM_RESET_BEGINS) == 0);
  CHECK(ork_device_reset(bench.device()) == -1);
  CHECK(errno == EALREADY);
  CHECK(ork_device_epoch(bench.device()) == 0);
  bench.ops().sleep_ns(bench.device(), 200'000'000);
  CHECK(ork_device_reset(bench.device()) == 0);
  CHECK(ork_device_epoch(bench.device()) == 1);
}

TEST_CASE("after a reset that failed the device takes nothing more, and can be closed") {
  SimBench bench(kNotStale + ",reset_fails=on");
  CHECK(ork_device_reset(bench.device()) == -1);
  CHECK(errno == EIO);
  CHECK(ork_device_ended(bench.device()));
  CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_F16}) == -1);
  CHECK(errno == ENODEV);
  CHECK(bench.counters().submits == 0);
}

TEST_CASE("a job that the simulator alone refuses is tried as often as the spec says, and its error is EINVAL") {
  SimBench bench(kNotStale, [](ork_sim_options& options) { options.cores = 1; });
  CHECK(bench.run_healed(Run{.op = RK3588_OP_MM_F16, .core = 1}) == -1);
  CHECK(errno == EINVAL);
  CHECK(bench.counters().refused == RK3588_RETRIES + 1);
}

TEST_CASE("B2: a context that enters an int8 chain from fp16 takes no time, and from COLD a reset") {
  SimBench bench(kNotStale);
  Context context(bench);
  const std::int64_t before = bench.now();
  REQUIRE(context.enter(ORK_MODE_F16, XP_SC_MM) == 1);
  REQUIRE(bench.run_healed(Run{.op = RK3588_OP_MM_F16}) == 0);
  REQUIRE(context.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_HW) == 1);
  REQUIRE(bench.run_healed(Run{.op = RK3588_OP_CHAIN_I8}) == 0);
  CHECK(bench.now() - before == 500'000);
  CHECK(bench.last().outcome == RK3588_OK);
  Context cold(bench);
  REQUIRE(cold.enter(ORK_MODE_I8_CHAIN, XP_CHAIN_NT, OCK_HW) == 1);
  CHECK(bench.now() - before == 105'500'000);
}

TEST_CASE("a context that enters where a reset does nothing keeps its marker") {
  SimBench bench(kNotStale);
  Context context(bench);
  const int before = context.marker();
  REQUIRE(ork_sim_elsewhere_reset(bench.device(), ORK_SIM_RESET_BEGINS) == 0);
  CHECK(context.enter(ORK_MODE_I8, XP_SC_MM) == -ORK_NPU_NO_RESET);
  CHECK(context.marker() == before);
}

TEST_CASE("a context that opens makes the device COLD: its first int8 submit wedges unless it entered") {
  SimBench bench(kNotStale);
  {
    Context context(bench);
    REQUIRE(context.enter(ORK_MODE_I8, XP_SC_MM) == 1);
    CHECK(bench.run(RK3588_OP_MM_I8) == 0);
  }
  Context another(bench);
  CHECK(bench.run(RK3588_OP_MM_I8) == -1);
  CHECK(bench.fired("cold-int8"));
}
