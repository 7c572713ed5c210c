// Ids, types, defaults and meanings of the flatbuffer fields of tflite.
// Source: schema.fbs of TensorFlow Lite and LiteRT, version 3 with external buffers (3d)
// Made from specs/fence/tflite.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// For code that reads fields by id, or writes tables of its own: what each field holds, what an absent one reads as, which
// numbers are indices and which are places in the file. Accessors for reading are flatc's, in
// tflite_generated.h; same_* here take those, or anything shaped like them (base/flat.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/flat.h"

namespace npuspec::tflite {

inline constexpr std::string_view kFileIdentifier = "TFL3";

// Open: values without a name may be met.
// The element type of a tensor.
// Source: schema.fbs; copied: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
// specs/fence/tflite.yaml:11
enum class TensorType : std::int8_t {
  // binary32
  // specs/fence/tflite.yaml:19
  FLOAT32 = 0,
  // binary16; copying needs no arithmetic
  // specs/fence/tflite.yaml:20
  FLOAT16 = 1,
  // 32 bits
  // specs/fence/tflite.yaml:21
  INT32 = 2,
  // 8 bits without a sign
  // specs/fence/tflite.yaml:22
  UINT8 = 3,
  // 64 bits
  // specs/fence/tflite.yaml:23
  INT64 = 4,
  // offsets and characters
  // specs/fence/tflite.yaml:24
  STRING = 5,
  // one byte each
  // specs/fence/tflite.yaml:25
  BOOL = 6,
  // 16 bits
  // specs/fence/tflite.yaml:26
  INT16 = 7,
  // two binary32
  // specs/fence/tflite.yaml:27
  COMPLEX64 = 8,
  // 8 bits
  // specs/fence/tflite.yaml:28
  INT8 = 9,
  // binary64
  // specs/fence/tflite.yaml:29
  FLOAT64 = 10,
  // two binary64
  // specs/fence/tflite.yaml:30
  COMPLEX128 = 11,
  // 64 bits without a sign
  // specs/fence/tflite.yaml:31
  UINT64 = 12,
  // a handle
  // specs/fence/tflite.yaml:32
  RESOURCE = 13,
  // a handle to other tensors
  // specs/fence/tflite.yaml:33
  VARIANT = 14,
  // 32 bits without a sign
  // specs/fence/tflite.yaml:34
  UINT32 = 15,
  // 16 bits without a sign
  // specs/fence/tflite.yaml:35
  UINT16 = 16,
  // packed, two a byte
  // specs/fence/tflite.yaml:36
  INT4 = 17,
  // upper half of a binary32
  // specs/fence/tflite.yaml:37
  BFLOAT16 = 18,
  // packed, four a byte
  // specs/fence/tflite.yaml:38
  INT2 = 19,
  // packed, two a byte
  // specs/fence/tflite.yaml:39
  UINT4 = 20,
  // eight bits, four of exponent
  // specs/fence/tflite.yaml:40
  FLOAT8_E4M3FN = 21,
  // eight bits, five of exponent
  // specs/fence/tflite.yaml:41
  FLOAT8_E5M2 = 22,
};

// Empty for a value without a name.
constexpr std::string_view name(TensorType value) {
  switch (value) {
    case TensorType::FLOAT32:
      return "FLOAT32";
    case TensorType::FLOAT16:
      return "FLOAT16";
    case TensorType::INT32:
      return "INT32";
    case TensorType::UINT8:
      return "UINT8";
    case TensorType::INT64:
      return "INT64";
    case TensorType::STRING:
      return "STRING";
    case TensorType::BOOL:
      return "BOOL";
    case TensorType::INT16:
      return "INT16";
    case TensorType::COMPLEX64:
      return "COMPLEX64";
    case TensorType::INT8:
      return "INT8";
    case TensorType::FLOAT64:
      return "FLOAT64";
    case TensorType::COMPLEX128:
      return "COMPLEX128";
    case TensorType::UINT64:
      return "UINT64";
    case TensorType::RESOURCE:
      return "RESOURCE";
    case TensorType::VARIANT:
      return "VARIANT";
    case TensorType::UINT32:
      return "UINT32";
    case TensorType::UINT16:
      return "UINT16";
    case TensorType::INT4:
      return "INT4";
    case TensorType::BFLOAT16:
      return "BFLOAT16";
    case TensorType::INT2:
      return "INT2";
    case TensorType::UINT4:
      return "UINT4";
    case TensorType::FLOAT8_E4M3FN:
      return "FLOAT8_E4M3FN";
    case TensorType::FLOAT8_E5M2:
      return "FLOAT8_E5M2";
  }
  return {};
}

constexpr std::int64_t bytes(TensorType value) {
  switch (value) {
    case TensorType::FLOAT32:
      return 4;
    case TensorType::FLOAT16:
      return 2;
    case TensorType::INT32:
      return 4;
    case TensorType::UINT8:
      return 1;
    case TensorType::INT64:
      return 8;
    case TensorType::BOOL:
      return 1;
    case TensorType::INT16:
      return 2;
    case TensorType::INT8:
      return 1;
    default:
      return 0;
  }
}

constexpr bool copied(TensorType value) {
  switch (value) {
    case TensorType::FLOAT32:
      return true;
    case TensorType::FLOAT16:
      return true;
    case TensorType::INT32:
      return true;
    case TensorType::UINT8:
      return true;
    case TensorType::INT64:
      return true;
    case TensorType::BOOL:
      return true;
    case TensorType::INT16:
      return true;
    case TensorType::INT8:
      return true;
    default:
      return false;
  }
}

// Open: values without a name may be met.
// What an operator does; those that a rewriter must tell apart.
// specs/fence/tflite.yaml:42
enum class BuiltinOperator : std::int32_t {
  // what an absent code reads as
  // specs/fence/tflite.yaml:47
  ADD = 0,
  // named by custom_code
  // specs/fence/tflite.yaml:48
  CUSTOM = 32,
  // in the 8-bit field: see the 32-bit one
  // specs/fence/tflite.yaml:49
  PLACEHOLDER_FOR_GREATER_OP_CODES = 127,
};

// Empty for a value without a name.
constexpr std::string_view name(BuiltinOperator value) {
  switch (value) {
    case BuiltinOperator::ADD:
      return "ADD";
    case BuiltinOperator::CUSTOM:
      return "CUSTOM";
    case BuiltinOperator::PLACEHOLDER_FOR_GREATER_OP_CODES:
      return "PLACEHOLDER_FOR_GREATER_OP_CODES";
  }
  return {};
}

// The tables, in the order of the spec.
enum class TableId : std::uint8_t {
  kModel,
  kOperatorCode,
  kSubGraph,
  kOperator,
  kTensor,
  kQuantizationParameters,
  kCustomQuantization,
  kBlockwiseQuantization,
  kMultiAxisQuantization,
  kBuffer,
  kMetadata,
  kTensorMap,
  kSignatureDef,
  kExternalBufferGroup,
  kExternalBuffer,
  kNone,
};

// How a field lies in its table: a scalar by value, anything else as the offset of what it holds.
enum class Form : std::uint8_t {
  kScalar,
  kString,
  kTable,
  kOpaque,
  kScalars,
  kStrings,
  kTables,
  kOpaques,
};

// What a field says. A vtable has the place of field `id` at byte slot().
struct Field {
  std::string_view name;
  std::uint16_t id = 0;
  Form form = Form::kScalar;
  std::uint8_t width = 0;          // bytes of the scalar, or of one element of the vector; of an offset 4
  std::uint64_t default_bits = 0;  // what an absent scalar reads as, in the low `width` bytes
  TableId holds = TableId::kNone;  // the table or tables that the offset leads to

