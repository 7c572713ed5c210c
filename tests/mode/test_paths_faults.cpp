// The run paths where something goes wrong: failed runs, missed doorbells, tables that are gone, arguments that cannot
// be.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "mode/seen.h"

using namespace npuspec::test;

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

TEST_CASE("an entry in which nothing ran is taken back: the next one starts from what the device was left as") {
  Matmul int8(kI8, 8, 256, 64);  // more than the buffers of the other
  Matmul fp16(kF16, 2, 32, 16);
  const ork_mm i8 = int8.mm();
  const ork_mm f16 = fp16.mm();
  Rig rig;
  rig.fake.refusal = ENOTSUP;
  CHECK(ork_run_single_core(rig.context.npu, kF16, &f16) == -ENOTSUP);
  CHECK(rig.context.look().marker == ORK_MODE_COLD);
  rig.fake.refusal = 0;
  REQUIRE(ork_run_single_core(rig.context.npu, kF16, &f16) == 0);
  rig.fake.create_error = ENOSPC;  // before there is a job
  CHECK(ork_run_single_core(rig.context.npu, kI8, &i8) < 0);
  CHECK(rig.context.look().marker == ORK_MODE_F16);
  rig.fake.create_error = 0;
  CHECK(ork_run_single_core(rig.context.npu, kI8, &i8) == 0);
  CHECK(rig.context.look().marker == ORK_MODE_I8);
  CHECK(int8.wrong() == 0);
}

TEST_CASE("an entry that did reset, and in which nothing ran, leaves the context COLD") {
  Matmul int8(kI8, 1, 32, 32);
  const ork_mm mm = int8.mm();
  Rig rig;
  rig.fake.refusal = EINVAL;
  CHECK(ork_run_single_core(rig.context.npu, kI8, &mm) == -EINVAL);
  CHECK(rig.fake.count("reset") == 1);  // the entry's own
  CHECK(rig.context.look().marker == ORK_MODE_COLD);
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

TEST_CASE("B14: a job whose ticket is gone has ended, and its memory goes back") {
  FakeDevice fake;
  Matmuls items(kI8, 2, 2, 32, 32);
  ork_npu npu{};
  REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
  fake.wait_errors = {EIO, EIO};  // both runs ended, and failed: their tickets are gone
  CHECK(ork_doorbell_i8(npu, items.items.data(), items.count()) == -EIO);
  fake.wait_errors.assign(8, EINVAL);
  CHECK(ork_npu_close(npu) == 0);
  CHECK(fake.memory.empty());
  CHECK(fake.base.held[0] == 0);
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
