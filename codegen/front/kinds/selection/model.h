// What kind `selection` makes of a file: rows that are tried in order for an admitted request, the first whose guard
// holds being the one picked, and what each row's worker may use.
//
// The last row has no guard, so that every request is picked by some row; no row is out of reach. What a row says in
// numbers (its quantities) is a guard over the request. A budget is what the row's slots add up to; what aligning them
// may cost comes beside it. What `prove:` demands has been proved for every row that has
// the quantities it names, and for every symbol that budgets are given by, from the row's own guard and the guards
// above it that failed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/kinds/over/over.h"
#include "front/spec.h"

namespace npuspec::selection {

using guard::Int;

struct Quantity {
  std::string_view name;  // "tasks", "scratch.source"
  Place at;
  const guard::Typed* value = nullptr;
};

struct Budget {
  std::string_view symbol;  // of the enum that budgets are given by
  std::string_view written;
  Int bytes = 0;  // what the row's slots add up to with that symbol
  Place at;
};

struct Row {
  std::string_view id;
  Place at;
  const guard::Typed* when = nullptr;  // null: always
  std::string_view complete;           // entry for a request of whole tiles alone; empty: it lets none in
  std::string_view partial;            // entry for one with edges; the same when not said
  std::vector<Quantity> quantities;    // as written
  std::vector<Budget> budgets;         // in the order of the enum's symbols
  descriptor::About about;

  const Quantity* find(std::string_view name) const;
};

struct Proof {
  std::string_view id;
  Place at;
  const guard::Expr* require = nullptr;
  descriptor::About about;
};

struct Example {
  std::string_view id;
  Place at;
  std::vector<Int> slots;
  std::size_t picks = 0;  // which row
  descriptor::About about;
};

struct Selection final : Model {
  over::Over over;
  const descriptor::Field* by = nullptr;  // the enum field that budgets are given by
  std::vector<Row> rows;
  std::vector<Proof> proofs;
  std::vector<Example> examples;
};

}  // namespace npuspec::selection
