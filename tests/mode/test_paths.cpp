// The run paths on a device that does as it is told: what each submits, with which row it entered, and what it leaves.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "mode/rig.h"
#include "mode/sites.h"

using namespace npuspec::test;

namespace {

std::uint64_t counted(const Rig& rig, int profile) {
  std::uint64_t sum = 0;
  for (int from = -1; from < 6; ++from) {
    std::uint64_t count = 0;
    REQUIRE(ork_npu_xprof(rig.context.npu, profile, from, &count) == 0);
    sum += count;
  }
  return sum;
}

// All jobs of a rig, as "core mask:op op op".
std::vector<std::string> submits(const FakeDevice& fake) {
  std::vector<std::string> all;
  for (const FakeJob& job : fake.jobs) {
    std::string line = std::to_string(job.core_mask) + ":";
    for (const ork_work& work : job.works) {
      line +=
          std::string(" ") + (work.load ? "load " : "") + rk3588_op_names[work.op] + "@" + std::to_string(work.core);
    }
    all.push_back(line);
  }
  return all;
}

// What every job must be, whatever its path: each task of the kind of its work, each core's tasks one run, each core of
// the mask with some.
void check_jobs(const FakeDevice& fake) {
  for (const FakeJob& job : fake.jobs) {
    std::uint32_t cores = 0;
    for (std::size_t i = 0; i < job.works.size(); ++i) {
      const ork_work& work = job.works[i];
      const std::uint32_t kind = work.load                                           ? RKNPU_TASK_KIND_LUT_LOAD
                                 : rk3588_op_engine(work.op) != RK3588_ENGINE_MATMUL ? RKNPU_TASK_KIND_SDP
                                 : rk3588_op_family(work.op) == kI4                  ? RKNPU_TASK_KIND_MATMUL_INT4
                                                                                     : RKNPU_TASK_KIND_MATMUL;
      CHECK(job.tasks[i].regcfg_amount == kind);
      CHECK(job.tasks[i].enable_mask == rknpu_task_kind_enable_mask(kind));
      CHECK(job.tasks[i].int_mask == RKNPU_TASK_INT_MASK);
      CHECK(job.tasks[i].int_clear == RKNPU_TASK_INT_CLEAR);
      CHECK(job.tasks[i].regcmd_addr != 0);
      if (i > 0) CHECK(job.works[i - 1].core <= work.core);
      cores |= 1u << work.core;
      CHECK(work.k <= RK3588_K_SPLIT);
    }
    CHECK(cores == job.core_mask);
  }
}

}  // namespace

