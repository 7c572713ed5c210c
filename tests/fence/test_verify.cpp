// Whether verify_fenced accepts what the rewriter makes, and finds each way of spoiling it.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

#include "fence/rewrite.h"
#include "fence/verify.h"
#include "support/models.h"
#include "support/paths.h"

using namespace npuspec;
using fence::Fault;
using fence::FenceConfig;
using fence::Finding;
using fence::Model;
using test::Bytes;
using test::Expect;
using test::ModelSpec;

namespace fbs = tflite::fbs;

namespace {

using Cuts = std::vector<std::int64_t>;

std::string said(const std::vector<Finding>& all) {
  std::string out;
  for (const Finding& each : all) out += each.text() + "\n";
  return out;
}

std::vector<Finding> verify(const Bytes& source, const Bytes& fenced,
                            const ethos_u_stream_split::Sidecar* sidecar = nullptr) {
  return fence::verify_fenced(Model("source.tflite", source), Model("fenced.tflite", fenced), sidecar);
}

// A source, and what the rewriter makes of it.
struct Fenced {
  Bytes source;
  Bytes file;
  ethos_u_stream_split::Sidecar sidecar;

  Fenced(Bytes from, Cuts cuts, const fence::RewriteOptions& options = {}) : source(std::move(from)) {
    const Model model("source.tflite", source);
    const fence::RewriteResult made = fence::rewrite_model_with_fences(model, FenceConfig{std::move(cuts)}, options);
    file = made.bytes();
    sidecar = made;
  }

  const fbs::Model& root() const { return *fbs::GetModel(file.data()); }
  const fbs::SubGraph& graph() const { return *root().subgraphs()->Get(0); }
  const fbs::Operator* op(unsigned index) const { return graph().operators()->Get(index); }
  const fbs::Tensor* tensor(unsigned index) const { return graph().tensors()->Get(index); }

  // Another number in a field that is there.
  template <class T>
  void set(const void* table, std::uint16_t id, T value) {
    auto* at = reinterpret_cast<flatbuffers::Table*>(const_cast<void*>(table));
    std::uint8_t* place = at->GetAddressOf(static_cast<flatbuffers::voffset_t>(4 + 2 * id));
    REQUIRE(place != nullptr);
    flatbuffers::WriteScalar(place, value);
  }
  template <class T>
  void set_element(const flatbuffers::Vector<T>* vector, unsigned index, T value) {
    const_cast<flatbuffers::Vector<T>*>(vector)->Mutate(index, value);
  }
  std::vector<Finding> verify() const { return ::verify(source, file, &sidecar); }
};

// Whether a finding has the rule, and these words.
bool found(const std::vector<Finding>& all, Fault rule, const std::string& words = {}) {
  return std::any_of(all.begin(), all.end(), [&](const Finding& each) {
    return each.rule == rule && each.text().find(words) != std::string::npos;
  });
}

// Of a model without options, so that it may be laid out anew: t1 to t4, where t2 is read by the last two operators
// too and returned, with cuts behind 1 and 3. Fence 0 is operator 2, fence 1 is operator 5.
ModelSpec plain() {
  ModelSpec out = test::chain(6);
  for (test::OperatorSpec& each : out.graphs[0].operators) each.options.reset();
  out.op(4).inputs = {4, 2};
  out.op(5).inputs = {5, 2};
  out.graphs[0].outputs = {6, 2};
  test::SignatureSpec signature;
  signature.key = "main";
  signature.inputs = {{"in", 0}};
  signature.outputs = {{"out", 6}, {"early", 2}};
  out.signatures = {signature};
  out.metadata = {{"min_runtime_version", 0}};
  return out;
}
constexpr unsigned kFirstFence = 2;
constexpr unsigned kSecondFence = 5;
constexpr std::size_t kOldTensors = 7;

// What is found once `edit` has been at the fenced model's description.
template <class Edit>
std::vector<Finding> spoiled(Edit edit, bool with_sidecar = false) {
  const Fenced fenced(plain().build(), {1, 3});
  ModelSpec spec = test::read_model(fenced.file);
  edit(spec);
  return verify(fenced.source, spec.build(), with_sidecar ? &fenced.sidecar : nullptr);
}

#define CHECK_FOUND(all, ...)                     \
  do {                                            \
    const std::vector<Finding> findings_ = (all); \
    CAPTURE(said(findings_));                     \
    CHECK(found(findings_, __VA_ARGS__));         \
  } while (false)

#define CHECK_ACCEPTED(all)                       \
  do {                                            \
    const std::vector<Finding> findings_ = (all); \
    CAPTURE(said(findings_));                     \
    CHECK(findings_.empty());                     \
  } while (false)

}  // namespace

