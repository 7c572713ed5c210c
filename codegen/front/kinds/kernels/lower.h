// What becomes of a grid: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

class Facts;

namespace kernels {

void lower_kernels(const Spec& spec, Json& ir);
void kernels_facts(const Spec& spec, Facts& facts);

}  // namespace kernels
}  // namespace npuspec
