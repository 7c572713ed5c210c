// A YAML document as a tree of raw texts with places.
//
// Nothing here is typed: `7 KiB`, `true` and `0x10` are texts until whoever needs a number or a flag reads one
// (number.h). Nodes live in an Arena, and their texts in it or in the source itself; a tree is read-only and lives as
// long as both. The reader (reader.h) guarantees of every tree: map keys are unique and not empty; depth is at most
// kMaxDepth; no plain scalar is empty or null. A node that the reader has already complained about is `broken`: skip it
// and say nothing more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "front/limits.h"
#include "front/source.h"

namespace npuspec {

struct Node;

struct Entry {
  std::string_view key;
  Place key_at;
  const Node* value;  // never null
};

struct Node {
  enum class Kind : std::uint8_t { kScalar, kList, kMap };

  Kind kind = Kind::kScalar;
  bool quoted = false;  // a scalar in quotes, or a block scalar (`|`, `>`)
  bool broken = false;
  bool lacking = false;                // a map without an entry that was there: its key was refused
  Place at;                            // its first byte: of a quoted scalar the quote, of a block map its first key
  std::string_view text;               // of a scalar, escapes and line folds resolved; empty otherwise
  std::span<const Node* const> items;  // of a list
  std::span<const Entry> entries;      // of a map, in the order written

  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }

  // A map's entry or its value; null when there is none, or when this is no map. Linear in the entries.
  const Entry* entry(std::string_view key) const {
    for (const Entry& each : entries) {
      if (each.key == key) return &each;
    }
    return nullptr;
  }
  const Node* find(std::string_view key) const {
    const Entry* found = entry(key);
    return found ? found->value : nullptr;
  }

  // The text of a map's scalar value; empty when there is none.
  std::string_view text_at(std::string_view key) const {
    const Node* found = find(key);
    return found ? found->text : std::string_view();
  }

  // Where a scalar may stand for a row's main key (`MC: guard` for `MC: {when: guard}`): the scalar itself or the
  // value.
  const Node* main_part(std::string_view key) const { return is_scalar() ? this : find(key); }
};

inline constexpr std::size_t kMaxDepth = limits::kDepth;

// Where a byte of a scalar's text stands in its file. `offset` may be text.size(): the place just after it. Follows
// line folds, quotes and escapes by scanning the source again, so it is for diagnostics only. Never fails: what cannot
// be followed gives the scalar's own place.
Place place_in(const Sources& sources, const Node& scalar, std::size_t offset);

}  // namespace npuspec
