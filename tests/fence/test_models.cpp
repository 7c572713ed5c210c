// Whether each model of our own builder is what it claims to be.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "fence/model.h"
#include "support/models.h"

using namespace npuspec;
using fence::Model;
using test::Bytes;
using test::Expect;
using test::ModelSpec;
using test::Ready;

namespace fbs = tflite::fbs;

namespace {

Bytes ready(const std::string& name) {
  for (const Ready& each : test::ready_models()) {
    if (each.name == name) return each.spec.build();
  }
  FAIL("no ready model is called " << name);
  return {};
}

const fbs::Model& root(const Bytes& of) { return *fbs::GetModel(of.data()); }
const fbs::SubGraph& graph(const Bytes& of) { return *root(of).subgraphs()->Get(0); }
const fbs::Operator* op(const Bytes& of, unsigned index) { return graph(of).operators()->Get(index); }
const fbs::Tensor* tensor(const Bytes& of, unsigned index) { return graph(of).tensors()->Get(index); }
std::string name(const Bytes& of, unsigned index) { return tensor(of, index)->name()->str(); }

constexpr std::uint16_t kNewerId = 40;

bool has_newer(const void* table) {
  return static_cast<const flatbuffers::Table*>(table)->CheckField(4 + 2 * kNewerId);
}

std::size_t offset(const Bytes& of, const void* part) {
  return static_cast<std::size_t>(static_cast<const std::uint8_t*>(part) - of.data());
}

}  // namespace

TEST_CASE("each ready model is sound, or refused as it says; its name is its own and that of a file") {
  std::set<std::string> names;
  for (const Ready& each : test::ready_models()) {
    CAPTURE(each.name);
    CHECK(names.insert(each.name).second);
    const Bytes bytes = each.spec.build();
    if (each.expect == Expect::kNoModel) {
      CHECK_THROWS_AS(Model(each.name, bytes), fence::ModelError);
    } else {
      CHECK_NOTHROW(Model(each.name, bytes));
    }
  }
}

TEST_CASE("the same description gives the same bytes") {
  CHECK(test::ds_cnn(20'000).build() == test::ds_cnn(20'000).build());
  CHECK(test::chain(3).build() == test::chain(3).build());
}

TEST_CASE("a sound model without opaque parts is read back whole") {
  const Bytes whole = test::split().build();
  ModelSpec spec = test::read_model(whole);
  for (unsigned i = 0; i < spec.graphs[0].operators.size(); ++i) spec.op(i).options = test::split().op(i).options;
  CHECK(spec.build() == whole);
}

