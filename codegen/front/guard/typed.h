// A guard that makes sense: every name resolved, every value typed and bounded.
//
// The Checker makes these trees of Exprs; the interpreter and the printers read nothing else. A node knows the interval
// of its value, proved from the checks that hold where it stands, and from that the type an operation is made in:
// signed when its result may be negative, else unsigned, 64 bits either way. An operation whose result is not proved to
// fit is `checked`: where it does not fit at run time the guard is aborted, which refuses it whatever stands around it.
// Operands are taken exactly, whatever their own type.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "front/guard/expr.h"
#include "front/guard/scope.h"

namespace npuspec::guard {

// What a value may be. Of a truth value lo and hi are 0 or 1; of an enum they are its numbers, and `rows` has a bit for
// each of its first 64 rows that it may be.
struct Bounds {
  Int lo = 0;
  Int hi = 0;
  std::uint64_t rows = ~std::uint64_t{0};
  bool unknown = false;  // an enum's value may be no row at all

  bool is_one() const { return lo == hi; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

std::string to_string(const Bounds& bounds);  // "1..6", "3"

enum class Act : std::uint8_t {
  // Leaves
  kConstant,  // value: a number, a truth value, a row of an enum, a set of flags
  kText,      // text
  kValue,     // symbol, as a whole when it is many
  kLocal,     // symbol; value is its place in the frame
  kSelf,      // the record whose let this stands in
  // Parts
  kMember,   // args[0] . symbol
  kElement,  // args[0] [ args[1] ]
  kLet,      // symbol ( args... ); of a let on a record args[0] is the record
  kColumn,   // args[0] . column
  kNumber,   // the number of the enum or flags args[0]
  kBits,     // args[0], bits value to value2
  // Truth
  kAnd,
  kOr,
  kNot,
  kCompare,     // args[0] relation args[1]; of flags and texts == and != only
  kChain,       // args[0] relations[0] args[1] relations[1] args[2] ...; numbers, each evaluated once, as far as needed
  kWithin,      // args[1] <= args[0] <= args[2], or < when `open`
  kOneOf,       // args[0] is one of args[1...]
  kOneOfRows,   // args[0] is a row of `rows`
  kKnown,       // args[0] is a row of its enum, or has no bit that is none
  kHasFlags,    // all bits of value are in args[0]
  kIsPowerOf2,  // the rest: args as written
  kBit,
  kPresent,
  kSame,
  kSameIgnoringCase,
  kDisjoint,
  // Numbers
  kIf,  // args[0] ? args[1] : args[2], of any type
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,
  kCeilDivide,
  kAlignUp,
  kMin,
  kMax,
  kPowerOf2,
  kLength,
  kPlace,
  // Loops
  kLoop,
};

struct Loop;

struct Typed {
  Act act = Act::kConstant;
  Relation relation = Relation::kEqual;
  bool open = false;
  bool many = false;        // an array or a vector as a whole
  bool is_signed = false;   // the type an operation is made in
  bool checked = false;     // its result may not fit that type
  bool may_abort = false;   // it, or what it holds, lets included, is checked
  bool broken = false;      // something in it has been reported; no such tree leaves the Checker
  std::uint32_t key = 0;    // the same for two expressions that say the same
  std::uint32_t steps = 1;  // at most so many nodes are looked at to evaluate it
  std::uint8_t value2 = 0;
  Type type;
  Bounds bounds;
  Int value = 0;
  const Symbol* symbol = nullptr;
  const Enum::Column* column = nullptr;
  const Loop* loop = nullptr;
  std::string_view text;
  std::span<const Int> rows;
  std::span<const Relation> relations;  // of kChain
  std::span<const Typed* const> args;
  const Expr* source = nullptr;

  bool is_constant() const { return act == Act::kConstant; }
};

// What the variable of a loop, or an index of a let, runs over.
struct Domain {
  enum class Over : std::uint8_t { kRange, kRows, kElements };

  Over over = Over::kRange;
  bool open = false;                 // kRange: the upper end is left out
  const Symbol* variable = nullptr;  // its lo and hi bound it
  const Typed* each = nullptr;       // the variable, as an expression
  std::uint32_t local = 0;           // its place in the frame
  std::uint32_t times = 0;           // at most; of a vector, which has no bound, 0
  const Typed* first = nullptr;      // kRange
  const Typed* last = nullptr;       //
  const Typed* many = nullptr;       // kElements: of this array or vector
  std::span<const Int> rows;         // kRows: these, in this order
  const Expr* source = nullptr;
};

struct Loop {
  enum class Does : std::uint8_t { kAll, kAny, kSum, kProduct, kCount };

  Does does = Does::kAll;
  Domain domain;
  const Typed* condition = nullptr;
  const Typed* body = nullptr;
};

}  // namespace npuspec::guard
