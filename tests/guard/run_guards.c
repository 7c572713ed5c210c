// Runs printed guards (make_guards.cpp) on their values and compares with the interpreter's verdicts. Compiled as C, as
// C++ and, with OpenCL C's printed guards, as C again. Exit 0: they all agree, and something was run.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef AS_OPENCL_C
typedef unsigned long ulong;
#define __OPENCL_C_VERSION__ 120
#endif
#include "base/guard_math.h"

typedef struct task {
  uint32_t start;
  uint32_t number;
} task;

#ifdef __cplusplus
enum class Dtype : uint8_t { FP32, FP16, BF16 };
enum class Code : int32_t { ADD = 0, CUSTOM = 32 };
#define ENUM(type, value) static_cast<type>(value)
#define CONSTANT constexpr
#else
enum { dtype_FP32, dtype_FP16, dtype_BF16 };
enum { code_ADD = 0, code_CUSTOM = 32 };
typedef uint8_t Dtype;
typedef int32_t Code;
#define ENUM(type, value) value
#define CONSTANT static const
#endif
enum { tile_axis_D, tile_axis_H, tile_axis_W, tile_axis_C };
#define job_PC 1u
#define job_NONBLOCK 2u
#define job_PINGPONG 4u

typedef struct D {
  uint8_t rank;
  Dtype dtype;
  Code code;
  uint32_t flags;
  bool bound;
  uint32_t multiplier;
  uint64_t sizes[6];
  int64_t strides[6];
  int32_t tile_axes[4];
  uint64_t tile_shape[4];
  uint64_t a, b;
  int64_t p, q;
  int32_t t;
  uint16_t h;
  int8_t n;
  task tasks[5];
  task first;
} D;

#define VALUES(batch, count) CONSTANT D batch_##batch[count] = {
#define END \
  }         \
  ;
#include "values.inc"

#include GUARDS

typedef struct run {
  int guard;
  const D* values;
  int count;
  int (*function)(const D* at);
  const char* expected;
} run;

static const run runs[] = {
#include "expected.inc"
};

#ifdef __cplusplus
#include "asserts.inc"
#endif

int main(void) {
  int wrong = 0;
  long done = 0;
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    for (int k = 0; k < runs[i].count; k++, done++) {
      int got = runs[i].function(&runs[i].values[k]);
      if (got == runs[i].expected[k] - '0') continue;
      if (wrong++ < 5)
        printf("guard %d, values %d: %d, and the interpreter says %c\n", runs[i].guard, k, got, runs[i].expected[k]);
    }
  }
  printf("%ld runs, %d wrong\n", done, wrong);
  return wrong != 0 || done == 0;
}
