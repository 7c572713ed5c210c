#include <algorithm>
#include <map>
#include <set>

#include "mutation.h"

namespace npuspec::test {
namespace {

// The selectors of the mode policy, written down a second time from the records' tables: what each row does is known
// here without asking the compiler.
using Modes = std::set<std::string>;
const Modes kLive = {"I8", "I8_CHAIN"};
const Modes kInt = {"I8", "I4", "I8_CHAIN"};
const Modes kKw = {"F16", "I8", "I8_CHAIN"};
const std::vector<std::string> kModes = {"COLD", "F16", "I8", "I4", "I8_CHAIN", "I4_CHAIN", "I4_STREAM"};

struct Point {
  std::string from, to;
  bool nothrash, f16warm, sdp_noreset;
};

bool keeps_warm(const std::string& selector, const Point& p) {
  bool warm_pair = p.f16warm && kKw.contains(p.from) && kKw.contains(p.to);
  if (selector == "MC") return (p.nothrash && kInt.contains(p.from) && kInt.contains(p.to)) || warm_pair;
  if (selector == "SC") return warm_pair;
  if (selector == "NTI") return p.nothrash && kInt.contains(p.from);
  if (selector == "NTL") return p.nothrash && kLive.contains(p.from);
  if (selector == "F16") return p.f16warm && kKw.contains(p.from);
  return false;
}

bool holds(const std::string& selector, const Point& p, bool warm) {
  bool live = kLive.contains(p.from);
  if (selector == "NOTKW") return !warm;
  if (selector == "I8ENTRY") return p.to == "I8" && !live && !warm;
  if (selector == "NOTLIVE") return !live;
  if (selector == "NOTLIVE_NOTKW") return !live && !warm;
  if (selector == "ALWAYS") return true;
  if (selector == "SDPKW") return !p.sdp_noreset;
  if (selector == "NT") return !p.nothrash;
  if (selector == "NT_NOTKW") return !p.nothrash && !warm;
  return false;
}

struct RowChoice {
  std::string keep_warm, reset, warm_scope, warm, size_scope, size;
};

std::set<std::string> reach(const std::string& scope, const char* scalar, const char* percore) {
  if (scope == "SCALAR") return {scalar};
  if (scope == "PERCORE") return {percore};
  return scope == "BOTH" ? std::set<std::string>{scalar, percore} : std::set<std::string>{};
}

std::set<std::string> effects(const RowChoice& row, const Point& p) {
  bool warm = keeps_warm(row.keep_warm, p);
  std::set<std::string> all;
  if (holds(row.reset, p, warm)) all.insert("reset");
  if (holds(row.warm, p, warm)) all.merge(reach(row.warm_scope, "warmed", "mwarm"));
  if (holds(row.size, p, warm)) all.merge(reach(row.size_scope, "ccsz", "mccsz"));
  return all;
}

// What replacing one row by another does to all who enter by it.
Side meaning(const RowChoice& before, const RowChoice& after, const std::vector<std::string>& targets, bool marks) {
  Side side = kNamesOnly;
  for (const std::string& from : kModes) {
    for (const std::string& target : targets) {
      for (int bits = 0; bits < 8; ++bits) {
        Point p{from, target == "same" ? from : target, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
        if (marks && p.from == p.to) continue;
        std::set<std::string> was = effects(before, p);
        std::set<std::string> is = effects(after, p);
        if (was == is) continue;
        bool loses = !std::includes(is.begin(), is.end(), was.begin(), was.end());
        bool gains = !std::includes(was.begin(), was.end(), is.begin(), is.end());
        Side cell = loses ? Side{Sense::kBreaking, true, gains} : Side{Sense::kAdditive, false, true};
        if (cell.sense > side.sense) side = cell;
        if (cell.sense == side.sense) side.old_reader |= cell.old_reader, side.new_reader |= cell.new_reader;
      }
    }
  }
  return side;
}

RowChoice choice_of(const Node& row) {
  auto pair = [&](const char* key, std::size_t i) { return std::string(row.find(key)->items[i]->text); };
  return {text_of(row, "keep_warm"), text_of(row, "reset"), pair("warm", 0),
          pair("warm", 1),           pair("size", 0),       pair("size", 1)};
}

std::vector<std::string> names_of(const Node& list) {
  std::vector<std::string> names;
  for (const Node* item : list.items) names.emplace_back(item->text);
  return names;
}

const Entry* profile_of(const Draft& draft, Dice& dice) {
  const Node* profiles = draft.root().find("profiles");
  const Node* rows = profiles ? profiles->find("rows") : nullptr;
  return rows ? &rows->entries[dice.below(rows->entries.size())] : nullptr;
}

std::optional<Meaning> row_changed(Draft& draft, Dice& dice) {
  const Entry* profile = profile_of(draft, dice);
  if (!profile) return std::nullopt;
  const Node& row = *profile->value;
  RowChoice before = choice_of(row);
  RowChoice after = before;
  switch (dice.below(4)) {
    case 0:
      after.keep_warm = dice.pick<std::string>({"MC", "SC", "NTI", "F16"});
      draft.set(row, "keep_warm", after.keep_warm);
      break;
    case 1:
      after.reset = dice.pick<std::string>({"NOTKW", "I8ENTRY", "NOTLIVE_NOTKW", "ALWAYS"});
      draft.set(row, "reset", after.reset);
      break;
    case 2:
      after.warm_scope = dice.pick<std::string>({"SCALAR", "PERCORE", "BOTH"});
      after.warm = dice.pick<std::string>({"NOTKW", "NOTLIVE_NOTKW", "ALWAYS"});
      draft.replace(*row.find("warm")->items[0], after.warm_scope);
      draft.replace(*row.find("warm")->items[1], after.warm);
      break;
    default:
      after.size_scope = dice.pick<std::string>({"SCALAR", "PERCORE", "BOTH"});
      after.size = dice.pick<std::string>({"NOTKW", "NT", "NT_NOTKW", "ALWAYS"});
      draft.replace(*row.find("size")->items[0], after.size_scope);
      draft.replace(*row.find("size")->items[1], after.size);
  }
  if (draft.result() == draft.text()) return std::nullopt;
  bool marks = row.text_at("marker") == "set";
  std::vector<std::string> targets = names_of(*row.find("to"));
  return Meaning{meaning(before, after, targets, marks), meaning(after, before, targets, marks),
                 std::string(profile->key)};
}

std::optional<Meaning> default_turned(Draft& draft, Dice& dice) {
  const Node* knobs = draft.root().find("knobs");
  if (!knobs) return std::nullopt;
  const Entry& knob = knobs->entries[dice.below(knobs->entries.size())];
  draft.set(*knob.value, "default", knob.value->text_at("default") == "true" ? "false" : "true");
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(knob.key)};
}

std::optional<Meaning> variable_renamed(Draft& draft, Dice& dice) {
  const Node* knobs = draft.root().find(dice.toss() ? "knobs" : "runtime_knobs");
  if (!knobs) return std::nullopt;
  const Entry& knob = knobs->entries[dice.below(knobs->entries.size())];
  draft.set(*knob.value, "env", "ZZ_OTHER");
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(knob.key)};
}

// The values of modes follow one another, so all move.
std::optional<Meaning> modes_renumbered(Draft& draft, Dice& dice) {
  const Node* modes = draft.root().find("modes");
  const Node* rows = modes ? modes->find("rows") : nullptr;
  if (!rows) return std::nullopt;
  int by = 1 + static_cast<int>(dice.below(9));
  for (const Entry& mode : rows->entries)
    draft.set(*mode.value, "value", std::to_string(std::stoi(text_of(*mode.value, "value")) + by));
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(rows->entries[dice.below(rows->entries.size())].key)};
}

