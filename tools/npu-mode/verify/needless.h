// Resets and clears that no hazard needs.
//
// An effect of a cell (row, from, to) is needless when the policy without it makes no step fail that did not fail with
// it. That is decided exactly: the states of the given policy and those that the change adds are explored; where that
// finds a failure, the changed policy is explored from its first state, which alone tells whether it is reached.
// Effects that are needless each by itself may not be so together: a column of a row is judged as a whole too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/explore.h"

namespace npuspec::verify {

struct CellEffect {
  std::size_t profile = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  Column column = kReset;

  bool operator==(const CellEffect&) const = default;
};

// All that the table does where a site enters.
std::vector<CellEffect> effects_of(const Model& model, const EffectTable& table);

// The table without some of its effects.
EffectTable without(EffectTable table, const std::vector<CellEffect>& effects);

// What an effect costs each time, in nanoseconds: a clear beside a reset nothing, since a reset voids warmth itself.
std::uint64_t cost_of(const CellEffect& effect, const EffectTable& table, const rk3588_costs& costs, bool original);

// Whether the policy is as good without them. `given` was explored with the same model and table.
bool is_needless(const Model& model, const EffectTable& table, const Space& given,
                 const std::vector<CellEffect>& effects, std::size_t max_states);

struct NeedlessColumn {
  std::size_t profile = 0;
  Column column = kReset;
  std::size_t cells = 0;
};

struct Needless {
  std::vector<CellEffect> all;          // that were judged
  std::vector<CellEffect> cells;        // needless
  std::vector<NeedlessColumn> columns;  // needless in all the cells where they act, all at once
};

Needless find_needless(const Model& model, const EffectTable& table, const Space& given, std::size_t max_states);

}  // namespace npuspec::verify
