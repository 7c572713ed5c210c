#include "front/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "front/json.h"

namespace npuspec {
namespace {

constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < plain.size(); ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

bool is_plain(char c) { return kPlain[static_cast<unsigned char>(c)]; }
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_plain(c); });
}

void append_plain(std::string& out, std::string_view text) {
  std::size_t at = out.size();
  out.resize(at + text.size() + 2);
  out[at] = '"';
  text.copy(&out[at + 1], text.size());
  out.back() = '"';
}

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kLetters = "\"\"\\\\\bb\ff\nn\rr\tt";  // what stands for what
  out += '\\';
  for (std::size_t i = 0; i < kLetters.size(); i += 2) {
    if (kLetters[i] == c) {
      out += kLetters[i + 1];
      return;
    }
  }
  out += "u00";
  out += "0123456789abcdef"[c >> 4 & 15];
  out += "0123456789abcdef"[c & 15];
}

template <class Number>
void append_number(std::string& out, Number value) {
  char digits[24];
  out.append(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr);
}

}  // namespace

void JsonWriter::write(std::string_view text) {
  if (is_plain(text)) return append_plain(out_, text);
  out_ += '"';
  for (std::size_t from = 0; from < text.size();) {
    std::size_t end = from;
    while (end < text.size() && is_plain(text[end])) ++end;
    out_.append(text, from, end - from);
    if (end < text.size()) append_escaped(out_, text[end++]);
    from = end;
  }
  out_ += '"';
}

void JsonWriter::write(std::int64_t value) { append_number(out_, value); }
void JsonWriter::write(std::uint64_t value) { append_number(out_, value); }

void JsonWriter::put_members(const Json& object) {
  for (const auto& [key, value] : object.items()) {
    write_key(key);
    out_ += value.dump();
  }
}

}  // namespace npuspec
