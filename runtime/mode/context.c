#include "mode/context.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mode/context_state.h"

/* A slot's gate is its generation, which one context is given at most, and two bits: whether a thread is in, and
 * whether the context is gone. A handle opens the gate of its own generation with neither. */
enum { kIn = 1, kGone = 2, kBits = 2 };

typedef struct slot {
  uint64_t gate;
  ork_context* context;
} slot;

static slot slots[ORK_NPU_CONTEXTS];
static pthread_mutex_t slots_lock = PTHREAD_MUTEX_INITIALIZER; /* of opening and closing alone */

static slot* slot_of(ork_npu npu) { return &slots[npu.id % ORK_NPU_CONTEXTS]; }
static uint64_t open_gate(uint64_t generation) { return generation << kBits; }
static uint64_t generation_of(ork_npu npu) { return npu.id / ORK_NPU_CONTEXTS; } /* from 1 */

ork_context* ork_context_take(ork_npu npu, int* error) {
  slot* own = slot_of(npu);
  const uint64_t gate = open_gate(generation_of(npu));
  uint64_t found = gate;
  if (gate == 0 ||
      !__atomic_compare_exchange_n(&own->gate, &found, gate | kIn, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    *error = gate != 0 && found == (gate | kIn) ? -ORK_NPU_IN_USE : -ORK_NPU_GONE;
    return NULL;
  }
  ork_context_follow(own->context);
  return own->context;
}

void ork_context_give(ork_npu npu) {
  __atomic_store_n(&slot_of(npu)->gate, open_gate(generation_of(npu)), __ATOMIC_RELEASE);
}

/* Takes a context of a device that still runs. */
static ork_context* take_running(ork_npu npu, int* error) {
  ork_context* context = ork_context_take(npu, error);
  if (context == NULL || !ork_device_ended(context->device)) return context;
  ork_context_give(npu);
  *error = -ORK_NPU_ENDED;
  return NULL;
}

void ork_context_say(ork_context* context, const char* format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (context->sink != NULL) {
    context->sink(context->user, line);
  } else {
    fprintf(stderr, "ork: %s\n", line);
  }
}

void ork_context_forget_warmth(ork_scratch* scratch, uint32_t scopes) {
  if ((scopes & RK3588_MODE_TRANSITION_WARM_WARMED) != 0) scratch->shared.warm = 0;
  if ((scopes & RK3588_MODE_TRANSITION_WARM_MWARM) != 0) {
    for (int i = 0; i < RK3588_CORE_SLOTS; ++i) scratch->core[i].warm = 0;
  }
}

void ork_context_follow(ork_context* context) {
  const uint64_t now = ork_device_epoch(context->device);
  if (now == context->epoch) return;
  if (ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_DEBUG_RESET) != 0) {
    ork_context_say(context, "resets from elsewhere: %llu, %s to %s", (unsigned long long)(now - context->epoch),
                    rk3588_mode_transition_mode_name(context->marker), rk3588_mode_transition_mode_name(ORK_MODE_COLD));
  }
  context->epoch = now;
  context->marker = ORK_MODE_COLD;
  ork_context_ran(context);
  ork_device_note(context->device, ORK_NOTE_CLEARED);
}

void ork_context_ran(ork_context* context) {
  context->ran_marker = context->marker;
  context->ran_chain = context->last_chain;
}

void ork_context_take_back(ork_context* context) {
  context->marker = context->ran_marker;
  context->last_chain = context->ran_chain;
}

static uint32_t effect_bits(uint32_t suppressed) {
  uint32_t bits = 0;
  if ((suppressed >> RK3588_MODE_TRANSITION_RESET_COLUMN & 1u) != 0) {
    bits |= (uint32_t)RK3588_MODE_TRANSITION_RESET_MASK << RK3588_MODE_TRANSITION_RESET_SHIFT;
  }
  if ((suppressed >> RK3588_MODE_TRANSITION_WARM_COLUMN & 1u) != 0) {
    bits |= (uint32_t)RK3588_MODE_TRANSITION_WARM_MASK << RK3588_MODE_TRANSITION_WARM_SHIFT;
  }
  if ((suppressed >> RK3588_MODE_TRANSITION_SIZE_COLUMN & 1u) != 0) {
    bits |= (uint32_t)RK3588_MODE_TRANSITION_SIZE_MASK << RK3588_MODE_TRANSITION_SIZE_SHIFT;
  }
  return bits;
}

