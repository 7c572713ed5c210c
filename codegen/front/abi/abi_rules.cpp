// How the table of rules is read; the table itself is in abi_rules_table.cpp.
#include "front/abi_rules.h"

#include <algorithm>
#include <array>
#include <utility>

namespace npuspec {
namespace {

constexpr AbiRule kNoRule = {"*",
                             "*",
                             "*",
                             Change::kChanged,
                             AbiClass::kLayout,
                             AbiSeverity::kBreaking,
                             true,
                             true,
                             "no rule covers this, so nothing is known to stay compatible"};

constexpr std::pair<std::string_view, std::string_view> kOrdered[] = {
    {"axis", "is"}, {"let", "over"}, {"field", "members"}, {"group", "takes"}, {"event", "args"}, {"record", "fields"}};

// How close a row's attribute is to the one asked for; 0: it is another one.
int closeness(std::string_view row, std::string_view attribute) {
  if (row == attribute) return 3;
  if (row.empty() || attribute.empty()) return 0;
  if (row == "*") return 1;
  return row.ends_with(".*") && attribute.starts_with(row.substr(0, row.size() - 1)) ? 2 : 0;
}

// Higher is closer; 0: the row is about something else. The attribute counts most: a row that knows it beats one that
// only knows the fact.
int score(const AbiRule& rule, std::string_view kind, std::string_view what, std::string_view attribute) {
  if (rule.kind != "*" && rule.kind != kind) return 0;
  if (rule.what != "*" && rule.what != what) return 0;
  int close = closeness(rule.attribute, attribute);
  return close == 0 ? 0 : close * 4 + (rule.what != "*") * 2 + (rule.kind != "*");
}

const AbiRule* closest(std::string_view kind, std::string_view what, std::string_view attribute, Change change) {
  const AbiRule* best = nullptr;
  int best_score = 0;
  for (const AbiRule& rule : abi_rules()) {
    if (rule.change != change) continue;
    int its_score = score(rule, kind, what, attribute);
    if (its_score > best_score) best = &rule, best_score = its_score;
  }
  return best;
}

// The closest row that judges any change of an attribute.
const AbiRule* closest(std::string_view kind, std::string_view what, std::string_view attribute) {
  const AbiRule* changed = closest(kind, what, attribute, Change::kChanged);
  const AbiRule* reworded = closest(kind, what, attribute, Change::kReworded);
  if (!changed || !reworded) return changed ? changed : reworded;
  return score(*reworded, kind, what, attribute) < score(*changed, kind, what, attribute) ? changed : reworded;
}

bool of_attribute(Change change) { return change >= Change::kSet; }

}  // namespace

std::string_view name(AbiClass abi_class) {
  constexpr std::array<std::string_view, 5> kNames = {"LAYOUT", "WIRE", "POLICY", "SOURCE", "DOC"};
  return kNames[static_cast<std::size_t>(abi_class)];
}

std::string_view name(AbiSeverity severity) {
  constexpr std::array<std::string_view, 4> kNames = {"breaking", "additive", "source-only", "doc-only"};
  return kNames[static_cast<std::size_t>(severity)];
}

std::string_view name(Change change) {
  constexpr std::array<std::string_view, 20> kNames = {"added",
                                                       "removed",
                                                       "renamed",
                                                       "moved",
                                                       "taken from reserved bytes",
                                                       "taken from reserved bytes, zero refused",
                                                       "appended",
                                                       "overlaid",
                                                       "added to an open enum",
                                                       "removed from an open enum",
                                                       "set",
                                                       "unset",
                                                       "raised",
                                                       "lowered",
                                                       "widened",
                                                       "narrowed",
                                                       "gained",
                                                       "lost",
                                                       "changed",
                                                       "says another thing"};
  return kNames[static_cast<std::size_t>(change)];
}

std::string_view directions(const AbiRule& rule) {
  if (rule.old_reader && rule.new_reader) return "both";
  if (rule.old_reader) return "old reader of new data";
  return rule.new_reader ? "new reader of old data" : "none";
}

AbiRule judge(std::string_view kind, std::string_view what, std::string_view attribute, Change change) {
  const AbiRule* exact = closest(kind, what, attribute, change);
  const AbiRule* general = of_attribute(change) ? closest(kind, what, attribute) : nullptr;
  // A row that knows the attribute and judges every change of it beats one that knows the change of any attribute.
  if (exact && general && score(*general, kind, what, attribute) > score(*exact, kind, what, attribute))
    exact = general;
  AbiRule rule = exact ? *exact : general ? *general : kNoRule;
  bool whole_spec = what == "spec" && attribute.empty();
  if (kind == "wire" && rule.severity != AbiSeverity::kDocOnly && !whole_spec) {
    rule.abi_class = AbiClass::kWire;
    rule.severity = AbiSeverity::kBreaking;
  }
  return rule;
}

bool is_ruled(std::string_view kind, std::string_view what, std::string_view attribute) {
  return std::any_of(abi_rules().begin(), abi_rules().end(),
                     [&](const AbiRule& rule) { return score(rule, kind, what, attribute) != 0; });
}

std::size_t rank_of(std::string_view kind, std::string_view what) {
  auto found = std::find_if(abi_rules().begin(), abi_rules().end(), [&](const AbiRule& rule) {
    return rule.what == what && (rule.kind == kind || rule.kind == "*");
  });
  return static_cast<std::size_t>(found - abi_rules().begin());
}

std::size_t rank_of(std::string_view kind, std::string_view what, std::string_view attribute) {
  std::size_t best = abi_rules().size();
  int best_score = 0;
  for (std::size_t i = 0; i < abi_rules().size(); ++i) {
    int its_score = score(abi_rules()[i], kind, what, attribute);
    if (its_score > best_score) best = i, best_score = its_score;
  }
  return best;
}

bool is_guard(std::string_view kind, std::string_view what, std::string_view attribute) {
  const AbiRule* reworded = closest(kind, what, attribute, Change::kReworded);
  if (!reworded) return false;
  int its_score = score(*reworded, kind, what, attribute);
  return std::none_of(abi_rules().begin(), abi_rules().end(),
                      [&](const AbiRule& rule) { return score(rule, kind, what, attribute) > its_score; });
}

bool is_ordered(std::string_view what, std::string_view attribute) {
  return std::find(std::begin(kOrdered), std::end(kOrdered), std::pair(what, attribute)) != std::end(kOrdered);
}

}  // namespace npuspec
