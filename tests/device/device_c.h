// What the generated C of the device does, for tests in C++: compiled as C, it knows only the generated headers.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Replayed by numbers; there are four buffers.
typedef struct device_c_result {
  int outcome;
  uint64_t cost;
  uint64_t rules;
} device_c_result;

void device_c_start(const int* positions);
device_c_result device_c_happen(int event, int buffer, const int64_t* arguments);
// The outcome of loading the table of a core, by the event's own function.
int device_c_load(int core);
int64_t device_c_state(int variable, int element);

// The vectors: how many do not come out; *count is how many there are.
int device_c_wrong_vectors(int* count);

#ifdef __cplusplus
}
#endif
