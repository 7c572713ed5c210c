#include "fence/operators.h"

#include <unordered_map>

#include "fence/work.h"

namespace npuspec::fence {
namespace {

// Letters and digits alone, in lower case: "CONV_2D" and "Conv2D" are one.
std::string folded(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

const std::unordered_map<std::string, tflite::BuiltinOperator>& by_folded_name() {
  static const auto* names = [] {
    auto* made = new std::unordered_map<std::string, tflite::BuiltinOperator>();
    // The values of the schema have no gap.
    for (std::int32_t value = 0;; ++value) {
      const auto op = static_cast<tflite::BuiltinOperator>(value);
      if (tflite::name(op).empty()) break;
      made->emplace(folded(tflite::name(op)), op);
      if (tflite::vela(op) != "-") made->emplace(folded(tflite::vela(op)), op);
    }
    return made;
  }();
  return *names;
}

}  // namespace

std::vector<OperatorIdentity> operators_of(const Model& model) {
  std::vector<OperatorIdentity> out;
  Work kept(model.name(), "listing its operators by their names", Work::kMostBytes);
  out.reserve(model.operators());
  for (std::uint32_t i = 0; i < model.operators(); ++i) {
    OperatorIdentity& op = out.emplace_back();
    op.output_tensor_name = model.output_name(i);
    op.opcode = model.opcode(i);
    op.custom_code = model.custom_code(i);
    const auto* inputs = model.op(i)->inputs();
    if (flat::length(inputs) != 0 && inputs->Get(0) >= 0) {
      op.input_tensor_name = model.tensor_name(static_cast<std::uint32_t>(inputs->Get(0)));
    }
    kept.add(op.output_tensor_name.size() + op.custom_code.size() + op.input_tensor_name.size());
  }
  return out;
}

std::optional<tflite::BuiltinOperator> builtin_named(std::string_view name) {
  const auto& names = by_folded_name();
  const auto found = names.find(folded(name));
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

bool types_conflict(std::string_view vela_type, const OperatorIdentity& op) {
  const auto a = builtin_named(vela_type);
  const auto b = builtin_named(op.opcode);
  return a.has_value() && b.has_value() && *a != *b;
}

bool types_agree(std::string_view vela_type, const OperatorIdentity& op) {
  const auto a = builtin_named(vela_type);
  return a.has_value() && a == builtin_named(op.opcode);
}

}  // namespace npuspec::fence
