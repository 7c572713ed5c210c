#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "fence/verifier.h"

namespace npuspec::fence::judging {

namespace {

// Why a field of a newer schema may not be there.
constexpr const char* kNotWritten = "the contract writes this table without it";
constexpr const char* kNoCopy = "nobody can say what it would be in a copy";

// Where the vectors and tables lie that a tensor's deep fields lead to.
class Parts : public Visitor {
 public:
  explicit Parts(std::vector<const void*>& out) : out_(out) {}
  void enter(const flatbuffers::Table* table, TableId) override { out_.push_back(table); }
  void field(const At& at) override {
    if (at.present() && at.field->form == Form::kScalars) out_.push_back(at.as<void>());
  }

 private:
  std::vector<const void*>& out_;
};

// Tells what is newer in a tensor's quantization, down to its details.
class Newer : public Visitor {
 public:
  Newer(Differ& differ, std::string where, const char* why) : differ_(differ), where_(std::move(where)), why_(why) {}
  void enter(const flatbuffers::Table* table, TableId id) override { differ_.nothing_newer(table, id, where_, why_); }
  void field(const At&) override {}

 private:
  Differ& differ_;
  std::string where_;
  const char* why_;
};

std::vector<const void*> deep_parts(const fbs::Tensor* tensor) {
  std::vector<const void*> out;
  Parts parts(out);
  const auto* table = reinterpret_cast<const flatbuffers::Table*>(tensor);
  for (const rules::Written& each : rules::kNewTensor) {
    const Field& of = tflite::kTensorFields[each.id];
    const At at{table, TableId::kTensor, &of};
    if (each.how != rules::How::kDeep || !at.present()) continue;
    if (of.form == Form::kTable) {
      walk(at.as<flatbuffers::Table>(), of.holds, parts);
    } else {
      out.push_back(at.as<void>());
    }
  }
  return out;
}

}  // namespace

// The entries of the source, and one of the fence's own where none of them is to be used.
void Verifier::codes() {
  const auto* was = source_.root().operator_codes();
  const auto* is = fenced_.root().operator_codes();
  const auto old = static_cast<std::uint32_t>(flat::length(was));
  std::uint32_t due = 0;
  while (due < old && rules::reuse(was->Get(due)).is != rules::Reuse::kReuse) ++due;
  const std::uint64_t count = std::uint64_t{old} + (due == old ? 1 : 0);
  if (flat::length(is) != count) {
    told_.tell(fenced_.name(), "it must have " + std::to_string(count) + " operator codes, and has " +
                                   std::to_string(flat::length(is)));
  }
  for (std::uint32_t i = 0; i < flat::length(is) && !told_.full(); ++i) {
    const std::string where = fenced_.name() + ", operator code " + std::to_string(i);
    if (i < old) {
      differ_.table(was->Get(i), is->Get(i), TableId::kOperatorCode, where);
    } else if (told_.judge(rules::reuse(is->Get(i)).fault, where)) {
      as_written(rules::kNewOperatorCode, is->Get(i), nullptr, TableId::kOperatorCode, where);
    }
  }
  for (std::uint32_t i = 0; i < fenced_.operators() && !told_.full(); ++i) {
    const std::uint32_t code = fenced_.op(i)->opcode_index();
    const bool own = i < source_.operators() && is_fence(source_, i);
    if (!is_fence(fenced_, i) || code == due || own) continue;
    const auto* outputs = fenced_.op(i)->outputs();
    if (flat::length(outputs) == 0 || is_old(flat::element(outputs, 0))) continue;
    told_.tell(fenced_.name() + ", " + fenced_.describe_operator(i),
               "its operator code must be the first of the fence's, " + std::to_string(due) + ", and it is " +
                   std::to_string(code));
  }
}

// What a new table carries, every field of it.
void Verifier::as_written(std::span<const rules::Written> writes, const void* table, const void* from, TableId id,
                          const std::string& where) {
  for (const rules::Written& each : writes) {
    const Field& of = tflite::fields(id)[each.id];
    const At at{static_cast<const flatbuffers::Table*>(table), id, &of};
    const At was{static_cast<const flatbuffers::Table*>(from), id, &of};
    const auto tell = [&](const std::string& due) {
      told_.tell(where, std::string(tflite::name(id)) + "." + std::string(of.name) + " must be " + due);
    };
    const bool scalar = of.form == Form::kScalar;
    const std::uint64_t mask =
        of.width >= sizeof(std::uint64_t) ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * of.width)) - 1;
    switch (each.how) {
      case rules::How::kValue:
        if (scalar && at.bits() != (static_cast<std::uint64_t>(each.number) & mask)) tell(std::to_string(each.number));
        if (!scalar && flat::view(at.as<flatbuffers::String>()) != each.text) tell(quote(each.text));
        break;
      case rules::How::kAbsent:
        if (scalar ? at.bits() != of.default_bits : at.present()) tell("absent");
        break;
      case rules::How::kEmpty:
        if (!at.present() || at.as<flatbuffers::Vector<std::uint8_t>>()->size() != 0) tell("there, and empty");
        break;
      case rules::How::kSame:
        if (at.bits() != was.bits()) tell("the same as in the tensor that is copied");
        break;
      case rules::How::kDeep:  // the rules of a pair say whether they are equal
        if (at.present() && at.as<void>() == was.as<void>()) tell("a copy at a place of its own");
        break;
      case rules::How::kGiven:
        break;
    }
  }
  differ_.nothing_newer(table, id, where, kNotWritten);
}

