// What the mutations of several kinds share: how rows are found, taken out and swapped, and the changes of enums.
#include <algorithm>

#include "mutation.h"

namespace npuspec::test {
namespace {

void collect(const Node& node, const std::vector<std::string_view>& except, std::vector<const Node*>& maps) {
  if (node.is_map()) maps.push_back(&node);
  for (const Node* item : node.items) collect(*item, except, maps);
  for (const Entry& entry : node.entries) {
    if (std::find(except.begin(), except.end(), entry.key) == except.end()) collect(*entry.value, except, maps);
  }
}

struct EnumRows {
  const Node* of;
  const Node* rows;
  bool open;
};

std::vector<EnumRows> enums_of(const Draft& draft) {
  std::vector<EnumRows> found;
  const Node* enums = draft.root().find("enums");
  if (!enums) return found;
  for (const Entry& entry : enums->entries) {
    const Node* rows = entry.value->find("rows");
    if (rows && rows->is_map()) found.push_back({entry.value, rows, entry.value->text_at("open") == "true"});
  }
  return found;
}

std::string columns_like(const Node& row) {
  std::string text;
  for (const Entry& entry : row.entries) {
    if (entry.key != "value" && entry.key != "doc" && entry.key != "source") {
      text += ", " + std::string(entry.key) + ": " + std::string(entry.value->text);
    }
  }
  return text;
}

}  // namespace

std::vector<const Node*> maps_of(const Node& root, const std::vector<std::string_view>& except) {
  std::vector<const Node*> maps;
  collect(root, except, maps);
  return maps;
}

std::vector<const Node*> lists_of(const Draft& draft, std::string_view key) {
  std::vector<const Node*> lists;
  for (const Node* map : maps_of(draft.root())) {
    const Node* list = map->find(key);
    if (list && draft.has_rows(*list)) lists.push_back(list);
  }
  return lists;
}

std::vector<const Node*> maps_at(const Draft& draft, std::string_view key) {
  std::vector<const Node*> found;
  for (const Node* map : maps_of(draft.root())) {
    const Node* value = map->find(key);
    if (value && value->is_map()) found.push_back(value);
  }
  return found;
}

const Node* row_with(const Draft& draft, Dice& dice, std::string_view key, const std::vector<std::string_view>& keys) {
  std::vector<const Node*> rows;
  for (const Node* list : lists_of(draft, key)) {
    for (const Node* row : list->items) {
      bool all = row->is_map() && std::all_of(keys.begin(), keys.end(), [&](std::string_view each) {
                   const Node* value = row->find(each);
                   return value && draft.is_plain(*value);
                 });
      if (all) rows.push_back(row);
    }
  }
  return rows.empty() ? nullptr : dice.pick(rows);
}

std::string text_of(const Node& map, std::string_view key) { return std::string(map.text_at(key)); }

const Node* remove_row(Draft& draft, Dice& dice, std::string_view key) {
  std::vector<const Node*> lists = lists_of(draft, key);
  std::erase_if(lists, [](const Node* list) { return list->items.size() < 2; });
  if (lists.empty()) return nullptr;
  const Node& list = *dice.pick(lists);
  std::size_t row = dice.below(list.items.size());
  draft.remove(list, row);
  return list.items[row];
}

bool swap_rows(Draft& draft, Dice& dice, std::string_view key) {
  std::vector<const Node*> lists = lists_of(draft, key);
  std::erase_if(lists, [](const Node* list) { return list->items.size() < 2; });
  if (lists.empty()) return false;
  const Node& list = *dice.pick(lists);
  draft.swap(list, dice.below(list.items.size() - 1));
  return true;
}

std::optional<Meaning> code_changed_in(Draft& draft, Dice& dice, std::string_view list) {
  const Node* row = row_with(draft, dice, list, {"code"});
  if (!row || row->find("reserved")) return std::nullopt;
  draft.set(*row, "code", new_code(dice));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, row->find("id") ? "id" : "name")};
}

std::string new_code(Dice& dice) { return std::to_string(900 + dice.below(90)); }