TEST_CASE("what the rewriter makes of each ready model is accepted, and it refuses what it must") {
  for (const test::Ready& ready : test::ready_models()) {
    CAPTURE(ready.name);
    const Bytes source = ready.spec.build();
    if (ready.expect == Expect::kNoModel) continue;
    const Model model(ready.name, source);
    unsigned made = 0;
    unsigned refused = 0;
    Cuts accepted;
    std::string why;
    for (std::int64_t after = 0; after < model.operators(); ++after) {
      try {
        const auto result = fence::rewrite_model_with_fences(model, FenceConfig{{after}});
        const Bytes file = result.bytes();
        CAPTURE(after);
        CHECK_ACCEPTED(fence::verify_fenced(model, Model("fenced", file), &result));
        ++made;
        accepted.push_back(after);
      } catch (const fence::Error& error) {
        const bool nothing =
            error.fault() == Fault::kPositionNotLast || error.fault() == Fault::kPositionSomethingCrosses;
        refused += nothing ? 0 : 1;
        why += std::to_string(after) + ": " + error.what() + "\n";
      }
    }
    CAPTURE(why);
    if (ready.expect == Expect::kNoCut) {
      CHECK(made == 0);
      continue;
    }
    CHECK(made > 0);
    CHECK((refused > 0) == (ready.expect == Expect::kNotBehind));
    try {  // all that can be cut, at once: a table that one cut does not touch another may
      const auto result = fence::rewrite_model_with_fences(model, FenceConfig{accepted});
      const Bytes file = result.bytes();
      CHECK_ACCEPTED(fence::verify_fenced(model, Model("fenced", file), &result));
    } catch (const fence::Error& error) {
      FAIL_CHECK(error.what());
    }
  }
}

TEST_CASE("a fenced model that is laid out anew, and has nothing opaque, is accepted") {
  CHECK_ACCEPTED(spoiled([](ModelSpec&) {}, true));
}

TEST_CASE("a fenced model whose options lie elsewhere is refused with that reason, never accepted") {
  const Fenced fenced(test::chain(3).build(), {1});
  ModelSpec spec = test::read_model(fenced.file);
  for (unsigned i : {0u, 1u, 3u}) spec.op(i).options = test::OptionsSpec{11, {{0, 1}}};
  CHECK_FOUND(verify(fenced.source, spec.build()), Fault::kNone, "without its schema nobody can say");
}

TEST_CASE("a source that is no fenced model has no fence") {
  const Bytes source = plain().build();
  CHECK_FOUND(verify(source, source), Fault::kNone, "no operator of it is a fence");
}

TEST_CASE("rules of a pair: type, shape, signature, rank, quantization, variable, sparse") {
  const auto first = [](auto edit) {
    return spoiled([&](ModelSpec& m) { edit(m.tensor(static_cast<std::size_t>(m.op(kFirstFence).outputs[0]))); });
  };
  using test::TensorSpec;
  CHECK_FOUND(first([](TensorSpec& t) { t.type = tflite::TensorType::UINT8; }), Fault::kPairSameType);
  CHECK_FOUND(first([](TensorSpec& t) { t.shape = {4, 1}; }), Fault::kPairSameShape);
  CHECK_FOUND(first([](TensorSpec& t) { t.shape_signature = {-1, 4}; }), Fault::kPairSameSignature);
  CHECK_FOUND(first([](TensorSpec& t) { t.has_rank = true; }), Fault::kPairSameSignature);
  CHECK_FOUND(first([](TensorSpec& t) { t.quantization.reset(); }), Fault::kPairSameQuantization);
  CHECK_FOUND(first([](TensorSpec& t) { t.quantization->scale = {0.25f}; }), Fault::kPairSameQuantization);
  CHECK_FOUND(first([](TensorSpec& t) { t.quantization->zero_point = {9}; }), Fault::kPairSameQuantization);
  CHECK_FOUND(first([](TensorSpec& t) { t.quantization->quantized_dimension = 1; }), Fault::kPairSameQuantization);
  CHECK_FOUND(first([](TensorSpec& t) { t.is_variable = true; }), Fault::kPairNotVariable);
  CHECK_FOUND(first([](TensorSpec& t) { t.sparsity = test::OptionsSpec{}; }), Fault::kPairDense);
  CHECK_FOUND(first([](TensorSpec& t) { t.quantization->newer = {{40, 1}}; }), Fault::kNone, "field #40");
  CHECK_FOUND(first([](TensorSpec& t) { t.newer = {{40, 1}}; }), Fault::kNone, "field #40");
}

