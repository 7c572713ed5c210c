#include <algorithm>
#include <cctype>

#include "front/number.h"
#include "mutation.h"

namespace npuspec::test {
namespace {

std::optional<std::pair<long long, long long>> range_of(const std::string& text) {
  std::optional<Range> range = parse_range(text);
  if (!range || !range->lo.as_i64() || !range->hi.as_i64()) return std::nullopt;
  return std::pair(*range->lo.as_i64(), *range->hi.as_i64());
}

std::optional<Meaning> range_changed(Draft& draft, Dice& dice, int low, int high, const Meaning& meaning) {
  const Node* row = row_with(draft, dice, "fields", {"name", "type", "in"});
  if (!row) return std::nullopt;
  auto range = range_of(text_of(*row, "in"));
  if (!range || range->first + low >= range->second + high) return std::nullopt;
  draft.set(*row, "in", std::to_string(range->first + low) + ".." + std::to_string(range->second + high));
  Meaning result = meaning;
  result.about = text_of(*row, "name");
  return result;
}

std::optional<Meaning> range_narrowed(Draft& draft, Dice& dice) {
  return range_changed(draft, dice, dice.toss() ? 1 : 0, -1, {kBreaksNew, kAddsOldRefuses, ""});
}

std::optional<Meaning> range_widened(Draft& draft, Dice& dice) {
  return range_changed(draft, dice, 0, 1 + static_cast<int>(dice.below(3)), {kAddsOldRefuses, kBreaksNew, ""});
}

std::optional<Meaning> range_shifted(Draft& draft, Dice& dice) {
  return range_changed(draft, dice, 1, 1, {kBreaksBoth, kBreaksBoth, ""});
}

std::optional<Meaning> range_dropped(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "type", "in", "code"});
  // The code is that of the range, unless another rule of the field has it too.
  if (!row || row->find("live") || row->find("reloc") || !draft.drop(*row, "in") || !draft.drop(*row, "code"))
    return std::nullopt;
  return Meaning{kAddsOldRefuses, kBreaksNew, text_of(*row, "name")};
}

std::optional<Meaning> code_changed(Draft& draft, Dice& dice) {
  return code_changed_in(draft, dice, dice.toss() ? "fields" : "checks");
}

std::optional<Meaning> const_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "const"});
  if (!row) return std::nullopt;
  draft.set(*row, "const", std::to_string(2 + dice.below(60000)));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> fields_swapped(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "fields");
  if (lists.empty()) return std::nullopt;
  const Node& list = *dice.pick(lists);
  if (list.items.size() < 2) return std::nullopt;
  std::size_t row = dice.below(list.items.size() - 1);
  const Node& first = *list.items[row];
  const Node& second = *list.items[row + 1];
  for (const Node* field : {&first, &second}) {
    if (field->find("reserved") || field->find("count") || text_of(*field, "type").size() > 3) return std::nullopt;
  }
  if (text_of(first, "type") != text_of(second, "type")) return std::nullopt;
  // Fields stand in the order of their bytes, so it is the names that change places.
  draft.set(first, "name", text_of(second, "name"));
  draft.set(second, "name", text_of(first, "name"));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(first, "name")};
}

std::optional<Meaning> sign_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "type"});
  if (!row || row->find("const") || row->find("digest") || row->find("in")) return std::nullopt;
  std::string type = text_of(*row, "type");
  if (type != "u32" && type != "i32" && type != "u64") return std::nullopt;
  draft.set(*row, "type", (type[0] == 'u' ? "i" : "u") + type.substr(1));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> reserved_taken(Draft& draft, Dice& dice, const std::string& as, const Side& there) {
  std::vector<std::pair<const Node*, std::size_t>> runs;
  for (const Node* list : lists_of(draft, "fields")) {
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      if (list->items[i]->find("reserved") && std::stoi(text_of(*list->items[i], "reserved")) >= 8)
        runs.emplace_back(list, i);
    }
  }
  if (runs.empty()) return std::nullopt;
  auto [list, row] = dice.pick(runs);
  const Node& run = *list->items[row];
  int at = std::stoi(text_of(run, "at"));
  int size = std::stoi(text_of(run, "reserved"));
  draft.set(run, "at", std::to_string(at + 4));
  draft.set(run, "reserved", std::to_string(size - 4));
  draft.insert_before(*list, row, "{name: zz_taken, at: " + std::to_string(at) + ", type: " + as + "}");
  return Meaning{there, kBreaksBoth, "zz_taken"};
}

