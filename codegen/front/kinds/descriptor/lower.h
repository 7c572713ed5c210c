// What becomes of a model: its part of the IR, for generated code, and its facts, for the ABI report.
#pragma once

#include "front/json.h"
#include "front/spec.h"

namespace npuspec {

class Facts;
class Identifiers;
class JsonWriter;

namespace guard {
struct Symbol;
}

namespace descriptor {

struct Descriptors;

void lower(const Spec& spec, JsonWriter& ir);
void facts(const Spec& spec, Facts& facts);
void name_identifiers(const Spec& spec, const Descriptors& model, Identifiers& all);

// What is promised of a let: what it is, and over what; for those who are over a descriptor as well.
Json let_attributes(const guard::Symbol& let);

}  // namespace descriptor
}  // namespace npuspec