TEST_CASE("a shared quantization is no deep copy") {
  Fenced fenced(plain().build(), {1, 3});
  const fbs::Tensor* from = fenced.tensor(2);
  const fbs::Tensor* to = fenced.tensor(static_cast<unsigned>(fenced.op(kFirstFence)->outputs()->Get(0)));
  // An offset goes forward only, and the front is before the source: so it can be aimed at the source's table.
  const auto aim = [&](const void* table, std::uint16_t id, const void* target) {
    const auto* place = reinterpret_cast<const flatbuffers::Table*>(table)->GetAddressOf(
        static_cast<flatbuffers::voffset_t>(4 + 2 * id));
    fenced.set<std::uint32_t>(table, id, static_cast<std::uint32_t>(static_cast<const std::uint8_t*>(target) - place));
  };
  SUBCASE("the table") {
    aim(to, tflite::Tensor::kQuantization, from->quantization());
    CHECK_FOUND(fenced.verify(), Fault::kPairOwnQuantization);
  }
  SUBCASE("a vector of it") {
    aim(to->quantization(), tflite::QuantizationParameters::kScale, from->quantization()->scale());
    CHECK_FOUND(fenced.verify(), Fault::kNone, "copies of its own");
  }
  SUBCASE("the shape") {
    aim(to, tflite::Tensor::kShape, from->shape());
    CHECK_FOUND(fenced.verify(), Fault::kNone, "a copy at a place of its own");
  }
}

TEST_CASE("two new tensors that share a quantization have no copies of their own") {
  CHECK_FOUND(spoiled([](ModelSpec& m) {
                m.share = true;  // t2 and its two copies are alike
              }),
              Fault::kNone, "copies of its own");
}

TEST_CASE("a new buffer is new, empty and not shared") {
  const auto second = [](ModelSpec& m) -> test::TensorSpec& {
    return m.tensor(static_cast<std::size_t>(m.op(kSecondFence).outputs[0]));
  };
  CHECK_FOUND(spoiled([&](ModelSpec& m) { second(m).buffer = m.tensor(4).buffer; }), Fault::kPairNewEmptyBuffer);
  CHECK_FOUND(spoiled([&](ModelSpec& m) { second(m).buffer = m.tensor(1).buffer; }), Fault::kNone,
              "must be a new one, and its alone");
  CHECK_FOUND(spoiled([&](ModelSpec& m) { second(m).buffer = 0; }), Fault::kNone, "must be a new one, and its alone");
  CHECK_FOUND(spoiled([&](ModelSpec& m) {
                second(m).buffer = m.tensor(static_cast<std::size_t>(m.op(kFirstFence).outputs[0])).buffer;
              }),
              Fault::kNone, "must be a new one, and its alone");
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.metadata[0].buffer = second(m).buffer; }), Fault::kNone,
              "must be a new one, and its alone");
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.buffers[second(m).buffer].data = Bytes{1}; }), Fault::kPairNewEmptyBuffer);
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.buffers[second(m).buffer].data = Bytes{}; }), Fault::kPairNewEmptyBuffer);
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.buffers[second(m).buffer].size = 4; }), Fault::kPairNewEmptyBuffer);
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.buffers[second(m).buffer].newer = {{40, 1}}; }), Fault::kNone, "field #40");
  CHECK_FOUND(spoiled([&](ModelSpec& m) { m.add(test::BufferSpec{}); }), Fault::kNone,
              "it is new, and nothing uses it");
}

TEST_CASE("a fence one place further is told by what it does not intercept, and by the sidecar") {
  const auto move = [](ModelSpec& m) { std::swap(m.op(kFirstFence), m.op(kFirstFence + 1)); };
  CHECK_FOUND(spoiled(move), Fault::kInputsAllThatLive, "'t3'");
  CHECK_FOUND(spoiled(move, true), Fault::kPlacementBehindItsOperator, "boundary_after_ops[0]");
}

