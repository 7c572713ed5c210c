#include "fence/stream_split.h"

/* <string.h> is not among the headers of a freestanding compiler. */
void* memcpy(void* restrict to, const void* restrict from, size_t bytes);

typedef enum when { AT_PREPARE, AT_INVOKE } when;

static stream_split_tensor look(const stream_split_node* node, stream_split_describe* what, uint32_t index, when now) {
  stream_split_tensor tensor;
  what(node->context, index, &tensor);
  /* So that a rule tells of a tensor without its buffer, and no copy meets a null. */
  if (now == AT_INVOKE && tensor.data == NULL) tensor.bytes = 0;
  return tensor;
}

static ethos_u_stream_split_side side_of(const stream_split_tensor* t) {
  const ethos_u_stream_split_side side = {
      .type = t->type, .shape = t->shape, .shape_length = t->rank, .bytes = t->bytes, .is_variable = t->is_variable};
  return side;
}

static ethos_u_stream_split_span span_of(const stream_split_node* node, stream_split_describe* what, uint32_t index) {
  const stream_split_tensor tensor = look(node, what, index, AT_INVOKE);
  const ethos_u_stream_split_span span = {.address = (uintptr_t)tensor.data, .bytes = tensor.bytes};
  return span;
}

static stream_split_verdict judge_tensors(const stream_split_node* node, when now) {
  const ethos_u_stream_split_counts counts = {.inputs = node->inputs, .outputs = node->outputs};
  stream_split_verdict verdict = {.fault = ethos_u_stream_split_check_prepare_counts(&counts), .pair = 0};
  for (uint32_t i = 0; verdict.fault == 0 && i < node->inputs; i++) {
    const stream_split_tensor in = look(node, node->input, i, now);
    const stream_split_tensor out = look(node, node->output, i, now);
    const ethos_u_stream_split_side a = side_of(&in);
    const ethos_u_stream_split_side b = side_of(&out);
    verdict.fault = ethos_u_stream_split_check_prepare(&a, &b);
    if (verdict.fault != 0) verdict.pair = i;
  }
  return verdict;
}

/* Output i against both tensors of pair j. */
static uint16_t judge_places(const stream_split_node* node, uint32_t i, uint32_t j) {
  const ethos_u_stream_split_span out = span_of(node, node->output, i);
  const ethos_u_stream_split_span in = span_of(node, node->input, j);
  if (i == j) return ethos_u_stream_split_check_within(&in, &out);
  const ethos_u_stream_split_span other = span_of(node, node->output, j);
  const uint16_t fault = ethos_u_stream_split_check_across(&out, &in);
  return fault != 0 ? fault : ethos_u_stream_split_check_across(&out, &other);
}

stream_split_verdict stream_split_prepare(const stream_split_node* node) { return judge_tensors(node, AT_PREPARE); }

stream_split_verdict stream_split_invoke(const stream_split_node* node) {
  stream_split_verdict verdict = judge_tensors(node, AT_INVOKE);
  for (uint32_t i = 0; verdict.fault == 0 && i < node->outputs; i++) {
    for (uint32_t j = 0; verdict.fault == 0 && j < node->inputs; j++) {
      verdict.fault = judge_places(node, i, j);
      if (verdict.fault != 0) verdict.pair = i;
    }
  }
  for (uint32_t i = 0; verdict.fault == 0 && i < node->inputs; i++) {
    const stream_split_tensor in = look(node, node->input, i, AT_INVOKE);
    const stream_split_tensor out = look(node, node->output, i, AT_INVOKE);
    if (in.bytes != 0 && in.data != out.data) memcpy(out.data, in.data, in.bytes);
  }
  return verdict;
}

size_t stream_split_bytes(const stream_split_tensor* tensor) {
  const ethos_u_stream_split_side side = side_of(tensor);
  bool fits = true;
  const uint64_t elements = (uint64_t)ethos_u_stream_split_side_elements(&side, &fits);
  return (size_t)(elements * ethos_u_stream_split_tensor_type_bytes(tensor->type));
}
