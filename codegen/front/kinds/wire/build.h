// From the Node tree of a `wire` spec to its checked model. Null when there are no tables to speak of.
#pragma once

#include <memory>

#include "front/diag.h"
#include "front/kinds/wire/model.h"
#include "front/source.h"

namespace npuspec::wire {

std::unique_ptr<WireModel> build_wire(const Spec& spec, const Sources& sources, Diags& diags);

}  // namespace npuspec::wire
