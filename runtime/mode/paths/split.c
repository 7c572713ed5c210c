#include "mode/paths/split.h"

static uint32_t tile_of(uint64_t family) {
  if (family == RK3588_FAMILY_FP16) return RK3588_N_TILE_FP16;
  return family == RK3588_FAMILY_INT8 ? RK3588_N_TILE_INT8 : RK3588_N_TILE_INT4;
}

static uint32_t column(uint32_t tile, uint32_t tiles, uint32_t core, uint32_t cores, uint32_t n) {
  const uint64_t at = (uint64_t)tiles * core / cores * tile;
  return at < n ? (uint32_t)at : n;
}

uint32_t ork_split_columns(ork_plan* plan, enum rk3588_op op, const ork_mm* mm, uint32_t pass, bool adds, bool apart) {
  ork_scratch* scratch = ork_context_scratch(plan->context);
  const uint64_t family = rk3588_op_family(op);
  const uint32_t cores = ork_cores_for(mm->n, (enum rk3588_family)family, ork_max_cores(plan->context));
  const uint32_t tile = tile_of(family);
  const uint32_t tiles = mm->n / tile + (mm->n % tile != 0);
  for (uint32_t core = 0; core < cores; ++core) {
    const ork_cut cut = {column(tile, tiles, core, cores, mm->n), column(tile, tiles, core + 1, cores, mm->n), pass,
                         adds, apart};
    ork_plan_matmul(plan, op, mm, cut, (uint8_t)core, &scratch->core[core]);
  }
  return cores;
}

void ork_split_batch(ork_plan* plan, uint32_t cores) {
  ork_plan_batch(plan, &ork_context_scratch(plan->context)->core[0], 0, ork_mask_of_first(cores), false);
}

void ork_split_batches(ork_plan* plan) {
  ork_scratch* scratch = ork_context_scratch(plan->context);
  for (uint32_t first = 0; first < plan->count;) {
    const uint8_t core = plan->parts[first].work.core;
    uint32_t count = 0;
    while (first + count < plan->count && plan->parts[first + count].work.core == core) ++count;
    ork_plan_batch_of(plan, count, &scratch->core[core], 0, ork_mask_of(core));
    first += count;
  }
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void deal_each(ork_plan* plan, enum rk3588_op op, const ork_mm* items, uint32_t count, uint32_t cores) {
  for (uint32_t i = 0; i < count; ++i) {
    const uint8_t core = (uint8_t)(i % cores);
    ork_lane* lane = &ork_context_scratch(plan->context)->core[core];
    ork_plan_matmul(plan, op, &items[i], ork_whole(&items[i]), core, lane);
    ork_plan_batch(plan, lane, 0, ork_mask_of(core), false);
  }
}

/* Core by core where a submit has several, since the driver gives each core a run of tasks. */
void ork_deal_items(ork_plan* plan, enum rk3588_op op, const ork_mm* items, uint32_t count, ork_deal deal) {
  const uint32_t cores = least(count, ork_max_cores(plan->context));
  if (deal == ORK_DEAL_EACH) {
    deal_each(plan, op, items, count, cores);
    return;
  }
  for (uint32_t core = 0; core < cores; ++core) {
    ork_lane* lane = &ork_context_scratch(plan->context)->core[core];
    for (uint32_t i = core; i < count; i += cores) {
      ork_plan_matmul(plan, op, &items[i], ork_whole(&items[i]), (uint8_t)core, lane);
    }
    if (deal == ORK_DEAL_BY_CORE) ork_plan_batch(plan, lane, 0, ork_mask_of((uint8_t)core), false);
  }
  if (deal == ORK_DEAL_ALL) ork_split_batch(plan, cores);
}