std::optional<Meaning> profile_added(Draft& draft, Dice& dice) {
  const Entry* twin = profile_of(draft, dice);
  if (!twin) return std::nullopt;
  const Node& row = *twin->value;
  auto pair = [&](const char* key) {
    return "[" + std::string(row.find(key)->items[0]->text) + ", " + std::string(row.find(key)->items[1]->text) + "]";
  };
  std::string to;
  for (const std::string& mode : names_of(*row.find("to"))) to += (to.empty() ? "" : ", ") + mode;
  draft.append_entry(*draft.root().find("profiles")->find("rows"),
                     "ZZ_ADDED: {keep_warm: " + text_of(row, "keep_warm") + ", reset: " + text_of(row, "reset") +
                         ", warm: " + pair("warm") + ", size: " + pair("size") + ", marker: " + text_of(row, "marker") +
                         ", to: [" + to + "], distinct: made for a test, reserved: made for a test}");
  return Meaning{kAddsNewMisses, kBreaksOld, "ZZ_ADDED"};
}

std::optional<Meaning> profile_renamed(Draft& draft, Dice& dice) {
  const Entry* profile = profile_of(draft, dice);
  if (!profile) return std::nullopt;
  draft.rename(std::string(profile->key), "ZZ_RENAMED");
  return Meaning{kBreaksOld, kBreaksOld, "is gone"};
}

