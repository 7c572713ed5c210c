/* Memory that a context holds, and the jobs that may still use it. */
#include <errno.h>
#include <string.h>

#include "mode/context_state.h"

bool ork_context_holds(const ork_context* context, uint64_t stamp) { return stamp == context->epoch + 1; }

uint64_t ork_context_stamp(const ork_context* context) { return context->epoch + 1; }

ork_scratch* ork_context_scratch(ork_context* context) { return &context->scratch[context->domain]; }

uint32_t ork_context_timeout_ms(const ork_context* context, int runtime_knob) {
  const int64_t ms =
      ork_knobs_number(&context->knobs, runtime_knob) / rk3588_mode_transition_runtime_knobs[runtime_knob].unit;
  return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

static int destroy(ork_context* context, ork_buffer* buffer) {
  return ork_device_destroy(context->device, buffer) == 0 ? 0 : -errno;
}

/* All four, whatever becomes of the first. */
static int free_buffers(ork_context* context, ork_lane* lane) {
  int error = 0;
  ork_buffer* all[] = {&lane->regcmd, &lane->tasks, &lane->a, &lane->c};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    const int failed = destroy(context, all[i]);
    if (error == 0) error = failed;
  }
  lane->size = 0;
  lane->warm = 0;
  return error;
}

/* Whether a job ended. EINVAL is a ticket that is gone, since a wait that told of the job's end took it away; any other
 * error leaves that open, and so counts as not ended. */
static bool has_ended(ork_context* context, const ork_ringing* ringing) {
  const uint32_t timeout = ork_context_timeout_ms(context, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT);
  /* One that was given up has had its time, and is only asked. */
  return ork_device_wait(context->device, ringing->ticket, ringing->lane != NULL ? timeout : 0) == 0 || errno == EINVAL;
}

static bool shares(const ork_ringing* one, const ork_ringing* other) {
  return other->lane == NULL && one->given_up.tasks.handle == other->given_up.tasks.handle;
}

/* Whether another job on the list works with what this one was given. */
static bool is_last(const ork_context* context, uint32_t index) {
  for (uint32_t i = 0; i < context->ringing_count; ++i) {
    if (i != index && shares(&context->ringing[index], &context->ringing[i])) return false;
  }
  return true;
}

static void strike(ork_context* context, uint32_t index) {
  context->ringing[index] = context->ringing[--context->ringing_count];
}

int ork_context_drain(ork_context* context, const ork_lane* lane) {
  int error = 0;
  for (uint32_t i = 0; i < context->ringing_count;) {
    ork_ringing* each = &context->ringing[i];
    const bool is_asked = lane == NULL || each->lane == lane;
    if (!is_asked || !has_ended(context, each)) {
      if (is_asked) error = -ORK_NPU_STILL_RUNNING;
      ++i;
      continue;
    }
    const int failed = each->lane == NULL && is_last(context, i) ? free_buffers(context, &each->given_up) : 0;
    if (error == 0) error = failed;
    strike(context, i);
  }
  return error;
}

void ork_context_give_up(ork_context* context, ork_lane* lane) {
  bool is_rung = false;
  for (uint32_t i = 0; i < context->ringing_count; ++i) {
    ork_ringing* each = &context->ringing[i];
    if (each->lane != lane) continue;
    each->lane = NULL;
    each->given_up = *lane;
    is_rung = true;
  }
  if (is_rung) memset(lane, 0, sizeof *lane);
}

int ork_context_free_lane(ork_context* context, ork_lane* lane) {
  const int error = ork_context_drain(context, lane);
  if (error == 0) return free_buffers(context, lane);
  ork_context_give_up(context, lane);
  return error;
}

int ork_context_free_all(ork_context* context) {
  int error = ork_context_drain(context, NULL);
  for (int i = 0; i < RK3588_DOMAINS; ++i) {
    ork_scratch* scratch = &context->scratch[i];
    ork_lane* lanes[RK3588_CORE_SLOTS + 2] = {&scratch->shared, &scratch->local};
    for (int core = 0; core < RK3588_CORE_SLOTS; ++core) lanes[core + 2] = &scratch->core[core];
    for (int lane = 0; lane < RK3588_CORE_SLOTS + 2; ++lane) {
      const int failed = ork_context_free_lane(context, lanes[lane]);
      if (error == 0) error = failed;
    }
  }
  return error;
}
