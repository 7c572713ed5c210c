// What real models, and hostile ones, have in store for who cuts them. Numbers are those of the list that the tests of
// other rooms go on with: planning has 50 to 53, writing files 54, the kernel 55.
#include <algorithm>
#include <set>

#include "fence/cut.h"
#include "fence/fence.h"
#include "fence/front.h"
#include "fence/graph.h"
#include "fence/inspect.h"
#include "fence/plan.h"

namespace npuspec::test {

namespace {

using fence::Fault;
namespace contract = ethos_u_stream_split;
using Ints32 = std::vector<std::int32_t>;

// A chain of five with tensor 1 read again by the last operator.
ModelSpec residual() {
  ModelSpec m = chain(5);
  m.op(4).inputs = {4, 1};
  return m;
}

bool is_fence(const Cut& cut, std::uint32_t op) {
  return contract::reuse(cut.fenced->code(cut.fenced->op(op))).is == contract::Reuse::kReuse;
}

}  // namespace

TEST_CASE("trap 1: all later consumers of a tensor read the new one, in every slot of one operator too") {
  ModelSpec m = residual();
  const Cut cut(m, {0});
  CHECK(cut.inputs(0) == Ints32{0, 0});
  CHECK(is_fence(cut, 1));
  CHECK(cut.inputs(1) == Ints32{1});
  CHECK(cut.outputs(1) == Ints32{6});
  CHECK(cut.inputs(2) == Ints32{6, 6});
  CHECK(cut.inputs(5) == Ints32{4, 6});
}

TEST_CASE("trap 2: a graph output that is consumed later too is rewired in both places") {
  ModelSpec m = chain(2);
  m.graphs[0].outputs = {2, 1};
  const Cut cut(m, {0});
  CHECK(cut.returned() == Ints32{2, 3});
  CHECK(cut.inputs(2) == Ints32{3, 3});
  CHECK(cut.outputs(0) == Ints32{1});
}

TEST_CASE("trap 3: a cut that nothing crosses is refused") {
  ModelSpec m = chain(2);
  m.graphs[0].outputs = {1};
  m.op(1).inputs = {0, 0};
  m.graphs[0].outputs = {2};
  CHECK(refusal<fence::CutError>(m, {0}) == Fault::kPositionSomethingCrosses);
}

TEST_CASE("trap 4: a tensor made long before is carried at every cut that it spans") {
  const Cut cut(residual(), {1, 2});
  // 1 -> its copy at operator 1 -> the copy's copy at operator 2.
  REQUIRE(cut.inputs(2) == Ints32{2, 1});
  const Ints32 first = cut.outputs(2);
  REQUIRE(cut.inputs(4).size() == 2);
  CHECK(cut.inputs(4)[1] == first[1]);
  CHECK(cut.inputs(6) == Ints32{4, cut.outputs(4)[1]});
}

TEST_CASE("trap 5: where what after_op makes is dead the first pair is the earliest of the others") {
  ModelSpec m = residual();
  m.op(3).inputs = {1, 1};  // nobody reads tensors 2 and 3 now
  const Cut cut(m, {2});
  CHECK(cut.inputs(3) == Ints32{1});
  CHECK(*cut.result.segments[0].end_tensor_name == "t1");
  CHECK(*cut.result.segments[0].fence_tensor_name == contract::first_name("t1"));
}

TEST_CASE("trap 6: a residual that is first at two cuts has a cut-specific name at the one applied later") {
  ModelSpec m = residual();
  m.op(2).inputs = m.op(3).inputs = {1, 1};
  const Cut cut(m, {1, 2});
  CHECK(*cut.result.segments[1].fence_tensor_name == contract::first_name("t1"));
  CHECK(*cut.result.segments[0].fence_tensor_name == contract::other_name("t1", 1));
  CHECK(cut.result.segments[1].tensor_pairs[0].input == contract::other_name("t1", 1));
}

TEST_CASE("trap 7: a name that the model has already is never given twice") {
  ModelSpec m = chain(4);
  m.tensor(4).name = contract::first_name("t2");
  Cut once(m, {1});
  CHECK(once.result.segments[0].fence_tensor_name == contract::other_name("t2", 1));
  m.tensor(0).name = contract::other_name("t2", 1);
  Cut twice(m, {1});
  CHECK(twice.result.segments[0].fence_tensor_name == contract::clash_name("t2", 1, 2));
  m.tensor(1).name = contract::clash_name("t2", 1, 2);
  CHECK(refusal<fence::CutError>(m, {1}) == Fault::kNone);
}

TEST_CASE("trap 8: absent and empty names give names that differ") {
  for (const bool absent : {false, true}) {
    ModelSpec m = residual();
    for (TensorSpec& t : m.graphs[0].tensors) t.name = absent ? std::nullopt : std::optional<std::string>("");
    const Cut cut(m, {1, 2});
    std::set<std::string_view> names;
    for (std::uint32_t i = cut.source->tensors(); i < cut.fenced->tensors(); ++i) names.insert(cut.name(i));
    CHECK(names.size() == 4);
  }
}

TEST_CASE("trap 9: names that repeat in the source give names that differ") {
  ModelSpec m = residual();
  for (TensorSpec& t : m.graphs[0].tensors) t.name = "same";
  const Cut cut(m, {1});
  CHECK(cut.name(6) == contract::first_name("same"));
  CHECK(cut.name(7) == contract::other_name("same", 1));
}

TEST_CASE("trap 10: a name with quotes and control characters reaches the sidecar, one that is no UTF-8 is refused") {
  ModelSpec m = chain(2);
  const std::string name("\"},\n\x01\0\\", 7);
  m.tensor(1).name = name;
  const Cut cut(m, {0});
  const std::string text = fence::sidecar_text(cut.result);
  CHECK(text.find('\x01') == std::string::npos);
  CHECK(cut.result.segments[0].tensor_pairs[0].input == name);
  m.tensor(1).name = "\xff";
  CHECK_THROWS_AS(Cut(m, {0}), fence::ModelError);
}

TEST_CASE("trap 11: a variable tensor that crosses is refused, one that is only read is not") {
  ModelSpec m = residual();
  m.tensor(1).is_variable = true;
  CHECK(refusal<fence::CutError>(m, {2}) == Fault::kCrossingNotVariable);
  m = residual();
  m.tensor(0).is_variable = true;
  CHECK_NOTHROW(Cut(m, {2}));
}

TEST_CASE("trap 12: sparse, INT4, STRING, RESOURCE and VARIANT tensors that cross are refused") {
  for (TensorType type : {TensorType::INT4, TensorType::STRING, TensorType::RESOURCE, TensorType::VARIANT}) {
    ModelSpec m = residual();
    m.tensor(1).type = type;
    CHECK(refusal<fence::CutError>(m, {2}) == Fault::kCrossingTypeCopied);
  }
  ModelSpec m = residual();
  m.tensor(1).sparsity = OptionsSpec{};
  CHECK(refusal<fence::CutError>(m, {2}) == Fault::kCrossingNotSparse);
}

TEST_CASE("trap 13: every type that the contract does not list is refused where it crosses, and the message names it") {
  for (int value = 0; value <= 30; ++value) {
    const auto type = static_cast<TensorType>(value);
    ModelSpec m = residual();
    m.tensor(1).type = type;
    CAPTURE(value);
    if (copied(type)) {
      CHECK_NOTHROW(Cut(m, {2}));
      continue;
    }
    try {
      const Cut cut(m, {2});
      FAIL("it was cut");
    } catch (const fence::CutError& error) {
      const std::string said = error.what();
      CHECK(said.find("after operator 2") != std::string::npos);
      CHECK(said.find("tensor 1 't1'") != std::string::npos);
      if (!tflite::name(type).empty()) CHECK(said.find(tflite::name(type)) != std::string::npos);
    }
  }
}

TEST_CASE("trap 14: a tensor that could not be copied is no hindrance where it does not cross") {
  ModelSpec m = residual();
  m.tensor(4).type = TensorType::INT4;
  CHECK_NOTHROW(Cut(m, {1}));
  CHECK(refusal<fence::CutError>(m, {3}) == Fault::kCrossingTypeCopied);
}

TEST_CASE("trap 15: constants and graph inputs are not copied, as outputs of the graph neither") {
  ModelSpec m = residual();
  m.op(4).inputs = {4, 0};
  TensorSpec constant;
  constant.name = "c";
  BufferSpec data;
  data.data = Bytes{1, 2, 3, 4};
  constant.buffer = m.add(data);
  const auto c = static_cast<std::int32_t>(m.add(constant));
  m.graphs[0].outputs = {5, c, 0};
  const Cut cut(m, {1});
  CHECK(cut.inputs(2) == Ints32{2});
  CHECK(cut.returned() == Ints32{5, c, 0});
  CHECK(cut.inputs(5) == Ints32{4, 0});
}

TEST_CASE("trap 16: an optional input that is left out stays so") {
  ModelSpec m = residual();
  m.op(2).inputs = {2, -1};
  const Cut cut(m, {1});
  CHECK(cut.inputs(3) == Ints32{cut.outputs(2)[0], -1});
}

TEST_CASE("trap 17: a place that is asked for twice is refused") {
  CHECK(refusal<fence::CutError>(residual(), {1, 2, 1}) == Fault::kBoundariesAscending);
}

TEST_CASE("trap 18: behind the last operator and beyond it are two refusals") {
  CHECK(refusal<fence::CutError>(residual(), {4}) == Fault::kPositionNotLast);
  CHECK(refusal<fence::FenceBindingError>(residual(), {5}) == Fault::kPositionNotBeyondLast);
}

TEST_CASE("trap 19: negative and huge places are refused, and so is no place at all") {
  CHECK(refusal<fence::CutError>(residual(), {-1}) == Fault::kPositionNotNegative);
  CHECK(refusal<fence::CutError>(residual(), {INT64_MIN}) == Fault::kPositionNotNegative);
  CHECK(refusal<fence::FenceBindingError>(residual(), {INT64_MAX}) == Fault::kPositionNotBeyondLast);
  CHECK(refusal<fence::CutError>(residual(), {}) == Fault::kNone);
}

TEST_CASE("trap 20: the file is the same for any order in which the places are given") {
  std::vector<std::int64_t> places = {0, 1, 2, 3};
  const Bytes first = Cut(residual(), places).fenced.bytes;
  while (std::next_permutation(places.begin(), places.end())) CHECK(Cut(residual(), places).fenced.bytes == first);
}

TEST_CASE("trap 21: operators in no order that can run, a tensor with two makers and a written input are refused") {
  ModelSpec backwards = residual();
  backwards.op(0).inputs = {3, 3};
  CHECK_THROWS_AS(Cut(backwards, {1}), fence::ModelError);
  ModelSpec itself = residual();
  itself.op(2).inputs = {3, 2};
  CHECK_THROWS_AS(Cut(itself, {1}), fence::ModelError);
  ModelSpec twice = residual();
  twice.op(3).outputs = {3};
  CHECK_THROWS_AS(Cut(twice, {1}), fence::ModelError);
  ModelSpec input = residual();
  input.graphs[0].inputs = {0, 3};
  CHECK_THROWS_AS(Cut(input, {1}), fence::ModelError);
}

TEST_CASE("trap 22: intermediates and mutated inputs travel with an operator that is written anew") {
  ModelSpec m = residual();
  m.op(4).intermediates = Ints{0, -1};
  m.op(4).mutating_variable_inputs = Bytes{0, 1};
  const Cut cut(m, {1});
  const auto* op = cut.fenced->op(5);
  CHECK(Cut::list(op->intermediates()) == Ints32{0, -1});
  REQUIRE(op->mutating_variable_inputs() != nullptr);
  CHECK(op->mutating_variable_inputs()->Get(1) == 1);
}

TEST_CASE("trap 23: options of both kinds and debug indices of a rewired operator are what they were") {
  ModelSpec m = residual();
  m.op(4).options.reset();
  m.op(4).options_2 = OptionsSpec{7, {{0, 3}}};
  m.op(4).custom_options = Bytes{1, 2, 3};
  m.op(4).debug_metadata_index = 9;
  const Cut cut(m, {1});
  const auto* before = cut.source->op(4);
  const auto* after = cut.fenced->op(5);
  CHECK(after->builtin_options_2_type() == 7);
  const std::size_t shift = cut.result.front.size();
  CHECK(cut.fenced->offset(after->builtin_options_2()) == cut.source->offset(before->builtin_options_2()) + shift);
  CHECK(cut.fenced->offset(after->custom_options()) == cut.source->offset(before->custom_options()) + shift);
  CHECK(after->debug_metadata_index() == 9);
  CHECK(cut.fenced->op(1)->debug_metadata_index() == -1);
}

TEST_CASE("trap 24: outputs of signatures are rewired, where the index is 0 too, and those of other graphs are not") {
  ModelSpec m = chain(2);
  std::swap(m.graphs[0].tensors[0], m.graphs[0].tensors[1]);  // operator 0 makes tensor 0
  m.op(0).inputs = {1, 1};
  m.op(0).outputs = {0};
  m.op(1).inputs = {0, 0};
  m.graphs[0].inputs = {1};
  m.graphs[0].outputs = {2, 0};
  SignatureSpec signature;
  signature.key = "serve";
  signature.inputs = {{"in", 1}};
  signature.outputs = {{"kept", 2}, {"moved", 0}};
  signature.deprecated_tag = "tag";
  m.signatures = {signature};
  const Cut cut(m, {0});
  const auto* after = cut.fenced->root().signature_defs()->Get(0);
  CHECK(after->outputs()->Get(0)->tensor_index() == 2);
  CHECK(after->outputs()->Get(1)->tensor_index() == 3);
  CHECK(after->outputs()->Get(1)->name()->str() == "moved");
  CHECK(after->signature_key()->str() == "serve");
  CHECK(after->deprecated_tag()->str() == "tag");
  CHECK(after->inputs()->Get(0)->tensor_index() == 1);
  CHECK(cut.returned() == Ints32{2, 3});
}

TEST_CASE("trap 24: an output of a signature that leaves its index out, in a graph without tensors, is refused") {
  ModelSpec m;
  SignatureSpec signature;
  signature.key = "serve";
  signature.outputs = {{"none", 0}};
  m.signatures = {signature};
  CHECK_THROWS_WITH_AS(Held{m}, doctest::Contains("TensorMap.tensor_index"), fence::ModelError);
}

TEST_CASE("traps 25, 26: metadata that a cut would make false is refused by name") {
  for (const auto& [name, fault] :
       {std::pair{"OfflineMemoryAllocation", Fault::kForeignMetadataNoOfflinePlan},
        std::pair{"model_control_dependencies", Fault::kForeignMetadataNoControlDependencies},
        std::pair{"NPU_BYTE_CODE", Fault::kForeignMetadataNoByteCode}}) {
    ModelSpec m = residual();
    m.metadata = {{name, 0}};
    CHECK(refusal<fence::ModelError>(m, {1}) == fault);
  }
}

TEST_CASE("trap 27: all other metadata is kept") {
  for (const char* name : {"COMPRESSION_METADATA", "debug_metadata", "CONVERSION_METADATA", "min_runtime_version"}) {
    ModelSpec m = residual();
    m.metadata = {{name, 1}};
    const Cut cut(m, {1});
    CHECK(cut.fenced->root().metadata()->Get(0)->name()->str() == name);
    CHECK(cut.fenced->root().metadata()->Get(0)->buffer() == 1);
  }
}

TEST_CASE("trap 28: a model of none or several subgraphs is refused") {
  ModelSpec m = residual();
  m.graphs.clear();
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kModelOneSubgraph);
  m = residual();
  m.graphs.push_back(m.graphs[0]);
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kModelOneSubgraph);
}