// The same condition in other words: no transition changes.
std::optional<Meaning> selector_reworded(Draft& draft, Dice& dice) {
  constexpr std::string_view kCondition = "from not in I8_LIVE and not keep_warm";
  std::vector<const Node*> conditions;
  for (const Node* map : maps_of(draft.root())) {
    const Node* when = map->find("when");
    if (when && draft.is_plain(*when) && when->text == kCondition) conditions.push_back(when);
  }
  if (conditions.empty()) return std::nullopt;
  draft.replace(*dice.pick(conditions), "not keep_warm and from not in I8_LIVE");
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> law_removed(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "rules");
  if (lists.empty() || lists[0]->items.size() < 2) return std::nullopt;
  std::size_t row = dice.below(lists[0]->items.size());
  draft.remove(*lists[0], row);
  return Meaning{kNamesOnly, kAddsNewMisses, text_of(*lists[0]->items[row], "id")};
}

std::optional<Meaning> runtime_knob_changed(Draft& draft, Dice& dice) {
  const Node* knobs = draft.root().find("runtime_knobs");
  if (!knobs) return std::nullopt;
  const Entry& knob = knobs->entries[dice.below(knobs->entries.size())];
  if (knob.value->text_at("type") != "duration") return std::nullopt;
  draft.set(*knob.value, "default", std::to_string(1000 + dice.below(1000)) + " ms");
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(knob.key)};
}

std::optional<Meaning> site_added(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "sites");
  if (lists.empty()) return std::nullopt;
  const Node& like = *lists[0]->items[dice.below(lists[0]->items.size())];
  std::string more;
  for (const char* key : {"type", "chain"}) {
    if (!like.find(key)) continue;
    std::string words;
    for (const std::string& word : names_of(*like.find(key))) words += (words.empty() ? "" : ", ") + word;
    more += std::string(", ") + key + ": [" + words + "]";
  }
  draft.append(*lists[0], "{name: zz_added, profile: " + text_of(like, "profile") + more + "}");
  return Meaning{kAdds, kBreaksOld, "zz_added"};
}

std::optional<Meaning> initial_mode_changed(Draft& draft, Dice& dice) {
  const Node* modes = draft.root().find("modes");
  if (!modes || !modes->find("initial")) return std::nullopt;
  std::string mode = dice.pick<std::string>({"F16", "I8", "I4"});
  draft.set(*modes, "initial", mode);
  return Meaning{kBreaksBoth, kBreaksBoth, mode};
}

std::optional<Meaning> site_removed(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "sites");
  if (lists.empty()) return std::nullopt;
  std::size_t row = dice.below(lists[0]->items.size());
  draft.remove(*lists[0], row);
  std::string name = text_of(*lists[0]->items[row], "name");
  // The numbers of those after it move.
  if (row + 1 < lists[0]->items.size()) return Meaning{kBreaksBoth, kBreaksBoth, "value"};
  return Meaning{kBreaksOld, kAdds, name};
}

