// A value of a struct: its numbers, its bytes, and what the struct's checks make of them.
//
// The numbers are the slots of the struct's scope: one for each number in its fields, then one for each parameter. The
// bytes are its wire form. Codec turns one into the other; Judge runs the checks on both with the guards' interpreter,
// and is what generated validators are tested against. Neither owns values. Cost: Codec a few ns a number, Judge some
// microseconds a value. One thread at a time each; make one per thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "front/guard/interp.h"
#include "front/kinds/descriptor/model.h"

namespace npuspec::descriptor {

// One number: where it stands in the bytes and among the slots.
struct Leaf {
  std::uint32_t offset = 0;
  std::uint32_t slot = 0;
  Storage storage = Storage::kU8;
  const Field* field = nullptr;  // of the innermost struct
  std::uint32_t index = 0;       // in that field
};

class Codec {
 public:
  explicit Codec(const Struct& of);

  const Struct& of() const { return of_; }
  std::span<const Leaf> leaves() const { return leaves_; }  // by offset

  // Slots of fields from bytes; parameters are left as they are.
  void unpack(std::span<const std::uint8_t> bytes, std::span<Int> slots) const;

  // Bytes of fields from slots, each cut to its type; reserved bytes are left as they are.
  void pack(std::span<const Int> slots, std::span<std::uint8_t> bytes) const;

  // What the digest field must hold for these bytes. The struct has one.
  std::uint32_t digest(std::span<const std::uint8_t> bytes) const;

  // Puts the digest into both, in nested structs first. Does nothing where there is none.
  void seal(std::span<Int> slots, std::span<std::uint8_t> bytes) const;

  // Zeros and constants, parameters at the least that they may be.
  std::vector<Int> initial() const;

 private:
  void add(const Struct& of, std::uint32_t offset, std::uint32_t slot);

  const Struct& of_;
  std::vector<Leaf> leaves_;
  struct Seal {
    std::uint32_t offset = 0;  // of the struct that holds the digest
    std::uint32_t size = 0;
    Leaf leaf;
  };
  std::vector<Seal> seals_;  // of nested structs first
};

class Judge {
 public:
  explicit Judge(const Struct& of);

  enum class Outcome : std::uint8_t {
    kHolds,
    kFails,
    kOverflows,  // a number on the way does not fit 64 bits: refused too
    kUnjudged,   // it makes sense only where an earlier check holds, which does not
  };

  // The value to judge, until the next start. Slots and bytes say the same and stay as they are.
  void start(std::span<const Int> slots, std::span<const std::uint8_t> bytes);

  Outcome judge(const Check& check);

  // The check that refuses the value; null: it is accepted.
  const Check* first();

  guard::Interpreter& interpreter() { return interpreter_; }

 private:
  Outcome judge_nested(const Check& check);

  const Struct& of_;
  std::span<const Int> slots_;
  std::span<const std::uint8_t> bytes_;
  guard::Interpreter interpreter_;
  std::vector<std::pair<const Struct*, std::unique_ptr<Judge>>> nested_;
};

// "0x0000002A"
std::string hex(Int value, std::uint32_t digits);

// "sizes[2]", "tile_axes[C]"; of a field that is no array its name.
std::string element_name(const Field& field, std::uint32_t index);

// "sizes[2]", "subcore_task[1].number", "tile_axes[C]": the field at a leaf's offset, from the struct on.
std::string path_to(const Struct& of, std::uint32_t offset);

}  // namespace npuspec::descriptor
