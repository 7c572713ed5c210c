/* Running a plan: layout, buffers, inputs, then each batch as often as its outputs are cold, then the outputs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mode/paths/plan.h"

enum { kAlign = 64 }; /* operands begin on a cache line of their own */

/* No sum of int8 or int4 products of one pass is the least int32, and no fp32 that hardware makes is this NaN: an
 * output that still holds them was not written. */
static const uint32_t kIntSentinel = 0x80000000u;
static const uint32_t kFloatSentinel = 0x7FC0DEADu;

static bool is_matmul(const ork_part* part) {
  return !part->work.load && rk3588_op_engine(part->work.op) == RK3588_ENGINE_MATMUL;
}

static uint32_t sentinel_of(const ork_part* part) {
  return rk3588_op_family(part->work.op) == RK3588_FAMILY_FP16 ? kFloatSentinel : kIntSentinel;
}

static uint8_t* end_of(const ork_span* span) { return span->buffer->host + span->at + span->bytes - sizeof(uint32_t); }

static void plant(const ork_part* part) {
  const uint32_t sentinel = sentinel_of(part);
  memcpy(part->work.c.buffer->host + part->work.c.at, &sentinel, sizeof sentinel);
  memcpy(end_of(&part->work.c), &sentinel, sizeof sentinel);
}

static bool was_written(const ork_part* part) {
  const uint32_t sentinel = sentinel_of(part);
  return memcmp(part->work.c.buffer->host + part->work.c.at, &sentinel, sizeof sentinel) != 0 &&
         memcmp(end_of(&part->work.c), &sentinel, sizeof sentinel) != 0;
}

/* Reserves the bytes of a window; false where no memory could hold them. */
static bool reserve(ork_span* span, const ork_buffer* buffer, const ork_window* window, uint64_t* cursor) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(window->width, (uint64_t)window->rows, &bytes)) return false;
  if (bytes == 0) return true;
  span->buffer = buffer;
  span->at = *cursor;
  span->bytes = bytes;
  return !__builtin_add_overflow(*cursor, bytes, cursor) && !__builtin_add_overflow(*cursor, kAlign - 1, cursor) &&
         ((*cursor -= *cursor % kAlign), true);
}

static ork_use* use_of(ork_plan* plan, const ork_lane* lane) {
  uint32_t i = 0;
  while (plan->uses[i].lane != lane) ++i;
  return &plan->uses[i];
}

static int lay_out(ork_plan* plan) {
  for (uint32_t i = 0; i < plan->count; ++i) {
    ork_part* part = &plan->parts[i];
    ork_use* use = use_of(plan, part->lane);
    if (!reserve(&part->work.a, &part->lane->a, &part->a_window, &use->a_bytes) ||
        !reserve(&part->work.b, &part->lane->a, &part->b_window, &use->a_bytes) ||
        !reserve(&part->work.c, &part->lane->c, &part->c_window, &use->c_bytes)) {
      return -EOVERFLOW;
    }
  }
  return 0;
}

static void copy_in(const ork_span* span, const uint8_t* from, const ork_window* window) {
  if (span->buffer == NULL) return;
  for (uint32_t i = 0; i < window->rows; ++i) {
    memcpy(span->buffer->host + span->at + i * window->width, from + i * window->row, window->width);
  }
}

static int sync(ork_context* context, const ork_buffer* buffer, uint64_t bytes, uint32_t direction) {
  if (bytes == 0) return 0;
  const ork_span span = {buffer, 0, bytes < buffer->bytes ? bytes : buffer->bytes};
  return ork_device_sync(context->device, &span, direction) == 0 ? 0 : -errno;
}

