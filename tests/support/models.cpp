#include "support/models.h"

#include <array>
#include <cstring>
#include <map>
#include <set>

#include "tflite_generated.h"

namespace npuspec::test {

namespace {

namespace fbs = tflite::fbs;
using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;
template <class T>
using Vector = flatbuffers::Vector<T>;

constexpr std::size_t kAlignment = 16;

// What is written again: only where equals share a place.
template <class Key, class Made>
class Known {
 public:
  explicit Known(bool share) : share_(share) {}

  template <class Make>
  Made get(const Key& key, Make make) {
    if (!share_) return make();
    for (const auto& [known, made] : all_) {
      if (known == key) return made;
    }
    return all_.emplace_back(key, make()).second;
  }

 private:
  bool share_;
  std::vector<std::pair<Key, Made>> all_;
};

class Writer {
 public:
  explicit Writer(const ModelSpec& spec)
      : spec_(spec),
        names_(spec.share),
        ints_(spec.share),
        quantizations_(spec.share),
        tensors_(spec.share),
        operators_(spec.share),
        buffers_(spec.share) {}

  Bytes file() {
    write_model();
    Bytes out(fbb_.GetBufferPointer(), fbb_.GetBufferPointer() + fbb_.GetSize());
    append_outside(out);
    if (spec_.size_prefixed) {
      std::array<std::uint8_t, 4> size{};
      flatbuffers::WriteScalar(size.data(), static_cast<std::uint32_t>(out.size()));
      out.insert(out.begin(), size.begin(), size.end());
    }
    out.insert(out.end(), spec_.trailing.begin(), spec_.trailing.end());
    return out;
  }

 private:
  template <class T>
  Offset<Vector<T>> vector(const std::optional<std::vector<T>>& of) {
    return of ? fbb_.CreateVector(*of) : 0;
  }
  Offset<Vector<std::int32_t>> ints(const std::optional<Ints>& of) {
    return of ? ints_.get(*of, [&] { return fbb_.CreateVector(*of); }) : 0;
  }
  Offset<flatbuffers::String> text(const std::optional<std::string>& of) {
    return of ? names_.get(*of, [&] { return fbb_.CreateString(*of); }) : 0;
  }
  // A vector of tables that may be left out.
  template <class T>
  Offset<Vector<Offset<T>>> tables(const std::vector<Offset<T>>& of) {
    return of.empty() && !spec_.empties ? 0 : fbb_.CreateVector(of);
  }
  Offset<Vector<std::uint8_t>> aligned(const std::optional<Bytes>& of) {
    if (!of) return 0;
    fbb_.ForceVectorAlignment(of->size(), 1, kAlignment);
    return fbb_.CreateVector(*of);
  }

  void slots(const Slots& of) {
    for (const Slot& each : of) {
      fbb_.AddElement<std::uint32_t>(static_cast<flatbuffers::voffset_t>(4 + 2 * each.id), each.value, ~each.value);
    }
  }

  Offset<fbs::Opaque> opaque(const Slots& of) {
    const auto start = fbb_.StartTable();
    slots(of);
    return fbb_.EndTable(start);
  }
  Offset<fbs::Opaque> opaque(const std::optional<OptionsSpec>& of) { return of ? opaque(of->fields) : 0; }

  Offset<void> details(const QuantizationSpec& of) {
    switch (of.details_type) {
      case 0:
        return 0;
      case 1: {
        const auto bytes = aligned(of.custom);
        fbs::CustomQuantizationBuilder table(fbb_);
        table.add_custom(bytes);
        slots(of.newer_details);
        return table.Finish().Union();
      }
      case 2: {
        fbs::BlockwiseQuantizationBuilder table(fbb_);
        table.add_scales(of.scales);
        table.add_zero_points(of.zero_points);
        table.add_block_size(of.block_size);
        slots(of.newer_details);
        return table.Finish().Union();
      }
      case 3: {
        const auto dimensions = fbb_.CreateVector(of.dimensions);
        fbs::MultiAxisQuantizationBuilder table(fbb_);
        table.add_scales(of.scales);
        table.add_zero_points(of.zero_points);
        table.add_block_size(of.block_size);
        table.add_quantized_dimensions(dimensions);
        slots(of.newer_details);
        return table.Finish().Union();
      }
      default:
        return opaque(Slots{}).Union();
    }
  }

