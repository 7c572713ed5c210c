#include "front/kinds/descriptor/read_value.h"

#include <algorithm>
#include <set>

#include "front/kinds/descriptor/parts.h"
#include "front/kinds/rows.h"

namespace npuspec::descriptor {
namespace {

std::vector<std::string_view> symbols_of(const Enum& of) {
  std::vector<std::string_view> names;
  for (const guard::Enum::Row& row : of.type.rows) names.push_back(row.name);
  return names;
}

class Reader {
 public:
  Reader(Code code, Diags& diags) : code_(code), diags_(diags), told_(diags.errors()) {}

  // A map of fields into the slots from `slots` on; `params` of the outermost struct only.
  void fields(const Struct& of, const Node& values, std::span<Int> slots, std::vector<std::string_view>* named) {
    if (!values.is_map()) {
      wrong(values, "fields of " + in_quotes(of.path) + " are missing").hint("write a map of names and values");
      return;
    }
    for (const Entry& entry : values.entries) {
      if (diags_.errors() - told_ >= limits::kFindings) return;
      if (entry.value->broken) continue;
      if (named) named->push_back(entry.key);
      if (const Field* field = of.find(entry.key)) {
        whole(*field, *entry.value, slots.subspan(field->symbol->slot));
      } else if (!named || !param(of, entry, slots)) {
        unknown(of, entry, named != nullptr);
      }
    }
  }

 private:
  Diag& wrong(const Node& at, std::string message) {
    Diag& diag = diags_.error(code_, at.at, std::move(message));
    return at.is_scalar() ? diag.span(std::max<std::size_t>(1, at.text.size())) : diag;
  }

  void unknown(const Struct& of, const Entry& entry, bool params) {
    std::vector<std::string_view> known;
    for (const Field& field : of.fields) {
      if (!field.reserved) known.push_back(field.name);
    }
    if (params) {
      for (const Param& each : of.params) known.push_back(each.name);
    }
    auto& diag = diags_.error(code_, entry.key_at, in_quotes(entry.key) + " is no field of " + in_quotes(of.path))
                     .span(entry.key.size());
    suggest(diag, entry.key, known);
  }

  bool param(const Struct& of, const Entry& entry, std::span<Int> slots) {
    auto found =
        std::find_if(of.params.begin(), of.params.end(), [&](const Param& each) { return each.name == entry.key; });
    if (found == of.params.end()) return false;
    const Node& value = *entry.value;
    bool may_be = value.is_scalar() && (!value.quoted || found->of);
    auto number = may_be ? read_param(*found, value.text) : std::nullopt;
    if (number) {
      slots[found->symbol->slot] = *number;
      return true;
    }
    if (found->is_bool) {
      wrong(value, in_quotes(found->name) + " is true or false").hint(unquoted_or(value, "write true or false"));
    } else if (found->of) {
      suggest(
          wrong(value, value.is_scalar() ? in_quotes(value.text) + " is no symbol of " + in_quotes(found->of->name)
                                         : in_quotes(found->name) + " is one symbol of " + in_quotes(found->of->name)),
          value.text, symbols_of(*found->of));
    } else {
      Interval fits{lowest(found->storage), highest(found->storage)};
      wrong(value, in_quotes(found->name) + " is a number in " + braced(fits))
          .hint(unquoted_or(value, "write a number of that range"));
    }
    return true;
  }

  void whole(const Field& field, const Node& value, std::span<Int> slots) {
    if (!field.array) {
      one(field, value, slots);
    } else if (value.is_list()) {
      list(field, value, slots);
    } else if (value.is_map()) {
      by_index(field, value, slots);
    } else {
      wrong(value, in_quotes(field.name) + " is an array of " + std::to_string(field.count))
          .hint("write a list: [1, 2]");
    }
  }

  static std::uint32_t stride(const Field& field) { return field.nested ? field.nested->record->members.slots() : 1; }

  void list(const Field& field, const Node& value, std::span<Int> slots) {
    if (value.items.size() > field.count) {
      wrong(*value.items[field.count], in_quotes(field.name) + " has " + std::to_string(field.count) +
                                           " elements, not " + std::to_string(value.items.size()))
          .hint("take out those from here on");
    }
    for (std::uint32_t i = 0; i < field.count; ++i) {
      auto element = slots.subspan(i * stride(field));
      if (i < value.items.size()) {
        one(field, *value.items[i], element);
      } else {
        std::fill_n(element.begin(), stride(field), Int{0});
      }
    }
  }

  void by_index(const Field& field, const Node& value, std::span<Int> slots) {
    for (const Entry& entry : value.entries) {
      std::optional<Int> index;
      if (const Symbol* symbol = field.index ? field.index->find(entry.key) : nullptr) {
        index = symbol->value;
      } else if (auto number = parse_number(entry.key)) {
        index = int_of(*number);
      }
      if (!index || *index < 0 || *index >= field.count) {
        auto& diag =
            diags_.error(code_, entry.key_at, in_quotes(entry.key) + " is no index of " + in_quotes(field.name))
                .span(entry.key.size());
        if (field.index) {
          suggest(diag, entry.key, symbols_of(*field.index));
        } else {
          diag.hint("0.." + std::to_string(field.count - 1));
        }
        continue;
      }
      one(field, *entry.value, slots.subspan(static_cast<std::uint32_t>(*index) * stride(field)));
    }
  }

