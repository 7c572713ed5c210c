/* The NPU of a board, behind device.h: the RKNPU DRM driver of an RK3588.
 *
 * Opening refuses all but an RK3588 with a driver of the version that specs/mode/rknpu_abi.yaml describes. Nothing
 * stands in for a device: where there is none, opening fails, and says what was looked at and what to do about it. What
 * an op is in register commands is no part of the specs: a provider lowers each ork_work (ork_rknpu_programs); without
 * one, memory and resets work, and a submit is ENOTSUP. Each ioctl is checked before it is made, and made again after
 * EINTR or EAGAIN.
 *
 * A job without a wait is given a fence, since the driver tells its end by nothing else; a kernel built without fences
 * refuses it, EINVAL. A wait returns once it ended, with 0 or the job's own error, and then its ticket is gone
 * (EINVAL). Until then no buffer that it uses is destroyed (EBUSY), a reset or not: the kernel keeps its list of jobs,
 * and may start one later. Closing waits and resets; what may be written even then stays allocated, and the node open,
 * until the process ends. The functions of device.h lock the device; so do those below, but for ork_rknpu_open.
 */
#pragma once

#include "mode/device.h"
#include "mode/rknpu/system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ork_rknpu_status {
  ORK_RKNPU_OK = 0,
  ORK_RKNPU_NO_NODE,       /* no device node, or not the one that was named */
  ORK_RKNPU_DENIED,        /* a node that this user may not open */
  ORK_RKNPU_OTHER_DRIVER,  /* a node, but of another driver */
  ORK_RKNPU_OTHER_SOC,     /* the board is no RK3588 */
  ORK_RKNPU_OTHER_VERSION, /* the driver is older or newer than the specs */
  ORK_RKNPU_NO_PROGRAMS,   /* a submit without a provider of register commands */
  ORK_RKNPU_REFUSED,       /* a request that breaks a rule; it did not reach the kernel */
  ORK_RKNPU_UNTRUE,        /* the kernel said yes to what it did not do */
  ORK_RKNPU_SYSTEM,        /* a system call failed */
} ork_rknpu_status;

typedef struct ork_rknpu_error {
  ork_rknpu_status status;
  int number;      /* errno */
  char text[1024]; /* one line for its reader: what failed, where, and what to do */
} ork_rknpu_error;

/* "no-node", "denied", ...; null for a number that is no status. */
const char* ork_rknpu_status_name(ork_rknpu_status status);

/* Makes register commands. `lower` writes those of task `index` of the job, which computes job->works[index], to
 * `commands`: exactly `count` words, since that many the task's descriptor promises. Where the device sees the spans of
 * the work is span.buffer->dma + span.at. It returns 0, or -1 with errno, which becomes the submit's. Called with the
 * device locked: it must not call the device. */
typedef struct ork_rknpu_programs {
  void* self;
  int (*lower)(void* self, const ork_job* job, uint32_t index, const struct rknpu_task* task, uint64_t* commands,
               uint32_t count);
} ork_rknpu_programs;

typedef struct ork_rknpu_options {
  const char* card;                   /* what ORK_NPU_CARD names; null or empty: not set, look for a node */
  bool prove;                         /* accept a node only if it can make a small buffer */
  bool keep_nice;                     /* leave the caller's nice value as it is */
  const ork_rknpu_programs* programs; /* copied; null: none */
  const ork_rknpu_system* system;     /* copied; null: the real one */
} ork_rknpu_options;

/* Opens the NPU. 0: *made is a device, for ork_device_close() to close; -1: *error says why, errno is its number, *made
 * is null. `options` may be null; `error` too. */
int ork_rknpu_open(const ork_rknpu_options* options, ork_device** made, ork_rknpu_error* error);

/* What was opened. */
typedef struct ork_rknpu_identity {
  char node[64];
  char board[128]; /* the first name of the device tree's `compatible` */
  int major;
  int minor;
  int patch;
} ork_rknpu_identity;

/* EINVAL: the device is not of this backend. */
int ork_rknpu_identify(ork_device* device, ork_rknpu_identity* identity);

/* Why the last call that failed did so, in words that errno has not. EINVAL: the device is not of this backend. */
int ork_rknpu_last_error(ork_device* device, ork_rknpu_error* error);

#ifdef __cplusplus
}
#endif
