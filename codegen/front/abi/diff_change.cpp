// One attribute, before and after: what kind of change it is, and how it is written.
#include <algorithm>
#include <cstdio>

#include "front/abi/diff_parts.h"
#include "front/abi/policy_view.h"
#include "front/number.h"

namespace npuspec {
namespace {

// The value of a column is a fact even where it is false: a rule that asks for it finds it. Other truth values say that
// something holds, so that false is as good as silence.
bool is_column(std::string_view attribute) {
  return attribute.starts_with("column.") || attribute.starts_with("missing.");
}

bool is_off(std::string_view attribute, const Json* value) {
  return !value || (value->is_boolean() && !value->get<bool>() && !is_column(attribute));
}

// Maps by key; lists as sets unless their order is part of the promise.
bool same(const Json& a, const Json& b, bool ordered) {
  if (a.is_object() && b.is_object()) {
    return a.size() == b.size() && std::all_of(a.items().begin(), a.items().end(), [&](const auto& entry) {
             auto found = b.find(entry.key());
             return found != b.end() && same(entry.value(), *found, ordered);
           });
  }
  if (a.is_array() && b.is_array() && !ordered) {
    return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
  }
  return a == b;
}

bool holds_all(const Json& whole, const Json& part, bool ordered) {
  if (whole.is_object()) {
    return std::all_of(part.items().begin(), part.items().end(), [&](const auto& entry) {
      auto found = whole.find(entry.key());
      return found != whole.end() && *found == entry.value();
    });
  }
  // In an ordered list what was there must stand where it stood.
  if (ordered) return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
  return std::all_of(part.begin(), part.end(),
                     [&](const Json& each) { return std::find(whole.begin(), whole.end(), each) != whole.end(); });
}

Change change_of_members(const Json& before, const Json& after, bool ordered) {
  if (holds_all(after, before, ordered)) return Change::kGained;
  return holds_all(before, after, ordered) ? Change::kLost : Change::kChanged;
}

// Written as "1..3", or as its two ends.
std::optional<Range> range_of(const Json& value) {
  if (value.is_array() && value.size() == 2) return parse_range(value[0].dump() + ".." + value[1].dump());
  return value.is_string() ? parse_range(value.get_ref<const std::string&>()) : std::nullopt;
}

Change change_of_ranges(const Range& before, const Range& after) {
  bool lower_held = !(before.lo < after.lo);
  bool upper_held = !(after.hi < before.hi);
  if (lower_held && upper_held) return Change::kWidened;
  bool lower_kept = !(after.lo < before.lo);
  bool upper_kept = !(before.hi < after.hi);
  return lower_kept && upper_kept ? Change::kNarrowed : Change::kChanged;
}

bool is_hex(std::string_view attribute) { return attribute == "const" || attribute == "number" || attribute == "nr"; }

}  // namespace

std::optional<Change> change_between(std::string_view what, std::string_view attribute, const Json* before,
                                     const Json* after) {
  bool ordered = is_ordered(what, attribute);
  if (is_off(attribute, before) && is_off(attribute, after)) return std::nullopt;
  if (is_off(attribute, before)) return Change::kSet;
  if (is_off(attribute, after)) return Change::kUnset;
  if (same(*before, *after, ordered)) return std::nullopt;
  if (before->is_number() && after->is_number()) return *before < *after ? Change::kRaised : Change::kLowered;
  bool ends = attribute == "in";
  if ((!ends && before->is_array() && after->is_array()) || (before->is_object() && after->is_object())) {
    return change_of_members(*before, *after, ordered);
  }
  std::optional<Range> old_range = range_of(*before);
  std::optional<Range> new_range = range_of(*after);
  return old_range && new_range ? change_of_ranges(*old_range, *new_range) : Change::kChanged;
}

std::string show(std::string_view attribute, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_unsigned() && is_hex(attribute) && value.get<std::uint64_t>() > 9) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llX", static_cast<unsigned long long>(value.get<std::uint64_t>()));
    return text;
  }
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [key, part] : value.items()) {
    text += (text.empty() ? "" : ", ") + (value.is_object() ? key + ": " : std::string()) + show(attribute, part);
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

bool is_duration(const Fact& fact, std::string_view attribute) {
  if (attribute.ends_with("_ns")) return true;
  return (attribute == "default" || attribute == "in") && fact.attributes.value("type", Json()) == Json("duration");
}

std::string show(const Fact& fact, std::string_view attribute, const Json& value) {
  if (!is_duration(fact, attribute)) return show(attribute, value);
  if (value.is_array()) {
    std::string text;
    for (const Json& part : value) text += (text.empty() ? "" : ", ") + show(fact, attribute, part);
    return "[" + text + "]";
  }
  if (!value.is_number_integer() || value < 0) return show(attribute, value);
  return written_time(value.get<std::uint64_t>());
}

std::string attribute_name(std::string_view attribute) {
  if (attribute.ends_with("_ns")) attribute.remove_suffix(3);
  std::size_t dot = attribute.find('.');
  if (dot == std::string_view::npos) return std::string(attribute);
  std::string_view map = attribute.substr(0, dot);
  std::string name(attribute.substr(dot + 1));
  return map == "row" ? name : std::string(map) + " " + name;
}

std::string text_at(const Fact& fact, const char* key) {
  auto found = fact.attributes.find(key);
  return found != fact.attributes.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string called(const Fact& fact) {
  if (std::string symbol = text_at(fact, "symbol"); !symbol.empty()) return fact.what + " " + symbol;
  std::string name = text_at(fact, "name");
  if (!name.empty() && fact.id.find('#') != std::string::npos) return fact.what + " " + owner_of(fact.id) + "." + name;
  return fact.what + " " + fact.id;
}

}  // namespace npuspec
