#include <algorithm>

#include "front/guard/interval.h"
#include "front/guard/print_impl.h"

namespace npuspec::guard {
namespace {

// What the Checker found of a result before facts about it came in.
Interval exact_result(const Typed& n) {
  Interval a{n.args[0]->bounds.lo, n.args[0]->bounds.hi};
  Interval b{n.args.back()->bounds.lo, n.args.back()->bounds.hi};
  switch (n.act) {
    case Act::kNegate:
      return {-a.hi, -a.lo};
    case Act::kAdd:
      return add(a, b);
    case Act::kSubtract:
      return subtract(a, b);
    default:
      return multiply(a, b);
  }
}

struct Operation {
  Act act;
  std::string_view sign;
  std::string_view word;
  Binds binds;
};

constexpr Operation kOperations[] = {
    {Act::kAdd, " + ", "add", Binds::kSum},
    {Act::kSubtract, " - ", "subtract", Binds::kSum},
    {Act::kMultiply, " * ", "multiply", Binds::kProduct},
    {Act::kDivide, " / ", "", Binds::kProduct},
    {Act::kRemainder, " % ", "", Binds::kProduct},
    {Act::kCeilDivide, "", "ceil_div", Binds::kPrimary},
    {Act::kAlignUp, "", "align_up", Binds::kPrimary},
    {Act::kMin, "", "min", Binds::kPrimary},
    {Act::kMax, "", "max", Binds::kPrimary},
};

const Operation& operation_of(Act act) {
  return *std::find_if(std::begin(kOperations), std::end(kOperations),
                       [act](const Operation& o) { return o.act == act; });
}

}  // namespace

// One branch of an `if`, in the type of the whole.
Text Printer::Impl::branch(const Typed& n, const Typed& arg) {
  if (n.type.base != Base::kInt)
    return n.type.of && names.enum_class(*n.type.of).empty() ? enum_number(arg) : expr(arg);
  if (!n.is_signed || fits_signed(arg)) return number(arg, n.is_signed);
  return number_text("npu_fit_i64(" + number(arg, false, true).text + ", ok)", Binds::kPrimary, true);
}

// The branch of an `if` that is always taken here; null when either may be.
const Typed* Printer::Impl::only_branch(const Typed& n) {
  const Typed& condition = *n.args[0];
  if (!condition.bounds.is_one() || condition.may_abort) return nullptr;
  return n.args[condition.bounds.lo != 0 ? 1 : 2];
}

Text Printer::Impl::choice(const Typed& n) {
  if (const Typed* only = only_branch(n)) return branch(n, *only);
  Text yes = branch(n, *n.args[1]);
  Text no = branch(n, *n.args[2]);
  std::string text =
      operand(*n.args[0], Binds::kOr) + " ? " + wrapped(yes, Binds::kOr) + " : " + wrapped(no, Binds::kOr);
  if (n.type.base != Base::kInt) return {std::move(text), Binds::kConditional, yes.is, yes.storage};
  Text made = number_text(std::move(text), Binds::kConditional, n.is_signed);
  // Of two literals C makes an int, and would reckon on in ints.
  bool is_int = yes.is == Text::Is::kLiteral && no.is == Text::Is::kLiteral;
  if (is_int) made.storage = n.is_signed ? Storage::kI32 : Storage::kU32;
  return made;
}

Text Printer::Impl::negate(const Typed& n) {
  const Typed& x = *n.args[0];
  if (n.checked || x.may_abort) {
    if (fits_signed(x))
      return number_text("npu_subtract_i64(0, " + number(x, true, true).text + ", ok)", Binds::kPrimary, true);
    return number_text("npu_to_i64(npu_negate(" + exact(x) + "), ok)", Binds::kPrimary, true);
  }
  if (fits_signed(x) && x.bounds.lo > kI64Min)
    return number_text("-" + wrapped(number(x, true), Binds::kPrimary), Binds::kUnary, true);
  return number_text((n.is_signed ? "npu_i64_of(npu_negate(" : "npu_u64_of(npu_negate(") + exact(x) + "))",
                     Binds::kPrimary, n.is_signed);
}

Text Printer::Impl::arithmetic(const Typed& n) {
  const Typed& a = *n.args[0];
  const Typed& b = *n.args[1];
  const Operation& operation = operation_of(n.act);
  std::string word(operation.word);
  bool all_unsigned = fits_unsigned(a) && fits_unsigned(b);
  bool all_signed = fits_signed(a) && fits_signed(b);
  auto call = [&](const std::string& function, bool as_signed, bool checked) {
    return number_text("npu_" + function + "(" + number(a, as_signed, true).text + ", " +
                           number(b, as_signed, true).text + (checked ? ", ok)" : ")"),
                       Binds::kPrimary, as_signed);
  };
  auto plain = [&](bool as_signed) {
    auto next = static_cast<Binds>(static_cast<int>(operation.binds) + 1);
    return number_text(wrapped(number(a, as_signed), operation.binds) + std::string(operation.sign) +
                           wrapped(number(b, as_signed), next),
                       operation.binds, as_signed);
  };
  switch (n.act) {
    case Act::kDivide:
    case Act::kRemainder:
      return plain(false);
    case Act::kCeilDivide:
      return call(word, false, false);
    case Act::kAlignUp:
      return n.checked ? call("align_up_checked", false, true) : call(word, false, false);
    case Act::kMin:
    case Act::kMax:
      if (all_unsigned) return call(word + "_u64", false, false);
      if (all_signed) return call(word + "_i64", true, false);
      return number_text(
          (n.is_signed ? "npu_i64_of(npu_" : "npu_u64_of(npu_") + word + "(" + exact(a) + ", " + exact(b) + "))",
          Binds::kPrimary, n.is_signed);
    default:
      break;
  }
  Interval result = exact_result(n);
  if (all_unsigned && result.lo >= 0) return n.checked ? call(word + "_u64", false, true) : plain(false);
  bool signed_is_enough = all_signed && (n.is_signed || result.hi <= kI64Max);
  // A signed operation above one that may abort goes through a function too: what it is given then is of no account,
  // and must not trap.
  if (signed_is_enough) return n.checked || n.may_abort ? call(word + "_i64", true, true) : plain(true);
  std::string wide = "npu_" + word + "(" + exact(a) + ", " + exact(b) + ")";
  std::string type = n.is_signed ? "i64" : "u64";
  return number_text(n.checked ? "npu_to_" + type + "(" + wide + ", ok)" : "npu_" + type + "_of(" + wide + ")",
                     Binds::kPrimary, n.is_signed);
}

}  // namespace npuspec::guard
