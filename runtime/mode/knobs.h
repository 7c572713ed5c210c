/* The knobs of the policy: all that the spec names, those that its table is expanded for and those that the runtime
 * reads.
 *
 * A context holds one ork_knobs, read once; what is set later is set by call, by name and text, so that every value can
 * say where it came from (default, environment, call) and a run can print what it ran with. Names, variables, defaults
 * and ranges are generated from specs/mode/rk3588.yaml.
 *
 * A flag takes a whole number, on from 1 up, or true or false; one that is told by presence is on when its variable is
 * there, and by call takes the same words. A duration takes a whole number of its unit. What is not such a text, or out
 * of range, is an error and changes nothing. No allocation, no I/O; a value is used by one thread at a time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The generated header is C, of which C++ has all but what is warned of here.
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include "rk3588_mode_transition_gen.h"
#ifdef __cplusplus
#pragma GCC diagnostic pop
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum {
  ORK_KNOBS = (int)RK3588_MODE_TRANSITION_KNOBS + (int)RK3588_MODE_TRANSITION_RUNTIME_KNOBS,
  ORK_KNOB_TEXT = 128, /* bytes of a text and its end */
};

typedef enum ork_knobs_status {
  ORK_KNOBS_OK = 0,
  ORK_KNOBS_UNKNOWN,      /* no knob of that name */
  ORK_KNOBS_BAD_TEXT,     /* not a text that the knob takes */
  ORK_KNOBS_OUT_OF_RANGE, /* a number beyond what the spec allows */
  ORK_KNOBS_TOO_LONG,     /* a text that ORK_KNOB_TEXT does not hold */
} ork_knobs_status;

typedef enum ork_knob_from { ORK_KNOB_DEFAULT, ORK_KNOB_ENVIRONMENT, ORK_KNOB_CALL } ork_knob_from;

typedef struct ork_knob_value {
  int64_t number; /* 0 or 1 of a flag, nanoseconds of a duration */
  ork_knob_from from;
  char text[ORK_KNOB_TEXT]; /* as it was given */
} ork_knob_value;

/* By number: first the expanded knobs, then the runtime's. */
typedef struct ork_knobs {
  ork_knob_value values[ORK_KNOBS];
} ork_knobs;

void ork_knobs_init(ork_knobs* knobs); /* the spec's defaults */

/* Defaults, then what `get` finds as getenv does; null: nothing is found. On an error `*which`, where not null, is the
 * variable, and *knobs holds defaults. */
ork_knobs_status ork_knobs_read(ork_knobs* knobs, char* (*get)(const char* name), const char** which);

ork_knobs_status ork_knobs_set(ork_knobs* knobs, const char* name, const char* text);

/* "unknown knob", ...; null for no status. */
const char* ork_knobs_status_text(ork_knobs_status status);

/* The setting that the effect table is indexed by: RK3588_MODE_TRANSITION_KNOB_* bits. */
uint32_t ork_knobs_setting(const ork_knobs* knobs);

/* The effects that hooks hold back: bit i is column i of the policy. */
uint32_t ork_knobs_suppressed(const ork_knobs* knobs);

/* A runtime knob's value, by RK3588_MODE_TRANSITION_RUNTIME_KNOB_*. */
int64_t ork_knobs_number(const ork_knobs* knobs, int runtime_knob);
const char* ork_knobs_text(const ork_knobs* knobs, int runtime_knob);

/* The knob of a number below ORK_KNOBS; null past the end. */
const rk3588_mode_transition_knob* ork_knobs_row(int knob);

/* "f16warm=0 (environment ORK_SSM_KEEPWARM)", cut to `size` bytes with its end; the length that it would have. */
int ork_knobs_line(const ork_knobs* knobs, int knob, char* line, size_t size);

#ifdef __cplusplus
}
#endif
