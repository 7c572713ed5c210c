// What a `wire` spec promises: all of it but its docs, and what its rules go by in the tables that it is over
// (reads.h). Any change of any of these is a new version of the contract.
#pragma once

#include "front/kinds/wire/model.h"
#include "front/report.h"

namespace npuspec::wire {

void wire_facts(const WireModel& model, Facts& facts);

}  // namespace npuspec::wire
