#include "front/kinds/descriptor/dump.h"

#include <algorithm>

namespace npuspec::descriptor {
namespace {

std::string flags_text(const Enum& of, Int value) {
  std::string text;
  for (const guard::Enum::Row& row : of.type.rows) {
    if ((value & row.value) == 0) continue;
    text += (text.empty() ? "" : " | ") + std::string(row.name);
    value &= ~row.value;
  }
  if (value != 0) text += (text.empty() ? "" : " | ") + hex(value, 2 * bytes(*of.base));
  return text.empty() ? "none" : text;
}

bool as_hex(const Field& field) {
  return field.digest || !field.reloc.empty() || !field.bits.empty() || field.row->text_at("const").starts_with("0x");
}

std::string value_text(const Field& field, Int value) {
  if (field.of && field.of->flags) return flags_text(*field.of, value);
  if (field.of) {
    const Symbol* symbol = field.of->find(value);
    return symbol ? std::string(symbol->name) : guard::to_string(value);
  }
  if (as_hex(field) && value >= 0) return hex(value, 2 * bytes(field.storage));
  return guard::to_string(value) + (field.unit.empty() ? "" : " " + std::string(field.unit));
}

std::string meaning_of(const Field& field, Int value, bool first) {
  if (field.of && !field.of->flags) {
    if (const Symbol* symbol = field.of->find(value)) return std::string(symbol->about.doc);
    return (field.of->open ? "a value without a name in " : "no symbol of ") + std::string(field.of->name);
  }
  return first ? std::string(field.about.doc) : std::string();
}

class Dump {
 public:
  explicit Dump(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  void add(const Struct& of, std::uint32_t base, const std::string& path) {
    for (const Field& field : of.fields) {
      if (field.reserved) {
        add_reserved(field, base, path);
      } else {
        add_field(of, field, base, path);
      }
    }
  }

  std::vector<DumpLine> take() { return std::move(lines_); }

 private:
  bool there(std::uint32_t offset, std::uint32_t size) const { return offset + size <= bytes_.size(); }

  Int number(std::uint32_t offset, Storage storage) const {
    std::uint32_t size = bytes(storage);
    std::uint64_t value = 0;
    for (std::uint32_t i = size; i-- > 0;) value = value << 8 | bytes_[offset + i];
    bool negative = is_signed(storage) && (value >> (8 * size - 1) & 1) != 0;
    return negative ? static_cast<Int>(value) - (Int{1} << (8 * size)) : static_cast<Int>(value);
  }

  void add_reserved(const Field& field, std::uint32_t base, const std::string& path) {
    std::uint32_t offset = base + field.offset;
    if (!there(offset, field.size)) return add_cut(offset, path + std::string(field.name));
    auto run = bytes_.subspan(offset, field.size);
    bool zero = std::all_of(run.begin(), run.end(), [](std::uint8_t byte) { return byte == 0; });
    lines_.push_back({offset, field.size, path + std::string(field.name), zero ? "zero" : "not zero",
                      std::string(field.about.doc), false});
  }

  void add_field(const Struct& of, const Field& field, std::uint32_t base, const std::string& path) {
    std::uint32_t counts = live_elements(of, field, base);
    for (std::uint32_t i = 0; i < field.count; ++i) {
      std::uint32_t offset = base + field.offset + i * field.element_size();
      std::string name = path + element_name(field, i);
      if (field.nested) {
        add(*field.nested, offset, name + ".");
      } else if (i == counts && idle(field, base, i)) {
        std::string range = std::to_string(i) + (i + 1 == field.count ? "" : ".." + std::to_string(field.count - 1));
        lines_.push_back({offset, (field.count - i) * field.element_size(),
                          path + std::string(field.name) + "[" + range + "]", "0",
                          "beyond " + std::string(field.live->name), false});
        return;
      } else if (there(offset, field.element_size())) {
        add_number(field, offset, name, i == 0, i >= counts);
      } else {
        add_cut(offset, name);
      }
    }
  }

  // The first bytes of what does not lie wholly in the bytes, if there are any.
  void add_cut(std::uint32_t offset, const std::string& name) {
    if (offset >= bytes_.size()) return;
    lines_.push_back({offset, static_cast<std::uint32_t>(bytes_.size()) - offset, name, "cut off",
                      "the rest of it is missing", false});
  }

  // How many elements count, if the field says.
  std::uint32_t live_elements(const Struct&, const Field& field, std::uint32_t base) const {
    if (!field.live || !there(base + field.live->offset, field.live->size)) return field.count;
    Int count = number(base + field.live->offset, field.live->storage);
    return count >= 0 && count < field.count ? static_cast<std::uint32_t>(count) : field.count;
  }

  // Whether all elements from this one on are there, and zero.
  bool idle(const Field& field, std::uint32_t base, std::uint32_t from) const {
    std::uint32_t first = base + field.offset + from * field.element_size();
    std::uint32_t size = (field.count - from) * field.element_size();
    if (!there(first, size)) return false;
    auto run = bytes_.subspan(first, size);
    return std::all_of(run.begin(), run.end(), [](std::uint8_t byte) { return byte == 0; });
  }

  void add_number(const Field& field, std::uint32_t offset, const std::string& name, bool first, bool idle) {
    Int value = number(offset, field.storage);
    std::string meaning = idle ? "beyond " + std::string(field.live->name) : meaning_of(field, value, first);
    lines_.push_back({offset, field.element_size(), name, value_text(field, value), std::move(meaning), false});
    for (const Bits& bits : field.bits) {
      Int part = value >> bits.lo & ((Int{1} << (bits.hi - bits.lo + 1)) - 1);
      std::string range = "bits " + std::to_string(bits.lo) + ".." + std::to_string(bits.hi);
      lines_.push_back(
          {offset, field.element_size(), name + "." + std::string(bits.name), guard::to_string(part), range, true});
    }
  }

  std::span<const std::uint8_t> bytes_;
  std::vector<DumpLine> lines_;
};

// The values of a parameter to try when it is not given; none when they are too many.
std::vector<Int> choices(const Param& param) {
  if (param.is_bool) return {0, 1};
  std::vector<Int> values;
  if (param.of) {
    for (const guard::Enum::Row& row : param.of->type.rows) values.push_back(row.value);
  } else if (param.in.hi - param.in.lo < static_cast<Int>(kMaxOpinions)) {
    for (Int value = param.in.lo; value <= param.in.hi; ++value) values.push_back(value);
  }
  return values;
}

bool reads_any(const Check& check, const std::vector<const guard::Symbol*>& of) {
  auto reads = [&](const guard::Typed* guard) {
    if (!guard || of.empty()) return false;
    auto symbols = guard::reads(*guard);
    return std::find_first_of(symbols.begin(), symbols.end(), of.begin(), of.end()) != symbols.end();
  };
  return reads(check.when) || reads(check.require);
}

}  // namespace

std::vector<DumpLine> dump(const Struct& of, std::span<const std::uint8_t> bytes) {
  Dump dump(bytes);
  dump.add(of, 0, "");
  return dump.take();
}

std::vector<Opinion> judge(const Struct& of, std::span<const std::uint8_t> bytes,
                           std::span<const std::pair<const Param*, Int>> given) {
  std::vector<Opinion> opinions(1);
  for (const Param& param : of.params) {
    auto found = std::find_if(given.begin(), given.end(), [&](const auto& each) { return each.first == &param; });
    std::vector<Int> values = found == given.end() ? choices(param) : std::vector<Int>{found->second};
    if (values.empty() || opinions.size() * values.size() > kMaxOpinions) return {};
    std::vector<Opinion> more;
    for (const Opinion& each : opinions) {
      for (Int value : values) {
        more.push_back(each);
        more.back().params.emplace_back(&param, value);
      }
    }
    opinions = std::move(more);
  }
  Codec codec(of);
  Judge judge(of);
  std::vector<Int> slots = codec.initial();
  codec.unpack(bytes, slots);
  for (Opinion& opinion : opinions) {
    for (auto [param, value] : opinion.params) slots[param->symbol->slot] = value;
    judge.start(slots, bytes);
    std::vector<const guard::Symbol*> refused;  // the fields that break their own rule
    for (const Check& check : of.checks) {
      Judge::Outcome outcome = reads_any(check, refused) ? Judge::Outcome::kUnjudged : judge.judge(check);
      if (outcome == Judge::Outcome::kUnjudged) {
        opinion.unjudged.push_back(&check);
      } else if (outcome != Judge::Outcome::kHolds) {
        opinion.failed.push_back({&check, outcome, find_fault(of, check, judge, slots, bytes)});
        if (check.field && check.field->symbol) refused.push_back(check.field->symbol);
      }
    }
  }
  return opinions;
}

std::string spell(const Param& param, Int value) {
  if (param.is_bool) return value != 0 ? "true" : "false";
  const Symbol* symbol = param.of ? param.of->find(value) : nullptr;
  return symbol ? std::string(symbol->name) : guard::to_string(value);
}

}  // namespace npuspec::descriptor
