// The kernel as an operator of TFLite Micro, over stand-ins of its headers of two eras.
#include <doctest/doctest.h>

#include <cstdarg>
#include <cstdio>
#include <deque>

#include "fence/tflm_adapter.h"
#include "kernels/fence.h"
#include "tensorflow/lite/micro/micro_context.h"

using namespace npuspec::test;
using namespace tflite;

namespace {

using Numbers = std::vector<int>;

std::string reported;

void report(const char* format, va_list arguments) {
  char text[200];
  CHECK(std::vsnprintf(text, sizeof text, format, arguments) > 0);
  reported += text;
}

}  // namespace

#ifdef STAND_IN_2023
static void report_error(TfLiteContext*, const char* format, ...) {
#else
void tflite::micro::MicroContextReportOpError(TfLiteContext*, const char* format, ...) {
#endif
  va_list arguments;
  va_start(arguments, format);
  report(format, arguments);
  va_end(arguments);
}

namespace {

// A tensor as the interpreter keeps it: whole while it prepares, and light when it runs.
struct Kept {
  TfLiteType type;
  Numbers dims;  // their count, then each
  std::size_t bytes;
  void* data;
  bool is_variable;
};

TfLiteIntArray* array(Numbers& words) { return reinterpret_cast<TfLiteIntArray*>(words.data()); }

// An interpreter with one node, that counts what it lends.
class Interpreter : public MicroContext {
 public:
  std::deque<Kept> tensors;
  Numbers inputs = {0};
  Numbers outputs = {0};
  bool is_full = false;  // the arena
  int lent = 0;
  int lent_ever = 0;

  int add(const Numbers& shape, void* data, TfLiteType type = kTfLiteUInt8, std::size_t element = 1) {
    Kept kept = {type, {static_cast<int>(shape.size())}, element, data, false};
    kept.dims.insert(kept.dims.end(), shape.begin(), shape.end());
    for (int extent : shape) kept.bytes *= static_cast<std::size_t>(extent);
    tensors.push_back(kept);
    return static_cast<int>(tensors.size()) - 1;
  }
  // Its input has an even index, and its output the next.
  void pair(const Numbers& shape, void* input, void* output, TfLiteType type = kTfLiteUInt8, std::size_t element = 1) {
    inputs.push_back(add(shape, input, type, element));
    outputs.push_back(add(shape, output, type, element));
    ++inputs[0];
    ++outputs[0];
  }
  bool prepare() {
    runs_ = false;
    lent_ever = 0;
    bool is_fine = run(ethos_u_stream_split_tflm()->prepare);
    CHECK(lent == 0);
    return is_fine;
  }
  bool invoke() {
    runs_ = true;
    return run(ethos_u_stream_split_tflm()->invoke);
  }

  TfLiteTensor* AllocateTempTfLiteTensor(int index) override {
    CHECK_FALSE(runs_);
    if (is_full) return nullptr;
    ++lent;
    ++lent_ever;
    Kept& kept = tensors.at(static_cast<std::size_t>(index));
    auto* tensor = new TfLiteTensor();  // gone when it is given back, so that the sanitizer sees a use behind it
    tensor->type = kept.type;
    tensor->dims = array(kept.dims);
    tensor->bytes = kept.bytes;
    tensor->is_variable = kept.is_variable;
    return tensor;
  }
  void DeallocateTempTfLiteTensor(TfLiteTensor* tensor) override {
    --lent;
    delete tensor;
  }
  TfLiteEvalTensor* GetEvalTensor(int index) override {
    CHECK(runs_);
    if (is_full) return nullptr;
    Kept& kept = tensors.at(static_cast<std::size_t>(index));
    light_ = {};
    light_.type = kept.type;
    light_.dims = array(kept.dims);
    light_.data.data = kept.data;
    return &light_;
  }
#ifndef STAND_IN_2023
  void* AllocatePersistentBuffer(std::size_t) override { return nullptr; }
  TfLiteStatus RequestScratchBufferInArena(std::size_t, int*) override { return kTfLiteError; }
  void* GetScratchBuffer(int) override { return nullptr; }
  std::uint8_t* AllocateTempBuffer(std::size_t, std::size_t) override { return nullptr; }
  void DeallocateTempBuffer(std::uint8_t*) override {}
#endif

 private:
  bool run(TfLiteStatus (*what)(TfLiteContext*, TfLiteNode*)) {
    reported.clear();
    TfLiteContext context = {};
    context.impl_ = static_cast<MicroContext*>(this);
#ifdef STAND_IN_2023
    context.ReportError = report_error;
#endif
    TfLiteNode node = {};
    node.inputs = array(inputs);
    node.outputs = array(outputs);
    TfLiteStatus status = what(&context, &node);
    CHECK((status == kTfLiteOk) == reported.empty());
    return status == kTfLiteOk;
  }

  bool runs_ = false;
  TfLiteEvalTensor light_ = {};
};

// Two pairs that are fine.
struct Good : Interpreter {
  Bytes in0{counting(24)}, in1{counting(4, 50)};
  Bytes out0{24}, out1{4};
  Good() {
    pair({2, 3}, in0.data(), out0.data(), kTfLiteFloat32, 4);
    pair({4}, in1.data(), out1.data());
  }
};

// What Prepare says of a second pair that is twice this tensor.
std::string both(const Numbers& shape, TfLiteType type, std::size_t bytes) {
  Good fence;
  for (int index : {2, 3}) {
    Interpreter made;
    made.add(shape, nullptr, type);
    fence.tensors[static_cast<std::size_t>(index)] = made.tensors[0];
    fence.tensors[static_cast<std::size_t>(index)].bytes = bytes;
  }
  return fence.prepare() ? "fine" : reported;
}

bool tells(const std::string& text, const std::string& of) { return text.find(of) != std::string::npos; }

}  // namespace

TEST_CASE("the registration for TFLite Micro has the contract's name and code, and needs no state") {
  const TFLMRegistration& registration = *ethos_u_stream_split_tflm();
  CHECK(std::string(registration.custom_name) == ETHOS_U_STREAM_SPLIT_CUSTOM_CODE);
  CHECK(registration.builtin_code == ETHOS_U_STREAM_SPLIT_BUILTIN);
  CHECK((registration.init == nullptr));
  CHECK((registration.free == nullptr));
  CHECK((registration.reset == nullptr));
  CHECK(&registration == ethos_u_stream_split_tflm());
}

TEST_CASE("a node of TFLite Micro is prepared with temporary tensors that are all given back, and runs without any") {
  Good fence;
  CHECK(fence.prepare());
  CHECK(fence.lent_ever == 4);
  CHECK(fence.invoke());
  CHECK(fence.out0.all() == counting(24));
  CHECK(fence.out1.all() == counting(4, 50));
}

TEST_CASE("what Prepare of TFLite Micro refuses is told by its pair and rule, and no temporary tensor is kept") {
  Good fence;
  SUBCASE("the shape") {
    fence.tensors[3].dims = {2, 2, 2};
    CHECK_FALSE(fence.prepare());
    CHECK(reported == "ETHOS_U_STREAM_SPLIT: pair 1 breaks rule same-shape (" +
                          std::to_string(ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE) + ")");
  }
  SUBCASE("the count") {
    fence.outputs = {1, 1};
    CHECK_FALSE(fence.prepare());
    CHECK(tells(reported, "rule paired"));
  }
  SUBCASE("a variable") {
    fence.tensors[3].is_variable = true;
    CHECK_FALSE(fence.prepare());
    CHECK(tells(reported, "pair 1 breaks rule not-variable"));
  }
  SUBCASE("a tensor that is left out") {
    fence.inputs[2] = -1;
    CHECK_FALSE(fence.prepare());
    CHECK(tells(reported, "pair 1 breaks rule same-type"));
  }
  SUBCASE("an arena without room for a temporary tensor") {
    fence.is_full = true;
    CHECK_FALSE(fence.prepare());
    CHECK(tells(reported, "pair 0 breaks rule same-type"));
  }
}

TEST_CASE("trap 55: a count of bytes that ran over an int in TFLite Micro is refused") {
  CHECK(tells(both({65536, 65536}, kTfLiteUInt8, 0), "pair 1 breaks rule whole-bytes"));
  CHECK(tells(both({65536, 32768}, kTfLiteInt16, 0), "pair 1 breaks rule whole-bytes"));
  CHECK(tells(both({46341, 46341}, kTfLiteUInt8, 18446744071562067977U), "pair 1 breaks rule whole-bytes"));
}

TEST_CASE("trap 55: INT4, which TFLite Micro counts as a byte an element, is refused, as are strings and resources") {
  CHECK(tells(both({4}, kTfLiteInt4, 4), "pair 1 breaks rule same-type"));
  CHECK(tells(both({4}, kTfLiteInt4, 2), "pair 1 breaks rule same-type"));
  CHECK(tells(both({4}, kTfLiteString, 4), "pair 1 breaks rule same-type"));
  CHECK(tells(both({4}, kTfLiteResource, 16), "pair 1 breaks rule same-type"));
  CHECK(both({4}, kTfLiteInt8, 4) == "fine");
}

TEST_CASE("what Invoke of TFLite Micro refuses is told, and nothing was copied") {
  Good fence;
  SUBCASE("an overlap") {
    fence.tensors[3].data = fence.in0.data() + 1;
    CHECK_FALSE(fence.invoke());
    CHECK(tells(reported, "pair 1 breaks rule no-clobber"));
  }
  SUBCASE("a tensor without data") {
    fence.tensors[3].data = nullptr;
    CHECK_FALSE(fence.invoke());
    CHECK(tells(reported, "pair 1 breaks rule same-bytes"));
  }
  SUBCASE("a shape that Prepare did not see") {
    fence.tensors[3].dims = {1, 3};
    CHECK_FALSE(fence.invoke());
    CHECK(tells(reported, "pair 1 breaks rule same-shape"));
  }
  SUBCASE("a tensor that is left out") {
    fence.outputs[2] = -1;
    CHECK_FALSE(fence.invoke());
    CHECK(tells(reported, "pair 1 breaks rule same-type"));
  }
  SUBCASE("a tensor that the interpreter does not have") {
    fence.is_full = true;
    CHECK_FALSE(fence.invoke());
    CHECK(tells(reported, "pair 0 breaks rule same-type"));
  }
  CHECK(fence.out0.all() == std::vector<std::uint8_t>(24));
  CHECK(fence.out1.all() == std::vector<std::uint8_t>(4));
  CHECK(fence.in0.all() == counting(24));
}

TEST_CASE("a tensor of TFLite Micro without elements copies nothing, and needs no data") {
  Good fence;
  fence.pair({0, 3}, nullptr, nullptr);
  CHECK(fence.prepare());
  CHECK(fence.invoke());
  CHECK(fence.out1.all() == counting(4, 50));
}
