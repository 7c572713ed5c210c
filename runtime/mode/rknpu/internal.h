/* What the files of the RKNPU backend share; no one else includes this.
 *
 * device.h's functions hold the device's lock when they call an op; nothing here locks. A function that fails returns
 * -1 with errno set, and leaves the words for it in `last` (once there is a device) or in an error that it is given.
 */
#pragma once

#include "mode/rknpu/rknpu.h"

/* A buffer that lives. */
typedef struct ork_rknpu_record {
  ork_buffer made; /* host is null once it is unmapped */
  struct ork_rknpu_record* next;
} ork_rknpu_record;

/* A job without a wait, from its submit until it was waited for, with the handles of the buffers that it uses. */
typedef struct ork_rknpu_pending {
  uint64_t ticket;
  int fence;
  uint32_t timeout_ms;
  struct ork_rknpu_pending* next;
  size_t used_count;
  uint64_t* used; /* right behind it */
} ork_rknpu_pending;

typedef struct ork_rknpu {
  ork_device base;
  ork_rknpu_system system;
  ork_rknpu_programs programs; /* lower is null: none */
  ork_rknpu_identity identity;
  int fd;
  ork_rknpu_record* records;
  ork_rknpu_pending* pending;
  uint64_t last_ticket;
  ork_rknpu_error last;
} ork_rknpu;

/* error.c. Fills the error in (it may be null), sets errno to `number`; always -1. */
__attribute__((format(printf, 4, 5))) int ork_rknpu_fail(ork_rknpu_error* error, ork_rknpu_status status, int number,
                                                         const char* form, ...);

/* find.c. An open descriptor of the node, whose name and DRM version go to *identity; or -1. */
int ork_rknpu_find(const ork_rknpu_system* system, const char* card, bool prove, ork_rknpu_identity* identity,
                   ork_rknpu_error* error);

/* board.c. 0: the board is an RK3588, and its name goes to *identity. */
int ork_rknpu_check_board(const ork_rknpu_system* system, ork_rknpu_identity* identity, ork_rknpu_error* error);

/* calls.c: one ioctl each, checked, with its words to *error. */
int ork_rknpu_call_action(const ork_rknpu_system* system, int fd, uint32_t action, uint32_t* value,
                          ork_rknpu_error* error);
int ork_rknpu_call_create(const ork_rknpu_system* system, int fd, struct rknpu_mem_create* create,
                          ork_rknpu_error* error);
int ork_rknpu_call_map(const ork_rknpu_system* system, int fd, uint32_t handle, uint64_t* offset,
                       ork_rknpu_error* error);
int ork_rknpu_call_destroy(const ork_rknpu_system* system, int fd, uint32_t handle, uint64_t obj,
                           ork_rknpu_error* error);
int ork_rknpu_call_sync(ork_rknpu* npu, const struct rknpu_mem_sync* sync);
int ork_rknpu_call_submit(ork_rknpu* npu, struct rknpu_submit* submit);

/* memory.c */
ork_rknpu_record* ork_rknpu_record_of(const ork_rknpu* npu, const ork_buffer* buffer); /* null: not ours, or no more */
ork_rknpu_record* ork_rknpu_record_at(const ork_rknpu* npu, int32_t domain, uint64_t dma); /* whose bytes hold dma */
int ork_rknpu_create(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made);
int ork_rknpu_destroy(ork_device* device, ork_buffer* buffer);
int ork_rknpu_sync(ork_device* device, const ork_span* span, uint32_t direction);
void ork_rknpu_destroy_all(ork_rknpu* npu); /* that no job uses */

/* program.c: the register commands of a job's tasks, in place and visible to the device. */
int ork_rknpu_lower_job(ork_rknpu* npu, const ork_job* job);

/* submit.c */
int ork_rknpu_submit_job(ork_device* device, const ork_job* job, uint64_t* ticket);

/* pending.c */
int ork_rknpu_wait(ork_device* device, uint64_t ticket, uint32_t timeout_ms);
ork_rknpu_pending* ork_rknpu_pending_of(const ork_rknpu* npu, const ork_job* job); /* malloced; null: no memory */
bool ork_rknpu_uses(const ork_rknpu* npu, uint64_t handle);                        /* a job may still use the buffer */
bool ork_rknpu_drain(
    ork_rknpu* npu); /* waits for all jobs, and resets once when one does not end. false: one may still run */
