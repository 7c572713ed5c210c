#include <errno.h>

#include "mode/paths/lut.h"

static bool are_ew(const ork_ew* ops, uint32_t count) {
  if (count != 0 && ops == NULL) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!ork_is_ew(&ops[i])) return false;
  }
  return count <= RKNPU_TASKS_MAX;
}

static bool has_table(const ork_ew* ops, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (ork_is_lut(&ops[i])) return true;
  }
  return false;
}

/* Adds an element-wise op of a chain and, before it, its table's load. A chain loads whatever is loaded: the ops before
 * may have another table, and a run that failed lost them all. */
static void add_op(ork_plan* plan, const ork_ew* ew, uint8_t core, ork_lane* lane) {
  if (ork_is_lut(ew)) {
    ork_plan_load(plan, ew, core, lane);
    plan->flags = RKNPU_JOB_LUT_CHAIN;
  }
  ork_plan_element_wise(plan, ew, core, lane);
}

static int run_chain(ork_npu npu, ork_context* context, const ork_mm* items, uint32_t count, const ork_ew* ops,
                     uint32_t op_count) {
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_lane* lane = &ork_context_scratch(context)->shared;
  const uint8_t core = ork_single_core(context);
  for (uint32_t i = 0; i < count; ++i) {
    ork_plan_matmul(&plan, RK3588_OP_CHAIN_I8, &items[i], ork_whole(&items[i]), core, lane);
  }
  for (uint32_t i = 0; i < op_count; ++i) add_op(&plan, &ops[i], core, lane);
  ork_plan_batch(&plan, lane, 1, ork_mask_of(core), false); /* the first task stays the single-core matmul's */
  int result = ork_plan_run(&plan);
  for (uint32_t i = 0; i < op_count && result == 0; ++i) {
    if (ork_is_lut(&ops[i])) ork_lut_loaded(context, core, &ops[i]);
  }
  ork_plan_end(&plan);
  ork_context_give(npu);
  return result;
}

/* The entry may have kept the hardware warm, and then nothing has readied it for a table yet. */
static int prime(ork_context* context, int from, bool was_reset) {
  const bool forced = ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_PROBE_RESET) != 0;
  const bool is_live = rk3588_mode_transition_mode_type[from - ORK_MODE_COLD] == RK3588_MODE_TRANSITION_TYPE_INT8;
  return was_reset || (is_live && !forced) ? 0 : ork_context_prime(context, "fused_silu_prime");
}

static int enter_chain(ork_context* context, const ork_ew* fused, uint32_t fused_count) {
  const int from = context->marker;
  const uint64_t resets = context->resets;
  const int result = ork_enter_site(context, RK3588_MODE_TRANSITION_SITE_RUN_CHAIN_I8_IMPL,
                                    RK3588_MODE_TRANSITION_TYPE_INT8, fused_count != 0 ? OCK_FUSED : OCK_HW);
  if (result < 0 || !has_table(fused, fused_count)) return result;
  return prime(context, from, context->resets != resets);
}

int ork_run_chain_i8_impl(ork_npu npu, const ork_mm* items, uint32_t count, const ork_ew* fused, uint32_t fused_count) {
  int result = 0;
  ork_context* context = ork_context_take(npu, &result);
  if (context == NULL) return result;
  const bool is_sound = ork_are_mm(RK3588_FAMILY_INT8, items, count) && are_ew(fused, fused_count);
  result = is_sound ? enter_chain(context, fused, fused_count) : -EINVAL;
  if (result >= 0) return run_chain(npu, context, items, count, fused, fused_count);
  ork_context_give(npu);
  return result;
}

int ork_npu_chain_progs(ork_npu npu, const ork_mm* items, uint32_t count, const ork_ew* ops, uint32_t op_count) {
  const ork_entry entry = {RK3588_MODE_TRANSITION_SITE_ORK_NPU_CHAIN_PROGS, RK3588_MODE_TRANSITION_TYPE_INT8, OCK_HW};
  int result = 0;
  const bool is_sound =
      ork_are_mm(RK3588_FAMILY_INT8, items, count) && are_ew(ops, op_count) && !has_table(ops, op_count);
  ork_context* context = ork_path_begin(npu, is_sound, entry, &result);
  return context == NULL ? result : run_chain(npu, context, items, count, ops, op_count);
}
