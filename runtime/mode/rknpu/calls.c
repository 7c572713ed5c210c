#include <errno.h>
#include <string.h>

#include "mode/rknpu/internal.h"

/* A request goes to the kernel as the bytes of the wire, and its answer comes back so: no struct lies over them. */

static int failed(ork_rknpu_error* error, const char* call) {
  int number = errno;
  return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, number, "%s failed: %s", call, strerror(number));
}

static int refused(ork_rknpu_error* error, const char* call, const struct npuspec_check* broken) {
  return ork_rknpu_fail(error, ORK_RKNPU_REFUSED, EINVAL, "%s is not made: %s: %s", call, broken->id, broken->doc);
}

int ork_rknpu_call_action(const ork_rknpu_system* system, int fd, uint32_t action, uint32_t* value,
                          ork_rknpu_error* error) {
  struct rknpu_action asked = {.flags = action, .value = *value};
  enum rknpu_action_error broken = rknpu_action_check(&asked);
  if (broken != RKNPU_ACTION_OK) return refused(error, "ACTION", rknpu_action_info((uint32_t)broken));
  uint8_t wire[sizeof(asked)];
  rknpu_action_pack(&asked, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_ACTION, wire) != 0) {
    int number = errno;
    return ork_rknpu_fail(error, ORK_RKNPU_SYSTEM, number, "ACTION %s failed: %s", rknpu_npu_action_name(action),
                          strerror(number));
  }
  rknpu_action_unpack(wire, &asked);
  *value = asked.value;
  return 0;
}

int ork_rknpu_call_create(const ork_rknpu_system* system, int fd, struct rknpu_mem_create* create,
                          ork_rknpu_error* error) {
  enum rknpu_mem_create_error broken = rknpu_mem_create_check(create);
  if (broken != RKNPU_MEM_CREATE_OK) return refused(error, "MEM_CREATE", rknpu_mem_create_info((uint32_t)broken));
  uint8_t wire[sizeof(*create)];
  rknpu_mem_create_pack(create, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_MEM_CREATE, wire) != 0) return failed(error, "MEM_CREATE");
  rknpu_mem_create_unpack(wire, create);
  return 0;
}

int ork_rknpu_call_map(const ork_rknpu_system* system, int fd, uint32_t handle, uint64_t* offset,
                       ork_rknpu_error* error) {
  struct rknpu_mem_map map = {.handle = handle};
  enum rknpu_mem_map_error broken = rknpu_mem_map_check(&map);
  if (broken != RKNPU_MEM_MAP_OK) return refused(error, "MEM_MAP", rknpu_mem_map_info((uint32_t)broken));
  uint8_t wire[sizeof(map)];
  rknpu_mem_map_pack(&map, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_MEM_MAP, wire) != 0) return failed(error, "MEM_MAP");
  rknpu_mem_map_unpack(wire, &map);
  *offset = map.offset;
  return 0;
}

int ork_rknpu_call_destroy(const ork_rknpu_system* system, int fd, uint32_t handle, uint64_t obj,
                           ork_rknpu_error* error) {
  struct rknpu_mem_destroy destroy = {.handle = handle, .obj_addr = obj};
  enum rknpu_mem_destroy_error broken = rknpu_mem_destroy_check(&destroy);
  if (broken != RKNPU_MEM_DESTROY_OK) return refused(error, "MEM_DESTROY", rknpu_mem_destroy_info((uint32_t)broken));
  uint8_t wire[sizeof(destroy)];
  rknpu_mem_destroy_pack(&destroy, wire);
  if (ork_rknpu_ioctl(system, fd, RKNPU_IOCTL_MEM_DESTROY, wire) != 0) return failed(error, "MEM_DESTROY");
  return 0;
}

int ork_rknpu_call_sync(ork_rknpu* npu, const struct rknpu_mem_sync* sync) {
  enum rknpu_mem_sync_error broken = rknpu_mem_sync_check(sync);
  if (broken != RKNPU_MEM_SYNC_OK) return refused(&npu->last, "MEM_SYNC", rknpu_mem_sync_info((uint32_t)broken));
  uint8_t wire[sizeof(*sync)];
  rknpu_mem_sync_pack(sync, wire);
  if (ork_rknpu_ioctl(&npu->system, npu->fd, RKNPU_IOCTL_MEM_SYNC, wire) != 0) return failed(&npu->last, "MEM_SYNC");
  return 0;
}

int ork_rknpu_call_submit(ork_rknpu* npu, struct rknpu_submit* submit) {
  enum rknpu_submit_error broken = rknpu_submit_check(submit);
  if (broken != RKNPU_SUBMIT_OK) return refused(&npu->last, "SUBMIT", rknpu_submit_info((uint32_t)broken));
  uint8_t wire[sizeof(*submit)];
  rknpu_submit_pack(submit, wire);
  int done = ork_rknpu_ioctl(&npu->system, npu->fd, RKNPU_IOCTL_SUBMIT, wire);
  int number = errno;
  rknpu_submit_unpack(wire, submit);
  if (done == 0) return 0;
  if (number == RKNPU_ERRNO_TIMEOUT) {
    return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number,
                          "SUBMIT: the NPU is wedged: %u of %u tasks ran in %u ms", submit->task_counter,
                          submit->task_number, submit->timeout);
  }
  return ork_rknpu_fail(&npu->last, ORK_RKNPU_SYSTEM, number, "SUBMIT failed: %s", strerror(number));
}
