// Runs a group of rules on values, with the interpreter: what every generated function must give too.
#pragma once

#include <span>

#include "front/guard/interp.h"
#include "front/kinds/wire/model.h"

namespace npuspec::wire {

struct Finding {
  const Check* failed = nullptr;      // of a group of checks: the first that fails, its own or a given group's
  const Row* taken = nullptr;         // of a group of rows: the first that holds
  bool silent = false;                // `only` does not hold
  const guard::Typed* why = nullptr;  // what overflowed, when that is why a check failed
};

// `takes` is what the group is given, in its order. Binds the group's names (and those of its given groups) in
// `values`.
Finding evaluate(const WireModel& model, const Group& group, std::span<const Values::Handle> takes, Values& values);

}  // namespace npuspec::wire
