// What only a whole `tables` spec can show: the file's head, complete ids, unions, names that meet in generated code,
// tables that nothing leads to.
#pragma once

#include "front/diag.h"
#include "front/kinds/tables/model.h"
#include "front/node.h"

namespace npuspec::tables {

void check_tables(const TablesModel& model, const Node& root, Diags& diags);

// The name of the union that the .fbs gives an Opaque field with members: "QuantizationParametersDetails".
std::string union_name(const Table& table, const Field& field);

}  // namespace npuspec::tables
