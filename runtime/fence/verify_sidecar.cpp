#include <algorithm>
#include <string>

#include "fence/verifier.h"

namespace npuspec::fence::judging {

namespace {

constexpr std::string_view kSidecar = "sidecar";

class Check {
 public:
  Check(const Model& source, const Model& fenced, const std::vector<Cut>& cuts, const rules::Sidecar& is,
        Findings& told)
      : source_(source), fenced_(fenced), cuts_(cuts), is_(is), told_(told) {}

  void run() {
    same("source_model", quote(source_.name()), quote(is_.source_model));
    if (!flat::equal_text_ignoring_case(is_.source_sha256, source_.sha256())) {
      tell("source_sha256", source_.sha256(), is_.source_sha256);
    }
    same("subgraph", std::to_string(0), std::to_string(is_.subgraph));
    const auto boundaries = static_cast<std::uint32_t>(is_.boundary_after_ops.size());
    const auto segments = static_cast<std::uint32_t>(is_.segments.size());
    told_.judge(rules::check_sidecar_counts({is_.num_segments, segments, boundaries}), std::string(kSidecar));
    if (boundaries != cuts_.size()) {
      return tell("boundary_after_ops", std::to_string(cuts_.size()) + " of them", std::to_string(boundaries));
    }
    for (std::uint32_t i = 0; i < boundaries && !told_.full(); ++i) boundary(i);
    for (std::uint32_t i = 0; i < std::min(segments, boundaries + 1) && !told_.full(); ++i) segment(i);
  }

 private:
  void tell(const std::string& field, const std::string& due, const std::string& is) {
    told_.tell(std::string(kSidecar) + ", " + field, "it must be " + due + ", and is " + is);
  }
  void same(const std::string& field, const std::string& due, const std::string& is) {
    if (due != is) tell(field, due, is);
  }

  void boundary(std::uint32_t i) {
    const std::string where = std::string(kSidecar) + ", boundary_after_ops[" + std::to_string(i) + "]";
    const std::uint32_t after = is_.boundary_after_ops[i];
    if (i > 0 && !told_.judge(rules::check_boundaries({is_.boundary_after_ops[i - 1], after}), where)) return;
    told_.judge(rules::check_placement({cuts_[i].position, after, i}), where,
                "it says " + std::to_string(after) + ", and fence " + std::to_string(i) + " is " +
                    fenced_.describe_operator(cuts_[i].position));
  }

  void segment(std::uint32_t i) {
    const std::string field = "segments[" + std::to_string(i) + "]";
    const std::string where = std::string(kSidecar) + ", " + field;
    const rules::Segment& is = is_.segments[i];
    const auto pairs = static_cast<std::uint32_t>(is.tensor_pairs.size());
    const bool last = i == cuts_.size();
    const auto behind = [&](std::uint32_t cut) { return static_cast<std::uint32_t>(cuts_[cut].after_op + 1); };
    const std::uint32_t starts = i == 0 ? 0 : behind(i - 1);
    const std::uint32_t ends = (last ? source_.operators() : behind(i)) - 1;
    told_.judge(rules::check_sidecar_range({is.op_range_start, is.op_range_end, starts, ends}), where,
                "they must be " + std::to_string(starts) + " to " + std::to_string(ends));
    if (!told_.judge(
            rules::check_sidecar_end({last, pairs, is.end_tensor_name.has_value(), is.fence_tensor_name.has_value()}),
            where) ||
        last || cuts_[i].pairs.empty()) {
      return;
    }
    const auto name = [&](std::int32_t tensor) { return fenced_.tensor_name(static_cast<std::uint32_t>(tensor)); };
    const std::vector<Pair>& due = cuts_[i].pairs;
    told_.judge(rules::check_sidecar_join({*is.fence_tensor_name, name(due[0].output)}), where + ".fence_tensor_name",
                "it must be " + quote(name(due[0].output)) + ", and is " + quote(*is.fence_tensor_name));
    if (due[0].source >= 0) {
      const std::string_view first = source_.tensor_name(static_cast<std::uint32_t>(due[0].source));
      same(field + ".end_tensor_name", quote(first), quote(*is.end_tensor_name));
    }
    if (pairs != due.size()) {
      return tell(field + ".tensor_pairs", std::to_string(due.size()) + " of them", std::to_string(pairs));
    }
    for (std::size_t k = 0; k < due.size() && !told_.full(); ++k) {
      const std::string at = field + ".tensor_pairs[" + std::to_string(k) + "]";
      if (is.tensor_pairs[k].input != name(due[k].input)) {
        tell(at + ".input", quote(name(due[k].input)), quote(is.tensor_pairs[k].input));
      }
      if (is.tensor_pairs[k].output != name(due[k].output)) {
        tell(at + ".output", quote(name(due[k].output)), quote(is.tensor_pairs[k].output));
      }
    }
  }

  const Model& source_;
  const Model& fenced_;
  const std::vector<Cut>& cuts_;
  const rules::Sidecar& is_;
  Findings& told_;
};

}  // namespace

void judge_sidecar(const Model& source, const Model& fenced, const std::vector<Cut>& cuts, const rules::Sidecar& is,
                   Findings& told) {
  Check(source, fenced, cuts, is, told).run();
}

}  // namespace npuspec::fence::judging
