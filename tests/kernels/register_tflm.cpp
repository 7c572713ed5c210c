// A library for the Python interpreter of PyPI's tflite-micro, whose own library has to be loaded for all:
//
//   sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
//   from tflite_micro import runtime
//   ctypes.CDLL("libethos_u_stream_split_tflm.so", mode=ctypes.RTLD_GLOBAL)
//   runtime.Interpreter.from_file(..., custom_op_registerers=["ethos_u_stream_split_register_tflm"])
#include "fence/stream_split.h"
#include "fence/tflm_adapter.h"
#include "kernels/overlay.h"

namespace {

// tflite::MicroOpResolver: FindOp by code and by name, GetOpDataParser, the destructor.
using Overlay = npuspec::test::Overlay<5>;
constexpr std::size_t kFindByName = 1;

const TFLMRegistration* find(const void* resolver, const char* name) {
  if (npuspec::test::is(name, ETHOS_U_STREAM_SPLIT_CUSTOM_CODE)) return ethos_u_stream_split_tflm();
  return Overlay::original<decltype(&find)>(resolver, kFindByName)(resolver, name);
}

}  // namespace

// What the interpreter looks up by this name, and calls with the address of its resolver.
extern "C" bool ethos_u_stream_split_register_tflm(void* resolver);
bool ethos_u_stream_split_register_tflm(void* resolver) {
  Overlay::put_on(resolver, kFindByName, reinterpret_cast<void*>(&find));
  return true;
}
