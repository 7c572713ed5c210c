// Whether a spec's version owns up to what changed.
#include <algorithm>
#include <tuple>

#include "front/abi/diff_formats.h"
#include "front/abi/diff_parts.h"

namespace npuspec {
namespace {

bool is_before(AbiVersion a, AbiVersion b) { return std::tie(a.major, a.minor) < std::tie(b.major, b.minor); }

Bump needed_for(const std::vector<Finding>& findings) {
  Bump needed = Bump::kNone;
  for (const Finding& found : findings) {
    if (found.rule.severity == AbiSeverity::kBreaking) return Bump::kMajor;
    if (found.rule.severity == AbiSeverity::kAdditive) needed = Bump::kMinor;
  }
  return needed;
}

// "keep field rank at at 12", or how many things there are to undo.
std::string way_back(const SpecDiff& spec) {
  AbiSeverity severity = spec.needed == Bump::kMajor ? AbiSeverity::kBreaking : AbiSeverity::kAdditive;
  std::vector<std::string> ways;
  for (const Finding& found : spec.findings) {
    if (found.rule.severity != severity) continue;
    if (std::find(ways.begin(), ways.end(), found.keep) == ways.end()) ways.push_back(found.keep);
  }
  if (ways.size() == 1) return ways[0];
  if (ways.size() == 2) return ways[0] + " and " + ways[1];
  return "undo the " + std::to_string(ways.size()) + " " + std::string(name(severity)) + " changes";
}

std::optional<std::int64_t> operator_version(const SpecReport& spec) {
  for (const Fact& fact : spec.facts) {
    if (fact.what != "operator") continue;
    auto found = fact.attributes.find("version");
    if (found != fact.attributes.end() && found->is_number_integer()) return found->get<std::int64_t>();
  }
  return std::nullopt;
}

bool operator_raised(const SpecReport& before, const SpecReport& after) {
  auto was = operator_version(before);
  auto is = operator_version(after);
  return !was || (is && *is > *was);
}

}  // namespace

void judge_versions(SpecDiff& spec, const SpecReport* before, const SpecReport* after) {
  spec.needed = needed_for(spec.findings);
  if (!before) {
    spec.needed = Bump::kNone;
    return;
  }
  if (!after || before->kind != after->kind) {
    spec.allowed = false;
    spec.advice = "keep " + spec.name + " as it was released, or cut a release that does without it";
    return;
  }
  if (is_before(after->abi, before->abi)) {
    spec.allowed = false;
    spec.advice = "abi of " + spec.name + " went back from " + written(before->abi) + " to " + written(after->abi) +
                  ": versions only rise";
    return;
  }
  bool major_raised = after->abi.major > before->abi.major;
  bool minor_raised = is_before(before->abi, after->abi);
  std::string bump;
  if (spec.needed == Bump::kMajor && !major_raised)
    bump = "bump abi.major of " + spec.name + " to " + std::to_string(before->abi.major + 1);
  if (spec.needed == Bump::kMinor && !minor_raised)
    bump = "bump abi.minor of " + spec.name + " to " + std::to_string(before->abi.minor + 1);
  if (spec.kind == "wire" && spec.needed == Bump::kMajor && !operator_raised(*before, *after)) {
    std::string version = std::to_string(operator_version(*before).value_or(0) + 1);
    bump += (bump.empty() ? "raise operator.version of " + spec.name + " to " : " and operator.version to ") + version;
  }
  if (bump.empty()) return;
  spec.allowed = false;
  spec.advice = bump + ", or " + way_back(spec);
}

}  // namespace npuspec
