// What a fake device saw of run paths, as tests tell it.
#pragma once

#include "mode/rig.h"
#include "mode/sites.h"

namespace npuspec::test {

inline std::uint64_t counted(const Rig& rig, int profile) {
  std::uint64_t sum = 0;
  for (int from = -1; from < 6; ++from) {
    std::uint64_t count = 0;
    REQUIRE(ork_npu_xprof(rig.context.npu, profile, from, &count) == 0);
    sum += count;
  }
  return sum;
}

// All jobs of a rig, as "core mask:op op op".
inline std::vector<std::string> submits(const FakeDevice& fake) {
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
inline void check_jobs(const FakeDevice& fake) {
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

}  // namespace npuspec::test