TEST_CASE("trap 29: a model without buffers is refused: a new one would become the sentinel") {
  ModelSpec m = residual();
  m.buffers.clear();
  for (TensorSpec& t : m.graphs[0].tensors) t.buffer = 0;
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kModelHasBuffers);
}

TEST_CASE("traps 30, 31: each new tensor has a new buffer of its own, without data") {
  const Cut cut(residual(), {1, 2});
  std::set<std::uint32_t> buffers;
  std::set<const void*> tables;
  for (std::uint32_t i = cut.source->tensors(); i < cut.fenced->tensors(); ++i) {
    const std::uint32_t buffer = cut.fenced->tensor(i)->buffer();
    CHECK(buffer >= cut.source->root().buffers()->size());
    const auto* table = cut.fenced->root().buffers()->Get(buffer);
    CHECK(table->data() == nullptr);
    buffers.insert(buffer);
    tables.insert(table);
  }
  CHECK(buffers.size() == 4);
  CHECK(tables.size() == 4);
}

TEST_CASE("traps 32, 33: tensors of no element and scalars are carried as they are") {
  ModelSpec m = residual();
  m.tensor(1).shape = Ints{0};
  CHECK(Cut::list(Cut(m, {2}).fenced->tensor(7)->shape()) == Ints32{0});
  m.tensor(1).shape.reset();
  CHECK(Cut(m, {2}).fenced->tensor(7)->shape() == nullptr);
  m.tensor(1).shape = Ints{};
  m.tensor(1).has_rank = true;
  const Cut cut(m, {2});
  REQUIRE(cut.fenced->tensor(7)->shape() != nullptr);
  CHECK(cut.fenced->tensor(7)->shape()->size() == 0);
  CHECK(cut.fenced->tensor(7)->has_rank());
}