std::optional<Meaning> symbol_added(Draft& draft, Dice& dice) {
  auto all = enums_of(draft);
  if (all.empty()) return std::nullopt;
  EnumRows of = dice.pick(all);
  bool flags = of.of->text_at("flags") == "true";
  std::string value = flags ? "1073741824" : std::to_string(60 + dice.below(60));
  draft.set(*of.rows, "ZZ_ADDED", "{value: " + value + columns_like(*of.rows->entries.back().value) + "}");
  return of.open ? Meaning{kAdds, kNamesOnly, "ZZ_ADDED"} : Meaning{kAddsOldRefuses, kBreaksNew, "ZZ_ADDED"};
}

std::optional<Meaning> symbol_retired(Draft& draft, Dice& dice) {
  auto all = enums_of(draft);
  if (all.empty()) return std::nullopt;
  EnumRows of = dice.pick(all);
  const Entry& symbol = of.rows->entries[dice.below(of.rows->entries.size())];
  if (!symbol.value->is_map()) return std::nullopt;
  draft.set(*symbol.value, "removed", "'1.1'");
  return of.open ? Meaning{kNamesOnly, kAdds, std::string(symbol.key)}
                 : Meaning{kBreaksNew, kAddsOldRefuses, std::string(symbol.key)};
}

std::optional<Meaning> symbol_value_changed(Draft& draft, Dice& dice) {
  auto all = enums_of(draft);
  if (all.empty()) return std::nullopt;
  EnumRows of = dice.pick(all);
  const Entry& symbol = of.rows->entries[dice.below(of.rows->entries.size())];
  if (!symbol.value->find("value") || !draft.is_plain(*symbol.value->find("value"))) return std::nullopt;
  bool flags = of.of->text_at("flags") == "true";
  draft.set(*symbol.value, "value", flags ? "1073741824" : std::to_string(60 + dice.below(60)));
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(symbol.key)};
}

std::optional<Meaning> column_changed(Draft& draft, Dice& dice) {
  std::vector<EnumRows> with_columns = enums_of(draft);
  std::erase_if(with_columns, [](const EnumRows& each) { return !each.of->find("columns"); });
  if (with_columns.empty()) return std::nullopt;
  const Node& of = *dice.pick(with_columns).of;
  const Node& columns = *of.find("columns");
  const Node& rows = *of.find("rows");
  const Entry& column = columns.entries[dice.below(columns.entries.size())];
  const Entry& symbol = rows.entries[dice.below(rows.entries.size())];
  const Node* defaults = of.find("defaults");
  std::string was = text_of(*symbol.value, column.key);
  if (was.empty() && defaults) was = text_of(*defaults, column.key);
  if (column.value->text == "bool") {
    draft.set(*symbol.value, std::string(column.key), was == "true" ? "false" : "true");
  } else if (column.value->text == "int") {
    draft.set(*symbol.value, std::string(column.key), was == "3" ? "5" : "3");
  } else {
    return std::nullopt;
  }
  return Meaning{kBreaksBoth, kBreaksBoth, std::string(symbol.key)};
}

std::optional<Meaning> sentence_changed(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "semantics", {"id", "says"});
  if (!row) return std::nullopt;
  draft.set(*row, "says", "what holds is another thing, number " + std::to_string(dice.below(1000)));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "id")};
}

std::optional<Meaning> sentence_added(Draft& draft, Dice& dice) {
  auto lists = lists_of(draft, "semantics");
  if (lists.empty()) return std::nullopt;
  draft.insert_before(*lists[0], dice.below(lists[0]->items.size()), "{id: zz-added, says: one more thing holds}");
  return Meaning{kBreaksBoth, kBreaksBoth, "zz-added"};
}

std::optional<Meaning> sentence_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "semantics");
  if (!row) return std::nullopt;
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "id")};
}

// Sentences are a set: which comes first means nothing.
std::optional<Meaning> sentences_swapped(Draft& draft, Dice& dice) {
  if (!swap_rows(draft, dice, "semantics")) return std::nullopt;
  return Meaning{kNone, kNone, ""};
}

}  // namespace npuspec::test
