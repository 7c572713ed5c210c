// The rknpu descriptors in C11, version 0.10.
// Source: RKNPU DRM driver 0.9.8, 6.1 vendor kernel, rknpu_ioctl.h; the numbers of checks: our decision, the driver has
// none
// Made from specs/mode/rknpu_abi.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#if defined(__linux__) && __has_include(<asm/ioctl.h>)
#include <linux/ioctl.h>
#endif

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"

// The RKNPU DRM ioctls and the task descriptor, as a 64-bit user space passes them to driver 0.9.8.
#define RKNPU_ABI_MAJOR 0
#define RKNPU_ABI_MINOR 10

// How a job is committed.
// specs/mode/rknpu_abi.yaml:10

// the program counter walks a task array
#define RKNPU_JOB_FLAGS_PC 0x1
// return before the job is done; what the doorbell adds
#define RKNPU_JOB_FLAGS_NONBLOCK 0x2
// alternate two register groups
#define RKNPU_JOB_FLAGS_PINGPONG 0x4
// wait for fence_fd first
#define RKNPU_JOB_FLAGS_FENCE_IN 0x8
// give back a fence_fd
#define RKNPU_JOB_FLAGS_FENCE_OUT 0x10
#define RKNPU_JOB_FLAGS_KNOWN_BITS 0x1F

// The name of a symbol, one flag; NULL for a value that has none.
static inline const char* rknpu_job_flags_name(uint32_t value) {
  switch (value) {
    case RKNPU_JOB_FLAGS_PC:
      return "PC";
    case RKNPU_JOB_FLAGS_NONBLOCK:
      return "NONBLOCK";
    case RKNPU_JOB_FLAGS_PINGPONG:
      return "PINGPONG";
    case RKNPU_JOB_FLAGS_FENCE_IN:
      return "FENCE_IN";
    case RKNPU_JOB_FLAGS_FENCE_OUT:
      return "FENCE_OUT";
    default:
      return NULL;
  }
}

// How a buffer is made.
// specs/mode/rknpu_abi.yaml:20

// pages need not be contiguous
#define RKNPU_MEM_FLAGS_NON_CONTIGUOUS 0x1
// cached mapping; sync is up to the caller
#define RKNPU_MEM_FLAGS_CACHEABLE 0x2
// write-combined mapping
#define RKNPU_MEM_FLAGS_WRITE_COMBINE 0x4
// the kernel maps it too; task arrays need it, since the kernel reads them
#define RKNPU_MEM_FLAGS_KERNEL_MAPPING 0x8
// mapped through the IOMMU
#define RKNPU_MEM_FLAGS_IOMMU 0x10
// cleared when made
#define RKNPU_MEM_FLAGS_ZEROING 0x20
// in secure memory
#define RKNPU_MEM_FLAGS_SECURE 0x40
// below 4 GiB
#define RKNPU_MEM_FLAGS_DMA32 0x80
// in SRAM when there is room
#define RKNPU_MEM_FLAGS_TRY_SRAM 0x100
// in the NPU buffer when there is room
#define RKNPU_MEM_FLAGS_TRY_NBUF 0x200
// do not align the IOVA to the size
#define RKNPU_MEM_FLAGS_LIMIT_IOVA_ALIGNMENT 0x400
#define RKNPU_MEM_FLAGS_KNOWN_BITS 0x7FF

// The name of a symbol, one flag; NULL for a value that has none.
static inline const char* rknpu_mem_flags_name(uint32_t value) {
  switch (value) {
    case RKNPU_MEM_FLAGS_NON_CONTIGUOUS:
      return "NON_CONTIGUOUS";
    case RKNPU_MEM_FLAGS_CACHEABLE:
      return "CACHEABLE";
    case RKNPU_MEM_FLAGS_WRITE_COMBINE:
      return "WRITE_COMBINE";
    case RKNPU_MEM_FLAGS_KERNEL_MAPPING:
      return "KERNEL_MAPPING";
    case RKNPU_MEM_FLAGS_IOMMU:
      return "IOMMU";
    case RKNPU_MEM_FLAGS_ZEROING:
      return "ZEROING";
    case RKNPU_MEM_FLAGS_SECURE:
      return "SECURE";
    case RKNPU_MEM_FLAGS_DMA32:
      return "DMA32";
    case RKNPU_MEM_FLAGS_TRY_SRAM:
      return "TRY_SRAM";
    case RKNPU_MEM_FLAGS_TRY_NBUF:
      return "TRY_NBUF";
    case RKNPU_MEM_FLAGS_LIMIT_IOVA_ALIGNMENT:
      return "LIMIT_IOVA_ALIGNMENT";
    default:
      return NULL;
  }
}

// Which way a buffer is synchronised.
// specs/mode/rknpu_abi.yaml:36

// CPU writes become visible to the NPU
#define RKNPU_SYNC_FLAGS_TO_DEVICE 0x1
// NPU writes become visible to the CPU
#define RKNPU_SYNC_FLAGS_FROM_DEVICE 0x2
#define RKNPU_SYNC_FLAGS_KNOWN_BITS 0x3

// The name of a symbol, one flag; NULL for a value that has none.
static inline const char* rknpu_sync_flags_name(uint32_t value) {
  switch (value) {
    case RKNPU_SYNC_FLAGS_TO_DEVICE:
      return "TO_DEVICE";
    case RKNPU_SYNC_FLAGS_FROM_DEVICE:
      return "FROM_DEVICE";
    default:
      return NULL;
  }
}

// What the ACTION ioctl asks for; an unknown one is EINVAL.
// specs/mode/rknpu_abi.yaml:43

// hardware version
#define RKNPU_NPU_ACTION_GET_HW_VERSION 0
// driver version
#define RKNPU_NPU_ACTION_GET_DRV_VERSION 1
// clock
#define RKNPU_NPU_ACTION_GET_FREQ 2
// clock
#define RKNPU_NPU_ACTION_SET_FREQ 3
// supply
#define RKNPU_NPU_ACTION_GET_VOLT 4
// supply
#define RKNPU_NPU_ACTION_SET_VOLT 5
// reset the hardware, about 105 ms; one third-party script says 1, which reads the driver version
#define RKNPU_NPU_ACTION_ACT_RESET 6
// bandwidth priority
#define RKNPU_NPU_ACTION_GET_BW_PRIORITY 7
// bandwidth priority
#define RKNPU_NPU_ACTION_SET_BW_PRIORITY 8
// expected bandwidth
#define RKNPU_NPU_ACTION_GET_BW_EXPECT 9
// expected bandwidth
#define RKNPU_NPU_ACTION_SET_BW_EXPECT 10
// bandwidth time window
#define RKNPU_NPU_ACTION_GET_BW_TW 11
// bandwidth time window
#define RKNPU_NPU_ACTION_SET_BW_TW 12
// clear the traffic counters
#define RKNPU_NPU_ACTION_ACT_CLR_TOTAL_RW_AMOUNT 13
// data bytes written
#define RKNPU_NPU_ACTION_GET_DT_WR_AMOUNT 14
// data bytes read
#define RKNPU_NPU_ACTION_GET_DT_RD_AMOUNT 15
// weight bytes read
#define RKNPU_NPU_ACTION_GET_WT_RD_AMOUNT 16
// all bytes moved
#define RKNPU_NPU_ACTION_GET_TOTAL_RW_AMOUNT 17
// whether the IOMMU is on
#define RKNPU_NPU_ACTION_GET_IOMMU_EN 18
// nice value of the caller
#define RKNPU_NPU_ACTION_SET_PROC_NICE 19
// advisory: EINVAL on this kernel
#define RKNPU_NPU_ACTION_POWER_ON 20
// the opposite
#define RKNPU_NPU_ACTION_POWER_OFF 21
// SRAM bytes
#define RKNPU_NPU_ACTION_GET_TOTAL_SRAM_SIZE 22
// free SRAM bytes
#define RKNPU_NPU_ACTION_GET_FREE_SRAM_SIZE 23
// the domain in force
#define RKNPU_NPU_ACTION_GET_IOMMU_DOMAIN_ID 24
// switch domains
#define RKNPU_NPU_ACTION_SET_IOMMU_DOMAIN_ID 25

