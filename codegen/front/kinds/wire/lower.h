// The IR of a `wire` spec: what the headers, the sidecar's schema, the vectors and the reference page print.
#pragma once

#include "front/json_fwd.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/wire/model.h"

namespace npuspec::wire {

void lower_wire(const Spec& spec, const WireModel& model, Json& ir);
void name_identifiers(const Spec& spec, const WireModel& model, Identifiers& all);

}  // namespace npuspec::wire
