// A spec file about to be changed: its text, its tree, and the edits to make.
//
// Edits are asked for by nodes of the tree and made all at once, so places stay good while they are gathered.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/node.h"
#include "front/source.h"

namespace npuspec::test {

class Draft {
 public:
  explicit Draft(std::string text);

  const Node& root() const { return *root_; }
  const std::string& text() const { return text_; }

  // The text with all edits made.
  std::string result() const;
  bool edited() const { return !edits_.empty(); }

  // Whether a scalar stands in the file just as its text reads, in quotes or not, so that it can be replaced.
  bool is_plain(const Node& scalar) const;

  void replace(const Node& scalar, const std::string& with);

  // Puts `key: value` into a map, first; or replaces the value that is there.
  void set(const Node& map, const std::string& key, const std::string& value);

  // Takes an entry out of a map, but not its last one; false when it is not there.
  bool drop(const Node& map, std::string_view key);

  // The rows of a block list, one or more lines each.
  void insert_before(const Node& list, std::size_t row,
                     const std::string& line);  // `line` without its indentation and dash
  void append(const Node& list, const std::string& line);
  void remove(const Node& list, std::size_t row);
  void swap(const Node& list, std::size_t row);  // with the next one

  // Gives an entry of a map another key; one that stands in the file as it reads.
  void rename_entry(const Node& map, std::size_t entry, const std::string& key);

  // Puts a line after the last entry of a block map.
  void append_entry(const Node& map, const std::string& line);

  // An entry of a map with the next one; false when it cannot: on one line, the last of all has no end of its own.
  bool swap_entries(const Node& map, std::size_t entry);

  // Turns the entries of a one-line flow map around; false when it is none.
  bool rotate(const Node& map);

  // Every whole word `from` of the file, comments included.
  void rename(const std::string& from, const std::string& to);

  // A line of its own before a line that starts a top-level key.
  void insert_top_level(std::size_t which, const std::string& line);
  std::size_t top_level_lines() const;

  // Whether the list is written in block style, each row beginning a line of its own.
  bool has_rows(const Node& list) const;

 private:
  struct Edit {
    std::size_t at;
    std::size_t length;
    std::string with;
  };
  struct Lines {
    std::size_t begin;
    std::size_t end;
  };

  std::size_t offset(const Node& node) const { return sources_.offset(node.at); }
  std::size_t text_offset(const Node& scalar) const { return offset(scalar) + (scalar.quoted ? 1 : 0); }
  std::size_t line_start(std::size_t at) const;
  std::string indent_of(const Node& list) const;
  Lines row_lines(const Node& list, std::size_t row) const;
  std::size_t end_of_last_entry(const Node& map) const;
  std::vector<std::size_t> top_level_starts() const;

  std::string text_;
  Sources sources_;
  std::unique_ptr<Arena> arena_;
  const Node* root_ = nullptr;
  std::vector<Edit> edits_;
};

// The text without its top-level `examples:`, which would refuse most changes of meaning.
std::string without_examples(const std::string& text);

}  // namespace npuspec::test