TEST_CASE("every site of the policy enters once, with its own row, mode and chain kind, and gives the product") {
  std::vector<std::string> names;
  const std::size_t sites = AllSites().all().size();
  for (std::size_t i = 0; i < sites; ++i) {
    AllSites operands;
    const Site site = operands.all()[i];
    CAPTURE(site.name);
    Rig rig;
    rig.context.set("xprof", "1");
    CHECK(site.wrong() != 0);
    CHECK(site.run(rig.context.npu) == 0);
    CHECK(site.wrong() == 0);
    CHECK(counted(rig, site.profile) == 1);
    CHECK(rig.context.look().marker == site.marker);
    CHECK(rig.context.look().last_chain == site.chain);
    check_jobs(rig.fake);
    int found = 0;
    CHECK(rk3588_mode_transition_find_site(site.name, &found));
    CHECK(rk3588_mode_transition_sites[found].profile == site.profile);
    names.emplace_back(site.name);
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  CHECK(names.size() == RK3588_MODE_TRANSITION_SITES);
}

TEST_CASE("a cold output is run as often as ORK_WARM_REPS says, and a warm one once, at every site") {
  const std::size_t sites = AllSites().all().size();
  for (std::size_t i = 0; i < sites; ++i) {
    AllSites operands;
    const Site site = operands.all()[i];
    const std::string name = site.name;
    CAPTURE(name);
    Rig rig;
    rig.context.set("warm_reps", "3");
    REQUIRE(site.run(rig.context.npu) == 0);
    const std::size_t cold = rig.fake.jobs.size();
    CHECK(cold % 3 == 0);
    REQUIRE(site.run(rig.context.npu) == 0);
    const std::size_t second = rig.fake.jobs.size() - cold;
    // The int4 chain makes its output on each call: it is never warm.
    CHECK(second == (name == "ork_mm_run_chain_i4" ? cold : cold / 3));
    REQUIRE(ork_npu_mode_reset(rig.context.npu) == 0);
    REQUIRE(site.run(rig.context.npu) == 0);
    CHECK(rig.fake.jobs.size() - cold - second == cold);
  }
}

TEST_CASE("what each site submits: one job of several cores, one a core, or one an item") {
  const auto of = [](const char* name) {
    AllSites operands;
    Rig rig;
    rig.context.set("warm_reps", "1");
    for (const Site& site : operands.all()) {
      if (site.name == std::string(name)) {
        REQUIRE(site.run(rig.context.npu) == 0);
        break;
      }
    }
    return submits(rig.fake);
  };
  using Lines = std::vector<std::string>;
  CHECK(of("run_multicore") == Lines{"7: MM_F16@0 MM_F16@1 MM_F16@2"});
  CHECK(of("run_single_core") == Lines{"1: MM_F16@0"});
  CHECK(of("run_chain_i8_impl") == Lines{"1: CHAIN_I8@0 CHAIN_I8@0 CHAIN_I8@0 CHAIN_I8@0 CHAIN_I8@0"});
  CHECK(of("run_stream_f16") == Lines{"1: MM_F16@0", "2: MM_F16@1", "4: MM_F16@2", "1: MM_F16@0", "2: MM_F16@1"});
  CHECK(of("run_stream_f16_chained") == Lines{"1: MM_F16@0 MM_F16@0", "2: MM_F16@1 MM_F16@1", "4: MM_F16@2"});
  CHECK(of("run_i4_grouped") == Lines{"7: MM_I4@0 MM_I4@0 MM_I4@1 MM_I4@1 MM_I4@2 MM_I4@2"});
  CHECK(of("run_i4_cbatch") == Lines{"7: MM_I4@0 MM_I4@0 MM_I4@1 MM_I4@1 MM_I4@2"});
  CHECK(of("doorbell_colsplit_f16") == Lines{"1: MM_F16@0", "2: MM_F16@1", "4: MM_F16@2"});
  CHECK(of("sdp_elementwise") == Lines{"1: ADD_I16@0"});
}

TEST_CASE("cores are used as far as each gets its N tiles, and ORK_NPU_MC caps them") {
  CHECK(ork_cores_for(63, kI8, 3) == 1);
  CHECK(ork_cores_for(97, kI8, 3) == 2);
  CHECK(ork_cores_for(160, kI8, 3) == 2);
  CHECK(ork_cores_for(161, kI8, 3) == 3);
  CHECK(ork_cores_for(161, kI8, 2) == 2);
  CHECK(ork_cores_for(49, kF16, 3) == 2);
  CHECK(ork_cores_for(48, kF16, 3) == 1);
  CHECK(ork_cores_for(1, kF16, 3) == 1);
  CHECK(ork_cores_for(UINT32_MAX, kF16, 3) == 3);
  Matmul wide(kF16, 1, 32, 128);
  Matmul narrow(kF16, 1, 32, 16);
  Rig rig;
  rig.context.set("xprof", "1");
  const ork_mm first = wide.mm();
  const ork_mm second = narrow.mm();
  CHECK(ork_mm_run(rig.context.npu, kF16, &first) == 0);
  CHECK(ork_mm_run(rig.context.npu, kF16, &second) == 0);
  CHECK(counted(rig, XP_MC_MM) == 1);
  CHECK(counted(rig, XP_SC_MM) == 1);
  CHECK(wide.wrong() + narrow.wrong() == 0);
}

TEST_CASE("columns are cut in whole tiles, and K beyond one pass in passes that are summed") {
  for (const rk3588_family family : {kF16, kI8, kI4}) {
    const std::uint32_t depth = RK3588_K_SPLIT + 10;
    Matmul both(family, 2, depth, 200);
    const ork_mm mm = both.mm();
    Rig rig;
    rig.context.set("warm_reps", "1");
    REQUIRE((family == kI4 ? ork_run_i4_mc(rig.context.npu, &mm) : ork_run_multicore(rig.context.npu, family, &mm)) ==
            0);
    CHECK(both.wrong() == 0);
    REQUIRE(rig.fake.jobs.size() == 1);
    CHECK(rig.fake.jobs[0].works.size() == 6);
    const std::uint32_t tile = family == kF16 ? RK3588_N_TILE_FP16 : RK3588_N_TILE_INT8;
    CHECK(rig.fake.jobs[0].works[0].n % tile == 0);
    CHECK(rig.fake.jobs[0].works[0].k == RK3588_K_SPLIT);
    CHECK(rig.fake.jobs[0].works[1].k == 10);
  }
  Matmul single(kI8, 2, RK3588_K_SPLIT + 1, 40);
  const ork_mm mm = single.mm();
  Rig rig;
  rig.context.set("warm_reps", "1");
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &mm) == 0);
  CHECK(single.wrong() == 0);
  CHECK(rig.fake.jobs.size() == 2);
}

