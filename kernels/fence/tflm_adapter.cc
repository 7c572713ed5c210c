#include "fence/tflm_adapter.h"

#include "tensorflow/lite/micro/micro_context.h"

using namespace tflite;  // GetMicroContext, and where the headers keep it there, all else

#include "fence/stream_split.h"
#include "fence/tflite_tensor.inc"

namespace {

struct View {
  TfLiteContext* context;
  const TfLiteNode* node;
};

using Tensors = TfLiteIntArray* TfLiteNode::*;

stream_split_tensor NoTensor() { return stream_split_tensor_of(kTfLiteNoType, nullptr, nullptr); }

// An index of -1 is a tensor that is left out. dims outlives the temporary tensor: it is the model's or the arena's.
template <Tensors kTensors>
void DescribePrepared(const void* context, uint32_t at, stream_split_tensor* tensor) {
  const View& of = *static_cast<const View*>(context);
  const int index = (of.node->*kTensors)->data[at];
  *tensor = NoTensor();
  if (index < 0) return;
  TfLiteTensor* t = GetMicroContext(of.context)->AllocateTempTfLiteTensor(index);
  if (t == nullptr) return;
  *tensor = stream_split_tensor_of(t->type, t->dims, nullptr);
  tensor->is_variable = t->is_variable;
  tensor->bytes = t->bytes;
  GetMicroContext(of.context)->DeallocateTempTfLiteTensor(t);
}

template <Tensors kTensors>
void DescribeAllocated(const void* context, uint32_t at, stream_split_tensor* tensor) {
  const View& of = *static_cast<const View*>(context);
  const int index = (of.node->*kTensors)->data[at];
  *tensor = NoTensor();
  if (index < 0) return;
  const TfLiteEvalTensor* t = GetMicroContext(of.context)->GetEvalTensor(index);
  if (t == nullptr) return;
  *tensor = stream_split_tensor_of(t->type, t->dims, t->data.data);
  tensor->bytes = stream_split_bytes(tensor);
}

TfLiteStatus Report(TfLiteContext* context, stream_split_verdict verdict) {
  if (verdict.fault == 0) return kTfLiteOk;
  TF_LITE_KERNEL_LOG(context, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE ": pair %d breaks rule %s (%d)",
                     static_cast<int>(verdict.pair), ethos_u_stream_split_fault_id(verdict.fault),
                     static_cast<int>(verdict.fault));
  return kTfLiteError;
}

stream_split_node FenceOf(const View& of, stream_split_describe* input, stream_split_describe* output) {
  return {static_cast<uint32_t>(of.node->inputs->size), static_cast<uint32_t>(of.node->outputs->size), input, output,
          &of};
}

TfLiteStatus Prepare(TfLiteContext* context, TfLiteNode* node) {
  const View of = {context, node};
  const stream_split_node fence =
      FenceOf(of, DescribePrepared<&TfLiteNode::inputs>, DescribePrepared<&TfLiteNode::outputs>);
  return Report(context, stream_split_prepare(&fence));
}

TfLiteStatus Invoke(TfLiteContext* context, TfLiteNode* node) {
  const View of = {context, node};
  const stream_split_node fence =
      FenceOf(of, DescribeAllocated<&TfLiteNode::inputs>, DescribeAllocated<&TfLiteNode::outputs>);
  return Report(context, stream_split_invoke(&fence));
}

}  // namespace

TFLMRegistration* ethos_u_stream_split_tflm() {
  static TFLMRegistration registration = {
      nullptr, nullptr, Prepare, Invoke, nullptr, ETHOS_U_STREAM_SPLIT_BUILTIN, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE};
  return &registration;
}
