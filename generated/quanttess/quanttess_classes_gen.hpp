// The quanttess-classes descriptors in C++, version 1.0.
// Source: QuantTess contract, Numerical behavior
// Made from specs/quanttess/classes.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "base/check.h"
#include "base/guard_math.h"
#include "base/wire.h"

// How a request is classed when it is prepared; nothing of it is on the wire.
namespace npuspec::quanttess_classes {

inline constexpr std::uint32_t kAbiMajor = 1;
inline constexpr std::uint32_t kAbiMinor = 0;

// What a multiplier lets a leaf leave out.
// Source: QuantTess contract, Numerical behavior; the values: our decision, they are never on the wire
// specs/quanttess/classes.yaml:9
enum class MultiplierClass : std::uint32_t {
  // hardware multiplication
  kNormal = 0,
  // hardware multiplication; the exact repair multiplies by a literal one
  kPowerOfTwo = 1,
  // exact block arithmetic
  kSubnormal = 2,
  // exact block arithmetic, normalised to significand one
  kSubnormalPowerOfTwo = 3,
};

// The symbol's name; null for a value that has none.
constexpr const char* name(MultiplierClass value) {
  switch (value) {
    case MultiplierClass::kNormal:
      return "NORMAL";
    case MultiplierClass::kPowerOfTwo:
      return "POWER_OF_TWO";
    case MultiplierClass::kSubnormal:
      return "SUBNORMAL";
    case MultiplierClass::kSubnormalPowerOfTwo:
      return "SUBNORMAL_POWER_OF_TWO";
    default:
      return nullptr;
  }
}

// The column `subnormal`; zero for a value that has no symbol.
constexpr bool multiplier_class_subnormal(MultiplierClass value) {
  switch (value) {
    case MultiplierClass::kNormal:
      return false;
    case MultiplierClass::kPowerOfTwo:
      return false;
    case MultiplierClass::kSubnormal:
      return true;
    case MultiplierClass::kSubnormalPowerOfTwo:
      return true;
    default:
      return {};
  }
}

// The column `significand_one`; zero for a value that has no symbol.
constexpr bool multiplier_class_significand_one(MultiplierClass value) {
  switch (value) {
    case MultiplierClass::kNormal:
      return false;
    case MultiplierClass::kPowerOfTwo:
      return true;
    case MultiplierClass::kSubnormal:
      return false;
    case MultiplierClass::kSubnormalPowerOfTwo:
      return true;
    default:
      return {};
  }
}

}  // namespace npuspec::quanttess_classes