// Everything that a cut does not change.
void Verifier::rest_of_the_model() {
  const fbs::Model& was = source_.root();
  const fbs::Model& is = fenced_.root();
  const fbs::SubGraph* old = was.subgraphs()->Get(0);
  const fbs::SubGraph* now = is.subgraphs()->Get(0);
  differ_.table(&was, &is, TableId::kModel, fenced_.name(),
                {tflite::Model::kOperatorCodes, tflite::Model::kSubgraphs, tflite::Model::kBuffers,
                 tflite::Model::kSignatureDefs});
  differ_.table(old, now, TableId::kSubGraph, fenced_.name(),
                {tflite::SubGraph::kTensors, tflite::SubGraph::kOutputs, tflite::SubGraph::kOperators});
  for (std::uint32_t i = 0; i < source_.tensors() && !told_.full(); ++i) {
    differ_.table(source_.tensor(i), fenced_.tensor(i), TableId::kTensor,
                  fenced_.name() + ", " + fenced_.describe_tensor(i));
  }
  for (std::uint32_t i = 0; i < source_.operators() && !told_.full(); ++i) {
    const fbs::Operator* op = source_.op(i);
    differ_.table(op, fenced_.op(place_[i]), TableId::kOperator,
                  fenced_.name() + ", " + fenced_.describe_operator(place_[i]), {tflite::Operator::kInputs});
    if (op->large_custom_options_offset() > tflite::Operator::kLargeCustomOptionsOffsetAbove) {
      differ_.data(op->large_custom_options_offset(), op->large_custom_options_size(),
                   "the options of " + source_.describe_operator(i));
    }
  }
  const auto buffers = static_cast<std::uint32_t>(flat::length(was.buffers()));
  if (flat::length(is.buffers()) < buffers) {
    told_.tell(fenced_.name(), "it has fewer buffers than the source: none may go");
    return;
  }
  for (std::uint32_t i = 0; i < buffers && !told_.full(); ++i) {
    const fbs::Buffer* buffer = was.buffers()->Get(i);
    const std::string where = "buffer " + std::to_string(i);
    differ_.table(buffer, is.buffers()->Get(i), TableId::kBuffer, fenced_.name() + ", " + where);
    if (buffer->offset() > tflite::Buffer::kOffsetAbove) differ_.data(buffer->offset(), buffer->size(), where);
  }
  signatures();
}

// But for which tensors their outputs are: wires() says that.
void Verifier::signatures() {
  const auto* was = source_.root().signature_defs();
  const auto* is = fenced_.root().signature_defs();
  if (flat::present(was) != flat::present(is) || flat::length(was) != flat::length(is)) {
    return told_.tell(fenced_.name(), "it must have the " + std::to_string(flat::length(was)) +
                                          " signatures of the source, and has " + std::to_string(flat::length(is)));
  }
  for (std::uint32_t i = 0; i < flat::length(was) && !told_.full(); ++i) {
    const std::string where = fenced_.name() + ", signature " + std::to_string(i);
    const auto* old = was->Get(i)->outputs();
    const auto* now = is->Get(i)->outputs();
    differ_.table(was->Get(i), is->Get(i), TableId::kSignatureDef, where, {tflite::SignatureDef::kOutputs});
    if (flat::present(old) != flat::present(now) || flat::length(old) != flat::length(now)) {
      told_.tell(where, "it must have the " + std::to_string(flat::length(old)) + " outputs of the source's");
      continue;
    }
    for (std::uint32_t k = 0; k < flat::length(old) && !told_.full(); ++k) {
      differ_.table(old->Get(k), now->Get(k), TableId::kTensorMap, where + ", output " + std::to_string(k),
                    {tflite::TensorMap::kTensorIndex});
    }
  }
}

