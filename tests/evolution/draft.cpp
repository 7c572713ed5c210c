#include "draft.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>

#include "front/reader.h"

namespace npuspec::test {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

Draft::Draft(std::string text) : text_(std::move(text)), arena_(std::make_unique<Arena>()) {
  Diags diags;
  std::uint32_t file = sources_.add("draft.yaml", text_);
  root_ = read_yaml(sources_, file, *arena_, diags);
  REQUIRE_MESSAGE((root_ && !diags.failed()), render(diags, sources_, DiagFormat::kText));
}

std::string Draft::result() const {
  std::vector<Edit> edits = edits_;
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.at < b.at; });
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    REQUIRE(edit.at >= at);
    result += text_.substr(at, edit.at - at) + edit.with;
    at = edit.at + edit.length;
  }
  return result + text_.substr(at);
}

bool Draft::is_plain(const Node& scalar) const {
  return scalar.is_scalar() && text_.compare(text_offset(scalar), scalar.text.size(), scalar.text) == 0;
}

void Draft::replace(const Node& scalar, const std::string& with) {
  REQUIRE(is_plain(scalar));
  edits_.push_back({text_offset(scalar), scalar.text.size(), with});
}

void Draft::set(const Node& map, const std::string& key, const std::string& value) {
  if (const Node* old = map.find(key)) return replace(*old, value);
  std::size_t at = offset(map);
  if (text_[at] == '{') {
    edits_.push_back({at + 1, 0, key + ": " + value + ", "});
  } else {
    edits_.push_back({at, 0, key + ": " + value + "\n" + std::string(at - line_start(at), ' ')});
  }
}

bool Draft::drop(const Node& map, std::string_view key) {
  for (std::size_t i = 0; i + 1 < map.entries.size(); ++i) {
    if (map.entries[i].key != key) continue;
    std::size_t begin = sources_.offset(map.entries[i].key_at);
    edits_.push_back({begin, sources_.offset(map.entries[i + 1].key_at) - begin, ""});
    return true;
  }
  return false;
}

std::size_t Draft::line_start(std::size_t at) const {
  std::size_t newline = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
  return newline == std::string::npos ? 0 : newline + 1;
}

bool Draft::has_rows(const Node& list) const {
  if (!list.is_list() || list.items.empty()) return false;
  return std::all_of(list.items.begin(), list.items.end(), [&](const Node* item) {
    std::size_t at = offset(*item);
    std::size_t first = text_.find_first_not_of(' ', line_start(at));
    return text_[first] == '-' && text_.find_first_not_of(' ', first + 1) == at;
  });
}

std::string Draft::indent_of(const Node& list) const {
  std::size_t start = line_start(offset(*list.items.front()));
  return std::string(text_.find_first_not_of(' ', start) - start, ' ');
}

// A row goes on to the next row, or to the first line that is less indented than its content.
Draft::Lines Draft::row_lines(const Node& list, std::size_t row) const {
  std::size_t begin = line_start(offset(*list.items[row]));
  if (row + 1 < list.items.size()) return {begin, line_start(offset(*list.items[row + 1]))};
  std::size_t indent = indent_of(list).size();
  std::size_t end = text_.find('\n', begin) + 1;
  while (end < text_.size()) {
    std::size_t first = text_.find_first_not_of(' ', end);
    if (first == std::string::npos || text_[first] == '\n' || first - end <= indent) break;
    end = text_.find('\n', first) + 1;
  }
  return {begin, end};
}

void Draft::insert_before(const Node& list, std::size_t row, const std::string& line) {
  edits_.push_back({row_lines(list, row).begin, 0, indent_of(list) + "- " + line + "\n"});
}

void Draft::append(const Node& list, const std::string& line) {
  edits_.push_back({row_lines(list, list.items.size() - 1).end, 0, indent_of(list) + "- " + line + "\n"});
}

void Draft::remove(const Node& list, std::size_t row) {
  Lines lines = row_lines(list, row);
  edits_.push_back({lines.begin, lines.end - lines.begin, ""});
}

void Draft::swap(const Node& list, std::size_t row) {
  Lines first = row_lines(list, row);
  Lines second = row_lines(list, row + 1);
  edits_.push_back(
      {first.begin, second.end - first.begin,
       text_.substr(second.begin, second.end - second.begin) + text_.substr(first.begin, first.end - first.begin)});
}

