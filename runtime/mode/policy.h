/* The mode-transition policy as a runtime asks it: by number or by name, one load a decision.
 *
 * What a transition does is in the effect table that npuspec expands from specs/mode/rk3588.yaml; nothing is decided
 * here. No state, no allocation, no I/O; safe in any thread. Names are the spec's own, without a prefix: "CHAIN_NT",
 * "F16".
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ork_policy_status {
  ORK_POLICY_OK = 0,
  ORK_POLICY_NO_PROFILE, /* no row of that name or number */
  ORK_POLICY_NO_MODE,    /* no mode of that name or number */
  ORK_POLICY_NO_ENTRY,   /* the row does not enter that mode from there */
  ORK_POLICY_NO_SETTING, /* a knob setting with bits of no knob */
} ork_policy_status;

typedef struct ork_effect {
  bool fired;    /* a transition; else a no-op that changes nothing */
  bool reset;    /* the device is reset first */
  uint32_t warm; /* which warm flags are cleared: TG_* bits, 0 for none */
  uint32_t size; /* which size caches are cleared: TG_* bits, 0 for none */
  int marker;    /* the mode after */
} ork_effect;

/* The effect of entering `to` from `from` with a row, under a knob setting (bit i: knob i is on). `effect` is written
 * on ORK_POLICY_OK only. */
ork_policy_status ork_policy_decide(int profile, int from, int to, uint32_t knobs, ork_effect* effect);

/* The same, by names. */
ork_policy_status ork_policy_decide_named(const char* profile, const char* from, const char* to, uint32_t knobs,
                                          ork_effect* effect);

/* What there is, for whoever lists it. A name is null past the end; `mode` counts from 0, where ork_policy_mode gives
 * the marker that the other functions take. */
const char* ork_policy_profile_name(int profile);
const char* ork_policy_profile_prefix(void); /* what code spells before a profile's name */
const char* ork_policy_mode_name(int marker);
int ork_policy_mode(int index);
int ork_policy_modes(void);
int ork_policy_profiles(void);
const char* ork_policy_knob_name(int knob);
int ork_policy_knobs(void);
const char* ork_policy_knob_variable(int knob); /* the environment variable that sets it */
uint32_t ork_policy_default_knobs(void);
bool ork_policy_profile_is_transient(int profile); /* enters the mode it finds, and writes no marker */

/* What a reset costs on the device that the specs describe, in nanoseconds. */
int64_t ork_policy_reset_cost_ns(void);

#ifdef __cplusplus
}
#endif