TEST_CASE("a fence before the first operator, behind the last, or two behind one are refused") {
  const auto moved = [](std::size_t to) {
    return spoiled([&](ModelSpec& m) {
      auto& all = m.graphs[0].operators;
      const test::OperatorSpec fence = all[kSecondFence];
      all.erase(all.begin() + kSecondFence);
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(to), fence);
    });
  };
  CHECK_FOUND(moved(0), Fault::kPositionNotNegative);
  CHECK_FOUND(moved(7), Fault::kPositionNotLast);
  CHECK_FOUND(moved(kFirstFence + 1), Fault::kBoundariesAscending);
}

TEST_CASE("every later consumer, graph output and signature output reads the new tensor, and nothing before it") {
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(6).inputs[1] = 2; }), Fault::kRewiringLaterReadsOutput,
              "operator 6 (ADD), input 1");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.graphs[0].outputs[1] = 2; }), Fault::kRewiringLaterReadsOutput,
              "graph output 1");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.signatures[0].outputs[1].second = 2; }), Fault::kRewiringLaterReadsOutput,
              "signature 0, output 1");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(1).inputs[0] = m.op(kFirstFence).outputs[0]; }),
              Fault::kRewiringEarlierReadsInput, "operator 1 (ADD), input 0");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(kSecondFence).inputs[1] = 2; }), Fault::kRewiringLaterReadsOutput,
              "fence 1, operator 5");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(7).inputs[0] = 4; }), Fault::kRewiringLaterReadsOutput, "input 0");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(7).inputs[1] = 0; }), Fault::kNone, "input 1: it must read");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(7).inputs.pop_back(); }), Fault::kNone, "must have 2 inputs, and has 1");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.graphs[0].outputs.pop_back(); }), Fault::kNone, "must return 2 tensors");
}

TEST_CASE("pairs stand in their order, each tensor once") {
  CHECK_FOUND(spoiled([](ModelSpec& m) {
                std::swap(m.op(kSecondFence).inputs[0], m.op(kSecondFence).inputs[1]);
                std::swap(m.op(kSecondFence).outputs[0], m.op(kSecondFence).outputs[1]);
              }),
              Fault::kPairOrderInOrder);
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(kSecondFence).inputs[1] = m.op(kSecondFence).inputs[0]; }), Fault::kNone,
              "another pair of the fence has the same tensor");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(kSecondFence).outputs[1] = m.op(kSecondFence).outputs[0]; }),
              Fault::kNone, "another pair writes the same tensor");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(kSecondFence).outputs[1] = 6; }), Fault::kNone,
              "must be a new tensor, and is one of the source's");
}

TEST_CASE("all that lives is intercepted, and nothing else") {
  CHECK_FOUND(spoiled([](ModelSpec& m) {
                m.op(kSecondFence).inputs.pop_back();
                m.op(kSecondFence).outputs.pop_back();
              }),
              Fault::kInputsAllThatLive, "'t2'");
  CHECK_FOUND(spoiled([](ModelSpec& m) {  // the input of the graph too
                test::TensorSpec t = m.tensor(0);
                t.name = ethos_u_stream_split::other_name("t0", 3);
                t.buffer = m.add(test::BufferSpec{});
                m.op(kSecondFence).inputs.push_back(0);
                m.op(kSecondFence).outputs.push_back(static_cast<std::int32_t>(m.add(t)));
              }),
              Fault::kInputsNothingElse, "'t0'");
}

TEST_CASE("new tensors are called what the contract calls them, and each name is its own") {
  const auto name = [](unsigned fence, unsigned pair, const std::string& to) {
    return spoiled([&](ModelSpec& m) { m.tensor(static_cast<std::size_t>(m.op(fence).outputs[pair])).name = to; });
  };
  CHECK_FOUND(name(kFirstFence, 0, "t2/other"), Fault::kPairNameFirstName);
  CHECK_FOUND(name(kSecondFence, 0, "t4/stream_split/3"), Fault::kPairNameFirstName);
  CHECK_FOUND(name(kSecondFence, 1, "t2/stream_split"), Fault::kPairNameOtherName);
  ModelSpec taken = plain();
  taken.tensor(0).name = ethos_u_stream_split::first_name("t2");
  taken.tensor(1).name = ethos_u_stream_split::other_name("t2", 1);
  const Fenced fenced(taken.build(), {1, 3});
  CHECK_ACCEPTED(fenced.verify());
  ModelSpec spec = test::read_model(fenced.file);
  spec.tensor(static_cast<std::size_t>(spec.op(kFirstFence).outputs[0])).name = spec.tensor(1).name;
  CHECK_FOUND(verify(fenced.source, spec.build()), Fault::kPairNameClashName);
}

