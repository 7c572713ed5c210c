// The two policies that a verb may be asked of.
#pragma once

#include <memory>

#include "verbs.h"
#include "verify/policy.h"

namespace npuspec::mode {

std::unique_ptr<Table> linked_table();                   // of the library that a runtime links
std::unique_ptr<Table> table_of(verify::Policy policy);  // of a spec

}  // namespace npuspec::mode
