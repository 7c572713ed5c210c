#include <array>
#include <bit>
#include <string>

#include "ethos_u_stream_split_gen.hpp"
#include "support/models.h"

namespace npuspec::test {

namespace {

namespace contract = ethos_u_stream_split;

// Source: schema.fbs of TensorFlow Lite; only these models need them.
enum Builtin : std::int32_t {
  kAdd = 0,
  kAveragePool = 1,
  kConv = 3,
  kDepthwise = 4,
  kFullyConnected = 9,
  kReshape = 22,
  kSoftmax = 25,
  kSplit = 49,
};
enum Options : std::uint8_t {
  kConvOptions = 1,
  kDepthwiseOptions = 2,
  kPoolOptions = 5,
  kFullyConnectedOptions = 8,
  kSoftmaxOptions = 9,
  kAddOptions = 11,
  kReshapeOptions = 17,
  kSplitOptions = 35,
};
constexpr std::uint32_t kRelu = 1;
constexpr std::uint16_t kFirstNewerId = 40;  // behind the fields of any schema there is

CodeSpec code_of(std::int32_t builtin) {
  CodeSpec out;
  out.builtin = out.deprecated = builtin;
  return out;
}

CodeSpec fence_code(std::int32_t builtin, std::int32_t deprecated, std::int32_t version = 1) {
  CodeSpec out;
  out.builtin = builtin;
  out.deprecated = deprecated;
  out.version = version;
  out.custom = std::string(contract::kCustomCode);
  return out;
}

CodeSpec custom_code(std::string name) {
  CodeSpec out = code_of(contract::kBuiltin);
  out.custom = std::move(name);
  return out;
}

// Two numbers an activation, from a fixed seed.
class Random {
 public:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  Bytes bytes(std::size_t count) {
    Bytes out(count);
    for (std::size_t i = 0; i < count; i += 8) {
      const auto eight = std::bit_cast<std::array<std::uint8_t, 8>>(next());
      for (std::size_t k = 0; k < 8 && i + k < count; ++k) out[i + k] = eight[k];
    }
    return out;
  }

 private:
  std::uint64_t state_ = 0x9e3779b97f4a7c15u;
};

// A net in the making.
class Net {
 public:
  explicit Net(std::int32_t channels) : channels_(channels) {}

  std::uint32_t activation(const std::string& name, Ints shape) {
    TensorSpec t;
    t.name = name;
    t.shape = std::move(shape);
    t.buffer = spec.add(BufferSpec{});
    t.quantization = per_tensor(0.0235f + 0.001f * static_cast<float>(t.buffer), -128);
    return spec.add(std::move(t));
  }
  std::uint32_t constant(const std::string& name, Ints shape, TensorType type, Bytes data) {
    TensorSpec t;
    t.name = name;
    t.shape = std::move(shape);
    t.type = type;
    BufferSpec buffer;
    buffer.data = std::move(data);
    t.buffer = spec.add(std::move(buffer));
    return spec.add(std::move(t));
  }
  // A filter with a step for each channel, and its bias.
  std::pair<std::uint32_t, std::uint32_t> weights(const std::string& name, Ints shape, std::int32_t axis) {
    std::size_t count = 1;
    for (std::int32_t extent : shape) count *= static_cast<std::size_t>(extent);
    const std::int32_t outputs = shape[static_cast<std::size_t>(axis)];
    const auto filter = constant(name + "/weights", std::move(shape), TensorType::INT8, random_.bytes(count));
    QuantizationSpec scheme;
    scheme.scale.emplace(static_cast<std::size_t>(outputs), 0.0043f);
    scheme.zero_point.emplace(static_cast<std::size_t>(outputs), 0);
    scheme.quantized_dimension = axis;
    spec.tensor(filter).quantization = scheme;
    const auto bias = constant(name + "/bias", {outputs}, TensorType::INT32,
                               Bytes(sizeof(std::int32_t) * static_cast<std::size_t>(outputs)));
    scheme.quantized_dimension = 0;
    spec.tensor(bias).quantization = scheme;
    return {filter, bias};
  }
  void op(Builtin builtin, Options type, Slots options, Ints inputs, Ints outputs) {
    std::uint32_t code = 0;
    while (code < spec.codes.size() && spec.codes[code].builtin != builtin) ++code;
    if (code == spec.codes.size()) spec.add(code_of(builtin));
    OperatorSpec out;
    out.code = code;
    out.inputs = std::move(inputs);
    out.outputs = std::move(outputs);
    out.options = OptionsSpec{type, std::move(options)};
    spec.add(std::move(out));
  }
  std::uint32_t filtered(Builtin builtin, Options type, Slots options, const std::string& name, std::uint32_t from,
                         Ints filter, std::int32_t axis) {
    const auto [weight, bias] = weights(name, std::move(filter), axis);
    const auto to = activation(name + "/Relu;" + name + "/BiasAdd", {1, 25, 5, channels_});
    op(builtin, type, std::move(options), ints({from, weight, bias}), ints({to}));
    return to;
  }
  static Ints ints(std::initializer_list<std::uint32_t> of) {
    Ints out;
    for (std::uint32_t each : of) out.push_back(static_cast<std::int32_t>(each));
    return out;
  }

