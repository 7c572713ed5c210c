// The generated field tables against the public schema, typed here from its description, not from the spec.
#include <doctest/doctest.h>
#include <flatbuffers/flatbuffers.h>

#include <array>
#include <string_view>
#include <vector>

#include "tflite_gen.hpp"
#include "tflite_generated.h"

namespace tflite = npuspec::tflite;
namespace fbs = npuspec::tflite::fbs;
using tflite::Form;
using tflite::TableId;

namespace {

// s: string, t: a table, T: tables, o: Opaque, O: Opaques; i1 u4 f4 b1 ...: a scalar; [i4]: a vector of scalars.
struct Known {
  std::string_view name;
  std::string_view wire;
  std::int64_t reads_as = 0;
};

struct KnownTable {
  TableId id;
  std::vector<Known> fields;
};

const std::vector<KnownTable>& schema() {
  static const std::vector<KnownTable> tables = {
      {TableId::kModel,
       {{"version", "4"},
        {"operator_codes", "T"},
        {"subgraphs", "T"},
        {"description", "s"},
        {"buffers", "T"},
        {"metadata_buffer", "[4]"},
        {"metadata", "T"},
        {"signature_defs", "T"},
        {"external_buffer_groups", "T"},
        {"external_buffers", "T"}}},
      {TableId::kOperatorCode,
       {{"deprecated_builtin_code", "1"}, {"custom_code", "s"}, {"version", "4", 1}, {"builtin_code", "4"}}},
      {TableId::kSubGraph,
       {{"tensors", "T"},
        {"inputs", "[4]"},
        {"outputs", "[4]"},
        {"operators", "T"},
        {"name", "s"},
        {"debug_metadata_index", "4", -1}}},
      {TableId::kOperator,
       {{"opcode_index", "4"},
        {"inputs", "[4]"},
        {"outputs", "[4]"},
        {"builtin_options_type", "1"},
        {"builtin_options", "o"},
        {"custom_options", "[1]"},
        {"custom_options_format", "1"},
        {"mutating_variable_inputs", "[1]"},
        {"intermediates", "[4]"},
        {"large_custom_options_offset", "8"},
        {"large_custom_options_size", "8"},
        {"builtin_options_2_type", "1"},
        {"builtin_options_2", "o"},
        {"debug_metadata_index", "4", -1}}},
      {TableId::kTensor,
       {{"shape", "[4]"},
        {"type", "1"},
        {"buffer", "4"},
        {"name", "s"},
        {"quantization", "t"},
        {"is_variable", "1"},
        {"sparsity", "o"},
        {"shape_signature", "[4]"},
        {"has_rank", "1"},
        {"variant_tensors", "O"},
        {"external_buffer", "4"}}},
      {TableId::kQuantizationParameters,
       {{"min", "[4]"},
        {"max", "[4]"},
        {"scale", "[4]"},
        {"zero_point", "[8]"},
        {"details_type", "1"},
        {"details", "o"},
        {"quantized_dimension", "4"}}},
      {TableId::kCustomQuantization, {{"custom", "[1]"}}},
      {TableId::kBlockwiseQuantization, {{"scales", "4"}, {"zero_points", "4"}, {"block_size", "4"}}},
      {TableId::kMultiAxisQuantization,
       {{"scales", "4"}, {"zero_points", "4"}, {"block_size", "4"}, {"quantized_dimensions", "[4]"}}},
      {TableId::kBuffer, {{"data", "[1]"}, {"offset", "8"}, {"size", "8"}}},
      {TableId::kMetadata, {{"name", "s"}, {"buffer", "4"}}},
      {TableId::kTensorMap, {{"name", "s"}, {"tensor_index", "4"}}},
      {TableId::kSignatureDef,
       {{"inputs", "T"}, {"outputs", "T"}, {"signature_key", "s"}, {"deprecated_tag", "s"}, {"subgraph_index", "4"}}},
      {TableId::kExternalBufferGroup, {{"name", "s"}}},
      {TableId::kExternalBuffer, {{"id", "4"}, {"group", "4"}, {"offset", "8"}, {"length", "8"}, {"packing", "s"}}},
  };
  return tables;
}

std::string wire_of(const tflite::Field& field) {
  std::string width = std::to_string(field.width);
  switch (field.form) {
    case Form::kScalar:
      return width;
    case Form::kScalars:
      return "[" + width + "]";
    case Form::kString:
      return "s";
    case Form::kTable:
      return "t";
    case Form::kTables:
      return "T";
    case Form::kOpaque:
      return "o";
    case Form::kOpaques:
      return "O";
    case Form::kStrings:
      break;
  }
  return "S";
}

std::uint64_t bits(std::int64_t value, unsigned width) {
  auto wide = static_cast<std::uint64_t>(value);
  return width == 8 ? wide : wide & ((std::uint64_t{1} << (8 * width)) - 1);
}

const tflite::Field& field_named(TableId table, std::string_view name) {
  for (const tflite::Field& field : tflite::fields(table)) {
    if (field.name == name) return field;
  }
  FAIL("no such field");
  return tflite::kModelFields[0];
}

}  // namespace