// The name of a symbol; NULL for a value that has none.
static inline const char* rknpu_npu_action_name(uint32_t value) {
  switch (value) {
    case RKNPU_NPU_ACTION_GET_HW_VERSION:
      return "GET_HW_VERSION";
    case RKNPU_NPU_ACTION_GET_DRV_VERSION:
      return "GET_DRV_VERSION";
    case RKNPU_NPU_ACTION_GET_FREQ:
      return "GET_FREQ";
    case RKNPU_NPU_ACTION_SET_FREQ:
      return "SET_FREQ";
    case RKNPU_NPU_ACTION_GET_VOLT:
      return "GET_VOLT";
    case RKNPU_NPU_ACTION_SET_VOLT:
      return "SET_VOLT";
    case RKNPU_NPU_ACTION_ACT_RESET:
      return "ACT_RESET";
    case RKNPU_NPU_ACTION_GET_BW_PRIORITY:
      return "GET_BW_PRIORITY";
    case RKNPU_NPU_ACTION_SET_BW_PRIORITY:
      return "SET_BW_PRIORITY";
    case RKNPU_NPU_ACTION_GET_BW_EXPECT:
      return "GET_BW_EXPECT";
    case RKNPU_NPU_ACTION_SET_BW_EXPECT:
      return "SET_BW_EXPECT";
    case RKNPU_NPU_ACTION_GET_BW_TW:
      return "GET_BW_TW";
    case RKNPU_NPU_ACTION_SET_BW_TW:
      return "SET_BW_TW";
    case RKNPU_NPU_ACTION_ACT_CLR_TOTAL_RW_AMOUNT:
      return "ACT_CLR_TOTAL_RW_AMOUNT";
    case RKNPU_NPU_ACTION_GET_DT_WR_AMOUNT:
      return "GET_DT_WR_AMOUNT";
    case RKNPU_NPU_ACTION_GET_DT_RD_AMOUNT:
      return "GET_DT_RD_AMOUNT";
    case RKNPU_NPU_ACTION_GET_WT_RD_AMOUNT:
      return "GET_WT_RD_AMOUNT";
    case RKNPU_NPU_ACTION_GET_TOTAL_RW_AMOUNT:
      return "GET_TOTAL_RW_AMOUNT";
    case RKNPU_NPU_ACTION_GET_IOMMU_EN:
      return "GET_IOMMU_EN";
    case RKNPU_NPU_ACTION_SET_PROC_NICE:
      return "SET_PROC_NICE";
    case RKNPU_NPU_ACTION_POWER_ON:
      return "POWER_ON";
    case RKNPU_NPU_ACTION_POWER_OFF:
      return "POWER_OFF";
    case RKNPU_NPU_ACTION_GET_TOTAL_SRAM_SIZE:
      return "GET_TOTAL_SRAM_SIZE";
    case RKNPU_NPU_ACTION_GET_FREE_SRAM_SIZE:
      return "GET_FREE_SRAM_SIZE";
    case RKNPU_NPU_ACTION_GET_IOMMU_DOMAIN_ID:
      return "GET_IOMMU_DOMAIN_ID";
    case RKNPU_NPU_ACTION_SET_IOMMU_DOMAIN_ID:
      return "SET_IOMMU_DOMAIN_ID";
    default:
      return NULL;
  }
}

// Which cores a job may use; and which entries of subcore_task the kernel may then read: `entries` of them, from
// `entry` on.
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; the entries: rknpu_job.c
// specs/mode/rknpu_abi.yaml:73

// the kernel picks one, and reads the entry of that one
#define RKNPU_CORE_MASK_AUTO 0
// the first
#define RKNPU_CORE_MASK_CORE0 1
// the second
#define RKNPU_CORE_MASK_CORE1 2
// the third
#define RKNPU_CORE_MASK_CORE2 4
// the first and the second
#define RKNPU_CORE_MASK_PAIR 3
// all three
#define RKNPU_CORE_MASK_ALL 7

// The name of a symbol; NULL for a value that has none.
static inline const char* rknpu_core_mask_name(uint32_t value) {
  switch (value) {
    case RKNPU_CORE_MASK_AUTO:
      return "AUTO";
    case RKNPU_CORE_MASK_CORE0:
      return "CORE0";
    case RKNPU_CORE_MASK_CORE1:
      return "CORE1";
    case RKNPU_CORE_MASK_CORE2:
      return "CORE2";
    case RKNPU_CORE_MASK_PAIR:
      return "PAIR";
    case RKNPU_CORE_MASK_ALL:
      return "ALL";
    default:
      return NULL;
  }
}

// The column `cores`; zero for a value that has no symbol.
static inline uint64_t rknpu_core_mask_cores(uint64_t value) {
  switch (value) {
    case RKNPU_CORE_MASK_AUTO:
      return 1;
    case RKNPU_CORE_MASK_CORE0:
      return 1;
    case RKNPU_CORE_MASK_CORE1:
      return 1;
    case RKNPU_CORE_MASK_CORE2:
      return 1;
    case RKNPU_CORE_MASK_PAIR:
      return 2;
    case RKNPU_CORE_MASK_ALL:
      return 3;
    default:
      return 0;
  }
}

// The column `entry`; zero for a value that has no symbol.
static inline uint64_t rknpu_core_mask_entry(uint64_t value) {
  switch (value) {
    case RKNPU_CORE_MASK_AUTO:
      return 0;
    case RKNPU_CORE_MASK_CORE0:
      return 0;
    case RKNPU_CORE_MASK_CORE1:
      return 1;
    case RKNPU_CORE_MASK_CORE2:
      return 2;
    case RKNPU_CORE_MASK_PAIR:
      return 0;
    case RKNPU_CORE_MASK_ALL:
      return 2;
    default:
      return 0;
  }
}

// The column `entries`; zero for a value that has no symbol.
static inline uint64_t rknpu_core_mask_entries(uint64_t value) {
  switch (value) {
    case RKNPU_CORE_MASK_AUTO:
      return 3;
    case RKNPU_CORE_MASK_CORE0:
      return 1;
    case RKNPU_CORE_MASK_CORE1:
      return 1;
    case RKNPU_CORE_MASK_CORE2:
      return 1;
    case RKNPU_CORE_MASK_PAIR:
      return 2;
    case RKNPU_CORE_MASK_ALL:
      return 3;
    default:
      return 0;
  }
}

// What kind of work a task descriptor holds, told by its regcfg_amount.
// Source: oRKLLM/ork-driver (the counts of registers and their enable masks); that they tell the kinds apart: our
// decision
// specs/mode/rknpu_abi.yaml:85

// fp16 and int8 matmul
#define RKNPU_TASK_KIND_MATMUL 108
// int4 matmul
#define RKNPU_TASK_KIND_MATMUL_INT4 116
// activation and element-wise
#define RKNPU_TASK_KIND_SDP 69
// loads the SDP look-up table
#define RKNPU_TASK_KIND_LUT_LOAD 1097

// The name of a symbol; NULL for a value that has none.
static inline const char* rknpu_task_kind_name(uint32_t value) {
  switch (value) {
    case RKNPU_TASK_KIND_MATMUL:
      return "MATMUL";
    case RKNPU_TASK_KIND_MATMUL_INT4:
      return "MATMUL_INT4";
    case RKNPU_TASK_KIND_SDP:
      return "SDP";
    case RKNPU_TASK_KIND_LUT_LOAD:
      return "LUT_LOAD";
    default:
      return NULL;
  }
}

// The column `enable_mask`; zero for a value that has no symbol.
static inline uint64_t rknpu_task_kind_enable_mask(uint64_t value) {
  switch (value) {
    case RKNPU_TASK_KIND_MATMUL:
      return 13;
    case RKNPU_TASK_KIND_MATMUL_INT4:
      return 13;
    case RKNPU_TASK_KIND_SDP:
      return 24;
    case RKNPU_TASK_KIND_LUT_LOAD:
      return 24;
    default:
      return 0;
  }
}

// what DRM VERSION must answer
// specs/mode/rknpu_abi.yaml:98
#define RKNPU_DRIVER_NAME "rknpu"

