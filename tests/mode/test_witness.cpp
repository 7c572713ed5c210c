// What verify finds, run: the sequence of every unsafe setting, as run paths on a simulated device with that hazard,
// ends as the explorer says, and not before.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "mode/operands.h"
#include "mode/shipped.h"
#include "mode/sim/sim.h"
#include "verify/verify.h"

using namespace npuspec;
using namespace npuspec::test;
using namespace npuspec::verify;

namespace {

struct Board {
  Board(const rk3588_switches& switches, std::uint32_t knobs) {
    ork_sim_options options = ork_sim_default_options();
    options.switches = switches;
    REQUIRE(ork_sim_open(&options, &device) == 0);
    REQUIRE(ork_npu_open(device, nullptr, &npu) == 0);
    for (std::size_t i = 0; i < shipped().knob_names.size(); ++i) {
      REQUIRE(ork_npu_set_knob(npu, shipped().knob_names[i].c_str(), (knobs >> i & 1u) != 0 ? "1" : "0") == 0);
    }
  }
  ~Board() {
    (void)ork_npu_close(npu);
    ork_device_close(device);
  }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  std::uint64_t times(std::uint8_t outcome) const {
    ork_sim_counters all{};
    REQUIRE(ork_sim_read_counters(device, &all) == 0);
    return all.outcomes[outcome];
  }

  ork_device* device = nullptr;
  ork_npu npu{};
};

using OfType = int (*)(ork_npu, rk3588_family, const ork_mm*);
using OfOne = int (*)(ork_npu, const ork_mm*);
using OfMany = int (*)(ork_npu, const ork_mm*, std::uint32_t);

const std::map<std::string, OfType> kOfType = {{"run_multicore", ork_run_multicore},
                                               {"run_single_core", ork_run_single_core}};
const std::map<std::string, OfOne> kOfOne = {{"run_i4_mc", ork_run_i4_mc},
                                             {"run_i4_incr_mc", ork_run_i4_incr_mc},
                                             {"ork_mm_run_i4_incr", ork_mm_run_i4_incr},
                                             {"doorbell_colsplit_f16", ork_doorbell_colsplit_f16}};
const std::map<std::string, OfMany> kOfMany = {
    {"run_stream_i8", ork_run_stream_i8},
    {"run_stream_i8_small_k", ork_run_stream_i8_small_k},
    {"run_stream_f16", ork_run_stream_f16},
    {"run_stream_f16_chained", ork_run_stream_f16_chained},
    {"run_stream_i4", ork_run_stream_i4},
    {"run_i4_bchain", ork_run_i4_bchain},
    {"run_i4_cbatch", ork_run_i4_cbatch},
    {"ork_mm_run_chain_i4", ork_mm_run_chain_i4},
    {"doorbell_i8", ork_doorbell_i8},
    {"run_chain_i8_impl", [](ork_npu npu, const ork_mm* items,
                             std::uint32_t count) { return ork_run_chain_i8_impl(npu, items, count, nullptr, 0); }},
    {"ork_npu_chain_progs", [](ork_npu npu, const ork_mm* items,
                               std::uint32_t count) { return ork_npu_chain_progs(npu, items, count, nullptr, 0); }},
};

// A step of a sequence as the run path of its first site, with as many columns as its cores want and as many rows as
// its size says.
int run(ork_npu npu, const Step& step) {
  const std::string& site = step.sites.front();
  const auto op = static_cast<rk3588_op>(step.op);
  if (site == "switch_domain") return ork_npu_switch_domain(npu, step.domain);
  if (site == "sdp_elementwise") {
    const ElementWise sum(op, 8, 64);
    return ork_sdp_elementwise(npu, &sum.ew);
  }
  if (site == "lut_i16" || site == "lut_i8") {
    const ElementWise look_up(op, 8, 64, RK3588_LUT_ENTRIES * sizeof(std::int16_t));
    return ork_run_lut(npu, &look_up.ew);
  }
  const auto family = static_cast<rk3588_family>(rk3588_op_family(op));
  const std::uint32_t tile = family == RK3588_FAMILY_FP16 ? RK3588_N_TILE_FP16 : RK3588_N_TILE_INT8;
  const std::uint32_t rows = step.size > 1 ? 16 : 1;
  if (kOfMany.contains(site)) {
    const Matmuls items(family, step.cores, rows, 32, tile);
    return kOfMany.at(site)(npu, items.items.data(), items.count());
  }
  Matmul one(family, rows, 32, tile * RK3588_TILES_PER_CORE * step.cores);
  const ork_mm mm = one.mm();
  if (kOfType.contains(site)) return kOfType.at(site)(npu, family, &mm);
  if (site == "run_i4_grouped") return ork_run_i4_grouped(npu, &mm, 32);
  REQUIRE(kOfOne.contains(site));
  return kOfOne.at(site)(npu, &mm);
}

bool is_reset(const Witness& witness) { return witness.steps.back().events.back().what == RK3588_EVENT_RESET; }

void replay_on_board(const Witness& witness, const rk3588_switches& switches, std::uint32_t knobs) {
  CAPTURE(reason_text(witness));
  const Board board(switches, knobs);
  // A run path that has to load a table does so in one chain with the look-up, which is safe. Here it was loaded
  // before.
  const Step& end = witness.steps.back().step;
  if ((end.does & RK3588_DOES_LOAD) != 0) CHECK(run(board.npu, end) == 0);
  for (std::size_t i = 0; i < witness.steps.size(); ++i) {
    CAPTURE(witness.steps[i].text);
    const bool last = i + 1 == witness.steps.size();
    const int result = run(board.npu, witness.steps[i].step);
    if (!last) {
      CHECK(result == 0);
      CHECK(board.times(RK3588_WEDGE) + board.times(RK3588_CORRUPT) == 0);
    } else if (is_reset(witness)) {
      CHECK(ork_device_ended(board.device));
    } else {
      CHECK(board.times(witness.verdict) > 0);
    }
  }
}

}  // namespace

TEST_CASE("every unsafe sequence wedges or corrupts the simulated device too, at its last step and not before") {
  int unsafe = 0;
  for (std::uint32_t knobs = 0; knobs < 1u << shipped().knob_names.size(); ++knobs) {
    const EffectTable table(shipped(), knobs);
    for (int which = 0; which < RK3588_SWITCHES; ++which) {
      for (int position = 0; position < rk3588_switch_rows[which].positions; ++position) {
        // The explorer lets chance strike whenever it can, the device seldom.
        if (rk3588_switch_rows[which].per != 0) continue;
        rk3588_switches switches = rk3588_default_switches();
        rk3588_set_switch(&switches, which, position);
        const Model model(shipped(), switches, {});
        const Space space = explore(model, table, {.stop = true});
        if (space.safe()) continue;
        CAPTURE(knobs);
        CAPTURE(std::string(rk3588_switch_rows[which].name));
        CAPTURE(position);
        ++unsafe;
        replay_on_board(replay(model, table, space.sequence(space.failures.front())), switches, knobs);
      }
    }
  }
  CHECK(unsafe >= 8);
}
