#include "fence/litert_adapter.h"

#include "fence/stream_split.h"
#include "fence/tflite_tensor.inc"

typedef struct view {
  const TfLiteContext* context;
  const TfLiteNode* node;
} view;

/* index is -1 where a tensor is left out. */
static stream_split_tensor tensor_at(const TfLiteContext* context, int index) {
  const TfLiteTensor* t = NULL;
  if (index >= 0) t = context->tensors != NULL ? &context->tensors[index] : context->GetTensor(context, index);
  if (t == NULL || t->sparsity != NULL) return stream_split_tensor_of(kTfLiteNoType, NULL, NULL);
  stream_split_tensor tensor = stream_split_tensor_of(t->type, t->dims, t->data.data);
  tensor.is_variable = t->is_variable;
  tensor.bytes = t->bytes;
  return tensor;
}

static void describe_input(const void* context, uint32_t index, stream_split_tensor* tensor) {
  const view* of = context;
  *tensor = tensor_at(of->context, of->node->inputs->data[index]);
}

static void describe_output(const void* context, uint32_t index, stream_split_tensor* tensor) {
  const view* of = context;
  *tensor = tensor_at(of->context, of->node->outputs->data[index]);
}

static TfLiteStatus run(stream_split_verdict (*what)(const stream_split_node*), TfLiteContext* context,
                        const TfLiteNode* node) {
  const view of = {context, node};
  const stream_split_node fence = {(uint32_t)node->inputs->size, (uint32_t)node->outputs->size, describe_input,
                                   describe_output, &of};
  const stream_split_verdict verdict = what(&fence);
  if (verdict.fault == 0) return kTfLiteOk;
  TF_LITE_KERNEL_LOG(context, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE ": pair %d breaks rule %s (%d)", (int)verdict.pair,
                     ethos_u_stream_split_fault_id(verdict.fault), (int)verdict.fault);
  return kTfLiteError;
}

static TfLiteStatus prepare(TfLiteContext* context, TfLiteNode* node) {
  return run(stream_split_prepare, context, node);
}

static TfLiteStatus invoke(TfLiteContext* context, TfLiteNode* node) { return run(stream_split_invoke, context, node); }

const TfLiteRegistration* ethos_u_stream_split_litert(void) {
  static const TfLiteRegistration registration = {.prepare = prepare,
                                                  .invoke = invoke,
                                                  .builtin_code = ETHOS_U_STREAM_SPLIT_BUILTIN,
                                                  .custom_name = ETHOS_U_STREAM_SPLIT_CUSTOM_CODE,
                                                  .version = ETHOS_U_STREAM_SPLIT_VERSION};
  return &registration;
}