std::optional<Meaning> site_moved(Draft& draft, Dice& dice) {
  const Node* site = row_with(draft, dice, "sites", {"name", "profile"});
  const Node* profiles = draft.root().find("profiles");
  if (!site || !profiles || !profiles->find("rows")) return std::nullopt;
  const Node* was = profiles->find("rows")->find(text_of(*site, "profile"));
  const Entry& is = profiles->find("rows")->entries[dice.below(profiles->find("rows")->entries.size())];
  if (!was || was == is.value || names_of(*was->find("to")) != names_of(*is.value->find("to"))) return std::nullopt;
  draft.set(*site, "profile", std::string(is.key));
  // A row for several targets is entered by this site for those of its type only.
  std::vector<std::string> targets = names_of(*was->find("to"));
  if (targets.size() > 1 && site->find("type")->items.size() < 2) return std::nullopt;
  bool marks = was->text_at("marker") == "set";
  return Meaning{meaning(choice_of(*was), choice_of(*is.value), targets, marks),
                 meaning(choice_of(*is.value), choice_of(*was), targets, marks), text_of(*site, "name")};
}

// Devices: figures and beliefs.
std::optional<Meaning> cost_changed(Draft& draft, Dice& dice) {
  const Node* costs = draft.root().find("costs");
  if (!costs) return std::nullopt;
  const Entry& cost = costs->entries[dice.below(costs->entries.size())];
  const Node* is = cost.value->find("is");
  if (!is || !draft.is_plain(*is) || cost.key == "reset") return std::nullopt;
  draft.replace(*is, std::to_string(1000 + dice.below(1000)) + " ms");
  return Meaning{kAdds, kAdds, std::string(cost.key)};
}

std::optional<Meaning> limit_changed(Draft& draft, Dice& dice) {
  const Node* constants = draft.root().find("constants");
  if (!constants) return std::nullopt;
  const Entry& constant = constants->entries[dice.below(constants->entries.size())];
  draft.set(*constant.value, "value", std::to_string(2 + dice.below(90)));
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(constant.key)};
}

std::optional<Meaning> rule_renamed(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "rules");
  if (lists.empty()) return std::nullopt;
  const Node* rule = lists[0]->items[dice.below(lists[0]->items.size())];
  if (!rule->find("outcome") || !draft.is_plain(*rule->find("id"))) return std::nullopt;
  // Another name for the rule is a rule less and a rule more.
  draft.set(*rule, "id", "zz-renamed");
  return Meaning{Side{Sense::kAdditive, true, true}, Side{Sense::kAdditive, true, true}, "zz-renamed"};
}

std::optional<Meaning> switch_turned(Draft& draft, Dice& dice) {
  const Node* switches = draft.root().find("switches");
  if (!switches || !switches->is_map()) return std::nullopt;
  const Entry& entry = switches->entries[dice.below(switches->entries.size())];
  std::string initial = text_of(*entry.value, "default");
  if (initial != "true" && initial != "false") return std::nullopt;
  draft.set(*entry.value, "default", initial == "true" ? "false" : "true");
  return Meaning{kAdds, kAdds, std::string(entry.key)};
}

std::optional<Meaning> hazard_removed(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "rules");
  if (lists.empty() || draft.root().text_at("kind") != "device") return std::nullopt;
  std::size_t row = dice.below(lists[0]->items.size());
  draft.remove(*lists[0], row);
  return Meaning{kAddsOldRefuses, kAddsNewMisses, text_of(*lists[0]->items[row], "id")};
}

}  // namespace

std::vector<Mutation> policy_mutations() {
  return {
      {"a row changed", "policy", row_changed},
      {"a knob's default turned", "policy", default_turned},
      {"a knob's variable renamed", "policy", variable_renamed},
      {"modes renumbered", "policy", modes_renumbered},
      {"a profile added", "policy", profile_added},
      {"a profile renamed", "policy", profile_renamed},
      {"a condition in other words", "policy", selector_reworded},
      {"a law removed", "policy", law_removed},
      {"a runtime knob changed", "policy", runtime_knob_changed},
      {"a site added", "policy", site_added},
      {"another initial mode", "policy", initial_mode_changed},
      {"a site removed", "policy", site_removed},
      {"a site moved", "policy", site_moved},
      {"a cost changed", "device", cost_changed},
      {"a limit changed", "device", limit_changed},
      {"a rule renamed", "device", rule_renamed},
      {"a switch turned", "device", switch_turned},
      {"a hazard removed", "device", hazard_removed},
  };
}

}  // namespace npuspec::test