TEST_CASE("trap 34: an open shape signature is copied, an open shape is refused") {
  ModelSpec m = residual();
  m.tensor(1).shape_signature = Ints{-1, 4};
  CHECK(Cut::list(Cut(m, {2}).fenced->tensor(7)->shape_signature()) == Ints32{-1, 4});
  m.tensor(1).shape = Ints{-1, 4};
  CHECK(refusal<fence::CutError>(m, {2}) == Fault::kCrossingShapeKnown);
}

TEST_CASE("trap 35: quantization of every form is copied to a place of its own, an unknown form is refused") {
  std::vector<QuantizationSpec> forms(7);
  forms[1].min = {-1.0f};
  forms[1].max = {1.0f};
  forms[2] = per_tensor(0.5f, -3);
  forms[3].scale = {0.5f, 0.25f};
  forms[3].zero_point = {0, 1};
  forms[3].quantized_dimension = 1;
  forms[4].details_type = 1;
  forms[4].custom = {1, 2, 3};
  forms[5].details_type = 2;
  forms[5].scales = 2;
  forms[5].zero_points = -1;
  forms[6].details_type = 3;
  forms[6].dimensions = {0, 1};
  for (const QuantizationSpec& form : forms) {
    ModelSpec m = residual();
    m.tensor(1).quantization = form;
    const Cut cut(m, {2});
    const auto* a = cut.fenced->tensor(1)->quantization();
    const auto* b = cut.fenced->tensor(7)->quantization();
    CHECK(tflite::same_quantization_parameters(a, b));
    CHECK(a != b);
  }
  ModelSpec m = residual();
  m.tensor(1).quantization.reset();
  CHECK(Cut(m, {2}).fenced->tensor(7)->quantization() == nullptr);
  m.tensor(1).quantization = QuantizationSpec{};
  m.tensor(1).quantization->details_type = 9;
  CHECK_THROWS_AS(Cut(m, {2}), fence::CutError);
}

