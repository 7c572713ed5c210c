#include "fence_object.h"

#include <memory>
#include <string>

#include "tflite_object_generated.h"

namespace npuspec::bench {

namespace objects = tflite::object;

std::vector<std::uint8_t> fence_by_objects(const std::vector<std::uint8_t>& file, std::uint32_t after_op,
                                           const std::vector<std::uint32_t>& crossing) {
  std::unique_ptr<objects::ModelT> model(objects::GetModel(file.data())->UnPack());
  objects::SubGraphT& graph = *model->subgraphs[0];
  auto code = std::make_unique<objects::OperatorCodeT>();
  code->custom_code = "fence";
  code->builtin_code = objects::BuiltinOperator::CUSTOM;
  model->operator_codes.push_back(std::move(code));
  auto fence = std::make_unique<objects::OperatorT>();
  fence->opcode_index = static_cast<std::uint32_t>(model->operator_codes.size() - 1);
  for (std::uint32_t index : crossing) {
    const objects::TensorT& old = *graph.tensors[index];
    auto tensor = std::make_unique<objects::TensorT>();
    tensor->shape = old.shape;
    tensor->shape_signature = old.shape_signature;
    tensor->has_rank = old.has_rank;
    tensor->type = old.type;
    tensor->name = old.name + "/fence";
    tensor->buffer = static_cast<std::uint32_t>(model->buffers.size());
    if (old.quantization) {
      tensor->quantization = std::make_unique<objects::QuantizationParametersT>();
      tensor->quantization->scale = old.quantization->scale;
      tensor->quantization->zero_point = old.quantization->zero_point;
      tensor->quantization->min = old.quantization->min;
      tensor->quantization->max = old.quantization->max;
      tensor->quantization->quantized_dimension = old.quantization->quantized_dimension;
    }
    model->buffers.push_back(std::make_unique<objects::BufferT>());
    const auto from = static_cast<std::int32_t>(index);
    const auto to = static_cast<std::int32_t>(graph.tensors.size());
    graph.tensors.push_back(std::move(tensor));
    fence->inputs.push_back(from);
    fence->outputs.push_back(to);
    for (std::size_t i = after_op + 1; i < graph.operators.size(); ++i) {
      for (std::int32_t& input : graph.operators[i]->inputs) input = input == from ? to : input;
    }
    for (std::int32_t& output : graph.outputs) output = output == from ? to : output;
  }
  graph.operators.insert(graph.operators.begin() + after_op + 1, std::move(fence));
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(objects::Model::Pack(builder, model.get()), objects::ModelIdentifier());
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

}  // namespace npuspec::bench