std::optional<Meaning> reserved_taken_zero(Draft& draft, Dice& dice) {
  return reserved_taken(draft, dice, dice.toss() ? "u32" : "u32, in: 0..9, code: 901", kAddsOldRefuses);
}

std::optional<Meaning> reserved_taken_no_zero(Draft& draft, Dice& dice) {
  return reserved_taken(draft, dice, dice.toss() ? "u32, in: 1..9, code: 901" : "u32, const: 7, code: 901",
                        kBreaksBoth);
}

// By an enum of another spec, which has no symbol for it.
std::optional<Meaning> reserved_taken_by_route(Draft& draft, Dice& dice) {
  const Node* uses = draft.root().find("uses");
  if (!uses || uses->items[0]->text != "quanttess-routes") return std::nullopt;
  return reserved_taken(draft, dice, "route, code: 901", kBreaksBoth);
}

std::size_t fields_named(const Draft& draft, const std::string& name) {
  std::size_t count = 0;
  for (const Node* list : lists_of(draft, "fields")) {
    for (const Node* row : list->items) count += row->text_at("name") == name;
  }
  return count;
}

std::optional<Meaning> field_renamed(Draft& draft, Dice& dice, bool says_so) {
  const Node* row = row_with(draft, dice, "fields", {"name", "type"});
  if (!row) return std::nullopt;
  std::string name = text_of(*row, "name");
  // A word that stands for something else as well would be renamed there, too.
  auto maps = maps_of(draft.root(), {"with"});
  bool is_key = std::any_of(maps.begin(), maps.end(), [&](const Node* map) { return map->find(name) != nullptr; });
  if (is_key || name == "version" || name == text_of(*row, "type") || fields_named(draft, name) != 1)
    return std::nullopt;
  draft.rename(name, "zz_renamed");
  if (says_so) draft.set(*row, "formerly", name);
  return Meaning{says_so ? kNamesOnly : kBreaksBoth, kBreaksBoth, "zz_renamed"};
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Every `from` in a guard that is a word of its own and no member of something.
std::string with_name(std::string_view guard, const std::string& from, const std::string& to) {
  std::string text(guard);
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at) {
    std::size_t end = at + from.size();
    bool starts = at == 0 || (!is_word(text[at - 1]) && text[at - 1] != '.');
    if (!starts || (end < text.size() && is_word(text[end]))) continue;
    text.replace(at, from.size(), to);
    at += to.size() - 1;
  }
  return text;
}

void rename_in_guards(Draft& draft, const Node& of, const std::string& from, const std::string& to) {
  for (const Node* map : maps_of(of, {"structs"})) {
    for (const Entry& entry : map->entries) {
      bool names = entry.key == "require" || entry.key == "when" || entry.key == "only" || entry.key == "live" ||
                   map == of.find("let");
      if (!names || !draft.is_plain(*entry.value)) continue;
      std::string text = with_name(entry.value->text, from, to);
      if (text != entry.value->text) draft.replace(*entry.value, text);
    }
  }
}

bool names_something_else(const Draft& draft, const std::string& name) {
  const Node* enums = draft.root().find("enums");
  return (enums && enums->find(name)) || fields_named(draft, name) > 1;
}

// Its enum, or the field of another struct, keeps the name.
std::optional<Meaning> field_alone_renamed(Draft& draft, Dice& dice) {
  std::vector<std::pair<const Node*, const Node*>> fields;  // and their structs
  for (const Node* of : maps_of(draft.root())) {
    const Node* rows = of->find("fields");
    if (!rows || !draft.has_rows(*rows)) continue;
    for (const Node* row : rows->items) {
      if (row->find("name") && names_something_else(draft, text_of(*row, "name"))) fields.emplace_back(of, row);
    }
  }
  if (fields.empty()) return std::nullopt;
  auto [of, row] = dice.pick(fields);
  std::string name = text_of(*row, "name");
  rename_in_guards(draft, *of, name, "zz_alone");
  draft.replace(*row->find("name"), "zz_alone");
  draft.set(*row, "formerly", name);
  return Meaning{kNamesOnly, kBreaksBoth, "zz_alone"};
}

