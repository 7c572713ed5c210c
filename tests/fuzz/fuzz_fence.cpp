// Feeds bytes to what reads, cuts and verifies TFLite models.
//
// Nothing may crash, hang or exhaust memory. What is cut is a model again, and the verifier, which takes nothing from
// the rewriter, finds nothing wrong with it; what it finds wrong with damaged copies, it says.
//
// Inputs are mutated as bytes, field by field by the generated tables of fields, and as descriptions of models that are
// edited and built anew: so they stay models for long.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <random>
#include <span>
#include <vector>

#include "fence/rewrite.h"
#include "fence/verify.h"
#include "fence/walk.h"
#include "fuzz/demand.h"
#include "support/models.h"

using namespace npuspec;
using fence::Model;
using test::Bytes;
using test::demand;
using test::ModelSpec;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::uint32_t below(std::size_t count) { return count == 0 ? 0 : static_cast<std::uint32_t>(engine_() % count); }
  bool once_in(unsigned times) { return below(times) == 0; }
  std::int32_t number() {
    constexpr std::int32_t kOdd[] = {-1, 0, 1, 2, 32, 127, 128, -128, 1 << 30, INT32_MAX, INT32_MIN};
    return once_in(2) ? kOdd[below(std::size(kOdd))] : static_cast<std::int32_t>(below(16));
  }
  template <class T>
  T& of(std::vector<T>& all) {
    return all[below(all.size())];
  }

 private:
  std::mt19937 engine_;
};

