// What the generated C of the device does, for tests in C++: compiled as C, it knows only the generated headers.
#pragma once

#include <stdbool.h>
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

// A cost by number, as its row and as a copy that it was set in have it; false when there is none.
typedef struct device_c_cost {
  const char* name;
  uint64_t least;
  uint64_t most;
  uint64_t set;
} device_c_cost;
bool device_c_read_cost(int which, uint64_t to, device_c_cost* cost);

// The name of a switch's position, null for one without names; the outcome that a rule makes of an event.
const char* device_c_position(int which, int position);
int device_c_rule_outcome(int rule);

// The vectors: how many do not come out; *count is how many there are.
int device_c_wrong_vectors(int* count);

#ifdef __cplusplus
}
#endif
