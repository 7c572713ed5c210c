#include <algorithm>
#include <utility>

#include "front/guard/check.h"
#include "front/guard/print_impl.h"

namespace npuspec::guard {
namespace {

// Whether an expression may be written twice: it is the name of a value, and evaluating it costs nothing.
bool is_cheap(const Typed& n) {
  switch (n.act) {
    case Act::kConstant:
    case Act::kValue:
    case Act::kLocal:
    case Act::kSelf:
      return true;
    case Act::kMember:
    case Act::kElement:
    case Act::kNumber:
    case Act::kBits:
      return std::all_of(n.args.begin(), n.args.end(), [](const Typed* arg) { return is_cheap(*arg); });
    default:
      return is_folded(n);
  }
}

// Whether a range with constant ends suits npu_within_*.
bool is_called_within(const Typed& n) {
  const Typed& first = *n.args[1];
  const Typed& last = *n.args[2];
  if (!first.is_constant() || !last.is_constant()) return false;
  return n.args[0]->bounds.lo < 0 ? first.value <= kI64Max && last.value <= kI64Max
                                  : first.value >= 0 && last.value > 0;
}

Verdict decided(const Bounds& a, Relation relation, const Bounds& b) {
  auto verdict = [](bool always, bool never) {
    return always ? Verdict::kAlways : never ? Verdict::kNever : Verdict::kEither;
  };
  bool same = a.is_one() && b.is_one() && a.lo == b.lo;
  bool apart = a.hi < b.lo || b.hi < a.lo;
  switch (relation) {
    case Relation::kEqual:
      return verdict(same, apart);
    case Relation::kUnequal:
      return verdict(apart, same);
    case Relation::kLess:
      return verdict(a.hi < b.lo, a.lo >= b.hi);
    case Relation::kLessEqual:
      return verdict(a.hi <= b.lo, a.lo > b.hi);
    case Relation::kGreater:
      return verdict(a.lo > b.hi, a.hi <= b.lo);
    case Relation::kGreaterEqual:
      return verdict(a.lo >= b.hi, a.hi < b.lo);
  }
  return Verdict::kEither;
}

// Which ends of a range a value must be compared with: not one that is proved, unless something may abort.
std::pair<bool, bool> halves(const Typed& n) {
  const Bounds& x = n.args[0]->bounds;
  return {n.may_abort || n.args[1]->bounds.hi > x.lo, n.may_abort || x.hi > n.args[2]->bounds.lo - (n.open ? 1 : 0)};
}

}  // namespace

Text Printer::Impl::test(const Typed& n) {
  switch (n.act) {
    case Act::kCompare:
      return compare(*n.args[0], n.relation, *n.args[1]);
    case Act::kChain: {
      std::string all;
      for (std::size_t i = 0; i < n.relations.size(); ++i) {
        Text pair = compare(*n.args[i], n.relations[i], *n.args[i + 1]);
        all += (all.empty() ? "" : " && ") + wrapped(pair, Binds::kCompare);
      }
      return truth(std::move(all), Binds::kAnd);
    }
    case Act::kWithin:
      return within(n);
    case Act::kOneOf:
      return one_of(n);
    default:
      return one_of_rows(n);
  }
}

bool is_test(const Typed& n) {
  switch (n.act) {
    case Act::kCompare:
    case Act::kChain:
    case Act::kWithin:
    case Act::kOneOf:
    case Act::kOneOfRows:
    case Act::kKnown:
      return !n.bounds.is_one() || n.may_abort;
    default:
      return false;
  }
}

// Whether a test would write an operand twice that is more than the name of a value. Then it becomes a function that
// names the operand, and evaluates it once.
bool Printer::Impl::needs_name(const Typed& n) const {
  if (n.act == Act::kChain) {
    return std::any_of(n.args.begin() + 1, n.args.end() - 1, [](const Typed* arg) { return !is_cheap(*arg); });
  }
  if (n.act == Act::kCompare || is_cheap(*n.args[0])) return false;
  if (n.act == Act::kWithin) {
    auto [first, last] = halves(n);
    return first && last && !is_called_within(n);
  }
  if (n.act == Act::kOneOf) return n.args.size() > 2;
  return !n.args[0]->type.of->flags && (n.act == Act::kKnown || n.rows.size() > 1);
}

Text Printer::Impl::negation(const Typed& n) {
  if (n.act == Act::kNot) return expr(*n.args[0]);
  bool decided = n.bounds.is_one() && !n.may_abort;
  if (n.act == Act::kCompare && !decided) return compare(*n.args[0], opposite(n.relation), *n.args[1]);
  if (n.act == Act::kWithin) {
    auto [first, last] = halves(n);
    Relation below = n.open ? Relation::kGreaterEqual : Relation::kGreater;
    if (first != last)
      return first ? compare(*n.args[0], Relation::kLess, *n.args[1]) : compare(*n.args[0], below, *n.args[2]);
  }
  Text text = expr(n);
  if (text.text == "true" || text.text == "false") return literal_truth(text.text == "false");
  return truth("!" + wrapped(text, Binds::kUnary), Binds::kUnary);
}

Text Printer::Impl::compare(const Typed& a, Relation relation, const Typed& b) {
  if (a.key == b.key && !a.may_abort && !b.may_abort) {
    return literal_truth(relation == Relation::kEqual || relation == Relation::kLessEqual ||
                         relation == Relation::kGreaterEqual);
  }
  if (a.type.base == Base::kInt && !a.many) return compare_numbers(a, relation, b);
  std::string sign = " " + std::string(spelling(relation)) + " ";
  if (a.many || a.type.base == Base::kString) {
    std::string equal = names.equal(expr(a).text, expr(b).text);
    return relation == Relation::kEqual ? truth(equal, Binds::kPrimary) : truth("!" + equal, Binds::kUnary);
  }
  Text left = expr(a);
  Text right = expr(b);
  bool mixed = (left.is == Text::Is::kEnumClass) != (right.is == Text::Is::kEnumClass);
  if (mixed) {
    left = enum_number(a);
    right = enum_number(b);
  }
  return truth(wrapped(left, Binds::kSum) + sign + wrapped(right, Binds::kSum), Binds::kCompare);
}

Text Printer::Impl::compare_numbers(const Typed& a, Relation relation, const Typed& b) {
  std::string sign = " " + std::string(spelling(relation)) + " ";
  auto joined = [&](const Text& left, const Text& right) {
    return truth(wrapped(left, Binds::kSum) + sign + wrapped(right, Binds::kSum), Binds::kCompare);
  };
  // What the bounds decide is not compared, or compilers would complain.
  Verdict verdict = decided(a.bounds, relation, b.bounds);
  if (verdict != Verdict::kEither) {
    std::string text = verdict == Verdict::kAlways ? "true" : "false";
    for (const Typed* side : {&a, &b}) {
      if (!side->may_abort) continue;
      bool as_signed = side->bounds.lo < 0;
      text = std::string(as_signed ? "npu_decided_i64(" : "npu_decided_u64(") + number(*side, as_signed, true).text +
             ", " + text + ")";
    }
    return truth(std::move(text), Binds::kPrimary);
  }
  Text left = expr(a);
  Text right = expr(b);
  bool left_literal = left.is == Text::Is::kLiteral;
  bool right_literal = right.is == Text::Is::kLiteral;
  auto suits = [](const Typed& literal_side, const Text& other) {
    return is_signed(other.storage) ? fits_signed(literal_side) : fits_unsigned(literal_side);
  };
  if (left_literal && right_literal) return joined(left, right);
  if (left_literal && suits(a, right)) return joined(number(a, is_signed(right.storage)), right);
  if (right_literal && suits(b, left)) return joined(left, number(b, is_signed(left.storage)));
  bool left_signed = left_literal ? a.bounds.lo < 0 : is_signed(left.storage);
  bool right_signed = right_literal ? b.bounds.lo < 0 : is_signed(right.storage);
  if (left_signed == right_signed) return joined(left, right);
  const Typed& unsigned_side = left_signed ? b : a;
  const Typed& signed_side = left_signed ? a : b;
  if (!left_literal && !right_literal && is_narrow(left_signed ? right.storage : left.storage))
    return joined(left, right);
  if (fits_signed(unsigned_side)) return joined(number(a, true, true), number(b, true, true));
  if (fits_unsigned(signed_side)) return joined(number(a, false, true), number(b, false, true));
  // A call, so that neither side is left out where the other alone would decide: it may abort.
  Relation as_called = left_signed ? relation : mirrored(relation);
  return truth("npu_compare(" + number(signed_side, true, true).text + ", " + number(unsigned_side, false, true).text +
                   ") " + std::string(spelling(as_called)) + " 0",
               Binds::kCompare);
}

Text Printer::Impl::within(const Typed& n) {
  const Typed& x = *n.args[0];
  const Typed& first = *n.args[1];
  const Typed& last = *n.args[2];
  Relation upper = n.open ? Relation::kLess : Relation::kLessEqual;
  auto [needs_first, needs_last] = halves(n);
  if (!needs_first && !needs_last) return literal_truth(true);
  if (!needs_first) return compare(x, upper, last);
  if (!needs_last) return compare(x, Relation::kGreaterEqual, first);
  if (!is_cheap(x) && is_called_within(n)) {
    bool as_signed = x.bounds.lo < 0;
    return truth(std::string(as_signed ? "npu_within_i64(" : "npu_within_u64(") + number(x, as_signed, true).text +
                     ", " + literal(first.value, as_signed) + ", " + literal(last.value - (n.open ? 1 : 0), as_signed) +
                     ")",
                 Binds::kPrimary);
  }
  return truth(wrapped(compare(x, Relation::kGreaterEqual, first), Binds::kCompare) + " && " +
                   wrapped(compare(x, upper, last), Binds::kCompare),
               Binds::kAnd);
}

Text Printer::Impl::one_of(const Typed& n) {
  std::string all;
  for (const Typed* member : n.args.subspan(1)) {
    Text one = compare(*n.args[0], Relation::kEqual, *member);
    if (one.text == "false") continue;
    all += (all.empty() ? "" : " || ") + wrapped(one, Binds::kCompare);
  }
  if (all.empty()) return literal_truth(false);
  return truth(std::move(all), n.args.size() > 2 ? Binds::kOr : Binds::kCompare);
}

// x from one row to another, without a gap between.
Text Printer::Impl::rows_between(const Typed& x, Int first, Int last) {
  const Enum& of = *x.type.of;
  Text text = expr(x);
  auto row = [&](Int value) {
    std::string name = names.row(of, *of.row_of_value(value));
    bool is_class = !names.enum_class(of).empty();
    if (!is_class || text.is == Text::Is::kEnumClass) return name;
    return cast(type64(is_signed(of.storage)), {name, Binds::kPrimary, Text::Is::kEnumClass, Storage::kU64});
  };
  if (first == last) return truth(text.text + " == " + row(first), Binds::kCompare);
  std::string upper = text.text + " <= " + row(last);
  if (first == 0 && lowest(of.storage) == 0) return truth(std::move(upper), Binds::kCompare);
  return truth(text.text + " >= " + row(first) + " && " + upper, Binds::kAnd);
}

Text Printer::Impl::one_of_rows(const Typed& n) {
  const Typed& x = *n.args[0];
  const Enum& of = *x.type.of;
  if (of.flags) {
    Int foreign = highest(of.storage) & ~of.all_bits();
    if (foreign == 0) return literal_truth(true);
    return truth("(" + wrapped(expr(x), Binds::kUnary) + " & " + hexadecimal(foreign) + ") == 0", Binds::kCompare);
  }
  if (!n.may_abort && n.bounds.is_one()) return literal_truth(n.bounds.lo != 0);
  std::vector<Int> rows(n.rows.begin(), n.rows.end());
  if (n.act == Act::kKnown) {
    for (const Enum::Row& row : of.rows) rows.push_back(row.value);
  }
  std::sort(rows.begin(), rows.end());
  if (n.act == Act::kKnown && static_cast<Int>(rows.size()) > highest(of.storage) - lowest(of.storage))
    return literal_truth(true);
  std::string all;
  std::size_t parts = 0;
  Binds binds = Binds::kCompare;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t end = i;
    while (end + 1 < rows.size() && rows[end + 1] == rows[end] + 1) ++end;
    constexpr std::size_t kShortest = 2;  // as a range, not row by row
    if (end - i < kShortest) end = i;
    Text part = rows_between(x, rows[i], rows[end]);
    all += (parts == 0 ? "" : " || ") + (rows.size() > end - i + 1 ? wrapped(part, Binds::kCompare) : part.text);
    binds = parts == 0 ? part.binds : Binds::kOr;
    ++parts;
    i = end;
  }
  return parts == 0 ? literal_truth(false) : truth(std::move(all), binds);
}

Text Printer::Impl::has_flags(const Typed& n) {
  Text bits = flags_constant(*n.args[0]->type.of, n.value);
  std::string x = wrapped(expr(*n.args[0]), Binds::kUnary);
  bool single = (n.value & (n.value - 1)) == 0;
  std::string mask = wrapped(bits, Binds::kUnary);
  return truth("(" + x + " & " + mask + ")" + (single ? " != 0" : " == " + mask), Binds::kCompare);
}

}  // namespace npuspec::guard