std::optional<Meaning> let_renamed(Draft& draft, Dice& dice) {
  std::vector<std::string> names;
  for (const Node* lets : maps_at(draft, "let")) {
    for (const Entry& entry : lets->entries) names.emplace_back(entry.key.substr(0, entry.key.find('[')));
  }
  if (names.empty()) return std::nullopt;
  draft.rename(dice.pick(names), "zz_let");
  return Meaning{kNamesOnly, kNamesOnly, "zz_let"};
}

std::optional<Meaning> check_renamed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "checks", {"id", "code"});
  if (!row) return std::nullopt;
  std::string id = text_of(*row, "id");
  draft.replace(*row->find("id"), "zz-renamed");
  draft.set(*row, "formerly", id);
  return Meaning{kNamesOnly, kBreaksNew, id};  // the check that comes back is the one that refuses
}

// a == b, of two words.
std::optional<Meaning> sides_swapped(Draft& draft, Dice& dice) {
  std::vector<const Node*> guards;
  for (const Node* map : maps_of(draft.root())) {
    const Node* guard = map->find("require");
    if (guard && draft.is_plain(*guard) && std::count(guard->text.begin(), guard->text.end(), ' ') == 2)
      guards.push_back(guard);
  }
  if (guards.empty()) return std::nullopt;
  const Node* guard = dice.pick(guards);
  std::string text(guard->text);
  std::size_t sign = text.find(' ');
  std::size_t right = text.rfind(' ');
  std::string relation = text.substr(sign + 1, right - sign - 1);
  if (relation == "<" || relation == "<=") {
    relation[0] = '>';
  } else if (relation == ">" || relation == ">=") {
    relation[0] = '<';
  } else if (relation != "==" && relation != "!=") {
    return std::nullopt;
  }
  draft.replace(*guard, text.substr(right + 1) + " " + relation + " " + text.substr(0, sign));
  return Meaning{kNone, kNone, ""};
}

std::optional<Meaning> check_added(Draft& draft, Dice& dice) {
  std::vector<const Node*> structs;
  for (const Node* map : maps_of(draft.root())) {
    const Node* checks = map->find("checks");
    const Node* fields = map->find("fields");
    if (checks && fields && draft.has_rows(*checks)) structs.push_back(map);
  }
  if (structs.empty()) return std::nullopt;
  const Node& of = *dice.pick(structs);
  std::vector<std::string> names;
  for (const Node* field : of.find("fields")->items) {
    std::string type = text_of(*field, "type");
    if ((type == "u32" || type == "u64") && !field->find("count") && !field->find("const"))
      names.push_back(text_of(*field, "name"));
  }
  if (names.empty()) return std::nullopt;
  bool only_warns = dice.below(4) == 0;
  std::string row = "{code: " + new_code(dice) + ", id: zz-added, require: " + dice.pick(names) + " != 12345" +
                    (only_warns ? ", severity: warning}" : "}");
  draft.append(*of.find("checks"), row);
  return Meaning{only_warns ? kAddsOldRefuses : kBreaksNew, kAddsOldRefuses, "zz-added"};
}

std::optional<Meaning> check_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "checks");
  if (!row) return std::nullopt;
  return Meaning{kAddsOldRefuses, kBreaksNew, text_of(*row, "id")};
}

std::optional<Meaning> check_retired(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "checks", {"id", "require"});
  if (!row) return std::nullopt;
  draft.drop(*row, "require");
  draft.drop(*row, "when");
  draft.set(*row, "removed", "'1.0'");
  return Meaning{kAddsOldRefuses, kBreaksNew, text_of(*row, "id")};
}

std::optional<Meaning> checks_swapped(Draft& draft, Dice& dice) {
  if (!swap_rows(draft, dice, "checks")) return std::nullopt;
  return Meaning{kAdds, kAdds, "stands"};
}

