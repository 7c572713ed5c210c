// The device rk3588 for C++20: its costs, what is believed of it, and what its events do.
// Source: Mode-transition layer record, 2026-07-14; oRKLLM/ork-driver; RKNPU DRM driver 0.9.8
// Made from specs/mode/rk3588_device.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// What the RK3588 NPU costs and how it goes wrong, for the simulator and the verifier.
//
// An event is a constexpr function of the state, the switches and the costs: it allocates nothing and keeps nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace npuspec::rk3588 {

// row budget of an fp16 matmul
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:12
inline constexpr std::int64_t kRowsFp16Max = 32768;
// widest N of one matmul
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:13
inline constexpr std::int64_t kNMax = 8192;
// K of one pass
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:14
inline constexpr std::int64_t kKSplit = 2048;
// columns of an int8 N tile
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:15
inline constexpr std::int64_t kNTileInt8 = 32;
// columns of an fp16 N tile
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:16
inline constexpr std::int64_t kNTileFp16 = 16;
// columns of an int4 N tile; no record says, so it is that of int8
// Source: our decision, inferred from n_tile_int8
// specs/mode/rk3588_device.yaml:17
inline constexpr std::int64_t kNTileInt4 = 32;
// N tiles that a core must get, or fewer cores are used
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:18
inline constexpr std::int64_t kTilesPerCore = 2;
// per-core entries of a context
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:19
inline constexpr std::int64_t kCoreSlots = 4;
// register command buffer of a context
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:20
inline constexpr std::int64_t kRegcmdBytes = 2097152;
// bytes of one register command
// Source: inferred: oRKLLM/ork-driver writes 64-bit commands, one a register
// specs/mode/rk3588_device.yaml:21
inline constexpr std::int64_t kCommandBytes = 8;
// task array of a context
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:22
inline constexpr std::int64_t kTaskArrayBytes = 524288;
// input buffer of a context, before it grows
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:23
inline constexpr std::int64_t kInputBytes = 262144;
// times the kernel may wait out a timeout
// Source: RKNPU DRM driver 0.9.8
// specs/mode/rk3588_device.yaml:24
inline constexpr std::int64_t kKernelWaitsMax = 3;
// reset lines that a reset pulses, as dmesg says (soft reset, num: 6)
// Source: RKNPU DRM driver 0.9.8
// specs/mode/rk3588_device.yaml:25
inline constexpr std::int64_t kResetLines = 6;
// reset lines of a reset of one core, which sleeps no 100 ms: an action of a custom kernel, not in the stock ABI
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:26
inline constexpr std::int64_t kCoreResetLines = 2;
// entries of a look-up table, 16 bits each; between two of them values are interpolated [I]
// Source: inferred from the 1097 registers of a load, which fit two halves of 513 entries (oRKLLM/ork-driver); that one
// table serves all inputs: our decision
// specs/mode/rk3588_device.yaml:27
inline constexpr std::int64_t kLutEntries = 513;
// bytes that a core moves in a microsecond, for the times of larger shapes [I]
// Source: inferred from the Mode-transition layer record, Phase 2: 5.89 tokens a second of a model of about 1.7 GB
// specs/mode/rk3588_device.yaml:28
inline constexpr std::int64_t kBytesPerUs = 10000;
// what the kernel sleeps in a reset: one that returns sooner did not reset
// Source: RKNPU DRM driver 0.9.8
// specs/mode/rk3588_device.yaml:29
inline constexpr std::int64_t kResetSleep = 100000000;
// tries after EINVAL or EBUSY, retry_sleep apart, before a reset
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:30
inline constexpr std::int64_t kRetries = 20;
// between two of those tries
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:31
inline constexpr std::int64_t kRetrySleep = 50000;
// IOMMU domains of the driver, as many as state.domain has
// Source: RKNPU DRM driver 0.9.8
// specs/mode/rk3588_device.yaml:32
inline constexpr std::int64_t kDomains = 16;
// submit timeout of the incremental int4 path, which follows no knob
// Source: oRKLLM/ork-driver
// specs/mode/rk3588_device.yaml:33
inline constexpr std::int64_t kI4IncrTimeout = 2000000000;
inline constexpr std::size_t kCores = 3;

// The part of the NPU that an op runs on.
enum class Engine : std::uint8_t {
  // nothing ran
  // specs/mode/rk3588_device.yaml:39
  kNone = 0,
  // matrix pipeline
  // specs/mode/rk3588_device.yaml:39
  kMatmul = 1,
  // element-wise
  // specs/mode/rk3588_device.yaml:39
  kSdp = 2,
  // element-wise through the look-up table
  // specs/mode/rk3588_device.yaml:39
  kLut = 3,
};
inline constexpr std::array<std::string_view, 4> kEngineNames = {
    "NONE",
    "MATMUL",
    "SDP",
    "LUT",
};

