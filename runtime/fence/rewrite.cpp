#include "fence/rewrite.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "fence/front.h"
#include "fence/known.h"
#include "fence/moved.h"
#include "fence/walk.h"
#include "fence/work.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

using flatbuffers::Table;
using rules::How;
using rules::Written;
using Label = Front::Label;
using Target = Front::Target;
using Value = Front::Value;

// One fence, once the whole of it is known.
struct Fence {
  std::uint32_t after_op = 0;
  std::vector<std::uint32_t> tensors;      // that it intercepts, by their indices in the source
  std::vector<std::uint32_t> new_tensors;  // what it writes, by their indices in the fenced model
  std::vector<std::string> names;          // of these
  std::vector<std::int32_t> inputs;        // what it reads, in the fenced model
};

std::vector<Fence> fences_of(const Graph& graph, const FenceConfig& config) {
  const Model& model = graph.model();
  if (config.after_ops.empty()) throw CutError(model.name() + ": no cut is asked for; name at least one operator");
  std::vector<std::int64_t> positions = config.after_ops;
  std::sort(positions.begin(), positions.end());
  std::vector<Fence> out;
  for (std::int64_t position : positions) {
    std::vector<std::uint32_t> tensors = graph.cut(position);
    const auto after_op = static_cast<std::uint32_t>(position);
    if (!out.empty()) {
      const Fault fault = rules::check_boundaries({.previous = out.back().after_op, .after_op = after_op});
      if (fault != Fault::kNone) {
        throw CutError(model.name() + ": operator " + std::to_string(position) + " is asked for twice", fault);
      }
    }
    out.push_back({.after_op = after_op, .tensors = std::move(tensors), .new_tensors = {}, .names = {}, .inputs = {}});
  }
  return out;
}

// The names that new tensors may meet: those of the source that look like theirs, and their own.
class Names {
 public:
  explicit Names(const Model& model)
      : model_(model), kept_(model.name(), "naming the copies of so many tensors", Work::kMostBytes) {
    for (std::uint32_t i = 0; i < model.tensors(); ++i) {
      std::string_view name = model.tensor_name(i);
      if (name.find(rules::kFirstSuffix) != std::string_view::npos) taken_.emplace(name);
    }
  }

  std::string give(std::uint32_t tensor, std::uint32_t after_op, bool first) {
    const std::string_view name = model_.tensor_name(tensor);
    kept_.add(name.size());
    std::string out = first ? rules::first_name(name) : rules::other_name(name, after_op);
    if (first && taken_.contains(out)) out = rules::other_name(name, after_op);
    if (taken_.contains(out)) out = rules::clash_name(name, after_op, tensor);
    if (!taken_.insert(out).second) {
      throw CutError(model_.name() + ": a cut after operator " + std::to_string(after_op) + " would call the copy of " +
                     model_.describe_tensor(tensor) + " " + quote(out) +
                     ", and another tensor has that name; rename it");
    }
    return out;
  }

 private:
  const Model& model_;
  std::unordered_set<std::string> taken_;
  Work kept_;
};

// Fences are applied in descending order: so do their tensors get indices and names.
void number_and_name(const Model& model, std::vector<Fence>& fences) {
  Names names(model);
  std::uint32_t next = model.tensors();
  for (auto fence = fences.rbegin(); fence != fences.rend(); ++fence) {
    for (std::uint32_t tensor : fence->tensors) {
      fence->names.push_back(names.give(tensor, fence->after_op, fence->new_tensors.empty()));
      fence->new_tensors.push_back(next++);
    }
  }
}

// What an operator that is not a fence reads in the fenced model; nothing where that is what it read before.
using Rewired = std::optional<std::vector<std::int32_t>>;

struct Wiring {
  std::vector<Rewired> operators;
  std::vector<std::int32_t> now;  // of each tensor of the source, what stands for it behind the last operator

  // Nothing where none of `tensors` has another number.
  Rewired rewired(const flatbuffers::Vector<std::int32_t>* tensors) const {
    Rewired out;
    for (std::uint32_t k = 0; k < flat::length(tensors); ++k) {
      const std::int32_t old = tensors->Get(k);
      if (old < 0 || now[static_cast<std::uint32_t>(old)] == old) continue;
      if (!out) out.emplace(tensors->begin(), tensors->end());
      (*out)[k] = now[static_cast<std::uint32_t>(old)];
    }
    return out;
  }
};

