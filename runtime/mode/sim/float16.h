// Conversions of binary16, by value and exact where the value is one.
//
// Not the compiler's _Float16: clang 14 has none on x86-64, and the simulator must give one answer under both
// compilers. The rounding mode must be the default one. No state; safe in any thread.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace npuspec::sim {

// Exact. A NaN is the default NaN.
inline float from_half(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 0x1F;
  const int fraction = bits & 0x3FF;
  float value = 0;
  if (exponent == 0x1F) {
    if (fraction != 0) return std::numeric_limits<float>::quiet_NaN();
    value = std::numeric_limits<float>::infinity();
  } else if (exponent == 0) {
    value = std::ldexp(static_cast<float>(fraction), -24);
  } else {
    value = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

// To nearest, ties to even. A NaN is the default NaN.
inline std::uint16_t to_half(double value) {
  if (std::isnan(value)) return 0x7E00;
  const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  std::uint32_t bits = 0;
  if (size >= 65520) {  // half way to the number after the largest, whose fraction is odd
    bits = 0x7C00;
  } else if (size < 0x1p-14) {  // subnormal: a multiple of 2^-24; 1024 of them is the smallest normal, and so its bits
    bits = static_cast<std::uint32_t>(std::nearbyint(size * 0x1p24));
  } else {
    int exponent = 0;
    const double fraction = std::frexp(size, &exponent);                                 // 0.5 to 1
    const auto rounded = static_cast<std::uint32_t>(std::nearbyint(fraction * 0x1p11));  // 1024 to 2048: it may carry
    bits = (static_cast<std::uint32_t>(exponent + 14) << 10) + (rounded - 1024);
  }
  return static_cast<std::uint16_t>(sign | bits);
}

}  // namespace npuspec::sim
