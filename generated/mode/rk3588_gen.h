// The device rk3588 for C11: its costs, what is believed of it, and what its events do.
// Source: Mode-transition layer record, 2026-07-14; oRKLLM/ork-driver; RKNPU DRM driver 0.9.8
// Made from specs/mode/rk3588_device.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// What the RK3588 NPU costs and how it goes wrong, for the simulator and the verifier.
//
// An event is a pure function of the state, the switches and the costs: it allocates nothing and keeps nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // row budget of an fp16 matmul
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:12
  RK3588_ROWS_FP16_MAX = 32768,
  // widest N of one matmul
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:13
  RK3588_N_MAX = 8192,
  // K of one pass
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:14
  RK3588_K_SPLIT = 2048,
  // columns of an int8 N tile
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:15
  RK3588_N_TILE_INT8 = 32,
  // columns of an fp16 N tile
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:16
  RK3588_N_TILE_FP16 = 16,
  // columns of an int4 N tile; no record says, so it is that of int8
  // Source: our decision, inferred from n_tile_int8
  // specs/mode/rk3588_device.yaml:17
  RK3588_N_TILE_INT4 = 32,
  // N tiles that a core must get, or fewer cores are used
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:18
  RK3588_TILES_PER_CORE = 2,
  // per-core entries of a context
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:19
  RK3588_CORE_SLOTS = 4,
  // register command buffer of a context
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:20
  RK3588_REGCMD_BYTES = 2097152,
  // bytes of one register command
  // Source: inferred: oRKLLM/ork-driver writes 64-bit commands, one a register
  // specs/mode/rk3588_device.yaml:21
  RK3588_COMMAND_BYTES = 8,
  // task array of a context
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:22
  RK3588_TASK_ARRAY_BYTES = 524288,
  // input buffer of a context, before it grows
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:23
  RK3588_INPUT_BYTES = 262144,
  // times the kernel may wait out a timeout
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:24
  RK3588_KERNEL_WAITS_MAX = 3,
  // reset lines that a reset pulses, as dmesg says (soft reset, num: 6)
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:25
  RK3588_RESET_LINES = 6,
  // reset lines of a reset of one core, which sleeps no 100 ms: an action of a custom kernel, not in the stock ABI
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:26
  RK3588_CORE_RESET_LINES = 2,
  // entries of a look-up table, 16 bits each; between two of them values are interpolated [I]
  // Source: inferred from the 1097 registers of a load, which fit two halves of 513 entries (oRKLLM/ork-driver); that
  // one table serves all inputs: our decision
  // specs/mode/rk3588_device.yaml:27
  RK3588_LUT_ENTRIES = 513,
  // bytes that a core moves in a microsecond, for the times of larger shapes [I]
  // Source: inferred from the Mode-transition layer record, Phase 2: 5.89 tokens a second of a model of about 1.7 GB
  // specs/mode/rk3588_device.yaml:28
  RK3588_BYTES_PER_US = 10000,
  // what the kernel sleeps in a reset: one that returns sooner did not reset
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:29
  RK3588_RESET_SLEEP = 100000000,
  // tries after EINVAL or EBUSY, retry_sleep apart, before a reset
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:30
  RK3588_RETRIES = 20,
  // between two of those tries
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:31
  RK3588_RETRY_SLEEP = 50000,
  // IOMMU domains of the driver, as many as state.domain has
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:32
  RK3588_DOMAINS = 16,
  // submit timeout of the incremental int4 path, which follows no knob
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:33
  RK3588_I4_INCR_TIMEOUT = 2000000000,
};

enum { RK3588_CORES = 3 };

// The part of the NPU that an op runs on.
enum rk3588_engine {
  // nothing ran
  // specs/mode/rk3588_device.yaml:39
  RK3588_ENGINE_NONE = 0,
  // matrix pipeline
  // specs/mode/rk3588_device.yaml:39
  RK3588_ENGINE_MATMUL = 1,
  // element-wise
  // specs/mode/rk3588_device.yaml:39
  RK3588_ENGINE_SDP = 2,
  // element-wise through the look-up table
  // specs/mode/rk3588_device.yaml:39
  RK3588_ENGINE_LUT = 3,
};
enum { RK3588_ENGINE_COUNT = 4 };

static const char* const rk3588_engine_names[] = {
    "NONE",
    "MATMUL",
    "SDP",
    "LUT",
};

// The type of an op's data, with the multiply-adds that a core makes in a microsecond at best, for the times of larger
// shapes [I].
enum rk3588_family {
  // nothing ran
  // specs/mode/rk3588_device.yaml:45
  RK3588_FAMILY_NONE = 0,
  // binary16
  // specs/mode/rk3588_device.yaml:46
  RK3588_FAMILY_FP16 = 1,
  // 8 bits
  // specs/mode/rk3588_device.yaml:47
  RK3588_FAMILY_INT8 = 2,
  // 4 bits
  // specs/mode/rk3588_device.yaml:48
  RK3588_FAMILY_INT4 = 3,
  // 16 bits, SDP only
  // specs/mode/rk3588_device.yaml:49
  RK3588_FAMILY_INT16 = 4,
};
enum { RK3588_FAMILY_COUNT = 5 };

static const char* const rk3588_family_names[] = {
    "NONE",
    "FP16",
    "INT8",
    "INT4",
    "INT16",
};

// What the shared task descriptor was left as, by its register count.
enum rk3588_shape {
  // enable 0x0D, what a single-core matmul expects
  // specs/mode/rk3588_device.yaml:53
  RK3588_SHAPE_MATMUL_108 = 0,
  // enable 0x18, left by a LUT op
  // specs/mode/rk3588_device.yaml:53
  RK3588_SHAPE_SDP_69 = 1,
  // enable 0x18, left by a LUT load
  // specs/mode/rk3588_device.yaml:53
  RK3588_SHAPE_LUT_1097 = 2,
};
enum { RK3588_SHAPE_COUNT = 3 };

static const char* const rk3588_shape_names[] = {
    "MATMUL_108",
    "SDP_69",
    "LUT_1097",
};

// What a hand-over between int4 and int8 must not leave out.
enum rk3588_need {
  // neither
  // specs/mode/rk3588_device.yaml:57
  RK3588_NEED_NOTHING = 0,
  // the reset
  // specs/mode/rk3588_device.yaml:57
  RK3588_NEED_RESET = 1,
  // the warm clear
  // specs/mode/rk3588_device.yaml:57
  RK3588_NEED_CLEARS = 2,
  // the reset and the warm clear
  // specs/mode/rk3588_device.yaml:57
  RK3588_NEED_BOTH = 3,
};
enum { RK3588_NEED_COUNT = 4 };

static const char* const rk3588_need_names[] = {
    "NOTHING",
    "RESET",
    "CLEARS",
    "BOTH",
};

