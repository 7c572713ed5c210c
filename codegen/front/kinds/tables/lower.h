// The IR of a `tables` spec: what the .fbs, the C++ header and the reference page print.
#pragma once

#include "front/json_fwd.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/tables/model.h"

namespace npuspec::tables {

void lower_tables(const Spec& spec, const TablesModel& model, Json& ir);
void name_identifiers(const Spec& spec, const TablesModel& model, Identifiers& all);

// One letter a field, by id, as a table is copied: 'o' an offset, else the bytes of a scalar. "4oo1oo1oo881o4"
std::string kinds(const Table& table);

// As the .fbs spells a field's type: "[Tensor]", "ubyte".
std::string fbs_type(const TablesModel& model, const Table& table, const Field& field);

}  // namespace npuspec::tables
