#include <errno.h>
#include <stdio.h>

#include "mode/context_state.h"

#define NS_PER_MS 1e6
#define NS_PER_US 1e3

/* Which of its arguments made an entry of the table invalid. */
static int refusal(int to, int profile, int chain) {
  if (profile < 0 || profile >= RK3588_MODE_TRANSITION_PROFILES) return -ORK_NPU_NO_PROFILE;
  if (rk3588_mode_transition_mode_name(to) == NULL) return -ORK_NPU_NO_MARKER;
  if (chain < 0 || chain >= RK3588_MODE_TRANSITION_CHAINS) return -ORK_NPU_NO_CHAIN;
  return -ORK_NPU_NO_ENTRY;
}

static bool logs_resets(const ork_context* context) {
  return ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_DEBUG_RESET) != 0;
}

/* Resets, and counts what it cost. Only this reset is followed. Had another one come since the context was taken, the
 * next call sees an epoch too many, and goes COLD: which of the two was the last, nobody knows. */
static int reset_and_count(ork_context* context) {
  const int64_t before = ork_device_now_ns(context->device);
  if (ork_device_reset(context->device) != 0) return -errno;
  ++context->resets;
  context->reset_ns += ork_device_now_ns(context->device) - before;
  ++context->epoch;
  context->ran_marker = ORK_MODE_COLD;
  return 0;
}

static void say_reset(ork_context* context, const char* whose, int result) {
  const double n = context->resets != 0 ? (double)context->resets : 1;
  ork_context_say(context, "reset %llu: %s%s; %llu so far, %.1f ms, mean %.0f us",
                  (unsigned long long)(context->resets + (result != 0)), whose, result != 0 ? ", did not happen" : "",
                  (unsigned long long)context->resets, (double)context->reset_ns / NS_PER_MS,
                  (double)context->reset_ns / n / NS_PER_US);
}

static void carry(ork_lane* lane, uint64_t from, uint64_t to) {
  if (lane->warm == from) lane->warm = to;
}

/* The hook that keeps warm flags keeps them through a reset too: else no probe could tell a reset from a clear. */
static void carry_warmth(ork_context* context, uint64_t from, uint64_t to) {
  for (int i = 0; i < RK3588_DOMAINS; ++i) {
    ork_scratch* scratch = &context->scratch[i];
    carry(&scratch->shared, from, to);
    carry(&scratch->local, from, to);
    for (int core = 0; core < RK3588_CORE_SLOTS; ++core) carry(&scratch->core[core], from, to);
  }
}

static bool keeps_warm_flags(const ork_context* context) {
  return (context->held_back & RK3588_MODE_TRANSITION_WARM_MASK << RK3588_MODE_TRANSITION_WARM_SHIFT) != 0;
}

static void say_entry(ork_context* context, int to, int profile, int chain, int result) {
  char whose[160];
  snprintf(whose, sizeof whose, "row %s, %s to %s, chain %s", rk3588_mode_transition_profile_names[profile],
           rk3588_mode_transition_mode_name(context->marker), rk3588_mode_transition_mode_name(to),
           rk3588_mode_transition_chain_names[chain]);
  say_reset(context, whose, result);
}

static int own_reset(ork_context* context, int to, int profile, int chain) {
  const uint64_t was = ork_context_stamp(context);
  const int result = reset_and_count(context);
  if (result == 0 && keeps_warm_flags(context)) carry_warmth(context, was, ork_context_stamp(context));
  if (logs_resets(context)) say_entry(context, to, profile, chain, result);
  return result;
}

int ork_context_prime(ork_context* context, const char* why) {
  const int result = reset_and_count(context);
  if (result == 0) ork_device_note(context->device, ORK_NOTE_CLEARED);
  if (logs_resets(context)) say_reset(context, why, result);
  return result;
}

static void clear(ork_context* context, bool was_reset, uint32_t warm, uint32_t size) {
  ork_scratch* scratch = ork_context_scratch(context);
  ork_context_forget_warmth(scratch, warm);
  if ((size & RK3588_MODE_TRANSITION_SIZE_CCSZ) != 0) scratch->shared.size = 0;
  if ((size & RK3588_MODE_TRANSITION_SIZE_MCCSZ) != 0) {
    for (int i = 0; i < RK3588_CORE_SLOTS; ++i) scratch->core[i].size = 0;
  }
  if (warm != 0 || (was_reset && !keeps_warm_flags(context))) ork_device_note(context->device, ORK_NOTE_CLEARED);
}

int ork_context_enter(ork_context* context, int to, int profile, int chain) {
  if (ork_device_ended(context->device)) return -ORK_NPU_ENDED;
  const int from = context->marker;
  rk3588_mode_transition_effect effect = rk3588_mode_transition_decide(
      (enum rk3588_mode_transition_profile)profile, from, to, (enum rk3588_mode_transition_chain)chain,
      (enum rk3588_mode_transition_chain)context->last_chain, context->setting);
  if (!rk3588_mode_transition_valid(effect)) return refusal(to, profile, chain);
  context->last_chain = chain;
  if (ork_knobs_number(&context->knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_XPROF) != 0) {
    ++context->xprof[profile][from - ORK_MODE_COLD];
  }
  if (!rk3588_mode_transition_fired(effect)) return 0;
  effect = (rk3588_mode_transition_effect)(effect & ~context->held_back);
  const bool reset = rk3588_mode_transition_reset(effect);
  const int error = reset ? own_reset(context, to, profile, chain) : 0;
  if (error != 0) return error;
  clear(context, reset, rk3588_mode_transition_warm(effect), rk3588_mode_transition_size(effect));
  context->marker = rk3588_mode_transition_marker(effect);
  return 1;
}

int ork_npu_enter(ork_npu npu, int to_marker, int profile, int chain) {
  int result = 0;
  ork_context* context = ork_context_take(npu, &result);
  if (context == NULL) return result;
  result = ork_context_enter(context, to_marker, profile, chain);
  ork_context_give(npu);
  return result;
}

int ork_npu_xprof(ork_npu npu, int profile, int from, uint64_t* count) {
  if (profile < 0 || profile >= RK3588_MODE_TRANSITION_PROFILES) return -ORK_NPU_NO_PROFILE;
  if (rk3588_mode_transition_mode_name(from) == NULL) return -ORK_NPU_NO_MARKER;
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  *count = context->xprof[profile][from - ORK_MODE_COLD];
  ork_context_give(npu);
  return 0;
}

void ork_context_dump_xprof(ork_context* context) {
  for (int profile = 0; profile < RK3588_MODE_TRANSITION_PROFILES; ++profile) {
    for (int i = 0; i < RK3588_MODE_TRANSITION_MODES; ++i) {
      const uint64_t count = context->xprof[profile][i];
      if (count == 0) continue;
      ork_context_say(context, "xprof %s from %s: %llu", rk3588_mode_transition_profile_names[profile],
                      rk3588_mode_transition_mode_names[i], (unsigned long long)count);
    }
  }
}

int ork_npu_dump_xprof(ork_npu npu) {
  int error = 0;
  ork_context* context = ork_context_take(npu, &error);
  if (context == NULL) return error;
  ork_context_dump_xprof(context);
  ork_context_give(npu);
  return 0;
}
