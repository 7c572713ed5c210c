// The rules of a contract as functions of each language.
#pragma once

#include <string>
#include <string_view>

#include "front/json_fwd.h"
#include "front/kinds/wire/model.h"

namespace npuspec::wire {

// {"groups": [...]}: each with its guards printed for C++, and for C and OpenCL C when it is plain; `functions` are
// what they call, in an order in which each is defined before it is called, each once.
void lower_groups(const Spec& spec, const WireModel& model, Json& ir);

std::string fault_name(const Group& group, std::string_view id);  // "admit_same_type"

}  // namespace npuspec::wire
