// Test vectors of ETHOS_U_STREAM_SPLIT: the examples of its spec for the rules that need no flatbuffer.
// Source: ETHOS_U_STREAM_SPLIT contract version 1; the numbers and names of checks: our decision, the contract gives
// none
// Made from specs/fence/stream_split.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// All examples, those over flatbuffer tables too, are in ethos_u_stream_split_vectors.json.
#pragma once

#include <stddef.h>

#include "ethos_u_stream_split_gen.h"

// Where a cut may be.
typedef struct ethos_u_stream_split_position_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_cut cut;
} ethos_u_stream_split_position_vector;

static const ethos_u_stream_split_position_vector ethos_u_stream_split_position_vectors[] = {
    {"after-10", 0, {10, 31, 1}},
    {"before-all", 70, {-1, 31, 1}},
    {"after-all", 71, {31, 31, 1}},
    {"after-last", 72, {30, 31, 1}},
    {"nothing", 73, {10, 31, 0}},
};

// How many tensors a fence has; a mismatch fails Prepare.
typedef struct ethos_u_stream_split_prepare_counts_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_counts node;
} ethos_u_stream_split_prepare_counts_vector;

static const ethos_u_stream_split_prepare_counts_vector ethos_u_stream_split_prepare_counts_vectors[] = {
    {"node", 0, {2, 2}},
    {"empty-node", 53, {0, 0}},
    {"odd-node", 54, {2, 1}},
};

// What must agree before a byte is copied; a mismatch fails Prepare, nothing is truncated.
typedef struct ethos_u_stream_split_prepare_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_side a;
  ethos_u_stream_split_side b;
} ethos_u_stream_split_prepare_vector;

static const int32_t ethos_u_stream_split_ready_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_b_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_type_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_type_b_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_packed_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_packed_b_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_variable_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_variable_b_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_shape_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_shape_b_shape[] = {3, 2};
static const int32_t ethos_u_stream_split_ready_open_a_shape[] = {-1};
static const int32_t ethos_u_stream_split_ready_open_b_shape[] = {-1};
static const int32_t ethos_u_stream_split_ready_bytes_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_bytes_b_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_short_a_shape[] = {2, 3};
static const int32_t ethos_u_stream_split_ready_short_b_shape[] = {2, 3};

static const ethos_u_stream_split_prepare_vector ethos_u_stream_split_prepare_vectors[] = {
    {"ready", 0, {7, ethos_u_stream_split_ready_a_shape, 2, 12, 0}, {7, ethos_u_stream_split_ready_b_shape, 2, 12, 0}},
    {"ready-type", 50, {7, ethos_u_stream_split_ready_type_a_shape, 2, 12, 0}, {1, ethos_u_stream_split_ready_type_b_shape, 2, 12, 0}},
    {"ready-packed", 50, {17, ethos_u_stream_split_ready_packed_a_shape, 2, 12, 0}, {17, ethos_u_stream_split_ready_packed_b_shape, 2, 12, 0}},
    {"ready-variable", 55, {7, ethos_u_stream_split_ready_variable_a_shape, 2, 12, 1}, {7, ethos_u_stream_split_ready_variable_b_shape, 2, 12, 0}},
    {"ready-shape", 51, {7, ethos_u_stream_split_ready_shape_a_shape, 2, 12, 0}, {7, ethos_u_stream_split_ready_shape_b_shape, 2, 12, 0}},
    {"ready-open", 56, {7, ethos_u_stream_split_ready_open_a_shape, 1, 2, 0}, {7, ethos_u_stream_split_ready_open_b_shape, 1, 2, 0}},
    {"ready-bytes", 52, {7, ethos_u_stream_split_ready_bytes_a_shape, 2, 12, 0}, {7, ethos_u_stream_split_ready_bytes_b_shape, 2, 10, 0}},
    {"ready-short", 57, {7, ethos_u_stream_split_ready_short_a_shape, 2, 10, 0}, {7, ethos_u_stream_split_ready_short_b_shape, 2, 10, 0}},
};

// How the buffers of one pair may lie.
typedef struct ethos_u_stream_split_within_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_span a;
  ethos_u_stream_split_span b;
} ethos_u_stream_split_within_vector;

static const ethos_u_stream_split_within_vector ethos_u_stream_split_within_vectors[] = {
    {"apart", 0, {4096, 16}, {4112, 16}},
    {"alias", 0, {4096, 16}, {4096, 16}},
    {"partial", 60, {4096, 16}, {4100, 16}},
    {"at-the-top", 0, {18446744073709551600u, 16}, {0, 16}},
};

// How the buffers of two pairs may lie.
typedef struct ethos_u_stream_split_across_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_span out;
  ethos_u_stream_split_span other;
} ethos_u_stream_split_across_vector;

static const ethos_u_stream_split_across_vector ethos_u_stream_split_across_vectors[] = {
    {"clear", 0, {4096, 16}, {8192, 16}},
    {"clobbers", 61, {4096, 16}, {4111, 1}},
    {"empty-span", 0, {4096, 16}, {4100, 0}},
};