TEST_CASE("N beyond one matmul is cut into blocks") {
  Matmul wide(kI8, 1, 4, RK3588_N_MAX + 32);
  const ork_mm mm = wide.mm();
  Rig rig;
  rig.context.set("warm_reps", "1");
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &mm) == 0);
  CHECK(wide.wrong() == 0);
  REQUIRE(rig.fake.jobs.size() == 2);
  CHECK(rig.fake.jobs[1].works[0].n == 32);
}

TEST_CASE("an incremental int4 matmul adds to what is there, and one that failed adds nothing") {
  Matmul one(kI4, 3, 64, 256);
  const ork_mm mm = one.mm();
  Rig rig;
  REQUIRE(ork_run_i4_incr_mc(rig.context.npu, &mm) == 0);
  REQUIRE(ork_mm_run_i4_incr(rig.context.npu, &mm) == 0);
  CHECK(one.wrong(2) == 0);
  rig.fake.drops = true;
  CHECK(ork_mm_run_i4_incr(rig.context.npu, &mm) == -ORK_NPU_NOT_WRITTEN);
  CHECK(one.wrong(2) == 0);
}

TEST_CASE("the incremental int4 path has a timeout of its own; others follow ORK_MM_TIMEOUT and ORK_EW_TIMEOUT") {
  AllSites operands;
  const ork_mm i4 = operands.i4.mm();
  const ork_mm i8 = operands.i8.mm();
  Rig rig;
  rig.context.set("mm_timeout", "2500");
  rig.context.set("ew_timeout", "1234");
  REQUIRE(ork_mm_run_i4_incr(rig.context.npu, &i4) == 0);
  CHECK(rig.fake.jobs.back().timeout_ms == 2000);
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &i8) == 0);
  CHECK(rig.fake.jobs.back().timeout_ms == 2500);
  REQUIRE(ork_sdp_elementwise(rig.context.npu, &operands.ew.ew) == 0);
  CHECK(rig.fake.jobs.back().timeout_ms == 1234);
}

TEST_CASE("a larger output makes a buffer and runs cold again, and one that fits does neither") {
  Matmul small(kI8, 1, 32, 32);
  Matmul large(kI8, 4, 32, 32);
  const ork_mm first = small.mm();
  const ork_mm second = large.mm();
  Rig rig;
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &first) == 0);
  CHECK(rig.fake.jobs.size() == 2);
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &second) == 0);
  CHECK(rig.fake.jobs.size() == 4);
  const std::size_t made = rig.fake.count("create");
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &first) == 0);
  CHECK(rig.fake.jobs.size() == 5);
  CHECK(rig.fake.count("create") == made);
  CHECK(small.wrong() + large.wrong() == 0);
}

TEST_CASE("a size that a row clears makes its output anew, and with it cold") {
  Matmul one(kI8, 1, 32, 32);
  const ork_mm mm = one.mm();
  Rig rig;
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &mm) == 0);
  REQUIRE(rig.context.enter(ORK_MODE_I4_CHAIN, XP_I4CHAIN) == 1);
  CHECK(rig.context.look().ccsz == 0);
  const std::size_t destroyed = rig.fake.count("destroy");
  REQUIRE(ork_run_single_core(rig.context.npu, kI8, &mm) == 0);
  CHECK(rig.fake.count("destroy") == destroyed + 1);
  CHECK(rig.fake.jobs.size() == 4);
}

TEST_CASE("the first run of a cold matmul may fail, the last may not; either way the context goes on COLD") {
  for (const bool last : {false, true}) {
    Matmul one(kI8, 1, 32, 32);
    const ork_mm mm = one.mm();
    Rig rig;
    rig.fake.submit_errors = last ? std::deque<int>{0, ETIMEDOUT} : std::deque<int>{ETIMEDOUT, 0};
    CHECK(ork_run_single_core(rig.context.npu, kI8, &mm) == (last ? -ORK_NPU_WEDGED : 0));
    CHECK(rig.context.look().marker == ORK_MODE_COLD);
    CHECK(rig.context.look().warmed == !last);
    CHECK(rig.fake.count("reset") == 2);  // the entry's and the heal's
    CHECK(ork_run_single_core(rig.context.npu, kI8, &mm) == 0);
    CHECK(one.wrong() == 0);
  }
}