  // An index, or a vector of indices, into that vector of that table.
  TableId ref_table = TableId::kNone;
  std::uint16_t ref_id = 0;
  bool may_be_absent = false;  // then `absent_index` stands for nothing
  std::int64_t absent_index = 0;

  // A place in the file, counted from its first byte, when the value is greater.
  bool is_file_offset = false;
  std::uint64_t file_offset_above = 0;

  bool is_tag = false;            // tells which table the Opaque at the next id is
  std::uint32_t force_align = 0;  // of a vector's first element, when not 0
  bool deprecated = false;

  constexpr std::uint16_t slot() const { return static_cast<std::uint16_t>(4 + 2 * id); }
  constexpr bool is_offset() const { return form != Form::kScalar; }

  consteval Field(std::string_view field_name, std::uint16_t field_id, Form field_form, std::uint8_t field_width)
      : name(field_name), id(field_id), form(field_form), width(field_width) {}

  consteval Field reads_as(std::uint64_t bits) const {
    Field out = *this;
    out.default_bits = bits;
    return out;
  }
  consteval Field of(TableId table) const {
    Field out = *this;
    out.holds = table;
    return out;
  }
  consteval Field indexes(TableId table, std::uint16_t field_id) const {
    Field out = *this;
    out.ref_table = table;
    out.ref_id = field_id;
    return out;
  }
  consteval Field or_absent(std::int64_t index) const {
    Field out = *this;
    out.may_be_absent = true;
    out.absent_index = index;
    return out;
  }
  consteval Field file_offset(std::uint64_t above) const {
    Field out = *this;
    out.is_file_offset = true;
    out.file_offset_above = above;
    return out;
  }
  consteval Field tag() const {
    Field out = *this;
    out.is_tag = true;
    return out;
  }
  consteval Field aligned(std::uint32_t bytes) const {
    Field out = *this;
    out.force_align = bytes;
    return out;
  }
  consteval Field old() const {
    Field out = *this;
    out.deprecated = true;
    return out;
  }
};

// The ids of each table's fields. kKnown is how many this header knows: a table with a field of that id or a later one is newer.
// kKinds has a letter for each: 'o' an offset, else the bytes of a scalar.

// specs/fence/tflite.yaml:52
struct Model {
  static constexpr TableId kTable = TableId::kModel;

  // u32, 3 for every schema from 3 on, so the fields that are there tell which; an interpreter refuses any other number
  // specs/fence/tflite.yaml:53
  static constexpr std::uint16_t kVersion = 0;
  // OperatorCode[], every kind of operator in the file
  // specs/fence/tflite.yaml:54
  static constexpr std::uint16_t kOperatorCodes = 1;
  // SubGraph[], graphs; the first is the entry
  // specs/fence/tflite.yaml:55
  static constexpr std::uint16_t kSubgraphs = 2;
  // string, who made it
  // specs/fence/tflite.yaml:56
  static constexpr std::uint16_t kDescription = 3;
  // Buffer[], data of tensors and metadata; number 0 is an empty sentinel
  // specs/fence/tflite.yaml:57
  static constexpr std::uint16_t kBuffers = 4;
  // i32[], unnamed metadata
  // specs/fence/tflite.yaml:58
  static constexpr std::uint16_t kMetadataBuffer = 5;
  // Metadata[], named metadata
  // specs/fence/tflite.yaml:59
  static constexpr std::uint16_t kMetadata = 6;
  // SignatureDef[], named entry points
  // specs/fence/tflite.yaml:60
  static constexpr std::uint16_t kSignatureDefs = 7;
  // ExternalBufferGroup[], other files that hold data
  // specs/fence/tflite.yaml:61
  static constexpr std::uint16_t kExternalBufferGroups = 8;
  // ExternalBuffer[], pieces of them
  // specs/fence/tflite.yaml:62
  static constexpr std::uint16_t kExternalBuffers = 9;