// where device nodes are
// specs/mode/rknpu_abi.yaml:99
#define RKNPU_NODE_FOLDER "/dev/dri"

// the RK3588 default, unless the environment names another
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:100
#define RKNPU_DEFAULT_NODE "/dev/dri/card1"

// number of the first render node to try
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:101
#define RKNPU_RENDER_FIRST 128

// card nodes to try, from 0
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:102
#define RKNPU_CARDS 8

// a buffer of this size, made as a proof that a node works
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:103
#define RKNPU_PROBE_BYTES 4096

// part of /proc/device-tree/compatible
// specs/mode/rknpu_abi.yaml:104
#define RKNPU_COMPATIBLE "rk3588"

// what the board is compatible with, each name ended by a zero byte
// Source: Linux device tree
// specs/mode/rknpu_abi.yaml:105
#define RKNPU_COMPATIBLE_FILE "/proc/device-tree/compatible"

// major version of the drivers that these structs are of
// specs/mode/rknpu_abi.yaml:106
#define RKNPU_DRIVER_MAJOR 0

// minor version of the drivers that these structs are of; any patch level
// specs/mode/rknpu_abi.yaml:107
#define RKNPU_DRIVER_MINOR 9

// what GET_DRV_VERSION counts a major version as
// Source: RKNPU DRM driver 0.9.8, rknpu_drv.h
// specs/mode/rknpu_abi.yaml:108
#define RKNPU_MAJOR_STEP 10000

// what GET_DRV_VERSION counts a minor version as; the rest is the patch level
// Source: RKNPU DRM driver 0.9.8, rknpu_drv.h
// specs/mode/rknpu_abi.yaml:109
#define RKNPU_MINOR_STEP 100

// name of a card node, before its number
// Source: Linux DRM, drm_drv.c
// specs/mode/rknpu_abi.yaml:110
#define RKNPU_CARD_PREFIX "card"

// name of a render node, before its number
// Source: Linux DRM, drm_drv.c
// specs/mode/rknpu_abi.yaml:111
#define RKNPU_RENDER_PREFIX "renderD"

// the letter d
// specs/mode/rknpu_abi.yaml:112
#define RKNPU_IOCTL_MAGIC 0x64

// a normal submit
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:113
#define RKNPU_JOB_NORMAL 0x5

// a chain that loads a LUT
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:114
#define RKNPU_JOB_LUT_CHAIN 0x1

// a doorbell submit
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:115
#define RKNPU_JOB_DOORBELL 0x7

// a data buffer
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:116
#define RKNPU_MEM_BUFFER 0x403

// a task array
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:117
#define RKNPU_MEM_TASK_ARRAY 0x40B

// interrupts that end a task
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:118
#define RKNPU_TASK_INT_MASK 0x300

// interrupts cleared before a task
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:119
#define RKNPU_TASK_INT_CLEAR 0x1FFFF

// tasks of one commit at most
// specs/mode/rknpu_abi.yaml:120
#define RKNPU_TASKS_MAX 4095

// what one IOMMU domain may hold: its window is about 4 GiB, and more can oops the kernel
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:121
#define RKNPU_DOMAIN_BYTES_MAX 4089446400u

// the value for SET_PROC_NICE
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:122
#define RKNPU_NICE -19

// EBUSY: transient, try again
// specs/mode/rknpu_abi.yaml:123
#define RKNPU_ERRNO_BUSY 16

// EINVAL: bad arguments, or a domain switch that failed
// specs/mode/rknpu_abi.yaml:124
#define RKNPU_ERRNO_INVALID 22

// ETIMEDOUT from SUBMIT: the hardware is wedged
// specs/mode/rknpu_abi.yaml:125
#define RKNPU_ERRNO_TIMEOUT 110

// One question or command to the driver.
// specs/mode/rknpu_abi.yaml:128
struct rknpu_action {
  // what is asked
  // specs/mode/rknpu_abi.yaml:133
  uint32_t flags;
  // its argument or its answer
  // specs/mode/rknpu_abi.yaml:134
  uint32_t value;
} __attribute__((aligned(4)));
static_assert(sizeof(struct rknpu_action) == 8, "size");
static_assert(alignof(struct rknpu_action) == 4, "alignment");
static_assert(offsetof(struct rknpu_action, flags) == 0, "offset of flags");
static_assert(offsetof(struct rknpu_action, value) == 4, "offset of value");

// Writes the 8 bytes of the wire, which no struct ever lies over.
static inline void rknpu_action_pack(const struct rknpu_action* d, uint8_t* to) {
  npuspec_store_u32(to + 0, (uint32_t)d->flags);
  npuspec_store_u32(to + 4, d->value);
}

// Reads them. Any bytes will do: rknpu_action_check() says whether they make sense.
static inline void rknpu_action_unpack(const uint8_t* from, struct rknpu_action* d) {
  d->flags = (uint32_t)npuspec_load_u32(from + 0);
  d->value = npuspec_load_u32(from + 4);
}

// All zero but for the constants.
static inline void rknpu_action_init(struct rknpu_action* d) {
  const uint8_t zeros[8] = {0};
  rknpu_action_unpack(zeros, d);
}

enum rknpu_action_error {
  RKNPU_ACTION_OK = 0,
  RKNPU_ACTION_ERROR_FLAGS = 1,
};

// clang-format off
static const struct npuspec_check rknpu_action_checks[] = {
    {1, 0, "flags", "what is asked"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_action_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_action_checks) / sizeof(rknpu_action_checks[0]); ++i) {
    if (rknpu_action_checks[i].code == code) return &rknpu_action_checks[i];
  }
  return NULL;
}

// what is asked
// specs/mode/rknpu_abi.yaml:133
// flags in npu_action
static inline bool rknpu_action_holds_flags(const struct rknpu_action* d) {
  return d->flags <= RKNPU_NPU_ACTION_SET_IOMMU_DOMAIN_ID;
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_action_error rknpu_action_check(const struct rknpu_action* d) {
  if (!rknpu_action_holds_flags(d)) return RKNPU_ACTION_ERROR_FLAGS;
  return RKNPU_ACTION_OK;
}

// The part of a task array that one core runs.
// specs/mode/rknpu_abi.yaml:139
struct rknpu_subcore_task {
  // first task
  // specs/mode/rknpu_abi.yaml:144
  uint32_t start;
  // number of tasks
  // specs/mode/rknpu_abi.yaml:145
  uint32_t number;
} __attribute__((aligned(4)));
static_assert(sizeof(struct rknpu_subcore_task) == 8, "size");
static_assert(alignof(struct rknpu_subcore_task) == 4, "alignment");
static_assert(offsetof(struct rknpu_subcore_task, start) == 0, "offset of start");
static_assert(offsetof(struct rknpu_subcore_task, number) == 4, "offset of number");

// Writes the 8 bytes of the wire, which no struct ever lies over.
static inline void rknpu_subcore_task_pack(const struct rknpu_subcore_task* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->start);
  npuspec_store_u32(to + 4, d->number);
}

// Reads them. Any bytes will do: rknpu_subcore_task_check() says whether they make sense.
static inline void rknpu_subcore_task_unpack(const uint8_t* from, struct rknpu_subcore_task* d) {
  d->start = npuspec_load_u32(from + 0);
  d->number = npuspec_load_u32(from + 4);
}

// All zero but for the constants.
static inline void rknpu_subcore_task_init(struct rknpu_subcore_task* d) {
  const uint8_t zeros[8] = {0};
  rknpu_subcore_task_unpack(zeros, d);
}

