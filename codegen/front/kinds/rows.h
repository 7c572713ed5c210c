// Small steps of reading the rows of a spec: names and words, numbers that fit, names that must be known.
//
// What is misshapen has been reported by the schema, and what the reader called broken by the reader: both are passed
// over without a word.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/node.h"
#include "front/number.h"

namespace npuspec {

// The rows of a map: empty when it is none.
inline std::span<const Entry> rows_of(const Node* node) {
  return node && node->is_map() ? node->entries : std::span<const Entry>();
}

inline std::span<const Node* const> items_of(const Node* node) {
  return node && node->is_list() ? node->items : std::span<const Node* const>();
}

// The scalar under a key of a row; null when there is none that can be used.
inline const Node* scalar_at(const Node& row, std::string_view key) {
  const Node* found = row.find(key);
  return found && found->is_scalar() && !found->broken ? found : nullptr;
}

// name, doc and source of a row, as every row has them.
template <class T>
T named(std::string_view name, Place at, const Node& row) {
  T made;
  made.name = name;
  made.at = at;
  made.doc = row.text_at("doc");
  made.source = row.text_at("source");
  return made;
}

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

// "did you mean 'x'?" when one is near, else `otherwise`.
std::string near_or(std::string_view word, const std::vector<std::string_view>& known, std::string otherwise);

// The number of a scalar that is one; reports nothing.
std::optional<Number> number_of(const Node* scalar);
std::optional<std::int64_t> integer_of(const Node* scalar);
std::optional<bool> truth_of(const Node& scalar);

// What to do about a scalar that is neither and should be: to take its quotes away, if that is all.
std::string unquoted_or(const Node& scalar, std::string otherwise);

inline bool is_true(std::string_view text) { return text == "true"; }

// A range as signed numbers; an end that is larger than they are is the largest of them.
struct WholeRange {
  std::int64_t least = 0;
  std::int64_t most = 0;
  Dimension dimension = Dimension::kNone;  // of its lower end
};
std::optional<WholeRange> whole_range(std::string_view text, NumberFault* fault = nullptr);

// Looks things up and reports what is not there, under a kind's own codes. One thread at a time.
class RowReader {
 public:
  struct Codes {
    Code unknown;  // a name that nothing has
    Code twice;    // a name that stands where it stood before
    Code misfit;   // a number out of range
  };

  RowReader(Diags& diags, Codes codes) : diags_(diags), codes_(codes) {}

  // A whole number from `least` to `most`, where a spec's own rows say which; or nothing.
  std::optional<std::int64_t> whole(const Node* node, std::int64_t least, std::int64_t most,
                                    std::string_view what) const;

  // Reports that there is no such `what`.
  void unknown(const Node& name, std::string_view what, const std::vector<std::string_view>& known) const;
  void unknown(const Entry& key, std::string_view what, const std::vector<std::string_view>& known) const;

  // The index of the row that a scalar names; -1 when there is none.
  template <class T>
  int look_up(const Node* name, const std::vector<T>& rows, std::string_view what) const {
    if (!name || !name->is_scalar() || name->broken) return -1;
    int found = index_of(name->text, rows);
    if (found < 0) unknown(*name, what, names_of(rows));
    return found;
  }

  // The same for the key of a map's entry.
  template <class T>
  int look_up_key(const Entry& entry, const std::vector<T>& rows, std::string_view what) const {
    int found = index_of(entry.key, rows);
    if (found < 0) unknown(entry, what, names_of(rows));
    return found;
  }

  // All that a list of names stands for, each once.
  template <class T>
  std::vector<std::size_t> look_up_all(const Node* names, const std::vector<T>& rows, std::string_view what) const {
    std::vector<std::size_t> found;
    for (const Node* name : items_of(names)) {
      int index = look_up(name, rows, what);
      if (index < 0) continue;
      auto known = static_cast<std::size_t>(index);
      bool again = false;
      for (std::size_t one : found) again = again || one == known;
      if (again) {
        twice(*name);
      } else {
        found.push_back(known);
      }
    }
    return found;
  }

  void twice(const Node& name) const;

 private:
  template <class T>
  static int index_of(std::string_view name, const std::vector<T>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].name == name) return static_cast<int>(i);
    }
    return -1;
  }

  void unknown_at(Place at, std::string_view name, std::string_view what,
                  const std::vector<std::string_view>& known) const;

  Diags& diags_;
  Codes codes_;
};

}  // namespace npuspec