// The type of an op's data, with the multiply-adds that a core makes in a microsecond at best, for the times of larger
// shapes [I].
enum class Family : std::uint8_t {
  // nothing ran
  // specs/mode/rk3588_device.yaml:45
  kNone = 0,
  // binary16
  // specs/mode/rk3588_device.yaml:46
  kFp16 = 1,
  // 8 bits
  // specs/mode/rk3588_device.yaml:47
  kInt8 = 2,
  // 4 bits
  // specs/mode/rk3588_device.yaml:48
  kInt4 = 3,
  // 16 bits, SDP only
  // specs/mode/rk3588_device.yaml:49
  kInt16 = 4,
};
inline constexpr std::array<std::string_view, 5> kFamilyNames = {
    "NONE",
    "FP16",
    "INT8",
    "INT4",
    "INT16",
};

// What the shared task descriptor was left as, by its register count.
enum class Shape : std::uint8_t {
  // enable 0x0D, what a single-core matmul expects
  // specs/mode/rk3588_device.yaml:53
  kMatmul108 = 0,
  // enable 0x18, left by a LUT op
  // specs/mode/rk3588_device.yaml:53
  kSdp69 = 1,
  // enable 0x18, left by a LUT load
  // specs/mode/rk3588_device.yaml:53
  kLut1097 = 2,
};
inline constexpr std::array<std::string_view, 3> kShapeNames = {
    "MATMUL_108",
    "SDP_69",
    "LUT_1097",
};

// What a hand-over between int4 and int8 must not leave out.
enum class Need : std::uint8_t {
  // neither
  // specs/mode/rk3588_device.yaml:57
  kNothing = 0,
  // the reset
  // specs/mode/rk3588_device.yaml:57
  kReset = 1,
  // the warm clear
  // specs/mode/rk3588_device.yaml:57
  kClears = 2,
  // the reset and the warm clear
  // specs/mode/rk3588_device.yaml:57
  kBoth = 3,
};
inline constexpr std::array<std::string_view, 4> kNeedNames = {
    "NOTHING",
    "RESET",
    "CLEARS",
    "BOTH",
};

// The ops of the probes, with the time of a warm run.
enum class Op : std::uint8_t {
  // 64x64x16, measured
  // specs/mode/rk3588_device.yaml:63
  kMmF16 = 0,
  // 64x64x64, measured 0.3 ms to 0.5 ms
  // specs/mode/rk3588_device.yaml:64
  kMmI8 = 1,
  // time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:65
  kMmI4 = 2,
  // a hardware program chain; time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:66
  kChainI8 = 3,
  // an int4 chain of single rows; time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:67
  kChainI4 = 4,
  // 8x64; the time of an SDP op is inferred from the submit floor
  // specs/mode/rk3588_device.yaml:68
  kExpI16 = 5,
  // 8x64
  // specs/mode/rk3588_device.yaml:69
  kSiluI16 = 6,
  // 8x64
  // specs/mode/rk3588_device.yaml:70
  kGeluI16 = 7,
  // 8x64
  // specs/mode/rk3588_device.yaml:71
  kExpI8 = 8,
  // 8x64
  // specs/mode/rk3588_device.yaml:72
  kSiluI8 = 9,
  // 8x64
  // specs/mode/rk3588_device.yaml:73
  kGeluI8 = 10,
  // 8x64
  // specs/mode/rk3588_device.yaml:74
  kRsqrtI8 = 11,
  // 8x64
  // specs/mode/rk3588_device.yaml:75
  kEwmulI8 = 12,
  // 8x64
  // specs/mode/rk3588_device.yaml:76
  kEwmulI16 = 13,
  // 8x64
  // specs/mode/rk3588_device.yaml:77
  kEwmulF16 = 14,
  // 8x64
  // specs/mode/rk3588_device.yaml:78
  kAddI8 = 15,
  // 8x64
  // specs/mode/rk3588_device.yaml:79
  kAddI16 = 16,
  // 8x64
  // specs/mode/rk3588_device.yaml:80
  kAddF16 = 17,
};
inline constexpr std::array<std::string_view, 18> kOpNames = {
    "MM_F16",
    "MM_I8",
    "MM_I4",
    "CHAIN_I8",
    "CHAIN_I4",
    "EXP_I16",
    "SILU_I16",
    "GELU_I16",
    "EXP_I8",
    "SILU_I8",
    "GELU_I8",
    "RSQRT_I8",
    "EWMUL_I8",
    "EWMUL_I16",
    "EWMUL_F16",
    "ADD_I8",
    "ADD_I16",
    "ADD_F16",
};

