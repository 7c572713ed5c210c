/* The simulated RK3588: a backend of device.h that needs no board, and goes wrong as a board does.
 *
 * What happens to the device is decided by the rules of specs/mode/rk3588_device.yaml, run from the generated step
 * functions; nothing of it is written by hand here. What software did is seen where hardware sees it: the kind of a
 * task in the bytes of its descriptor, a stale output by its buffer, the domain by what is attached.
 *
 * Time is virtual, one clock a device, and passes in no real time. Cores run side by side: jobs without a wait overlap,
 * and so do the parts of a job on several cores. A job takes what its op takes in the spec, or the floor of a submit
 * and what its shape needs at the spec's rates, whichever is longer; its timeout does not cut it short.
 *
 * The functions below are safe in several threads, but for those that set options.
 */
#pragma once

#include "mode/device.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What effects look like. A wedge: submit returns -1 and errno is ETIMEDOUT, after the submit's own timeout, the abort
 * and the kernel's reset, all of them virtual time; of a job without a wait it is the wait that fails. Corruption is
 * success with wrong bytes, never the right ones by chance and no NaN of its own. A dropped job zeroes its output but
 * for the last element, which it leaves untouched: a sentinel there tells. A stale write leaves what was there, and a
 * fresh buffer of up to 16 MiB holds noise. A lost job never ends; a wait for it takes its own time or the stall of the
 * spec, and is ETIMEDOUT. All of it follows from the seed.
 *
 * What the driver would do. A job's domain is attached first, when what runs in the old one has ended. AUTO is the core
 * that is idle first. Memory that a job uses is EBUSY to destroy until it ended, or a reset gave up what never started.
 * EINVAL is a job that leaves its buffers, that the driver's checks refuse, or whose descriptor is of another kind than
 * its work, unless the spec judges that: a matmul of one core that finds an SDP's or a load's.
 *
 * Arithmetic is exact and of one order. Integer products are summed modulo 2^32 [I]. fp16 matmul: for each output, from
 * 0, in rising k, fp32 each time, to nearest even; products of two fp16 are exact in fp32. Element-wise results have
 * the type of their operands: integers saturate [I], fp16 is rounded once, to nearest even. A look-up table has
 * RK3588_LUT_ENTRIES of int16 over the range of int16, linear between them, halves up [I]; an int8 is looked up as 256
 * times itself, and the result saturates to int8 [I]. A NaN is the default one. */
typedef struct ork_sim_options {
  rk3588_switches switches;
  rk3588_costs costs; /* of `timeout` a job says its own */
  uint64_t seed;
  uint32_t cores; /* 1 to RK3588_CORES */
  bool cost_only; /* judge jobs and let time pass, but compute nothing: outputs stay as they are */
  bool steady;    /* a reset takes its cost exactly; else a time drawn from what was seen, with that cost as the mean */
  bool trace;     /* keep what ork_sim_write_trace writes */
} ork_sim_options;

/* The spec's switches and costs, seed 1, all cores, real arithmetic, no trace. */
ork_sim_options ork_sim_default_options(void);

typedef enum ork_sim_status {
  ORK_SIM_OK = 0,
  ORK_SIM_NO_SWITCH,   /* no hazard of that name */
  ORK_SIM_NO_POSITION, /* the hazard has no such position */
  ORK_SIM_NO_COST,     /* no cost of that name */
  ORK_SIM_MALFORMED,   /* not NAME=POSITION,NAME=POSITION... */
} ork_sim_status;

/* What was refused, and where in the text. */
typedef struct ork_sim_fault {
  ork_sim_status status;
  uint32_t at;
  char message[160];
} ork_sim_fault;

/* Sets one hazard: off, on, false, true, a number, or the name of a position, in any case. Nothing changes when it is
 * refused. `fault` may be null. */
ork_sim_status ork_sim_set_hazard(ork_sim_options* options, const char* name, const char* position,
                                  ork_sim_fault* fault);

