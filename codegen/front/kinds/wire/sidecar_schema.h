// The JSON Schema (draft 2020-12) of a contract's sidecar.
#pragma once

#include <string_view>

#include "front/json_fwd.h"
#include "front/kinds/wire/model.h"

namespace npuspec::wire {

// Every key is required, in any order, and no other is allowed; what is optional may be null. That numbers of an
// ordered list ascend is said in words: JSON Schema has no way to say it.
Json sidecar_schema(const Sidecar& sidecar, std::string_view title);

}  // namespace npuspec::wire
