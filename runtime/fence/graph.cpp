#include "fence/graph.h"

#include <algorithm>
#include <string>

#include "fence/known.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

std::string cut_after(const Model& model, std::int64_t after_op) {
  return model.name() + ": a cut after operator " + std::to_string(after_op);
}

}  // namespace

Graph::Graph(const Model& model)
    : model_(model),
      made_by_(model.tensors(), kNone),
      last_use_(model.tensors(), kNone),
      may_copy_(model.tensors()),
      work_(model.name(), "looking at its cuts") {
  if (flat::length(model.root().subgraphs()) == 0) return;
  const fbs::SubGraph* graph = model.root().subgraphs()->Get(0);
  for (std::uint32_t i = 0; i < model.operators(); ++i) {
    const fbs::Operator* op = model.op(i);
    if (!is_known(reinterpret_cast<const flatbuffers::Table*>(op), TableId::kOperator)) newer_.push_back(i);
    for (std::uint32_t k = 0; k < flat::length(op->inputs()); ++k) read(op->inputs()->Get(k), i);
    for (std::uint32_t k = 0; k < flat::length(op->outputs()); ++k) {
      make(static_cast<std::uint32_t>(op->outputs()->Get(k)), i);
    }
  }
  const std::int64_t returned = model.operators();
  for (std::uint32_t k = 0; k < flat::length(graph->outputs()); ++k) read(graph->outputs()->Get(k), returned);
  for_each_signature_output(model, [&](const fbs::SignatureDef*, const fbs::TensorMap* map) {
    read(static_cast<std::int32_t>(map->tensor_index()), returned);
  });
  for (std::uint32_t k = 0; k < flat::length(graph->inputs()); ++k) {
    const auto tensor = static_cast<std::uint32_t>(graph->inputs()->Get(k));
    if (made_by(tensor) == kNone) continue;
    throw ModelError(model.name() + ": " + model.describe_tensor(tensor) + " is an input of the graph, and " +
                     model.describe_operator(static_cast<std::uint32_t>(made_by(tensor))) +
                     " writes it: what a cut would intercept has no meaning then");
  }
}

void Graph::make(std::uint32_t tensor, std::uint32_t by) {
  if (made_by_[tensor] != kNone) {
    throw ModelError(model_.name() + ": " + model_.describe_tensor(tensor) + " is written twice, by " +
                     model_.describe_operator(static_cast<std::uint32_t>(made_by_[tensor])) + " and by " +
                     model_.describe_operator(by) + ": what a cut would intercept has no meaning then");
  }
  // Its own input counts: such a tensor is what it was before the operator, too.
  if (last_use_[tensor] != kNone) {
    throw ModelError(model_.name() + ": " + model_.describe_tensor(tensor) + " is read by " +
                     model_.describe_operator(static_cast<std::uint32_t>(last_use_[tensor])) + " before " +
                     model_.describe_operator(by) + " writes it: its operators are in no order in which they can run");
  }
  made_by_[tensor] = by;
}

void Graph::read(std::int32_t tensor, std::int64_t by) {
  if (tensor == tflite::Operator::kInputsAbsent) return;  // an optional input left out
  last_use_[static_cast<std::uint32_t>(tensor)] = by;     // readers come in ascending order
}

// Keeps what is live from one position to the next.
void Graph::sweep_to(std::uint32_t after_op) const {
  if (after_op + 1 < swept_) {
    live_.clear();
    swept_ = 0;
  }
  for (; swept_ <= after_op; ++swept_) {
    const auto* outputs = model_.op(swept_)->outputs();
    work_.add(1 + flat::length(outputs));
    for (std::uint32_t k = 0; k < flat::length(outputs); ++k) {
      live_.push_back(static_cast<std::uint32_t>(outputs->Get(k)));
    }
  }
  std::erase_if(live_, [&](std::uint32_t tensor) { return last_use(tensor) <= after_op; });
}

std::vector<std::uint32_t> Graph::crossing(std::uint32_t after_op) const {
  work_.add(live_.size());
  sweep_to(after_op);
  work_.add(live_.size());
  const auto own =
      std::find_if(live_.begin(), live_.end(), [&](std::uint32_t tensor) { return made_by(tensor) == after_op; });
  std::vector<std::uint32_t> out(own, live_.end());
  out.insert(out.end(), live_.begin(), own);
  return out;
}

std::vector<std::uint32_t> Graph::cut(std::int64_t after_op) const {
  rules::Cut cut{.after_op = after_op, .operators = model_.operators(), .crossing = 1};
  std::vector<std::uint32_t> tensors;
  Fault fault = rules::check_position(cut);
  if (fault == Fault::kNone) {
    tensors = crossing(static_cast<std::uint32_t>(after_op));
    cut.crossing = static_cast<std::uint32_t>(tensors.size());
    fault = rules::check_position(cut);
  }
  const std::string where = cut_after(model_, after_op);
  if (fault == Fault::kPositionNotBeyondLast) {
    throw FenceBindingError(where + " of " + std::to_string(cut.operators), fault);
  }
  if (fault != Fault::kNone) throw CutError(where, fault);
  for (std::uint32_t tensor : tensors) check_tensor(tensor, where);
  check_readers(tensors, static_cast<std::uint32_t>(after_op));
  return tensors;
}

// `where` names the cut.
void Graph::check_tensor(std::uint32_t tensor, const std::string& where) const {
  if (may_copy_[tensor]) return;
  const fbs::Tensor* table = model_.tensor(tensor);
  if (const Fault wrong = rules::check_crossing(table); wrong != Fault::kNone) {
    std::string type(tflite::name(static_cast<tflite::TensorType>(table->type())));
    if (type.empty()) type = "type " + std::to_string(static_cast<int>(table->type()));
    throw CutError(where + " would copy " + model_.describe_tensor(tensor) + " (" + type + ", byte " +
                       std::to_string(model_.offset(table)) + ")",
                   wrong);
  }
  check_copyable(model_, table);
  may_copy_[tensor] = true;
}

// Operators and signatures that read what the cut intercepts are written anew.
void Graph::check_readers(const std::vector<std::uint32_t>& tensors, std::uint32_t after_op) const {
  if (newer_.empty() && flat::length(model_.root().signature_defs()) == 0) return;
  std::vector<bool> moves(model_.tensors());
  work_.add(model_.tensors() / 64);
  for (std::uint32_t tensor : tensors) moves[tensor] = true;
  const auto table = [](const auto* of) { return reinterpret_cast<const flatbuffers::Table*>(of); };
  for (std::uint32_t i : newer_) {
    if (i <= after_op) continue;
    const auto* inputs = model_.op(i)->inputs();
    work_.add(1 + flat::length(inputs));
    for (std::uint32_t k = 0; k < flat::length(inputs); ++k) {
      const std::int32_t input = inputs->Get(k);
      if (input < 0 || !moves[static_cast<std::uint32_t>(input)]) continue;
      check_known(model_, table(model_.op(i)), TableId::kOperator);
      break;
    }
  }
  for_each_signature_output(model_, [&](const fbs::SignatureDef* signature, const fbs::TensorMap* map) {
    work_.add(1);
    if (!moves[map->tensor_index()]) return;
    check_known(model_, table(signature), TableId::kSignatureDef);
    check_known(model_, table(map), TableId::kTensorMap);
  });
}

}  // namespace npuspec::fence