TEST_CASE("no run of an element-wise op may fail: nothing would tell what the next one did not write") {
  AllSites operands;
  Rig rig;
  rig.fake.submit_errors = {ETIMEDOUT, 0};
  CHECK(ork_sdp_elementwise(rig.context.npu, &operands.ew.ew) == -ORK_NPU_WEDGED);
  CHECK(rig.fake.jobs.size() == 1);
}

TEST_CASE("a failure that was tolerated is the error after all where the output was not written") {
  Matmul one(kF16, 2, 32, 16);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.fake.submit_errors = {ETIMEDOUT, 0};
  rig.fake.drops = true;
  CHECK(ork_run_single_core(rig.context.npu, kF16, &mm) == -ORK_NPU_WEDGED);
  CHECK(rig.fake.jobs.size() == 2);
}

TEST_CASE("a heal that failed ends the path at once, and the context") {
  Matmul one(kF16, 1, 32, 16);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.fake.submit_errors = {ETIMEDOUT, 0};
  rig.fake.reset_error = EIO;
  CHECK(ork_run_single_core(rig.context.npu, kF16, &mm) == -ORK_NPU_WEDGED);
  CHECK(rig.fake.jobs.size() == 1);
  CHECK(error_name(ork_run_single_core(rig.context.npu, kF16, &mm)) == "device-ended");
}

TEST_CASE("a reset that did not happen on entry is the path's error, and nothing is submitted") {
  Matmul one(kI8, 1, 32, 32);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.fake.reset_takes = 0;
  CHECK(ork_run_single_core(rig.context.npu, kI8, &mm) == -ORK_NPU_NO_RESET);
  CHECK(rig.fake.jobs.empty());
}

TEST_CASE(
    "B1: a LUT op of int8 or int16 writes the shared task back, failed or not, and a single-core matmul finds its "
    "own") {
  for (const rk3588_op op : {RK3588_OP_EXP_I16, RK3588_OP_SILU_I16, RK3588_OP_SILU_I8, RK3588_OP_RSQRT_I8}) {
    for (const bool fails : {false, true}) {
      ElementWise lut(op, 8, 64, 1026);
      Matmul one(kF16, 64, 64, 16);
      const ork_mm mm = one.mm();
      Rig rig;
      REQUIRE(ork_run_single_core(rig.context.npu, kF16, &mm) == 0);
      const FakeJob matmul = rig.fake.jobs.back();
      if (fails) rig.fake.submit_errors = {ETIMEDOUT};
      CHECK(ork_run_lut(rig.context.npu, &lut.ew) == (fails ? -ORK_NPU_WEDGED : 0));
      // It did run from the task that the matmul runs from: without the restore, what follows would find it there.
      const FakeJob poisoned = rig.fake.jobs.back();
      CHECK(poisoned.tasks_handle == matmul.tasks_handle);
      CHECK(poisoned.first == 0);
      CHECK(poisoned.tasks[0].regcfg_amount != RKNPU_TASK_KIND_MATMUL);
      REQUIRE(ork_run_single_core(rig.context.npu, kF16, &mm) == 0);
      const FakeJob victim = rig.fake.jobs.back();
      CHECK(victim.tasks_handle == matmul.tasks_handle);
      CHECK(victim.tasks[0].regcfg_amount == RKNPU_TASK_KIND_MATMUL);
      CHECK(victim.tasks[0].enable_mask == 0x0D);
      CHECK(victim.tasks[0].regcmd_addr == matmul.tasks[0].regcmd_addr);
      check_jobs(rig.fake);
    }
  }
}

TEST_CASE("a table is loaded once, and again where a reset lost it, another op has another, or its bytes are others") {
  ElementWise exp(RK3588_OP_EXP_I16, 8, 64, 1026);
  ElementWise silu(RK3588_OP_SILU_I16, 8, 64, 1026);
  Rig rig;
  const auto loads = [&](const ElementWise& lut) {
    const std::size_t first = rig.fake.jobs.size();
    REQUIRE(ork_run_lut(rig.context.npu, &lut.ew) == 0);
    bool loaded = false;
    for (std::size_t i = first; i < rig.fake.jobs.size(); ++i) loaded = loaded || rig.fake.jobs[i].works[0].load;
    return loaded;
  };
  CHECK(loads(exp));
  CHECK(rig.fake.jobs.back().flags == RKNPU_JOB_LUT_CHAIN);
  CHECK_FALSE(loads(exp));
  CHECK(rig.fake.jobs.back().flags == RKNPU_JOB_NORMAL);
  CHECK(loads(silu));
  CHECK(loads(exp));
  exp.table[5] = 9;
  CHECK(loads(exp));
  CHECK_FALSE(loads(exp));
  REQUIRE(ork_device_reset(rig.fake.device()) == 0);
  CHECK(loads(exp));
  rig.context.set("test_core", "1");
  CHECK(loads(exp));
  rig.fake.submit_errors = {ETIMEDOUT};
  CHECK(ork_run_lut(rig.context.npu, &exp.ew) == -ORK_NPU_WEDGED);  // no second run: it would have no table
  CHECK(loads(exp));
}

