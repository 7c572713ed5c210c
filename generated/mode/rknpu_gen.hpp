// The rknpu descriptors in C++, version 0.10.
// Source: RKNPU DRM driver 0.9.8, 6.1 vendor kernel, rknpu_ioctl.h; the numbers of checks: our decision, the driver has
// none
// Made from specs/mode/rknpu_abi.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#if defined(__linux__) && __has_include(<asm/ioctl.h>)
#include <linux/ioctl.h>
#endif

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"

// The RKNPU DRM ioctls and the task descriptor, as a 64-bit user space passes them to driver 0.9.8.
namespace npuspec::rknpu {

inline constexpr std::uint32_t kAbiMajor = 0;
inline constexpr std::uint32_t kAbiMinor = 10;

// How a job is committed.
// specs/mode/rknpu_abi.yaml:10
// the program counter walks a task array
inline constexpr std::uint32_t kJobFlagsPc = 0x1;
// return before the job is done; what the doorbell adds
inline constexpr std::uint32_t kJobFlagsNonblock = 0x2;
// alternate two register groups
inline constexpr std::uint32_t kJobFlagsPingpong = 0x4;
// wait for fence_fd first
inline constexpr std::uint32_t kJobFlagsFenceIn = 0x8;
// give back a fence_fd
inline constexpr std::uint32_t kJobFlagsFenceOut = 0x10;
inline constexpr std::uint32_t kJobFlagsKnownBits = 0x1F;

// The name of one flag; null when the value is none.
constexpr const char* job_flags_name(std::uint32_t value) {
  switch (value) {
    case kJobFlagsPc:
      return "PC";
    case kJobFlagsNonblock:
      return "NONBLOCK";
    case kJobFlagsPingpong:
      return "PINGPONG";
    case kJobFlagsFenceIn:
      return "FENCE_IN";
    case kJobFlagsFenceOut:
      return "FENCE_OUT";
    default:
      return nullptr;
  }
}

// How a buffer is made.
// specs/mode/rknpu_abi.yaml:20
// pages need not be contiguous
inline constexpr std::uint32_t kMemFlagsNonContiguous = 0x1;
// cached mapping; sync is up to the caller
inline constexpr std::uint32_t kMemFlagsCacheable = 0x2;
// write-combined mapping
inline constexpr std::uint32_t kMemFlagsWriteCombine = 0x4;
// the kernel maps it too; task arrays need it, since the kernel reads them
inline constexpr std::uint32_t kMemFlagsKernelMapping = 0x8;
// mapped through the IOMMU
inline constexpr std::uint32_t kMemFlagsIommu = 0x10;
// cleared when made
inline constexpr std::uint32_t kMemFlagsZeroing = 0x20;
// in secure memory
inline constexpr std::uint32_t kMemFlagsSecure = 0x40;
// below 4 GiB
inline constexpr std::uint32_t kMemFlagsDma32 = 0x80;
// in SRAM when there is room
inline constexpr std::uint32_t kMemFlagsTrySram = 0x100;
// in the NPU buffer when there is room
inline constexpr std::uint32_t kMemFlagsTryNbuf = 0x200;
// do not align the IOVA to the size
inline constexpr std::uint32_t kMemFlagsLimitIovaAlignment = 0x400;
inline constexpr std::uint32_t kMemFlagsKnownBits = 0x7FF;

// The name of one flag; null when the value is none.
constexpr const char* mem_flags_name(std::uint32_t value) {
  switch (value) {
    case kMemFlagsNonContiguous:
      return "NON_CONTIGUOUS";
    case kMemFlagsCacheable:
      return "CACHEABLE";
    case kMemFlagsWriteCombine:
      return "WRITE_COMBINE";
    case kMemFlagsKernelMapping:
      return "KERNEL_MAPPING";
    case kMemFlagsIommu:
      return "IOMMU";
    case kMemFlagsZeroing:
      return "ZEROING";
    case kMemFlagsSecure:
      return "SECURE";
    case kMemFlagsDma32:
      return "DMA32";
    case kMemFlagsTrySram:
      return "TRY_SRAM";
    case kMemFlagsTryNbuf:
      return "TRY_NBUF";
    case kMemFlagsLimitIovaAlignment:
      return "LIMIT_IOVA_ALIGNMENT";
    default:
      return nullptr;
  }
}

// Which way a buffer is synchronised.
// specs/mode/rknpu_abi.yaml:36
// CPU writes become visible to the NPU
inline constexpr std::uint32_t kSyncFlagsToDevice = 0x1;
// NPU writes become visible to the CPU
inline constexpr std::uint32_t kSyncFlagsFromDevice = 0x2;
inline constexpr std::uint32_t kSyncFlagsKnownBits = 0x3;

// The name of one flag; null when the value is none.
constexpr const char* sync_flags_name(std::uint32_t value) {
  switch (value) {
    case kSyncFlagsToDevice:
      return "TO_DEVICE";
    case kSyncFlagsFromDevice:
      return "FROM_DEVICE";
    default:
      return nullptr;
  }
}

// What the ACTION ioctl asks for; an unknown one is EINVAL.
// specs/mode/rknpu_abi.yaml:43
enum class NpuAction : std::uint32_t {
  // hardware version
  kGetHwVersion = 0,
  // driver version
  kGetDrvVersion = 1,
  // clock
  kGetFreq = 2,
  // clock
  kSetFreq = 3,
  // supply
  kGetVolt = 4,
  // supply
  kSetVolt = 5,
  // reset the hardware, about 105 ms; one third-party script says 1, which reads the driver version
  kActReset = 6,
  // bandwidth priority
  kGetBwPriority = 7,
  // bandwidth priority
  kSetBwPriority = 8,
  // expected bandwidth
  kGetBwExpect = 9,
  // expected bandwidth
  kSetBwExpect = 10,
  // bandwidth time window
  kGetBwTw = 11,
  // bandwidth time window
  kSetBwTw = 12,
  // clear the traffic counters
  kActClrTotalRwAmount = 13,
  // data bytes written
  kGetDtWrAmount = 14,
  // data bytes read
  kGetDtRdAmount = 15,
  // weight bytes read
  kGetWtRdAmount = 16,
  // all bytes moved
  kGetTotalRwAmount = 17,
  // whether the IOMMU is on
  kGetIommuEn = 18,
  // nice value of the caller
  kSetProcNice = 19,
  // advisory: EINVAL on this kernel
  kPowerOn = 20,
  // the opposite
  kPowerOff = 21,
  // SRAM bytes
  kGetTotalSramSize = 22,
  // free SRAM bytes
  kGetFreeSramSize = 23,
  // the domain in force
  kGetIommuDomainId = 24,
  // switch domains
  kSetIommuDomainId = 25,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(NpuAction value) {
  switch (value) {
    case NpuAction::kGetHwVersion:
      return "GET_HW_VERSION";
    case NpuAction::kGetDrvVersion:
      return "GET_DRV_VERSION";
    case NpuAction::kGetFreq:
      return "GET_FREQ";
    case NpuAction::kSetFreq:
      return "SET_FREQ";
    case NpuAction::kGetVolt:
      return "GET_VOLT";
    case NpuAction::kSetVolt:
      return "SET_VOLT";
    case NpuAction::kActReset:
      return "ACT_RESET";
    case NpuAction::kGetBwPriority:
      return "GET_BW_PRIORITY";
    case NpuAction::kSetBwPriority:
      return "SET_BW_PRIORITY";
    case NpuAction::kGetBwExpect:
      return "GET_BW_EXPECT";
    case NpuAction::kSetBwExpect:
      return "SET_BW_EXPECT";
    case NpuAction::kGetBwTw:
      return "GET_BW_TW";
    case NpuAction::kSetBwTw:
      return "SET_BW_TW";
    case NpuAction::kActClrTotalRwAmount:
      return "ACT_CLR_TOTAL_RW_AMOUNT";
    case NpuAction::kGetDtWrAmount:
      return "GET_DT_WR_AMOUNT";
    case NpuAction::kGetDtRdAmount:
      return "GET_DT_RD_AMOUNT";
    case NpuAction::kGetWtRdAmount:
      return "GET_WT_RD_AMOUNT";
    case NpuAction::kGetTotalRwAmount:
      return "GET_TOTAL_RW_AMOUNT";
    case NpuAction::kGetIommuEn:
      return "GET_IOMMU_EN";
    case NpuAction::kSetProcNice:
      return "SET_PROC_NICE";
    case NpuAction::kPowerOn:
      return "POWER_ON";
    case NpuAction::kPowerOff:
      return "POWER_OFF";
    case NpuAction::kGetTotalSramSize:
      return "GET_TOTAL_SRAM_SIZE";
    case NpuAction::kGetFreeSramSize:
      return "GET_FREE_SRAM_SIZE";
    case NpuAction::kGetIommuDomainId:
      return "GET_IOMMU_DOMAIN_ID";
    case NpuAction::kSetIommuDomainId:
      return "SET_IOMMU_DOMAIN_ID";
    default:
      return nullptr;
  }
}

// Which cores a job may use; and which entries of subcore_task the kernel may then read: `entries` of them, from
// `entry` on.
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; the entries: rknpu_job.c
// specs/mode/rknpu_abi.yaml:73
enum class CoreMask : std::uint32_t {
  // the kernel picks one, and reads the entry of that one
  kAuto = 0,
  // the first
  kCore0 = 1,
  // the second
  kCore1 = 2,
  // the third
  kCore2 = 4,
  // the first and the second
  kPair = 3,
  // all three
  kAll = 7,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(CoreMask value) {
  switch (value) {
    case CoreMask::kAuto:
      return "AUTO";
    case CoreMask::kCore0:
      return "CORE0";
    case CoreMask::kCore1:
      return "CORE1";
    case CoreMask::kCore2:
      return "CORE2";
    case CoreMask::kPair:
      return "PAIR";
    case CoreMask::kAll:
      return "ALL";
    default:
      return nullptr;
  }
}

// The column `cores`; zero for a value that has no symbol.
constexpr std::uint64_t core_mask_cores(CoreMask value) {
  switch (value) {
    case CoreMask::kAuto:
      return 1;
    case CoreMask::kCore0:
      return 1;
    case CoreMask::kCore1:
      return 1;
    case CoreMask::kCore2:
      return 1;
    case CoreMask::kPair:
      return 2;
    case CoreMask::kAll:
      return 3;
    default:
      return {};
  }
}

// The column `entry`; zero for a value that has no symbol.
constexpr std::uint64_t core_mask_entry(CoreMask value) {
  switch (value) {
    case CoreMask::kAuto:
      return 0;
    case CoreMask::kCore0:
      return 0;
    case CoreMask::kCore1:
      return 1;
    case CoreMask::kCore2:
      return 2;
    case CoreMask::kPair:
      return 0;
    case CoreMask::kAll:
      return 2;
    default:
      return {};
  }
}

// The column `entries`; zero for a value that has no symbol.
constexpr std::uint64_t core_mask_entries(CoreMask value) {
  switch (value) {
    case CoreMask::kAuto:
      return 3;
    case CoreMask::kCore0:
      return 1;
    case CoreMask::kCore1:
      return 1;
    case CoreMask::kCore2:
      return 1;
    case CoreMask::kPair:
      return 2;
    case CoreMask::kAll:
      return 3;
    default:
      return {};
  }
}

// What kind of work a task descriptor holds, told by its regcfg_amount.
// Source: oRKLLM/ork-driver (the counts of registers and their enable masks); that they tell the kinds apart: our
// decision
// specs/mode/rknpu_abi.yaml:85
enum class TaskKind : std::uint32_t {
  // fp16 and int8 matmul
  kMatmul = 108,
  // int4 matmul
  kMatmulInt4 = 116,
  // activation and element-wise
  kSdp = 69,
  // loads the SDP look-up table
  kLutLoad = 1097,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(TaskKind value) {
  switch (value) {
    case TaskKind::kMatmul:
      return "MATMUL";
    case TaskKind::kMatmulInt4:
      return "MATMUL_INT4";
    case TaskKind::kSdp:
      return "SDP";
    case TaskKind::kLutLoad:
      return "LUT_LOAD";
    default:
      return nullptr;
  }
}

// The column `enable_mask`; zero for a value that has no symbol.
constexpr std::uint64_t task_kind_enable_mask(TaskKind value) {
  switch (value) {
    case TaskKind::kMatmul:
      return 13;
    case TaskKind::kMatmulInt4:
      return 13;
    case TaskKind::kSdp:
      return 24;
    case TaskKind::kLutLoad:
      return 24;
    default:
      return {};
  }
}

// what DRM VERSION must answer
// specs/mode/rknpu_abi.yaml:98
inline constexpr const char* kDriverName = "rknpu";

// where device nodes are
// specs/mode/rknpu_abi.yaml:99
inline constexpr const char* kNodeFolder = "/dev/dri";

// the RK3588 default, unless the environment names another
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:100
inline constexpr const char* kDefaultNode = "/dev/dri/card1";

// number of the first render node to try
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:101
inline constexpr std::uint32_t kRenderFirst = 128;

// card nodes to try, from 0
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:102
inline constexpr std::uint32_t kCards = 8;

// a buffer of this size, made as a proof that a node works
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:103
inline constexpr std::uint32_t kProbeBytes = 4096;

// part of /proc/device-tree/compatible
// specs/mode/rknpu_abi.yaml:104
inline constexpr const char* kCompatible = "rk3588";

// what the board is compatible with, each name ended by a zero byte
// Source: Linux device tree
// specs/mode/rknpu_abi.yaml:105
inline constexpr const char* kCompatibleFile = "/proc/device-tree/compatible";

// major version of the drivers that these structs are of
// specs/mode/rknpu_abi.yaml:106
inline constexpr std::uint32_t kDriverMajor = 0;

// minor version of the drivers that these structs are of; any patch level
// specs/mode/rknpu_abi.yaml:107
inline constexpr std::uint32_t kDriverMinor = 9;

// what GET_DRV_VERSION counts a major version as
// Source: RKNPU DRM driver 0.9.8, rknpu_drv.h
// specs/mode/rknpu_abi.yaml:108
inline constexpr std::uint32_t kMajorStep = 10000;

// what GET_DRV_VERSION counts a minor version as; the rest is the patch level
// Source: RKNPU DRM driver 0.9.8, rknpu_drv.h
// specs/mode/rknpu_abi.yaml:109
inline constexpr std::uint32_t kMinorStep = 100;

// name of a card node, before its number
// Source: Linux DRM, drm_drv.c
// specs/mode/rknpu_abi.yaml:110
inline constexpr const char* kCardPrefix = "card";

// name of a render node, before its number
// Source: Linux DRM, drm_drv.c
// specs/mode/rknpu_abi.yaml:111
inline constexpr const char* kRenderPrefix = "renderD";

// the letter d
// specs/mode/rknpu_abi.yaml:112
inline constexpr std::uint32_t kIoctlMagic = 0x64;

// a normal submit
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:113
inline constexpr std::uint32_t kJobNormal = 0x5;

// a chain that loads a LUT
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:114
inline constexpr std::uint32_t kJobLutChain = 0x1;

// a doorbell submit
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:115
inline constexpr std::uint32_t kJobDoorbell = 0x7;

// a data buffer
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:116
inline constexpr std::uint32_t kMemBuffer = 0x403;

// a task array
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:117
inline constexpr std::uint32_t kMemTaskArray = 0x40B;

// interrupts that end a task
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:118
inline constexpr std::uint32_t kTaskIntMask = 0x300;

// interrupts cleared before a task
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:119
inline constexpr std::uint32_t kTaskIntClear = 0x1FFFF;

// tasks of one commit at most
// specs/mode/rknpu_abi.yaml:120
inline constexpr std::uint32_t kTasksMax = 4095;

// what one IOMMU domain may hold: its window is about 4 GiB, and more can oops the kernel
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:121
inline constexpr std::uint32_t kDomainBytesMax = 4089446400u;

// the value for SET_PROC_NICE
// Source: oRKLLM/ork-driver
// specs/mode/rknpu_abi.yaml:122
inline constexpr std::int32_t kNice = -19;

// EBUSY: transient, try again
// specs/mode/rknpu_abi.yaml:123
inline constexpr std::uint32_t kErrnoBusy = 16;

// EINVAL: bad arguments, or a domain switch that failed
// specs/mode/rknpu_abi.yaml:124
inline constexpr std::uint32_t kErrnoInvalid = 22;

// ETIMEDOUT from SUBMIT: the hardware is wedged
// specs/mode/rknpu_abi.yaml:125
inline constexpr std::uint32_t kErrnoTimeout = 110;

// One question or command to the driver.
// specs/mode/rknpu_abi.yaml:128
struct alignas(4) Action {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr Action unpack(std::span<const std::uint8_t, 8> from);

