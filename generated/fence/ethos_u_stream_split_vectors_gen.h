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

// Which tensors a cut intercepts: residual paths and all live outputs, not just the first. made_by is -1 of a constant
// or a graph input, last_use the operator count where the graph returns it.
typedef struct ethos_u_stream_split_inputs_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_reach t;
} ethos_u_stream_split_inputs_vector;

static const ethos_u_stream_split_inputs_vector ethos_u_stream_split_inputs_vectors[] = {
    {"live", 0, {3, 12, 10, 1}},
    {"live-not-fenced", 100, {3, 12, 10, 0}},
    {"made-later", 0, {11, 12, 10, 0}},
    {"made-later-fenced", 101, {11, 12, 10, 1}},
    {"constant-fenced", 101, {-1, 12, 10, 1}},
    {"used-up-fenced", 101, {3, 10, 10, 1}},
};

// In what order the pairs of a fence stand; the first is the join key of the sidecar. Of the input of each: the
// operator that made it, and which of its outputs it is.
typedef struct ethos_u_stream_split_pair_order_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_produced a;
  ethos_u_stream_split_produced b;
} ethos_u_stream_split_pair_order_vector;

static const ethos_u_stream_split_pair_order_vector ethos_u_stream_split_pair_order_vectors[] = {
    {"own-outputs", 0, {10, 0, 10}, {10, 1, 10}},
    {"own-before-others", 0, {10, 1, 10}, {3, 0, 10}},
    {"others-before-own", 102, {3, 0, 10}, {10, 0, 10}},
    {"others-in-order", 0, {3, 0, 10}, {5, 0, 10}},
    {"others-out-of-order", 102, {5, 0, 10}, {3, 0, 10}},
};

// Who reads what a fence writes: the positions of reader and fence are those in the fenced model; what the graph
// returns, by its outputs or those of a signature, is read at the operator count.
typedef struct ethos_u_stream_split_rewiring_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_usage u;
} ethos_u_stream_split_rewiring_vector;

static const ethos_u_stream_split_rewiring_vector ethos_u_stream_split_rewiring_vectors[] = {
    {"reads-copy", 0, {14, 11, 40, 7, 40}},
    {"reads-source", 103, {14, 11, 7, 7, 40}},
    {"fence-itself", 0, {11, 11, 7, 7, 40}},
    {"reads-too-early", 104, {9, 11, 40, 7, 40}},
};

// Where a fence stands. Fences are applied in descending order, so that original indices stay valid; earlier is how
// many have a lesser after_op.
typedef struct ethos_u_stream_split_placement_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_placed at;
} ethos_u_stream_split_placement_vector;

static const ethos_u_stream_split_placement_vector ethos_u_stream_split_placement_vectors[] = {
    {"third-fence", 0, {23, 20, 2}},
    {"one-late", 105, {24, 20, 2}},
};

// How the boundaries of a plan follow each other.
typedef struct ethos_u_stream_split_boundaries_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_neighbours b;
} ethos_u_stream_split_boundaries_vector;

static const ethos_u_stream_split_boundaries_vector ethos_u_stream_split_boundaries_vectors[] = {
    {"next-boundary", 0, {10, 20}},
    {"same-boundary", 106, {20, 20}},
};

// How many of each a sidecar has.
typedef struct ethos_u_stream_split_sidecar_counts_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_sidecar_head s;
} ethos_u_stream_split_sidecar_counts_vector;

static const ethos_u_stream_split_sidecar_counts_vector ethos_u_stream_split_sidecar_counts_vectors[] = {
    {"three-segments", 0, {3, 3, 2}},
    {"no-boundary", 0, {1, 1, 0}},
    {"as-many-boundaries", 110, {3, 3, 3}},
    {"segment-left-out", 111, {3, 2, 2}},
};

// Which operators a segment of a sidecar holds. starts_at is behind the boundary before it, or 0; ends_at is after_op
// of its own boundary, or the last operator.
typedef struct ethos_u_stream_split_sidecar_range_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_segment_range s;
} ethos_u_stream_split_sidecar_range_vector;

static const ethos_u_stream_split_sidecar_range_vector ethos_u_stream_split_sidecar_range_vectors[] = {
    {"middle", 0, {11, 20, 11, 20}},
    {"overlapping", 112, {10, 20, 11, 20}},
    {"exclusive", 113, {11, 21, 11, 20}},
};

// What a segment of a sidecar says of the fence that ends it: how many pairs, and whether the two names are there.
typedef struct ethos_u_stream_split_sidecar_end_vector {
  const char* name;
  uint16_t fault;  // 0: all is well
  ethos_u_stream_split_segment_end s;
} ethos_u_stream_split_sidecar_end_vector;

static const ethos_u_stream_split_sidecar_end_vector ethos_u_stream_split_sidecar_end_vectors[] = {
    {"ended", 0, {0, 1, 1, 1}},
    {"last", 0, {1, 0, 0, 0}},
    {"last-ended", 114, {1, 1, 1, 1}},
    {"not-ended", 115, {0, 1, 1, 0}},
};