// One comparison of a guard in which each that holds less makes the whole hold less.
std::optional<Meaning> check_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "checks", {"require"});
  if (!row) return std::nullopt;
  std::string guard = text_of(*row, "require");
  for (std::string_view other : {"not ", " or ", "if ", "any("}) {
    if (guard.find(other) != std::string::npos) return std::nullopt;
  }
  for (const auto& [from, to] :
       {std::pair(" <= ", " < "), std::pair(" >= ", " > "), std::pair(" < ", " <= "), std::pair(" == ", " >= ")}) {
    std::size_t at = guard.find(from);
    if (at == std::string::npos) continue;
    draft.set(*row, "require", guard.replace(at, std::string(from).size(), to));
    bool narrower = std::string_view(to).size() < std::string_view(from).size();
    return Meaning{narrower ? kBreaksNew : kAddsOldRefuses, narrower ? kAddsOldRefuses : kBreaksNew,
                   text_of(*row, "id")};
  }
  return std::nullopt;
}

std::optional<Meaning> struct_grown(Draft& draft, Dice& dice) {
  std::vector<const Node*> structs;
  for (const Node* map : maps_of(draft.root())) {
    if (map->find("size") && map->find("fields") && draft.has_rows(*map->find("fields"))) structs.push_back(map);
  }
  if (structs.empty()) return std::nullopt;
  const Node& of = *dice.pick(structs);
  int size = std::stoi(text_of(of, "size"));
  draft.set(of, "size", std::to_string(size + 8));
  draft.append(*of.find("fields"), "{name: zz_appended, at: " + std::to_string(size) + ", type: u64}");
  return Meaning{kBreaksBoth, kBreaksBoth, "size"};
}

std::optional<Meaning> direction_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "dir"});
  if (!row) return std::nullopt;
  draft.set(*row, "dir", text_of(*row, "dir") == "inout" ? "out" : "inout");
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> unit_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "unit"});
  if (!row) return std::nullopt;
  draft.set(*row, "unit", text_of(*row, "unit") == "us" ? "ms" : "us");
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> ioctl_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "ioctls");
  if (!row) return std::nullopt;
  return Meaning{kBreaksNew, kAddsOldRefuses, text_of(*row, "name")};
}

std::optional<Meaning> constant_added(Draft& draft, Dice&) {
  const Node* enums = draft.root().find("enums");
  if (!enums) return std::nullopt;
  draft.set(*enums, "zz_enum", "{base: u8, rows: {ZZ_ONE: {value: 1}}}");
  return Meaning{kAdds, kNamesOnly, "zz_enum"};
}

}  // namespace

std::vector<Mutation> descriptor_mutations() {
  return {
      {"a range narrowed", "descriptor", range_narrowed},
      {"a range widened", "descriptor", range_widened},
      {"a range shifted", "descriptor", range_shifted},
      {"a range given up", "descriptor", range_dropped},
      {"a code changed", "descriptor", code_changed},
      {"a constant changed", "descriptor", const_changed},
      {"two fields swapped", "descriptor", fields_swapped},
      {"a sign changed", "descriptor", sign_changed},
      {"reserved bytes taken, zero allowed", "descriptor", reserved_taken_zero},
      {"reserved bytes taken, zero refused", "descriptor", reserved_taken_no_zero},
      {"reserved bytes taken by an enum of another spec without zero", "descriptor", reserved_taken_by_route},
      {"a check added", "descriptor", check_added},
      {"a check removed", "descriptor", check_removed},
      {"a check taken away, its code kept", "descriptor", check_retired},
      {"two checks swapped", "descriptor", checks_swapped},
      {"a check changed", "descriptor", check_changed},
      {"a symbol added", "descriptor", symbol_added},
      {"a symbol taken away, its number kept", "descriptor", symbol_retired},
      {"a symbol's value changed", "descriptor", symbol_value_changed},
      {"a column changed", "descriptor", column_changed},
      {"a struct grown", "descriptor", struct_grown},
      {"a direction changed", "descriptor", direction_changed},
      {"a unit changed", "descriptor", unit_changed},
      {"an ioctl removed", "descriptor", ioctl_removed},
      {"an enum added", "descriptor", constant_added},
      {"a field renamed, said so", "descriptor",
       [](Draft& draft, Dice& dice) { return field_renamed(draft, dice, true); }},
      {"a field renamed, not said", "descriptor",
       [](Draft& draft, Dice& dice) { return field_renamed(draft, dice, false); }},
      {"a field renamed, not what shares its name", "descriptor", field_alone_renamed},
      {"a let renamed", "descriptor", let_renamed},
      {"a check renamed, said so", "descriptor", check_renamed},
      {"the sides of a comparison swapped", "descriptor", sides_swapped},
  };
}

}  // namespace npuspec::test