  static constexpr std::uint16_t kKnown = 10;
  static constexpr std::string_view kKinds = "4ooooooooo";
};

// specs/fence/tflite.yaml:63
struct OperatorCode {
  static constexpr TableId kTable = TableId::kOperatorCode;

  // i8, what readers before 3a look at
  // specs/fence/tflite.yaml:64
  static constexpr std::uint16_t kDeprecatedBuiltinCode = 0;
  // string, name of a custom operator
  // specs/fence/tflite.yaml:65
  static constexpr std::uint16_t kCustomCode = 1;
  // i32, version of the operator
  // specs/fence/tflite.yaml:66
  static constexpr std::uint16_t kVersion = 2;
  static constexpr std::int32_t kVersionDefault = 1;
  // BuiltinOperator, what the operator does
  // specs/fence/tflite.yaml:67
  static constexpr std::uint16_t kBuiltinCode = 3;

  static constexpr std::uint16_t kKnown = 4;
  static constexpr std::string_view kKinds = "1o44";
};

// specs/fence/tflite.yaml:68
struct SubGraph {
  static constexpr TableId kTable = TableId::kSubGraph;

  // Tensor[], everything that operators read and write
  // specs/fence/tflite.yaml:69
  static constexpr std::uint16_t kTensors = 0;
  // i32[], what a caller gives
  // specs/fence/tflite.yaml:70
  static constexpr std::uint16_t kInputs = 1;
  // i32[], what a caller gets
  // specs/fence/tflite.yaml:71
  static constexpr std::uint16_t kOutputs = 2;
  // Operator[], in an order in which they can run
  // specs/fence/tflite.yaml:72
  static constexpr std::uint16_t kOperators = 3;
  // string, name of the graph
  // specs/fence/tflite.yaml:73
  static constexpr std::uint16_t kName = 4;
  // i32, debug metadata; -1 is none
  // specs/fence/tflite.yaml:74
  static constexpr std::uint16_t kDebugMetadataIndex = 5;
  static constexpr std::int32_t kDebugMetadataIndexDefault = -1;

  static constexpr std::uint16_t kKnown = 6;
  static constexpr std::string_view kKinds = "ooooo4";
};

// specs/fence/tflite.yaml:75
struct Operator {
  static constexpr TableId kTable = TableId::kOperator;

  // u32, what it does
  // specs/fence/tflite.yaml:76
  static constexpr std::uint16_t kOpcodeIndex = 0;
  // i32[], what it reads; -1 is an optional one left out
  // specs/fence/tflite.yaml:77
  static constexpr std::uint16_t kInputs = 1;
  static constexpr std::int64_t kInputsAbsent = -1;
  // i32[], what it writes
  // specs/fence/tflite.yaml:78
  static constexpr std::uint16_t kOutputs = 2;
  // u8, which options follow; 0 is none
  // specs/fence/tflite.yaml:79
  static constexpr std::uint16_t kBuiltinOptionsType = 3;
  // Opaque, options of a builtin operator
  // specs/fence/tflite.yaml:80
  static constexpr std::uint16_t kBuiltinOptions = 4;
  // u8[], options of a custom operator
  // specs/fence/tflite.yaml:81
  static constexpr std::uint16_t kCustomOptions = 5;
  // i8, 0 is a flexbuffer
  // specs/fence/tflite.yaml:82
  static constexpr std::uint16_t kCustomOptionsFormat = 6;
  // bool[], which inputs it changes
  // specs/fence/tflite.yaml:83
  static constexpr std::uint16_t kMutatingVariableInputs = 7;
  // i32[], tensors it keeps to itself
  // specs/fence/tflite.yaml:84
  static constexpr std::uint16_t kIntermediates = 8;
  static constexpr std::int64_t kIntermediatesAbsent = -1;
  // u64, options behind the flatbuffer, counted from the start of the file
  // specs/fence/tflite.yaml:85
  static constexpr std::uint16_t kLargeCustomOptionsOffset = 9;
  static constexpr std::uint64_t kLargeCustomOptionsOffsetAbove = 1;
  // u64, their bytes
  // specs/fence/tflite.yaml:86
  static constexpr std::uint16_t kLargeCustomOptionsSize = 10;
  // u8, which options follow
  // specs/fence/tflite.yaml:87
  static constexpr std::uint16_t kBuiltinOptions2Type = 11;
  // Opaque, options of a newer builtin operator
  // specs/fence/tflite.yaml:88
  static constexpr std::uint16_t kBuiltinOptions2 = 12;
  // i32, debug metadata; -1 is none
  // specs/fence/tflite.yaml:89
  static constexpr std::uint16_t kDebugMetadataIndex = 13;
  static constexpr std::int32_t kDebugMetadataIndexDefault = -1;

  static constexpr std::uint16_t kKnown = 14;
  static constexpr std::string_view kKinds = "4oo1oo1oo881o4";
};

// specs/fence/tflite.yaml:90
struct Tensor {
  static constexpr TableId kTable = TableId::kTensor;

