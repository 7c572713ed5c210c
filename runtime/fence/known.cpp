#include "fence/known.h"

#include <optional>
#include <string>

namespace npuspec::fence {

namespace {

using flatbuffers::voffset_t;

// The first field that is there and has no name here.
std::optional<std::size_t> newer_field(const flatbuffers::Table* table, TableId id) {
  const std::size_t known = tflite::kinds(id).size();
  const std::uint8_t* vtable = table->GetVTable();
  const auto bytes = flatbuffers::ReadScalar<voffset_t>(vtable);
  for (std::size_t slot = 4 + 2 * known; slot + sizeof(voffset_t) <= bytes; slot += sizeof(voffset_t)) {
    if (flatbuffers::ReadScalar<voffset_t>(vtable + slot) != 0) return (slot - 4) / 2;
  }
  return std::nullopt;
}

class Known : public Visitor {
 public:
  explicit Known(const Model& model) : model_(model) {}

  void enter(const flatbuffers::Table* table, TableId id) override { check_known(model_, table, id); }

  void field(const At& at) override {
    const bool enters = at.field->form != Form::kOpaque && at.field->form != Form::kOpaques;
    if (enters || !at.present() || union_member(at.table, at.id, *at.field) != TableId::kNone) return;
    throw CutError(model_.name() + ": " + std::string(tflite::name(at.id)) + "." + std::string(at.field->name) +
                   " at byte " + std::to_string(model_.offset(at.table)) +
                   " is of a kind that this tool does not know, and a fence's tensor needs a copy of it");
  }

 private:
  const Model& model_;
};

}  // namespace

bool is_known(const flatbuffers::Table* table, TableId id) { return !newer_field(table, id).has_value(); }

void check_known(const Model& model, const flatbuffers::Table* table, TableId id) {
  const std::optional<std::size_t> newer = newer_field(table, id);
  if (!newer.has_value()) return;
  const std::string what = model.name() + ": " + std::string(tflite::name(id)) + " at byte " +
                           std::to_string(model.offset(table)) + " has field " + std::to_string(*newer) +
                           ", of a schema newer than this tool's: the cut writes such a table anew, and would drop it";
  if (id == TableId::kModel || id == TableId::kSubGraph) throw ModelError(what);
  throw CutError(what);
}

void check_copyable(const Model& model, const fbs::Tensor* tensor) {
  check_known(model, reinterpret_cast<const flatbuffers::Table*>(tensor), TableId::kTensor);
  if (tensor->quantization() == nullptr) return;
  Known known(model);
  walk(reinterpret_cast<const flatbuffers::Table*>(tensor->quantization()), TableId::kQuantizationParameters, known);
}

}  // namespace npuspec::fence
