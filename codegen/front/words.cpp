#include "front/words.h"

#include <algorithm>
#include <iterator>

namespace npuspec {
namespace {

// C is C11 and C23, C++ is C++20, OpenCL C is 3.0.
constexpr std::string_view kGuardWords[] = {"and", "else", "false", "for", "if", "in", "not", "or", "then", "true"};

constexpr std::string_view kCWords[] = {
    "_Alignas",       "_Alignof",      "_Atomic",  "_Bool",     "_Complex", "_Generic", "_Imaginary",    "_Noreturn",
    "_Static_assert", "_Thread_local", "auto",     "bool",      "break",    "case",     "char",          "const",
    "continue",       "default",       "do",       "double",    "enum",     "extern",   "float",         "goto",
    "inline",         "int",           "int16_t",  "int32_t",   "int64_t",  "int8_t",   "intptr_t",      "long",
    "main",           "ptrdiff_t",     "register", "restrict",  "return",   "short",    "signed",        "size_t",
    "sizeof",         "static",        "struct",   "switch",    "typedef",  "typeof",   "typeof_unqual", "uint16_t",
    "uint32_t",       "uint64_t",      "uint8_t",  "uintptr_t", "union",    "unsigned", "void",          "volatile",
    "while"};

constexpr std::string_view kCppWords[] = {
    "alignas",   "alignof",      "and_eq",           "asm",       "bitand",        "bitor",       "catch",
    "char16_t",  "char32_t",     "char8_t",          "class",     "co_await",      "co_return",   "co_yield",
    "compl",     "concept",      "const_cast",       "consteval", "constexpr",     "constinit",   "decltype",
    "delete",    "dynamic_cast", "explicit",         "export",    "friend",        "mutable",     "namespace",
    "new",       "noexcept",     "not_eq",           "nullptr",   "operator",      "or_eq",       "private",
    "protected", "public",       "reinterpret_cast", "requires",  "static_assert", "static_cast", "std",
    "template",  "this",         "thread_local",     "throw",     "try",           "typeid",      "typename",
    "using",     "virtual",      "wchar_t",          "xor",       "xor_eq"};

constexpr std::string_view kClWords[] = {"__constant",
                                         "__global",
                                         "__kernel",
                                         "__local",
                                         "__private",
                                         "aligned",
                                         "as_int",
                                         "as_uint",
                                         "barrier",
                                         "clk_event_t",
                                         "complex",
                                         "constant",
                                         "convert_int",
                                         "convert_uint",
                                         "event_t",
                                         "generic",
                                         "get_global_id",
                                         "global",
                                         "half",
                                         "image1d_array_t",
                                         "image1d_buffer_t",
                                         "image1d_t",
                                         "image2d_array_depth_t",
                                         "image2d_array_t",
                                         "image2d_depth_t",
                                         "image2d_t",
                                         "image3d_t",
                                         "imaginary",
                                         "kernel",
                                         "local",
                                         "ndrange_t",
                                         "pipe",
                                         "quad",
                                         "queue_t",
                                         "read_only",
                                         "read_write",
                                         "reserve_id_t",
                                         "sampler_t",
                                         "uchar",
                                         "uint",
                                         "ulong",
                                         "uniform",
                                         "ushort",
                                         "vec_step",
                                         "vload16",
                                         "write_only"};

constexpr std::string_view kMacroWords[] = {"EOF", "I", "INFINITY", "NAN", "NULL", "assert", "errno", "linux", "unix"};

struct Owner {
  std::string_view name;
  const std::string_view* begin;
  const std::string_view* end;
};

constexpr Owner kOwners[] = {
    {"the guard language", std::begin(kGuardWords), std::end(kGuardWords)},
    {"C", std::begin(kCWords), std::end(kCWords)},
    {"C++", std::begin(kCppWords), std::end(kCppWords)},
    {"OpenCL C", std::begin(kClWords), std::end(kClWords)},
    {"the macros of C and its compilers", std::begin(kMacroWords), std::end(kMacroWords)},
};

// Each list is searched by halving.
static_assert(std::all_of(std::begin(kOwners), std::end(kOwners),
                          [](const Owner& owner) { return std::is_sorted(owner.begin, owner.end); }));

// char2, ulong16, double4: the vector types of OpenCL C.
bool is_vector_type(std::string_view word) {
  std::size_t digits = word.find_first_of("123468");
  if (digits == word.npos) return false;
  constexpr std::string_view kBases[] = {"bool", "char",  "double", "float", "half",  "int",   "long",
                                         "quad", "short", "uchar",  "uint",  "ulong", "ushort"};
  constexpr std::string_view kLanes[] = {"16", "2", "3", "4", "8"};
  return std::binary_search(std::begin(kBases), std::end(kBases), word.substr(0, digits)) &&
         std::binary_search(std::begin(kLanes), std::end(kLanes), word.substr(digits));
}

}  // namespace

std::string_view reserved_by(std::string_view word) {
  for (const Owner& owner : kOwners) {
    if (std::binary_search(owner.begin, owner.end, word)) return owner.name;
  }
  return is_vector_type(word) ? "OpenCL C" : std::string_view();
}

}  // namespace npuspec