TEST_CASE("a LUT op whose output was not fetched leaves its core with a table that nobody counts on") {
  ElementWise exp(RK3588_OP_EXP_I16, 8, 64, 1026);
  ElementWise silu(RK3588_OP_SILU_I16, 8, 64, 1026);
  Rig rig;
  REQUIRE(ork_run_lut(rig.context.npu, &exp.ew) == 0);
  rig.fake.fetch_error = EIO;
  CHECK(ork_run_lut(rig.context.npu, &silu.ew) == -EIO);  // by now the core has another
  rig.fake.fetch_error = 0;
  REQUIRE(ork_run_lut(rig.context.npu, &exp.ew) == 0);
  CHECK(rig.fake.jobs.back().works[0].load);
}

TEST_CASE("a transition that resets nothing makes the incremental int4 path's own output cold all the same") {
  AllSites operands;
  const ork_mm i4 = operands.i4.mm();
  const ork_mm i8 = operands.i8.mm();
  Rig rig;
  rig.context.set("nothrash", "1");
  REQUIRE(ork_mm_run_i4_incr(rig.context.npu, &i4) == 0);
  const std::size_t resets = rig.fake.count("reset");
  REQUIRE(ork_run_multicore(rig.context.npu, kI8, &i8) == 0);
  const std::size_t first = rig.fake.jobs.size();
  REQUIRE(ork_mm_run_i4_incr(rig.context.npu, &i4) == 0);
  CHECK(rig.fake.count("reset") == resets);
  CHECK(rig.fake.jobs.size() == first + 2);
  REQUIRE(ork_mm_run_i4_incr(rig.context.npu, &i4) == 0);
  CHECK(rig.fake.jobs.size() == first + 3);
}

TEST_CASE("a transition makes an int4 stream cold by its own flag, whatever the hooks keep") {
  AllSites operands;
  const ork_mm f16 = operands.f16.mm();
  Rig rig;
  const auto stream = [&] {
    const std::size_t first = rig.fake.jobs.size();
    REQUIRE(ork_run_stream_i4(rig.context.npu, operands.i4s.items.data(), operands.i4s.count()) == 0);
    return rig.fake.jobs.size() - first;
  };
  REQUIRE(stream() == 10);
  rig.context.set("no_reset", "1");
  rig.context.set("no_warm", "1");
  CHECK(stream() == 5);
  REQUIRE(ork_run_single_core(rig.context.npu, kF16, &f16) == 0);
  CHECK(stream() == 10);
}

TEST_CASE("at its end a stream counts the single-core output as warm too") {
  AllSites operands;
  for (const Site& site : operands.all()) {
    if (std::string(site.name).find("stream") == std::string::npos) continue;
    Rig rig;
    REQUIRE(site.run(rig.context.npu) == 0);
    CHECK(rig.context.look().warmed);
    CHECK(rig.context.look().mwarm[2]);
    CHECK_FALSE(rig.context.look().mwarm[3]);
  }
}

TEST_CASE("B13: an int16 LUT op resets nothing unless ORK_I16_RESET asks, and then leaves the marker alone") {
  for (const bool asked : {false, true}) {
    ElementWise exp(RK3588_OP_EXP_I16, 8, 64, 1026);
    ElementWise silu(RK3588_OP_SILU_I8, 8, 64, 1026);
    Rig rig;
    rig.context.assume(ORK_MODE_F16);
    if (asked) rig.context.set("i16_reset", "1");
    REQUIRE(ork_run_lut(rig.context.npu, &exp.ew) == 0);
    REQUIRE(ork_run_lut(rig.context.npu, &silu.ew) == 0);
    CHECK(rig.fake.count("reset") == (asked ? 1u : 0u));
    CHECK(rig.context.look().marker == ORK_MODE_F16);
  }
}

