// The grid of leaves quanttess-leaves, in C11.
// Source: QuantTess contract, Numerical behavior and Fused DMA and local arithmetic
// Made from specs/quanttess/numerics.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
#pragma once

#include "quanttess_classes_gen.h"
#include "quanttess_gen.h"

// The grid of arithmetic leaves that the templates instantiate around hand-written bodies.

// least product that a leaf converts; lower ones saturate alike
// Source: QuantTess contract, Numerical behavior
// specs/quanttess/numerics.yaml:11
#define QUANTTESS_LEAVES_CLAMP_LOW (-256)

// greatest product that a leaf converts; higher ones saturate alike
// Source: QuantTess contract, Numerical behavior
// specs/quanttess/numerics.yaml:12
#define QUANTTESS_LEAVES_CLAMP_HIGH (256)

// class_of: if multiplier.exponent == 0 then (if is_pow2(multiplier) then multiplier_class.SUBNORMAL_POWER_OF_TWO else
// multiplier_class.SUBNORMAL) else if multiplier.mantissa == 0 then multiplier_class.POWER_OF_TWO else
// multiplier_class.NORMAL
static inline uint64_t quanttess_leaves_let_class_of(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  if ((((uint64_t)d->multiplier >> 23) & 0xFFu) == 0) return npu_is_pow2_u64(d->multiplier) ? QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO : QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL;
  if (((uint64_t)d->multiplier & 0x7FFFFFu) == 0) return QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO;
  return QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL;
}

// least_exponent: max(1, 128 - multiplier.exponent)
static inline uint64_t quanttess_leaves_let_least_exponent(const struct quanttess_descriptor* d, uint32_t state) {
  (void)state;
  return (uint64_t)npu_max_i64(1, 128 - (int64_t)(((uint64_t)d->multiplier >> 23) & 0xFFu));
}

// risky_below: least_exponent * pow2(23) - 1
static inline uint64_t quanttess_leaves_let_risky_below(const struct quanttess_descriptor* d, uint32_t state) {
  return quanttess_leaves_let_least_exponent(d, state) * 8388608 - 1;
}

// Every leaf: X(name, input, rounding, multiplier_class, body, lanes, unroll, admission, defers_to). What a leaf has none of is `none`.
// clang-format off
#define QUANTTESS_LEAVES(X) \
  X(quanttess_fp32_nearest_even_normal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_nearest_even_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_nearest_even_subnormal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_nearest_even_subnormal_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_zero_normal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_zero_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_zero_subnormal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_zero_subnormal_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_positive_normal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_positive_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_positive_subnormal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_positive_subnormal_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_negative_normal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_negative_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_fp32_toward_negative_subnormal, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp32_toward_negative_subnormal_power_of_two, QUANTTESS_DTYPE_FP32, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_nearest_even_normal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_nearest_even_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_nearest_even_subnormal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_nearest_even_subnormal_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_zero_normal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_zero_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_zero_subnormal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_zero_subnormal_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_positive_normal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_positive_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_positive_subnormal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_positive_subnormal_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_negative_normal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_negative_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, product_exponent, mixed) \
  X(quanttess_fp16_toward_negative_subnormal, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_fp16_toward_negative_subnormal_power_of_two, QUANTTESS_DTYPE_FP16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_nearest_even_normal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_nearest_even_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_nearest_even_subnormal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_nearest_even_subnormal_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_NEAREST_EVEN, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_zero_normal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_zero_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_zero_subnormal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_zero_subnormal_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_ZERO, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_positive_normal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_positive_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_positive_subnormal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_positive_subnormal_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_POSITIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_negative_normal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_NORMAL, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_negative_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_POWER_OF_TWO, normal_pair, 16, 2, input_magnitude, mixed) \
  X(quanttess_bf16_toward_negative_subnormal, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL, exact_block, 1, 1, none, none) \
  X(quanttess_bf16_toward_negative_subnormal_power_of_two, QUANTTESS_DTYPE_BF16, QUANTTESS_ROUNDING_TOWARD_NEGATIVE, QUANTTESS_CLASSES_MULTIPLIER_CLASS_SUBNORMAL_POWER_OF_TWO, exact_block, 1, 1, none, none)
// clang-format on
#define QUANTTESS_LEAVES_COUNT 48
