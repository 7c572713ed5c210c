// Stands in for the interface of TFLite Micro since 2026: see README.md of stand_in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TF_LITE_KERNEL_LOG(context, ...) (context)->ReportError((context), __VA_ARGS__)

namespace tflite {
namespace micro {

typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1, kTfLiteAbort = 15 } TfLiteStatus;

typedef enum {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteString = 5,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteComplex64 = 8,
  kTfLiteInt8 = 9,
  kTfLiteFloat16 = 10,
  kTfLiteFloat64 = 11,
  kTfLiteComplex128 = 12,
  kTfLiteUInt64 = 13,
  kTfLiteResource = 14,
  kTfLiteVariant = 15,
  kTfLiteUInt32 = 16,
  kTfLiteUInt16 = 17,
  kTfLiteInt4 = 18,
  kTfLiteBFloat16 = 19,
  kTfLiteInt2 = 20,
  kTfLiteUInt4 = 21,
  kTfLiteFloat8E4M3FN = 22,
  kTfLiteFloat8E5M2 = 23,
} TfLiteType;

struct TfLiteIntArray {
  int size;
  int data[];
};

union TfLitePtrUnion {
  char* raw;
  void* data;
};

struct TfLiteTensor {
  struct {
    int type;
    void* params;
  } quantization;
  struct {
    float scale;
    int32_t zero_point;
  } params;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  size_t bytes;
  TfLiteType type;
  int allocation_type;
  bool is_variable;
};

struct TfLiteEvalTensor {
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteType type;
};

struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  void* user_data;
  void* builtin_data;
  const void* custom_initial_data;
  int custom_initial_data_size;
};

struct TfLiteContext;
void MicroContextReportOpError(TfLiteContext* context, const char* format, ...);

struct TfLiteContext {
  void* impl_ = nullptr;
  static constexpr auto ReportError = &MicroContextReportOpError;
};

struct TFLMRegistration {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  void (*reset)(TfLiteContext* context, void* buffer);
  int32_t builtin_code;
  const char* custom_name;
};

}  // namespace micro

using namespace micro;

}  // namespace tflite

using namespace ::tflite::micro;
