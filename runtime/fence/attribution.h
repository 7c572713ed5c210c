// Which operator of the source model each row of a per-layer CSV belongs to.
//
// A row is an operator's whose first output has its name; else one's whose name it has with a suffix that Vela is known
// to append for that type of operator (`lowered` in specs/fence/tflite.yaml). Nothing is guessed: a row without a name,
// with a name that two operators share, of a source that Vela does not know, or of another type of operator than the
// one of that name stays without an operator, unless a debug database tells it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fence/costs.h"
#include "fence/debug_database.h"
#include "fence/operators.h"

namespace npuspec::fence {

struct Attribution {
  std::optional<std::uint32_t> op;
  std::string why_not;  // where there is none: "it has no name"
};

// One for each row of `costs`. `database` and `model` may be null. Throws PlanError where the database is not of this
// run or this model.
std::vector<Attribution> attribute(const Costs& costs, std::span<const OperatorIdentity> operators,
                                   const DebugDatabase* database, const Model* model);

}  // namespace npuspec::fence