TEST_CASE(
    "every table has the fields, in the order of their ids, with the wire types and defaults of the public schema") {
  CHECK(schema().size() == static_cast<std::size_t>(TableId::kNone));
  for (const KnownTable& known : schema()) {
    CAPTURE(tflite::name(known.id));
    std::span<const tflite::Field> fields = tflite::fields(known.id);
    REQUIRE(fields.size() == known.fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
      CAPTURE(known.fields[i].name);
      CHECK(fields[i].name == known.fields[i].name);
      CHECK(fields[i].id == i);
      CHECK(fields[i].slot() == 4 + 2 * i);
      CHECK(wire_of(fields[i]) == known.fields[i].wire);
      CHECK(fields[i].default_bits == bits(known.fields[i].reads_as, fields[i].width));
    }
  }
}

TEST_CASE("a table's kinds have a letter for each field: 'o' for an offset, its bytes for a scalar") {
  CHECK(tflite::Model::kKinds == "4ooooooooo");
  CHECK(tflite::SubGraph::kKinds == "ooooo4");
  CHECK(tflite::Operator::kKinds == "4oo1oo1oo881o4");
  CHECK(tflite::Tensor::kKinds == "o14oo1oo1o4");
  CHECK(tflite::QuantizationParameters::kKinds == "oooo1o4");
  CHECK(tflite::SignatureDef::kKinds == "oooo4");
  CHECK(tflite::TensorMap::kKinds == "o4");
  for (const KnownTable& known : schema()) CHECK(tflite::kinds(known.id).size() == known.fields.size());
}

TEST_CASE("flatc's vtable offsets are the slots of the field tables") {
  CHECK(fbs::Tensor::VT_SHAPE == field_named(TableId::kTensor, "shape").slot());
  CHECK(fbs::Tensor::VT_EXTERNAL_BUFFER == field_named(TableId::kTensor, "external_buffer").slot());
  CHECK(fbs::QuantizationParameters::VT_DETAILS_TYPE ==
        field_named(TableId::kQuantizationParameters, "details_type").slot());
  CHECK(fbs::QuantizationParameters::VT_DETAILS == field_named(TableId::kQuantizationParameters, "details").slot());
  CHECK(fbs::QuantizationParameters::VT_QUANTIZED_DIMENSION ==
        field_named(TableId::kQuantizationParameters, "quantized_dimension").slot());
  CHECK(fbs::Operator::VT_BUILTIN_OPTIONS == field_named(TableId::kOperator, "builtin_options").slot());
  CHECK(fbs::Operator::VT_LARGE_CUSTOM_OPTIONS_OFFSET ==
        field_named(TableId::kOperator, "large_custom_options_offset").slot());
  CHECK(fbs::Operator::VT_DEBUG_METADATA_INDEX == field_named(TableId::kOperator, "debug_metadata_index").slot());
  CHECK(fbs::Model::VT_EXTERNAL_BUFFERS == field_named(TableId::kModel, "external_buffers").slot());
}

TEST_CASE("only Buffer.offset and Operator.large_custom_options_offset are places in the file, and only above 1") {
  std::vector<std::string> found;
  for (const KnownTable& known : schema()) {
    for (const tflite::Field& field : tflite::fields(known.id)) {
      if (!field.is_file_offset) continue;
      CHECK(field.file_offset_above == 1);
      found.push_back(std::string(tflite::name(known.id)) + "." + std::string(field.name));
    }
  }
  CHECK(found == std::vector<std::string>{"Operator.large_custom_options_offset", "Buffer.offset"});
}

