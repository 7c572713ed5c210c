#include "fence/moved.h"

#include <algorithm>
#include <limits>
#include <string>

#include "fence/walk.h"

namespace npuspec::fence {

namespace {

constexpr std::uint64_t kWidth = sizeof(std::uint64_t);

class FileOffsets : public Visitor {
 public:
  FileOffsets(const Model& model, std::uint64_t by) : model_(model), by_(by) {}

  void field(const At& at) override {
    if (!at.field->is_file_offset || !at.present()) return;
    const std::uint64_t old = at.bits();
    if (old <= at.field->file_offset_above) return;
    if (old > std::numeric_limits<std::uint64_t>::max() - by_) {
      throw ModelError(model_.name() + ": " + std::string(tflite::name(at.id)) + "." + std::string(at.field->name) +
                       " at byte " + std::to_string(model_.offset(at.place())) + " is " + std::to_string(old) +
                       ", far outside the file");
    }
    found.push_back({.at = model_.offset(at.place()), .number = old + by_});
  }

  std::vector<Moved> found;

 private:
  const Model& model_;
  std::uint64_t by_;
};

// Whether something other than the field itself holds one of these bytes: parts of a damaged model may overlap.
class Overlaps : public Visitor {
 public:
  Overlaps(const Model& model, const std::vector<Moved>& moved) : model_(model), moved_(moved) {}

  void enter(const flatbuffers::Table* table, TableId) override {
    const std::uint8_t* vtable = table->GetVTable();
    check(vtable, flatbuffers::ReadScalar<flatbuffers::voffset_t>(vtable), nullptr);
    check(reinterpret_cast<const std::uint8_t*>(table), sizeof(flatbuffers::soffset_t), nullptr);
  }

  void field(const At& at) override {
    if (!at.present()) return;
    check(at.place(), at.field->is_offset() ? sizeof(flatbuffers::uoffset_t) : at.field->width,
          at.field->is_file_offset ? at.place() : nullptr);
    switch (at.field->form) {
      case Form::kString:
      case Form::kScalars: {
        const auto* bytes = at.as<flatbuffers::Vector<std::uint8_t>>();
        const std::uint64_t width = at.field->form == Form::kString ? 1 : at.field->width;
        const std::uint64_t end = at.field->form == Form::kString ? 1 : 0;  // the zero behind a text
        check(reinterpret_cast<const std::uint8_t*>(bytes),
              sizeof(flatbuffers::uoffset_t) + bytes->size() * width + end, nullptr);
        break;
      }
      case Form::kTables:
      case Form::kOpaques:
      case Form::kStrings: {
        const auto* offsets = at.as<flatbuffers::Vector<flatbuffers::uoffset_t>>();
        check(reinterpret_cast<const std::uint8_t*>(offsets),
              sizeof(flatbuffers::uoffset_t) * (std::uint64_t{1} + offsets->size()), nullptr);
        break;
      }
      case Form::kOpaque:
        enter(at.as<flatbuffers::Table>(), TableId::kNone);
        break;
      default:
        break;
    }
  }

  void check(std::uint64_t begin, std::uint64_t length, std::uint64_t allowed = kNowhere) const {
    auto first = std::upper_bound(moved_.begin(), moved_.end(), begin,
                                  [](std::uint64_t at, const Moved& each) { return at < each.at + kWidth; });
    if (first == moved_.end() || first->at >= begin + length || first->at == allowed) return;
    throw ModelError(model_.name() + ": the offset at byte " + std::to_string(first->at) +
                     " has to move, and is part of something else at byte " + std::to_string(begin) +
                     " too: damaged, or made to be");
  }

 private:
  static constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();

  void check(const std::uint8_t* from, std::uint64_t length, const std::uint8_t* allowed) const {
    check(model_.offset(from), length, allowed == nullptr ? kNowhere : model_.offset(allowed));
  }

  const Model& model_;
  const std::vector<Moved>& moved_;
};

}  // namespace

std::vector<Moved> moved_by(const Model& model, std::uint64_t by) {
  FileOffsets offsets(model, by);
  walk(root_table(model.root()), TableId::kModel, offsets);
  std::vector<Moved>& moved = offsets.found;
  std::sort(moved.begin(), moved.end(), [](const Moved& a, const Moved& b) { return a.at < b.at; });
  moved.erase(std::unique(moved.begin(), moved.end()), moved.end());  // a table that two vectors share
  if (moved.empty()) return {};
  for (std::size_t i = 1; i < moved.size(); ++i) {
    if (moved[i].at - moved[i - 1].at < kWidth) {
      throw ModelError(model.name() + ": offsets at bytes " + std::to_string(moved[i - 1].at) + " and " +
                       std::to_string(moved[i].at) + " share bytes: damaged, or made to be");
    }
  }
  Overlaps overlaps(model, moved);
  walk(root_table(model.root()), TableId::kModel, overlaps);
  for_each_range(model.root(),
                 [&](const std::string&, std::uint64_t offset, std::uint64_t size) { overlaps.check(offset, size); });
  return std::move(moved);
}

}  // namespace npuspec::fence
