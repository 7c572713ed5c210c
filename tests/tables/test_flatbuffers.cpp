// The generated schema, compiled by flatc: its verifier and accessors on models made here and on real ones, and the
// deep comparison of tables.
#include <doctest/doctest.h>
#include <flatbuffers/flatbuffers.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

#include "support/paths.h"
#include "tflite_gen.hpp"
#include "tflite_generated.h"

namespace tflite = npuspec::tflite;
namespace fbs = npuspec::tflite::fbs;

namespace {

using Builder = flatbuffers::FlatBufferBuilder;

// A graph of two operators, with what a rewriter must not lose: quantization, external data, options, a signature.
std::string small_model() {
  Builder b;
  const std::vector<std::uint8_t> data = {1, 2, 3, 4};
  std::vector<flatbuffers::Offset<fbs::Buffer>> buffers = {fbs::CreateBuffer(b), fbs::CreateBufferDirect(b, &data),
                                                           fbs::CreateBuffer(b, 0, 4096, 7)};
  auto quantization = fbs::CreateQuantizationParameters(b, 0, 0, b.CreateVector(std::vector<float>{0.5f}),
                                                        b.CreateVector(std::vector<std::int64_t>{-3}));
  auto shape = b.CreateVector(std::vector<std::int32_t>{1, 4});
  std::vector<flatbuffers::Offset<fbs::Tensor>> tensors;
  for (std::uint32_t i = 0; i < 3; ++i) {
    tensors.push_back(
        fbs::CreateTensor(b, shape, fbs::TensorType::INT8, i, b.CreateString("t" + std::to_string(i)), quantization));
  }
  auto in = b.CreateVector(std::vector<std::int32_t>{0, -1});
  auto mid = b.CreateVector(std::vector<std::int32_t>{1});
  auto out = b.CreateVector(std::vector<std::int32_t>{2});
  std::vector<flatbuffers::Offset<fbs::Operator>> operators = {fbs::CreateOperator(b, 0, in, mid),
                                                               fbs::CreateOperator(b, 0, mid, out)};
  std::vector<flatbuffers::Offset<fbs::SubGraph>> graphs = {
      fbs::CreateSubGraph(b, b.CreateVector(tensors), mid, out, b.CreateVector(operators), b.CreateString("main"))};
  std::vector<flatbuffers::Offset<fbs::OperatorCode>> codes = {fbs::CreateOperatorCode(b, 32, b.CreateString("op"))};
  auto model = fbs::CreateModel(b, 3, b.CreateVector(codes), b.CreateVector(graphs), b.CreateString("made here"),
                                b.CreateVector(buffers));
  fbs::FinishModelBuffer(b, model);
  return std::string(reinterpret_cast<const char*>(b.GetBufferPointer()), b.GetSize());
}

bool verifies(const std::string& bytes) {
  flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return fbs::VerifyModelBuffer(verifier);
}

std::string slurp(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// A field of a table by its vtable alone, as a rewriter reads it. 0: absent.
std::uint16_t place_by_slot(const flatbuffers::Table* table, std::uint16_t slot) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(table);
  const std::uint8_t* vtable = bytes - flatbuffers::ReadScalar<flatbuffers::soffset_t>(bytes);
  return slot < flatbuffers::ReadScalar<std::uint16_t>(vtable) ? flatbuffers::ReadScalar<std::uint16_t>(vtable + slot)
                                                               : std::uint16_t{0};
}

template <class T>
const T* finish(Builder& b, flatbuffers::Offset<T> root) {
  b.Finish(root);
  return flatbuffers::GetRoot<T>(b.GetBufferPointer());
}

}  // namespace

TEST_CASE("a model made with the generated builders passes the generated verifier, and no cut of it does") {
  std::string model = small_model();
  REQUIRE(verifies(model));
  CHECK(std::string_view(model).substr(4, 4) == tflite::kFileIdentifier);
  std::size_t accepted = 0;
  for (std::size_t size = 0; size < model.size(); ++size) accepted += verifies(model.substr(0, size));
  CHECK(accepted == 0);
  std::string other = model;
  other[4] = 'X';
  CHECK_FALSE(verifies(other));
}

