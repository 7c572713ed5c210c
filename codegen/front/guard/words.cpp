#include <algorithm>
#include <array>
#include <string_view>

#include "front/guard/parse.h"

namespace npuspec::guard {
namespace {

constexpr auto kGuardWords =
    std::to_array<std::string_view>({"and", "else", "false", "for", "if", "in", "not", "or", "then", "true"});

constexpr auto kCWords = std::to_array<std::string_view>(
    {"_Alignas",       "_Alignof",      "_Atomic", "_Bool",  "_Complex", "_Generic", "_Imaginary", "_Noreturn",
     "_Static_assert", "_Thread_local", "auto",    "bool",   "break",    "case",     "char",       "const",
     "continue",       "default",       "do",      "double", "enum",     "extern",   "float",      "goto",
     "inline",         "int",           "long",    "main",   "register", "restrict", "return",     "short",
     "signed",         "sizeof",        "static",  "struct", "switch",   "typedef",  "union",      "unsigned",
     "void",           "volatile",      "while",   "linux",  "unix",     "errno",    "assert"});

constexpr auto kCppWords = std::to_array<std::string_view>(
    {"alignas",   "alignof",          "and_eq",   "asm",           "bitand",       "bitor",
     "catch",     "char16_t",         "char32_t", "char8_t",       "class",        "co_await",
     "co_return", "co_yield",         "compl",    "concept",       "const_cast",   "consteval",
     "constexpr", "constinit",        "decltype", "delete",        "dynamic_cast", "explicit",
     "export",    "friend",           "mutable",  "namespace",     "new",          "noexcept",
     "not_eq",    "nullptr",          "operator", "or_eq",         "private",      "protected",
     "public",    "reinterpret_cast", "requires", "static_assert", "static_cast",  "template",
     "this",      "thread_local",     "throw",    "try",           "typeid",       "typename",
     "using",     "virtual",          "wchar_t",  "xor",           "xor_eq",       "std",
     "size_t",    "int64_t",          "int8_t",   "int16_t",       "int32_t",      "uint8_t",
     "uint16_t",  "uint32_t",         "uint64_t", "intptr_t",      "uintptr_t",    "ptrdiff_t",
     "NULL"});

constexpr auto kOpenClWords = std::to_array<std::string_view>(
    {"__constant",  "__global",     "__kernel",  "__local",       "__private",  "constant",  "event_t",
     "generic",     "global",       "half",      "image1d_t",     "image2d_t",  "image3d_t", "kernel",
     "local",       "pipe",         "read_only", "read_write",    "sampler_t",  "uchar",     "uint",
     "ulong",       "uniform",      "ushort",    "vec_step",      "write_only", "as_int",    "as_uint",
     "convert_int", "convert_uint", "barrier",   "get_global_id", "vload16"});

// char2, ulong16, double4: the vector types of OpenCL C.
bool is_vector_type(std::string_view word) {
  constexpr std::array<std::string_view, 11> kOf = {"char", "uchar", "short", "ushort", "int", "uint",
                                                    "long", "ulong", "float", "double", "half"};
  constexpr std::array<std::string_view, 5> kWide = {"2", "3", "4", "8", "16"};
  return std::any_of(kOf.begin(), kOf.end(), [&](std::string_view of) {
    return word.starts_with(of) && std::find(kWide.begin(), kWide.end(), word.substr(of.size())) != kWide.end();
  });
}

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string_view reserved_by(std::string_view word) {
  if (holds(kGuardWords, word)) return "the guard language";
  if (holds(kCWords, word)) return "C";
  if (holds(kCppWords, word)) return "C++";
  if (holds(kOpenClWords, word) || is_vector_type(word)) return "OpenCL C";
  return {};
}

}  // namespace npuspec::guard