// Goes along the operators with what each tensor is called at that point: a fence behind an operator changes that for
// all that comes after it, the next fence too.
Wiring wire(const Model& model, std::vector<Fence>& fences) {
  Wiring out;
  Work kept(model.name(), "giving so many operators lists of inputs of their own", Work::kMostBytes);
  out.now.resize(model.tensors());
  for (std::uint32_t i = 0; i < model.tensors(); ++i) out.now[i] = static_cast<std::int32_t>(i);
  out.operators.reserve(model.operators());
  auto fence = fences.begin();
  for (std::uint32_t i = 0; i < model.operators(); ++i) {
    out.operators.push_back(out.rewired(model.op(i)->inputs()));
    if (out.operators.back()) kept.add(out.operators.back()->size() * sizeof(std::int32_t));
    if (fence == fences.end() || fence->after_op != i) continue;
    for (std::size_t k = 0; k < fence->tensors.size(); ++k) {
      std::int32_t& now = out.now[fence->tensors[k]];
      fence->inputs.push_back(now);
      now = static_cast<std::int32_t>(fence->new_tensors[k]);
    }
    ++fence;
  }
  return out;
}

// Writes the front. A member function a kind of table; each writes the table, then what it leads to.
class Writer {
 public:
  Writer(const Model& model, const std::vector<Fence>& fences, const Wiring& wiring, const RewriteOptions& options)
      : model_(model), fences_(fences), wiring_(wiring), options_(options) {}

  std::vector<std::uint8_t> write() {
    const Label top = front_.label();
    front_.root(top, tflite::kFileIdentifier);
    write_model(top);
    std::vector<std::uint8_t> bytes = front_.finish();
    if (bytes.empty()) {
      throw ModelError(model_.name() + ": its flatbuffer is too large for another " + std::to_string(new_tensors()) +
                       " tensors: an offset in it would be 2 GiB or more");
    }
    return bytes;
  }

 private:
  // What replaces a field of a table that is cloned, or fills one of a new table.
  struct Given {
    std::uint16_t id;
    Label label = 0;
    std::uint64_t bits = 0;
    bool is_offset = true;
  };

  static Given leads_to(std::uint16_t id, Label label) { return {id, label}; }
  static Given number(std::uint16_t id, std::uint64_t bits) { return {id, 0, bits, false}; }

  std::size_t new_tensors() const {
    std::size_t count = 0;
    for (const Fence& fence : fences_) count += fence.tensors.size();
    return count;
  }

  Target old(const void* part) const { return Target::in_old(model_.offset(part)); }

  static Value value_of(const Field& field, const Given& given) {
    return given.is_offset ? Value::offset(field.id, Target::of(given.label))
                           : Value::scalar(field.id, field.width, given.bits);
  }

  static const Given* find(std::span<const Given> given, std::uint16_t id) {
    auto found = std::find_if(given.begin(), given.end(), [&](const Given& each) { return each.id == id; });
    return found == given.end() ? nullptr : &*found;
  }

  // A field of the source as it is; an offset leads to where it led.
  Value same(const At& at) const {
    const Field& field = *at.field;
    if (field.is_offset()) return Value::offset(field.id, old(at.as<std::uint8_t>()));
    return Value::scalar(field.id, field.width, at.bits(), field.is_file_offset && at.bits() > field.file_offset_above);
  }

  void clone(Label me, const void* source, TableId id, std::span<const Given> given) {
    const auto* table = static_cast<const Table*>(source);
    check_known(model_, table, id);
    std::vector<Value> values;
    for (const Field& field : tflite::fields(id)) {
      const At at{table, id, &field};
      if (const Given* instead = find(given, field.id)) {
        values.push_back(value_of(field, *instead));
      } else if (at.present()) {
        values.push_back(same(at));
      }
    }
    front_.table(me, values);
  }

  // A table with copies of all that it holds, at places of their own.
  void deep_copy(Label me, const Table* table, TableId id) {
    std::vector<Value> values;
    std::vector<std::pair<Label, At>> children;
    for (const Field& field : tflite::fields(id)) {
      const At at{table, id, &field};
      if (!at.present()) continue;
      if (!field.is_offset()) {
        values.push_back(same(at));
        continue;
      }
      children.emplace_back(front_.label(), at);
      values.push_back(value_of(field, leads_to(field.id, children.back().first)));
    }
    front_.table(me, values);
    for (const auto& [label, at] : children) deep_copy_field(label, at);
  }