TEST_CASE("a field lies where the header's slot says, and an absent one reads as the header's default") {
  std::string model = small_model();
  const fbs::Model* root = fbs::GetModel(model.data());
  const auto* code = reinterpret_cast<const flatbuffers::Table*>(root->operator_codes()->Get(0));
  CHECK(place_by_slot(code, tflite::kOperatorCodeFields[tflite::OperatorCode::kDeprecatedBuiltinCode].slot()) != 0);
  CHECK(place_by_slot(code, tflite::kOperatorCodeFields[tflite::OperatorCode::kVersion].slot()) == 0);
  CHECK(root->operator_codes()->Get(0)->version() == tflite::OperatorCode::kVersionDefault);
  CHECK(root->subgraphs()->Get(0)->debug_metadata_index() == tflite::SubGraph::kDebugMetadataIndexDefault);
  const auto* external = reinterpret_cast<const flatbuffers::Table*>(root->buffers()->Get(2));
  std::uint16_t place = place_by_slot(external, tflite::kBufferFields[tflite::Buffer::kOffset].slot());
  REQUIRE(place != 0);
  CHECK(flatbuffers::ReadScalar<std::uint64_t>(reinterpret_cast<const std::uint8_t*>(external) + place) == 4096);
  CHECK(root->buffers()->Get(2)->offset() > tflite::Buffer::kOffsetAbove);
}

TEST_CASE("every real model that is a model passes the generated verifier, and the two broken ones do not" *
          npuspec::test::needs_shared()) {
  std::size_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(npuspec::test::shared() / "models")) {
    if (entry.path().extension() != ".tflite") continue;
    CAPTURE(entry.path().filename().string());
    std::string bytes = slurp(entry.path());
    bool broken = entry.path().filename() == "test_model_broken.tflite";
    CHECK(verifies(bytes) == !broken);
    ++models;
    if (broken) continue;
    const fbs::Model* model = fbs::GetModel(bytes.data());
    for (const fbs::SubGraph* graph : *model->subgraphs()) CHECK(tflite::same_sub_graph(graph, graph));
  }
  CHECK(models >= 20);
}

TEST_CASE("data of a buffer stands at a multiple of the alignment that the spec forces") {
  std::string model = small_model();
  const auto* data = fbs::GetModel(model.data())->buffers()->Get(1)->data();
  CHECK((reinterpret_cast<const char*>(data->data()) - model.data()) %
            tflite::kBufferFields[tflite::Buffer::kData].force_align ==
        0);
  CHECK(tflite::kBufferFields[tflite::Buffer::kData].force_align == 16);
}

