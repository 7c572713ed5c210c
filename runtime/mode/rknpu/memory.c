#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mode/rknpu/internal.h"

ork_rknpu_record* ork_rknpu_record_of(const ork_rknpu* npu, const ork_buffer* buffer) {
  if (buffer == NULL || buffer->handle == 0) return NULL;
  for (ork_rknpu_record* record = npu->records; record != NULL; record = record->next) {
    if (record->made.handle == buffer->handle && record->made.obj == buffer->obj && record->made.host != NULL) {
      return record;
    }
  }
  return NULL;
}

ork_rknpu_record* ork_rknpu_record_at(const ork_rknpu* npu, int32_t domain, uint64_t dma) {
  for (ork_rknpu_record* record = npu->records; record != NULL; record = record->next) {
    const ork_buffer* made = &record->made;
    if (made->host != NULL && made->domain == domain && dma >= made->dma && dma - made->dma < made->bytes)
      return record;
  }
  return NULL;
}

/* Makes the kernel's buffer. One that makes no sense is given back. */
static int make(ork_rknpu* npu, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made) {
  struct rknpu_mem_create create;
  rknpu_mem_create_init(&create);
  create.flags = flags;
  create.size = bytes;
  create.iommu_domain_id = domain;
  if (ork_rknpu_call_create(&npu->system, npu->fd, &create, &npu->last) != 0) return -1;
  if (create.handle == 0 || create.obj_addr == 0 || create.size < bytes) {
    if (create.handle != 0) {
      (void)ork_rknpu_call_destroy(&npu->system, npu->fd, create.handle, create.obj_addr, &npu->last);
    }
    return ork_rknpu_fail(
        &npu->last, ORK_RKNPU_UNTRUE, EIO, "MEM_CREATE of %llu bytes made handle %u of %llu bytes, object 0x%llx",
        (unsigned long long)bytes, create.handle, (unsigned long long)create.size, (unsigned long long)create.obj_addr);
  }
  *made = (ork_buffer){.handle = create.handle,
                       .bytes = bytes,
                       .obj = create.obj_addr,
                       .dma = create.dma_addr,
                       .flags = flags,
                       .domain = domain};
  return 0;
}

static int map(ork_rknpu* npu, ork_buffer* made) {
  uint64_t offset = 0;
  if (ork_rknpu_call_map(&npu->system, npu->fd, (uint32_t)made->handle, &offset, &npu->last) != 0) return -1;
  void* host = npu->system.mmap(npu->system.self, NULL, (size_t)made->bytes, PROT_READ | PROT_WRITE, MAP_SHARED,
                                npu->fd, offset);
  if (host == MAP_FAILED) {
    int number = errno;
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number, "cannot map a buffer of %llu bytes: %s",
                          (unsigned long long)made->bytes, strerror(number));
  }
  made->host = host;
  return 0;
}

int ork_rknpu_create(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made) {
  ork_rknpu* npu = (ork_rknpu*)device;
  if (domain < 0) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "there is no IOMMU domain %d", domain);
  }
  ork_rknpu_record* record = calloc(1, sizeof(*record)); /* before there is a buffer that it could lose */
  if (record == NULL) return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, ENOMEM, "no memory for a buffer's record");
  if (make(npu, bytes, flags, domain, &record->made) != 0) {
    int number = errno;
    free(record);
    errno = number;
    return -1;
  }
  if (map(npu, &record->made) != 0) {
    ork_rknpu_error why = npu->last;
    (void)ork_rknpu_call_destroy(&npu->system, npu->fd, (uint32_t)record->made.handle, record->made.obj, &npu->last);
    free(record);
    npu->last = why; /* what failed first is what the caller must know */
    errno = why.number;
    return -1;
  }
  record->next = npu->records;
  npu->records = record;
  *made = record->made;
  return 0;
}

/* Each step is done once, so that a destroy that failed half-way may be tried again. */
static int give_back(ork_rknpu* npu, ork_rknpu_record* record) {
  ork_buffer* made = &record->made;
  if (made->host != NULL) {
    if (npu->system.munmap(npu->system.self, made->host, (size_t)made->bytes) != 0) {
      int number = errno;
      return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number, "cannot unmap a buffer: %s", strerror(number));
    }
    made->host = NULL;
  }
  return ork_rknpu_call_destroy(&npu->system, npu->fd, (uint32_t)made->handle, made->obj, &npu->last);
}

int ork_rknpu_destroy(ork_device* device, ork_buffer* buffer) {
  ork_rknpu* npu = (ork_rknpu*)device;
  ork_rknpu_record** link = &npu->records;
  while (*link != NULL && ((*link)->made.handle != buffer->handle || (*link)->made.obj != buffer->obj)) {
    link = &(*link)->next;
  }
  ork_rknpu_record* record = *link;
  if (record == NULL) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "no buffer of this device has the handle %llu",
                          (unsigned long long)buffer->handle);
  }
  if (ork_rknpu_uses(npu, record->made.handle)) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EBUSY,
                          "a job without a wait may still use the buffer: wait for it first");
  }
  int done = give_back(npu, record);
  buffer->host = record->made.host;
  if (done != 0) return -1;
  *link = record->next;
  free(record);
  return 0;
}

int ork_rknpu_sync(ork_device* device, const ork_span* span, uint32_t direction) {
  ork_rknpu* npu = (ork_rknpu*)device;
  const ork_rknpu_record* record = ork_rknpu_record_of(npu, span->buffer);
  if (record == NULL || span->at > record->made.bytes || span->bytes > record->made.bytes - span->at) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_REFUSED, EINVAL, "MEM_SYNC is not made: %s",
                          record == NULL ? "the span is of no buffer of this device" : "the span leaves its buffer");
  }
  struct rknpu_mem_sync sync;
  rknpu_mem_sync_init(&sync);
  sync.flags = direction;
  sync.obj_addr = record->made.obj;
  sync.offset = span->at;
  sync.size = span->bytes;
  return ork_rknpu_call_sync(npu, &sync);
}

void ork_rknpu_destroy_all(ork_rknpu* npu) {
  ork_rknpu_record** link = &npu->records;
  while (*link != NULL) {
    ork_rknpu_record* record = *link;
    if (ork_rknpu_uses(npu, record->made.handle)) {
      link = &record->next;
      continue;
    }
    if (give_back(npu, record) != 0 && record->made.host != NULL) {
      record->made.host = NULL; /* it stays mapped; the handle need not stay too */
      (void)give_back(npu, record);
    } /* a handle that stays goes with the node */
    *link = record->next;
    free(record);
  }
}
