#include "fence/plan.h"

#include <algorithm>
#include <utility>

#include "fence/stops.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

constexpr std::size_t kMostListed = 10;

// Operators between which no cut is possible.
struct Piece {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  Decimal weight;
  std::string why_whole;  // why there is no cut within, of one of its places
};

std::string range(std::uint32_t first, std::uint32_t last) {
  return first == last ? "operator " + std::to_string(first)
                       : "operators " + std::to_string(first) + " to " + std::to_string(last);
}

class Planner {
 public:
  Planner(std::span<const OperatorIdentity> operators, const FenceRequest& request, const Model* model)
      : operators_(operators), request_(request), model_(model) {
    if (model != nullptr) graph_.emplace(*model);
    if (operators.empty()) throw PlanError(where() + ": it has no operators, so there is nothing to fence");
    plan_.operators = static_cast<std::uint32_t>(operators.size());
    plan_.policy = request.policy;
    if (model != nullptr) plan_.model_sha256 = model->sha256();
  }

  FencePlan make() {
    attribute_costs();
    switch (request_.policy.kind) {
      case FencePolicy::Kind::kBudgetCycles:
        by_budget();
        break;
      case FencePolicy::Kind::kSegments:
        by_segments();
        break;
      case FencePolicy::Kind::kAfterOps:
        by_positions();
        break;
    }
    tell_of_segments();
    return std::move(plan_);
  }

 private:
  std::string where() const { return model_ != nullptr ? model_->name() : "the list of operators"; }

  std::string describe(std::uint32_t op) const {
    const OperatorIdentity& is = operators_[op];
    return "operator " + std::to_string(op) + " (" + is.opcode +
           (is.custom_code.empty() ? "" : " " + quote(is.custom_code)) + ")";
  }

  void attribute_costs() {
    if (request_.costs == nullptr) {
      if (request_.database != nullptr) {
        throw PlanError(request_.database->name +
                        ": a debug database holds no costs to plan by: give the per-layer CSV too");
      }
      return;
    }
    if (request_.min_coverage > Decimal(1)) {
      throw PlanError("a least coverage of " + request_.min_coverage.text() + ": it is a part of 1");
    }
    const Costs& costs = *request_.costs;
    const std::vector<Attribution> rows = attribute(costs, operators_, request_.database, model_);
    FenceCoverage& coverage = plan_.coverage.emplace();
    coverage.all_cycles = costs.total();
    coverage.min_coverage = request_.min_coverage;
    cycles_.resize(operators_.size());
    std::vector<bool> on_cpu(operators_.size());
    std::vector<bool> elsewhere(operators_.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const CostRow& row = costs.rows[i];
      if (!rows[i].op.has_value()) {
        coverage.unmatched.push_back({row.line, row.name, row.source_operator, row.cycles, rows[i].why_not});
        continue;
      }
      coverage.matched_cycles += row.cycles;
      cycles_[*rows[i].op] += row.cycles;
      (row.on_cpu ? on_cpu : elsewhere)[*rows[i].op] = true;
    }
    for (std::size_t op = 0; op < on_cpu.size(); ++op) on_cpu[op] = on_cpu[op] && !elsewhere[op];
    stops_ = Stops(std::move(on_cpu), graph_ ? &*graph_ : nullptr);
  }

  // Whether the costs may be planned by.
  void check_coverage() const {
    const Costs& costs = *request_.costs;
    const FenceCoverage& coverage = *plan_.coverage;
    if (coverage.all_cycles == Decimal()) {
      throw PlanError(
          costs.name + ": " + (costs.rows.empty() ? "no rows" : "no row has cycles") +
          ", so the NPU runs nothing that cycles could be budgeted for: fence by segments without costs, or "
          "at given operators");
    }
    const Decimal share = *coverage.share();
    if (share >= coverage.min_coverage) return;
    std::string rows;
    std::size_t listed = 0;
    for (const UnmatchedRow& row : coverage.unmatched) {
      if (row.cycles == Decimal()) continue;
      if (++listed > kMostListed) continue;
      rows += "\n  line " + std::to_string(row.line) + ": " + row.source_operator + " " + quote(row.name) + ", " +
              row.cycles.text() + " cycles: " + row.why;
    }
    if (listed > kMostListed) rows += "\n  and " + std::to_string(listed - kMostListed) + " more";
    throw PlanError(costs.name + ": only " + share.percent_beside(coverage.min_coverage) + " of its cycles (" +
                    coverage.matched_cycles.text() + " of " + coverage.all_cycles.text() +
                    ") belong to a known operator, and at least " + coverage.min_coverage.percent(Decimal::kDigits) +
                    " must: give Vela's debug database of the same run (--debug-db, which Vela writes with "
                    "--enable-debug-db), or a lower least coverage (--min-coverage), which makes the plan an uncertain "
                    "one; the rows that belong to none:" +
                    rows);
  }