constexpr std::uint64_t family_macs_per_us(Family x) {
  switch (x) {
    case Family::kFp16:
      return 500000;
    case Family::kInt8:
      return 1000000;
    case Family::kInt4:
      return 2000000;
    default:
      return 0;
  }
}
constexpr Engine op_engine(Op x) {
  switch (x) {
    case Op::kMmF16:
    case Op::kMmI8:
    case Op::kMmI4:
    case Op::kChainI8:
    case Op::kChainI4:
      return Engine::kMatmul;
    case Op::kExpI16:
    case Op::kSiluI16:
    case Op::kGeluI16:
    case Op::kExpI8:
    case Op::kSiluI8:
    case Op::kGeluI8:
    case Op::kRsqrtI8:
      return Engine::kLut;
    default:
      return Engine::kSdp;
  }
}
constexpr Family op_family(Op x) {
  switch (x) {
    case Op::kMmI8:
    case Op::kChainI8:
    case Op::kExpI8:
    case Op::kSiluI8:
    case Op::kGeluI8:
    case Op::kRsqrtI8:
    case Op::kEwmulI8:
    case Op::kAddI8:
      return Family::kInt8;
    case Op::kMmI4:
    case Op::kChainI4:
      return Family::kInt4;
    case Op::kExpI16:
    case Op::kSiluI16:
    case Op::kGeluI16:
    case Op::kEwmulI16:
    case Op::kAddI16:
      return Family::kInt16;
    default:
      return Family::kFp16;
  }
}
constexpr bool op_chained(Op x) {
  switch (x) {
    case Op::kChainI8:
    case Op::kChainI4:
      return true;
    default:
      return false;
  }
}
constexpr Shape op_leaves(Op x) {
  switch (x) {
    case Op::kExpI16:
    case Op::kSiluI16:
    case Op::kGeluI16:
    case Op::kExpI8:
    case Op::kSiluI8:
    case Op::kGeluI8:
    case Op::kRsqrtI8:
      return Shape::kSdp69;
    default:
      return Shape::kMatmul108;
  }
}
constexpr std::uint64_t op_warm(Op x) {
  switch (x) {
    case Op::kMmI8:
    case Op::kMmI4:
    case Op::kChainI8:
    case Op::kChainI4:
      return 300000;
    default:
      return 200000;
  }
}
// How long things take, in nanoseconds.
struct Costs {
  // the RKNPU_ACT_RESET ioctl: the kernel sleeps 100 ms, pulses six reset lines and attaches the IOMMU again
  // Source: Mode-transition layer record; oRKLLM/ork-driver: 160 of them are 16.8 s
  // specs/mode/rk3588_device.yaml:83
  std::uint64_t reset = 105000000;
  // one more run of the same submit
  // Source: Mode-transition layer record, catalogue 1: 0.2 ms warm, 0.3 ms re-warmed
  // specs/mode/rk3588_device.yaml:84
  std::uint64_t rewarm = 100000;
  // least time of a submit; the records disagree. The simulator adds to it what a larger shape takes
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:85
  std::uint64_t submit_floor = 167000;
  // how long a submit that wedged waits; the kernel may wait it out up to three times
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:86
  std::uint64_t timeout = 60000000000;
  // the kernel sleeps before it gives a job up
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:87
  std::uint64_t abort_sleep = 104000000;
  // the kernel's own reset after a timeout; user space then resets once more, another 105 ms that are a reset of its
  // own
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:88
  std::uint64_t soft_reset = 104000000;
  // what a doorbell job that never started costs; stalls come in pairs, 618 ms then 2149 ms, because the reset that
  // heals the first primes the second
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:89
  std::uint64_t doorbell_stall = 3600000000;
};

