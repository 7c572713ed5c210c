#include <errno.h>
#include <limits.h>
#include <linux/sync_file.h>
#include <stdlib.h>
#include <string.h>

#include "mode/rknpu/internal.h"

enum { kNsPerMs = 1000000 };

/* Until the fence is signalled, or the time is over: poll counts in whole milliseconds, and signals interrupt it. */
static int await(ork_rknpu* npu, int fence, uint32_t timeout_ms) {
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
  if (job->fence >= 0)
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
  int done;
  if ((*link)->cancelled) {
    done = ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, ECANCELED, "a reset ended the job");
  } else {
    if (await(npu, (*link)->fence, timeout_ms) != 0) return -1; /* it may still run: the ticket stays */
    done = judge_fence(npu, (*link)->fence);
  }
  int number = errno;
  drop(npu, link);
  errno = number;
  return done;
}

bool ork_rknpu_busy(const ork_rknpu* npu) {
  for (const ork_rknpu_pending* job = npu->pending; job != NULL; job = job->next) {
    if (!job->cancelled) return true;
  }
  return false;
}

void ork_rknpu_cancel(ork_rknpu* npu) {
  for (ork_rknpu_pending* job = npu->pending; job != NULL; job = job->next) job->cancelled = true;
}

void ork_rknpu_drain(ork_rknpu* npu) {
  while (npu->pending != NULL) {
    const ork_rknpu_pending* job = npu->pending;
    if (!job->cancelled && (job->fence < 0 || await(npu, job->fence, job->timeout_ms) != 0)) {
      uint32_t value = 0;
      (void)ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_ACT_RESET, &value, &npu->last);
      ork_rknpu_cancel(npu); /* there is no third way to stop a job; the kernel frees its memory with the node */
    }
    drop(npu, &npu->pending);
  }
}
