#include "front/text_rules.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <unordered_map>

#include "front/reader.h"
#include "front/utf8.h"

namespace npuspec {
namespace {

constexpr std::size_t kMaxTextErrors = 20;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Eight bytes at a time: true when all are printable ASCII or a line feed.
bool plain_word(const char* at) {
  std::uint64_t w;
  std::memcpy(&w, at, sizeof w);
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kHigh = 0x8080808080808080;
  // Exact in every byte: no carry runs from one to the next.
  auto has_zero = [](std::uint64_t v) { return ~(((v & ~kHigh) + ~kHigh) | v | ~kHigh); };
  // A byte below 0x20 has its three highest bits clear; a line feed is taken out first by making it 0x2A.
  std::uint64_t feeds = has_zero(w ^ (kOnes * '\n'));
  std::uint64_t filled = w | (feeds >> 2);
  return ((w & kHigh) | has_zero(filled & (kOnes * 0xE0)) | has_zero(w ^ (kOnes * 0x7F))) == 0;
}

std::string hex(char32_t code) {
  char out[16];
  std::snprintf(out, sizeof out, "U+%04X", static_cast<unsigned>(code));
  return out;
}

void report_character(utf8::Char c, Place at, Diags& diags) {
  if (!c.valid) {
    diags.error(Code::Y001, at, "this byte is not UTF-8").hint("save the file as UTF-8");
  } else if (c.code == 0xFEFF) {
    diags.error(Code::Y002, at, "a byte order mark").span(c.bytes).hint("save the file as UTF-8 without one");
  } else if (c.code == '\r') {
    diags.error(Code::Y002, at, "a carriage return without a line feed").hint("end lines with a line feed");
  } else {
    diags.error(Code::Y002, at, "the invisible character " + hex(c.code)).span(c.bytes).hint("take it out");
  }
}

bool allowed(std::string_view text, std::size_t at, utf8::Char c) {
  if (!c.valid) return false;
  if (c.code == '\n' || c.code == '\t') return true;
  if (c.code == '\r') return at + 1 < text.size() && text[at + 1] == '\n';
  return !utf8::is_unprintable(c.code);
}

// With a byte order mark, or with a first letter of one byte.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  return text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0');
}

// What is no text at all is told once. True when it is none.
bool refuse_what_is_no_text(const Sources& sources, std::uint32_t file, Diags& diags) {
  std::string_view text = sources.text(file);
  std::size_t nul = text.find('\0');
  if (is_utf16(text)) {
    diags.error(Code::Y001, {file, 0, 0}, "this file is UTF-16").hint("save it as UTF-8");
  } else if (nul != text.npos) {
    diags.error(Code::Y002, sources.place(file, nul), "a NUL byte: this file is no text")
        .hint("a spec is YAML in UTF-8; see whether this is another file, or damaged");
  } else {
    return false;
  }
  return true;
}

void check_characters(const Sources& sources, std::uint32_t file, Diags& diags) {
  std::string_view text = sources.text(file);
  std::size_t reported = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (i + 8 <= text.size() && plain_word(text.data() + i)) {
      i += 8;
      continue;
    }
    utf8::Char c = utf8::decode(text, i);
    if (!allowed(text, i, c)) {
      report_character(c, sources.place(file, i), diags);
      if (++reported == kMaxTextErrors) return;
    }
    i += c.bytes;
  }
}

// True when a byte of a line stands after a '#' that may start a comment.
bool may_be_comment(std::string_view line, std::size_t at) {
  for (std::size_t i = 0; i < at; ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ')) return true;
  }
  return false;
}

void check_tabs(const Sources& sources, std::uint32_t file, Diags& diags) {
  std::string_view text = sources.text(file);
  std::size_t reported = 0;
  for (std::size_t tab = text.find('\t'); tab != text.npos && reported < kMaxTextErrors;) {
    std::size_t feed = text.rfind('\n', tab);
    std::size_t begin = feed == text.npos ? 0 : feed + 1;
    if (!may_be_comment(text.substr(begin), tab - begin)) {
      bool indents = text.find_first_not_of(' ', begin) == tab;
      diags.error(Code::Y003, sources.place(file, tab), indents ? "a tab indents this line" : "a tab")
          .hint(indents ? "indent with spaces" : "write spaces, or \\t in double quotes");
      ++reported;
    }
    std::size_t end = text.find('\n', tab);  // one complaint a line
    tab = end == text.npos ? end : text.find('\t', end);
  }
}

// A '%' in the first column is a directive to some readers wherever it stands.
void check_directives(const Sources& sources, std::uint32_t file, Diags& diags) {
  std::string_view text = sources.text(file);
  std::size_t reported = 0;
  for (std::size_t at = text.find('%'); at != text.npos && reported < kMaxTextErrors; at = text.find('%', at + 1)) {
    if (at != 0 && text[at - 1] != '\n') continue;
    diags.error(Code::Y007, sources.place(file, at), "a directive")
        .hint("leave it out, or indent the line it is a part of");
    ++reported;
  }
}

