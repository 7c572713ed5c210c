// The contract of ETHOS_U_STREAM_SPLIT for C11: what it is on the wire, and the rules that need no flatbuffer.
// Source: ETHOS_U_STREAM_SPLIT contract version 1; the numbers and names of checks: our decision, the contract gives
// none
// Made from specs/fence/stream_split.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// The same rules as in ethos_u_stream_split_gen.hpp, for code that has tensors and no model: a kernel. A rule gives 0 or the number of
// what is wrong, allocates nothing, and refuses a value that does not fit 64 bits. A vector may be NULL when its length is 0.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/guard_math.h"

#ifdef __cplusplus
extern "C" {
#endif

// specs/fence/stream_split.yaml:10
#define ETHOS_U_STREAM_SPLIT_CONTRACT_VERSION 1
#define ETHOS_U_STREAM_SPLIT_CUSTOM_CODE "ETHOS_U_STREAM_SPLIT"
#define ETHOS_U_STREAM_SPLIT_BUILTIN 32  // CUSTOM
#define ETHOS_U_STREAM_SPLIT_VERSION 1

// The element type of a tensor.
// specs/fence/tflite.yaml:11
enum {
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32 = 0,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16 = 1,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT32 = 2,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8 = 3,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64 = 4,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_STRING = 5,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL = 6,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT16 = 7,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX64 = 8,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT8 = 9,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT64 = 10,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX128 = 11,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT64 = 12,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_RESOURCE = 13,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_VARIANT = 14,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT32 = 15,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT16 = 16,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT4 = 17,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BFLOAT16 = 18,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT2 = 19,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT4 = 20,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E4_M3_FN = 21,
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E5_M2 = 22,
};

// What an operator does; those that a rewriter must tell apart.
// specs/fence/tflite.yaml:41
enum {
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ADD = 0,
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CUSTOM = 32,
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PLACEHOLDER_FOR_GREATER_OP_CODES = 127,
};

// specs/fence/stream_split.yaml:59
typedef struct ethos_u_stream_split_span {
  uint64_t address;
  uint64_t bytes;
} ethos_u_stream_split_span;

// specs/fence/stream_split.yaml:60
typedef struct ethos_u_stream_split_side {
  int8_t type;
  const int32_t* shape;
  uint64_t shape_length;
  uint64_t bytes;
  bool is_variable;
} ethos_u_stream_split_side;

// specs/fence/stream_split.yaml:61
typedef struct ethos_u_stream_split_counts {
  uint32_t inputs;
  uint32_t outputs;
} ethos_u_stream_split_counts;

// specs/fence/stream_split.yaml:62
typedef struct ethos_u_stream_split_cut {
  int64_t after_op;
  int64_t operators;
  uint32_t crossing;
} ethos_u_stream_split_cut;

// What is wrong, as the contract numbers it.
enum {
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE = 70,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST = 71,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST = 72,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES = 73,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR = 53,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED = 54,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE = 50,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE = 55,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE = 51,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN = 56,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES = 52,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES = 57,
  ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP = 60,
  ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER = 61,
};

// "same-type"; empty for 0.
static inline const char* ethos_u_stream_split_fault_id(uint16_t fault) {
  switch (fault) {
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE:
      return "not-negative";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST:
      return "not-beyond-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST:
      return "not-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES:
      return "something-crosses";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR:
      return "some-pair";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED:
      return "paired";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE:
      return "same-type";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE:
      return "not-variable";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE:
      return "same-shape";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN:
      return "shape-known";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES:
      return "same-bytes";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES:
      return "whole-bytes";
    case ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP:
      return "no-partial-overlap";
    case ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER:
      return "no-clobber";
    default:
      return "";
  }
}

static inline bool ethos_u_stream_split_equal_i32(const int32_t* a, uint64_t a_length, const int32_t* b, uint64_t b_length) {
  if (a_length != b_length) return false;
  for (uint64_t i = 0; i < a_length; i++) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Where a cut may be.
// specs/fence/stream_split.yaml:119
static inline uint16_t ethos_u_stream_split_check_position(const ethos_u_stream_split_cut* cut) {
  // an operator is named by its index.
  if (!(cut->after_op >= 0)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE;
  // after_op follows the last operator.
  if (!(cut->after_op < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST;
  // a cut after the last operator leaves an empty segment.
  if (!((int64_t)((uint64_t)cut->after_op + 1) < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST;
  // a cut intercepts at least one tensor.
  if (!(cut->crossing >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES;
  return 0;
}

// How many tensors a fence has; a mismatch fails Prepare.
// specs/fence/stream_split.yaml:161
static inline uint16_t ethos_u_stream_split_check_prepare_counts(const ethos_u_stream_split_counts* node) {
  // at least one input.
  if (!(node->inputs >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR;
  // as many outputs as inputs.
  if (!(node->inputs == node->outputs)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED;
  return 0;
}

// TensorType.copied
static inline bool ethos_u_stream_split_tensor_type_copied(int64_t x) {
  switch (x) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 6:
    case 7:
    case 9:
      return true;
    default:
      return false;
  }
}

// all(x >= 0 for x in a.shape)
static inline bool ethos_u_stream_split_prepare_shape_known(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b) {
  (void)b;
  for (uint64_t x_at = 0; x_at < a->shape_length; x_at++) {
    if (a->shape[x_at] < 0) return false;
  }
  return true;
}

// elements: prod(x for x in shape)
static inline int64_t ethos_u_stream_split_side_elements(const ethos_u_stream_split_side* self, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (uint64_t x_at = 0; x_at < self->shape_length; x_at++) {
    total = npu_product(total, npu_of_i64(self->shape[x_at]));
  }
  return npu_to_i64(total, ok);
}

// TensorType.bytes
static inline uint64_t ethos_u_stream_split_tensor_type_bytes(int64_t x) {
  switch (x) {
    case 0:
    case 2:
      return 4;
    case 1:
    case 7:
      return 2;
    case 3:
    case 6:
    case 9:
      return 1;
    case 4:
      return 8;
    default:
      return 0;
  }
}

// a.bytes == a.elements * a.type.bytes
static inline bool ethos_u_stream_split_prepare_whole_bytes(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b, bool* ok) {
  (void)b;
  return npu_compare(npu_multiply_i64(ethos_u_stream_split_side_elements(a, ok), (int64_t)ethos_u_stream_split_tensor_type_bytes(a->type), ok), a->bytes) == 0;
}

// What must agree before a byte is copied; a mismatch fails Prepare, nothing is truncated.
// specs/fence/stream_split.yaml:168
static inline uint16_t ethos_u_stream_split_check_prepare(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b) {
  bool fits = true;
  bool* const ok = &fits;
  // the same type, and one of the eight.
  if (!(a->type == b->type && ethos_u_stream_split_tensor_type_copied(a->type))) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE;
  // variable tensors are outside the contract.
  if (!(!a->is_variable && !b->is_variable)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE;
  // the same shape.
  if (!ethos_u_stream_split_equal_i32(a->shape, a->shape_length, b->shape, b->shape_length)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE;
  // no extent is open.
  if (!ethos_u_stream_split_prepare_shape_known(a, b)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN;
  // as many bytes on both sides.
  if (!(a->bytes == b->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES;
  // flat size times element size, from the metadata.
  if (!ethos_u_stream_split_prepare_whole_bytes(a, b, ok) || !fits) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES;
  return 0;
}

// How the buffers of one pair may lie.
// specs/fence/stream_split.yaml:179
static inline uint16_t ethos_u_stream_split_check_within(const ethos_u_stream_split_span* a, const ethos_u_stream_split_span* b) {
  // distinct buffers; an exact alias is a no-op.
  if (!(a->address == b->address || npu_disjoint(a->address, a->bytes, b->address, b->bytes))) return ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP;
  return 0;
}

// How the buffers of two pairs may lie.
// specs/fence/stream_split.yaml:185
static inline uint16_t ethos_u_stream_split_check_across(const ethos_u_stream_split_span* out, const ethos_u_stream_split_span* other) {
  // no destination clobbers data still needed by another pair.
  if (!npu_disjoint(out->address, out->bytes, other->address, other->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER;
  return 0;
}

#ifdef __cplusplus
}
#endif