// One job.
// specs/mode/rknpu_abi.yaml:146
struct rknpu_submit {
  // how the job is committed
  // specs/mode/rknpu_abi.yaml:151
  uint32_t flags;
  // how long the kernel waits
  // specs/mode/rknpu_abi.yaml:152
  uint32_t timeout;
  // first task of the array
  // specs/mode/rknpu_abi.yaml:153
  uint32_t task_start;
  // number of tasks
  // specs/mode/rknpu_abi.yaml:154
  uint32_t task_number;
  // tasks that ran; 0 after a wedge
  // specs/mode/rknpu_abi.yaml:155
  uint32_t task_counter;
  // scheduling priority
  // specs/mode/rknpu_abi.yaml:156
  int32_t priority;
  // obj_addr of the task array: a kernel address, above 2^63
  // specs/mode/rknpu_abi.yaml:157
  uint64_t task_obj_addr;
  // the domain that the addresses belong to
  // specs/mode/rknpu_abi.yaml:158
  uint32_t iommu_domain_id;
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:159
  uint8_t reserved_36[4];
  // device address of the task array, or 0
  // specs/mode/rknpu_abi.yaml:160
  uint64_t task_base_addr;
  // time in hardware
  // specs/mode/rknpu_abi.yaml:161
  int64_t hw_elapse_time;
  // cores that may run it
  // specs/mode/rknpu_abi.yaml:162
  uint32_t core_mask;
  // sync file; -1 without a fence
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is -1 without a fence: our decision
  // specs/mode/rknpu_abi.yaml:163
  int32_t fence_fd;
  // per-core parts; entries 2 to 4 serve a job on all three cores
  // specs/mode/rknpu_abi.yaml:164
  struct rknpu_subcore_task subcore_task[5];
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_submit) == 104, "size");
static_assert(alignof(struct rknpu_submit) == 8, "alignment");
static_assert(offsetof(struct rknpu_submit, flags) == 0, "offset of flags");
static_assert(offsetof(struct rknpu_submit, timeout) == 4, "offset of timeout");
static_assert(offsetof(struct rknpu_submit, task_start) == 8, "offset of task_start");
static_assert(offsetof(struct rknpu_submit, task_number) == 12, "offset of task_number");
static_assert(offsetof(struct rknpu_submit, task_counter) == 16, "offset of task_counter");
static_assert(offsetof(struct rknpu_submit, priority) == 20, "offset of priority");
static_assert(offsetof(struct rknpu_submit, task_obj_addr) == 24, "offset of task_obj_addr");
static_assert(offsetof(struct rknpu_submit, iommu_domain_id) == 32, "offset of iommu_domain_id");
static_assert(offsetof(struct rknpu_submit, reserved_36) == 36, "offset of reserved_36");
static_assert(offsetof(struct rknpu_submit, task_base_addr) == 40, "offset of task_base_addr");
static_assert(offsetof(struct rknpu_submit, hw_elapse_time) == 48, "offset of hw_elapse_time");
static_assert(offsetof(struct rknpu_submit, core_mask) == 56, "offset of core_mask");
static_assert(offsetof(struct rknpu_submit, fence_fd) == 60, "offset of fence_fd");
static_assert(offsetof(struct rknpu_submit, subcore_task) == 64, "offset of subcore_task");

// Writes the 104 bytes of the wire, which no struct ever lies over.
static inline void rknpu_submit_pack(const struct rknpu_submit* d, uint8_t* to) {
  npuspec_store_u32(to + 0, (uint32_t)d->flags);
  npuspec_store_u32(to + 4, d->timeout);
  npuspec_store_u32(to + 8, d->task_start);
  npuspec_store_u32(to + 12, d->task_number);
  npuspec_store_u32(to + 16, d->task_counter);
  npuspec_store_u32(to + 20, (uint32_t)d->priority);
  npuspec_store_u64(to + 24, d->task_obj_addr);
  npuspec_store_u32(to + 32, d->iommu_domain_id);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to + 36 + i, d->reserved_36[i]);
  }
  npuspec_store_u64(to + 40, d->task_base_addr);
  npuspec_store_u64(to + 48, (uint64_t)d->hw_elapse_time);
  npuspec_store_u32(to + 56, (uint32_t)d->core_mask);
  npuspec_store_u32(to + 60, (uint32_t)d->fence_fd);
  for (size_t i = 0; i < 5; ++i) {
    rknpu_subcore_task_pack(&d->subcore_task[i], to + 64 + 8 * i);
  }
}

// Reads them. Any bytes will do: rknpu_submit_check() says whether they make sense.
static inline void rknpu_submit_unpack(const uint8_t* from, struct rknpu_submit* d) {
  d->flags = (uint32_t)npuspec_load_u32(from + 0);
  d->timeout = npuspec_load_u32(from + 4);
  d->task_start = npuspec_load_u32(from + 8);
  d->task_number = npuspec_load_u32(from + 12);
  d->task_counter = npuspec_load_u32(from + 16);
  d->priority = (int32_t)npuspec_load_u32(from + 20);
  d->task_obj_addr = npuspec_load_u64(from + 24);
  d->iommu_domain_id = npuspec_load_u32(from + 32);
  for (size_t i = 0; i < 4; ++i) {
    d->reserved_36[i] = npuspec_load_u8(from + 36 + i);
  }
  d->task_base_addr = npuspec_load_u64(from + 40);
  d->hw_elapse_time = (int64_t)npuspec_load_u64(from + 48);
  d->core_mask = (uint32_t)npuspec_load_u32(from + 56);
  d->fence_fd = (int32_t)npuspec_load_u32(from + 60);
  for (size_t i = 0; i < 5; ++i) {
    rknpu_subcore_task_unpack(from + 64 + 8 * i, &d->subcore_task[i]);
  }
}

// All zero but for the constants.
static inline void rknpu_submit_init(struct rknpu_submit* d) {
  const uint8_t zeros[104] = {0};
  rknpu_submit_unpack(zeros, d);
}

// if FENCE_IN in flags or FENCE_OUT in flags then true else fence_fd == -1
static inline bool rknpu_submit_rule_fence_fd(const struct rknpu_submit* d) {
  if ((d->flags & RKNPU_JOB_FLAGS_FENCE_IN) != 0 || (d->flags & RKNPU_JOB_FLAGS_FENCE_OUT) != 0) return true;
  return d->fence_fd == -1;
}

// all(subcore_task[i].number > 0 for i in 2..4)
static inline bool rknpu_submit_rule_all_cores_need_tasks(const struct rknpu_submit* d) {
  for (uint64_t i = 2; i <= 4; i++) {
    if (d->subcore_task[i].number <= 0) return false;
  }
  return true;
}

enum rknpu_submit_error {
  RKNPU_SUBMIT_OK = 0,
  RKNPU_SUBMIT_ERROR_FLAGS = 10,
  RKNPU_SUBMIT_ERROR_RESERVED_ZERO = 12,
  RKNPU_SUBMIT_ERROR_CORE_MASK = 13,
  RKNPU_SUBMIT_ERROR_FENCE_FD = 14,
  RKNPU_SUBMIT_ERROR_SOME_TASKS = 11,
  RKNPU_SUBMIT_ERROR_TASK_OBJECT = 15,
  RKNPU_SUBMIT_ERROR_ALL_CORES_NEED_TASKS = 16,
};

// clang-format off
static const struct npuspec_check rknpu_submit_checks[] = {
    {10, 0, "flags", "how the job is committed"},
    {12, 36, "reserved-zero", "must be zero"},
    {13, 56, "core_mask", "cores that may run it"},
    {14, 60, "fence_fd", "sync file; -1 without a fence"},
    {11, 12, "some-tasks", "there must be at least one task, and no more than a commit takes"},
    {15, 24, "task-object", "a task array must be given"},
    {16, 64, "all-cores-need-tasks", "entries 2 to 4 must hold tasks, since the kernel reads them for three cores: left empty, cores 1 and 2 run nothing"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_submit_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_submit_checks) / sizeof(rknpu_submit_checks[0]); ++i) {
    if (rknpu_submit_checks[i].code == code) return &rknpu_submit_checks[i];
  }
  return NULL;
}