// What can be believed either way.
struct Switches {
  // the first int8 matmul after COLD never ends
  // Source: Mode-transition layer record, Motivation: the first-int8-submit wedge guard
  // specs/mode/rk3588_device.yaml:92
  bool cold_int8_wedges = true;
  // an fp16 matmul lifts the cold int8 hazard: the default policy rests on it, since COLD to F16 resets nothing and F16
  // to I8 neither; no probe isolates it
  // Source: Mode-transition layer record, catalogue 2: fp16 to int8 without a reset is coherent
  // specs/mode/rk3588_device.yaml:102
  bool fp16_primes = true;
  // what a hand-over between int4 and int8 needs: plain paths were coherent without either, chained ones corrupted
  // silently without both (perplexity 10.44 to 5.0e6); which half matters was never established
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:111
  Need int4_int8_hazard = Need::kNothing;
  // an fp16 matmul between int4 and int8 counts as a hand-over done right; the default policy lets I4 to F16 to I8 pass
  // without a reset and so rests on this, or on int4_int8_hazard being NOTHING; no probe isolates it
  // Source: the default policy's own cells
  // specs/mode/rk3588_device.yaml:120
  bool fp16_separates = false;
  // a LUT op leaves the shared task descriptor as its own, and the next single-core matmul, which does not rebuild it,
  // never starts: task counter 0, errno 110
  // Source: Mode-transition layer record, catalogue 1; Exp-2026-07-12, Task Descriptor
  // specs/mode/rk3588_device.yaml:129
  bool descriptor_poison = true;
  // an int8 SDP op hangs when submitted right after a matmul (2026-07-21: silu8 after an fp16 and after an int8 matmul,
  // and gelu8 after an fp16 one, which only a power cycle ended); safe in one program chain
  // Source: oRKLLM/ork-driver, mode_probe
  // specs/mode/rk3588_device.yaml:137
  bool int8_sdp_hangs = false;
  // the first write to a fresh output buffer does not arrive: run twice, keep the last
  // Source: Mode-transition layer record, Motivation: cold 2-pass re-warm
  // specs/mode/rk3588_device.yaml:147
  bool first_write_stale = true;
  // a reset clears the SDP look-up table of every core, so a LUT op without a load computes nonsense
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:155
  bool lut_lost = true;
  // the first int8 matmul after a reset in an IOMMU domain other than 0 returns success with 511 of 512 outputs zero:
  // the reset attached domain 0, or dropped the job
  // Source: oRKLLM/ork-driver, A/B twice each; RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:163
  bool reset_drops_in_domain = false;
  // a reset asked for while another runs returns success and does nothing
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:172
  bool concurrent_reset_does_nothing = true;
  // a job queued in the 100 ms of a reset is never started again
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:180
  bool reset_window_drops = true;
  // a reset fails, and leaves dispatch disabled: no job starts until one succeeds
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:188
  bool reset_fails = false;
  // a job without a wait is accepted and never started: none to 2.5 % of them, by depth and domains
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:196
  bool doorbell_drop = false;
  // an int4 chain right after another miscomputes: seen once, unexplained, expected-unknown; perhaps a fresh output
  // buffer per call while the warm flag stays [I]
  // Source: Mode-transition layer record, catalogue 6
  // specs/mode/rk3588_device.yaml:205
  bool int4_chain_repeat = false;
};

// What the device remembers: all the history there is.
struct State {
  // an int8 matmul has ended, or a reset came, since the device was opened
  // specs/mode/rk3588_device.yaml:219
  bool int8_primed = false;
  // the last integer family that a matmul ran
  // specs/mode/rk3588_device.yaml:220
  Family last_int = Family::kNone;
  // the engine of the last job
  // specs/mode/rk3588_device.yaml:221
  Engine last_engine = Engine::kNone;
  // a reset came after last_int changed hands
  // specs/mode/rk3588_device.yaml:222
  bool reset_since = true;
  // a warm clear came after last_int changed hands
  // specs/mode/rk3588_device.yaml:223
  bool cleared_since = true;
  // what the shared task descriptor holds
  // specs/mode/rk3588_device.yaml:224
  Shape shared = Shape::kMatmul108;
  // no job ran since the last reset
  // specs/mode/rk3588_device.yaml:225
  bool just_reset = false;
  // jobs start
  // specs/mode/rk3588_device.yaml:226
  bool dispatch = true;
  // the last matmul was an int4 chain
  // specs/mode/rk3588_device.yaml:227
  bool after_i4_chain = false;
  // the look-up table holds what its op wants
  // specs/mode/rk3588_device.yaml:228
  std::array<bool, kCores> lut_loaded = {false, false, false};
  // the IOMMU domain in force
  // specs/mode/rk3588_device.yaml:230
  std::uint8_t domain = 0;

  constexpr bool operator==(const State&) const = default;
};

// an output buffer
struct Buffer {
  // never written since it was made
  // specs/mode/rk3588_device.yaml:229
  bool stale = true;

  constexpr bool operator==(const Buffer&) const = default;
};

// How an event ends, in rising order of harm.
enum class Outcome : std::uint8_t {
  // as asked
  // specs/mode/rk3588_device.yaml:392
  kOk = 0,
  // what was there before
  // specs/mode/rk3588_device.yaml:393
  kStale = 1,
  // a reset that did nothing
  // specs/mode/rk3588_device.yaml:394
  kMissed = 2,
  // the completion sentinel is untouched: that tells
  // specs/mode/rk3588_device.yaml:395
  kDropped = 3,
  // never completes; a wait must time out, and say so
  // specs/mode/rk3588_device.yaml:396
  kLost = 4,
  // nobody is told
  // specs/mode/rk3588_device.yaml:397
  kCorrupt = 5,
  // a reset that did not happen
  // specs/mode/rk3588_device.yaml:398
  kFailed = 6,
  // ETIMEDOUT with a task counter of 0; dmesg names irq status 0 and require mask 0x300
  // specs/mode/rk3588_device.yaml:399
  kWedge = 7,
  // No outcome of the device: an argument was out of its range, or there is no such event. Nothing was changed.
  kOutOfRange = 8,
};
inline constexpr std::array<std::string_view, 9> kOutcomeNames = {
    "ok",
    "stale",
    "missed",
    "dropped",
    "lost",
    "corrupt",
    "failed",
    "wedge",
    "out_of_range",
};

