#include "fence/binding.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

std::string identity(std::string_view opcode, std::string_view custom_code, std::string_view output) {
  std::string out(opcode.empty() ? "what" : opcode);
  if (!custom_code.empty()) out += " " + quote(custom_code);
  return out + (opcode.empty() ? " makes " : " that makes ") + quote(output);
}

void check(const FencePlan& plan, const Model& model) {
  rules::BoundPlan bound;
  bound.has_hash = plan.model_sha256.has_value();
  if (bound.has_hash) bound.model_sha256 = *plan.model_sha256;
  bound.operators = plan.operators;
  bound.subgraph = plan.subgraph;
  rules::BoundModel to;
  if (bound.has_hash) to.sha256 = model.sha256();
  to.operators = model.operators();
  const Fault fault = rules::check_plan_binding(bound, to);
  if (fault == Fault::kNone) return;
  std::string where = model.name() + ": the plan is of ";
  if (fault == Fault::kPlanBindingSameModel) {
    where += "a model whose SHA-256 is " + *plan.model_sha256 + ", and this one's is " + model.sha256();
  } else if (fault == Fault::kPlanBindingSameOperators) {
    where += "a model of " + std::to_string(plan.operators) + " operators, and this one has " +
             std::to_string(model.operators());
  } else {
    where += "subgraph " + std::to_string(plan.subgraph);
  }
  throw FenceBindingError(where, fault);
}

void check(const Fence& fence, const Model& model) {
  rules::BoundFence bound;
  bound.after_op = fence.after_op;
  bound.has_identity = fence.has_identity();
  bound.output_tensor_name = fence.output_tensor_name;
  bound.opcode = fence.opcode;
  bound.custom_code = fence.custom_code;
  rules::BoundOperator at;
  at.operators = model.operators();
  std::string opcode;
  const bool is_there = fence.after_op >= 0 && fence.after_op < at.operators;
  if (is_there) {
    const auto index = static_cast<std::uint32_t>(fence.after_op);
    opcode = model.opcode(index);
    at.opcode = opcode;
    at.output_tensor_name = model.output_name(index);
    at.custom_code = model.custom_code(index);
  }
  const Fault fault = rules::check_fence_binding(bound, at);
  if (fault == Fault::kNone) return;
  std::string where = model.name() + ": the fence after operator " + std::to_string(fence.after_op);
  if (is_there) {
    where += ": of the plan it is behind " + identity(fence.opcode, fence.custom_code, fence.output_tensor_name) +
             ", and the model has " + identity(opcode, at.custom_code, at.output_tensor_name) + " there";
  } else {
    where += ": the model has " + std::to_string(at.operators) + " operators";
  }
  throw FenceBindingError(where, fault);
}

}  // namespace

void check_plan_binding(const FencePlan& plan, const Model& model) {
  check(plan, model);
  for (const Fence& fence : plan.fences) check(fence, model);
}

}  // namespace npuspec::fence