  Offset<fbs::QuantizationParameters> quantization(const QuantizationSpec& of) {
    const auto min = vector(of.min);
    const auto max = vector(of.max);
    const auto scale = vector(of.scale);
    const auto zero_point = vector(of.zero_point);
    const auto more = details(of);
    fbs::QuantizationParametersBuilder table(fbb_);
    table.add_min(min);
    table.add_max(max);
    table.add_scale(scale);
    table.add_zero_point(zero_point);
    table.add_details_type(static_cast<fbs::QuantizationParametersDetails>(of.details_type));
    table.add_details(more);
    table.add_quantized_dimension(of.quantized_dimension);
    slots(of.newer);
    return table.Finish();
  }

  Offset<fbs::Tensor> tensor(const TensorSpec& of) {
    const auto shape = ints(of.shape);
    const auto name = text(of.name);
    Offset<fbs::QuantizationParameters> scheme = 0;
    if (of.quantization) scheme = quantizations_.get(*of.quantization, [&] { return quantization(*of.quantization); });
    const auto sparsity = opaque(of.sparsity);
    const auto signature = ints(of.shape_signature);
    std::vector<Offset<fbs::Opaque>> variants;
    for (const OptionsSpec& each : of.variant_tensors) variants.push_back(opaque(each.fields));
    const auto held = variants.empty() ? 0 : fbb_.CreateVector(variants);
    fbs::TensorBuilder table(fbb_);
    table.add_shape(shape);
    table.add_type(static_cast<fbs::TensorType>(of.type));
    table.add_buffer(of.buffer);
    table.add_name(name);
    table.add_quantization(scheme);
    table.add_is_variable(of.is_variable);
    table.add_sparsity(sparsity);
    table.add_shape_signature(signature);
    table.add_has_rank(of.has_rank);
    table.add_variant_tensors(held);
    table.add_external_buffer(of.external_buffer);
    slots(of.newer);
    return table.Finish();
  }

  Offset<fbs::Operator> op(const OperatorSpec& of) {
    const auto inputs = ints(of.inputs);
    const auto outputs = ints(of.outputs);
    const auto options = opaque(of.options);
    const auto options_2 = opaque(of.options_2);
    const auto custom_options = vector(of.custom_options);
    const auto mutating = vector(of.mutating_variable_inputs);
    const auto intermediates = ints(of.intermediates);
    fbs::OperatorBuilder table(fbb_);
    table.add_opcode_index(of.code);
    table.add_inputs(inputs);
    table.add_outputs(outputs);
    table.add_builtin_options_type(of.options ? of.options->type : std::uint8_t{0});
    table.add_builtin_options(options);
    table.add_custom_options(custom_options);
    table.add_custom_options_format(of.custom_options_format);
    table.add_mutating_variable_inputs(mutating);
    table.add_intermediates(intermediates);
    if (of.large_options) {
      table.add_large_custom_options_offset(kLater);
      table.add_large_custom_options_size(of.large_options->size());
    }
    table.add_builtin_options_2_type(of.options_2 ? of.options_2->type : std::uint8_t{0});
    table.add_builtin_options_2(options_2);
    table.add_debug_metadata_index(of.debug_metadata_index);
    slots(of.newer);
    return table.Finish();
  }

  Offset<fbs::Buffer> buffer(const BufferSpec& of) {
    const auto data = aligned(of.data);
    fbs::BufferBuilder table(fbb_);
    table.add_data(data);
    table.add_offset(of.outside ? kLater : of.offset);
    table.add_size(of.outside ? of.outside->size() : of.size);
    slots(of.newer);
    return table.Finish();
  }

