// The contract of ETHOS_U_STREAM_SPLIT: what it is on the wire, its rules, its names, its sidecar.
// Source: ETHOS_U_STREAM_SPLIT contract version 1; the numbers and names of checks: our decision, the contract gives
// none
// Made from specs/fence/stream_split.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// An identity operator that ends a command stream of an Ethos-U, between two operators of a TFLite model.
//
// Rules are functions over what they judge: tables as flatc's accessors show them (or anything shaped so, base/flat.h), and
// views that the caller fills. None allocates, throws or logs; a value that does not fit 64 bits refuses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/flat.h"
#include "base/guard_math.h"
#include "base/json_fields.h"
#include "tflite_gen.hpp"

namespace npuspec::ethos_u_stream_split {

// specs/fence/stream_split.yaml:10
inline constexpr std::uint32_t kContractVersion = 1;
inline constexpr std::string_view kCustomCode = "ETHOS_U_STREAM_SPLIT";
inline constexpr std::int32_t kBuiltin = 32;  // CUSTOM
inline constexpr std::int32_t kVersion = 1;

// Names that it had before.
inline constexpr std::array<std::string_view, 1> kFormerCustomCodes = {
    // neither written, nor reused, nor registered: regenerate such a model from the unfenced one
    // Source: ETHOS_U_STREAM_SPLIT contract, opening
    // specs/fence/stream_split.yaml:17
    "STREAM_SPLIT",
};

// What a new table carries in a field: the number or the text of the contract; nothing; something of no element; what the
// writer gives; what the table it is made from has; a copy of that, at a place of its own.
enum class How : std::uint8_t {
  kValue,
  kAbsent,
  kEmpty,
  kGiven,
  kSame,
  kDeep,
};

struct Written {
  std::uint16_t id = 0;
  How how = How::kAbsent;
  std::int64_t number = 0;  // kValue, of a scalar
  std::string_view text;    // kValue, of a string

