// What becomes of a selection: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

class Facts;

namespace selection {

void lower_selection(const Spec& spec, Json& ir);
void selection_facts(const Spec& spec, Facts& facts);

}  // namespace selection
}  // namespace npuspec
