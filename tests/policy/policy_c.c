#include "policy_c.h"

#include "rk3588_mode_transition_gen.h"
#include "rk3588_mode_transition_vectors_gen.h"

policy_c_cell policy_c_decide(int profile, int from, int to, int chain, int last_chain, uint32_t knobs) {
  const rk3588_mode_transition_effect effect = rk3588_mode_transition_decide(
      (enum rk3588_mode_transition_profile)profile, from, to, (enum rk3588_mode_transition_chain)chain,
      (enum rk3588_mode_transition_chain)last_chain, knobs);
  const policy_c_cell cell = {rk3588_mode_transition_valid(effect),     rk3588_mode_transition_fired(effect),
                              rk3588_mode_transition_keep_warm(effect), rk3588_mode_transition_reset(effect),
                              rk3588_mode_transition_warm(effect),      rk3588_mode_transition_size(effect),
                              rk3588_mode_transition_marker(effect)};
  return cell;
}

uint32_t policy_c_table_entry(uint32_t index) { return rk3588_mode_transition_effects[index]; }
uint32_t policy_c_table_size(void) {
  return sizeof rk3588_mode_transition_effects / sizeof rk3588_mode_transition_effects[0];
}

uint32_t policy_c_raw(int profile, int from, int to, uint32_t knobs) {
  return rk3588_mode_transition_decide((enum rk3588_mode_transition_profile)profile, from, to, OCK_NONE, OCK_NONE,
                                       knobs);
}

const char* policy_c_mode_name(int mode) { return rk3588_mode_transition_mode_name(mode); }
bool policy_c_find_mode(const char* name, int* mode) { return rk3588_mode_transition_find_mode(name, mode); }
const char* policy_c_profile_name(int profile) { return rk3588_mode_transition_profile_names[profile]; }

bool policy_c_find_profile(const char* name, int* profile) {
  enum rk3588_mode_transition_profile found;
  if (!rk3588_mode_transition_find_profile(name, &found)) return false;
  *profile = (int)found;
  return true;
}

const char* policy_c_site_name(int site) { return rk3588_mode_transition_sites[site].name; }
int policy_c_site_profile(int site) { return rk3588_mode_transition_sites[site].profile; }
bool policy_c_find_site(const char* name, int* site) { return rk3588_mode_transition_find_site(name, site); }
int policy_c_sites(void) { return RK3588_MODE_TRANSITION_SITES; }
const char* policy_c_knob_name(int knob) { return rk3588_mode_transition_knobs[knob].name; }
const char* policy_c_knob_env(int knob) { return rk3588_mode_transition_knobs[knob].env; }
uint32_t policy_c_knobs_from(char* (*get)(const char* name)) { return rk3588_mode_transition_knobs_from(get); }
uint32_t policy_c_default_knobs(void) { return RK3588_MODE_TRANSITION_DEFAULT_KNOBS; }

int policy_c_wrong_vectors(int* count) {
  int wrong = 0;
  *count = (int)(sizeof rk3588_mode_transition_vectors / sizeof rk3588_mode_transition_vectors[0]);
  for (int i = 0; i < *count; ++i) {
    const rk3588_mode_transition_vector* v = &rk3588_mode_transition_vectors[i];
    const rk3588_mode_transition_effect effect =
        rk3588_mode_transition_decide(v->profile, v->from, v->to, v->chain, v->last_chain, v->knobs);
    const bool right =
        rk3588_mode_transition_valid(effect) && rk3588_mode_transition_fired(effect) == v->fired &&
        rk3588_mode_transition_reset(effect) == (v->reset != 0) && rk3588_mode_transition_warm(effect) == v->warm &&
        rk3588_mode_transition_size(effect) == v->size && rk3588_mode_transition_marker(effect) == v->marker;
    if (!right) ++wrong;
  }
  return wrong;
}