// Brackets that open and never close on one line: yaml-cpp looks ahead over all of them for a key before it tells of
// the first. Those in texts and comments count too, of which nobody writes so many.
void check_brackets(const Sources& sources, std::uint32_t file, Diags& diags) {
  constexpr std::size_t kMost = 4096;
  std::string_view text = sources.text(file);
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::size_t open = 0;
    for (std::size_t i = begin; end - begin > kMost && i < end; ++i) {
      if (text[i] == '[' || text[i] == '{') ++open;
      if ((text[i] == ']' || text[i] == '}') && open > 0) --open;
      if (open <= kMost) continue;
      diags.error(Code::Y017, sources.place(file, i), "nested deeper than " + std::to_string(kMaxDepth) + " levels")
          .hint("flatten it; no spec needs this");
      return;
    }
    begin = end + 1;
  }
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool check_text(const Sources& sources, std::uint32_t file, Diags& diags) {
  if (sources.text(file).size() > kMaxSpecBytes) {
    diags.error(Code::Y004, {file, 0, 0}, "larger than " + std::to_string(kMaxSpecBytes >> 20) + " MiB")
        .hint("split it");
    return false;
  }
  if (refuse_what_is_no_text(sources, file, diags)) return false;
  std::size_t before = diags.errors();
  check_characters(sources, file, diags);
  if (diags.errors() != before) return false;
  check_tabs(sources, file, diags);
  check_directives(sources, file, diags);
  check_brackets(sources, file, diags);
  return diags.errors() == before;
}

std::string refused_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    utf8::Char c = utf8::decode(text, i);
    if (!allowed(text, i, c)) return hex(c.code);
    i += c.bytes;
  }
  return {};
}

bool is_yaml11_word(std::string_view word) {
  if (word.size() > 5) return false;
  constexpr std::string_view kWords[] = {"on", "off", "yes", "no", "y", "n", "true", "false", "null", "~"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view each) {
    return std::equal(each.begin(), each.end(), word.begin(), word.end(), [](char a, char b) { return a == lower(b); });
  });
}

bool is_plain_word(std::string_view word) {
  auto letter = [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
  return !word.empty() && letter(word[0]) && std::all_of(word.begin(), word.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

std::size_t null_word(std::string_view text, std::size_t at) {
  for (std::string_view word : {"~", "null", "Null", "NULL"}) {
    if (text.substr(std::min(at, text.size())).starts_with(word)) return word.size();
  }
  return 0;
}

std::size_t closing_quote(std::string_view text, std::size_t open) {
  char quote = text[open];
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return i;
      ++i;
    }
  }
  return text.npos;
}

std::size_t unclosed_quote(std::string_view text, std::size_t from) {
  for (std::size_t i = from; i < text.size(); ++i) {
    bool after_blank = i == 0 || is_blank(text[i - 1]) || text[i - 1] == '\n';
    bool starts = after_blank || std::string_view("[{,:").find(text[i - 1]) != text.npos;
    if (after_blank && text[i] == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (starts && (text[i] == '"' || text[i] == '\'')) {
      std::size_t end = closing_quote(text, i);
      if (end == text.npos) return i;
      i = end;
    }
  }
  return text.npos;
}

std::size_t quote_before(std::string_view text, std::size_t after, std::size_t where) {
  if (after == 0 || where > text.size() || (text[after - 1] != '"' && text[after - 1] != '\'')) return text.npos;
  std::size_t close = closing_quote(text, after - 1);
  if (close == text.npos || close >= where) return text.npos;
  bool blank = text.substr(close + 1, where - close - 1).find_first_not_of(" \t") == text.npos;
  return blank ? after - 1 : text.npos;
}

Place dash_after(const Sources& sources, Place after, std::uint32_t col, Place until) {
  for (Place at{until.file, after.line + 1, col}; at.line <= until.line; ++at.line) {
    std::string_view line = sources.line(at);
    if (line.find_first_not_of(' ') == col - 1 && line[col - 1] == '-') return at;
  }
  return until;
}

std::vector<Repeat> repeated_keys(std::span<const Entry> entries) {
  std::vector<Repeat> out;
  // Small maps are nearly all there are, and need no memory.
  if (entries.size() <= 16) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (entries[i].key != entries[j].key) continue;
        out.push_back({j, i});
        break;
      }
    }
    return out;
  }
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto [found, fresh] = first.try_emplace(entries[i].key, i);
    if (!fresh) out.push_back({found->second, i});
  }
  return out;
}

}  // namespace npuspec
