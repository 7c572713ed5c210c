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
// What an operator does, by the names of the schema, which say it; one without a name here is of a newer schema.
// Source: schema.fbs; taken from PyPI ai-edge-litert 2.3.0, schema_py_generated.py; PyPI tflite 2.18.0 says the same of
// all but 209, which it does not have. vela and lowered: as Vela 3.10, 4.2 and 5.2 print them, and as their sources
// build names
// specs/fence/tflite.yaml:42
enum class BuiltinOperator : std::int32_t {
  // what an absent code reads as
  // specs/fence/tflite.yaml:54
  ADD = 0,
  // specs/fence/tflite.yaml:55
  AVERAGE_POOL_2D = 1,
  // specs/fence/tflite.yaml:56
  CONCATENATION = 2,
  // specs/fence/tflite.yaml:57
  CONV_2D = 3,
  // specs/fence/tflite.yaml:58
  DEPTHWISE_CONV_2D = 4,
  // specs/fence/tflite.yaml:59
  DEPTH_TO_SPACE = 5,
  // specs/fence/tflite.yaml:60
  DEQUANTIZE = 6,
  // specs/fence/tflite.yaml:61
  EMBEDDING_LOOKUP = 7,
  // specs/fence/tflite.yaml:62
  FLOOR = 8,
  // specs/fence/tflite.yaml:63
  FULLY_CONNECTED = 9,
  // specs/fence/tflite.yaml:64
  HASHTABLE_LOOKUP = 10,
  // specs/fence/tflite.yaml:65
  L2_NORMALIZATION = 11,
  // specs/fence/tflite.yaml:66
  L2_POOL_2D = 12,
  // specs/fence/tflite.yaml:67
  LOCAL_RESPONSE_NORMALIZATION = 13,
  // specs/fence/tflite.yaml:68
  LOGISTIC = 14,
  // specs/fence/tflite.yaml:69
  LSH_PROJECTION = 15,
  // specs/fence/tflite.yaml:70
  LSTM = 16,
  // specs/fence/tflite.yaml:71
  MAX_POOL_2D = 17,
  // specs/fence/tflite.yaml:72
  MUL = 18,
  // specs/fence/tflite.yaml:73
  RELU = 19,
  // specs/fence/tflite.yaml:74
  RELU_N1_TO_1 = 20,
  // specs/fence/tflite.yaml:75
  RELU6 = 21,
  // specs/fence/tflite.yaml:76
  RESHAPE = 22,
  // specs/fence/tflite.yaml:77
  RESIZE_BILINEAR = 23,
  // specs/fence/tflite.yaml:78
  RNN = 24,
  // specs/fence/tflite.yaml:79
  SOFTMAX = 25,
  // specs/fence/tflite.yaml:80
  SPACE_TO_DEPTH = 26,
  // specs/fence/tflite.yaml:81
  SVDF = 27,
  // specs/fence/tflite.yaml:82
  TANH = 28,
  // specs/fence/tflite.yaml:83
  CONCAT_EMBEDDINGS = 29,
  // specs/fence/tflite.yaml:84
  SKIP_GRAM = 30,
  // specs/fence/tflite.yaml:85
  CALL = 31,
  // named by custom_code
  // specs/fence/tflite.yaml:86
  CUSTOM = 32,
  // specs/fence/tflite.yaml:87
  EMBEDDING_LOOKUP_SPARSE = 33,
  // specs/fence/tflite.yaml:88
  PAD = 34,
  // specs/fence/tflite.yaml:89
  UNIDIRECTIONAL_SEQUENCE_RNN = 35,
  // specs/fence/tflite.yaml:90
  GATHER = 36,
  // specs/fence/tflite.yaml:91
  BATCH_TO_SPACE_ND = 37,
  // specs/fence/tflite.yaml:92
  SPACE_TO_BATCH_ND = 38,
  // specs/fence/tflite.yaml:93
  TRANSPOSE = 39,
  // specs/fence/tflite.yaml:94
  MEAN = 40,
  // specs/fence/tflite.yaml:95
  SUB = 41,
  // specs/fence/tflite.yaml:96
  DIV = 42,
  // specs/fence/tflite.yaml:97
  SQUEEZE = 43,
  // specs/fence/tflite.yaml:98
  UNIDIRECTIONAL_SEQUENCE_LSTM = 44,
  // specs/fence/tflite.yaml:99
  STRIDED_SLICE = 45,
  // specs/fence/tflite.yaml:100
  BIDIRECTIONAL_SEQUENCE_RNN = 46,
  // specs/fence/tflite.yaml:101
  EXP = 47,
  // specs/fence/tflite.yaml:102
  TOPK_V2 = 48,
  // specs/fence/tflite.yaml:103
  SPLIT = 49,
  // specs/fence/tflite.yaml:104
  LOG_SOFTMAX = 50,
  // specs/fence/tflite.yaml:105
  DELEGATE = 51,
  // specs/fence/tflite.yaml:106
  BIDIRECTIONAL_SEQUENCE_LSTM = 52,
  // specs/fence/tflite.yaml:107
  CAST = 53,
  // specs/fence/tflite.yaml:108
  PRELU = 54,
  // specs/fence/tflite.yaml:109
  MAXIMUM = 55,
  // specs/fence/tflite.yaml:110
  ARG_MAX = 56,
  // specs/fence/tflite.yaml:111
  MINIMUM = 57,
  // specs/fence/tflite.yaml:112
  LESS = 58,
  // specs/fence/tflite.yaml:113
  NEG = 59,
  // specs/fence/tflite.yaml:114
  PADV2 = 60,
  // specs/fence/tflite.yaml:115
  GREATER = 61,
  // specs/fence/tflite.yaml:116
  GREATER_EQUAL = 62,
  // specs/fence/tflite.yaml:117
  LESS_EQUAL = 63,
  // specs/fence/tflite.yaml:118
  SELECT = 64,
  // specs/fence/tflite.yaml:119
  SLICE = 65,
  // specs/fence/tflite.yaml:120
  SIN = 66,
  // specs/fence/tflite.yaml:121
  TRANSPOSE_CONV = 67,
  // specs/fence/tflite.yaml:122
  SPARSE_TO_DENSE = 68,
  // specs/fence/tflite.yaml:123
  TILE = 69,
  // specs/fence/tflite.yaml:124
  EXPAND_DIMS = 70,
  // specs/fence/tflite.yaml:125
  EQUAL = 71,
  // specs/fence/tflite.yaml:126
  NOT_EQUAL = 72,
  // specs/fence/tflite.yaml:127
  LOG = 73,
  // specs/fence/tflite.yaml:128
  SUM = 74,
  // specs/fence/tflite.yaml:129
  SQRT = 75,
  // specs/fence/tflite.yaml:130
  RSQRT = 76,
  // specs/fence/tflite.yaml:131
  SHAPE = 77,
  // specs/fence/tflite.yaml:132
  POW = 78,
  // specs/fence/tflite.yaml:133
  ARG_MIN = 79,
  // specs/fence/tflite.yaml:134
  FAKE_QUANT = 80,
  // specs/fence/tflite.yaml:135
  REDUCE_PROD = 81,
  // specs/fence/tflite.yaml:136
  REDUCE_MAX = 82,
  // specs/fence/tflite.yaml:137
  PACK = 83,
  // specs/fence/tflite.yaml:138
  LOGICAL_OR = 84,
  // specs/fence/tflite.yaml:139
  ONE_HOT = 85,
  // specs/fence/tflite.yaml:140
  LOGICAL_AND = 86,
  // specs/fence/tflite.yaml:141
  LOGICAL_NOT = 87,
  // specs/fence/tflite.yaml:142
  UNPACK = 88,
  // specs/fence/tflite.yaml:143
  REDUCE_MIN = 89,
  // specs/fence/tflite.yaml:144
  FLOOR_DIV = 90,
  // specs/fence/tflite.yaml:145
  REDUCE_ANY = 91,
  // specs/fence/tflite.yaml:146
  SQUARE = 92,
  // specs/fence/tflite.yaml:147
  ZEROS_LIKE = 93,
  // specs/fence/tflite.yaml:148
  FILL = 94,
  // specs/fence/tflite.yaml:149
  FLOOR_MOD = 95,
  // specs/fence/tflite.yaml:150
  RANGE = 96,
  // specs/fence/tflite.yaml:151
  RESIZE_NEAREST_NEIGHBOR = 97,
  // specs/fence/tflite.yaml:152
  LEAKY_RELU = 98,
  // specs/fence/tflite.yaml:153
  SQUARED_DIFFERENCE = 99,
  // specs/fence/tflite.yaml:154
  MIRROR_PAD = 100,
  // specs/fence/tflite.yaml:155
  ABS = 101,
  // specs/fence/tflite.yaml:156
  SPLIT_V = 102,
  // specs/fence/tflite.yaml:157
  UNIQUE = 103,
  // specs/fence/tflite.yaml:158
  CEIL = 104,
  // specs/fence/tflite.yaml:159
  REVERSE_V2 = 105,
  // specs/fence/tflite.yaml:160
  ADD_N = 106,
  // specs/fence/tflite.yaml:161
  GATHER_ND = 107,
  // specs/fence/tflite.yaml:162
  COS = 108,
  // specs/fence/tflite.yaml:163
  WHERE = 109,
  // specs/fence/tflite.yaml:164
  RANK = 110,
  // specs/fence/tflite.yaml:165
  ELU = 111,
  // specs/fence/tflite.yaml:166
  REVERSE_SEQUENCE = 112,
  // specs/fence/tflite.yaml:167
  MATRIX_DIAG = 113,
  // specs/fence/tflite.yaml:168
  QUANTIZE = 114,
  // specs/fence/tflite.yaml:169
  MATRIX_SET_DIAG = 115,
  // specs/fence/tflite.yaml:170
  ROUND = 116,
  // specs/fence/tflite.yaml:171
  HARD_SWISH = 117,
  // specs/fence/tflite.yaml:172
  IF = 118,
  // specs/fence/tflite.yaml:173
  WHILE = 119,
  // specs/fence/tflite.yaml:174
  NON_MAX_SUPPRESSION_V4 = 120,
  // specs/fence/tflite.yaml:175
  NON_MAX_SUPPRESSION_V5 = 121,
  // specs/fence/tflite.yaml:176
  SCATTER_ND = 122,
  // specs/fence/tflite.yaml:177
  SELECT_V2 = 123,
  // specs/fence/tflite.yaml:178
  DENSIFY = 124,
  // specs/fence/tflite.yaml:179
  SEGMENT_SUM = 125,
  // specs/fence/tflite.yaml:180
  BATCH_MATMUL = 126,
  // in the 8-bit field: see the 32-bit one
  // specs/fence/tflite.yaml:181
  PLACEHOLDER_FOR_GREATER_OP_CODES = 127,
  // specs/fence/tflite.yaml:182
  CUMSUM = 128,
  // specs/fence/tflite.yaml:183
  CALL_ONCE = 129,
  // specs/fence/tflite.yaml:184
  BROADCAST_TO = 130,
  // specs/fence/tflite.yaml:185
  RFFT2D = 131,
  // specs/fence/tflite.yaml:186
  CONV_3D = 132,
  // specs/fence/tflite.yaml:187
  IMAG = 133,
  // specs/fence/tflite.yaml:188
  REAL = 134,
  // specs/fence/tflite.yaml:189
  COMPLEX_ABS = 135,
  // specs/fence/tflite.yaml:190
  HASHTABLE = 136,
  // specs/fence/tflite.yaml:191
  HASHTABLE_FIND = 137,
  // specs/fence/tflite.yaml:192
  HASHTABLE_IMPORT = 138,
  // specs/fence/tflite.yaml:193
  HASHTABLE_SIZE = 139,
  // specs/fence/tflite.yaml:194
  REDUCE_ALL = 140,
  // specs/fence/tflite.yaml:195
  CONV_3D_TRANSPOSE = 141,
  // specs/fence/tflite.yaml:196
  VAR_HANDLE = 142,
  // specs/fence/tflite.yaml:197
  READ_VARIABLE = 143,
  // specs/fence/tflite.yaml:198
  ASSIGN_VARIABLE = 144,
  // specs/fence/tflite.yaml:199
  BROADCAST_ARGS = 145,
  // specs/fence/tflite.yaml:200
  RANDOM_STANDARD_NORMAL = 146,
  // specs/fence/tflite.yaml:201
  BUCKETIZE = 147,
  // specs/fence/tflite.yaml:202
  RANDOM_UNIFORM = 148,
  // specs/fence/tflite.yaml:203
  MULTINOMIAL = 149,
  // specs/fence/tflite.yaml:204
  GELU = 150,
  // specs/fence/tflite.yaml:205
  DYNAMIC_UPDATE_SLICE = 151,
  // specs/fence/tflite.yaml:206
  RELU_0_TO_1 = 152,
  // specs/fence/tflite.yaml:207
  UNSORTED_SEGMENT_PROD = 153,
  // specs/fence/tflite.yaml:208
  UNSORTED_SEGMENT_MAX = 154,
  // specs/fence/tflite.yaml:209
  UNSORTED_SEGMENT_SUM = 155,
  // specs/fence/tflite.yaml:210
  ATAN2 = 156,
  // specs/fence/tflite.yaml:211
  UNSORTED_SEGMENT_MIN = 157,
  // specs/fence/tflite.yaml:212
  SIGN = 158,
  // specs/fence/tflite.yaml:213
  BITCAST = 159,
  // specs/fence/tflite.yaml:214
  BITWISE_XOR = 160,
  // specs/fence/tflite.yaml:215
  RIGHT_SHIFT = 161,
  // specs/fence/tflite.yaml:216
  STABLEHLO_LOGISTIC = 162,
  // specs/fence/tflite.yaml:217
  STABLEHLO_ADD = 163,
  // specs/fence/tflite.yaml:218
  STABLEHLO_DIVIDE = 164,
  // specs/fence/tflite.yaml:219
  STABLEHLO_MULTIPLY = 165,
  // specs/fence/tflite.yaml:220
  STABLEHLO_MAXIMUM = 166,
  // specs/fence/tflite.yaml:221
  STABLEHLO_RESHAPE = 167,
  // specs/fence/tflite.yaml:222
  STABLEHLO_CLAMP = 168,
  // specs/fence/tflite.yaml:223
  STABLEHLO_CONCATENATE = 169,
  // specs/fence/tflite.yaml:224
  STABLEHLO_BROADCAST_IN_DIM = 170,
  // specs/fence/tflite.yaml:225
  STABLEHLO_CONVOLUTION = 171,
  // specs/fence/tflite.yaml:226
  STABLEHLO_SLICE = 172,
  // specs/fence/tflite.yaml:227
  STABLEHLO_CUSTOM_CALL = 173,
  // specs/fence/tflite.yaml:228
  STABLEHLO_REDUCE = 174,
  // specs/fence/tflite.yaml:229
  STABLEHLO_ABS = 175,
  // specs/fence/tflite.yaml:230
  STABLEHLO_AND = 176,
  // specs/fence/tflite.yaml:231
  STABLEHLO_COSINE = 177,
  // specs/fence/tflite.yaml:232
  STABLEHLO_EXPONENTIAL = 178,
  // specs/fence/tflite.yaml:233
  STABLEHLO_FLOOR = 179,
  // specs/fence/tflite.yaml:234
  STABLEHLO_LOG = 180,
  // specs/fence/tflite.yaml:235
  STABLEHLO_MINIMUM = 181,
  // specs/fence/tflite.yaml:236
  STABLEHLO_NEGATE = 182,
  // specs/fence/tflite.yaml:237
  STABLEHLO_OR = 183,
  // specs/fence/tflite.yaml:238
  STABLEHLO_POWER = 184,
  // specs/fence/tflite.yaml:239
  STABLEHLO_REMAINDER = 185,
  // specs/fence/tflite.yaml:240
  STABLEHLO_RSQRT = 186,
  // specs/fence/tflite.yaml:241
  STABLEHLO_SELECT = 187,
  // specs/fence/tflite.yaml:242
  STABLEHLO_SUBTRACT = 188,
  // specs/fence/tflite.yaml:243
  STABLEHLO_TANH = 189,
  // specs/fence/tflite.yaml:244
  STABLEHLO_SCATTER = 190,
  // specs/fence/tflite.yaml:245
  STABLEHLO_COMPARE = 191,
  // specs/fence/tflite.yaml:246
  STABLEHLO_CONVERT = 192,
  // specs/fence/tflite.yaml:247
  STABLEHLO_DYNAMIC_SLICE = 193,
  // specs/fence/tflite.yaml:248
  STABLEHLO_DYNAMIC_UPDATE_SLICE = 194,
  // specs/fence/tflite.yaml:249
  STABLEHLO_PAD = 195,
  // specs/fence/tflite.yaml:250
  STABLEHLO_IOTA = 196,
  // specs/fence/tflite.yaml:251
  STABLEHLO_DOT_GENERAL = 197,
  // specs/fence/tflite.yaml:252
  STABLEHLO_REDUCE_WINDOW = 198,
  // specs/fence/tflite.yaml:253
  STABLEHLO_SORT = 199,
  // specs/fence/tflite.yaml:254
  STABLEHLO_WHILE = 200,
  // specs/fence/tflite.yaml:255
  STABLEHLO_GATHER = 201,
  // specs/fence/tflite.yaml:256
  STABLEHLO_TRANSPOSE = 202,
  // specs/fence/tflite.yaml:257
  DILATE = 203,
  // specs/fence/tflite.yaml:258
  STABLEHLO_RNG_BIT_GENERATOR = 204,
  // specs/fence/tflite.yaml:259
  REDUCE_WINDOW = 205,
  // specs/fence/tflite.yaml:260
  STABLEHLO_COMPOSITE = 206,
  // specs/fence/tflite.yaml:261
  STABLEHLO_SHIFT_LEFT = 207,
  // specs/fence/tflite.yaml:262
  STABLEHLO_CBRT = 208,
  // specs/fence/tflite.yaml:263
  STABLEHLO_CASE = 209,
};

