// One attribute of one row, of every kind: another value, none where there was one, or one where there was none.
//
// What that means is said here by what each side does with the attribute: whether it refuses what the other accepts,
// takes the same thing for another, or only finds another name.
#include <algorithm>
#include <sstream>

#include "mutation.h"

namespace npuspec::test {
namespace {

enum class To { kOther, kNone, kOne };

struct Change {
  const char* name;
  const char* kind;
  const char*
      rows;  // the keys above the rows, the last ones: "checks", "profiles/rows"; of one row alone: "fields=free"
  const char* key;
  To to;
  const char* values;  // one of these is put in, with | between them; none for To::kNone
  Side there;
  Side back;
  const char* about = "";  // the row's own name unless said
};

struct Row {
  std::string name;
  const Node* map;
};

// A list or a map that stands under the keys has the rows; what it says itself is one, too.
void collect(const Node& node, const std::string& path, const std::string& keys, std::vector<Row>& rows) {
  bool here = path.ends_with("/" + keys);
  if (here && node.is_map()) rows.push_back({keys, &node});
  for (const Node* item : node.items) {
    if (here && item->is_map()) rows.push_back({text_of(*item, item->find("name") ? "name" : "id"), item});
    collect(*item, path + "/*", keys, rows);
  }
  for (const Entry& entry : node.entries) {
    if (here && entry.value->is_map()) rows.push_back({std::string(entry.key), entry.value});
    collect(*entry.value, path + "/" + std::string(entry.key), keys, rows);
  }
}

// Of no keys: the spec itself.
std::vector<Row> rows_at(const Draft& draft, const std::string& keys) {
  if (keys.empty()) return {{"", &draft.root()}};
  std::vector<Row> rows;
  std::size_t end = std::min(keys.find('='), keys.size());
  collect(draft.root(), "", keys.substr(0, end), rows);
  if (end < keys.size()) std::erase_if(rows, [&](const Row& row) { return row.name != keys.substr(end + 1); });
  return rows;
}

// Takes out the keys of "only, else, code" that are there.
bool drop_all(Draft& draft, const Node& map, std::string_view keys) {
  bool some = false;
  while (!keys.empty()) {
    std::size_t comma = std::min(keys.find(", "), keys.size());
    some |= draft.drop(map, keys.substr(0, comma));
    keys.remove_prefix(std::min(comma + 2, keys.size()));
  }
  return some;
}

std::vector<std::string> split(const std::string& values) {
  std::vector<std::string> parts;
  std::istringstream text(values);
  for (std::string part; std::getline(text, part, '|');) parts.push_back(part);
  return parts;
}

std::optional<Meaning> apply(const Change& change, Draft& draft, Dice& dice) {
  std::vector<Row> rows = rows_at(draft, change.rows);
  std::erase_if(rows, [&](const Row& row) {
    std::string_view key = change.key;
    const Node* value = row.map->find(key.substr(0, key.find(',')));
    if (change.to == To::kOne) return value != nullptr || row.map->entries.empty();
    return !value || (change.to == To::kOther && !draft.is_plain(*value));
  });
  if (rows.empty()) return std::nullopt;
  const Row& row = dice.pick(rows);
  if (change.to == To::kNone) {
    if (!drop_all(draft, *row.map, change.key)) return std::nullopt;
  } else {
    std::string value = dice.pick(split(change.values));
    if (change.to == To::kOther && value == row.map->text_at(change.key)) return std::nullopt;
    draft.set(*row.map, change.key, value);
  }
  return Meaning{change.there, change.back, *change.about ? change.about : row.name};
}

const Change kChanges[] = {
    // descriptor
    {"a struct aligned otherwise", "descriptor", "structs", "align", To::kOther, "4|8|16", kBreaksBoth, kBreaksBoth,
     "align"},
    {"a struct packed", "descriptor", "structs", "packed", To::kOne, "true", kBreaksBoth, kBreaksBoth, "packed"},
    {"a struct no longer packed", "descriptor", "structs", "packed", To::kOther, "false", kBreaksBoth, kBreaksBoth,
     "packed"},
    {"elements that count, said by a field", "descriptor", "fields=free", "live", To::kOne, "some, code: 956",
     kBreaksNew, kAddsOldRefuses},
    {"elements that count, said by another field", "descriptor", "fields=used", "live", To::kOther, "some|more",
     kBreaksBoth, kBreaksBoth},
    {"a name for bits", "descriptor", "bits", "zz_bits", To::kOne, "31..31", kAdds, kNamesOnly, "zz_bits"},
    {"a constant asked for", "descriptor", "fields=loose", "const", To::kOne, "7, code: 902", kBreaksNew,
     kAddsOldRefuses},
    {"a digest given up", "descriptor", "fields", "digest, code", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"an address given up", "descriptor", "fields", "reloc", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"an index given up", "descriptor", "fields", "count", To::kOther, "4", kNamesOnly, kNamesOnly},
    {"a unit given up", "descriptor", "fields", "unit", To::kNone, "", kNamesOnly, kNamesOnly},
    {"another value where a field means nothing", "descriptor", "fields", "else", To::kOther, "-2|1", kBreaksBoth,
     kBreaksBoth},
    {"a field that means something always", "descriptor", "fields", "only, else, code", To::kNone, "", kAddsOldRefuses,
     kBreaksNew},
    {"another condition of a field", "descriptor", "fields", "only", To::kOther, "some == 1|some == 2", kBreaksBoth,
     kBreaksBoth},
    {"other bits of a name", "descriptor", "bits", "low", To::kOther, "0..2|0..4", kBreaksBoth, kBreaksBoth, "low"},
    {"the code of reserved bytes changed", "descriptor", "fields", "code", To::kOther, "951|952", kBreaksBoth,
     kBreaksBoth, "code"},
    {"the id of reserved bytes changed", "descriptor", "fields", "id", To::kOther, "zz-reserved", kNamesOnly,
     kNamesOnly, "reserved"},
    {"the code of a parameter changed", "descriptor", "params", "code", To::kOther, "953|954", kBreaksBoth,
     kBreaksBoth},
    {"another type of a parameter", "descriptor", "params", "type", To::kOther, "u16|u32", kNamesOnly, kNamesOnly},
    {"a check under a condition", "descriptor", "checks", "when", To::kOne, "rank == 1|some == 1", kAddsOldRefuses,
     kBreaksNew},
    {"a check under another condition", "descriptor", "checks", "when", To::kOther, "some == 1|some == 2", kBreaksBoth,
     kBreaksBoth},
    {"an enum opened", "descriptor", "enums", "open", To::kOne, "true", kAddsOldRefuses, kBreaksNew},
    {"an enum of flags", "descriptor", "enums", "flags", To::kOne, "true", kBreaksBoth, kBreaksBoth},
    {"an enum of other bytes", "descriptor", "enums", "base", To::kOther, "i8|i16|i32", kBreaksBoth, kBreaksBoth},
    {"a constant of a descriptor changed", "descriptor", "constants", "value", To::kOther, "3|4", kBreaksBoth,
     kBreaksBoth},
    {"another request of an ioctl", "descriptor", "ioctls", "number", To::kOther, "0x80086450", kBreaksBoth,
     kBreaksBoth},
    {"another struct of an ioctl", "descriptor", "ioctls", "struct", To::kOther, "plain|flat", kBreaksBoth,
     kBreaksBoth},
    {"a field deprecated", "descriptor", "fields", "deprecated", To::kOne, "use another", kWordsOnly, kWordsOnly},

    // tables
    {"another root", "tables", "", "root", To::kOther, "SubGraph|Buffer", kBreaksBoth, kBreaksBoth, "root"},
    {"an index into something else", "tables", "Tensor", "ref", To::kOther, "Model.subgraphs", kBreaksBoth,
     kBreaksBoth},
    {"an index into nothing known", "tables", "Metadata", "ref", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"another index for nothing", "tables", "Operator", "absent", To::kOther, "-2|-3", kBreaksBoth, kBreaksBoth},
    {"a union told apart by nothing", "tables", "Operator", "tag_of", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"another alignment of a vector", "tables", "Buffer", "force_align", To::kOther, "8|32", kBreaksBoth, kBreaksBoth},
    {"a place that is no place any more", "tables", "Buffer", "file_offset", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"another place that is none", "tables", "Buffer", "file_offset", To::kOther, "above 2", kBreaksBoth, kBreaksBoth},
    {"fewer values of a table's field", "tables", "QuantizationParameters", "in", To::kOther, "0..2|1..3", kBreaksNew,
     kAddsOldRefuses},
    {"values of a table's field named", "tables", "Operator", "in", To::kOne, "0..9", kBreaksNew, kAddsOldRefuses},
    {"a field of a table renamed", "tables", "Model", "name", To::kOther, "zz_renamed", kNamesOnly, kNamesOnly,
     "zz_renamed"},
    {"an open enum closed", "tables", "enums", "open", To::kOther, "false", kBreaksNew, kAddsOldRefuses},
    {"another base of an enum", "tables", "enums", "base", To::kOther, "u8|i16|u32", kBreaksBoth, kBreaksBoth},
    {"other columns of what has no name", "tables", "defaults", "bytes", To::kOther, "1|2", kBreaksBoth, kBreaksBoth,
     "bytes"},

    // wire: whatever is not words bumps the contract
    {"another builtin operator", "wire", "operator", "builtin", To::kOther, "PLACEHOLDER_FOR_GREATER_OP_CODES",
     kBreaksBoth, kBreaksBoth, "builtin"},
    {"another former name", "wire", "operator/formerly", "custom_code", To::kOther, "STREAM_CUT", kBreaksBoth,
     kBreaksBoth, "STREAM_CUT"},
    {"another value written", "wire", "Buffer", "size", To::kOther, "given", kBreaksBoth, kBreaksBoth, "write"},
    {"a departure by default", "wire", "switches", "default", To::kOther, "true", kBreaksBoth, kBreaksBoth},
    {"a departure renamed", "wire", "switches", "name", To::kOther, "zz_switch", kBreaksBoth, kBreaksBoth, "zz_switch"},
    {"another record", "wire", "records", "zz_more", To::kOne, "u32", kBreaksBoth, kBreaksBoth},
    {"another type in a record", "wire", "records", "operators", To::kOther, "u64|u16", kBreaksBoth, kBreaksBoth},
    {"another case of a group", "wire", "rows", "when", To::kOther, "code.version == 1", kBreaksBoth, kBreaksBoth,
     "reuse"},
    {"another code of a case", "wire", "rows", "code", To::kOther, "911|912", kBreaksBoth, kBreaksBoth, "code"},
    {"another name of a case", "wire", "rows", "error", To::kOther, "zz-error", kBreaksBoth, kBreaksBoth, "zz-error"},
    {"a check of a contract under a condition", "wire", "checks", "when", To::kOne,
     "present(model.buffers)|cut.operators >= 3|a.elements >= 1", kBreaksOld, kBreaksNew},
    {"another check of a contract", "wire", "checks", "require", To::kOther,
     "len(model.subgraphs) <= 1|cut.after_op <= 7|a.bytes <= b.bytes", kBreaksBoth, kBreaksBoth},
    {"a check of a contract renamed", "wire", "checks", "id", To::kOther, "zz-renamed", kBreaksBoth, kBreaksBoth,
     "zz-renamed"},
    {"a group that speaks of less", "wire", "groups", "only", To::kOther, "code.version == 1", kBreaksBoth,
     kBreaksBoth},
    {"a group with nothing before it", "wire", "groups", "given", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"a group renamed", "wire", "groups", "name", To::kOther, "zz_group", kBreaksBoth, kBreaksBoth, "zz_group"},
    {"another name for what is made", "wire", "names", "first", To::kOther, "{tensor}/cut", kBreaksBoth, kBreaksBoth,
     "first"},
    {"another file of the sidecar", "wire", "sidecar", "file", To::kOther, "{stem}.cuts.json", kBreaksBoth, kBreaksBoth,
     "file"},
    {"another type in the sidecar", "wire", "sidecar/fields", "type", To::kOther, "u64|string", kBreaksBoth,
     kBreaksBoth},
    {"more values in the sidecar", "wire", "sidecar/fields", "in", To::kOther, "0..1", kBreaksOld, kBreaksNew},
    {"one in the sidecar where there were many", "wire", "sidecar/fields", "many", To::kOther, "false", kBreaksBoth,
     kBreaksBoth},
    {"no order in the sidecar", "wire", "sidecar/fields", "order", To::kNone, "", kBreaksOld, kBreaksNew},

    // policy
    {"a knob that is on when it is there", "policy", "knobs", "parse", To::kOne, "presence", kBreaksBoth, kBreaksBoth},
    {"another unit of a runtime knob", "policy", "runtime_knobs", "unit", To::kOther, "us|s", kBreaksBoth, kBreaksBoth},
    {"another type of a runtime knob", "policy", "runtime_knobs", "type", To::kOther, "bool, default: false",
     kBreaksBoth, kBreaksBoth},
    {"a runtime knob that holds nothing back", "policy", "runtime_knobs", "suppresses", To::kNone, "", kBreaksBoth,
     kBreaksBoth},
    {"more values of a runtime knob", "policy", "runtime_knobs", "in", To::kOther, "0..20", kAddsNewMisses, kBreaksOld},
    {"another letter", "policy", "columns", "letter", To::kOther, "z|Z", kWordsOnly, kWordsOnly, "letter"},
    {"another prefix", "policy", "chains", "prefix", To::kOther, "ZZ_", kNamesOnly, kNamesOnly, "prefix"},
    {"a row that keeps the marker", "policy", "profiles/rows", "marker", To::kOther, "keep|set", kBreaksBoth,
     kBreaksBoth},
    {"another flag of a caller", "policy", "returns", "flag", To::kOther, "zz_flag", kBreaksBoth, kBreaksBoth,
     "zz_flag"},
    {"a flag of a caller made otherwise", "policy", "returns", "value", To::kOther, "0|1", kBreaksBoth, kBreaksBoth,
     "returns"},
    {"a flag of a caller", "policy", "sites", "returns", To::kOne, "{flag: warm, value: 0}", kBreaksBoth, kBreaksBoth},
    {"no chain kind of a site", "policy", "sites", "chain", To::kNone, "", kBreaksOld, kAddsNewMisses},
    {"another reset without a row", "policy", "unrouted", "reset", To::kOther, "from == COLD|from == I8", kBreaksBoth,
     kBreaksBoth},
    {"nothing cleared without a row", "policy", "unrouted", "clears", To::kNone, "", kBreaksBoth, kBreaksBoth},
    {"another mode set without a row", "policy", "unrouted", "sets", To::kOther, "I8|I4", kBreaksBoth, kBreaksBoth},
    {"another law", "policy", "rules", "require", To::kOther, "to.type != INT4 or from != COLD or reset", kNamesOnly,
     kNamesOnly},
    {"a selector kept for later, for another reason", "policy", "selectors", "reserved", To::kOther, "no reason",
     kWordsOnly, kWordsOnly},

    // selection
    {"another type of a request's parameter", "selection", "params", "type", To::kOther, "u16|u64", kNamesOnly,
     kNamesOnly},
    {"another number of tasks", "selection", "rows", "tasks", To::kOther, "spatial_tiles + 1", kBreaksBoth,
     kBreaksBoth},
    {"less read by a task", "selection", "rows", "task_source", To::kOther, "1", kBreaksBoth, kBreaksBoth},
    {"less written by a task", "selection", "rows", "task_output", To::kOther, "1", kBreaksBoth, kBreaksBoth},
    {"more slack", "selection", "scratch", "slack", To::kOther, "align_slack + 1", kBreaksBoth, kBreaksBoth, "slack"},

    // kernels
    {"the vectors in flight changed", "kernels", "cells", "unroll", To::kOther, "1|4", kNamesOnly, kNamesOnly},
    {"work deferred to another", "kernels", "cells", "defers_to", To::kOther, "zz_mixed", kMayDiffer, kMayDiffer,
     "zz_mixed"},
    {"work deferred to nobody", "kernels", "cells", "defers_to", To::kNone, "", kMayDiffer, kMayDiffer, "defers_to"},
    {"other leaves of a cell", "kernels", "cells", "when", To::kOther, "input in {FP32}|input in {BF16}", kMayDiffer,
     kMayDiffer, "leaf"},
    {"leaves called otherwise", "kernels", "", "leaf", To::kOther, "zz_{input}_{rounding}_{multiplier_class}",
     kBreaksNew, kBreaksNew, "leaf"},
    {"the count of leaves written otherwise", "kernels", "", "count", To::kOther, "4 * 12", kNone, kNone},

    // device
    {"another range of a cost", "device", "costs", "range", To::kOther, "1 us..200 ms", kAdds, kAdds},
    {"a cost that no knob sets", "device", "costs", "knob", To::kNone, "", kAdds, kAdds},
    {"a cost that no effect has", "device", "costs", "effect", To::kNone, "", kAdds, kAdds},
    {"how sure a cost is", "device", "costs", "tag", To::kOther, "M|C|I|D", kWordsOnly, kWordsOnly},
    {"what speaks against a switch", "device", "switches", "against", To::kOther, "nothing", kWordsOnly, kWordsOnly},
    {"a switch that somebody knows", "device", "switches", "uncertain", To::kOther, "false", kAdds, kAdds},
    {"another chance", "device", "switches", "chance", To::kOther, "26 per 1000", kAdds, kAdds},
    {"what sets a switch", "device", "switches", "set_by", To::kOther, "the weather", kWordsOnly, kWordsOnly},
    {"what clears a switch", "device", "switches", "cleared_by", To::kOther, "the weather", kWordsOnly, kWordsOnly},
    {"another type of a switch", "device", "switches", "type", To::kOther, "temper", kBreaksBoth, kBreaksBoth},
    {"another word for the type of state", "device", "state", "type", To::kOther, "u8|u16|u32", kNone, kNone},
    {"more values of state", "device", "state", "in", To::kOther, "0..20|0..30", kBreaksBoth, kBreaksBoth},
    {"a rule under a condition", "device", "rules", "when", To::kOne, "dispatch|just_reset", kMayDiffer, kMayDiffer},
    {"a rule under another condition", "device", "rules", "when", To::kOther, "not dispatch|just_reset", kMayDiffer,
     kMayDiffer},
    {"another cost of a rule", "device", "rules", "cost", To::kOther, "rewarm|soft_reset", kMayDiffer, kMayDiffer},
    {"another outcome of a rule", "device", "rules", "outcome", To::kOther, "wedge|lost", kMayDiffer, kMayDiffer},
    {"a rule of another event", "device", "rules", "event", To::kOther, "clear|restore", kMayDiffer, kMayDiffer},
    {"how sure a rule is", "device", "rules", "tag", To::kOther, "M|C|I|D", kWordsOnly, kWordsOnly},
    {"another error number", "device", "outcomes", "errno", To::kOther, "5|22", kMayDiffer, kMayDiffer},
    {"an outcome that is told", "device", "outcomes", "silent", To::kOther, "false", kMayDiffer, kMayDiffer},
    {"an outcome that ends nothing", "device", "outcomes", "ends", To::kOther, "false", kMayDiffer, kMayDiffer},
    {"another output", "device", "outcomes", "output", To::kOther, "noise", kMayDiffer, kMayDiffer},
    {"what an event returns", "device", "outcomes", "submit", To::kOther, "-5|7", kMayDiffer, kMayDiffer},
};

}  // namespace

std::vector<Mutation> attribute_mutations() {
  std::vector<Mutation> mutations;
  for (const Change& change : kChanges) {
    mutations.push_back(
        {change.name, change.kind, [&change](Draft& draft, Dice& dice) { return apply(change, draft, dice); }});
  }
  return mutations;
}

}  // namespace npuspec::test
