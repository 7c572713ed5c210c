// What a planner knows of the operators of subgraph 0: with a model, or from a list of names and opcodes alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fence/model.h"

namespace npuspec::fence {

struct OperatorIdentity {
  std::string output_tensor_name;  // of its first output; empty where it has none, or no name
  std::string opcode;              // "CONV_2D"
  std::string custom_code;         // of a CUSTOM operator its name, else empty
  std::string input_tensor_name;   // of its first input; Vela 5 calls parts of an operator after it. May be empty

  friend bool operator==(const OperatorIdentity&, const OperatorIdentity&) = default;
};

// In the order of the file.
std::vector<OperatorIdentity> operators_of(const Model& model);

// The operator that a name of the schema ("CONV_2D") or of Vela 5 ("Conv2D") stands for; nothing for any other.
std::optional<tflite::BuiltinOperator> builtin_named(std::string_view name);

// Whether what Vela calls the type of an operator plainly is not what it is: both names are known, and of two types.
bool types_conflict(std::string_view vela_type, const OperatorIdentity& op);
// Whether both names are known, and of one type.
bool types_agree(std::string_view vela_type, const OperatorIdentity& op);

}  // namespace npuspec::fence
