// The kernel for LiteRT's interpreter in Python, which calls this by its name.
#include "fence/litert_adapter.h"
#include "fence/stream_split.h"
#include "resolver.h"

extern "C" void register_fence_litert(void* resolver) {
  // It is asked for a name and a version.
  npuspec::interop::Resolver<TfLiteRegistration, int>::add(resolver, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE,
                                                           ethos_u_stream_split_litert());
}
