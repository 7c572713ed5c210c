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

#define PLAIN_RULES(language)                                                      \
  int language##_position(int64_t after_op, int64_t operators, uint32_t crossing); \
  int language##_prepare_counts(uint32_t inputs, uint32_t outputs);                \
  int language##_prepare(const plain_side* a, const plain_side* b);                \
  int language##_within(const plain_span* a, const plain_span* b);                 \
  int language##_across(const plain_span* a, const plain_span* b)

// Runs the generated vectors: how many there are, and how many of them C11 judges otherwise.
int c11_vectors(void);
int c11_vectors_wrong(void);

PLAIN_RULES(c11);
PLAIN_RULES(opencl);

#ifdef __cplusplus
}
#endif
