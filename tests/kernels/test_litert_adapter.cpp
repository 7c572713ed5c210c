// The kernel as an operator of LiteRT, over a stand-in of its header.
#include <doctest/doctest.h>

#include <cstdarg>
#include <cstdio>
#include <deque>

#include "fence/litert_adapter.h"
#include "fence/tflite_tensor.inc"
#include "kernels/fence.h"

using namespace npuspec::test;

namespace {

using Numbers = std::vector<int>;

// An interpreter with one node. Whatever it does not offer is a null pointer, so a call of it would end the test.
class Interpreter {
 public:
  Interpreter() {
    context.ReportError = report;
    context.impl_ = this;
  }
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  TfLiteContext context = {};
  std::vector<TfLiteTensor> tensors;
  Numbers inputs;
  Numbers outputs;
  std::string reported;

  // Its index.
  int add(const Numbers& shape, void* data, TfLiteType type, std::size_t element) {
    TfLiteTensor tensor = {};
    tensor.type = type;
    tensor.dims = array(shape);
    tensor.bytes = element;
    for (int extent : shape) tensor.bytes *= static_cast<std::size_t>(extent);
    tensor.data.data = data;
    tensors.push_back(tensor);
    return static_cast<int>(tensors.size()) - 1;
  }
  // Its input has an even index, and its output the next.
  void pair(const Numbers& shape, void* input, void* output, TfLiteType type = kTfLiteUInt8, std::size_t element = 1) {
    inputs.push_back(add(shape, input, type, element));
    outputs.push_back(add(shape, output, type, element));
  }
  bool prepare() { return run(ethos_u_stream_split_litert()->prepare); }
  bool invoke() { return run(ethos_u_stream_split_litert()->invoke); }

 private:
  bool run(TfLiteStatus (*what)(TfLiteContext*, TfLiteNode*)) {
    reported.clear();
    kept_ = tensors;
    kept_.insert(kept_.begin(), tensors.back());  // a good one at index -1, which nobody is to look at
    context.tensors = kept_.data() + 1;
    context.tensors_size = tensors.size();
    TfLiteNode node = {};
    node.inputs = array(inputs);
    node.outputs = array(outputs);
    TfLiteStatus status = what(&context, &node);
    CHECK((status == kTfLiteOk) == reported.empty());
    return status == kTfLiteOk;
  }
  TfLiteIntArray* array(const Numbers& numbers) {
    Numbers words = {static_cast<int>(numbers.size())};
    words.insert(words.end(), numbers.begin(), numbers.end());
    arrays_.push_back(words);
    return reinterpret_cast<TfLiteIntArray*>(arrays_.back().data());
  }
  static void report(TfLiteContext* context, const char* format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    CHECK(std::vsnprintf(text, sizeof text, format, arguments) > 0);
    va_end(arguments);
    static_cast<Interpreter*>(context->impl_)->reported += text;
  }

  std::deque<Numbers> arrays_;
  std::vector<TfLiteTensor> kept_;
};

// Two pairs that are fine.
struct Good : Interpreter {
  Bytes in0{counting(6)}, in1{counting(4, 50)};
  Bytes out0{6}, out1{4};
  Good() {
    pair({2, 3}, in0.data(), out0.data());
    pair({4}, in1.data(), out1.data());
  }
};

}  // namespace

TEST_CASE(
    "the registration for LiteRT has the contract's name, code and version, and leaves outputs their own buffers") {
  const TfLiteRegistration& registration = *ethos_u_stream_split_litert();
  CHECK(std::string(registration.custom_name) == ETHOS_U_STREAM_SPLIT_CUSTOM_CODE);
  CHECK(registration.builtin_code == ETHOS_U_STREAM_SPLIT_BUILTIN);
  CHECK(registration.version == ETHOS_U_STREAM_SPLIT_VERSION);
  CHECK(registration.inplace_operator == 0);
  CHECK((registration.init == nullptr));
  CHECK((registration.free == nullptr));
  CHECK(&registration == ethos_u_stream_split_litert());
}

TEST_CASE("a node of LiteRT is prepared and copied") {
  Good fence;
  CHECK(fence.prepare());
  CHECK(fence.out0.all() == std::vector<std::uint8_t>(6));
  CHECK(fence.invoke());
  CHECK(fence.out0.all() == counting(6));
  CHECK(fence.out1.all() == counting(4, 50));
}

TEST_CASE("a context of LiteRT that keeps its tensors to itself is asked for them") {
  Good fence;
  fence.context.GetTensor = [](const TfLiteContext* context, int index) {
    return &static_cast<Interpreter*>(context->impl_)->tensors.at(static_cast<std::size_t>(index));
  };
  TfLiteNode node = {};
  std::vector<int> in = {1, 0};
  std::vector<int> out = {1, 1};
  node.inputs = reinterpret_cast<TfLiteIntArray*>(in.data());
  node.outputs = reinterpret_cast<TfLiteIntArray*>(out.data());
  CHECK_FALSE(fence.context.tensors);
  CHECK(ethos_u_stream_split_litert()->prepare(&fence.context, &node) == kTfLiteOk);
  CHECK(ethos_u_stream_split_litert()->invoke(&fence.context, &node) == kTfLiteOk);
  CHECK(fence.out0.all() == counting(6));
}

