#include <algorithm>

#include "front/guard/print_impl.h"

namespace npuspec::guard {
namespace {

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

}  // namespace

bool is_signed(Storage storage) { return lowest(storage) < 0; }
bool is_narrow(Storage storage) { return highest(storage) < (Int{1} << 16); }
bool fits_signed(const Typed& n) { return n.bounds.hi <= kI64Max; }
bool fits_unsigned(const Typed& n) { return n.bounds.lo >= 0; }

bool is_folded(const Typed& n) {
  return n.type.base == Base::kInt && !n.args.empty() && !n.may_abort && n.act != Act::kLet && n.bounds.is_one() &&
         std::all_of(n.args.begin(), n.args.end(), [](const Typed* arg) { return arg->is_constant(); });
}

Text truth(std::string text, Binds binds) { return {std::move(text), binds, Text::Is::kTruth, Storage::kU64}; }

Text number_text(std::string text, Binds binds, bool is_signed_number) {
  return {std::move(text), binds, Text::Is::kNumber, is_signed_number ? Storage::kI64 : Storage::kU64};
}

Text literal_truth(bool yes) { return truth(yes ? "true" : "false", Binds::kPrimary); }

std::string hexadecimal(Int value) {
  std::string digits;
  for (; value != 0; value /= 16) digits += "0123456789ABCDEF"[static_cast<std::size_t>(value % 16)];
  return "0x" + std::string(digits.rbegin(), digits.rend()) + "u";
}

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
      const char* idle = n.act == Act::kAnd ? "true" : "false";
      const char* decides = n.act == Act::kAnd ? "false" : "true";
      std::string all;
      bool may_abort = false;  // a part before the one that decides, which must then be evaluated for that alone
      for (const Typed* arg : n.args) {
        Text part = expr(*arg);
        if (part.text == decides) {
          if (!may_abort) return literal_truth(n.act == Act::kOr);
          return truth("(" + all + ") ? " + decides + " : " + decides, Binds::kConditional);
        }
        may_abort = may_abort || arg->may_abort;
        if (part.text == idle) continue;
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

// Numbers

}  // namespace npuspec::guard
