// Numbers that generated code gives by the order in which a spec lists things: whoever was built against the other
// order takes one for another.
#include "mutation.h"

namespace npuspec::test {
namespace {

std::optional<Meaning> swapped(Draft& draft, Dice& dice, const Node* map) {
  if (!map || !map->is_map() || map->entries.size() < 2) return std::nullopt;
  std::size_t first = dice.below(map->entries.size() - 1);
  if (!draft.swap_entries(*map, first)) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(map->entries[first].key)};
}

std::optional<Meaning> knobs_swapped(Draft& draft, Dice& dice) {
  return swapped(draft, dice, draft.root().find("knobs"));
}

std::optional<Meaning> runtime_knobs_swapped(Draft& draft, Dice& dice) {
  return swapped(draft, dice, draft.root().find("runtime_knobs"));
}

std::optional<Meaning> selectors_swapped(Draft& draft, Dice& dice) {
  std::vector<const Node*> columns = maps_at(draft, "selectors");
  return columns.empty() ? std::nullopt : swapped(draft, dice, dice.pick(columns));
}

std::optional<Meaning> sites_swapped(Draft& draft, Dice& dice) {
  std::vector<const Node*> lists = lists_of(draft, "sites");
  if (lists.empty()) return std::nullopt;
  std::size_t row = dice.below(lists[0]->items.size() - 1);
  draft.swap(*lists[0], row);
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*lists[0]->items[row], "name")};
}

std::optional<Meaning> words_swapped(Draft& draft, Dice& dice) {
  const Node* modes = draft.root().find("modes");
  const Node* words = modes && modes->find("columns") ? modes->find("columns")->find("type") : nullptr;
  if (!words) return std::nullopt;
  std::size_t first = dice.below(words->items.size() - 1);
  const Node& a = *words->items[first];
  const Node& b = *words->items[first + 1];
  draft.replace(a, std::string(b.text));
  draft.replace(b, std::string(a.text));
  return Meaning{kBreaksBoth, kBreaksBoth, "type." + std::string(a.text)};
}

// SCALAR and PERCORE, of every column: they share their names.
std::optional<Meaning> scopes_swapped(Draft& draft, Dice&) {
  for (const Node* scopes : maps_at(draft, "scopes")) {
    if (scopes->entries.size() != 4 || !draft.swap_entries(*scopes, 1)) return std::nullopt;
  }
  return Meaning{kBreaksBoth, kBreaksBoth, "bits"};
}

std::optional<Meaning> parts_swapped(Draft& draft, Dice& dice) {
  const char* part = dice.pick<const char*>({"costs", "switches", "state", "events", "outcomes"});
  return swapped(draft, dice, draft.root().find(part));
}

std::optional<Meaning> arguments_swapped(Draft& draft, Dice& dice) {
  for (const Node* arguments : maps_at(draft, "args")) {
    if (arguments->entries.size() < 3) continue;
    std::size_t first = dice.below(arguments->entries.size() - 2);
    if (draft.swap_entries(*arguments, first)) return Meaning{kBreaksBoth, kBreaksBoth, "args"};
  }
  return std::nullopt;
}

std::optional<Meaning> rules_swapped(Draft& draft, Dice& dice) {
  std::vector<const Node*> lists = lists_of(draft, "rules");
  if (lists.empty() || draft.root().text_at("kind") != "device") return std::nullopt;
  draft.swap(*lists[0], dice.below(lists[0]->items.size() - 1));
  return Meaning{kBreaksBoth, kBreaksBoth, "stands"};
}

std::optional<Meaning> another_core(Draft& draft, Dice& dice) {
  const Node* cores = draft.root().find("cores");
  if (!cores) return std::nullopt;
  draft.replace(*cores, std::to_string(4 + dice.below(5)));
  return Meaning{kBreaksBoth, kBreaksBoth, "cores"};
}

// What was given before is refused, or what is given now.
std::optional<Meaning> parameter_narrowed(Draft& draft, Dice& dice) {
  std::vector<const Node*> rows;
  for (const Node* params : maps_at(draft, "params")) {
    for (const Entry& param : params->entries) {
      if (param.value->is_map() && param.value->find("in")) rows.push_back(param.value);
    }
  }
  if (rows.empty()) return std::nullopt;
  const Node& row = *dice.pick(rows);
  std::string in = text_of(row, "in");
  std::size_t dots = in.find("..");
  long long most = std::stoll(in.substr(dots + 2), nullptr, 0);
  draft.set(row, "in", in.substr(0, dots + 2) + std::to_string(most - 1));
  return Meaning{kBreaksNew, kAddsOldRefuses, "param"};
}

}  // namespace

std::vector<Mutation> number_mutations() {
  return {
      {"two knobs swapped", "policy", knobs_swapped},
      {"two runtime knobs swapped", "policy", runtime_knobs_swapped},
      {"two selectors swapped", "policy", selectors_swapped},
      {"two sites swapped", "policy", sites_swapped},
      {"two words of modes swapped", "policy", words_swapped},
      {"two scopes swapped", "policy", scopes_swapped},
      {"two parts of a device swapped", "device", parts_swapped},
      {"two arguments swapped", "device", arguments_swapped},
      {"two rules swapped", "device", rules_swapped},
      {"another number of cores", "device", another_core},
      {"a parameter narrowed", "selection", parameter_narrowed},
  };
}

}  // namespace npuspec::test
