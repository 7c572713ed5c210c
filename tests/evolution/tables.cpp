#include <algorithm>

#include "mutation.h"

namespace npuspec::test {
namespace {

// The rows of tables, each list with the table's name.
std::vector<std::pair<std::string, const Node*>> tables_of(const Draft& draft) {
  std::vector<std::pair<std::string, const Node*>> found;
  const Node* tables = draft.root().find("tables");
  if (!tables) return found;
  for (const Entry& entry : tables->entries) {
    const Node* rows = entry.value->is_map() ? entry.value->find("fields") : entry.value;
    if (rows && draft.has_rows(*rows)) found.emplace_back(entry.key, rows);
  }
  return found;
}

std::optional<Meaning> field_appended(Draft& draft, Dice& dice) {
  auto tables = tables_of(draft);
  if (tables.empty()) return std::nullopt;
  auto [name, rows] = dice.pick(tables);
  draft.append(*rows, "{id: " + std::to_string(rows->items.size()) + ", name: zz_appended, type: u32}");
  return Meaning{kAdds, kBreaksBoth, "zz_appended"};
}

const Node* field_with(Draft& draft, Dice& dice, std::string_view key) {
  std::vector<const Node*> fields;
  for (const auto& [name, rows] : tables_of(draft)) {
    for (const Node* row : rows->items) {
      const Node* value = row->find(key);
      if (value && draft.is_plain(*value)) fields.push_back(row);
    }
  }
  return fields.empty() ? nullptr : dice.pick(fields);
}

std::optional<Meaning> default_changed(Draft& draft, Dice& dice) {
  const Node* row = field_with(draft, dice, "default");
  if (!row) return std::nullopt;
  draft.set(*row, "default", text_of(*row, "default") == "5" ? "6" : "5");
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> default_added(Draft& draft, Dice& dice) {
  const Node* row = field_with(draft, dice, "type");
  if (!row || row->find("default")) return std::nullopt;
  std::string type = text_of(*row, "type");
  if (type != "u32" && type != "i32" && type != "u64") return std::nullopt;
  draft.set(*row, "default", "3");
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

// Fields stand in the order of their ids, so it is the names that change places.
std::optional<Meaning> ids_swapped(Draft& draft, Dice& dice) {
  auto tables = tables_of(draft);
  if (tables.empty()) return std::nullopt;
  auto [name, rows] = dice.pick(tables);
  if (rows->items.size() < 2) return std::nullopt;
  std::size_t row = dice.below(rows->items.size() - 1);
  draft.set(*rows->items[row], "name", text_of(*rows->items[row + 1], "name"));
  draft.set(*rows->items[row + 1], "name", text_of(*rows->items[row], "name"));
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*rows->items[row], "name")};
}

std::optional<Meaning> type_changed(Draft& draft, Dice& dice) {
  const Node* row = field_with(draft, dice, "type");
  if (!row) return std::nullopt;
  std::string type = text_of(*row, "type");
  if (type == "u32") {
    draft.set(*row, "type", "i32");
  } else if (type == "u64") {
    draft.set(*row, "type", "u32");
  } else {
    return std::nullopt;
  }
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

std::optional<Meaning> field_deprecated(Draft& draft, Dice& dice) {
  const Node* row = field_with(draft, dice, "name");
  if (!row || row->find("deprecated")) return std::nullopt;
  draft.set(*row, "deprecated", "{doc: no longer written}");
  return Meaning{kWordsOnly, kWordsOnly, text_of(*row, "name")};
}

std::optional<Meaning> last_field_removed(Draft& draft, Dice& dice) {
  auto tables = tables_of(draft);
  if (tables.empty()) return std::nullopt;
  auto [name, rows] = dice.pick(tables);
  if (rows->items.size() < 2) return std::nullopt;
  draft.remove(*rows, rows->items.size() - 1);
  return Meaning{kBreaksBoth, kAdds, text_of(*rows->items.back(), "name")};
}

std::optional<Meaning> identifier_changed(Draft& draft, Dice&) {
  const Node* identifier = draft.root().find("identifier");
  if (!identifier || !draft.is_plain(*identifier)) return std::nullopt;
  draft.replace(*identifier, "TFL9");
  return Meaning{kBreaksBoth, kBreaksBoth, "identifier"};
}

// The contract of a wire spec: whatever is not words bumps it.
std::optional<Meaning> contract_code(Draft& draft, Dice& dice) { return code_changed_in(draft, dice, "checks"); }

std::optional<Meaning> contract_check_removed(Draft& draft, Dice& dice) {
  const Node* row = remove_row(draft, dice, "checks");
  if (!row) return std::nullopt;
  return Meaning{kBreaksOld, kBreaksNew, text_of(*row, "id")};
}

std::optional<Meaning> contract_severity(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "checks", {"code", "id"});
  if (!row || row->find("severity")) return std::nullopt;
  draft.set(*row, "severity", "warning");
  return Meaning{kBreaksOld, kBreaksNew, text_of(*row, "id")};
}

std::optional<Meaning> sidecar_field_added(Draft& draft, Dice&) {
  const Node* sidecar = draft.root().find("sidecar");
  const Node* fields = sidecar ? sidecar->find("fields") : nullptr;
  if (!fields || !draft.has_rows(*fields)) return std::nullopt;
  draft.insert_before(*fields, 0, "{name: zz_added, type: u32}");
  return Meaning{kBreaksOld, kBreaksOld, "zz_added"};
}

std::optional<Meaning> sidecar_field_optional(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "fields", {"name", "type"});
  if (!row || row->find("optional") || row->find("many")) return std::nullopt;
  draft.set(*row, "optional", "true");
  return Meaning{kBreaksOld, kBreaksNew, text_of(*row, "name")};
}

std::optional<Meaning> operator_changed(Draft& draft, Dice& dice) {
  const Node* of = draft.root().find("operator");
  if (!of) return std::nullopt;
  const char* key = dice.toss() ? "version" : "custom_code";
  const Node* value = of->find(key);
  if (!value || !draft.is_plain(*value)) return std::nullopt;
  draft.replace(*value, std::string(key) == "version" ? "2" : "ETHOS_U_STREAM_CUT");
  return Meaning{kBreaksBoth, kBreaksBoth, key};
}

std::optional<Meaning> switch_added(Draft& draft, Dice& dice) {
  std::vector<const Node*> lists = lists_of(draft, "switches");
  if (lists.empty()) return std::nullopt;
  draft.append(*dice.pick(lists), "{name: zz_switch, default: false, sets: {Operator: {intermediates: empty}}}");
  return Meaning{kBreaksBoth, kBreaksBoth, "zz_switch"};
}

std::optional<Meaning> switch_turned(Draft& draft, Dice& dice) {
  const Node* row = row_with(draft, dice, "switches", {"name", "default"});
  if (!row) return std::nullopt;
  draft.set(*row, "default", text_of(*row, "default") == "true" ? "false" : "true");
  return Meaning{kBreaksBoth, kBreaksBoth, text_of(*row, "name")};
}

// What a contract reads of the tables that it is over: its rules go by the columns of the types of tensors.
const Node* types_of_tensors(const Draft& draft) {
  const Node* enums = draft.root().find("enums");
  const Node* types = enums ? enums->find("TensorType") : nullptr;
  return types ? types->find("rows") : nullptr;
}

std::optional<Meaning> read_column_changed(Draft& draft, Dice& dice) {
  const Node* types = types_of_tensors(draft);
  if (!types) return std::nullopt;
  std::vector<const Entry*> counted;
  for (const Entry& type : types->entries) {
    if (type.value->find("bytes")) counted.push_back(&type);
  }
  const Entry& type = *dice.pick(counted);
  draft.set(*type.value, "bytes", text_of(*type.value, "bytes") == "3" ? "5" : "3");
  return Meaning{kBreaksBoth, kBreaksBoth, "read TensorType." + std::string(type.key) + ": column bytes"};
}

std::optional<Meaning> read_type_added(Draft& draft, Dice&) {
  const Node* types = types_of_tensors(draft);
  if (!types) return std::nullopt;
  draft.append_entry(*types, "ZZ_READ: {value: 98, bytes: 2, copied: true, doc: new}");
  return Meaning{kBreaksNew, kBreaksOld, "read TensorType.ZZ_READ"};
}

// Its columns say what those of a number without a name say.
std::optional<Meaning> unread_type_added(Draft& draft, Dice&) {
  const Node* types = types_of_tensors(draft);
  if (!types) return std::nullopt;
  draft.append_entry(*types, "ZZ_UNREAD: {value: 98, doc: new}");
  return Meaning{kAdds, kNamesOnly, "symbol TensorType.ZZ_UNREAD"};
}

std::optional<Meaning> read_default_changed(Draft& draft, Dice&) {
  for (const auto& [name, rows] : tables_of(draft)) {
    if (name != "OperatorCode") continue;
    for (const Node* row : rows->items) {
      if (row->text_at("name") != "version") continue;
      draft.set(*row, "default", "7");
      return Meaning{kBreaksBoth, kBreaksBoth, "read OperatorCode.version: default"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Mutation> table_mutations() {
  return {
      {"a table's field appended", "tables", field_appended},
      {"a default changed", "tables", default_changed},
      {"a default added", "tables", default_added},
      {"two ids swapped", "tables", ids_swapped},
      {"a table's type changed", "tables", type_changed},
      {"a field deprecated", "tables", field_deprecated},
      {"a table's last field removed", "tables", last_field_removed},
      {"an identifier changed", "tables", identifier_changed},
      {"a type number added", "tables", symbol_added},
      {"a type number changed", "tables", symbol_value_changed},
      {"a column changed", "tables", column_changed},
      {"a contract's code changed", "wire", contract_code},
      {"a contract's check removed", "wire", contract_check_removed},
      {"a contract's check made a warning", "wire", contract_severity},
      {"a sidecar's field added", "wire", sidecar_field_added},
      {"a sidecar's field made optional", "wire", sidecar_field_optional},
      {"an operator changed", "wire", operator_changed},
      {"a switch of a contract added", "wire", switch_added},
      {"a switch of a contract turned", "wire", switch_turned},
      {"a column that a contract reads changed", kUnderContract, read_column_changed},
      {"a type that a contract reads added", kUnderContract, read_type_added},
      {"a type that no contract reads added", kUnderContract, unread_type_added},
      {"a default that a contract reads changed", kUnderContract, read_default_changed},
      {"a sentence of a contract changed", "wire", sentence_changed},
      {"a sentence of a contract added", "wire", sentence_added},
      {"a sentence of a contract removed", "wire", sentence_removed},
      {"two sentences of a contract swapped", "wire", sentences_swapped},
  };
}

}  // namespace npuspec::test
