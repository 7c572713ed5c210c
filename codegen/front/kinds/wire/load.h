// From the Node tree of a `wire` spec to its model: one function a part, in this order. Each reports what its part gets
// wrong (codes W001 to W022) and leaves out what has no meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/kinds/rows.h"
#include "front/kinds/wire/model.h"
#include "front/node.h"

namespace npuspec::wire {

struct Loading {
  const Sources& sources;
  WireModel& model;
  Diags& diags;

  // Chains as Diags does: the caret spans the scalar.
  Diag& error(Code code, const Node& at, std::string message) const;
};

void load_operator(const Node& node, const Loading& to);
void load_types(const Node& root, const Loading& to);  // records, and lets on tables and records
void load_groups(const Node& list, const Loading& to);
void load_names(const Node& node, const Loading& to);
void load_sidecar(const Node& node, const Loading& to);
void load_examples(const Node& list, const Loading& to);

const tables::Table& table_at(const WireModel& model, int table);

// A guard that is a scalar: parsed into the model's arena, its places those of the scalar.
struct Guard {
  const guard::Expr* expr = nullptr;  // null: reported
  const guard::At* at = nullptr;
};
Guard parse_guard(const Node& node, const Loading& to);

}  // namespace npuspec::wire
