#include <errno.h>
#include <string.h>

#include "mode/rknpu/internal.h"

/* A range of one buffer that was written and not yet synchronised; several tasks' commands lie side by side. */
typedef struct written {
  const ork_rknpu_record* record;
  uint64_t begin;
  uint64_t end;
  uint64_t high; /* where the highest commands of the whole job end, as the device sees them */
} written;

static int flush(ork_rknpu* npu, written* range) {
  if (range->record == NULL) return 0;
  ork_span span = {.buffer = &range->record->made, .at = range->begin, .bytes = range->end - range->begin};
  range->record = NULL;
  return ork_rknpu_sync(&npu->base, &span, RKNPU_SYNC_FLAGS_TO_DEVICE);
}

static int widen(ork_rknpu* npu, written* range, const ork_rknpu_record* record, uint64_t at, uint64_t bytes) {
  if (range->record != record) {
    if (flush(npu, range) != 0) return -1;
    range->record = record;
    range->begin = at;
    range->end = at + bytes;
    return 0;
  }
  if (at < range->begin) range->begin = at;
  if (at + bytes > range->end) range->end = at + bytes;
  return 0;
}

static void task_at(const ork_job* job, uint32_t index, struct rknpu_task* task) {
  rknpu_task_unpack(job->tasks->host + ((uint64_t)job->first + index) * sizeof(*task), task);
}

/* Two tasks in one place: the second's commands would silently become the first's. Tasks mostly lie in rising order,
 * and then nothing is searched. */
static bool overwrites(const ork_job* job, uint32_t index, const struct rknpu_task* task, uint64_t bytes,
                       uint64_t high) {
  if (task->regcmd_addr >= high) return false;
  for (uint32_t i = 0; i < index; ++i) {
    struct rknpu_task other;
    task_at(job, i, &other);
    uint64_t end = other.regcmd_addr + (uint64_t)other.regcfg_amount * RK3588_COMMAND_BYTES;
    if (task->regcmd_addr < end && other.regcmd_addr < task->regcmd_addr + bytes) return true;
  }
  return false;
}

/* Writes one task's commands where its descriptor says they are. */
static int lower(ork_rknpu* npu, const ork_job* job, uint32_t index, const struct rknpu_task* task, written* range) {
  const ork_rknpu_record* record = ork_rknpu_record_at(npu, job->domain, task->regcmd_addr);
  if (record == NULL) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL,
                          "SUBMIT is not made: task %u has its register commands at 0x%llx, in no buffer of domain %d",
                          job->first + index, (unsigned long long)task->regcmd_addr, job->domain);
  }
  uint64_t at = task->regcmd_addr - record->made.dma;
  uint64_t bytes = (uint64_t)task->regcfg_amount * RK3588_COMMAND_BYTES;
  if (bytes == 0 || at % RK3588_COMMAND_BYTES != 0 || bytes > record->made.bytes - at) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL,
                          "SUBMIT is not made: the %u register commands of task %u do not fit at byte %llu of %llu",
                          task->regcfg_amount, job->first + index, (unsigned long long)at,
                          (unsigned long long)record->made.bytes);
  }
  if (overwrites(job, index, task, bytes, range->high)) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL,
                          "SUBMIT is not made: the register commands of task %u lie over those of another",
                          job->first + index);
  }
  uint64_t* commands = (uint64_t*)(void*)(record->made.host + at); /* aligned: a mapping is, and `at` is */
  if (npu->programs.lower(npu->programs.self, job, index, task, commands, task->regcfg_amount) != 0) {
    int number = errno == 0 ? EIO : errno;
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_NO_PROGRAMS, number,
                          "SUBMIT is not made: the provider has no register commands for task %u: %s",
                          job->first + index, strerror(number));
  }
  if (task->regcmd_addr + bytes > range->high) range->high = task->regcmd_addr + bytes;
  return widen(npu, range, record, at, bytes);
}

int ork_rknpu_lower_job(ork_rknpu* npu, const ork_job* job) {
  written range = {0};
  for (uint32_t i = 0; i < job->count; ++i) {
    struct rknpu_task task;
    task_at(job, i, &task);
    if (lower(npu, job, i, &task, &range) != 0) return -1;
  }
  return flush(npu, &range);
}