// how the job is committed
// specs/mode/rknpu_abi.yaml:151
// flags in job_flags
static inline bool rknpu_submit_holds_flags(const struct rknpu_submit* d) {
  return (d->flags & 0xFFFFFFE0u) == 0;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:159
static inline bool rknpu_submit_holds_reserved_zero(const struct rknpu_submit* d) {
  return npuspec_is_zero(d->reserved_36, sizeof(d->reserved_36));
}

// cores that may run it
// specs/mode/rknpu_abi.yaml:162
// core_mask in core_mask
static inline bool rknpu_submit_holds_core_mask(const struct rknpu_submit* d) {
  return d->core_mask <= RKNPU_CORE_MASK_CORE2 || d->core_mask == RKNPU_CORE_MASK_ALL;
}

// sync file; -1 without a fence
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is -1 without a fence: our decision
// specs/mode/rknpu_abi.yaml:163
// if FENCE_IN in flags or FENCE_OUT in flags then true else fence_fd == -1
static inline bool rknpu_submit_holds_fence_fd(const struct rknpu_submit* d) {
  return rknpu_submit_rule_fence_fd(d);
}

// there must be at least one task, and no more than a commit takes
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h (4095 tasks of one commit at most); that there is one at least: our
// decision
// specs/mode/rknpu_abi.yaml:166
// task_number in 1..tasks_max
static inline bool rknpu_submit_holds_some_tasks(const struct rknpu_submit* d) {
  return d->task_number >= 1 && d->task_number <= 4095;
}

// a task array must be given
// Source: our decision: the address of a kernel object is never 0
// specs/mode/rknpu_abi.yaml:167
// task_obj_addr != 0
static inline bool rknpu_submit_holds_task_object(const struct rknpu_submit* d) {
  return d->task_obj_addr != 0;
}

// entries 2 to 4 must hold tasks, since the kernel reads them for three cores: left empty, cores 1 and 2 run nothing
// Source: RKNPU DRM driver 0.9.8 (which entries it reads); that an idle core is refused: our decision
// specs/mode/rknpu_abi.yaml:169
// when core_mask == ALL
// all(subcore_task[i].number > 0 for i in 2..4)
static inline bool rknpu_submit_holds_all_cores_need_tasks(const struct rknpu_submit* d) {
  return !(d->core_mask == RKNPU_CORE_MASK_ALL) || (rknpu_submit_rule_all_cores_need_tasks(d));
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_submit_error rknpu_submit_check(const struct rknpu_submit* d) {
  if (!rknpu_submit_holds_flags(d)) return RKNPU_SUBMIT_ERROR_FLAGS;
  if (!rknpu_submit_holds_reserved_zero(d)) return RKNPU_SUBMIT_ERROR_RESERVED_ZERO;
  if (!rknpu_submit_holds_core_mask(d)) return RKNPU_SUBMIT_ERROR_CORE_MASK;
  if (!rknpu_submit_holds_fence_fd(d)) return RKNPU_SUBMIT_ERROR_FENCE_FD;
  if (!rknpu_submit_holds_some_tasks(d)) return RKNPU_SUBMIT_ERROR_SOME_TASKS;
  if (!rknpu_submit_holds_task_object(d)) return RKNPU_SUBMIT_ERROR_TASK_OBJECT;
  if (!rknpu_submit_holds_all_cores_need_tasks(d)) return RKNPU_SUBMIT_ERROR_ALL_CORES_NEED_TASKS;
  return RKNPU_SUBMIT_OK;
}

// Make a buffer.
// specs/mode/rknpu_abi.yaml:188
struct rknpu_mem_create {
  // GEM handle
  // specs/mode/rknpu_abi.yaml:193
  uint32_t handle;
  // how it is made
  // specs/mode/rknpu_abi.yaml:194
  uint32_t flags;
  // bytes
  // specs/mode/rknpu_abi.yaml:195
  uint64_t size;
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:196
  uint64_t obj_addr;
  // device address
  // specs/mode/rknpu_abi.yaml:197
  uint64_t dma_addr;
  // bytes of it in SRAM
  // specs/mode/rknpu_abi.yaml:198
  uint64_t sram_size;
  // the domain it is mapped in
  // specs/mode/rknpu_abi.yaml:199
  int32_t iommu_domain_id;
  // cores whose buffer memory it may use
  // specs/mode/rknpu_abi.yaml:200
  uint32_t core_mask;
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_mem_create) == 48, "size");
static_assert(alignof(struct rknpu_mem_create) == 8, "alignment");
static_assert(offsetof(struct rknpu_mem_create, handle) == 0, "offset of handle");
static_assert(offsetof(struct rknpu_mem_create, flags) == 4, "offset of flags");
static_assert(offsetof(struct rknpu_mem_create, size) == 8, "offset of size");
static_assert(offsetof(struct rknpu_mem_create, obj_addr) == 16, "offset of obj_addr");
static_assert(offsetof(struct rknpu_mem_create, dma_addr) == 24, "offset of dma_addr");
static_assert(offsetof(struct rknpu_mem_create, sram_size) == 32, "offset of sram_size");
static_assert(offsetof(struct rknpu_mem_create, iommu_domain_id) == 40, "offset of iommu_domain_id");
static_assert(offsetof(struct rknpu_mem_create, core_mask) == 44, "offset of core_mask");

// Writes the 48 bytes of the wire, which no struct ever lies over.
static inline void rknpu_mem_create_pack(const struct rknpu_mem_create* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->handle);
  npuspec_store_u32(to + 4, (uint32_t)d->flags);
  npuspec_store_u64(to + 8, d->size);
  npuspec_store_u64(to + 16, d->obj_addr);
  npuspec_store_u64(to + 24, d->dma_addr);
  npuspec_store_u64(to + 32, d->sram_size);
  npuspec_store_u32(to + 40, (uint32_t)d->iommu_domain_id);
  npuspec_store_u32(to + 44, d->core_mask);
}

// Reads them. Any bytes will do: rknpu_mem_create_check() says whether they make sense.
static inline void rknpu_mem_create_unpack(const uint8_t* from, struct rknpu_mem_create* d) {
  d->handle = npuspec_load_u32(from + 0);
  d->flags = (uint32_t)npuspec_load_u32(from + 4);
  d->size = npuspec_load_u64(from + 8);
  d->obj_addr = npuspec_load_u64(from + 16);
  d->dma_addr = npuspec_load_u64(from + 24);
  d->sram_size = npuspec_load_u64(from + 32);
  d->iommu_domain_id = (int32_t)npuspec_load_u32(from + 40);
  d->core_mask = npuspec_load_u32(from + 44);
}

// All zero but for the constants.
static inline void rknpu_mem_create_init(struct rknpu_mem_create* d) {
  const uint8_t zeros[48] = {0};
  rknpu_mem_create_unpack(zeros, d);
}

enum rknpu_mem_create_error {
  RKNPU_MEM_CREATE_OK = 0,
  RKNPU_MEM_CREATE_ERROR_FLAGS = 20,
  RKNPU_MEM_CREATE_ERROR_FITS_DOMAIN = 21,
};

// clang-format off
static const struct npuspec_check rknpu_mem_create_checks[] = {
    {20, 4, "flags", "how it is made"},
    {21, 8, "fits-domain", "a buffer must have bytes and fit into one IOMMU domain"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_mem_create_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_mem_create_checks) / sizeof(rknpu_mem_create_checks[0]); ++i) {
    if (rknpu_mem_create_checks[i].code == code) return &rknpu_mem_create_checks[i];
  }
  return NULL;
}

// how it is made
// specs/mode/rknpu_abi.yaml:194
// flags in mem_flags
static inline bool rknpu_mem_create_holds_flags(const struct rknpu_mem_create* d) {
  return (d->flags & 0xFFFFF800u) == 0;
}

// a buffer must have bytes and fit into one IOMMU domain
// Source: oRKLLM/ork-driver (3900 MiB in all the buffers of a domain); that one buffer has a byte at least, and no more
// than that alone: our decision
// specs/mode/rknpu_abi.yaml:202
// size in 1..domain_bytes_max
static inline bool rknpu_mem_create_holds_fits_domain(const struct rknpu_mem_create* d) {
  return d->size >= 1 && d->size <= 4089446400u;
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_mem_create_error rknpu_mem_create_check(const struct rknpu_mem_create* d) {
  if (!rknpu_mem_create_holds_flags(d)) return RKNPU_MEM_CREATE_ERROR_FLAGS;
  if (!rknpu_mem_create_holds_fits_domain(d)) return RKNPU_MEM_CREATE_ERROR_FITS_DOMAIN;
  return RKNPU_MEM_CREATE_OK;
}

// Where a buffer can be mapped.
// specs/mode/rknpu_abi.yaml:209
struct rknpu_mem_map {
  // GEM handle
  // specs/mode/rknpu_abi.yaml:214
  uint32_t handle;
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:215
  uint8_t reserved_4[4];
  // the offset for mmap
  // specs/mode/rknpu_abi.yaml:216
  uint64_t offset;
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_mem_map) == 16, "size");
static_assert(alignof(struct rknpu_mem_map) == 8, "alignment");
static_assert(offsetof(struct rknpu_mem_map, handle) == 0, "offset of handle");
static_assert(offsetof(struct rknpu_mem_map, reserved_4) == 4, "offset of reserved_4");
static_assert(offsetof(struct rknpu_mem_map, offset) == 8, "offset of offset");

