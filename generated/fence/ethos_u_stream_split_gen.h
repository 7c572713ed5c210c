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
// Source: schema.fbs; copied: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
// specs/fence/tflite.yaml:11
enum {
  // binary32
  // specs/fence/tflite.yaml:19
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32 = 0,
  // binary16; copying needs no arithmetic
  // specs/fence/tflite.yaml:20
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16 = 1,
  // 32 bits
  // specs/fence/tflite.yaml:21
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT32 = 2,
  // 8 bits without a sign
  // specs/fence/tflite.yaml:22
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8 = 3,
  // 64 bits
  // specs/fence/tflite.yaml:23
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64 = 4,
  // offsets and characters
  // specs/fence/tflite.yaml:24
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_STRING = 5,
  // one byte each
  // specs/fence/tflite.yaml:25
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL = 6,
  // 16 bits
  // specs/fence/tflite.yaml:26
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT16 = 7,
  // two binary32
  // specs/fence/tflite.yaml:27
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX64 = 8,
  // 8 bits
  // specs/fence/tflite.yaml:28
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT8 = 9,
  // binary64
  // specs/fence/tflite.yaml:29
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT64 = 10,
  // two binary64
  // specs/fence/tflite.yaml:30
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX128 = 11,
  // 64 bits without a sign
  // specs/fence/tflite.yaml:31
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT64 = 12,
  // a handle
  // specs/fence/tflite.yaml:32
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_RESOURCE = 13,
  // a handle to other tensors
  // specs/fence/tflite.yaml:33
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_VARIANT = 14,
  // 32 bits without a sign
  // specs/fence/tflite.yaml:34
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT32 = 15,
  // 16 bits without a sign
  // specs/fence/tflite.yaml:35
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT16 = 16,
  // packed, two a byte
  // specs/fence/tflite.yaml:36
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT4 = 17,
  // upper half of a binary32
  // specs/fence/tflite.yaml:37
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BFLOAT16 = 18,
  // packed, four a byte
  // specs/fence/tflite.yaml:38
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT2 = 19,
  // packed, two a byte
  // specs/fence/tflite.yaml:39
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT4 = 20,
  // eight bits, four of exponent
  // specs/fence/tflite.yaml:40
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E4_M3_FN = 21,
  // eight bits, five of exponent
  // specs/fence/tflite.yaml:41
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E5_M2 = 22,
};

// What an operator does; those that a rewriter must tell apart.
// specs/fence/tflite.yaml:42
enum {
  // what an absent code reads as
  // specs/fence/tflite.yaml:47
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ADD = 0,
  // named by custom_code
  // specs/fence/tflite.yaml:48
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CUSTOM = 32,
  // in the 8-bit field: see the 32-bit one
  // specs/fence/tflite.yaml:49
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

// specs/fence/stream_split.yaml:67
typedef struct ethos_u_stream_split_reach {
  int64_t made_by;
  int64_t last_use;
  int64_t after_op;
  bool intercepted;
} ethos_u_stream_split_reach;

// specs/fence/stream_split.yaml:68
typedef struct ethos_u_stream_split_produced {
  int64_t made_by;
  uint32_t output;
  int64_t after_op;
} ethos_u_stream_split_produced;

// specs/fence/stream_split.yaml:69
typedef struct ethos_u_stream_split_usage {
  int64_t reader;
  int64_t fence;
  int32_t reads;
  int32_t input;
  int32_t output;
} ethos_u_stream_split_usage;

// specs/fence/stream_split.yaml:70
typedef struct ethos_u_stream_split_placed {
  uint32_t position;
  uint32_t after_op;
  uint32_t earlier;
} ethos_u_stream_split_placed;

// specs/fence/stream_split.yaml:71
typedef struct ethos_u_stream_split_neighbours {
  uint32_t previous;
  uint32_t after_op;
} ethos_u_stream_split_neighbours;

// specs/fence/stream_split.yaml:73
typedef struct ethos_u_stream_split_sidecar_head {
  uint32_t num_segments;
  uint32_t segments;
  uint32_t boundaries;
} ethos_u_stream_split_sidecar_head;

// specs/fence/stream_split.yaml:74
typedef struct ethos_u_stream_split_segment_range {
  uint32_t op_range_start;
  uint32_t op_range_end;
  uint32_t starts_at;
  uint32_t ends_at;
} ethos_u_stream_split_segment_range;

// specs/fence/stream_split.yaml:75
typedef struct ethos_u_stream_split_segment_end {
  bool is_last;
  uint32_t tensor_pairs;
  bool end_tensor_name;
  bool fence_tensor_name;
} ethos_u_stream_split_segment_end;

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
  ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE = 100,
  ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE = 101,
  ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER = 102,
  ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT = 103,
  ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT = 104,
  ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR = 105,
  ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING = 106,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT = 110,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS = 111,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST = 112,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY = 113,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE = 114,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE = 115,
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
    case ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE:
      return "all-that-live";
    case ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE:
      return "nothing-else";
    case ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER:
      return "in-order";
    case ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT:
      return "later-reads-output";
    case ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT:
      return "earlier-reads-input";
    case ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR:
      return "behind-its-operator";
    case ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING:
      return "ascending";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT:
      return "one-more-segment";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS:
      return "all-segments";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST:
      return "starts-behind-the-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY:
      return "ends-at-its-boundary";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE:
      return "last-ends-nowhere";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE:
      return "others-end-at-a-fence";
    default:
      return "";
  }
}