TEST_CASE("each type that the contract copies is one of the interpreter's, under the number that it has there") {
  std::vector<std::int8_t> copied;
  for (int number = kTfLiteNoType; number <= kTfLiteFloat8E5M2; ++number) {
    auto type = static_cast<TfLiteType>(number);
    std::int8_t ours = stream_split_type_of(type);
    CAPTURE(number);
    bool is_copied = ethos_u_stream_split_tensor_type_copied(ours);
    if (is_copied) copied.push_back(ours);
    Interpreter fence;
    std::size_t element = is_copied ? ethos_u_stream_split_tensor_type_bytes(ours) : 1;
    Bytes in(counting(3 * element));
    Bytes out(3 * element);
    fence.pair({3}, in.data(), out.data(), type, element);
    CHECK(fence.prepare() == is_copied);
    CHECK(fence.invoke() == is_copied);
    CHECK((out.all() == in.all()) == is_copied);
  }
  std::vector<std::int8_t> of_the_contract;
  for (int number = INT8_MIN; number <= INT8_MAX; ++number) {
    if (ethos_u_stream_split_tensor_type_copied(number)) of_the_contract.push_back(static_cast<std::int8_t>(number));
  }
  std::sort(copied.begin(), copied.end());
  CHECK(copied == of_the_contract);
}

TEST_CASE("what Prepare of LiteRT refuses is told by its pair and rule, and nothing is resized to fit") {
  Good fence;
  SUBCASE("the shape") {
    fence.tensors[3].dims = fence.tensors[0].dims;
    CHECK_FALSE(fence.prepare());
    CHECK(fence.reported == "ETHOS_U_STREAM_SPLIT: pair 1 breaks rule same-shape (" +
                                std::to_string(ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE) + ")");
  }
  SUBCASE("the type") {
    fence.tensors[2].type = kTfLiteInt8;
    CHECK_FALSE(fence.prepare());
    CHECK(fence.reported.find("pair 1 breaks rule same-type") != std::string::npos);
  }
  SUBCASE("the count") {
    fence.outputs.pop_back();
    CHECK_FALSE(fence.prepare());
    CHECK(fence.reported.find("rule paired") != std::string::npos);
  }
  SUBCASE("the bytes") {
    fence.tensors[0].bytes = 5;
    CHECK_FALSE(fence.prepare());
    CHECK(fence.reported.find("pair 0 breaks rule same-bytes") != std::string::npos);
  }
  SUBCASE("a variable") {
    fence.tensors[2].is_variable = true;
    CHECK_FALSE(fence.prepare());
    CHECK(fence.reported.find("pair 1 breaks rule not-variable") != std::string::npos);
  }
}

TEST_CASE("a tensor of LiteRT that is left out, is sparse or has no dimensions is refused on either side") {
  for (bool input : {false, true}) {
    const std::size_t which = input ? 2 : 3;
    Good left_out;
    (input ? left_out.inputs : left_out.outputs)[1] = -1;
    CHECK_FALSE(left_out.prepare());
    CHECK(left_out.reported.find("pair 1 breaks rule same-type") != std::string::npos);
    Good sparse;
    int metadata = 0;
    sparse.tensors[which].sparsity = reinterpret_cast<TfLiteSparsity*>(&metadata);
    CHECK_FALSE(sparse.prepare());
    CHECK(sparse.reported.find("pair 1 breaks rule same-type") != std::string::npos);
    Good shapeless;
    shapeless.tensors[which].dims = nullptr;
    CHECK_FALSE(shapeless.prepare());
    CHECK(shapeless.reported.find("pair 1 breaks rule same-type") != std::string::npos);
  }
}

TEST_CASE("a pair of which LiteRT has neither tensor is refused") {
  Good fence;
  fence.inputs[0] = fence.outputs[0] = -1;
  CHECK_FALSE(fence.prepare());
  CHECK(fence.reported.find("pair 0 breaks rule same-type") != std::string::npos);
}

TEST_CASE("what Invoke of LiteRT refuses is told, and nothing was copied") {
  Good fence;
  fence.tensors[3].data.data = fence.in0.data() + 1;
  CHECK(fence.prepare());
  CHECK_FALSE(fence.invoke());
  CHECK(fence.reported.find("pair 1 breaks rule no-clobber") != std::string::npos);
  CHECK(fence.out0.all() == std::vector<std::uint8_t>(6));
  CHECK(fence.in0.all() == counting(6));
}

TEST_CASE("a tensor of LiteRT whose data the CPU has not is refused") {
  Good fence;
  fence.tensors[2].data.data = nullptr;
  CHECK(fence.prepare());
  CHECK_FALSE(fence.invoke());
  CHECK(fence.reported.find("pair 1 breaks rule same-bytes") != std::string::npos);
}