TEST_CASE("a fence has no options, no state, and as many outputs as inputs") {
  const auto fence = [](auto edit) { return spoiled([&](ModelSpec& m) { edit(m.op(kFirstFence)); }); };
  using test::OperatorSpec;
  CHECK_FOUND(fence([](OperatorSpec& op) { op.custom_options = Bytes{0}; }), Fault::kFenceNoCustomOptions);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.custom_options_format = 1; }), Fault::kFenceNoCustomOptions);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.options = test::OptionsSpec{1, {}}; }), Fault::kFenceNoBuiltinOptions);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.intermediates = test::Ints{}; }), Fault::kFenceNothingElse);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.mutating_variable_inputs = Bytes{0}; }), Fault::kFenceNothingElse);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.options_2 = test::OptionsSpec{1, {}}; }), Fault::kFenceNothingElse);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.outputs.clear(); }), Fault::kFencePaired);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.inputs.clear(), op.outputs.clear(); }), Fault::kFenceSomePair);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.inputs[0] = -1; }), Fault::kFenceNoOptional);
  CHECK_FOUND(fence([](OperatorSpec& op) { op.debug_metadata_index = 0; }), Fault::kNone, "debug_metadata_index");
  CHECK_FOUND(fence([](OperatorSpec& op) { op.newer = {{40, 1}}; }), Fault::kNone, "field #40");
}

TEST_CASE("empty custom options, for Vela before 5.0, are refused by rule 84") {
  const Fenced fenced(plain().build(), {1}, {.empty_custom_options = true});
  const auto all = fenced.verify();
  CAPTURE(said(all));
  REQUIRE(all.size() == 1);
  CHECK(static_cast<unsigned>(all[0].rule) == 84);
}

TEST_CASE("all operators but the fences are the source's, in their order") {
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.graphs[0].operators.push_back(m.op(1)); }), Fault::kNone,
              "no such operator behind its last");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.graphs[0].operators.insert(m.graphs[0].operators.begin(), m.op(1)); }),
              Fault::kNone, "it must be operator 0 (ADD) of the source");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.graphs[0].operators.pop_back(); }), Fault::kNone, "lacks operator 5 (ADD)");
  CHECK_FOUND(spoiled([](ModelSpec& m) { std::swap(m.op(0), m.op(1)); }), Fault::kNone, "it must be operator 0 (ADD)");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(1).custom_options = Bytes{1}; }), Fault::kNone, "custom_options");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(1).debug_metadata_index = 4; }), Fault::kNone, "debug_metadata_index");
}

