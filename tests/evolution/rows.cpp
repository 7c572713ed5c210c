// Rows that come, go and change places, of every kind.
#include "mutation.h"

namespace npuspec::test {
namespace {

struct Added {
  const char* name;
  const char* kind;
  const char* map;  // the key of the map that gets one entry more, at its end
  const char* line;
  Side there;
  Side back;
  const char* about;
};

std::optional<Meaning> add(const Added& added, Draft& draft, Dice& dice) {
  std::vector<const Node*> maps = maps_at(draft, added.map);
  if (maps.empty()) return std::nullopt;
  draft.append_entry(*dice.pick(maps), added.line);
  return Meaning{added.there, added.back, added.about};
}

const Added kAdded[] = {
    {"a struct added", "descriptor", "structs",
     "zz_struct: {size: 4, align: 4, fields: [{name: zz, at: 0, type: u32}]}", kAdds, kBreaksBoth, "zz_struct"},
    {"a constant added", "descriptor", "constants", "zz_constant: {value: 3}", kAdds, kNamesOnly, "zz_constant"},
    {"a let added", "descriptor", "let", "zz_let: 1 + 2", kAdds, kNamesOnly, "zz_let"},
    {"a parameter added", "descriptor", "params", "zz_param: {type: u32}", kNamesOnly, kNamesOnly, "zz_param"},
    {"a table added", "tables", "tables", "ZzTable: [{id: 0, name: zz, type: u32}]", kAdds, kBreaksBoth, "ZzTable"},
    {"an enum of tables added", "tables", "enums", "ZzEnum: {base: u8, rows: {ZZ: {value: 0}}}", kAdds, kNamesOnly,
     "ZzEnum"},
    {"a record added", "wire", "records", "zz_record: {zz: u32}", kBreaksBoth, kBreaksBoth, "zz_record"},
    {"a runtime knob added", "policy", "runtime_knobs", "zz_knob: {env: ZZ_KNOB, default: false}", kAddsNewMisses,
     kBreaksOld, "zz_knob"},
    {"a selector added", "policy", "selectors", "ZZ_SELECTOR: {when: from == F16, reserved: for a test}", kAdds,
     kNamesOnly, "ZZ_SELECTOR"},
    {"a constant of a selection added", "selection", "constants", "zz_constant: {value: 3}", kAdds, kNamesOnly,
     "zz_constant"},
    {"a let of a selection added", "selection", "let", "zz_let: 1 + 2", kAdds, kNamesOnly, "zz_let"},
    {"a parameter of a selection added", "selection", "params", "zz_param: {type: u32}", kNamesOnly, kNamesOnly,
     "zz_param"},
    {"a constant of a grid added", "kernels", "constants", "zz_constant: {value: 3}", kAdds, kNamesOnly, "zz_constant"},
    {"a limit added", "device", "constants", "zz_limit: {value: 3, source: a test}", kAdds, kNamesOnly, "zz_limit"},
    {"a cost added", "device", "costs", "zz_cost: {is: 1 ms, source: a test}", kAddsOldRefuses, kBreaksOld, "zz_cost"},
    {"an object added", "device", "objects", "zz_object: {doc: a thing}", kAddsOldRefuses, kBreaksOld, "zz_object"},
    {"an event added", "device", "events", "zz_event: {doc: it happens}", kAdds, kBreaksOld, "zz_event"},
    {"an outcome added", "device", "outcomes", "zz_outcome: {doc: it ends}", kAdds, kBreaksOld, "zz_outcome"},
};

// Two neighbours of a map, whose order numbers them or says what comes first.
std::optional<Meaning> entries_swapped(Draft& draft, Dice& dice, std::string_view key, const Meaning& meaning) {
  std::vector<const Node*> maps = maps_at(draft, key);
  std::erase_if(maps, [](const Node* map) { return map->entries.size() < 2; });
  if (maps.empty()) return std::nullopt;
  const Node& map = *dice.pick(maps);
  if (!draft.swap_entries(map, dice.below(map.entries.size() - 1))) return std::nullopt;
  return meaning;
}

// A table's number is in no file: only what keeps it must be built anew.
std::optional<Meaning> tables_swapped(Draft& draft, Dice& dice) {
  return entries_swapped(draft, dice, "tables", {kNamesOnly, kNamesOnly, "value"});
}

std::optional<Meaning> axes_swapped(Draft& draft, Dice& dice) {
  return entries_swapped(draft, dice, "axes", {kBreaksBoth, kBreaksBoth, "axis"});
}

// Their rules change places as well: which code is given when both are broken.
std::optional<Meaning> params_swapped(Draft& draft, Dice& dice) {
  return entries_swapped(draft, dice, "params", {kAdds, kAdds, "stands"});
}

// What is written of a table is a set of fields.
std::optional<Meaning> writes_swapped(Draft& draft, Dice& dice) {
  return entries_swapped(draft, dice, "writes", {kNone, kNone, ""});
}

std::optional<Meaning> record_swapped(Draft& draft, Dice& dice) {
  const Node* records = draft.root().find("records");
  if (!records) return std::nullopt;
  const Entry& record = records->entries[dice.below(records->entries.size())];
  if (record.value->entries.size() < 3 || !draft.swap_entries(*record.value, 0)) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(record.key)};
}

std::optional<Meaning> field_inserted(Draft& draft, Dice& dice) {
  const Node* tables = draft.root().find("tables");
  if (!tables) return std::nullopt;
  const Entry& table = tables->entries[dice.below(tables->entries.size())];
  if (!draft.has_rows(*table.value) || table.value->items.size() < 2) return std::nullopt;
  std::size_t row = dice.below(table.value->items.size());
  draft.insert_before(*table.value, row, "{id: " + std::to_string(row) + ", name: zz_inserted, type: u32}");
  for (std::size_t i = row; i < table.value->items.size(); ++i)
    draft.set(*table.value->items[i], "id", std::to_string(i + 1));
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(table.key)};
}