  void deep_copy_field(Label me, const At& at) {
    const Field& field = *at.field;
    switch (field.form) {
      case Form::kScalars: {
        const auto* bytes = at.as<flatbuffers::Vector<std::uint8_t>>();  // its size is the number of elements
        return front_.scalars(me, bytes->Data(), bytes->size(), field.width,
                              std::max<std::size_t>(field.width, field.force_align));
      }
      case Form::kString:
        return front_.text(me, flat::view(at.as<flatbuffers::String>()));
      case Form::kTable:
        return deep_copy(me, at.as<Table>(), field.holds);
      case Form::kOpaque:
        return deep_copy(me, at.as<Table>(), union_member(at.table, at.id, field));  // check_copyable has seen it
      default:
        return;  // a scalar is in its table, and tensors that hold tables are not copied
    }
  }

  // A table of the contract: what each of its fields carries is data.
  void write_new(Label me, TableId id, std::span<const Written> contract, std::span<const Written> instead,
                 const void* like, std::span<const Given> given) {
    const auto* source = static_cast<const Table*>(like);
    std::vector<Value> values;
    std::vector<std::pair<Label, At>> copies;
    std::vector<std::pair<Label, std::string_view>> texts;
    for (const Written& by_contract : contract) {
      const Written* written = &by_contract;
      for (const Written& each : instead) written = each.id == written->id ? &each : written;
      const Field& field = tflite::fields(id)[written->id];
      const At at{source, id, &field};
      switch (written->how) {
        case How::kAbsent:
          break;
        case How::kValue:
          if (field.form == Form::kString) {
            texts.emplace_back(front_.label(), written->text);
            values.push_back(value_of(field, leads_to(field.id, texts.back().first)));
          } else if (const auto bits = static_cast<std::uint64_t>(written->number); bits != field.default_bits) {
            values.push_back(value_of(field, number(field.id, bits)));
          }
          break;
        case How::kEmpty:
          texts.emplace_back(front_.label(), std::string_view());
          values.push_back(value_of(field, leads_to(field.id, texts.back().first)));
          break;
        case How::kGiven:
          if (const Given* it = find(given, field.id)) values.push_back(value_of(field, *it));
          break;
        case How::kSame:
          if (at.present()) values.push_back(same(at));
          break;
        case How::kDeep:
          if (!at.present()) break;
          copies.emplace_back(front_.label(), at);
          values.push_back(value_of(field, leads_to(field.id, copies.back().first)));
          break;
      }
    }
    front_.table(me, values);
    for (const auto& [label, text] : texts) front_.text(label, text);
    for (const auto& [label, at] : copies) deep_copy_field(label, at);
  }

  template <class Vector>
  std::vector<Target> all_of(const Vector* vector) const {
    std::vector<Target> out;
    for (std::uint32_t i = 0; i < flat::length(vector); ++i) out.push_back(old(vector->Get(i)));
    return out;
  }

  void indices(Label me, std::span<const std::int32_t> numbers) {
    front_.scalars(me, numbers.data(), numbers.size(), sizeof(std::int32_t), sizeof(std::int32_t));
  }

  // The first entry that is the fence's; the rules have refused any other of its name.
  std::optional<std::uint32_t> reused_code() const {
    const auto* codes = model_.root().operator_codes();
    for (std::uint32_t i = 0; i < flat::length(codes); ++i) {
      if (rules::reuse(codes->Get(i)).is == rules::Reuse::kReuse) return i;
    }
    return std::nullopt;
  }

  void write_model(Label me) {
    using M = tflite::Model;
    const fbs::Model& model = model_.root();
    const std::optional<std::uint32_t> reused = reused_code();
    code_ = reused.value_or(static_cast<std::uint32_t>(flat::length(model.operator_codes())));
    const bool signatures = signatures_change();
    std::vector<Given> given = {leads_to(M::kSubgraphs, front_.label()), leads_to(M::kBuffers, front_.label())};
    if (!reused) given.push_back(leads_to(M::kOperatorCodes, front_.label()));
    if (signatures) given.push_back(leads_to(M::kSignatureDefs, front_.label()));
    clone(me, &model, TableId::kModel, given);

    if (!reused) {
      std::vector<Target> codes = all_of(model.operator_codes());
      const Label code = front_.label();
      codes.push_back(Target::of(code));
      front_.offsets(find(given, M::kOperatorCodes)->label, codes);
      write_new(code, TableId::kOperatorCode, rules::kNewOperatorCode, {}, nullptr, {});
    }
    const Label graph = front_.label();
    const Target graphs[] = {Target::of(graph)};
    front_.offsets(given[0].label, graphs);
    write_graph(graph);
    write_buffers(given[1].label);
    if (signatures) write_signatures(find(given, M::kSignatureDefs)->label);
  }

