// Builds .tflite files in memory, so that tests need no file of anybody else.
//
// A ModelSpec says what is in a file, with defaults that make a sound one; a test takes a ready one, changes a line or
// two, and builds it. What a schema to come would add, what cannot be looked into, and what breaks a rule can all be
// said. Bytes are a function of the description alone. Nothing is checked: tests/fence/test_models.cpp shows that each
// ready model is what it claims to be. Building costs a few copies of the data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tflite_gen.hpp"

namespace npuspec::test {

using tflite::TensorType;
using Bytes = std::vector<std::uint8_t>;
using Ints = std::vector<std::int32_t>;

// A field of 4 bytes that this schema has no name for: of a newer schema, or in what is opaque.
struct Slot {
  std::uint16_t id = 0;
  std::uint32_t value = 0;

  friend bool operator==(const Slot&, const Slot&) = default;
};
using Slots = std::vector<Slot>;

// An opaque table, and the tag of the union that it is in.
struct OptionsSpec {
  std::uint8_t type = 0;
  Slots fields;

  friend bool operator==(const OptionsSpec&, const OptionsSpec&) = default;
};

struct QuantizationSpec {
  std::optional<std::vector<float>> min, max, scale;
  std::optional<std::vector<std::int64_t>> zero_point;
  std::uint8_t details_type = 0;  // 1 custom, 2 blockwise, 3 multi-axis; any other is an opaque table
  Bytes custom;                   // of 1
  std::int32_t scales = 0;        // of 2 and 3, like the next two
  std::int32_t zero_points = 0;
  std::int32_t block_size = 0;
  Ints dimensions;  // of 3
  std::int32_t quantized_dimension = 0;
  Slots newer_details;  // in the details, but opaque ones
  Slots newer;

  friend bool operator==(const QuantizationSpec&, const QuantizationSpec&) = default;
};

// One step and one zero point for all of a tensor.
QuantizationSpec per_tensor(float scale, std::int64_t zero_point);

struct TensorSpec {
  std::optional<std::string> name;
  std::optional<Ints> shape;
  TensorType type = TensorType::INT8;
  std::uint32_t buffer = 0;
  std::optional<QuantizationSpec> quantization;
  bool is_variable = false;
  std::optional<OptionsSpec> sparsity;
  std::optional<Ints> shape_signature;
  bool has_rank = false;
  std::vector<OptionsSpec> variant_tensors;
  std::uint32_t external_buffer = 0;
  Slots newer;

  friend bool operator==(const TensorSpec&, const TensorSpec&) = default;
};

struct OperatorSpec {
  std::uint32_t code = 0;  // its index
  Ints inputs, outputs;
  std::optional<OptionsSpec> options, options_2;
  std::optional<Bytes> custom_options;
  std::int8_t custom_options_format = 0;
  std::optional<Bytes> mutating_variable_inputs;
  std::optional<Ints> intermediates;
  std::optional<Bytes> large_options;  // behind the flatbuffer
  std::int32_t debug_metadata_index = -1;
  Slots newer;

  friend bool operator==(const OperatorSpec&, const OperatorSpec&) = default;
};

struct CodeSpec {
  std::int32_t builtin = 0;
  std::int32_t deprecated = 0;
  std::optional<std::string> custom;
  std::int32_t version = 1;
  Slots newer;

  friend bool operator==(const CodeSpec&, const CodeSpec&) = default;
};

struct BufferSpec {
  std::optional<Bytes> data;
  std::optional<Bytes> outside;  // behind the flatbuffer; then offset and size are made for it
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  Slots newer;

  friend bool operator==(const BufferSpec&, const BufferSpec&) = default;
};

struct GraphSpec {
  std::vector<TensorSpec> tensors;
  std::vector<OperatorSpec> operators;
  Ints inputs, outputs;
  std::optional<std::string> name;
  std::int32_t debug_metadata_index = -1;
  Slots newer;
};

struct SignatureSpec {
  std::string key;
  std::vector<std::pair<std::string, std::uint32_t>> inputs, outputs;
  std::uint32_t graph = 0;
  std::optional<std::string> deprecated_tag;
  Slots newer;
};

struct MetadataSpec {
  std::string name;
  std::uint32_t buffer = 0;
};

struct ExternalBufferSpec {
  std::uint32_t id = 0;
  std::uint32_t group = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string packing;
};

struct ModelSpec {
  std::uint32_t version = 3;
  std::vector<CodeSpec> codes;
  std::vector<GraphSpec> graphs{1};
  std::optional<std::string> description;
  std::vector<BufferSpec> buffers{1};
  Ints metadata_buffer;
  std::vector<MetadataSpec> metadata;
  std::vector<SignatureSpec> signatures;
  std::vector<std::string> external_groups;
  std::vector<ExternalBufferSpec> external_buffers;
  Slots newer;

  std::string identifier{tflite::kFileIdentifier};  // none where it is empty
  bool size_prefixed = false;
  Bytes trailing;        // behind everything
  bool empties = false;  // whether a vector of the model without elements is there
  bool share = false;    // whether vectors, names and tables that are equal lie in one place

  TensorSpec& tensor(std::size_t index) { return graphs[0].tensors[index]; }
  OperatorSpec& op(std::size_t index) { return graphs[0].operators[index]; }
  // Each gives the index of the new one.
  std::uint32_t add(TensorSpec tensor);
  std::uint32_t add(OperatorSpec op);
  std::uint32_t add(CodeSpec code);
  std::uint32_t add(BufferSpec buffer);

  Bytes build() const;
};

// Back from a sound file: all but what is opaque, fields of newer schemas, external buffers, and what lies behind the
// flatbuffer. So of a model without these, the same model in another layout.
ModelSpec read_model(const Bytes& file);

// --- ready ones ---

// t0 -> ADD -> t1 -> ADD -> ... : each operator adds the one before to itself. INT8 [1, 4], with a name, quantization
// and a buffer of its own for each tensor.
ModelSpec chain(unsigned operators);

// A depthwise-separable net for keywords with residual adds: 23 operators, per-channel weights of about that many
// bytes, random from a fixed seed. The graph is the same for any size. An interpreter can run it.
ModelSpec ds_cnn(std::size_t weights);

// Four operators: ADD, SPLIT in two, ADD of one half, ADD of both; both last results are returned.
ModelSpec split();

// An operator of a name of one's own that reads and writes these.
OperatorSpec custom(ModelSpec& in, const std::string& name, Ints inputs, Ints outputs);

enum class Expect {
  kCut,        // each cut that something crosses is made
  kNoModel,    // the bytes are refused
  kNoCut,      // a model, and none that can be cut anywhere
  kNotBehind,  // cut behind some operators, and refused behind others
};

struct Ready {
  std::string name;  // as a file: letters, digits and dashes
  ModelSpec spec;
  Expect expect = Expect::kCut;
};

// One for each thing that a model may have, sound or not.
std::vector<Ready> ready_models();

}  // namespace npuspec::test
