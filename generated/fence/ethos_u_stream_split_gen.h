// The contract of ETHOS_U_STREAM_SPLIT for C11: what it is on the wire, and the rules that need no flatbuffer.
// Source: ETHOS_U_STREAM_SPLIT contract version 1; the numbers and names of checks: our decision, the contract gives
// none
// Made from specs/fence/stream_split.yaml: edit that file, never this one.
// Remade by every build; the reviewed copy in generated/ by `./dev regen`.
//
// The same rules as in ethos_u_stream_split_gen.hpp, for code that has tensors and no model: a kernel. A rule gives 0 or the number of
// what is wrong, allocates nothing, and refuses a value that does not fit 64 bits. A vector may be NULL when its length is 0.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/guard_math.h"

#ifdef __cplusplus
extern "C" {
#endif

// specs/fence/stream_split.yaml:10
#define ETHOS_U_STREAM_SPLIT_CONTRACT_VERSION 1
#define ETHOS_U_STREAM_SPLIT_CUSTOM_CODE "ETHOS_U_STREAM_SPLIT"
#define ETHOS_U_STREAM_SPLIT_BUILTIN 32  // CUSTOM
#define ETHOS_U_STREAM_SPLIT_VERSION 1

// The element type of a tensor.
// Source: schema.fbs; copied: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
// specs/fence/tflite.yaml:11
enum {
  // binary32
  // specs/fence/tflite.yaml:19
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT32 = 0,
  // binary16; copying needs no arithmetic
  // specs/fence/tflite.yaml:20
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT16 = 1,
  // 32 bits
  // specs/fence/tflite.yaml:21
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT32 = 2,
  // 8 bits without a sign
  // specs/fence/tflite.yaml:22
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8 = 3,
  // 64 bits
  // specs/fence/tflite.yaml:23
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT64 = 4,
  // offsets and characters
  // specs/fence/tflite.yaml:24
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_STRING = 5,
  // one byte each
  // specs/fence/tflite.yaml:25
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BOOL = 6,
  // 16 bits
  // specs/fence/tflite.yaml:26
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT16 = 7,
  // two binary32
  // specs/fence/tflite.yaml:27
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX64 = 8,
  // 8 bits
  // specs/fence/tflite.yaml:28
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT8 = 9,
  // binary64
  // specs/fence/tflite.yaml:29
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT64 = 10,
  // two binary64
  // specs/fence/tflite.yaml:30
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_COMPLEX128 = 11,
  // 64 bits without a sign
  // specs/fence/tflite.yaml:31
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT64 = 12,
  // a handle
  // specs/fence/tflite.yaml:32
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_RESOURCE = 13,
  // a handle to other tensors
  // specs/fence/tflite.yaml:33
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_VARIANT = 14,
  // 32 bits without a sign
  // specs/fence/tflite.yaml:34
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT32 = 15,
  // 16 bits without a sign
  // specs/fence/tflite.yaml:35
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT16 = 16,
  // packed, two a byte
  // specs/fence/tflite.yaml:36
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT4 = 17,
  // upper half of a binary32
  // specs/fence/tflite.yaml:37
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_BFLOAT16 = 18,
  // packed, four a byte
  // specs/fence/tflite.yaml:38
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_INT2 = 19,
  // packed, two a byte
  // specs/fence/tflite.yaml:39
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT4 = 20,
  // eight bits, four of exponent
  // specs/fence/tflite.yaml:40
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E4_M3_FN = 21,
  // eight bits, five of exponent
  // specs/fence/tflite.yaml:41
  ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_FLOAT8_E5_M2 = 22,
};

// What an operator does, by the names of the schema, which say it; one without a name here is of a newer schema.
// Source: schema.fbs; taken from PyPI ai-edge-litert 2.3.0, schema_py_generated.py; PyPI tflite 2.18.0 says the same of
// all but 209, which it does not have. vela and lowered: as Vela 3.10, 4.2 and 5.2 print them, and as their sources
// build names
// specs/fence/tflite.yaml:42
enum {
  // what an absent code reads as
  // specs/fence/tflite.yaml:54
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ADD = 0,
  // specs/fence/tflite.yaml:55
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_AVERAGE_POOL_2_D = 1,
  // specs/fence/tflite.yaml:56
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CONCATENATION = 2,
  // specs/fence/tflite.yaml:57
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CONV_2_D = 3,
  // specs/fence/tflite.yaml:58
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DEPTHWISE_CONV_2_D = 4,
  // specs/fence/tflite.yaml:59
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DEPTH_TO_SPACE = 5,
  // specs/fence/tflite.yaml:60
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DEQUANTIZE = 6,
  // specs/fence/tflite.yaml:61
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_EMBEDDING_LOOKUP = 7,
  // specs/fence/tflite.yaml:62
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FLOOR = 8,
  // specs/fence/tflite.yaml:63
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FULLY_CONNECTED = 9,
  // specs/fence/tflite.yaml:64
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HASHTABLE_LOOKUP = 10,
  // specs/fence/tflite.yaml:65
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_L2_NORMALIZATION = 11,
  // specs/fence/tflite.yaml:66
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_L2_POOL_2_D = 12,
  // specs/fence/tflite.yaml:67
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOCAL_RESPONSE_NORMALIZATION = 13,
  // specs/fence/tflite.yaml:68
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOGISTIC = 14,
  // specs/fence/tflite.yaml:69
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LSH_PROJECTION = 15,
  // specs/fence/tflite.yaml:70
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LSTM = 16,
  // specs/fence/tflite.yaml:71
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MAX_POOL_2_D = 17,
  // specs/fence/tflite.yaml:72
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MUL = 18,
  // specs/fence/tflite.yaml:73
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RELU = 19,
  // specs/fence/tflite.yaml:74
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RELU_N1_TO_1 = 20,
  // specs/fence/tflite.yaml:75
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RELU6 = 21,
  // specs/fence/tflite.yaml:76
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RESHAPE = 22,
  // specs/fence/tflite.yaml:77
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RESIZE_BILINEAR = 23,
  // specs/fence/tflite.yaml:78
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RNN = 24,
  // specs/fence/tflite.yaml:79
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SOFTMAX = 25,
  // specs/fence/tflite.yaml:80
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SPACE_TO_DEPTH = 26,
  // specs/fence/tflite.yaml:81
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SVDF = 27,
  // specs/fence/tflite.yaml:82
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_TANH = 28,
  // specs/fence/tflite.yaml:83
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CONCAT_EMBEDDINGS = 29,
  // specs/fence/tflite.yaml:84
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SKIP_GRAM = 30,
  // specs/fence/tflite.yaml:85
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CALL = 31,
  // named by custom_code
  // specs/fence/tflite.yaml:86
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CUSTOM = 32,
  // specs/fence/tflite.yaml:87
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_EMBEDDING_LOOKUP_SPARSE = 33,
  // specs/fence/tflite.yaml:88
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PAD = 34,
  // specs/fence/tflite.yaml:89
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNIDIRECTIONAL_SEQUENCE_RNN = 35,
  // specs/fence/tflite.yaml:90
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_GATHER = 36,
  // specs/fence/tflite.yaml:91
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BATCH_TO_SPACE_ND = 37,
  // specs/fence/tflite.yaml:92
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SPACE_TO_BATCH_ND = 38,
  // specs/fence/tflite.yaml:93
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_TRANSPOSE = 39,
  // specs/fence/tflite.yaml:94
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MEAN = 40,
  // specs/fence/tflite.yaml:95
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SUB = 41,
  // specs/fence/tflite.yaml:96
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DIV = 42,
  // specs/fence/tflite.yaml:97
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SQUEEZE = 43,
  // specs/fence/tflite.yaml:98
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNIDIRECTIONAL_SEQUENCE_LSTM = 44,
  // specs/fence/tflite.yaml:99
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STRIDED_SLICE = 45,
  // specs/fence/tflite.yaml:100
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BIDIRECTIONAL_SEQUENCE_RNN = 46,
  // specs/fence/tflite.yaml:101
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_EXP = 47,
  // specs/fence/tflite.yaml:102
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_TOPK_V2 = 48,
  // specs/fence/tflite.yaml:103
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SPLIT = 49,
  // specs/fence/tflite.yaml:104
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOG_SOFTMAX = 50,
  // specs/fence/tflite.yaml:105
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DELEGATE = 51,
  // specs/fence/tflite.yaml:106
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BIDIRECTIONAL_SEQUENCE_LSTM = 52,
  // specs/fence/tflite.yaml:107
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CAST = 53,
  // specs/fence/tflite.yaml:108
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PRELU = 54,
  // specs/fence/tflite.yaml:109
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MAXIMUM = 55,
  // specs/fence/tflite.yaml:110
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ARG_MAX = 56,
  // specs/fence/tflite.yaml:111
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MINIMUM = 57,
  // specs/fence/tflite.yaml:112
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LESS = 58,
  // specs/fence/tflite.yaml:113
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_NEG = 59,
  // specs/fence/tflite.yaml:114
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PADV2 = 60,
  // specs/fence/tflite.yaml:115
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_GREATER = 61,
  // specs/fence/tflite.yaml:116
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_GREATER_EQUAL = 62,
  // specs/fence/tflite.yaml:117
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LESS_EQUAL = 63,
  // specs/fence/tflite.yaml:118
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SELECT = 64,
  // specs/fence/tflite.yaml:119
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SLICE = 65,
  // specs/fence/tflite.yaml:120
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SIN = 66,
  // specs/fence/tflite.yaml:121
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_TRANSPOSE_CONV = 67,
  // specs/fence/tflite.yaml:122
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SPARSE_TO_DENSE = 68,
  // specs/fence/tflite.yaml:123
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_TILE = 69,
  // specs/fence/tflite.yaml:124
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_EXPAND_DIMS = 70,
  // specs/fence/tflite.yaml:125
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_EQUAL = 71,
  // specs/fence/tflite.yaml:126
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_NOT_EQUAL = 72,
  // specs/fence/tflite.yaml:127
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOG = 73,
  // specs/fence/tflite.yaml:128
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SUM = 74,
  // specs/fence/tflite.yaml:129
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SQRT = 75,
  // specs/fence/tflite.yaml:130
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RSQRT = 76,
  // specs/fence/tflite.yaml:131
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SHAPE = 77,
  // specs/fence/tflite.yaml:132
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_POW = 78,
  // specs/fence/tflite.yaml:133
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ARG_MIN = 79,
  // specs/fence/tflite.yaml:134
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FAKE_QUANT = 80,
  // specs/fence/tflite.yaml:135
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_PROD = 81,
  // specs/fence/tflite.yaml:136
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_MAX = 82,
  // specs/fence/tflite.yaml:137
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PACK = 83,
  // specs/fence/tflite.yaml:138
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOGICAL_OR = 84,
  // specs/fence/tflite.yaml:139
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ONE_HOT = 85,
  // specs/fence/tflite.yaml:140
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOGICAL_AND = 86,
  // specs/fence/tflite.yaml:141
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LOGICAL_NOT = 87,
  // specs/fence/tflite.yaml:142
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNPACK = 88,
  // specs/fence/tflite.yaml:143
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_MIN = 89,
  // specs/fence/tflite.yaml:144
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FLOOR_DIV = 90,
  // specs/fence/tflite.yaml:145
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_ANY = 91,
  // specs/fence/tflite.yaml:146
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SQUARE = 92,
  // specs/fence/tflite.yaml:147
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ZEROS_LIKE = 93,
  // specs/fence/tflite.yaml:148
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FILL = 94,
  // specs/fence/tflite.yaml:149
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_FLOOR_MOD = 95,
  // specs/fence/tflite.yaml:150
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RANGE = 96,
  // specs/fence/tflite.yaml:151
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RESIZE_NEAREST_NEIGHBOR = 97,
  // specs/fence/tflite.yaml:152
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_LEAKY_RELU = 98,
  // specs/fence/tflite.yaml:153
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SQUARED_DIFFERENCE = 99,
  // specs/fence/tflite.yaml:154
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MIRROR_PAD = 100,
  // specs/fence/tflite.yaml:155
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ABS = 101,
  // specs/fence/tflite.yaml:156
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SPLIT_V = 102,
  // specs/fence/tflite.yaml:157
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNIQUE = 103,
  // specs/fence/tflite.yaml:158
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CEIL = 104,
  // specs/fence/tflite.yaml:159
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REVERSE_V2 = 105,
  // specs/fence/tflite.yaml:160
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ADD_N = 106,
  // specs/fence/tflite.yaml:161
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_GATHER_ND = 107,
  // specs/fence/tflite.yaml:162
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_COS = 108,
  // specs/fence/tflite.yaml:163
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_WHERE = 109,
  // specs/fence/tflite.yaml:164
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RANK = 110,
  // specs/fence/tflite.yaml:165
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ELU = 111,
  // specs/fence/tflite.yaml:166
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REVERSE_SEQUENCE = 112,
  // specs/fence/tflite.yaml:167
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MATRIX_DIAG = 113,
  // specs/fence/tflite.yaml:168
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_QUANTIZE = 114,
  // specs/fence/tflite.yaml:169
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MATRIX_SET_DIAG = 115,
  // specs/fence/tflite.yaml:170
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ROUND = 116,
  // specs/fence/tflite.yaml:171
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HARD_SWISH = 117,
  // specs/fence/tflite.yaml:172
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_IF = 118,
  // specs/fence/tflite.yaml:173
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_WHILE = 119,
  // specs/fence/tflite.yaml:174
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_NON_MAX_SUPPRESSION_V4 = 120,
  // specs/fence/tflite.yaml:175
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_NON_MAX_SUPPRESSION_V5 = 121,
  // specs/fence/tflite.yaml:176
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SCATTER_ND = 122,
  // specs/fence/tflite.yaml:177
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SELECT_V2 = 123,
  // specs/fence/tflite.yaml:178
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DENSIFY = 124,
  // specs/fence/tflite.yaml:179
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SEGMENT_SUM = 125,
  // specs/fence/tflite.yaml:180
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BATCH_MATMUL = 126,
  // in the 8-bit field: see the 32-bit one
  // specs/fence/tflite.yaml:181
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_PLACEHOLDER_FOR_GREATER_OP_CODES = 127,
  // specs/fence/tflite.yaml:182
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CUMSUM = 128,
  // specs/fence/tflite.yaml:183
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CALL_ONCE = 129,
  // specs/fence/tflite.yaml:184
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BROADCAST_TO = 130,
  // specs/fence/tflite.yaml:185
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RFFT2_D = 131,
  // specs/fence/tflite.yaml:186
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CONV_3_D = 132,
  // specs/fence/tflite.yaml:187
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_IMAG = 133,
  // specs/fence/tflite.yaml:188
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REAL = 134,
  // specs/fence/tflite.yaml:189
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_COMPLEX_ABS = 135,
  // specs/fence/tflite.yaml:190
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HASHTABLE = 136,
  // specs/fence/tflite.yaml:191
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HASHTABLE_FIND = 137,
  // specs/fence/tflite.yaml:192
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HASHTABLE_IMPORT = 138,
  // specs/fence/tflite.yaml:193
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_HASHTABLE_SIZE = 139,
  // specs/fence/tflite.yaml:194
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_ALL = 140,
  // specs/fence/tflite.yaml:195
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_CONV_3_D_TRANSPOSE = 141,
  // specs/fence/tflite.yaml:196
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_VAR_HANDLE = 142,
  // specs/fence/tflite.yaml:197
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_READ_VARIABLE = 143,
  // specs/fence/tflite.yaml:198
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ASSIGN_VARIABLE = 144,
  // specs/fence/tflite.yaml:199
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BROADCAST_ARGS = 145,
  // specs/fence/tflite.yaml:200
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RANDOM_STANDARD_NORMAL = 146,
  // specs/fence/tflite.yaml:201
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BUCKETIZE = 147,
  // specs/fence/tflite.yaml:202
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RANDOM_UNIFORM = 148,
  // specs/fence/tflite.yaml:203
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_MULTINOMIAL = 149,
  // specs/fence/tflite.yaml:204
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_GELU = 150,
  // specs/fence/tflite.yaml:205
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DYNAMIC_UPDATE_SLICE = 151,
  // specs/fence/tflite.yaml:206
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RELU_0_TO_1 = 152,
  // specs/fence/tflite.yaml:207
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNSORTED_SEGMENT_PROD = 153,
  // specs/fence/tflite.yaml:208
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNSORTED_SEGMENT_MAX = 154,
  // specs/fence/tflite.yaml:209
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNSORTED_SEGMENT_SUM = 155,
  // specs/fence/tflite.yaml:210
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_ATAN2 = 156,
  // specs/fence/tflite.yaml:211
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_UNSORTED_SEGMENT_MIN = 157,
  // specs/fence/tflite.yaml:212
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_SIGN = 158,
  // specs/fence/tflite.yaml:213
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BITCAST = 159,
  // specs/fence/tflite.yaml:214
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_BITWISE_XOR = 160,
  // specs/fence/tflite.yaml:215
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_RIGHT_SHIFT = 161,
  // specs/fence/tflite.yaml:216
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_LOGISTIC = 162,
  // specs/fence/tflite.yaml:217
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_ADD = 163,
  // specs/fence/tflite.yaml:218
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_DIVIDE = 164,
  // specs/fence/tflite.yaml:219
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_MULTIPLY = 165,
  // specs/fence/tflite.yaml:220
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_MAXIMUM = 166,
  // specs/fence/tflite.yaml:221
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_RESHAPE = 167,
  // specs/fence/tflite.yaml:222
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CLAMP = 168,
  // specs/fence/tflite.yaml:223
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CONCATENATE = 169,
  // specs/fence/tflite.yaml:224
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_BROADCAST_IN_DIM = 170,
  // specs/fence/tflite.yaml:225
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CONVOLUTION = 171,
  // specs/fence/tflite.yaml:226
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SLICE = 172,
  // specs/fence/tflite.yaml:227
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CUSTOM_CALL = 173,
  // specs/fence/tflite.yaml:228
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_REDUCE = 174,
  // specs/fence/tflite.yaml:229
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_ABS = 175,
  // specs/fence/tflite.yaml:230
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_AND = 176,
  // specs/fence/tflite.yaml:231
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_COSINE = 177,
  // specs/fence/tflite.yaml:232
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_EXPONENTIAL = 178,
  // specs/fence/tflite.yaml:233
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_FLOOR = 179,
  // specs/fence/tflite.yaml:234
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_LOG = 180,
  // specs/fence/tflite.yaml:235
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_MINIMUM = 181,
  // specs/fence/tflite.yaml:236
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_NEGATE = 182,
  // specs/fence/tflite.yaml:237
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_OR = 183,
  // specs/fence/tflite.yaml:238
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_POWER = 184,
  // specs/fence/tflite.yaml:239
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_REMAINDER = 185,
  // specs/fence/tflite.yaml:240
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_RSQRT = 186,
  // specs/fence/tflite.yaml:241
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SELECT = 187,
  // specs/fence/tflite.yaml:242
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SUBTRACT = 188,
  // specs/fence/tflite.yaml:243
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_TANH = 189,
  // specs/fence/tflite.yaml:244
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SCATTER = 190,
  // specs/fence/tflite.yaml:245
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_COMPARE = 191,
  // specs/fence/tflite.yaml:246
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CONVERT = 192,
  // specs/fence/tflite.yaml:247
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_DYNAMIC_SLICE = 193,
  // specs/fence/tflite.yaml:248
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_DYNAMIC_UPDATE_SLICE = 194,
  // specs/fence/tflite.yaml:249
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_PAD = 195,
  // specs/fence/tflite.yaml:250
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_IOTA = 196,
  // specs/fence/tflite.yaml:251
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_DOT_GENERAL = 197,
  // specs/fence/tflite.yaml:252
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_REDUCE_WINDOW = 198,
  // specs/fence/tflite.yaml:253
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SORT = 199,
  // specs/fence/tflite.yaml:254
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_WHILE = 200,
  // specs/fence/tflite.yaml:255
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_GATHER = 201,
  // specs/fence/tflite.yaml:256
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_TRANSPOSE = 202,
  // specs/fence/tflite.yaml:257
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_DILATE = 203,
  // specs/fence/tflite.yaml:258
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_RNG_BIT_GENERATOR = 204,
  // specs/fence/tflite.yaml:259
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_REDUCE_WINDOW = 205,
  // specs/fence/tflite.yaml:260
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_COMPOSITE = 206,
  // specs/fence/tflite.yaml:261
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_SHIFT_LEFT = 207,
  // specs/fence/tflite.yaml:262
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CBRT = 208,
  // specs/fence/tflite.yaml:263
  ETHOS_U_STREAM_SPLIT_BUILTIN_OPERATOR_STABLEHLO_CASE = 209,
};

// specs/fence/stream_split.yaml:59
typedef struct ethos_u_stream_split_span {
  uint64_t address;
  uint64_t bytes;
} ethos_u_stream_split_span;

// specs/fence/stream_split.yaml:60
typedef struct ethos_u_stream_split_side {
  int8_t type;
  const int32_t* shape;
  uint64_t shape_length;
  uint64_t bytes;
  bool is_variable;
} ethos_u_stream_split_side;

// specs/fence/stream_split.yaml:61
typedef struct ethos_u_stream_split_counts {
  uint32_t inputs;
  uint32_t outputs;
} ethos_u_stream_split_counts;

// specs/fence/stream_split.yaml:62
typedef struct ethos_u_stream_split_cut {
  int64_t after_op;
  int64_t operators;
  uint32_t crossing;
} ethos_u_stream_split_cut;

// specs/fence/stream_split.yaml:67
typedef struct ethos_u_stream_split_reach {
  int64_t made_by;
  int64_t last_use;
  int64_t after_op;
  bool intercepted;
} ethos_u_stream_split_reach;

// specs/fence/stream_split.yaml:68
typedef struct ethos_u_stream_split_produced {
  int64_t made_by;
  uint32_t output;
  int64_t after_op;
} ethos_u_stream_split_produced;

// specs/fence/stream_split.yaml:69
typedef struct ethos_u_stream_split_usage {
  int64_t reader;
  int64_t fence;
  int32_t reads;
  int32_t input;
  int32_t output;
} ethos_u_stream_split_usage;

// specs/fence/stream_split.yaml:70
typedef struct ethos_u_stream_split_placed {
  uint32_t position;
  uint32_t after_op;
  uint32_t earlier;
} ethos_u_stream_split_placed;

// specs/fence/stream_split.yaml:71
typedef struct ethos_u_stream_split_neighbours {
  uint32_t previous;
  uint32_t after_op;
} ethos_u_stream_split_neighbours;

// specs/fence/stream_split.yaml:73
typedef struct ethos_u_stream_split_sidecar_head {
  uint32_t num_segments;
  uint32_t segments;
  uint32_t boundaries;
} ethos_u_stream_split_sidecar_head;

// specs/fence/stream_split.yaml:74
typedef struct ethos_u_stream_split_segment_range {
  uint32_t op_range_start;
  uint32_t op_range_end;
  uint32_t starts_at;
  uint32_t ends_at;
} ethos_u_stream_split_segment_range;

// specs/fence/stream_split.yaml:75
typedef struct ethos_u_stream_split_segment_end {
  bool is_last;
  uint32_t tensor_pairs;
  bool end_tensor_name;
  bool fence_tensor_name;
} ethos_u_stream_split_segment_end;

// What is wrong, as the contract numbers it.
enum {
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE = 70,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST = 71,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST = 72,
  ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES = 73,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR = 53,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED = 54,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE = 50,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE = 55,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE = 51,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN = 56,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES = 52,
  ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES = 57,
  ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP = 60,
  ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER = 61,
  ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE = 100,
  ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE = 101,
  ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER = 102,
  ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT = 103,
  ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT = 104,
  ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR = 105,
  ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING = 106,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT = 110,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS = 111,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST = 112,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY = 113,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE = 114,
  ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE = 115,
};

// "same-type"; empty for 0.
static inline const char* ethos_u_stream_split_fault_id(uint16_t fault) {
  switch (fault) {
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE:
      return "not-negative";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST:
      return "not-beyond-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST:
      return "not-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES:
      return "something-crosses";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR:
      return "some-pair";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED:
      return "paired";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE:
      return "same-type";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE:
      return "not-variable";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE:
      return "same-shape";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN:
      return "shape-known";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES:
      return "same-bytes";
    case ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES:
      return "whole-bytes";
    case ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP:
      return "no-partial-overlap";
    case ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER:
      return "no-clobber";
    case ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE:
      return "all-that-live";
    case ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE:
      return "nothing-else";
    case ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER:
      return "in-order";
    case ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT:
      return "later-reads-output";
    case ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT:
      return "earlier-reads-input";
    case ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR:
      return "behind-its-operator";
    case ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING:
      return "ascending";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT:
      return "one-more-segment";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS:
      return "all-segments";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST:
      return "starts-behind-the-last";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY:
      return "ends-at-its-boundary";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE:
      return "last-ends-nowhere";
    case ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE:
      return "others-end-at-a-fence";
    default:
      return "";
  }
}

// Sentences of the contract that no rule decides: who implements it keeps them, and cites them by these names.
enum {
  // the operator makes a boundary and computes nothing: the graph compiles to command streams with a hand-over to the
  // CPU at each fence
  ETHOS_U_STREAM_SPLIT_SENTENCE_PURPOSE = 0,
  // an operator code that is reused is passed through as written; a wrong one of that name is refused before any output
  // is written
  ETHOS_U_STREAM_SPLIT_SENTENCE_REUSE = 1,
  // a model, a plan or a fence that is refused is refused before anything is written
  ETHOS_U_STREAM_SPLIT_SENTENCE_BEFORE_WRITING = 2,
  // output bytes equal input bytes for each pair, without arithmetic; type, shape and quantization are unchanged; pairs
  // may differ from each other
  ETHOS_U_STREAM_SPLIT_SENTENCE_IDENTITY = 3,
  // the output is a distinct buffer with a distinct lifetime; an exact alias is permitted and copies nothing; overlaps
  // are refused before any byte is copied
  ETHOS_U_STREAM_SPLIT_SENTENCE_COPY_NOT_ALIAS = 4,
  // the operator stays a scheduling point between the region that makes its inputs and the one that uses its outputs; a
  // compiler must not remove it as a reshape or a no-op, even where aliasing would be legal
  ETHOS_U_STREAM_SPLIT_SENTENCE_EXECUTION_BOUNDARY = 5,
  // a fence orders what depends on data that crosses it, and nothing else: unrelated branches stay free
  ETHOS_U_STREAM_SPLIT_SENTENCE_NO_GLOBAL_ORDER = 6,
  // no cache maintenance, no coherency, no resumable or cooperative scheduling: these belong to the runtime of the
  // driver
  ETHOS_U_STREAM_SPLIT_SENTENCE_NO_PROMISE = 7,
  // a consumer joins across recompilation by source_sha256 and after_op first, and by tensor names second; compiled and
  // runtime operator indices are other coordinates and are not carried
  ETHOS_U_STREAM_SPLIT_SENTENCE_JOIN = 8,
  // a planned fence carries output_tensor_name, opcode and segment_index, and its plan the model_sha256 when it was
  // made with the model; positions alone are the unbound path, where the caller asserts that the coordinates apply
  ETHOS_U_STREAM_SPLIT_SENTENCE_FENCE_IDENTITY = 9,
  // coverage is matched cycles over the cycles of all rows; a cycle policy fails below its least coverage, 100 % unless
  // lowered, and without rows; an operator larger than the budget is isolated, not split
  ETHOS_U_STREAM_SPLIT_SENTENCE_COST_COVERAGE = 10,
};

static inline bool ethos_u_stream_split_equal_i32(const int32_t* a, uint64_t a_length, const int32_t* b, uint64_t b_length) {
  if (a_length != b_length) return false;
  for (uint64_t i = 0; i < a_length; i++) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Where a cut may be.
// specs/fence/stream_split.yaml:129
static inline uint16_t ethos_u_stream_split_check_position(const ethos_u_stream_split_cut* cut) {
  // a negative number is no operator: they are counted from 0
  // Source: our decision: the contract is silent; no operator has such an index
  // specs/fence/stream_split.yaml:133
  if (!(cut->after_op >= 0)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_NEGATIVE;
  // after_op follows the last operator: name one before the last
  // Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
  // specs/fence/stream_split.yaml:134
  if (!(cut->after_op < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_BEYOND_LAST;
  // a cut after the last operator leaves an empty segment: name one before it
  // Source: our decision: the contract is silent; the last segment would have no operator
  // specs/fence/stream_split.yaml:135
  if (!((int64_t)((uint64_t)cut->after_op + 1) < cut->operators)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_NOT_LAST;
  // nothing that is made before it is used behind it, and a fence copies at least one tensor: cut elsewhere
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format (N is at least 1)
  // specs/fence/stream_split.yaml:136
  if (!(cut->crossing >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_POSITION_SOMETHING_CROSSES;
  return 0;
}

// How many tensors a fence has; a mismatch fails Prepare.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:171
static inline uint16_t ethos_u_stream_split_check_prepare_counts(const ethos_u_stream_split_counts* node) {
  // at least one input
  // specs/fence/stream_split.yaml:176
  if (!(node->inputs >= 1)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_SOME_PAIR;
  // as many outputs as inputs
  // specs/fence/stream_split.yaml:177
  if (!(node->inputs == node->outputs)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_COUNTS_PAIRED;
  return 0;
}

// TensorType.copied
static inline bool ethos_u_stream_split_tensor_type_copied(int64_t x) {
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

// all(x >= 0 for x in a.shape)
static inline bool ethos_u_stream_split_prepare_shape_known(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b) {
  (void)b;
  for (uint64_t x_at = 0; x_at < a->shape_length; x_at++) {
    if (a->shape[x_at] < 0) return false;
  }
  return true;
}

// elements: prod(x for x in shape)
static inline int64_t ethos_u_stream_split_side_elements(const ethos_u_stream_split_side* self, bool* ok) {
  npu_value total = npu_of_u64(1);
  for (uint64_t x_at = 0; x_at < self->shape_length; x_at++) {
    total = npu_product(total, npu_of_i64(self->shape[x_at]));
  }
  return npu_to_i64(total, ok);
}

// TensorType.bytes
static inline uint64_t ethos_u_stream_split_tensor_type_bytes(int64_t x) {
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

// a.bytes == a.elements * a.type.bytes
static inline bool ethos_u_stream_split_prepare_whole_bytes(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b, bool* ok) {
  (void)b;
  return npu_compare(npu_multiply_i64(ethos_u_stream_split_side_elements(a, ok), (int64_t)ethos_u_stream_split_tensor_type_bytes(a->type), ok), a->bytes) == 0;
}

// What must agree before a byte is copied; a mismatch fails Prepare, nothing is truncated.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:178
static inline uint16_t ethos_u_stream_split_check_prepare(const ethos_u_stream_split_side* a, const ethos_u_stream_split_side* b) {
  bool fits = true;
  bool* const ok = &fits;
  // the same type, and one of the eight
  // Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics; the eight: Wire format, storage types
  // specs/fence/stream_split.yaml:183
  if (!(a->type == b->type && ethos_u_stream_split_tensor_type_copied(a->type))) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_TYPE;
  // variable tensors are outside the contract
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format, storage types
  // specs/fence/stream_split.yaml:184
  if (!(!a->is_variable && !b->is_variable)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_NOT_VARIABLE;
  // the same shape
  // specs/fence/stream_split.yaml:185
  if (!ethos_u_stream_split_equal_i32(a->shape, a->shape_length, b->shape, b->shape_length)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_SHAPE;
  // no extent is open
  // Source: our decision: the contract takes byte counts from the metadata; a negative extent gives none
  // specs/fence/stream_split.yaml:186
  if (!ethos_u_stream_split_prepare_shape_known(a, b)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SHAPE_KNOWN;
  // as many bytes on both sides
  // specs/fence/stream_split.yaml:187
  if (!(a->bytes == b->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_SAME_BYTES;
  // flat size times element size, from the metadata
  // specs/fence/stream_split.yaml:188
  if (!ethos_u_stream_split_prepare_whole_bytes(a, b, ok) || !fits) return ETHOS_U_STREAM_SPLIT_FAULT_PREPARE_WHOLE_BYTES;
  return 0;
}

// How the buffers of one pair may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:189
static inline uint16_t ethos_u_stream_split_check_within(const ethos_u_stream_split_span* a, const ethos_u_stream_split_span* b) {
  // distinct buffers; an exact alias is a no-op
  // specs/fence/stream_split.yaml:194
  if (!(a->address == b->address || npu_disjoint(a->address, a->bytes, b->address, b->bytes))) return ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP;
  return 0;
}

// How the buffers of two pairs may lie.
// Source: ETHOS_U_STREAM_SPLIT contract, Boundary semantics
// specs/fence/stream_split.yaml:195
static inline uint16_t ethos_u_stream_split_check_across(const ethos_u_stream_split_span* out, const ethos_u_stream_split_span* other) {
  // no destination clobbers data still needed by another pair
  // specs/fence/stream_split.yaml:200
  if (!npu_disjoint(out->address, out->bytes, other->address, other->bytes)) return ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER;
  return 0;
}

// not t.intercepted or (0 <= t.made_by <= t.after_op and t.last_use > t.after_op)
static inline bool ethos_u_stream_split_inputs_nothing_else(const ethos_u_stream_split_reach* t) {
  if (!t->intercepted) return true;
  return 0 <= t->made_by && t->made_by <= t->after_op && t->last_use > t->after_op;
}

// Which tensors a cut intercepts: residual paths and all live outputs, not just the first. made_by is -1 of a constant
// or a graph input, last_use the operator count where the graph returns it.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:219
static inline uint16_t ethos_u_stream_split_check_inputs(const ethos_u_stream_split_reach* t) {
  // all tensors produced at or before after_op that are consumed later or returned by the graph
  // Source: ETHOS_U_STREAM_SPLIT contract, Wire format; what an output of a signature of subgraph 0 names and no graph
  // output is too: our decision, its reader is the caller of the signature
  // specs/fence/stream_split.yaml:224
  if (!(t->intercepted || t->made_by < 0 || t->made_by > t->after_op || t->last_use <= t->after_op)) return ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_ALL_THAT_LIVE;
  // constants and graph inputs are not copied
  // specs/fence/stream_split.yaml:225
  if (!ethos_u_stream_split_inputs_nothing_else(t)) return ETHOS_U_STREAM_SPLIT_FAULT_INPUTS_NOTHING_ELSE;
  return 0;
}

// (a.made_by == a.after_op and b.made_by != b.after_op) or ((a.made_by == a.after_op or b.made_by != b.after_op) and
// (a.made_by < b.made_by or (a.made_by == b.made_by and a.output < b.output)))
static inline bool ethos_u_stream_split_pair_order_in_order(const ethos_u_stream_split_produced* a, const ethos_u_stream_split_produced* b) {
  if (a->made_by == a->after_op && b->made_by != b->after_op) return true;
  if (!(a->made_by == a->after_op || b->made_by != b->after_op)) return false;
  return a->made_by < b->made_by || (a->made_by == b->made_by && a->output < b->output);
}

// In what order the pairs of a fence stand; the first is the join key of the sidecar. Of the input of each: the
// operator that made it, and which of its outputs it is.
// Source: our decision where the contract is silent
// specs/fence/stream_split.yaml:226
static inline uint16_t ethos_u_stream_split_check_pair_order(const ethos_u_stream_split_produced* a, const ethos_u_stream_split_produced* b) {
  // first the live outputs of after_op in their order, then other live tensors in the order of their production
  // specs/fence/stream_split.yaml:231
  if (!ethos_u_stream_split_pair_order_in_order(a, b)) return ETHOS_U_STREAM_SPLIT_FAULT_PAIR_ORDER_IN_ORDER;
  return 0;
}

// Who reads what a fence writes: the positions of reader and fence are those in the fenced model; what the graph
// returns, by its outputs or those of a signature, is read at the operator count.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format; outputs of signatures of subgraph 0: our decision, they name what
// the graph returns
// specs/fence/stream_split.yaml:238
static inline uint16_t ethos_u_stream_split_check_rewiring(const ethos_u_stream_split_usage* u) {
  // every later operator that consumed an intercepted tensor consumes the new one; a graph output that was intercepted
  // becomes the new one
  // specs/fence/stream_split.yaml:243
  if (!(u->reader <= u->fence || u->reads != u->input)) return ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_LATER_READS_OUTPUT;
  // nothing reads a new tensor before its fence
  // Source: our decision: operators run in their order, so it would read what is not there
  // specs/fence/stream_split.yaml:244
  if (!(u->reader > u->fence || u->reads != u->output)) return ETHOS_U_STREAM_SPLIT_FAULT_REWIRING_EARLIER_READS_INPUT;
  return 0;
}

// Where a fence stands. Fences are applied in descending order, so that original indices stay valid; earlier is how
// many have a lesser after_op.
// Source: ETHOS_U_STREAM_SPLIT contract, Wire format
// specs/fence/stream_split.yaml:245
static inline uint16_t ethos_u_stream_split_check_placement(const ethos_u_stream_split_placed* at) {
  // immediately after operator after_op
  // specs/fence/stream_split.yaml:250
  if (!(at->position == (uint64_t)at->after_op + (uint64_t)at->earlier + 1)) return ETHOS_U_STREAM_SPLIT_FAULT_PLACEMENT_BEHIND_ITS_OPERATOR;
  return 0;
}

// How the boundaries of a plan follow each other.
// Source: our decision: the contract is silent; two fences at one place would leave a segment empty
// specs/fence/stream_split.yaml:251
static inline uint16_t ethos_u_stream_split_check_boundaries(const ethos_u_stream_split_neighbours* b) {
  // boundaries ascend, and none is given twice
  // specs/fence/stream_split.yaml:256
  if (!(b->previous < b->after_op)) return ETHOS_U_STREAM_SPLIT_FAULT_BOUNDARIES_ASCENDING;
  return 0;
}

// How many of each a sidecar has.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model
// specs/fence/stream_split.yaml:265
static inline uint16_t ethos_u_stream_split_check_sidecar_counts(const ethos_u_stream_split_sidecar_head* s) {
  // one segment more than there are boundaries
  // specs/fence/stream_split.yaml:270
  if (!(s->num_segments == (uint64_t)s->boundaries + 1)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ONE_MORE_SEGMENT;
  // one for each command stream
  // specs/fence/stream_split.yaml:271
  if (!(s->segments == s->num_segments)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_COUNTS_ALL_SEGMENTS;
  return 0;
}

// Which operators a segment of a sidecar holds. starts_at is behind the boundary before it, or 0; ends_at is after_op
// of its own boundary, or the last operator.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; inclusive: our decision
// specs/fence/stream_split.yaml:272
static inline uint16_t ethos_u_stream_split_check_sidecar_range(const ethos_u_stream_split_segment_range* s) {
  // its first original operator, right behind the boundary before
  // specs/fence/stream_split.yaml:277
  if (!(s->op_range_start == s->starts_at)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_STARTS_BEHIND_THE_LAST;
  // its last, inclusive: after_op of the boundary that ends it
  // specs/fence/stream_split.yaml:278
  if (!(s->op_range_end == s->ends_at)) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_RANGE_ENDS_AT_ITS_BOUNDARY;
  return 0;
}

// What a segment of a sidecar says of the fence that ends it: how many pairs, and whether the two names are there.
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model; nothing in the last segment: our
// decision, no fence ends it
// specs/fence/stream_split.yaml:279
static inline uint16_t ethos_u_stream_split_check_sidecar_end(const ethos_u_stream_split_segment_end* s) {
  // null, null and no pairs in the last segment
  // specs/fence/stream_split.yaml:284
  if (!(!s->is_last || (s->tensor_pairs == 0 && !s->end_tensor_name && !s->fence_tensor_name))) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_LAST_ENDS_NOWHERE;
  // at least one pair, and both names, in all others
  // specs/fence/stream_split.yaml:285
  if (!(s->is_last || (s->tensor_pairs >= 1 && s->end_tensor_name && s->fence_tensor_name))) return ETHOS_U_STREAM_SPLIT_FAULT_SIDECAR_END_OTHERS_END_AT_A_FENCE;
  return 0;
}

#ifdef __cplusplus
}
#endif
