// The run paths on a device that does as it is told: what each submits, with which row it entered, and what it leaves.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "mode/seen.h"

using namespace npuspec::test;

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