void Draft::rename_entry(const Node& map, std::size_t entry, const std::string& key) {
  const Entry& of = map.entries[entry];
  std::size_t at = sources_.offset(of.key_at);
  REQUIRE(text_.compare(at, of.key.size(), of.key) == 0);
  edits_.push_back({at, of.key.size(), key});
}

std::size_t Draft::end_of_last_entry(const Node& map) const {
  std::size_t begin = sources_.offset(map.entries.back().key_at);
  std::size_t indent = begin - line_start(begin);
  std::size_t end = text_.find('\n', begin) + 1;
  while (end < text_.size()) {
    std::size_t first = text_.find_first_not_of(' ', end);
    if (first == std::string::npos || text_[first] == '\n' || first - end <= indent) break;
    end = text_.find('\n', first) + 1;
  }
  return end;
}

void Draft::append_entry(const Node& map, const std::string& line) {
  std::size_t begin = sources_.offset(map.entries.back().key_at);
  std::size_t indent = begin - line_start(begin);
  edits_.push_back({end_of_last_entry(map), 0, std::string(indent, ' ') + line + "\n"});
}

bool Draft::swap_entries(const Node& map, std::size_t entry) {
  auto key = [&](std::size_t index) { return sources_.offset(map.entries[index].key_at); };
  bool has_next = entry + 2 < map.entries.size();
  bool one_line = line_start(key(entry)) == line_start(key(entry + 1));
  if (one_line && !has_next) return false;
  std::size_t first = one_line ? key(entry) : line_start(key(entry));
  std::size_t second = one_line ? key(entry + 1) : line_start(key(entry + 1));
  std::size_t end = !has_next ? end_of_last_entry(map) : one_line ? key(entry + 2) : line_start(key(entry + 2));
  edits_.push_back({first, end - first, text_.substr(second, end - second) + text_.substr(first, second - first)});
  return true;
}

bool Draft::rotate(const Node& map) {
  std::size_t begin = offset(map);
  if (!map.is_map() || map.entries.size() < 2 || text_[begin] != '{') return false;
  std::size_t end = text_.find('\n', begin);
  std::string line = text_.substr(begin, end - begin);
  // Only a map that ends its line, so that the last brace is its own.
  if (line.back() != '}' || line.find(" #") != std::string::npos) return false;
  end = begin + line.size() - 1;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < map.entries.size(); ++i) {
    std::size_t from = sources_.offset(map.entries[i].key_at);
    std::size_t to = i + 1 < map.entries.size() ? sources_.offset(map.entries[i + 1].key_at) : end;
    if (from >= end || to > end) return false;
    std::string part = text_.substr(from, to - from);
    part.erase(part.find_last_not_of(", ") + 1);
    parts.push_back(part);
  }
  std::rotate(parts.begin(), parts.begin() + 1, parts.end());
  std::string with = "{";
  for (std::size_t i = 0; i < parts.size(); ++i) with += (i == 0 ? "" : ",  ") + parts[i];
  edits_.push_back({begin, end + 1 - begin, with + "}"});
  return true;
}

void Draft::rename(const std::string& from, const std::string& to) {
  auto joins = [](char c) { return is_word(c) || c == '-'; };  // an id such as strides-aligned is one word
  for (std::size_t at = 0; (at = text_.find(from, at)) != std::string::npos; at += from.size()) {
    bool starts = at == 0 || !joins(text_[at - 1]);
    bool ends = at + from.size() == text_.size() || !joins(text_[at + from.size()]);
    if (starts && ends) edits_.push_back({at, from.size(), to});
  }
}

std::vector<std::size_t> Draft::top_level_starts() const {
  std::vector<std::size_t> starts;
  for (const Entry& entry : root_->entries) starts.push_back(sources_.offset(entry.key_at));
  return starts;
}

std::size_t Draft::top_level_lines() const { return root_->entries.size(); }

void Draft::insert_top_level(std::size_t which, const std::string& line) {
  edits_.push_back({top_level_starts().at(which), 0, line + "\n"});
}

std::string without_examples(const std::string& text) {
  std::size_t begin = text.starts_with("examples:") ? 0 : text.find("\nexamples:");
  if (begin == std::string::npos) return text;
  if (begin != 0) ++begin;
  std::size_t end = begin;
  do {
    end = text.find('\n', end);
    if (end == std::string::npos) return text.substr(0, begin);
    ++end;
  } while (end < text.size() && (text[end] == ' ' || text[end] == '#' || text[end] == '\n'));
  return text.substr(0, begin) + text.substr(end);
}

}  // namespace npuspec::test
