// What changed between two reports, what each change breaks, and whether the versions own up to it.
//
// diff() compares spec by spec (by name), fact by fact (by what and id, following `formerly`), attribute by attribute,
// and judges each change by abi_rules.h; it never stops at the first. Two things it understands as wholes:
//   bytes   a field that is new is judged by the bytes that it takes: reserved, past the old end, or someone else's
//   policy  cells are compared as effects: one finding says for one transition, and a readable condition on the knobs,
//           which effects came and went, and what they cost; a site whose profile changed is judged by what it gets
// What belongs to a fact that came or went as a whole (the fields of a new struct) is not told again.
//
// Then each spec's version is judged: a breaking change needs a new major version, an additive one a new minor version,
// and no version may go back. A wire contract needs its operator's version raised, too. Cost: sorting both reports.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/abi_rules.h"
#include "front/report.h"

namespace npuspec {

struct Finding {
  AbiRule rule;
  std::string what;
  std::string id;         // as the new report names it; as the old one does, when it is gone
  std::string attribute;  // empty: the fact itself
  std::string before;     // as text; empty when there was none
  std::string after;
  std::string message;  // what changed, without its meaning (rule.sentence): "field rank: at 12 -> 13"
  std::string keep;     // the way back: "keep field rank at byte 12"
  std::string hint;     // what the author may have meant
  std::string subject;  // whose attribute it is: "field rank"; of a cell, the profile, or the site that moved
  // Of a cell of a policy only; what and id are "cell" and "XP_CHAIN_NT F16 -> I8_CHAIN".
  std::string transition;             // "F16 -> I8_CHAIN"
  std::string condition;              // "f16warm=1, any nothrash (the default too)"
  std::string effects;                // "reset dropped (saves 105 ms a transition)"
  std::vector<std::string> settings;  // every setting that changed, of the knobs that decide: "f16warm=1 nothrash=0"
  Place old_at;                       // in the old report's texts; {} when there is none
  Place new_at;
};

enum class Bump { kNone, kMinor, kMajor };

struct SpecDiff {
  std::string kind;
  std::string name;
  bool in_old = true;
  bool in_new = true;
  AbiVersion old_abi;
  AbiVersion new_abi;
  Place old_at;
  Place new_at;
  std::vector<Finding> findings;  // the gravest first; else in report order
  std::string summary;            // of a policy: what its costs come to
  Bump needed = Bump::kNone;
  bool allowed = true;
  std::string advice;  // what to do; empty when nothing is to be done
};

struct Diff {
  std::vector<SpecDiff> specs;  // those that differ, by name

  bool allowed() const;
  std::size_t count(AbiSeverity severity) const;
};

Diff diff(const Report& before, const Report& after);

// What effects cost is said by a device that is over their policy. Whether the reports share a policy that no device of
// theirs prices; and gives such a policy, on both sides, the costs that a third report has for the policy of that name.
bool lacks_costs(const Report& before, const Report& after);
void lend_costs(const Report& from, Report& before, Report& after);

// "cell.effect.lost", as machine-readable formats name a rule.
std::string rule_id(const Finding& finding);

enum class DiffFormat { kText, kJson, kMarkdown, kSarif };

// kText is for people: grouped, with a verdict on the last line. kJson has every finding in full. kSarif is a SARIF
// 2.1.0 log, whose places are in the new texts and, for what is gone, in the old ones.
std::string render(const Diff& diff, const LoadedReport& before, const LoadedReport& after, DiffFormat format);

}  // namespace npuspec