// Another number in some scalar of some table.
class Scalars : public fence::Visitor {
 public:
  void field(const fence::At& at) override {
    if (places.size() > 10'000 || !at.present()) return;
    if (at.field->form == fence::Form::kScalar) places.emplace_back(at.place(), at.field->width);
    if (at.field->form != fence::Form::kScalars) return;
    const auto* all = at.as<flatbuffers::Vector<std::uint8_t>>();
    if (all->size() > 0) places.emplace_back(all->data(), at.field->width);
  }

  std::vector<std::pair<const std::uint8_t*, std::uint8_t>> places;
};

void edit_fields(const Model& model, Random& random) {
  Scalars scalars;
  fence::walk(fence::root_table(model.root()), fence::TableId::kModel, scalars);
  for (unsigned i = 0; i < 1 + random.below(3) && !scalars.places.empty(); ++i) {
    const auto [place, width] = random.of(scalars.places);
    const auto value = static_cast<std::uint64_t>(std::int64_t{random.number()});
    std::memcpy(const_cast<std::uint8_t*>(place), &value, width);
  }
}

void edit_graph(test::GraphSpec& graph, Random& random) {
  const auto tensor = [&] { return static_cast<std::int32_t>(random.below(graph.tensors.size())); };
  if (graph.tensors.empty() || graph.operators.empty()) return;
  test::TensorSpec& t = random.of(graph.tensors);
  test::OperatorSpec& op = random.of(graph.operators);
  switch (random.below(16)) {
    case 0:
      return op.inputs.push_back(random.once_in(8) ? -1 : tensor());
    case 1:
      return op.outputs.push_back(tensor());
    case 2:
      if (!op.inputs.empty()) random.of(op.inputs) = tensor();
      return;
    case 3:
      return graph.outputs.push_back(tensor());
    case 4: {
      const test::TensorSpec copy = t;
      graph.tensors.push_back(copy);
      op.outputs.push_back(static_cast<std::int32_t>(graph.tensors.size() - 1));
      return;
    }
    case 5: {
      const test::OperatorSpec copy = op;
      graph.operators.insert(graph.operators.begin() + random.below(graph.operators.size()), copy);
      return;
    }
    case 6:
      t.type = static_cast<tflite::TensorType>(random.number());
      return;
    case 7:
      t.shape = test::Ints{random.number(), random.number()};
      return;
    case 8:
      t.name = random.once_in(2) ? random.of(graph.tensors).name.value_or("") + "/stream_split" : std::string("/1");
      return;
    case 9:
      t.quantization = test::per_tensor(0.5f, random.number());
      t.quantization->details_type = static_cast<std::uint8_t>(random.below(5));
      t.quantization->scales = tensor();
      t.quantization->zero_points = tensor();
      return;
    case 10:
      t.shape_signature = test::Ints{-1, random.number()};
      t.has_rank = true;
      return;
    case 11:
      t.is_variable = true;
      return;
    case 12:
      t.newer = {{static_cast<std::uint16_t>(20 + random.below(30)), 1}};
      return;
    case 13:
      op.options = test::OptionsSpec{1, {{static_cast<std::uint16_t>(random.below(6)), 7}}};
      return;
    case 14:
      op.large_options = Bytes(random.below(40), 3);
      return;
    default:
      op.intermediates = test::Ints{-1, tensor()};
      return;
  }
}

void edit(ModelSpec& spec, Random& random) {
  if (!spec.graphs.empty() && !random.once_in(4)) return edit_graph(spec.graphs[0], random);
  switch (random.below(6)) {
    case 0: {
      test::CodeSpec code;
      code.builtin = random.once_in(2) ? 32 : random.number();
      code.deprecated = random.once_in(2) ? 32 : random.number();
      code.custom = std::string(ethos_u_stream_split::kCustomCode);
      spec.add(code);
      return;
    }
    case 1:
      if (!spec.buffers.empty()) random.of(spec.buffers).outside = Bytes(random.below(64), 5);
      return;
    case 2:
      spec.trailing = Bytes(random.below(40), 0x50);
      return;
    case 3:
      spec.share = !spec.share;
      return;
    case 4: {
      test::SignatureSpec signature;
      const std::size_t tensors = spec.graphs.empty() ? 0 : spec.graphs[0].tensors.size();
      for (unsigned i = 0; i < random.below(4); ++i) signature.outputs.emplace_back("out", random.below(tensors));
      spec.signatures.push_back(signature);
      return;
    }
    default:
      spec.description = "x";
      return;
  }
}

std::size_t give(const Bytes& bytes, std::uint8_t* data, std::size_t most) {
  if (bytes.size() > most) return 0;
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

// The cuts that these bytes ask for: the sum of them chooses.
fence::FenceConfig cuts_of(const Model& model) {
  unsigned seed = 0;
  for (std::uint8_t each : model.bytes()) seed = seed * 31 + each;
  Random random(seed);
  fence::FenceConfig out;
  const std::size_t operators = model.operators();
  for (unsigned i = 0; i < 1 + random.below(3); ++i) out.after_ops.push_back(random.below(operators + 1));
  return out;
}

void judge(const Model& source, const fence::RewriteResult& made) {
  const Bytes file = made.bytes();
  std::vector<fence::Finding> findings;
  try {
    findings = fence::verify_fenced(source, Model("fenced", file), &made);
  } catch (const fence::ModelError& error) {
    std::cerr << error.what() << '\n';
    demand(false, "what the rewriter makes is a model");
  }
  for (const fence::Finding& each : findings) std::cerr << each.text() << '\n';
  demand(findings.empty(), "the verifier accepts what the rewriter makes");
  Random random(static_cast<unsigned>(file.size()));
  Bytes damaged = file;
  const Model old("damaged", damaged);
  edit_fields(old, random);
  try {
    fence::verify_fenced(source, Model("damaged", damaged), &made);
  } catch (const fence::ModelError&) {
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  Random random(seed);
  if (random.once_in(3)) return LLVMFuzzerMutate(data, size, most);
  Bytes bytes(data, data + size);
  try {
    const Model model("input", bytes);
    if (random.once_in(2)) {
      edit_fields(model, random);
      return give(bytes, data, most);
    }
    ModelSpec spec = test::read_model(bytes);
    for (unsigned i = 0; i < 1 + random.below(4); ++i) edit(spec, random);
    if (const std::size_t made = give(spec.build(), data, most); made != 0) return made;
  } catch (const fence::Error&) {
  }
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A model lies where its alignment holds.
  const Bytes bytes(data, data + size);
  try {
    const Model source("source", bytes);
    judge(source, fence::rewrite_model_with_fences(source, cuts_of(source)));
  } catch (const fence::Error&) {
  }
  return 0;
}