enum class Event : std::uint8_t {
  // a context opens the device
  // specs/mode/rk3588_device.yaml:233
  kOpen = 0,
  // RKNPU_ACT_RESET; concurrent: while another runs
  // specs/mode/rk3588_device.yaml:234
  kReset = 1,
  // the driver forgets its warm flags, so that the next submit runs twice
  // specs/mode/rk3588_device.yaml:235
  kClear = 2,
  // the driver writes the shared task descriptor back
  // specs/mode/rk3588_device.yaml:236
  kRestore = 3,
  // load the look-up table of a core
  // specs/mode/rk3588_device.yaml:237
  kLoad = 4,
  // switch the IOMMU domain
  // specs/mode/rk3588_device.yaml:238
  kAttach = 5,
  // make an output buffer
  // specs/mode/rk3588_device.yaml:239
  kMake = 6,
  // one job; multi: on several cores; nonblock: without a wait; in_reset: while a reset runs
  // specs/mode/rk3588_device.yaml:240
  kSubmit = 7,
};

struct Result {
  Outcome outcome = Outcome::kOk;
  // Nanoseconds.
  std::uint64_t cost = 0;
  // Bit i: rule i acted.
  std::uint64_t rules = 0;

  constexpr void worsen(Outcome by) {
    if (by > outcome) outcome = by;
  }
};

// a context opens the device. specs/mode/rk3588_device.yaml:233
constexpr Result open(State& state, const Switches& switches, const Costs& costs) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  // opened: a context starts COLD. specs/mode/rk3588_device.yaml:243
  {
    result.rules |= std::uint64_t{1} << 0;
    next.int8_primed = false;
    next.last_int = Family::kNone;
    next.last_engine = Engine::kNone;
  }
  state = next;
  return result;
}

// RKNPU_ACT_RESET; concurrent: while another runs. specs/mode/rk3588_device.yaml:234
constexpr Result reset(State& state, const Switches& switches, const Costs& costs, bool concurrent) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  static_cast<void>(concurrent);
  // reset-missed: success, without a reset. specs/mode/rk3588_device.yaml:248
  if (switches.concurrent_reset_does_nothing && concurrent) {
    result.rules |= std::uint64_t{1} << 1;
    result.worsen(Outcome::kMissed);
    state = next;
    return result;
  }
  // reset-failed: the hardware takes no more jobs. specs/mode/rk3588_device.yaml:254
  if (switches.reset_fails) {
    result.rules |= std::uint64_t{1} << 2;
    next.dispatch = false;
    result.cost += costs.reset;
    result.worsen(Outcome::kFailed);
    state = next;
    return result;
  }
  // reset-done: the pipeline starts anew; buffers, IOVA maps, task arrays, the kernel job list and all software flags
  // stay. specs/mode/rk3588_device.yaml:262
  {
    result.rules |= std::uint64_t{1} << 3;
    next.int8_primed = true;
    next.reset_since = true;
    next.just_reset = true;
    next.dispatch = true;
    next.last_engine = Engine::kNone;
    next.after_i4_chain = false;
    result.cost += costs.reset;
  }
  // reset-loses-luts: the look-up tables of all cores are gone. specs/mode/rk3588_device.yaml:268
  if (switches.lut_lost) {
    result.rules |= std::uint64_t{1} << 4;
    next.lut_loaded.fill(false);
  }
  state = next;
  return result;
}

// the driver forgets its warm flags, so that the next submit runs twice. specs/mode/rk3588_device.yaml:235
constexpr Result clear(State& state, const Switches& switches, const Costs& costs) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  // cleared: the next submit runs twice. specs/mode/rk3588_device.yaml:274
  {
    result.rules |= std::uint64_t{1} << 5;
    next.cleared_since = true;
    next.after_i4_chain = false;
  }
  state = next;
  return result;
}

// the driver writes the shared task descriptor back. specs/mode/rk3588_device.yaml:236
constexpr Result restore(State& state, const Switches& switches, const Costs& costs) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  // restored: the cure of descriptor_poison, and the only one. specs/mode/rk3588_device.yaml:278
  {
    result.rules |= std::uint64_t{1} << 6;
    next.shared = Shape::kMatmul108;
  }
  state = next;
  return result;
}