// Empty for a value without a name.
constexpr std::string_view name(BuiltinOperator value) {
  switch (value) {
    case BuiltinOperator::ADD:
      return "ADD";
    case BuiltinOperator::AVERAGE_POOL_2D:
      return "AVERAGE_POOL_2D";
    case BuiltinOperator::CONCATENATION:
      return "CONCATENATION";
    case BuiltinOperator::CONV_2D:
      return "CONV_2D";
    case BuiltinOperator::DEPTHWISE_CONV_2D:
      return "DEPTHWISE_CONV_2D";
    case BuiltinOperator::DEPTH_TO_SPACE:
      return "DEPTH_TO_SPACE";
    case BuiltinOperator::DEQUANTIZE:
      return "DEQUANTIZE";
    case BuiltinOperator::EMBEDDING_LOOKUP:
      return "EMBEDDING_LOOKUP";
    case BuiltinOperator::FLOOR:
      return "FLOOR";
    case BuiltinOperator::FULLY_CONNECTED:
      return "FULLY_CONNECTED";
    case BuiltinOperator::HASHTABLE_LOOKUP:
      return "HASHTABLE_LOOKUP";
    case BuiltinOperator::L2_NORMALIZATION:
      return "L2_NORMALIZATION";
    case BuiltinOperator::L2_POOL_2D:
      return "L2_POOL_2D";
    case BuiltinOperator::LOCAL_RESPONSE_NORMALIZATION:
      return "LOCAL_RESPONSE_NORMALIZATION";
    case BuiltinOperator::LOGISTIC:
      return "LOGISTIC";
    case BuiltinOperator::LSH_PROJECTION:
      return "LSH_PROJECTION";
    case BuiltinOperator::LSTM:
      return "LSTM";
    case BuiltinOperator::MAX_POOL_2D:
      return "MAX_POOL_2D";
    case BuiltinOperator::MUL:
      return "MUL";
    case BuiltinOperator::RELU:
      return "RELU";
    case BuiltinOperator::RELU_N1_TO_1:
      return "RELU_N1_TO_1";
    case BuiltinOperator::RELU6:
      return "RELU6";
    case BuiltinOperator::RESHAPE:
      return "RESHAPE";
    case BuiltinOperator::RESIZE_BILINEAR:
      return "RESIZE_BILINEAR";
    case BuiltinOperator::RNN:
      return "RNN";
    case BuiltinOperator::SOFTMAX:
      return "SOFTMAX";
    case BuiltinOperator::SPACE_TO_DEPTH:
      return "SPACE_TO_DEPTH";
    case BuiltinOperator::SVDF:
      return "SVDF";
    case BuiltinOperator::TANH:
      return "TANH";
    case BuiltinOperator::CONCAT_EMBEDDINGS:
      return "CONCAT_EMBEDDINGS";
    case BuiltinOperator::SKIP_GRAM:
      return "SKIP_GRAM";
    case BuiltinOperator::CALL:
      return "CALL";
    case BuiltinOperator::CUSTOM:
      return "CUSTOM";
    case BuiltinOperator::EMBEDDING_LOOKUP_SPARSE:
      return "EMBEDDING_LOOKUP_SPARSE";
    case BuiltinOperator::PAD:
      return "PAD";
    case BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN:
      return "UNIDIRECTIONAL_SEQUENCE_RNN";
    case BuiltinOperator::GATHER:
      return "GATHER";
    case BuiltinOperator::BATCH_TO_SPACE_ND:
      return "BATCH_TO_SPACE_ND";
    case BuiltinOperator::SPACE_TO_BATCH_ND:
      return "SPACE_TO_BATCH_ND";
    case BuiltinOperator::TRANSPOSE:
      return "TRANSPOSE";
    case BuiltinOperator::MEAN:
      return "MEAN";
    case BuiltinOperator::SUB:
      return "SUB";
    case BuiltinOperator::DIV:
      return "DIV";
    case BuiltinOperator::SQUEEZE:
      return "SQUEEZE";
    case BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM:
      return "UNIDIRECTIONAL_SEQUENCE_LSTM";
    case BuiltinOperator::STRIDED_SLICE:
      return "STRIDED_SLICE";
    case BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN:
      return "BIDIRECTIONAL_SEQUENCE_RNN";
    case BuiltinOperator::EXP:
      return "EXP";
    case BuiltinOperator::TOPK_V2:
      return "TOPK_V2";
    case BuiltinOperator::SPLIT:
      return "SPLIT";
    case BuiltinOperator::LOG_SOFTMAX:
      return "LOG_SOFTMAX";
    case BuiltinOperator::DELEGATE:
      return "DELEGATE";
    case BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM:
      return "BIDIRECTIONAL_SEQUENCE_LSTM";
    case BuiltinOperator::CAST:
      return "CAST";
    case BuiltinOperator::PRELU:
      return "PRELU";
    case BuiltinOperator::MAXIMUM:
      return "MAXIMUM";
    case BuiltinOperator::ARG_MAX:
      return "ARG_MAX";
    case BuiltinOperator::MINIMUM:
      return "MINIMUM";
    case BuiltinOperator::LESS:
      return "LESS";
    case BuiltinOperator::NEG:
      return "NEG";
    case BuiltinOperator::PADV2:
      return "PADV2";
    case BuiltinOperator::GREATER:
      return "GREATER";
    case BuiltinOperator::GREATER_EQUAL:
      return "GREATER_EQUAL";
    case BuiltinOperator::LESS_EQUAL:
      return "LESS_EQUAL";
    case BuiltinOperator::SELECT:
      return "SELECT";
    case BuiltinOperator::SLICE:
      return "SLICE";
    case BuiltinOperator::SIN:
      return "SIN";
    case BuiltinOperator::TRANSPOSE_CONV:
      return "TRANSPOSE_CONV";
    case BuiltinOperator::SPARSE_TO_DENSE:
      return "SPARSE_TO_DENSE";
    case BuiltinOperator::TILE:
      return "TILE";
    case BuiltinOperator::EXPAND_DIMS:
      return "EXPAND_DIMS";
    case BuiltinOperator::EQUAL:
      return "EQUAL";
    case BuiltinOperator::NOT_EQUAL:
      return "NOT_EQUAL";
    case BuiltinOperator::LOG:
      return "LOG";
    case BuiltinOperator::SUM:
      return "SUM";
    case BuiltinOperator::SQRT:
      return "SQRT";
    case BuiltinOperator::RSQRT:
      return "RSQRT";
    case BuiltinOperator::SHAPE:
      return "SHAPE";
    case BuiltinOperator::POW:
      return "POW";
    case BuiltinOperator::ARG_MIN:
      return "ARG_MIN";
    case BuiltinOperator::FAKE_QUANT:
      return "FAKE_QUANT";
    case BuiltinOperator::REDUCE_PROD:
      return "REDUCE_PROD";
    case BuiltinOperator::REDUCE_MAX:
      return "REDUCE_MAX";
    case BuiltinOperator::PACK:
      return "PACK";
    case BuiltinOperator::LOGICAL_OR:
      return "LOGICAL_OR";
    case BuiltinOperator::ONE_HOT:
      return "ONE_HOT";
    case BuiltinOperator::LOGICAL_AND:
      return "LOGICAL_AND";
    case BuiltinOperator::LOGICAL_NOT:
      return "LOGICAL_NOT";
    case BuiltinOperator::UNPACK:
      return "UNPACK";
    case BuiltinOperator::REDUCE_MIN:
      return "REDUCE_MIN";
    case BuiltinOperator::FLOOR_DIV:
      return "FLOOR_DIV";
    case BuiltinOperator::REDUCE_ANY:
      return "REDUCE_ANY";
    case BuiltinOperator::SQUARE:
      return "SQUARE";
    case BuiltinOperator::ZEROS_LIKE:
      return "ZEROS_LIKE";
    case BuiltinOperator::FILL:
      return "FILL";
    case BuiltinOperator::FLOOR_MOD:
      return "FLOOR_MOD";
    case BuiltinOperator::RANGE:
      return "RANGE";
    case BuiltinOperator::RESIZE_NEAREST_NEIGHBOR:
      return "RESIZE_NEAREST_NEIGHBOR";
    case BuiltinOperator::LEAKY_RELU:
      return "LEAKY_RELU";
    case BuiltinOperator::SQUARED_DIFFERENCE:
      return "SQUARED_DIFFERENCE";
    case BuiltinOperator::MIRROR_PAD:
      return "MIRROR_PAD";
    case BuiltinOperator::ABS:
      return "ABS";
    case BuiltinOperator::SPLIT_V:
      return "SPLIT_V";
    case BuiltinOperator::UNIQUE:
      return "UNIQUE";
    case BuiltinOperator::CEIL:
      return "CEIL";
    case BuiltinOperator::REVERSE_V2:
      return "REVERSE_V2";
    case BuiltinOperator::ADD_N:
      return "ADD_N";
    case BuiltinOperator::GATHER_ND:
      return "GATHER_ND";
    case BuiltinOperator::COS:
      return "COS";
    case BuiltinOperator::WHERE:
      return "WHERE";
    case BuiltinOperator::RANK:
      return "RANK";
    case BuiltinOperator::ELU:
      return "ELU";
    case BuiltinOperator::REVERSE_SEQUENCE:
      return "REVERSE_SEQUENCE";
    case BuiltinOperator::MATRIX_DIAG:
      return "MATRIX_DIAG";
    case BuiltinOperator::QUANTIZE:
      return "QUANTIZE";
    case BuiltinOperator::MATRIX_SET_DIAG:
      return "MATRIX_SET_DIAG";
    case BuiltinOperator::ROUND:
      return "ROUND";
    case BuiltinOperator::HARD_SWISH:
      return "HARD_SWISH";
    case BuiltinOperator::IF:
      return "IF";
    case BuiltinOperator::WHILE:
      return "WHILE";
    case BuiltinOperator::NON_MAX_SUPPRESSION_V4:
      return "NON_MAX_SUPPRESSION_V4";
    case BuiltinOperator::NON_MAX_SUPPRESSION_V5:
      return "NON_MAX_SUPPRESSION_V5";
    case BuiltinOperator::SCATTER_ND:
      return "SCATTER_ND";
    case BuiltinOperator::SELECT_V2:
      return "SELECT_V2";
    case BuiltinOperator::DENSIFY:
      return "DENSIFY";
    case BuiltinOperator::SEGMENT_SUM:
      return "SEGMENT_SUM";
    case BuiltinOperator::BATCH_MATMUL:
      return "BATCH_MATMUL";
    case BuiltinOperator::PLACEHOLDER_FOR_GREATER_OP_CODES:
      return "PLACEHOLDER_FOR_GREATER_OP_CODES";
    case BuiltinOperator::CUMSUM:
      return "CUMSUM";
    case BuiltinOperator::CALL_ONCE:
      return "CALL_ONCE";
    case BuiltinOperator::BROADCAST_TO:
      return "BROADCAST_TO";
    case BuiltinOperator::RFFT2D:
      return "RFFT2D";
    case BuiltinOperator::CONV_3D:
      return "CONV_3D";
    case BuiltinOperator::IMAG:
      return "IMAG";
    case BuiltinOperator::REAL:
      return "REAL";
    case BuiltinOperator::COMPLEX_ABS:
      return "COMPLEX_ABS";
    case BuiltinOperator::HASHTABLE:
      return "HASHTABLE";
    case BuiltinOperator::HASHTABLE_FIND:
      return "HASHTABLE_FIND";
    case BuiltinOperator::HASHTABLE_IMPORT:
      return "HASHTABLE_IMPORT";
    case BuiltinOperator::HASHTABLE_SIZE:
      return "HASHTABLE_SIZE";
    case BuiltinOperator::REDUCE_ALL:
      return "REDUCE_ALL";
    case BuiltinOperator::CONV_3D_TRANSPOSE:
      return "CONV_3D_TRANSPOSE";
    case BuiltinOperator::VAR_HANDLE:
      return "VAR_HANDLE";
    case BuiltinOperator::READ_VARIABLE:
      return "READ_VARIABLE";
    case BuiltinOperator::ASSIGN_VARIABLE:
      return "ASSIGN_VARIABLE";
    case BuiltinOperator::BROADCAST_ARGS:
      return "BROADCAST_ARGS";
    case BuiltinOperator::RANDOM_STANDARD_NORMAL:
      return "RANDOM_STANDARD_NORMAL";
    case BuiltinOperator::BUCKETIZE:
      return "BUCKETIZE";
    case BuiltinOperator::RANDOM_UNIFORM:
      return "RANDOM_UNIFORM";
    case BuiltinOperator::MULTINOMIAL:
      return "MULTINOMIAL";
    case BuiltinOperator::GELU:
      return "GELU";
    case BuiltinOperator::DYNAMIC_UPDATE_SLICE:
      return "DYNAMIC_UPDATE_SLICE";
    case BuiltinOperator::RELU_0_TO_1:
      return "RELU_0_TO_1";
    case BuiltinOperator::UNSORTED_SEGMENT_PROD:
      return "UNSORTED_SEGMENT_PROD";
    case BuiltinOperator::UNSORTED_SEGMENT_MAX:
      return "UNSORTED_SEGMENT_MAX";
    case BuiltinOperator::UNSORTED_SEGMENT_SUM:
      return "UNSORTED_SEGMENT_SUM";
    case BuiltinOperator::ATAN2:
      return "ATAN2";
    case BuiltinOperator::UNSORTED_SEGMENT_MIN:
      return "UNSORTED_SEGMENT_MIN";
    case BuiltinOperator::SIGN:
      return "SIGN";
    case BuiltinOperator::BITCAST:
      return "BITCAST";
    case BuiltinOperator::BITWISE_XOR:
      return "BITWISE_XOR";
    case BuiltinOperator::RIGHT_SHIFT:
      return "RIGHT_SHIFT";
    case BuiltinOperator::STABLEHLO_LOGISTIC:
      return "STABLEHLO_LOGISTIC";
    case BuiltinOperator::STABLEHLO_ADD:
      return "STABLEHLO_ADD";
    case BuiltinOperator::STABLEHLO_DIVIDE:
      return "STABLEHLO_DIVIDE";
    case BuiltinOperator::STABLEHLO_MULTIPLY:
      return "STABLEHLO_MULTIPLY";
    case BuiltinOperator::STABLEHLO_MAXIMUM:
      return "STABLEHLO_MAXIMUM";
    case BuiltinOperator::STABLEHLO_RESHAPE:
      return "STABLEHLO_RESHAPE";
    case BuiltinOperator::STABLEHLO_CLAMP:
      return "STABLEHLO_CLAMP";
    case BuiltinOperator::STABLEHLO_CONCATENATE:
      return "STABLEHLO_CONCATENATE";
    case BuiltinOperator::STABLEHLO_BROADCAST_IN_DIM:
      return "STABLEHLO_BROADCAST_IN_DIM";
    case BuiltinOperator::STABLEHLO_CONVOLUTION:
      return "STABLEHLO_CONVOLUTION";
    case BuiltinOperator::STABLEHLO_SLICE:
      return "STABLEHLO_SLICE";
    case BuiltinOperator::STABLEHLO_CUSTOM_CALL:
      return "STABLEHLO_CUSTOM_CALL";
    case BuiltinOperator::STABLEHLO_REDUCE:
      return "STABLEHLO_REDUCE";
    case BuiltinOperator::STABLEHLO_ABS:
      return "STABLEHLO_ABS";
    case BuiltinOperator::STABLEHLO_AND:
      return "STABLEHLO_AND";
    case BuiltinOperator::STABLEHLO_COSINE:
      return "STABLEHLO_COSINE";
    case BuiltinOperator::STABLEHLO_EXPONENTIAL:
      return "STABLEHLO_EXPONENTIAL";
    case BuiltinOperator::STABLEHLO_FLOOR:
      return "STABLEHLO_FLOOR";
    case BuiltinOperator::STABLEHLO_LOG:
      return "STABLEHLO_LOG";
    case BuiltinOperator::STABLEHLO_MINIMUM:
      return "STABLEHLO_MINIMUM";
    case BuiltinOperator::STABLEHLO_NEGATE:
      return "STABLEHLO_NEGATE";
    case BuiltinOperator::STABLEHLO_OR:
      return "STABLEHLO_OR";
    case BuiltinOperator::STABLEHLO_POWER:
      return "STABLEHLO_POWER";
    case BuiltinOperator::STABLEHLO_REMAINDER:
      return "STABLEHLO_REMAINDER";
    case BuiltinOperator::STABLEHLO_RSQRT:
      return "STABLEHLO_RSQRT";
    case BuiltinOperator::STABLEHLO_SELECT:
      return "STABLEHLO_SELECT";
    case BuiltinOperator::STABLEHLO_SUBTRACT:
      return "STABLEHLO_SUBTRACT";
    case BuiltinOperator::STABLEHLO_TANH:
      return "STABLEHLO_TANH";
    case BuiltinOperator::STABLEHLO_SCATTER:
      return "STABLEHLO_SCATTER";
    case BuiltinOperator::STABLEHLO_COMPARE:
      return "STABLEHLO_COMPARE";
    case BuiltinOperator::STABLEHLO_CONVERT:
      return "STABLEHLO_CONVERT";
    case BuiltinOperator::STABLEHLO_DYNAMIC_SLICE:
      return "STABLEHLO_DYNAMIC_SLICE";
    case BuiltinOperator::STABLEHLO_DYNAMIC_UPDATE_SLICE:
      return "STABLEHLO_DYNAMIC_UPDATE_SLICE";
    case BuiltinOperator::STABLEHLO_PAD:
      return "STABLEHLO_PAD";
    case BuiltinOperator::STABLEHLO_IOTA:
      return "STABLEHLO_IOTA";
    case BuiltinOperator::STABLEHLO_DOT_GENERAL:
      return "STABLEHLO_DOT_GENERAL";
    case BuiltinOperator::STABLEHLO_REDUCE_WINDOW:
      return "STABLEHLO_REDUCE_WINDOW";
    case BuiltinOperator::STABLEHLO_SORT:
      return "STABLEHLO_SORT";
    case BuiltinOperator::STABLEHLO_WHILE:
      return "STABLEHLO_WHILE";
    case BuiltinOperator::STABLEHLO_GATHER:
      return "STABLEHLO_GATHER";
    case BuiltinOperator::STABLEHLO_TRANSPOSE:
      return "STABLEHLO_TRANSPOSE";
    case BuiltinOperator::DILATE:
      return "DILATE";
    case BuiltinOperator::STABLEHLO_RNG_BIT_GENERATOR:
      return "STABLEHLO_RNG_BIT_GENERATOR";
    case BuiltinOperator::REDUCE_WINDOW:
      return "REDUCE_WINDOW";
    case BuiltinOperator::STABLEHLO_COMPOSITE:
      return "STABLEHLO_COMPOSITE";
    case BuiltinOperator::STABLEHLO_SHIFT_LEFT:
      return "STABLEHLO_SHIFT_LEFT";
    case BuiltinOperator::STABLEHLO_CBRT:
      return "STABLEHLO_CBRT";
    case BuiltinOperator::STABLEHLO_CASE:
      return "STABLEHLO_CASE";
  }
  return {};
}

