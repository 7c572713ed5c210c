// What becomes of a model: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/spec.h"

namespace npuspec {

class Facts;
class Identifiers;
class JsonWriter;

namespace descriptor {

struct Descriptors;

void lower(const Spec& spec, JsonWriter& ir);
void facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const Descriptors& model, Identifiers& all);

}  // namespace descriptor
}  // namespace npuspec
