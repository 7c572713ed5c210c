// What becomes of a model: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/spec.h"

namespace npuspec {

class Facts;
class JsonWriter;

namespace descriptor {

void lower(const Spec& spec, JsonWriter& ir);
void facts(const Spec& spec, Facts& facts);

}  // namespace descriptor
}  // namespace npuspec