  // The model in pieces that are cut nowhere; or where a fence would do something alone.
  std::vector<Piece> pieces(bool anywhere) const {
    std::vector<Piece> out;
    bool begins = true;
    std::string why;
    for (std::uint32_t op = 0; op < operators_.size(); ++op) {
      if (begins) out.push_back({op, op, Decimal(), {}});
      Piece& piece = out.back();
      piece.last = op;
      piece.weight += cycles_.empty() ? Decimal(1) : cycles_[op];
      if (!begins) piece.why_whole = why;
      begins = op + 1 < operators_.size() && may_cut(op, why) && (anywhere || !stops_.at(op));
    }
    return out;
  }

  bool may_cut(std::uint32_t after_op, std::string& why) const {
    if (!graph_.has_value()) return true;
    try {
      graph_->cut(after_op);
      return true;
    } catch (const CutError& error) {
      why = error.what();
      return false;
    }
  }

  void fence(std::int64_t after_op) {
    const OperatorIdentity& op = operators_[static_cast<std::size_t>(after_op)];
    const auto segment = static_cast<std::uint32_t>(plan_.fences.size());
    plan_.fences.push_back({after_op, segment, op.output_tensor_name, op.opcode, op.custom_code});
  }

  void by_budget() {
    const Decimal budget = request_.policy.budget_cycles;
    if (request_.costs == nullptr) {
      throw PlanError(
          "a budget of cycles needs costs: give the per-layer CSV that Vela writes with --verbose-performance");
    }
    if (budget == Decimal()) throw PlanError("a budget of 0 cycles: no operator fits in it");
    check_coverage();
    const std::vector<Piece> all = pieces(true);
    cut_by_budget(all, budget);
    for (const Piece& piece : all) {
      if (piece.weight <= budget) continue;
      plan_.warnings.push_back(
          (piece.first == piece.last ? describe(piece.first) : range(piece.first, piece.last) + " together") + ": " +
          piece.weight.text() + " cycles, over the budget of " + budget.text() + "; " +
          (piece.first == piece.last
               ? "it is isolated, not split"
               : "they stay one segment, since no cut is possible between them: " + piece.why_whole));
    }
    Decimal sum;
    for (const Piece& piece : all) sum += piece.weight;
    if (sum <= budget) {
      plan_.warnings.push_back("all operators fit in one segment: " + sum.text() + " cycles, and the budget is " +
                               budget.text() + "; there is nothing to fence");
    }
  }

  void cut_by_budget(const std::vector<Piece>& all, Decimal budget) {
    Decimal sum = all.front().weight;   // since streams end
    Decimal unfenced = sum;             // since the last fence, or the last stop that is told
    std::optional<std::uint32_t> stop;  // the last one since then
    for (std::size_t i = 1; i < all.size(); ++i) {
      const std::uint32_t after = all[i - 1].last;
      if (stops_.at(after)) {
        sum = Decimal();
        stop = after;
      } else if (sum + all[i].weight > budget) {
        fence(after);
        sum = unfenced = Decimal();
        stop.reset();
      }
      if (stop && unfenced + all[i].weight > budget) {
        plan_.warnings.push_back("no fence is set after " + describe(*stop) +
                                 ": a command stream ends there without, since " + why(*stops_.at(*stop)));
        unfenced = sum;
        stop.reset();
      }
      sum += all[i].weight;
      unfenced += all[i].weight;
    }
  }

  std::string why(const Stop& stop) const {
    const std::string told = ", as " + request_.costs->name + " tells";
    switch (stop.why) {
      case Stop::Why::kMakesAll:
        return describe(stop.op) + ", which is the CPU's" + told + ", makes all that crosses";
      case Stop::Why::kReadsAll:
        return describe(stop.op) + ", which is the CPU's" + told + ", alone reads what crosses";
      case Stop::Why::kNothingBefore:
        return "all operators before it are the CPU's" + told;
      case Stop::Why::kNothingBehind:
        return "all operators behind it are the CPU's" + told;
    }
    return {};
  }

  void by_segments() {
    const std::uint32_t segments = request_.policy.segments;
    if (segments == 0) throw PlanError("0 segments: a model is at least one");
    if (request_.costs != nullptr) check_coverage();
    std::vector<Piece> all = pieces(false);
    if (segments > all.size()) all = pieces(true);
    if (segments > all.size()) {
      throw PlanError(where() + ": " + std::to_string(segments) +
                      " segments are more than there can be: " + std::to_string(all.size()) + ", since it has " +
                      std::to_string(operators_.size()) + " operators" +
                      (all.size() == operators_.size()
                           ? ""
                           : ", and no cut is possible behind all of them: " + unsplit(all)->why_whole));
    }
    const Decimal largest = least_largest(all, segments);
    std::size_t left = segments - 1;  // fences still to set
    Decimal sum;
    for (std::size_t i = 0; i < all.size() && left > 0; ++i) {
      const std::size_t behind = all.size() - i;  // pieces from this one on
      if (i > 0 && (sum + all[i].weight > largest || behind == left)) {
        fence(all[i - 1].last);
        --left;
        sum = Decimal();
      }
      sum += all[i].weight;
    }
  }

