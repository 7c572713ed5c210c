#include "front/guard/lex.h"

#include <algorithm>
#include <array>
#include <utility>

#include "front/guard/parse.h"
#include "front/utf8.h"

namespace npuspec::guard {
namespace {

using Kind = Token::Kind;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

std::size_t skip_word(std::string_view s, std::size_t at) {
  while (at < s.size() && is_word(s[at])) ++at;
  return at;
}

// Words that may follow a number and are no unit of it.
bool is_joint(std::string_view word) {
  constexpr std::array<std::string_view, 8> kJoints = {"and", "or", "not", "in", "if", "then", "else", "for"};
  return std::find(kJoints.begin(), kJoints.end(), word) != kJoints.end();
}

// Digits, a fraction, a unit. What is misspelled (`1_000`, `10 K`) is taken whole, so that one message speaks of it
// all.
std::size_t skip_number(std::string_view s, std::size_t at) {
  std::size_t end = skip_word(s, at);
  if (end + 1 < s.size() && s[end] == '.' && is_digit(s[end + 1])) end = skip_word(s, end + 1);
  std::size_t unit = end;
  while (unit < s.size() && is_space(s[unit])) ++unit;
  if (unit == end || unit >= s.size() || !is_letter(s[unit])) return end;
  std::size_t unit_end = skip_word(s, unit);
  return is_joint(s.substr(unit, unit_end - unit)) ? end : unit_end;
}

std::size_t skip_sign(std::string_view s, std::size_t at) {
  constexpr std::array<std::string_view, 6> kLong = {"..<", "..", "==", "!=", "<=", ">="};
  for (std::string_view sign : kLong) {
    if (s.substr(at, sign.size()) == sign) return at + sign.size();
  }
  constexpr std::string_view kShort = "-+*/%<>(){}[],.";
  return kShort.find(s[at]) == std::string_view::npos ? at : at + 1;
}

std::size_t skip_bad(std::string_view s, std::size_t at) {
  constexpr std::array<std::string_view, 3> kForeign = {"&&", "||", "::"};
  for (std::string_view sign : kForeign) {
    if (s.substr(at, sign.size()) == sign) return at + sign.size();
  }
  return at + utf8::decode(s, at).bytes;
}

}  // namespace

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

Token next_token(std::string_view s, std::size_t at) {
  while (at < s.size() && is_space(s[at])) ++at;
  if (at >= s.size()) return {.kind = Kind::kEnd, .at = static_cast<std::uint32_t>(s.size()), .text = {}};
  auto token = [&](Kind kind, std::size_t end) {
    return Token{.kind = kind, .at = static_cast<std::uint32_t>(at), .text = s.substr(at, end - at)};
  };
  if (is_digit(s[at])) return token(Kind::kNumber, skip_number(s, at));
  if (is_letter(s[at])) return token(Kind::kName, skip_word(s, at));
  if (s[at] == '"') {
    std::size_t end = s.find_first_of("\"\\", at + 1);
    if (end != std::string_view::npos && s[end] == '"') return token(Kind::kString, end + 1);
    return token(Kind::kBad, at + 1);
  }
  std::size_t end = skip_sign(s, at);
  return end == at ? token(Kind::kBad, skip_bad(s, at)) : token(Kind::kSign, end);
}

std::string advice_for(std::string_view bad) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 20> kAdvice = {{
      {"&&", "write `and`"},
      {"||", "write `or`"},
      {"&", "write `and`; for bits write bit(x, i), or give the field `bits:`"},
      {"|", "write `or`; for bits write bit(x, i), or give the field `bits:`"},
      {"^", "for powers of two write pow2(n)"},
      {"~", "write `not`"},
      {"!", "write `not`, or != between two values"},
      {"?", "write if .. then .. else .."},
      {":", "write if .. then .. else .., or a..b for a range"},
      {"::", "write a dot"},
      {"=", "write == to compare"},
      {"'", "texts stand in double quotes"},
      {"\"", "a text ends with a double quote and holds no backslash"},
      {"\xE2\x89\xA4", "write <="},
      {"\xE2\x89\xA5", "write >="},
      {"\xE2\x89\xA0", "write !="},
      {"\xC3\x97", "write *"},
      {"\xC3\xB7", "write /"},
      {"\xE2\x88\x88", "write `in`"},
      {"#", "a guard holds no comment"},
  }};
  for (const auto& [sign, advice] : kAdvice) {
    if (sign == bad) return std::string(advice);
  }
  return "a guard is of names, numbers, texts, and the signs + - * / % == != < <= > >= ( ) [ ] { } . .. ,";
}

bool is_name(std::string_view word) {
  return !word.empty() && is_letter(word[0]) && std::all_of(word.begin(), word.end(), is_word);
}

}  // namespace npuspec::guard