TEST_CASE("old tensors, buffers, codes, metadata, signatures and texts are unchanged") {
  const auto changed = [](const std::string& words, auto edit) { CHECK_FOUND(spoiled(edit), Fault::kNone, words); };
  changed("Tensor.name", [](ModelSpec& m) { m.tensor(3).name = "x"; });
  changed("Tensor.name", [](ModelSpec& m) { m.tensor(3).name.reset(); });
  changed("Tensor.shape", [](ModelSpec& m) { m.tensor(0).shape = {2, 4}; });
  changed("Tensor.type", [](ModelSpec& m) { m.tensor(0).type = tflite::TensorType::UINT8; });
  changed("Tensor.buffer", [](ModelSpec& m) { m.tensor(0).buffer = 2; });
  changed("QuantizationParameters.scale", [](ModelSpec& m) { m.tensor(0).quantization->scale = {2.0f}; });
  changed("Buffer.data", [](ModelSpec& m) { m.buffers[3].data = Bytes{1}; });
  changed("OperatorCode.version", [](ModelSpec& m) { m.codes[0].version = 2; });
  changed("Metadata.name", [](ModelSpec& m) { m.metadata[0].name = "x"; });
  changed("Model.metadata", [](ModelSpec& m) { m.metadata.push_back({"x", 0}); });
  changed("Model.description", [](ModelSpec& m) { m.description = "x"; });
  changed("Model.metadata_buffer", [](ModelSpec& m) { m.metadata_buffer = {0}; });
  changed("SubGraph.name", [](ModelSpec& m) { m.graphs[0].name.reset(); });
  changed("SubGraph.inputs", [](ModelSpec& m) { m.graphs[0].inputs = {0, 0}; });
  changed("SubGraph.debug_metadata_index", [](ModelSpec& m) { m.graphs[0].debug_metadata_index = 0; });
  changed("SignatureDef.signature_key", [](ModelSpec& m) { m.signatures[0].key = "x"; });
  changed("TensorMap.name", [](ModelSpec& m) { m.signatures[0].outputs[0].first = "x"; });
  changed("TensorMap.tensor_index", [](ModelSpec& m) { m.signatures[0].inputs[0].second = 1; });
  changed("signatures of the source", [](ModelSpec& m) { m.signatures.clear(); });
  changed("it is new, and no fence makes it", [](ModelSpec& m) { m.add(m.tensor(0)); });
  changed("field #40 of a newer schema is not in the source", [](ModelSpec& m) { m.newer = {{40, 1}}; });
  changed("field #40 of a newer schema is not in the source", [](ModelSpec& m) { m.tensor(0).newer = {{40, 1}}; });
}

TEST_CASE("one operator code is added, the contract's; one that the source has is used as it is") {
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.codes[1].deprecated = 0; }), Fault::kNone, "deprecated_builtin_code");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.codes[1].version = 2; }), Fault::kReuseForeignOperatorCode);
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.add(test::CodeSpec{m.codes[1]}); }), Fault::kNone,
              "must have 2 operator codes, and has 3");
  CHECK_FOUND(spoiled([](ModelSpec& m) { m.op(kFirstFence).code = m.add(test::CodeSpec{m.codes[1]}); }), Fault::kNone,
              "its operator code must be the first of the fence's, 1, and it is 2");
  ModelSpec reused = plain();
  test::CodeSpec code;
  code.builtin = 32;
  code.custom = std::string(ethos_u_stream_split::kCustomCode);
  reused.add(code);
  const Fenced fenced(reused.build(), {1});
  CHECK_ACCEPTED(fenced.verify());
  ModelSpec spec = test::read_model(fenced.file);
  spec.codes[1].deprecated = 32;
  CHECK_FOUND(verify(fenced.source, spec.build()), Fault::kNone, "OperatorCode.deprecated_builtin_code");
}

TEST_CASE("an option byte that flips is told with its place in both files") {
  Fenced fenced(test::chain(3).build(), {1});
  const auto* options = reinterpret_cast<const flatbuffers::Table*>(fenced.op(1)->builtin_options());
  fenced.set<std::uint8_t>(options, 0, 0x5a);
  const auto all = fenced.verify();
  CAPTURE(said(all));
  REQUIRE(all.size() == 1);
  CHECK(all[0].text().find("the first is 90, in the source 1 at byte ") != std::string::npos);
}

TEST_CASE("a byte that no table leads to is the source's too") {
  ModelSpec spec = test::chain(3);
  spec.trailing = {1, 2, 3};
  Fenced fenced(spec.build(), {1});
  CHECK_ACCEPTED(fenced.verify());
  fenced.file.back() ^= 1;
  CHECK_FOUND(fenced.verify(), Fault::kNone, "1 from here differ");
  fenced.file.pop_back();
  CHECK_FALSE(fenced.verify().empty());
}

TEST_CASE("trailing bytes are kept where all is laid out anew") {
  ModelSpec spec = plain();
  spec.trailing = {1, 2, 3};
  const Fenced fenced(spec.build(), {1});
  ModelSpec anew = test::read_model(fenced.file);
  anew.trailing = spec.trailing;
  CHECK_ACCEPTED(verify(fenced.source, anew.build()));
  anew.trailing.pop_back();
  CHECK_FOUND(verify(fenced.source, anew.build()), Fault::kNone, "must be the 3 behind the flatbuffer");
}

