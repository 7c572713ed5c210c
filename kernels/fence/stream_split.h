/* ETHOS_U_STREAM_SPLIT on the CPU: copies each input of a fence to its output, byte for byte.
 *
 * Freestanding C11, for a microcontroller as for a host. It allocates nothing, keeps no state, does no I/O and no
 * arithmetic on elements, so it needs no FPU. It is re-entrant: nodes may run at once in any threads, as long as no
 * buffer that one writes is read or written by another. What is judged is in specs/fence/stream_split.yaml, and
 * generated from there; nothing is decided here but the order.
 *
 * Of the C library it calls memcpy alone, which every freestanding compiler asks for anyway; and that only with a count
 * above 0, two addresses that are not null, and runs that share no byte.
 *
 * What it does not promise: no cache maintenance, no coherency with an NPU or another core, no resumable or cooperative
 * scheduling. These belong to the runtime of the driver, before and behind this operator. Nor does the operator order
 * what no tensor of it connects. A runtime or compiler must keep it as a place where it schedules: it may not be
 * removed as a reshape or a no-op, even where the output may lie where the input does.
 *
 * Ownership: all tensors, their shapes and their data stay the caller's. Inputs are only read, outputs only written.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ethos_u_stream_split_gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The type of what is no dense tensor of schema.fbs: one that is left out, is sparse, or has a type that whoever
 * describes it does not know. Every rule refuses it, as it refuses all that the contract does not copy. */
#define STREAM_SPLIT_NO_TYPE INT8_MIN

typedef struct stream_split_tensor {
  int8_t type; /* ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_*: the numbers of schema.fbs, not those of an interpreter */
  bool is_variable;
  uint32_t rank;
  const int32_t* shape; /* `rank` extents; may be null when there are none */
  size_t bytes;         /* of its buffer; must be what shape and type make */
  void* data;           /* null: no bytes, whatever `bytes` says. stream_split_prepare does not look at it. */
} stream_split_tensor;

/* Describes one tensor of a node; every field is the callee's to set. */
typedef void stream_split_describe(const void* context, uint32_t index, stream_split_tensor* tensor);

/* A fence as whoever runs it sees it: how many tensors, and a way to ask for each, with an index below its count. Input
 * i and output i are a pair. A tensor is asked for more than once in a call, and must be the same each time. */
typedef struct stream_split_node {
  uint32_t inputs;
  uint32_t outputs;
  stream_split_describe* input;
  stream_split_describe* output;
  const void* context;
} stream_split_node;

/* What was wrong, and with which pair: the first rule that failed of the first pair that has one. */
typedef struct stream_split_verdict {
  uint16_t fault; /* ETHOS_U_STREAM_SPLIT_FAULT_*, named by ethos_u_stream_split_fault_id; 0: all is well */
  uint32_t pair;  /* whose output it is, where two pairs are in each other's way; 0 where a count is wrong */
} stream_split_verdict;

/* Whether the node may run: at least one pair, as many outputs as inputs, and in each pair the same type, which is one
 * of those that are copied, no variable, the same shape, and on both sides the bytes that shape and type make, counted
 * in 64 bits. Nothing is truncated, and nothing is resized to fit. Its cost is the extents of all shapes. */
stream_split_verdict stream_split_prepare(const stream_split_node* node);

/* Copies every pair, or finds a fault and has written nothing.
 *
 * It judges again all that stream_split_prepare did: what was resized since is copied at the size that it has now, if
 * both sides still agree, and is else refused; no size is remembered. Then it looks at where the buffers lie. An output
 * at the address of its own input is permitted and copies nothing. One that overlaps its input otherwise, or any tensor
 * of another pair, is refused. Inputs may overlap each other. A tensor of no bytes overlaps nothing, and may have no
 * address.
 *
 * Its cost is the extents of all shapes, two tests for overlap for each pair of pairs, and the bytes. */
stream_split_verdict stream_split_invoke(const stream_split_node* node);

/* The bytes that shape and type make, for an interpreter that keeps no count of its own. Where they are more than a
 * size_t holds it gives some other number, and stream_split_prepare refuses the tensor. */
size_t stream_split_bytes(const stream_split_tensor* tensor);

#ifdef __cplusplus
}
#endif