TEST_CASE("a table is the same as a deep copy of it, and not when any known field differs or is absent in one") {
  struct Parts {
    std::vector<float> min, max, scale = {0.25f, 0.5f};
    std::vector<std::int64_t> zero_point = {0, -7};
    bool has_min = false, has_max = false, has_scale = true, has_zero_point = true;
    std::int32_t dimension = 3;
    int details = 0;  // 0 none; else the member's tag
    std::int32_t block = 32;
  };
  auto build = [](Builder& b, const Parts& p) {
    flatbuffers::Offset<void> details;
    if (p.details == 1)
      details = fbs::CreateCustomQuantization(
                    b, b.CreateVector(std::vector<std::uint8_t>{static_cast<std::uint8_t>(p.block)}))
                    .Union();
    if (p.details == 2) details = fbs::CreateBlockwiseQuantization(b, 1, 2, p.block).Union();
    if (p.details == 3)
      details =
          fbs::CreateMultiAxisQuantization(b, 1, 2, p.block, b.CreateVector(std::vector<std::int32_t>{0, 1})).Union();
    auto min = b.CreateVector(p.min), max = b.CreateVector(p.max), scale = b.CreateVector(p.scale);
    auto zero = b.CreateVector(p.zero_point);
    fbs::QuantizationParametersBuilder out(b);
    if (p.has_min) out.add_min(min);
    if (p.has_max) out.add_max(max);
    if (p.has_scale) out.add_scale(scale);
    if (p.has_zero_point) out.add_zero_point(zero);
    if (p.details) {
      out.add_details_type(static_cast<fbs::QuantizationParametersDetails>(p.details));
      out.add_details(details);
    }
    out.add_quantized_dimension(p.dimension);
    return finish(b, out.Finish());
  };
  auto same = [&](const Parts& x, const Parts& y) {
    Builder b1, b2;
    const auto* left = build(b1, x);
    const auto* right = build(b2, y);
    CHECK(tflite::same_quantization_parameters(left, right) == tflite::same_quantization_parameters(right, left));
    return tflite::same_quantization_parameters(left, right);
  };
  const Parts base;
  CHECK(same(base, base));
  auto edited = [&](auto edit, Parts from) {
    edit(from);
    return from;
  };
  CHECK_FALSE(same(base, edited([](Parts& p) { p.scale[1] = 0.75f; }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.scale.pop_back(); }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.zero_point[1] = 7; }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.dimension = 0; }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.has_scale = false; }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.has_min = true; }, base)));
  CHECK_FALSE(same(base, edited([](Parts& p) { p.details = 1; }, base)));
  for (int tag = 1; tag <= 3; ++tag) {
    Parts with = edited([&](Parts& p) { p.details = tag; }, base);
    CHECK(same(with, with));
    CHECK_FALSE(same(with, edited([](Parts& p) { p.block = 64; }, with)));
    CHECK_FALSE(same(with, edited([&](Parts& p) { p.details = tag % 3 + 1; }, with)));
  }
  Parts nan = edited([](Parts& p) { p.scale = {std::numeric_limits<float>::quiet_NaN()}; }, base);
  CHECK(same(nan, nan));
  CHECK_FALSE(
      same(edited([](Parts& p) { p.scale = {0.0f}; }, base), edited([](Parts& p) { p.scale = {-0.0f}; }, base)));
  CHECK_FALSE(tflite::same_quantization_parameters(static_cast<const fbs::QuantizationParameters*>(nullptr), [&] {
    static Builder b;
    return build(b, base);
  }()));
}

TEST_CASE("what cannot be looked into is the same in one place only: Opaques, and unions of a tag that is not known") {
  Builder b;
  auto first = fbs::CreateOpaque(b);
  auto second = fbs::CreateOpaque(b);
  auto a = fbs::CreateTensor(b, 0, fbs::TensorType::INT8, 0, 0, 0, false, first);
  auto same_place = fbs::CreateTensor(b, 0, fbs::TensorType::INT8, 0, 0, 0, false, first);
  auto other_place = fbs::CreateTensor(b, 0, fbs::TensorType::INT8, 0, 0, 0, false, second);
  auto absent = fbs::CreateTensor(b, 0, fbs::TensorType::INT8);
  std::vector<flatbuffers::Offset<fbs::Tensor>> tensors = {a, same_place, other_place, absent};
  const auto* graph = finish(b, fbs::CreateSubGraph(b, b.CreateVector(tensors)));
  const auto& list = *graph->tensors();
  CHECK(tflite::same_tensor(list.Get(0), list.Get(1)));
  CHECK_FALSE(tflite::same_tensor(list.Get(0), list.Get(2)));
  CHECK_FALSE(tflite::same_tensor(list.Get(0), list.Get(3)));
  CHECK(tflite::quantization_parameters_details(2) == tflite::TableId::kBlockwiseQuantization);
  CHECK(tflite::quantization_parameters_details(0) == tflite::TableId::kNone);
  CHECK(tflite::quantization_parameters_details(4) == tflite::TableId::kNone);

  auto unknown = [](Builder& c) {
    auto details = fbs::CreateBlockwiseQuantization(c, 1, 2, 3).Union();
    return finish(c, fbs::CreateQuantizationParameters(c, 0, 0, 0, 0,
                                                       static_cast<fbs::QuantizationParametersDetails>(4), details));
  };
  Builder c1, c2;
  const auto* left = unknown(c1);
  CHECK(tflite::same_quantization_parameters(left, left));
  CHECK_FALSE(tflite::same_quantization_parameters(left, unknown(c2)));
}
