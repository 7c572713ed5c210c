#include "device_c.h"

#include "rk3588_gen.h"
#include "rk3588_vectors_gen.h"

enum { BUFFERS = 4 };

static rk3588_state state;
static rk3588_buffer buffers[BUFFERS];
static rk3588_switches switches;
static rk3588_costs costs;

void device_c_start(const int* positions) {
  state = rk3588_first_state();
  for (int i = 0; i < BUFFERS; ++i) buffers[i] = rk3588_first_buffer();
  costs = rk3588_default_costs();
  switches = rk3588_default_switches();
  for (int i = 0; i < RK3588_SWITCHES; ++i) rk3588_set_switch(&switches, i, positions[i]);
}

device_c_result device_c_happen(int event, int buffer, const int64_t* arguments) {
  const rk3588_result result =
      rk3588_happen(&state, &buffers[buffer], &switches, &costs, (enum rk3588_event)event, arguments);
  const device_c_result out = {(int)result.outcome, result.cost, result.rules};
  return out;
}

int device_c_load(int core) { return (int)rk3588_load(&state, &switches, &costs, (uint8_t)core).outcome; }

int64_t device_c_state(int variable, int element) {
  const rk3588_buffer* buffer = &buffers[element < BUFFERS ? element : 0];
  return rk3588_state_value(&state, buffer, variable, element);
}

bool device_c_read_cost(int which, uint64_t to, device_c_cost* cost) {
  rk3588_costs set = rk3588_default_costs();
  if (!rk3588_set_cost(&set, which, to)) return false;
  const uint64_t values[] = {set.reset,       set.rewarm,     set.submit_floor,  set.timeout,
                             set.abort_sleep, set.soft_reset, set.doorbell_stall};
  const rk3588_cost_row* row = &rk3588_cost_rows[which];
  *cost = (device_c_cost){row->name, row->least, row->most, values[which]};
  return true;
}

const char* device_c_position(int which, int position) {
  const rk3588_switch_row* row = &rk3588_switch_rows[which];
  return row->names != NULL ? row->names[position] : NULL;
}

int device_c_rule_outcome(int rule) { return rk3588_rule_rows[rule].outcome; }

int device_c_wrong_vectors(int* count) {
  int wrong = 0;
  *count = (int)(sizeof rk3588_vectors / sizeof rk3588_vectors[0]);
  for (int i = 0; i < *count; ++i) {
    const rk3588_vector* v = &rk3588_vectors[i];
    device_c_start(v->positions);
    uint64_t cost = 0;
    device_c_result last = {0, 0, 0};
    for (int step = 0; step < v->steps; ++step) {
      last = device_c_happen((int)v->step[step].event, 0, v->step[step].arguments);
      cost += last.cost;
    }
    if (last.outcome != (int)v->outcome || (v->cost >= 0 && cost != (uint64_t)v->cost)) ++wrong;
  }
  return wrong;
}
