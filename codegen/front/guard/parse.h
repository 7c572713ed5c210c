// From the text of a guard to its tree.
//
//   guard  = "if" e "then" e "else" e | comparisons joined by `and`, or by `or`, never both without parentheses
//   values = 12  0x1F  4 GiB  5.5 KiB  104 ms  true  "text"  name  name.member  name[i]  f(a, b)  f(e for i in domain
//   if c) domain = a..b  a..<b  {a, b}  name
//
// The whole grammar stands in docs/GUARDS.md. Any text is fine as input: what is wrong is reported with the byte where,
// and what to write instead; nothing throws, and time is linear in the text. Numbers are whole and exact.
#pragma once

#include <optional>
#include <string_view>

#include "front/arena.h"
#include "front/diag.h"
#include "front/guard/expr.h"
#include "front/node.h"
#include "front/words.h"

namespace npuspec::guard {

// Where the bytes of a guard's text stand in a file. Asked only when there is something to report.
class At {
 public:
  virtual Place place(std::size_t offset) const = 0;

 protected:
  ~At() = default;  // not virtual, so that an Arena may own what derives from it; nobody deletes an At
};

// A guard that is a YAML scalar: `text` is a part of node.text, or all of it.
class InNode final : public At {
 public:
  InNode(const Sources& sources, const Node& node, std::size_t start = 0)
      : sources_(&sources), node_(&node), start_(start) {}
  Place place(std::size_t offset) const override { return place_in(*sources_, *node_, start_ + offset); }

 private:
  const Sources* sources_;
  const Node* node_;
  std::size_t start_;
};

// A guard whose text nobody wrote (a rule made from `in: 1..6`): everything stands at one place.
class AtPlace final : public At {
 public:
  explicit AtPlace(Place place) : place_(place) {}
  Place place(std::size_t) const override { return place_; }

 private:
  Place place_;
};

// Null when the text is not a guard; then `diags` has at least one error more. `text` must outlive the tree.
const Expr* parse(std::string_view text, Arena& arena, const At& at, Diags& diags);

// A domain alone, as after `in`: `1..6`, `0..<4 GiB`, `{FP32, FP16}`, `dtype`.
const Expr* parse_domain(std::string_view text, Arena& arena, const At& at, Diags& diags);

// The key of a let: `elements`, `extent[a in tile_axis]`, `class_side[k in 0..<16, a in tile_axis]`.
struct Target {
  struct Index {
    std::string_view name;
    std::uint32_t at = 0;
    const Expr* domain = nullptr;
  };
  std::string_view name;
  std::span<const Index> indexes;
};
std::optional<Target> parse_target(std::string_view text, Arena& arena, const At& at, Diags& diags);

using npuspec::reserved_by;

// A letter, then letters, digits and underscores.
bool is_name(std::string_view word);

}  // namespace npuspec::guard
