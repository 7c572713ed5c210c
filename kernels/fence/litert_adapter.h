/* The kernel as an operator of TensorFlow Lite or LiteRT, for their C and C++ interfaces:
 *
 *   resolver.AddCustom(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, ethos_u_stream_split_litert());
 *   TfLiteInterpreterOptionsAddCustomOp(options, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, ethos_u_stream_split_litert(),
 *                                       ETHOS_U_STREAM_SPLIT_VERSION, ETHOS_U_STREAM_SPLIT_VERSION);
 *
 * Prepare resizes nothing, so a model runs in the shapes that it was written with: once ResizeInputTensor gives an
 * input of the fence another shape, Prepare fails by "same-shape". The registration leaves inplace_operator at none, so
 * that the runtime makes a buffer of its own for each output. What a call found wrong is told by ReportError: the pair,
 * and the name and number of the rule.
 */
#pragma once

#include "tensorflow/lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One for all interpreters; it lives as long as the program. The former identifier is not registered. */
const TfLiteRegistration* ethos_u_stream_split_litert(void);

#ifdef __cplusplus
}
#endif
