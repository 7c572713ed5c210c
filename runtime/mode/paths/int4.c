#include <errno.h>
#include <string.h>

#include "mode/paths/split.h"

static ork_entry entry_of(int site, int chain) {
  const ork_entry entry = {site, RK3588_MODE_TRANSITION_TYPE_INT4, chain};
  return entry;
}

static int split(ork_npu npu, int site, const ork_mm* mm, bool is_sound, ork_cut how) {
  int result = 0;
  ork_context* context = ork_path_begin(npu, is_sound, entry_of(site, OCK_NONE), &result);
  if (context == NULL) return result;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_split_batch(&plan, ork_split_columns(&plan, RK3588_OP_MM_I4, mm, how.pass, how.adds, how.apart));
  return ork_path_finish(npu, &plan);
}

int ork_run_i4_mc(ork_npu npu, const ork_mm* mm) {
  const ork_cut how = {0, 0, RK3588_K_SPLIT, false, false};
  return split(npu, RK3588_MODE_TRANSITION_SITE_RUN_I4_MC, mm, ork_is_mm(RK3588_FAMILY_INT4, mm), how);
}

int ork_run_i4_grouped(ork_npu npu, const ork_mm* mm, uint32_t group) {
  const ork_cut how = {0, 0, group, false, true};
  const bool is_sound = ork_is_mm(RK3588_FAMILY_INT4, mm) && group != 0 && group <= RK3588_K_SPLIT && group % 2 == 0 &&
                        mm->k % group == 0;
  return split(npu, RK3588_MODE_TRANSITION_SITE_RUN_I4_GROUPED, mm, is_sound, how);
}

int ork_run_i4_incr_mc(ork_npu npu, const ork_mm* mm) {
  const ork_cut how = {0, 0, RK3588_K_SPLIT, true, false};
  return split(npu, RK3588_MODE_TRANSITION_SITE_RUN_I4_INCR_MC, mm, ork_is_mm(RK3588_FAMILY_INT4, mm), how);
}

static int deal(ork_npu npu, int site, const ork_mm* items, uint32_t count, ork_deal how) {
  int result = 0;
  ork_context* context =
      ork_path_begin(npu, ork_are_mm(RK3588_FAMILY_INT4, items, count), entry_of(site, OCK_NONE), &result);
  if (context == NULL) return result;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  ork_deal_items(&plan, RK3588_OP_MM_I4, items, count, how);
  return ork_path_finish(npu, &plan);
}

int ork_run_i4_bchain(ork_npu npu, const ork_mm* items, uint32_t count) {
  return deal(npu, RK3588_MODE_TRANSITION_SITE_RUN_I4_BCHAIN, items, count, ORK_DEAL_BY_CORE);
}

int ork_run_i4_cbatch(ork_npu npu, const ork_mm* items, uint32_t count) {
  return deal(npu, RK3588_MODE_TRANSITION_SITE_RUN_I4_CBATCH, items, count, ORK_DEAL_ALL);
}

/* Buffers and a warm flag of its own, which a transition makes 0. */
int ork_mm_run_i4_incr(ork_npu npu, const ork_mm* mm) {
  int result = 0;
  ork_context* context = ork_path_begin(npu, ork_is_mm(RK3588_FAMILY_INT4, mm),
                                        entry_of(RK3588_MODE_TRANSITION_SITE_ORK_MM_RUN_I4_INCR, OCK_NONE), &result);
  if (context == NULL) return result;
  ork_lane* lane = &ork_context_scratch(context)->local;
  if (result == 1) lane->warm = 0;
  ork_plan plan;
  ork_plan_begin(&plan, context);
  plan.timeout_ms =
      (uint32_t)(RK3588_I4_INCR_TIMEOUT /
                 rk3588_mode_transition_runtime_knobs[RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT].unit);
  ork_cut cut = ork_whole(mm);
  cut.adds = true;
  const uint8_t core = ork_single_core(context);
  ork_plan_matmul(&plan, RK3588_OP_MM_I4, mm, cut, core, lane);
  ork_plan_batch_each(&plan, lane, 0, ork_mask_of(core), false);
  return ork_path_finish(npu, &plan);
}

static bool are_single_rows(const ork_mm* items, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (items[i].m != 1) return false;
  }
  return true;
}

/* Input and output are made on each call, and the shared warm flag is set at the end. The original asks that flag too;
 * here an output that was just made is cold whatever it says, so that a second chain in a row does not give what its
 * memory held before. */
int ork_mm_run_chain_i4(ork_npu npu, const ork_mm* items, uint32_t count) {
  int result = 0;
  const bool is_sound = ork_are_mm(RK3588_FAMILY_INT4, items, count) && are_single_rows(items, count);
  ork_context* context =
      ork_path_begin(npu, is_sound, entry_of(RK3588_MODE_TRANSITION_SITE_ORK_MM_RUN_CHAIN_I4, OCK_HW), &result);
  if (context == NULL) return result;
  ork_lane call;
  memset(&call, 0, sizeof call);
  ork_plan plan;
  ork_plan_begin(&plan, context);
  plan.also_warm = &ork_context_scratch(context)->shared;
  const uint8_t core = ork_single_core(context);
  for (uint32_t i = 0; i < count; ++i) {
    ork_plan_matmul(&plan, RK3588_OP_CHAIN_I4, &items[i], ork_whole(&items[i]), core, &call);
  }
  ork_plan_batch(&plan, plan.also_warm, 1, ork_mask_of(core), false);
  result = ork_plan_run(&plan);
  ork_plan_end(&plan);
  const int failed = ork_context_free_lane(context, &call);
  ork_context_give(npu);
  return result != 0 ? result : failed;
}
