#include "front/kinds/descriptor/value.h"

#include <algorithm>

#include "front/effort.h"

namespace npuspec::descriptor {
namespace {

// Bit by bit from the definition, unlike the one that generated code uses and is judged by this.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t zero_from, std::uint32_t zero_to) {
  constexpr std::uint32_t kPolynomial = 0x82F63B78;  // 0x1EDC6F41, bits reversed
  Effort::spend(bytes.size() / 2);
  std::uint32_t crc = 0xFFFFFFFF;
  for (std::uint32_t i = 0; i < bytes.size(); ++i) {
    crc ^= i >= zero_from && i < zero_to ? 0 : bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
  }
  return crc ^ 0xFFFFFFFF;
}

Int load(std::span<const std::uint8_t> bytes, const Leaf& leaf) {
  std::uint32_t size = npuspec::descriptor::bytes(leaf.storage);
  std::uint64_t value = 0;
  for (std::uint32_t i = size; i-- > 0;) value = value << 8 | bytes[leaf.offset + i];
  if (!is_signed(leaf.storage) || (value >> (8 * size - 1) & 1) == 0) return value;
  return static_cast<Int>(value) - (Int{1} << (8 * size));
}

void store(std::span<std::uint8_t> bytes, const Leaf& leaf, Int number) {
  auto value = static_cast<std::uint64_t>(number);
  for (std::uint32_t i = 0; i < npuspec::descriptor::bytes(leaf.storage); ++i) {
    bytes[leaf.offset + i] = static_cast<std::uint8_t>(value & 0xFF);
    value >>= 8;
  }
}

// A value that its own rule accepts.
Int first_of(const Param& param) {
  return param.of && !param.of->type.rows.empty() ? param.of->type.rows.front().value : param.in.lo;
}

Judge::Outcome outcome_of(const guard::Result& result) {
  switch (result.kind) {
    case guard::Result::Kind::kOverflow:
      return Judge::Outcome::kOverflows;
    case guard::Result::Kind::kUnproved:
      return Judge::Outcome::kUnjudged;
    case guard::Result::Kind::kValue:
      break;
  }
  return result.value != 0 ? Judge::Outcome::kHolds : Judge::Outcome::kFails;
}

}  // namespace

Codec::Codec(const Struct& of) : of_(of) {
  add(of, 0, 0);
  Effort::spend(4 * leaves_.size());
}

void Codec::add(const Struct& of, std::uint32_t offset, std::uint32_t slot) {
  for (const Field& field : of.fields) {
    if (field.reserved) continue;
    std::uint32_t slots = field.nested ? field.nested->record->members.slots() : 1;
    for (std::uint32_t i = 0; i < field.count; ++i) {
      std::uint32_t at = offset + field.offset + i * field.element_size();
      std::uint32_t into = slot + field.symbol->slot + i * slots;
      if (field.nested) {
        add(*field.nested, at, into);
      } else {
        leaves_.push_back({at, into, field.storage, &field, i});
      }
    }
    if (field.digest) seals_.push_back({offset, of.size, leaves_.back()});
  }
  // Outer digests cover inner ones.
  std::stable_sort(seals_.begin(), seals_.end(), [](const Seal& a, const Seal& b) { return a.size < b.size; });
}

void Codec::unpack(std::span<const std::uint8_t> bytes, std::span<Int> slots) const {
  for (const Leaf& leaf : leaves_) slots[leaf.slot] = load(bytes, leaf);
}

void Codec::pack(std::span<const Int> slots, std::span<std::uint8_t> bytes) const {
  for (const Leaf& leaf : leaves_) store(bytes, leaf, slots[leaf.slot]);
}

std::uint32_t Codec::digest(std::span<const std::uint8_t> bytes) const {
  const Field& field = *of_.digest();
  return crc32c(bytes.first(of_.size), field.offset, field.end());
}

