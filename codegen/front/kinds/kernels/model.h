// What kind `kernels` makes of a file: axes, each an enum; a grid with one leaf for every choice of a symbol per axis;
// and cells that are tried in order, the first whose guard holds giving a leaf its body and what the body needs to
// know.
//
// Every leaf has a cell, and every cell a leaf. The lets are what a runtime prepares from a request to choose and feed
// a leaf; their guards see the descriptor's fields.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/kinds/over/over.h"
#include "front/kinds/sentences.h"
#include "front/spec.h"

namespace npuspec::kernels {

using guard::Int;

struct Axis {
  std::string_view name;
  Place at;
  const descriptor::Enum* of = nullptr;
};

struct Cell {
  std::string_view id;
  Place at;
  const guard::Typed* when = nullptr;  // over the axes; null: always
  std::string_view body;
  std::uint32_t lanes = 1;
  std::uint32_t unroll = 1;
  std::string_view admission;  // how a vector is judged fit for the body; empty: every one is
  std::string_view defers_to;  // what takes those that are not
  descriptor::About about;
};

struct Leaf {
  std::string name;                                // "quanttess_fp32_nearest_even_normal"
  std::vector<const descriptor::Symbol*> symbols;  // by axis
  std::size_t cell = 0;
};

struct Example {
  std::string_view id;
  Place at;
  std::vector<Int> slots;
  descriptor::About about;
};

struct Kernels final : Model {
  over::Over over;
  std::vector<Axis> axes;
  std::vector<Cell> cells;
  std::vector<Leaf> leaves;  // the last axis fastest
  std::string_view pattern;
  std::vector<Sentence> semantics;
  std::vector<Example> examples;
};

}  // namespace npuspec::kernels
