// From the Node tree of a `tables` spec to its model. Reports what a name, a type or a value gets wrong (codes T004 to
// T017); what only the whole can show is for check.h.
#pragma once

#include <memory>

#include "front/diag.h"
#include "front/kinds/tables/model.h"
#include "front/node.h"

namespace npuspec::tables {

// Parts that an error leaves without meaning are left out of the model. Null when there is no map to read.
std::unique_ptr<TablesModel> load_tables(const Node& root, Diags& diags);

}  // namespace npuspec::tables