constexpr std::string_view vela(BuiltinOperator value) {
  switch (value) {
    case BuiltinOperator::AVERAGE_POOL_2D:
      return "AvgPool";
    case BuiltinOperator::CONCATENATION:
      return "Concat";
    case BuiltinOperator::L2_NORMALIZATION:
      return "L2Norm";
    case BuiltinOperator::LOCAL_RESPONSE_NORMALIZATION:
      return "LRN";
    case BuiltinOperator::LOGISTIC:
      return "Sigmoid";
    case BuiltinOperator::MAX_POOL_2D:
      return "MaxPool";
    case BuiltinOperator::GATHER:
      return "GatherV2";
    case BuiltinOperator::TRANSPOSE_CONV:
      return "TransposeConv2D";
    case BuiltinOperator::SUM:
      return "ReduceSum";
    case BuiltinOperator::FAKE_QUANT:
      return "FakeQuantWithMinMaxArgs";
    case BuiltinOperator::REDUCE_PROD:
      return "ReduceProduct";
    default:
      return "-";
  }
}

constexpr std::string_view lowered(BuiltinOperator value) {
  switch (value) {
    case BuiltinOperator::ADD:
      return "_act";
    case BuiltinOperator::AVERAGE_POOL_2D:
      return "_act";
    case BuiltinOperator::CONCATENATION:
      return "#_avgpool _act";
    case BuiltinOperator::CONV_2D:
      return "_fc _act";
    case BuiltinOperator::DEPTHWISE_CONV_2D:
      return "_act";
    case BuiltinOperator::FULLY_CONNECTED:
      return "_act";
    case BuiltinOperator::L2_NORMALIZATION:
      return "_act";
    case BuiltinOperator::L2_POOL_2D:
      return "_act";
    case BuiltinOperator::LSTM:
      return "_act";
    case BuiltinOperator::MAX_POOL_2D:
      return "_act";
    case BuiltinOperator::MUL:
      return "_act";
    case BuiltinOperator::RELU:
      return "_avgpool";
    case BuiltinOperator::RELU_N1_TO_1:
      return "_avgpool";
    case BuiltinOperator::RELU6:
      return "_avgpool";
    case BuiltinOperator::RESIZE_BILINEAR:
      return "_add _#";
    case BuiltinOperator::RNN:
      return "_act";
    case BuiltinOperator::SOFTMAX:
      return "_maxpool# _sub# _shr# _reduce_sum# _clz# _shl# _add# _mul# <_softmax_# <_softmax_#_broadcasted";
    case BuiltinOperator::SVDF:
      return "_act";
    case BuiltinOperator::PAD:
      return "_main _top _bottom _left _right _near _far";
    case BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN:
      return "_act";
    case BuiltinOperator::TRANSPOSE:
      return "_avgpool";
    case BuiltinOperator::MEAN:
      return "@_conv_# _add_# _mul _intermediate";
    case BuiltinOperator::SUB:
      return "_act";
    case BuiltinOperator::DIV:
      return "_act";
    case BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM:
      return "_act";
    case BuiltinOperator::STRIDED_SLICE:
      return "_avgpool";
    case BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN:
      return "_act";
    case BuiltinOperator::SPLIT:
      return "_avgpool";
    case BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM:
      return "_act";
    case BuiltinOperator::PRELU:
      return "_mul_alpha _mul_identity _max _min _relu _add";
    case BuiltinOperator::ARG_MAX:
      return "_depthwise_conv_SHL_7 _cast_to_32bit_1 _memcpy_1 _cast_to_32bit_2";
    case BuiltinOperator::SLICE:
      return "_avgpool";
    case BuiltinOperator::TRANSPOSE_CONV:
      return "_act";
    case BuiltinOperator::UNPACK:
      return "_avgpool";
    case BuiltinOperator::RESIZE_NEAREST_NEIGHBOR:
      return "_add _#";
    case BuiltinOperator::LEAKY_RELU:
      return "_mul_alpha _mul_identity _min _relu";
    case BuiltinOperator::SQUARED_DIFFERENCE:
      return "_ifm_32bit_shifted _ifm2_32bit_shifted _scaled_input1 _scaled_input2 _raw_diff _squared_raw";
    case BuiltinOperator::SPLIT_V:
      return "_avgpool";
    case BuiltinOperator::CONV_3D:
      return "_act";
    case BuiltinOperator::CONV_3D_TRANSPOSE:
      return "_act";
    case BuiltinOperator::RELU_0_TO_1:
      return "_avgpool";
    default:
      return "-";
  }
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

// specs/fence/tflite.yaml:266
struct Model {
  static constexpr TableId kTable = TableId::kModel;

  // u32, 3 for every schema from 3 on, so the fields that are there tell which; an interpreter refuses any other number
  // specs/fence/tflite.yaml:267
  static constexpr std::uint16_t kVersion = 0;
  // OperatorCode[], every kind of operator in the file
  // specs/fence/tflite.yaml:268
  static constexpr std::uint16_t kOperatorCodes = 1;
  // SubGraph[], graphs; the first is the entry
  // specs/fence/tflite.yaml:269
  static constexpr std::uint16_t kSubgraphs = 2;
  // string, who made it
  // specs/fence/tflite.yaml:270
  static constexpr std::uint16_t kDescription = 3;
  // Buffer[], data of tensors and metadata; number 0 is an empty sentinel
  // specs/fence/tflite.yaml:271
  static constexpr std::uint16_t kBuffers = 4;
  // i32[], unnamed metadata
  // specs/fence/tflite.yaml:272
  static constexpr std::uint16_t kMetadataBuffer = 5;
  // Metadata[], named metadata
  // specs/fence/tflite.yaml:273
  static constexpr std::uint16_t kMetadata = 6;
  // SignatureDef[], named entry points
  // specs/fence/tflite.yaml:274
  static constexpr std::uint16_t kSignatureDefs = 7;
  // ExternalBufferGroup[], other files that hold data
  // specs/fence/tflite.yaml:275
  static constexpr std::uint16_t kExternalBufferGroups = 8;
  // ExternalBuffer[], pieces of them
  // specs/fence/tflite.yaml:276
  static constexpr std::uint16_t kExternalBuffers = 9;

  static constexpr std::uint16_t kKnown = 10;
  static constexpr std::string_view kKinds = "4ooooooooo";
};

// specs/fence/tflite.yaml:277
struct OperatorCode {
  static constexpr TableId kTable = TableId::kOperatorCode;

  // i8, what readers before 3a look at
  // specs/fence/tflite.yaml:278
  static constexpr std::uint16_t kDeprecatedBuiltinCode = 0;
  // string, name of a custom operator
  // specs/fence/tflite.yaml:279
  static constexpr std::uint16_t kCustomCode = 1;
  // i32, version of the operator
  // specs/fence/tflite.yaml:280
  static constexpr std::uint16_t kVersion = 2;
  static constexpr std::int32_t kVersionDefault = 1;
  // BuiltinOperator, what the operator does
  // specs/fence/tflite.yaml:281
  static constexpr std::uint16_t kBuiltinCode = 3;

  static constexpr std::uint16_t kKnown = 4;
  static constexpr std::string_view kKinds = "1o44";
};

// specs/fence/tflite.yaml:282
struct SubGraph {
  static constexpr TableId kTable = TableId::kSubGraph;

  // Tensor[], everything that operators read and write
  // specs/fence/tflite.yaml:283
  static constexpr std::uint16_t kTensors = 0;
  // i32[], what a caller gives
  // specs/fence/tflite.yaml:284
  static constexpr std::uint16_t kInputs = 1;
  // i32[], what a caller gets
  // specs/fence/tflite.yaml:285
  static constexpr std::uint16_t kOutputs = 2;
  // Operator[], in an order in which they can run
  // specs/fence/tflite.yaml:286
  static constexpr std::uint16_t kOperators = 3;
  // string, name of the graph
  // specs/fence/tflite.yaml:287
  static constexpr std::uint16_t kName = 4;
  // i32, debug metadata; -1 is none
  // specs/fence/tflite.yaml:288
  static constexpr std::uint16_t kDebugMetadataIndex = 5;
  static constexpr std::int32_t kDebugMetadataIndexDefault = -1;

  static constexpr std::uint16_t kKnown = 6;
  static constexpr std::string_view kKinds = "ooooo4";
};

// specs/fence/tflite.yaml:289
struct Operator {
  static constexpr TableId kTable = TableId::kOperator;

  // u32, what it does
  // specs/fence/tflite.yaml:290
  static constexpr std::uint16_t kOpcodeIndex = 0;
  // i32[], what it reads; -1 is an optional one left out
  // specs/fence/tflite.yaml:291
  static constexpr std::uint16_t kInputs = 1;
  static constexpr std::int64_t kInputsAbsent = -1;
  // i32[], what it writes
  // specs/fence/tflite.yaml:292
  static constexpr std::uint16_t kOutputs = 2;
  // u8, which options follow; 0 is none
  // specs/fence/tflite.yaml:293
  static constexpr std::uint16_t kBuiltinOptionsType = 3;
  // Opaque, options of a builtin operator
  // specs/fence/tflite.yaml:294
  static constexpr std::uint16_t kBuiltinOptions = 4;
  // u8[], options of a custom operator
  // specs/fence/tflite.yaml:295
  static constexpr std::uint16_t kCustomOptions = 5;
  // i8, 0 is a flexbuffer
  // specs/fence/tflite.yaml:296
  static constexpr std::uint16_t kCustomOptionsFormat = 6;
  // bool[], which inputs it changes
  // specs/fence/tflite.yaml:297
  static constexpr std::uint16_t kMutatingVariableInputs = 7;
  // i32[], tensors it keeps to itself
  // specs/fence/tflite.yaml:298
  static constexpr std::uint16_t kIntermediates = 8;
  static constexpr std::int64_t kIntermediatesAbsent = -1;
  // u64, options behind the flatbuffer, counted from the start of the file
  // specs/fence/tflite.yaml:299
  static constexpr std::uint16_t kLargeCustomOptionsOffset = 9;
  static constexpr std::uint64_t kLargeCustomOptionsOffsetAbove = 1;
  // u64, their bytes
  // specs/fence/tflite.yaml:300
  static constexpr std::uint16_t kLargeCustomOptionsSize = 10;
  // u8, which options follow
  // specs/fence/tflite.yaml:301
  static constexpr std::uint16_t kBuiltinOptions2Type = 11;
  // Opaque, options of a newer builtin operator
  // specs/fence/tflite.yaml:302
  static constexpr std::uint16_t kBuiltinOptions2 = 12;
  // i32, debug metadata; -1 is none
  // specs/fence/tflite.yaml:303
  static constexpr std::uint16_t kDebugMetadataIndex = 13;
  static constexpr std::int32_t kDebugMetadataIndexDefault = -1;

  static constexpr std::uint16_t kKnown = 14;
  static constexpr std::string_view kKinds = "4oo1oo1oo881o4";
};

// specs/fence/tflite.yaml:304
struct Tensor {
  static constexpr TableId kTable = TableId::kTensor;

  // i32[], extents; absent or empty is a scalar
  // specs/fence/tflite.yaml:305
  static constexpr std::uint16_t kShape = 0;
  // TensorType, element type
  // specs/fence/tflite.yaml:306
  static constexpr std::uint16_t kType = 1;
  // u32, its constant data, or an empty buffer
  // specs/fence/tflite.yaml:307
  static constexpr std::uint16_t kBuffer = 2;
  // string, for people; may be absent, empty or repeated
  // specs/fence/tflite.yaml:308
  static constexpr std::uint16_t kName = 3;
  // QuantizationParameters, what its numbers stand for
  // specs/fence/tflite.yaml:309
  static constexpr std::uint16_t kQuantization = 4;
  // bool, keeps its value between runs
  // specs/fence/tflite.yaml:310
  static constexpr std::uint16_t kIsVariable = 5;
  // Opaque, how a sparse one is stored
  // specs/fence/tflite.yaml:311
  static constexpr std::uint16_t kSparsity = 6;
  // i32[], extents with -1 where they may change
  // specs/fence/tflite.yaml:312
  static constexpr std::uint16_t kShapeSignature = 7;
  // bool, whether an empty shape means a scalar
  // specs/fence/tflite.yaml:313
  static constexpr std::uint16_t kHasRank = 8;
  // Opaque[], what a variant holds
  // specs/fence/tflite.yaml:314
  static constexpr std::uint16_t kVariantTensors = 9;
  // u32, its data in another file, by the id of an external buffer; 0 is none
  // specs/fence/tflite.yaml:315
  static constexpr std::uint16_t kExternalBuffer = 10;

  static constexpr std::uint16_t kKnown = 11;
  static constexpr std::string_view kKinds = "o14oo1oo1o4";
};

// specs/fence/tflite.yaml:316
struct QuantizationParameters {
  static constexpr TableId kTable = TableId::kQuantizationParameters;

  // f32[], least value met in training
  // specs/fence/tflite.yaml:317
  static constexpr std::uint16_t kMin = 0;
  // f32[], greatest value met in training
  // specs/fence/tflite.yaml:318
  static constexpr std::uint16_t kMax = 1;
  // f32[], one step, per tensor or per channel
  // specs/fence/tflite.yaml:319
  static constexpr std::uint16_t kScale = 2;
  // i64[], the integer that stands for 0
  // specs/fence/tflite.yaml:320
  static constexpr std::uint16_t kZeroPoint = 3;
  // u8, which details follow; 0 is none
  // specs/fence/tflite.yaml:321
  static constexpr std::uint16_t kDetailsType = 4;
  // Opaque, other schemes
  // specs/fence/tflite.yaml:322
  static constexpr std::uint16_t kDetails = 5;
  // i32, the axis of the channels
  // specs/fence/tflite.yaml:323
  static constexpr std::uint16_t kQuantizedDimension = 6;

  static constexpr std::uint16_t kKnown = 7;
  static constexpr std::string_view kKinds = "oooo1o4";
};

// specs/fence/tflite.yaml:324
struct CustomQuantization {
  static constexpr TableId kTable = TableId::kCustomQuantization;

  // u8[], bytes of another scheme
  // specs/fence/tflite.yaml:325
  static constexpr std::uint16_t kCustom = 0;

  static constexpr std::uint16_t kKnown = 1;
  static constexpr std::string_view kKinds = "o";
};

// specs/fence/tflite.yaml:326
struct BlockwiseQuantization {
  static constexpr TableId kTable = TableId::kBlockwiseQuantization;

  // i32, the tensor that holds the scales
  // specs/fence/tflite.yaml:327
  static constexpr std::uint16_t kScales = 0;
  // i32, the tensor that holds the zero points; -1 is none
  // specs/fence/tflite.yaml:328
  static constexpr std::uint16_t kZeroPoints = 1;
  static constexpr std::int64_t kZeroPointsAbsent = -1;
  // i32, elements of a block
  // specs/fence/tflite.yaml:329
  static constexpr std::uint16_t kBlockSize = 2;

  static constexpr std::uint16_t kKnown = 3;
  static constexpr std::string_view kKinds = "444";
};

// specs/fence/tflite.yaml:330
struct MultiAxisQuantization {
  static constexpr TableId kTable = TableId::kMultiAxisQuantization;

  // i32, the tensor that holds the scales
  // specs/fence/tflite.yaml:331
  static constexpr std::uint16_t kScales = 0;
  // i32, the tensor that holds the zero points; -1 is none
  // specs/fence/tflite.yaml:332
  static constexpr std::uint16_t kZeroPoints = 1;
  static constexpr std::int64_t kZeroPointsAbsent = -1;
  // i32, elements of a block
  // specs/fence/tflite.yaml:333
  static constexpr std::uint16_t kBlockSize = 2;
  // i32[], the axes of the channels
  // specs/fence/tflite.yaml:334
  static constexpr std::uint16_t kQuantizedDimensions = 3;

  static constexpr std::uint16_t kKnown = 4;
  static constexpr std::string_view kKinds = "444o";
};

// specs/fence/tflite.yaml:335
struct Buffer {
  static constexpr TableId kTable = TableId::kBuffer;

  // u8[], the bytes; absent and empty differ: a present one makes a read-only constant
  // specs/fence/tflite.yaml:336
  static constexpr std::uint16_t kData = 0;
  // u64, bytes behind the flatbuffer instead, counted from the start of the file
  // specs/fence/tflite.yaml:337
  static constexpr std::uint16_t kOffset = 1;
  static constexpr std::uint64_t kOffsetAbove = 1;
  // u64, how many
  // specs/fence/tflite.yaml:338
  static constexpr std::uint16_t kSize = 2;

  static constexpr std::uint16_t kKnown = 3;
  static constexpr std::string_view kKinds = "o88";
};

// specs/fence/tflite.yaml:339
struct Metadata {
  static constexpr TableId kTable = TableId::kMetadata;

  // string, what it is
  // specs/fence/tflite.yaml:340
  static constexpr std::uint16_t kName = 0;
  // u32, where it is
  // specs/fence/tflite.yaml:341
  static constexpr std::uint16_t kBuffer = 1;

  static constexpr std::uint16_t kKnown = 2;
  static constexpr std::string_view kKinds = "o4";
};

// specs/fence/tflite.yaml:342
struct TensorMap {
  static constexpr TableId kTable = TableId::kTensorMap;

  // string, what a caller calls it
  // specs/fence/tflite.yaml:343
  static constexpr std::uint16_t kName = 0;
  // u32, the tensor; the field is absent when it is 0
  // specs/fence/tflite.yaml:344
  static constexpr std::uint16_t kTensorIndex = 1;

  static constexpr std::uint16_t kKnown = 2;
  static constexpr std::string_view kKinds = "o4";
};

// specs/fence/tflite.yaml:345
struct SignatureDef {
  static constexpr TableId kTable = TableId::kSignatureDef;

  // TensorMap[], what a caller gives
  // specs/fence/tflite.yaml:346
  static constexpr std::uint16_t kInputs = 0;
  // TensorMap[], what a caller gets
  // specs/fence/tflite.yaml:347
  static constexpr std::uint16_t kOutputs = 1;
  // string, name of the entry point
  // specs/fence/tflite.yaml:348
  static constexpr std::uint16_t kSignatureKey = 2;
  // string, no longer read
  // specs/fence/tflite.yaml:349
  static constexpr std::uint16_t kDeprecatedTag = 3;
  // u32, the graph that runs
  // specs/fence/tflite.yaml:350
  static constexpr std::uint16_t kSubgraphIndex = 4;

  static constexpr std::uint16_t kKnown = 5;
  static constexpr std::string_view kKinds = "oooo4";
};

// specs/fence/tflite.yaml:351
struct ExternalBufferGroup {
  static constexpr TableId kTable = TableId::kExternalBufferGroup;

  // string, the file
  // specs/fence/tflite.yaml:352
  static constexpr std::uint16_t kName = 0;

  static constexpr std::uint16_t kKnown = 1;
  static constexpr std::string_view kKinds = "o";
};

// specs/fence/tflite.yaml:353
struct ExternalBuffer {
  static constexpr TableId kTable = TableId::kExternalBuffer;

  // u32, what tensors call it
  // specs/fence/tflite.yaml:354
  static constexpr std::uint16_t kId = 0;
  // u32, the file it is in
  // specs/fence/tflite.yaml:355
  static constexpr std::uint16_t kGroup = 1;
  // u64, where it begins there, so a rewrite does not move it
  // specs/fence/tflite.yaml:356
  static constexpr std::uint16_t kOffset = 2;
  // u64, its bytes
  // specs/fence/tflite.yaml:357
  static constexpr std::uint16_t kLength = 3;
  // string, how its elements are packed
  // specs/fence/tflite.yaml:358
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
    Field("zero_points", 1, Form::kScalar, 4).indexes(TableId::kSubGraph, 0).or_absent(-1),
    Field("block_size", 2, Form::kScalar, 4),
};

inline constexpr std::array kMultiAxisQuantizationFields = {
    Field("scales", 0, Form::kScalar, 4).indexes(TableId::kSubGraph, 0),
    Field("zero_points", 1, Form::kScalar, 4).indexes(TableId::kSubGraph, 0).or_absent(-1),
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
