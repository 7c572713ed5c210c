#include "mode/paths/split.h"

/* A stream works with the cores' own buffers, and at its end the single-core output counts as warm too, as the original
 * has it; one that is made anew never does. */
static int run_stream(ork_npu npu, ork_context* context, enum rk3588_op op, const ork_mm* items, uint32_t count,
                      ork_deal deal) {
  ork_plan plan;
  ork_plan_begin(&plan, context);
  plan.also_warm = &ork_context_scratch(context)->shared;
  ork_deal_items(&plan, op, items, count, deal);
  return ork_path_finish(npu, &plan);
}

static int stream_i8(ork_npu npu, int site, const ork_mm* items, uint32_t count, bool is_sound) {
  const ork_entry entry = {site, RK3588_MODE_TRANSITION_TYPE_INT8, OCK_SW};
  int result = 0;
  ork_context* context = ork_path_begin(npu, is_sound, entry, &result);
  return context == NULL ? result : run_stream(npu, context, RK3588_OP_MM_I8, items, count, ORK_DEAL_EACH);
}

int ork_run_stream_i8(ork_npu npu, const ork_mm* items, uint32_t count) {
  return stream_i8(npu, RK3588_MODE_TRANSITION_SITE_RUN_STREAM_I8, items, count,
                   ork_are_mm(RK3588_FAMILY_INT8, items, count));
}

int ork_run_stream_i8_small_k(ork_npu npu, const ork_mm* items, uint32_t count) {
  bool is_sound = ork_are_mm(RK3588_FAMILY_INT8, items, count);
  for (uint32_t i = 0; is_sound && i < count; ++i) is_sound = items[i].k <= RK3588_K_SPLIT;
  return stream_i8(npu, RK3588_MODE_TRANSITION_SITE_RUN_STREAM_I8_SMALL_K, items, count, is_sound);
}

static int stream_f16(ork_npu npu, int site, const ork_mm* items, uint32_t count, ork_deal deal) {
  const ork_entry entry = {site, RK3588_MODE_TRANSITION_TYPE_FP16, OCK_SW};
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_are_mm(RK3588_FAMILY_FP16, items, count), entry, &result);
  return context == NULL ? result : run_stream(npu, context, RK3588_OP_MM_F16, items, count, deal);
}

int ork_run_stream_f16(ork_npu npu, const ork_mm* items, uint32_t count) {
  return stream_f16(npu, RK3588_MODE_TRANSITION_SITE_RUN_STREAM_F16, items, count, ORK_DEAL_EACH);
}

int ork_run_stream_f16_chained(ork_npu npu, const ork_mm* items, uint32_t count) {
  return stream_f16(npu, RK3588_MODE_TRANSITION_SITE_RUN_STREAM_F16_CHAINED, items, count, ORK_DEAL_BY_CORE);
}

/* A transition makes it cold: the site's local flag, which here is the used cores' own. */
int ork_run_stream_i4(ork_npu npu, const ork_mm* items, uint32_t count) {
  const ork_entry entry = {RK3588_MODE_TRANSITION_SITE_RUN_STREAM_I4, RK3588_MODE_TRANSITION_TYPE_INT4, OCK_SW};
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_are_mm(RK3588_FAMILY_INT4, items, count), entry, &result);
  if (context == NULL) return result;
  if (result == 1) {
    ork_context_forget_warmth(ork_context_scratch(context), RK3588_MODE_TRANSITION_WARM_MWARM);
  }
  return run_stream(npu, context, RK3588_OP_MM_I4, items, count, ORK_DEAL_EACH);
}
