// Every site of the policy as a run path, with operands of its type and what comes out.
#pragma once

#include <functional>

#include "mode/operands.h"

namespace npuspec::test {

inline constexpr rk3588_family kF16 = RK3588_FAMILY_FP16;
inline constexpr rk3588_family kI8 = RK3588_FAMILY_INT8;
inline constexpr rk3588_family kI4 = RK3588_FAMILY_INT4;

struct Site {
  const char* name;
  int profile;
  int marker;
  int chain;
  std::function<int(ork_npu)> run;
  std::function<int()> wrong;  // elements of its output
};

// Every site of the policy, on operands of its type; three or more of them where it takes several.
struct AllSites {
  Matmul f16{kF16, 3, 64, 128};
  Matmul i8{kI8, 3, 64, 256};
  Matmul i4{kI4, 3, 64, 256};
  Matmul grouped{kI4, 2, 64, 256, 1, 2};
  Matmuls f16s{kF16, 5, 2, 32, 16};
  Matmuls i8s{kI8, 5, 2, 32, 32};
  Matmuls i4s{kI4, 5, 2, 32, 32};
  Matmuls rows{kI4, 4, 1, 32, 32};
  ElementWise ew{RK3588_OP_ADD_I16, 8, 64};

  int grouped_wrong() const {
    int count = 0;
    for (std::uint32_t g = 0; g < 2; ++g) {
      for (std::uint32_t i = 0; i < grouped.m; ++i) {
        for (std::uint32_t j = 0; j < grouped.n; ++j) {
          const std::size_t at = (std::size_t{g} * grouped.m + i) * grouped.n + j;
          count += grouped.got(at) != grouped.wanted(i, j, g * 32, g * 32 + 32);
        }
      }
    }
    return count;
  }

  int ew_wrong() const {
    int count = 0;
    for (std::size_t i = 0; i < ew.x.size(); ++i) {
      std::int16_t got;
      std::memcpy(&got, ew.c.data() + i * 2, 2);
      count += got != ew.x[i] + ew.y[i];
    }
    return count;
  }

  std::vector<Site> all() {
    const auto one = [](int (*run)(ork_npu, rk3588_family, const ork_mm*), Matmul& on) {
      return [run, &on](ork_npu npu) {
        const ork_mm mm = on.mm();
        return run(npu, on.family, &mm);
      };
    };
    const auto plain = [](int (*run)(ork_npu, const ork_mm*), Matmul& on) {
      return [run, &on](ork_npu npu) {
        const ork_mm mm = on.mm();
        return run(npu, &mm);
      };
    };
    const auto many = [](int (*run)(ork_npu, const ork_mm*, std::uint32_t), Matmuls& on) {
      return [run, &on](ork_npu npu) { return run(npu, on.items.data(), on.count()); };
    };
    const auto right = [](const auto& on) { return [&on] { return on.wrong(); }; };
    return {
        {"run_multicore", XP_MC_MM, ORK_MODE_F16, OCK_NONE, one(ork_run_multicore, f16), right(f16)},
        {"run_multicore", XP_MC_MM, ORK_MODE_I8, OCK_NONE, one(ork_run_multicore, i8), right(i8)},
        {"run_single_core", XP_SC_MM, ORK_MODE_F16, OCK_NONE, one(ork_run_single_core, f16), right(f16)},
        {"run_single_core", XP_SC_MM, ORK_MODE_I8, OCK_NONE, one(ork_run_single_core, i8), right(i8)},
        {"run_chain_i8_impl", XP_CHAIN_NT, ORK_MODE_I8_CHAIN, OCK_HW,
         [&](ork_npu npu) { return ork_run_chain_i8_impl(npu, i8s.items.data(), i8s.count(), nullptr, 0); },
         right(i8s)},
        {"ork_npu_chain_progs", XP_CHAIN_NT, ORK_MODE_I8_CHAIN, OCK_HW,
         [&](ork_npu npu) { return ork_npu_chain_progs(npu, i8s.items.data(), i8s.count(), &ew.ew, 1); },
         [&] { return i8s.wrong() + ew_wrong(); }},
        {"run_stream_i8", XP_STREAM_I8, ORK_MODE_I8_CHAIN, OCK_SW, many(ork_run_stream_i8, i8s), right(i8s)},
        {"run_stream_i8_small_k", XP_STREAM_I8, ORK_MODE_I8_CHAIN, OCK_SW, many(ork_run_stream_i8_small_k, i8s),
         right(i8s)},
        {"run_stream_f16", XP_STREAM_F16, ORK_MODE_F16, OCK_SW, many(ork_run_stream_f16, f16s), right(f16s)},
        {"run_stream_f16_chained", XP_STREAM_F16, ORK_MODE_F16, OCK_SW, many(ork_run_stream_f16_chained, f16s),
         right(f16s)},
        {"run_i4_mc", XP_I4_MC, ORK_MODE_I4, OCK_NONE, plain(ork_run_i4_mc, i4), right(i4)},
        {"run_i4_grouped", XP_I4_MC, ORK_MODE_I4, OCK_NONE,
         [&](ork_npu npu) {
           const ork_mm mm = grouped.mm();
           return ork_run_i4_grouped(npu, &mm, 32);
         },
         [&] { return grouped_wrong(); }},
        {"run_i4_incr_mc", XP_I4_MWARM, ORK_MODE_I4, OCK_NONE, plain(ork_run_i4_incr_mc, i4), right(i4)},
        {"run_i4_bchain", XP_I4_MWARM, ORK_MODE_I4, OCK_NONE, many(ork_run_i4_bchain, i4s), right(i4s)},
        {"run_i4_cbatch", XP_I4_MWARM, ORK_MODE_I4, OCK_NONE, many(ork_run_i4_cbatch, i4s), right(i4s)},
        {"ork_mm_run_i4_incr", XP_I4_INCR, ORK_MODE_I4, OCK_NONE, plain(ork_mm_run_i4_incr, i4), right(i4)},
        {"ork_mm_run_chain_i4", XP_I4CHAIN, ORK_MODE_I4_CHAIN, OCK_HW, many(ork_mm_run_chain_i4, rows), right(rows)},
        {"run_stream_i4", XP_I4_STREAM, ORK_MODE_I4_STREAM, OCK_SW, many(ork_run_stream_i4, i4s), right(i4s)},
        {"doorbell_i8", XP_CHAIN_NT, ORK_MODE_I8_CHAIN, OCK_HW, many(ork_doorbell_i8, i8s), right(i8s)},
        {"doorbell_colsplit_f16", XP_MC_MM, ORK_MODE_F16, OCK_NONE, plain(ork_doorbell_colsplit_f16, f16), right(f16)},
        {"sdp_elementwise", XP_SDP, ORK_MODE_COLD, OCK_NONE,
         [&](ork_npu npu) { return ork_sdp_elementwise(npu, &ew.ew); }, [&] { return ew_wrong(); }},
    };
  }
};

}  // namespace npuspec::test