  void write_buffers(Label me) {
    std::vector<Target> buffers = all_of(model_.root().buffers());
    const std::size_t from = buffers.size();
    for (std::size_t i = 0; i < new_tensors(); ++i) buffers.push_back(Target::of(front_.label()));
    front_.offsets(me, buffers);
    for (std::size_t i = from; i < buffers.size(); ++i) {
      write_new(static_cast<Label>(buffers[i].at), TableId::kBuffer, rules::kNewBuffer, {}, nullptr, {});
    }
  }

  void write_graph(Label me) {
    using S = tflite::SubGraph;
    const fbs::SubGraph* graph = model_.root().subgraphs()->Get(0);
    const Rewired outputs = wiring_.rewired(graph->outputs());
    std::vector<Given> given = {leads_to(S::kTensors, front_.label()), leads_to(S::kOperators, front_.label())};
    if (outputs) given.push_back(leads_to(S::kOutputs, front_.label()));
    clone(me, graph, TableId::kSubGraph, given);
    if (outputs) indices(given[2].label, *outputs);
    write_operators(given[1].label);
    write_tensors(given[0].label);
  }

  void write_operators(Label me) {
    std::vector<Target> operators;
    std::vector<Label> labels;  // of those that are written, in order
    const auto add_new = [&] {
      labels.push_back(front_.label());
      operators.push_back(Target::of(labels.back()));
    };
    auto fence = fences_.begin();
    for (std::uint32_t i = 0; i < model_.operators(); ++i) {
      if (wiring_.operators[i]) {
        add_new();
      } else {
        operators.push_back(old(model_.op(i)));
      }
      if (fence == fences_.end() || fence->after_op != i) continue;
      add_new();
      ++fence;
    }
    front_.offsets(me, operators);
    auto label = labels.begin();
    fence = fences_.begin();
    for (std::uint32_t i = 0; i < model_.operators(); ++i) {
      if (wiring_.operators[i]) write_rewired(*label++, model_.op(i), *wiring_.operators[i]);
      if (fence == fences_.end() || fence->after_op != i) continue;
      write_fence(*label++, *fence++);
    }
  }

  void write_rewired(Label me, const fbs::Operator* op, const std::vector<std::int32_t>& inputs) {
    const Label vector = front_.label();
    const Given given[] = {leads_to(tflite::Operator::kInputs, vector)};
    clone(me, op, TableId::kOperator, given);
    indices(vector, inputs);
  }

  void write_fence(Label me, const Fence& fence) {
    using O = tflite::Operator;
    const Given given[] = {number(O::kOpcodeIndex, code_), leads_to(O::kInputs, front_.label()),
                           leads_to(O::kOutputs, front_.label())};
    std::span<const Written> instead;
    if (options_.empty_custom_options) instead = rules::kVelaBelow5Operator;
    write_new(me, TableId::kOperator, rules::kNewOperator, instead, nullptr, given);
    indices(given[1].label, fence.inputs);
    const std::vector<std::int32_t> outputs(fence.new_tensors.begin(), fence.new_tensors.end());
    indices(given[2].label, outputs);
  }

  void write_tensors(Label me) {
    using T = tflite::Tensor;
    std::vector<Target> tensors;
    for (std::uint32_t i = 0; i < model_.tensors(); ++i) tensors.push_back(old(model_.tensor(i)));
    const std::size_t from = tensors.size();
    for (std::size_t i = 0; i < new_tensors(); ++i) tensors.push_back(Target::of(front_.label()));
    front_.offsets(me, tensors);
    std::uint64_t buffer = flat::length(model_.root().buffers());
    std::size_t next = from;
    for (auto fence = fences_.rbegin(); fence != fences_.rend(); ++fence) {
      for (std::size_t k = 0; k < fence->tensors.size(); ++k) {
        const Given given[] = {leads_to(T::kName, front_.label()), number(T::kBuffer, buffer++)};
        write_new(static_cast<Label>(tensors[next++].at), TableId::kTensor, rules::kNewTensor, {},
                  model_.tensor(fence->tensors[k]), given);
        front_.text(given[0].label, fence->names[k]);
      }
    }
  }

  std::int32_t now(const fbs::TensorMap* map) const { return wiring_.now[map->tensor_index()]; }

  bool changes(const fbs::SignatureDef* signature) const {
    if (signature->subgraph_index() != 0 || signature->outputs() == nullptr) return false;
    return std::any_of(signature->outputs()->begin(), signature->outputs()->end(), [&](const fbs::TensorMap* map) {
      return now(map) != static_cast<std::int32_t>(map->tensor_index());
    });
  }