// Sentences of the contract that no rule decides: who implements it keeps them, and cites them by these names.
enum {
  // the operator makes a boundary and computes nothing: the graph compiles to command streams with a hand-over to the
  // CPU at each fence
  ETHOS_U_STREAM_SPLIT_SENTENCE_PURPOSE = 0,
  // an operator code that is reused is passed through as written; a wrong one of that name is refused before any output
  // is written
  ETHOS_U_STREAM_SPLIT_SENTENCE_REUSE = 1,
  // a model, a plan or a fence that is refused is refused before anything is written
  ETHOS_U_STREAM_SPLIT_SENTENCE_BEFORE_WRITING = 2,
  // output bytes equal input bytes for each pair, without arithmetic; type, shape and quantization are unchanged; pairs
  // may differ from each other
  ETHOS_U_STREAM_SPLIT_SENTENCE_IDENTITY = 3,
  // the output is a distinct buffer with a distinct lifetime; an exact alias is permitted and copies nothing; overlaps
  // are refused before any byte is copied
  ETHOS_U_STREAM_SPLIT_SENTENCE_COPY_NOT_ALIAS = 4,
  // the operator stays a scheduling point between the region that makes its inputs and the one that uses its outputs; a
  // compiler must not remove it as a reshape or a no-op, even where aliasing would be legal
  ETHOS_U_STREAM_SPLIT_SENTENCE_EXECUTION_BOUNDARY = 5,
  // a fence orders what depends on data that crosses it, and nothing else: unrelated branches stay free
  ETHOS_U_STREAM_SPLIT_SENTENCE_NO_GLOBAL_ORDER = 6,
  // no cache maintenance, no coherency, no resumable or cooperative scheduling: these belong to the runtime of the
  // driver
  ETHOS_U_STREAM_SPLIT_SENTENCE_NO_PROMISE = 7,
  // a consumer joins across recompilation by source_sha256 and after_op first, and by tensor names second; compiled and
  // runtime operator indices are other coordinates and are not carried
  ETHOS_U_STREAM_SPLIT_SENTENCE_JOIN = 8,
  // a planned fence carries output_tensor_name, opcode and segment_index, and its plan the model_sha256 when it was
  // made with the model; positions alone are the unbound path, where the caller asserts that the coordinates apply
  ETHOS_U_STREAM_SPLIT_SENTENCE_FENCE_IDENTITY = 9,
  // coverage is matched cycles over the cycles of all rows; a cycle policy fails below its least coverage, 100 % unless
  // lowered, and without rows; an operator larger than the budget is isolated, not split
  ETHOS_U_STREAM_SPLIT_SENTENCE_COST_COVERAGE = 10,
};

