#include <errno.h>

#include "mode/paths/plan.h"

bool ork_is_mm(enum rk3588_family type, const ork_mm* mm) {
  if (mm == NULL || mm->m == 0 || mm->k == 0 || mm->n == 0 || !mm->a || !mm->b || !mm->c) return false;
  if (type == RK3588_FAMILY_INT4) return mm->k % 2 == 0 && mm->n % 2 == 0;
  if (type == RK3588_FAMILY_FP16) return mm->m <= RK3588_ROWS_FP16_MAX;
  return type == RK3588_FAMILY_INT8;
}

bool ork_are_mm(enum rk3588_family type, const ork_mm* items, uint32_t count) {
  if (items == NULL || count == 0 || count > RKNPU_TASKS_MAX) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!ork_is_mm(type, &items[i])) return false;
  }
  return true;
}

bool ork_is_ew(const ork_ew* ew) {
  if (ew == NULL || (uint32_t)ew->op >= RK3588_OP_COUNT || ew->m == 0 || ew->n == 0 || !ew->a || !ew->c) return false;
  switch (rk3588_op_engine(ew->op)) {
    case RK3588_ENGINE_SDP:
      return ew->b != NULL && ew->table == NULL;
    case RK3588_ENGINE_LUT:
      return ew->b == NULL && ew->table != NULL && ew->table_bytes != 0;
    default:
      return false;
  }
}

/* The mode of a type that a row enters; one past the last where there is none. */
static int target(const rk3588_mode_transition_row* row, enum rk3588_mode_transition_type type) {
  for (int i = 0; i < RK3588_MODE_TRANSITION_MODES; ++i) {
    if ((row->to >> i & 1u) != 0 && rk3588_mode_transition_mode_type[i] == (uint8_t)type) return i + ORK_MODE_COLD;
  }
  return RK3588_MODE_TRANSITION_MODES;
}

int ork_enter_site(ork_context* context, int site, enum rk3588_mode_transition_type type, int chain) {
  const rk3588_mode_transition_site* row = &rk3588_mode_transition_sites[site];
  if ((row->chains >> chain & 1u) == 0) return -ORK_NPU_NO_CHAIN;
  const rk3588_mode_transition_row* policy = &rk3588_mode_transition_xspec[row->profile];
  return ork_context_enter(context, policy->same ? context->marker : target(policy, type), row->profile, chain);
}

ork_context* ork_path_begin(ork_npu npu, bool is_sound, ork_entry entry, int* result) {
  ork_context* context = ork_context_take(npu, result);
  if (context == NULL) return NULL;
  *result = is_sound ? ork_enter_site(context, entry.site, entry.type, entry.chain) : -EINVAL;
  if (*result >= 0) return context;
  ork_context_give(npu);
  return NULL;
}

int ork_path_finish(ork_npu npu, ork_plan* plan) {
  const int result = ork_plan_run(plan);
  ork_plan_end(plan);
  ork_context_give(npu);
  return result;
}

uint8_t ork_single_core(const ork_context* context) {
  return (uint8_t)ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_TEST_CORE);
}

uint32_t ork_max_cores(const ork_context* context) {
  return (uint32_t)ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MAX_CORES);
}

uint32_t ork_mask_of(uint8_t core) {
  static const uint32_t masks[RK3588_CORES] = {RKNPU_CORE_MASK_CORE0, RKNPU_CORE_MASK_CORE1, RKNPU_CORE_MASK_CORE2};
  return masks[core];
}

uint32_t ork_mask_of_first(uint32_t cores) {
  static const uint32_t masks[RK3588_CORES] = {RKNPU_CORE_MASK_CORE0, RKNPU_CORE_MASK_PAIR, RKNPU_CORE_MASK_ALL};
  return masks[cores - 1];
}

uint32_t ork_cores_for(uint32_t n, enum rk3588_family type, uint32_t max_cores) {
  const uint32_t tile = type == RK3588_FAMILY_FP16   ? RK3588_N_TILE_FP16
                        : type == RK3588_FAMILY_INT8 ? RK3588_N_TILE_INT8
                                                     : RK3588_N_TILE_INT4;
  const uint32_t tiles = n / tile + (n % tile != 0);
  const uint32_t fed = tiles / RK3588_TILES_PER_CORE;
  const uint32_t cores = fed < max_cores ? fed : max_cores;
  return cores > 0 ? cores : 1;
}
