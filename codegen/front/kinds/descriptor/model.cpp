#include "front/kinds/descriptor/model.h"

#include <algorithm>
#include <array>

#include "front/effort.h"

namespace npuspec::descriptor {
namespace {

struct Row {
  std::string_view name;
  std::uint32_t bytes;
  bool is_signed;
};

constexpr std::array<Row, 8> kRows = {{{"u8", 1, false},
                                       {"u16", 2, false},
                                       {"u32", 4, false},
                                       {"u64", 8, false},
                                       {"i8", 1, true},
                                       {"i16", 2, true},
                                       {"i32", 4, true},
                                       {"i64", 8, true}}};

const Row& row(Storage storage) { return kRows[static_cast<std::size_t>(storage)]; }

}  // namespace

About about_of(const Node& row) { return {row.text_at("doc"), row.text_at("source")}; }

std::string_view spelling(Storage storage) { return row(storage).name; }
std::uint32_t bytes(Storage storage) { return row(storage).bytes; }
bool is_signed(Storage storage) { return row(storage).is_signed; }

const Symbol* Enum::find(std::string_view symbol) const {
  Effort::spend(symbols.size() / 16);
  for (const Symbol& each : symbols) {
    if (each.name == symbol && !each.removed()) return &each;
  }
  return nullptr;
}

const Symbol* Enum::find(Int value) const {
  Effort::spend(symbols.size() / 16);
  for (const Symbol& each : symbols) {
    if (each.value == value && !each.removed()) return &each;
  }
  return nullptr;
}

const Field* Struct::find(std::string_view field) const {
  Effort::spend(fields.size() / 16);
  for (const Field& each : fields) {
    if (!each.reserved && each.name == field) return &each;
  }
  return nullptr;
}

const Check* Struct::check(std::string_view id) const {
  for (const Check& each : checks) {
    if (each.id == id) return &each;
  }
  return nullptr;
}

const Field* Struct::digest() const {
  for (const Field& each : fields) {
    if (each.digest) return &each;
  }
  return nullptr;
}

const Enum* Descriptors::find_enum(std::string_view name) const {
  for (const Enum& each : enums) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

Struct* Descriptors::find_struct(std::string_view name) {
  for (Struct& each : structs) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

}  // namespace npuspec::descriptor
