/* A context of the mode-transition layer: what a caller has of the NPU, and the one function that moves it to a mode.
 *
 * ork_npu_enter(npu, marker, profile, chain) is called first by every run path. What it does is one entry of the effect
 * table, by profile, marker before, marker after and knobs; nothing is decided here. It fails closed: a reset that did
 * not happen is an error, then no clear is applied and the marker stays.
 *
 * What a reset invalidates (warmth, loaded tables, built tasks, in every scope, core and domain) is kept beside the
 * reset epoch in which it was true, so that any reset forgets it; one that no enter of this context made also leaves it
 * COLD. Another context's jobs are not followed: who shares a device in other modes or tables resets at each hand-over.
 *
 * A context is a handle: every call of one that is gone, that another thread is in, or whose device ended is an error.
 * Any thread may be the next, and sees what the one before did. Calls return 0 or more, or a negative errno that
 * ork_npu_error_name() names. Contexts are closed before their device; the table of handles is the process's.
 */
#pragma once

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mode/device.h"
#include "mode/knobs.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ork_npu {
  uint64_t id; /* 0 is no context */
} ork_npu;

/* What the layer's own errors are, as errno has them; calls return them negative. Others are the device's. */
enum ork_npu_error {
  ORK_NPU_GONE = ESTALE,               /* there is no such context, or no longer */
  ORK_NPU_IN_USE = EUSERS,             /* another thread is in it */
  ORK_NPU_ENDED = ENODEV,              /* a reset failed, and the device takes nothing more */
  ORK_NPU_NO_RESET = EALREADY,         /* a reset that did not happen */
  ORK_NPU_NO_PROFILE = EBADRQC,        /* the policy has no such row */
  ORK_NPU_NO_MARKER = EDOM,            /* it has no such mode */
  ORK_NPU_NO_CHAIN = ECHRNG,           /* it has no such chain kind */
  ORK_NPU_NO_ENTRY = EPROTOTYPE,       /* the row does not enter that mode from here */
  ORK_NPU_NO_KNOB = ENOKEY,            /* it has no such knob */
  ORK_NPU_BAD_KNOB = EBADMSG,          /* not a value of the knob */
  ORK_NPU_KNOB_RANGE = ERANGE,         /* a value out of the knob's range */
  ORK_NPU_FULL = ENFILE,               /* ORK_NPU_CONTEXTS are open */
  ORK_NPU_WEDGED = ETIMEDOUT,          /* a job did not end */
  ORK_NPU_NOT_WRITTEN = ENODATA,       /* a job ended, and left its output as it was */
  ORK_NPU_OVERTAKEN = ECANCELED,       /* a reset from elsewhere came in between: what ran is worth nothing */
  ORK_NPU_STILL_RUNNING = EINPROGRESS, /* a job without a wait has not ended, and holds the memory it was given */
};

/* "context-gone", ... of a negative result; "errno N" in `text` for one that is not the layer's. */
const char* ork_npu_error_name(int result, char text[32]);

enum { ORK_NPU_CONTEXTS = 64 };

/* Where lines of log go: without an end of line, valid until it returns. It must not call into the context. */
typedef void (*ork_npu_sink)(void* user, const char* line);

/* Opens a context, COLD, in domain 0. `get` looks up knobs as getenv does; null: defaults. */
int ork_npu_open(ork_device* device, char* (*get)(const char* name), ork_npu* made);

/* Ends a context, dumps its XPROF counts where they are on, and frees its memory. Once it returns other than GONE or
 * IN_USE the handle is dead. STILL_RUNNING: jobs without a wait did not end; their memory is never given back, since
 * the device may still write it. */
int ork_npu_close(ork_npu npu);

/* 1: a transition; 0: from == to, a no-op; else a negative errno. `chain` is recorded in all cases but that of a bad
 * argument or a dead context. */
int ork_npu_enter(ork_npu npu, int to_marker, int profile, int chain);

/* COLD, and no output is warm; sizes and tables stay. For a caller that knows something the layer does not. */
int ork_npu_invalidate(ork_npu npu);

/* A reset, then ork_npu_invalidate. */
int ork_npu_mode_reset(ork_npu npu);

/* As if closed and opened: all memory is given back, COLD, domain 0. Knobs, counts and the sink stay. */
int ork_npu_reopen(ork_npu npu);

/* Attaches another IOMMU domain. What the context keeps is kept by domain: memory, sizes, warmth; the marker is of the
 * device, and goes along. Switch before entering: clears are of the domain that is active. */
int ork_npu_switch_domain(ork_npu npu, int32_t domain);

int ork_npu_set_knob(ork_npu npu, const char* name, const char* text);
int ork_npu_read_knobs(ork_npu npu, ork_knobs* knobs);
int ork_npu_set_sink(ork_npu npu, ork_npu_sink sink, void* user); /* null: stderr */

/* What a context knows; for tests, probes and logs. */
typedef struct ork_npu_view {
  int marker;
  int last_chain;
  int32_t domain;
  bool warmed; /* these four of the active domain */
  bool mwarm[RK3588_CORE_SLOTS];
  uint64_t ccsz;
  uint64_t mccsz[RK3588_CORE_SLOTS];
  bool lut_loaded[RK3588_CORE_SLOTS];
  bool task_built[RK3588_CORE_SLOTS];
  uint64_t resets; /* that its calls asked for and got; not those that heal a submit */
  int64_t reset_ns;
} ork_npu_view;

int ork_npu_look(ork_npu npu, ork_npu_view* view);

/* Sets the marker and flags as a run path leaves them: all warm, each size `bytes`, tables loaded and tasks built. For
 * tests and probes, which put a context where a sequence of jobs would take long to bring it. */
int ork_npu_assume(ork_npu npu, int marker, uint64_t bytes);

/* How often a row was entered from a mode, no-ops too, since ORK_XPROF is on. */
int ork_npu_xprof(ork_npu npu, int profile, int from, uint64_t* count);
int ork_npu_dump_xprof(ork_npu npu);

#ifdef __cplusplus
}
#endif