  // i32[], extents; absent or empty is a scalar
  // specs/fence/tflite.yaml:91
  static constexpr std::uint16_t kShape = 0;
  // TensorType, element type
  // specs/fence/tflite.yaml:92
  static constexpr std::uint16_t kType = 1;
  // u32, its constant data, or an empty buffer
  // specs/fence/tflite.yaml:93
  static constexpr std::uint16_t kBuffer = 2;
  // string, for people; may be absent, empty or repeated
  // specs/fence/tflite.yaml:94
  static constexpr std::uint16_t kName = 3;
  // QuantizationParameters, what its numbers stand for
  // specs/fence/tflite.yaml:95
  static constexpr std::uint16_t kQuantization = 4;
  // bool, keeps its value between runs
  // specs/fence/tflite.yaml:96
  static constexpr std::uint16_t kIsVariable = 5;
  // Opaque, how a sparse one is stored
  // specs/fence/tflite.yaml:97
  static constexpr std::uint16_t kSparsity = 6;
  // i32[], extents with -1 where they may change
  // specs/fence/tflite.yaml:98
  static constexpr std::uint16_t kShapeSignature = 7;
  // bool, whether an empty shape means a scalar
  // specs/fence/tflite.yaml:99
  static constexpr std::uint16_t kHasRank = 8;
  // Opaque[], what a variant holds
  // specs/fence/tflite.yaml:100
  static constexpr std::uint16_t kVariantTensors = 9;
  // u32, its data in another file, by the id of an external buffer; 0 is none
  // specs/fence/tflite.yaml:101
  static constexpr std::uint16_t kExternalBuffer = 10;

  static constexpr std::uint16_t kKnown = 11;
  static constexpr std::string_view kKinds = "o14oo1oo1o4";
};

// specs/fence/tflite.yaml:102
struct QuantizationParameters {
  static constexpr TableId kTable = TableId::kQuantizationParameters;

  // f32[], least value met in training
  // specs/fence/tflite.yaml:103
  static constexpr std::uint16_t kMin = 0;
  // f32[], greatest value met in training
  // specs/fence/tflite.yaml:104
  static constexpr std::uint16_t kMax = 1;
  // f32[], one step, per tensor or per channel
  // specs/fence/tflite.yaml:105
  static constexpr std::uint16_t kScale = 2;
  // i64[], the integer that stands for 0
  // specs/fence/tflite.yaml:106
  static constexpr std::uint16_t kZeroPoint = 3;
  // u8, which details follow; 0 is none
  // specs/fence/tflite.yaml:107
  static constexpr std::uint16_t kDetailsType = 4;
  // Opaque, other schemes
  // specs/fence/tflite.yaml:108
  static constexpr std::uint16_t kDetails = 5;
  // i32, the axis of the channels
  // specs/fence/tflite.yaml:109
  static constexpr std::uint16_t kQuantizedDimension = 6;

  static constexpr std::uint16_t kKnown = 7;
  static constexpr std::string_view kKinds = "oooo1o4";
};

// specs/fence/tflite.yaml:110
struct CustomQuantization {
  static constexpr TableId kTable = TableId::kCustomQuantization;

  // u8[], bytes of another scheme
  // specs/fence/tflite.yaml:111
  static constexpr std::uint16_t kCustom = 0;

  static constexpr std::uint16_t kKnown = 1;
  static constexpr std::string_view kKinds = "o";
};

// specs/fence/tflite.yaml:112
struct BlockwiseQuantization {
  static constexpr TableId kTable = TableId::kBlockwiseQuantization;

  // i32, the tensor that holds the scales
  // specs/fence/tflite.yaml:113
  static constexpr std::uint16_t kScales = 0;
  // i32, the tensor that holds the zero points
  // specs/fence/tflite.yaml:114
  static constexpr std::uint16_t kZeroPoints = 1;
  // i32, elements of a block
  // specs/fence/tflite.yaml:115
  static constexpr std::uint16_t kBlockSize = 2;

  static constexpr std::uint16_t kKnown = 3;
  static constexpr std::string_view kKinds = "444";
};

// specs/fence/tflite.yaml:116
struct MultiAxisQuantization {
  static constexpr TableId kTable = TableId::kMultiAxisQuantization;

  // i32, the tensor that holds the scales
  // specs/fence/tflite.yaml:117
  static constexpr std::uint16_t kScales = 0;
  // i32, the tensor that holds the zero points
  // specs/fence/tflite.yaml:118
  static constexpr std::uint16_t kZeroPoints = 1;
  // i32, elements of a block
  // specs/fence/tflite.yaml:119
  static constexpr std::uint16_t kBlockSize = 2;
  // i32[], the axes of the channels
  // specs/fence/tflite.yaml:120
  static constexpr std::uint16_t kQuantizedDimensions = 3;

  static constexpr std::uint16_t kKnown = 4;
  static constexpr std::string_view kKinds = "444o";
};

// specs/fence/tflite.yaml:121
struct Buffer {
  static constexpr TableId kTable = TableId::kBuffer;

  // u8[], the bytes; absent and empty differ: a present one makes a read-only constant
  // specs/fence/tflite.yaml:122
  static constexpr std::uint16_t kData = 0;
  // u64, bytes behind the flatbuffer instead, counted from the start of the file
  // specs/fence/tflite.yaml:123
  static constexpr std::uint16_t kOffset = 1;
  static constexpr std::uint64_t kOffsetAbove = 1;
  // u64, how many
  // specs/fence/tflite.yaml:124
  static constexpr std::uint16_t kSize = 2;

  static constexpr std::uint16_t kKnown = 3;
  static constexpr std::string_view kKinds = "o88";
};

// specs/fence/tflite.yaml:125
struct Metadata {
  static constexpr TableId kTable = TableId::kMetadata;

  // string, what it is
  // specs/fence/tflite.yaml:126
  static constexpr std::uint16_t kName = 0;
  // u32, where it is
  // specs/fence/tflite.yaml:127
  static constexpr std::uint16_t kBuffer = 1;

