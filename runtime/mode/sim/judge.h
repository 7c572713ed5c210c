// What a job comes to, by the rules of the spec.
//
// One submit is one event, asked once for each output buffer and core that it touches, from one state. A job of several
// kinds of work is one event for each run of the same kind: inside it nothing comes "right after another job", since
// the hardware walks on by itself. A job that fails part-way has done what stands before.
#pragma once

#include <cstddef>
#include <vector>

#include "mode/sim/job.h"

namespace npuspec::sim {

struct Verdict {
  rk3588_result result{};                // the worst outcome, all rules, the longest cost
  std::vector<rk3588_outcome> outcomes;  // of each piece that ran; fewer than the job has where one ended it
};

// Brings `state` and the job's buffers to what they are afterwards. The costs' timeout is replaced by the job's.
Verdict judge(const Job& job, rk3588_state& state, const rk3588_switches& switches, rk3588_costs costs, bool in_reset);

// Whether nothing of an event came to be.
bool ended(rk3588_outcome outcome);

}  // namespace npuspec::sim
