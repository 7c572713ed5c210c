// What a contract goes by that another spec says: the parts of its tables that its guards read and its writes fill in.
#pragma once

#include "front/kinds/wire/model.h"
#include "front/report.h"

namespace npuspec::wire {

// "read" facts: fields (Tensor.#1), rows of enums by number with the columns that guards ask for (TensorType.#9), what
// those columns are of a number without a row (TensorType), and rows that guards name (TensorType.INT8).
void read_facts(const WireModel& model, Facts& facts);

}  // namespace npuspec::wire