  ModelSpec spec;

 private:
  std::int32_t channels_;
  Random random_;
};

}  // namespace

ModelSpec chain(unsigned operators) {
  ModelSpec out;
  out.add(code_of(kAdd));
  out.description = "a chain";
  out.graphs[0].name = "main";
  for (unsigned i = 0; i <= operators; ++i) {
    TensorSpec t;
    t.name = "t" + std::to_string(i);
    t.shape = {1, 4};
    t.quantization = per_tensor(0.5f, static_cast<std::int64_t>(i));
    t.buffer = out.add(BufferSpec{});
    out.add(std::move(t));
  }
  for (unsigned i = 0; i < operators; ++i) {
    OperatorSpec op;
    const auto from = static_cast<std::int32_t>(i);
    op.inputs = {from, from};
    op.outputs = {from + 1};
    op.options = OptionsSpec{kAddOptions, {{0, kRelu}}};
    out.add(std::move(op));
  }
  out.graphs[0].inputs = {0};
  out.graphs[0].outputs = {static_cast<std::int32_t>(operators)};
  return out;
}

ModelSpec ds_cnn(std::size_t weights) {
  constexpr std::int32_t kBlocks = 6;
  constexpr std::int32_t kClasses = 12;
  std::int32_t channels = 8;
  const auto bytes = [&] { return static_cast<std::size_t>(channels * (kBlocks * (channels + 9) + 40 + kClasses)); };
  while (bytes() < weights) channels += 8;

  Net net(channels);
  const auto input = net.activation("serving_default_input_1:0", {1, 49, 10, 1});
  std::uint32_t at = net.filtered(kConv, kConvOptions, {{0, 0}, {1, 2}, {2, 2}, {3, kRelu}}, "ds_cnn/conv2d", input,
                                  {channels, 10, 4, 1}, 0);
  for (std::int32_t block = 0; block < kBlocks; ++block) {
    const std::string name = "ds_cnn/block_" + std::to_string(block);
    const auto deep = net.filtered(kDepthwise, kDepthwiseOptions, {{0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, kRelu}},
                                   name + "/depthwise_conv2d", at, {1, 3, 3, channels}, 3);
    const auto wide = net.filtered(kConv, kConvOptions, {{0, 0}, {1, 1}, {2, 1}, {3, kRelu}}, name + "/conv2d", deep,
                                   {channels, 1, 1, channels}, 0);
    const auto sum = net.activation(name + "/add/add", {1, 25, 5, channels});
    net.op(kAdd, kAddOptions, {{0, 0}}, Net::ints({at, wide}), Net::ints({sum}));
    at = sum;
  }
  const auto pooled = net.activation("ds_cnn/average_pooling2d/AvgPool", {1, 1, 1, channels});
  net.spec.tensor(pooled).quantization = net.spec.tensor(at).quantization;  // as interpreters want it of a pool
  net.op(kAveragePool, kPoolOptions, {{0, 1}, {1, 5}, {2, 25}, {3, 5}, {4, 25}}, Net::ints({at}), Net::ints({pooled}));
  Bytes shape{1, 0, 0, 0};
  for (unsigned i = 0; i < sizeof channels; ++i) shape.push_back(static_cast<std::uint8_t>(channels >> (8 * i)));
  const auto rows = net.constant("ds_cnn/flatten/Const", {2}, TensorType::INT32, shape);
  const auto flat = net.activation("ds_cnn/flatten/Reshape", {1, channels});
  // A reshape keeps the numbers, so it keeps what they stand for.
  net.spec.tensor(flat).quantization = net.spec.tensor(pooled).quantization;
  net.op(kReshape, kReshapeOptions, {}, Net::ints({pooled, rows}), Net::ints({flat}));
  const auto [weight, bias] = net.weights("ds_cnn/dense", {kClasses, channels}, 0);
  net.spec.tensor(weight).quantization = per_tensor(0.0043f, 0);
  net.spec.tensor(bias).quantization = per_tensor(0.0001f, 0);
  const auto dense = net.activation("ds_cnn/dense/BiasAdd", {1, kClasses});
  net.op(kFullyConnected, kFullyConnectedOptions, {{0, 0}}, Net::ints({flat, weight, bias}), Net::ints({dense}));
  const auto result = net.activation("StatefulPartitionedCall:0", {1, kClasses});
  net.spec.tensor(result).quantization = per_tensor(1.0f / 256, -128);
  net.op(kSoftmax, kSoftmaxOptions, {{0, std::bit_cast<std::uint32_t>(1.0f)}}, Net::ints({dense}), Net::ints({result}));
  net.spec.graphs[0].inputs = Net::ints({input});
  net.spec.graphs[0].outputs = Net::ints({result});
  net.spec.graphs[0].name = "main";
  net.spec.description = "MLIR Converted.";
  SignatureSpec signature;
  signature.key = "serving_default";
  signature.inputs = {{"input_1", input}};
  signature.outputs = {{"dense", result}};
  net.spec.signatures = {signature};
  BufferSpec version;
  version.data = Bytes{'1', '.', '5', '.', '0'};
  net.spec.metadata = {{"min_runtime_version", net.spec.add(version)}};
  return net.spec;
}

ModelSpec split() {
  ModelSpec out = chain(4);
  const auto code = out.add(code_of(kSplit));
  out.op(1).code = code;
  out.op(1).options = OptionsSpec{kSplitOptions, {{0, 2}}};
  BufferSpec axis;
  axis.data = Bytes(4);
  TensorSpec t;
  t.name = "axis";
  t.type = TensorType::INT32;
  t.shape = Ints{};
  t.buffer = out.add(axis);
  const auto where = static_cast<std::int32_t>(out.add(t));
  t = out.tensor(2);
  t.name = "t2:1";
  t.buffer = out.add(BufferSpec{});
  const auto half = static_cast<std::int32_t>(out.add(t));
  out.op(1).inputs = {where, 1};
  out.op(1).outputs = {2, half};
  out.op(3).inputs = {half, 2};
  out.graphs[0].outputs = {4, 3};
  return out;
}

OperatorSpec custom(ModelSpec& in, const std::string& name, Ints inputs, Ints outputs) {
  OperatorSpec out;
  out.code = in.add(custom_code(name));
  out.inputs = std::move(inputs);
  out.outputs = std::move(outputs);
  out.custom_options = Bytes{1, 2, 3};
  return out;
}

namespace {

class Shelf {
 public:
  // A chain of five, after `edit`.
  template <class Edit>
  void put(const std::string& name, Expect expect, Edit edit) {
    Ready one{name, chain(5), expect};
    edit(one.spec);
    all.push_back(std::move(one));
  }

