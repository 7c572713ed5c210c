#include <functional>
#include <optional>

#include "front/node.h"

namespace npuspec {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Walks a scalar's source and its resolved text side by side. Where the two cannot be reconciled it gives up.
class Walk {
 public:
  Walk(std::string_view source, std::size_t at, std::string_view text) : source_(source), p_(at), text_(text) {}

  std::optional<std::size_t> to(std::size_t offset) {
    char style = peek();
    if (style == '|' || style == '>') return block(offset);
    if (style == '"' || style == '\'') ++p_;
    while (i_ < offset) {
      if (p_ >= source_.size()) return std::nullopt;
      bool moved = fold() || (style == '"' && escape()) || (style == '\'' && doubled()) || same();
      if (!moved) return std::nullopt;
    }
    return p_;
  }

 private:
  char peek(std::size_t ahead = 0) const { return p_ + ahead < source_.size() ? source_[p_ + ahead] : '\0'; }

  bool same() {
    if (peek() != text_[i_]) return false;
    ++p_;
    ++i_;
    return true;
  }

  // Blanks and line ends between two lines of a flow scalar: one line end is a space, n of them are n - 1 line feeds.
  bool fold() {
    std::size_t q = p_;
    std::size_t feeds = 0;
    while (q < source_.size() && (is_blank(source_[q]) || source_[q] == '\n' || source_[q] == '\r')) {
      feeds += source_[q++] == '\n' ? 1u : 0u;
    }
    if (feeds == 0) return false;
    p_ = q;
    i_ += feeds == 1 ? 1 : feeds - 1;
    return true;
  }

  bool doubled() {
    if (peek() != '\'' || peek(1) != '\'') return false;
    p_ += 2;
    ++i_;
    return true;
  }

  // The bytes of a code point that starts with this one in UTF-8.
  static std::size_t length(char lead) {
    auto b = static_cast<unsigned char>(lead);
    return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
  }

  bool escape() {
    if (peek() != '\\') return false;
    std::size_t feed = p_ + 1;
    while (feed < source_.size() && source_[feed] == '\r') ++feed;
    if (feed < source_.size() && source_[feed] == '\n') {  // a line end that leaves nothing
      p_ = feed + 1;
      while (is_blank(peek())) ++p_;
      return true;
    }
    char kind = peek(1);
    p_ += kind == 'x' ? 4 : kind == 'u' ? 6 : kind == 'U' ? 10 : 2;
    i_ += length(text_[i_]);
    return true;
  }

  void next_line() {
    while (p_ < source_.size() && source_[p_] != '\n') ++p_;
    if (p_ < source_.size()) ++p_;
  }

  std::size_t indent_here() const {
    std::size_t q = p_;
    while (q < source_.size() && source_[q] == ' ') ++q;
    return q - p_;
  }

  bool blank_line() const {
    std::size_t q = p_ + indent_here();
    return q >= source_.size() || source_[q] == '\n' || source_[q] == '\r';
  }

  std::optional<std::size_t> block(std::size_t offset) {
    next_line();
    while (p_ < source_.size() && blank_line()) next_line();
    std::size_t indent = indent_here();
    while (i_ < text_.size() && text_[i_] == '\n') ++i_;
    // A first line indented deeper than the rest says so in the text.
    for (std::size_t i = i_; i < text_.size() && text_[i] == ' ' && indent > 0; ++i) --indent;
    p_ += indent;
    while (i_ < offset) {
      if (p_ >= source_.size()) return std::nullopt;
      if (peek() == text_[i_] && peek() != '\n') {
        same();
      } else if (peek() == '\n' || peek() == '\r' || is_blank(peek())) {
        next_line();
        while (p_ < source_.size() && blank_line()) next_line();
        std::size_t before = i_;
        while (i_ < text_.size() && text_[i_] == '\n') ++i_;
        if (i_ == before && text_[i_] == ' ') ++i_;
        if (i_ == before) return std::nullopt;
        if (i_ < text_.size()) p_ += indent;
      } else {
        return std::nullopt;
      }
    }
    return p_;
  }

  std::string_view source_;
  std::size_t p_;
  std::string_view text_;
  std::size_t i_ = 0;
};

}  // namespace

Place place_in(const Sources& sources, const Node& scalar, std::size_t offset) {
  if (scalar.at.file == 0 || scalar.at.file > sources.count() || scalar.at.line == 0) return scalar.at;
  std::string_view source = sources.text(scalar.at.file);
  if (offset > scalar.text.size()) return scalar.at;
  std::less_equal<const char*> within;
  if (within(source.data(), scalar.text.data()) && within(scalar.text.data(), source.data() + source.size())) {
    return sources.place(scalar.at.file, static_cast<std::size_t>(scalar.text.data() - source.data()) + offset);
  }
  std::optional<std::size_t> at = Walk(source, sources.offset(scalar.at), scalar.text).to(offset);
  return at ? sources.place(scalar.at.file, *at) : scalar.at;
}

}  // namespace npuspec
