// The Resolver's units: numbers that meet count the same.
//
// A duration as written counts what it stands beside: `timeout <= 2 s` is 2000 where timeout counts ms. A plain number
// beside a value of a unit is of that unit, and beside a duration it is a mistake. Numbers of two units never meet,
// unless a factor of 1000 says that the author converted one of them.
#include <algorithm>
#include <optional>

#include "front/guard/interval.h"
#include "front/guard/resolve.h"

namespace npuspec::guard {
namespace {

std::string_view spelling(Unit unit) {
  if (unit == Unit::kUs) return "us";
  if (unit == Unit::kMs) return "ms";
  return unit == Unit::kS ? "s" : "ns";
}

bool counts_whole(Unit unit) { return unit >= Unit::kNs && unit <= Unit::kS; }

std::optional<Int> constant_of(const Typed& n) {
  if (n.is_constant()) return n.value;
  if (n.act == Act::kLet && n.args.empty() && n.symbol->let->typed->is_constant()) return n.symbol->let->typed->value;
  if (n.act != Act::kNegate && n.act != Act::kAdd && n.act != Act::kSubtract && n.act != Act::kMultiply) return {};
  std::optional<Int> a = constant_of(*n.args[0]);
  if (n.act == Act::kNegate || !a) return a ? std::optional(-*a) : a;
  std::optional<Int> b = constant_of(*n.args[1]);
  if (!b) return b;
  return n.act == Act::kAdd ? saturated(*a + *b) : n.act == Act::kSubtract ? saturated(*a - *b) : multiply(*a, *b);
}

// A duration that is known, or a choice of such, so that it can be said in any unit.
bool is_written(const Typed& n) {
  auto may_be = [](const Typed& branch) { return is_written(branch) || (branch.is_constant() && branch.value == 0); };
  if (n.act == Act::kIf) return n.type.unit == Unit::kDuration && may_be(*n.args[1]) && may_be(*n.args[2]);
  return n.type.base == Base::kInt && n.type.unit == Unit::kDuration && constant_of(n);
}

bool is_conversion(const Typed& factor) {
  return factor.is_constant() && (factor.value == 1'000 || factor.value == 1'000'000 || factor.value == 1'000'000'000);
}

std::string times(const Typed& n, Int factor) {
  std::string text(n.source->text);
  if (!n.args.empty() && n.act != Act::kElement && n.act != Act::kMember && n.act != Act::kColumn)
    text = "(" + text + ")";
  return "`" + text + " * " + to_string(factor) + "`";
}

}  // namespace

void Resolver::mixed(const Expr& e, std::string message, std::string help) {
  error(Code::G012, e, std::move(message)).hint(std::move(help));
}

// A number that counts no time.
Typed* Resolver::plain(Typed* n) {
  if (is_error(n) || n->type.unit != Unit::kDuration) return n;
  mixed(*n->source, quoted(*n) + " is a time, and here stands a plain number", "write a number without a unit of time");
  return bad(*n->source);
}

// A duration as so many of a unit.
Typed* Resolver::in_unit(const Typed* n, Unit unit) {
  if (n->act == Act::kIf) {
    Typed* args[] = {const_cast<Typed*>(n->args[0]), in_unit(n->args[1], unit), in_unit(n->args[2], unit)};
    Type type = n->type;
    type.unit = unit;
    return seal(make(Act::kIf, type, *n->source, args));
  }
  Int value = *constant_of(*n);
  Int each = nanoseconds(unit);
  if (value % each != 0) {
    mixed(*n->source, quoted(*n) + " is no whole number of " + std::string(spelling(unit)),
          "write a whole number of " + std::string(spelling(unit)) + ", which is what it stands beside counts");
    return bad(*n->source);
  }
  Type type = Type::integer(value < 0 ? Storage::kI64 : Storage::kU64);
  type.unit = unit;
  return constant(*n->source, type, value / each);
}

// Makes all that meet count the same. Gives what they count; what does not is told, and made an error.
Unit Resolver::agree(const Expr& e, std::span<Typed*> operands) {
  if (std::any_of(operands.begin(), operands.end(), is_error)) return Unit::kNone;
  const Typed* with = nullptr;
  for (const Typed* n : operands) {
    if (n->type.unit != Unit::kNone && (!with || (is_written(*with) && !is_written(*n)))) with = n;
  }
  if (!with) return Unit::kNone;
  for (Typed*& n : operands) {
    if (n == with || agree_pair(e, *with, n)) continue;
    n = bad(*n->source);
    return Unit::kNone;
  }
  return with->type.unit;
}

bool Resolver::agree_pair(const Expr& e, const Typed& with, Typed*& n) {
  Unit to = with.type.unit;
  Unit is = n->type.unit;
  if (is == to) return true;
  if (is == Unit::kNone) {
    if (to != Unit::kDuration || (n->is_constant() && n->value == 0)) return true;
    if (is_written(with)) {
      mixed(*with.source, quoted(with) + " is a time, and " + quoted(*n) + " counts none",
            "write a number without a unit of time");
    } else {
      mixed(*n->source, quoted(with) + " is a time, and " + quoted(*n) + " counts none",
            n->is_constant() ? "write its unit: `" + std::string(n->source->text) + " ms`"
                             : "a time goes with times only; " + quoted(*n) + " may multiply or divide one");
    }
    return false;
  }
  if (is_written(*n)) {
    if (counts_whole(to)) {
      n = in_unit(n, to);
      return !is_error(n);
    }
    mixed(*n->source, quoted(with) + " was converted by hand, and which unit it counts is not known",
          "write a number without a unit of time for " + quoted(*n));
    return false;
  }
  if (is == Unit::kConverted || to == Unit::kConverted || nanoseconds(is) == nanoseconds(to)) return true;
  bool first_is_coarser = nanoseconds(to) > nanoseconds(is);
  const Typed& coarser = first_is_coarser ? with : *n;
  const Typed& finer = first_is_coarser ? *n : with;
  Int factor = nanoseconds(coarser.type.unit) / nanoseconds(finer.type.unit);
  mixed(e,
        quoted(finer) + " counts " + std::string(spelling(finer.type.unit)) + ", and " + quoted(coarser) + " counts " +
            std::string(spelling(coarser.type.unit)),
        "make both count " + std::string(spelling(finer.type.unit)) + ": " + times(coarser, factor));
  return false;
}

Unit Resolver::product_unit(const Expr& e, Typed*& a, Typed*& b) {
  if (is_error(a) || is_error(b)) return Unit::kNone;
  Unit x = a->type.unit;
  Unit y = b->type.unit;
  if (x == Unit::kNone || y == Unit::kNone) {
    Unit unit = x == Unit::kNone ? y : x;
    return counts_whole(unit) && is_conversion(x == Unit::kNone ? *a : *b) ? Unit::kConverted : unit;
  }
  if (x != Unit::kDuration && y != Unit::kDuration) return Unit::kConverted;
  mixed(e, quoted(*a) + " and " + quoted(*b) + " are both times, and times are not multiplied",
        "write one of them as a plain number");
  a = bad(*a->source);
  return Unit::kNone;
}

Unit Resolver::quotient_unit(const Expr& e, Typed*& a, Typed*& b) {
  if (is_error(a) || is_error(b)) return Unit::kNone;
  if (b->type.unit == Unit::kNone) {
    return counts_whole(a->type.unit) && is_conversion(*b) ? Unit::kConverted : a->type.unit;
  }
  if (a->type.unit == Unit::kNone && b->type.unit != Unit::kDuration) return Unit::kConverted;
  Typed* both[] = {a, b};
  agree(e, both);
  a = both[0];
  b = both[1];
  return Unit::kNone;  // how often one goes into the other
}

}  // namespace npuspec::guard
