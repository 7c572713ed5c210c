// Arithmetic on intervals that cannot overflow itself: results beyond 2^126 stay there.
//
// Operands lie in [-2^63, 2^64 - 1]; results are exact, not yet cut to what 64 bits hold.
#pragma once

#include <algorithm>

#include "front/guard/expr.h"

namespace npuspec::guard {

struct Interval {
  Int lo = 0;
  Int hi = 0;
};

inline constexpr Int kFar = Int{1} << 126;

inline Int saturated(Int value) { return std::clamp(value, -kFar, kFar); }

inline Int multiply(Int a, Int b) {
  Int product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return saturated(product);
  return (a < 0) == (b < 0) ? kFar : -kFar;
}

inline Int ceil_divide(Int a, Int b) { return a / b + (a % b > 0 ? 1 : 0); }   // b > 0
inline Int floor_divide(Int a, Int b) { return a / b - (a % b < 0 ? 1 : 0); }  // b > 0
inline Int align_up(Int a, Int b) { return multiply(ceil_divide(a, b), b); }   // a >= 0, b > 0

inline Interval add(Interval a, Interval b) { return {saturated(a.lo + b.lo), saturated(a.hi + b.hi)}; }
inline Interval subtract(Interval a, Interval b) { return {saturated(a.lo - b.hi), saturated(a.hi - b.lo)}; }

inline Interval multiply(Interval a, Interval b) {
  Int corners[] = {multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)};
  auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
  return {*least, *most};
}

// a >= 0, b >= 1 in the rest.
inline Interval divide(Interval a, Interval b) { return {a.lo / b.hi, a.hi / b.lo}; }
inline Interval ceil_divide(Interval a, Interval b) { return {ceil_divide(a.lo, b.hi), ceil_divide(a.hi, b.lo)}; }

inline Interval remainder(Interval a, Interval b) {
  if (b.lo == b.hi && a.lo / b.lo == a.hi / b.lo) return {a.lo % b.lo, a.hi % b.lo};
  if (a.hi < b.lo) return a;
  return {0, std::min(a.hi, b.hi - 1)};
}

inline Interval align_up(Interval a, Interval b) {
  if (b.lo == b.hi) return {align_up(a.lo, b.lo), align_up(a.hi, b.lo)};
  // No multiple of any b lies below a; and the next one is at most b - 1 away, and 0 stays 0.
  return {a.lo, a.hi == 0 ? 0 : saturated(a.hi + b.hi - 1)};
}

}  // namespace npuspec::guard
