// Whether a plan was made for the model that it is applied to. Throws before anything is written, and writes nothing.
//
// Source: ETHOS_U_STREAM_SPLIT contract, "Identity carried with a fenced model".
#pragma once

#include "fence/plan.h"

namespace npuspec::fence {

// By the rules plan_binding and fence_binding of specs/fence/stream_split.yaml: the SHA-256 where the plan has one, how
// many operators there are, the subgraph, and of each fence its position and, where it carries them, the name and the
// opcode of what sits there. Throws FenceBindingError, which names what the plan says and what the model has. Reads all
// bytes of the model, for its SHA-256, where the plan has one.
void check_plan_binding(const FencePlan& plan, const Model& model);

}  // namespace npuspec::fence