static int prepare(ork_plan* plan) {
  int error = lay_out(plan);
  for (uint32_t i = 0; i < plan->use_count && error == 0; ++i) error = ork_lane_buffers(plan->context, &plan->uses[i]);
  if (error != 0) return error;
  for (uint32_t i = 0; i < plan->count; ++i) {
    const ork_part* part = &plan->parts[i];
    copy_in(&part->work.a, part->a, &part->a_window);
    copy_in(&part->work.b, part->b, &part->b_window);
  }
  for (uint32_t i = 0; i < plan->use_count && error == 0; ++i) {
    error = sync(plan->context, &plan->uses[i].lane->a, plan->uses[i].a_bytes, RKNPU_SYNC_FLAGS_TO_DEVICE);
  }
  return error;
}

/* The command buffer begins with those of the shared matmul task, which others leave alone. */
static int write_tasks(const ork_plan* plan, const ork_batch* batch) {
  uint64_t at = (uint64_t)RKNPU_TASK_KIND_MATMUL * RK3588_COMMAND_BYTES;
  for (uint32_t i = 0; i < batch->count; ++i) {
    const ork_work* work = &plan->parts[batch->first + i].work;
    const uint32_t kind = ork_task_kind(work);
    plan->context->task_built[work->core] = ork_context_stamp(plan->context);
    const int error = ork_lane_write_task(batch->tasks, batch->first_task + i, kind, at);
    if (error != 0) return error;
    at += (uint64_t)kind * RK3588_COMMAND_BYTES;
  }
  return ork_lane_sync_tasks(plan->context, batch->tasks, batch->first_task, batch->count);
}

static bool is_cold(ork_plan* plan, const ork_batch* batch) {
  for (uint32_t i = 0; i < batch->count; ++i) {
    const ork_part* part = &plan->parts[batch->first + i];
    if (!part->work.load && !ork_context_holds(plan->context, part->lane->warm)) return true;
  }
  return false;
}

/* A job that rings and does not end keeps its memory: see ork_ringing. */
static int ring(ork_context* context, ork_lane* lane, uint64_t ticket) {
  const uint32_t timeout = ork_context_timeout_ms(context, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT);
  if (ork_device_wait(context->device, ticket, timeout) == 0) return 0;
  const int error = -errno;
  ork_ringing* missed = &context->ringing[context->ringing_count++];
  memset(missed, 0, sizeof *missed);
  missed->ticket = ticket;
  missed->lane = lane;
  return error;
}

static bool has_room_to_ring(ork_context* context) {
  if (context->ringing_count == ORK_RINGING) (void)ork_context_drain(context, NULL);
  return context->ringing_count < ORK_RINGING;
}

static int submit(ork_plan* plan, const ork_batch* batch, const ork_work* works) {
  ork_context* context = plan->context;
  const bool rings = (plan->flags & RKNPU_JOB_FLAGS_NONBLOCK) != 0;
  if (rings && !has_room_to_ring(context)) return -ORK_NPU_STILL_RUNNING;
  const ork_job job = {&batch->tasks->tasks, batch->first_task, batch->count,     works,
                       batch->core_mask,     plan->flags,       plan->timeout_ms, context->domain};
  uint64_t ticket = 0;
  if (ork_device_submit(context->device, &job, &ticket) != 0) return -errno;
  ork_context_ran(context);
  return rings ? ring(context, plan->parts[batch->first].lane, ticket) : 0;
}

static int plant_all(ork_plan* plan, const ork_batch* batch) {
  for (uint32_t i = 0; i < batch->count; ++i) {
    const ork_part* part = &plan->parts[batch->first + i];
    if (!is_matmul(part)) continue;
    plant(part);
    if (ork_device_sync(plan->context->device, &part->work.c, RKNPU_SYNC_FLAGS_TO_DEVICE) != 0) return -errno;
  }
  return 0;
}

