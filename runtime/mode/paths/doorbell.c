#include <errno.h>

#include "mode/paths/split.h"

/* What rang and did not end may never end: the device is reset, as after a submit that failed, and the memory is given
 * up, since nobody knows whether the job still writes it. The error stays the miss. */
static int run_ringing(ork_npu npu, ork_plan* plan) {
  ork_context* context = plan->context;
  plan->flags = RKNPU_JOB_DOORBELL;
  const uint32_t before = context->ringing_count;
  const int result = ork_plan_run(plan);
  if (result != 0 && context->ringing_count > before && !ork_device_ended(context->device)) {
    (void)ork_device_reset(context->device);
    ork_context_follow(context);
    for (uint32_t i = 0; i < plan->use_count; ++i) ork_context_give_up(context, plan->uses[i].lane);
  }
  ork_plan_end(plan);
  ork_context_give(npu);
  return result;
}

static int ring_chain(ork_npu npu, ork_context* context, const ork_mm* items, uint32_t count) {
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_lane* lane = &ork_context_scratch(context)->shared;
  const uint8_t core = ork_single_core(context);
  for (uint32_t i = 0; i < count; ++i) {
    ork_plan_matmul(&plan, RK3588_OP_CHAIN_I8, &items[i], ork_whole(&items[i]), core, lane);
  }
  ork_plan_batch(&plan, lane, 1, ork_mask_of(core), false);
  return run_ringing(npu, &plan);
}

static const ork_entry kChain = {RK3588_MODE_TRANSITION_SITE_DOORBELL_I8, RK3588_MODE_TRANSITION_TYPE_INT8, OCK_HW};

int ork_doorbell_i8(ork_npu npu, const ork_mm* items, uint32_t count) {
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_are_mm(RK3588_FAMILY_INT8, items, count), kChain, &result);
  return context == NULL ? result : ring_chain(npu, context, items, count);
}

/* Switches first: what an entry clears is of the domain that is active. */
int ork_run_sequence(ork_npu npu, int32_t domain, const ork_mm* items, uint32_t count) {
  int result = 0;
  ork_context* context = ork_context_take(npu, &result);
  if (context == NULL) return result;
  result = ork_are_mm(RK3588_FAMILY_INT8, items, count) ? ork_context_switch(context, domain) : -EINVAL;
  if (result == 0) result = ork_enter_site(context, kChain.site, kChain.type, kChain.chain);
  if (result >= 0) return ring_chain(npu, context, items, count);
  ork_context_give(npu);
  return result;
}

/* A ring a core, each with its own columns. */
int ork_doorbell_colsplit_f16(ork_npu npu, const ork_mm* mm) {
  const ork_entry entry = {RK3588_MODE_TRANSITION_SITE_DOORBELL_COLSPLIT_F16, RK3588_MODE_TRANSITION_TYPE_FP16,
                           OCK_NONE};
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_is_mm(RK3588_FAMILY_FP16, mm), entry, &result);
  if (context == NULL) return result;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  (void)ork_split_columns(&plan, RK3588_OP_MM_F16, mm, RK3588_K_SPLIT, false, false);
  ork_split_batches(&plan);
  return run_ringing(npu, &plan);
}
