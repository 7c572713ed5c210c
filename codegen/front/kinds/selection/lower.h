// What becomes of a selection: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include <string>

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

class Facts;
class Identifiers;

namespace selection {

struct Quantity;
struct Row;
struct Selection;

void lower_selection(const Spec& spec, Json& ir);
void selection_facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const Selection& model, Identifiers& all);

std::string function_name(const Row& row, const Quantity& quantity);  // "w_run_scratch_source"

}  // namespace selection
}  // namespace npuspec
