// From the tree of a policy spec to its model: names resolved, guards checked, nothing evaluated yet.
#pragma once

#include "front/diag.h"
#include "front/kinds/policy/model.h"
#include "front/kinds/rows.h"
#include "front/node.h"
#include "front/source.h"

namespace npuspec::policy {

// What is misshapen has been reported and is left out; what else is wrong is reported here (P001 to P008, P015).
void load_policy(const Node& root, const Sources& sources, Diags& diags, PolicyModel& model);

// Its two halves: what guards may name, and what is made of guards.
struct Loading {
  const Sources& sources;
  Diags& diags;
  PolicyModel& model;
  RowReader rows;
};

// A prefix of generated names: capitals, digits and '_', ending in '_'; else P003, and empty.
std::string_view prefix_of(const Node& row, std::string_view key, Loading& to);

void load_names(const Node& root, Loading& to);
void load_rows(const Node& root, Loading& to);

}  // namespace npuspec::policy
