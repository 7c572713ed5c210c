#include "wire/encode.h"

#include <algorithm>

namespace npuspec::test {
namespace {

using tflite::Form;
using wire::Values;

tflite::TableId id_of(const guard::Record* record) {
  for (int i = 0; i < static_cast<int>(tflite::TableId::kNone); ++i) {
    if (record && tflite::name(static_cast<tflite::TableId>(i)) == record->name) return static_cast<tflite::TableId>(i);
  }
  return tflite::TableId::kNone;  // an Opaque: a table without a known field
}

}  // namespace

Encoded::Encoded(const Values& values, const std::vector<Values::Handle>& objects) : values_(values) {
  put(0, 8);
  for (Values::Handle object : objects) {
    if (places_.count(object) == 0) write_table(object);
  }
  // Offsets point forward, so what they lead to comes after: until nothing waits any more.
  while (!patches_.empty() || !tables_.empty()) {
    std::vector<Patch> patches = std::exchange(patches_, {});
    for (const Patch& each : patches) write_offset(each);
    auto tables = std::exchange(tables_, {});
    for (const auto& [at, object] : tables) {
      auto known = places_.find(object);
      // A table that is shared and stands before this offset cannot be reached from it: write it once more for both.
      if (known == places_.end() || known->second <= at) write_table(object);
      patch(at, places_.at(object));
    }
  }
}

void Encoded::put(std::uint64_t value, unsigned width) {
  for (unsigned i = 0; i < width; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

void Encoded::align(std::size_t to, std::size_t skew) {
  while ((bytes_.size() + skew) % to != 0) bytes_.push_back(0);
}

void Encoded::patch(std::size_t at, std::size_t target) {
  auto offset = static_cast<std::uint32_t>(target - at);
  for (unsigned i = 0; i < 4; ++i) bytes_[at + i] = static_cast<std::uint8_t>(offset >> (8 * i));
}

void Encoded::write_table(Values::Handle object) {
  const guard::Record* record = values_.at(object).type;
  std::span<const tflite::Field> fields = tflite::fields(id_of(record));
  std::vector<const tflite::Field*> present;
  for (const tflite::Field& field : fields) {
    const guard::Symbol* symbol = record->members.find(field.name);
    if (symbol && values_.find(object, *symbol)) present.push_back(&field);
  }
  std::stable_sort(present.begin(), present.end(), [](const auto* a, const auto* b) { return a->width > b->width; });
  auto inline_width = [](const tflite::Field& field) { return field.is_offset() ? 4u : field.width; };
  std::stable_sort(present.begin(), present.end(),
                   [&](const auto* a, const auto* b) { return inline_width(*a) > inline_width(*b); });
  std::vector<std::uint16_t> vtable(fields.size());
  unsigned end = 4;
  for (const tflite::Field* field : present) {
    vtable[field->id] = static_cast<std::uint16_t>(end);
    end += inline_width(*field);
  }
  align(2, 0);
  std::size_t vtable_at = bytes_.size();
  put(4 + 2 * vtable.size(), 2);
  put(end, 2);
  for (std::uint16_t slot : vtable) put(slot, 2);
  align(8, 4);  // so that the first field, the widest, lies at a multiple of 8
  std::size_t at = bytes_.size();
  places_[object] = at;
  put(at - vtable_at, 4);
  for (const tflite::Field* field : present) {
    const Values::Cell& cell = *values_.find(object, *record->members.find(field->name));
    if (field->is_offset()) {
      patches_.push_back({bytes_.size(), &cell, field});
      put(0, 4);
    } else {
      put(static_cast<std::uint64_t>(cell.number), field->width);
    }
  }
  align(4, 0);
}

void Encoded::write_offset(const Patch& each) {
  Form form = each.field->form;
  if (form == Form::kTable || form == Form::kOpaque) {
    tables_.emplace_back(each.at, each.cell->objects.front());
    return;
  }
  auto known = vectors_.find(each.cell->place);
  if (known != vectors_.end() && known->second > each.at) return patch(each.at, known->second);
  write_vector(each);
  patch(each.at, vectors_.at(each.cell->place));
}

void Encoded::write_vector(const Patch& each) {
  const Values::Cell& cell = *each.cell;
  if (each.field->form == Form::kString) {
    align(4, 0);
    vectors_[cell.place] = bytes_.size();
    put(cell.text.size(), 4);
    for (char c : cell.text) bytes_.push_back(static_cast<std::uint8_t>(c));
    bytes_.push_back(0);
    align(4, 0);
    return;
  }
  unsigned width = each.field->width;
  align(std::max(4u, width), 4);
  align(4, 0);
  vectors_[cell.place] = bytes_.size();
  put(std::max(cell.numbers.size(), cell.objects.size()), 4);
  for (guard::Int number : cell.numbers) put(static_cast<std::uint64_t>(number), width);
  for (Values::Handle object : cell.objects) {
    tables_.emplace_back(bytes_.size(), object);
    put(0, 4);
  }
  align(4, 0);
}

}  // namespace npuspec::test