TEST_CASE("traps 36, 37: the first code that qualifies is used as it is written, any other of its name is refused") {
  struct Row {
    std::int32_t builtin, deprecated, version;
    bool used;
  };
  const auto code = [](const Row& row) {
    CodeSpec out;
    out.custom = std::string(contract::kCustomCode);
    out.builtin = row.builtin;
    out.deprecated = row.deprecated;
    out.version = row.version;
    return out;
  };
  for (const Row& row : {Row{32, 32, 1, true}, Row{32, 0, 1, true}, Row{0, 32, 1, true}, Row{32, 5, 1, true},
                         Row{32, -1, 1, true}, Row{5, 32, 1, false}, Row{-5, 32, 1, false}, Row{33, 32, 1, false},
                         Row{32, 127, 1, false}, Row{32, 32, 2, false}, Row{32, 32, 0, false}, Row{0, 0, 1, false}}) {
    CAPTURE(row.builtin);
    CAPTURE(row.deprecated);
    CAPTURE(row.version);
    ModelSpec m = residual();
    const std::uint32_t index = m.add(code(row));
    if (!row.used) {
      CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kReuseForeignOperatorCode);
      m.codes.insert(m.codes.begin() + 1, code({32, 32, 1, true}));
      CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kReuseForeignOperatorCode);
      continue;
    }
    m.add(code({32, 32, 1, true}));
    const Cut cut(m, {1});
    CHECK(cut.fenced->op(2)->opcode_index() == index);
    CHECK(cut.fenced->root().operator_codes()->size() == m.codes.size());
    CHECK(cut.fenced->root().operator_codes()->Get(index)->deprecated_builtin_code() == row.deprecated);
  }
}

