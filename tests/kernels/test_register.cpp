// The libraries for interpreters of PyPI, on resolvers of our own that have the shape of theirs.
#include <doctest/doctest.h>

#include <string>

#include "ethos_u_stream_split_gen.h"

extern "C" void ethos_u_stream_split_register_litert(void* resolver);
extern "C" bool ethos_u_stream_split_register_tflm(void* resolver);
extern "C" const void* ethos_u_stream_split_litert();
extern "C" const void* ethos_u_stream_split_tflm();

// The tflite-micro wheel has it.
namespace tflite::micro {
struct TfLiteContext;
void MicroContextReportOpError(TfLiteContext* context, const char* format, ...);
void MicroContextReportOpError(TfLiteContext*, const char*, ...) {}
}  // namespace tflite::micro

namespace {

const int theirs = 0;

class Resolver {
 public:
  virtual const void* find(int, int) const { return this; }
  virtual const void* find(const char* name, int version) const {
    return std::string(name) == known && version == 1 ? &theirs : nullptr;
  }
  virtual const void* delegates(int) const { return nullptr; }
  virtual const void* creators() const { return nullptr; }
  virtual const void* opaque_creators() const { return nullptr; }
  virtual ~Resolver() = default;
  virtual const char* other() const { return known; }

  const char* known = "theirs";
};

class MicroResolver {
 public:
  virtual const void* find(int) const { return this; }
  virtual const void* find(const char* name) const { return std::string(name) == known ? &theirs : nullptr; }
  virtual const char* other() const { return known; }
  virtual ~MicroResolver() = default;

  const char* known = "theirs";
};

// So that the compiler cannot know which function is called.
template <typename T>
T* hidden(T* object) {
  T* volatile pointer = object;
  return pointer;
}

}  // namespace

TEST_CASE("a resolver of LiteRT finds the operator by its name and version, and all else as before") {
  Resolver first, second;
  second.known = "another";
  for (Resolver* each : {&first, &second}) {
    ethos_u_stream_split_register_litert(each);
    Resolver* resolver = hidden(each);
    CHECK(resolver->find(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, ETHOS_U_STREAM_SPLIT_VERSION) ==
          ethos_u_stream_split_litert());
    CHECK((resolver->find(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, ETHOS_U_STREAM_SPLIT_VERSION + 1) == nullptr));
    CHECK((resolver->find("STREAM_SPLIT", 1) == nullptr));  // its former name
    CHECK(resolver->find(each->known, 1) == &theirs);
    CHECK(resolver->find(3, 1) == resolver);
    CHECK(resolver->other() == each->known);
  }
}

TEST_CASE("a resolver of TFLite Micro finds the operator by its name, and all else as before") {
  MicroResolver resolver;
  CHECK(ethos_u_stream_split_register_tflm(&resolver));
  MicroResolver* asked = hidden(&resolver);
  CHECK(asked->find(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE) == ethos_u_stream_split_tflm());
  CHECK((asked->find("STREAM_SPLIT") == nullptr));  // its former name
  CHECK(asked->find("theirs") == &theirs);
  CHECK(asked->find(3) == asked);
  CHECK(asked->other() == resolver.known);
}

TEST_CASE("an operator may be registered twice") {
  Resolver resolver;
  ethos_u_stream_split_register_litert(&resolver);
  ethos_u_stream_split_register_litert(&resolver);
  CHECK(hidden(&resolver)->find(ETHOS_U_STREAM_SPLIT_CUSTOM_CODE, 1) == ethos_u_stream_split_litert());
  CHECK(hidden(&resolver)->find("theirs", 1) == &theirs);
}
