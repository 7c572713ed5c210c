// The kernel for TFLite Micro's interpreter in Python, which calls this by its name.
#include "fence/stream_split.h"
#include "fence/tflm_adapter.h"
#include "resolver.h"

extern "C" bool register_fence_tflm(void* resolver) {
  npuspec::interop::Resolver<TFLMRegistration>::add(resolver, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE,
                                                    ethos_u_stream_split_tflm());
  return true;
}
