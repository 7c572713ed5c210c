// What becomes of a grid: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

class Facts;
class Identifiers;

namespace kernels {

struct Kernels;

void lower_kernels(const Spec& spec, Json& ir);
void kernels_facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const Kernels& model, Identifiers& all);

}  // namespace kernels
}  // namespace npuspec
