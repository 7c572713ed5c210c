#include <errno.h>
#include <limits.h>
#include <linux/sync_file.h>
#include <stdlib.h>
#include <string.h>

#include "mode/rknpu/internal.h"

enum { kNsPerMs = 1000000 };

/* Until the fence is signalled, or the time is over: poll counts in whole milliseconds, and signals interrupt it. */
static int await(ork_rknpu* npu, int fence, uint32_t timeout_ms) {
  if (fence < 0) return ork_rknpu_fail(&npu->last, ORK_RKNPU_UNTRUE, ETIMEDOUT, "a job without a fence never ends");
  const ork_rknpu_system* system = &npu->system;
  int64_t end = system->now_ns(system->self) + (int64_t)timeout_ms * kNsPerMs;
  int64_t left = timeout_ms;
  for (;;) {
    int ready = system->poll(system->self, fence, left > INT_MAX ? INT_MAX : (int)left);
    if (ready > 0) return 0;
    int number = errno;
    if (ready < 0 && number != EINTR && number != EAGAIN) {
      return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number, "cannot wait for a job's fence: %s",
                            strerror(number));
    }
    int64_t ns = end - system->now_ns(system->self);
    left = ns <= 0 ? 0 : (ns + kNsPerMs - 1) / kNsPerMs;
    if (left > 0) continue;
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, ETIMEDOUT, "a job without a wait did not end in %u ms",
                          timeout_ms);
  }
}

/* A fence is signalled too when its job failed; its status tells. */
static int judge_fence(ork_rknpu* npu, int fence) {
  struct sync_file_info info;
  memset(&info, 0, sizeof(info));
  if (ork_rknpu_ioctl(&npu->system, fence, SYNC_IOC_FILE_INFO, &info) != 0) {
    int number = errno;
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number, "cannot ask how a job ended: %s", strerror(number));
  }
  if (info.status == 1) return 0;
  int number = info.status < 0 ? -info.status : EIO;
  return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number,
                        "a job without a wait failed: its fence has the status %d", info.status);
}

static void drop(ork_rknpu* npu, ork_rknpu_pending** link) {
  ork_rknpu_pending* job = *link;
  *link = job->next;
  (void)npu->system.close(npu->system.self, job->fence); /* the job has ended, and its fence told */
  free(job);
}

int ork_rknpu_wait(ork_device* device, uint64_t ticket, uint32_t timeout_ms) {
  ork_rknpu* npu = (ork_rknpu*)device;
  ork_rknpu_pending** link = &npu->pending;
  while (*link != NULL && (*link)->ticket != ticket) link = &(*link)->next;
  if (*link == NULL) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "no job has the ticket %llu, or it was waited for",
                          (unsigned long long)ticket);
  }
  if (await(npu, (*link)->fence, timeout_ms) != 0) return -1; /* it may still run: the ticket stays */
  int done = judge_fence(npu, (*link)->fence);
  int number = errno;
  drop(npu, link);
  errno = number;
  return done;
}

static bool is_used(const ork_rknpu_pending* job, uint64_t handle) {
  for (size_t i = 0; i < job->used_count; ++i) {
    if (job->used[i] == handle) return true;
  }
  return false;
}

static void use(ork_rknpu_pending* job, const ork_buffer* buffer) {
  if (buffer != NULL && !is_used(job, buffer->handle)) job->used[job->used_count++] = buffer->handle;
}

ork_rknpu_pending* ork_rknpu_pending_of(const ork_rknpu* npu, const ork_job* job) {
  const size_t each = 4; /* a, b, c, and register commands */
  ork_rknpu_pending* made = calloc(1, sizeof(*made) + (1 + each * job->count) * sizeof(made->used[0]));
  if (made == NULL) return NULL;
  made->used = (uint64_t*)(made + 1);
  use(made, job->tasks);
  for (uint32_t i = 0; i < job->count; ++i) {
    struct rknpu_task task;
    rknpu_task_unpack(job->tasks->host + ((uint64_t)job->first + i) * sizeof(task), &task);
    const ork_rknpu_record* commands = ork_rknpu_record_at(npu, job->domain, task.regcmd_addr);
    use(made, commands == NULL ? NULL : &commands->made);
    use(made, job->works[i].a.buffer);
    use(made, job->works[i].b.buffer);
    use(made, job->works[i].c.buffer);
  }
  return made;
}

bool ork_rknpu_uses(const ork_rknpu* npu, uint64_t handle) {
  for (const ork_rknpu_pending* job = npu->pending; job != NULL; job = job->next) {
    if (is_used(job, handle)) return true;
  }
  return false;
}

/* Takes the jobs that end in their own time, or at once, from the list. */
static void sweep(ork_rknpu* npu, bool waits) {
  ork_rknpu_pending** link = &npu->pending;
  while (*link != NULL) {
    const ork_rknpu_pending* job = *link;
    if (await(npu, job->fence, waits ? job->timeout_ms : 0) == 0) {
      drop(npu, link);
    } else {
      waits = false; /* one that did not end holds the others up: they had its time */
      link = &(*link)->next;
    }
  }
}

bool ork_rknpu_drain(ork_rknpu* npu) {
  sweep(npu, true);
  if (npu->pending == NULL) return true;
  uint32_t value = 0;
  (void)ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_ACT_RESET, &value, &npu->last);
  sweep(npu, false);
  return npu->pending == NULL;
}
