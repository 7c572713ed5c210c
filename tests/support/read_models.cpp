#include <cstring>
#include <string_view>

#include "support/models.h"
#include "tflite_generated.h"

namespace npuspec::test {

namespace {

namespace fbs = tflite::fbs;

// The library's verifier looks where a vector begins, and not whether its numbers lie as they should.
template <class T, class Number>
std::optional<std::vector<T>> maybe(const flatbuffers::Vector<Number>* of) {
  if (of == nullptr) return {};
  std::vector<T> out;
  for (flatbuffers::uoffset_t i = 0; i < of->size(); ++i) {
    Number one;
    std::memcpy(&one, of->Data() + i * sizeof one, sizeof one);
    out.push_back(static_cast<T>(one));
  }
  return out;
}

template <class T, class Number>
std::vector<T> all(const flatbuffers::Vector<Number>* of) {
  return maybe<T>(of).value_or(std::vector<T>());
}

std::optional<std::string> text(const flatbuffers::String* of) {
  return of == nullptr ? std::optional<std::string>() : of->str();
}

template <class Of, class Make>
auto each(const flatbuffers::Vector<flatbuffers::Offset<Of>>* of, Make make) {
  std::vector<decltype(make(of->Get(0)))> out;
  for (flatbuffers::uoffset_t i = 0; of != nullptr && i < of->size(); ++i) out.push_back(make(of->Get(i)));
  return out;
}

QuantizationSpec quantization(const fbs::QuantizationParameters* of) {
  QuantizationSpec out;
  out.min = maybe<float>(of->min());
  out.max = maybe<float>(of->max());
  out.scale = maybe<float>(of->scale());
  out.zero_point = maybe<std::int64_t>(of->zero_point());
  out.quantized_dimension = of->quantized_dimension();
  out.details_type = static_cast<std::uint8_t>(of->details_type());
  if (const auto* custom = of->details_as_CustomQuantization()) out.custom = all<std::uint8_t>(custom->custom());
  if (const auto* blocks = of->details_as_BlockwiseQuantization()) {
    out.scales = blocks->scales();
    out.zero_points = blocks->zero_points();
    out.block_size = blocks->block_size();
  }
  if (const auto* axes = of->details_as_MultiAxisQuantization()) {
    out.scales = axes->scales();
    out.zero_points = axes->zero_points();
    out.block_size = axes->block_size();
    out.dimensions = all<std::int32_t>(axes->quantized_dimensions());
  }
  return out;
}

TensorSpec tensor(const fbs::Tensor* of) {
  TensorSpec out;
  out.name = text(of->name());
  out.shape = maybe<std::int32_t>(of->shape());
  out.type = static_cast<TensorType>(of->type());
  out.buffer = of->buffer();
  if (of->quantization() != nullptr) out.quantization = quantization(of->quantization());
  out.is_variable = of->is_variable();
  out.shape_signature = maybe<std::int32_t>(of->shape_signature());
  out.has_rank = of->has_rank();
  out.external_buffer = of->external_buffer();
  return out;
}

OperatorSpec op(const fbs::Operator* of) {
  OperatorSpec out;
  out.code = of->opcode_index();
  out.inputs = all<std::int32_t>(of->inputs());
  out.outputs = all<std::int32_t>(of->outputs());
  out.custom_options = maybe<std::uint8_t>(of->custom_options());
  out.custom_options_format = of->custom_options_format();
  out.mutating_variable_inputs = maybe<std::uint8_t>(of->mutating_variable_inputs());
  out.intermediates = maybe<std::int32_t>(of->intermediates());
  out.debug_metadata_index = of->debug_metadata_index();
  return out;
}

GraphSpec graph(const fbs::SubGraph* of) {
  GraphSpec out;
  out.tensors = each(of->tensors(), tensor);
  out.operators = each(of->operators(), op);
  out.inputs = all<std::int32_t>(of->inputs());
  out.outputs = all<std::int32_t>(of->outputs());
  out.name = text(of->name());
  out.debug_metadata_index = of->debug_metadata_index();
  return out;
}

SignatureSpec signature(const fbs::SignatureDef* of) {
  const auto map = [](const fbs::TensorMap* one) {
    return std::pair(text(one->name()).value_or(""), one->tensor_index());
  };
  SignatureSpec out;
  out.key = text(of->signature_key()).value_or("");
  out.inputs = each(of->inputs(), map);
  out.outputs = each(of->outputs(), map);
  out.graph = of->subgraph_index();
  out.deprecated_tag = text(of->deprecated_tag());
  return out;
}

}  // namespace

ModelSpec read_model(const Bytes& file) {
  const fbs::Model* root = fbs::GetModel(file.data());
  ModelSpec out;
  out.version = root->version();
  out.codes = each(root->operator_codes(), [](const fbs::OperatorCode* of) {
    CodeSpec code;
    code.builtin = static_cast<std::int32_t>(of->builtin_code());
    code.deprecated = of->deprecated_builtin_code();
    code.custom = text(of->custom_code());
    code.version = of->version();
    return code;
  });
  out.graphs = each(root->subgraphs(), graph);
  out.description = text(root->description());
  out.buffers = each(root->buffers(), [](const fbs::Buffer* of) {
    BufferSpec buffer;
    buffer.data = maybe<std::uint8_t>(of->data());
    buffer.offset = of->offset();
    buffer.size = of->size();
    return buffer;
  });
  out.metadata_buffer = all<std::int32_t>(root->metadata_buffer());
  out.metadata = each(root->metadata(), [](const fbs::Metadata* of) {
    return MetadataSpec{text(of->name()).value_or(""), of->buffer()};
  });
  out.signatures = each(root->signature_defs(), signature);
  return out;
}

}  // namespace npuspec::test
