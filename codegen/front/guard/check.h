// Whether a guard makes sense where it stands, and what is proved of it.
//
// A Checker goes through the guards of one scope in the order they run. Whoever calls it says which of them hold from
// there on (hold), or only for a while (Under), and later guards are bounded by that: `rank in 1..6` makes
// `sizes[rank-1]` an index that is in range. What must be proved and is not is an error that gives the interval found:
// indexes, divisors, loop bounds, shifts, and that an enum's value is one of its rows. Overflow alone is left to run
// time (typed.h).
//
// A let is typed where it is first used, under what holds for good there; finish() types the lets that no guard used.
//
// A guard with an error gives null, all of its errors are reported, and none twice. A guard that is always true or
// always false is a warning for each comparison in it that is so, unless it is Made; of the whole guard ask verdict().
// Costs a few dozen ns a node, and no heap memory but the Arena's. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/guard/parse.h"
#include "front/guard/scope.h"
#include "front/guard/typed.h"

namespace npuspec::guard {

enum class Verdict : std::uint8_t { kEither, kAlways, kNever };

// Whether someone wrote the guard, or a kind made it of a shorter spelling (`in: 1..6`), where it is no news that a
// comparison is always true.
enum class Origin : std::uint8_t { kWritten, kMade };

class Checker {
 public:
  Checker(const Scope& scope, Arena& arena, Diags& diags);

  // For a scope that is a child of the base's: begins with all that the base holds. The base is not changed, and must
  // be finished and outlive this one.
  Checker(const Checker& base, const Scope& scope, Arena& arena, Diags& diags);

  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  // A guard that must be true or false. Null when it makes no sense.
  const Typed* condition(const Expr& guard, const At& at, Origin origin = Origin::kWritten);

  // One that must be of a type, from which a bare symbol is known too: `shared: MATMUL_108`. Without a type any will
  // do.
  const Typed* value(const Expr& guard, const At& at, const std::optional<Type>& type = std::nullopt);

  // Types the lets of this scope (or of another that it sees, a record's members) that nothing used. False when one of
  // that scope's lets has an error.
  bool finish();
  bool finish(const Scope& scope);

  // From here on the guard is known to be true (or false).
  void hold(const Typed& guard, bool truth = true);

  // From here on a value is known: assume(dtype, FP32's number) fixes dtype's columns with it.
  void assume(const Typed& value, Int is);

  // What is held while an Under lives is forgotten with it. A let is never typed under it.
  class Under {
   public:
    explicit Under(Checker& checker);
    ~Under();
    Under(const Under&) = delete;
    Under& operator=(const Under&) = delete;

   private:
    Checker& checker_;
    std::size_t mark_;
  };

  // What is known now of an expression that was checked before, looking into lets: tighter than its own bounds, which
  // are of the place it was checked at.
  Bounds bounds(const Typed& expr);
  Verdict verdict(const Typed& guard);

  // Why verdict(guard) is not kAlways, for a message: the first comparison that is not proved, with both intervals:
  // "task_source is 1..16384, scratch.source is 8192".
  std::string shortfall(const Typed& guard);

 private:
  const Typed* check(const Expr& guard, const At& at, const Type* type, bool warn_constant);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The values (not lets, not constants) that a guard reads, its lets' included, each once, in the order first read, and
// last how far loops go: for whoever has to say which bytes a failed check is about.
std::vector<const Symbol*> reads(const Typed& guard);

}  // namespace npuspec::guard