/* The last run counts. A failure before it is healed by the time the next one begins; the context is COLD then. */
static int repeat(ork_plan* plan, const ork_batch* batch, const ork_work* works) {
  ork_context* context = plan->context;
  const int64_t cold = ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_WARM_REPS);
  int error = 0;
  for (int64_t left = is_cold(plan, batch) ? cold : 1; left > 0; --left) {
    error = plant_all(plan, batch);
    if (error == 0) error = submit(plan, batch, works);
    if (error == 0) continue;
    plan->tolerated = error;
    ork_context_follow(context);
    if (!plan->tolerates || ork_device_ended(context->device)) return error;
  }
  if (error == 0 && ork_device_epoch(context->device) != context->epoch) return -ORK_NPU_OVERTAKEN;
  return error;
}

static int run_batch(ork_plan* plan, const ork_batch* batch) {
  int error = ork_lane_tasks(plan->context, batch->tasks);
  if (error == 0 && !batch->is_built) error = write_tasks(plan, batch);
  if (error != 0) return error;
  ork_work* works = malloc(batch->count * sizeof *works);
  if (works == NULL) return -ENOMEM;
  for (uint32_t i = 0; i < batch->count; ++i) works[i] = plan->parts[batch->first + i].work;
  error = repeat(plan, batch, works);
  free(works);
  return error;
}

static void add_row(const ork_part* part, const uint8_t* from, uint8_t* to) {
  const bool is_float = rk3588_op_family(part->work.op) == RK3588_FAMILY_FP16;
  for (uint32_t i = 0; i < part->work.n; ++i, from += sizeof(uint32_t), to += sizeof(uint32_t)) {
    uint32_t x;
    uint32_t y;
    memcpy(&x, from, sizeof x);
    memcpy(&y, to, sizeof y);
    if (is_float) {
      float p;
      float q;
      memcpy(&p, &x, sizeof p);
      memcpy(&q, &y, sizeof q);
      q += p;
      memcpy(&y, &q, sizeof y);
    } else {
      y += x; /* modulo 2^32, as the hardware's own sums */
    }
    memcpy(to, &y, sizeof y);
  }
}

static void copy_out(const ork_part* part) {
  const ork_window* window = &part->c_window;
  const uint8_t* from = part->work.c.buffer->host + part->work.c.at;
  for (uint32_t i = 0; i < window->rows; ++i) {
    uint8_t* to = part->c + i * window->row;
    if (part->adds) {
      add_row(part, from + i * window->width, to);
    } else {
      memcpy(to, from + i * window->width, window->width);
    }
  }
}

/* All is examined before anything is copied: what is added to must not be added to in part. */
static int fetch(ork_plan* plan) {
  for (uint32_t i = 0; i < plan->use_count; ++i) {
    const ork_use* use = &plan->uses[i];
    const int error = sync(plan->context, &use->lane->c, use->c_bytes, RKNPU_SYNC_FLAGS_FROM_DEVICE);
    if (error != 0) return error;
  }
  for (uint32_t i = 0; i < plan->count; ++i) {
    if (!is_matmul(&plan->parts[i]) || was_written(&plan->parts[i])) continue;
    plan->parts[i].lane->warm = 0;
    return plan->tolerated != 0 ? plan->tolerated : -ORK_NPU_NOT_WRITTEN;
  }
  for (uint32_t i = 0; i < plan->count; ++i) {
    if (!plan->parts[i].work.load) copy_out(&plan->parts[i]);
  }
  return 0;
}

int ork_plan_run(ork_plan* plan) {
  int error = plan->error != 0 ? plan->error : prepare(plan);
  for (uint32_t i = 0; i < plan->batch_count && error == 0; ++i) error = run_batch(plan, &plan->batches[i]);
  if (error == 0) error = fetch(plan);
  if (error != 0) {
    ork_context_take_back(plan->context);
    return error;
  }
  for (uint32_t i = 0; i < plan->use_count; ++i) plan->uses[i].lane->warm = ork_context_stamp(plan->context);
  if (plan->also_warm != NULL) plan->also_warm->warm = ork_context_stamp(plan->context);
  return 0;
}
