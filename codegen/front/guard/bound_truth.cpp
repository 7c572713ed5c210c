// Bounds of what is true or false: comparisons, members of sets, and what joins them.
#include <algorithm>

#include "front/guard/bound.h"

namespace npuspec::guard {

Bounds Bounder::junction(const Typed& n) {
  bool conjunction = n.act == Act::kAnd;
  Bounds b{.lo = conjunction ? 1 : 0, .hi = conjunction ? 1 : 0};
  std::size_t mark = facts_.inner_mark();
  for (const Typed* arg : n.args) {
    Bounds part = walk(*arg);
    b.lo = conjunction ? std::min(b.lo, part.lo) : std::max(b.lo, part.lo);
    b.hi = conjunction ? std::min(b.hi, part.hi) : std::max(b.hi, part.hi);
    learn(*arg, conjunction);
  }
  facts_.forget_inner(mark);
  return !b.is_one() && leave_nothing(n.args, conjunction) ? truth(n, conjunction, !conjunction, b) : b;
}

Bounds Bounder::choice(const Typed& n) {
  Bounds condition = walk(*n.args[0]);
  std::size_t mark = facts_.inner_mark();
  learn(*n.args[0], true);
  Bounds yes = walk(*n.args[1]);
  facts_.forget_inner(mark);
  learn(*n.args[0], false);
  Bounds no = walk(*n.args[2]);
  facts_.forget_inner(mark);
  Bounds either = !condition.is_one() ? hull(yes, no) : condition.lo != 0 ? yes : no;
  if (n.type.base != Base::kInt) return either;
  Bounds fit = fitted(n, {either.lo, either.hi});  // one type holds what both branches give, or a check sees to it
  return {.lo = fit.lo, .hi = fit.hi};
}

Bounds Bounder::compare(const Typed& n) {
  Bounds a = walk(*n.args[0]);
  Bounds b = walk(*n.args[1]);
  Bounds decided = decide(*n.args[0], a, n.relation, *n.args[1], b);
  return truth(n, decided.lo == 0, decided.hi != 0, a);
}

// Each operand stands under the comparisons before it.
Bounds Bounder::chain(const Typed& n) {
  std::size_t mark = facts_.inner_mark();
  Bounds first = walk(*n.args[0]);
  Bounds left = first;
  Bounds all{.lo = 1, .hi = 1};
  for (std::size_t i = 0; i < n.relations.size(); ++i) {
    Bounds right = walk(*n.args[i + 1]);
    Bounds pair = decide(*n.args[i], left, n.relations[i], *n.args[i + 1], right);
    all = {.lo = std::min(all.lo, pair.lo), .hi = std::min(all.hi, pair.hi)};
    learn_relation(*n.args[i], n.relations[i], *n.args[i + 1]);
    left = now(*n.args[i + 1]);
  }
  facts_.forget_inner(mark);
  return truth(n, all.lo == 0, all.hi != 0, first);
}

// Whether a comparison may be false (lo 0) and may be true (hi 1).
Bounds Bounder::decide(const Typed& left, const Bounds& a, Relation relation, const Typed& right, const Bounds& b) {
  bool alike = left.key == right.key;  // the same expression twice
  bool may_be_less = !alike && a.lo < b.hi;
  bool may_be_more = !alike && a.hi > b.lo;
  bool may_be_equal = alike || (a.lo <= b.hi && b.lo <= a.hi);
  if (left.type.base == Base::kEnum && !alike) {
    Bounds both{std::max(a.lo, b.lo), std::min(a.hi, b.hi), a.rows & b.rows, a.unknown && b.unknown};
    may_be_equal = !is_contradiction(left.type, both);
    may_be_less = may_be_more = !(a.is_one() && b.is_one() && may_be_equal);
  }
  if (left.many || left.type.base == Base::kString || left.type.base == Base::kOpaque) {
    may_be_less = may_be_more = !alike;
    may_be_equal = true;
  }
  auto decision = [](bool may_be_true, bool may_be_false) {
    return Bounds{.lo = may_be_false ? 0 : 1, .hi = may_be_true ? 1 : 0};
  };
  switch (relation) {
    case Relation::kEqual:
      return decision(may_be_equal, may_be_less || may_be_more);
    case Relation::kUnequal:
      return decision(may_be_less || may_be_more, may_be_equal);
    case Relation::kLess:
      return decision(may_be_less, may_be_equal || may_be_more);
    case Relation::kLessEqual:
      return decision(may_be_equal || may_be_less, may_be_more);
    case Relation::kGreater:
      return decision(may_be_more, may_be_equal || may_be_less);
    case Relation::kGreaterEqual:
      return decision(may_be_equal || may_be_more, may_be_less);
  }
  return {.lo = 0, .hi = 1};
}

Bounds Bounder::within(const Typed& n) {
  Bounds x = walk(*n.args[0]);
  Bounds first = walk(*n.args[1]);
  Bounds last = walk(*n.args[2]);
  Int open = n.open ? 1 : 0;
  Typed at;
  at.source = n.source->args[1];
  if (tell_empty_range(n, at, {*n.args[1], first, *n.args[2], last, n.open})) return {.lo = 0, .hi = 1};
  bool may_be_true = x.hi >= first.lo && x.lo <= last.hi - open;
  bool may_be_false = x.lo < first.hi || x.hi > last.lo - open;
  return truth(n, may_be_false, may_be_true, x);
}

Bounds Bounder::one_of(const Typed& n) {
  Bounds x = walk(*n.args[0]);
  bool may_be_true = false;
  bool may_be_false = true;
  for (const Typed* member : n.args.subspan(1)) {
    Bounds m = walk(*member);
    bool comparable = n.args[0]->type.base == Base::kInt || n.args[0]->type.base == Base::kEnum;
    may_be_true = may_be_true || !comparable || (m.lo <= x.hi && x.lo <= m.hi);
    if (comparable && x.is_one() && m.is_one() && x.lo == m.lo && !x.unknown) may_be_false = false;
  }
  if (may_be_false && n.args[0]->type.base == Base::kInt && x.hi - x.lo < static_cast<Int>(n.args.size())) {
    // Every value it may have is there, or not.
    std::vector<bool> there(static_cast<std::size_t>(x.hi - x.lo) + 1);
    for (const Typed* m : n.args.subspan(1)) {
      if (m->is_constant() && m->value >= x.lo && m->value <= x.hi)
        there[static_cast<std::size_t>(m->value - x.lo)] = true;
    }
    may_be_false = std::find(there.begin(), there.end(), false) != there.end();
  }
  if (may_be_false && may_be_true) tell_idle_members(n, x);
  return truth(n, may_be_false, may_be_true, x);
}

// One of some rows, or of any.
Bounds Bounder::one_of_rows(const Typed& n) {
  Bounds x = walk(*n.args[0]);
  const Enum& of = *n.args[0]->type.of;
  if (of.flags) return truth(n, x.unknown, true, x);
  bool may_be_true = false;
  bool may_be_false = x.unknown;
  for (std::size_t i = 0; i < of.rows.size(); ++i) {
    if (!may_be_row(of, x, i)) continue;
    bool there = n.act == Act::kKnown || std::find(n.rows.begin(), n.rows.end(), of.rows[i].value) != n.rows.end();
    (there ? may_be_true : may_be_false) = true;
  }
  return truth(n, may_be_false, may_be_true, x);
}

}  // namespace npuspec::guard
