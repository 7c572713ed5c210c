#include "front/number.h"
#include "mutation.h"

namespace npuspec::test {
namespace {

std::optional<Meaning> constant_changed(Draft& draft, Dice& dice) {
  const Node* constants = draft.root().find("constants");
  if (!constants) return std::nullopt;
  const Entry& entry = constants->entries[dice.below(constants->entries.size())];
  const Node* value = entry.value->find("value");
  if (!value || !draft.is_plain(*value)) return std::nullopt;
  long long number = std::stoll(std::string(value->text), nullptr, 0);
  draft.replace(*value, std::to_string(number - 1));
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(entry.key)};
}

std::optional<Meaning> row_guard_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "rows", {"id", "when"});
  if (!row) return std::nullopt;
  std::string guard = text_of(*row, "when");
  std::size_t at = guard.find(">= ");
  if (at == std::string::npos) return std::nullopt;
  draft.set(*row, "when", guard.replace(at, 3, "> "));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "id")};
}

std::optional<Meaning> entry_renamed(Draft& draft, Dice& dice) {
  auto entries = maps_at(draft, "entry");
  if (entries.empty()) return std::nullopt;
  const Node& entry = *dice.pick(entries);
  const Node* name = entry.find("complete");
  if (!name || !draft.is_plain(*name)) return std::nullopt;
  draft.replace(*name, "zz_other_worker");
  return Meaning{kBreaksBoth, kBreaksBoth, "entry"};
}

std::optional<Meaning> row_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "rows");
  if (!row) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, "value"};  // the numbers of those after it move
}

std::optional<Meaning> rows_swapped(Draft& draft, Dice& dice) {
  if (!swap_rows(draft, dice, "rows")) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, "stands"};
}

// A budget is what its slots add up to: the two change together.
std::optional<Meaning> slots_changed(Draft& draft, Dice& dice, unsigned slots) {
  std::vector<const Node*> rows;
  for (const Node* list : lists_of(draft, "rows")) {
    for (const Node* row : list->items) {
      if (row->find("scratch") && row->find("budget")) rows.push_back(row);
    }
  }
  if (rows.empty()) return std::nullopt;
  const Node& row = *dice.pick(rows);
  const Node& scratch = *row.find("scratch");
  auto before = parse_number(scratch.text_at("slots"));
  if (!before || before->magnitude == slots) return std::nullopt;
  for (const Entry& budget : row.find("budget")->entries) {
    std::uint64_t bytes = parse_number(budget.value->text).value_or(Number{}).magnitude;
    draft.replace(*budget.value, std::to_string(bytes / before->magnitude * slots));
  }
  draft.set(scratch, "slots", std::to_string(slots));
  return Meaning{kBreaksBoth, kBreaksBoth, "scratch slots"};
}

std::optional<Meaning> body_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "cells", {"id", "body"});
  if (!row) return std::nullopt;
  draft.set(*row, "body", "zz_block");
  return Meaning{kMayDiffer, kMayDiffer, "zz_block"};
}

std::optional<Meaning> admission_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "cells", {"id", "admission"});
  if (!row) return std::nullopt;
  bool by_size = row->text_at("admission") == "input_magnitude";
  draft.set(*row, "admission", by_size ? "product_exponent" : "input_magnitude");
  return Meaning{kMayDiffer, kMayDiffer, "admission"};
}

std::optional<Meaning> lanes_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "cells", {"id", "lanes"});
  if (!row) return std::nullopt;
  draft.set(*row, "lanes", text_of(*row, "lanes") == "8" ? "4" : "8");
  return Meaning{kNamesOnly, kNamesOnly, "lanes"};
}

}  // namespace

std::vector<Mutation> other_mutations() {
  return {
      {"a constant of a selection changed", "selection", constant_changed},
      {"a row's guard changed", "selection", row_guard_changed},
      {"a worker renamed", "selection", entry_renamed},
      {"a row removed", "selection", row_removed},
      {"two rows swapped", "selection", rows_swapped},
      {"a slot more, and its budget", "selection",
       [](Draft& draft, Dice& dice) { return slots_changed(draft, dice, 3); }},
      {"a slot less, and its budget", "selection",
       [](Draft& draft, Dice& dice) { return slots_changed(draft, dice, 1); }},
      {"a leaf's body changed", "kernels", body_changed},
      {"a constant of a grid changed", "kernels", constant_changed},
      {"another admission", "kernels", admission_changed},
      {"the lanes of a leaf changed", "kernels", lanes_changed},
      {"a sentence of a grid changed", "kernels", sentence_changed},
      {"a sentence of a grid added", "kernels", sentence_added},
      {"a sentence of a grid removed", "kernels", sentence_removed},
      {"two sentences of a grid swapped", "kernels", sentences_swapped},
  };
}

}  // namespace npuspec::test
