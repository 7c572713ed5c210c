// Prints checked guards as C++20, C11 and OpenCL C.
//
// What the intervals prove is plain arithmetic; what they do not goes through the functions of
// runtime/base/guard_math.h (one header for the three languages), which say that a result does not fit by clearing *ok.
// So a printed guard is refused unless it is true and *ok still is. Nothing traps, wraps unseen or reads out of range,
// and an operand that may abort is never optimised away. The text is the same from run to run, and warns nowhere
// (-Wconversion included).
//
// Lets and loops become functions; the Printer hands them out in an order in which each is defined before it is called.
// In C++ all is constexpr.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/guard/scope.h"
#include "front/guard/typed.h"

namespace npuspec::guard {

enum class Dialect : std::uint8_t { kCpp, kC, kOpenCl };

// How the names of a guard are spelled in the code around it. What is not overridden suits C structs.
class Names {
 public:
  virtual std::string value(const Symbol& name) const = 0;  // "d->rank"
  virtual std::string row(const Enum& of,
                          const Enum::Row& row) const = 0;  // "DTYPE_FP32": a plain number in C, OpenCL C

  virtual std::string member(const std::string& record, const Symbol& field) const;  // "record.field"
  virtual std::string let(const Symbol& let) const;                                  // its function: its name
  virtual std::string column(const Enum& of, const Enum::Column& column) const;      // its function: "dtype_bytes"
  virtual std::string constant(const Symbol& name) const;                            // "" to print its value

  // The type of an enum's values where they have one of their own (`enum class`), as "Dtype"; else "". C++ only.
  virtual std::string enum_class(const Enum& of) const;

  // The parameter that hands a record to a let on it, and what its value is called there.
  virtual std::string self_parameter(const Record& record) const;      // "const span* self"
  virtual std::string self(const Record& record) const;                // "(*self)"
  virtual std::string self_argument(const std::string& record) const;  // "&" and the record

  // Of vectors, texts and what may be absent; `place` is what value() or member() gave.
  virtual std::string length(const std::string& place, const Symbol& field) const;  // npu_length(p)
  virtual std::string element(const std::string& place, const Symbol& field,
                              const std::string& index) const;                        // p[index]
  virtual std::string present(const std::string& place, const Symbol& field) const;   // npu_present(p)
  virtual std::string identity(const std::string& place, const Symbol& field) const;  // npu_place(p)
  virtual std::string same(const std::string& a, const Symbol& field, const std::string& b, const Symbol& field2) const;
  virtual std::string equal(const std::string& a, const std::string& b) const;  // texts, vectors: npu_equal(a, b)
  virtual std::string equal_ignoring_case(const std::string& a, const std::string& b) const;
  virtual std::string text(std::string_view text) const;  // a literal

 protected:
  ~Names() = default;
};

struct Function {
  std::string name;
  std::string declaration;  // without the semicolon
  std::string definition;   // declaration and body, without a line break at the end
  std::string comment;      // the let or loop it stands for, in the guard language
  bool takes_ok = false;    // its last parameter is `bool* ok`
  bool of_column = false;   // an enum's column, whose function the enum's own header may have already
};

struct Printed {
  std::string text;        // an expression
  bool may_abort = false;  // it uses `ok`, a bool*: set what it points at to true before, and refuse unless it still is
};

struct PrintOptions {
  std::string parameters;    // that every function but a let on a record takes first: "const quanttess_descriptor* d"
  std::string arguments;     // and is given: "d"
  std::string prefix;        // of the names of functions made for loops: "quanttess_"
  std::size_t longest = 90;  // an expression longer than this becomes a function
};

// Whether a printed text names a word: not as a member of something else, nor within a text in quotes.
bool mentions(std::string_view text, std::string_view word);

class Printer {
 public:
  Printer(Dialect dialect, const Names& names, PrintOptions options);
  ~Printer();
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;

  // An expression for a guard; the functions it calls are added. `name` is for the functions made for its loops, and
  // for itself where it is a loop or too long: then the text is a call. In snake_case.
  Printed print(const Typed& guard, std::string_view name);

  // Adds the function of a let that no guard has used, for other code to call.
  void add_let(const Symbol& let);

  // Adds the function of an enum's column, for a header that declares the enum.
  void add_column(const Enum& of, const Enum::Column& column);

  // The functions added since the last call, callees first.
  std::vector<Function> take();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace npuspec::guard
