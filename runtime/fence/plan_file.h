// A plan as a file: JSON, its keys always in one order, so that equal plans are equal bytes.
//
// Cycles are texts, so that no reader rounds them. What is read is a plan of this format and nothing else: every key is
// there, no other is, each holds what it may, and what says one thing twice says the same.
#pragma once

#include <string>
#include <string_view>

#include "fence/plan.h"

namespace npuspec::fence {

// Throws PlanError where a name is no UTF-8, which no model's is.
std::string write_plan(const FencePlan& plan);

// `name` is what messages call the file. Throws PlanError, with the line and column where it is no JSON or has a key
// twice, and else with the path of the key: "fences[2].after_op is not a whole number from 0 to 30".
FencePlan read_plan(const std::string& name, std::string_view text);

}  // namespace npuspec::fence
