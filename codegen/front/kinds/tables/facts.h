// What a `tables` spec promises: ids, types, defaults and meanings of fields; names and values of symbols.
#pragma once

#include "front/kinds/tables/model.h"
#include "front/report.h"

namespace npuspec::tables {

void table_facts(const TablesModel& model, Place head, Facts& facts);

}  // namespace npuspec::tables
