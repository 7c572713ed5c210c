// UTF-8, as far as diagnostics and the reader need it: decoding one character, how many terminal cells it takes, and
// what stands for it where it cannot be shown.
//
// decode() accepts exactly the well-formed sequences of the Unicode standard (no surrogates, no overlong forms). Cell
// widths are approximate: combining marks 0, East Asian wide and emoji 2, all else 1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace npuspec::utf8 {

struct Char {
  char32_t code = 0;
  std::size_t bytes = 1;  // never 0, so that a loop moves on
  bool valid = false;
};

inline bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

// The character at `at`, which is below text.size(). Not valid: one byte that belongs to no character.
Char decode(std::string_view text, std::size_t at);

// Controls, line and paragraph separators, byte order marks, non-characters, and what reorders the text around it.
bool is_unprintable(char32_t code);

// The bytes as \xHH.
std::string escaped(std::string_view bytes);

// The text with all of it escaped that is no UTF-8 or not printable, but for the characters in `kept`.
std::string printable(std::string_view text, std::string_view kept = {});

std::size_t cells(char32_t code);
std::size_t count(std::string_view text);  // characters

}  // namespace npuspec::utf8
