/* How the tensors of TensorFlow Lite, LiteRT and TFLite Micro look to the kernel. Only for their adapters: the header
 * that declares TfLiteType and TfLiteIntArray is whichever theirs have included before. */
#pragma once

#include "fence/stream_split.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An interpreter numbers types otherwise than schema.fbs does: binary32 is 1 there and 0 here. Types that are not named
 * are newer than its oldest header, or none; the contract copies none of them. */
static inline int8_t stream_split_type_of(TfLiteType type) {
  switch (type) {
    case kTfLiteFloat32:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32;
    case kTfLiteFloat16:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16;
    case kTfLiteInt32:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT32;
    case kTfLiteUInt8:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8;
    case kTfLiteInt64:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64;
    case kTfLiteString:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_STRING;
    case kTfLiteBool:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL;
    case kTfLiteInt16:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT16;
    case kTfLiteComplex64:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX64;
    case kTfLiteInt8:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT8;
    case kTfLiteFloat64:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT64;
    case kTfLiteComplex128:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX128;
    case kTfLiteUInt64:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT64;
    case kTfLiteResource:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_RESOURCE;
    case kTfLiteVariant:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_VARIANT;
    case kTfLiteUInt32:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT32;
    case kTfLiteUInt16:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT16;
    case kTfLiteInt4:
      return ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT4;
    default:
      return STREAM_SPLIT_NO_TYPE;
  }
}

/* The fields that both full and light tensors have. A tensor without dimensions is none. */
static inline stream_split_tensor stream_split_tensor_of(TfLiteType type, const TfLiteIntArray* dims, void* data) {
  stream_split_tensor tensor = {STREAM_SPLIT_NO_TYPE, false, 0, NULL, 0, data};
  if (dims == NULL) return tensor;
  tensor.type = stream_split_type_of(type);
  tensor.rank = (uint32_t)dims->size;
  /* int32_t is a long on some targets, though int has its 32 bits there too: interpreters make this step themselves. */
  tensor.shape = (const int32_t*)dims->data;
  return tensor;
}

#ifdef __cplusplus
}
#endif
