// The full effect of every row, and what only that shows to be wrong.
#pragma once

#include "front/diag.h"
#include "front/kinds/policy/model.h"

namespace npuspec::policy {

// Evaluates every row everywhere into model.cells. False when there would be too many (P004).
bool expand(PolicyModel& model, const Spec& spec, Diags& diags);

// "XP_CHAIN_NT, F16 -> I8_CHAIN, nothrash=0 f16warm=1": knobs that are at their default are left out, all of them when
// all are; chain kinds are named where cells differ by them.
std::string spell(const PolicyModel& model, const Point& point);
std::string spell(const PolicyModel& model, const Point& point, const ChainKinds& kinds);  // under any of these

// Conditions that are dead in their row, laws that a cell breaks, examples that do not come out (P012, P016, P017).
void check_cells(const PolicyModel& model, Diags& diags);

// Rows that are twins or have drifted apart (P018, P019), and reasons for what is not there (P023): warnings.
void compare_rows(const PolicyModel& model, Diags& diags);

}  // namespace npuspec::policy
