#include <errno.h>
#include <string.h>

#include "mode/paths/lut.h"

bool ork_is_lut(const ork_ew* ew) { return rk3588_op_engine(ew->op) == RK3588_ENGINE_LUT; }

bool ork_lut_is_loaded(const ork_context* context, uint8_t core, const ork_ew* ew) {
  const ork_lut* held = &context->lut[core];
  return ork_context_holds(context, context->lut_loaded[core]) && held->op == ew->op &&
         held->bytes == ew->table_bytes && memcmp(held->table, ew->table, held->bytes) == 0;
}

void ork_lut_loaded(ork_context* context, uint8_t core, const ork_ew* ew) {
  ork_lut* held = &context->lut[core];
  context->lut_loaded[core] = ork_context_stamp(context);
  held->op = ew->op;
  /* One that no core could hold is never found again, and so is loaded each time. */
  held->bytes = ew->table_bytes <= sizeof held->table ? ew->table_bytes : 0;
  memcpy(held->table, ew->table, held->bytes);
}

static void begin(ork_plan* plan, ork_context* context) {
  ork_plan_begin(plan, context);
  plan->timeout_ms = ork_context_timeout_ms(context, RK3588_MODE_TRANSITION_RUNTIME_KNOB_EW_TIMEOUT);
  /* Every bit pattern is an output, so that nothing tells what a run after a failed one did not write; and the reset
   * that heals a run loses the table of the next. */
  plan->tolerates = false;
}

int ork_sdp_elementwise(ork_npu npu, const ork_ew* ew) {
  const ork_entry entry = {RK3588_MODE_TRANSITION_SITE_SDP_ELEMENTWISE, RK3588_MODE_TRANSITION_TYPE_NONE, OCK_NONE};
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_is_ew(ew) && !ork_is_lut(ew), entry, &result);
  if (context == NULL) return result;
  ork_plan plan;
  begin(&plan, context);
  ork_lane* lane = &ork_context_scratch(context)->shared;
  const uint8_t core = ork_single_core(context);
  ork_plan_element_wise(&plan, ew, core, lane);
  ork_plan_batch(&plan, lane, 1, ork_mask_of(core), false);
  return ork_path_finish(npu, &plan);
}

static int run_lut(ork_context* context, const ork_ew* ew, ork_lane* lane) {
  const uint8_t core = ork_single_core(context);
  ork_plan plan;
  begin(&plan, context);
  if (!ork_lut_is_loaded(context, core, ew)) {
    ork_plan_load(&plan, ew, core, lane);
    plan.flags = RKNPU_JOB_LUT_CHAIN;
  }
  context->lut_loaded[core] = 0; /* until it is known what the core holds */
  ork_plan_element_wise(&plan, ew, core, lane);
  ork_plan_batch(&plan, lane, 0, ork_mask_of(core), false);
  const int error = ork_plan_run(&plan);
  ork_plan_end(&plan);
  if (error == 0) ork_lut_loaded(context, core, ew);
  return error;
}

/* A single-core matmul neither rebuilds the shared task nor survives one of another kind, and no reset cures it. */
static int run_and_restore(ork_context* context, const ork_ew* ew) {
  uint8_t saved[sizeof(struct rknpu_task)];
  ork_lane* lane = &ork_context_scratch(context)->shared;
  int error = ork_lane_tasks(context, lane);
  if (error != 0) return error;
  memcpy(saved, lane->tasks.host, sizeof saved);
  error = run_lut(context, ew, lane);
  memcpy(lane->tasks.host, saved, sizeof saved);
  const int failed = ork_lane_sync_tasks(context, lane, 0, 1);
  return error != 0 ? error : failed;
}

static bool asks_for_reset(const ork_context* context, const ork_ew* ew) {
  return rk3588_op_family(ew->op) == RK3588_FAMILY_INT16 &&
         ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_I16_RESET) != 0;
}

int ork_run_lut(ork_npu npu, const ork_ew* ew) {
  int result = 0;
  ork_context* context = ork_context_take(npu, &result);
  if (context == NULL) return result;
  if (ork_device_ended(context->device)) {
    result = -ORK_NPU_ENDED;
  } else if (!ork_is_ew(ew) || !ork_is_lut(ew)) {
    result = -EINVAL;
  } else {
    result = asks_for_reset(context, ew) ? ork_context_prime(context, "lut_i16") : 0;
    if (result == 0) result = run_and_restore(context, ew);
  }
  ork_context_give(npu);
  return result;
}
