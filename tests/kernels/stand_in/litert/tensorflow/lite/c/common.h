// Stands in for the C interface of TensorFlow Lite and LiteRT: see README.md of stand_in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum TfLiteStatus { kTfLiteOk = 0, kTfLiteError = 1 } TfLiteStatus;

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

typedef struct TfLiteIntArray {
  int size;
  int data[];
} TfLiteIntArray;

typedef union TfLitePtrUnion {
  char* raw;
  void* data;
} TfLitePtrUnion;

typedef enum TfLiteAllocationType { kTfLiteMemNone = 0, kTfLiteMmapRo, kTfLiteArenaRw } TfLiteAllocationType;

typedef struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

typedef struct TfLiteQuantization {
  int type;
  void* params;
} TfLiteQuantization;

typedef struct TfLiteSparsity TfLiteSparsity;

typedef struct TfLiteTensor {
  TfLiteType type;
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteQuantizationParams params;
  TfLiteAllocationType allocation_type;
  size_t bytes;
  const void* allocation;
  const char* name;
  void* delegate;
  int buffer_handle;
  bool data_is_stale;
  bool is_variable;
  TfLiteQuantization quantization;
  TfLiteSparsity* sparsity;
  const TfLiteIntArray* dims_signature;
} TfLiteTensor;

// What TFLite Micro has at Invoke.
typedef struct TfLiteEvalTensor {
  TfLitePtrUnion data;
  TfLiteIntArray* dims;
  TfLiteType type;
} TfLiteEvalTensor;

typedef struct TfLiteNode {
  TfLiteIntArray* inputs;
  TfLiteIntArray* outputs;
  TfLiteIntArray* intermediates;
  TfLiteIntArray* temporaries;
  void* user_data;
  void* builtin_data;
  const void* custom_initial_data;
  int custom_initial_data_size;
  void* delegate;
  bool might_have_side_effect;
} TfLiteNode;

// Functions that the adapters do not call are pointers without their types.
typedef struct TfLiteContext {
  size_t tensors_size;
  void (*GetExecutionPlan)(void);
  TfLiteTensor* tensors;
  void* impl_;
  void (*ResizeTensor)(void);
  void (*ReportError)(struct TfLiteContext* context, const char* format, ...);
  void (*AddTensors)(void);
  void (*GetNodeAndRegistration)(void);
  void (*ReplaceNodeSubsetsWithDelegateKernels)(void);
  int recommended_num_threads;
  void (*GetExternalContext)(void);
  void (*SetExternalContext)(void);
  bool allow_fp32_relax_to_fp16;
  void* profiler;
  void (*AllocatePersistentBuffer)(void);
  void (*AllocateBufferForEval)(void);
  void (*RequestScratchBufferInArena)(void);
  void (*GetScratchBuffer)(void);
  void (*ResizeTensorExplicit)(void);
  void (*PreviewDelegatePartitioning)(void);
  TfLiteTensor* (*GetTensor)(const struct TfLiteContext* context, int index);
  TfLiteEvalTensor* (*GetEvalTensor)(const struct TfLiteContext* context, int index);
  void (*GetModelMetadata)(void);
  void (*AcquireSubgraphContext)(void);
  void (*ReleaseSubgraphContext)(void);
} TfLiteContext;

#define TF_LITE_KERNEL_LOG(context, ...) (context)->ReportError((context), __VA_ARGS__)

typedef struct TfLiteRegistration {
  void* (*init)(TfLiteContext* context, const char* buffer, size_t length);
  void (*free)(TfLiteContext* context, void* buffer);
  TfLiteStatus (*prepare)(TfLiteContext* context, TfLiteNode* node);
  TfLiteStatus (*invoke)(TfLiteContext* context, TfLiteNode* node);
  const char* (*profiling_string)(const TfLiteContext* context, const TfLiteNode* node);
  int32_t builtin_code;
  const char* custom_name;
  int version;
  void* registration_external;
  void* (*async_kernel)(TfLiteContext* context, TfLiteNode* node);
  uint64_t inplace_operator;
} TfLiteRegistration;

#ifdef __cplusplus
}
#endif
