#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "front/schema.h"
#include "front/text_rules.h"

namespace npuspec::schema {
namespace {

struct Reserved {
  std::string_view word;
  std::string_view of;
};

constexpr std::string_view kC = "C";
constexpr std::string_view kCpp = "C++";
constexpr std::string_view kCl = "OpenCL C";
constexpr std::string_view kGuard = "the guard language";
constexpr std::string_view kMacro = "C's and the compilers' macros";

// Sorted by bytes. C is C11 and C23, C++ is C++20, OpenCL C is 3.0.
constexpr Reserved kReserved[] = {
    {"EOF", kMacro},
    {"I", kMacro},
    {"INFINITY", kMacro},
    {"NAN", kMacro},
    {"NULL", kMacro},
    {"alignas", kCpp},
    {"aligned", kCl},
    {"alignof", kCpp},
    {"all", kGuard},
    {"and", kCpp},
    {"and_eq", kCpp},
    {"any", kGuard},
    {"asm", kCpp},
    {"assert", kMacro},
    {"auto", kC},
    {"bitand", kCpp},
    {"bitor", kCpp},
    {"bool", kC},
    {"break", kC},
    {"case", kC},
    {"catch", kCpp},
    {"char", kC},
    {"char16_t", kCpp},
    {"char32_t", kCpp},
    {"char8_t", kCpp},
    {"class", kCpp},
    {"clk_event_t", kCl},
    {"co_await", kCpp},
    {"co_return", kCpp},
    {"co_yield", kCpp},
    {"compl", kCpp},
    {"complex", kCl},
    {"concept", kCpp},
    {"const", kC},
    {"const_cast", kCpp},
    {"constant", kCl},
    {"consteval", kCpp},
    {"constexpr", kCpp},
    {"constinit", kCpp},
    {"continue", kC},
    {"count", kGuard},
    {"decltype", kCpp},
    {"default", kC},
    {"delete", kCpp},
    {"do", kC},
    {"double", kC},
    {"dynamic_cast", kCpp},
    {"else", kC},
    {"enum", kC},
    {"errno", kMacro},
    {"event_t", kCl},
    {"explicit", kCpp},
    {"export", kCpp},
    {"extern", kC},
    {"false", kC},
    {"float", kC},
    {"for", kC},
    {"friend", kCpp},
    {"generic", kCl},
    {"global", kCl},
    {"goto", kC},
    {"half", kCl},
    {"if", kC},
    {"image1d_array_t", kCl},
    {"image1d_buffer_t", kCl},
    {"image1d_t", kCl},
    {"image2d_array_depth_t", kCl},
    {"image2d_array_t", kCl},
    {"image2d_depth_t", kCl},
    {"image2d_t", kCl},
    {"image3d_t", kCl},
    {"imaginary", kCl},
    {"in", kGuard},
    {"inline", kC},
    {"int", kC},
    {"intptr_t", kCl},
    {"kernel", kCl},
    {"linux", kMacro},
    {"local", kCl},
    {"long", kC},
    {"mutable", kCpp},
    {"namespace", kCpp},
    {"ndrange_t", kCl},
    {"new", kCpp},
    {"noexcept", kCpp},
    {"not", kCpp},
    {"not_eq", kCpp},
    {"nullptr", kCpp},
    {"operator", kCpp},
    {"or", kCpp},
    {"or_eq", kCpp},
    {"pipe", kCl},
    {"private", kCpp},
    {"prod", kGuard},
    {"protected", kCpp},
    {"ptrdiff_t", kCl},
    {"public", kCpp},
    {"quad", kCl},
    {"queue_t", kCl},
    {"read_only", kCl},
    {"read_write", kCl},
    {"register", kC},
    {"reinterpret_cast", kCpp},
    {"requires", kCpp},
    {"reserve_id_t", kCl},
    {"restrict", kC},
    {"return", kC},
    {"sampler_t", kCl},
    {"short", kC},
    {"signed", kC},
    {"size_t", kCl},
    {"sizeof", kC},
    {"static", kC},
    {"static_assert", kCpp},
    {"static_cast", kCpp},
    {"struct", kC},
    {"sum", kGuard},
    {"switch", kC},
    {"template", kCpp},
    {"then", kGuard},
    {"this", kCpp},
    {"thread_local", kCpp},
    {"throw", kCpp},
    {"true", kC},
    {"try", kCpp},
    {"typedef", kC},
    {"typeid", kCpp},
    {"typename", kCpp},
    {"typeof", kC},
    {"typeof_unqual", kC},
    {"uchar", kCl},
    {"uint", kCl},
    {"uintptr_t", kCl},
    {"ulong", kCl},
    {"uniform", kCl},
    {"union", kC},
    {"unix", kMacro},
    {"unsigned", kC},
    {"ushort", kCl},
    {"using", kCpp},
    {"virtual", kCpp},
    {"void", kC},
    {"volatile", kC},
    {"wchar_t", kCpp},
    {"while", kC},
    {"write_only", kCl},
    {"xor", kCpp},
    {"xor_eq", kCpp},
};

static_assert(std::is_sorted(std::begin(kReserved), std::end(kReserved),
                             [](const Reserved& a, const Reserved& b) { return a.word < b.word; }));

// float4, uchar16, half2, ... are types of OpenCL C.
bool is_vector_type(std::string_view text) {
  std::size_t digits = text.find_first_of("123468");
  if (digits == text.npos) return false;
  std::string_view base = text.substr(0, digits);
  std::string_view lanes = text.substr(digits);
  constexpr std::string_view kBases[] = {"char",  "uchar", "short",  "ushort", "int",  "uint", "long",
                                         "ulong", "float", "double", "half",   "bool", "quad"};
  constexpr std::string_view kLanes[] = {"2", "3", "4", "8", "16"};
  return std::find(std::begin(kBases), std::end(kBases), base) != std::end(kBases) &&
         std::find(std::begin(kLanes), std::end(kLanes), lanes) != std::end(kLanes);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

NameFault name_fault(std::string_view text, NameRule rule) {
  bool dash = rule != NameRule::kIdentifier;
  bool letters = !text.empty() && is_letter(text[0]);
  for (char c : text) letters = letters && (is_letter(c) || is_digit(c) || c == '_' || (dash && c == '-'));
  if (!letters || text.find("__") != text.npos) {
    return {Code::S005, quoted(text) + " is not a name",
            dash ? "start with a letter; go on with letters, digits, '-' and single '_'"
                 : "start with a letter; go on with letters, digits and single '_'"};
  }
  if (is_yaml11_word(text)) {
    return {Code::S006, quoted(text) + " cannot be a name: YAML readers take it for a truth value or null",
            "choose another name"};
  }
  if (rule == NameRule::kId) return {};
  auto found = std::lower_bound(std::begin(kReserved), std::end(kReserved), text,
                                [](const Reserved& each, std::string_view word) { return each.word < word; });
  bool reserved = found != std::end(kReserved) && found->word == text;
  if (reserved || is_vector_type(text)) {
    return {Code::S006, quoted(text) + " cannot be a name: it is a word of " + std::string(reserved ? found->of : kCl),
            "choose another name"};
  }
  return {};
}

std::string fold_name(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c == '-' ? '_' : lower(c);
  return out;
}

}  // namespace npuspec::schema
