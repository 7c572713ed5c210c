#include "front/json_writer.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "front/json.h"

namespace npuspec {
namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

// Without a way out of the loop, so that compilers look at many bytes at once.
bool is_plain(std::string_view text) {
  bool plain = true;
  for (char c : text) plain = plain & is_plain(c);
  return plain;
}

constexpr std::size_t kDigits = 24;  // of the longest number, with room to spare

}  // namespace

void JsonWriter::grow(std::size_t bytes) {
  constexpr std::size_t kFirst = 4096;
  std::size_t capacity = std::max({kFirst, 2 * capacity_, size_ + bytes});
  auto larger = std::make_unique_for_overwrite<char[]>(capacity);
  text().copy(larger.get(), size_);
  bytes_ = std::move(larger);
  capacity_ = capacity;
}

void JsonWriter::write_key(std::string_view key) {
  bool comma = wants_comma();
  char* to = room(key.size() + 4);
  size_ += key.size() + 3 + (comma ? 1 : 0);
  if (comma) *to++ = ',';
  *to++ = '"';
  to += key.copy(to, key.size());
  *to++ = '"';
  *to = ':';
}

void JsonWriter::write(std::string_view text) {
  if (is_plain(text)) {
    char* to = room(text.size() + 2);
    size_ += text.size() + 2;
    *to++ = '"';
    to += text.copy(to, text.size());
    *to = '"';
    return;
  }
  append('"');
  for (char c : text) is_plain(c) ? append(c) : append_escaped(c);
  append('"');
}

void JsonWriter::append_escaped(char c) {
  constexpr std::string_view kLetters = "\"\"\\\\\bb\ff\nn\rr\tt";  // what stands for what
  append('\\');
  for (std::size_t i = 0; i < kLetters.size(); i += 2) {
    if (kLetters[i] == c) return append(kLetters[i + 1]);
  }
  append("u00");
  append("0123456789abcdef"[c >> 4 & 15]);
  append("0123456789abcdef"[c & 15]);
}

void JsonWriter::write(std::int64_t value) {
  char* to = room(kDigits);
  size_ += static_cast<std::size_t>(std::to_chars(to, to + kDigits, value).ptr - to);
}

void JsonWriter::write(std::uint64_t value) {
  char* to = room(kDigits);
  size_ += static_cast<std::size_t>(std::to_chars(to, to + kDigits, value).ptr - to);
}

void JsonWriter::put_members(const Json& object) {
  for (const auto& [key, value] : object.items()) {
    write_key(key);
    append(value.dump());
  }
}

}  // namespace npuspec
