#include "mode/paths/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void ork_plan_begin(ork_plan* plan, ork_context* context) {
  memset(plan, 0, sizeof *plan);
  plan->context = context;
  plan->flags = RKNPU_JOB_NORMAL;
  plan->timeout_ms = ork_context_timeout_ms(context, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT);
  plan->tolerates = true;
}

void ork_plan_end(ork_plan* plan) {
  free(plan->parts);
  free(plan->batches);
}

static unsigned element_bits(uint64_t family) {
  if (family == RK3588_FAMILY_INT4) return 4;
  return family == RK3588_FAMILY_INT8 ? 8 : 16;
}

/* The same lane again, or one more. */
static void use(ork_plan* plan, ork_lane* lane) {
  for (uint32_t i = 0; i < plan->use_count; ++i) {
    if (plan->uses[i].lane == lane) return;
  }
  ork_use* made = &plan->uses[plan->use_count++];
  memset(made, 0, sizeof *made);
  made->lane = lane;
}

static bool grow(void** all, uint32_t count, uint32_t* room, size_t each) {
  if (count < *room) return true;
  const uint32_t more = *room == 0 ? 16 : *room * 2;
  void* moved = realloc(*all, more * each);
  if (moved == NULL) return false;
  *all = moved;
  *room = more;
  return true;
}

static ork_part* add(ork_plan* plan, enum rk3588_op op, uint8_t core, ork_lane* lane) {
  if (plan->error != 0) return NULL;
  void* all = plan->parts;
  if (!grow(&all, plan->count, &plan->room, sizeof *plan->parts)) {
    plan->error = -ENOMEM;
    return NULL;
  }
  plan->parts = all;
  use(plan, lane);
  ork_part* part = &plan->parts[plan->count++];
  memset(part, 0, sizeof *part);
  part->work.op = op;
  part->work.core = core;
  part->lane = lane;
  return part;
}

static ork_window window(uint64_t row_elements, uint64_t elements, uint32_t rows, unsigned bits) {
  const ork_window made = {row_elements * bits / 8, elements * bits / 8, rows};
  return made;
}

/* One block of columns and one pass. */
static void add_matmul(ork_part* part, const ork_mm* mm, uint32_t n_at, uint32_t k_at) {
  const unsigned bits = element_bits(rk3588_op_family(part->work.op));
  const uint64_t n = part->work.n;
  part->work.m = mm->m;
  part->a = (const uint8_t*)mm->a + (uint64_t)k_at * bits / 8;
  part->a_window = window(mm->k, part->work.k, mm->m, bits);
  part->b = (const uint8_t*)mm->b + ((uint64_t)k_at * mm->n + n_at) * bits / 8;
  part->b_window = window(mm->n, n, part->work.k, bits);
  part->c = (uint8_t*)mm->c + (uint64_t)n_at * sizeof(uint32_t);
  part->c_window = window(mm->n, n, mm->m, 32);
}

ork_cut ork_whole(const ork_mm* mm) {
  const ork_cut cut = {0, mm->n, RK3588_K_SPLIT, false, false};
  return cut;
}

void ork_plan_matmul(ork_plan* plan, enum rk3588_op op, const ork_mm* mm, ork_cut cut, uint8_t core, ork_lane* lane) {
  for (uint32_t n_at = cut.first; n_at < cut.last;) {
    const uint32_t n = cut.last - n_at < RK3588_N_MAX ? cut.last - n_at : RK3588_N_MAX;
    for (uint32_t k_at = 0; k_at < mm->k;) {
      const uint32_t k = mm->k - k_at < cut.pass ? mm->k - k_at : cut.pass;
      ork_part* part = add(plan, op, core, lane);
      if (part == NULL) return;
      part->work.k = k;
      part->work.n = n;
      add_matmul(part, mm, n_at, k_at);
      part->adds = cut.adds || (k_at != 0 && !cut.apart);
      if (cut.apart) part->c += (uint64_t)(k_at / cut.pass) * mm->m * mm->n * sizeof(uint32_t);
      k_at += k;
    }
    n_at += n;
  }
}

void ork_plan_element_wise(ork_plan* plan, const ork_ew* ew, uint8_t core, ork_lane* lane) {
  ork_part* part = add(plan, ew->op, core, lane);
  if (part == NULL) return;
  const unsigned bits = element_bits(rk3588_op_family(ew->op));
  part->work.m = ew->m;
  part->work.n = ew->n;
  part->a = ew->a;
  part->b = ew->b;
  part->c = ew->c;
  part->a_window = part->c_window = window(ew->n, ew->n, ew->m, bits);
  if (ew->b != NULL) part->b_window = part->a_window;
}

void ork_plan_load(ork_plan* plan, const ork_ew* ew, uint8_t core, ork_lane* lane) {
  ork_part* part = add(plan, ew->op, core, lane);
  if (part == NULL) return;
  part->work.load = true;
  part->b = ew->table;
  part->b_window = window(ew->table_bytes, ew->table_bytes, 1, 8);
}

static uint32_t batched(const ork_plan* plan) {
  if (plan->batch_count == 0) return 0;
  const ork_batch* last = &plan->batches[plan->batch_count - 1];
  return last->first + last->count;
}

static void add_batch(ork_plan* plan, ork_batch batch) {
  if (plan->error != 0) return;
  void* all = plan->batches;
  if (!grow(&all, plan->batch_count, &plan->batch_room, sizeof *plan->batches)) {
    plan->error = -ENOMEM;
    return;
  }
  plan->batches = all;
  plan->batches[plan->batch_count++] = batch;
}

void ork_plan_batch(ork_plan* plan, ork_lane* tasks, uint32_t first_task, uint32_t core_mask, bool is_built) {
  const uint32_t first = batched(plan);
  if (plan->count == first) return;
  const ork_batch batch = {first, plan->count - first, core_mask, tasks, first_task, is_built};
  add_batch(plan, batch);
}

void ork_plan_batch_of(ork_plan* plan, uint32_t count, ork_lane* tasks, uint32_t first_task, uint32_t core_mask) {
  const ork_batch batch = {batched(plan), count, core_mask, tasks, first_task, false};
  add_batch(plan, batch);
}

void ork_plan_batch_each(ork_plan* plan, ork_lane* tasks, uint32_t first_task, uint32_t core_mask, bool is_built) {
  for (uint32_t i = batched(plan); i < plan->count; ++i) {
    const ork_batch batch = {i, 1, core_mask, tasks, first_task, is_built};
    add_batch(plan, batch);
  }
}
