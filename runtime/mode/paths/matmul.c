#include <errno.h>

#include "mode/paths/split.h"

static const ork_entry kSingle = {RK3588_MODE_TRANSITION_SITE_RUN_SINGLE_CORE, 0, OCK_NONE};
static const ork_entry kMulti = {RK3588_MODE_TRANSITION_SITE_RUN_MULTICORE, 0, OCK_NONE};

static bool is_matmul_type(enum rk3588_family type) { return type == RK3588_FAMILY_FP16 || type == RK3588_FAMILY_INT8; }

static enum rk3588_op op_of(enum rk3588_family type) {
  return type == RK3588_FAMILY_FP16 ? RK3588_OP_MM_F16 : RK3588_OP_MM_I8;
}

static ork_entry typed(ork_entry entry, enum rk3588_family type) {
  entry.type = type == RK3588_FAMILY_FP16 ? RK3588_MODE_TRANSITION_TYPE_FP16 : RK3588_MODE_TRANSITION_TYPE_INT8;
  return entry;
}

/* Each pass is a submit of its own from the shared descriptor, which is seeded once and not rebuilt. */
int ork_run_single_core(ork_npu npu, enum rk3588_family type, const ork_mm* mm) {
  int result = 0;
  const bool is_sound = is_matmul_type(type) && ork_is_mm(type, mm);
  ork_context* context = ork_path_begin(npu, is_sound, typed(kSingle, type), &result);
  if (context == NULL) return result;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_lane* lane = &ork_context_scratch(context)->shared;
  const uint8_t core = ork_single_core(context);
  ork_plan_matmul(&plan, op_of(type), mm, ork_whole(mm), core, lane);
  ork_plan_batch_each(&plan, lane, 0, ork_mask_of(core), true);
  return ork_path_finish(npu, &plan);
}

int ork_run_multicore(ork_npu npu, enum rk3588_family type, const ork_mm* mm) {
  int result = 0;
  const bool is_sound = is_matmul_type(type) && ork_is_mm(type, mm);
  ork_context* context = ork_path_begin(npu, is_sound, typed(kMulti, type), &result);
  if (context == NULL) return result;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_split_batch(&plan, ork_split_columns(&plan, op_of(type), mm, RK3588_K_SPLIT, false, false));
  return ork_path_finish(npu, &plan);
}

int ork_mm_run(ork_npu npu, enum rk3588_family type, const ork_mm* mm) {
  if (!is_matmul_type(type) || !ork_is_mm(type, mm)) return -EINVAL;
  ork_knobs knobs;
  const int error = ork_npu_read_knobs(npu, &knobs);
  if (error != 0) return error;
  const int64_t most = ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MAX_CORES);
  return ork_cores_for(mm->n, type, (uint32_t)most) > 1 ? ork_run_multicore(npu, type, mm)
                                                        : ork_run_single_core(npu, type, mm);
}
