// Who makes each tensor of subgraph 0, who reads it last, and so what a cut intercepts.
//
// Operators run in the order of the file; a model whose order is not one that can run is refused, since "produced at or
// before" would mean nothing. A tensor that nothing makes is a constant or a graph input, and is never intercepted.
// What the graph returns, by its outputs or those of a signature of subgraph 0, is read at the operator count.
//
// A Graph serves one thread. What it is asked of ascending positions it goes through once; the work that it does in all
// is bounded (work.h).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fence/model.h"
#include "fence/work.h"

namespace npuspec::fence {

class Graph {
 public:
  static constexpr std::int64_t kNone = -1;

  // The model outlives it. Throws ModelError.
  explicit Graph(const Model& model);

  const Model& model() const { return model_; }
  // The operator that makes a tensor, and which of its outputs it is; kNone of a constant or a graph input.
  std::int64_t made_by(std::uint32_t tensor) const { return made_by_[tensor]; }
  // The last operator that reads it; the operator count where the graph returns it; kNone where nobody does.
  std::int64_t last_use(std::uint32_t tensor) const { return last_use_[tensor]; }

  // The tensors that a cut behind `after_op` intercepts, in the order of its pairs: first what `after_op` makes, in the
  // order of its outputs, then the others in the order of their production. `after_op` is an operator.
  std::vector<std::uint32_t> crossing(std::uint32_t after_op) const;

  // The tensors of `crossing`, each of which may be copied, at a place where a cut may be, and where what it writes
  // anew is known. Throws CutError, and FenceBindingError where `after_op` follows the last operator.
  std::vector<std::uint32_t> cut(std::int64_t after_op) const;

 private:
  void sweep_to(std::uint32_t after_op) const;
  void check_tensor(std::uint32_t tensor, const std::string& where) const;
  void check_readers(const std::vector<std::uint32_t>& tensors, std::uint32_t after_op) const;
  void make(std::uint32_t tensor, std::uint32_t by);
  void read(std::int32_t tensor, std::int64_t by);

  const Model& model_;
  std::vector<std::int64_t> made_by_;
  std::vector<std::int64_t> last_use_;
  std::vector<std::uint32_t> newer_;         // operators that have fields of a newer schema
  mutable std::vector<bool> may_copy_;       // of each tensor, whether it was found that it may be copied
  mutable std::vector<std::uint32_t> live_;  // behind the operators before swept_, in the order of their production
  mutable std::uint32_t swept_ = 0;
  mutable Work work_;
};

// Calls f(signature, map) for each TensorMap of the outputs of each signature that runs subgraph 0.
template <class F>
void for_each_signature_output(const Model& model, F f) {
  const auto* signatures = model.root().signature_defs();
  for (std::uint32_t i = 0; i < flat::length(signatures); ++i) {
    const fbs::SignatureDef* signature = signatures->Get(i);
    if (signature->subgraph_index() != 0 || signature->outputs() == nullptr) continue;
    for (const fbs::TensorMap* map : *signature->outputs()) f(signature, map);
  }
}

}  // namespace npuspec::fence
