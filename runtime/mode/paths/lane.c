#include <errno.h>
#include <string.h>

#include "mode/paths/plan.h"

static int make(ork_context* context, ork_buffer* buffer, uint64_t bytes, uint32_t flags) {
  return ork_device_create(context->device, bytes, flags, context->domain, buffer) == 0 ? 0 : -errno;
}

static int remake(ork_context* context, ork_buffer* buffer, uint64_t bytes) {
  if (ork_device_destroy(context->device, buffer) != 0) return -errno;
  return make(context, buffer, bytes, RKNPU_MEM_BUFFER);
}

uint32_t ork_task_kind(const ork_work* work) {
  if (work->load) return RKNPU_TASK_KIND_LUT_LOAD;
  if (rk3588_op_engine(work->op) != RK3588_ENGINE_MATMUL) return RKNPU_TASK_KIND_SDP;
  return rk3588_op_family(work->op) == RK3588_FAMILY_INT4 ? RKNPU_TASK_KIND_MATMUL_INT4 : RKNPU_TASK_KIND_MATMUL;
}

int ork_lane_write_task(const ork_lane* lane, uint32_t index, uint32_t kind, uint64_t command_at) {
  if (command_at + (uint64_t)kind * RK3588_COMMAND_BYTES > RK3588_REGCMD_BYTES) return -ENOSPC;
  struct rknpu_task task;
  rknpu_task_init(&task);
  task.enable_mask = (uint32_t)rknpu_task_kind_enable_mask(kind);
  task.int_mask = RKNPU_TASK_INT_MASK;
  task.int_clear = RKNPU_TASK_INT_CLEAR;
  task.regcfg_amount = kind;
  task.regcmd_addr = lane->regcmd.dma + command_at;
  rknpu_task_pack(&task, lane->tasks.host + (uint64_t)index * sizeof task);
  return 0;
}

int ork_lane_sync_tasks(ork_context* context, const ork_lane* lane, uint32_t first, uint32_t count) {
  const uint64_t each = sizeof(struct rknpu_task);
  const ork_span span = {&lane->tasks, first * each, count * each};
  return ork_device_sync(context->device, &span, RKNPU_SYNC_FLAGS_TO_DEVICE) == 0 ? 0 : -errno;
}

int ork_lane_tasks(ork_context* context, ork_lane* lane) {
  int error = 0;
  if (lane->regcmd.handle == 0) error = make(context, &lane->regcmd, RK3588_REGCMD_BYTES, RKNPU_MEM_BUFFER);
  if (error != 0 || lane->tasks.handle != 0) return error;
  error = make(context, &lane->tasks, RK3588_TASK_ARRAY_BYTES, RKNPU_MEM_TASK_ARRAY);
  if (error == 0) error = ork_lane_write_task(lane, 0, RKNPU_TASK_KIND_MATMUL, 0);
  return error != 0 ? error : ork_lane_sync_tasks(context, lane, 0, 1);
}

/* What a job that has not ended may still use is not taken from it. */
int ork_lane_buffers(ork_context* context, const ork_use* use) {
  ork_lane* lane = use->lane;
  const bool small_a = lane->a.bytes < use->a_bytes;
  const bool small_c = lane->c.handle == 0 || lane->size < use->c_bytes;
  int error = small_a || small_c ? ork_context_drain(context, lane) : 0;
  if (error == 0 && small_a) {
    const uint64_t least = RK3588_INPUT_BYTES;
    error = remake(context, &lane->a, use->a_bytes > least ? use->a_bytes : least);
  }
  if (error != 0 || !small_c) return error;
  lane->size = 0;
  lane->warm = 0;
  error = remake(context, &lane->c, use->c_bytes);
  if (error == 0) lane->size = use->c_bytes;
  return error;
}
