// The rules of a contract as functions of each language.
#pragma once

#include "front/json_fwd.h"
#include "front/kinds/wire/model.h"

namespace npuspec::wire {

// {"groups": [...]}: each with its guards printed for C++, and for C and OpenCL C when it is plain; `functions` are
// what they call, in an order in which each is defined before it is called, each once.
void lower_groups(const Spec& spec, const WireModel& model, Json& ir);

}  // namespace npuspec::wire
