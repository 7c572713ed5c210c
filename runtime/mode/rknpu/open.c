#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mode/rknpu/internal.h"

static int reset(ork_device* device) {
  ork_rknpu* npu = (ork_rknpu*)device;
  uint32_t value = 0;
  return ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_ACT_RESET, &value, &npu->last);
}

/* Switches, and asks: a driver that stays in another domain must not look as if it had switched. */
static int attach(ork_device* device, int32_t domain) {
  ork_rknpu* npu = (ork_rknpu*)device;
  if (domain < 0) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "there is no IOMMU domain %d", domain);
  }
  uint32_t value = (uint32_t)domain;
  if (ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_SET_IOMMU_DOMAIN_ID, &value, &npu->last) != 0) {
    return -1;
  }
  value = 0;
  if (ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_GET_IOMMU_DOMAIN_ID, &value, &npu->last) != 0) {
    return -1;
  }
  if (value == (uint32_t)domain) return 0;
  return ork_rknpu_fail(&npu->last, ORK_RKNPU_UNTRUE, EIO, "the driver switched to IOMMU domain %d, and is in %u",
                        domain, value);
}

static int64_t now_ns(ork_device* device) {
  const ork_rknpu* npu = (const ork_rknpu*)device;
  return npu->system.now_ns(npu->system.self);
}

static void sleep_ns(ork_device* device, int64_t ns) {
  const ork_rknpu* npu = (const ork_rknpu*)device;
  npu->system.sleep_ns(npu->system.self, ns);
}

static void forget(ork_rknpu* npu) {
  while (npu->pending != NULL) {
    ork_rknpu_pending* job = npu->pending;
    npu->pending = job->next;
    free(job);
  }
  while (npu->records != NULL) {
    ork_rknpu_record* record = npu->records;
    npu->records = record->next;
    free(record);
  }
}

/* A job that outlived its time and a reset may still write its buffers, and the kernel frees them with the node: so the
 * node stays open, and the end of the process must do. */
static void close_device(ork_device* device) {
  ork_rknpu* npu = (ork_rknpu*)device;
  bool ended = ork_rknpu_drain(npu);
  ork_rknpu_destroy_all(npu);
  if (ended) (void)npu->system.close(npu->system.self, npu->fd); /* Linux gives it back whatever close says */
  forget(npu);
  ork_device_fini(device);
  free(npu);
}

static const ork_device_ops ops = {
    .name = RKNPU_DRIVER_NAME,
    .reset = reset,
    .create = ork_rknpu_create,
    .destroy = ork_rknpu_destroy,
    .sync = ork_rknpu_sync,
    .attach = attach,
    .submit = ork_rknpu_submit_job,
    .wait = ork_rknpu_wait,
    .now_ns = now_ns,
    .sleep_ns = sleep_ns,
    .note = NULL,
    .close = close_device,
};

/* The version that DRM told; GET_DRV_VERSION must tell the same. */
static int check_version(ork_rknpu* npu, ork_rknpu_error* error) {
  const ork_rknpu_identity* told = &npu->identity;
  if (told->major != RKNPU_DRIVER_MAJOR || told->minor != RKNPU_DRIVER_MINOR) {
    bool older =
        told->major < RKNPU_DRIVER_MAJOR || (told->major == RKNPU_DRIVER_MAJOR && told->minor < RKNPU_DRIVER_MINOR);
    return ork_rknpu_fail(error, ORK_RKNPU_OTHER_VERSION, ENOTSUP,
                          "the driver of %s is %d.%d.%d, %s than %d.%d, which the specs describe: %s", told->node,
                          told->major, told->minor, told->patch, older ? "older" : "newer", RKNPU_DRIVER_MAJOR,
                          RKNPU_DRIVER_MINOR, older ? "update the kernel" : "describe the newer one first");
  }
  uint32_t version = 0;
  if (ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_GET_DRV_VERSION, &version, error) != 0) return -1;
  int64_t same = (int64_t)told->major * RKNPU_MAJOR_STEP + (int64_t)told->minor * RKNPU_MINOR_STEP + told->patch;
  if (version == same) return 0;
  return ork_rknpu_fail(error, ORK_RKNPU_OTHER_VERSION, ENOTSUP,
                        "the driver of %s is %d.%d.%d to DRM, and %u.%u.%u to GET_DRV_VERSION", told->node, told->major,
                        told->minor, told->patch, version / RKNPU_MAJOR_STEP,
                        version % RKNPU_MAJOR_STEP / RKNPU_MINOR_STEP, version % RKNPU_MINOR_STEP);
}

static int start(ork_rknpu* npu, bool keep_nice, ork_rknpu_error* error) {
  if (check_version(npu, error) != 0) return -1;
  uint32_t value = 1;
  if (ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_POWER_ON, &value, error) != 0 &&
      errno != RKNPU_ERRNO_INVALID) { /* which says only that this kernel powers it by itself */
    return -1;
  }
  value = (uint32_t)RKNPU_NICE;
  if (keep_nice) return 0;
  return ork_rknpu_call_action(&npu->system, npu->fd, RKNPU_NPU_ACTION_SET_PROC_NICE, &value, error);
}

static int open_all(ork_rknpu* npu, const ork_rknpu_options* options, ork_rknpu_error* error) {
  npu->fd = ork_rknpu_find(&npu->system, options->card, options->prove, &npu->identity, error);
  if (npu->fd < 0) return -1;
  if (ork_rknpu_check_board(&npu->system, &npu->identity, error) == 0 && start(npu, options->keep_nice, error) == 0) {
    if (ork_device_init(&npu->base, &ops) == 0) return 0;
    int number = errno;
    (void)ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, number, "cannot set the device up: %s", strerror(number));
  }
  (void)npu->system.close(npu->system.self, npu->fd);
  return -1;
}

int ork_rknpu_open(const ork_rknpu_options* options, ork_device** made, ork_rknpu_error* error) {
  static const ork_rknpu_options none = {0};
  ork_rknpu_error unread;
  if (options == NULL) options = &none;
  if (error == NULL) error = &unread;
  memset(error, 0, sizeof(*error));
  *made = NULL;
  if (sizeof(void*) != sizeof(uint64_t)) {
    return ork_rknpu_fail(error, ORK_RKNPU_REFUSED, ENOTSUP, "the driver's structs are those of a 64-bit program");
  }
  ork_rknpu* npu = calloc(1, sizeof(*npu));
  if (npu == NULL) return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, ENOMEM, "no memory for a device");
  npu->system = options->system != NULL ? *options->system : *ork_rknpu_real_system();
  if (options->programs != NULL) npu->programs = *options->programs;
  if (open_all(npu, options, error) != 0) {
    free(npu);
    errno = error->number;
    return -1;
  }
  memset(error, 0, sizeof(*error));
  *made = &npu->base;
  return 0;
}

int ork_rknpu_identify(ork_device* device, ork_rknpu_identity* identity) {
  if (device->ops != &ops) {
    errno = EINVAL;
    return -1;
  }
  *identity = ((const ork_rknpu*)device)->identity;
  return 0;
}

int ork_rknpu_last_error(ork_device* device, ork_rknpu_error* error) {
  if (device->ops != &ops) {
    errno = EINVAL;
    return -1;
  }
  (void)pthread_mutex_lock(&device->lock);
  *error = ((const ork_rknpu*)device)->last;
  (void)pthread_mutex_unlock(&device->lock);
  return 0;
}