TEST_CASE("every index says which vector it is into") {
  struct Reference {
    TableId table;
    std::string_view field;
    TableId to;
    std::uint16_t id;
  };
  const std::vector<Reference> references = {
      {TableId::kSubGraph, "inputs", TableId::kSubGraph, 0},
      {TableId::kSubGraph, "outputs", TableId::kSubGraph, 0},
      {TableId::kOperator, "opcode_index", TableId::kModel, 1},
      {TableId::kOperator, "inputs", TableId::kSubGraph, 0},
      {TableId::kOperator, "outputs", TableId::kSubGraph, 0},
      {TableId::kOperator, "intermediates", TableId::kSubGraph, 0},
      {TableId::kTensor, "buffer", TableId::kModel, 4},
      {TableId::kBlockwiseQuantization, "scales", TableId::kSubGraph, 0},
      {TableId::kBlockwiseQuantization, "zero_points", TableId::kSubGraph, 0},
      {TableId::kMultiAxisQuantization, "scales", TableId::kSubGraph, 0},
      {TableId::kMultiAxisQuantization, "zero_points", TableId::kSubGraph, 0},
      {TableId::kMetadata, "buffer", TableId::kModel, 4},
      {TableId::kTensorMap, "tensor_index", TableId::kSubGraph, 0},
      {TableId::kSignatureDef, "subgraph_index", TableId::kModel, 2},
  };
  for (const Reference& each : references) {
    CAPTURE(each.field);
    const tflite::Field& field = field_named(each.table, each.field);
    CHECK(field.ref_table == each.to);
    CHECK(field.ref_id == each.id);
  }
  CHECK(field_named(TableId::kOperator, "inputs").may_be_absent);
  CHECK(field_named(TableId::kOperator, "inputs").absent_index == -1);
  CHECK_FALSE(field_named(TableId::kOperator, "outputs").may_be_absent);
}

TEST_CASE(
    "the element types are numbered as the public schema numbers them, and the eight that a fence copies have their "
    "sizes") {
  using tflite::TensorType;
  constexpr std::array<std::string_view, 23> kNames = {
      "FLOAT32",   "FLOAT16", "INT32",    "UINT8",      "INT64",  "STRING",        "BOOL",       "INT16",
      "COMPLEX64", "INT8",    "FLOAT64",  "COMPLEX128", "UINT64", "RESOURCE",      "VARIANT",    "UINT32",
      "UINT16",    "INT4",    "BFLOAT16", "INT2",       "UINT4",  "FLOAT8_E4M3FN", "FLOAT8_E5M2"};
  for (std::size_t i = 0; i < kNames.size(); ++i) CHECK(tflite::name(static_cast<TensorType>(i)) == kNames[i]);
  CHECK(tflite::name(static_cast<TensorType>(23)).empty());
  struct Copied {
    TensorType type;
    std::int64_t bytes;
  };
  const std::vector<Copied> copied = {{TensorType::INT8, 1},    {TensorType::UINT8, 1}, {TensorType::INT16, 2},
                                      {TensorType::INT32, 4},   {TensorType::INT64, 8}, {TensorType::FLOAT16, 2},
                                      {TensorType::FLOAT32, 4}, {TensorType::BOOL, 1}};
  std::size_t seen = 0;
  for (int i = -128; i < 128; ++i) {
    auto type = static_cast<TensorType>(i);
    std::int64_t bytes = 0;
    for (const Copied& each : copied) bytes = each.type == type ? each.bytes : bytes;
    CHECK(tflite::copied(type) == (bytes != 0));
    CHECK(tflite::bytes(type) == bytes);
    seen += bytes != 0;
  }
  CHECK(seen == 8);
  CHECK(static_cast<int>(tflite::BuiltinOperator::CUSTOM) == 32);
  CHECK(static_cast<int>(tflite::BuiltinOperator::PLACEHOLDER_FOR_GREATER_OP_CODES) == 127);
  CHECK(static_cast<int>(fbs::TensorType::INT8) == 9);
}
