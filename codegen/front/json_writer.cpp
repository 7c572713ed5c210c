#include "front/json_writer.h"

#include <charconv>

#include "front/json.h"

namespace npuspec {
namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

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
