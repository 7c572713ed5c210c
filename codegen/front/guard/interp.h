// Runs checked guards, exactly: the oracle of all generated code.
//
// Values are whole numbers of 128 bits; a checked operation whose result does not fit its 64-bit type aborts the guard.
// Evaluation is lazy, left to right, as the generated code's: what `and`, `or`, `if` and a loop that is decided do not
// reach is not evaluated and cannot abort. A let is computed once for the values at hand, and again after start(). What
// earlier checks prove is not trusted: an index out of range gives kUnproved, so that a guard may be asked out of
// order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "front/guard/scope.h"
#include "front/guard/typed.h"

namespace npuspec::guard {

// What is not in slots: records that are reached through a handle, vectors, strings. A handle is the owner's to choose;
// kRoot stands for the scope itself, so that (kRoot, t) is the record that the name `t` stands for.
class Objects {
 public:
  using Handle = std::uint64_t;
  static constexpr Handle kRoot = 0;

  virtual Int number(Handle owner, const Symbol& field) const = 0;     // int, bool, enum, flags
  virtual Handle record(Handle owner, const Symbol& field) const = 0;  // a record field
  virtual bool present(Handle owner, const Symbol& field) const = 0;
  virtual std::string_view text(Handle owner, const Symbol& field) const = 0;                           // absent: empty
  virtual std::size_t length(Handle owner, const Symbol& field) const = 0;                              // absent: 0
  virtual Int element(Handle owner, const Symbol& field, std::size_t index) const = 0;                  // a vector's
  virtual Handle element_record(Handle owner, const Symbol& field, std::size_t index) const = 0;        // a vector's
  virtual bool same(Handle owner, const Symbol& field, Handle owner2, const Symbol& field2) const = 0;  // deeply
  virtual Int place(Handle owner, const Symbol& field) const = 0;  // equal for the very same object only

 protected:
  ~Objects() = default;
};

struct Values {
  std::span<const Int> slots;        // of scope.slots() numbers; truth values 0 or 1
  const Objects* objects = nullptr;  // needed only by scopes that have what is not in slots
};

struct Result {
  enum class Kind : std::uint8_t {
    kValue,
    kOverflow,  // aborted: the value of `where` does not fit
    kUnproved,  // `where` needs an earlier check that does not hold for these values
  };
  Kind kind = Kind::kValue;
  Int value = 0;  // a number; of a condition 0 or 1
  const Typed* where = nullptr;

  bool ok() const { return kind == Kind::kValue; }
  bool is_true() const { return ok() && value != 0; }  // an abort refuses
};

class Interpreter {
 public:
  Interpreter();
  ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Values to work on, until the next start. They may not change meanwhile.
  void start(const Values& values);

  Result run(const Typed& guard);

  // A let by itself, with its indexes.
  Result run_let(const Symbol& let, std::span<const Int> indexes = {});

  // For tests: a value outside the bounds that the Checker proved is kUnproved too. Only right for guards that run in
  // order, each after those that it was checked under have held.
  void doubt_bounds(bool doubt);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace npuspec::guard
