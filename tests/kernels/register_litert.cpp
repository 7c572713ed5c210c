// A library for the Python interpreter of PyPI's ai-edge-litert:
//
//   ctypes.CDLL("libethos_u_stream_split_litert.so", mode=ctypes.RTLD_GLOBAL)
//   InterpreterWithCustomOps(custom_op_registerers=["ethos_u_stream_split_register_litert"], model_path=...)
#include "fence/litert_adapter.h"
#include "fence/stream_split.h"
#include "kernels/overlay.h"

namespace {

// tflite::OpResolver: FindOp by code and by name, GetDelegates, GetDelegateCreators, GetOpaqueDelegateCreators, the
// destructor, MayContainUserDefinedOps.
using Overlay = npuspec::test::Overlay<8>;
constexpr std::size_t kFindByName = 1;

const TfLiteRegistration* find(const void* resolver, const char* name, int version) {
  if (npuspec::test::is(name, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE) && version == ETHOS_U_STREAM_SPLIT_VERSION) {
    return ethos_u_stream_split_litert();
  }
  return Overlay::original<decltype(&find)>(resolver, kFindByName)(resolver, name, version);
}

}  // namespace

// What the interpreter looks up by this name, and calls with the address of its tflite::MutableOpResolver.
extern "C" void ethos_u_stream_split_register_litert(void* resolver);
void ethos_u_stream_split_register_litert(void* resolver) {
  Overlay::put_on(resolver, kFindByName, reinterpret_cast<void*>(&find));
}