TEST_CASE("B9: a job that ended without writing its output is an error at every matmul site, and not warm") {
  const std::size_t sites = AllSites().all().size();
  for (std::size_t i = 0; i < sites; ++i) {
    AllSites operands;
    const Site site = operands.all()[i];
    const std::string name = site.name;
    if (name == "sdp_elementwise") continue;  // every bit pattern is an output of it
    CAPTURE(name);
    Rig rig;
    rig.fake.drops = true;
    CHECK(error_name(site.run(rig.context.npu)) == "output-not-written");
    CHECK_FALSE(rig.context.look().warmed);
    CHECK_FALSE(rig.context.look().mwarm[0]);
    CHECK(site.wrong() != 0);
    rig.fake.drops = false;
    CHECK(site.run(rig.context.npu) == 0);
    CHECK(site.wrong() == 0);
  }
}

TEST_CASE("B10: a doorbell that is missed in its last run is an error, healed by a reset; one before it is not") {
  for (const bool last : {false, true}) {
    Matmuls items(kI8, 3, 2, 32, 32);
    Rig rig;
    rig.context.assume(ORK_MODE_I8_CHAIN, 0);
    rig.fake.wait_errors = last ? std::deque<int>{0, ETIMEDOUT} : std::deque<int>{ETIMEDOUT, 0};
    CHECK(ork_doorbell_i8(rig.context.npu, items.items.data(), items.count()) == (last ? -ORK_NPU_WEDGED : 0));
    CHECK(rig.fake.jobs[0].flags == RKNPU_JOB_DOORBELL);
    CHECK(rig.fake.count("reset") == (last ? 1u : 0u));
    CHECK(rig.context.look().marker == (last ? ORK_MODE_COLD : ORK_MODE_I8_CHAIN));
    CHECK(rig.context.look().warmed == !last);
    if (!last) CHECK(items.wrong() == 0);
  }
}

TEST_CASE("B14: memory of a job that rang is waited for before it is made anew or given back") {
  Matmuls small(kI8, 1, 1, 32, 32);
  Matmuls large(kI8, 1, 8, 32, 32);
  Rig rig;
  rig.fake.wait_errors = {ETIMEDOUT, 0};  // the first run of a cold output never said that it ended
  REQUIRE(ork_doorbell_i8(rig.context.npu, small.items.data(), 1) == 0);
  // It still has not ended: no buffer of its may go.
  rig.fake.wait_errors = {ETIMEDOUT};
  const std::size_t destroyed = rig.fake.count("destroy");
  CHECK(error_name(ork_doorbell_i8(rig.context.npu, large.items.data(), 1)) == "still-running");
  CHECK(rig.fake.count("destroy") == destroyed);
  // Now it did.
  const std::size_t first = rig.fake.calls.size();
  CHECK(ork_doorbell_i8(rig.context.npu, large.items.data(), 1) == 0);
  const auto from = rig.fake.calls.begin() + static_cast<std::ptrdiff_t>(first);
  const auto waited = std::find(from, rig.fake.calls.end(), "wait");
  const auto freed = std::find(from, rig.fake.calls.end(), "destroy");
  CHECK(freed != rig.fake.calls.end());
  CHECK(waited < freed);
  CHECK(large.wrong() == 0);
}

TEST_CASE(
    "B14: after a miss the memory is given up, not freed; it goes back once the job ended, and never if it does not") {
  for (const bool ends : {false, true}) {
    FakeDevice fake;
    Matmuls items(kI8, 2, 2, 32, 32);
    ork_npu npu{};
    REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
    fake.wait_errors = {ETIMEDOUT, ETIMEDOUT};
    CHECK(ork_doorbell_i8(npu, items.items.data(), items.count()) == -ORK_NPU_WEDGED);
    CHECK(fake.count("destroy") == 0);
    CHECK(ork_doorbell_i8(npu, items.items.data(), items.count()) == 0);  // with other memory
    CHECK(items.wrong() == 0);
    CHECK(fake.memory.size() == 8);
    if (!ends) fake.wait_errors = {ETIMEDOUT, ETIMEDOUT};
    CHECK(ork_npu_close(npu) == (ends ? 0 : -ORK_NPU_STILL_RUNNING));
    CHECK(fake.memory.size() == (ends ? 0u : 4u));
    CHECK((fake.base.held[0] == 0) == ends);
  }
}

