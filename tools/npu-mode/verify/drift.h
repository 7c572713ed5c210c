// Rows that make the same transition differently.
//
// Two rows drift apart where both enter a mode from another and one does what the other leaves: a reset, or a clear of
// a scope that both have. That one clears the context's buffer and the other those of the cores is no drift. Rows that
// say why they are `distinct` are assessed: told, with the reason, and no finding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/policy.h"

namespace npuspec::verify {

struct DriftCell {
  std::size_t from = 0;
  std::size_t to = 0;
  std::uint32_t knobs = 0;
  Effect first;
  Effect second;
  bool reset = false;  // they differ in it
};

struct Drift {
  std::size_t first = 0;  // rows
  std::size_t second = 0;
  std::string distinct;          // the reason that one of them gives; empty: a finding
  std::vector<DriftCell> cells;  // at the default knobs first, then with ever more of them elsewhere
};

std::vector<Drift> find_drift(const Policy& policy);

}  // namespace npuspec::verify