// Writes the 16 bytes of the wire, which no struct ever lies over.
static inline void rknpu_mem_map_pack(const struct rknpu_mem_map* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->handle);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to + 4 + i, d->reserved_4[i]);
  }
  npuspec_store_u64(to + 8, d->offset);
}

// Reads them. Any bytes will do: rknpu_mem_map_check() says whether they make sense.
static inline void rknpu_mem_map_unpack(const uint8_t* from, struct rknpu_mem_map* d) {
  d->handle = npuspec_load_u32(from + 0);
  for (size_t i = 0; i < 4; ++i) {
    d->reserved_4[i] = npuspec_load_u8(from + 4 + i);
  }
  d->offset = npuspec_load_u64(from + 8);
}

// All zero but for the constants.
static inline void rknpu_mem_map_init(struct rknpu_mem_map* d) {
  const uint8_t zeros[16] = {0};
  rknpu_mem_map_unpack(zeros, d);
}

enum rknpu_mem_map_error {
  RKNPU_MEM_MAP_OK = 0,
  RKNPU_MEM_MAP_ERROR_RESERVED_ZERO = 30,
};

// clang-format off
static const struct npuspec_check rknpu_mem_map_checks[] = {
    {30, 4, "reserved-zero", "must be zero"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_mem_map_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_mem_map_checks) / sizeof(rknpu_mem_map_checks[0]); ++i) {
    if (rknpu_mem_map_checks[i].code == code) return &rknpu_mem_map_checks[i];
  }
  return NULL;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:215
static inline bool rknpu_mem_map_holds_reserved_zero(const struct rknpu_mem_map* d) {
  return npuspec_is_zero(d->reserved_4, sizeof(d->reserved_4));
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_mem_map_error rknpu_mem_map_check(const struct rknpu_mem_map* d) {
  if (!rknpu_mem_map_holds_reserved_zero(d)) return RKNPU_MEM_MAP_ERROR_RESERVED_ZERO;
  return RKNPU_MEM_MAP_OK;
}

// Give a buffer back.
// specs/mode/rknpu_abi.yaml:220
struct rknpu_mem_destroy {
  // GEM handle
  // specs/mode/rknpu_abi.yaml:225
  uint32_t handle;
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:226
  uint8_t reserved_4[4];
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:227
  uint64_t obj_addr;
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_mem_destroy) == 16, "size");
static_assert(alignof(struct rknpu_mem_destroy) == 8, "alignment");
static_assert(offsetof(struct rknpu_mem_destroy, handle) == 0, "offset of handle");
static_assert(offsetof(struct rknpu_mem_destroy, reserved_4) == 4, "offset of reserved_4");
static_assert(offsetof(struct rknpu_mem_destroy, obj_addr) == 8, "offset of obj_addr");

// Writes the 16 bytes of the wire, which no struct ever lies over.
static inline void rknpu_mem_destroy_pack(const struct rknpu_mem_destroy* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->handle);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to + 4 + i, d->reserved_4[i]);
  }
  npuspec_store_u64(to + 8, d->obj_addr);
}

// Reads them. Any bytes will do: rknpu_mem_destroy_check() says whether they make sense.
static inline void rknpu_mem_destroy_unpack(const uint8_t* from, struct rknpu_mem_destroy* d) {
  d->handle = npuspec_load_u32(from + 0);
  for (size_t i = 0; i < 4; ++i) {
    d->reserved_4[i] = npuspec_load_u8(from + 4 + i);
  }
  d->obj_addr = npuspec_load_u64(from + 8);
}

// All zero but for the constants.
static inline void rknpu_mem_destroy_init(struct rknpu_mem_destroy* d) {
  const uint8_t zeros[16] = {0};
  rknpu_mem_destroy_unpack(zeros, d);
}

enum rknpu_mem_destroy_error {
  RKNPU_MEM_DESTROY_OK = 0,
  RKNPU_MEM_DESTROY_ERROR_RESERVED_ZERO = 40,
};

// clang-format off
static const struct npuspec_check rknpu_mem_destroy_checks[] = {
    {40, 4, "reserved-zero", "must be zero"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_mem_destroy_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_mem_destroy_checks) / sizeof(rknpu_mem_destroy_checks[0]); ++i) {
    if (rknpu_mem_destroy_checks[i].code == code) return &rknpu_mem_destroy_checks[i];
  }
  return NULL;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:226
static inline bool rknpu_mem_destroy_holds_reserved_zero(const struct rknpu_mem_destroy* d) {
  return npuspec_is_zero(d->reserved_4, sizeof(d->reserved_4));
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_mem_destroy_error rknpu_mem_destroy_check(const struct rknpu_mem_destroy* d) {
  if (!rknpu_mem_destroy_holds_reserved_zero(d)) return RKNPU_MEM_DESTROY_ERROR_RESERVED_ZERO;
  return RKNPU_MEM_DESTROY_OK;
}

// Make part of a cached buffer coherent.
// specs/mode/rknpu_abi.yaml:231
struct rknpu_mem_sync {
  // which way
  // specs/mode/rknpu_abi.yaml:236
  uint32_t flags;
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:237
  uint8_t reserved_4[4];
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:238
  uint64_t obj_addr;
  // first byte
  // specs/mode/rknpu_abi.yaml:239
  uint64_t offset;
  // number of bytes
  // specs/mode/rknpu_abi.yaml:240
  uint64_t size;
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_mem_sync) == 32, "size");
static_assert(alignof(struct rknpu_mem_sync) == 8, "alignment");
static_assert(offsetof(struct rknpu_mem_sync, flags) == 0, "offset of flags");
static_assert(offsetof(struct rknpu_mem_sync, reserved_4) == 4, "offset of reserved_4");
static_assert(offsetof(struct rknpu_mem_sync, obj_addr) == 8, "offset of obj_addr");
static_assert(offsetof(struct rknpu_mem_sync, offset) == 16, "offset of offset");
static_assert(offsetof(struct rknpu_mem_sync, size) == 24, "offset of size");

// Writes the 32 bytes of the wire, which no struct ever lies over.
static inline void rknpu_mem_sync_pack(const struct rknpu_mem_sync* d, uint8_t* to) {
  npuspec_store_u32(to + 0, (uint32_t)d->flags);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to + 4 + i, d->reserved_4[i]);
  }
  npuspec_store_u64(to + 8, d->obj_addr);
  npuspec_store_u64(to + 16, d->offset);
  npuspec_store_u64(to + 24, d->size);
}

// Reads them. Any bytes will do: rknpu_mem_sync_check() says whether they make sense.
static inline void rknpu_mem_sync_unpack(const uint8_t* from, struct rknpu_mem_sync* d) {
  d->flags = (uint32_t)npuspec_load_u32(from + 0);
  for (size_t i = 0; i < 4; ++i) {
    d->reserved_4[i] = npuspec_load_u8(from + 4 + i);
  }
  d->obj_addr = npuspec_load_u64(from + 8);
  d->offset = npuspec_load_u64(from + 16);
  d->size = npuspec_load_u64(from + 24);
}

// All zero but for the constants.
static inline void rknpu_mem_sync_init(struct rknpu_mem_sync* d) {
  const uint8_t zeros[32] = {0};
  rknpu_mem_sync_unpack(zeros, d);
}

// TO_DEVICE in flags or FROM_DEVICE in flags
static inline bool rknpu_mem_sync_rule_some_way(const struct rknpu_mem_sync* d) {
  if ((d->flags & RKNPU_SYNC_FLAGS_TO_DEVICE) != 0) return true;
  return (d->flags & RKNPU_SYNC_FLAGS_FROM_DEVICE) != 0;
}

