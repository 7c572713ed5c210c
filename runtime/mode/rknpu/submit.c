#include <errno.h>
#include <stdlib.h>

#include "mode/rknpu/internal.h"

static int refuse(ork_rknpu* npu, const char* why) {
  return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "SUBMIT is not made: %s", why);
}

static int judge(ork_rknpu* npu, const ork_job* job) {
  if (npu->programs.lower == NULL) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_NO_PROGRAMS, ENOTSUP,
                          "SUBMIT is not made: no provider of register commands was given when the device was opened");
  }
  const ork_rknpu_record* tasks = ork_rknpu_record_of(npu, job->tasks);
  if (tasks == NULL) return refuse(npu, "its tasks are in no buffer of this device");
  if (job->works == NULL || job->count == 0) return refuse(npu, "it has no tasks");
  if (((uint64_t)job->first + job->count) * sizeof(struct rknpu_task) > tasks->made.bytes) {
    return refuse(npu, "its tasks leave their buffer");
  }
  if ((tasks->made.flags & RKNPU_MEM_FLAGS_KERNEL_MAPPING) == 0) {
    return refuse(npu, "its task array has no kernel mapping, and the kernel reads it");
  }
  if (job->domain < 0) return refuse(npu, "there is no such IOMMU domain");
  if ((job->flags & RKNPU_JOB_FLAGS_FENCE_IN) != 0) return refuse(npu, "a job has no fence to wait for");
  if ((job->flags & RKNPU_JOB_FLAGS_FENCE_OUT) != 0 && (job->flags & RKNPU_JOB_FLAGS_NONBLOCK) == 0) {
    return refuse(npu, "a job that is waited for gives no fence");
  }
  return 0;
}

/* The tasks of one core: they must lie side by side, since the kernel takes a start and a number. */
static int part_of_core(ork_rknpu* npu, const ork_job* job, uint32_t core, struct rknpu_subcore_task* part) {
  uint32_t first = 0;
  while (first < job->count && job->works[first].core != core) ++first;
  uint32_t last = first;
  while (last < job->count && job->works[last].core == core) ++last;
  if (first == last) return refuse(npu, "a core of its mask has no task");
  part->start = job->first + first;
  part->number = last - first;
  return 0;
}

/* The kernel reads an entry for each core, and which entries depends on how many cores there are (B19). */
static int part_out(ork_rknpu* npu, const ork_job* job, struct rknpu_submit* submit) {
  uint64_t slot = rknpu_core_mask_entry(job->core_mask);
  if (job->core_mask == RKNPU_CORE_MASK_AUTO) {
    for (uint64_t i = 0; i < rknpu_core_mask_entries(job->core_mask); ++i) {
      submit->subcore_task[slot + i] = (struct rknpu_subcore_task){.start = job->first, .number = job->count};
    }
    return 0;
  }
  uint32_t parted = 0;
  for (uint32_t core = 0; core < RK3588_CORES; ++core) {
    if ((job->core_mask >> core & 1u) == 0) continue;
    struct rknpu_subcore_task* part = &submit->subcore_task[slot++];
    if (part_of_core(npu, job, core, part) != 0) return -1;
    parted += part->number;
  }
  if (parted != job->count)
    return refuse(npu, "a task is of a core that is not in its mask, or is not beside the others");
  return 0;
}

static int fill(ork_rknpu* npu, const ork_job* job, struct rknpu_submit* submit) {
  rknpu_submit_init(submit);
  submit->flags = job->flags;
  if ((job->flags & RKNPU_JOB_FLAGS_NONBLOCK) != 0) submit->flags |= RKNPU_JOB_FLAGS_FENCE_OUT;
  submit->timeout = job->timeout_ms;
  submit->task_start = job->first;
  submit->task_number = job->count;
  submit->task_obj_addr = job->tasks->obj;
  submit->iommu_domain_id = (uint32_t)job->domain;
  submit->task_base_addr = 0; /* it would be added to every address in the commands, which are whole ones */
  submit->core_mask = job->core_mask;
  submit->fence_fd = -1;
  /* Its rules first: an unknown mask has no entries, and an overlong job no kernel would take. */
  if (rknpu_core_mask_name(job->core_mask) == NULL) return refuse(npu, "there is no such core mask");
  return part_out(npu, job, submit);
}

static int run(ork_rknpu* npu, struct rknpu_submit* submit, uint64_t* ticket) {
  if (ork_rknpu_call_submit(npu, submit) != 0) return -1;
  if (ticket != NULL) *ticket = 0;
  if (submit->task_counter == submit->task_number) return 0;
  return ork_rknpu_fail(&npu->last, ORK_RKNPU_UNTRUE, EIO, "SUBMIT returned success, but %u of %u tasks ran",
                        submit->task_counter, submit->task_number);
}

static int run_without_wait(ork_rknpu* npu, ork_rknpu_pending* job, struct rknpu_submit* submit, uint64_t* ticket) {
  if (ork_rknpu_call_submit(npu, submit) != 0) {
    int number = errno;
    free(job);
    errno = number;
    return -1;
  }
  job->ticket = ++npu->last_ticket;
  job->fence = submit->fence_fd;
  job->timeout_ms = submit->timeout;
  job->next = npu->pending;
  npu->pending = job;
  if (job->fence < 0) { /* it stays, so that no buffer is freed under it */
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_UNTRUE, EIO, "SUBMIT took a job without a wait, but gave no fence");
  }
  *ticket = job->ticket;
  return 0;
}

/* All that can be found wrong with a job before the kernel hears of it. */
static int make(ork_rknpu* npu, const ork_job* job, struct rknpu_submit* submit) {
  if (judge(npu, job) != 0 || fill(npu, job, submit) != 0) return -1;
  enum rknpu_submit_error broken = rknpu_submit_check(submit); /* before commands are written for it */
  if (broken != RKNPU_SUBMIT_OK) return refuse(npu, rknpu_submit_info((uint32_t)broken)->doc);
  return ork_rknpu_lower_job(npu, job);
}

int ork_rknpu_submit_job(ork_device* device, const ork_job* job, uint64_t* ticket) {
  ork_rknpu* npu = (ork_rknpu*)device;
  struct rknpu_submit submit;
  if (make(npu, job, &submit) != 0) return ORK_NOT_MADE;
  if ((job->flags & RKNPU_JOB_FLAGS_NONBLOCK) == 0) return run(npu, &submit, ticket);
  if (ticket == NULL) {
    (void)refuse(npu, "a job without a wait needs a ticket to wait for it by");
    return ORK_NOT_MADE;
  }
  ork_rknpu_pending* record = ork_rknpu_pending_of(npu, job); /* before there is a job that it could lose */
  if (record != NULL) return run_without_wait(npu, record, &submit, ticket);
  (void)ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, ENOMEM, "no memory for a job's record");
  return ORK_NOT_MADE;
}
