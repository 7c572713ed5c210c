#include "fence/stops.h"

#include <algorithm>
#include <utility>

namespace npuspec::fence {

Stops::Stops(std::vector<bool> on_cpu, const Graph* graph) {
  if (std::find(on_cpu.begin(), on_cpu.end(), true) == on_cpu.end()) return;
  on_cpu_ = std::move(on_cpu);
  first_other_ = static_cast<std::uint32_t>(on_cpu_.size());
  for (std::uint32_t op = 0; op < on_cpu_.size(); ++op) {
    if (on_cpu_[op]) continue;
    first_other_ = std::min(first_other_, op);
    last_other_ = op;
  }
  graph_ = graph;
  if (graph == nullptr) return;
  const Model& model = graph->model();
  readers_.resize(model.tensors());
  for (std::uint32_t op = 0; op < model.operators(); ++op) {
    const auto* inputs = model.op(op)->inputs();
    for (std::uint32_t k = 0; k < flat::length(inputs); ++k) {
      if (inputs->Get(k) < 0) continue;  // an optional input left out
      std::vector<std::uint32_t>& readers = readers_[static_cast<std::uint32_t>(inputs->Get(k))];
      if (readers.empty() || readers.back() != op) readers.push_back(op);
    }
  }
}

std::optional<Stop> Stops::at(std::uint32_t after_op) const {
  if (on_cpu_.empty()) return std::nullopt;
  if (first_other_ > after_op) return Stop{Stop::Why::kNothingBefore};
  if (last_other_ <= after_op) return Stop{Stop::Why::kNothingBehind};
  if (graph_ == nullptr) return std::nullopt;
  const std::vector<std::uint32_t> tensors = graph_->crossing(after_op);
  if (tensors.empty()) return std::nullopt;
  if (const auto op = sole_maker(tensors)) return Stop{Stop::Why::kMakesAll, *op};
  if (const auto op = sole_reader(tensors, after_op)) return Stop{Stop::Why::kReadsAll, *op};
  return std::nullopt;
}

std::optional<std::uint32_t> Stops::sole_maker(const std::vector<std::uint32_t>& tensors) const {
  const auto op = static_cast<std::uint32_t>(graph_->made_by(tensors.front()));
  const bool all =
      std::all_of(tensors.begin(), tensors.end(), [&](std::uint32_t tensor) { return graph_->made_by(tensor) == op; });
  return all && on_cpu_[op] ? std::optional(op) : std::nullopt;
}

std::optional<std::uint32_t> Stops::sole_reader(const std::vector<std::uint32_t>& tensors,
                                                std::uint32_t after_op) const {
  std::optional<std::uint32_t> out;
  for (std::uint32_t tensor : tensors) {
    const std::vector<std::uint32_t>& readers = readers_[tensor];
    const auto behind = std::upper_bound(readers.begin(), readers.end(), after_op);
    if (readers.end() - behind != 1 || (out && *out != *behind) || !on_cpu_[*behind]) return std::nullopt;
    out = *behind;
  }
  return out;
}

}  // namespace npuspec::fence