  Offset<fbs::OperatorCode> code(const CodeSpec& of) {
    const auto custom = text(of.custom);
    fbs::OperatorCodeBuilder table(fbb_);
    table.add_deprecated_builtin_code(static_cast<std::int8_t>(of.deprecated));
    table.add_custom_code(custom);
    table.add_version(of.version);
    table.add_builtin_code(static_cast<fbs::BuiltinOperator>(of.builtin));
    slots(of.newer);
    return table.Finish();
  }

  Offset<fbs::SubGraph> graph(const GraphSpec& of) {
    std::vector<Offset<fbs::Tensor>> tensors;
    for (const TensorSpec& each : of.tensors) tensors.push_back(tensors_.get(each, [&] { return tensor(each); }));
    std::vector<Offset<fbs::Operator>> operators;
    for (const OperatorSpec& each : of.operators) operators.push_back(operators_.get(each, [&] { return op(each); }));
    const bool bare = of.tensors.empty() && !spec_.empties;
    const auto inputs = bare ? 0 : ints(of.inputs);
    const auto outputs = bare ? 0 : ints(of.outputs);
    const auto name = text(of.name);
    const auto all_tensors = tables(tensors);
    const auto all_operators = tables(operators);
    fbs::SubGraphBuilder table(fbb_);
    table.add_tensors(all_tensors);
    table.add_inputs(inputs);
    table.add_outputs(outputs);
    table.add_operators(all_operators);
    table.add_name(name);
    table.add_debug_metadata_index(of.debug_metadata_index);
    slots(of.newer);
    return table.Finish();
  }

  Offset<Vector<Offset<fbs::TensorMap>>> maps(const std::vector<std::pair<std::string, std::uint32_t>>& of) {
    std::vector<Offset<fbs::TensorMap>> out;
    for (const auto& [name, index] : of) out.push_back(fbs::CreateTensorMap(fbb_, text(name), index));
    return fbb_.CreateVector(out);
  }

  Offset<fbs::SignatureDef> signature(const SignatureSpec& of) {
    const auto inputs = maps(of.inputs);
    const auto outputs = maps(of.outputs);
    const auto key = text(of.key);
    const auto tag = text(of.deprecated_tag);
    fbs::SignatureDefBuilder table(fbb_);
    table.add_inputs(inputs);
    table.add_outputs(outputs);
    table.add_signature_key(key);
    table.add_deprecated_tag(tag);
    table.add_subgraph_index(of.graph);
    slots(of.newer);
    return table.Finish();
  }

  template <class T, class Of, class Make>
  Offset<Vector<Offset<T>>> all(const std::vector<Of>& of, Make make) {
    std::vector<Offset<T>> out;
    for (const Of& each : of) out.push_back(make(each));
    return tables(out);
  }

  void write_model() {
    // The data first, so that it comes last in the file, as converters have it.
    const auto buffers = all<fbs::Buffer>(
        spec_.buffers, [&](const auto& each) { return buffers_.get(each, [&] { return buffer(each); }); });
    const auto codes = all<fbs::OperatorCode>(spec_.codes, [&](const auto& each) { return code(each); });
    const auto graphs = all<fbs::SubGraph>(spec_.graphs, [&](const auto& each) { return graph(each); });
    const auto description = text(spec_.description);
    const auto unnamed = spec_.metadata_buffer.empty() ? 0 : fbb_.CreateVector(spec_.metadata_buffer);
    const auto metadata = all<fbs::Metadata>(
        spec_.metadata, [&](const auto& each) { return fbs::CreateMetadata(fbb_, text(each.name), each.buffer); });
    const auto signatures = all<fbs::SignatureDef>(spec_.signatures, [&](const auto& each) { return signature(each); });
    const auto groups = all<fbs::ExternalBufferGroup>(
        spec_.external_groups, [&](const auto& each) { return fbs::CreateExternalBufferGroup(fbb_, text(each)); });
    const auto external = all<fbs::ExternalBuffer>(spec_.external_buffers, [&](const auto& each) {
      return fbs::CreateExternalBuffer(fbb_, each.id, each.group, each.offset, each.length, text(each.packing));
    });
    fbs::ModelBuilder table(fbb_);
    table.add_version(spec_.version);
    table.add_operator_codes(codes);
    table.add_subgraphs(graphs);
    table.add_description(description);
    table.add_buffers(buffers);
    table.add_metadata_buffer(unnamed);
    table.add_metadata(metadata);
    table.add_signature_defs(signatures);
    table.add_external_buffer_groups(groups);
    table.add_external_buffers(external);
    slots(spec_.newer);
    fbb_.Finish(table.Finish(), spec_.identifier.empty() ? nullptr : spec_.identifier.c_str());
  }

