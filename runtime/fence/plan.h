// Where to fence a model: by a budget of cycles, by a number of segments, or at positions that are given.
//
// Costs are what Vela estimates for the unfenced model: fences change them a little, so that a plan is an estimate too.
// A segment is what runs between two fences. A plan that is made with the model holds its SHA-256, and proposes no cut
// that Graph::cut refuses; one that is made from a list of operators is bound by their number, names and opcodes alone.
// Planning costs time in operators times operators (which cuts are possible) and in rows, and never in bytes but for
// the SHA-256.
//
// Source: ETHOS_U_STREAM_SPLIT contract, "Identity carried with a fenced model" and "Cost planning caveat".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fence/attribution.h"
#include "fence/rewrite.h"

namespace npuspec::fence {

struct Fence {
  std::int64_t after_op = 0;
  std::uint32_t segment_index = 0;  // of the segment that it ends, from 0
  // What sits at after_op: its identity. With all three empty the fence carries none, and is bound by its position
  // alone; without an opcode, by the name alone.
  std::string output_tensor_name;
  std::string opcode;
  std::string custom_code;  // of a CUSTOM operator its name, else empty

  bool has_identity() const { return !output_tensor_name.empty() || !opcode.empty() || !custom_code.empty(); }
  friend bool operator==(const Fence&, const Fence&) = default;
};

struct UnmatchedRow {
  std::uint32_t line = 0;  // of the CSV
  std::string name;
  std::string source_operator;
  Decimal cycles;
  std::string why;

  friend bool operator==(const UnmatchedRow&, const UnmatchedRow&) = default;
};

// How much of Vela's estimate is attributed to operators.
struct FenceCoverage {
  Decimal all_cycles;                   // of all rows: the denominator
  Decimal matched_cycles;               // of those that belong to an operator
  Decimal min_coverage;                 // from 0 to 1: below it a policy of cycles is refused
  std::vector<UnmatchedRow> unmatched;  // those of 0 cycles too, which count for nothing

  // matched / all, rounded down to 20 digits; none where there are no cycles at all.
  std::optional<Decimal> share() const;
  friend bool operator==(const FenceCoverage&, const FenceCoverage&) = default;
};

struct FencePolicy {
  enum class Kind { kBudgetCycles, kSegments, kAfterOps };
  Kind kind = Kind::kAfterOps;
  Decimal budget_cycles;       // of kBudgetCycles: more than 0
  std::uint32_t segments = 0;  // of kSegments: at least 1

  friend bool operator==(const FencePolicy&, const FencePolicy&) = default;
};

struct FencePlan {
  std::optional<std::string> model_sha256;
  std::uint32_t operators = 0;
  std::uint32_t subgraph = 0;
  FencePolicy policy;
  std::vector<Fence> fences;              // ascending; none where one segment is enough
  std::optional<FenceCoverage> coverage;  // where costs were given
  std::vector<Decimal> segment_cycles;    // one for each segment, where costs were given
  std::vector<std::string> warnings;      // what is to be told, a sentence each

  std::vector<std::int64_t> after_ops() const;
};

struct FenceRequest {
  FencePolicy policy;
  std::vector<std::int64_t> after_ops;      // of kAfterOps, in any order
  const Costs* costs = nullptr;             // a budget needs them; segments are balanced by them, else by operators
  const DebugDatabase* database = nullptr;  // of the same run as the costs
  Decimal min_coverage = Decimal(1);
};

// Throws ModelError (the model cannot be cut), CutError and FenceBindingError (a position where no cut may be), and
// PlanError:
//  * a budget without costs; a budget or a number of segments of 0;
//  * a budget, or segments by cycles, without rows or below the least coverage: its unmatched rows are listed;
//  * more segments than there can be, and how many there can be;
//  * a debug database of another run or model, or without costs.
// A budget is kept by as few fences as can be, each as late as can be. An operator over it is alone in its segment,
// where the model can be cut before and behind it. Where a fence is known to do nothing (stops.h), a stream ends
// without it: a budget's cycles are counted anew from there, no fence is set, and that is told where one would have
// been. Of a number of segments the largest is as small as can be: by fences that are not known to do nothing where
// there are enough of these, else by all.
FencePlan plan_fences(const Model& model, const FenceRequest& request);
// From the operators alone, in their order.
FencePlan plan_fences(std::span<const OperatorIdentity> operators, const FenceRequest& request);

// Throws CutError where the plan has no fence: such a model is used as it is.
void check_has_fences(const FencePlan& plan, const std::string& model);

// The deliberate reduction of a plan to its positions: nothing then binds it to a model.
FenceConfig fence_config_for(const FencePlan& plan);

}  // namespace npuspec::fence
