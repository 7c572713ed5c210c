// `since:` and `removed:`, of every row that may have them: versions of the spec's own abi.
#pragma once

#include "front/diag.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec {

// S014, a warning, where a row came or went with a version that the spec has not reached.
void tell_versions_to_come(const Spec& spec, const Sources& sources, Diags& diags);

}  // namespace npuspec
