// Stands in for the interface of TFLite Micro from 2023 to 2025: see README.md of stand_in.
#pragma once

#include "tensorflow/lite/c/common.h"

namespace tflite {

class MicroContext {
 public:
  virtual ~MicroContext() = default;
  virtual TfLiteTensor* AllocateTempTfLiteTensor(int index) = 0;
  virtual void DeallocateTempTfLiteTensor(TfLiteTensor* tensor) = 0;
  virtual TfLiteEvalTensor* GetEvalTensor(int index) = 0;
};

inline MicroContext* GetMicroContext(const struct TfLiteContext* context) {
  return reinterpret_cast<MicroContext*>(context->impl_);
}

}  // namespace tflite