TEST_CASE("trap 38: a name in another case is another operator, and told") {
  ModelSpec m = residual();
  m.op(1) = custom(m, "ethos_u_stream_split", {1}, {2});
  const Cut cut(m, {2});
  CHECK(cut.result.warnings.size() == 1);
  CHECK(cut.fenced->code(cut.fenced->op(3))->custom_code()->str() == contract::kCustomCode);
}

TEST_CASE("a refusal says what is wrong, and what to do") {
  const auto said = [](const ModelSpec& spec, std::int64_t after) {
    try {
      const Cut cut(spec, {after});
    } catch (const fence::Error& error) {
      return std::string(error.what());
    }
    return std::string("it was cut");
  };
  struct Row {
    std::string is;
    std::string part;
  };
  ModelSpec coded = residual();
  CodeSpec foreign;
  foreign.custom = std::string(contract::kCustomCode);
  foreign.builtin = 5;
  foreign.deprecated = 32;
  foreign.version = 2;
  coded.add(foreign);
  ModelSpec dispatched = residual();
  foreign.custom = "DISPATCH_OP";
  dispatched.add(foreign);
  ModelSpec ordered = residual();
  ordered.metadata.push_back({"model_control_dependencies", 0});
  ModelSpec twice = residual();
  twice.graphs.push_back(twice.graphs[0]);
  for (const Row& row : {
           Row{said(residual(), -1), "a negative number is no operator: they are counted from 0"},
           Row{said(coded, 1), "builtin 5, deprecated 32, version 2: an operator code of that name must be CUSTOM"},
           Row{said(coded, 1), "regenerate the model without it"},
           Row{said(dispatched, 1), "the model has been compiled, and DISPATCH_OP holds"},
           Row{said(dispatched, 1), "cut it before"},
           Row{said(ordered, 1), "it names operators by index, and a cut moves these: strip it"},
           Row{said(twice, 1), "it has 2 subgraphs: only a model of one subgraph is cut: write each subgraph as"},
       }) {
    CAPTURE(row.is);
    CHECK(row.is.find(row.part) != std::string::npos);
  }
}

