// The Printer's insides: expressions (print_expr.cpp: names and parts; print_truth.cpp: conditions; print_number.cpp:
// arithmetic) and the functions around them (print.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "front/guard/print.h"

namespace npuspec::guard {

// What differs between the languages, as words.
struct Words {
  std::string_view u64;
  std::string_view i64;
  std::string_view function;  // before a function's type
  std::string_view cast_open;
  std::string_view cast_close;  // between type and operand
  std::string_view cast_end;    // after the operand
};
const Words& words_of(Dialect dialect);

// How tightly a text binds in C, loosest first.
enum class Binds : std::uint8_t { kConditional, kOr, kAnd, kCompare, kBits, kSum, kProduct, kUnary, kPrimary };

// An expression, and what C makes of it.
struct Text {
  enum class Is : std::uint8_t { kTruth, kNumber, kLiteral, kEnumClass, kOther };
  std::string text;
  Binds binds = Binds::kPrimary;
  Is is = Is::kOther;
  Storage storage = Storage::kU64;  // of a number
};

struct Printer::Impl {
  Impl(Dialect dialect, const Names& names, PrintOptions options);

  // Functions (print.cpp)

  Printed print(const Typed& guard, std::string_view name);
  std::string function_of_let(const Symbol& let);
  std::string function_of_column(const Enum& of, const Enum::Column& column);
  std::string call_of_part(const Typed& n, std::string_view suffix);
  std::string call_of_whole(const Typed& n, const std::string& name, const std::string& comment);
  std::string body(const Typed& n);
  std::string branches(const Typed& n, bool as_signed);
  std::string in_type(const Text& text, bool as_signed) const;
  std::string loop_body(const Typed& n);
  std::string test_body(const Typed& n);
  std::string named(const Typed& n, const std::string& name);
  std::string loop_head(const Domain& d);
  std::string loop_step(const Typed& n, const std::string& indent);
  std::string returned(const Typed& n);
  std::string result_type(const Typed& n) const;
  std::string unique(const std::string& name);
  std::string local_name(std::string_view name) const;
  void add(Function function, const std::vector<std::string>& parameters, const std::string& type,
           const std::string& inside);

  // Expressions: names and parts (print_expr.cpp)

  const Text& expr(const Typed& n);
  std::string operand(const Typed& n, Binds at_least) { return wrapped(expr(n), at_least); }
  Text made(const Typed& n);
  Text constant(const Typed& n);
  Text value(const Typed& n);
  Text place(const Typed& n);
  Text local(const Typed& n);
  Text let(const Typed& n);
  Text column(const Typed& n);
  Text call_on_objects(const Typed& n);

  // Conditions (print_truth.cpp)

  Text test(const Typed& n);
  bool needs_name(const Typed& n) const;
  Text negation(const Typed& n);
  Text compare(const Typed& a, Relation relation, const Typed& b);
  Text compare_numbers(const Typed& a, Relation relation, const Typed& b);
  Text within(const Typed& n);
  Text one_of(const Typed& n);
  Text one_of_rows(const Typed& n);
  Text rows_between(const Typed& x, Int first, Int last);
  Text has_flags(const Typed& n);

  // Arithmetic (print_number.cpp)

  Text branch(const Typed& n, const Typed& arg);
  static const Typed* only_branch(const Typed& n);
  Text choice(const Typed& n);
  Text negate(const Typed& n);
  Text arithmetic(const Typed& n);

  // What these share (print_expr.cpp)

  // A number in 64 bits; `loosely` where C converts a narrower one by itself (arguments, results).
  Text number(const Typed& n, bool is_signed, bool loosely = false);
  std::string exact(const Typed& n);  // as an npu_value
  Text enum_number(const Typed& n);
  Text flags_constant(const Enum& of, Int bits);
  std::string cast(std::string_view type, const Text& text) const;
  std::string_view type64(bool is_signed) const { return is_signed ? words.i64 : words.u64; }
  static std::string wrapped(const Text& text, Binds at_least);
  static std::string literal(Int value, bool is_signed);
  static std::string arguments(const std::string& leading, const std::vector<std::string>& more, bool ok);

  struct Local {
    const Symbol* variable = nullptr;
    std::string name;  // a variable or parameter, or the text of an element
    bool is_element = false;
  };

  const Words& words;
  bool is_cpp;
  const Names& names;
  PrintOptions options;
  std::vector<std::string> context;  // the names of options.arguments
  std::vector<Function> functions;
  std::map<const Symbol*, std::string> lets;
  std::map<const Enum::Column*, std::string> columns;
  std::map<const Typed*, std::string> calls;     // of loops and tests that became functions
  std::unordered_map<const Typed*, Text> texts;  // each node's, which stands at one place only
  std::set<std::string> taken;
  std::string stem;           // of the names of functions made now
  std::vector<Local> locals;  // of the function being printed
};

bool is_test(const Typed& n);    // one that its bounds do not decide
bool is_folded(const Typed& n);  // an operation on constants, which is written as its result
bool fits_signed(const Typed& n);
bool fits_unsigned(const Typed& n);
std::string_view word_of(Loop::Does does);
bool is_signed(Storage storage);
bool is_narrow(Storage storage);  // fewer than 32 bits: C makes an int of it
Text truth(std::string text, Binds binds);
Text literal_truth(bool yes);
Text number_text(std::string text, Binds binds, bool is_signed_number);
std::string hexadecimal(Int value);  // a mask of bits

}  // namespace npuspec::guard