// Each fence, and each pair of it, alone.
void Verifier::form() {
  taken_by_.assign(fenced_.tensors(), -1);
  made_by_.assign(fenced_.tensors(), -1);
  copy_.assign(fenced_.tensors(), -1);
  for (std::uint32_t f = 0; f < cuts_.size() && !told_.full(); ++f) {
    const fbs::Operator* op = fenced_.op(cuts_[f].position);
    if (told_.judge(rules::check_fence(op), at_fence(f))) {
      as_written(rules::kNewOperator, op, nullptr, TableId::kOperator, at_fence(f));
    }
    const auto pairs = std::min(flat::length(op->inputs()), flat::length(op->outputs()));
    for (std::uint32_t i = 0; i < pairs && !told_.full(); ++i) {
      Pair pair{f, i, op->inputs()->Get(i), op->outputs()->Get(i)};
      if (pair.input < 0 || pair.output < 0) continue;  // the rule about optional inputs has told
      const auto input = static_cast<std::uint32_t>(pair.input);
      const auto output = static_cast<std::uint32_t>(pair.output);
      if (is_old(pair.output) || made_by_[output] >= 0) {
        told_.tell(at_pair(pair), is_old(pair.output) ? "its output must be a new tensor, and is one of the source's"
                                                      : "another pair writes the same tensor");
        continue;
      }
      made_by_[output] = f;
      root_[output] = pair.source = root_[input];
      if (taken_by_[input] < 0) {
        taken_by_[input] = f;
        copy_[input] = pair.output;
      }
      cuts_[f].pairs.push_back(pair);
      const fbs::Tensor* from = fenced_.tensor(input);
      const fbs::Tensor* to = fenced_.tensor(output);
      const fbs::Buffer* buffer = fenced_.root().buffers()->Get(to->buffer());
      if (told_.judge(rules::check_pair(from, to, buffer), at_pair(pair),
                      "it is made of " + fenced_.describe_tensor(input))) {
        as_written(rules::kNewTensor, to, from, TableId::kTensor, at_pair(pair));
        const std::string made_of = at_pair(pair) + ", of " + fenced_.describe_tensor(input);
        differ_.nothing_newer(from, TableId::kTensor, made_of, kNoCopy);
        if (from->quantization() == nullptr) continue;
        const auto newer_in = [&](const fbs::QuantizationParameters* of, const std::string& where, const char* why) {
          Newer newer(differ_, where, why);
          walk(reinterpret_cast<const flatbuffers::Table*>(of), TableId::kQuantizationParameters, newer);
        };
        newer_in(from->quantization(), made_of, kNoCopy);
        newer_in(to->quantization(), at_pair(pair), kNotWritten);
      }
    }
  }
}

// New tensors and buffers: each is of one fence, and shares nothing.
void Verifier::new_parts() {
  std::unordered_map<const void*, std::uint32_t> parts;
  std::vector<std::uint32_t> uses(flat::length(fenced_.root().buffers()));
  std::unordered_map<const void*, std::uint32_t> tables;
  for (std::uint32_t i = 0; i < fenced_.tensors(); ++i) {
    for (const void* each : deep_parts(fenced_.tensor(i))) ++parts[each];
    ++uses[fenced_.tensor(i)->buffer()];
  }
  for (std::uint64_t i = 0; i < flat::length(fenced_.root().metadata()); ++i) {
    ++uses[flat::element(fenced_.root().metadata(), i)->buffer()];
  }
  for (std::uint64_t i = 0; i < flat::length(fenced_.root().metadata_buffer()); ++i) {
    ++uses[static_cast<std::uint32_t>(flat::element(fenced_.root().metadata_buffer(), i))];
  }
  for (const fbs::Buffer* each : *fenced_.root().buffers()) ++tables[each];
  const auto old_buffers = flat::length(source_.root().buffers());
  for (std::uint32_t i = source_.tensors(); i < fenced_.tensors() && !told_.full(); ++i) {
    const std::string where = fenced_.name() + ", " + fenced_.describe_tensor(i);
    if (made_by_[i] < 0) {
      told_.tell(where, "it is new, and no fence makes it");
      continue;
    }
    const std::uint32_t buffer = fenced_.tensor(i)->buffer();
    if (buffer < old_buffers || uses[buffer] != 1 || tables[fenced_.root().buffers()->Get(buffer)] != 1) {
      told_.tell(where, "its buffer " + std::to_string(buffer) + " must be a new one, and its alone");
    }
    for (const void* each : deep_parts(fenced_.tensor(i))) {
      if (parts[each] == 1) continue;
      told_.tell(where + ", byte " + std::to_string(fenced_.offset(each)),
                 "its shape and quantization must be copies of its own, and another tensor has this too");
      break;
    }
  }
  for (std::uint64_t i = old_buffers; i < uses.size() && !told_.full(); ++i) {
    const std::string where = fenced_.name() + ", buffer " + std::to_string(i);
    if (uses[i] == 0) told_.tell(where, "it is new, and nothing uses it");
    const fbs::Buffer* buffer = fenced_.root().buffers()->Get(static_cast<std::uint32_t>(i));
    differ_.nothing_newer(buffer, TableId::kBuffer, where, kNotWritten);
  }
}

}  // namespace npuspec::fence::judging
