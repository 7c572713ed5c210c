#include "front/utf8.h"

#include <algorithm>
#include <iterator>

namespace npuspec::utf8 {
namespace {

struct Interval {
  char32_t first, last;
};

constexpr Interval kZero[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x064B, 0x065F}, {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

constexpr Interval kWide[] = {
    {0x1100, 0x115F}, {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},
    {0xA000, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

constexpr Interval kUnprintable[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x200E, 0x200F}, {0x2028, 0x202E},
    {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFFE, 0xFFFF},
};

template <std::size_t N>
bool within(const Interval (&table)[N], char32_t code) {
  auto after = std::upper_bound(std::begin(table), std::end(table), code,
                                [](char32_t value, const Interval& each) { return value < each.first; });
  return after != std::begin(table) && code <= std::prev(after)->last;
}

}  // namespace

Char decode(std::string_view text, std::size_t at) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(text[at + i])); };
  unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return {};
  char32_t code = lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[at + i])) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || code > 0x10FFFF || surrogate) return {};
  return {code, length, true};
}

bool is_unprintable(char32_t code) { return within(kUnprintable, code); }

std::string escaped(std::string_view bytes) {
  std::string out;
  for (char c : bytes) {
    out += "\\x";
    out += "0123456789ABCDEF"[c >> 4 & 15];
    out += "0123456789ABCDEF"[c & 15];
  }
  return out;
}

std::string printable(std::string_view text, std::string_view kept) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    Char c = decode(text, i);
    std::string_view bytes = text.substr(i, c.bytes);
    bool keep = c.valid && (!is_unprintable(c.code) || kept.find(bytes) != kept.npos);
    out += keep ? std::string(bytes) : escaped(bytes);
    i += c.bytes;
  }
  return out;
}

std::size_t cells(char32_t code) {
  if (code < 0x300) return 1;
  return within(kZero, code) ? 0 : within(kWide, code) ? 2 : 1;
}

std::size_t count(std::string_view text) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < text.size(); i += decode(text, i).bytes) ++n;
  return n;
}

}  // namespace npuspec::utf8
