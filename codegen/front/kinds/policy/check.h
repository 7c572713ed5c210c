// What is wrong with the rows of a policy as they stand: nothing is evaluated.
#pragma once

#include "front/diag.h"
#include "front/kinds/policy/model.h"
#include "front/node.h"
#include "front/spec.h"

namespace npuspec::policy {

// Notes which selectors and sets are used, and whether cells differ by chain kind. Before expand().
void note_uses(PolicyModel& model);

// P009 to P011, P013, P014, P020, P021.
void check_rows(const PolicyModel& model, Diags& diags);

}  // namespace npuspec::policy
