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

// A budget that its slots do not add up to is refused; so the proof of it goes first, which only sources see.
bool budgets_are_free(Draft& draft) {
  const Node* proofs = draft.root().find("prove");
  if (!proofs) return false;
  for (std::size_t i = 0; i < proofs->items.size(); ++i) {
    if (text_of(*proofs->items[i], "require").find("budget") != std::string::npos) draft.remove(*proofs, i);
  }
  return true;
}

std::optional<Meaning> budget_changed(Draft& draft, Dice& dice, bool raised) {
  auto budgets = maps_at(draft, "budget");
  if (budgets.empty() || !budgets_are_free(draft)) return std::nullopt;
  const Node& budget = *dice.pick(budgets);
  draft.replace(*budget.entries[dice.below(budget.entries.size())].value, raised ? "99 KiB" : "1 KiB");
  return raised ? Meaning{kBreaksOld, kAddsNewMisses, "budget"} : Meaning{kAddsNewMisses, kBreaksOld, "budget"};
}

std::optional<Meaning> slots_changed(Draft& draft, Dice& dice) {
  auto scratches = maps_at(draft, "scratch");
  if (scratches.empty() || !budgets_are_free(draft)) return std::nullopt;
  draft.set(*dice.pick(scratches), "slots", "3");
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
      {"a budget raised", "selection", [](Draft& draft, Dice& dice) { return budget_changed(draft, dice, true); }},
      {"a budget lowered", "selection", [](Draft& draft, Dice& dice) { return budget_changed(draft, dice, false); }},
      {"the slots of a worker changed", "selection", slots_changed},
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
