#include "fence/plan_file.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_fields.h"
#include "base/json_text.h"

namespace npuspec::fence {
namespace {

using Json = nlohmann::ordered_json;  // as it is written
using Read = nlohmann::json;
using Object = json_fields::Object<Read>;

constexpr std::uint32_t kFormat = 1;
constexpr std::uint32_t kMostNumber = 0xFFFFFFFFu;

constexpr std::array<std::pair<FencePolicy::Kind, const char*>, 3> kPolicies = {{
    {FencePolicy::Kind::kBudgetCycles, "budget_cycles"},
    {FencePolicy::Kind::kSegments, "segments"},
    {FencePolicy::Kind::kAfterOps, "after_ops"},
}};

Json policy_json(const FencePolicy& policy) {
  Json out = Json::object();
  for (const auto& [kind, called] : kPolicies) {
    if (kind == policy.kind) out["kind"] = called;
  }
  if (policy.kind == FencePolicy::Kind::kBudgetCycles) out["budget_cycles"] = policy.budget_cycles.text();
  if (policy.kind == FencePolicy::Kind::kSegments) out["segments"] = policy.segments;
  return out;
}

Json fence_json(const Fence& fence) {
  const auto identity = [&](const std::string& text) { return fence.has_identity() ? Json(text) : Json(nullptr); };
  Json out = Json::object();
  out["after_op"] = fence.after_op;
  out["segment_index"] = fence.segment_index;
  out["output_tensor_name"] = identity(fence.output_tensor_name);
  out["opcode"] = identity(fence.opcode);
  out["custom_code"] = identity(fence.custom_code);
  return out;
}

Json coverage_json(const FenceCoverage& coverage) {
  Json out = Json::object();
  out["all_cycles"] = coverage.all_cycles.text();
  out["matched_cycles"] = coverage.matched_cycles.text();
  out["share"] = coverage.share() ? Json(coverage.share()->text()) : Json(nullptr);
  out["min_coverage"] = coverage.min_coverage.text();
  Json& rows = out["unmatched_rows"] = Json::array();
  for (const UnmatchedRow& row : coverage.unmatched) {
    Json& one = rows.emplace_back(Json::object());
    one["line"] = row.line;
    one["name"] = row.name;
    one["source_operator"] = row.source_operator;
    one["cycles"] = row.cycles.text();
    one["why"] = row.why;
  }
  return out;
}

std::string decimal(const std::string& text, const std::string& at, Decimal& out) {
  if (std::string fault = Decimal::parse(text, out); !fault.empty()) return at + ": " + fault;
  return out.text() == text ? "" : at + " is " + fence::quote(text) + ", and is written " + out.text();
}

std::string decimal(const Object& object, const char* key, Decimal& out) {
  std::string text;
  if (std::string fault = object.string(key, text); !fault.empty()) return fault;
  return decimal(text, object.path(key), out);
}

std::string policy_from(const Read& in, FencePolicy& out, const std::string& at) {
  const Object object(in, at);
  std::string called;
  if (std::string fault = object.fault({"kind", "budget_cycles", "segments"}); !fault.empty()) return fault;
  if (std::string fault = object.string("kind", called); !fault.empty()) return fault;
  const auto known =
      std::find_if(kPolicies.begin(), kPolicies.end(), [&](const auto& policy) { return called == policy.second; });
  if (known == kPolicies.end()) {
    return object.path("kind") + " is " + fence::quote(called) + ": it is budget_cycles, segments or after_ops";
  }
  out.kind = known->first;
  switch (out.kind) {
    case FencePolicy::Kind::kBudgetCycles:
      if (std::string fault = object.fault({"kind", "budget_cycles"}); !fault.empty()) return fault;
      if (std::string fault = decimal(object, "budget_cycles", out.budget_cycles); !fault.empty()) return fault;
      return out.budget_cycles > Decimal() ? "" : object.path("budget_cycles") + " is 0: no operator fits in it";
    case FencePolicy::Kind::kSegments:
      if (std::string fault = object.fault({"kind", "segments"}); !fault.empty()) return fault;
      return object.number("segments", out.segments, 1, kMostNumber);
    case FencePolicy::Kind::kAfterOps:
      return object.fault({"kind"});
  }
  return {};
}

std::string fence_from(const Read& in, Fence& out, const std::string& at, std::uint32_t operators) {
  const Object object(in, at);
  std::optional<std::string> output;
  std::optional<std::string> opcode;
  std::optional<std::string> custom_code;
  if (std::string fault = object.fault({"after_op", "segment_index", "output_tensor_name", "opcode", "custom_code"});
      !fault.empty()) {
    return fault;
  }
  if (std::string fault = object.number("after_op", out.after_op, 0, operators - 1u); !fault.empty()) return fault;
  if (std::string fault = object.number("segment_index", out.segment_index, 0, kMostNumber); !fault.empty()) {
    return fault;
  }
  if (std::string fault = object.string("output_tensor_name", output); !fault.empty()) return fault;
  if (std::string fault = object.string("opcode", opcode); !fault.empty()) return fault;
  if (std::string fault = object.string("custom_code", custom_code); !fault.empty()) return fault;
  if (output.has_value() != opcode.has_value() || output.has_value() != custom_code.has_value()) {
    return at + ": output_tensor_name, opcode and custom_code are all null, or none is";
  }
  if (!opcode.has_value()) return {};
  if (opcode->empty() && (output->empty() || !custom_code->empty())) {
    return object.path("opcode") + " is empty: without an identity it is null";
  }
  out.output_tensor_name = *output;
  out.opcode = *opcode;
  out.custom_code = *custom_code;
  return {};
}

std::string row_from(const Read& in, UnmatchedRow& out, const std::string& at) {
  const Object object(in, at);
  if (std::string fault = object.fault({"line", "name", "source_operator", "cycles", "why"}); !fault.empty()) {
    return fault;
  }
  if (std::string fault = object.number("line", out.line, 1, kMostNumber); !fault.empty()) return fault;
  if (std::string fault = object.string("name", out.name); !fault.empty()) return fault;
  if (std::string fault = object.string("source_operator", out.source_operator); !fault.empty()) return fault;
  if (std::string fault = decimal(object, "cycles", out.cycles); !fault.empty()) return fault;
  return object.string("why", out.why);
}

std::string coverage_from(const Read& in, FenceCoverage& out, const std::string& at) {
  const Object object(in, at);
  std::optional<Decimal> share;
  if (std::string fault = object.fault({"all_cycles", "matched_cycles", "share", "min_coverage", "unmatched_rows"});
      !fault.empty()) {
    return fault;
  }
  if (std::string fault = decimal(object, "all_cycles", out.all_cycles); !fault.empty()) return fault;
  if (std::string fault = decimal(object, "matched_cycles", out.matched_cycles); !fault.empty()) return fault;
  if (std::string fault = object.has("share"); !fault.empty()) return fault;
  if (!object["share"].is_null()) {
    if (std::string fault = decimal(object, "share", share.emplace()); !fault.empty()) return fault;
  }
  if (std::string fault = decimal(object, "min_coverage", out.min_coverage); !fault.empty()) return fault;
  if (std::string fault = object.list("unmatched_rows", out.unmatched, row_from); !fault.empty()) return fault;
  Decimal sum = out.matched_cycles;
  for (const UnmatchedRow& row : out.unmatched) sum += row.cycles;
  if (sum != out.all_cycles) {
    return object.path("all_cycles") + " is " + out.all_cycles.text() + ", and its parts are " + sum.text();
  }
  if (share != out.share()) {
    const auto text = [](const std::optional<Decimal>& of) { return of ? of->text() : "null"; };
    return object.path("share") + " is " + text(share) + ", and the cycles give " + text(out.share());
  }
  if (out.min_coverage > Decimal(1)) return object.path("min_coverage") + " is more than 1";
  return {};
}

std::string text_from(const Read& in, std::string& out, const std::string& at) {
  if (!in.is_string()) return at + " is not a string";
  out = in.get<std::string>();
  return {};
}

std::string cycles_from(const Read& in, Decimal& out, const std::string& at) {
  std::string text;
  if (std::string fault = text_from(in, text, at); !fault.empty()) return fault;
  return decimal(text, at, out);
}

std::string hash_from(const Object& object, std::optional<std::string>& out) {
  if (std::string fault = object.string("model_sha256", out); !fault.empty()) return fault;
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  if (!out.has_value() || (out->size() == 64 && out->find_first_not_of(kDigits) == std::string::npos)) return {};
  return object.path("model_sha256") + " is not a SHA-256 in 64 hexadecimal digits, nor null";
}

// What the parts of a plan say of each other.
std::string agreement(const FencePlan& plan) {
  for (std::size_t i = 0; i < plan.fences.size(); ++i) {
    const std::string at = "fences[" + std::to_string(i) + "]";
    if (i > 0 && plan.fences[i].after_op <= plan.fences[i - 1].after_op) {
      return at + ".after_op is not greater than the one before it";
    }
    if (plan.fences[i].segment_index != i) return at + ".segment_index is not " + std::to_string(i);
  }
  const bool by_budget = plan.policy.kind == FencePolicy::Kind::kBudgetCycles;
  const bool by_segments = plan.policy.kind == FencePolicy::Kind::kSegments;
  if (by_segments && plan.policy.segments != plan.fences.size() + 1) {
    return "policy.segments is " + std::to_string(plan.policy.segments) + ", and there are " +
           std::to_string(plan.fences.size()) + " fences";
  }
  if (by_budget && !plan.coverage.has_value()) return "coverage is null, and the policy is one of cycles";
  if ((by_budget || by_segments) && plan.coverage.has_value()) {
    const std::optional<Decimal> share = plan.coverage->share();
    if (!share) return "coverage.share is null, and the policy is one of cycles";
    if (*share < plan.coverage->min_coverage) {
      return "coverage.share is less than coverage.min_coverage, and the policy is one of cycles";
    }
  }
  if (plan.segment_cycles.size() != (plan.coverage.has_value() ? plan.fences.size() + 1 : 0)) {
    return "segment_cycles has not one number for each segment where there is coverage, and none where there is not";
  }
  Decimal sum;
  for (const Decimal& cycles : plan.segment_cycles) sum += cycles;
  if (plan.coverage.has_value() && sum != plan.coverage->matched_cycles) {
    return "segment_cycles add up to " + sum.text() + ", and coverage.matched_cycles is " +
           plan.coverage->matched_cycles.text();
  }
  return {};
}

std::string plan_from(const Read& in, FencePlan& out) {
  const Object object(in, "");
  std::uint32_t format = 0;
  if (std::string fault = object.fault({"format", "model_sha256", "operators", "subgraph", "policy", "fences",
                                        "coverage", "segment_cycles", "warnings"});
      !fault.empty()) {
    return fault;
  }
  if (std::string fault = object.number("format", format, kFormat, kFormat); !fault.empty()) return fault;
  if (std::string fault = hash_from(object, out.model_sha256); !fault.empty()) return fault;
  if (std::string fault = object.number("operators", out.operators, 1, kMostNumber); !fault.empty()) return fault;
  if (std::string fault = object.number("subgraph", out.subgraph, 0, kMostNumber); !fault.empty()) return fault;
  if (std::string fault = object.has("policy"); !fault.empty()) return fault;
  if (std::string fault = policy_from(object["policy"], out.policy, "policy"); !fault.empty()) return fault;
  const auto fence = [&](const Read& one, Fence& to, const std::string& at) {
    return fence_from(one, to, at, out.operators);
  };
  if (std::string fault = object.list("fences", out.fences, fence); !fault.empty()) return fault;
  if (std::string fault = object.has("coverage"); !fault.empty()) return fault;
  if (!object["coverage"].is_null()) {
    std::string fault = coverage_from(object["coverage"], out.coverage.emplace(), "coverage");
    if (!fault.empty()) return fault;
  }
  if (std::string fault = object.list("segment_cycles", out.segment_cycles, cycles_from); !fault.empty()) return fault;
  if (std::string fault = object.list("warnings", out.warnings, text_from); !fault.empty()) return fault;
  return agreement(out);
}

}  // namespace

std::string write_plan(const FencePlan& plan) {
  Json out = Json::object();
  out["format"] = kFormat;
  out["model_sha256"] = plan.model_sha256 ? Json(*plan.model_sha256) : Json(nullptr);
  out["operators"] = plan.operators;
  out["subgraph"] = plan.subgraph;
  out["policy"] = policy_json(plan.policy);
  Json& fences = out["fences"] = Json::array();
  for (const Fence& fence : plan.fences) fences.push_back(fence_json(fence));
  out["coverage"] = plan.coverage ? coverage_json(*plan.coverage) : Json(nullptr);
  Json& cycles = out["segment_cycles"] = Json::array();
  for (const Decimal& each : plan.segment_cycles) cycles.push_back(each.text());
  out["warnings"] = plan.warnings;
  try {
    return out.dump(2) + "\n";
  } catch (const Json::type_error&) {
    throw PlanError("the plan holds a name that is not UTF-8, so that no file can be written of it");
  }
}

FencePlan read_plan(const std::string& name, std::string_view text) {
  Read json;
  if (std::string fault = read_json(text, json); !fault.empty()) throw PlanError(name + ":" + fault);
  FencePlan out;
  if (std::string fault = plan_from(json, out); !fault.empty()) {
    throw PlanError(name + ": " + fault + ": no plan as npuspec writes it");
  }
  return out;
}

}  // namespace npuspec::fence
