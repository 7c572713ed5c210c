// The grid of leaves quanttess-leaves, in C++.
// Source: QuantTess contract, Numerical behavior and Fused DMA and local arithmetic
// Made from specs/quanttess/numerics.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_classes_gen.hpp"
#include "quanttess_gen.hpp"

// The grid of arithmetic leaves that the templates instantiate around hand-written bodies.
namespace npuspec::quanttess_leaves {

// least product that a leaf converts; lower ones saturate alike
// Source: QuantTess contract, Numerical behavior
// specs/quanttess/numerics.yaml:11
inline constexpr std::int32_t kClampLow = -256;

// greatest product that a leaf converts; higher ones saturate alike
// Source: QuantTess contract, Numerical behavior
// specs/quanttess/numerics.yaml:12
inline constexpr std::uint32_t kClampHigh = 256;

// class_of: if multiplier.exponent == 0 then (if is_pow2(multiplier) then multiplier_class.SUBNORMAL_POWER_OF_TWO else
// multiplier_class.SUBNORMAL) else if multiplier.mantissa == 0 then multiplier_class.POWER_OF_TWO else
// multiplier_class.NORMAL
constexpr quanttess_classes::MultiplierClass class_of(const quanttess::Descriptor& d, quanttess::State state) {
  (void)state;
  if (((static_cast<std::uint64_t>(d.multiplier) >> 23) & 0xFFu) == 0) return npu_is_pow2_u64(d.multiplier) ? quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo : quanttess_classes::MultiplierClass::kSubnormal;
  if ((static_cast<std::uint64_t>(d.multiplier) & 0x7FFFFFu) == 0) return quanttess_classes::MultiplierClass::kPowerOfTwo;
  return quanttess_classes::MultiplierClass::kNormal;
}

// least_exponent: max(1, 128 - multiplier.exponent)
constexpr std::uint64_t least_exponent(const quanttess::Descriptor& d, quanttess::State state) {
  (void)state;
  return static_cast<std::uint64_t>(npu_max_i64(1, 128 - static_cast<std::int64_t>((static_cast<std::uint64_t>(d.multiplier) >> 23) & 0xFFu)));
}

// risky_below: least_exponent * pow2(23) - 1
constexpr std::uint64_t risky_below(const quanttess::Descriptor& d, quanttess::State state) {
  return least_exponent(d, state) * 8388608 - 1;
}

struct Leaf {
  const char* name;
  quanttess::Dtype input;
  quanttess::Rounding rounding;
  quanttess_classes::MultiplierClass multiplier_class;
  const char* body;
  std::uint32_t lanes;    // elements of one vector
  std::uint32_t unroll;   // vectors in flight at once
  const char* admission;  // how a vector is judged fit for the body; empty: every one is
  const char* defers_to;  // what takes those that are not
};

// The last axis fastest.
// clang-format off
inline constexpr Leaf kLeaves[] = {
    {"quanttess_fp32_nearest_even_normal", quanttess::Dtype::kFp32, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_nearest_even_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_nearest_even_subnormal", quanttess::Dtype::kFp32, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_nearest_even_subnormal_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_zero_normal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_zero_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_zero_subnormal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_zero_subnormal_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_positive_normal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_positive_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_positive_subnormal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_positive_subnormal_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_negative_normal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_negative_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_fp32_toward_negative_subnormal", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp32_toward_negative_subnormal_power_of_two", quanttess::Dtype::kFp32, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_nearest_even_normal", quanttess::Dtype::kFp16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_nearest_even_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_nearest_even_subnormal", quanttess::Dtype::kFp16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_nearest_even_subnormal_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_zero_normal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_zero_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_zero_subnormal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_zero_subnormal_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_positive_normal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_positive_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_positive_subnormal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_positive_subnormal_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_negative_normal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_negative_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "product_exponent", "mixed"},
    {"quanttess_fp16_toward_negative_subnormal", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_fp16_toward_negative_subnormal_power_of_two", quanttess::Dtype::kFp16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_nearest_even_normal", quanttess::Dtype::kBf16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_nearest_even_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_nearest_even_subnormal", quanttess::Dtype::kBf16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_nearest_even_subnormal_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kNearestEven, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_zero_normal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_zero_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_zero_subnormal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_zero_subnormal_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardZero, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_positive_normal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_positive_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_positive_subnormal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_positive_subnormal_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardPositive, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_negative_normal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kNormal, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_negative_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kPowerOfTwo, "normal_pair", 16, 2, "input_magnitude", "mixed"},
    {"quanttess_bf16_toward_negative_subnormal", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormal, "exact_block", 1, 1, "", ""},
    {"quanttess_bf16_toward_negative_subnormal_power_of_two", quanttess::Dtype::kBf16, quanttess::Rounding::kTowardNegative, quanttess_classes::MultiplierClass::kSubnormalPowerOfTwo, "exact_block", 1, 1, "", ""},
};
// clang-format on

}  // namespace npuspec::quanttess_leaves