  // what is asked
  // specs/mode/rknpu_abi.yaml:133
  NpuAction flags = {};
  // its argument or its answer
  // specs/mode/rknpu_abi.yaml:134
  std::uint32_t value = {};
};
static_assert(sizeof(Action) == 8 && alignof(Action) == 4);
static_assert(std::is_standard_layout_v<Action> && std::is_trivially_copyable_v<Action>);
static_assert(offsetof(Action, flags) == 0 && sizeof(Action::flags) == 4);
static_assert(offsetof(Action, value) == 4 && sizeof(Action::value) == 4);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const Action& d, std::span<std::uint8_t, 8> to) {
  npuspec_store_u32(to.data() + 0, static_cast<std::uint32_t>(d.flags));
  npuspec_store_u32(to.data() + 4, d.value);
}

constexpr Action Action::unpack(std::span<const std::uint8_t, 8> from) {
  Action d;
  d.flags = static_cast<NpuAction>(npuspec_load_u32(from.data() + 0));
  d.value = npuspec_load_u32(from.data() + 4);
  return d;
}

enum class ActionError : std::uint16_t {
  kOk = 0,
  kFlags = 1,
};

// clang-format off
inline constexpr npuspec_check kActionChecks[] = {
    {1, 0, "flags", "what is asked"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(ActionError error) {
  for (const npuspec_check& each : kActionChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// what is asked
// specs/mode/rknpu_abi.yaml:133
// flags in npu_action
constexpr bool holds_flags(const Action& d) {
  return d.flags <= NpuAction::kSetIommuDomainId;
}

// The first check that refuses; kOk when none does.
constexpr ActionError check(const Action& d) {
  if (!holds_flags(d)) return ActionError::kFlags;
  return ActionError::kOk;
}

// The part of a task array that one core runs.
// specs/mode/rknpu_abi.yaml:139
struct alignas(4) SubcoreTask {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr SubcoreTask unpack(std::span<const std::uint8_t, 8> from);

  // first task
  // specs/mode/rknpu_abi.yaml:144
  std::uint32_t start = {};
  // number of tasks
  // specs/mode/rknpu_abi.yaml:145
  std::uint32_t number = {};
};
static_assert(sizeof(SubcoreTask) == 8 && alignof(SubcoreTask) == 4);
static_assert(std::is_standard_layout_v<SubcoreTask> && std::is_trivially_copyable_v<SubcoreTask>);
static_assert(offsetof(SubcoreTask, start) == 0 && sizeof(SubcoreTask::start) == 4);
static_assert(offsetof(SubcoreTask, number) == 4 && sizeof(SubcoreTask::number) == 4);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const SubcoreTask& d, std::span<std::uint8_t, 8> to) {
  npuspec_store_u32(to.data() + 0, d.start);
  npuspec_store_u32(to.data() + 4, d.number);
}

constexpr SubcoreTask SubcoreTask::unpack(std::span<const std::uint8_t, 8> from) {
  SubcoreTask d;
  d.start = npuspec_load_u32(from.data() + 0);
  d.number = npuspec_load_u32(from.data() + 4);
  return d;
}

// One job.
// specs/mode/rknpu_abi.yaml:146
struct alignas(8) Submit {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr Submit unpack(std::span<const std::uint8_t, 104> from);

  // how the job is committed
  // specs/mode/rknpu_abi.yaml:151
  std::uint32_t flags = {};
  // how long the kernel waits
  // specs/mode/rknpu_abi.yaml:152
  std::uint32_t timeout = {};
  // first task of the array
  // specs/mode/rknpu_abi.yaml:153
  std::uint32_t task_start = {};
  // number of tasks
  // specs/mode/rknpu_abi.yaml:154
  std::uint32_t task_number = {};
  // tasks that ran; 0 after a wedge
  // specs/mode/rknpu_abi.yaml:155
  std::uint32_t task_counter = {};
  // scheduling priority
  // specs/mode/rknpu_abi.yaml:156
  std::int32_t priority = {};
  // obj_addr of the task array: a kernel address, above 2^63
  // specs/mode/rknpu_abi.yaml:157
  std::uint64_t task_obj_addr = {};
  // the domain that the addresses belong to
  // specs/mode/rknpu_abi.yaml:158
  std::uint32_t iommu_domain_id = {};
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:159
  std::uint8_t reserved_36[4] = {};
  // device address of the task array, or 0
  // specs/mode/rknpu_abi.yaml:160
  std::uint64_t task_base_addr = {};
  // time in hardware
  // specs/mode/rknpu_abi.yaml:161
  std::int64_t hw_elapse_time = {};
  // cores that may run it
  // specs/mode/rknpu_abi.yaml:162
  CoreMask core_mask = {};
  // sync file; -1 without a fence
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is -1 without a fence: our decision
  // specs/mode/rknpu_abi.yaml:163
  std::int32_t fence_fd = {};
  // per-core parts; entries 2 to 4 serve a job on all three cores
  // specs/mode/rknpu_abi.yaml:164
  SubcoreTask subcore_task[5] = {};
};
static_assert(sizeof(Submit) == 104 && alignof(Submit) == 8);
static_assert(std::is_standard_layout_v<Submit> && std::is_trivially_copyable_v<Submit>);
static_assert(offsetof(Submit, flags) == 0 && sizeof(Submit::flags) == 4);
static_assert(offsetof(Submit, timeout) == 4 && sizeof(Submit::timeout) == 4);
static_assert(offsetof(Submit, task_start) == 8 && sizeof(Submit::task_start) == 4);
static_assert(offsetof(Submit, task_number) == 12 && sizeof(Submit::task_number) == 4);
static_assert(offsetof(Submit, task_counter) == 16 && sizeof(Submit::task_counter) == 4);
static_assert(offsetof(Submit, priority) == 20 && sizeof(Submit::priority) == 4);
static_assert(offsetof(Submit, task_obj_addr) == 24 && sizeof(Submit::task_obj_addr) == 8);
static_assert(offsetof(Submit, iommu_domain_id) == 32 && sizeof(Submit::iommu_domain_id) == 4);
static_assert(offsetof(Submit, reserved_36) == 36 && sizeof(Submit::reserved_36) == 4);
static_assert(offsetof(Submit, task_base_addr) == 40 && sizeof(Submit::task_base_addr) == 8);
static_assert(offsetof(Submit, hw_elapse_time) == 48 && sizeof(Submit::hw_elapse_time) == 8);
static_assert(offsetof(Submit, core_mask) == 56 && sizeof(Submit::core_mask) == 4);
static_assert(offsetof(Submit, fence_fd) == 60 && sizeof(Submit::fence_fd) == 4);
static_assert(offsetof(Submit, subcore_task) == 64 && sizeof(Submit::subcore_task) == 40);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const Submit& d, std::span<std::uint8_t, 104> to) {
  npuspec_store_u32(to.data() + 0, static_cast<std::uint32_t>(d.flags));
  npuspec_store_u32(to.data() + 4, d.timeout);
  npuspec_store_u32(to.data() + 8, d.task_start);
  npuspec_store_u32(to.data() + 12, d.task_number);
  npuspec_store_u32(to.data() + 16, d.task_counter);
  npuspec_store_u32(to.data() + 20, static_cast<std::uint32_t>(d.priority));
  npuspec_store_u64(to.data() + 24, d.task_obj_addr);
  npuspec_store_u32(to.data() + 32, d.iommu_domain_id);
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to.data() + 36 + i, d.reserved_36[i]);
  }
  npuspec_store_u64(to.data() + 40, d.task_base_addr);
  npuspec_store_u64(to.data() + 48, static_cast<std::uint64_t>(d.hw_elapse_time));
  npuspec_store_u32(to.data() + 56, static_cast<std::uint32_t>(d.core_mask));
  npuspec_store_u32(to.data() + 60, static_cast<std::uint32_t>(d.fence_fd));
  for (std::size_t i = 0; i < 5; ++i) {
    pack(d.subcore_task[i], std::span<std::uint8_t, 8>(to.data() + 64 + 8 * i, 8));
  }
}

constexpr Submit Submit::unpack(std::span<const std::uint8_t, 104> from) {
  Submit d;
  d.flags = static_cast<std::uint32_t>(npuspec_load_u32(from.data() + 0));
  d.timeout = npuspec_load_u32(from.data() + 4);
  d.task_start = npuspec_load_u32(from.data() + 8);
  d.task_number = npuspec_load_u32(from.data() + 12);
  d.task_counter = npuspec_load_u32(from.data() + 16);
  d.priority = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 20));
  d.task_obj_addr = npuspec_load_u64(from.data() + 24);
  d.iommu_domain_id = npuspec_load_u32(from.data() + 32);
  for (std::size_t i = 0; i < 4; ++i) {
    d.reserved_36[i] = npuspec_load_u8(from.data() + 36 + i);
  }
  d.task_base_addr = npuspec_load_u64(from.data() + 40);
  d.hw_elapse_time = static_cast<std::int64_t>(npuspec_load_u64(from.data() + 48));
  d.core_mask = static_cast<CoreMask>(npuspec_load_u32(from.data() + 56));
  d.fence_fd = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 60));
  for (std::size_t i = 0; i < 5; ++i) {
    d.subcore_task[i] = SubcoreTask::unpack(std::span<const std::uint8_t, 8>(from.data() + 64 + 8 * i, 8));
  }
  return d;
}