void Codec::seal(std::span<Int> slots, std::span<std::uint8_t> bytes) const {
  for (const Seal& seal : seals_) {
    std::uint32_t from = seal.leaf.offset - seal.offset;
    slots[seal.leaf.slot] = crc32c(bytes.subspan(seal.offset, seal.size), from, from + 4);
    store(bytes, seal.leaf, slots[seal.leaf.slot]);
  }
}

std::vector<Int> Codec::initial() const {
  std::vector<Int> slots(of_.scope->slots(), 0);
  for (const Leaf& leaf : leaves_) slots[leaf.slot] = leaf.field->constant.value_or(0);
  for (const Param& param : of_.params) slots[param.symbol->slot] = first_of(param);
  return slots;
}

Judge::Judge(const Struct& of) : of_(of) {
  for (const Field& field : of.fields) {
    if (field.nested && !field.nested->checks.empty())
      nested_.emplace_back(field.nested, std::make_unique<Judge>(*field.nested));
  }
}

void Judge::start(std::span<const Int> slots, std::span<const std::uint8_t> bytes) {
  slots_ = slots;
  bytes_ = bytes;
  interpreter_.start({slots, nullptr});
}

Judge::Outcome Judge::judge(const Check& check) {
  switch (check.does) {
    case Check::Does::kGuard:
      break;
    case Check::Does::kNested:
      return judge_nested(check);
    case Check::Does::kDigest: {
      std::uint32_t is = crc32c(bytes_, check.field->offset, check.field->end());
      return slots_[check.field->symbol->slot] == is ? Outcome::kHolds : Outcome::kFails;
    }
    case Check::Does::kReserved: {
      auto bytes = bytes_.subspan(check.field->offset, check.field->size);
      bool zero = std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
      return zero ? Outcome::kHolds : Outcome::kFails;
    }
  }
  if (check.when) {
    guard::Result when = interpreter_.run(*check.when);
    if (!when.ok()) return outcome_of(when);
    if (!when.is_true()) return Outcome::kHolds;
  }
  return outcome_of(interpreter_.run(*check.require));
}

Judge::Outcome Judge::judge_nested(const Check& check) {
  const Field& field = *check.field;
  auto judge =
      std::find_if(nested_.begin(), nested_.end(), [&](const auto& each) { return each.first == field.nested; });
  std::uint32_t slots = field.nested->record->members.slots();
  for (std::uint32_t i = 0; i < field.count; ++i) {
    judge->second->start(slots_.subspan(field.symbol->slot + i * slots, slots),
                         bytes_.subspan(field.offset + i * field.element_size(), field.element_size()));
    if (judge->second->first()) return Outcome::kFails;
  }
  return Outcome::kHolds;
}

const Check* Judge::first() {
  for (const Check& check : of_.checks) {
    if (judge(check) != Outcome::kHolds) return &check;
  }
  return nullptr;
}

std::string hex(Int value, std::uint32_t digits) {
  std::string text(digits, '0');
  for (std::uint32_t i = digits; i-- > 0; value >>= 4) {
    text[i] = "0123456789ABCDEF"[static_cast<std::size_t>(value & 15)];
  }
  return "0x" + text;
}

std::string element_name(const Field& field, std::uint32_t index) {
  std::string name(field.name);
  if (field.index) return name + "[" + std::string(field.index->type.rows[index].name) + "]";
  return field.array ? name + "[" + std::to_string(index) + "]" : name;
}

std::string path_to(const Struct& of, std::uint32_t offset) {
  for (const Field& field : of.fields) {
    if (offset < field.offset || offset >= field.end()) continue;
    if (field.reserved) return std::string(field.name);
    std::uint32_t index = (offset - field.offset) / field.element_size();
    std::string path = element_name(field, index);
    if (field.nested) path += "." + path_to(*field.nested, offset - field.offset - index * field.element_size());
    return path;
  }
  return {};
}

}  // namespace npuspec::descriptor
