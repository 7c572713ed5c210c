// What a model is to somebody who wants to cut it: its operators, and behind each whether a cut may be there, what it
// would copy, or why not. Of a fenced model, where its fences are.
//
// It reads models that cannot be cut, too, and says why.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fence/model.h"

namespace npuspec::fence {

struct TensorView {
  std::uint32_t index = 0;
  std::string name;
  std::string type;   // "INT8"
  std::string shape;  // "1x48x48x8"; empty for a scalar
};

// One operator, and a cut right behind it.
struct OperatorView {
  std::uint32_t index = 0;
  std::string opcode;
  std::string custom_code;
  bool is_fence = false;
  std::vector<TensorView> outputs;
  std::vector<TensorView> crossing;  // in the order of a fence's pairs
  std::uint64_t bytes = 0;           // of them together
  bool looked_behind = false;        // else nothing of it can be cut, and the two above are not known
  std::string refused;               // empty: a cut may be here
  Fault rule = Fault::kNone;         // that refuses it
};

struct Inspection {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;
  std::uint32_t subgraphs = 0;
  std::uint32_t tensors = 0;
  std::string refused;  // empty: it may be cut somewhere
  std::vector<std::string> warnings;
  std::vector<OperatorView> operators;  // of subgraph 0

  std::uint32_t fences() const;
};

Inspection inspect(const Model& model);

// An SVG document: the operators as boxes from top to bottom, a line with the names of what crosses it for each fence
// of the model, and for each operator of `cuts` (ascending), as if one were behind it; the segments between them on
// grounds of their own.
std::string draw(const Inspection& model, const std::vector<std::uint32_t>& cuts);

}  // namespace npuspec::fence
