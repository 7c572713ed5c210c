// Bounder: what is sound, and says nothing where it stands: a comparison or a guard that is decided, comparisons that
// leave each other nothing, and members of a set that can never be met.
#include <algorithm>
#include <tuple>
#include <vector>

#include "front/guard/bound.h"

namespace npuspec::guard {
namespace {

// Of all ways that two operands can be to each other, those that a part allows: less, equal, more. Of any other part
// the ways are that it is true, or not.
struct Claim {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  unsigned allowed = 0;
  unsigned all = 0;
};

unsigned ways(Relation relation) {
  constexpr unsigned kLess = 1, kEqual = 2, kMore = 4;
  switch (relation) {
    case Relation::kEqual:
      return kEqual;
    case Relation::kUnequal:
      return kLess | kMore;
    case Relation::kLess:
      return kLess;
    case Relation::kLessEqual:
      return kLess | kEqual;
    case Relation::kGreater:
      return kMore;
    case Relation::kGreaterEqual:
      return kMore | kEqual;
  }
  return 0;
}

Claim claim_of(const Typed& n) {
  if (n.act == Act::kNot) {
    Claim claim = claim_of(*n.args[0]);
    claim.allowed = claim.all & ~claim.allowed;
    return claim;
  }
  if (n.act != Act::kCompare) return {.a = n.key, .allowed = 1, .all = 3};
  bool swap = n.args[0]->key > n.args[1]->key;
  return {.a = n.args[swap ? 1 : 0]->key,
          .b = n.args[swap ? 0 : 1]->key,
          .allowed = ways(swap ? mirrored(n.relation) : n.relation),
          .all = 7};
}

// Of `x not in S` the `in` has the whole text, as what denies it has.
bool is_denied(const Expr& e) { return e.op == Op::kIn && e.text.substr(e.mark - e.at).starts_with("not"); }

}  // namespace

bool leave_nothing(std::span<const Typed* const> parts, bool conjunction) {
  std::vector<Claim> claims;
  for (const Typed* part : parts) {
    claims.push_back(claim_of(*part));
    Claim& claim = claims.back();
    if (!conjunction) claim.allowed = claim.all & ~claim.allowed;  // an `or` is true unless all are false
  }
  std::sort(claims.begin(), claims.end(),
            [](const Claim& x, const Claim& y) { return std::tie(x.a, x.b, x.all) < std::tie(y.a, y.b, y.all); });
  for (std::size_t i = 1; i < claims.size(); ++i) {
    const Claim& before = claims[i - 1];
    Claim& claim = claims[i];
    if (claim.a == 0 || claim.a != before.a || claim.b != before.b || claim.all != before.all) continue;
    claim.allowed &= before.allowed;
    if (claim.allowed == 0) return true;
  }
  return false;
}

void Bounder::tell_idle_members(const Typed& n, const Bounds& x) {
  if (!commit_ || !warn_constant_ || !diags_.takes_warnings() || n.args[0]->type.base != Base::kInt) return;
  for (const Typed* member : n.args.subspan(1)) {
    if (member->bounds.lo <= x.hi && member->bounds.hi >= x.lo) continue;
    diags_
        .warning(Code::G019, at_->place(member->source->at),
                 shown(*n.args[0]) + " is never " + shown(*member) + " here")
        .span(std::max<std::uint32_t>(member->source->size, 1))
        .hint(shown(*n.args[0], x) + ": take the member out");
  }
}

void Bounder::tell_idle_guard(const Typed& guard) {
  if (!guard.bounds.is_one() || guard.may_abort || diags_.list().size() != told_) return;
  if (guard.is_constant()) return;                                                  // `true` says what it means
  if (guard.act == Act::kLet && guard.symbol->let->typed->bounds.is_one()) return;  // told where the let is
  commit_ = true;
  truth(guard, guard.bounds.lo == 0, guard.bounds.hi != 0, {});
  commit_ = false;
}

Bounds Bounder::truth(const Typed& n, bool may_be_false, bool may_be_true, const Bounds& operand) {
  Bounds b{.lo = may_be_false ? 0 : 1, .hi = may_be_true ? 1 : 0};
  bool with_itself = n.act == Act::kCompare && n.args[0]->key == n.args[1]->key && !n.args[0]->is_constant();
  // What may abort refuses then, so that it says more than its answer.
  bool quiet = std::any_of(n.args.begin(), n.args.end(),
                           [&](const Typed* arg) { return arg->broken || (arg->may_abort && !with_itself); });
  if (b.is_one() && commit_ && (warn_constant_ || with_itself) && !quiet && diags_.takes_warnings()) {
    bool says = (b.lo != 0) != is_denied(*n.source);
    Diag& diag = diags_.warning(Code::G019, at_->place(n.source->at),
                                shown(n) + " is always " + (says ? "true" : "false") + " here");
    diag.span(std::max<std::uint32_t>(n.source->size, 1));
    const Typed* first = n.args.empty() || n.args[0]->is_constant() ? nullptr : n.args[0];
    bool has_bounds = first && (first->type.base == Base::kInt || first->type.base == Base::kEnum);
    diag.hint(with_itself  ? "both sides say the same: compare with something else"
              : has_bounds ? shown(*first, operand)
                           : "take it away, or ask of something that may vary");
  }
  return b;
}

}  // namespace npuspec::guard
