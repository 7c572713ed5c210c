// The tree of one guard, as it was written.
//
// A guard is a condition or a number in a spec: `all(strides[i] >= dtype.bytes for i in 0..<rank)`. Its tree knows
// words only: what a name stands for, and whether the guard makes sense, is found by the Checker (check.h), which makes
// a tree of its own and leaves this one as it is. So one Expr may be checked many times, under other names or other
// facts.
//
// Nodes live in an Arena, are never changed, and point into the guard's text, which must live as long. Every node knows
// the bytes of that text it was made of, parentheses left out. No tree is deeper than kMaxNesting, so that all walks
// over it may recurse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "front/limits.h"

namespace npuspec::guard {

// Exact: holds every value (-2^63 to 2^64 - 1), and every sum, difference and product of a few of them.
__extension__ typedef __int128 Int;

inline constexpr Int kI64Min = -(Int{1} << 63);
inline constexpr Int kI64Max = (Int{1} << 63) - 1;
inline constexpr Int kU64Max = (Int{1} << 64) - 1;

std::string to_string(Int value);  // decimal

inline constexpr std::size_t kMaxNesting = limits::kGuardNesting;

enum class Op : std::uint8_t {
  kInt,     // 4 GiB: `value`
  kBool,    // true: `value` is 1
  kString,  // "text": `name`, quotes left out
  kName,    // rank: `name`
  kMember,  // args[0] . `name`
  kIndex,   // args[0] [ args[1], ... ]
  kCall,    // `name` ( args )
  kLoop,    // `name` ( args[0] for `variable` in args[1] if args[2] ); args[2] may be missing
  kNegate,  // - args[0]
  kAdd,     // the next five: args[0] op args[1]
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kCompare,  // args[0] relations[0] args[1] relations[1] args[2] ...
  kIn,       // args[0] in args[1]; `not in` is kNot above it
  kNot,      // not args[0]
  kAnd,      // args[0] and args[1] and ...; two or more
  kOr,
  kIf,     // if args[0] then args[1] else args[2]
  kSet,    // { args }, maybe empty; only as a domain or beside == and !=
  kRange,  // args[0] .. args[1], or ..< when `open`; only as a domain
};

enum class Relation : std::uint8_t { kEqual, kUnequal, kLess, kLessEqual, kGreater, kGreaterEqual };

std::string_view spelling(Relation relation);  // "<="
Relation mirrored(Relation relation);          // a < b is b > a
Relation opposite(Relation relation);          // a < b is not a >= b

struct Expr {
  Op op = Op::kInt;
  bool is_time = false;         // kInt: a duration, 104 ms; `value` is in nanoseconds
  bool open = false;            // kRange: the upper end is left out
  bool in_parentheses = false;  // `(a or b)`
  std::uint16_t depth = 1;
  std::uint32_t at = 0;  // where its text starts in the guard, and how long it is
  std::uint32_t size = 0;
  std::uint32_t mark = 0;  // the byte a caret points at: the operator, the bracket, the dot; else `at`
  std::uint32_t variable_at = 0;
  std::uint64_t value = 0;
  std::string_view text;  // the bytes at `at`
  std::string_view name;
  std::string_view variable;
  std::span<const Expr* const> args;
  std::span<const Relation> relations;
};

// The guard in its one canonical spelling: single spaces, parentheses only where the grammar or the reader needs them,
// numbers in decimal. Parsing it gives the same tree. For reports, where a guard laid out anew is no change.
std::string canonical(const Expr& expr);

// The same with numbers as they were written, `4 GiB`: for people.
std::string tidy(const Expr& expr);

// Whether two guards say the same, spaces, parentheses and spelling of numbers aside: canonical(a) == canonical(b),
// without making either.
bool equal(const Expr& a, const Expr& b);

// The guard in English, for reference pages: "`rank` is from `1` to `6`". Names and values are set in backquotes; it
// begins in lower case and ends without a full stop.
std::string prose(const Expr& expr);

}  // namespace npuspec::guard
