#include "mode/device.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static int refuse(int error) {
  errno = error;
  return -1;
}

/* What a domain holds at most. */
static const uint64_t kWindow = RKNPU_DOMAIN_BYTES_MAX;

static bool ended(const ork_device* device) { return __atomic_load_n(&device->ended, __ATOMIC_ACQUIRE); }

static void end(ork_device* device) { __atomic_store_n(&device->ended, true, __ATOMIC_RELEASE); }

static bool is_domain(int32_t domain) { return domain >= 0 && domain < RK3588_DOMAINS; }

/* Takes the lock of a device that still runs. */
static int enter(ork_device* device) {
  if (device == NULL) return refuse(EINVAL);
  pthread_mutex_lock(&device->lock);
  if (!ended(device)) return 0;
  pthread_mutex_unlock(&device->lock);
  return refuse(ENODEV);
}

static int leave(ork_device* device, int result) {
  pthread_mutex_unlock(&device->lock); /* leaves errno alone */
  return result;
}

int ork_device_init(ork_device* device, const ork_device_ops* ops) {
  if (device == NULL || ops == NULL) return refuse(EINVAL);
  if (!ops->reset || !ops->create || !ops->destroy || !ops->sync || !ops->attach || !ops->submit || !ops->wait ||
      !ops->now_ns || !ops->sleep_ns || !ops->close) {
    return refuse(EINVAL);
  }
  memset(device, 0, sizeof *device);
  device->ops = ops;
  int error = pthread_mutex_init(&device->lock, NULL);
  return error == 0 ? 0 : refuse(error);
}

void ork_device_fini(ork_device* device) { pthread_mutex_destroy(&device->lock); }

void ork_device_close(ork_device* device) {
  if (device != NULL) device->ops->close(device);
}

uint64_t ork_device_epoch(ork_device* device) { return __atomic_load_n(&device->epoch, __ATOMIC_ACQUIRE); }

bool ork_device_ended(ork_device* device) { return ended(device); }

/* Under the lock. A reset that the kernel did not sleep through is one that found another running, and did nothing. */
static int reset(ork_device* device) {
  const int64_t before = device->ops->now_ns(device);
  errno = 0;
  const int result = device->ops->reset(device);
  const int error = errno;
  const int64_t took = device->ops->now_ns(device) - before;
  device->reset_ns += took;
  if (result != 0) {
    end(device);
    return refuse(error != 0 ? error : EIO);
  }
  if (took < RK3588_RESET_SLEEP) return refuse(EALREADY);
  ++device->resets;
  __atomic_store_n(&device->epoch, device->epoch + 1, __ATOMIC_RELEASE);
  return 0;
}

int ork_device_reset(ork_device* device) {
  if (enter(device) != 0) return -1;
  return leave(device, reset(device));
}

int ork_device_create(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made) {
  if (made == NULL || bytes == 0 || !is_domain(domain)) return refuse(EINVAL);
  if (enter(device) != 0) return -1;
  uint64_t* held = &device->held[domain];
  if (bytes > kWindow || *held > kWindow - bytes) return leave(device, refuse(ENOSPC));
  ork_buffer buffer = {0};
  const int result = device->ops->create(device, bytes, flags, domain, &buffer);
  if (result == 0) {
    *held += buffer.bytes;
    *made = buffer;
  }
  return leave(device, result);
}

int ork_device_destroy(ork_device* device, ork_buffer* buffer) {
  if (device == NULL || buffer == NULL) return refuse(EINVAL);
  if (buffer->handle == 0) return 0;
  if (!is_domain(buffer->domain)) return refuse(EINVAL);
  /* Of a device that ended too: memory is given back whatever became of it. */
  pthread_mutex_lock(&device->lock);
  const int result = device->ops->destroy(device, buffer);
  if (result == 0) {
    device->held[buffer->domain] -= buffer->bytes;
    memset(buffer, 0, sizeof *buffer);
  }
  return leave(device, result);
}

static bool inside(const ork_span* span) {
  const uint64_t bytes = span->buffer->bytes;
  return span->bytes <= bytes && span->at <= bytes - span->bytes;
}