static void use_knobs(ork_context* context) {
  context->setting = ork_knobs_setting(&context->knobs);
  context->held_back = effect_bits(ork_knobs_suppressed(&context->knobs));
}

static int knob_error(ork_knobs_status status) {
  switch (status) {
    case ORK_KNOBS_OK:
      return 0;
    case ORK_KNOBS_UNKNOWN:
      return -ORK_NPU_NO_KNOB;
    case ORK_KNOBS_OUT_OF_RANGE:
      return -ORK_NPU_KNOB_RANGE;
    case ORK_KNOBS_BAD_TEXT:
    case ORK_KNOBS_TOO_LONG:
      break;
  }
  return -ORK_NPU_BAD_KNOB;
}

static void begin(ork_context* context) {
  context->epoch = ork_device_epoch(context->device);
  context->marker = RK3588_MODE_TRANSITION_INITIAL_MODE;
  context->last_chain = OCK_NONE;
  ork_context_ran(context);
  context->domain = 0;
  memset(context->scratch, 0, sizeof context->scratch);
  memset(context->lut_loaded, 0, sizeof context->lut_loaded);
  memset(context->task_built, 0, sizeof context->task_built);
  ork_device_note(context->device, ORK_NOTE_OPENED);
}

/* Puts a context into a free slot, or says that there is none. */
static int place(ork_context* context, ork_npu* made) {
  int result = -ORK_NPU_FULL;
  pthread_mutex_lock(&slots_lock);
  for (uint64_t i = 0; i < ORK_NPU_CONTEXTS; ++i) {
    slot* free_slot = &slots[i];
    if (free_slot->context != NULL) continue;
    free_slot->context = context;
    const uint64_t generation = (__atomic_load_n(&free_slot->gate, __ATOMIC_RELAXED) >> kBits) + 1;
    __atomic_store_n(&free_slot->gate, open_gate(generation), __ATOMIC_RELEASE);
    made->id = generation * ORK_NPU_CONTEXTS + i;
    result = 0;
    break;
  }
  pthread_mutex_unlock(&slots_lock);
  return result;
}

int ork_npu_open(ork_device* device, char* (*get)(const char* name), ork_npu* made) {
  if (device == NULL || made == NULL) return -EINVAL;
  if (ork_device_ended(device)) return -ORK_NPU_ENDED;
  ork_context* context = calloc(1, sizeof *context);
  if (context == NULL) return -ENOMEM;
  context->device = device;
  int error = knob_error(ork_knobs_read(&context->knobs, get, NULL));
  if (error == 0 && ork_device_attach(device, 0) != 0) error = -errno;
  if (error == 0) {
    use_knobs(context);
    begin(context);
    error = place(context, made);
  }
  if (error != 0) free(context);
  return error;
}

int ork_npu_close(ork_npu npu) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  if (ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_XPROF) != 0) {
    ork_context_dump_xprof(context);
  }
  error = ork_context_free_all(context);
  slot* own = slot_of(npu);
  pthread_mutex_lock(&slots_lock);
  own->context = NULL;
  __atomic_store_n(&own->gate, open_gate(generation_of(npu)) | kGone, __ATOMIC_RELEASE);
  pthread_mutex_unlock(&slots_lock);
  free(context);
  return error;
}

static void invalidate(ork_context* context) {
  context->marker = ORK_MODE_COLD;
  ork_context_ran(context);
  for (int i = 0; i < RK3588_DOMAINS; ++i) {
    ork_context_forget_warmth(&context->scratch[i],
                              RK3588_MODE_TRANSITION_WARM_WARMED | RK3588_MODE_TRANSITION_WARM_MWARM);
    context->scratch[i].local.warm = 0;
  }
  ork_device_note(context->device, ORK_NOTE_CLEARED);
}