  // The data that lies behind the flatbuffer, and in the tables where it is.
  void append_outside(Bytes& out) {
    std::set<std::size_t> done;  // places of tables: two entries may share one
    const auto place = [&](const auto* table, std::uint16_t id, const Bytes& data) {
      const auto at = static_cast<std::size_t>(reinterpret_cast<const std::uint8_t*>(table) - fbb_.GetBufferPointer());
      if (!done.insert(at).second) return;
      out.resize((out.size() + kAlignment - 1) / kAlignment * kAlignment);
      auto* here = reinterpret_cast<flatbuffers::Table*>(out.data() + at);
      here->SetField<std::uint64_t>(static_cast<flatbuffers::voffset_t>(4 + 2 * id), out.size(), 0);
      out.insert(out.end(), data.begin(), data.end());
    };
    const fbs::Model* root = fbs::GetModel(fbb_.GetBufferPointer());
    for (std::size_t i = 0; i < spec_.buffers.size(); ++i) {
      if (!spec_.buffers[i].outside) continue;
      place(root->buffers()->Get(static_cast<unsigned>(i)), tflite::Buffer::kOffset, *spec_.buffers[i].outside);
    }
    for (std::size_t g = 0; g < spec_.graphs.size(); ++g) {
      const auto& operators = spec_.graphs[g].operators;
      for (std::size_t i = 0; i < operators.size(); ++i) {
        if (!operators[i].large_options) continue;
        place(root->subgraphs()->Get(static_cast<unsigned>(g))->operators()->Get(static_cast<unsigned>(i)),
              tflite::Operator::kLargeCustomOptionsOffset, *operators[i].large_options);
      }
    }
  }

  static constexpr std::uint64_t kLater = ~std::uint64_t{0};  // until the place is known

  const ModelSpec& spec_;
  FlatBufferBuilder fbb_;
  Known<std::string, Offset<flatbuffers::String>> names_;
  Known<Ints, Offset<Vector<std::int32_t>>> ints_;
  Known<QuantizationSpec, Offset<fbs::QuantizationParameters>> quantizations_;
  Known<TensorSpec, Offset<fbs::Tensor>> tensors_;
  Known<OperatorSpec, Offset<fbs::Operator>> operators_;
  Known<BufferSpec, Offset<fbs::Buffer>> buffers_;
};

template <class T>
std::uint32_t added(std::vector<T>& to, T what) {
  to.push_back(std::move(what));
  return static_cast<std::uint32_t>(to.size() - 1);
}

}  // namespace

QuantizationSpec per_tensor(float scale, std::int64_t zero_point) {
  QuantizationSpec out;
  out.scale = {scale};
  out.zero_point = {zero_point};
  return out;
}

std::uint32_t ModelSpec::add(TensorSpec tensor) { return added(graphs[0].tensors, std::move(tensor)); }
std::uint32_t ModelSpec::add(OperatorSpec op) { return added(graphs[0].operators, std::move(op)); }
std::uint32_t ModelSpec::add(CodeSpec code) { return added(codes, std::move(code)); }
std::uint32_t ModelSpec::add(BufferSpec buffer) { return added(buffers, std::move(buffer)); }

Bytes ModelSpec::build() const { return Writer(*this).file(); }

}  // namespace npuspec::test