TEST_CASE("a dropped newer field is told") {
  ModelSpec spec = test::chain(3);
  spec.tensor(0).newer = {{40, 0x1234}};
  Fenced fenced(spec.build(), {1});
  CHECK_ACCEPTED(fenced.verify());
  const auto* table = reinterpret_cast<const flatbuffers::Table*>(fenced.tensor(0));
  // Its slot alone: the table looks as if it had never had it.
  flatbuffers::WriteScalar<flatbuffers::voffset_t>(const_cast<std::uint8_t*>(table->GetVTable()) + 4 + 2 * 40, 0);
  CHECK_FOUND(fenced.verify(), Fault::kNone, "field #40 of a newer schema is dropped");
}

TEST_CASE("a copy of a tensor that has a field of a newer schema is told") {
  ModelSpec spec = plain();
  spec.tensor(2).newer = {{40, 7}};
  ModelSpec fenced = test::read_model(Fenced(plain().build(), {1, 3}).file);
  fenced.tensor(2).newer = spec.tensor(2).newer;
  CHECK_FOUND(verify(spec.build(), fenced.build()), Fault::kNone, "nobody can say what it would be in a copy");
}

TEST_CASE(
    "a field of a newer schema in the details of a fence's quantization is told, in the source's and in the copy's") {
  for (std::uint8_t type = 1; type <= 3; ++type) {
    CAPTURE(type);
    ModelSpec spec = plain();
    spec.tensor(2).quantization->details_type = type;
    const Fenced fenced(spec.build(), {1, 3});
    CHECK_ACCEPTED(fenced.verify());
    const ModelSpec made = test::read_model(fenced.file);
    const auto newer = [](ModelSpec of, std::size_t tensor) {
      of.tensor(tensor).quantization->newer_details = {{40, 1}};
      return of;
    };
    const auto copy = static_cast<std::size_t>(ModelSpec(made).op(kFirstFence).outputs[0]);
    CHECK_FOUND(verify(spec.build(), newer(made, copy).build()), Fault::kNone,
                "field #40 of a newer schema: the contract writes this table without it");
    CHECK_FOUND(verify(newer(spec, 2).build(), newer(made, 2).build()), Fault::kNone,
                "field #40 of a newer schema: nobody can say what it would be in a copy");
  }
}

TEST_CASE("a place in the file that did not move, and data that changed, are told") {
  ModelSpec spec = test::chain(3);
  spec.buffers[2].outside = Bytes(40, 7);
  spec.op(0).large_options = Bytes(24, 9);
  Fenced fenced(spec.build(), {1});
  CHECK_ACCEPTED(fenced.verify());
  SUBCASE("Buffer.offset") {
    const fbs::Buffer* buffer = fenced.root().buffers()->Get(2);
    fenced.set<std::uint64_t>(buffer, tflite::Buffer::kOffset,
                              fbs::GetModel(fenced.source.data())->buffers()->Get(2)->offset());
    CHECK_FOUND(fenced.verify(), Fault::kNone, "Buffer.offset");
  }
  SUBCASE("Operator.large_custom_options_offset") {
    const std::uint64_t is = fenced.op(0)->large_custom_options_offset();
    fenced.set<std::uint64_t>(fenced.op(0), tflite::Operator::kLargeCustomOptionsOffset, is - 1);
    CHECK_FOUND(fenced.verify(), Fault::kNone, "moved with the data, and it is " + std::to_string(is - 1));
  }
  SUBCASE("the bytes") {
    fenced.file[static_cast<std::size_t>(fenced.root().buffers()->Get(2)->offset()) + 3] ^= 0xff;
    const auto all = fenced.verify();
    CAPTURE(said(all));
    CHECK(all.size() == 1);
    CHECK(found(all, Fault::kNone, "its bytes in the file differ"));
  }
}

TEST_CASE("a constant is not copied, not even when the graph returns it") {
  ModelSpec spec = plain();
  test::BufferSpec data;
  data.data = Bytes(4, 3);
  test::TensorSpec t = spec.tensor(0);
  t.name = "constant";
  t.buffer = spec.add(data);
  spec.graphs[0].outputs.push_back(static_cast<std::int32_t>(spec.add(t)));
  const Fenced fenced(spec.build(), {1});
  CHECK_ACCEPTED(fenced.verify());
  ModelSpec copied = test::read_model(fenced.file);
  t.name = ethos_u_stream_split::other_name("constant", 1);
  t.buffer = copied.add(test::BufferSpec{});
  copied.op(kFirstFence).inputs.push_back(static_cast<std::int32_t>(kOldTensors));
  copied.op(kFirstFence).outputs.push_back(static_cast<std::int32_t>(copied.add(t)));
  CHECK_FOUND(verify(fenced.source, copied.build()), Fault::kInputsNothingElse, "'constant'");
}

