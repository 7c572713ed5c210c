// A TFLite model, checked before anything is believed.
//
// A Model is a view of bytes that somebody else keeps: it copies none of them. Its constructor runs the flatbuffers
// verifier over them, then checks every index against the vector that it goes into, and the names' UTF-8; what it does
// not know (options, fields of newer schemas) it leaves alone. All that follows may trust it. It costs time in the
// number of tables and indices, not of bytes.
//
// Whether the model can be cut is another question: check_cuttable().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fence/error.h"
#include "tflite_gen.hpp"
#include "tflite_generated.h"

namespace npuspec::fence {

namespace fbs = tflite::fbs;

class Model {
 public:
  // `name` is what messages and sidecars call it: a file's name without its folder. Throws ModelError.
  Model(std::string name, std::span<const std::uint8_t> bytes);

  const std::string& name() const { return name_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  const fbs::Model& root() const { return *root_; }
  // In 64 lower-case hexadecimal digits. Reads all bytes, the first time only. Not for two threads at once.
  const std::string& sha256() const;

  // Subgraph 0, which is empty where the model has none.
  std::uint32_t operators() const { return static_cast<std::uint32_t>(operators_.size()); }
  std::uint32_t tensors() const { return static_cast<std::uint32_t>(tensors_.size()); }
  const fbs::Operator* op(std::uint32_t index) const { return operators_[index]; }
  const fbs::Tensor* tensor(std::uint32_t index) const { return tensors_[index]; }
  const fbs::OperatorCode* code(const fbs::Operator* of) const {
    return root_->operator_codes()->Get(of->opcode_index());
  }

  std::string_view tensor_name(std::uint32_t index) const { return flat::view(tensors_[index]->name()); }
  // "CONV_2D", "CUSTOM", "BUILTIN_999" for one without a name here.
  std::string opcode(std::uint32_t operator_index) const;
  // Of a CUSTOM operator its name, else empty.
  std::string_view custom_code(std::uint32_t operator_index) const;
  // Of its first output; empty where it has none.
  std::string_view output_name(std::uint32_t operator_index) const;

  // For messages: "tensor 12 'conv/Relu'", "operator 10 (CONV_2D)".
  std::string describe_tensor(std::uint32_t index) const;
  std::string describe_operator(std::uint32_t index) const;
  // Where a part of the model is, in bytes from the start of the file.
  std::size_t offset(const void* part) const;

 private:
  std::string name_;
  std::span<const std::uint8_t> bytes_;
  const fbs::Model* root_ = nullptr;
  std::vector<const fbs::Operator*> operators_;
  std::vector<const fbs::Tensor*> tensors_;
  mutable std::string sha256_;
};

// Refuses a model that cannot be cut anywhere, by the first rule of the contract that it breaks: more than one
// subgraph, compiled already, fenced by the operator's former name, metadata that a cut would make false, another
// operator code of the fence's name. Gives what is to be told of a model that passes: one sentence each.
std::vector<std::string> check_cuttable(const Model& model);

// Bytes as a model's name in messages or a name in JSON: whether they are UTF-8.
bool is_utf8(std::string_view text);

// A name in quotes for a message: control characters and what is no UTF-8 as escapes, long ones cut.
std::string quote(std::string_view text);

}  // namespace npuspec::fence