// What checks and lets are made of. `ok` is cleared when a number on the way does not fit 64 bits: the result means
// nothing then.
namespace detail {

// if FENCE_IN in flags or FENCE_OUT in flags then true else fence_fd == -1
constexpr bool submit_rule_fence_fd(const Submit& d) {
  if ((d.flags & kJobFlagsFenceIn) != 0 || (d.flags & kJobFlagsFenceOut) != 0) return true;
  return d.fence_fd == -1;
}

// all(subcore_task[i].number > 0 for i in 2..4)
constexpr bool submit_rule_all_cores_need_tasks(const Submit& d) {
  for (std::uint64_t i = 2; i <= 4; i++) {
    if (d.subcore_task[i].number <= 0) return false;
  }
  return true;
}

}  // namespace detail

enum class SubmitError : std::uint16_t {
  kOk = 0,
  kFlags = 10,
  kReservedZero = 12,
  kCoreMask = 13,
  kFenceFd = 14,
  kSomeTasks = 11,
  kTaskObject = 15,
  kAllCoresNeedTasks = 16,
};

// clang-format off
inline constexpr npuspec_check kSubmitChecks[] = {
    {10, 0, "flags", "how the job is committed"},
    {12, 36, "reserved-zero", "must be zero"},
    {13, 56, "core_mask", "cores that may run it"},
    {14, 60, "fence_fd", "sync file; -1 without a fence"},
    {11, 12, "some-tasks", "there must be at least one task, and no more than a commit takes"},
    {15, 24, "task-object", "a task array must be given"},
    {16, 64, "all-cores-need-tasks", "entries 2 to 4 must hold tasks, since the kernel reads them for three cores: left empty, cores 1 and 2 run nothing"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(SubmitError error) {
  for (const npuspec_check& each : kSubmitChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// how the job is committed
// specs/mode/rknpu_abi.yaml:151
// flags in job_flags
constexpr bool holds_flags(const Submit& d) {
  using namespace detail;
  return (d.flags & 0xFFFFFFE0u) == 0;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:159
constexpr bool holds_reserved_zero(const Submit& d) {
  return npuspec_is_zero(d.reserved_36, sizeof(d.reserved_36));
}

// cores that may run it
// specs/mode/rknpu_abi.yaml:162
// core_mask in core_mask
constexpr bool holds_core_mask(const Submit& d) {
  using namespace detail;
  return d.core_mask <= CoreMask::kCore2 || d.core_mask == CoreMask::kAll;
}

// sync file; -1 without a fence
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is -1 without a fence: our decision
// specs/mode/rknpu_abi.yaml:163
// if FENCE_IN in flags or FENCE_OUT in flags then true else fence_fd == -1
constexpr bool holds_fence_fd(const Submit& d) {
  using namespace detail;
  return submit_rule_fence_fd(d);
}

// there must be at least one task, and no more than a commit takes
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h (4095 tasks of one commit at most); that there is one at least: our
// decision
// specs/mode/rknpu_abi.yaml:166
// task_number in 1..tasks_max
constexpr bool holds_some_tasks(const Submit& d) {
  using namespace detail;
  return d.task_number >= 1 && d.task_number <= 4095;
}

// a task array must be given
// Source: our decision: the address of a kernel object is never 0
// specs/mode/rknpu_abi.yaml:167
// task_obj_addr != 0
constexpr bool holds_task_object(const Submit& d) {
  using namespace detail;
  return d.task_obj_addr != 0;
}

// entries 2 to 4 must hold tasks, since the kernel reads them for three cores: left empty, cores 1 and 2 run nothing
// Source: RKNPU DRM driver 0.9.8 (which entries it reads); that an idle core is refused: our decision
// specs/mode/rknpu_abi.yaml:169
// when core_mask == ALL
// all(subcore_task[i].number > 0 for i in 2..4)
constexpr bool holds_all_cores_need_tasks(const Submit& d) {
  using namespace detail;
  return !(d.core_mask == CoreMask::kAll) || (submit_rule_all_cores_need_tasks(d));
}

// The first check that refuses; kOk when none does.
constexpr SubmitError check(const Submit& d) {
  if (!holds_flags(d)) return SubmitError::kFlags;
  if (!holds_reserved_zero(d)) return SubmitError::kReservedZero;
  if (!holds_core_mask(d)) return SubmitError::kCoreMask;
  if (!holds_fence_fd(d)) return SubmitError::kFenceFd;
  if (!holds_some_tasks(d)) return SubmitError::kSomeTasks;
  if (!holds_task_object(d)) return SubmitError::kTaskObject;
  if (!holds_all_cores_need_tasks(d)) return SubmitError::kAllCoresNeedTasks;
  return SubmitError::kOk;
}

// Make a buffer.
// specs/mode/rknpu_abi.yaml:188
struct alignas(8) MemCreate {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr MemCreate unpack(std::span<const std::uint8_t, 48> from);

  // GEM handle
  // specs/mode/rknpu_abi.yaml:193
  std::uint32_t handle = {};
  // how it is made
  // specs/mode/rknpu_abi.yaml:194
  std::uint32_t flags = {};
  // bytes
  // specs/mode/rknpu_abi.yaml:195
  std::uint64_t size = {};
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:196
  std::uint64_t obj_addr = {};
  // device address
  // specs/mode/rknpu_abi.yaml:197
  std::uint64_t dma_addr = {};
  // bytes of it in SRAM
  // specs/mode/rknpu_abi.yaml:198
  std::uint64_t sram_size = {};
  // the domain it is mapped in
  // specs/mode/rknpu_abi.yaml:199
  std::int32_t iommu_domain_id = {};
  // cores whose buffer memory it may use
  // specs/mode/rknpu_abi.yaml:200
  std::uint32_t core_mask = {};
};
static_assert(sizeof(MemCreate) == 48 && alignof(MemCreate) == 8);
static_assert(std::is_standard_layout_v<MemCreate> && std::is_trivially_copyable_v<MemCreate>);
static_assert(offsetof(MemCreate, handle) == 0 && sizeof(MemCreate::handle) == 4);
static_assert(offsetof(MemCreate, flags) == 4 && sizeof(MemCreate::flags) == 4);
static_assert(offsetof(MemCreate, size) == 8 && sizeof(MemCreate::size) == 8);
static_assert(offsetof(MemCreate, obj_addr) == 16 && sizeof(MemCreate::obj_addr) == 8);
static_assert(offsetof(MemCreate, dma_addr) == 24 && sizeof(MemCreate::dma_addr) == 8);
static_assert(offsetof(MemCreate, sram_size) == 32 && sizeof(MemCreate::sram_size) == 8);
static_assert(offsetof(MemCreate, iommu_domain_id) == 40 && sizeof(MemCreate::iommu_domain_id) == 4);
static_assert(offsetof(MemCreate, core_mask) == 44 && sizeof(MemCreate::core_mask) == 4);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const MemCreate& d, std::span<std::uint8_t, 48> to) {
  npuspec_store_u32(to.data() + 0, d.handle);
  npuspec_store_u32(to.data() + 4, static_cast<std::uint32_t>(d.flags));
  npuspec_store_u64(to.data() + 8, d.size);
  npuspec_store_u64(to.data() + 16, d.obj_addr);
  npuspec_store_u64(to.data() + 24, d.dma_addr);
  npuspec_store_u64(to.data() + 32, d.sram_size);
  npuspec_store_u32(to.data() + 40, static_cast<std::uint32_t>(d.iommu_domain_id));
  npuspec_store_u32(to.data() + 44, d.core_mask);
}

constexpr MemCreate MemCreate::unpack(std::span<const std::uint8_t, 48> from) {
  MemCreate d;
  d.handle = npuspec_load_u32(from.data() + 0);
  d.flags = static_cast<std::uint32_t>(npuspec_load_u32(from.data() + 4));
  d.size = npuspec_load_u64(from.data() + 8);
  d.obj_addr = npuspec_load_u64(from.data() + 16);
  d.dma_addr = npuspec_load_u64(from.data() + 24);
  d.sram_size = npuspec_load_u64(from.data() + 32);
  d.iommu_domain_id = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 40));
  d.core_mask = npuspec_load_u32(from.data() + 44);
  return d;
}

enum class MemCreateError : std::uint16_t {
  kOk = 0,
  kFlags = 20,
  kFitsDomain = 21,
};

// clang-format off
inline constexpr npuspec_check kMemCreateChecks[] = {
    {20, 4, "flags", "how it is made"},
    {21, 8, "fits-domain", "a buffer must have bytes and fit into one IOMMU domain"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(MemCreateError error) {
  for (const npuspec_check& each : kMemCreateChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// how it is made
// specs/mode/rknpu_abi.yaml:194
// flags in mem_flags
constexpr bool holds_flags(const MemCreate& d) {
  return (d.flags & 0xFFFFF800u) == 0;
}

// a buffer must have bytes and fit into one IOMMU domain
// Source: oRKLLM/ork-driver (3900 MiB in all the buffers of a domain); that one buffer has a byte at least, and no more
// than that alone: our decision
// specs/mode/rknpu_abi.yaml:202
// size in 1..domain_bytes_max
constexpr bool holds_fits_domain(const MemCreate& d) {
  return d.size >= 1 && d.size <= 4089446400u;
}

// The first check that refuses; kOk when none does.
constexpr MemCreateError check(const MemCreate& d) {
  if (!holds_flags(d)) return MemCreateError::kFlags;
  if (!holds_fits_domain(d)) return MemCreateError::kFitsDomain;
  return MemCreateError::kOk;
}

// Where a buffer can be mapped.
// specs/mode/rknpu_abi.yaml:209
struct alignas(8) MemMap {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr MemMap unpack(std::span<const std::uint8_t, 16> from);

  // GEM handle
  // specs/mode/rknpu_abi.yaml:214
  std::uint32_t handle = {};
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:215
  std::uint8_t reserved_4[4] = {};
  // the offset for mmap
  // specs/mode/rknpu_abi.yaml:216
  std::uint64_t offset = {};
};
static_assert(sizeof(MemMap) == 16 && alignof(MemMap) == 8);
static_assert(std::is_standard_layout_v<MemMap> && std::is_trivially_copyable_v<MemMap>);
static_assert(offsetof(MemMap, handle) == 0 && sizeof(MemMap::handle) == 4);
static_assert(offsetof(MemMap, reserved_4) == 4 && sizeof(MemMap::reserved_4) == 4);
static_assert(offsetof(MemMap, offset) == 8 && sizeof(MemMap::offset) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const MemMap& d, std::span<std::uint8_t, 16> to) {
  npuspec_store_u32(to.data() + 0, d.handle);
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to.data() + 4 + i, d.reserved_4[i]);
  }
  npuspec_store_u64(to.data() + 8, d.offset);
}

constexpr MemMap MemMap::unpack(std::span<const std::uint8_t, 16> from) {
  MemMap d;
  d.handle = npuspec_load_u32(from.data() + 0);
  for (std::size_t i = 0; i < 4; ++i) {
    d.reserved_4[i] = npuspec_load_u8(from.data() + 4 + i);
  }
  d.offset = npuspec_load_u64(from.data() + 8);
  return d;
}

enum class MemMapError : std::uint16_t {
  kOk = 0,
  kReservedZero = 30,
};

// clang-format off
inline constexpr npuspec_check kMemMapChecks[] = {
    {30, 4, "reserved-zero", "must be zero"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(MemMapError error) {
  for (const npuspec_check& each : kMemMapChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:215
constexpr bool holds_reserved_zero(const MemMap& d) {
  return npuspec_is_zero(d.reserved_4, sizeof(d.reserved_4));
}

// The first check that refuses; kOk when none does.
constexpr MemMapError check(const MemMap& d) {
  if (!holds_reserved_zero(d)) return MemMapError::kReservedZero;
  return MemMapError::kOk;
}

// Give a buffer back.
// specs/mode/rknpu_abi.yaml:220
struct alignas(8) MemDestroy {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr MemDestroy unpack(std::span<const std::uint8_t, 16> from);

  // GEM handle
  // specs/mode/rknpu_abi.yaml:225
  std::uint32_t handle = {};
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:226
  std::uint8_t reserved_4[4] = {};
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:227
  std::uint64_t obj_addr = {};
};
static_assert(sizeof(MemDestroy) == 16 && alignof(MemDestroy) == 8);
static_assert(std::is_standard_layout_v<MemDestroy> && std::is_trivially_copyable_v<MemDestroy>);
static_assert(offsetof(MemDestroy, handle) == 0 && sizeof(MemDestroy::handle) == 4);
static_assert(offsetof(MemDestroy, reserved_4) == 4 && sizeof(MemDestroy::reserved_4) == 4);
static_assert(offsetof(MemDestroy, obj_addr) == 8 && sizeof(MemDestroy::obj_addr) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const MemDestroy& d, std::span<std::uint8_t, 16> to) {
  npuspec_store_u32(to.data() + 0, d.handle);
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to.data() + 4 + i, d.reserved_4[i]);
  }
  npuspec_store_u64(to.data() + 8, d.obj_addr);
}

constexpr MemDestroy MemDestroy::unpack(std::span<const std::uint8_t, 16> from) {
  MemDestroy d;
  d.handle = npuspec_load_u32(from.data() + 0);
  for (std::size_t i = 0; i < 4; ++i) {
    d.reserved_4[i] = npuspec_load_u8(from.data() + 4 + i);
  }
  d.obj_addr = npuspec_load_u64(from.data() + 8);
  return d;
}

enum class MemDestroyError : std::uint16_t {
  kOk = 0,
  kReservedZero = 40,
};

// clang-format off
inline constexpr npuspec_check kMemDestroyChecks[] = {
    {40, 4, "reserved-zero", "must be zero"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(MemDestroyError error) {
  for (const npuspec_check& each : kMemDestroyChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:226
constexpr bool holds_reserved_zero(const MemDestroy& d) {
  return npuspec_is_zero(d.reserved_4, sizeof(d.reserved_4));
}

// The first check that refuses; kOk when none does.
constexpr MemDestroyError check(const MemDestroy& d) {
  if (!holds_reserved_zero(d)) return MemDestroyError::kReservedZero;
  return MemDestroyError::kOk;
}

// Make part of a cached buffer coherent.
// specs/mode/rknpu_abi.yaml:231
struct alignas(8) MemSync {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr MemSync unpack(std::span<const std::uint8_t, 32> from);

  // which way
  // specs/mode/rknpu_abi.yaml:236
  std::uint32_t flags = {};
  // must be zero
  // Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:237
  std::uint8_t reserved_4[4] = {};
  // kernel address of the object
  // specs/mode/rknpu_abi.yaml:238
  std::uint64_t obj_addr = {};
  // first byte
  // specs/mode/rknpu_abi.yaml:239
  std::uint64_t offset = {};
  // number of bytes
  // specs/mode/rknpu_abi.yaml:240
  std::uint64_t size = {};
};
static_assert(sizeof(MemSync) == 32 && alignof(MemSync) == 8);
static_assert(std::is_standard_layout_v<MemSync> && std::is_trivially_copyable_v<MemSync>);
static_assert(offsetof(MemSync, flags) == 0 && sizeof(MemSync::flags) == 4);
static_assert(offsetof(MemSync, reserved_4) == 4 && sizeof(MemSync::reserved_4) == 4);
static_assert(offsetof(MemSync, obj_addr) == 8 && sizeof(MemSync::obj_addr) == 8);
static_assert(offsetof(MemSync, offset) == 16 && sizeof(MemSync::offset) == 8);
static_assert(offsetof(MemSync, size) == 24 && sizeof(MemSync::size) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const MemSync& d, std::span<std::uint8_t, 32> to) {
  npuspec_store_u32(to.data() + 0, static_cast<std::uint32_t>(d.flags));
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to.data() + 4 + i, d.reserved_4[i]);
  }
  npuspec_store_u64(to.data() + 8, d.obj_addr);
  npuspec_store_u64(to.data() + 16, d.offset);
  npuspec_store_u64(to.data() + 24, d.size);
}

constexpr MemSync MemSync::unpack(std::span<const std::uint8_t, 32> from) {
  MemSync d;
  d.flags = static_cast<std::uint32_t>(npuspec_load_u32(from.data() + 0));
  for (std::size_t i = 0; i < 4; ++i) {
    d.reserved_4[i] = npuspec_load_u8(from.data() + 4 + i);
  }
  d.obj_addr = npuspec_load_u64(from.data() + 8);
  d.offset = npuspec_load_u64(from.data() + 16);
  d.size = npuspec_load_u64(from.data() + 24);
  return d;
}

enum class MemSyncError : std::uint16_t {
  kOk = 0,
  kFlags = 50,
  kReservedZero = 51,
  kSomeWay = 52,
};

// clang-format off
inline constexpr npuspec_check kMemSyncChecks[] = {
    {50, 0, "flags", "which way"},
    {51, 4, "reserved-zero", "must be zero"},
    {52, 0, "some-way", "at least one way must be named"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(MemSyncError error) {
  for (const npuspec_check& each : kMemSyncChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// which way
// specs/mode/rknpu_abi.yaml:236
// flags in sync_flags
constexpr bool holds_flags(const MemSync& d) {
  return (d.flags & 0xFFFFFFFCu) == 0;
}

// must be zero
// Source: RKNPU DRM driver 0.9.8, rknpu_ioctl.h; that it is zero: our decision
// specs/mode/rknpu_abi.yaml:237
constexpr bool holds_reserved_zero(const MemSync& d) {
  return npuspec_is_zero(d.reserved_4, sizeof(d.reserved_4));
}

// at least one way must be named
// Source: our decision: a sync that goes neither way does nothing
// specs/mode/rknpu_abi.yaml:242
// TO_DEVICE in flags or FROM_DEVICE in flags
constexpr bool holds_some_way(const MemSync& d) {
  return (d.flags & kSyncFlagsToDevice) != 0 || (d.flags & kSyncFlagsFromDevice) != 0;
}

// The first check that refuses; kOk when none does.
constexpr MemSyncError check(const MemSync& d) {
  if (!holds_flags(d)) return MemSyncError::kFlags;
  if (!holds_reserved_zero(d)) return MemSyncError::kReservedZero;
  if (!holds_some_way(d)) return MemSyncError::kSomeWay;
  return MemSyncError::kOk;
}

// A buffer as a dma-buf, and back.
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:248
struct alignas(4) PrimeHandle {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr PrimeHandle unpack(std::span<const std::uint8_t, 12> from);

  // GEM handle
  // specs/mode/rknpu_abi.yaml:254
  std::uint32_t handle = {};
  // flags of the new descriptor
  // specs/mode/rknpu_abi.yaml:255
  std::uint32_t flags = {};
  // dma-buf descriptor
  // specs/mode/rknpu_abi.yaml:256
  std::int32_t fd = {};
};
static_assert(sizeof(PrimeHandle) == 12 && alignof(PrimeHandle) == 4);
static_assert(std::is_standard_layout_v<PrimeHandle> && std::is_trivially_copyable_v<PrimeHandle>);
static_assert(offsetof(PrimeHandle, handle) == 0 && sizeof(PrimeHandle::handle) == 4);
static_assert(offsetof(PrimeHandle, flags) == 4 && sizeof(PrimeHandle::flags) == 4);
static_assert(offsetof(PrimeHandle, fd) == 8 && sizeof(PrimeHandle::fd) == 4);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const PrimeHandle& d, std::span<std::uint8_t, 12> to) {
  npuspec_store_u32(to.data() + 0, d.handle);
  npuspec_store_u32(to.data() + 4, d.flags);
  npuspec_store_u32(to.data() + 8, static_cast<std::uint32_t>(d.fd));
}

constexpr PrimeHandle PrimeHandle::unpack(std::span<const std::uint8_t, 12> from) {
  PrimeHandle d;
  d.handle = npuspec_load_u32(from.data() + 0);
  d.flags = npuspec_load_u32(from.data() + 4);
  d.fd = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 8));
  return d;
}

// The driver that answers; asked twice, first for the lengths.
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:257
struct alignas(8) DrmVersion {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr DrmVersion unpack(std::span<const std::uint8_t, 64> from);

  // major version
  // specs/mode/rknpu_abi.yaml:263
  std::int32_t version_major = {};
  // minor version
  // specs/mode/rknpu_abi.yaml:264
  std::int32_t version_minor = {};
  // patch level
  // specs/mode/rknpu_abi.yaml:265
  std::int32_t patchlevel = {};
  // padding
  // Source: Linux DRM, drm.h (the padding of the compiler); that it is zero: our decision
  // specs/mode/rknpu_abi.yaml:266
  std::uint8_t reserved_12[4] = {};
  // bytes at name
  // specs/mode/rknpu_abi.yaml:267
  std::uint64_t name_len = {};
  // user address of the name
  // specs/mode/rknpu_abi.yaml:268
  std::uint64_t name = {};
  // bytes at date
  // specs/mode/rknpu_abi.yaml:269
  std::uint64_t date_len = {};
  // user address of the date
  // specs/mode/rknpu_abi.yaml:270
  std::uint64_t date = {};
  // bytes at desc
  // specs/mode/rknpu_abi.yaml:271
  std::uint64_t desc_len = {};
  // user address of the description
  // specs/mode/rknpu_abi.yaml:272
  std::uint64_t desc = {};
};
static_assert(sizeof(DrmVersion) == 64 && alignof(DrmVersion) == 8);
static_assert(std::is_standard_layout_v<DrmVersion> && std::is_trivially_copyable_v<DrmVersion>);
static_assert(offsetof(DrmVersion, version_major) == 0 && sizeof(DrmVersion::version_major) == 4);
static_assert(offsetof(DrmVersion, version_minor) == 4 && sizeof(DrmVersion::version_minor) == 4);
static_assert(offsetof(DrmVersion, patchlevel) == 8 && sizeof(DrmVersion::patchlevel) == 4);
static_assert(offsetof(DrmVersion, reserved_12) == 12 && sizeof(DrmVersion::reserved_12) == 4);
static_assert(offsetof(DrmVersion, name_len) == 16 && sizeof(DrmVersion::name_len) == 8);
static_assert(offsetof(DrmVersion, name) == 24 && sizeof(DrmVersion::name) == 8);
static_assert(offsetof(DrmVersion, date_len) == 32 && sizeof(DrmVersion::date_len) == 8);
static_assert(offsetof(DrmVersion, date) == 40 && sizeof(DrmVersion::date) == 8);
static_assert(offsetof(DrmVersion, desc_len) == 48 && sizeof(DrmVersion::desc_len) == 8);
static_assert(offsetof(DrmVersion, desc) == 56 && sizeof(DrmVersion::desc) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const DrmVersion& d, std::span<std::uint8_t, 64> to) {
  npuspec_store_u32(to.data() + 0, static_cast<std::uint32_t>(d.version_major));
  npuspec_store_u32(to.data() + 4, static_cast<std::uint32_t>(d.version_minor));
  npuspec_store_u32(to.data() + 8, static_cast<std::uint32_t>(d.patchlevel));
  for (std::size_t i = 0; i < 4; ++i) {
    npuspec_store_u8(to.data() + 12 + i, d.reserved_12[i]);
  }
  npuspec_store_u64(to.data() + 16, d.name_len);
  npuspec_store_u64(to.data() + 24, d.name);
  npuspec_store_u64(to.data() + 32, d.date_len);
  npuspec_store_u64(to.data() + 40, d.date);
  npuspec_store_u64(to.data() + 48, d.desc_len);
  npuspec_store_u64(to.data() + 56, d.desc);
}

constexpr DrmVersion DrmVersion::unpack(std::span<const std::uint8_t, 64> from) {
  DrmVersion d;
  d.version_major = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 0));
  d.version_minor = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 4));
  d.patchlevel = static_cast<std::int32_t>(npuspec_load_u32(from.data() + 8));
  for (std::size_t i = 0; i < 4; ++i) {
    d.reserved_12[i] = npuspec_load_u8(from.data() + 12 + i);
  }
  d.name_len = npuspec_load_u64(from.data() + 16);
  d.name = npuspec_load_u64(from.data() + 24);
  d.date_len = npuspec_load_u64(from.data() + 32);
  d.date = npuspec_load_u64(from.data() + 40);
  d.desc_len = npuspec_load_u64(from.data() + 48);
  d.desc = npuspec_load_u64(from.data() + 56);
  return d;
}

enum class DrmVersionError : std::uint16_t {
  kOk = 0,
  kReservedZero = 60,
};

// clang-format off
inline constexpr npuspec_check kDrmVersionChecks[] = {
    {60, 12, "reserved-zero", "padding"},
};
// clang-format on

// What a refusal means; null for kOk and for a number that is no code.
constexpr const npuspec_check* info(DrmVersionError error) {
  for (const npuspec_check& each : kDrmVersionChecks) {
    if (each.code == static_cast<std::uint16_t>(error)) return &each;
  }
  return nullptr;
}

// padding
// Source: Linux DRM, drm.h (the padding of the compiler); that it is zero: our decision
// specs/mode/rknpu_abi.yaml:266
constexpr bool holds_reserved_zero(const DrmVersion& d) {
  return npuspec_is_zero(d.reserved_12, sizeof(d.reserved_12));
}

// The first check that refuses; kOk when none does.
constexpr DrmVersionError check(const DrmVersion& d) {
  if (!holds_reserved_zero(d)) return DrmVersionError::kReservedZero;
  return DrmVersionError::kOk;
}

// One task of a task array.
// specs/mode/rknpu_abi.yaml:276
struct [[gnu::packed]] alignas(4) Task {
  // Reads the bytes of the wire. Any will do: check() says whether they make sense.
  static constexpr Task unpack(std::span<const std::uint8_t, 40> from);

  // per-task flags
  // specs/mode/rknpu_abi.yaml:282
  std::uint32_t flags = {};
  // operator index, for profiling
  // specs/mode/rknpu_abi.yaml:283
  std::uint32_t op_idx = {};
  // units that run
  // specs/mode/rknpu_abi.yaml:284
  std::uint32_t enable_mask = {};
  // interrupts that end the task
  // specs/mode/rknpu_abi.yaml:285
  std::uint32_t int_mask = {};
  // interrupts cleared before it
  // specs/mode/rknpu_abi.yaml:286
  std::uint32_t int_clear = {};
  // interrupts that it raised
  // specs/mode/rknpu_abi.yaml:287
  std::uint32_t int_status = {};
  // registers to configure
  // specs/mode/rknpu_abi.yaml:288
  TaskKind regcfg_amount = {};
  // where they begin in the command buffer
  // specs/mode/rknpu_abi.yaml:289
  std::uint32_t regcfg_offset = {};
  // device address of the register commands
  // specs/mode/rknpu_abi.yaml:290
  std::uint64_t regcmd_addr = {};
};
static_assert(sizeof(Task) == 40 && alignof(Task) == 4);
static_assert(std::is_standard_layout_v<Task> && std::is_trivially_copyable_v<Task>);
static_assert(offsetof(Task, flags) == 0 && sizeof(Task::flags) == 4);
static_assert(offsetof(Task, op_idx) == 4 && sizeof(Task::op_idx) == 4);
static_assert(offsetof(Task, enable_mask) == 8 && sizeof(Task::enable_mask) == 4);
static_assert(offsetof(Task, int_mask) == 12 && sizeof(Task::int_mask) == 4);
static_assert(offsetof(Task, int_clear) == 16 && sizeof(Task::int_clear) == 4);
static_assert(offsetof(Task, int_status) == 20 && sizeof(Task::int_status) == 4);
static_assert(offsetof(Task, regcfg_amount) == 24 && sizeof(Task::regcfg_amount) == 4);
static_assert(offsetof(Task, regcfg_offset) == 28 && sizeof(Task::regcfg_offset) == 4);
static_assert(offsetof(Task, regcmd_addr) == 32 && sizeof(Task::regcmd_addr) == 8);

// Writes the bytes of the wire, which no struct ever lies over.
constexpr void pack(const Task& d, std::span<std::uint8_t, 40> to) {
  npuspec_store_u32(to.data() + 0, d.flags);
  npuspec_store_u32(to.data() + 4, d.op_idx);
  npuspec_store_u32(to.data() + 8, d.enable_mask);
  npuspec_store_u32(to.data() + 12, d.int_mask);
  npuspec_store_u32(to.data() + 16, d.int_clear);
  npuspec_store_u32(to.data() + 20, d.int_status);
  npuspec_store_u32(to.data() + 24, static_cast<std::uint32_t>(d.regcfg_amount));
  npuspec_store_u32(to.data() + 28, d.regcfg_offset);
  npuspec_store_u64(to.data() + 32, d.regcmd_addr);
}

constexpr Task Task::unpack(std::span<const std::uint8_t, 40> from) {
  Task d;
  d.flags = npuspec_load_u32(from.data() + 0);
  d.op_idx = npuspec_load_u32(from.data() + 4);
  d.enable_mask = npuspec_load_u32(from.data() + 8);
  d.int_mask = npuspec_load_u32(from.data() + 12);
  d.int_clear = npuspec_load_u32(from.data() + 16);
  d.int_status = npuspec_load_u32(from.data() + 20);
  d.regcfg_amount = static_cast<TaskKind>(npuspec_load_u32(from.data() + 24));
  d.regcfg_offset = npuspec_load_u32(from.data() + 28);
  d.regcmd_addr = npuspec_load_u64(from.data() + 32);
  return d;
}

// name and version of the driver
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:293
inline constexpr std::uint32_t kIoctlDrmVersion = 0xC0406400u;

// a handle becomes a dma-buf
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:294
inline constexpr std::uint32_t kIoctlPrimeHandleToFd = 0xC00C642Du;

// a dma-buf becomes a handle
// Source: Linux DRM, drm.h
// specs/mode/rknpu_abi.yaml:295
inline constexpr std::uint32_t kIoctlPrimeFdToHandle = 0xC00C642Eu;

// ask or command, ACT_RESET among them
// specs/mode/rknpu_abi.yaml:296
inline constexpr std::uint32_t kIoctlAction = 0xC0086440u;

// run a job
// specs/mode/rknpu_abi.yaml:297
inline constexpr std::uint32_t kIoctlSubmit = 0xC0686441u;

// make a buffer
// specs/mode/rknpu_abi.yaml:298
inline constexpr std::uint32_t kIoctlMemCreate = 0xC0306442u;

// get the mmap offset of a buffer
// specs/mode/rknpu_abi.yaml:299
inline constexpr std::uint32_t kIoctlMemMap = 0xC0106443u;

// give a buffer back
// specs/mode/rknpu_abi.yaml:300
inline constexpr std::uint32_t kIoctlMemDestroy = 0xC0106444u;

// make a buffer coherent
// specs/mode/rknpu_abi.yaml:301
inline constexpr std::uint32_t kIoctlMemSync = 0xC0206445u;

#if defined(_IOWR)
static_assert(kIoctlDrmVersion == _IOWR(0x64, 0x0, DrmVersion));
static_assert(kIoctlPrimeHandleToFd == _IOWR(0x64, 0x2D, PrimeHandle));
static_assert(kIoctlPrimeFdToHandle == _IOWR(0x64, 0x2E, PrimeHandle));
static_assert(kIoctlAction == _IOWR(0x64, 0x40, Action));
static_assert(kIoctlSubmit == _IOWR(0x64, 0x41, Submit));
static_assert(kIoctlMemCreate == _IOWR(0x64, 0x42, MemCreate));
static_assert(kIoctlMemMap == _IOWR(0x64, 0x43, MemMap));
static_assert(kIoctlMemDestroy == _IOWR(0x64, 0x44, MemDestroy));
static_assert(kIoctlMemSync == _IOWR(0x64, 0x45, MemSync));
#endif

}  // namespace npuspec::rknpu