  static constexpr std::uint16_t kKnown = 2;
  static constexpr std::string_view kKinds = "o4";
};

// specs/fence/tflite.yaml:128
struct TensorMap {
  static constexpr TableId kTable = TableId::kTensorMap;

  // string, what a caller calls it
  // specs/fence/tflite.yaml:129
  static constexpr std::uint16_t kName = 0;
  // u32, the tensor; the field is absent when it is 0
  // specs/fence/tflite.yaml:130
  static constexpr std::uint16_t kTensorIndex = 1;

  static constexpr std::uint16_t kKnown = 2;
  static constexpr std::string_view kKinds = "o4";
};

// specs/fence/tflite.yaml:131
struct SignatureDef {
  static constexpr TableId kTable = TableId::kSignatureDef;

  // TensorMap[], what a caller gives
  // specs/fence/tflite.yaml:132
  static constexpr std::uint16_t kInputs = 0;
  // TensorMap[], what a caller gets
  // specs/fence/tflite.yaml:133
  static constexpr std::uint16_t kOutputs = 1;
  // string, name of the entry point
  // specs/fence/tflite.yaml:134
  static constexpr std::uint16_t kSignatureKey = 2;
  // string, no longer read
  // specs/fence/tflite.yaml:135
  static constexpr std::uint16_t kDeprecatedTag = 3;
  // u32, the graph that runs
  // specs/fence/tflite.yaml:136
  static constexpr std::uint16_t kSubgraphIndex = 4;

  static constexpr std::uint16_t kKnown = 5;
  static constexpr std::string_view kKinds = "oooo4";
};

// specs/fence/tflite.yaml:137
struct ExternalBufferGroup {
  static constexpr TableId kTable = TableId::kExternalBufferGroup;

  // string, the file
  // specs/fence/tflite.yaml:138
  static constexpr std::uint16_t kName = 0;

  static constexpr std::uint16_t kKnown = 1;
  static constexpr std::string_view kKinds = "o";
};

// specs/fence/tflite.yaml:139
struct ExternalBuffer {
  static constexpr TableId kTable = TableId::kExternalBuffer;

  // u32, what tensors call it
  // specs/fence/tflite.yaml:140
  static constexpr std::uint16_t kId = 0;
  // u32, the file it is in
  // specs/fence/tflite.yaml:141
  static constexpr std::uint16_t kGroup = 1;
  // u64, where it begins there, so a rewrite does not move it
  // specs/fence/tflite.yaml:142
  static constexpr std::uint16_t kOffset = 2;
  // u64, its bytes
  // specs/fence/tflite.yaml:143
  static constexpr std::uint16_t kLength = 3;
  // string, how its elements are packed
  // specs/fence/tflite.yaml:144
  static constexpr std::uint16_t kPacking = 4;