  // One element, or the field when it is no array.
  void one(const Field& field, const Node& value, std::span<Int> slots) {
    if (value.broken) return;
    if (field.nested) return fields(*field.nested, value, slots, nullptr);
    if (field.of && field.of->flags && value.is_list()) return flags(field, value, slots[0]);
    if (!field.bits.empty() && value.is_map()) return parts(field, value, slots[0]);
    if (!value.is_scalar()) {
      wrong(value, in_quotes(field.name) + " is one number").hint("write the number alone, without brackets");
      return;
    }
    if (field.of) {
      if (const Symbol* symbol = field.of->find(value.text)) {
        slots[0] = symbol->value;
        return;
      }
    }
    auto number = number_of(&value);
    if (!number) {
      if (field.of) {
        suggest(wrong(value, in_quotes(value.text) + " is no symbol of " + in_quotes(field.of->name)), value.text,
                symbols_of(*field.of));
      } else {
        NumberFault fault;
        parse_number(value.text, &fault);
        // Of a word it is enough that it is none; of a number that is spelt or sized wrong, why.
        bool word = value.quoted || value.text.find_first_of("0123456789") == value.text.npos;
        wrong(value, word ? in_quotes(value.text) + " is no number" : std::move(fault.message))
            .hint(unquoted_or(value, word ? "for example 42, -1, 0x2A or 4 KiB" : std::move(fault.help)));
      }
      return;
    }
    std::optional<Int> is = in_unit(*number, field.unit);
    if (!is) {
      auto [message, help] = unit_fault(field.name, field.unit);
      wrong(value, std::move(message)).hint(std::move(help));
      return;
    }
    set(field, value, *is, slots[0]);
  }

  void set(const Field& field, const Node& value, Int number, Int& slot) {
    if (number < lowest(field.storage) || number > highest(field.storage)) {
      wrong(value, guard::to_string(number) + " does not fit " + in_quotes(field.name) +
                       (is_signed(field.storage) ? ", an " : ", a ") + std::string(spelling(field.storage)))
          .hint("it holds " + braced({lowest(field.storage), highest(field.storage)}));
      return;
    }
    slot = number;
  }

  void flags(const Field& field, const Node& value, Int& slot) {
    slot = 0;
    std::set<std::string_view> there;
    for (const Node* each : value.items) {
      if (const Symbol* symbol = field.of->find(each->text)) {
        slot |= symbol->value;
        if (!there.insert(each->text).second) {
          wrong(*each, in_quotes(each->text) + " is there twice").hint("take one out");
        }
      } else {
        suggest(wrong(*each, in_quotes(each->text) + " is no symbol of " + in_quotes(field.of->name)), each->text,
                symbols_of(*field.of));
      }
    }
  }

  void parts(const Field& field, const Node& value, Int& slot) {
    for (const Entry& entry : value.entries) {
      auto part =
          std::find_if(field.bits.begin(), field.bits.end(), [&](const Bits& each) { return each.name == entry.key; });
      auto number = int_of(entry.value);
      if (part == field.bits.end()) {
        std::vector<std::string_view> known;
        for (const Bits& each : field.bits) known.push_back(each.name);
        suggest(diags_.error(code_, entry.key_at, in_quotes(entry.key) + " is no part of " + in_quotes(field.name))
                    .span(entry.key.size()),
                entry.key, known);
      } else if (!number || *number < 0 || (*number >> (part->hi - part->lo + 1)) != 0) {
        wrong(*entry.value, in_quotes(entry.key) + " has " + std::to_string(part->hi - part->lo + 1) + " bits")
            .hint("they hold " + braced({0, (Int{1} << (part->hi - part->lo + 1)) - 1}));
      } else {
        Int ones = ((Int{1} << (part->hi - part->lo + 1)) - 1) << part->lo;
        slot = (slot & ~ones) | *number << part->lo;
      }
    }
  }

  Code code_;
  Diags& diags_;
  std::size_t told_;  // errors of others
};

}  // namespace

void read_value(const Struct& of, const Node& values, Code code, std::span<Int> slots,
                std::vector<std::string_view>& named, Diags& diags) {
  Reader(code, diags).fields(of, values, slots, &named);
}

bool take_bytes(const Struct& of, Place at, std::size_t& taken, Diags& diags) {
  bool first = taken <= limits::kExampleBytes;
  taken += of.size;
  if (taken <= limits::kExampleBytes) return true;
  if (first) {
    diags
        .error(Code::D024, at,
               "the examples up to this one have more than " + std::to_string(limits::kExampleBytes) + " bytes")
        .hint("leave some out: each is kept whole, and so in the tests of every language");
  }
  return false;
}

std::optional<Int> read_param(const Param& param, std::string_view text) {
  if (param.is_bool) {
    if (text != "true" && text != "false") return std::nullopt;
    return text == "true" ? 1 : 0;
  }
  if (const Symbol* symbol = param.of ? param.of->find(text) : nullptr) return symbol->value;
  auto number = parse_number(text);
  std::optional<Int> is = number ? in_unit(*number, "") : std::nullopt;
  return is && *is >= lowest(param.storage) && *is <= highest(param.storage) ? is : std::nullopt;
}

}  // namespace npuspec::descriptor