std::optional<Meaning> members_gained(Draft& draft, Dice&) {
  for (const Node* map : maps_of(draft.root())) {
    const Node* members = map->find("members");
    if (!members) continue;
    draft.replace(*members->items.back(), std::string(members->items.back()->text) + ", Buffer");
    return Meaning{kAddsOldRefuses, kBreaksBoth, "members"};
  }
  return std::nullopt;
}

std::optional<Meaning> members_swapped(Draft& draft, Dice&) {
  for (const Node* map : maps_of(draft.root())) {
    const Node* members = map->find("members");
    if (!members) continue;
    draft.replace(*members->items[0], std::string(members->items[1]->text));
    draft.replace(*members->items[1], std::string(members->items[0]->text));
    return Meaning{kBreaksBoth, kBreaksBoth, "members"};
  }
  return std::nullopt;
}

std::optional<Meaning> contract_swapped(Draft& draft, Dice& dice) {
  const char* list = dice.toss() ? "checks" : "groups";
  if (!swap_rows(draft, dice, list)) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, "stands"};
}

// The number is made of nr and the struct's size, and told with it.
std::optional<Meaning> ioctl_renumbered(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "ioctls", {"nr", "number"});
  if (!row) return std::nullopt;
  unsigned long number = std::stoul(text_of(*row, "number"), nullptr, 0);
  unsigned long nr = std::stoul(text_of(*row, "nr"), nullptr, 0) + 32;
  draft.set(*row, "nr", std::to_string(nr));
  draft.set(*row, "number", std::to_string(number + 32));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

// Their numbers follow one another.
std::optional<Meaning> chains_swapped(Draft& draft, Dice& dice) {
  const Node* chains = draft.root().find("chains");
  const Node* rows = chains ? chains->find("rows") : nullptr;
  if (!rows || rows->entries.size() < 2) return std::nullopt;
  std::size_t row = dice.below(rows->entries.size() - 1);
  std::string first(rows->entries[row].key);
  std::string second(rows->entries[row + 1].key);
  draft.rename_entry(*rows, row, second);
  draft.rename_entry(*rows, row + 1, first);
  return Meaning{kBreaksBoth, kBreaksBoth, first};
}

// As many as before and one more.
std::optional<Meaning> let_over_more(Draft& draft, Dice& dice) {
  std::vector<std::pair<const Node*, std::size_t>> lets;
  for (const Node* map : maps_at(draft, "let")) {
    for (std::size_t i = 0; i < map->entries.size(); ++i) {
      if (map->entries[i].key.find(" in 0..<") != std::string_view::npos) lets.emplace_back(map, i);
    }
  }
  if (lets.empty()) return std::nullopt;
  auto [map, entry] = dice.pick(lets);
  std::string key(map->entries[entry].key);
  std::size_t at = key.find(" in 0..<") + 8;
  std::size_t end = key.find_first_of(",]", at);
  draft.rename_entry(*map, entry, key.replace(at, end - at, std::to_string(std::stoi(key.substr(at)) + 1)));
  return Meaning{kBreaksBoth, kBreaksBoth, "over"};
}