TEST_CASE("traps 38, 41: the former name is refused, a fence of this contract may be cut again") {
  ModelSpec m = residual();
  m.add(custom(m, std::string(contract::kFormerCustomCodes[0]), {1}, {2}));
  m.graphs[0].operators.pop_back();  // its code alone is enough
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kForeignCodeNotFormerlyFenced);
  const Cut once(residual(), {1});
  const auto again = fence::rewrite_model_with_fences(*once.fenced.model, {{4}});
  CHECK(again.source_sha256 == once.fenced->sha256());
  CHECK(again.source_sha256 != once.source->sha256());
  REQUIRE(again.warnings.size() == 1);
  CHECK(again.warnings[0].find("it has 1 fence already") != std::string::npos);
}

TEST_CASE("traps 39, 40: a builtin operator of the name, and an unused code of it, are judged alike") {
  ModelSpec m = residual();
  m.codes[0].custom = std::string(contract::kCustomCode);
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kReuseForeignOperatorCode);
}

TEST_CASE("trap 42: what is compiled already is refused") {
  for (const auto& [name, fault] : {std::pair{"ethos-u", Fault::kForeignCodeNotCompiled},
                                    std::pair{"DISPATCH_OP", Fault::kForeignCodeNotDispatched}}) {
    ModelSpec m = residual();
    m.op(1) = custom(m, name, {1}, {2});
    CHECK(refusal<fence::ModelError>(m, {2}) == fault);
  }
}

TEST_CASE("trap 43: bytes behind the model stay at the end of the file") {
  ModelSpec m = residual();
  m.trailing = {'P', 'K', 5, 6, 1, 2, 3};
  const Cut cut(m, {1});
  CHECK(std::equal(m.trailing.rbegin(), m.trailing.rend(), cut.fenced.bytes.rbegin()));
}

TEST_CASE("trap 44: places in the file move with it, once each, and lead to the same data") {
  for (const bool share : {false, true}) {
    ModelSpec m = residual();
    BufferSpec outside;
    outside.outside = Bytes{11, 22, 33};
    m.buffers[2] = m.buffers[3] = outside;
    m.op(1).large_options = Bytes{5, 6};
    m.op(4).large_options = Bytes{7, 8, 9};  // of an operator that is written anew
    m.share = share;
    const Cut cut(m, {1});
    const auto data = [&](const Held& of, std::uint64_t offset, std::uint64_t size) {
      return Bytes(of.bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                   of.bytes.begin() + static_cast<std::ptrdiff_t>(offset + size));
    };
    for (std::uint32_t i : {2u, 3u}) {
      const auto* buffer = cut.fenced->root().buffers()->Get(i);
      CHECK(data(cut.fenced, buffer->offset(), buffer->size()) == *outside.outside);
      CHECK(buffer->offset() % 16 == 0);
    }
    const auto* one = cut.fenced->op(1);
    CHECK(data(cut.fenced, one->large_custom_options_offset(), one->large_custom_options_size()) == Bytes{5, 6});
    const auto* last = cut.fenced->op(5);
    CHECK(data(cut.fenced, last->large_custom_options_offset(), last->large_custom_options_size()) == Bytes{7, 8, 9});
  }
}

TEST_CASE("trap 44: data that lies over a number which has to move is refused") {
  ModelSpec m = residual();
  BufferSpec outside;
  outside.outside = Bytes{11, 22, 33};
  m.buffers[2] = outside;
  const Held sound(m);
  // Where the number itself is: the data of another buffer, which would change with it.
  const auto* table = reinterpret_cast<const flatbuffers::Table*>(sound->root().buffers()->Get(2));
  m.buffers[3].offset = sound->offset(table->GetAddressOf(4 + 2 * tflite::Buffer::kOffset));
  m.buffers[3].size = 8;
  Held held(m);
  const auto* moved = reinterpret_cast<const flatbuffers::Table*>(held->root().buffers()->Get(2));
  m.buffers[3].offset = held->offset(moved->GetAddressOf(4 + 2 * tflite::Buffer::kOffset));
  held = Held(m);
  CHECK_THROWS_AS(fence::rewrite_model_with_fences(*held.model, {{1}}), fence::ModelError);
}

