// The run paths on the simulated device: right results at the documented hazards, and what becomes of each hazard.
#include <doctest/doctest.h>

#include <cerrno>
#include <functional>

#include "mode/operands.h"
#include "mode/sim_support.h"

using namespace npuspec::test;

namespace {

constexpr rk3588_family kF16 = RK3588_FAMILY_FP16;
constexpr rk3588_family kI8 = RK3588_FAMILY_INT8;
constexpr rk3588_family kI4 = RK3588_FAMILY_INT4;

struct Path {
  const char* name;
  std::function<int(ork_npu)> run;
};

// A path of one matmul or of several, on fresh operands; -1000 for wrong numbers.
Path one(const char* name, rk3588_family family, int (*path)(ork_npu, const ork_mm*)) {
  return {name, [=](ork_npu npu) {
            Matmul on(family, 3, 64, 256);
            const ork_mm mm = on.mm();
            const int result = path(npu, &mm);
            return result == 0 && on.wrong() != 0 ? -1000 : result;
          }};
}

Path several(const char* name, rk3588_family family, std::uint32_t m,
             int (*path)(ork_npu, const ork_mm*, std::uint32_t)) {
  return {name, [=](ork_npu npu) {
            Matmuls on(family, 4, m, 64, 64);
            const int result = path(npu, on.items.data(), on.count());
            return result == 0 && on.wrong() != 0 ? -1000 : result;
          }};
}

template <int (*path)(ork_npu, rk3588_family, const ork_mm*), rk3588_family family>
int typed(ork_npu npu, const ork_mm* mm) {
  return path(npu, family, mm);
}

int chain(ork_npu npu, const ork_mm* items, std::uint32_t count) {
  return ork_run_chain_i8_impl(npu, items, count, nullptr, 0);
}

int programs(ork_npu npu, const ork_mm* items, std::uint32_t count) {
  return ork_npu_chain_progs(npu, items, count, nullptr, 0);
}

std::vector<Path> paths() {
  return {one("multicore f16", kF16, typed<ork_run_multicore, kF16>),
          one("multicore i8", kI8, typed<ork_run_multicore, kI8>),
          one("single f16", kF16, typed<ork_run_single_core, kF16>),
          one("single i8", kI8, typed<ork_run_single_core, kI8>),
          several("chain i8", kI8, 2, chain),
          several("programs", kI8, 2, programs),
          several("stream i8", kI8, 2, ork_run_stream_i8),
          several("stream i8 small k", kI8, 2, ork_run_stream_i8_small_k),
          several("stream f16", kF16, 2, ork_run_stream_f16),
          several("stream f16 chained", kF16, 2, ork_run_stream_f16_chained),
          several("stream i4", kI4, 2, ork_run_stream_i4),
          one("i4 mc", kI4, ork_run_i4_mc),
          one("i4 incremental mc", kI4, ork_run_i4_incr_mc),
          one("i4 incremental", kI4, ork_mm_run_i4_incr),
          several("i4 bank chain", kI4, 2, ork_run_i4_bchain),
          several("i4 c-batch", kI4, 2, ork_run_i4_cbatch),
          several("chain i4", kI4, 1, ork_mm_run_chain_i4),
          several("doorbell i8", kI8, 2, ork_doorbell_i8),
          one("doorbell f16", kF16, ork_doorbell_colsplit_f16)};
}

// A device with one context on it.
class Board {
 public:
  explicit Board(const std::string& hazards) : bench(hazards) {
    REQUIRE(ork_npu_open(bench.device(), nullptr, &npu) == 0);
    REQUIRE(ork_npu_set_sink(
                npu, [](void*, const char*) {}, nullptr) == 0);
  }
  ~Board() { (void)ork_npu_close(npu); }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  // Submits that went wrong without a word, staleness apart, which every cold output has.
  std::uint64_t silent() {
    const ork_sim_counters counters = bench.counters();
    return counters.outcomes[RK3588_CORRUPT] + counters.outcomes[RK3588_DROPPED];
  }

  SimBench bench;
  ork_npu npu{};
};

// A look-up that is right: the table is 0, 1, 2, ... over int16, and x falls on its entry x / 128 + 256.
int look_up(ork_npu npu, rk3588_op op) {
  ElementWise on(op, 8, 64, RK3588_LUT_ENTRIES * 2);
  for (std::uint16_t i = 0; i < RK3588_LUT_ENTRIES; ++i) std::memcpy(on.table.data() + i * 2, &i, 2);
  const int result = ork_run_lut(npu, &on.ew);
  if (result != 0) return result;
  for (std::size_t i = 0; i < on.x.size(); ++i) {
    std::int16_t got = on.c[i];
    if (op == RK3588_OP_EXP_I16) std::memcpy(&got, on.c.data() + i * 2, 2);
    if (got != (op == RK3588_OP_EXP_I16 ? 256 : 127)) return -1000;  // an int8 saturates
  }
  return 0;
}

}  // namespace