// A let that says something else.
std::optional<Meaning> let_changed(Draft& draft, Dice& dice) {
  std::vector<const Entry*> lets;
  for (const Node* let : maps_at(draft, "let")) {
    for (const Node* map : maps_of(*let)) {
      for (const Entry& entry : map->entries) {
        if (entry.value->is_scalar() && draft.is_plain(*entry.value) && !entry.value->quoted) lets.push_back(&entry);
      }
    }
  }
  if (lets.empty()) return std::nullopt;
  const Entry& let = *dice.pick(lets);
  draft.replace(*let.value, "(" + std::string(let.value->text) + ") + 1");
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(let.key.substr(0, let.key.find('[')))};
}

// The first that holds is a leaf's, and the guards of the grid's cells overlap.
std::optional<Meaning> cells_swapped(Draft& draft, Dice& dice) {
  if (!swap_rows(draft, dice, "cells")) return std::nullopt;
  return Meaning{kMayDiffer, kMayDiffer, "leaf"};
}

std::optional<Meaning> proof_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "prove");
  if (!row) return std::nullopt;
  return Meaning{kNamesOnly, kNamesOnly, text_of(*row, "id")};
}

std::optional<Meaning> unrouted_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "unrouted");
  if (!row) return std::nullopt;
  return Meaning{kBreaksOld, kAddsNewMisses, text_of(*row, "name")};
}

// One of each object where there was one of each core; the event says of which.
std::optional<Meaning> state_of_objects(Draft& draft, Dice&) {
  const Node* state = draft.root().find("state");
  const Node* each = state ? state->find("each") : nullptr;
  if (!each) return std::nullopt;
  draft.set(*each, "per", "buffer");
  draft.set(*draft.root().find("events")->find("go")->find("args"), "where", "buffer");
  return Meaning{kBreaksBoth, kBreaksBoth, "per"};
}

std::optional<Meaning> set_changed(Draft& draft, Dice& dice) {
  std::vector<const Node*> sets = maps_at(draft, "set");
  if (sets.empty() || draft.root().text_at("kind") != "device") return std::nullopt;
  const Node& set = *dice.pick(sets);
  const Entry& entry = set.entries[dice.below(set.entries.size())];
  if (!entry.value->quoted) return std::nullopt;
  draft.replace(*entry.value, entry.value->text == "true" ? "false" : "true");
  return Meaning{kMayDiffer, kMayDiffer, std::string(entry.key)};
}

}  // namespace

std::vector<Mutation> row_mutations() {
  std::vector<Mutation> mutations = {
      {"two parameters swapped", "descriptor", params_swapped},
      {"a let changed", "descriptor", let_changed},
      {"a let over more", "descriptor", let_over_more},
      {"another number of an ioctl", "descriptor", ioctl_renumbered},
      {"two tables swapped", "tables", tables_swapped},
      {"a table's field inserted", "tables", field_inserted},
      {"a member of a union more", "tables", members_gained},
      {"two members of a union swapped", "tables", members_swapped},
      {"two of a contract swapped", "wire", contract_swapped},
      {"two fields of a record swapped", "wire", record_swapped},
      {"two tables that are written swapped", "wire", writes_swapped},
      {"a let of a contract changed", "wire", let_changed},
      {"two kinds of chain swapped", "policy", chains_swapped},
      {"a path without a row removed", "policy", unrouted_removed},
      {"a let of a selection changed", "selection", let_changed},
      {"a let of a selection over more", "selection", let_over_more},
      {"a proof removed", "selection", proof_removed},
      {"two axes swapped", "kernels", axes_swapped},
      {"two cells swapped", "kernels", cells_swapped},
      {"a let of a grid changed", "kernels", let_changed},
      {"what a rule sets", "device", set_changed},
      {"state of each object", "device", state_of_objects},
  };
  for (const Added& added : kAdded) {
    mutations.push_back(
        {added.name, added.kind, [&added](Draft& draft, Dice& dice) { return add(added, draft, dice); }});
  }
  return mutations;
}

}  // namespace npuspec::test
