// The Checker's second half: what every part of a guard may be, what must be proved, and what a guard teaches.
//
// A walk goes through a Typed tree in the order of evaluation, so that in `a and b` b stands under a. bound() fills in
// bounds, signs, checks and costs, reports what is not proved, and types lets. measure() asks again, later, what is
// known then: it changes nothing and looks into lets. Both learn as they go, and forget when they leave.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/effort.h"
#include "front/guard/facts.h"
#include "front/guard/interval.h"
#include "front/guard/parse.h"
#include "front/guard/typed.h"

namespace npuspec::guard {

class Bounder {
 public:
  Bounder(Arena& arena, Diags& diags, Keys& keys, Facts& facts)
      : arena_(arena), diags_(diags), keys_(keys), facts_(facts) {}

  // False when something is not proved, and has been reported.
  bool bound(Typed& guard, const At& at, bool warn_constant);
  bool bound_let(const Symbol& symbol);

  // Of a condition that was just bounded: tells when it is decided, though no part of it was told to be.
  void tell_idle_guard(const Typed& guard);

  Bounds measure(const Typed& guard);
  std::string shortfall(const Typed& guard);

  // Learns that a guard is true (or false): for good, under an Under, or within a walk, as the facts stand.
  void learn(const Typed& n, bool truth);
  void narrow(const Typed& n, const Bounds& to);

  // To be called when facts come or go between walks.
  void facts_change() {
    measured_.clear();
    effort_ = kMostEffort;
  }

  // Spends what was worked since the last time (effort.h).
  void account() { Effort::spend(std::exchange(worked_, 0)); }

 private:
  enum class Part : std::uint8_t { kLive, kDead };

  // Walking (bound.cpp). Each gives what the node may be, from its parts.
  Bounds walk(const Typed& n);
  Bounds by_parts(const Typed& n);
  void add_up(const Typed& n);
  Bounds of_symbol(const Symbol& symbol) const;
  Bounds constant(const Typed& n) const;
  Bounds let(const Typed& n);
  Bounds let_body(const Typed& n);
  Bounds element(const Typed& n);
  Bounds column(const Typed& n);
  Bounds junction(const Typed& n);
  Bounds choice(const Typed& n);
  Bounds compare(const Typed& n);
  Bounds chain(const Typed& n);
  static Bounds decide(const Typed& left, const Bounds& a, Relation relation, const Typed& right, const Bounds& b);
  Bounds within(const Typed& n);
  Bounds one_of(const Typed& n);
  Bounds one_of_rows(const Typed& n);
  Bounds truth(const Typed& n, bool may_be_false, bool may_be_true, const Bounds& operand);
  void tell_idle_members(const Typed& n, const Bounds& x);  // bound_idle.cpp: of a set that x may be in, or not

  // Arithmetic and loops (bound_arith.cpp)
  Bounds arithmetic(const Typed& n);
  Bounds division(const Typed& n, const Bounds& a, const Bounds& b);
  Bounds bit(const Typed& n);
  Bounds power(const Typed& n);
  Bounds fitted(const Typed& n, Interval exact);
  Bounds loop(const Typed& n);
  Interval product(Interval body, Interval times) const;
  Interval domain(const Typed& n, const Domain& d);
  Interval range(const Typed& n, const Domain& d);

  // Facts (learn.cpp)
  Bounds now(const Typed& n);  // what is known of a node, without looking into it
  Bounds with_facts(const Typed& n, const Bounds& b);
  const Typed* root_of_element(const Typed& n) const;
  std::uint32_t element_key(const Typed& n, Part part);
  std::uint32_t live_key(const Typed& array);
  bool covers(const Domain& d, const Typed& array, Part part);
  void learn_again(const Typed& n, bool truth);
  void learn_relation(const Typed& a, Relation relation, const Typed& b);
  void learn_equal(const Typed& a, const Typed& b, bool truth);
  void learn_within(const Typed& n, bool truth);
  void learn_one_of(const Typed& n, bool truth);
  void learn_rows(const Typed& n, std::span<const Int> rows, bool truth);
  void learn_loop(const Typed& n, bool truth);
  void narrow_parts(const Typed& n, Bounds to);
  void narrow_interval(const Typed& n, Int lo, Int hi);

  void unproved(Code code, const Typed& n, const Typed& at, std::string message, std::string help);
  bool is_told(Code code, const Typed& at);
  struct Ends {
    const Typed& first;
    const Bounds& from;
    const Typed& last;
    const Bounds& to;
    bool open;
  };
  bool tell_empty_range(const Typed& n, const Typed& at, const Ends& ends);
  bool must_not_abort(const Typed& n, const Typed& part, std::string_view what);

  Arena& arena_;
  Diags& diags_;
  Keys& keys_;
  Facts& facts_;
  const At* at_ = nullptr;
  bool commit_ = false;  // bound(), not measure()
  bool warn_constant_ = false;
  std::size_t told_ = 0;  // findings before the guard
  struct Cause {
    Code code;
    std::vector<const Symbol*> of;
    std::size_t diag;  // of the first
    int notes;
  };
  std::vector<Cause> causes_;            // of all that is not proved
  std::vector<const Symbol*> measured_;  // lets looked into since the facts changed

  // Intervals narrowed in one go. Lets that use lets twice over could ask for more than anyone would wait for; to stop
  // is right, if less sharp.
  static constexpr std::uint32_t kMostEffort = 100'000;
  std::uint32_t effort_ = kMostEffort;
  std::uint64_t worked_ = 0;
};

// Whether the parts of an `and` can never be true together, or those of an `or` never be false: `a <= b` and `a > b`
// (bound_idle.cpp).
bool leave_nothing(std::span<const Typed* const> parts, bool conjunction);

// Whether an enum's value may be its i-th row.
bool may_be_row(const Enum& of, const Bounds& b, std::size_t i);

// What an enum's value may be when it is one of these rows.
Bounds bounds_of_rows(const Enum& of, std::span<const Int> rows);
Bounds bounds_of_all_rows(const Enum& of);

bool is_contradiction(const Type& type, const Bounds& b);
Bounds meet(const Type& type, const Bounds& a, const Bounds& b);  // a, where the two contradict each other
Bounds hull(const Bounds& a, const Bounds& b);

// What to do about a value that may be outside: no check helps one that is.
std::string way_into(const Bounds& in, const Bounds& is, std::string_view what);

std::string shown_beside(const Typed& n, const Bounds& b);  // "`rank` is 0..255, and ", "`6` is outside: "

std::string shown(const Typed& n);                   // "`rank`"
std::string shown(const Typed& n, const Bounds& b);  // "`rank` is 0..255"

}  // namespace npuspec::guard