TEST_CASE("the keyword net has 23 operators, residual adds and real names, and one graph at 300 KB, 4 MB and 64 MB") {
  const Bytes small = test::ds_cnn(300'000).build();
  const Model model("small", small);
  CHECK(model.operators() == 23);
  CHECK(model.output_name(0) == "ds_cnn/conv2d/Relu;ds_cnn/conv2d/BiasAdd");
  CHECK(op(small, 3)->inputs()->Get(0) == op(small, 0)->outputs()->Get(0));  // the add of the first block
  for (std::size_t size : {300'000u, 4'000'000u, 64'000'000u}) {
    CAPTURE(size);
    const Bytes bytes = test::ds_cnn(size).build();
    CHECK(bytes.size() >= size);
    CHECK(bytes.size() <= size + size / 3);  // with a step for each channel
    const Model other("other", bytes);
    REQUIRE(other.operators() == model.operators());
    REQUIRE(other.tensors() == model.tensors());
    for (unsigned i = 0; i < model.tensors(); ++i) CHECK(other.tensor_name(i) == model.tensor_name(i));
    for (unsigned i = 0; i < model.operators(); ++i) {
      CHECK(flat::same_vector(op(bytes, i)->inputs(), op(small, i)->inputs()));
      CHECK(flat::same_vector(op(bytes, i)->outputs(), op(small, i)->outputs()));
    }
  }
}

TEST_CASE("quantization: per axis, and each kind of details") {
  const auto scheme = [](const Bytes& of) { return tensor(of, 2)->quantization(); };
  const Bytes axis = ready("per-axis");
  CHECK(scheme(axis)->scale()->size() == 4);
  CHECK(scheme(axis)->quantized_dimension() == 1);
  const Bytes custom = ready("custom-quantization");
  REQUIRE(scheme(custom)->details_as_CustomQuantization() != nullptr);
  CHECK(offset(custom, scheme(custom)->details_as_CustomQuantization()->custom()->data()) % 16 == 0);
  const Bytes blocks = ready("blockwise-quantization");
  REQUIRE(scheme(blocks)->details_as_BlockwiseQuantization() != nullptr);
  CHECK(scheme(blocks)->details_as_BlockwiseQuantization()->block_size() == 32);
  const Bytes axes = ready("multi-axis-quantization");
  REQUIRE(scheme(axes)->details_as_MultiAxisQuantization() != nullptr);
  CHECK(scheme(axes)->details_as_MultiAxisQuantization()->quantized_dimensions()->size() == 2);
  CHECK(scheme(ready("no-quantization")) == nullptr);
  CHECK(scheme(ready("empty-quantization"))->scale() == nullptr);
}

TEST_CASE("tensors: variable, sparse, variant, external, without elements, scalars, open shapes") {
  CHECK(tensor(ready("crossing-variable"), 2)->is_variable());
  CHECK(tensor(ready("crossing-sparse"), 2)->sparsity() != nullptr);
  CHECK(tensor(ready("crossing-variant"), 2)->variant_tensors()->size() == 1);
  CHECK(tensor(ready("crossing-external-buffer"), 2)->external_buffer() == 1);
  CHECK(tensor(ready("no-elements"), 2)->shape()->Get(0) == 0);
  CHECK(tensor(ready("scalar"), 2)->shape() == nullptr);
  CHECK(tensor(ready("scalar-with-rank"), 2)->shape()->size() == 0);
  CHECK(tensor(ready("shape-signature"), 2)->shape_signature()->Get(0) == -1);
  CHECK(tensor(ready("crossing-type-17"), 2)->type() == fbs::TensorType::INT4);
}

TEST_CASE("names: absent, empty, repeated, hostile, and those that a fence would want") {
  CHECK(tensor(ready("names-absent"), 2)->name() == nullptr);
  CHECK(name(ready("names-empty"), 2).empty());
  CHECK(name(ready("names-repeated"), 2) == name(ready("names-repeated"), 3));
  CHECK(name(ready("names-hostile"), 2).size() == 8);
  CHECK(name(ready("name-of-a-fence"), 2) == "x/stream_split");
  CHECK(name(ready("both-names-taken"), 5) == "t2/stream_split");
  CHECK(name(ready("both-names-taken"), 0) == "t2/stream_split/1");
}

TEST_CASE("operator codes stand as they are written, also 0/32 and -1") {
  const auto code = [](const Bytes& of) { return root(of).operator_codes()->Get(1); };
  const Bytes old = ready("code-0-32");
  CHECK(static_cast<int>(code(old)->builtin_code()) == 0);
  CHECK(code(old)->deprecated_builtin_code() == 32);
  CHECK_FALSE(
      reinterpret_cast<const flatbuffers::Table*>(code(old))->CheckField(4 + 2 * tflite::OperatorCode::kVersion));
  CHECK(code(ready("code-32-minus-1"))->deprecated_builtin_code() == -1);
  CHECK(code(ready("code-version-0"))->version() == 0);
}

TEST_CASE("fields of newer schemas are in the tables that they are said of") {
  const Bytes model = ready("newer-field-of-the-model");
  CHECK(has_newer(&root(model)));
  const Bytes of_graph = ready("newer-field-of-a-graph");
  CHECK(has_newer(&graph(of_graph)));
  const Bytes of_op = ready("newer-field-of-an-operator");
  CHECK(has_newer(op(of_op, 3)));
  CHECK_FALSE(has_newer(op(of_op, 2)));
  const Bytes of_tensor = ready("constants-of-any-kind");
  CHECK(has_newer(tensor(of_tensor, 6)));
  const Bytes of_scheme = ready("newer-field-of-quantization");
  CHECK(has_newer(tensor(of_scheme, 2)->quantization()));
  const Bytes of_code = ready("newer-field-of-a-code");
  CHECK(has_newer(root(of_code).operator_codes()->Get(0)));
  const Bytes of_buffer = ready("newer-field-of-a-buffer");
  CHECK(has_newer(root(of_buffer).buffers()->Get(3)));
  const Bytes of_signature = ready("newer-field-of-a-signature");
  CHECK(has_newer(root(of_signature).signature_defs()->Get(0)));
}

TEST_CASE("data and options behind the flatbuffer are where the tables say") {
  const Bytes data = ready("data-behind-the-flatbuffer");
  unsigned found = 0;
  for (const fbs::Buffer* each : *root(data).buffers()) {
    if (each->size() == 0) continue;
    REQUIRE(each->offset() + each->size() <= data.size());
    CHECK(each->offset() % 16 == 0);
    CHECK(data[each->offset()] == 0xa0 + found);
    CHECK(data[each->offset() + each->size() - 1] == 0xa0 + found);
    ++found;
  }
  CHECK(found == 2);
  const Bytes options = ready("options-behind-the-flatbuffer");
  CHECK(op(options, 2)->large_custom_options_size() == 33);
  CHECK(op(options, 2)->large_custom_options_offset() + 33 == options.size());
  CHECK(options.back() == 0x5a);
}

TEST_CASE("shared places are shared, and are not where nobody asks for it") {
  const Bytes shared = ready("shared-places");
  CHECK(op(shared, 2)->inputs() == op(shared, 3)->inputs());
  CHECK(tensor(shared, 1)->quantization() == tensor(shared, 4)->quantization());
  CHECK(tensor(shared, 1)->shape() == tensor(shared, 4)->shape());
  CHECK(root(shared).buffers()->Get(1) == root(shared).buffers()->Get(2));
  const Bytes apart = test::chain(5).build();
  CHECK(tensor(apart, 1)->shape() != tensor(apart, 4)->shape());
  CHECK(root(apart).buffers()->Get(1) != root(apart).buffers()->Get(2));
}

TEST_CASE("signatures, also of tensor 0, whose index is absent") {
  const Bytes bytes = ready("signature-of-tensor-0");
  const auto* map = root(bytes).signature_defs()->Get(0)->outputs()->Get(0);
  CHECK_FALSE(reinterpret_cast<const flatbuffers::Table*>(map)->CheckField(4 + 2 * tflite::TensorMap::kTensorIndex));
  CHECK(graph(bytes).outputs()->Get(1) == 0);
  CHECK(op(bytes, 1)->outputs()->Get(0) == 0);
}

TEST_CASE("files: no identifier, a size in front, bytes behind, no graph, two, no buffers") {
  const Bytes prefixed = ready("size-prefixed");
  CHECK(flatbuffers::ReadScalar<std::uint32_t>(prefixed.data()) == prefixed.size() - 4);
  const Bytes other = ready("other-identifier");
  CHECK(std::string(other.begin() + 4, other.begin() + 8) == "TFL2");
  CHECK(ready("trailing-bytes").size() == test::chain(5).build().size() + 7);
  CHECK(root(ready("no-graph")).subgraphs() == nullptr);
  CHECK(root(ready("two-graphs")).subgraphs()->size() == 2);
  CHECK(root(ready("no-buffers")).buffers() == nullptr);
  CHECK(root(ready("empty-vectors")).metadata()->size() == 0);
  CHECK(root(ready("version-2")).version() == 2);
}
