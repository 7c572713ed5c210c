#include "fence/front.h"

#include <flatbuffers/flatbuffers.h>

#include <algorithm>
#include <cstring>

namespace npuspec::fence {

namespace {

using flatbuffers::soffset_t;
using flatbuffers::uoffset_t;
using flatbuffers::voffset_t;

}  // namespace

Front::Label Front::label() {
  places_.push_back(0);
  return static_cast<Label>(places_.size() - 1);
}

void Front::align(std::size_t alignment, std::size_t remainder) {
  while (bytes_.size() % alignment != remainder) bytes_.push_back(0);
}

template <class T>
void Front::put(T value) {
  const T little = flatbuffers::EndianScalar(value);
  const std::size_t at = bytes_.size();
  bytes_.resize(at + sizeof little);
  std::memcpy(bytes_.data() + at, &little, sizeof little);
}

void Front::put_offset(Target target) {
  offsets_.emplace_back(bytes_.size(), target);
  put(uoffset_t{0});
}

void Front::root(Label table, std::string_view identifier) {
  put_offset(Target::of(table));
  bytes_.insert(bytes_.end(), identifier.begin(), identifier.end());
}

void Front::table(Label me, std::vector<Value>& values) {
  // The wide ones first, so that none needs a gap before it.
  std::sort(values.begin(), values.end(),
            [](const Value& a, const Value& b) { return a.width != b.width ? a.width > b.width : a.id < b.id; });
  const bool eights = !values.empty() && values.front().width == sizeof(std::uint64_t);
  voffset_t count = 0;
  for (const Value& value : values) count = std::max<voffset_t>(count, static_cast<voffset_t>(value.id + 1));

  align(sizeof(voffset_t));
  const std::size_t vtable = bytes_.size();
  bytes_.resize(vtable + sizeof(voffset_t) * (2u + count));
  // Fields of 8 bytes begin 4 behind the table's start.
  if (eights) {
    align(sizeof(std::uint64_t), sizeof(soffset_t));
  } else {
    align(sizeof(soffset_t));
  }
  const std::size_t table = bytes_.size();
  places_[me] = table;
  put(static_cast<soffset_t>(table - vtable));
  const auto set = [&](std::size_t entry, std::size_t number) {
    flatbuffers::WriteScalar(bytes_.data() + vtable + sizeof(voffset_t) * entry, static_cast<voffset_t>(number));
  };
  for (const Value& value : values) {
    set(2u + value.id, bytes_.size() - table);
    if (value.is_offset) {
      put_offset(value.target);
      continue;
    }
    if (value.is_file_offset) file_offsets_.push_back(bytes_.size());
    for (std::uint8_t i = 0; i < value.width; ++i) bytes_.push_back(static_cast<std::uint8_t>(value.bits >> (8 * i)));
  }
  set(0, sizeof(voffset_t) * (2u + count));
  set(1, bytes_.size() - table);
}

void Front::offsets(Label me, std::span<const Target> targets) {
  align(sizeof(uoffset_t));
  places_[me] = bytes_.size();
  put(static_cast<uoffset_t>(targets.size()));
  for (Target target : targets) put_offset(target);
}

void Front::scalars(Label me, const void* elements, std::size_t count, std::size_t width, std::size_t alignment) {
  align(sizeof(uoffset_t));
  if (alignment > sizeof(uoffset_t)) align(alignment, alignment - sizeof(uoffset_t));
  places_[me] = bytes_.size();
  put(static_cast<uoffset_t>(count));
  const auto* from = static_cast<const std::uint8_t*>(elements);
  if (count != 0) bytes_.insert(bytes_.end(), from, from + count * width);
}

void Front::text(Label me, std::string_view characters) {
  scalars(me, characters.data(), characters.size(), 1, 1);
  bytes_.push_back(0);
}

std::vector<std::uint8_t> Front::finish() {
  align(kBlockAlignment);
  const std::uint64_t block = bytes_.size();
  for (const auto& [at, target] : offsets_) {
    const std::uint64_t to = target.old ? block + target.at : places_[target.at];
    const std::uint64_t distance = to - at;
    if (distance >= FLATBUFFERS_MAX_BUFFER_SIZE) return {};
    flatbuffers::WriteScalar(bytes_.data() + at, static_cast<uoffset_t>(distance));
  }
  for (std::size_t at : file_offsets_) {
    const auto old = flatbuffers::ReadScalar<std::uint64_t>(bytes_.data() + at);
    flatbuffers::WriteScalar(bytes_.data() + at, old + block);
  }
  return std::move(bytes_);
}

}  // namespace npuspec::fence
