// The cheapest safe policy that the spec's own selectors can say.
//
// Each row may choose its selectors anew; the scope of a clear stays, or the clear goes. What a choice costs is the sum
// over the cells that a site can enter, each once: that is what the rows differ in, not what a program meets. Of equal
// costs the one that changes fewer selectors is taken. Exact: the cheapest choice is tried, a sequence that fails
// forbids its effects together, and the search goes on with the next cheapest, until one is safe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/explore.h"
#include "verify/needless.h"

namespace npuspec::verify {

struct RowChange {
  std::size_t profile = 0;
  Row row;
};

struct Cheapest {
  bool found = false;      // false: no choice of selectors is safe
  std::uint64_t cost = 0;  // nanoseconds
  std::uint64_t given_cost = 0;
  std::vector<RowChange> changes;
  std::size_t tried = 0;  // policies that were explored
};

Cheapest find_cheapest(const Model& model, std::uint32_t knobs, std::size_t max_states);

// "{keep_warm: MC, reset: NEVER, warm: [NONE, NONE], size: [NONE, NONE]}".
std::string row_text(const Policy& policy, const Row& row);

}  // namespace npuspec::verify
