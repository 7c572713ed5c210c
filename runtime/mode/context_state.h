/* What a context holds, for the layer and its run paths; no caller includes it.
 *
 * A truth that a reset ends is kept as a stamp: the device's epoch in which it became true, plus one; 0 is never. It
 * holds while the context's own epoch, which ork_context_take() brings up to date, is the same. A run path takes the
 * context once, does all it does, and gives it back: the functions here expect it taken.
 */
#pragma once

#include "mode/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one core, or the shared single-core set, works with; made when first needed. */
typedef struct ork_lane {
  ork_buffer regcmd;
  ork_buffer tasks;
  ork_buffer a;
  ork_buffer c;
  uint64_t size; /* ccsz, mccsz: what c is known to hold; 0: it is made anew */
  uint64_t warm; /* warmed, mwarm: a stamp */
} ork_lane;

/* Of one domain. */
typedef struct ork_scratch {
  ork_lane shared;
  ork_lane core[RK3588_CORE_SLOTS];
  ork_lane local; /* of the incremental int4 path: buffers and a warm flag of its own */
} ork_scratch;

/* A job that was not waited for. The device may still read and write what it was given: a lane that it works with is
 * not made anew, and one that was given up is kept here, until the job ended. */
typedef struct ork_ringing {
  uint64_t ticket;
  ork_lane* lane;    /* null: given up */
  ork_lane given_up; /* alike in all jobs of one lane; the last to end frees it */
} ork_ringing;

enum { ORK_RINGING = 32 };

/* The table that a core was given last. */
typedef struct ork_lut {
  enum rk3588_op op;
  uint32_t bytes;
  uint8_t table[RK3588_LUT_ENTRIES * sizeof(int16_t)];
} ork_lut;

typedef struct ork_context {
  ork_device* device;
  ork_knobs knobs;
  uint32_t setting;   /* of the knobs, where the effect table wants it */
  uint32_t held_back; /* bits of an entry that hooks take out of it */
  uint64_t epoch;     /* the device's, as far as this context has followed it */
  int marker;
  int last_chain;
  int ran_marker; /* what the device was left as: the marker of what ran last, COLD since a reset */
  int ran_chain;
  int32_t domain;
  ork_scratch scratch[RK3588_DOMAINS];
  uint64_t lut_loaded[RK3588_CORE_SLOTS]; /* stamps */
  ork_lut lut[RK3588_CORE_SLOTS];         /* which table it is */
  uint64_t task_built[RK3588_CORE_SLOTS]; /* a stamp */
  uint64_t resets;
  int64_t reset_ns;
  uint64_t xprof[RK3588_MODE_TRANSITION_PROFILES][RK3588_MODE_TRANSITION_MODES];
  ork_npu_sink sink;
  void* user;
  ork_ringing ringing[ORK_RINGING];
  uint32_t ringing_count;
} ork_context;

/* Takes a context for this thread, and follows resets from elsewhere. Null: *error is what the call returns. */
ork_context* ork_context_take(ork_npu npu, int* error);
void ork_context_give(ork_npu npu);

/* ork_npu_enter of a context that is taken. */
int ork_context_enter(ork_context* context, int to_marker, int profile, int chain);

/* A reset that is no entry's: it forgets what a reset forgets, leaves the marker alone, and is logged as of `why`. 0 or
 * a negative errno. */
int ork_context_prime(ork_context* context, const char* why);

/* Follows the device's epoch: COLD, if it moved. Called again after a submit that failed, which a reset has healed. */
void ork_context_follow(ork_context* context);

/* What was entered has reached the device; or did not, and is taken back: a next entry starts from what the device was
 * left as, not from a mode in which nothing ran. */
void ork_context_ran(ork_context* context);
void ork_context_take_back(ork_context* context);

bool ork_context_holds(const ork_context* context, uint64_t stamp);
uint64_t ork_context_stamp(const ork_context* context); /* of what becomes true now */
ork_scratch* ork_context_scratch(ork_context* context); /* of the active domain */

void ork_context_forget_warmth(ork_scratch* scratch, uint32_t scopes);
int ork_context_switch(ork_context* context, int32_t domain);

void ork_context_dump_xprof(ork_context* context);

/* A line to the sink, as printf has it. */
void ork_context_say(ork_context* context, const char* format, ...) __attribute__((format(printf, 2, 3)));

/* Waits for the jobs that work with a lane (null: for all) before their memory may go, and takes those that ended off
 * the list. -ORK_NPU_STILL_RUNNING: some did not. */
int ork_context_drain(ork_context* context, const ork_lane* lane);

/* The jobs of a lane do not end: it begins anew, with other memory. */
void ork_context_give_up(ork_context* context, ork_lane* lane);

/* Frees what a lane, or a context in all its domains, holds. 0 or a negative errno, of the first that failed. */
int ork_context_free_lane(ork_context* context, ork_lane* lane);
int ork_context_free_all(ork_context* context);

/* What the knob mm_timeout or ew_timeout says, as a job has it. */
uint32_t ork_context_timeout_ms(const ork_context* context, int runtime_knob);

#ifdef __cplusplus
}
#endif