/* Sets several, "cold_int8_wedges=off,int4_int8_hazard=BOTH"; spaces are allowed, and so is an empty text. All or none
 * of them. */
ork_sim_status ork_sim_set_hazards(ork_sim_options* options, const char* text, ork_sim_fault* fault);

/* Sets one cost of the spec, in nanoseconds. One that is set is steady: that of `reset` turns `steady` on. */
ork_sim_status ork_sim_set_cost(ork_sim_options* options, const char* name, uint64_t nanoseconds, ork_sim_fault* fault);

/* Writes all hazards as ork_sim_set_hazards reads them, cut short to `bytes`; returns how long it would be, like
 * snprintf. */
size_t ork_sim_hazards(const ork_sim_options* options, char* text, size_t bytes);

/* Opens a device, COLD. 0, or -1: EINVAL for options that are out of their range, ENOMEM. Closed by ork_device_close,
 * which frees its buffers; then no thread may use it. */
int ork_sim_open(const ork_sim_options* options, ork_device** device);

/* Whether a device is simulated. The functions below are for one that is: EINVAL for another. */
bool ork_sim_is(const ork_device* device);

/* What was counted since the device was opened. */
typedef struct ork_sim_counters {
  uint64_t resets_done;
  uint64_t resets_missed;
  uint64_t resets_failed;
  uint64_t resets_elsewhere;          /* of another process, those that were done */
  uint64_t submits;                   /* accepted ones; a retry counts again */
  uint64_t refused;                   /* EINVAL: nothing was asked of the hardware */
  uint64_t jobs[RK3588_CORES];        /* that started, by core */
  int64_t busy_ns[RK3588_CORES];      /* that they took there */
  uint64_t bytes_in;                  /* read by jobs */
  uint64_t bytes_out;                 /* written by them, or silently not */
  uint64_t outcomes[RK3588_OUTCOMES]; /* of submits: [RK3588_WEDGE] are the wedges */
  uint64_t rules[RK3588_RULES];       /* how often each rule acted, of any event */
  uint64_t silent[RK3588_RULES];      /* submits that it harmed and nobody was told of */
  int64_t reset_ns;                   /* that resets took */
  int64_t virtual_ns;                 /* the clock */
} ork_sim_counters;

int ork_sim_read_counters(ork_device* device, ork_sim_counters* counters);

/* The oracle, for tests. The outcome of the last reset or submit, what it cost, and the rules that acted (bit i:
 * rk3588_rule_rows[i]); of a job of several tasks the worst, and all rules. */
int ork_sim_last_outcome(ork_device* device, rk3588_result* result);
int ork_sim_read_state(ork_device* device, rk3588_state* state);
/* Whether an output buffer was never written; EINVAL where there is no such buffer. */
int ork_sim_read_stale(ork_device* device, const ork_buffer* buffer, bool* stale);

/* Why the last call of this thread on any simulated device failed; empty when it did not. It holds until the next. */
const char* ork_sim_error(void);

/* Another process resets the device too. It begins, and lasts as long as a reset: until then a reset of ours is a
 * concurrent one, and a submit falls into its window. It has its effects when its time is over, unless it gave up. */
typedef enum ork_sim_elsewhere { ORK_SIM_RESET_BEGINS, ORK_SIM_RESET_GIVES_UP } ork_sim_elsewhere;

int ork_sim_elsewhere_reset(ork_device* device, ork_sim_elsewhere what);

/* A line of software on the trace's own track, UTF-8. Nothing without a trace. */
int ork_sim_remark(ork_device* device, const char* text);

/* Writes what happened so far as Chrome trace-event JSON, for Perfetto: the whole file or none. -1: errno is the file
 * system's, or EINVAL without a trace. */
int ork_sim_write_trace(ork_device* device, const char* path);

#ifdef __cplusplus
}
#endif
