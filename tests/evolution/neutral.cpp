#include "mutation.h"

namespace npuspec::test {
namespace {

std::optional<Meaning> comment(Draft& draft, Dice& dice) {
  draft.insert_top_level(dice.below(draft.top_level_lines()), "# a remark that means nothing: [ { ' \"");
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> blank_line(Draft& draft, Dice& dice) {
  draft.insert_top_level(dice.below(draft.top_level_lines()), "");
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> keys_turned(Draft& draft, Dice& dice) {
  std::vector<const Node*> rows;
  for (const Node* map : maps_of(draft.root())) {
    for (const Entry& entry : map->entries) {
      for (const Node* row : entry.value->items) {
        if (row->is_map() && row->entries.size() > 1) rows.push_back(row);
      }
    }
  }
  if (rows.empty() || !draft.rotate(*dice.pick(rows))) return std::nullopt;
  return Meaning{kNone, kNone, ""};
}

std::vector<const Node*> guards_of(const Draft& draft) {
  std::vector<const Node*> guards;
  for (const Node* map : maps_of(draft.root())) {
    for (const char* key : {"require", "when", "only"}) {
      const Node* guard = map->find(key);
      if (guard && draft.is_plain(*guard) && guard->text.size() > 5) guards.push_back(guard);
    }
  }
  return guards;
}

std::optional<Meaning> guard_in_parentheses(Draft& draft, Dice& dice) {
  auto guards = guards_of(draft);
  if (guards.empty()) return std::nullopt;
  const Node* guard = dice.pick(guards);
  draft.replace(*guard, "( " + std::string(guard->text) + " )");
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> guard_with_blanks(Draft& draft, Dice& dice) {
  auto guards = guards_of(draft);
  if (guards.empty()) return std::nullopt;
  const Node* guard = dice.pick(guards);
  std::string wide;
  for (char c : guard->text) wide += c == ' ' ? "   " : std::string(1, c);
  if (wide.size() == guard->text.size()) return std::nullopt;
  draft.replace(*guard, wide);
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> version_only(Draft& draft, Dice& dice) {
  const Node* abi = draft.root().find("abi");
  const char* part = dice.toss() ? "major" : "minor";
  draft.set(*abi, part, std::to_string(std::stoi(text_of(*abi, part)) + 1));
  Side back = kNone;
  back.version_back = true;
  return Meaning{kNone, back, ""};
}

std::optional<Meaning> words(Draft& draft, Dice& dice) {
  std::vector<const Node*> docs;
  for (const Node* map : maps_of(draft.root(), {"examples", "prove", "removed"})) {
    const Node* doc = map->find("doc");
    if (doc && draft.is_plain(*doc)) docs.push_back(doc);
  }
  if (docs.empty()) return std::nullopt;
  draft.replace(*dice.pick(docs), "said in other words number " + std::to_string(dice.below(1000)));
  return Meaning{kWordsOnly, kWordsOnly, "doc"};
}

}  // namespace

std::vector<Mutation> neutral_mutations() {
  return {{"a comment", "*", comment},
          {"a blank line", "*", blank_line},
          {"keys in another order", "*", keys_turned},
          {"a guard in parentheses", "*", guard_in_parentheses},
          {"a guard with more blanks", "*", guard_with_blanks},
          {"a version", "*", version_only},
          {"words", "*", words}};
}

}  // namespace npuspec::test
