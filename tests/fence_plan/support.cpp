#include "support.h"

#include <algorithm>

namespace npuspec::fence::test {

std::vector<std::uint8_t> small_model(const std::vector<SmallTensor>& tensors,
                                      const std::vector<SmallOperator>& operators,
                                      const std::vector<std::int32_t>& outputs) {
  flatbuffers::FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<fbs::OperatorCode>> codes;
  std::vector<flatbuffers::Offset<fbs::Operator>> ops;
  for (const SmallOperator& op : operators) {
    const auto custom = op.custom_code.empty() ? 0 : b.CreateString(op.custom_code);
    const auto value = static_cast<std::int32_t>(op.is);
    codes.push_back(fbs::CreateOperatorCode(b, static_cast<std::int8_t>(std::min(value, 127)), custom, 1,
                                            static_cast<fbs::BuiltinOperator>(value)));
    const auto inputs = b.CreateVector(op.inputs);
    const auto made = b.CreateVector(op.outputs);
    ops.push_back(fbs::CreateOperator(b, static_cast<std::uint32_t>(ops.size()), inputs, made));
  }
  std::vector<flatbuffers::Offset<fbs::Tensor>> all;
  for (const SmallTensor& tensor : tensors) {
    const auto shape = b.CreateVector(tensor.shape);
    const auto name = b.CreateString(tensor.name);
    all.push_back(fbs::CreateTensor(b, shape, static_cast<fbs::TensorType>(tensor.type), 0, name));
  }
  const auto tensor_vector = b.CreateVector(all);
  const auto input_vector = b.CreateVector(std::vector<std::int32_t>{0});
  const auto output_vector = b.CreateVector(outputs);
  const auto operator_vector = b.CreateVector(ops);
  const auto graph = fbs::CreateSubGraph(b, tensor_vector, input_vector, output_vector, operator_vector);
  const auto graphs = b.CreateVector(std::vector{graph});
  const auto buffers = b.CreateVector(std::vector{fbs::CreateBuffer(b)});
  const auto code_vector = b.CreateVector(codes);
  b.Finish(fbs::CreateModel(b, 3, code_vector, graphs, 0, buffers), "TFL3");
  return {b.GetBufferPointer(), b.GetBufferPointer() + b.GetSize()};
}

std::vector<std::uint8_t> chain(const std::vector<tflite::BuiltinOperator>& operators,
                                const std::vector<std::uint32_t>& no_cut_after) {
  std::vector<SmallTensor> tensors = {{.name = "t0"}};
  std::vector<SmallOperator> ops;
  for (std::uint32_t i = 0; i < operators.size(); ++i) {
    const auto from = static_cast<std::int32_t>(i);
    tensors.push_back({.name = "t" + std::to_string(i + 1)});
    if (std::find(no_cut_after.begin(), no_cut_after.end(), i) != no_cut_after.end()) {
      tensors.back().type = tflite::TensorType::UINT32;  // is not copied
    }
    ops.push_back({.is = operators[i], .inputs = {from}, .outputs = {from + 1}, .custom_code = {}});
  }
  return small_model(tensors, ops, {static_cast<std::int32_t>(operators.size())});
}

std::string vela3(const std::vector<std::vector<Row>>& streams) {
  std::string out;
  for (const std::vector<Row>& rows : streams) {
    out +=
        "TFLite_operator,NNG Operator,SRAM Usage,Peak%,Op Cycles,Network%,NPU,SRAM AC,DRAM AC,OnFlash AC,OffFlash AC,"
        "MAC Count,Network%,Util%,Name\r\n";
    for (const Row& row : rows) {
      out += row.source_operator + "," + row.npu_operator + ",32,100.0," + row.cycles +
             ",27.65,106.0,2.5,0.0,0.0,208.0,16,5.55,0.06," + row.name + "\r\n";
    }
  }
  return out;
}

std::string vela5(const std::vector<Row>& rows) {
  std::string out =
      "Original Operator,NNG Operator,Target,Staging Usage,Peak% (Staging),Op Cycles,Network% (cycles),NPU,SRAM AC,"
      "DRAM AC,OnFlash AC,OffFlash AC,MAC Count,Network% (MAC),Util% (MAC),Name\n";
  for (const Row& row : rows) {
    const bool on_cpu = row.npu_operator.starts_with("CPU");
    out += row.source_operator + "," + row.npu_operator.substr(on_cpu ? 3 : 0) + (on_cpu ? ",CPU" : ",NPU") +
           ",288,90.0," + row.cycles + ",8.2,604,48,0,0,0,96,2.2,0.1," + row.name + "\n";
  }
  return out;
}

}  // namespace npuspec::fence::test