  constexpr Written(std::uint16_t field_id, How field_how, std::int64_t value = 0, std::string_view value_text = {})
      : id(field_id), how(field_how), number(value), text(value_text) {}
};

// A new OperatorCode, every field of it.
inline constexpr std::array kNewOperatorCode = {
    Written{tflite::OperatorCode::kDeprecatedBuiltinCode, How::kValue, 32},
    Written{tflite::OperatorCode::kCustomCode, How::kValue, 0, "ETHOS_U_STREAM_SPLIT"},
    Written{tflite::OperatorCode::kVersion, How::kValue, 1},
    Written{tflite::OperatorCode::kBuiltinCode, How::kValue, 32},
};

// A new Operator, every field of it.
inline constexpr std::array kNewOperator = {
    Written{tflite::Operator::kOpcodeIndex, How::kGiven},
    Written{tflite::Operator::kInputs, How::kGiven},
    Written{tflite::Operator::kOutputs, How::kGiven},
    Written{tflite::Operator::kBuiltinOptionsType, How::kValue, 0},
    Written{tflite::Operator::kBuiltinOptions, How::kAbsent},
    Written{tflite::Operator::kCustomOptions, How::kAbsent},
    Written{tflite::Operator::kCustomOptionsFormat, How::kAbsent},
    Written{tflite::Operator::kMutatingVariableInputs, How::kAbsent},
    Written{tflite::Operator::kIntermediates, How::kAbsent},
    Written{tflite::Operator::kLargeCustomOptionsOffset, How::kAbsent},
    Written{tflite::Operator::kLargeCustomOptionsSize, How::kAbsent},
    Written{tflite::Operator::kBuiltinOptions2Type, How::kAbsent},
    Written{tflite::Operator::kBuiltinOptions2, How::kAbsent},
    Written{tflite::Operator::kDebugMetadataIndex, How::kAbsent},
};

// A new Tensor, every field of it.
inline constexpr std::array kNewTensor = {
    Written{tflite::Tensor::kShape, How::kDeep},
    Written{tflite::Tensor::kType, How::kSame},
    Written{tflite::Tensor::kBuffer, How::kGiven},
    Written{tflite::Tensor::kName, How::kGiven},
    Written{tflite::Tensor::kQuantization, How::kDeep},
    Written{tflite::Tensor::kIsVariable, How::kAbsent},
    Written{tflite::Tensor::kSparsity, How::kAbsent},
    Written{tflite::Tensor::kShapeSignature, How::kDeep},
    Written{tflite::Tensor::kHasRank, How::kSame},
    Written{tflite::Tensor::kVariantTensors, How::kAbsent},
    Written{tflite::Tensor::kExternalBuffer, How::kAbsent},
};

// A new Buffer, every field of it.
inline constexpr std::array kNewBuffer = {
    Written{tflite::Buffer::kData, How::kAbsent},
    Written{tflite::Buffer::kOffset, How::kAbsent},
    Written{tflite::Buffer::kSize, How::kAbsent},
};

// outside contract version 1: Vela before 5.0 crashes on absent options of a custom operator
// Source: our decision: the contract says absent; Vela 3.10 crashes on that while it writes its output, and so does the
// Python core of every Vela before 5.0
// specs/fence/stream_split.yaml:56
inline constexpr bool kVelaBelow5Default = false;
inline constexpr std::array kVelaBelow5Operator = {
    Written{tflite::Operator::kCustomOptions, How::kEmpty},
};

// specs/fence/stream_split.yaml:59
struct Span {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

// specs/fence/stream_split.yaml:60
struct Side {
  tflite::TensorType type = tflite::TensorType{};
  std::span<const std::int32_t> shape;
  std::uint64_t bytes = 0;
  bool is_variable = false;
};

// specs/fence/stream_split.yaml:61
struct Counts {
  std::uint32_t inputs = 0;
  std::uint32_t outputs = 0;
};

// specs/fence/stream_split.yaml:62
struct Cut {
  std::int64_t after_op = 0;
  std::int64_t operators = 0;
  std::uint32_t crossing = 0;
};

// specs/fence/stream_split.yaml:63
struct BoundPlan {
  bool has_hash = false;
  std::string_view model_sha256;
  std::uint32_t operators = 0;
  std::uint32_t subgraph = 0;
};

// specs/fence/stream_split.yaml:64
struct BoundModel {
  std::string_view sha256;
  std::uint32_t operators = 0;
};

// specs/fence/stream_split.yaml:65
struct BoundFence {
  std::int64_t after_op = 0;
  bool has_identity = false;
  std::string_view output_tensor_name;
  std::string_view opcode;
  std::string_view custom_code;
};

// specs/fence/stream_split.yaml:66
struct BoundOperator {
  std::int64_t operators = 0;
  std::string_view output_tensor_name;
  std::string_view opcode;
  std::string_view custom_code;
};

// specs/fence/stream_split.yaml:67
struct Reach {
  std::int64_t made_by = 0;
  std::int64_t last_use = 0;
  std::int64_t after_op = 0;
  bool intercepted = false;
};

// specs/fence/stream_split.yaml:68
struct Produced {
  std::int64_t made_by = 0;
  std::uint32_t output = 0;
  std::int64_t after_op = 0;
};

// specs/fence/stream_split.yaml:69
struct Usage {
  std::int64_t reader = 0;
  std::int64_t fence = 0;
  std::int32_t reads = 0;
  std::int32_t input = 0;
  std::int32_t output = 0;
};

// specs/fence/stream_split.yaml:70
struct Placed {
  std::uint32_t position = 0;
  std::uint32_t after_op = 0;
  std::uint32_t earlier = 0;
};

// specs/fence/stream_split.yaml:71
struct Neighbours {
  std::uint32_t previous = 0;
  std::uint32_t after_op = 0;
};

// specs/fence/stream_split.yaml:72
struct Naming {
  std::string_view name;
  std::string_view first;
  std::string_view others;
  std::string_view clash;
  bool is_first = false;
  bool first_taken = false;
  bool others_taken = false;
};

// specs/fence/stream_split.yaml:73
struct SidecarHead {
  std::uint32_t num_segments = 0;
  std::uint32_t segments = 0;
  std::uint32_t boundaries = 0;
};

// specs/fence/stream_split.yaml:74
struct SegmentRange {
  std::uint32_t op_range_start = 0;
  std::uint32_t op_range_end = 0;
  std::uint32_t starts_at = 0;
  std::uint32_t ends_at = 0;
};

// specs/fence/stream_split.yaml:75
struct SegmentEnd {
  bool is_last = false;
  std::uint32_t tensor_pairs = 0;
  bool end_tensor_name = false;
  bool fence_tensor_name = false;
};

// specs/fence/stream_split.yaml:76
struct JoinKey {
  std::string_view fence_tensor_name;
  std::string_view first_output;
};

// What is wrong: a rule's number.
enum class Fault : std::uint16_t {
  kNone = 0,
  kReuseForeignOperatorCode = 10,
  kCaseTwinCaseTwin = 11,
  kModelOneSubgraph = 20,
  kModelHasBuffers = 21,
  kModelVersion3 = 22,
  kForeignCodeNotCompiled = 23,
  kForeignCodeNotDispatched = 24,
  kForeignCodeNotFormerlyFenced = 25,
  kForeignMetadataNoOfflinePlan = 26,
  kForeignMetadataNoControlDependencies = 27,
  kForeignMetadataNoByteCode = 28,
  kPositionNotNegative = 70,
  kPositionNotBeyondLast = 71,
  kPositionNotLast = 72,
  kPositionSomethingCrosses = 73,
  kCrossingTypeCopied = 30,
  kCrossingNotVariable = 31,
  kCrossingNotSparse = 32,
  kCrossingNotVariant = 33,
  kCrossingNotExternal = 34,
  kCrossingShapeKnown = 35,
  kCrossingBytesFit = 36,
  kFenceSomePair = 80,
  kFencePaired = 81,
  kFenceNoOptional = 82,
  kFenceNoBuiltinOptions = 83,
  kFenceNoCustomOptions = 84,
  kFenceNothingElse = 85,
  kPairSameType = 40,
  kPairSameShape = 41,
  kPairSameSignature = 42,
  kPairSameQuantization = 43,
  kPairOwnQuantization = 44,
  kPairNotVariable = 45,
  kPairNewEmptyBuffer = 46,
  kPairDense = 47,
  kPrepareCountsSomePair = 53,
  kPrepareCountsPaired = 54,
  kPrepareSameType = 50,
  kPrepareNotVariable = 55,
  kPrepareSameShape = 51,
  kPrepareShapeKnown = 56,
  kPrepareSameBytes = 52,
  kPrepareWholeBytes = 57,
  kWithinNoPartialOverlap = 60,
  kAcrossNoClobber = 61,
  kPlanBindingSameModel = 90,
  kPlanBindingSameOperators = 91,
  kPlanBindingSubgraph0 = 92,
  kFenceBindingNotNegative = 95,
  kFenceBindingNotBeyondLast = 96,
  kFenceBindingSameOutput = 97,
  kFenceBindingSameOpcode = 98,
  kInputsAllThatLive = 100,
  kInputsNothingElse = 101,
  kPairOrderInOrder = 102,
  kRewiringLaterReadsOutput = 103,
  kRewiringEarlierReadsInput = 104,
  kPlacementBehindItsOperator = 105,
  kBoundariesAscending = 106,
  kPairNameFirstName = 107,
  kPairNameOtherName = 108,
  kPairNameClashName = 109,
  kSidecarCountsOneMoreSegment = 110,
  kSidecarCountsAllSegments = 111,
  kSidecarRangeStartsBehindTheLast = 112,
  kSidecarRangeEndsAtItsBoundary = 113,
  kSidecarEndLastEndsNowhere = 114,
  kSidecarEndOthersEndAtAFence = 115,
  kSidecarJoinFirstOutput = 116,
};

// "same-type"; empty for kNone.
constexpr std::string_view id(Fault fault) {
  switch (fault) {
    case Fault::kReuseForeignOperatorCode:
      return "foreign-operator-code";
    case Fault::kCaseTwinCaseTwin:
      return "case-twin";
    case Fault::kModelOneSubgraph:
      return "one-subgraph";
    case Fault::kModelHasBuffers:
      return "has-buffers";
    case Fault::kModelVersion3:
      return "version-3";
    case Fault::kForeignCodeNotCompiled:
      return "not-compiled";
    case Fault::kForeignCodeNotDispatched:
      return "not-dispatched";
    case Fault::kForeignCodeNotFormerlyFenced:
      return "not-formerly-fenced";
    case Fault::kForeignMetadataNoOfflinePlan:
      return "no-offline-plan";
    case Fault::kForeignMetadataNoControlDependencies:
      return "no-control-dependencies";
    case Fault::kForeignMetadataNoByteCode:
      return "no-byte-code";
    case Fault::kPositionNotNegative:
      return "not-negative";
    case Fault::kPositionNotBeyondLast:
      return "not-beyond-last";
    case Fault::kPositionNotLast:
      return "not-last";
    case Fault::kPositionSomethingCrosses:
      return "something-crosses";
    case Fault::kCrossingTypeCopied:
      return "type-copied";
    case Fault::kCrossingNotVariable:
      return "not-variable";
    case Fault::kCrossingNotSparse:
      return "not-sparse";
    case Fault::kCrossingNotVariant:
      return "not-variant";
    case Fault::kCrossingNotExternal:
      return "not-external";
    case Fault::kCrossingShapeKnown:
      return "shape-known";
    case Fault::kCrossingBytesFit:
      return "bytes-fit";
    case Fault::kFenceSomePair:
      return "some-pair";
    case Fault::kFencePaired:
      return "paired";
    case Fault::kFenceNoOptional:
      return "no-optional";
    case Fault::kFenceNoBuiltinOptions:
      return "no-builtin-options";
    case Fault::kFenceNoCustomOptions:
      return "no-custom-options";
    case Fault::kFenceNothingElse:
      return "nothing-else";
    case Fault::kPairSameType:
      return "same-type";
    case Fault::kPairSameShape:
      return "same-shape";
    case Fault::kPairSameSignature:
      return "same-signature";
    case Fault::kPairSameQuantization:
      return "same-quantization";
    case Fault::kPairOwnQuantization:
      return "own-quantization";
    case Fault::kPairNotVariable:
      return "not-variable";
    case Fault::kPairNewEmptyBuffer:
      return "new-empty-buffer";
    case Fault::kPairDense:
      return "dense";
    case Fault::kPrepareCountsSomePair:
      return "some-pair";
    case Fault::kPrepareCountsPaired:
      return "paired";
    case Fault::kPrepareSameType:
      return "same-type";
    case Fault::kPrepareNotVariable:
      return "not-variable";
    case Fault::kPrepareSameShape:
      return "same-shape";
    case Fault::kPrepareShapeKnown:
      return "shape-known";
    case Fault::kPrepareSameBytes:
      return "same-bytes";
    case Fault::kPrepareWholeBytes:
      return "whole-bytes";
    case Fault::kWithinNoPartialOverlap:
      return "no-partial-overlap";
    case Fault::kAcrossNoClobber:
      return "no-clobber";
    case Fault::kPlanBindingSameModel:
      return "same-model";
    case Fault::kPlanBindingSameOperators:
      return "same-operators";
    case Fault::kPlanBindingSubgraph0:
      return "subgraph-0";
    case Fault::kFenceBindingNotNegative:
      return "not-negative";
    case Fault::kFenceBindingNotBeyondLast:
      return "not-beyond-last";
    case Fault::kFenceBindingSameOutput:
      return "same-output";
    case Fault::kFenceBindingSameOpcode:
      return "same-opcode";
    case Fault::kInputsAllThatLive:
      return "all-that-live";
    case Fault::kInputsNothingElse:
      return "nothing-else";
    case Fault::kPairOrderInOrder:
      return "in-order";
    case Fault::kRewiringLaterReadsOutput:
      return "later-reads-output";
    case Fault::kRewiringEarlierReadsInput:
      return "earlier-reads-input";
    case Fault::kPlacementBehindItsOperator:
      return "behind-its-operator";
    case Fault::kBoundariesAscending:
      return "ascending";
    case Fault::kPairNameFirstName:
      return "first-name";
    case Fault::kPairNameOtherName:
      return "other-name";
    case Fault::kPairNameClashName:
      return "clash-name";
    case Fault::kSidecarCountsOneMoreSegment:
      return "one-more-segment";
    case Fault::kSidecarCountsAllSegments:
      return "all-segments";
    case Fault::kSidecarRangeStartsBehindTheLast:
      return "starts-behind-the-last";
    case Fault::kSidecarRangeEndsAtItsBoundary:
      return "ends-at-its-boundary";
    case Fault::kSidecarEndLastEndsNowhere:
      return "last-ends-nowhere";
    case Fault::kSidecarEndOthersEndAtAFence:
      return "others-end-at-a-fence";
    case Fault::kSidecarJoinFirstOutput:
      return "first-output";
    case Fault::kNone:
      break;
  }
  return {};
}

// What the rule asks for, or why.
constexpr std::string_view doc(Fault fault) {
  switch (fault) {
    case Fault::kReuseForeignOperatorCode:
      return "an operator code of that name must be CUSTOM (32/32, 32/0 or 0/32) and of version 1, and this one is neither reused nor duplicated: regenerate the model without it";
    case Fault::kCaseTwinCaseTwin:
      return "the name is exact in case, yet consumers may canonicalise it on look-up";
    case Fault::kModelOneSubgraph:
      return "only a model of one subgraph is cut: write each subgraph as a model of its own";
    case Fault::kModelHasBuffers:
      return "it has no buffer, and a new one would become buffer 0, the empty one that all models have: convert the model again";
    case Fault::kModelVersion3:
      return "an interpreter runs models of schema version 3 alone: convert the model again";
    case Fault::kForeignCodeNotCompiled:
      return "the model has been compiled: cut it before";
    case Fault::kForeignCodeNotDispatched:
      return "the model has been compiled, and DISPATCH_OP holds absolute offsets into the file: cut it before";
    case Fault::kForeignCodeNotFormerlyFenced:
      return "it holds the old identifier: regenerate from the unfenced model";
    case Fault::kForeignMetadataNoOfflinePlan:
      return "it lists one offset for each tensor: strip it, and plan again afterwards";
    case Fault::kForeignMetadataNoControlDependencies:
      return "it names operators by index, and a cut moves these: strip it, or cut before it is added";
    case Fault::kForeignMetadataNoByteCode:
      return "the model has been compiled, and this holds absolute offsets into the file: cut it before";
    case Fault::kPositionNotNegative:
      return "a negative number is no operator: they are counted from 0";
    case Fault::kPositionNotBeyondLast:
      return "after_op follows the last operator: name one before the last";
    case Fault::kPositionNotLast:
      return "a cut after the last operator leaves an empty segment: name one before it";
    case Fault::kPositionSomethingCrosses:
      return "nothing that is made before it is used behind it, and a fence copies at least one tensor: cut elsewhere";
    case Fault::kCrossingTypeCopied:
      return "only int8, uint8, int16, int32, int64, float16, float32 and bool are copied; packed, string, resource and wide types are outside the contract: cut elsewhere";
    case Fault::kCrossingNotVariable:
      return "variable tensors are outside the contract: cut elsewhere";
    case Fault::kCrossingNotSparse:
      return "sparse tensors are outside the contract: cut elsewhere";
    case Fault::kCrossingNotVariant:
      return "it is a handle, and a copy of that is no copy of what it holds: cut elsewhere";
    case Fault::kCrossingNotExternal:
      return "it lies in an external buffer, which holds a constant, and constants are not copied: cut elsewhere";
    case Fault::kCrossingShapeKnown:
      return "byte counts come from the shape, and it is not known: give the model a fixed shape, or cut elsewhere";
    case Fault::kCrossingBytesFit:
      return "it has 2 GiB or more, which runtimes cannot count: cut elsewhere";
    case Fault::kFenceSomePair:
      return "at least one input";
    case Fault::kFencePaired:
      return "outputs are paired by index with inputs";
    case Fault::kFenceNoOptional:
      return "every pair is there";
    case Fault::kFenceNoBuiltinOptions:
      return "builtinOptionsType is NONE";
    case Fault::kFenceNoCustomOptions:
      return "custom options must be absent, and empty ones are present: cut the source again, as contract version 1 has it";
    case Fault::kFenceNothingElse:
      return "no state and no other options";
    case Fault::kPairSameType:
      return "the same element type";
    case Fault::kPairSameShape:
      return "the same shape";
    case Fault::kPairSameSignature:
      return "the same signature and rank";
    case Fault::kPairSameQuantization:
      return "scale, zero point, per-axis fields and details";
    case Fault::kPairOwnQuantization:
      return "a deep copy, at a place of its own";
    case Fault::kPairNotVariable:
      return "isVariable is false";
    case Fault::kPairNewEmptyBuffer:
      return "a new buffer without data";
    case Fault::kPairDense:
      return "dense and in memory";
    case Fault::kPrepareCountsSomePair:
      return "at least one input";
    case Fault::kPrepareCountsPaired:
      return "as many outputs as inputs";
    case Fault::kPrepareSameType:
      return "the same type, and one of the eight";
    case Fault::kPrepareNotVariable:
      return "variable tensors are outside the contract";
    case Fault::kPrepareSameShape:
      return "the same shape";
    case Fault::kPrepareShapeKnown:
      return "no extent is open";
    case Fault::kPrepareSameBytes:
      return "as many bytes on both sides";
    case Fault::kPrepareWholeBytes:
      return "flat size times element size, from the metadata";
    case Fault::kWithinNoPartialOverlap:
      return "distinct buffers; an exact alias is a no-op";
    case Fault::kAcrossNoClobber:
      return "no destination clobbers data still needed by another pair";
    case Fault::kPlanBindingSameModel:
      return "the plan was made for another model: plan again, with this one";
    case Fault::kPlanBindingSameOperators:
      return "the plan was made for another model: plan again, with this one";
    case Fault::kPlanBindingSubgraph0:
      return "a plan is of subgraph 0: plan again, with this model";
    case Fault::kFenceBindingNotNegative:
      return "a negative number is no operator, they are counted from 0: plan again, with this model";
    case Fault::kFenceBindingNotBeyondLast:
      return "after_op follows the last operator: plan again, with this model";
    case Fault::kFenceBindingSameOutput:
      return "its name is not that of the first output there: plan again, with this model";
    case Fault::kFenceBindingSameOpcode:
      return "its opcode, or the name of a custom operator, is not what sits there: plan again, with this model";
    case Fault::kInputsAllThatLive:
      return "all tensors produced at or before after_op that are consumed later or returned by the graph";
    case Fault::kInputsNothingElse:
      return "constants and graph inputs are not copied";
    case Fault::kPairOrderInOrder:
      return "first the live outputs of after_op in their order, then other live tensors in the order of their production";
    case Fault::kRewiringLaterReadsOutput:
      return "every later operator that consumed an intercepted tensor consumes the new one; a graph output that was intercepted becomes the new one";
    case Fault::kRewiringEarlierReadsInput:
      return "nothing reads a new tensor before its fence";
    case Fault::kPlacementBehindItsOperator:
      return "immediately after operator after_op";
    case Fault::kBoundariesAscending:
      return "boundaries ascend, and none is given twice";
    case Fault::kPairNameFirstName:
      return "the first new tensor of a cut, the join key";
    case Fault::kPairNameOtherName:
      return "all others, and a first one whose name is taken";
    case Fault::kPairNameClashName:
      return "when that name is taken too";
    case Fault::kSidecarCountsOneMoreSegment:
      return "one segment more than there are boundaries";
    case Fault::kSidecarCountsAllSegments:
      return "one for each command stream";
    case Fault::kSidecarRangeStartsBehindTheLast:
      return "its first original operator, right behind the boundary before";
    case Fault::kSidecarRangeEndsAtItsBoundary:
      return "its last, inclusive: after_op of the boundary that ends it";
    case Fault::kSidecarEndLastEndsNowhere:
      return "null, null and no pairs in the last segment";
    case Fault::kSidecarEndOthersEndAtAFence:
      return "at least one pair, and both names, in all others";
    case Fault::kSidecarJoinFirstOutput:
      return "the first output is the sidecar join key";
    case Fault::kNone:
      break;
  }
  return {};
}

// Told, and gone on with.
constexpr bool is_warning(Fault fault) {
  switch (fault) {
    case Fault::kCaseTwinCaseTwin:
      return true;
    default:
      return false;
  }
}

// Sentences of the contract that no rule decides: who implements it keeps them, and cites them by these names.
enum class Sentence : std::uint8_t {
  kPurpose,
  kReuse,
  kBeforeWriting,
  kIdentity,
  kCopyNotAlias,
  kExecutionBoundary,
  kNoGlobalOrder,
  kNoPromise,
  kJoin,
  kFenceIdentity,
  kCostCoverage,
};

// "copy-not-alias"
constexpr std::string_view id(Sentence sentence) {
  switch (sentence) {
    case Sentence::kPurpose:
      return "purpose";
    case Sentence::kReuse:
      return "reuse";
    case Sentence::kBeforeWriting:
      return "before-writing";
    case Sentence::kIdentity:
      return "identity";
    case Sentence::kCopyNotAlias:
      return "copy-not-alias";
    case Sentence::kExecutionBoundary:
      return "execution-boundary";
    case Sentence::kNoGlobalOrder:
      return "no-global-order";
    case Sentence::kNoPromise:
      return "no-promise";
    case Sentence::kJoin:
      return "join";
    case Sentence::kFenceIdentity:
      return "fence-identity";
    case Sentence::kCostCoverage:
      return "cost-coverage";
  }
  return {};
}

constexpr std::string_view says(Sentence sentence) {
  switch (sentence) {
    // specs/fence/stream_split.yaml:294
    case Sentence::kPurpose:
      return "the operator makes a boundary and computes nothing: the graph compiles to command streams with a hand-over to the CPU at each fence";
    // specs/fence/stream_split.yaml:295
    case Sentence::kReuse:
      return "an operator code that is reused is passed through as written; a wrong one of that name is refused before any output is written";
    // specs/fence/stream_split.yaml:296
    case Sentence::kBeforeWriting:
      return "a model, a plan or a fence that is refused is refused before anything is written";
    // specs/fence/stream_split.yaml:297
    case Sentence::kIdentity:
      return "output bytes equal input bytes for each pair, without arithmetic; type, shape and quantization are unchanged; pairs may differ from each other";
    // specs/fence/stream_split.yaml:298
    case Sentence::kCopyNotAlias:
      return "the output is a distinct buffer with a distinct lifetime; an exact alias is permitted and copies nothing; overlaps are refused before any byte is copied";
    // specs/fence/stream_split.yaml:299
    case Sentence::kExecutionBoundary:
      return "the operator stays a scheduling point between the region that makes its inputs and the one that uses its outputs; a compiler must not remove it as a reshape or a no-op, even where aliasing would be legal";
    // specs/fence/stream_split.yaml:300
    case Sentence::kNoGlobalOrder:
      return "a fence orders what depends on data that crosses it, and nothing else: unrelated branches stay free";
    // specs/fence/stream_split.yaml:301
    case Sentence::kNoPromise:
      return "no cache maintenance, no coherency, no resumable or cooperative scheduling: these belong to the runtime of the driver";
    // specs/fence/stream_split.yaml:302
    case Sentence::kJoin:
      return "a consumer joins across recompilation by source_sha256 and after_op first, and by tensor names second; compiled and runtime operator indices are other coordinates and are not carried";
    // specs/fence/stream_split.yaml:303
    case Sentence::kFenceIdentity:
      return "a planned fence carries output_tensor_name, opcode and segment_index, and its plan the model_sha256 when it was made with the model; positions alone are the unbound path, where the caller asserts that the coordinates apply";
    // specs/fence/stream_split.yaml:304
    case Sentence::kCostCoverage:
      return "coverage is matched cycles over the cycles of all rows; a cycle policy fails below its least coverage, 100 % unless lowered, and without rows; an operator larger than the budget is isolated, not split";
  }
  return {};
}

// effective: max(builtin_code.value, deprecated_builtin_code)
constexpr std::int64_t operator_code_effective(const auto* self) {
  return npu_max_i64(static_cast<std::int32_t>(self->builtin_code()), self->deprecated_builtin_code());
}

// code.effective == contract.builtin and code.builtin_code.value in {contract.builtin, 0} and code.version ==
// contract.version
constexpr bool reuse_row_0(const auto* code) {
  if (operator_code_effective(code) != static_cast<std::int64_t>(kBuiltin)) return false;
  if (!(static_cast<std::int32_t>(code->builtin_code()) == static_cast<std::int64_t>(kBuiltin) || static_cast<std::int32_t>(code->builtin_code()) == 0)) return false;
  return code->version() == static_cast<std::int64_t>(kVersion);
}

// What comes of reuse; kNone where it says nothing.
enum class Reuse : std::uint8_t {
  kNone,
  kReuse,
  kRefuse,
};

struct ReuseVerdict {
  Reuse is = Reuse::kNone;
  Fault fault = Fault::kNone;
};

// Whether an operator code that has the name is the one to use.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:88
[[nodiscard]] constexpr ReuseVerdict reuse(const auto* code) {
  // Only where `code.custom_code` is `contract.custom_code`.
  if (!(flat::equal_text(code->custom_code(), kCustomCode))) return {};
  // 32/32, 32/0, 0/32, and 32 with a smaller deprecated code, as it is written; 5/32 is refused, since Vela reads
  // builtin_code first
  // specs/fence/stream_split.yaml:94
  if (reuse_row_0(code)) return {Reuse::kReuse, Fault::kNone};
  // an operator code of that name must be CUSTOM (32/32, 32/0 or 0/32) and of version 1, and this one is neither reused
  // nor duplicated: regenerate the model without it
  // specs/fence/stream_split.yaml:97
  return {Reuse::kRefuse, Fault::kReuseForeignOperatorCode};
}

// code.custom_code == contract.custom_code or not same_ignoring_case(code.custom_code, contract.custom_code)
constexpr bool case_twin_case_twin(const auto* code) {
  if (flat::equal_text(code->custom_code(), kCustomCode)) return true;
  return !flat::equal_text_ignoring_case(code->custom_code(), kCustomCode);
}

// A name that a consumer may take for ours.
// Source: our decision: a warning, because the contract lets consumers canonicalise the case on look-up
// specs/fence/stream_split.yaml:98
[[nodiscard]] constexpr Fault check_case_twin(const auto* code) {
  // the name is exact in case, yet consumers may canonicalise it on look-up
  // specs/fence/stream_split.yaml:103
  if (!case_twin_case_twin(code)) return Fault::kCaseTwinCaseTwin;
  return Fault::kNone;
}

// What a model must be before it is cut.
// specs/fence/stream_split.yaml:108
[[nodiscard]] constexpr Fault check_model(const auto* model) {
  // only a model of one subgraph is cut: write each subgraph as a model of its own
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format; that a model without any is refused too is our decision
  // specs/fence/stream_split.yaml:112
  if (!(flat::length(model->subgraphs()) == 1)) return Fault::kModelOneSubgraph;
  // it has no buffer, and a new one would become buffer 0, the empty one that all models have: convert the model again
  // Source: our decision: buffer 0 is the empty sentinel of the TFLite schema, so without one the new buffer would
  // become it
  // specs/fence/stream_split.yaml:113
  if (!(flat::length(model->buffers()) >= 1)) return Fault::kModelHasBuffers;
  // an interpreter runs models of schema version 3 alone: convert the model again
  // Source: our decision: the contract is silent; models of TFLite schema 3 to 3d say 3, and the TFLite interpreter
  // refuses all others (tensorflow/tensorflow issue 18654). LiteRT keeps one test model that says 2,
  // quantization/lite/testdata/transpose.bin
  // specs/fence/stream_split.yaml:114
  if (!(model->version() == 3)) return Fault::kModelVersion3;
  return Fault::kNone;
}

// Operators that no added byte may move.
// specs/fence/stream_split.yaml:115
[[nodiscard]] constexpr Fault check_foreign_code(const auto* code) {
  // the model has been compiled: cut it before
  // Source: our decision: the contract is silent; ethos-u is the operator that Vela puts in place of what it compiled,
  // so nothing is left to cut
  // specs/fence/stream_split.yaml:119
  if (!!flat::equal_text(code->custom_code(), std::string_view("ethos-u"))) return Fault::kForeignCodeNotCompiled;
  // the model has been compiled, and DISPATCH_OP holds absolute offsets into the file: cut it before
  // Source: our decision: the contract is silent; DISPATCH_OP is LiteRT's, and its options address bytes behind the
  // flatbuffer from the start of the file
  // specs/fence/stream_split.yaml:120
  if (!!flat::equal_text(code->custom_code(), std::string_view("DISPATCH_OP"))) return Fault::kForeignCodeNotDispatched;
  // it holds the old identifier: regenerate from the unfenced model
  // Source: ETHOS_U_STREAM_SPLIT contract, opening: regenerate from the unfenced input; that such a model is refused is
  // our decision
  // specs/fence/stream_split.yaml:121
  if (!!flat::equal_text(code->custom_code(), std::string_view("STREAM_SPLIT"))) return Fault::kForeignCodeNotFormerlyFenced;
  return Fault::kNone;
}

// Metadata that a cut would make false.
// specs/fence/stream_split.yaml:122
[[nodiscard]] constexpr Fault check_foreign_metadata(const auto* metadata) {
  // it lists one offset for each tensor: strip it, and plan again afterwards
  // Source: our decision: the contract is silent; TFLite Micro compares its count with the tensors', and a cut adds
  // tensors
  // specs/fence/stream_split.yaml:126
  if (!!flat::equal_text(metadata->name(), std::string_view("OfflineMemoryAllocation"))) return Fault::kForeignMetadataNoOfflinePlan;
  // it names operators by index, and a cut moves these: strip it, or cut before it is added
  // Source: our decision: the contract is silent; a cut moves the indices of operators
  // specs/fence/stream_split.yaml:127
  if (!!flat::equal_text(metadata->name(), std::string_view("model_control_dependencies"))) return Fault::kForeignMetadataNoControlDependencies;
  // the model has been compiled, and this holds absolute offsets into the file: cut it before
  // Source: our decision: the contract is silent; LiteRT's compilers note there where their code lies in the file, and
  // a cut moves it
  // specs/fence/stream_split.yaml:128
  if (!!flat::equal_text(metadata->name(), std::string_view("NPU_BYTE_CODE"))) return Fault::kForeignMetadataNoByteCode;
  return Fault::kNone;
}

// Where a cut may be.
// specs/fence/stream_split.yaml:129
[[nodiscard]] constexpr Fault check_position(const Cut& cut) {
  // a negative number is no operator: they are counted from 0
  // Source: our decision: the contract is silent; no operator has such an index
  // specs/fence/stream_split.yaml:133
  if (!(cut.after_op >= 0)) return Fault::kPositionNotNegative;
  // after_op follows the last operator: name one before the last
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
  // specs/fence/stream_split.yaml:134
  if (!(cut.after_op < cut.operators)) return Fault::kPositionNotBeyondLast;
  // a cut after the last operator leaves an empty segment: name one before it
  // Source: our decision: the contract is silent; the last segment would have no operator
  // specs/fence/stream_split.yaml:135
  if (!(static_cast<std::int64_t>(static_cast<std::uint64_t>(cut.after_op) + 1) < cut.operators)) return Fault::kPositionNotLast;
  // nothing that is made before it is used behind it, and a fence copies at least one tensor: cut elsewhere
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format (N is at least 1)
  // specs/fence/stream_split.yaml:136
  if (!(cut.crossing >= 1)) return Fault::kPositionSomethingCrosses;
  return Fault::kNone;
}

// TensorType.copied
constexpr bool tensor_type_copied(std::int64_t x) {
  switch (x) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
    case 6:
    case 7:
    case 9:
      return true;
    default:
      return false;
  }
}

// all(x >= 0 for x in t.shape)
constexpr bool crossing_shape_known(const auto* t) {
  for (std::uint64_t x_at = 0; x_at < flat::length(t->shape()); x_at++) {
    if (flat::element(t->shape(), x_at) < 0) return false;
  }
  return true;
}

// elements: prod(x for x in shape)
constexpr std::int64_t tensor_elements(const auto* self, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (std::uint64_t x_at = 0; x_at < flat::length(self->shape()); x_at++) {
    total = npu_product(total, npu_of_i64(flat::element(self->shape(), x_at)));
  }
  return npu_to_i64(total, ok);
}

// TensorType.bytes
constexpr std::uint64_t tensor_type_bytes(std::int64_t x) {
  switch (x) {
    case 0:
    case 2:
      return 4;
    case 1:
    case 7:
      return 2;
    case 3:
    case 6:
    case 9:
      return 1;
    case 4:
      return 8;
    default:
      return 0;
  }
}

// bytes: elements * type.bytes
constexpr std::int64_t tensor_bytes(const auto* self, bool* ok) {
  return npu_multiply_i64(tensor_elements(self, ok), static_cast<std::int64_t>(tensor_type_bytes(static_cast<std::int8_t>(self->type()))), ok);
}

// What a tensor must be to be copied.
// specs/fence/stream_split.yaml:137
[[nodiscard]] constexpr Fault check_crossing(const auto* t) {
  bool fits = true;
  bool* const ok = &fits;
  // only int8, uint8, int16, int32, int64, float16, float32 and bool are copied; packed, string, resource and wide
  // types are outside the contract: cut elsewhere
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:141
  if (!tensor_type_copied(static_cast<std::int8_t>(t->type()))) return Fault::kCrossingTypeCopied;
  // variable tensors are outside the contract: cut elsewhere
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:142
  if (t->is_variable()) return Fault::kCrossingNotVariable;
  // sparse tensors are outside the contract: cut elsewhere
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:143
  if (flat::present(t->sparsity())) return Fault::kCrossingNotSparse;
  // it is a handle, and a copy of that is no copy of what it holds: cut elsewhere
  // Source: our decision: the contract names string and resource; a variant is a handle too (TFLite schema,
  // Tensor.variant_tensors)
  // specs/fence/stream_split.yaml:144
  if (flat::present(t->variant_tensors())) return Fault::kCrossingNotVariant;
  // it lies in an external buffer, which holds a constant, and constants are not copied: cut elsewhere
  // Source: our decision: the contract is silent; an external buffer (TFLite schema 3d, Tensor.external_buffer) holds a
  // constant, and constants are not copied
  // specs/fence/stream_split.yaml:145
  if (!(t->external_buffer() == 0)) return Fault::kCrossingNotExternal;
  // byte counts come from the shape, and it is not known: give the model a fixed shape, or cut elsewhere
  // Source: our decision: the contract takes byte counts from the metadata; a negative extent gives none
  // specs/fence/stream_split.yaml:146
  if (!crossing_shape_known(t)) return Fault::kCrossingShapeKnown;
  // it has 2 GiB or more, which runtimes cannot count: cut elsewhere
  // Source: our decision: the contract sets no bound; flatbuffers and the runtimes count with signed 32 bits
  // specs/fence/stream_split.yaml:147
  if (!(tensor_bytes(t, ok) < 2147483648) || !fits) return Fault::kCrossingBytesFit;
  return Fault::kNone;
}

// all(x >= 0 for x in op.inputs)
constexpr bool fence_no_optional_all(const auto* op) {
  for (std::uint64_t x_at = 0; x_at < flat::length(op->inputs()); x_at++) {
    if (flat::element(op->inputs(), x_at) < 0) return false;
  }
  return true;
}

// all(x >= 0 for x in op.outputs)
constexpr bool fence_no_optional_all_2(const auto* op) {
  for (std::uint64_t x_at = 0; x_at < flat::length(op->outputs()); x_at++) {
    if (flat::element(op->outputs(), x_at) < 0) return false;
  }
  return true;
}

// not present(op.mutating_variable_inputs) and not present(op.intermediates) and op.large_custom_options_offset == 0
// and op.large_custom_options_size == 0 and op.builtin_options_2_type == 0 and not present(op.builtin_options_2)
constexpr bool fence_nothing_else(const auto* op) {
  if (flat::present(op->mutating_variable_inputs())) return false;
  if (flat::present(op->intermediates())) return false;
  if (op->large_custom_options_offset() != 0) return false;
  if (op->large_custom_options_size() != 0) return false;
  if (op->builtin_options_2_type() != 0) return false;
  return !flat::present(op->builtin_options_2());
}

// The form of the operator itself.
// specs/fence/stream_split.yaml:148
[[nodiscard]] constexpr Fault check_fence(const auto* op) {
  // at least one input
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:152
  if (!(flat::length(op->inputs()) >= 1)) return Fault::kFenceSomePair;
  // outputs are paired by index with inputs
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:153
  if (!(flat::length(op->outputs()) == flat::length(op->inputs()))) return Fault::kFencePaired;
  // every pair is there
  // Source: our decision: the contract pairs tensors; -1 is the TFLite schema's optional input left out
  // specs/fence/stream_split.yaml:154
  if (!(fence_no_optional_all(op) && fence_no_optional_all_2(op))) return Fault::kFenceNoOptional;
  // builtinOptionsType is NONE
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:155
  if (!(op->builtin_options_type() == 0 && !flat::present(op->builtin_options()))) return Fault::kFenceNoBuiltinOptions;
  // custom options must be absent, and empty ones are present: cut the source again, as contract version 1 has it
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:156
  if (!(!flat::present(op->custom_options()) && op->custom_options_format() == 0)) return Fault::kFenceNoCustomOptions;
  // no state and no other options
  // Source: our decision: the contract names none of these fields of the TFLite schema; at their defaults they say
  // nothing
  // specs/fence/stream_split.yaml:157
  if (!fence_nothing_else(op)) return Fault::kFenceNothingElse;
  return Fault::kNone;
}

// a.shape == b.shape and present(a.shape) == present(b.shape)
constexpr bool pair_same_shape(const auto* a, const auto* b, const auto* buffer) {
  (void)buffer;
  if (!flat::equal_vector(a->shape(), b->shape())) return false;
  return flat::present(a->shape()) == flat::present(b->shape());
}

// same(a.shape_signature, b.shape_signature) and a.has_rank == b.has_rank
constexpr bool pair_same_signature(const auto* a, const auto* b, const auto* buffer) {
  (void)buffer;
  if (!flat::same_vector(a->shape_signature(), b->shape_signature())) return false;
  return a->has_rank() == b->has_rank();
}

// not present(a.quantization) or place(a.quantization) != place(b.quantization)
constexpr bool pair_own_quantization(const auto* a, const auto* b, const auto* buffer) {
  (void)buffer;
  if (!flat::present(a->quantization())) return true;
  return flat::place(a->quantization()) != flat::place(b->quantization());
}

// b.buffer != a.buffer and not present(buffer.data) and buffer.offset == 0 and buffer.size == 0
constexpr bool pair_new_empty_buffer(const auto* a, const auto* b, const auto* buffer) {
  if (b->buffer() == a->buffer()) return false;
  if (flat::present(buffer->data())) return false;
  if (buffer->offset() != 0) return false;
  return buffer->size() == 0;
}

// not present(b.sparsity) and not present(b.variant_tensors) and b.external_buffer == 0
constexpr bool pair_dense(const auto* a, const auto* b, const auto* buffer) {
  (void)a;
  (void)buffer;
  if (flat::present(b->sparsity())) return false;
  if (flat::present(b->variant_tensors())) return false;
  return b->external_buffer() == 0;
}

// What the new tensor of a pair is.
// specs/fence/stream_split.yaml:158
[[nodiscard]] constexpr Fault check_pair(const auto* a, const auto* b, const auto* buffer) {
  if (const Fault fault = check_crossing(a); fault != Fault::kNone) return fault;
  // the same element type
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:163
  if (!(static_cast<std::int8_t>(a->type()) == static_cast<std::int8_t>(b->type()))) return Fault::kPairSameType;
  // the same shape
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:164
  if (!pair_same_shape(a, b, buffer)) return Fault::kPairSameShape;
  // the same signature and rank
  // Source: our decision: the contract says the same shape; in the TFLite schema shape_signature and has_rank say the
  // rest of it
  // specs/fence/stream_split.yaml:165
  if (!pair_same_signature(a, b, buffer)) return Fault::kPairSameSignature;
  // scale, zero point, per-axis fields and details
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:166
  if (!tflite::same_quantization_parameters(a->quantization(), b->quantization())) return Fault::kPairSameQuantization;
  // a deep copy, at a place of its own
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format (a deep copy)
  // specs/fence/stream_split.yaml:167
  if (!pair_own_quantization(a, b, buffer)) return Fault::kPairOwnQuantization;
  // isVariable is false
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format
  // specs/fence/stream_split.yaml:168
  if (b->is_variable()) return Fault::kPairNotVariable;
  // a new buffer without data
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format; offset and size: our decision, the other way to give a buffer
  // bytes (TFLite schema 3c)
  // specs/fence/stream_split.yaml:169
  if (!pair_new_empty_buffer(a, b, buffer)) return Fault::kPairNewEmptyBuffer;
  // dense and in memory
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types; variant_tensors and external_buffer: our
  // decision, as for the tensor that is copied
  // specs/fence/stream_split.yaml:170
  if (!pair_dense(a, b, buffer)) return Fault::kPairDense;
  return Fault::kNone;
}

// How many tensors a fence has; a mismatch fails Prepare.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:171
[[nodiscard]] constexpr Fault check_prepare_counts(const Counts& node) {
  // at least one input
  // specs/fence/stream_split.yaml:176
  if (!(node.inputs >= 1)) return Fault::kPrepareCountsSomePair;
  // as many outputs as inputs
  // specs/fence/stream_split.yaml:177
  if (!(node.inputs == node.outputs)) return Fault::kPrepareCountsPaired;
  return Fault::kNone;
}

// a.type == b.type and a.type.copied
constexpr bool prepare_same_type(const Side& a, const Side& b) {
  if (static_cast<std::int8_t>(a.type) != static_cast<std::int8_t>(b.type)) return false;
  return tensor_type_copied(static_cast<std::int8_t>(a.type));
}

// all(x >= 0 for x in a.shape)
constexpr bool prepare_shape_known(const Side& a, const Side& b) {
  (void)b;
  for (std::uint64_t x_at = 0; x_at < a.shape.size(); x_at++) {
    if (a.shape[x_at] < 0) return false;
  }
  return true;
}

// elements: prod(x for x in shape)
constexpr std::int64_t side_elements(const Side& self, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (std::uint64_t x_at = 0; x_at < self.shape.size(); x_at++) {
    total = npu_product(total, npu_of_i64(self.shape[x_at]));
  }
  return npu_to_i64(total, ok);
}

// a.bytes == a.elements * a.type.bytes
constexpr bool prepare_whole_bytes(const Side& a, const Side& b, bool* ok) {
  (void)b;
  return npu_compare(npu_multiply_i64(side_elements(a, ok), static_cast<std::int64_t>(tensor_type_bytes(static_cast<std::int8_t>(a.type))), ok), a.bytes) == 0;
}

// What must agree before a byte is copied; a mismatch fails Prepare, nothing is truncated.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:178
[[nodiscard]] constexpr Fault check_prepare(const Side& a, const Side& b) {
  bool fits = true;
  bool* const ok = &fits;
  // the same type, and one of the eight
  // Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics; the eight: Wire format, storage types
  // specs/fence/stream_split.yaml:183
  if (!prepare_same_type(a, b)) return Fault::kPrepareSameType;
  // variable tensors are outside the contract
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:184
  if (!(!a.is_variable && !b.is_variable)) return Fault::kPrepareNotVariable;
  // the same shape
  // specs/fence/stream_split.yaml:185
  if (!flat::equal_span(a.shape, b.shape)) return Fault::kPrepareSameShape;
  // no extent is open
  // Source: our decision: the contract takes byte counts from the metadata; a negative extent gives none
  // specs/fence/stream_split.yaml:186
  if (!prepare_shape_known(a, b)) return Fault::kPrepareShapeKnown;
  // as many bytes on both sides
  // specs/fence/stream_split.yaml:187
  if (!(a.bytes == b.bytes)) return Fault::kPrepareSameBytes;
  // flat size times element size, from the metadata
  // specs/fence/stream_split.yaml:188
  if (!prepare_whole_bytes(a, b, ok) || !fits) return Fault::kPrepareWholeBytes;
  return Fault::kNone;
}

// How the buffers of one pair may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:189
[[nodiscard]] constexpr Fault check_within(const Span& a, const Span& b) {
  // distinct buffers; an exact alias is a no-op
  // specs/fence/stream_split.yaml:194
  if (!(a.address == b.address || npu_disjoint(a.address, a.bytes, b.address, b.bytes))) return Fault::kWithinNoPartialOverlap;
  return Fault::kNone;
}

// How the buffers of two pairs may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:195
[[nodiscard]] constexpr Fault check_across(const Span& out, const Span& other) {
  // no destination clobbers data still needed by another pair
  // specs/fence/stream_split.yaml:200
  if (!npu_disjoint(out.address, out.bytes, other.address, other.bytes)) return Fault::kAcrossNoClobber;
  return Fault::kNone;
}

// Whether a plan was cut for this model; else FenceBindingError, before anything is written.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:201
[[nodiscard]] constexpr Fault check_plan_binding(const BoundPlan& plan, const BoundModel& model) {
  // the plan was made for another model: plan again, with this one
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; that the case of hexadecimal digits
  // does not matter is our decision
  // specs/fence/stream_split.yaml:206
  if (!(!plan.has_hash || flat::equal_text_ignoring_case(plan.model_sha256, model.sha256))) return Fault::kPlanBindingSameModel;
  // the plan was made for another model: plan again, with this one
  // specs/fence/stream_split.yaml:207
  if (!(plan.operators == model.operators)) return Fault::kPlanBindingSameOperators;
  // a plan is of subgraph 0: plan again, with this model
  // specs/fence/stream_split.yaml:208
  if (!(plan.subgraph == 0)) return Fault::kPlanBindingSubgraph0;
  return Fault::kNone;
}

// (fence.opcode == "" and fence.custom_code == "") or (fence.opcode == at.opcode and fence.custom_code ==
// at.custom_code)
constexpr bool fence_binding_same_opcode(const BoundFence& fence, const BoundOperator& at) {
  if (flat::equal_text(fence.opcode, std::string_view("")) && flat::equal_text(fence.custom_code, std::string_view(""))) return true;
  if (!flat::equal_text(fence.opcode, at.opcode)) return false;
  return flat::equal_text(fence.custom_code, at.custom_code);
}

// Whether a fence's identity is what sits at after_op; else FenceBindingError, before anything is written.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:209
[[nodiscard]] constexpr Fault check_fence_binding(const BoundFence& fence, const BoundOperator& at) {
  // a negative number is no operator, they are counted from 0: plan again, with this model
  // Source: our decision: the contract is silent; no operator has such an index
  // specs/fence/stream_split.yaml:214
  if (!(fence.after_op >= 0)) return Fault::kFenceBindingNotNegative;
  // after_op follows the last operator: plan again, with this model
  // specs/fence/stream_split.yaml:215
  if (!(fence.after_op < at.operators)) return Fault::kFenceBindingNotBeyondLast;
  // its name is not that of the first output there: plan again, with this model
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; that an empty name is one too, beside
  // an opcode, is our decision: an output may have no name
  // specs/fence/stream_split.yaml:216
  if (!(!fence.has_identity || flat::equal_text(fence.output_tensor_name, at.output_tensor_name))) return Fault::kFenceBindingSameOutput;
  // its opcode, or the name of a custom operator, is not what sits there: plan again, with this model
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; of a custom operator its name too: our
  // decision, since CUSTOM alone does not tell two apart; that an empty opcode says nothing is our decision too, since
  // no operator has one
  // specs/fence/stream_split.yaml:217
  if (!fence_binding_same_opcode(fence, at)) return Fault::kFenceBindingSameOpcode;
  return Fault::kNone;
}

// Which tensors a cut intercepts: residual paths and all live outputs, not just the first. made_by is -1 of a constant
// or a graph input, last_use the operator count where the graph returns it.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:219
[[nodiscard]] constexpr Fault check_inputs(const Reach& t) {
  // all tensors produced at or before after_op that are consumed later or returned by the graph
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format; what an output of a signature of subgraph 0 names and no graph
  // output is too: our decision, its reader is the caller of the signature
  // specs/fence/stream_split.yaml:224
  if (!(t.intercepted || t.made_by < 0 || t.made_by > t.after_op || t.last_use <= t.after_op)) return Fault::kInputsAllThatLive;
  // constants and graph inputs are not copied
  // specs/fence/stream_split.yaml:225
  if (!(!t.intercepted || (0 <= t.made_by && t.made_by <= t.after_op && t.last_use > t.after_op))) return Fault::kInputsNothingElse;
  return Fault::kNone;
}

// (a.made_by == a.after_op and b.made_by != b.after_op) or ((a.made_by == a.after_op or b.made_by != b.after_op) and
// (a.made_by < b.made_by or (a.made_by == b.made_by and a.output < b.output)))
constexpr bool pair_order_in_order(const Produced& a, const Produced& b) {
  if (a.made_by == a.after_op && b.made_by != b.after_op) return true;
  if (!(a.made_by == a.after_op || b.made_by != b.after_op)) return false;
  return a.made_by < b.made_by || (a.made_by == b.made_by && a.output < b.output);
}

// In what order the pairs of a fence stand; the first is the join key of the sidecar. Of the input of each: the
// operator that made it, and which of its outputs it is.
// Source: our decision where the contract is silent
// specs/fence/stream_split.yaml:226
[[nodiscard]] constexpr Fault check_pair_order(const Produced& a, const Produced& b) {
  // first the live outputs of after_op in their order, then other live tensors in the order of their production
  // specs/fence/stream_split.yaml:231
  if (!pair_order_in_order(a, b)) return Fault::kPairOrderInOrder;
  return Fault::kNone;
}

// Who reads what a fence writes: the positions of reader and fence are those in the fenced model; what the graph
// returns, by its outputs or those of a signature, is read at the operator count.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format; outputs of signatures of subgraph 0: our decision, they name what
// the graph returns
// specs/fence/stream_split.yaml:238
[[nodiscard]] constexpr Fault check_rewiring(const Usage& u) {
  // every later operator that consumed an intercepted tensor consumes the new one; a graph output that was intercepted
  // becomes the new one
  // specs/fence/stream_split.yaml:243
  if (!(u.reader <= u.fence || u.reads != u.input)) return Fault::kRewiringLaterReadsOutput;
  // nothing reads a new tensor before its fence
  // Source: our decision: operators run in their order, so it would read what is not there
  // specs/fence/stream_split.yaml:244
  if (!(u.reader > u.fence || u.reads != u.output)) return Fault::kRewiringEarlierReadsInput;
  return Fault::kNone;
}

// at.position == at.after_op + at.earlier + 1
constexpr bool placement_behind_its_operator(const Placed& at) {
  return at.position == static_cast<std::uint64_t>(at.after_op) + static_cast<std::uint64_t>(at.earlier) + 1;
}

// Where a fence stands. Fences are applied in descending order, so that original indices stay valid; earlier is how
// many have a lesser after_op.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:245
[[nodiscard]] constexpr Fault check_placement(const Placed& at) {
  // immediately after operator after_op
  // specs/fence/stream_split.yaml:250
  if (!placement_behind_its_operator(at)) return Fault::kPlacementBehindItsOperator;
  return Fault::kNone;
}

// How the boundaries of a plan follow each other.
// Source: our decision: the contract is silent; two fences at one place would leave a segment empty
// specs/fence/stream_split.yaml:251
[[nodiscard]] constexpr Fault check_boundaries(const Neighbours& b) {
  // boundaries ascend, and none is given twice
  // specs/fence/stream_split.yaml:256
  if (!(b.previous < b.after_op)) return Fault::kBoundariesAscending;
  return Fault::kNone;
}

// (called.is_first and not called.first_taken) or called.others_taken or called.name == called.others
constexpr bool pair_name_other_name(const Naming& called) {
  if (called.is_first && !called.first_taken) return true;
  if (called.others_taken) return true;
  return flat::equal_text(called.name, called.others);
}

// (called.is_first and not called.first_taken) or not called.others_taken or called.name == called.clash
constexpr bool pair_name_clash_name(const Naming& called) {
  if (called.is_first && !called.first_taken) return true;
  if (!called.others_taken) return true;
  return flat::equal_text(called.name, called.clash);
}

// What a new tensor is called: first, others and clash are what the patterns of `names` make of its input; is_first is
// said of the first pair of its fence.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; all but the first: our decision, the
// contract says only that other names are cut-specific
// specs/fence/stream_split.yaml:257
[[nodiscard]] constexpr Fault check_pair_name(const Naming& called) {
  // the first new tensor of a cut, the join key
  // specs/fence/stream_split.yaml:262
  if (!(!called.is_first || called.first_taken || flat::equal_text(called.name, called.first))) return Fault::kPairNameFirstName;
  // all others, and a first one whose name is taken
  // specs/fence/stream_split.yaml:263
  if (!pair_name_other_name(called)) return Fault::kPairNameOtherName;
  // when that name is taken too
  // specs/fence/stream_split.yaml:264
  if (!pair_name_clash_name(called)) return Fault::kPairNameClashName;
  return Fault::kNone;
}

// How many of each a sidecar has.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:265
[[nodiscard]] constexpr Fault check_sidecar_counts(const SidecarHead& s) {
  // one segment more than there are boundaries
  // specs/fence/stream_split.yaml:270
  if (!(s.num_segments == static_cast<std::uint64_t>(s.boundaries) + 1)) return Fault::kSidecarCountsOneMoreSegment;
  // one for each command stream
  // specs/fence/stream_split.yaml:271
  if (!(s.segments == s.num_segments)) return Fault::kSidecarCountsAllSegments;
  return Fault::kNone;
}

// Which operators a segment of a sidecar holds. starts_at is behind the boundary before it, or 0; ends_at is after_op
// of its own boundary, or the last operator.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; inclusive: our decision
// specs/fence/stream_split.yaml:272
[[nodiscard]] constexpr Fault check_sidecar_range(const SegmentRange& s) {
  // its first original operator, right behind the boundary before
  // specs/fence/stream_split.yaml:277
  if (!(s.op_range_start == s.starts_at)) return Fault::kSidecarRangeStartsBehindTheLast;
  // its last, inclusive: after_op of the boundary that ends it
  // specs/fence/stream_split.yaml:278
  if (!(s.op_range_end == s.ends_at)) return Fault::kSidecarRangeEndsAtItsBoundary;
  return Fault::kNone;
}

// What a segment of a sidecar says of the fence that ends it: how many pairs, and whether the two names are there.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; nothing in the last segment: our
// decision, no fence ends it
// specs/fence/stream_split.yaml:279
[[nodiscard]] constexpr Fault check_sidecar_end(const SegmentEnd& s) {
  // null, null and no pairs in the last segment
  // specs/fence/stream_split.yaml:284
  if (!(!s.is_last || (s.tensor_pairs == 0 && !s.end_tensor_name && !s.fence_tensor_name))) return Fault::kSidecarEndLastEndsNowhere;
  // at least one pair, and both names, in all others
  // specs/fence/stream_split.yaml:285
  if (!(s.is_last || (s.tensor_pairs >= 1 && s.end_tensor_name && s.fence_tensor_name))) return Fault::kSidecarEndOthersEndAtAFence;
  return Fault::kNone;
}

// The name by which a consumer finds a fence.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:286
[[nodiscard]] constexpr Fault check_sidecar_join(const JoinKey& k) {
  // the first output is the sidecar join key
  // specs/fence/stream_split.yaml:291
  if (!flat::equal_text(k.fence_tensor_name, k.first_output)) return Fault::kSidecarJoinFirstOutput;
  return Fault::kNone;
}

// Names that are unique within a subgraph.
// Source: first: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; others, clash and unique: our
// decision, the contract says only that other names are cut-specific
// specs/fence/stream_split.yaml:307
inline constexpr std::string_view kFirstSuffix = "/stream_split";

// {tensor}/stream_split
inline std::string first_name(std::string_view tensor) {
  std::string out;
  out += tensor;
  out += "/stream_split";
  return out;
}

// {tensor}/stream_split/{after_op}
inline std::string other_name(std::string_view tensor, std::uint32_t after_op) {
  std::string out;
  out += tensor;
  out += "/stream_split/";
  out += std::to_string(after_op);
  return out;
}

// {tensor}/stream_split/{after_op}/{tensor_index}
inline std::string clash_name(std::string_view tensor, std::uint32_t after_op, std::uint32_t tensor_index) {
  std::string out;
  out += tensor;
  out += "/stream_split/";
  out += std::to_string(after_op);
  out += "/";
  out += std::to_string(tensor_index);
  return out;
}

// The identity carried with a fenced model; a RewriteResult has the same fields. Join by source_sha256 and after_op
// first, by names second.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:314

// {stem}.fenced_boundaries.json
inline std::string sidecar_file(std::string_view stem) {
  std::string out;
  out += stem;
  out += ".fenced_boundaries.json";
  return out;
}

struct TensorPair {
  // what the fence reads
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; the key: our decision
  // specs/fence/stream_split.yaml:335
  std::string input;
  // what it writes
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; the key: our decision
  // specs/fence/stream_split.yaml:336
  std::string output;