TEST_CASE("every run path gives the product from COLD, without a wedge and without silent harm") {
  for (const Path& path : paths()) {
    INFO(std::string(path.name));
    Board board("");
    CHECK(path.run(board.npu) == 0);
    CHECK(path.run(board.npu) == 0);
    CHECK(board.bench.counters().outcomes[RK3588_WEDGE] == 0);
    CHECK(board.silent() == 0);
    CHECK(board.bench.counters().refused == 0);
  }
}

TEST_CASE(
    "every run path gives the product after every other, at the documented hazards and with int4 to int8 in need of "
    "both") {
  const std::vector<Path> all = paths();
  for (const char* hazards : {"", "fp16_separates=on,int4_int8_hazard=BOTH"}) {
    for (const Path& first : all) {
      Board board(hazards);
      for (const Path& second : all) {
        INFO(std::string(hazards) << ": " << std::string(first.name) << " then " << std::string(second.name));
        CHECK(first.run(board.npu) == 0);
        CHECK(second.run(board.npu) == 0);
      }
      CHECK(board.bench.counters().outcomes[RK3588_WEDGE] == 0);
      CHECK(board.silent() == 0);
    }
  }
}

TEST_CASE(
    "what the default policy rests on: int4, fp16, int8 without a reset corrupts where int4 to int8 needs both and "
    "fp16 separates nothing") {
  Board board("int4_int8_hazard=BOTH");
  CHECK(one("i4 mc", kI4, ork_run_i4_mc).run(board.npu) == 0);
  CHECK(one("single f16", kF16, typed<ork_run_single_core, kF16>).run(board.npu) == 0);
  CHECK(one("single i8", kI8, typed<ork_run_single_core, kI8>).run(board.npu) == -1000);  // success, and wrong
  CHECK(board.bench.times("int4-int8") == 1);
}

TEST_CASE("B1: a LUT op of either type leaves the shared descriptor a matmul's, so that one of one core runs") {
  for (const rk3588_op op : {RK3588_OP_EXP_I16, RK3588_OP_SILU_I8}) {
    Board board("");
    const Path victim = one("single f16", kF16, typed<ork_run_single_core, kF16>);
    CHECK(victim.run(board.npu) == 0);
    CHECK(look_up(board.npu, op) == 0);
    CHECK(victim.run(board.npu) == 0);
    REQUIRE(ork_npu_mode_reset(board.npu) == 0);
    CHECK(look_up(board.npu, op) == 0);  // whose table the reset took
    CHECK(board.bench.times("lut-missing") == 0);
    CHECK(board.bench.times("poisoned-descriptor") == 0);
  }
}

TEST_CASE("B9: an output that a reset in another domain had dropped is an error, and the next run is right") {
  Board board("reset_drops_in_domain=on,first_write_stale=off");
  REQUIRE(ork_npu_switch_domain(board.npu, 1) == 0);
  REQUIRE(ork_npu_set_knob(board.npu, "warm_reps", "1") == 0);
  const Path path = one("single i8", kI8, typed<ork_run_single_core, kI8>);
  CHECK(path.run(board.npu) == -ORK_NPU_NOT_WRITTEN);
  CHECK(board.bench.counters().outcomes[RK3588_DROPPED] == 1);
  CHECK(path.run(board.npu) == 0);
}

TEST_CASE("B10: a doorbell that is lost in its last run is ETIMEDOUT, and never a wrong product") {
  Board board("doorbell_drop=on");
  const Path path = several("doorbell i8", kI8, 2, ork_doorbell_i8);
  int lost = 0;
  for (int i = 0; i < 300; ++i) {
    const int result = path.run(board.npu);
    CHECK((result == 0 || result == -ETIMEDOUT));
    lost += result != 0;
  }
  CHECK(lost > 0);
  CHECK(board.bench.counters().outcomes[RK3588_LOST] >= static_cast<std::uint64_t>(lost));
}

TEST_CASE("a device whose resets fail ends every path that needs one, and gives no product") {
  Board board("reset_fails=on");
  const std::vector<Path> all = paths();
  CHECK(all[1].run(board.npu) == -EIO);
  CHECK(all[1].run(board.npu) == -ORK_NPU_ENDED);
}