int ork_device_sync(ork_device* device, const ork_span* span, uint32_t direction) {
  if (span == NULL || span->buffer == NULL || span->buffer->handle == 0 || !inside(span)) return refuse(EINVAL);
  if (direction == 0 || (direction & ~(uint32_t)RKNPU_SYNC_FLAGS_KNOWN_BITS) != 0) return refuse(EINVAL);
  if (enter(device) != 0) return -1;
  return leave(device, device->ops->sync(device, span, direction));
}

int ork_device_attach(ork_device* device, int32_t domain) {
  if (!is_domain(domain)) return refuse(EINVAL);
  if (enter(device) != 0) return -1;
  return leave(device, device->ops->attach(device, domain));
}

static bool fits(const ork_span* span, int32_t domain) {
  return span->buffer == NULL || (span->buffer->handle != 0 && span->buffer->domain == domain && inside(span));
}

static bool is_work(const ork_work* work, int32_t domain) {
  return (uint32_t)work->op < RK3588_OP_COUNT && work->core < RK3588_CORES && fits(&work->a, domain) &&
         fits(&work->b, domain) && fits(&work->c, domain);
}

static bool is_job(const ork_job* job) {
  if (job == NULL || job->tasks == NULL || job->tasks->handle == 0 || job->works == NULL) return false;
  if (job->count == 0 || job->count > RKNPU_TASKS_MAX) return false;
  if (!is_domain(job->domain) || job->tasks->domain != job->domain) return false;
  if ((job->flags & ~(uint32_t)RKNPU_JOB_FLAGS_KNOWN_BITS) != 0 || rknpu_core_mask_name(job->core_mask) == NULL) {
    return false;
  }
  const uint64_t end_of_tasks = ((uint64_t)job->first + job->count) * sizeof(struct rknpu_task);
  if (end_of_tasks > job->tasks->bytes) return false;
  for (uint32_t i = 0; i < job->count; ++i) {
    if (!is_work(&job->works[i], job->domain)) return false;
  }
  return true;
}

/* The device's own EINVAL and EBUSY may pass by themselves: a reset at once would lose all warmth, and what is cold
 * gives wrong output. */
static int submit(ork_device* device, const ork_job* job, uint64_t* ticket) {
  for (int tries = 0;; ++tries) {
    errno = 0;
    const int result = device->ops->submit(device, job, ticket);
    device->submits += result != ORK_NOT_MADE;
    if (result == 0) return 0;
    if (errno == 0) errno = EIO; /* a failure is one, said or not */
    if (result == ORK_NOT_MADE) return result;
    if ((errno != RKNPU_ERRNO_INVALID && errno != RKNPU_ERRNO_BUSY) || tries == RK3588_RETRIES) return -1;
    device->ops->sleep_ns(device, RK3588_RETRY_SLEEP);
  }
}

/* A reset that healed nothing leaves a device of which nobody knows what it does: it is ended. */
static void heal(ork_device* device) {
  const int error = errno;
  if (reset(device) == 0) {
    ++device->heals;
  } else {
    end(device);
  }
  errno = error;
}

int ork_device_submit(ork_device* device, const ork_job* job, uint64_t* ticket) {
  if (!is_job(job)) return refuse(EINVAL);
  if (enter(device) != 0) return -1;
  uint64_t given = 0;
  const int result = submit(device, job, &given);
  if (result != 0 && result != ORK_NOT_MADE) heal(device);
  if (result == 0 && ticket != NULL) *ticket = given;
  return leave(device, result == 0 ? 0 : -1);
}

int ork_device_wait(ork_device* device, uint64_t ticket, uint32_t timeout_ms) {
  if (enter(device) != 0) return -1;
  return leave(device, device->ops->wait(device, ticket, timeout_ms));
}

int64_t ork_device_now_ns(ork_device* device) {
  pthread_mutex_lock(&device->lock);
  const int64_t now = device->ops->now_ns(device);
  pthread_mutex_unlock(&device->lock);
  return now;
}

void ork_device_note(ork_device* device, ork_note note) {
  if (device->ops->note == NULL) return;
  pthread_mutex_lock(&device->lock);
  device->ops->note(device, note);
  pthread_mutex_unlock(&device->lock);
}
