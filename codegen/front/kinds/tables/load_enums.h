// The enums of a `tables` spec: symbols, values, and columns.
#pragma once

#include <vector>

#include "front/diag.h"
#include "front/kinds/tables/model.h"
#include "front/node.h"

namespace npuspec::tables {

std::vector<Enum> load_enums(const Node& enums, Diags& diags);

}  // namespace npuspec::tables