int ork_npu_invalidate(ork_npu npu) {
  int error = 0;
  ork_context* context = take_running(npu, &error);
  if (context == NULL) return error;
  invalidate(context);
  ork_context_give(npu);
  return 0;
}

int ork_npu_mode_reset(ork_npu npu) {
  int error = 0;
  ork_context* context = take_running(npu, &error);
  if (context == NULL) return error;
  error = ork_context_prime(context, "mode_reset");
  if (error == 0) invalidate(context);
  ork_context_give(npu);
  return error;
}

int ork_npu_reopen(ork_npu npu) {
  int error = 0;
  ork_context* context = take_running(npu, &error);
  if (context == NULL) return error;
  error = ork_context_free_all(context);
  if (ork_device_attach(context->device, 0) != 0 && error == 0) error = -errno;
  begin(context);
  ork_context_give(npu);
  return error;
}

int ork_context_switch(ork_context* context, int32_t domain) {
  if (domain == context->domain) return 0;
  if (ork_device_attach(context->device, domain) != 0) return -errno;
  context->domain = domain;
  return 0;
}

int ork_npu_switch_domain(ork_npu npu, int32_t domain) {
  int error = 0;
  ork_context* context = take_running(npu, &error);
  if (context == NULL) return error;
  error = ork_context_switch(context, domain);
  ork_context_give(npu);
  return error;
}

int ork_npu_set_knob(ork_npu npu, const char* name, const char* text) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  error = knob_error(ork_knobs_set(&context->knobs, name, text));
  use_knobs(context);
  ork_context_give(npu);
  return error;
}

int ork_npu_read_knobs(ork_npu npu, ork_knobs* knobs) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  *knobs = context->knobs;
  ork_context_give(npu);
  return 0;
}

int ork_npu_set_sink(ork_npu npu, ork_npu_sink sink, void* user) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  context->sink = sink;
  context->user = user;
  ork_context_give(npu);
  return 0;
}

static void look(const ork_context* context, ork_npu_view* view) {
  const ork_scratch* scratch = &context->scratch[context->domain];
  view->marker = context->marker;
  view->last_chain = context->last_chain;
  view->domain = context->domain;
  view->warmed = ork_context_holds(context, scratch->shared.warm);
  view->ccsz = scratch->shared.size;
  for (int i = 0; i < RK3588_CORE_SLOTS; ++i) {
    view->mwarm[i] = ork_context_holds(context, scratch->core[i].warm);
    view->mccsz[i] = scratch->core[i].size;
    view->lut_loaded[i] = ork_context_holds(context, context->lut_loaded[i]);
    view->task_built[i] = ork_context_holds(context, context->task_built[i]);
  }
  view->resets = context->resets;
  view->reset_ns = context->reset_ns;
}

int ork_npu_look(ork_npu npu, ork_npu_view* view) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  look(context, view);
  ork_context_give(npu);
  return 0;
}

int ork_npu_assume(ork_npu npu, int marker, uint64_t bytes) {
  if (rk3588_mode_transition_mode_name(marker) == NULL) return -ORK_NPU_NO_MARKER;
  int error = 0;
  ork_context* context = take_running(npu, &error);
  if (context == NULL) return error;
  ork_scratch* scratch = ork_context_scratch(context);
  const uint64_t now = ork_context_stamp(context);
  context->marker = marker;
  ork_context_ran(context);
  scratch->shared.warm = now;
  scratch->shared.size = bytes;
  for (int i = 0; i < RK3588_CORE_SLOTS; ++i) {
    scratch->core[i].warm = now;
    scratch->core[i].size = bytes;
    context->lut_loaded[i] = now;
    context->task_built[i] = now;
  }
  ork_context_give(npu);
  return 0;
}
