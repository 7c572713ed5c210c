// Why a check refuses a value, for people: which number of which element is at fault, and the rule that it breaks.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/value.h"

namespace npuspec::descriptor {

struct Fault {
  const Field* field = nullptr;  // of the struct itself; null: the check reads no field
  std::uint32_t index = 0;       // of its element
  bool element = false;          // it is this one element, and not the whole array
  std::uint32_t offset = 0;      // of the first byte at fault
  std::string name;              // "sizes[1]", "subcore_task[2].number"; "sizes" where no element is the one
  std::string numbers;           // what was compared: "sizes[1] is 0"; empty when that is no number
};

// Of a check that does not hold. `judge` has started on the slots and the bytes.
Fault find_fault(const Struct& of, const Check& check, Judge& judge, std::span<const Int> slots,
                 std::span<const std::uint8_t> bytes);

// The field that a check is about: its own, or the first one that it judges. Null when it reads none.
const Field* field_of(const Struct& of, const Check& check);

// What a check requires, with the symbols of an enum where it says that a value is one; empty when it has no guard.
std::string rule_of(const Check& check);

}  // namespace npuspec::descriptor
