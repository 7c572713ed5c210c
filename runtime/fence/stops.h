// Where command streams end without a fence, by the operators that Vela's costs place on the CPU.
//
// A fence makes what reads the tensors that cross it wait for all that makes them. Where one operator of the CPU makes
// all of them, or alone reads each of them, or where no operator on one side is the NPU's, nobody waits who did not
// before: the fence makes no new stream, and only costs a copy. Of all else nothing is known: an operator without a row
// (RESHAPE, PAD, one that was fused into another) may well run on the NPU once it is fenced. Vela 5 alone tells which
// operators are the CPU's.
//
// Asking costs time in operators, and nothing where the costs name no operator of the CPU.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fence/graph.h"

namespace npuspec::fence {

// Why a fence makes no new command stream.
struct Stop {
  enum class Why { kMakesAll, kReadsAll, kNothingBefore, kNothingBehind };
  Why why = Why::kMakesAll;
  std::uint32_t op = 0;  // of the first two: the operator of the CPU
};

class Stops {
 public:
  Stops() = default;
  // Of each operator whether it has rows, and all say CPU. Without a graph only the two sides are looked at.
  Stops(std::vector<bool> on_cpu, const Graph* graph);

  // Of a fence behind the operator; none where it is not known to do nothing.
  std::optional<Stop> at(std::uint32_t after_op) const;

 private:
  std::optional<std::uint32_t> sole_maker(const std::vector<std::uint32_t>& tensors) const;
  std::optional<std::uint32_t> sole_reader(const std::vector<std::uint32_t>& tensors, std::uint32_t after_op) const;

  std::vector<bool> on_cpu_;  // empty where none is
  std::uint32_t first_other_ = 0;
  std::uint32_t last_other_ = 0;
  const Graph* graph_ = nullptr;
  std::vector<std::vector<std::uint32_t>> readers_;  // of each tensor, ascending
};

}  // namespace npuspec::fence