  static std::vector<Piece>::const_iterator unsplit(const std::vector<Piece>& all) {
    return std::find_if(all.begin(), all.end(), [](const Piece& piece) { return piece.first != piece.last; });
  }

  // The least bound that as many segments, or fewer, can keep. Fewer can always be split further.
  static Decimal least_largest(const std::vector<Piece>& all, std::uint32_t segments) {
    Decimal too_low;  // the least weight of the heaviest piece, less than which nothing keeps
    Decimal enough;
    for (const Piece& piece : all) {
      too_low = std::max(too_low, piece.weight);
      enough += piece.weight;
    }
    const auto keeps = [&](Decimal bound) {
      std::size_t count = 1;
      Decimal sum;
      for (const Piece& piece : all) {
        if (sum + piece.weight > bound) {
          ++count;
          sum = Decimal();
        }
        sum += piece.weight;
      }
      return count <= segments;
    };
    if (keeps(too_low)) return too_low;
    for (;;) {
      const Decimal between = midpoint(too_low, enough);
      if (between == too_low) return enough;
      (keeps(between) ? enough : too_low) = between;
    }
  }

  void by_positions() {
    std::vector<std::int64_t> after_ops = request_.after_ops;
    if (after_ops.empty()) throw PlanError("no operator is given behind which to fence");
    std::sort(after_ops.begin(), after_ops.end());
    for (std::size_t i = 0; i < after_ops.size(); ++i) {
      check_position(after_ops[i]);
      if (i > 0 && after_ops[i] == after_ops[i - 1]) {
        throw CutError(where() + ": a cut after operator " + std::to_string(after_ops[i]) + ", given twice",
                       Fault::kBoundariesAscending);
      }
      fence(after_ops[i]);
    }
  }

  void check_position(std::int64_t after_op) const {
    if (graph_.has_value()) {
      graph_->cut(after_op);
      return;
    }
    const rules::Cut cut{
        .after_op = after_op, .operators = static_cast<std::int64_t>(operators_.size()), .crossing = 1};
    const Fault fault = rules::check_position(cut);
    const std::string at =
        where() + ": a cut after operator " + std::to_string(after_op) + " of " + std::to_string(operators_.size());
    if (fault == Fault::kPositionNotBeyondLast) throw FenceBindingError(at, fault);
    if (fault != Fault::kNone) throw CutError(at, fault);
  }

  // The cycles of each segment, and which fences are known to do nothing.
  void tell_of_segments() {
    if (cycles_.empty()) return;
    plan_.segment_cycles.resize(plan_.fences.size() + 1);
    std::size_t segment = 0;
    for (std::uint32_t op = 0; op < operators_.size(); ++op) {
      plan_.segment_cycles[segment] += cycles_[op];
      if (segment < plan_.fences.size() && plan_.fences[segment].after_op == op) ++segment;
    }
    for (const Fence& fence : plan_.fences) {
      const auto after = static_cast<std::uint32_t>(fence.after_op);
      const std::optional<Stop> stop = stops_.at(after);
      if (!stop) continue;
      plan_.warnings.push_back("the fence after " + describe(after) + " makes no new command stream, since " +
                               why(*stop) + "; it only costs a copy");
    }
  }

  std::span<const OperatorIdentity> operators_;
  const FenceRequest& request_;
  const Model* model_;
  std::optional<Graph> graph_;
  std::vector<Decimal> cycles_;  // of each operator; none without costs
  Stops stops_;
  FencePlan plan_;
};

}  // namespace

std::optional<Decimal> FenceCoverage::share() const {
  if (all_cycles == Decimal()) return std::nullopt;
  return Decimal::share(matched_cycles, all_cycles);
}

std::vector<std::int64_t> FencePlan::after_ops() const {
  std::vector<std::int64_t> out;
  for (const Fence& fence : fences) out.push_back(fence.after_op);
  return out;
}

FencePlan plan_fences(const Model& model, const FenceRequest& request) {
  std::vector<std::string> warnings = check_cuttable(model);
  const std::vector<OperatorIdentity> operators = operators_of(model);
  FencePlan plan = Planner(operators, request, &model).make();
  plan.warnings.insert(plan.warnings.begin(), warnings.begin(), warnings.end());
  return plan;
}

FencePlan plan_fences(std::span<const OperatorIdentity> operators, const FenceRequest& request) {
  return Planner(operators, request, nullptr).make();
}

void check_has_fences(const FencePlan& plan, const std::string& model) {
  if (!plan.fences.empty()) return;
  throw CutError(model + ": the plan is of one segment, so there is no fence to put in: use the model as it is");
}

FenceConfig fence_config_for(const FencePlan& plan) { return plan.after_ops(); }

}  // namespace npuspec::fence