  static constexpr std::uint16_t kKnown = 5;
  static constexpr std::string_view kKinds = "4488o";
};

inline constexpr std::array kModelFields = {
    Field("version", 0, Form::kScalar, 4),
    Field("operator_codes", 1, Form::kTables, 4).of(TableId::kOperatorCode),
    Field("subgraphs", 2, Form::kTables, 4).of(TableId::kSubGraph),
    Field("description", 3, Form::kString, 4),
    Field("buffers", 4, Form::kTables, 4).of(TableId::kBuffer),
    Field("metadata_buffer", 5, Form::kScalars, 4).indexes(TableId::kModel, 4).old(),
    Field("metadata", 6, Form::kTables, 4).of(TableId::kMetadata),
    Field("signature_defs", 7, Form::kTables, 4).of(TableId::kSignatureDef),
    Field("external_buffer_groups", 8, Form::kTables, 4).of(TableId::kExternalBufferGroup),
    Field("external_buffers", 9, Form::kTables, 4).of(TableId::kExternalBuffer),
};

inline constexpr std::array kOperatorCodeFields = {
    Field("deprecated_builtin_code", 0, Form::kScalar, 1).old(),
    Field("custom_code", 1, Form::kString, 4),
    Field("version", 2, Form::kScalar, 4).reads_as(0x1),
    Field("builtin_code", 3, Form::kScalar, 4),
};

inline constexpr std::array kSubGraphFields = {
    Field("tensors", 0, Form::kTables, 4).of(TableId::kTensor),
    Field("inputs", 1, Form::kScalars, 4).indexes(TableId::kSubGraph, 0),
    Field("outputs", 2, Form::kScalars, 4).indexes(TableId::kSubGraph, 0),
    Field("operators", 3, Form::kTables, 4).of(TableId::kOperator),
    Field("name", 4, Form::kString, 4),
    Field("debug_metadata_index", 5, Form::kScalar, 4).reads_as(0xFFFFFFFF),
};

inline constexpr std::array kOperatorFields = {
    Field("opcode_index", 0, Form::kScalar, 4).indexes(TableId::kModel, 1),
    Field("inputs", 1, Form::kScalars, 4).indexes(TableId::kSubGraph, 0).or_absent(-1),
    Field("outputs", 2, Form::kScalars, 4).indexes(TableId::kSubGraph, 0),
    Field("builtin_options_type", 3, Form::kScalar, 1).tag(),
    Field("builtin_options", 4, Form::kOpaque, 4),
    Field("custom_options", 5, Form::kScalars, 1),
    Field("custom_options_format", 6, Form::kScalar, 1),
    Field("mutating_variable_inputs", 7, Form::kScalars, 1),
    Field("intermediates", 8, Form::kScalars, 4).indexes(TableId::kSubGraph, 0).or_absent(-1),
    Field("large_custom_options_offset", 9, Form::kScalar, 8).file_offset(1),
    Field("large_custom_options_size", 10, Form::kScalar, 8),
    Field("builtin_options_2_type", 11, Form::kScalar, 1).tag(),
    Field("builtin_options_2", 12, Form::kOpaque, 4),
    Field("debug_metadata_index", 13, Form::kScalar, 4).reads_as(0xFFFFFFFF),
};

inline constexpr std::array kTensorFields = {
    Field("shape", 0, Form::kScalars, 4),
    Field("type", 1, Form::kScalar, 1),
    Field("buffer", 2, Form::kScalar, 4).indexes(TableId::kModel, 4),
    Field("name", 3, Form::kString, 4),
    Field("quantization", 4, Form::kTable, 4).of(TableId::kQuantizationParameters),
    Field("is_variable", 5, Form::kScalar, 1),
    Field("sparsity", 6, Form::kOpaque, 4),
    Field("shape_signature", 7, Form::kScalars, 4),
    Field("has_rank", 8, Form::kScalar, 1),
    Field("variant_tensors", 9, Form::kOpaques, 4),
    Field("external_buffer", 10, Form::kScalar, 4),
};

inline constexpr std::array kQuantizationParametersFields = {
    Field("min", 0, Form::kScalars, 4),
    Field("max", 1, Form::kScalars, 4),
    Field("scale", 2, Form::kScalars, 4),
    Field("zero_point", 3, Form::kScalars, 8),
    Field("details_type", 4, Form::kScalar, 1).tag(),
    Field("details", 5, Form::kOpaque, 4),
    Field("quantized_dimension", 6, Form::kScalar, 4),
};

inline constexpr std::array kCustomQuantizationFields = {
    Field("custom", 0, Form::kScalars, 1).aligned(16),
};

inline constexpr std::array kBlockwiseQuantizationFields = {
    Field("scales", 0, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
    Field("zero_points", 1, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
    Field("block_size", 2, Form::kScalar, 4),
};

inline constexpr std::array kMultiAxisQuantizationFields = {
    Field("scales", 0, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
    Field("zero_points", 1, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
    Field("block_size", 2, Form::kScalar, 4),
    Field("quantized_dimensions", 3, Form::kScalars, 4),
};

inline constexpr std::array kBufferFields = {
    Field("data", 0, Form::kScalars, 1).aligned(16),
    Field("offset", 1, Form::kScalar, 8).file_offset(1),
    Field("size", 2, Form::kScalar, 8),
};

inline constexpr std::array kMetadataFields = {
    Field("name", 0, Form::kString, 4),
    Field("buffer", 1, Form::kScalar, 4).indexes(TableId::kModel, 4),
};

inline constexpr std::array kTensorMapFields = {
    Field("name", 0, Form::kString, 4),
    Field("tensor_index", 1, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
};

inline constexpr std::array kSignatureDefFields = {
    Field("inputs", 0, Form::kTables, 4).of(TableId::kTensorMap),
    Field("outputs", 1, Form::kTables, 4).of(TableId::kTensorMap),
    Field("signature_key", 2, Form::kString, 4),
    Field("deprecated_tag", 3, Form::kString, 4).old(),
    Field("subgraph_index", 4, Form::kScalar, 4).indexes(TableId::kModel, 2),
};

inline constexpr std::array kExternalBufferGroupFields = {
    Field("name", 0, Form::kString, 4),
};

inline constexpr std::array kExternalBufferFields = {
    Field("id", 0, Form::kScalar, 4),
    Field("group", 1, Form::kScalar, 4).indexes(TableId::kModel, 8),
    Field("offset", 2, Form::kScalar, 8),
    Field("length", 3, Form::kScalar, 8),
    Field("packing", 4, Form::kString, 4),
};

constexpr std::span<const Field> fields(TableId table) {
  switch (table) {
    case TableId::kModel:
      return kModelFields;
    case TableId::kOperatorCode:
      return kOperatorCodeFields;
    case TableId::kSubGraph:
      return kSubGraphFields;
    case TableId::kOperator:
      return kOperatorFields;
    case TableId::kTensor:
      return kTensorFields;
    case TableId::kQuantizationParameters:
      return kQuantizationParametersFields;
    case TableId::kCustomQuantization:
      return kCustomQuantizationFields;
    case TableId::kBlockwiseQuantization:
      return kBlockwiseQuantizationFields;
    case TableId::kMultiAxisQuantization:
      return kMultiAxisQuantizationFields;
    case TableId::kBuffer:
      return kBufferFields;
    case TableId::kMetadata:
      return kMetadataFields;
    case TableId::kTensorMap:
      return kTensorMapFields;
    case TableId::kSignatureDef:
      return kSignatureDefFields;
    case TableId::kExternalBufferGroup:
      return kExternalBufferGroupFields;
    case TableId::kExternalBuffer:
      return kExternalBufferFields;
    default:
      return {};
  }
}

constexpr std::string_view name(TableId table) {
  switch (table) {
    case TableId::kModel:
      return "Model";
    case TableId::kOperatorCode:
      return "OperatorCode";
    case TableId::kSubGraph:
      return "SubGraph";
    case TableId::kOperator:
      return "Operator";
    case TableId::kTensor:
      return "Tensor";
    case TableId::kQuantizationParameters:
      return "QuantizationParameters";
    case TableId::kCustomQuantization:
      return "CustomQuantization";
    case TableId::kBlockwiseQuantization:
      return "BlockwiseQuantization";
    case TableId::kMultiAxisQuantization:
      return "MultiAxisQuantization";
    case TableId::kBuffer:
      return "Buffer";
    case TableId::kMetadata:
      return "Metadata";
    case TableId::kTensorMap:
      return "TensorMap";
    case TableId::kSignatureDef:
      return "SignatureDef";
    case TableId::kExternalBufferGroup:
      return "ExternalBufferGroup";
    case TableId::kExternalBuffer:
      return "ExternalBuffer";
    case TableId::kNone:
      break;
  }
  return {};
}

// As `kKinds` of the table.
constexpr std::string_view kinds(TableId table) {
  switch (table) {
    case TableId::kModel:
      return Model::kKinds;
    case TableId::kOperatorCode:
      return OperatorCode::kKinds;
    case TableId::kSubGraph:
      return SubGraph::kKinds;
    case TableId::kOperator:
      return Operator::kKinds;
    case TableId::kTensor:
      return Tensor::kKinds;
    case TableId::kQuantizationParameters:
      return QuantizationParameters::kKinds;
    case TableId::kCustomQuantization:
      return CustomQuantization::kKinds;
    case TableId::kBlockwiseQuantization:
      return BlockwiseQuantization::kKinds;
    case TableId::kMultiAxisQuantization:
      return MultiAxisQuantization::kKinds;
    case TableId::kBuffer:
      return Buffer::kKinds;
    case TableId::kMetadata:
      return Metadata::kKinds;
    case TableId::kTensorMap:
      return TensorMap::kKinds;
    case TableId::kSignatureDef:
      return SignatureDef::kKinds;
    case TableId::kExternalBufferGroup:
      return ExternalBufferGroup::kKinds;
    case TableId::kExternalBuffer:
      return ExternalBuffer::kKinds;
    case TableId::kNone:
      break;
  }
  return {};
}

// The table that a tag of QuantizationParameters.details stands for; kNone for 0 and for tags that are not known.
constexpr TableId quantization_parameters_details(std::uint8_t tag) {
  switch (tag) {
    case 1:
      return TableId::kCustomQuantization;
    case 2:
      return TableId::kBlockwiseQuantization;
    case 3:
      return TableId::kMultiAxisQuantization;
    default:
      return TableId::kNone;
  }
}

// Whether two tables are the same: absent alike, and equal in every known field, deeply; floats bit by bit. What is Opaque,
// and a union whose tag is not known, is the same only in one place. Fields that this header does not know are not seen.
template <class Left, class Right>
constexpr bool same_model(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_operator_code(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_sub_graph(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_operator(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_tensor(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_quantization_parameters(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_custom_quantization(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_blockwise_quantization(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_multi_axis_quantization(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_buffer(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_metadata(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_tensor_map(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_signature_def(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_external_buffer_group(const Left* a, const Right* b);
template <class Left, class Right>
constexpr bool same_external_buffer(const Left* a, const Right* b);

// The two have the same tag.
template <class Left, class Right>
constexpr bool same_quantization_parameters_details(const Left& a, const Right& b) {
  switch (static_cast<std::uint8_t>(a.details_type())) {
    case 1:
      return same_custom_quantization(a.details_as_CustomQuantization(), b.details_as_CustomQuantization());
    case 2:
      return same_blockwise_quantization(a.details_as_BlockwiseQuantization(), b.details_as_BlockwiseQuantization());
    case 3:
      return same_multi_axis_quantization(a.details_as_MultiAxisQuantization(), b.details_as_MultiAxisQuantization());
    default:
      return flat::same_place(a.details(), b.details());
  }
}

template <class Left, class Right>
constexpr bool same_model(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->version(), b->version())) return false;
  constexpr auto both_operator_codes = [](const auto* x, const auto* y) { return same_operator_code(x, y); };
  if (!flat::same_tables(a->operator_codes(), b->operator_codes(), both_operator_codes)) return false;
  constexpr auto both_subgraphs = [](const auto* x, const auto* y) { return same_sub_graph(x, y); };
  if (!flat::same_tables(a->subgraphs(), b->subgraphs(), both_subgraphs)) return false;
  if (!flat::same_text(a->description(), b->description())) return false;
  constexpr auto both_buffers = [](const auto* x, const auto* y) { return same_buffer(x, y); };
  if (!flat::same_tables(a->buffers(), b->buffers(), both_buffers)) return false;
  if (!flat::same_vector(a->metadata_buffer(), b->metadata_buffer())) return false;
  constexpr auto both_metadata = [](const auto* x, const auto* y) { return same_metadata(x, y); };
  if (!flat::same_tables(a->metadata(), b->metadata(), both_metadata)) return false;
  constexpr auto both_signature_defs = [](const auto* x, const auto* y) { return same_signature_def(x, y); };
  if (!flat::same_tables(a->signature_defs(), b->signature_defs(), both_signature_defs)) return false;
  constexpr auto both_external_buffer_groups = [](const auto* x, const auto* y) { return same_external_buffer_group(x, y); };
  if (!flat::same_tables(a->external_buffer_groups(), b->external_buffer_groups(), both_external_buffer_groups)) return false;
  constexpr auto both_external_buffers = [](const auto* x, const auto* y) { return same_external_buffer(x, y); };
  if (!flat::same_tables(a->external_buffers(), b->external_buffers(), both_external_buffers)) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_operator_code(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->deprecated_builtin_code(), b->deprecated_builtin_code())) return false;
  if (!flat::same_text(a->custom_code(), b->custom_code())) return false;
  if (!flat::same_scalar(a->version(), b->version())) return false;
  if (!flat::same_scalar(a->builtin_code(), b->builtin_code())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_sub_graph(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  constexpr auto both_tensors = [](const auto* x, const auto* y) { return same_tensor(x, y); };
  if (!flat::same_tables(a->tensors(), b->tensors(), both_tensors)) return false;
  if (!flat::same_vector(a->inputs(), b->inputs())) return false;
  if (!flat::same_vector(a->outputs(), b->outputs())) return false;
  constexpr auto both_operators = [](const auto* x, const auto* y) { return same_operator(x, y); };
  if (!flat::same_tables(a->operators(), b->operators(), both_operators)) return false;
  if (!flat::same_text(a->name(), b->name())) return false;
  if (!flat::same_scalar(a->debug_metadata_index(), b->debug_metadata_index())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_operator(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->opcode_index(), b->opcode_index())) return false;
  if (!flat::same_vector(a->inputs(), b->inputs())) return false;
  if (!flat::same_vector(a->outputs(), b->outputs())) return false;
  if (!flat::same_scalar(a->builtin_options_type(), b->builtin_options_type())) return false;
  if (!flat::same_place(a->builtin_options(), b->builtin_options())) return false;
  if (!flat::same_vector(a->custom_options(), b->custom_options())) return false;
  if (!flat::same_scalar(a->custom_options_format(), b->custom_options_format())) return false;
  if (!flat::same_vector(a->mutating_variable_inputs(), b->mutating_variable_inputs())) return false;
  if (!flat::same_vector(a->intermediates(), b->intermediates())) return false;
  if (!flat::same_scalar(a->large_custom_options_offset(), b->large_custom_options_offset())) return false;
  if (!flat::same_scalar(a->large_custom_options_size(), b->large_custom_options_size())) return false;
  if (!flat::same_scalar(a->builtin_options_2_type(), b->builtin_options_2_type())) return false;
  if (!flat::same_place(a->builtin_options_2(), b->builtin_options_2())) return false;
  if (!flat::same_scalar(a->debug_metadata_index(), b->debug_metadata_index())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_tensor(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_vector(a->shape(), b->shape())) return false;
  if (!flat::same_scalar(a->type(), b->type())) return false;
  if (!flat::same_scalar(a->buffer(), b->buffer())) return false;
  if (!flat::same_text(a->name(), b->name())) return false;
  if (!same_quantization_parameters(a->quantization(), b->quantization())) return false;
  if (!flat::same_scalar(a->is_variable(), b->is_variable())) return false;
  if (!flat::same_place(a->sparsity(), b->sparsity())) return false;
  if (!flat::same_vector(a->shape_signature(), b->shape_signature())) return false;
  if (!flat::same_scalar(a->has_rank(), b->has_rank())) return false;
  if (!flat::same_places(a->variant_tensors(), b->variant_tensors())) return false;
  if (!flat::same_scalar(a->external_buffer(), b->external_buffer())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_quantization_parameters(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_vector(a->min(), b->min())) return false;
  if (!flat::same_vector(a->max(), b->max())) return false;
  if (!flat::same_vector(a->scale(), b->scale())) return false;
  if (!flat::same_vector(a->zero_point(), b->zero_point())) return false;
  if (!flat::same_scalar(a->details_type(), b->details_type())) return false;
  if (!same_quantization_parameters_details(*a, *b)) return false;
  if (!flat::same_scalar(a->quantized_dimension(), b->quantized_dimension())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_custom_quantization(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_vector(a->custom(), b->custom())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_blockwise_quantization(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->scales(), b->scales())) return false;
  if (!flat::same_scalar(a->zero_points(), b->zero_points())) return false;
  if (!flat::same_scalar(a->block_size(), b->block_size())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_multi_axis_quantization(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->scales(), b->scales())) return false;
  if (!flat::same_scalar(a->zero_points(), b->zero_points())) return false;
  if (!flat::same_scalar(a->block_size(), b->block_size())) return false;
  if (!flat::same_vector(a->quantized_dimensions(), b->quantized_dimensions())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_buffer(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_vector(a->data(), b->data())) return false;
  if (!flat::same_scalar(a->offset(), b->offset())) return false;
  if (!flat::same_scalar(a->size(), b->size())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_metadata(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_text(a->name(), b->name())) return false;
  if (!flat::same_scalar(a->buffer(), b->buffer())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_tensor_map(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_text(a->name(), b->name())) return false;
  if (!flat::same_scalar(a->tensor_index(), b->tensor_index())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_signature_def(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  constexpr auto both_inputs = [](const auto* x, const auto* y) { return same_tensor_map(x, y); };
  if (!flat::same_tables(a->inputs(), b->inputs(), both_inputs)) return false;
  constexpr auto both_outputs = [](const auto* x, const auto* y) { return same_tensor_map(x, y); };
  if (!flat::same_tables(a->outputs(), b->outputs(), both_outputs)) return false;
  if (!flat::same_text(a->signature_key(), b->signature_key())) return false;
  if (!flat::same_text(a->deprecated_tag(), b->deprecated_tag())) return false;
  if (!flat::same_scalar(a->subgraph_index(), b->subgraph_index())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_external_buffer_group(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_text(a->name(), b->name())) return false;
  return true;
}

template <class Left, class Right>
constexpr bool same_external_buffer(const Left* a, const Right* b) {
  if (a == nullptr || b == nullptr) return a == nullptr && b == nullptr;
  if (!flat::same_scalar(a->id(), b->id())) return false;
  if (!flat::same_scalar(a->group(), b->group())) return false;
  if (!flat::same_scalar(a->offset(), b->offset())) return false;
  if (!flat::same_scalar(a->length(), b->length())) return false;
  if (!flat::same_text(a->packing(), b->packing())) return false;
  return true;
}

}  // namespace npuspec::tflite
