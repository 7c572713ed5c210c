// What a change to a promise means: one table, read by `diff` and printed as generated/abi/rules.md.
//
// A rule names a kind of spec, a fact, an attribute and a change, and says which side of the boundary the change
// breaks. The two sides meet in two ways, and a rule answers for both:
//   old reader of new data   what was built from the old spec meets what the new one describes
//   new reader of old data   what was built from the new spec meets what the old one describes
// Breaking: something that was valid is refused now or means something else. Additive: all that was valid stays so, and
// there is more. Source-only: the boundary is the same, and sources that spell a name must change. Doc-only: words.
//
// Looking a rule up never fails: what no row covers is breaking both ways, and says that no rule covers it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace npuspec {

enum class AbiClass : std::uint8_t { kLayout, kWire, kPolicy, kSource, kDoc };
enum class AbiSeverity : std::uint8_t { kBreaking, kAdditive, kSourceOnly, kDocOnly };

enum class Change : std::uint8_t {
  // of a fact
  kAdded,
  kRemoved,
  kRenamed,      // `formerly` tells
  kMoved,        // among its like, where the order means something
  kTaken,        // a field in bytes that were reserved, for which zero is a value
  kTakenNoZero,  // the same, but zero is refused
  kAppended,     // a field past the old end
  kOverlaid,     // a field over bytes that had another meaning
  kAddedOpen,    // a symbol of an open enum
  kRemovedOpen,  // the same
  // of an attribute; one that has no row is judged as kChanged
  kSet,       // it was absent or false
  kUnset,     // it is absent or false now
  kRaised,    // a number
  kLowered,   // a number
  kWidened,   // a range, a guard: it holds all it held, and more
  kNarrowed,  // a range, a guard: it holds less
  kGained,    // a list: members came, none left
  kLost,      // a list: members left, none came
  kChanged,   // anything else
  kReworded,  // a guard: it says another thing; an attribute is a guard if the row that knows it best is of this change
};

struct AbiRule {
  std::string_view kind;       // "*": every kind
  std::string_view what;       // "*": every fact
  std::string_view attribute;  // empty: the fact itself; "*": every attribute; "column.*": those that start so
  Change change;
  AbiClass abi_class;
  AbiSeverity severity;
  bool old_reader;  // of new data breaks
  bool new_reader;  // of old data breaks
  std::string_view sentence;
};

std::string_view name(AbiClass abi_class);         // "LAYOUT"
std::string_view name(AbiSeverity severity);       // "source-only"
std::string_view name(Change change);              // "taken (zero refused)"
std::string_view directions(const AbiRule& rule);  // "old reader of new data", "both", "none", ...

std::span<const AbiRule> abi_rules();

// The rule for a change. In a `wire` spec it is of class WIRE and breaking, unless it is about words: the contract says
// that any other change bumps its version.
AbiRule judge(std::string_view kind, std::string_view what, std::string_view attribute, Change change);

// Whether a row names this fact and attribute, so that judge does not fall back to "no rule covers it".
bool is_ruled(std::string_view kind, std::string_view what, std::string_view attribute);

// Where a fact or an attribute stands among its like in a report: the order of the table's rows, then the rest.
std::size_t rank_of(std::string_view kind, std::string_view what);
std::size_t rank_of(std::string_view kind, std::string_view what, std::string_view attribute);

// Whether an attribute is a guard, or a list or a map of them: two such are compared by what they say.
bool is_guard(std::string_view kind, std::string_view what, std::string_view attribute);

// A list whose order is part of the promise; any other is a set.
bool is_ordered(std::string_view what, std::string_view attribute);

// generated/abi/rules.md
std::string abi_rules_markdown();

}  // namespace npuspec
