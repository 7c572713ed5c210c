#include "fence/inspect.h"

#include <algorithm>
#include <optional>

#include "fence/graph.h"
#include "fence/work.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

TensorView view_of(const Model& model, std::uint32_t index, Work& work) {
  const fbs::Tensor* tensor = model.tensor(index);
  work.add(sizeof(TensorView) + model.tensor_name(index).size() + flat::length(tensor->shape()));
  TensorView out{.index = index, .name = std::string(model.tensor_name(index)), .type = {}, .shape = {}};
  out.type = tflite::name(static_cast<tflite::TensorType>(tensor->type()));
  if (out.type.empty()) out.type = "TYPE_" + std::to_string(static_cast<int>(tensor->type()));
  for (std::uint32_t i = 0; i < flat::length(tensor->shape()); ++i) {
    out.shape += (i == 0 ? "" : "x") + std::to_string(tensor->shape()->Get(i));
  }
  return out;
}

std::uint64_t bytes_of(const Model& model, const std::vector<std::uint32_t>& tensors) {
  std::uint64_t out = 0;
  for (std::uint32_t tensor : tensors) {
    bool ok = true;
    const std::int64_t bytes = rules::tensor_bytes(model.tensor(tensor), &ok);
    if (ok && bytes > 0) out += static_cast<std::uint64_t>(bytes);
  }
  return out;
}

void look_behind(const Graph& graph, Work& work, OperatorView& out) {
  const Model& model = graph.model();
  out.looked_behind = true;
  const std::vector<std::uint32_t> crossing = graph.crossing(out.index);
  for (std::uint32_t tensor : crossing) out.crossing.push_back(view_of(model, tensor, work));
  out.bytes = bytes_of(model, crossing);
  try {
    graph.cut(out.index);
  } catch (const CutError& error) {
    out.refused = error.what();
    out.rule = error.fault();
  } catch (const FenceBindingError& error) {
    out.refused = error.what();
    out.rule = error.fault();
  }
}

}  // namespace

std::uint32_t Inspection::fences() const {
  return static_cast<std::uint32_t>(
      std::count_if(operators.begin(), operators.end(), [](const OperatorView& each) { return each.is_fence; }));
}

Inspection inspect(const Model& model) {
  Inspection out;
  out.name = model.name();
  out.bytes = model.bytes().size();
  out.sha256 = model.sha256();
  out.subgraphs = static_cast<std::uint32_t>(flat::length(model.root().subgraphs()));
  out.tensors = model.tensors();
  std::optional<Graph> graph;
  Work work(model.name(), "showing all that its cuts would copy", Work::kMostBytes);
  Fault rule = Fault::kNone;
  try {
    out.warnings = check_cuttable(model);
    graph.emplace(model);
  } catch (const ModelError& error) {
    out.refused = error.what();
    rule = error.fault();
  }
  for (std::uint32_t i = 0; i < model.operators(); ++i) {
    OperatorView op;
    op.index = i;
    op.opcode = model.opcode(i);
    op.custom_code = model.custom_code(i);
    op.is_fence = rules::reuse(model.code(model.op(i))).is == rules::Reuse::kReuse;
    const auto* outputs = model.op(i)->outputs();
    for (std::uint32_t k = 0; k < flat::length(outputs); ++k) {
      op.outputs.push_back(view_of(model, static_cast<std::uint32_t>(outputs->Get(k)), work));
    }
    if (graph) {
      look_behind(*graph, work, op);
    } else {
      op.refused = out.refused;
      op.rule = rule;
    }
    out.operators.push_back(std::move(op));
  }
  if (out.refused.empty() && std::all_of(out.operators.begin(), out.operators.end(),
                                         [](const OperatorView& each) { return !each.refused.empty(); })) {
    out.refused = model.name() + ": there is no place for a cut behind any of its " +
                  std::to_string(out.operators.size()) + " operators";
  }
  return out;
}

}  // namespace npuspec::fence