  friend bool operator==(const TensorPair&, const TensorPair&) = default;
};

struct Segment {
  // its first original operator
  // specs/fence/stream_split.yaml:328
  std::uint32_t op_range_start = 0;
  // its last, inclusive: after_op of the boundary that ends it
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; inclusive: our decision
  // specs/fence/stream_split.yaml:329
  std::uint32_t op_range_end = 0;
  // names in the fenced graph; none in the last segment
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; none in the last segment: our
  // decision, no fence ends it
  // specs/fence/stream_split.yaml:330
  std::vector<TensorPair> tensor_pairs;
  // the first intercepted tensor in the original model; null in the last segment
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; null in the last segment: our
  // decision, no fence ends it
  // specs/fence/stream_split.yaml:337
  std::optional<std::string> end_tensor_name;
  // the first new tensor, the join key; null in the last segment
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; null in the last segment: our
  // decision, no fence ends it
  // specs/fence/stream_split.yaml:338
  std::optional<std::string> fence_tensor_name;

  friend bool operator==(const Segment&, const Segment&) = default;
};

struct Sidecar {
  // the file that the fences were cut into
  // specs/fence/stream_split.yaml:318
  std::string source_model;
  // of that file
  // specs/fence/stream_split.yaml:319
  std::string source_sha256;
  // the graph that was cut
  // specs/fence/stream_split.yaml:320
  std::uint32_t subgraph = 0;
  // one more than there are boundaries
  // specs/fence/stream_split.yaml:321
  std::uint32_t num_segments = 0;
  // original operator indices, authoritative
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; ascending: our decision
  // specs/fence/stream_split.yaml:322
  std::vector<std::uint32_t> boundary_after_ops;
  // one for each command stream
  // Source: our decision: the contract says what there is per segment, and not the key
  // specs/fence/stream_split.yaml:323
  std::vector<Segment> segments;

