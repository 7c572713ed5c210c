// The kernel as an operator of TFLite Micro:
//
//   resolver.AddCustom(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, ethos_u_stream_split_tflm());
//
// It asks the arena for nothing but the interpreter's own temporary tensors in Prepare. Prepare holds the byte counts
// of the interpreter against those that shape and type make in 64 bits, so that a count that ran over an int is
// refused; Invoke takes them from shape and type alone, for a light tensor has none. What a call found wrong is told by
// ReportError: the pair, and the name and number of the rule.
//
// For headers since TFLMRegistration came in 2023, with all names global or, as since 2026, in tflite::micro.
#pragma once

#include "tensorflow/lite/micro/micro_common.h"

// One for all interpreters; it lives as long as the program. Not const, since AddCustom of some years asks for that.
// The former identifier is not registered.
extern "C" TFLMRegistration* ethos_u_stream_split_tflm();