TEST_CASE("a context that is closed gives all its memory back, of every domain") {
  FakeDevice fake;
  AllSites operands;
  ork_npu npu{};
  REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
  for (const std::int32_t domain : {0, 3}) {
    REQUIRE(ork_npu_switch_domain(npu, domain) == 0);
    for (const Site& site : operands.all()) REQUIRE(site.run(npu) == 0);
    CHECK(fake.jobs.back().domain == domain);
    CHECK(fake.base.held[domain] > 0);
  }
  CHECK(ork_npu_close(npu) == 0);
  CHECK(fake.memory.empty());
  CHECK(fake.base.held[0] + fake.base.held[3] == 0);
}

TEST_CASE("B18: an int4 chain right after another runs cold again, since its output was just made") {
  Matmuls rows(kI4, 3, 1, 32, 32);
  Rig rig;
  REQUIRE(ork_mm_run_chain_i4(rig.context.npu, rows.items.data(), rows.count()) == 0);
  CHECK(rig.context.look().warmed);
  const std::size_t first = rig.fake.jobs.size();
  REQUIRE(ork_mm_run_chain_i4(rig.context.npu, rows.items.data(), rows.count()) == 0);
  CHECK(rig.fake.jobs.size() == 2 * first);
  CHECK(first == 2);
  CHECK(rows.wrong() == 0);
}

TEST_CASE("B21: the fp16 column split enters as an fp16 matmul of several cores, and resets nothing after a chain") {
  Matmul one(kF16, 2, 32, 128);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.context.assume(ORK_MODE_I8_CHAIN, 0);
  CHECK(ork_doorbell_colsplit_f16(rig.context.npu, &mm) == 0);
  CHECK(rig.context.look().marker == ORK_MODE_F16);
  CHECK(rig.context.look().last_chain == OCK_NONE);
  CHECK(rig.fake.count("reset") == 0);
  CHECK(one.wrong() == 0);
}

TEST_CASE("B22: a sequence switches its domain before it enters, and clears nothing of the one it left") {
  Matmuls items(kI8, 2, 2, 32, 32);
  Rig rig;
  rig.context.set("f16warm", "0");
  rig.context.set("no_reset", "1");  // a reset would end all warmth, and hide whose was cleared
  rig.context.assume(ORK_MODE_F16, 64);
  const std::size_t first = rig.fake.calls.size();
  REQUIRE(ork_run_sequence(rig.context.npu, 1, items.items.data(), items.count()) == 0);
  CHECK(rig.fake.calls[first] == "attach 1");
  CHECK(rig.fake.calls[first + 1] == "cleared");
  CHECK(rig.fake.jobs.back().domain == 1);
  CHECK(items.wrong() == 0);
  REQUIRE(ork_npu_switch_domain(rig.context.npu, 0) == 0);
  CHECK(rig.context.look().warmed);
  CHECK(rig.context.look().ccsz == 64);
}

TEST_CASE("a fused chain primes its table with a reset unless int8 is live or the entry reset already") {
  struct Case {
    int from;
    bool forced;
    std::size_t resets;
  };
  for (const Case& each : {Case{ORK_MODE_F16, false, 1}, Case{ORK_MODE_I8, false, 0}, Case{ORK_MODE_I8_CHAIN, false, 0},
                           Case{ORK_MODE_I8, true, 1}, Case{ORK_MODE_I4, false, 1}}) {
    Matmuls items(kI8, 2, 2, 32, 32);
    ElementWise silu(RK3588_OP_SILU_I8, 8, 64, 1026);
    Rig rig;
    rig.context.set("warm_reps", "1");
    if (each.forced) rig.context.set("probe_reset", "1");
    rig.context.assume(each.from, 0);
    REQUIRE(ork_run_chain_i8_impl(rig.context.npu, items.items.data(), items.count(), &silu.ew, 1) == 0);
    CHECK(rig.fake.count("reset") == each.resets);
    CHECK(rig.context.look().last_chain == OCK_FUSED);
    CHECK(rig.context.look().marker == ORK_MODE_I8_CHAIN);
    CHECK(submits(rig.fake) == std::vector<std::string>{"1: CHAIN_I8@0 CHAIN_I8@0 load SILU_I8@0 SILU_I8@0"});
    CHECK(rig.fake.jobs.back().flags == RKNPU_JOB_LUT_CHAIN);
    CHECK(rig.fake.jobs.back().first == 1);  // the shared task stays a matmul's
    CHECK(rig.context.look().lut_loaded[0]);
    CHECK(items.wrong() == 0);
  }
}