TEST_CASE("trap 45: an offset of 2 GiB or more is not written") {
  fence::Front front;
  const auto table = front.label();
  front.root(table, tflite::kFileIdentifier);
  std::vector values = {fence::Front::Value::offset(0, fence::Front::Target::in_old(std::uint64_t{1} << 31))};
  front.table(table, values);
  CHECK(front.finish().empty());
}

TEST_CASE("trap 46: a field of a newer schema is kept where its table is not written anew, and else refused") {
  const Slots newer = {{40, 77}};
  const auto edited = [&](auto edit) {
    ModelSpec m = residual();
    edit(m);
    return m;
  };
  // Written anew by a cut behind operator 1: the model, the graph, operators 2 and 4, copies of tensors 1 and 2.
  for (const ModelSpec& m :
       {edited([&](ModelSpec& m) { m.newer = newer; }), edited([&](ModelSpec& m) { m.graphs[0].newer = newer; }),
        edited([&](ModelSpec& m) { m.op(2).newer = newer; }), edited([&](ModelSpec& m) { m.tensor(1).newer = newer; }),
        edited([&](ModelSpec& m) { m.tensor(1).quantization->newer = newer; })}) {
    CHECK_THROWS_AS(Cut(m, {1}), fence::Error);
  }
  const auto kept = [&](const ModelSpec& m) {
    const Cut cut(m, {1});
    const Bytes& whole = cut.fenced.bytes;
    CHECK(std::equal(cut.source.bytes.rbegin(), cut.source.bytes.rend(), whole.rbegin()));
  };
  kept(edited([&](ModelSpec& m) { m.op(1).newer = newer; }));
  kept(edited([&](ModelSpec& m) { m.tensor(4).newer = newer; }));
  kept(edited([&](ModelSpec& m) { m.buffers[1].newer = newer; }));
  kept(edited([&](ModelSpec& m) { m.op(4).options->fields = newer; }));
}

TEST_CASE("trap 46: where each cut would drop a field of a newer schema, inspect and plan refuse it as a cut does") {
  for (const char* name : {"newer-field-of-a-graph", "newer-field-of-the-model"}) {
    const std::vector<Ready> all = ready_models();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Ready& each) { return each.name == name; });
    REQUIRE(found != all.end());
    const Held held(found->spec);
    const fence::Inspection seen = fence::inspect(*held.model);
    CHECK(seen.refused.find("of a schema newer than this tool's") != std::string::npos);
    for (const fence::OperatorView& op : seen.operators) {
      CHECK(op.refused == seen.refused);
      CHECK(!op.looked_behind);
    }
    fence::FenceRequest request;
    request.policy.kind = fence::FencePolicy::Kind::kSegments;
    request.policy.segments = 2;
    CHECK_THROWS_AS(fence::plan_fences(*held.model, request), fence::ModelError);
  }
}

TEST_CASE("trap 47: a file that ends early or has one wrong byte is refused or read, and nothing else happens") {
  const Bytes whole = residual().build();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    part.shrink_to_fit();
    CHECK_THROWS_AS(fence::Model("part", part), fence::ModelError);
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const std::uint8_t with : {std::uint8_t{0x01}, std::uint8_t{0x80}, std::uint8_t{0xff}}) {
      Bytes bad = whole;
      bad[at] = static_cast<std::uint8_t>(bad[at] ^ with);
      try {
        const fence::Model model("bad", bad);
        const auto fenced = fence::rewrite_model_with_fences(model, {{1}});
        const Bytes out = fenced.bytes();
        const fence::Model again("again", out);
      } catch (const fence::Error&) {
      }
    }
  }
}