// The ops of the probes, with the time of a warm run.
enum rk3588_op {
  // 64x64x16, measured
  // specs/mode/rk3588_device.yaml:63
  RK3588_OP_MM_F16 = 0,
  // 64x64x64, measured 0.3 ms to 0.5 ms
  // specs/mode/rk3588_device.yaml:64
  RK3588_OP_MM_I8 = 1,
  // time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:65
  RK3588_OP_MM_I4 = 2,
  // a hardware program chain; time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:66
  RK3588_OP_CHAIN_I8 = 3,
  // an int4 chain of single rows; time inferred from MM_I8
  // specs/mode/rk3588_device.yaml:67
  RK3588_OP_CHAIN_I4 = 4,
  // 8x64; the time of an SDP op is inferred from the submit floor
  // specs/mode/rk3588_device.yaml:68
  RK3588_OP_EXP_I16 = 5,
  // 8x64
  // specs/mode/rk3588_device.yaml:69
  RK3588_OP_SILU_I16 = 6,
  // 8x64
  // specs/mode/rk3588_device.yaml:70
  RK3588_OP_GELU_I16 = 7,
  // 8x64
  // specs/mode/rk3588_device.yaml:71
  RK3588_OP_EXP_I8 = 8,
  // 8x64
  // specs/mode/rk3588_device.yaml:72
  RK3588_OP_SILU_I8 = 9,
  // 8x64
  // specs/mode/rk3588_device.yaml:73
  RK3588_OP_GELU_I8 = 10,
  // 8x64
  // specs/mode/rk3588_device.yaml:74
  RK3588_OP_RSQRT_I8 = 11,
  // 8x64
  // specs/mode/rk3588_device.yaml:75
  RK3588_OP_EWMUL_I8 = 12,
  // 8x64
  // specs/mode/rk3588_device.yaml:76
  RK3588_OP_EWMUL_I16 = 13,
  // 8x64
  // specs/mode/rk3588_device.yaml:77
  RK3588_OP_EWMUL_F16 = 14,
  // 8x64
  // specs/mode/rk3588_device.yaml:78
  RK3588_OP_ADD_I8 = 15,
  // 8x64
  // specs/mode/rk3588_device.yaml:79
  RK3588_OP_ADD_I16 = 16,
  // 8x64
  // specs/mode/rk3588_device.yaml:80
  RK3588_OP_ADD_F16 = 17,
};
enum { RK3588_OP_COUNT = 18 };