enum rknpu_mem_sync_error {
  RKNPU_MEM_SYNC_OK = 0,
  RKNPU_MEM_SYNC_ERROR_FLAGS = 50,
  RKNPU_MEM_SYNC_ERROR_RESERVED_ZERO = 51,
  RKNPU_MEM_SYNC_ERROR_SOME_WAY = 52,
};

// clang-format off
static const struct npuspec_check rknpu_mem_sync_checks[] = {
    {50, 0, "flags", "which way"},
    {51, 4, "reserved-zero", "must be zero"},
    {52, 0, "some-way", "at least one way must be named"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_mem_sync_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_mem_sync_checks) / sizeof(rknpu_mem_sync_checks[0]); ++i) {
    if (rknpu_mem_sync_checks[i].code == code) return &rknpu_mem_sync_checks[i];
  }
  return NULL;
}

// which way
// specs/mode/rknpu_abi.yaml:236
// flags in sync_flags
static inline bool rknpu_mem_sync_holds_flags(const struct rknpu_mem_sync* d) {
  return (d->flags & 0xFFFFFFFCu) == 0;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:237
static inline bool rknpu_mem_sync_holds_reserved_zero(const struct rknpu_mem_sync* d) {
  return npuspec_is_zero(d->reserved_4, sizeof(d->reserved_4));
}

// at least one way must be named
// Source: our decision: a sync that goes neither way does nothing
// specs/mode/rknpu_abi.yaml:242
// TO_DEVICE in flags or FROM_DEVICE in flags
static inline bool rknpu_mem_sync_holds_some_way(const struct rknpu_mem_sync* d) {
  return rknpu_mem_sync_rule_some_way(d);
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_mem_sync_error rknpu_mem_sync_check(const struct rknpu_mem_sync* d) {
  if (!rknpu_mem_sync_holds_flags(d)) return RKNPU_MEM_SYNC_ERROR_FLAGS;
  if (!rknpu_mem_sync_holds_reserved_zero(d)) return RKNPU_MEM_SYNC_ERROR_RESERVED_ZERO;
  if (!rknpu_mem_sync_holds_some_way(d)) return RKNPU_MEM_SYNC_ERROR_SOME_WAY;
  return RKNPU_MEM_SYNC_OK;
}

// A buffer as a dma-buf, and back.
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:248
struct rknpu_prime_handle {
  // GEM handle
  // specs/mode/rknpu_abi.yaml:254
  uint32_t handle;
  // flags of the new descriptor
  // specs/mode/rknpu_abi.yaml:255
  uint32_t flags;
  // dma-buf descriptor
  // specs/mode/rknpu_abi.yaml:256
  int32_t fd;
} __attribute__((aligned(4)));
static_assert(sizeof(struct rknpu_prime_handle) == 12, "size");
static_assert(alignof(struct rknpu_prime_handle) == 4, "alignment");
static_assert(offsetof(struct rknpu_prime_handle, handle) == 0, "offset of handle");
static_assert(offsetof(struct rknpu_prime_handle, flags) == 4, "offset of flags");
static_assert(offsetof(struct rknpu_prime_handle, fd) == 8, "offset of fd");

// Writes the 12 bytes of the wire, which no struct ever lies over.
static inline void rknpu_prime_handle_pack(const struct rknpu_prime_handle* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->handle);
  npuspec_store_u32(to + 4, d->flags);
  npuspec_store_u32(to + 8, (uint32_t)d->fd);
}

// Reads them. Any bytes will do: rknpu_prime_handle_check() says whether they make sense.
static inline void rknpu_prime_handle_unpack(const uint8_t* from, struct rknpu_prime_handle* d) {
  d->handle = npuspec_load_u32(from + 0);
  d->flags = npuspec_load_u32(from + 4);
  d->fd = (int32_t)npuspec_load_u32(from + 8);
}

// All zero but for the constants.
static inline void rknpu_prime_handle_init(struct rknpu_prime_handle* d) {
  const uint8_t zeros[12] = {0};
  rknpu_prime_handle_unpack(zeros, d);
}

// The driver that answers; asked twice, first for the lengths.
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:257
struct rknpu_drm_version {
  // major version
  // specs/mode/rknpu_abi.yaml:263
  int32_t version_major;
  // minor version
  // specs/mode/rknpu_abi.yaml:264
  int32_t version_minor;
  // patch level
  // specs/mode/rknpu_abi.yaml:265
  int32_t patchlevel;
  // padding
  // Source: Linux DRM, drm.h (the padding of the compiler); that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:266
  uint8_t reserved_12[4];
  // bytes at name
  // specs/mode/rknpu_abi.yaml:267
  uint64_t name_len;
  // user address of the name
  // specs/mode/rknpu_abi.yaml:268
  uint64_t name;
  // bytes at date
  // specs/mode/rknpu_abi.yaml:269
  uint64_t date_len;
  // user address of the date
  // specs/mode/rknpu_abi.yaml:270
  uint64_t date;
  // bytes at desc
  // specs/mode/rknpu_abi.yaml:271
  uint64_t desc_len;
  // user address of the description
  // specs/mode/rknpu_abi.yaml:272
  uint64_t desc;
} __attribute__((aligned(8)));
static_assert(sizeof(struct rknpu_drm_version) == 64, "size");
static_assert(alignof(struct rknpu_drm_version) == 8, "alignment");
static_assert(offsetof(struct rknpu_drm_version, version_major) == 0, "offset of version_major");
static_assert(offsetof(struct rknpu_drm_version, version_minor) == 4, "offset of version_minor");
static_assert(offsetof(struct rknpu_drm_version, patchlevel) == 8, "offset of patchlevel");
static_assert(offsetof(struct rknpu_drm_version, reserved_12) == 12, "offset of reserved_12");
static_assert(offsetof(struct rknpu_drm_version, name_len) == 16, "offset of name_len");
static_assert(offsetof(struct rknpu_drm_version, name) == 24, "offset of name");
static_assert(offsetof(struct rknpu_drm_version, date_len) == 32, "offset of date_len");
static_assert(offsetof(struct rknpu_drm_version, date) == 40, "offset of date");
static_assert(offsetof(struct rknpu_drm_version, desc_len) == 48, "offset of desc_len");
static_assert(offsetof(struct rknpu_drm_version, desc) == 56, "offset of desc");

// Writes the 64 bytes of the wire, which no struct ever lies over.
static inline void rknpu_drm_version_pack(const struct rknpu_drm_version* d, uint8_t* to) {
  npuspec_store_u32(to + 0, (uint32_t)d->version_major);
  npuspec_store_u32(to + 4, (uint32_t)d->version_minor);
  npuspec_store_u32(to + 8, (uint32_t)d->patchlevel);
  for (size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to + 12 + i, d->reserved_12[i]);
  }
  npuspec_store_u64(to + 16, d->name_len);
  npuspec_store_u64(to + 24, d->name);
  npuspec_store_u64(to + 32, d->date_len);
  npuspec_store_u64(to + 40, d->date);
  npuspec_store_u64(to + 48, d->desc_len);
  npuspec_store_u64(to + 56, d->desc);
}

// Reads them. Any bytes will do: rknpu_drm_version_check() says whether they make sense.
static inline void rknpu_drm_version_unpack(const uint8_t* from, struct rknpu_drm_version* d) {
  d->version_major = (int32_t)npuspec_load_u32(from + 0);
  d->version_minor = (int32_t)npuspec_load_u32(from + 4);
  d->patchlevel = (int32_t)npuspec_load_u32(from + 8);
  for (size_t i = 0; i < 4; ++i) {
    d->reserved_12[i] = npuspec_load_u8(from + 12 + i);
  }
  d->name_len = npuspec_load_u64(from + 16);
  d->name = npuspec_load_u64(from + 24);
  d->date_len = npuspec_load_u64(from + 32);
  d->date = npuspec_load_u64(from + 40);
  d->desc_len = npuspec_load_u64(from + 48);
  d->desc = npuspec_load_u64(from + 56);
}

// All zero but for the constants.
static inline void rknpu_drm_version_init(struct rknpu_drm_version* d) {
  const uint8_t zeros[64] = {0};
  rknpu_drm_version_unpack(zeros, d);
}

