/* The run paths: one function a site of the policy, by the site's name, and the ops beside them.
 *
 * Each one takes its context, enters with its site's row, makes its buffers, runs, checks that its output was written
 * and copies it out; on an error the output's bytes are nobody's. Operands are host arrays, row-major and dense, copied
 * in and out on each call. A cold output is run ORK_WARM_REPS times, and the last run counts: a failure before it is
 * tolerated where the output, a matmul's, was written after all. K
 * beyond one pass is cut into passes that the host sums in their order, N beyond one matmul into blocks.
 *
 * All return 0 or a negative errno, as context.h has it: -EINVAL for a shape or operand that cannot be one, before
 * anything is entered; -ORK_NPU_NOT_WRITTEN for a job that ended without its output; -ORK_NPU_OVERTAKEN where another
 * context's reset came in between. They block, and are used as a context is: by one thread at a time.
 */
#pragma once

#include "mode/context.h"

#ifdef __cplusplus
extern "C" {
#endif

/* c[m][n] = a[m][k] * b[k][n]: fp16 into fp32, int8 and int4 into int32; two int4 to a byte, the even column low, and
 * k and n even. */
typedef struct ork_mm {
  uint32_t m;
  uint32_t k;
  uint32_t n;
  const void* a;
  const void* b;
  void* c;
} ork_mm;

/* An element-wise op: c[m][n] of a[m][n] and, for two operands, b[m][n], all of the op's type. */
typedef struct ork_ew {
  enum rk3588_op op;
  uint32_t m;
  uint32_t n;
  const void* a;
  const void* b; /* null for a LUT op */
  void* c;
  const void* table; /* of a LUT op; null for others */
  uint32_t table_bytes;
} ork_ew;

/* How many cores a matmul of n columns is cut for: each gets its least number of N tiles, and no more than ORK_NPU_MC.
 */
uint32_t ork_cores_for(uint32_t n, enum rk3588_family type, uint32_t max_cores);

/* One matmul, fp16 or int8: run_multicore where it is cut for several cores, else run_single_core. */
int ork_mm_run(ork_npu npu, enum rk3588_family type, const ork_mm* mm);
int ork_run_multicore(ork_npu npu, enum rk3588_family type, const ork_mm* mm);
int ork_run_single_core(ork_npu npu, enum rk3588_family type, const ork_mm* mm);

/* `count` int8 matmuls in one submit on one core. Fused: element-wise ops follow them in the same program, after the
 * reset that primes a table where one is needed. */
int ork_run_chain_i8_impl(ork_npu npu, const ork_mm* items, uint32_t count, const ork_ew* fused, uint32_t fused_count);

/* The int8 chain of programs that are made elsewhere: matmuls, then element-wise ops without tables. */
int ork_npu_chain_progs(ork_npu npu, const ork_mm* items, uint32_t count, const ork_ew* ops, uint32_t op_count);

/* `count` matmuls, a submit each, round the cores. Small K: each of one pass. Chained: a submit a core. */
int ork_run_stream_i8(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_run_stream_i8_small_k(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_run_stream_f16(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_run_stream_f16_chained(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_run_stream_i4(ork_npu npu, const ork_mm* items, uint32_t count);

/* int4. Grouped: c is [k / group][m][n], a product for each `group` columns of a, which divides k and is even.
 * Incremental: c is added to. Bank chain: a submit a core. c-batch: one submit for all. Chain: m is 1. */
int ork_run_i4_mc(ork_npu npu, const ork_mm* mm);
int ork_run_i4_grouped(ork_npu npu, const ork_mm* mm, uint32_t group);
int ork_run_i4_incr_mc(ork_npu npu, const ork_mm* mm);
int ork_mm_run_i4_incr(ork_npu npu, const ork_mm* mm);
int ork_run_i4_bchain(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_run_i4_cbatch(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_mm_run_chain_i4(ork_npu npu, const ork_mm* items, uint32_t count);

/* Jobs without a wait: rung, then waited for. One that does not end in its last run is -ETIMEDOUT, its memory is given
 * up until it ends, and the device is reset. */
int ork_doorbell_i8(ork_npu npu, const ork_mm* items, uint32_t count);
int ork_doorbell_colsplit_f16(ork_npu npu, const ork_mm* mm);

/* Element-wise, in whatever mode is current. */
int ork_sdp_elementwise(ork_npu npu, const ork_ew* ew);

/* Through a look-up table, which is loaded where the core has another or lost it. The shared task descriptor, which the
 * op runs from, is written back whatever becomes of it. */
int ork_run_lut(ork_npu npu, const ork_ew* ew);

/* A sequence of int8 matmuls in one submit in a domain of its own: switches, then enters. The context stays there. */
int ork_run_sequence(ork_npu npu, int32_t domain, const ork_mm* items, uint32_t count);

#ifdef __cplusplus
}
#endif
