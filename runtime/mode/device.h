/* The one interface between the mode-transition layer and an NPU: memory, jobs, resets, time.
 *
 * Two backends implement it: sim/ (a simulated RK3588) and rknpu/ (the DRM driver of a board). What calls it is the
 * layer (context.h) and the run paths; nothing else submits a job or resets the device.
 *
 * Backends answer as the driver does: 0, or -1 with errno set, and never a success for what did not happen as far as
 * they can tell. The functions ork_device_* stand before them, check what they are given, and add what every caller
 * needs:
 *   - the reset epoch, a number that grows with each reset that happened, whoever asked for it. What a reset
 * invalidates (warmth, tables, a built task) is kept beside the epoch at which it was true, in every scope, core and
 * domain;
 *   - a reset that returned sooner than the kernel sleeps in one did not reset: EALREADY;
 *   - a submit is tried again after EINVAL or EBUSY, as often as the spec says; one that fails for good is healed by a
 *     reset, and the error is still the submit's own. A job that the backend does not make is neither asked for again
 * nor healed: nothing of it reached the device;
 *   - a reset that failed ends the device: from then on everything but closing is ENODEV.
 *
 * A device may serve several contexts, in several threads: these functions lock it, a submit until it ended, so that no
 * job is queued while a reset runs and no two resets meet. Sizes are bytes, times are as their names say.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// The generated headers are C, of which C++ has all but what is warned of here.
#ifdef __cplusplus
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#endif
#include "rk3588_gen.h"
#include "rknpu_gen.h"
#ifdef __cplusplus
#pragma GCC diagnostic pop
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ork_device ork_device;

/* Memory that both sides see. */
typedef struct ork_buffer {
  uint64_t handle; /* the backend's; 0: there is no buffer */
  uint64_t bytes;
  uint64_t obj;   /* what the kernel calls it: a submit names its task array by it */
  uint64_t dma;   /* where the device sees it, in its domain */
  uint8_t* host;  /* where the CPU sees it */
  uint32_t flags; /* RKNPU_MEM_FLAGS_* */
  int32_t domain; /* the IOMMU domain it is mapped in */
} ork_buffer;

/* A part of a buffer. No buffer: nothing. */
typedef struct ork_span {
  const ork_buffer* buffer;
  uint64_t at;
  uint64_t bytes;
} ork_span;

/* What one task computes. The simulator does it; a backend of a board makes register commands of it.
 * Matmul: c[m][n] = a[m][k] * b[k][n], row-major and dense. fp16 gives fp32, int8 and int4 give int32; two int4 to a
 * byte, the even column in the low half. Element-wise: c[m][n] of a[m][n] and, for two operands, b[m][n]; k is 0.
 * A look-up: c[m][n] = table(a[m][n]); b is empty, the table is the one that was loaded on the core. A load: b is the
 * table. */
typedef struct ork_work {
  enum rk3588_op op;
  bool load; /* load the table of `op`, which is a LUT op, and compute nothing */
  uint8_t core;
  uint32_t m;
  uint32_t k;
  uint32_t n;
  ork_span a;
  ork_span b;
  ork_span c;
} ork_work;

/* One submit. Its tasks are `count` of `struct rknpu_task` in `tasks`, from `first` on, each with its work in `works`.
 */
typedef struct ork_job {
  const ork_buffer* tasks;
  uint32_t first;
  uint32_t count;
  const ork_work* works;
  uint32_t core_mask; /* RKNPU_CORE_MASK_* */
  uint32_t flags;     /* RKNPU_JOB_FLAGS_* */
  uint32_t timeout_ms;
  int32_t domain;
} ork_job;

/* What software did that no hardware sees, for a backend that judges it. */
typedef enum ork_note {
  ORK_NOTE_CLEARED, /* warm flags were forgotten: the next submit of that scope runs twice */
  ORK_NOTE_OPENED,  /* a context begins, COLD */
} ork_note;

/* What a backend's submit answers where it found, before it asked the device for anything, that there is no such job;
 * errno says why. -1 is the device's own answer. */
enum { ORK_NOT_MADE = -2 };

typedef struct ork_device_ops {
  const char* name; /* "sim", "rknpu" */
  int (*reset)(ork_device* device);
  int (*create)(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made);
  int (*destroy)(ork_device* device, ork_buffer* buffer);
  int (*sync)(ork_device* device, const ork_span* span, uint32_t direction); /* RKNPU_SYNC_FLAGS_* */
  int (*attach)(ork_device* device, int32_t domain);
  int (*submit)(ork_device* device, const ork_job* job, uint64_t* ticket); /* or ORK_NOT_MADE */
  int (*wait)(ork_device* device, uint64_t ticket,
              uint32_t timeout_ms); /* of a job without a wait; ETIMEDOUT: it did not end */
  int64_t (*now_ns)(ork_device* device);
  void (*sleep_ns)(ork_device* device, int64_t ns);
  void (*note)(ork_device* device, ork_note note); /* may be null */
  void (*close)(ork_device* device);
} ork_device_ops;

/* What all backends begin with; theirs to embed as the first member, and not to write to. `epoch` and `ended` are read
 * without the lock, and so written atomically. */
struct ork_device {
  const ork_device_ops* ops;
  pthread_mutex_t lock;
  uint64_t epoch;
  uint64_t held[RK3588_DOMAINS]; /* bytes of buffers, by domain */
  bool ended;                    /* a reset failed */
  uint64_t resets;
  uint64_t submits;
  uint64_t heals;
  int64_t reset_ns; /* spent in resets */
};

/* Sets a backend's base up, and takes it down. 0, or -1 with errno. */
int ork_device_init(ork_device* device, const ork_device_ops* ops);
void ork_device_fini(ork_device* device);

/* Closes the device, whatever its state. Null is allowed. */
void ork_device_close(ork_device* device);

/* How many resets happened so far; grows by one with each. */
uint64_t ork_device_epoch(ork_device* device);
bool ork_device_ended(ork_device* device);

/* 0: the device was reset. -1: it was not. EALREADY: it said so, but too soon to be true; ENODEV: an earlier reset
 * failed; else what the backend says, and the device is ended. */
int ork_device_reset(ork_device* device);

/* EINVAL: no bytes, or no such domain; ENOSPC: the domain's window (RKNPU's 3,900 MiB, in the spec) is full. */
int ork_device_create(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made);
int ork_device_destroy(ork_device* device, ork_buffer* buffer); /* clears *buffer; an empty one is no error */
int ork_device_sync(ork_device* device, const ork_span* span, uint32_t direction);
int ork_device_attach(ork_device* device, int32_t domain);

/* Runs a job, and waits for it unless it is RKNPU_JOB_FLAGS_NONBLOCK. -1: errno is the submit's own, ETIMEDOUT for a
 * wedge; unless ork_device_ended(), a reset has healed the device, and the epoch has grown. A job that cannot be one
 * (without tasks or works, a task outside its array, a span outside its buffer, another domain's buffer) is EINVAL, and
 * reaches no device; nor does one that the backend does not make, ENOTSUP where it has no commands for any. Those leave
 * the device and its epoch as they were. */
int ork_device_submit(ork_device* device, const ork_job* job, uint64_t* ticket);
int ork_device_wait(ork_device* device, uint64_t ticket, uint32_t timeout_ms);

int64_t ork_device_now_ns(ork_device* device);
void ork_device_note(ork_device* device, ork_note note);

#ifdef __cplusplus
}
#endif