  bool signatures_change() const {
    const auto* signatures = model_.root().signature_defs();
    return signatures != nullptr && std::any_of(signatures->begin(), signatures->end(),
                                                [&](const fbs::SignatureDef* each) { return changes(each); });
  }

  void write_signatures(Label me) {
    const auto* signatures = model_.root().signature_defs();
    std::vector<Target> all = all_of(signatures);
    for (std::uint32_t i = 0; i < signatures->size(); ++i) {
      if (changes(signatures->Get(i))) all[i] = Target::of(front_.label());
    }
    front_.offsets(me, all);
    for (std::uint32_t i = 0; i < signatures->size(); ++i) {
      if (!all[i].old) write_signature(static_cast<Label>(all[i].at), signatures->Get(i));
    }
  }

  void write_signature(Label me, const fbs::SignatureDef* signature) {
    const Label outputs = front_.label();
    const Given given[] = {leads_to(tflite::SignatureDef::kOutputs, outputs)};
    clone(me, signature, TableId::kSignatureDef, given);
    std::vector<Target> maps = all_of(signature->outputs());
    for (std::uint32_t i = 0; i < maps.size(); ++i) {
      const fbs::TensorMap* map = signature->outputs()->Get(i);
      if (now(map) != static_cast<std::int32_t>(map->tensor_index())) maps[i] = Target::of(front_.label());
    }
    front_.offsets(outputs, maps);
    for (std::uint32_t i = 0; i < maps.size(); ++i) {
      if (maps[i].old) continue;
      const fbs::TensorMap* map = signature->outputs()->Get(i);
      const Given index[] = {number(tflite::TensorMap::kTensorIndex, static_cast<std::uint64_t>(now(map)))};
      clone(static_cast<Label>(maps[i].at), map, TableId::kTensorMap, index);
    }
  }

  const Model& model_;
  const std::vector<Fence>& fences_;
  const Wiring& wiring_;
  const RewriteOptions& options_;
  Front front_;
  std::uint32_t code_ = 0;
};

// What the contract says of a fenced model: original operator indices, and names as they are in the fenced one.
void describe(const Model& model, const std::vector<Fence>& fences, RewriteResult& out) {
  out.source_model = model.name();
  out.source_sha256 = model.sha256();
  out.num_segments = static_cast<std::uint32_t>(fences.size() + 1);
  std::vector<std::string_view> new_names(std::size_t{model.tensors()});
  for (std::uint32_t i = 0; i < model.tensors(); ++i) new_names[i] = model.tensor_name(i);
  for (auto fence = fences.rbegin(); fence != fences.rend(); ++fence) {
    for (const std::string& name : fence->names) new_names.push_back(name);
  }
  std::uint32_t start = 0;
  for (const Fence& fence : fences) {
    out.boundary_after_ops.push_back(fence.after_op);
    rules::Segment segment;
    segment.op_range_start = start;
    segment.op_range_end = fence.after_op;
    for (std::size_t k = 0; k < fence.tensors.size(); ++k) {
      segment.tensor_pairs.push_back(
          {std::string(new_names[static_cast<std::size_t>(fence.inputs[k])]), fence.names[k]});
    }
    segment.end_tensor_name = std::string(model.tensor_name(fence.tensors.front()));
    segment.fence_tensor_name = fence.names.front();
    out.segments.push_back(std::move(segment));
    start = fence.after_op + 1;
  }
  rules::Segment last;
  last.op_range_start = start;
  last.op_range_end = model.operators() - 1;
  out.segments.push_back(std::move(last));
}

}  // namespace

RewriteResult rewrite_model_with_fences(const Model& model, const FenceConfig& config, const RewriteOptions& options) {
  RewriteResult out;
  out.source = model.bytes();
  out.warnings = check_cuttable(model);
  if (options.empty_custom_options) {
    out.warnings.push_back("fences with empty custom options are outside contract version " +
                           std::to_string(rules::kContractVersion) +
                           ": for Vela before 5.0 alone, and `npu-fence verify` refuses them");
  }
  const Graph graph(model);
  std::vector<Fence> fences = fences_of(graph, config);
  number_and_name(model, fences);
  const Wiring wiring = wire(model, fences);
  out.front = Writer(model, fences, wiring, options).write();
  out.moved = moved_by(model, out.front.size());
  describe(model, fences, out);
  return out;
}

std::vector<std::uint8_t> RewriteResult::bytes() const {
  std::vector<std::uint8_t> out;
  out.reserve(size());
  for_each_piece([&](std::span<const std::uint8_t> piece) { out.insert(out.end(), piece.begin(), piece.end()); });
  return out;
}

}  // namespace npuspec::fence
