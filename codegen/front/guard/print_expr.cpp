#include <algorithm>

#include "front/guard/check.h"
#include "front/guard/interval.h"
#include "front/guard/print_impl.h"

namespace npuspec::guard {
namespace {

bool fits_signed(const Typed& n) { return n.bounds.hi <= kI64Max; }
bool fits_unsigned(const Typed& n) { return n.bounds.lo >= 0; }

// Whether all parts are expressions, and each is evaluated, or one after the other until something is decided.
bool is_operation(Act act) {
  switch (act) {
    case Act::kCompare:
    case Act::kChain:
    case Act::kWithin:
    case Act::kOneOf:
    case Act::kBit:
    case Act::kDisjoint:
    case Act::kAdd:
    case Act::kSubtract:
    case Act::kMultiply:
    case Act::kDivide:
    case Act::kRemainder:
    case Act::kCeilDivide:
    case Act::kAlignUp:
    case Act::kMin:
    case Act::kMax:
      return true;
    default:
      return false;
  }
}

// An operation on constants, which is written as its result.
bool is_folded(const Typed& n) {
  return n.type.base == Base::kInt && !n.args.empty() && !n.may_abort && n.act != Act::kLet && n.bounds.is_one() &&
         std::all_of(n.args.begin(), n.args.end(), [](const Typed* arg) { return arg->is_constant(); });
}

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

Text truth(std::string text, Binds binds) { return {std::move(text), binds, Text::Is::kTruth, Storage::kU64}; }

Text number_text(std::string text, Binds binds, bool is_signed_number) {
  return {std::move(text), binds, Text::Is::kNumber, is_signed_number ? Storage::kI64 : Storage::kU64};
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

// A mask of bits.
std::string hexadecimal(Int value) {
  std::string digits;
  for (; value != 0; value /= 16) digits += "0123456789ABCDEF"[static_cast<std::size_t>(value % 16)];
  return "0x" + std::string(digits.rbegin(), digits.rend()) + "u";
}

Text literal_truth(bool yes) { return truth(yes ? "true" : "false", Binds::kPrimary); }

}  // namespace

bool is_signed(Storage storage) { return lowest(storage) < 0; }
bool is_narrow(Storage storage) { return highest(storage) < (Int{1} << 16); }

// Texts

std::string Printer::Impl::wrapped(const Text& text, Binds at_least) {
  return text.binds < at_least ? "(" + text.text + ")" : text.text;
}

// Plain up to an int's range, which C takes for any type; beyond, of the type it stands beside.
std::string Printer::Impl::literal(Int value, bool is_signed) {
  if (value == kI64Min) return "(-9223372036854775807 - 1)";
  constexpr Int kIntMax = (Int{1} << 31) - 1;
  return to_string(value) + (value > kIntMax && !is_signed ? "u" : "");
}

std::string Printer::Impl::cast(std::string_view type, const Text& text) const {
  std::string inside = is_cpp ? text.text : wrapped(text, Binds::kUnary);
  return std::string(words.cast_open) + std::string(type) + std::string(words.cast_close) + inside +
         std::string(words.cast_end);
}

std::string Printer::Impl::arguments(const std::string& leading, const std::vector<std::string>& more, bool ok) {
  std::string all = leading;
  for (const std::string& each : more) all += (all.empty() ? "" : ", ") + each;
  if (ok) all += all.empty() ? "ok" : ", ok";
  return "(" + all + ")";
}

Text Printer::Impl::number(const Typed& n, bool to_signed, bool loosely) {
  if (n.is_constant()) {
    const Text& text = expr(n);
    if (text.is == Text::Is::kNumber) {
      return number_text(cast(type64(to_signed), text), is_cpp ? Binds::kPrimary : Binds::kUnary, to_signed);
    }
    return {literal(n.value, to_signed), n.value < 0 ? Binds::kUnary : Binds::kPrimary, Text::Is::kLiteral,
            Storage::kU64};
  }
  Text text = expr(n);
  if (text.is == Text::Is::kLiteral) {
    text.text = literal(n.bounds.lo, to_signed);
    return text;
  }
  Storage wanted = to_signed ? Storage::kI64 : Storage::kU64;
  if (text.storage == wanted || (loosely && is_signed(text.storage) == to_signed)) return text;
  return number_text(cast(type64(to_signed), text), is_cpp ? Binds::kPrimary : Binds::kUnary, to_signed);
}

std::string Printer::Impl::exact(const Typed& n) {
  bool as_signed = n.bounds.lo < 0;
  return std::string(as_signed ? "npu_of_i64(" : "npu_of_u64(") + number(n, as_signed, true).text + ")";
}

// A text may be asked for more than once, and is made once: what holds lets or loops would otherwise grow out of hand.
const Text& Printer::Impl::expr(const Typed& n) {
  auto found = texts.find(&n);
  return found != texts.end() ? found->second : texts.emplace(&n, made(n)).first->second;
}

Text Printer::Impl::made(const Typed& n) {
  if (is_folded(n)) {
    return {literal(n.bounds.lo, n.bounds.lo < 0), n.bounds.lo < 0 ? Binds::kUnary : Binds::kPrimary,
            Text::Is::kLiteral, Storage::kU64};
  }
  // In the order of evaluation, whatever order a compiler puts the texts together in: functions are handed out in it.
  bool is_choice = n.act == Act::kIf && !only_branch(n);
  if (is_choice || (is_operation(n.act) && !(is_test(n) && needs_name(n)))) {
    for (const Typed* arg : n.args) expr(*arg);
  }
  switch (n.act) {
    case Act::kConstant:
      return constant(n);
    case Act::kText:
      return {names.text(n.text), Binds::kPrimary, Text::Is::kOther, Storage::kU64};
    case Act::kValue:
    case Act::kMember:
    case Act::kElement:
      return value(n);
    case Act::kLocal:
      return local(n);
    case Act::kSelf:
      return place(n);
    case Act::kLet:
      return let(n);
    case Act::kColumn:
      return column(n);
    case Act::kNumber:
      return enum_number(*n.args[0]);
    case Act::kBits: {
      Int mask = (Int{1} << static_cast<int>(n.value2 - n.value + 1)) - 1;
      std::string shifted = wrapped(number(*n.args[0], false), Binds::kUnary);
      if (n.value != 0) shifted = "(" + shifted + " >> " + to_string(n.value) + ")";
      return number_text(shifted + " & " + hexadecimal(mask), Binds::kBits, false);
    }
    case Act::kAnd:
    case Act::kOr: {
      Binds binds = n.act == Act::kAnd ? Binds::kAnd : Binds::kOr;
      std::string all;
      for (const Typed* arg : n.args) {
        Text part = expr(*arg);
        if (part.text == (n.act == Act::kAnd ? "true" : "false")) continue;
        all += (all.empty()          ? ""
                : n.act == Act::kAnd ? " && "
                                     : " || ") +
               (part.binds == binds ? part.text : wrapped(part, Binds::kCompare));
      }
      return all.empty() ? literal_truth(n.act == Act::kAnd) : truth(std::move(all), binds);
    }
    case Act::kNot:
      return negation(*n.args[0]);
    case Act::kCompare:
    case Act::kChain:
    case Act::kWithin:
    case Act::kOneOf:
    case Act::kOneOfRows:
    case Act::kKnown:
      if (!is_test(n)) return literal_truth(n.bounds.lo != 0);
      return needs_name(n) ? truth(call_of_part(n, "test"), Binds::kPrimary) : test(n);
    case Act::kHasFlags:
      return has_flags(n);
    case Act::kIsPowerOf2: {
      bool as_signed = !fits_unsigned(*n.args[0]);
      return truth(std::string(as_signed ? "npu_is_pow2_i64(" : "npu_is_pow2_u64(") +
                       number(*n.args[0], as_signed, true).text + ")",
                   Binds::kPrimary);
    }
    case Act::kBit:
      return truth("((" + wrapped(number(*n.args[0], false), Binds::kUnary) + " >> " +
                       wrapped(number(*n.args[1], false, true), Binds::kUnary) + ") & 1) != 0",
                   Binds::kCompare);
    case Act::kPowerOf2:
      return number_text(cast(words.u64, {"1", Binds::kPrimary, Text::Is::kLiteral, Storage::kU64}) + " << " +
                             wrapped(number(*n.args[0], false, true), Binds::kUnary),
                         Binds::kBits, false);
    case Act::kIf:
      return choice(n);
    case Act::kDisjoint: {
      std::string args;
      for (const Typed* arg : n.args) args += (args.empty() ? "" : ", ") + number(*arg, false, true).text;
      return truth("npu_disjoint(" + args + ")", Binds::kPrimary);
    }
    case Act::kPresent:
    case Act::kPlace:
    case Act::kSame:
    case Act::kSameIgnoringCase:
    case Act::kLength:
      return call_on_objects(n);
    case Act::kLoop: {
      std::string call = call_of_part(n, word_of(n.loop->does));
      if (n.type.base == Base::kBool) return truth(std::move(call), Binds::kPrimary);
      return number_text(std::move(call), Binds::kPrimary, n.bounds.lo < 0);
    }
    case Act::kNegate:
      return negate(n);
    default:
      return arithmetic(n);
  }
}

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

// Names and parts

Text Printer::Impl::constant(const Typed& n) {
  if (n.type.base == Base::kBool) return literal_truth(n.value != 0);
  if (n.type.base == Base::kFlags) return flags_constant(*n.type.of, n.value);
  if (n.type.base == Base::kEnum) {
    const Enum::Row* row = n.type.of->row_of_value(n.value);
    std::string text = row ? names.row(*n.type.of, *row) : to_string(n.value);
    bool is_class = !names.enum_class(*n.type.of).empty();
    return {std::move(text), Binds::kPrimary, is_class ? Text::Is::kEnumClass : Text::Is::kLiteral, Storage::kU64};
  }
  std::string named = n.symbol ? names.constant(*n.symbol) : std::string();
  if (!named.empty()) return {std::move(named), Binds::kPrimary, Text::Is::kNumber, n.type.storage};
  return {literal(n.value, n.value < 0), n.value < 0 ? Binds::kUnary : Binds::kPrimary, Text::Is::kLiteral,
          Storage::kU64};
}

Text Printer::Impl::flags_constant(const Enum& of, Int bits) {
  std::string all;
  Int named = 0;
  std::size_t count = 0;
  for (const Enum::Row& row : of.rows) {
    if ((bits & row.value) != row.value || row.value == 0) continue;
    all += (all.empty() ? "" : " | ") + names.row(of, row);
    named |= row.value;
    ++count;
  }
  if (named != bits || count == 0) all = literal(bits, false);
  return {std::move(all), count > 1 ? Binds::kBits : Binds::kPrimary, Text::Is::kLiteral, Storage::kU64};
}

Text Printer::Impl::place(const Typed& n) {
  switch (n.act) {
    case Act::kSelf:
      return {names.self(*n.type.record), Binds::kPrimary, Text::Is::kOther, Storage::kU64};
    case Act::kMember:
      return {names.member(place(*n.args[0]).text, *n.symbol), Binds::kPrimary, Text::Is::kOther, Storage::kU64};
    case Act::kElement: {
      const Typed& index = *n.args[1];
      std::string at = index.type.base == Base::kEnum ? enum_number(index).text : number(index, false, true).text;
      Text array = place(*n.args[0]);
      const Symbol& symbol = *n.args[0]->symbol;
      if (symbol.shape.vector)
        array.text = names.element(array.text, symbol, at);
      else
        array.text += "[" + at + "]";
      return array;
    }
    case Act::kLocal:
      return local(n);
    default:
      return {names.value(*n.symbol), Binds::kPrimary, Text::Is::kOther, Storage::kU64};
  }
}

// A place, with the type it has there.
Text Printer::Impl::value(const Typed& n) {
  Text text = place(n);
  switch (n.type.base) {
    case Base::kBool:
      text.is = Text::Is::kTruth;
      break;
    case Base::kInt:
      text.is = Text::Is::kNumber;
      text.storage = n.type.storage;
      break;
    case Base::kEnum:
    case Base::kFlags:
      text.is = names.enum_class(*n.type.of).empty() ? Text::Is::kNumber : Text::Is::kEnumClass;
      text.storage = n.type.of->storage;
      break;
    default:
      break;
  }
  return text;
}

Text Printer::Impl::local(const Typed& n) {
  auto found = std::find_if(locals.rbegin(), locals.rend(), [&](const Local& l) { return l.variable == n.symbol; });
  Text text{found == locals.rend() ? std::string(n.symbol->name) : found->name, Binds::kPrimary, Text::Is::kOther,
            Storage::kU64};
  if (found != locals.rend() && found->is_element) {
    text.is = n.type.base == Base::kBool ? Text::Is::kTruth : Text::Is::kNumber;
    text.storage = n.type.of ? n.type.of->storage : n.type.storage;
    if (n.type.of && !names.enum_class(*n.type.of).empty()) text.is = Text::Is::kEnumClass;
    return text;
  }
  if (n.type.base == Base::kBool) {
    text.is = Text::Is::kTruth;
  } else if (n.type.base != Base::kRecord) {
    text.is = Text::Is::kNumber;
    text.storage = n.symbol->lo < 0 ? Storage::kI64 : Storage::kU64;
  }
  return text;
}

Text Printer::Impl::let(const Typed& n) {
  const Let& of = *n.symbol->let;
  const Typed& body = *of.typed;
  if (body.type.base == Base::kString && n.args.empty()) return expr(body);
  std::vector<std::string> args;
  std::size_t first = of.on_record() ? 1 : 0;
  if (first != 0) args.push_back(n.args[0]->act == Act::kSelf ? "self" : names.self_argument(place(*n.args[0]).text));
  for (std::size_t i = 0; i < of.domains.size(); ++i) {
    const Typed& arg = *n.args[first + i];
    bool to_signed = of.domains[i]->variable->lo < 0;
    args.push_back(arg.type.base == Base::kEnum ? enum_number(arg).text : number(arg, to_signed, true).text);
  }
  std::string call = function_of_let(*n.symbol) + arguments(first != 0 ? "" : options.arguments, args, body.may_abort);
  if (body.type.base == Base::kBool) return truth(std::move(call), Binds::kPrimary);
  if (body.type.of && !names.enum_class(*body.type.of).empty()) {
    return {std::move(call), Binds::kPrimary, Text::Is::kEnumClass, Storage::kU64};
  }
  return number_text(std::move(call), Binds::kPrimary, body.bounds.lo < 0);
}

Text Printer::Impl::enum_number(const Typed& n) {
  Text text = expr(n);
  if (text.is != Text::Is::kEnumClass) return text;
  bool to_signed = is_signed(n.type.of->storage);
  return number_text(cast(type64(to_signed), text), Binds::kPrimary, to_signed);
}

Text Printer::Impl::column(const Typed& n) {
  const Enum& of = *n.args[0]->type.of;
  Text arg = expr(*n.args[0]);
  std::string type = names.enum_class(of);
  if (!type.empty() && arg.is != Text::Is::kEnumClass) arg.text = cast(type, arg);
  std::string call = function_of_column(of, *n.column) + "(" + arg.text + ")";
  if (n.type.base == Base::kBool) return truth(std::move(call), Binds::kPrimary);
  if (n.type.of && !names.enum_class(*n.type.of).empty()) {
    return {std::move(call), Binds::kPrimary, Text::Is::kEnumClass, Storage::kU64};
  }
  bool negative = std::any_of(n.column->values.begin(), n.column->values.end(), [](Int v) { return v < 0; });
  return number_text(std::move(call), Binds::kPrimary, negative);
}

Text Printer::Impl::call_on_objects(const Typed& n) {
  std::string a = n.args[0]->act == Act::kText ? names.text(n.args[0]->text) : expr(*n.args[0]).text;
  switch (n.act) {
    case Act::kLength:
      if (!n.args[0]->symbol->shape.vector) {
        return {literal(Int{n.args[0]->symbol->shape.count}, false), Binds::kPrimary, Text::Is::kLiteral,
                Storage::kU64};
      }
      return number_text(names.length(a, *n.args[0]->symbol), Binds::kPrimary, false);
    case Act::kPresent:
      return truth(names.present(a, *n.args[0]->symbol), Binds::kPrimary);
    case Act::kPlace:
      return {names.identity(a, *n.args[0]->symbol), Binds::kPrimary, Text::Is::kOther, Storage::kU64};
    case Act::kSame:
      return truth(names.same(a, *n.args[0]->symbol, expr(*n.args[1]).text, *n.args[1]->symbol), Binds::kPrimary);
    default:
      return truth(names.equal_ignoring_case(a, expr(*n.args[1]).text), Binds::kPrimary);
  }
}

// Truth

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

// Numbers

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