enum rknpu_drm_version_error {
  RKNPU_DRM_VERSION_OK = 0,
  RKNPU_DRM_VERSION_ERROR_RESERVED_ZERO = 60,
};

// clang-format off
static const struct npuspec_check rknpu_drm_version_checks[] = {
    {60, 12, "reserved-zero", "padding"},
};
// clang-format on

// What a refusal means; NULL for 0 and for a number that is no code.
static inline const struct npuspec_check* rknpu_drm_version_info(uint32_t code) {
  for (size_t i = 0; i < sizeof(rknpu_drm_version_checks) / sizeof(rknpu_drm_version_checks[0]); ++i) {
    if (rknpu_drm_version_checks[i].code == code) return &rknpu_drm_version_checks[i];
  }
  return NULL;
}

// padding
// Source: Linux DRM, drm.h (the padding of the compiler); that it is zero: our decision
// specs/mode/rknpu_abi.yaml:266
static inline bool rknpu_drm_version_holds_reserved_zero(const struct rknpu_drm_version* d) {
  return npuspec_is_zero(d->reserved_12, sizeof(d->reserved_12));
}

// The code of the first check that refuses; 0 when none does.
static inline enum rknpu_drm_version_error rknpu_drm_version_check(const struct rknpu_drm_version* d) {
  if (!rknpu_drm_version_holds_reserved_zero(d)) return RKNPU_DRM_VERSION_ERROR_RESERVED_ZERO;
  return RKNPU_DRM_VERSION_OK;
}

// One task of a task array.
// specs/mode/rknpu_abi.yaml:276
struct rknpu_task {
  // per-task flags
  // specs/mode/rknpu_abi.yaml:282
  uint32_t flags;
  // operator index, for profiling
  // specs/mode/rknpu_abi.yaml:283
  uint32_t op_idx;
  // units that run
  // specs/mode/rknpu_abi.yaml:284
  uint32_t enable_mask;
  // interrupts that end the task
  // specs/mode/rknpu_abi.yaml:285
  uint32_t int_mask;
  // interrupts cleared before it
  // specs/mode/rknpu_abi.yaml:286
  uint32_t int_clear;
  // interrupts that it raised
  // specs/mode/rknpu_abi.yaml:287
  uint32_t int_status;
  // registers to configure
  // specs/mode/rknpu_abi.yaml:288
  uint32_t regcfg_amount;
  // where they begin in the command buffer
  // specs/mode/rknpu_abi.yaml:289
  uint32_t regcfg_offset;
  // device address of the register commands
  // specs/mode/rknpu_abi.yaml:290
  uint64_t regcmd_addr;
} __attribute__((packed, aligned(4)));
static_assert(sizeof(struct rknpu_task) == 40, "size");
static_assert(alignof(struct rknpu_task) == 4, "alignment");
static_assert(offsetof(struct rknpu_task, flags) == 0, "offset of flags");
static_assert(offsetof(struct rknpu_task, op_idx) == 4, "offset of op_idx");
static_assert(offsetof(struct rknpu_task, enable_mask) == 8, "offset of enable_mask");
static_assert(offsetof(struct rknpu_task, int_mask) == 12, "offset of int_mask");
static_assert(offsetof(struct rknpu_task, int_clear) == 16, "offset of int_clear");
static_assert(offsetof(struct rknpu_task, int_status) == 20, "offset of int_status");
static_assert(offsetof(struct rknpu_task, regcfg_amount) == 24, "offset of regcfg_amount");
static_assert(offsetof(struct rknpu_task, regcfg_offset) == 28, "offset of regcfg_offset");
static_assert(offsetof(struct rknpu_task, regcmd_addr) == 32, "offset of regcmd_addr");

// Writes the 40 bytes of the wire, which no struct ever lies over.
static inline void rknpu_task_pack(const struct rknpu_task* d, uint8_t* to) {
  npuspec_store_u32(to + 0, d->flags);
  npuspec_store_u32(to + 4, d->op_idx);
  npuspec_store_u32(to + 8, d->enable_mask);
  npuspec_store_u32(to + 12, d->int_mask);
  npuspec_store_u32(to + 16, d->int_clear);
  npuspec_store_u32(to + 20, d->int_status);
  npuspec_store_u32(to + 24, (uint32_t)d->regcfg_amount);
  npuspec_store_u32(to + 28, d->regcfg_offset);
  npuspec_store_u64(to + 32, d->regcmd_addr);
}

// Reads them. Any bytes will do: rknpu_task_check() says whether they make sense.
static inline void rknpu_task_unpack(const uint8_t* from, struct rknpu_task* d) {
  d->flags = npuspec_load_u32(from + 0);
  d->op_idx = npuspec_load_u32(from + 4);
  d->enable_mask = npuspec_load_u32(from + 8);
  d->int_mask = npuspec_load_u32(from + 12);
  d->int_clear = npuspec_load_u32(from + 16);
  d->int_status = npuspec_load_u32(from + 20);
  d->regcfg_amount = (uint32_t)npuspec_load_u32(from + 24);
  d->regcfg_offset = npuspec_load_u32(from + 28);
  d->regcmd_addr = npuspec_load_u64(from + 32);
}

// All zero but for the constants.
static inline void rknpu_task_init(struct rknpu_task* d) {
  const uint8_t zeros[40] = {0};
  rknpu_task_unpack(zeros, d);
}

// name and version of the driver
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:293
#define RKNPU_IOCTL_DRM_VERSION 0xC0406400u

// a handle becomes a dma-buf
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:294
#define RKNPU_IOCTL_PRIME_HANDLE_TO_FD 0xC00C642Du

// a dma-buf becomes a handle
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:295
#define RKNPU_IOCTL_PRIME_FD_TO_HANDLE 0xC00C642Eu

// ask or command, ACT_RESET among them
// specs/mode/rknpu_abi.yaml:296
#define RKNPU_IOCTL_ACTION 0xC0086440u

// run a job
// specs/mode/rknpu_abi.yaml:297
#define RKNPU_IOCTL_SUBMIT 0xC0686441u

// make a buffer
// specs/mode/rknpu_abi.yaml:298
#define RKNPU_IOCTL_MEM_CREATE 0xC0306442u

// get the mmap offset of a buffer
// specs/mode/rknpu_abi.yaml:299
#define RKNPU_IOCTL_MEM_MAP 0xC0106443u

// give a buffer back
// specs/mode/rknpu_abi.yaml:300
#define RKNPU_IOCTL_MEM_DESTROY 0xC0106444u

// make a buffer coherent
// specs/mode/rknpu_abi.yaml:301
#define RKNPU_IOCTL_MEM_SYNC 0xC0206445u

#if defined(_IOWR)
static_assert(RKNPU_IOCTL_DRM_VERSION == _IOWR(0x64, 0x0, struct rknpu_drm_version), "DRM_VERSION");
static_assert(RKNPU_IOCTL_PRIME_HANDLE_TO_FD == _IOWR(0x64, 0x2D, struct rknpu_prime_handle), "PRIME_HANDLE_TO_FD");
static_assert(RKNPU_IOCTL_PRIME_FD_TO_HANDLE == _IOWR(0x64, 0x2E, struct rknpu_prime_handle), "PRIME_FD_TO_HANDLE");
static_assert(RKNPU_IOCTL_ACTION == _IOWR(0x64, 0x40, struct rknpu_action), "ACTION");
static_assert(RKNPU_IOCTL_SUBMIT == _IOWR(0x64, 0x41, struct rknpu_submit), "SUBMIT");
static_assert(RKNPU_IOCTL_MEM_CREATE == _IOWR(0x64, 0x42, struct rknpu_mem_create), "MEM_CREATE");
static_assert(RKNPU_IOCTL_MEM_MAP == _IOWR(0x64, 0x43, struct rknpu_mem_map), "MEM_MAP");
static_assert(RKNPU_IOCTL_MEM_DESTROY == _IOWR(0x64, 0x44, struct rknpu_mem_destroy), "MEM_DESTROY");
static_assert(RKNPU_IOCTL_MEM_SYNC == _IOWR(0x64, 0x45, struct rknpu_mem_sync), "MEM_SYNC");
#endif