TEST_CASE("each field of a sidecar is what the files say") {
  const Fenced fenced(plain().build(), {1, 3});
  CHECK_ACCEPTED(fenced.verify());
  const auto wrong = [&](Fault rule, const std::string& words, auto edit) {
    Fenced other = fenced;
    edit(other.sidecar);
    CAPTURE(words);
    CHECK_FOUND(other.verify(), rule, words);
  };
  using Sidecar = ethos_u_stream_split::Sidecar;
  wrong(Fault::kNone, "source_model", [](Sidecar& s) { s.source_model = "other.tflite"; });
  wrong(Fault::kNone, "source_sha256", [](Sidecar& s) { s.source_sha256[5] ^= 1; });
  wrong(Fault::kNone, "subgraph", [](Sidecar& s) { s.subgraph = 1; });
  wrong(Fault::kSidecarCountsOneMoreSegment, "", [](Sidecar& s) { s.num_segments = 2; });
  wrong(Fault::kSidecarCountsAllSegments, "", [](Sidecar& s) { s.segments.pop_back(); });
  wrong(Fault::kNone, "2 of them", [](Sidecar& s) { s.boundary_after_ops.pop_back(); });
  wrong(Fault::kPlacementBehindItsOperator, "boundary_after_ops[1]", [](Sidecar& s) { s.boundary_after_ops[1] = 4; });
  wrong(Fault::kBoundariesAscending, "boundary_after_ops[1]", [](Sidecar& s) { s.boundary_after_ops[1] = 1; });
  wrong(Fault::kSidecarRangeStartsBehindTheLast, "[1]", [](Sidecar& s) { s.segments[1].op_range_start = 1; });
  wrong(Fault::kSidecarRangeEndsAtItsBoundary, "[1]", [](Sidecar& s) { s.segments[1].op_range_end = 4; });
  wrong(Fault::kSidecarRangeEndsAtItsBoundary, "[2]", [](Sidecar& s) { s.segments[2].op_range_end = 6; });
  wrong(Fault::kNone, "[0].end_tensor_name", [](Sidecar& s) { s.segments[0].end_tensor_name = "t3"; });
  wrong(Fault::kSidecarJoinFirstOutput, "[0]", [](Sidecar& s) { s.segments[0].fence_tensor_name = "t2"; });
  wrong(Fault::kSidecarEndOthersEndAtAFence, "[0]", [](Sidecar& s) { s.segments[0].fence_tensor_name.reset(); });
  wrong(Fault::kSidecarEndLastEndsNowhere, "[2]", [](Sidecar& s) { s.segments[2].end_tensor_name = "t6"; });
  wrong(Fault::kNone, "[1].tensor_pairs", [](Sidecar& s) { s.segments[1].tensor_pairs.pop_back(); });
  wrong(Fault::kNone, "[1].tensor_pairs[1].input", [](Sidecar& s) { s.segments[1].tensor_pairs[1].input = "t2"; });
  wrong(Fault::kNone, "[1].tensor_pairs[0].output", [](Sidecar& s) { s.segments[1].tensor_pairs[0].output = "t4"; });
}

TEST_CASE("a source that may not be cut is told, whatever was made of it") {
  ModelSpec source = plain();
  source.version = 2;
  source.metadata = {{"OfflineMemoryAllocation", 0}};
  const Fenced fenced(plain().build(), {1});
  const auto all = verify(source.build(), fenced.file);
  CAPTURE(said(all));
  CHECK(found(all, Fault::kModelVersion3));
  CHECK(found(all, Fault::kForeignMetadataNoOfflinePlan));
}

TEST_CASE("a file that is wrong all over is told in a hundred findings") {
  const ModelSpec spec = test::chain(300);
  const Fenced fenced(spec.build(), {1});
  ModelSpec wrong = test::read_model(fenced.file);
  for (auto& each : wrong.graphs[0].tensors) each.name = "x";
  CHECK(verify(fenced.source, wrong.build()).size() == fence::Findings::kMost + 1);
}
