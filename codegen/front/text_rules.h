// What the reader asks of the text itself, beside the events that yaml-cpp finds in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/node.h"
#include "front/source.h"

namespace npuspec {

// What must hold before a parser sees the text: its size, UTF-8, no control characters, no tabs outside comments, no
// directives. Reports all of it; false when the text must not be parsed.
bool check_text(const Sources& sources, std::uint32_t file, Diags& diags);

// The first character of a text that none may hold, however it is written, as U+202E; empty when all may stand there.
std::string refused_character(std::string_view text);

// on off yes no y n true false null ~, in any case.
bool is_yaml11_word(std::string_view word);

// A letter, then letters, digits, '_' and '-'.
bool is_plain_word(std::string_view word);

// The length of `~` or `null`, in the cases YAML knows, that stands at a byte of the text; 0 when none does.
std::size_t null_word(std::string_view text, std::size_t at);

// The byte of the quote that closes the one at `open`; npos when none does.
std::size_t closing_quote(std::string_view text, std::size_t open);

// The first quote at or after a byte that starts a text and is never closed, comments skipped; npos when there is none.
std::size_t unclosed_quote(std::string_view text, std::size_t from);

// The opening quote at `after` - 1, where its text ends right before `where`; else npos.
std::size_t quote_before(std::string_view text, std::size_t after, std::size_t where);

// The first '-' at column `col` on a line after `after.line` and up to `until.line`; `until` when there is none.
Place dash_after(const Sources& sources, Place after, std::uint32_t col, Place until);

// The entries whose key an earlier one has, in their order.
struct Repeat {
  std::size_t first, again;
};
std::vector<Repeat> repeated_keys(std::span<const Entry> entries);

}  // namespace npuspec
