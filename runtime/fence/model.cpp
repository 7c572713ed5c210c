#include "fence/model.h"

#include <flatbuffers/util.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fence/damage.h"
#include "fence/known.h"
#include "fence/walk.h"
#include "fence/work.h"

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

namespace {

constexpr flatbuffers::uoffset_t kMostTables = 1u << 22;

std::string at_byte(std::size_t offset) { return "byte " + std::to_string(offset); }

const fbs::Model* verified(const std::string& name, std::span<const std::uint8_t> bytes) {
  // What lies behind is data that tables address by its place in the file.
  const std::size_t size = std::min<std::size_t>(bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  const std::string_view identifier = tflite::kFileIdentifier;
  const std::size_t front = sizeof(flatbuffers::uoffset_t) + identifier.size();
  if (bytes.size() < front) {
    throw ModelError(name + ": " + std::to_string(bytes.size()) + " bytes are no TFLite model");
  }
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  if (std::string_view(text + sizeof(flatbuffers::uoffset_t), identifier.size()) != identifier) {
    const bool prefixed = bytes.size() >= front + sizeof(flatbuffers::uoffset_t) &&
                          std::string_view(text + 2 * sizeof(flatbuffers::uoffset_t), identifier.size()) == identifier;
    throw ModelError(name + ": no TFLite model: bytes 4 to 7 are not \"" + std::string(identifier) + "\"" +
                     (prefixed ? "; it begins with its size: remove the first 4 bytes" : ""));
  }
  flatbuffers::Verifier verifier(bytes.data(), size, kMostDepth, kMostTables);
  if (!fbs::VerifyModelBuffer(verifier)) {
    const std::string where = where_damaged(bytes.first(size));
    throw ModelError(name + ": damaged: " +
                     (where.empty() ? "an offset, a length or an alignment in its flatbuffer is wrong" : where));
  }
  return fbs::GetModel(bytes.data());
}

// Whether every index is within the vector that it goes into, and every name is text.
class Indices : public Visitor {
 public:
  explicit Indices(const Model& model) : model_(model), work_(model.name(), "reading it all") {
    if (const auto* graphs = model.root().subgraphs()) graph_ = graphs->size() > 0 ? graphs->Get(0) : nullptr;
  }

  void enter(const flatbuffers::Table* table, TableId id) override {
    work_.add(1);
    check_vtable(table, id);
    if (id == TableId::kSubGraph) {
      graph_ = reinterpret_cast<const fbs::SubGraph*>(table);
    } else if (id == TableId::kSignatureDef) {
      // Its maps name tensors of the graph that it runs; that index is checked, though later than here.
      const std::uint32_t graph = reinterpret_cast<const fbs::SignatureDef*>(table)->subgraph_index();
      const auto* graphs = model_.root().subgraphs();
      graph_ = flat::length(graphs) > graph ? graphs->Get(graph) : nullptr;
    }
  }

  void field(const At& at) override {
    work_.add(1);
    if (at.field->form == Form::kString && at.present()) return check_text(at);
    if (at.field->ref_table == TableId::kNone) return;
    const std::uint64_t count = length_of(*at.field);
    if (at.field->form == Form::kScalar) {
      // Where there is nothing of the kind an absent field means nothing; but an operator has a code, and a map a
      // tensor.
      const bool needed = at.id == TableId::kOperator || at.id == TableId::kTensorMap;
      if (at.present() || count != 0 || needed) check(at, at.bits(), count, 0, false);
      return;
    }
    if (!at.present()) return;
    const auto* numbers = at.as<flatbuffers::Vector<std::uint32_t>>();
    work_.add(numbers->size());
    for (std::uint32_t i = 0; i < numbers->size(); ++i) check(at, numbers->Get(i), count, i, true);
  }

 private:
  // The library's verifier lets one be too short for the two sizes that it begins with.
  void check_vtable(const flatbuffers::Table* table, TableId id) const {
    const auto bytes = flatbuffers::ReadScalar<flatbuffers::voffset_t>(table->GetVTable());
    if (bytes >= 2 * sizeof(flatbuffers::voffset_t)) return;
    throw ModelError(model_.name() + ": " + std::string(tflite::name(id)) + " at " + at_byte(model_.offset(table)) +
                     ": damaged: its vtable, at " + at_byte(model_.offset(table->GetVTable())) + ", has " +
                     std::to_string(bytes) + " bytes, and its two sizes alone need 4");
  }

  std::string where(const At& at) const {
    std::string out = model_.name() + ": ";
    out += tflite::name(at.id);
    out += "." + std::string(at.field->name) + " at " + at_byte(model_.offset(at.table));
    if (graph_ == nullptr) return out;
    const auto place = [&](const auto* tables, const char* what) {
      for (std::uint32_t i = 0; i < flat::length(tables); ++i) {
        if (static_cast<const void*>(tables->Get(i)) == at.table)
          return ", " + std::string(what) + " " + std::to_string(i);
      }
      return std::string();
    };
    return out + place(graph_->tensors(), "tensor") + place(graph_->operators(), "operator");
  }

  void check_text(const At& at) {
    const auto* text = at.as<flatbuffers::String>();
    work_.add(text->size());
    if (is_utf8(flat::view(text))) return;
    throw ModelError(where(at) + ": " + quote(flat::view(text)) + " is not UTF-8");
  }

  void check(const At& at, std::uint64_t value, std::uint64_t count, std::uint32_t index, bool of_vector) const {
    if (value < count) return;
    const auto number = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    if (at.field->may_be_absent && number == at.field->absent_index) return;
    const bool is_signed = of_vector || at.field->may_be_absent;
    throw ModelError(where(at) + ": " + (of_vector ? "element " + std::to_string(index) + " is " : "it is ") +
                     (is_signed ? std::to_string(number) : std::to_string(value)) + ", and there are " +
                     std::to_string(count) + " of " + std::string(tflite::name(at.field->ref_table)) + "." +
                     std::string(tflite::fields(at.field->ref_table)[at.field->ref_id].name));
  }

  // Of the vector that a field goes into.
  std::uint64_t length_of(const Field& field) const {
    const Field& into = tflite::fields(field.ref_table)[field.ref_id];
    const flatbuffers::Table* owner = field.ref_table == TableId::kSubGraph
                                          ? reinterpret_cast<const flatbuffers::Table*>(graph_)
                                          : root_table(model_.root());
    if (owner == nullptr) return 0;
    return flat::length(owner->GetPointer<const flatbuffers::Vector<flatbuffers::Offset<void>>*>(into.slot()));
  }

  const Model& model_;
  const fbs::SubGraph* graph_ = nullptr;
  Work work_;
};

// What a table has behind the flatbuffer is in the file.
void check_range(const std::string& where, std::uint64_t offset, std::uint64_t size, std::size_t bytes) {
  if (offset <= bytes && size <= bytes - offset) return;
  throw ModelError(where + ": its data, " + std::to_string(size) + " bytes from " + at_byte(offset) +
                   " on, is not in the file, which has " + std::to_string(bytes));
}

}  // namespace

Model::Model(std::string name, std::span<const std::uint8_t> bytes) : name_(std::move(name)), bytes_(bytes) {
  root_ = verified(name_, bytes_);
  Indices indices(*this);
  walk(root_table(*root_), TableId::kModel, indices);
  for_each_range(*root_, [&](const std::string& of, std::uint64_t offset, std::uint64_t size) {
    check_range(name_ + ": " + of, offset, size, bytes_.size());
  });
  if (flat::length(root_->subgraphs()) == 0) return;
  const fbs::SubGraph* graph = root_->subgraphs()->Get(0);
  if (graph->tensors() != nullptr) tensors_.assign(graph->tensors()->begin(), graph->tensors()->end());
  if (graph->operators() != nullptr) operators_.assign(graph->operators()->begin(), graph->operators()->end());
}

const std::string& Model::sha256() const {
  if (!sha256_.empty()) return sha256_;
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  if (EVP_Digest(bytes_.data(), bytes_.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1) {
    throw Error(name_ + ": libcrypto cannot compute its SHA-256");
  }
  for (unsigned i = 0; i < length; ++i) {
    sha256_ += "0123456789abcdef"[digest[i] >> 4];
    sha256_ += "0123456789abcdef"[digest[i] & 15];
  }
  return sha256_;
}

std::string Model::opcode(std::uint32_t operator_index) const {
  const auto effective = rules::operator_code_effective(code(operators_[operator_index]));
  std::string_view known = tflite::name(static_cast<tflite::BuiltinOperator>(effective));
  return known.empty() ? "BUILTIN_" + std::to_string(effective) : std::string(known);
}

std::string_view Model::custom_code(std::uint32_t operator_index) const {
  const fbs::OperatorCode* of = code(operators_[operator_index]);
  return rules::operator_code_effective(of) == rules::kBuiltin ? flat::view(of->custom_code()) : std::string_view();
}

std::string_view Model::output_name(std::uint32_t operator_index) const {
  const auto* outputs = operators_[operator_index]->outputs();
  return flat::length(outputs) == 0 ? std::string_view() : tensor_name(static_cast<std::uint32_t>(outputs->Get(0)));
}

std::string Model::describe_tensor(std::uint32_t index) const {
  return "tensor " + std::to_string(index) + " " + quote(tensor_name(index));
}

std::string Model::describe_operator(std::uint32_t index) const {
  std::string_view custom = custom_code(index);
  return "operator " + std::to_string(index) + " (" + opcode(index) + (custom.empty() ? "" : " " + quote(custom)) + ")";
}

std::size_t Model::offset(const void* part) const {
  return static_cast<std::size_t>(static_cast<const std::uint8_t*>(part) - bytes_.data());
}

std::vector<std::string> check_cuttable(const Model& model) {
  std::vector<std::string> told;
  const auto refuse = [&](const std::string& where, Fault fault) {
    if (fault != Fault::kNone) throw ModelError(model.name() + where, fault);
  };
  if (Fault fault = rules::check_model(&model.root()); fault != Fault::kNone) {
    const std::string graphs = std::to_string(flat::length(model.root().subgraphs()));
    refuse(fault == Fault::kModelOneSubgraph ? ": it has " + graphs + " subgraphs"
           : fault == Fault::kModelVersion3  ? ": its version is " + std::to_string(model.root().version())
                                             : "",
           fault);
  }
  check_known(model, root_table(model.root()), TableId::kModel);
  check_known(model, reinterpret_cast<const flatbuffers::Table*>(model.root().subgraphs()->Get(0)), TableId::kSubGraph);
  std::uint32_t fences = 0;
  for (std::uint32_t i = 0; i < model.operators(); ++i) {
    fences += rules::reuse(model.code(model.op(i))).is == rules::Reuse::kReuse ? 1 : 0;
  }
  if (fences != 0) {
    told.push_back(
        model.name() + ": it has " + std::to_string(fences) + (fences == 1 ? " fence" : " fences") +
        " already: another cut is of the fenced model, and so is the SHA-256 that its sidecar carries; to cut "
        "the network itself, begin with the unfenced one");
  }
  const auto* codes = model.root().operator_codes();
  for (std::uint32_t i = 0; i < flat::length(codes); ++i) {
    const fbs::OperatorCode* code = codes->Get(i);
    const std::string where = ": operator code " + std::to_string(i) + " " + quote(flat::view(code->custom_code())) +
                              " at " + at_byte(model.offset(code));
    refuse(where, rules::check_foreign_code(code));
    refuse(where + ", builtin " + std::to_string(static_cast<std::int32_t>(code->builtin_code())) + ", deprecated " +
               std::to_string(code->deprecated_builtin_code()) + ", version " + std::to_string(code->version()),
           rules::reuse(code).fault);
    if (Fault fault = rules::check_case_twin(code); fault != Fault::kNone) {
      told.push_back(Error(model.name() + where, fault).what());
    }
  }
  const auto* metadata = model.root().metadata();
  for (std::uint32_t i = 0; i < flat::length(metadata); ++i) {
    refuse(": metadata " + std::to_string(i) + " " + quote(flat::view(metadata->Get(i)->name())),
           rules::check_foreign_metadata(metadata->Get(i)));
  }
  return told;
}

bool is_utf8(std::string_view text) {
  const std::string terminated(text);  // a character that the end cuts meets the zero
  const char* at = terminated.data();
  while (at < terminated.data() + terminated.size()) {
    if (flatbuffers::FromUTF8(&at) < 0) return false;
  }
  return true;
}

std::string quote(std::string_view text) {
  constexpr std::size_t kMostShown = 120;
  const std::string_view shown = text.substr(0, kMostShown);
  std::string out;
  flatbuffers::EscapeString(shown.data(), shown.size(), &out, true, true);
  out.front() = '\'';
  out.back() = '\'';
  return text.size() > kMostShown ? out.insert(out.size() - 1, "...") : out;
}

}  // namespace npuspec::fence
