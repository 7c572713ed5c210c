// All that can be said of a policy on this device: safe or not, what is needless, what drifted, what it rests on, and
// what would be cheapest. Nothing is printed here (report.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/beliefs.h"
#include "verify/cheapest.h"
#include "verify/drift.h"
#include "verify/explore.h"
#include "verify/needless.h"
#include "verify/witness.h"

namespace npuspec::verify {

struct Question {
  rk3588_switches switches = rk3588_default_switches();
  Options options;
  std::vector<std::uint32_t> knobs;  // settings; the first is the one that needless, beliefs and cheapest are asked of
  std::size_t max_states = 0;        // of one exploration; 0: no limit
  bool quick = false;                // whether it is safe, and what drifted; nothing that explores again
};

struct NeedlessCell {
  CellEffect effect;
  std::uint64_t cost = 0;           // nanoseconds, each time
  std::vector<std::string> needed;  // beliefs, one away from the given one each, under which it is needed
};

// What a setting of the knobs gives.
struct Explored {
  std::uint32_t knobs = 0;
  std::size_t states = 0;
  std::uint64_t steps = 0;        // that were tried
  std::vector<Witness> failures;  // the shortest of each verdict
};

struct Verified {
  std::vector<Explored> explored;
  std::size_t alphabet = 0;       // steps that differ
  std::size_t device_states = 0;  // that can be told apart
  std::size_t real_device_states = 0;
  std::vector<NeedlessCell> needless;  // at the first setting
  std::vector<NeedlessColumn> columns;
  std::size_t effects = 0;  // that were judged
  std::vector<Drift> drift;
  std::vector<Belief> beliefs;
  std::vector<Witness> belief_witness;  // as beliefs; empty where safe
  Cheapest cheapest;

  bool safe() const;
  bool has_findings() const;
};

// Throws ModelError, TooMany.
Verified verify(const Policy& policy, const Question& question);

}  // namespace npuspec::verify