static const char* const rk3588_op_names[] = {
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

static inline uint64_t rk3588_family_macs_per_us(uint64_t x) {
  switch (x) {
    case RK3588_FAMILY_FP16:
      return 500000;
    case RK3588_FAMILY_INT8:
      return 1000000;
    case RK3588_FAMILY_INT4:
      return 2000000;
    default:
      return 0;
  }
}
static inline uint64_t rk3588_op_engine(uint64_t x) {
  switch (x) {
    case RK3588_OP_MM_F16:
    case RK3588_OP_MM_I8:
    case RK3588_OP_MM_I4:
    case RK3588_OP_CHAIN_I8:
    case RK3588_OP_CHAIN_I4:
      return RK3588_ENGINE_MATMUL;
    case RK3588_OP_EXP_I16:
    case RK3588_OP_SILU_I16:
    case RK3588_OP_GELU_I16:
    case RK3588_OP_EXP_I8:
    case RK3588_OP_SILU_I8:
    case RK3588_OP_GELU_I8:
    case RK3588_OP_RSQRT_I8:
      return RK3588_ENGINE_LUT;
    default:
      return RK3588_ENGINE_SDP;
  }
}
static inline uint64_t rk3588_op_family(uint64_t x) {
  switch (x) {
    case RK3588_OP_MM_I8:
    case RK3588_OP_CHAIN_I8:
    case RK3588_OP_EXP_I8:
    case RK3588_OP_SILU_I8:
    case RK3588_OP_GELU_I8:
    case RK3588_OP_RSQRT_I8:
    case RK3588_OP_EWMUL_I8:
    case RK3588_OP_ADD_I8:
      return RK3588_FAMILY_INT8;
    case RK3588_OP_MM_I4:
    case RK3588_OP_CHAIN_I4:
      return RK3588_FAMILY_INT4;
    case RK3588_OP_EXP_I16:
    case RK3588_OP_SILU_I16:
    case RK3588_OP_GELU_I16:
    case RK3588_OP_EWMUL_I16:
    case RK3588_OP_ADD_I16:
      return RK3588_FAMILY_INT16;
    default:
      return RK3588_FAMILY_FP16;
  }
}
static inline bool rk3588_op_chained(uint64_t x) {
  switch (x) {
    case RK3588_OP_CHAIN_I8:
    case RK3588_OP_CHAIN_I4:
      return true;
    default:
      return false;
  }
}
static inline uint64_t rk3588_op_leaves(uint64_t x) {
  switch (x) {
    case RK3588_OP_EXP_I16:
    case RK3588_OP_SILU_I16:
    case RK3588_OP_GELU_I16:
    case RK3588_OP_EXP_I8:
    case RK3588_OP_SILU_I8:
    case RK3588_OP_GELU_I8:
    case RK3588_OP_RSQRT_I8:
      return RK3588_SHAPE_SDP_69;
    default:
      return RK3588_SHAPE_MATMUL_108;
  }
}
static inline uint64_t rk3588_op_warm(uint64_t x) {
  switch (x) {
    case RK3588_OP_MM_I8:
    case RK3588_OP_MM_I4:
    case RK3588_OP_CHAIN_I8:
    case RK3588_OP_CHAIN_I4:
      return 300000;
    default:
      return 200000;
  }
}
// How long things take, in nanoseconds.
typedef struct rk3588_costs {
  // the RKNPU_ACT_RESET ioctl: the kernel sleeps 100 ms, pulses six reset lines and attaches the IOMMU again
  // Source: Mode-transition layer record; oRKLLM/ork-driver: 160 of them are 16.8 s
  // specs/mode/rk3588_device.yaml:83
  uint64_t reset;
  // one more run of the same submit
  // Source: Mode-transition layer record, catalogue 1: 0.2 ms warm, 0.3 ms re-warmed
  // specs/mode/rk3588_device.yaml:84
  uint64_t rewarm;
  // least time of a submit; the records disagree. The simulator adds to it what a larger shape takes
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:85
  uint64_t submit_floor;
  // how long a submit that wedged waits; the kernel may wait it out up to three times
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:86
  uint64_t timeout;
  // the kernel sleeps before it gives a job up
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:87
  uint64_t abort_sleep;
  // the kernel's own reset after a timeout; user space then resets once more, another 105 ms that are a reset of its
  // own
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:88
  uint64_t soft_reset;
  // what a doorbell job that never started costs; stalls come in pairs, 618 ms then 2149 ms, because the reset that
  // heals the first primes the second
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:89
  uint64_t doorbell_stall;
} rk3588_costs;

static inline rk3588_costs rk3588_default_costs(void) {
  rk3588_costs costs = {0};
  costs.reset = 105000000;
  costs.rewarm = 100000;
  costs.submit_floor = 167000;
  costs.timeout = 60000000000;
  costs.abort_sleep = 104000000;
  costs.soft_reset = 104000000;
  costs.doorbell_stall = 3600000000;
  return costs;
}

// A cost by number, with what was seen of it: `least` to `most` nanoseconds, one number where nothing varies.
typedef struct rk3588_cost_row {
  const char* name;
  uint64_t least;
  uint64_t most;
} rk3588_cost_row;

enum {
  RK3588_COST_RESET = 0,
  RK3588_COST_REWARM = 1,
  RK3588_COST_SUBMIT_FLOOR = 2,
  RK3588_COST_TIMEOUT = 3,
  RK3588_COST_ABORT_SLEEP = 4,
  RK3588_COST_SOFT_RESET = 5,
  RK3588_COST_DOORBELL_STALL = 6,
  RK3588_COSTS = 7,
};

static const rk3588_cost_row rk3588_cost_rows[RK3588_COSTS + 1] = {
    {"reset", 104000000, 107000000},
    {"rewarm", 100000, 100000},
    {"submit_floor", 48000, 167000},
    {"timeout", 60000000000, 60000000000},
    {"abort_sleep", 104000000, 104000000},
    {"soft_reset", 104000000, 104000000},
    {"doorbell_stall", 3600000000, 3600000000},
    {0},
};

// False, and nothing changes, when there is no such cost.
static inline bool rk3588_set_cost(rk3588_costs* costs, int which, uint64_t nanoseconds) {
  (void)costs;
  (void)nanoseconds;
  switch (which) {
    case RK3588_COST_RESET:
      costs->reset = nanoseconds;
      return true;
    case RK3588_COST_REWARM:
      costs->rewarm = nanoseconds;
      return true;
    case RK3588_COST_SUBMIT_FLOOR:
      costs->submit_floor = nanoseconds;
      return true;
    case RK3588_COST_TIMEOUT:
      costs->timeout = nanoseconds;
      return true;
    case RK3588_COST_ABORT_SLEEP:
      costs->abort_sleep = nanoseconds;
      return true;
    case RK3588_COST_SOFT_RESET:
      costs->soft_reset = nanoseconds;
      return true;
    case RK3588_COST_DOORBELL_STALL:
      costs->doorbell_stall = nanoseconds;
      return true;
    default:
      return false;
  }
}

// What can be believed either way.
typedef struct rk3588_switches {
  // the first int8 matmul after COLD never ends
  // Source: Mode-transition layer record, Motivation: the first-int8-submit wedge guard
  // specs/mode/rk3588_device.yaml:92
  bool cold_int8_wedges;
  // an fp16 matmul lifts the cold int8 hazard: the default policy rests on it, since COLD to F16 resets nothing and F16
  // to I8 neither; no probe isolates it
  // Source: Mode-transition layer record, catalogue 2: fp16 to int8 without a reset is coherent
  // specs/mode/rk3588_device.yaml:102
  bool fp16_primes;
  // what a hand-over between int4 and int8 needs: plain paths were coherent without either, chained ones corrupted
  // silently without both (perplexity 10.44 to 5.0e6); which half matters was never established
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:111
  uint8_t int4_int8_hazard;
  // an fp16 matmul between int4 and int8 counts as a hand-over done right; the default policy lets I4 to F16 to I8 pass
  // without a reset and so rests on this, or on int4_int8_hazard being NOTHING; no probe isolates it
  // Source: the default policy's own cells
  // specs/mode/rk3588_device.yaml:120
  bool fp16_separates;
  // a LUT op leaves the shared task descriptor as its own, and the next single-core matmul, which does not rebuild it,
  // never starts: task counter 0, errno 110
  // Source: Mode-transition layer record, catalogue 1; Exp-2026-07-12, Task Descriptor
  // specs/mode/rk3588_device.yaml:129
  bool descriptor_poison;
  // an int8 SDP op hangs when submitted right after a matmul (2026-07-21: silu8 after an fp16 and after an int8 matmul,
  // and gelu8 after an fp16 one, which only a power cycle ended); safe in one program chain
  // Source: oRKLLM/ork-driver, mode_probe
  // specs/mode/rk3588_device.yaml:137
  bool int8_sdp_hangs;
  // the first write to a fresh output buffer does not arrive: run twice, keep the last
  // Source: Mode-transition layer record, Motivation: cold 2-pass re-warm
  // specs/mode/rk3588_device.yaml:147
  bool first_write_stale;
  // a reset clears the SDP look-up table of every core, so a LUT op without a load computes nonsense
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:155
  bool lut_lost;
  // the first int8 matmul after a reset in an IOMMU domain other than 0 returns success with 511 of 512 outputs zero:
  // the reset attached domain 0, or dropped the job
  // Source: oRKLLM/ork-driver, A/B twice each; RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:163
  bool reset_drops_in_domain;
  // a reset asked for while another runs returns success and does nothing
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:172
  bool concurrent_reset_does_nothing;
  // a job queued in the 100 ms of a reset is never started again
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:180
  bool reset_window_drops;
  // a reset fails, and leaves dispatch disabled: no job starts until one succeeds
  // Source: RKNPU DRM driver 0.9.8
  // specs/mode/rk3588_device.yaml:188
  bool reset_fails;
  // a job without a wait is accepted and never started: none to 2.5 % of them, by depth and domains
  // Source: oRKLLM/ork-driver
  // specs/mode/rk3588_device.yaml:196
  bool doorbell_drop;
  // an int4 chain right after another miscomputes: seen once, unexplained, expected-unknown; perhaps a fresh output
  // buffer per call while the warm flag stays [I]
  // Source: Mode-transition layer record, catalogue 6
  // specs/mode/rk3588_device.yaml:205
  bool int4_chain_repeat;
} rk3588_switches;

typedef struct rk3588_switch_row {
  const char* name;
  // It takes 0 to `positions` - 1.
  uint8_t positions;
  uint8_t initial;
  // Nobody knows for sure: a verifier takes every position.
  bool uncertain;
  // How it is known.
  const char* tag;
  // It strikes `chance` times out of `per`; 0 when it is no matter of chance.
  uint32_t chance;
  uint32_t per;
  // Of its positions; NULL for one that is false or true.
  const char* const* names;
} rk3588_switch_row;

enum {
  RK3588_SWITCH_COLD_INT8_WEDGES = 0,
  RK3588_SWITCH_FP16_PRIMES = 1,
  RK3588_SWITCH_INT4_INT8_HAZARD = 2,
  RK3588_SWITCH_FP16_SEPARATES = 3,
  RK3588_SWITCH_DESCRIPTOR_POISON = 4,
  RK3588_SWITCH_INT8_SDP_HANGS = 5,
  RK3588_SWITCH_FIRST_WRITE_STALE = 6,
  RK3588_SWITCH_LUT_LOST = 7,
  RK3588_SWITCH_RESET_DROPS_IN_DOMAIN = 8,
  RK3588_SWITCH_CONCURRENT_RESET_DOES_NOTHING = 9,
  RK3588_SWITCH_RESET_WINDOW_DROPS = 10,
  RK3588_SWITCH_RESET_FAILS = 11,
  RK3588_SWITCH_DOORBELL_DROP = 12,
  RK3588_SWITCH_INT4_CHAIN_REPEAT = 13,
  RK3588_SWITCHES = 14,
};

static const rk3588_switch_row rk3588_switch_rows[RK3588_SWITCHES + 1] = {
    {"cold_int8_wedges", 2, 1, true, "D", 0, 0, NULL},
    {"fp16_primes", 2, 1, true, "I", 0, 0, NULL},
    {"int4_int8_hazard", 4, 0, true, "M", 0, 0, rk3588_need_names},
    {"fp16_separates", 2, 0, true, "I", 0, 0, NULL},
    {"descriptor_poison", 2, 1, false, "M", 0, 0, NULL},
    {"int8_sdp_hangs", 2, 0, true, "M", 0, 0, NULL},
    {"first_write_stale", 2, 1, false, "D", 0, 0, NULL},
    {"lut_lost", 2, 1, false, "D", 0, 0, NULL},
    {"reset_drops_in_domain", 2, 0, false, "M", 0, 0, NULL},
    {"concurrent_reset_does_nothing", 2, 1, false, "C", 0, 0, NULL},
    {"reset_window_drops", 2, 1, false, "C", 0, 0, NULL},
    {"reset_fails", 2, 0, false, "C", 0, 0, NULL},
    {"doorbell_drop", 2, 0, false, "M", 25, 1000, NULL},
    {"int4_chain_repeat", 2, 0, true, "M", 0, 0, NULL},
    {0},
};

static inline rk3588_switches rk3588_default_switches(void) {
  rk3588_switches switches = {0};
  switches.cold_int8_wedges = true;
  switches.fp16_primes = true;
  switches.int4_int8_hazard = RK3588_NEED_NOTHING;
  switches.fp16_separates = false;
  switches.descriptor_poison = true;
  switches.int8_sdp_hangs = false;
  switches.first_write_stale = true;
  switches.lut_lost = true;
  switches.reset_drops_in_domain = false;
  switches.concurrent_reset_does_nothing = true;
  switches.reset_window_drops = true;
  switches.reset_fails = false;
  switches.doorbell_drop = false;
  switches.int4_chain_repeat = false;
  return switches;
}

// False, and nothing changes, when there is no such switch or position.
static inline bool rk3588_set_switch(rk3588_switches* switches, int which, int position) {
  if (which < 0 || which >= RK3588_SWITCHES) return false;
  if (position < 0 || position >= rk3588_switch_rows[which].positions) return false;
  switch (which) {
    case RK3588_SWITCH_COLD_INT8_WEDGES:
      switches->cold_int8_wedges = position != 0;
      return true;
    case RK3588_SWITCH_FP16_PRIMES:
      switches->fp16_primes = position != 0;
      return true;
    case RK3588_SWITCH_INT4_INT8_HAZARD:
      switches->int4_int8_hazard = (uint8_t)position;
      return true;
    case RK3588_SWITCH_FP16_SEPARATES:
      switches->fp16_separates = position != 0;
      return true;
    case RK3588_SWITCH_DESCRIPTOR_POISON:
      switches->descriptor_poison = position != 0;
      return true;
    case RK3588_SWITCH_INT8_SDP_HANGS:
      switches->int8_sdp_hangs = position != 0;
      return true;
    case RK3588_SWITCH_FIRST_WRITE_STALE:
      switches->first_write_stale = position != 0;
      return true;
    case RK3588_SWITCH_LUT_LOST:
      switches->lut_lost = position != 0;
      return true;
    case RK3588_SWITCH_RESET_DROPS_IN_DOMAIN:
      switches->reset_drops_in_domain = position != 0;
      return true;
    case RK3588_SWITCH_CONCURRENT_RESET_DOES_NOTHING:
      switches->concurrent_reset_does_nothing = position != 0;
      return true;
    case RK3588_SWITCH_RESET_WINDOW_DROPS:
      switches->reset_window_drops = position != 0;
      return true;
    case RK3588_SWITCH_RESET_FAILS:
      switches->reset_fails = position != 0;
      return true;
    case RK3588_SWITCH_DOORBELL_DROP:
      switches->doorbell_drop = position != 0;
      return true;
    case RK3588_SWITCH_INT4_CHAIN_REPEAT:
      switches->int4_chain_repeat = position != 0;
      return true;
    default:
      return false;
  }
}

// What the device remembers: all the history there is.
typedef struct rk3588_state {
  // an int8 matmul has ended, or a reset came, since the device was opened
  // specs/mode/rk3588_device.yaml:219
  bool int8_primed;
  // the last integer family that a matmul ran
  // specs/mode/rk3588_device.yaml:220
  uint8_t last_int;
  // the engine of the last job
  // specs/mode/rk3588_device.yaml:221
  uint8_t last_engine;
  // a reset came after last_int changed hands
  // specs/mode/rk3588_device.yaml:222
  bool reset_since;
  // a warm clear came after last_int changed hands
  // specs/mode/rk3588_device.yaml:223
  bool cleared_since;
  // what the shared task descriptor holds
  // specs/mode/rk3588_device.yaml:224
  uint8_t shared;
  // no job ran since the last reset
  // specs/mode/rk3588_device.yaml:225
  bool just_reset;
  // jobs start
  // specs/mode/rk3588_device.yaml:226
  bool dispatch;
  // the last matmul was an int4 chain
  // specs/mode/rk3588_device.yaml:227
  bool after_i4_chain;
  // the look-up table holds what its op wants
  // specs/mode/rk3588_device.yaml:228
  bool lut_loaded[RK3588_CORES];
  // the IOMMU domain in force
  // specs/mode/rk3588_device.yaml:230
  uint8_t domain;
} rk3588_state;

static inline rk3588_state rk3588_first_state(void) {
  rk3588_state state = {0};
  state.int8_primed = false;
  state.last_int = RK3588_FAMILY_NONE;
  state.last_engine = RK3588_ENGINE_NONE;
  state.reset_since = true;
  state.cleared_since = true;
  state.shared = RK3588_SHAPE_MATMUL_108;
  state.just_reset = false;
  state.dispatch = true;
  state.after_i4_chain = false;
  for (int i = 0; i < RK3588_CORES; ++i) state.lut_loaded[i] = false;
  state.domain = 0;
  return state;
}

// an output buffer
typedef struct rk3588_buffer {
  // never written since it was made
  // specs/mode/rk3588_device.yaml:229
  bool stale;
} rk3588_buffer;

static inline rk3588_buffer rk3588_first_buffer(void) {
  rk3588_buffer buffer = {0};
  buffer.stale = true;
  return buffer;
}

// The variables above, by number: for whoever prints or compares states.
enum {
  RK3588_STATE_INT8_PRIMED = 0,
  RK3588_STATE_LAST_INT = 1,
  RK3588_STATE_LAST_ENGINE = 2,
  RK3588_STATE_RESET_SINCE = 3,
  RK3588_STATE_CLEARED_SINCE = 4,
  RK3588_STATE_SHARED = 5,
  RK3588_STATE_JUST_RESET = 6,
  RK3588_STATE_DISPATCH = 7,
  RK3588_STATE_AFTER_I4_CHAIN = 8,
  RK3588_STATE_LUT_LOADED = 9,
  RK3588_STATE_STALE = 10,
  RK3588_STATE_DOMAIN = 11,
  RK3588_STATES = 12,
};

static const char* const rk3588_state_names[] = {
    "int8_primed",
    "last_int",
    "last_engine",
    "reset_since",
    "cleared_since",
    "shared",
    "just_reset",
    "dispatch",
    "after_i4_chain",
    "lut_loaded",
    "stale",
    "domain",
    NULL,
};

// `core` is asked only of what each core has, an object only of what it has. -1 when there is no such variable or core.
static inline int64_t rk3588_state_value(const rk3588_state* state, const rk3588_buffer* buffer, int which, int core) {
  (void)buffer;
  (void)core;
  switch (which) {
    case RK3588_STATE_INT8_PRIMED:
      return state->int8_primed;
    case RK3588_STATE_LAST_INT:
      return state->last_int;
    case RK3588_STATE_LAST_ENGINE:
      return state->last_engine;
    case RK3588_STATE_RESET_SINCE:
      return state->reset_since;
    case RK3588_STATE_CLEARED_SINCE:
      return state->cleared_since;
    case RK3588_STATE_SHARED:
      return state->shared;
    case RK3588_STATE_JUST_RESET:
      return state->just_reset;
    case RK3588_STATE_DISPATCH:
      return state->dispatch;
    case RK3588_STATE_AFTER_I4_CHAIN:
      return state->after_i4_chain;
    case RK3588_STATE_LUT_LOADED:
      if (core < 0 || core >= RK3588_CORES) return -1;
      return state->lut_loaded[core];
    case RK3588_STATE_STALE:
      return buffer->stale;
    case RK3588_STATE_DOMAIN:
      return state->domain;
    default:
      return -1;
  }
}

// How an event ends, in rising order of harm.
enum rk3588_outcome {
  // as asked
  // specs/mode/rk3588_device.yaml:392
  RK3588_OK = 0,
  // what was there before
  // specs/mode/rk3588_device.yaml:393
  RK3588_STALE = 1,
  // a reset that did nothing
  // specs/mode/rk3588_device.yaml:394
  RK3588_MISSED = 2,
  // the completion sentinel is untouched: that tells
  // specs/mode/rk3588_device.yaml:395
  RK3588_DROPPED = 3,
  // never completes; a wait must time out, and say so
  // specs/mode/rk3588_device.yaml:396
  RK3588_LOST = 4,
  // nobody is told
  // specs/mode/rk3588_device.yaml:397
  RK3588_CORRUPT = 5,
  // a reset that did not happen
  // specs/mode/rk3588_device.yaml:398
  RK3588_FAILED = 6,
  // ETIMEDOUT with a task counter of 0; dmesg names irq status 0 and require mask 0x300
  // specs/mode/rk3588_device.yaml:399
  RK3588_WEDGE = 7,
  // No outcome of the device: an argument was out of its range, or there is no such event. Nothing was changed.
  RK3588_OUT_OF_RANGE = 8,
};
enum { RK3588_OUTCOMES = 8 };

enum rk3588_event {
  // a context opens the device
  // specs/mode/rk3588_device.yaml:233
  RK3588_EVENT_OPEN = 0,
  // RKNPU_ACT_RESET; concurrent: while another runs
  // specs/mode/rk3588_device.yaml:234
  RK3588_EVENT_RESET = 1,
  // the driver forgets its warm flags, so that the next submit runs twice
  // specs/mode/rk3588_device.yaml:235
  RK3588_EVENT_CLEAR = 2,
  // the driver writes the shared task descriptor back
  // specs/mode/rk3588_device.yaml:236
  RK3588_EVENT_RESTORE = 3,
  // load the look-up table of a core
  // specs/mode/rk3588_device.yaml:237
  RK3588_EVENT_LOAD = 4,
  // switch the IOMMU domain
  // specs/mode/rk3588_device.yaml:238
  RK3588_EVENT_ATTACH = 5,
  // make an output buffer
  // specs/mode/rk3588_device.yaml:239
  RK3588_EVENT_MAKE = 6,
  // one job; multi: on several cores; nonblock: without a wait; in_reset: while a reset runs
  // specs/mode/rk3588_device.yaml:240
  RK3588_EVENT_SUBMIT = 7,
};
enum { RK3588_EVENTS = 8 };

typedef struct rk3588_outcome_row {
  const char* name;
  // The error number the caller sees; 0 for none.
  int error;
  // Nobody is told.
  bool silent;
  // What each event returns then.
  int16_t returns[RK3588_EVENTS];
} rk3588_outcome_row;

static const rk3588_outcome_row rk3588_outcome_rows[RK3588_OUTCOMES + 1] = {
    {"ok", 0, false, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"stale", 0, true, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"missed", 0, true, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"dropped", 0, true, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"lost", 0, false, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"corrupt", 0, true, {0, 0, 0, 0, 0, 0, 0, 0}},
    {"failed", 0, false, {0, -1, 0, 0, 0, 0, 0, 0}},
    {"wedge", 110, false, {0, 0, 0, 0, 0, 0, 0, -1}},
    {"out_of_range", 0, false, {-1, -1, -1, -1, -1, -1, -1, -1}},
};

// A rule, and how it is known.
typedef struct rk3588_rule_row {
  const char* name;
  const char* tag;
  uint8_t event;
  // What it makes of the event at least; 0 when it harms nothing.
  uint8_t outcome;
  // Where the spec says it.
  const char* at;
} rk3588_rule_row;

enum { RK3588_RULES = 23 };
static const rk3588_rule_row rk3588_rule_rows[RK3588_RULES + 1] = {
    {"opened", "I", 0, 0, "specs/mode/rk3588_device.yaml:243"},
    {"reset-missed", "C", 1, 2, "specs/mode/rk3588_device.yaml:248"},
    {"reset-failed", "C", 1, 6, "specs/mode/rk3588_device.yaml:254"},
    {"reset-done", "M", 1, 0, "specs/mode/rk3588_device.yaml:262"},
    {"reset-loses-luts", "D", 1, 0, "specs/mode/rk3588_device.yaml:268"},
    {"cleared", "", 2, 0, "specs/mode/rk3588_device.yaml:274"},
    {"restored", "M", 3, 0, "specs/mode/rk3588_device.yaml:278"},
    {"loaded", "M", 4, 0, "specs/mode/rk3588_device.yaml:283"},
    {"attached", "", 5, 0, "specs/mode/rk3588_device.yaml:289"},
    {"made", "", 6, 0, "specs/mode/rk3588_device.yaml:293"},
    {"dispatch-disabled", "C", 7, 7, "specs/mode/rk3588_device.yaml:297"},
    {"queued-in-reset", "C", 7, 7, "specs/mode/rk3588_device.yaml:304"},
    {"doorbell-lost", "M", 7, 4, "specs/mode/rk3588_device.yaml:311"},
    {"poisoned-descriptor", "M", 7, 7, "specs/mode/rk3588_device.yaml:318"},
    {"cold-int8", "D", 7, 7, "specs/mode/rk3588_device.yaml:325"},
    {"int8-sdp-after-matmul", "M", 7, 7, "specs/mode/rk3588_device.yaml:332"},
    {"int4-int8", "M", 7, 5, "specs/mode/rk3588_device.yaml:339"},
    {"int4-chain-again", "M", 7, 5, "specs/mode/rk3588_device.yaml:347"},
    {"lut-missing", "D", 7, 5, "specs/mode/rk3588_device.yaml:353"},
    {"dropped-after-reset", "M", 7, 3, "specs/mode/rk3588_device.yaml:359"},
    {"stale-output", "D", 7, 1, "specs/mode/rk3588_device.yaml:365"},
    {"ran", "", 7, 0, "specs/mode/rk3588_device.yaml:371"},
    {"handed-over", "", 7, 0, "specs/mode/rk3588_device.yaml:385"},
    {0},
};

// How the output of a path lies.
enum {
  RK3588_OUTPUT_NONE = 0,
  RK3588_OUTPUT_SCALAR = 1,
  RK3588_OUTPUT_PERCORE = 2,
  RK3588_OUTPUT_LOCAL = 3,
  RK3588_OUTPUT_CALL = 4,
};

// What a path does around its submits, a bit each.
enum {
  RK3588_DOES_LOAD = 0x1,
  RK3588_DOES_RESTORE = 0x2,
  RK3588_DOES_NONBLOCK = 0x4,
  RK3588_DOES_ATTACH = 0x8,
  RK3588_DOES_WARM_SCALAR = 0x10,
};

// What a site of the policy submits once it has entered; or, of no site, what is submitted without an entry.
typedef struct rk3588_path {
  const char* name;
  // It is the site of that name.
  bool site;
  // Bit i: it submits the op i.
  uint64_t ops;
  // A submit is on several cores.
  bool multi;
  // RK3588_OUTPUT_*
  uint8_t output;
  // RK3588_DOES_*
  uint8_t does;
  // Where the spec says it.
  const char* at;
} rk3588_path;

enum { RK3588_PATHS = 22 };
static const rk3588_path rk3588_paths[RK3588_PATHS + 1] = {
    {"run_multicore", true, 0x3, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:402"},
    {"run_single_core", true, 0x3, false, RK3588_OUTPUT_SCALAR, 0x0, "specs/mode/rk3588_device.yaml:403"},
    {"run_chain_i8_impl", true, 0x8, false, RK3588_OUTPUT_SCALAR, 0x0, "specs/mode/rk3588_device.yaml:404"},
    {"ork_npu_chain_progs", true, 0x8, false, RK3588_OUTPUT_SCALAR, 0x0, "specs/mode/rk3588_device.yaml:405"},
    {"run_stream_i8", true, 0x2, true, RK3588_OUTPUT_PERCORE, 0x10, "specs/mode/rk3588_device.yaml:406"},
    {"run_stream_i8_small_k", true, 0x2, true, RK3588_OUTPUT_PERCORE, 0x10, "specs/mode/rk3588_device.yaml:407"},
    {"run_stream_f16", true, 0x1, true, RK3588_OUTPUT_PERCORE, 0x10, "specs/mode/rk3588_device.yaml:408"},
    {"run_stream_f16_chained", true, 0x1, true, RK3588_OUTPUT_PERCORE, 0x10, "specs/mode/rk3588_device.yaml:409"},
    {"run_i4_mc", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:410"},
    {"run_i4_grouped", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:411"},
    {"run_i4_incr_mc", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:412"},
    {"run_i4_bchain", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:413"},
    {"run_i4_cbatch", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x0, "specs/mode/rk3588_device.yaml:414"},
    {"ork_mm_run_i4_incr", true, 0x4, false, RK3588_OUTPUT_LOCAL, 0x0, "specs/mode/rk3588_device.yaml:415"},
    {"ork_mm_run_chain_i4", true, 0x10, false, RK3588_OUTPUT_CALL, 0x0, "specs/mode/rk3588_device.yaml:416"},
    {"run_stream_i4", true, 0x4, true, RK3588_OUTPUT_PERCORE, 0x10, "specs/mode/rk3588_device.yaml:417"},
    {"doorbell_i8", true, 0x8, false, RK3588_OUTPUT_SCALAR, 0x4, "specs/mode/rk3588_device.yaml:418"},
    {"doorbell_colsplit_f16", true, 0x1, true, RK3588_OUTPUT_PERCORE, 0x4, "specs/mode/rk3588_device.yaml:419"},
    {"sdp_elementwise", true, 0x7000, false, RK3588_OUTPUT_NONE, 0x0, "specs/mode/rk3588_device.yaml:420"},
    {"lut_i16", false, 0x20, false, RK3588_OUTPUT_NONE, 0x3, "specs/mode/rk3588_device.yaml:421"},
    {"lut_i8", false, 0x200, false, RK3588_OUTPUT_NONE, 0x3, "specs/mode/rk3588_device.yaml:422"},
    {"switch_domain", false, 0x0, false, RK3588_OUTPUT_NONE, 0x8, "specs/mode/rk3588_device.yaml:423"},
    {0},
};

typedef struct rk3588_result {
  enum rk3588_outcome outcome;
  // Nanoseconds.
  uint64_t cost;
  // Bit i: rule i acted.
  uint64_t rules;
} rk3588_result;

static inline void rk3588_worsen(rk3588_result* result, enum rk3588_outcome outcome) {
  if (outcome > result->outcome) result->outcome = outcome;
}

// a context opens the device. specs/mode/rk3588_device.yaml:233
static inline rk3588_result rk3588_open(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  // opened: a context starts COLD. specs/mode/rk3588_device.yaml:243
  {
    result.rules |= UINT64_C(1) << 0;
    next.int8_primed = false;
    next.last_int = RK3588_FAMILY_NONE;
    next.last_engine = RK3588_ENGINE_NONE;
  }
  *state = next;
  return result;
}

// RKNPU_ACT_RESET; concurrent: while another runs. specs/mode/rk3588_device.yaml:234
static inline rk3588_result rk3588_reset(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs, bool concurrent) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  (void)concurrent;
  // reset-missed: success, without a reset. specs/mode/rk3588_device.yaml:248
  if (switches->concurrent_reset_does_nothing && concurrent) {
    result.rules |= UINT64_C(1) << 1;
    rk3588_worsen(&result, RK3588_MISSED);
    *state = next;
    return result;
  }
  // reset-failed: the hardware takes no more jobs. specs/mode/rk3588_device.yaml:254
  if (switches->reset_fails) {
    result.rules |= UINT64_C(1) << 2;
    next.dispatch = false;
    result.cost += costs->reset;
    rk3588_worsen(&result, RK3588_FAILED);
    *state = next;
    return result;
  }
  // reset-done: the pipeline starts anew; buffers, IOVA maps, task arrays, the kernel job list and all software flags
  // stay. specs/mode/rk3588_device.yaml:262
  {
    result.rules |= UINT64_C(1) << 3;
    next.int8_primed = true;
    next.reset_since = true;
    next.just_reset = true;
    next.dispatch = true;
    next.last_engine = RK3588_ENGINE_NONE;
    next.after_i4_chain = false;
    result.cost += costs->reset;
  }
  // reset-loses-luts: the look-up tables of all cores are gone. specs/mode/rk3588_device.yaml:268
  if (switches->lut_lost) {
    result.rules |= UINT64_C(1) << 4;
    for (int i = 0; i < RK3588_CORES; ++i) next.lut_loaded[i] = false;
  }
  *state = next;
  return result;
}

// the driver forgets its warm flags, so that the next submit runs twice. specs/mode/rk3588_device.yaml:235
static inline rk3588_result rk3588_clear(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  // cleared: the next submit runs twice. specs/mode/rk3588_device.yaml:274
  {
    result.rules |= UINT64_C(1) << 5;
    next.cleared_since = true;
    next.after_i4_chain = false;
  }
  *state = next;
  return result;
}

// the driver writes the shared task descriptor back. specs/mode/rk3588_device.yaml:236
static inline rk3588_result rk3588_restore(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  // restored: the cure of descriptor_poison, and the only one. specs/mode/rk3588_device.yaml:278
  {
    result.rules |= UINT64_C(1) << 6;
    next.shared = RK3588_SHAPE_MATMUL_108;
  }
  *state = next;
  return result;
}

// load the look-up table of a core. specs/mode/rk3588_device.yaml:237
//
// `core` is in 0..2; else RK3588_OUT_OF_RANGE, and nothing changes.
static inline rk3588_result rk3588_load(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t core) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  if (core > 2) return (rk3588_result){RK3588_OUT_OF_RANGE, 0, 0};
  // loaded: a load goes through the shared task descriptor. specs/mode/rk3588_device.yaml:283
  {
    result.rules |= UINT64_C(1) << 7;
    next.lut_loaded[core] = true;
    next.shared = RK3588_SHAPE_LUT_1097;
    result.cost += costs->submit_floor;
  }
  *state = next;
  return result;
}

// switch the IOMMU domain. specs/mode/rk3588_device.yaml:238
//
// `to` is in 0..15; else RK3588_OUT_OF_RANGE, and nothing changes.
static inline rk3588_result rk3588_attach(rk3588_state* state, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t to) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  (void)switches;
  (void)costs;
  if (to > 15) return (rk3588_result){RK3588_OUT_OF_RANGE, 0, 0};
  // attached: another domain. specs/mode/rk3588_device.yaml:289
  {
    result.rules |= UINT64_C(1) << 8;
    next.domain = to;
  }
  *state = next;
  return result;
}

// make an output buffer. specs/mode/rk3588_device.yaml:239
static inline rk3588_result rk3588_make(rk3588_state* state, rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  rk3588_buffer next_buffer = *buffer;
  (void)switches;
  (void)costs;
  // made: a fresh buffer. specs/mode/rk3588_device.yaml:293
  {
    result.rules |= UINT64_C(1) << 9;
    next_buffer.stale = true;
  }
  *state = next;
  *buffer = next_buffer;
  return result;
}

static inline bool rk3588_submit_poisoned_descriptor(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)nonblock;
  (void)in_reset;
  if (!switches->descriptor_poison) return false;
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (multi) return false;
  return state->shared != RK3588_SHAPE_MATMUL_108;
}
static inline bool rk3588_submit_cold_int8(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (!switches->cold_int8_wedges) return false;
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (rk3588_op_family(op) != RK3588_FAMILY_INT8) return false;
  return !state->int8_primed;
}
static inline bool rk3588_submit_int8_sdp_after_matmul_test(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const uint64_t x = rk3588_op_engine(op);
  return x == RK3588_ENGINE_SDP || x == RK3588_ENGINE_LUT;
}
static inline bool rk3588_submit_int8_sdp_after_matmul(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (!switches->int8_sdp_hangs) return false;
  if (!rk3588_submit_int8_sdp_after_matmul_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  if (rk3588_op_family(op) != RK3588_FAMILY_INT8) return false;
  return state->last_engine == RK3588_ENGINE_MATMUL;
}
static inline bool rk3588_submit_int4_int8_test(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const uint64_t x = rk3588_op_family(op);
  return x == RK3588_FAMILY_INT8 || x == RK3588_FAMILY_INT4;
}
static inline bool rk3588_submit_int4_int8(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (!rk3588_submit_int4_int8_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  if (!(state->last_int == RK3588_FAMILY_INT8 || state->last_int == RK3588_FAMILY_INT4)) return false;
  if (rk3588_op_family(op) == state->last_int) return false;
  if ((switches->int4_int8_hazard == RK3588_NEED_RESET || switches->int4_int8_hazard == RK3588_NEED_BOTH) && !state->reset_since) return true;
  if (!(switches->int4_int8_hazard == RK3588_NEED_CLEARS || switches->int4_int8_hazard == RK3588_NEED_BOTH)) return false;
  return !state->cleared_since;
}
static inline bool rk3588_submit_dropped_after_reset(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (!switches->reset_drops_in_domain) return false;
  if (!state->just_reset) return false;
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (rk3588_op_family(op) != RK3588_FAMILY_INT8) return false;
  return state->domain != 0;
}
static inline bool rk3588_submit_ran_int8_primed(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (state->int8_primed) return true;
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (rk3588_op_family(op) == RK3588_FAMILY_INT8) return true;
  return switches->fp16_primes && rk3588_op_family(op) == RK3588_FAMILY_FP16;
}
static inline bool rk3588_submit_ran_after_i4_chain(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (rk3588_op_engine(op) == RK3588_ENGINE_MATMUL) return op == RK3588_OP_CHAIN_I4;
  return state->after_i4_chain;
}
static inline bool rk3588_submit_ran_last_int_test(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const uint64_t x = rk3588_op_family(op);
  return x == RK3588_FAMILY_INT8 || x == RK3588_FAMILY_INT4;
}
static inline uint64_t rk3588_submit_ran_last_int(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (rk3588_op_engine(op) == RK3588_ENGINE_MATMUL && rk3588_submit_ran_last_int_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return rk3588_op_family(op);
  if (rk3588_op_engine(op) == RK3588_ENGINE_MATMUL && switches->fp16_separates) return RK3588_FAMILY_NONE;
  return state->last_int;
}
static inline bool rk3588_submit_handed_over_test(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  (void)state;
  (void)buffer;
  (void)switches;
  (void)costs;
  (void)core;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  const uint64_t x = rk3588_op_family(op);
  return x == RK3588_FAMILY_INT8 || x == RK3588_FAMILY_INT4;
}
static inline bool rk3588_submit_handed_over(const rk3588_state* state, const rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  if (rk3588_op_engine(op) != RK3588_ENGINE_MATMUL) return false;
  if (!rk3588_submit_handed_over_test(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) return false;
  return rk3588_op_family(op) != state->last_int;
}
// one job; multi: on several cores; nonblock: without a wait; in_reset: while a reset runs.
// specs/mode/rk3588_device.yaml:240
//
// `op` is a symbol of op; else RK3588_OUT_OF_RANGE, and nothing changes.
// `core` is in 0..2; else RK3588_OUT_OF_RANGE, and nothing changes.
static inline rk3588_result rk3588_submit(rk3588_state* state, rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, uint8_t op, uint8_t core, bool multi, bool nonblock, bool in_reset) {
  rk3588_result result = {RK3588_OK, 0, 0};
  rk3588_state next = *state;
  rk3588_buffer next_buffer = *buffer;
  (void)switches;
  (void)costs;
  (void)multi;
  (void)nonblock;
  (void)in_reset;
  if (op > 17) return (rk3588_result){RK3588_OUT_OF_RANGE, 0, 0};
  if (core > 2) return (rk3588_result){RK3588_OUT_OF_RANGE, 0, 0};
  // dispatch-disabled: no job starts after a reset that failed. specs/mode/rk3588_device.yaml:297
  if (!state->dispatch) {
    result.rules |= UINT64_C(1) << 10;
    result.cost += costs->timeout + costs->abort_sleep + costs->soft_reset;
    rk3588_worsen(&result, RK3588_WEDGE);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // queued-in-reset: the job waits for a start that never comes. specs/mode/rk3588_device.yaml:304
  if (switches->reset_window_drops && in_reset) {
    result.rules |= UINT64_C(1) << 11;
    result.cost += costs->timeout + costs->abort_sleep + costs->soft_reset;
    rk3588_worsen(&result, RK3588_WEDGE);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // doorbell-lost: accepted, never started. specs/mode/rk3588_device.yaml:311
  if (switches->doorbell_drop && nonblock) {
    result.rules |= UINT64_C(1) << 12;
    result.cost += costs->doorbell_stall;
    rk3588_worsen(&result, RK3588_LOST);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // poisoned-descriptor: a single-core matmul does not rebuild the descriptor; a reset does not cure it.
  // specs/mode/rk3588_device.yaml:318
  if (rk3588_submit_poisoned_descriptor(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 13;
    result.cost += costs->timeout + costs->abort_sleep + costs->soft_reset;
    rk3588_worsen(&result, RK3588_WEDGE);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // cold-int8: the first int8 matmul after COLD. specs/mode/rk3588_device.yaml:325
  if (rk3588_submit_cold_int8(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 14;
    result.cost += costs->timeout + costs->abort_sleep + costs->soft_reset;
    rk3588_worsen(&result, RK3588_WEDGE);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // int8-sdp-after-matmul: an int8 SDP op on its own after a matmul. specs/mode/rk3588_device.yaml:332
  if (rk3588_submit_int8_sdp_after_matmul(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 15;
    result.cost += costs->timeout + costs->abort_sleep + costs->soft_reset;
    rk3588_worsen(&result, RK3588_WEDGE);
    *state = next;
    *buffer = next_buffer;
    return result;
  }
  // int4-int8: a hand-over that left out what it needs; silent. specs/mode/rk3588_device.yaml:339
  if (rk3588_submit_int4_int8(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 16;
    rk3588_worsen(&result, RK3588_CORRUPT);
  }
  // int4-chain-again: a hypothesis about one miscompute. specs/mode/rk3588_device.yaml:347
  if (switches->int4_chain_repeat && op == RK3588_OP_CHAIN_I4 && state->after_i4_chain) {
    result.rules |= UINT64_C(1) << 17;
    rk3588_worsen(&result, RK3588_CORRUPT);
  }
  // lut-missing: the look-up table holds nothing. specs/mode/rk3588_device.yaml:353
  if (rk3588_op_engine(op) == RK3588_ENGINE_LUT && !state->lut_loaded[core]) {
    result.rules |= UINT64_C(1) << 18;
    rk3588_worsen(&result, RK3588_CORRUPT);
  }
  // dropped-after-reset: success, with nearly every output zero. specs/mode/rk3588_device.yaml:359
  if (rk3588_submit_dropped_after_reset(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 19;
    rk3588_worsen(&result, RK3588_DROPPED);
  }
  // stale-output: the first write to this buffer. specs/mode/rk3588_device.yaml:365
  if (switches->first_write_stale && buffer->stale) {
    result.rules |= UINT64_C(1) << 20;
    rk3588_worsen(&result, RK3588_STALE);
  }
  // ran: the job ended; a multi-core one has task arrays of its own and leaves the shared descriptor as it was, and so
  // does an element-wise one without a table [I]. specs/mode/rk3588_device.yaml:371
  {
    result.rules |= UINT64_C(1) << 21;
    next.shared = (uint8_t)(multi || rk3588_op_engine(op) == RK3588_ENGINE_SDP ? state->shared : rk3588_op_leaves(op));
    next.just_reset = false;
    next.last_engine = (uint8_t)(rk3588_op_engine(op));
    next_buffer.stale = false;
    next.int8_primed = rk3588_submit_ran_int8_primed(state, buffer, switches, costs, op, core, multi, nonblock, in_reset);
    next.after_i4_chain = rk3588_submit_ran_after_i4_chain(state, buffer, switches, costs, op, core, multi, nonblock, in_reset);
    next.last_int = (uint8_t)(rk3588_submit_ran_last_int(state, buffer, switches, costs, op, core, multi, nonblock, in_reset));
    result.cost += rk3588_op_warm(op);
  }
  // handed-over: another integer family holds the pipeline. specs/mode/rk3588_device.yaml:385
  if (rk3588_submit_handed_over(state, buffer, switches, costs, op, core, multi, nonblock, in_reset)) {
    result.rules |= UINT64_C(1) << 22;
    next.reset_since = false;
    next.cleared_since = false;
  }
  *state = next;
  *buffer = next_buffer;
  return result;
}

// Any event, its arguments as numbers in the order of the spec; an object's is ignored, and the object given is meant.
// For whoever replays sequences. RK3588_OUT_OF_RANGE, and nothing changes, when an argument is out of its range or there
// is no such event.
static inline rk3588_result rk3588_happen(rk3588_state* state, rk3588_buffer* buffer, const rk3588_switches* switches, const rk3588_costs* costs, enum rk3588_event event, const int64_t* arguments) {
  (void)buffer;
  (void)arguments;
  switch (event) {
    case RK3588_EVENT_OPEN:
      return rk3588_open(state, switches, costs);
    case RK3588_EVENT_RESET:
      return rk3588_reset(state, switches, costs, arguments[0] != 0);
    case RK3588_EVENT_CLEAR:
      return rk3588_clear(state, switches, costs);
    case RK3588_EVENT_RESTORE:
      return rk3588_restore(state, switches, costs);
    case RK3588_EVENT_LOAD:
      if (arguments[0] < 0 || arguments[0] > 2) break;
      return rk3588_load(state, switches, costs, (uint8_t)arguments[0]);
    case RK3588_EVENT_ATTACH:
      if (arguments[0] < 0 || arguments[0] > 15) break;
      return rk3588_attach(state, switches, costs, (uint8_t)arguments[0]);
    case RK3588_EVENT_MAKE:
      return rk3588_make(state, buffer, switches, costs);
    case RK3588_EVENT_SUBMIT:
      if (arguments[0] < 0 || arguments[0] > 17) break;
      if (arguments[1] < 0 || arguments[1] > 2) break;
      return rk3588_submit(state, buffer, switches, costs, (uint8_t)arguments[0], (uint8_t)arguments[1], arguments[2] != 0, arguments[3] != 0, arguments[4] != 0);
  }
  return (rk3588_result){RK3588_OUT_OF_RANGE, 0, 0};
}