// load the look-up table of a core. specs/mode/rk3588_device.yaml:237
//
// `core` is in 0..2; else kOutOfRange, and nothing changes.
constexpr Result load(State& state, const Switches& switches, const Costs& costs, std::uint8_t core) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  if (core > 2) return {Outcome::kOutOfRange};
  // loaded: a load goes through the shared task descriptor. specs/mode/rk3588_device.yaml:283
  {
    result.rules |= std::uint64_t{1} << 7;
    next.lut_loaded[core] = true;
    next.shared = Shape::kLut1097;
    result.cost += costs.submit_floor;
  }
  state = next;
  return result;
}

// switch the IOMMU domain. specs/mode/rk3588_device.yaml:238
//
// `to` is in 0..15; else kOutOfRange, and nothing changes.
constexpr Result attach(State& state, const Switches& switches, const Costs& costs, std::uint8_t to) {
  Result result;
  State next = state;
  static_cast<void>(switches);
  static_cast<void>(costs);
  if (to > 15) return {Outcome::kOutOfRange};
  // attached: another domain. specs/mode/rk3588_device.yaml:289
  {
    result.rules |= std::uint64_t{1} << 8;
    next.domain = to;
  }
  state = next;
  return result;
}

// make an output buffer. specs/mode/rk3588_device.yaml:239
constexpr Result make(State& state, Buffer& buffer, const Switches& switches, const Costs& costs) {
  Result result;
  State next = state;
  Buffer next_buffer = buffer;
  static_cast<void>(switches);
  static_cast<void>(costs);
  // made: a fresh buffer. specs/mode/rk3588_device.yaml:293
  {
    result.rules |= std::uint64_t{1} << 9;
    next_buffer.stale = true;
  }
  state = next;
  buffer = next_buffer;
  return result;
}

