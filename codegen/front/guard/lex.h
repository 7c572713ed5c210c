// The words of a guard, one at a time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace npuspec::guard {

struct Token {
  enum class Kind : std::uint8_t {
    kEnd,
    kNumber,  // with its unit
    kName,
    kString,  // quotes included
    kSign,    // an operator, bracket or comma
    kBad,     // starts no word of the language
  };
  Kind kind = Kind::kEnd;
  std::uint32_t at = 0;
  std::string_view text;

  std::uint32_t end() const { return at + static_cast<std::uint32_t>(text.size()); }
  bool is(std::string_view sign_or_word) const {
    return text == sign_or_word && (kind == Kind::kSign || kind == Kind::kName);
  }
};

// The word that starts at or after `from`.
Token next_token(std::string_view guard, std::size_t from);

// What to write instead of something that starts no word, or that other languages spell so; empty when unknown.
std::string advice_for(std::string_view bad);

bool is_digit(char c);
bool is_letter(char c);  // underscore included

}  // namespace npuspec::guard