// Whose message says where: a byte, and what is there.
std::string damage(const Bytes& bytes) {
  try {
    const fence::Model model("bad", bytes);
  } catch (const fence::ModelError& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("trap 47: a file that was cut short is told with the first place that leads beyond its end") {
  const Bytes whole = residual().build();
  for (std::size_t size = 8; size + 16 < whole.size(); ++size) {
    CAPTURE(size);
    const std::string said = damage(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    CHECK(said.find("byte ") != std::string::npos);
    CHECK(said.find(std::to_string(size) + ": was the file cut short?") != std::string::npos);
  }
}

TEST_CASE("trap 47: a vtable that is too short for the sizes that it begins with is refused with its place") {
  // The root's offset, the identifier, a table, and at the very end a vtable that says it has 2 bytes.
  const Bytes bytes = {8, 0, 0, 0, 'T', 'F', 'L', '3', 0xfc, 0xff, 0xff, 0xff, 2, 0};
  CHECK(damage(bytes).find("Model at byte 8: damaged: its vtable, at byte 12, has 2 bytes") != std::string::npos);
}

TEST_CASE("trap 47: an index that goes nowhere is told with the tensor or operator that holds it, as it is written") {
  ModelSpec m = chain(3);
  m.op(1).inputs = {-7};
  CHECK(damage(m.build()).find("operator 1: element 0 is -7, and there are 4 of SubGraph.tensors") !=
        std::string::npos);
  m = chain(3);
  m.tensor(2).buffer = 0xfffffff0;
  CHECK(damage(m.build()).find("tensor 2: it is 4294967280, and there are") != std::string::npos);
  m = chain(3);
  m.tensor(1).name = "\xff";
  CHECK(damage(m.build()).find("tensor 1: '\\xFF' is not UTF-8") != std::string::npos);
}

// A comb: what each operator makes is read by the last one, so that a cut behind operator i copies i + 1 tensors.
ModelSpec comb(std::uint32_t operators, const std::string& name) {
  ModelSpec m = chain(operators);
  m.share = true;
  for (std::uint32_t i = 1; i < operators; ++i) m.op(operators - 1).inputs.push_back(static_cast<std::int32_t>(i));
  for (TensorSpec& tensor : m.graphs[0].tensors) tensor.name = name;
  return m;
}

TEST_CASE("trap 47: a small file whose tables share much is refused before it takes long, or much memory") {
  const auto said = [](const ModelSpec& of, auto use) -> std::string {
    const Held held(of);
    try {
      use(*held.model);
    } catch (const fence::ModelError& error) {
      return error.what();
    }
    return {};
  };
  const auto inspect = [](const fence::Model& model) { fence::inspect(model); };
  const auto cut_all = [](const fence::Model& model) {
    fence::FenceConfig all;
    for (std::int64_t i = 0; i + 1 < model.operators(); ++i) all.after_ops.push_back(i);
    fence::rewrite_model_with_fences(model, all);
  };
  const std::string much = "its tables share so much that ";
  const ModelSpec names = comb(60, std::string(300'000, 'n'));
  CHECK(said(names, inspect).find(much + "showing all that its cuts would copy") != std::string::npos);
  CHECK(said(names, cut_all).find(much + "naming the copies of so many tensors") != std::string::npos);
  CHECK(said(comb(20, "n"), inspect) == "");
  CHECK(said(comb(20, "n"), cut_all) == "");
  CHECK_THROWS_WITH_AS(Held{comb(70, std::string(1'000'000, 'n'))},
                       doctest::Contains("reading it all would take too long"), fence::ModelError);
}

TEST_CASE("a position is judged the same, whatever was asked before") {
  const Held held(comb(30, "n"));
  const fence::Graph graph(*held.model);
  for (const std::uint32_t at : {5u, 20u, 3u, 3u, 28u, 0u}) {
    const std::vector<std::uint32_t> crossing = graph.crossing(at);
    REQUIRE(crossing.size() == at + 1);
    CHECK(crossing[0] == at + 1);
    for (std::uint32_t i = 1; i <= at; ++i) CHECK(crossing[i] == i);
  }
}

TEST_CASE("trap 48: an operator before the cut that shares its list of inputs with one behind it is not changed") {
  ModelSpec m = chain(4);
  m.share = true;
  m.op(2).inputs = m.op(1).inputs;
  m.op(2).options = m.op(1).options;
  const Cut cut(m, {1});
  CHECK(cut.inputs(1) == Ints32{1, 1});
  CHECK(cut.inputs(3) == Ints32{cut.outputs(2)[0], cut.outputs(2)[0]});
}

TEST_CASE("trap 49: a missing identifier, a size in front and another version are told apart") {
  ModelSpec m = residual();
  m.identifier = "";
  CHECK_THROWS_AS(Cut(m, {1}), fence::ModelError);
  m = residual();
  m.size_prefixed = true;
  CHECK_THROWS_WITH_AS(Cut(m, {1}), doctest::Contains("begins with its size"), fence::ModelError);
  m = residual();
  m.version = 2;
  CHECK(refusal<fence::ModelError>(m, {1}) == Fault::kModelVersion3);
}

}  // namespace npuspec::test
