/* The rules over views, as C11 and as OpenCL C compiled as C, behind functions that C++ can call. Fault numbers; 0 is
 * none. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct plain_side {
  int8_t type;
  const int32_t* shape;
  uint64_t shape_length;
  uint64_t bytes;
  bool is_variable;
} plain_side;

typedef struct plain_span {
  uint64_t address;
  uint64_t bytes;
} plain_span;

typedef struct plain_produced {
  int64_t made_by;
  uint32_t output;
  int64_t after_op;
} plain_produced;

#define PLAIN_RULES(language)                                                                                         \
  int language##_position(int64_t after_op, int64_t operators, uint32_t crossing);                                    \
  int language##_prepare_counts(uint32_t inputs, uint32_t outputs);                                                   \
  int language##_prepare(const plain_side* a, const plain_side* b);                                                   \
  int language##_within(const plain_span* a, const plain_span* b);                                                    \
  int language##_across(const plain_span* a, const plain_span* b);                                                    \
  int language##_inputs(int64_t made_by, int64_t last_use, int64_t after_op, bool intercepted);                       \
  int language##_pair_order(const plain_produced* a, const plain_produced* b);                                        \
  int language##_rewiring(int64_t reader, int64_t fence, int32_t reads, int32_t input, int32_t output);               \
  int language##_placement(uint32_t position, uint32_t after_op, uint32_t earlier);                                   \
  int language##_boundaries(uint32_t previous, uint32_t after_op);                                                    \
  int language##_sidecar_counts(uint32_t num_segments, uint32_t segments, uint32_t boundaries);                       \
  int language##_sidecar_range(uint32_t op_range_start, uint32_t op_range_end, uint32_t starts_at, uint32_t ends_at); \
  int language##_sidecar_end(bool is_last, uint32_t tensor_pairs, bool end_tensor_name, bool fence_tensor_name)

// Runs the generated vectors: how many there are, and how many of them C11 judges otherwise.
int c11_vectors(void);
int c11_vectors_wrong(void);

PLAIN_RULES(c11);
PLAIN_RULES(opencl);

#ifdef __cplusplus
}
#endif