TEST_CASE("a reset from elsewhere while a path runs makes its result worth nothing") {
  Matmul one(kF16, 2, 32, 16);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.fake.in_submit = [&] { ++rig.fake.base.epoch; };
  CHECK(error_name(ork_run_single_core(rig.context.npu, kF16, &mm)) == "overtaken-by-a-reset");
  rig.fake.in_submit = nullptr;
  CHECK(rig.context.look().marker == ORK_MODE_COLD);
  CHECK(ork_run_single_core(rig.context.npu, kF16, &mm) == 0);
}

TEST_CASE("a domain whose window is full is ENOSPC, and the path can be run again when it is not") {
  Matmul one(kF16, 2, 32, 16);
  const ork_mm mm = one.mm();
  Rig rig;
  rig.fake.base.held[0] = RKNPU_DOMAIN_BYTES_MAX;
  CHECK(ork_run_single_core(rig.context.npu, kF16, &mm) == -ENOSPC);
  CHECK(rig.fake.jobs.empty());
  rig.fake.base.held[0] = 0;
  CHECK(ork_run_single_core(rig.context.npu, kF16, &mm) == 0);
  CHECK(one.wrong() == 0);
}

TEST_CASE("a chain whose register commands do not fit their buffer is ENOSPC") {
  Matmul one(kI8, 1, 2, 2);
  const std::vector<ork_mm> items(2500, one.mm());
  Rig rig;
  CHECK(ork_run_chain_i8_impl(rig.context.npu, items.data(), 2500, nullptr, 0) == -ENOSPC);
  CHECK(ork_run_chain_i8_impl(rig.context.npu, items.data(), 2400, nullptr, 0) == 0);
}

TEST_CASE("a shape or operand that cannot be one is EINVAL, and nothing is entered") {
  Rig rig;
  rig.context.assume(ORK_MODE_F16, 64);
  Matmul i8(kI8, 2, 32, 32);
  ElementWise ew(RK3588_OP_ADD_I8, 4, 8);
  ElementWise lut(RK3588_OP_EXP_I8, 4, 8, 64);
  const ork_npu npu = rig.context.npu;
  ork_mm odd = i8.mm();
  odd.k = 31;
  ork_mm none = i8.mm();
  none.m = 0;
  ork_mm no_c = i8.mm();
  no_c.c = nullptr;
  ork_mm tall = i8.mm();
  tall.m = RK3588_ROWS_FP16_MAX + 1;
  ork_mm deep = i8.mm();
  deep.k = RK3588_K_SPLIT + 2;
  const ork_mm good = i8.mm();
  ork_ew matmul = ew.ew;
  matmul.op = RK3588_OP_MM_I8;
  ork_ew no_table = lut.ew;
  no_table.table = nullptr;
  for (const int result : {ork_run_single_core(npu, kI8, nullptr),
                           ork_run_single_core(npu, kI8, &none),
                           ork_run_multicore(npu, kI8, &no_c),
                           ork_run_single_core(npu, kI4, &good),
                           ork_run_single_core(npu, kF16, &tall),
                           ork_mm_run(npu, kI4, &good),
                           ork_run_i4_mc(npu, &odd),
                           ork_run_i4_grouped(npu, &good, 0),
                           ork_run_i4_grouped(npu, &good, 24),
                           ork_run_i4_grouped(npu, &good, 1),
                           ork_run_stream_i8(npu, &good, 0),
                           ork_run_stream_i8(npu, nullptr, 1),
                           ork_run_stream_i8_small_k(npu, &deep, 1),
                           ork_mm_run_chain_i4(npu, &good, 1),
                           ork_run_chain_i8_impl(npu, &good, RKNPU_TASKS_MAX + 1u, nullptr, 0),
                           ork_run_chain_i8_impl(npu, &good, 1, nullptr, 1),
                           ork_npu_chain_progs(npu, &good, 1, &lut.ew, 1),
                           ork_sdp_elementwise(npu, &lut.ew),
                           ork_sdp_elementwise(npu, &matmul),
                           ork_run_lut(npu, &ew.ew),
                           ork_run_lut(npu, &no_table),
                           ork_run_sequence(npu, RK3588_DOMAINS, &good, 1)}) {
    CHECK(result == -EINVAL);
  }
  CHECK(rig.context.look().marker == ORK_MODE_F16);
  CHECK(rig.fake.jobs.empty());
  CHECK(rig.fake.count("reset") == 0);
}

TEST_CASE("a path of a context that is gone is a named error") {
  AllSites operands;
  for (const Site& site : operands.all()) CHECK(error_name(site.run(ork_npu{1})) == "context-gone");
  CHECK(error_name(ork_run_lut(ork_npu{1}, &operands.ew.ew)) == "context-gone");
}
