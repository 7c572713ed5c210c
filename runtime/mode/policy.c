#include "mode/policy.h"

#include "rk3588_gen.h"
#include "rk3588_mode_transition_gen.h"

ork_policy_status ork_policy_decide(int profile, int from, int to, uint32_t knobs, ork_effect* effect) {
  if (ork_policy_profile_name(profile) == NULL) return ORK_POLICY_NO_PROFILE;
  if (ork_policy_mode_name(from) == NULL || ork_policy_mode_name(to) == NULL) return ORK_POLICY_NO_MODE;
  if (knobs >= RK3588_MODE_TRANSITION_KNOB_SETTINGS) return ORK_POLICY_NO_SETTING;
  rk3588_mode_transition_effect entry =
      rk3588_mode_transition_decide((enum rk3588_mode_transition_profile)profile, from, to, OCK_NONE, OCK_NONE, knobs);
  if (!rk3588_mode_transition_valid(entry)) return ORK_POLICY_NO_ENTRY;
  effect->fired = rk3588_mode_transition_fired(entry);
  effect->reset = rk3588_mode_transition_reset(entry);
  effect->warm = rk3588_mode_transition_warm(entry);
  effect->size = rk3588_mode_transition_size(entry);
  effect->marker = rk3588_mode_transition_marker(entry);
  return ORK_POLICY_OK;
}

ork_policy_status ork_policy_decide_named(const char* profile, const char* from, const char* to, uint32_t knobs,
                                          ork_effect* effect) {
  enum rk3588_mode_transition_profile row;
  int first;
  int last;
  if (!rk3588_mode_transition_find_profile(profile, &row)) return ORK_POLICY_NO_PROFILE;
  if (!rk3588_mode_transition_find_mode(from, &first) || !rk3588_mode_transition_find_mode(to, &last)) {
    return ORK_POLICY_NO_MODE;
  }
  return ork_policy_decide((int)row, first, last, knobs, effect);
}

const char* ork_policy_profile_name(int profile) {
  return profile >= 0 && profile < RK3588_MODE_TRANSITION_PROFILES ? rk3588_mode_transition_profile_names[profile]
                                                                   : NULL;
}

const char* ork_policy_profile_prefix(void) { return RK3588_MODE_TRANSITION_PROFILE_PREFIX; }

const char* ork_policy_mode_name(int marker) { return rk3588_mode_transition_mode_name(marker); }

int ork_policy_mode(int index) {
  int marker = 0;
  return index >= 0 && index < RK3588_MODE_TRANSITION_MODES &&
                 rk3588_mode_transition_find_mode(rk3588_mode_transition_mode_names[index], &marker)
             ? marker
             : RK3588_MODE_TRANSITION_MODES;
}

int ork_policy_modes(void) { return RK3588_MODE_TRANSITION_MODES; }

int ork_policy_profiles(void) { return RK3588_MODE_TRANSITION_PROFILES; }

const char* ork_policy_knob_name(int knob) {
  return knob >= 0 && knob < RK3588_MODE_TRANSITION_KNOBS ? rk3588_mode_transition_knobs[knob].name : NULL;
}

const char* ork_policy_knob_variable(int knob) {
  return ork_policy_knob_name(knob) != NULL ? rk3588_mode_transition_knobs[knob].env : NULL;
}

int ork_policy_knobs(void) { return RK3588_MODE_TRANSITION_KNOBS; }

uint32_t ork_policy_default_knobs(void) { return RK3588_MODE_TRANSITION_DEFAULT_KNOBS; }

bool ork_policy_profile_is_transient(int profile) {
  return ork_policy_profile_name(profile) != NULL && rk3588_mode_transition_xspec[profile].same;
}

int64_t ork_policy_reset_cost_ns(void) { return (int64_t)rk3588_default_costs().reset; }
