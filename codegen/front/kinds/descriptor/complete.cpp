#include "front/kinds/descriptor/complete.h"

#include <algorithm>
#include <string>
#include <vector>

#include "front/guard/interp.h"
#include "front/kinds/descriptor/parts.h"
#include "front/kinds/descriptor/value.h"

namespace npuspec::descriptor {
namespace {

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i) list += (i == 0 ? "" : ", ") + in_quotes(names[i]);
  return names.size() > kMost ? list + " and " + std::to_string(names.size() - kMost) + " more" : list;
}

class Completion {
 public:
  Completion(Code code, Diags& diags) : code_(code), diags_(diags), sound_(!diags.failed()) {}

  void fields(const Struct& of, const Node& values, std::span<Int> slots, std::vector<std::string> missing = {}) {
    if (!values.is_map() || values.broken || values.lacking) return;
    for (const Field& field : of.fields) {
      if (field.reserved) continue;
      const Node* value = values.find(field.name);
      std::uint32_t count = needed(of, field, slots);
      if (value) {
        whole(field, count, *value, slots.subspan(field.symbol->slot));
      } else if (count == 0) {
        fill(field, slots);
      } else if (!is_meant(of, values, field.name)) {
        missing.emplace_back(field.name);
      }
    }
    if (missing.empty()) return;
    report(values, listed(missing) + " of " + in_quotes(of.path), missing.size())
        .hint("write `" + missing.front() + ": VALUE`; only what the spec fixes may be left out");
  }

  // Whether an entry that is none, which has been told, was to be this one.
  static bool is_meant(const Struct& of, const Node& values, std::string_view name) {
    std::vector<std::string_view> known;
    for (const Field& field : of.fields) {
      if (!field.reserved) known.push_back(field.name);
    }
    for (const Param& param : of.params) known.push_back(param.name);
    return std::any_of(values.entries.begin(), values.entries.end(), [&](const Entry& entry) {
      bool is_known = std::find(known.begin(), known.end(), entry.key) != known.end();
      return !is_known && nearest(entry.key, known) == name;
    });
  }

 private:
  // How many elements must be given; of a field that is no array, whether it must be.
  std::uint32_t needed(const Struct& of, const Field& field, std::span<const Int> slots) {
    if (field.constant || field.digest || !field.reloc.empty() || field.dir == "out") return 0;
    if (is_idle(of, field, slots)) return 0;
    if (field.nested) {
      auto own = slots.subspan(field.symbol->slot);
      const auto& fields = field.nested->fields;
      bool any = std::any_of(fields.begin(), fields.end(), [&](const Field& each) {
        return !each.reserved && needed(*field.nested, each, own) != 0;
      });
      if (!any) return 0;
    }
    if (!field.live) return field.count;
    Int live = slots[field.live->symbol->slot];
    bool may_be = !field.live->in || (live >= field.live->in->lo && live <= field.live->in->hi);
    if (!sound_ || !may_be) return 0;  // how many count is what was refused, or will be
    return static_cast<std::uint32_t>(std::clamp<Int>(live, 0, field.count));
  }

  // Whether its `only` does not hold, or cannot be told.
  bool is_idle(const Struct& of, const Field& field, std::span<const Int> slots) {
    const Check* check = field.only ? of.check(field.name) : nullptr;
    if (!check || !check->require || check->require->act != guard::Act::kIf) return false;
    interpreter_.start({.slots = slots});
    return !sound_ || !interpreter_.run(*check->require->args[0]).is_true();
  }

  static void fill(const Field& field, std::span<Int> slots) {
    if (field.only) std::fill_n(slots.begin() + field.symbol->slot, field.count, field.otherwise);
  }

  void whole(const Field& field, std::uint32_t count, const Node& value, std::span<Int> slots) {
    if (!field.array) return one(field, value, slots);
    std::vector<const Node*> elements(field.count);
    if (value.is_list()) {
      std::copy_n(value.items.begin(), std::min<std::size_t>(value.items.size(), field.count), elements.begin());
    } else if (!value.is_map() || value.broken || !by_index(field, value, elements)) {
      return;
    }
    std::uint32_t stride = field.nested ? field.nested->record->members.slots() : 1;
    std::vector<std::string> missing;
    for (std::uint32_t i = 0; i < field.count; ++i) {
      if (elements[i]) {
        one(field, *elements[i], slots.subspan(i * stride));
      } else if (i < count) {
        missing.push_back(element_name(field, i));
      }
    }
    if (missing.empty()) return;
    report(value, listed(missing), missing.size())
        .hint(field.live ? "give as many elements as " + in_quotes(field.live->name) + " says; those beyond are 0"
                         : "give every element: nothing says that fewer count");
  }

  // False when a key is no index, which has been told.
  static bool by_index(const Field& field, const Node& value, std::vector<const Node*>& elements) {
    for (const Entry& entry : value.entries) {
      const Symbol* symbol = field.index ? field.index->find(entry.key) : nullptr;
      std::optional<Number> number = symbol ? std::nullopt : parse_number(entry.key);
      Int index = symbol ? symbol->value : number ? int_of(*number) : Int{-1};
      if (index < 0 || index >= field.count) return false;
      elements[static_cast<std::size_t>(index)] = entry.value;
    }
    return true;
  }

  void one(const Field& field, const Node& value, std::span<Int> slots) {
    if (field.nested) return fields(*field.nested, value, slots);
    if (field.bits.empty() || !value.is_map() || value.broken) return;
    std::vector<std::string> missing;
    for (const Bits& part : field.bits) {
      if (!value.find(part.name)) missing.emplace_back(part.name);
    }
    bool told = std::any_of(value.entries.begin(), value.entries.end(), [&](const Entry& entry) {
      return std::none_of(field.bits.begin(), field.bits.end(),
                          [&](const Bits& part) { return part.name == entry.key; });
    });
    if (missing.empty() || told) return;
    report(value, listed(missing) + " of " + in_quotes(field.name), missing.size())
        .hint("give every part, or the number as a whole");
  }

  Diag& report(const Node& at, const std::string& what, std::size_t count) {
    return diags_.error(code_, at.at, what + (count == 1 ? " is missing" : " are missing"));
  }

  Code code_;
  Diags& diags_;
  bool sound_;  // no value has been refused
  guard::Interpreter interpreter_;
};

}  // namespace

void complete(const Struct& of, const Node& values, std::span<const std::string_view> params, Code code,
              std::span<Int> slots, Diags& diags) {
  std::vector<std::string> missing;
  for (const Param& param : of.params) {
    bool given = values.find(param.name) || std::find(params.begin(), params.end(), param.name) != params.end();
    if (!given && !param.of && !Completion::is_meant(of, values, param.name)) missing.emplace_back(param.name);
  }
  Completion(code, diags).fields(of, values, slots, std::move(missing));
}

}  // namespace npuspec::descriptor