constexpr bool submit_poisoned_descriptor(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)nonblock;
  (void)in_reset;
  if (!switches.descriptor_poison) return false;
  if (op_engine(op) != Engine::kMatmul) return false;
  if (multi) return false;
  return state.shared != Shape::kMatmul108;
}
constexpr bool submit_cold_int8(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (!switches.cold_int8_wedges) return false;
  if (op_engine(op) != Engine::kMatmul) return false;
  if (op_family(op) != Family::kInt8) return false;
  return !state.int8_primed;
}
constexpr bool submit_int8_sdp_after_matmul_test(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const Engine x = op_engine(op);
  return x == Engine::kSdp || x == Engine::kLut;
}
constexpr bool submit_int8_sdp_after_matmul(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (!switches.int8_sdp_hangs) return false;
  if (!submit_int8_sdp_after_matmul_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  if (op_family(op) != Family::kInt8) return false;
  return state.last_engine == Engine::kMatmul;
}
constexpr bool submit_int4_int8_test(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const Family x = op_family(op);
  return x == Family::kInt8 || x == Family::kInt4;
}
constexpr bool submit_int4_int8(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (op_engine(op) != Engine::kMatmul) return false;
  if (!submit_int4_int8_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  if (!(state.last_int == Family::kInt8 || state.last_int == Family::kInt4)) return false;
  if (op_family(op) == state.last_int) return false;
  if ((switches.int4_int8_hazard == Need::kReset || switches.int4_int8_hazard == Need::kBoth) && !state.reset_since) return true;
  if (!(switches.int4_int8_hazard == Need::kClears || switches.int4_int8_hazard == Need::kBoth)) return false;
  return !state.cleared_since;
}
constexpr bool submit_dropped_after_reset(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (!switches.reset_drops_in_domain) return false;
  if (!state.just_reset) return false;
  if (op_engine(op) != Engine::kMatmul) return false;
  if (op_family(op) != Family::kInt8) return false;
  return state.domain != 0;
}
constexpr bool submit_ran_int8_primed(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (state.int8_primed) return true;
  if (op_engine(op) != Engine::kMatmul) return false;
  return op_family(op) == Family::kInt8 || (switches.fp16_primes && op_family(op) == Family::kFp16);
}
constexpr bool submit_ran_last_int_test(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const Family x = op_family(op);
  return x == Family::kInt8 || x == Family::kInt4;
}
constexpr Family submit_ran_last_int(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (op_engine(op) == Engine::kMatmul && submit_ran_last_int_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return op_family(op);
  if (op_engine(op) == Engine::kMatmul && switches.fp16_separates) return Family::kNone;
  return state.last_int;
}
constexpr bool submit_handed_over_test(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const Family x = op_family(op);
  return x == Family::kInt8 || x == Family::kInt4;
}
constexpr bool submit_handed_over(const State& state, const Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (op_engine(op) != Engine::kMatmul) return false;
  if (!submit_handed_over_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  return op_family(op) != state.last_int;
}
// one job; multi: on several cores; nonblock: without a wait; in_reset: while a reset runs.
// specs/mode/rk3588_device.yaml:240
//
// `op` is a symbol of op; else kOutOfRange, and nothing changes.
// `core` is in 0..2; else kOutOfRange, and nothing changes.
constexpr Result submit(State& state, Buffer& buffer, const Switches& switches, const Costs& costs, Op op, std::uint8_t core, bool multi, bool nonblock, bool in_reset) {
  Result result;
  State next = state;
  Buffer next_buffer = buffer;
  static_cast<void>(switches);
  static_cast<void>(costs);
  static_cast<void>(multi);
  static_cast<void>(nonblock);
  static_cast<void>(in_reset);
  if (static_cast<std::uint8_t>(op) > 17) return {Outcome::kOutOfRange};
  if (core > 2) return {Outcome::kOutOfRange};
  // dispatch-disabled: no job starts after a reset that failed. specs/mode/rk3588_device.yaml:297
  if (!state.dispatch) {
    result.rules |= std::uint64_t{1} << 10;
    result.cost += costs.timeout + costs.abort_sleep + costs.soft_reset;
    result.worsen(Outcome::kWedge);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // queued-in-reset: the job waits for a start that never comes. specs/mode/rk3588_device.yaml:304
  if (switches.reset_window_drops && in_reset) {
    result.rules |= std::uint64_t{1} << 11;
    result.cost += costs.timeout + costs.abort_sleep + costs.soft_reset;
    result.worsen(Outcome::kWedge);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // doorbell-lost: accepted, never started. specs/mode/rk3588_device.yaml:311
  if (switches.doorbell_drop && nonblock) {
    result.rules |= std::uint64_t{1} << 12;
    result.cost += costs.doorbell_stall;
    result.worsen(Outcome::kLost);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // poisoned-descriptor: a single-core matmul does not rebuild the descriptor; a reset does not cure it.
  // specs/mode/rk3588_device.yaml:318
  if (submit_poisoned_descriptor(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 13;
    result.cost += costs.timeout + costs.abort_sleep + costs.soft_reset;
    result.worsen(Outcome::kWedge);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // cold-int8: the first int8 matmul after COLD. specs/mode/rk3588_device.yaml:325
  if (submit_cold_int8(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 14;
    result.cost += costs.timeout + costs.abort_sleep + costs.soft_reset;
    result.worsen(Outcome::kWedge);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // int8-sdp-after-matmul: an int8 SDP op on its own after a matmul. specs/mode/rk3588_device.yaml:332
  if (submit_int8_sdp_after_matmul(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 15;
    result.cost += costs.timeout + costs.abort_sleep + costs.soft_reset;
    result.worsen(Outcome::kWedge);
    state = next;
    buffer = next_buffer;
    return result;
  }
  // int4-int8: a hand-over that left out what it needs; silent. specs/mode/rk3588_device.yaml:339
  if (submit_int4_int8(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 16;
    result.worsen(Outcome::kCorrupt);
  }
  // int4-chain-again: a hypothesis about one miscompute. specs/mode/rk3588_device.yaml:347
  if (switches.int4_chain_repeat && op == Op::kChainI4 && state.after_i4_chain) {
    result.rules |= std::uint64_t{1} << 17;
    result.worsen(Outcome::kCorrupt);
  }
  // lut-missing: the look-up table holds nothing. specs/mode/rk3588_device.yaml:353
  if (op_engine(op) == Engine::kLut && !state.lut_loaded[core]) {
    result.rules |= std::uint64_t{1} << 18;
    result.worsen(Outcome::kCorrupt);
  }
  // dropped-after-reset: success, with nearly every output zero. specs/mode/rk3588_device.yaml:359
  if (submit_dropped_after_reset(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 19;
    result.worsen(Outcome::kDropped);
  }
  // stale-output: the first write to this buffer. specs/mode/rk3588_device.yaml:365
  if (switches.first_write_stale && buffer.stale) {
    result.rules |= std::uint64_t{1} << 20;
    result.worsen(Outcome::kStale);
  }
  // ran: the job ended; a multi-core one has task arrays of its own and leaves the shared descriptor as it was, and so
  // does an element-wise one without a table [I]. specs/mode/rk3588_device.yaml:371
  {
    result.rules |= std::uint64_t{1} << 21;
    next.shared = multi || op_engine(op) == Engine::kSdp ? state.shared : op_leaves(op);
    next.just_reset = false;
    next.last_engine = op_engine(op);
    next_buffer.stale = false;
    next.int8_primed = submit_ran_int8_primed(state, buffer, switches, costs, op, core, multi, nonblock, in_reset);
    next.after_i4_chain = op_engine(op) == Engine::kMatmul ? op == Op::kChainI4 : state.after_i4_chain;
    next.last_int = submit_ran_last_int(state, buffer, switches, costs, op, core, multi, nonblock, in_reset);
    result.cost += op_warm(op);
  }
  // handed-over: another integer family holds the pipeline. specs/mode/rk3588_device.yaml:385
  if (submit_handed_over(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= std::uint64_t{1} << 22;
    next.reset_since = false;
    next.cleared_since = false;
  }
  state = next;
  buffer = next_buffer;
  return result;
}

// Any event, its arguments as numbers in the order of the spec; an object's is ignored, and the object given is meant.
// For whoever replays sequences. kOutOfRange, and nothing changes, when an argument is out of its range or there is no
// such event.
constexpr Result happen(State& state, Buffer& buffer, const Switches& switches, const Costs& costs, Event event, const std::int64_t* arguments) {
  static_cast<void>(buffer);
  static_cast<void>(arguments);
  switch (event) {
    case Event::kOpen:
      return open(state, switches, costs);
    case Event::kReset:
      return reset(state, switches, costs, arguments[0] != 0);
    case Event::kClear:
      return clear(state, switches, costs);
    case Event::kRestore:
      return restore(state, switches, costs);
    case Event::kLoad:
      if (arguments[0] < 0 || arguments[0] > 2) break;
      return load(state, switches, costs, static_cast<std::uint8_t>(arguments[0]));
    case Event::kAttach:
      if (arguments[0] < 0 || arguments[0] > 15) break;
      return attach(state, switches, costs, static_cast<std::uint8_t>(arguments[0]));
    case Event::kMake:
      return make(state, buffer, switches, costs);
    case Event::kSubmit:
      if (arguments[0] < 0 || arguments[0] > 17) break;
      if (arguments[1] < 0 || arguments[1] > 2) break;
      return submit(state, buffer, switches, costs, static_cast<Op>(arguments[0]), static_cast<std::uint8_t>(arguments[1]), arguments[2] != 0, arguments[3] != 0, arguments[4] != 0);
  }
  return {Outcome::kOutOfRange};
}

// How the output of a path lies.
enum class PathOutput : std::uint8_t {
  kNone,
  kScalar,
  kPercore,
  kLocal,
  kCall,
};

// What a site of the policy submits once it has entered; or, of no site, what is submitted without an entry.
struct Path {
  std::string_view name;
  // It is the site of that name.
  bool site;
  // Bit i: it submits the op i.
  std::uint64_t ops;
  // A submit is on several cores.
  bool multi;
  PathOutput output;
  bool load;
  bool restore;
  bool nonblock;
  bool attach;
  bool warm_scalar;
};

inline constexpr std::array<Path, 22> kPaths = {{
    {"run_multicore", true, 0x3, true, PathOutput::kPercore, false, false, false, false, false},
    {"run_single_core", true, 0x3, false, PathOutput::kScalar, false, false, false, false, false},
    {"run_chain_i8_impl", true, 0x8, false, PathOutput::kScalar, false, false, false, false, false},
    {"ork_npu_chain_progs", true, 0x8, false, PathOutput::kScalar, false, false, false, false, false},
    {"run_stream_i8", true, 0x2, true, PathOutput::kPercore, false, false, false, false, true},
    {"run_stream_i8_small_k", true, 0x2, true, PathOutput::kPercore, false, false, false, false, true},
    {"run_stream_f16", true, 0x1, true, PathOutput::kPercore, false, false, false, false, true},
    {"run_stream_f16_chained", true, 0x1, true, PathOutput::kPercore, false, false, false, false, true},
    {"run_i4_mc", true, 0x4, true, PathOutput::kPercore, false, false, false, false, false},
    {"run_i4_grouped", true, 0x4, true, PathOutput::kPercore, false, false, false, false, false},
    {"run_i4_incr_mc", true, 0x4, true, PathOutput::kPercore, false, false, false, false, false},
    {"run_i4_bchain", true, 0x4, true, PathOutput::kPercore, false, false, false, false, false},
    {"run_i4_cbatch", true, 0x4, true, PathOutput::kPercore, false, false, false, false, false},
    {"ork_mm_run_i4_incr", true, 0x4, false, PathOutput::kLocal, false, false, false, false, false},
    {"ork_mm_run_chain_i4", true, 0x10, false, PathOutput::kCall, false, false, false, false, false},
    {"run_stream_i4", true, 0x4, true, PathOutput::kPercore, false, false, false, false, true},
    {"doorbell_i8", true, 0x8, false, PathOutput::kScalar, false, false, true, false, false},
    {"doorbell_colsplit_f16", true, 0x1, true, PathOutput::kPercore, false, false, true, false, false},
    {"sdp_elementwise", true, 0x7000, false, PathOutput::kNone, false, false, false, false, false},
    {"lut_i16", false, 0x20, false, PathOutput::kNone, true, true, false, false, false},
    {"lut_i8", false, 0x200, false, PathOutput::kNone, true, true, false, false, false},
    {"switch_domain", false, 0x0, false, PathOutput::kNone, false, false, false, true, false},
}};

}  // namespace npuspec::rk3588
