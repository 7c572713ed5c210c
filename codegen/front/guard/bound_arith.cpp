// The Bounder's arithmetic and loops.
#include <algorithm>

#include "front/guard/bound.h"

namespace npuspec::guard {
namespace {

constexpr Int kMostTimes = limits::kStructBytes;    // of a loop over a range: as many elements as an array may have
constexpr Int kLongestVector = (Int{1} << 32) - 1;  // it lies in memory

Typed& mutable_node(const Typed& n) { return const_cast<Typed&>(n); }
Domain& mutable_domain(const Domain& d) { return const_cast<Domain&>(d); }
Symbol& mutable_symbol(const Symbol& s) { return const_cast<Symbol&>(s); }

Interval interval(const Bounds& b) { return {b.lo, b.hi}; }

Int power(Int base, Int exponent) {
  if (base <= 1) return exponent == 0 ? 1 : base;
  Int result = 1;
  for (Int i = 0; i < exponent && result < kFar; ++i) result = multiply(result, base);
  return result;
}

}  // namespace

bool Bounder::must_not_abort(const Typed& n, const Typed& part, std::string_view what) {
  if (!commit_ || !part.may_abort) return true;
  unproved(Code::G024, n, part, shown(part) + " may overflow, and " + std::string(what) + " must not",
           "bound what it is made of in an earlier check");
  return false;
}

// Cuts an exact result to the type the operation is made in, and notes whether it may not fit there.
Bounds Bounder::fitted(const Typed& n, Interval exact) {
  if (commit_) mutable_node(n).is_signed = exact.lo < 0;
  Int least = n.is_signed ? kI64Min : 0;
  Int most = n.is_signed ? kI64Max : kU64Max;
  if (commit_) mutable_node(n).checked = exact.lo < least || exact.hi > most;
  if (commit_ && (exact.lo > most || exact.hi < least)) {
    unproved(Code::G025, n, n,
             shown(n) + " never fits 64 bits: it is " + to_string(Bounds{.lo = exact.lo, .hi = exact.hi}),
             n.is_signed ? "a result that may be negative is signed, and at most 2^63 - 1"
                         : "bound what goes into it, or work on smaller numbers");
  }
  return {.lo = std::clamp(exact.lo, least, most), .hi = std::clamp(exact.hi, least, most)};
}

Bounds Bounder::arithmetic(const Typed& n) {
  Bounds a = walk(*n.args[0]);
  Bounds b = n.args.size() > 1 ? walk(*n.args[1]) : Bounds{};
  switch (n.act) {
    case Act::kNegate:
      return fitted(n, {-a.hi, -a.lo});
    case Act::kAdd:
      return fitted(n, add(interval(a), interval(b)));
    case Act::kSubtract:
      return fitted(n, subtract(interval(a), interval(b)));
    case Act::kMultiply:
      return fitted(n, multiply(interval(a), interval(b)));
    case Act::kMin:
      return fitted(n, {std::min(a.lo, b.lo), std::min(a.hi, b.hi)});
    case Act::kMax:
      return fitted(n, {std::max(a.lo, b.lo), std::max(a.hi, b.hi)});
    case Act::kPowerOf2:
      return power(n);
    case Act::kLength: {
      const Shape& shape = n.args[0]->symbol->shape;
      return fitted(n, {shape.vector ? Int{0} : Int{shape.count}, shape.vector ? kLongestVector : Int{shape.count}});
    }
    default:
      return division(n, a, b);
  }
}

Bounds Bounder::division(const Typed& n, const Bounds& a, const Bounds& b) {
  bool proved = true;
  if (a.lo < 0) {
    std::string is = shown(*n.args[0]) + (a.hi < 0 ? " is negative" : " may be negative: it is " + to_string(a));
    unproved(Code::G021, n, *n.args[0], std::move(is),
             a.hi < 0 ? "division is for values from 0 on"
                      : "division is for values from 0 on: bound it in an earlier check");
    proved = false;
  }
  if (b.lo < 1) {
    std::string divisor = "divisor " + shown(*n.args[1]);
    if (b.hi < 1) {
      unproved(Code::G021, n, *n.args[1],
               divisor + " is " +
                   (b.hi < 0   ? "negative"
                    : b.lo < 0 ? "never positive"
                               : "0"),
               "divide by something that is at least 1");
    } else {
      unproved(Code::G021, n, *n.args[1],
               divisor + (b.lo < 0 ? " may be 0 or negative: it is " : " may be 0: it is ") + to_string(b),
               b.lo < 0 ? "division is by values from 1 on: bound it in an earlier check"
                        : "an earlier check must say that it is at least 1");
    }
    proved = false;
  }
  proved = must_not_abort(n, *n.args[1], "a divisor") && proved;
  Interval dividend{std::max<Int>(a.lo, 0), std::max<Int>(a.hi, 0)};
  Interval divisor{std::max<Int>(b.lo, 1), std::max<Int>(b.hi, 1)};
  if (!proved && commit_) return {.lo = 0, .hi = kU64Max};
  switch (n.act) {
    case Act::kDivide:
      return fitted(n, divide(dividend, divisor));
    case Act::kRemainder:
      return fitted(n, remainder(dividend, divisor));
    case Act::kCeilDivide:
      return fitted(n, ceil_divide(dividend, divisor));
    default:
      return fitted(n, align_up(dividend, divisor));
  }
}

Bounds Bounder::bit(const Typed& n) {
  Bounds x = walk(*n.args[0]);
  Bounds at = walk(*n.args[1]);
  if (x.lo < 0) {
    unproved(Code::G023, n, *n.args[0], shown(*n.args[0]) + " may be negative: it is " + to_string(x),
             "bit() looks into values from 0 on: bound it in an earlier check");
  }
  if (at.lo < 0 || at.hi > 63 || at.unknown) {
    unproved(Code::G023, n, *n.args[1], shown_beside(*n.args[1], at) + "bits go from 0 to 63",
             way_into({.lo = 0, .hi = 63}, at, "a bit"));
  }
  must_not_abort(n, *n.args[1], "the number of a bit");
  bool never = at.lo >= 0 && at.lo < 64 && x.hi < (Int{1} << static_cast<int>(at.lo));
  return truth(n, true, !never, x);
}

Bounds Bounder::power(const Typed& n) {
  Bounds exponent = walk(*n.args[0]);
  if (exponent.lo < 0 || exponent.hi > 63) {
    unproved(Code::G023, n, *n.args[0], shown_beside(*n.args[0], exponent) + "pow2() takes 0..63",
             way_into({.lo = 0, .hi = 63}, exponent, "an exponent"));
    return {.lo = 1, .hi = kU64Max};
  }
  must_not_abort(n, *n.args[0], "an exponent");
  return fitted(n, {Int{1} << static_cast<int>(exponent.lo), Int{1} << static_cast<int>(exponent.hi)});
}

// Loops

// How often a domain's variable is set, and, noted in the domain, what it may be.
Interval Bounder::domain(const Typed& n, const Domain& d) {
  Symbol& variable = mutable_symbol(*d.variable);
  Bounds each;
  Interval times{0, 0};
  switch (d.over) {
    case Domain::Over::kRange:
      return range(n, d);
    case Domain::Over::kRows:
      each = bounds_of_rows(*variable.type.of, d.rows);
      times = {static_cast<Int>(d.rows.size()), static_cast<Int>(d.rows.size())};
      break;
    case Domain::Over::kElements: {
      walk(*d.many);
      const Symbol& many = *d.many->symbol;
      each = of_symbol(many);
      if (many.shape.vector) {
        times = {0, kLongestVector};
      } else {
        times = {Int{many.shape.count}, Int{many.shape.count}};
      }
      if (d.many->broken) mutable_node(n).broken = true;
      break;
    }
  }
  if (commit_) {
    variable.lo = each.lo;
    variable.hi = each.hi;
    variable.unknown = each.unknown;
    mutable_node(*d.each).bounds = each;
    bool is_vector = d.over == Domain::Over::kElements && d.many->symbol->shape.vector;
    mutable_domain(d).times = is_vector ? 0 : static_cast<std::uint32_t>(times.hi);
  }
  Bounds known = with_facts(*d.each, each);
  if (variable.type.base == Base::kEnum || !(known == each)) facts_.put(d.each->key, d.each, known);
  return times;
}

// Whether a range holds nothing, which is told.
bool Bounder::tell_empty_range(const Typed& n, const Typed& at, const Ends& ends) {
  bool ends_where_it_begins = ends.open && ends.first.key == ends.last.key && !ends.first.is_constant();  // i..<i
  Int begin = ends.from.lo;
  Int end = ends.to.hi - (ends.open ? 1 : 0);
  if (!ends_where_it_begins && begin <= end) return false;
  unproved(Code::G018, n, at,
           "this range holds nothing: " + (ends_where_it_begins
                                               ? "it ends where it begins"
                                               : "it begins at " + to_string(begin) + " and ends at " + to_string(end)),
           ends_where_it_begins ? "write `..` for a range that holds its end" : "write the lower end first");
  return true;
}

Interval Bounder::range(const Typed& n, const Domain& d) {
  Bounds first = walk(*d.first);
  Bounds last = walk(*d.last);
  Int open = d.open ? 1 : 0;
  Interval times{std::max<Int>(last.lo - open - first.hi + 1, 0), std::max<Int>(last.hi - open - first.lo + 1, 0)};
  Bounds each{.lo = first.lo, .hi = std::max(last.hi - open, first.lo)};
  if (d.first->broken || d.last->broken) {
    mutable_node(n).broken = true;
    return {0, 0};
  }
  const Typed* both[] = {d.first, d.last};
  Typed at;
  at.source = d.source;
  at.args = both;
  tell_empty_range(n, at, {*d.first, first, *d.last, last, d.open});
  if (times.hi > kMostTimes) {
    std::string ends = last.is_one() ? shown(*d.first, first) : shown(*d.last, last);
    unproved(Code::G022, n, at, "this loop may run " + to_string(times.hi) + " times: " + ends,
             "a loop runs at most " + to_string(kMostTimes) + " times: bound its ends in an earlier check");
  }
  if (each.hi >= (each.lo < 0 ? kI64Max : kU64Max)) {
    unproved(Code::G022, n, at, "this loop may reach the last value that 64 bits hold",
             "bound its end in an earlier check");
  }
  if (commit_) {
    must_not_abort(n, *d.first, "the end of a loop");
    must_not_abort(n, *d.last, "the end of a loop");
    Symbol& variable = mutable_symbol(*d.variable);
    variable.lo = each.lo;
    variable.hi = each.hi;
    variable.type.storage = each.lo < 0 ? Storage::kI64 : Storage::kU64;
    mutable_node(*d.each).bounds = each;
    mutable_domain(d).times = static_cast<std::uint32_t>(std::min<Int>(times.hi, kMostTimes));
  } else if (!(d.each->bounds == each)) {
    facts_.put(d.each->key, d.each, each);
  }
  return times;
}

Bounds Bounder::loop(const Typed& n) {
  const Loop& l = *n.loop;
  std::size_t mark = facts_.inner_mark();
  Interval times = domain(n, l.domain);
  if (n.broken) {
    facts_.forget_inner(mark);
    return {.lo = 0, .hi = n.type.base == Base::kBool ? 1 : kU64Max};
  }
  Bounds condition{.lo = 1, .hi = 1};
  if (l.condition) {
    condition = walk(*l.condition);
    learn(*l.condition, true);
  }
  Bounds body = walk(*l.body);
  facts_.forget_inner(mark);
  if (condition.lo == 0) times.lo = 0;
  if (condition.hi == 0) times.hi = 0;
  bool runs = times.lo > 0;
  switch (l.does) {
    case Loop::Does::kAll:
      return {.lo = body.lo, .hi = runs ? body.hi : 1};
    case Loop::Does::kAny:
      return {.lo = runs ? body.lo : 0, .hi = body.hi};
    case Loop::Does::kCount:
      return fitted(n, {body.lo != 0 ? times.lo : 0, body.hi != 0 ? times.hi : 0});
    case Loop::Does::kSum: {
      // Partial sums must fit too, so 0 counts as one of them where values may be negative.
      Int least = body.lo >= 0 ? multiply(body.lo, times.lo) : multiply(body.lo, times.hi);
      return fitted(n, {least, std::max<Int>(0, multiply(body.hi, times.hi))});
    }
    case Loop::Does::kProduct:
      return fitted(n, product(interval(body), times));
  }
  return {};
}

Interval Bounder::product(Interval body, Interval times) const {
  if (body.lo >= 0) {
    Int least = body.lo == 0 && times.hi > 0 ? 0 : guard::power(body.lo, times.lo);
    return {least, std::max(guard::power(body.hi, times.hi), times.lo == 0 ? Int{1} : Int{0})};
  }
  Int far = guard::power(std::max(-body.lo, body.hi), times.hi);
  return {-far, std::max<Int>(far, 1)};
}

}  // namespace npuspec::guard