  friend bool operator==(const Sidecar&, const Sidecar&) = default;
};

// To JSON, keys in the contract's order where Json keeps one (nlohmann::ordered_json).
template <class Json>
void to_json(Json& out, const TensorPair& value) {
  out = Json::object();
  out["input"] = value.input;
  out["output"] = value.output;
}

template <class Json>
void to_json(Json& out, const Segment& value) {
  out = Json::object();
  out["op_range_start"] = value.op_range_start;
  out["op_range_end"] = value.op_range_end;
  Json& tensor_pairs = out["tensor_pairs"] = Json::array();
  for (const TensorPair& each : value.tensor_pairs) to_json(tensor_pairs.emplace_back(), each);
  out["end_tensor_name"] = value.end_tensor_name ? Json(*value.end_tensor_name) : Json(nullptr);
  out["fence_tensor_name"] = value.fence_tensor_name ? Json(*value.fence_tensor_name) : Json(nullptr);
}

template <class Json>
void to_json(Json& out, const Sidecar& value) {
  out = Json::object();
  out["source_model"] = value.source_model;
  out["source_sha256"] = value.source_sha256;
  out["subgraph"] = value.subgraph;
  out["num_segments"] = value.num_segments;
  out["boundary_after_ops"] = value.boundary_after_ops;
  Json& segments = out["segments"] = Json::array();
  for (const Segment& each : value.segments) to_json(segments.emplace_back(), each);
}

// From JSON, by the contract: every key is there, no other is, and each holds what it may. Empty, or what is wrong and where;
// `out` then holds part of it.
template <class Json>
std::string from_json(const Json& in, TensorPair& out, const std::string& at = {}) {
  const json_fields::Object<Json> object(in, at);
  if (std::string fault = object.fault({"input", "output"}); !fault.empty()) return fault;
  if (std::string fault = object.string("input", out.input); !fault.empty()) return fault;
  if (std::string fault = object.string("output", out.output); !fault.empty()) return fault;
  return {};
}

template <class Json>
std::string from_json(const Json& in, Segment& out, const std::string& at = {}) {
  const json_fields::Object<Json> object(in, at);
  if (std::string fault = object.fault({"op_range_start", "op_range_end", "tensor_pairs", "end_tensor_name", "fence_tensor_name"}); !fault.empty()) return fault;
  if (std::string fault = object.number("op_range_start", out.op_range_start, 0u, 4294967295u); !fault.empty()) return fault;
  if (std::string fault = object.number("op_range_end", out.op_range_end, 0u, 4294967295u); !fault.empty()) return fault;
  if (std::string fault = object.list("tensor_pairs", out.tensor_pairs, [](const Json& one, TensorPair& to, const std::string& where) { return from_json(one, to, where); }); !fault.empty()) return fault;
  if (std::string fault = object.string("end_tensor_name", out.end_tensor_name); !fault.empty()) return fault;
  if (std::string fault = object.string("fence_tensor_name", out.fence_tensor_name); !fault.empty()) return fault;
  return {};
}

template <class Json>
std::string from_json(const Json& in, Sidecar& out, const std::string& at = {}) {
  const json_fields::Object<Json> object(in, at);
  if (std::string fault = object.fault({"source_model", "source_sha256", "subgraph", "num_segments", "boundary_after_ops", "segments"}); !fault.empty()) return fault;
  if (std::string fault = object.string("source_model", out.source_model); !fault.empty()) return fault;
  if (std::string fault = object.sha256("source_sha256", out.source_sha256); !fault.empty()) return fault;
  if (std::string fault = object.number("subgraph", out.subgraph, 0u, 0u); !fault.empty()) return fault;
  if (std::string fault = object.number("num_segments", out.num_segments, 0u, 4294967295u); !fault.empty()) return fault;
  if (std::string fault = object.numbers("boundary_after_ops", out.boundary_after_ops, 0u, 4294967295u, true); !fault.empty()) return fault;
  if (std::string fault = object.list("segments", out.segments, [](const Json& one, Segment& to, const std::string& where) { return from_json(one, to, where); }); !fault.empty()) return fault;
  return {};
}

}  // namespace npuspec::ethos_u_stream_split
