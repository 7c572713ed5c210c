// What the guards of these tests may name: a small descriptor with everything a scope can hold, and values for it.
//
// Names follow one descriptor: `rank` u8, `sizes` u64[6] and `strides` i64[6] live to rank, `tile_axes` i32 by
// tile_axis, `dtype` with a column of bytes, `flags`, `tasks` an array of structs, and lets over them.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/guard/check.h"
#include "front/guard/interp.h"

namespace npuspec::guard {

// Offsets as places: line 1, column offset + 1.
class Columns final : public At {
 public:
  Place place(std::size_t offset) const override { return {1, 1, static_cast<std::uint32_t>(offset + 1)}; }
};

class World {
 public:
  World();

  const Expr* parse_text(std::string_view text);
  const Typed* check(std::string_view text);  // a condition
  const Typed* value(std::string_view text);  // anything
  bool hold(std::string_view text);           // an earlier check
  void let(std::string_view key, std::string_view body);
  void set(std::string_view name, Int value, std::size_t index = 0);
  Result run(const Typed& guard);

  // "1: G010 unknown name ...", one line each.
  std::string messages();

  Arena arena;
  Diags diags;
  Columns at;
  std::deque<Enum> enums;
  Scope scope;
  Record task;
  std::vector<Int> slots;
  Checker checker;
  Interpreter interpreter;

 private:
  Scope& filled();
  std::deque<std::string> texts_;
};

}  // namespace npuspec::guard