static inline bool ethos_u_stream_split_equal_i32(const int32_t* a, uint64_t a_length, const int32_t* b, uint64_t b_length) {
  if (a_length != b_length) return false;
  for (uint64_t i = 0; i < a_length; i++) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Where a cut may be.
// specs/fence/stream_split.yaml:129
static inline uint16_t ethos_u_stream_split_check_position(const ethos_u_stream_split_cut* cut) {
  // an operator is named by its index
  // Source: our decision: the contract is silent; no operator has such an index
  // specs/fence/stream_split.yaml:133
  if (!(cut->after_op >= 0)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE;
  // after_op follows the last operator
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
  // specs/fence/stream_split.yaml:134
  if (!(cut->after_op < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST;
  // a cut after the last operator leaves an empty segment
  // Source: our decision: the contract is silent; the last segment would have no operator
  // specs/fence/stream_split.yaml:135
  if (!((int64_t)((uint64_t)cut->after_op + 1) < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST;
  // a cut intercepts at least one tensor
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format (N is at least 1)
  // specs/fence/stream_split.yaml:136
  if (!(cut->crossing >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES;
  return 0;
}

// How many tensors a fence has; a mismatch fails Prepare.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:171
static inline uint16_t ethos_u_stream_split_check_prepare_counts(const ethos_u_stream_split_counts* node) {
  // at least one input
  // specs/fence/stream_split.yaml:176
  if (!(node->inputs >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR;
  // as many outputs as inputs
  // specs/fence/stream_split.yaml:177
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
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:178
static inline uint16_t ethos_u_stream_split_check_prepare(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b) {
  bool fits = true;
  bool* const ok = &fits;
  // the same type, and one of the eight
  // Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics; the eight: Wire format, storage types
  // specs/fence/stream_split.yaml:183
  if (!(a->type == b->type && ethos_u_stream_split_tensor_type_copied(a->type))) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE;
  // variable tensors are outside the contract
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:184
  if (!(!a->is_variable && !b->is_variable)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE;
  // the same shape
  // specs/fence/stream_split.yaml:185
  if (!ethos_u_stream_split_equal_i32(a->shape, a->shape_length, b->shape, b->shape_length)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE;
  // no extent is open
  // Source: our decision: the contract takes byte counts from the metadata; a negative extent gives none
  // specs/fence/stream_split.yaml:186
  if (!ethos_u_stream_split_prepare_shape_known(a, b)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN;
  // as many bytes on both sides
  // specs/fence/stream_split.yaml:187
  if (!(a->bytes == b->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES;
  // flat size times element size, from the metadata
  // specs/fence/stream_split.yaml:188
  if (!ethos_u_stream_split_prepare_whole_bytes(a, b, ok) || !fits) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES;
  return 0;
}

// How the buffers of one pair may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:189
static inline uint16_t ethos_u_stream_split_check_within(const ethos_u_stream_split_span* a, const ethos_u_stream_split_span* b) {
  // distinct buffers; an exact alias is a no-op
  // specs/fence/stream_split.yaml:194
  if (!(a->address == b->address || npu_disjoint(a->address, a->bytes, b->address, b->bytes))) return ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP;
  return 0;
}

// How the buffers of two pairs may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:195
static inline uint16_t ethos_u_stream_split_check_across(const ethos_u_stream_split_span* out, const ethos_u_stream_split_span* other) {
  // no destination clobbers data still needed by another pair
  // specs/fence/stream_split.yaml:200
  if (!npu_disjoint(out->address, out->bytes, other->address, other->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER;
  return 0;
}

// not t.intercepted or (0 <= t.made_by <= t.after_op and t.last_use > t.after_op)
static inline bool ethos_u_stream_split_inputs_nothing_else(const ethos_u_stream_split_reach* t) {
  if (!t->intercepted) return true;
  return 0 <= t->made_by && t->made_by <= t->after_op && t->last_use > t->after_op;
}

// Which tensors a cut intercepts: residual paths and all live outputs, not just the first. made_by is -1 of a constant
// or a graph input, last_use the operator count where the graph returns it.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:219
static inline uint16_t ethos_u_stream_split_check_inputs(const ethos_u_stream_split_reach* t) {
  // all tensors produced at or before after_op that are consumed later or returned by the graph
  // specs/fence/stream_split.yaml:224
  if (!(t->intercepted || t->made_by < 0 || t->made_by > t->after_op || t->last_use <= t->after_op)) return ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE;
  // constants and graph inputs are not copied
  // specs/fence/stream_split.yaml:225
  if (!ethos_u_stream_split_inputs_nothing_else(t)) return ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE;
  return 0;
}

// (a.made_by == a.after_op and b.made_by != b.after_op) or ((a.made_by == a.after_op or b.made_by != b.after_op) and
// (a.made_by < b.made_by or (a.made_by == b.made_by and a.output < b.output)))
static inline bool ethos_u_stream_split_pair_order_in_order(const ethos_u_stream_split_produced* a, const ethos_u_stream_split_produced* b) {
  if (a->made_by == a->after_op && b->made_by != b->after_op) return true;
  if (!(a->made_by == a->after_op || b->made_by != b->after_op)) return false;
  return a->made_by < b->made_by || (a->made_by == b->made_by && a->output < b->output);
}

// In what order the pairs of a fence stand; the first is the join key of the sidecar. Of the input of each: the
// operator that made it, and which of its outputs it is.
// Source: our decision where the contract is silent
// specs/fence/stream_split.yaml:226
static inline uint16_t ethos_u_stream_split_check_pair_order(const ethos_u_stream_split_produced* a, const ethos_u_stream_split_produced* b) {
  // first the live outputs of after_op in their order, then other live tensors in the order of their production
  // specs/fence/stream_split.yaml:231
  if (!ethos_u_stream_split_pair_order_in_order(a, b)) return ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER;
  return 0;
}

// Who reads what a fence writes: the positions of reader and fence are those in the fenced model; what the graph
// returns, by its outputs or those of a signature, is read at the operator count.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format; outputs of signatures of subgraph 0: our decision, they name what
// the graph returns
// specs/fence/stream_split.yaml:238
static inline uint16_t ethos_u_stream_split_check_rewiring(const ethos_u_stream_split_usage* u) {
  // every later operator that consumed an intercepted tensor consumes the new one; a graph output that was intercepted
  // becomes the new one
  // specs/fence/stream_split.yaml:243
  if (!(u->reader <= u->fence || u->reads != u->input)) return ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT;
  // nothing reads a new tensor before its fence
  // Source: our decision: operators run in their order, so it would read what is not there
  // specs/fence/stream_split.yaml:244
  if (!(u->reader > u->fence || u->reads != u->output)) return ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT;
  return 0;
}

// Where a fence stands. Fences are applied in descending order, so that original indices stay valid; earlier is how
// many have a lesser after_op.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:245
static inline uint16_t ethos_u_stream_split_check_placement(const ethos_u_stream_split_placed* at) {
  // immediately after operator after_op
  // specs/fence/stream_split.yaml:250
  if (!(at->position == (uint64_t)at->after_op + (uint64_t)at->earlier + 1)) return ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR;
  return 0;
}

// How the boundaries of a plan follow each other.
// Source: our decision: the contract is silent; two fences at one place would leave a segment empty
// specs/fence/stream_split.yaml:251
static inline uint16_t ethos_u_stream_split_check_boundaries(const ethos_u_stream_split_neighbours* b) {
  // in ascending order; an after_op given twice is refused
  // specs/fence/stream_split.yaml:256
  if (!(b->previous < b->after_op)) return ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING;
  return 0;
}

// How many of each a sidecar has.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:265
static inline uint16_t ethos_u_stream_split_check_sidecar_counts(const ethos_u_stream_split_sidecar_head* s) {
  // one segment more than there are boundaries
  // specs/fence/stream_split.yaml:270
  if (!(s->num_segments == (uint64_t)s->boundaries + 1)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT;
  // one for each command stream
  // specs/fence/stream_split.yaml:271
  if (!(s->segments == s->num_segments)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS;
  return 0;
}

// Which operators a segment of a sidecar holds. starts_at is behind the boundary before it, or 0; ends_at is after_op
// of its own boundary, or the last operator.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; inclusive: our decision
// specs/fence/stream_split.yaml:272
static inline uint16_t ethos_u_stream_split_check_sidecar_range(const ethos_u_stream_split_segment_range* s) {
  // its first original operator, right behind the boundary before
  // specs/fence/stream_split.yaml:277
  if (!(s->op_range_start == s->starts_at)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST;
  // its last, inclusive: after_op of the boundary that ends it
  // specs/fence/stream_split.yaml:278
  if (!(s->op_range_end == s->ends_at)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY;
  return 0;
}

// What a segment of a sidecar says of the fence that ends it: how many pairs, and whether the two names are there.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; nothing in the last segment: our
// decision, no fence ends it
// specs/fence/stream_split.yaml:279
static inline uint16_t ethos_u_stream_split_check_sidecar_end(const ethos_u_stream_split_segment_end* s) {
  // null, null and no pairs in the last segment
  // specs/fence/stream_split.yaml:284
  if (!(!s->is_last || (s->tensor_pairs == 0 && !s->end_tensor_name && !s->fence_tensor_name))) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE;
  // at least one pair, and both names, in all others
  // specs/fence/stream_split.yaml:285
  if (!(s->is_last || (s->tensor_pairs >= 1 && s->end_tensor_name && s->fence_tensor_name))) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE;
  return 0;
}

#ifdef __cplusplus
}
#endif
