// Stands in for the interface of TFLite Micro since 2026: see README.md of stand_in.
#pragma once

#include "tensorflow/lite/micro/micro_common.h"

namespace tflite {
namespace micro {

class MicroContext {
 public:
  virtual ~MicroContext() = default;
  virtual void* AllocatePersistentBuffer(size_t bytes) = 0;
  virtual TfLiteStatus RequestScratchBufferInArena(size_t bytes, int* index) = 0;
  virtual void* GetScratchBuffer(int index) = 0;
  virtual TfLiteTensor* AllocateTempTfLiteTensor(int index) = 0;
  virtual void DeallocateTempTfLiteTensor(TfLiteTensor* tensor) = 0;
  virtual uint8_t* AllocateTempBuffer(size_t bytes, size_t alignment) = 0;
  virtual void DeallocateTempBuffer(uint8_t* buffer) = 0;
  virtual TfLiteEvalTensor* GetEvalTensor(int index) = 0;
};

inline MicroContext* GetMicroContext(const TfLiteContext* context) {
  return reinterpret_cast<MicroContext*>(context->impl_);
}

}  // namespace micro
}  // namespace tflite
