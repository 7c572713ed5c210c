#include "front/guard/check.h"

#include <algorithm>

#include "front/guard/bound.h"
#include "front/guard/facts.h"
#include "front/guard/resolve.h"

namespace npuspec::guard {

struct Checker::Impl {
  Impl(const Scope& scope_, Arena& arena, Diags& diags)
      : scope(scope_), resolver(scope_, arena, diags), bounder(arena, diags, scope_.keys(), facts) {}

  Impl(const Impl& base, const Scope& scope_, Arena& arena, Diags& diags)
      : scope(scope_), facts(base.facts), resolver(scope_, arena, diags), bounder(arena, diags, scope_.keys(), facts) {
    Effort::spend(scope.keys().size());
  }

  const Scope& scope;
  Facts facts;
  Resolver resolver;
  Bounder bounder;
};

Checker::Checker(const Scope& scope, Arena& arena, Diags& diags) : impl_(std::make_unique<Impl>(scope, arena, diags)) {}

Checker::Checker(const Checker& base, const Scope& scope, Arena& arena, Diags& diags)
    : impl_(std::make_unique<Impl>(*base.impl_, scope, arena, diags)) {}

Checker::~Checker() = default;

const Typed* Checker::check(const Expr& guard, const At& at, const Type* type, bool warn_constant) {
  Typed* n = impl_->resolver.resolve(guard, at, type);
  if (n->type.base == Base::kError) return nullptr;
  if (type && !impl_->resolver.fits(*n, *type)) return nullptr;
  return impl_->bounder.bound(*n, at, warn_constant) ? n : nullptr;
}

const Typed* Checker::condition(const Expr& guard, const At& at, Origin origin) {
  Type type = Type::boolean();
  const Typed* n = check(guard, at, &type, origin == Origin::kWritten);
  if (n && origin == Origin::kWritten) impl_->bounder.tell_idle_guard(*n);
  return n;
}

const Typed* Checker::value(const Expr& guard, const At& at, const std::optional<Type>& type) {
  return check(guard, at, type ? &*type : nullptr, true);
}

bool Checker::finish() { return finish(impl_->scope); }

bool Checker::finish(const Scope& scope) {
  bool good = true;
  for (const Symbol* let : scope.lets()) {
    impl_->resolver.resolve_let(*let);
    good = impl_->bounder.bound_let(*let) && good;
  }
  return good;
}

void Checker::hold(const Typed& guard, bool truth) {
  impl_->bounder.facts_change();
  impl_->bounder.learn(guard, truth);
  impl_->bounder.account();
}

void Checker::assume(const Typed& value, Int is) {
  impl_->bounder.facts_change();
  Bounds b{.lo = is, .hi = is};
  if (value.type.base == Base::kEnum) b = bounds_of_rows(*value.type.of, std::span(&is, 1));
  impl_->bounder.narrow(value, b);
  impl_->bounder.account();
}

Checker::Under::Under(Checker& checker) : checker_(checker), mark_(checker.impl_->facts.enter_under()) {}

Checker::Under::~Under() {
  checker_.impl_->facts.leave_under(mark_);
  checker_.impl_->bounder.facts_change();
}

Bounds Checker::bounds(const Typed& expr) { return impl_->bounder.measure(expr); }

Verdict Checker::verdict(const Typed& guard) {
  Bounds b = bounds(guard);
  return !b.is_one() ? Verdict::kEither : b.lo != 0 ? Verdict::kAlways : Verdict::kNever;
}

std::string Checker::shortfall(const Typed& guard) { return impl_->bounder.shortfall(guard); }

namespace {

// What a guard judges comes first: of a loop its body, then for which elements that holds, and last of all how far
// loops go.
class Reads {
 public:
  std::vector<const Symbol*> of(const Typed& guard) {
    visit(&guard);
    for (std::size_t i = 0; i < ends_.size(); ++i) visit(ends_[i]);
    return std::move(found_);
  }

 private:
  void visit(const Typed* n) {
    if (!n) return;
    if (n->act == Act::kValue) note(n->symbol, found_);
    if (n->act == Act::kLocal && note(n->symbol, lets_)) visit(*n->symbol->over);
    if (n->act == Act::kLet && note(n->symbol, lets_)) {
      for (const Domain* d : n->symbol->let->domains) visit(*d);
      visit(n->symbol->let->typed);
    }
    if (n->loop) {
      visit(n->loop->domain);
      visit(n->loop->body);
      visit(n->loop->condition);
    }
    for (const Typed* arg : n->args) visit(arg);
  }

  static bool note(const Symbol* symbol, std::vector<const Symbol*>& list) {
    if (std::find(list.begin(), list.end(), symbol) != list.end()) return false;
    list.push_back(symbol);
    return true;
  }

  void visit(const Domain& d) {
    ends_.push_back(d.first);
    ends_.push_back(d.last);
    visit(d.many);
  }

  std::vector<const Symbol*> found_;
  std::vector<const Symbol*> lets_;
  std::vector<const Typed*> ends_;
};

}  // namespace

std::vector<const Symbol*> reads(const Typed& guard) { return Reads().of(guard); }

}  // namespace npuspec::guard