  std::vector<Ready> all;
};

void put_tensors(Shelf& shelf) {
  // Tensor 2 crosses behind operator 1 alone.
  const auto tensor_2 = [&](const std::string& name, Expect expect, auto edit) {
    shelf.put(name, expect, [&](ModelSpec& m) { edit(m.tensor(2)); });
  };
  for (TensorType type : {TensorType::FLOAT32, TensorType::FLOAT16, TensorType::INT32, TensorType::UINT8,
                          TensorType::INT64, TensorType::BOOL, TensorType::INT16}) {
    tensor_2("type-" + std::string(name(type)), Expect::kCut, [&](TensorSpec& t) { t.type = type; });
  }
  for (int value = 0; value <= 23; ++value) {  // one more than there are names
    const auto type = static_cast<TensorType>(value);
    if (copied(type)) continue;
    tensor_2("crossing-type-" + std::to_string(value), Expect::kNotBehind, [&](TensorSpec& t) { t.type = type; });
  }
  tensor_2("crossing-variable", Expect::kNotBehind, [](TensorSpec& t) { t.is_variable = true; });
  tensor_2("crossing-sparse", Expect::kNotBehind, [](TensorSpec& t) { t.sparsity = OptionsSpec{0, {{0, 1}}}; });
  tensor_2("crossing-variant", Expect::kNotBehind, [](TensorSpec& t) { t.variant_tensors = {OptionsSpec{}}; });
  tensor_2("crossing-open-shape", Expect::kNotBehind, [](TensorSpec& t) { t.shape = {-1, 4}; });
  tensor_2("crossing-two-gib", Expect::kNotBehind, [](TensorSpec& t) { t.shape = {1 << 30, 2}; });
  tensor_2("no-elements", Expect::kCut, [](TensorSpec& t) { t.shape = {0}; });
  tensor_2("scalar", Expect::kCut, [](TensorSpec& t) { t.shape.reset(); });
  tensor_2("scalar-with-rank", Expect::kCut, [](TensorSpec& t) {
    t.shape = Ints{};
    t.has_rank = true;
  });
  tensor_2("shape-signature", Expect::kCut, [](TensorSpec& t) { t.shape_signature = {-1, 4}; });
  tensor_2("newer-field-of-a-crossing-tensor", Expect::kNotBehind, [](TensorSpec& t) {
    t.newer = {{kFirstNewerId, 7}};
  });
  shelf.put("crossing-external-buffer", Expect::kNotBehind, [](ModelSpec& m) {
    m.external_groups = {"weights.bin"};
    m.external_buffers = {{1, 0, 4096, 4, "none"}};
    m.tensor(2).external_buffer = 1;
  });

  const auto scheme = [&](const std::string& name, Expect expect, auto edit) {
    tensor_2(name, expect, [&](TensorSpec& t) { edit(*t.quantization); });
  };
  tensor_2("no-quantization", Expect::kCut, [](TensorSpec& t) { t.quantization.reset(); });
  tensor_2("empty-quantization", Expect::kCut, [](TensorSpec& t) { t.quantization = QuantizationSpec{}; });
  tensor_2("min-and-max", Expect::kCut, [](TensorSpec& t) {
    t.quantization = QuantizationSpec{};
    t.quantization->min = {-1.0f};
    t.quantization->max = {1.0f};
  });
  scheme("per-axis", Expect::kCut, [](QuantizationSpec& q) {
    q.scale = {0.5f, 0.25f, 0.125f, 2.0f};
    q.zero_point = {0, 1, -1, 5};
    q.quantized_dimension = 1;
  });
  scheme("custom-quantization", Expect::kCut, [](QuantizationSpec& q) {
    q.details_type = 1;
    q.custom = {9, 8, 7, 6, 5};
  });
  scheme("blockwise-quantization", Expect::kCut, [](QuantizationSpec& q) {
    q.details_type = 2;
    q.scales = q.zero_points = 5;
    q.block_size = 32;
  });
  scheme("multi-axis-quantization", Expect::kCut, [](QuantizationSpec& q) {
    q.details_type = 3;
    q.scales = q.zero_points = 5;
    q.block_size = 2;
    q.dimensions = {0, 1};
  });
  scheme("newer-field-of-quantization", Expect::kNotBehind, [](QuantizationSpec& q) {
    q.newer = {{kFirstNewerId, 7}};
  });

  // What does not cross is nobody's business.
  shelf.put("constants-of-any-kind", Expect::kCut, [](ModelSpec& m) {
    BufferSpec data;
    data.data = Bytes{0x21, 0x43};
    TensorSpec t;
    t.name = "weights";
    t.shape = {1, 4};
    t.type = TensorType::INT4;
    t.buffer = m.add(data);
    t.sparsity = OptionsSpec{0, {{1, 2}}};
    t.newer = {{kFirstNewerId, 3}};
    m.op(1).inputs[1] = m.op(4).inputs[1] = static_cast<std::int32_t>(m.add(t));
  });
  shelf.put("variables-that-do-not-cross", Expect::kCut, [](ModelSpec& m) {
    TensorSpec t;
    t.name = "state";
    t.shape = {1, 4};
    t.is_variable = true;
    const auto state = static_cast<std::int32_t>(m.add(t));
    m.op(3) = custom(m, "Keeps", {3, state}, {4});
    m.op(3).mutating_variable_inputs = Bytes{0, 1};
    m.op(3).intermediates = Ints{state};
  });
  shelf.put("string-and-resource-inputs", Expect::kCut, [](ModelSpec& m) {
    m.tensor(0).type = TensorType::STRING;
    TensorSpec t;
    t.type = TensorType::RESOURCE;
    m.op(2).inputs[1] = static_cast<std::int32_t>(m.add(t));
  });
}

void put_names(Shelf& shelf) {
  const auto named = [&](const std::string& name, Expect expect, auto edit) {
    shelf.put(name, expect, [&](ModelSpec& m) {
      m.op(4).inputs = {4, 2};  // so that some fences have two pairs
      edit(m);
    });
  };
  const auto rename = [](ModelSpec& m, std::size_t index, std::string to) { m.tensor(index).name = std::move(to); };
  named("names-absent", Expect::kCut, [](ModelSpec& m) {
    for (TensorSpec& each : m.graphs[0].tensors) each.name.reset();
  });
  named("names-empty", Expect::kCut, [](ModelSpec& m) {
    for (TensorSpec& each : m.graphs[0].tensors) each.name = "";
  });
  named("names-repeated", Expect::kCut, [](ModelSpec& m) {
    for (TensorSpec& each : m.graphs[0].tensors) each.name = "same";
  });
  named("names-hostile", Expect::kCut, [&](ModelSpec& m) {
    rename(m, 1, "\"},{\"");
    rename(m, 2, std::string("\0\n\r\x1b[31m", 8));
    rename(m, 3, "'; rm -rf ../../etc\\");
    rename(m, 4, "\xe2\x80\xae\xf0\x9f\x92\xa9%s%n");
  });
  named("names-not-utf8", Expect::kNoModel, [&](ModelSpec& m) { rename(m, 2, "\xff\xfe"); });
  named("names-surrogate", Expect::kNoModel, [&](ModelSpec& m) { rename(m, 2, "\xed\xa0\x80"); });
  named("name-of-a-fence", Expect::kCut, [&](ModelSpec& m) { rename(m, 2, contract::first_name("x")); });
  named("first-name-taken", Expect::kCut, [&](ModelSpec& m) { rename(m, 5, contract::first_name("t2")); });
  named("both-names-taken", Expect::kCut, [&](ModelSpec& m) {
    rename(m, 5, contract::first_name("t2"));
    rename(m, 0, contract::other_name("t2", 1));
  });
  named("other-name-taken", Expect::kCut, [&](ModelSpec& m) { rename(m, 5, contract::other_name("t2", 3)); });
}

void put_codes(Shelf& shelf) {
  const auto pair = [&](const std::string& name, Expect expect, const CodeSpec& code) {
    shelf.put("code-" + name, expect, [&](ModelSpec& m) { m.add(code); });
  };
  constexpr std::int32_t kIs = contract::kBuiltin;
  pair("32-32", Expect::kCut, fence_code(kIs, kIs));
  pair("32-0", Expect::kCut, fence_code(kIs, 0));
  pair("0-32", Expect::kCut, fence_code(0, kIs));
  pair("32-5", Expect::kCut, fence_code(kIs, 5));
  pair("32-minus-1", Expect::kCut, fence_code(kIs, -1));
  pair("5-32", Expect::kNoCut, fence_code(5, kIs));
  pair("minus-5-32", Expect::kNoCut, fence_code(-5, kIs));
  pair("33-32", Expect::kNoCut, fence_code(33, kIs));
  pair("32-127", Expect::kNoCut, fence_code(kIs, 127));
  pair("version-2", Expect::kNoCut, fence_code(kIs, kIs, 2));
  pair("version-0", Expect::kNoCut, fence_code(kIs, kIs, 0));
  pair("builtin-of-that-name", Expect::kNoCut, fence_code(kConv, kConv));
  pair("case-twin", Expect::kCut, custom_code("ethos_u_stream_split"));
  for (std::string_view former : contract::kFormerCustomCodes) {
    pair("former", Expect::kNoCut, custom_code(std::string(former)));
  }
  pair("compiled", Expect::kNoCut, custom_code("ethos-u"));
  pair("dispatched", Expect::kNoCut, custom_code("DISPATCH_OP"));
  shelf.put("code-twice", Expect::kCut, [](ModelSpec& m) {
    m.add(fence_code(kIs, 0));
    m.add(fence_code(kIs, kIs));
  });
  shelf.put("code-sound-and-wrong", Expect::kNoCut, [](ModelSpec& m) {
    m.add(fence_code(kIs, kIs));
    m.add(fence_code(kIs, kIs, 2));
  });
  shelf.put("fenced-before", Expect::kCut, [](ModelSpec& m) {
    m.op(2).code = m.add(fence_code(kIs, kIs));
    m.op(2).inputs = {2};
    m.op(2).options.reset();
  });
  shelf.put("newer-field-of-a-code", Expect::kCut, [](ModelSpec& m) { m.codes[0].newer = {{kFirstNewerId, 7}}; });
}

void put_graphs(Shelf& shelf) {
  shelf.put("residual", Expect::kCut, [](ModelSpec& m) { m.op(4).inputs = {4, 1}; });
  shelf.put("output-that-is-consumed", Expect::kCut, [](ModelSpec& m) { m.graphs[0].outputs = {2, 5}; });
  shelf.put("output-twice", Expect::kCut, [](ModelSpec& m) { m.graphs[0].outputs = {2, 5, 2}; });
  shelf.put("constant-output", Expect::kCut, [](ModelSpec& m) {
    BufferSpec data;
    data.data = Bytes(4, 7);
    TensorSpec t = m.tensor(0);
    t.buffer = m.add(data);
    m.graphs[0].outputs = {static_cast<std::int32_t>(m.add(t)), 5, 0};
  });
  shelf.put("optional-inputs", Expect::kCut, [](ModelSpec& m) {
    m.op(3).inputs = {-1, 3, -1};
    m.op(3).intermediates = Ints{-1};
  });
  shelf.put("dead-tail", Expect::kCut, [](ModelSpec& m) { m.graphs[0].outputs = {3}; });
  shelf.put("operator-without-outputs", Expect::kCut, [](ModelSpec& m) {
    m.op(2).outputs = {};
    m.op(3).inputs = {2, 2};
  });
  shelf.put("signature", Expect::kCut, [](ModelSpec& m) {
    m.graphs[0].outputs = {3, 5};
    SignatureSpec signature;
    signature.key = "serving_default";
    signature.inputs = {{"in", 0}};
    signature.outputs = {{"late", 5}, {"early", 3}};
    signature.deprecated_tag = "old";
    m.signatures = {signature, signature};
    m.signatures[1].key = "again";
  });
  shelf.put("signature-of-tensor-0", Expect::kCut, [](ModelSpec& m) {
    std::swap(m.tensor(0), m.tensor(2));  // the graph reads 2, and 0 is what was 2
    for (OperatorSpec& op : m.graphs[0].operators) {
      for (Ints* side : {&op.inputs, &op.outputs}) {
        for (std::int32_t& each : *side) each = each == 0 ? 2 : each == 2 ? 0 : each;
      }
    }
    m.graphs[0].inputs = {2};
    m.graphs[0].outputs = {5, 0};
    SignatureSpec signature;
    signature.outputs = {{"first", 0}, {"last", 5}};
    m.signatures = {signature};
  });
  shelf.put("signature-of-an-inner-tensor", Expect::kCut, [](ModelSpec& m) {
    SignatureSpec signature;  // tensor 2 is no graph output, and nothing reads it behind operator 2
    signature.outputs = {{"inner", 2}, {"last", 5}};
    m.signatures = {signature};
  });
  shelf.put("newer-field-of-a-signature", Expect::kCut, [](ModelSpec& m) {
    SignatureSpec signature;
    signature.outputs = {{"last", 0}};
    signature.newer = {{kFirstNewerId, 7}};
    m.signatures = {signature};
  });
  shelf.put("reads-before-it-is-made", Expect::kNoCut, [](ModelSpec& m) { m.op(1).inputs = {1, 4}; });
  shelf.put("made-twice", Expect::kNoCut, [](ModelSpec& m) { m.op(3).outputs = {4, 2}; });
  shelf.put("input-that-is-made", Expect::kNoCut, [](ModelSpec& m) { m.op(3).outputs = {4, 0}; });
  shelf.put("index-beyond", Expect::kNoModel, [](ModelSpec& m) { m.op(3).inputs = {99, 3}; });
  shelf.put("index-negative", Expect::kNoModel, [](ModelSpec& m) { m.op(3).inputs = {-2, 3}; });
  shelf.put("output-left-out", Expect::kNoModel, [](ModelSpec& m) { m.op(3).outputs = {-1}; });
  shelf.put("shared-places", Expect::kCut, [](ModelSpec& m) {
    m.share = true;
    m.op(3).inputs = m.op(2).inputs;  // one vector for both, and a table for two buffers
    m.op(4).inputs = {4, 1};
    for (TensorSpec& each : m.graphs[0].tensors) each.quantization = per_tensor(0.5f, 3);
  });
  shelf.put("newer-field-of-a-graph", Expect::kNoCut, [](ModelSpec& m) { m.graphs[0].newer = {{kFirstNewerId, 7}}; });
  shelf.put("newer-field-of-an-operator", Expect::kNotBehind, [](ModelSpec& m) {
    m.op(3).newer = {{kFirstNewerId, 7}};
  });
  shelf.put("newer-field-of-options", Expect::kCut, [](ModelSpec& m) { m.op(3).options->fields.push_back({9, 7}); });
  shelf.put("newer-options", Expect::kCut, [](ModelSpec& m) {
    m.op(3).options.reset();
    m.op(3).options_2 = OptionsSpec{23, {{0, 5}, {3, 1}}};
    m.op(3).debug_metadata_index = 3;
    m.graphs[0].debug_metadata_index = 2;
  });
}

void put_files(Shelf& shelf) {
  shelf.put("data-behind-the-flatbuffer", Expect::kCut, [](ModelSpec& m) {
    for (std::uint32_t i = 0; i < 2; ++i) {
      BufferSpec data;
      data.outside = Bytes(20 + i, static_cast<std::uint8_t>(0xa0 + i));
      TensorSpec t = m.tensor(0);
      t.name = "weights" + std::to_string(i);
      t.buffer = m.add(data);
      m.op(2 + i).inputs[1] = static_cast<std::int32_t>(m.add(t));
    }
  });
  shelf.put("options-behind-the-flatbuffer", Expect::kCut, [](ModelSpec& m) {
    m.op(2) = custom(m, "Large", {2, 0}, {3});
    m.op(2).custom_options.reset();
    m.op(2).large_options = Bytes(33, 0x5a);
  });
  shelf.put("data-beyond-the-file", Expect::kNoModel, [](ModelSpec& m) {
    m.buffers[3].offset = 1 << 20;
    m.buffers[3].size = 16;
  });
  shelf.put("data-without-end", Expect::kNoModel, [](ModelSpec& m) {
    m.buffers[3].offset = 16;
    m.buffers[3].size = ~std::uint64_t{0};
  });
  shelf.put("offset-of-1", Expect::kCut, [](ModelSpec& m) { m.buffers[3].offset = m.buffers[3].size = 1; });
  shelf.put("newer-field-of-a-buffer", Expect::kCut, [](ModelSpec& m) { m.buffers[3].newer = {{kFirstNewerId, 7}}; });
  shelf.put("trailing-bytes", Expect::kCut, [](ModelSpec& m) { m.trailing = {'P', 'K', 5, 6, 0, 0, 0}; });
  shelf.put("empty-vectors", Expect::kCut, [](ModelSpec& m) { m.empties = true; });
  shelf.put("no-graph", Expect::kNoCut, [](ModelSpec& m) { m.graphs.clear(); });
  shelf.put("empty-graph", Expect::kNoCut, [](ModelSpec& m) { m.graphs = {GraphSpec{}}; });
  shelf.put("two-graphs", Expect::kNoCut, [](ModelSpec& m) { m.graphs.push_back(GraphSpec{m.graphs[0]}); });
  shelf.put("no-buffers", Expect::kNoCut, [](ModelSpec& m) {
    m.buffers.clear();
    for (TensorSpec& each : m.graphs[0].tensors) each.buffer = 0;
  });
  shelf.put("version-2", Expect::kNoCut, [](ModelSpec& m) { m.version = 2; });
  shelf.put("newer-field-of-the-model", Expect::kNoCut, [](ModelSpec& m) { m.newer = {{kFirstNewerId, 7}}; });
  shelf.put("no-identifier", Expect::kNoModel, [](ModelSpec& m) { m.identifier.clear(); });
  shelf.put("other-identifier", Expect::kNoModel, [](ModelSpec& m) { m.identifier = "TFL2"; });
  shelf.put("size-prefixed", Expect::kNoModel, [](ModelSpec& m) { m.size_prefixed = true; });
  const auto metadata = [&](const std::string& name, Expect expect) {
    shelf.put("metadata-" + name, expect, [&](ModelSpec& m) {
      BufferSpec data;
      data.data = Bytes(8, 1);
      m.metadata = {{name, m.add(data)}};
      m.metadata_buffer = {1};
    });
  };
  metadata("min_runtime_version", Expect::kCut);
  metadata("COMPRESSION_METADATA", Expect::kCut);
  metadata("OfflineMemoryAllocation", Expect::kNoCut);
  metadata("model_control_dependencies", Expect::kNoCut);
  metadata("NPU_BYTE_CODE", Expect::kNoCut);
}

}  // namespace

std::vector<Ready> ready_models() {
  Shelf shelf;
  shelf.put("chain", Expect::kCut, [](ModelSpec&) {});
  shelf.put("split", Expect::kCut, [](ModelSpec& m) { m = split(); });
  shelf.put("ds-cnn", Expect::kCut, [](ModelSpec& m) { m = ds_cnn(20'000); });
  put_tensors(shelf);
  put_names(shelf);
  put_codes(shelf);
  put_graphs(shelf);
  put_files(shelf);
  return std::move(shelf.all);
}

}  // namespace npuspec::test
