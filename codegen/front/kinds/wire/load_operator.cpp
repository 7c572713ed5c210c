#include <algorithm>

#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

using tables::Base;
using tables::Field;
using tables::Table;

class OperatorLoader {
 public:
  explicit OperatorLoader(const Loading& to) : to_(to), out_(to.model.operation), tables_(*to.model.over) {}

  void load(const Node& node) {
    std::size_t errors = to_.diags.errors();
    out_.at = node.at;
    out_.custom_code = node.text_at("custom_code");
    out_.version = static_cast<std::uint32_t>(integer_of(node.find("version")).value_or(0));
    if (const Node* builtin = node.find("builtin")) load_builtin(*builtin);
    if (const Node* formerly = node.find("formerly"); formerly && formerly->is_list()) load_formerly(*formerly);
    if (const Node* writes = node.find("writes"); writes && writes->is_map()) {
      out_.writes = load_writes(*writes);
      for (const WrittenTable& each : out_.writes) check_complete(each);
      if (to_.diags.errors() == errors) check_name(node, *writes);
    }
    if (const Node* switches = node.find("switches"); switches && switches->is_list()) load_switches(*switches);
  }

 private:
  void load_builtin(const Node& node) {
    std::string_view symbol = node.text;
    std::string_view of;
    if (std::size_t dot = symbol.find('.'); dot != symbol.npos) {
      of = symbol.substr(0, dot);
      symbol.remove_prefix(dot + 1);
    }
    std::vector<std::string_view> known;
    int found = 0;
    for (std::size_t i = 0; i < tables_.enums.size(); ++i) {
      const tables::Enum& each = tables_.enums[i];
      for (const tables::Symbol& row : each.symbols) known.push_back(row.name);
      if (!of.empty() && of != each.name) continue;
      if (const tables::Symbol* row = each.find(symbol)) {
        out_.builtin_enum = static_cast<int>(i);
        out_.builtin = row;
        ++found;
      }
    }
    if (found == 1) return;
    if (found > 1) {
      to_.error(Code::W002, node, in_quotes(symbol) + " is a symbol of more than one enum")
          .hint("say which: Enum." + std::string(symbol));
      return;
    }
    to_.error(Code::W002, node,
              "no enum of " + in_quotes(to_.model.over_spec->name) + " has the symbol " + in_quotes(node.text))
        .hint(near_or(symbol, known, "name the symbol that stands for a custom operator"));
  }

  void load_formerly(const Node& list) {
    for (const Node* item : list.items) {
      const Node* code = item->find("custom_code");
      if (!code || item->broken) continue;
      out_.formerly.push_back(
          {.custom_code = code->text, .doc = item->text_at("doc"), .source = item->text_at("source"), .at = code->at});
      if (code->text != out_.custom_code) continue;
      to_.error(Code::W008, *code, in_quotes(code->text) + " is the operator's name now")
          .hint("a former name is one that is not used any more");
    }
  }

  std::vector<WrittenTable> load_writes(const Node& node) {
    std::vector<WrittenTable> out;
    for (const Entry& entry : node.entries) {
      int at = tables_.find_table(entry.key);
      if (at < 0) {
        to_.diags.error(Code::W003, entry.key_at, "there is no table " + in_quotes(entry.key))
            .span(entry.key.size())
            .hint(near_or(entry.key, names_of(tables_.tables),
                          "the tables are those of " + in_quotes(to_.model.over_spec->name)));
      } else if (entry.value->is_map()) {
        out.push_back({.table = at, .fields = load_fields(table_at(to_.model, at), *entry.value), .at = entry.key_at});
      }
    }
    return out;
  }

  std::vector<Written> load_fields(const Table& table, const Node& node) {
    std::vector<Written> out;
    for (const Entry& entry : node.entries) {
      int field = table.field(entry.key);
      if (field >= 0) {
        Written written = {.value = {}, .text = entry.value->text, .field = field, .at = entry.key_at};
        read_value(*entry.value, table.fields[static_cast<std::size_t>(field)], written);
        out.push_back(written);
        continue;
      }
      to_.diags.error(Code::W003, entry.key_at, in_quotes(table.name) + " has no field " + in_quotes(entry.key))
          .span(entry.key.size())
          .hint(near_or(entry.key, names_of(table.fields),
                        "a field is declared in " + in_quotes(to_.model.over_spec->name)));
    }
    return out;
  }

  void read_value(const Node& node, const Field& field, Written& out) {
    if (!node.is_scalar() || node.broken) return;
    const tables::Type& type = field.type;
    auto is_word = [&](std::string_view word, Written::How how) {
      out.how = node.text == word ? how : out.how;
      return node.text == word;
    };
    if (is_word("absent", Written::How::kAbsent) || is_word("given", Written::How::kGiven) ||
        is_word("same", Written::How::kSame)) {
      return;
    }
    if (is_word("empty", Written::How::kEmpty)) {
      if (type.vector || type.base == Base::kString) return;
      refuse(node, field, "only a vector or a string can be there and empty");
    } else if (is_word("deep", Written::How::kDeep)) {
      if (type.is_offset()) return;
      refuse(node, field, "a copy at a place of its own is made of what an offset leads to");
    } else {
      out.how = Written::How::kValue;
      if (type.base == Base::kString && !type.vector) {
        out.is_text = true;
        out.text = node.text == "contract.custom_code" ? out_.custom_code : node.text;
        return;
      }
      std::optional<Number> value = type.is_scalar() ? scalar(type, node) : std::nullopt;
      if (!value) {
        refuse(node, field, type.is_scalar() ? "" : "an offset is `absent`, `empty`, `given`, `same` or `deep`");
      }
      out.value = value.value_or(Number{});
    }
  }

  // A value of a scalar type; contract.builtin and contract.version stand for the operator's own.
  std::optional<Number> scalar(const tables::Type& type, const Node& node) const {
    if (node.text == "contract.builtin" && out_.builtin) {
      if (type.enum_index == out_.builtin_enum) return out_.builtin->value;
      return tables_.scalar(type, tables::text_of(out_.builtin->value));
    }
    if (node.text == "contract.version") return tables_.scalar(type, std::to_string(out_.version));
    return tables_.scalar(type, node);
  }

  void refuse(const Node& node, const Field& field, const std::string& why) {
    to_.error(Code::W004, node,
              in_quotes(node.text) + " is nothing that " + in_quotes(field.name) + ", of type " +
                  std::string(field.type_text) + ", can carry")
        .hint(why.empty() ? "a value of its type, or `absent`, `given`, `same`" : why);
  }

  // A new table that leaves a field unsaid would carry whatever the writer thinks of.
  void check_complete(const WrittenTable& written) {
    const Table& table = table_at(to_.model, written.table);
    std::string missing;
    std::size_t count = 0;
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      bool said = std::any_of(written.fields.begin(), written.fields.end(),
                              [&](const Written& each) { return each.field == static_cast<int>(i); });
      if (said) continue;
      if (++count <= 5) missing += (missing.empty() ? "" : ", ") + std::string(table.fields[i].name);
    }
    if (missing.empty()) return;
    if (count > 5) missing += ", ...";
    to_.diags
        .error(Code::W005, written.at,
               "a new " + std::string(table.name) + " leaves " + std::to_string(count) +
                   (count == 1 ? " field" : " fields") + " unsaid: " + missing)
        .span(table.name.size())
        .hint("say of each what it carries; `absent` when nothing");
  }

  static bool writes_name(const WrittenTable& table, std::string_view name) {
    return std::any_of(table.fields.begin(), table.fields.end(), [&](const Written& field) {
      return field.how == Written::How::kValue && field.is_text && field.text == name;
    });
  }

  // Some new table holds the operator's name, and that one is made of nothing that was there.
  void check_name(const Node& node, const Node& writes) {
    const Node* name = node.find("custom_code");
    if (!name || name->broken) return;
    bool written = false;
    for (const WrittenTable& table : out_.writes) {
      if (!writes_name(table, out_.custom_code)) continue;
      written = true;
      const Table& of = table_at(to_.model, table.table);
      for (const Written& field : table.fields) {
        if (field.how != Written::How::kSame) continue;
        const Field& info = of.fields[static_cast<std::size_t>(field.field)];
        refuse(
            *writes.find(of.name)->find(info.name), info,
            "a new " + std::string(of.name) + " has no source to be the same as: write a value, `absent` or `given`");
      }
    }
    if (written) return;
    to_.error(Code::W005, *name, "nothing that is written holds the name " + in_quotes(out_.custom_code))
        .hint("write `contract.custom_code` in the table that names operators");
  }

  void load_switches(const Node& list) {
    for (const Node* item : list.items) {
      const Node* sets = item->find("sets");
      if (!sets || !sets->is_map() || item->broken) continue;
      Switch each = {.name = item->text_at("name"),
                     .on = item->text_at("default") == "true",
                     .sets = load_writes(*sets),
                     .doc = item->text_at("doc"),
                     .source = item->text_at("source"),
                     .at = item->at};
      for (const WrittenTable& table : each.sets) {
        for (const Written& field : table.fields) check_changes(table, field);
      }
      out_.switches.push_back(std::move(each));
    }
  }

  void check_changes(const WrittenTable& set, const Written& value) {
    for (const WrittenTable& table : out_.writes) {
      if (table.table != set.table) continue;
      for (const Written& field : table.fields) {
        if (field.field != value.field) continue;
        if (field.how != value.how || !(field.value == value.value)) return;
        const Field& of = table_at(to_.model, set.table).fields[static_cast<std::size_t>(value.field)];
        to_.diags
            .error(Code::W006, value.at,
                   in_quotes(of.name) + " is " + std::string(value.text) + " without the switch too")
            .span(of.name.size())
            .hint("leave it out, or say what the switch writes instead")
            .note(field.at, "what is written without it");
        return;
      }
    }
    const Table& table = table_at(to_.model, set.table);
    to_.diags
        .error(Code::W006, value.at,
               "a switch sets " + in_quotes(table.fields[static_cast<std::size_t>(value.field)].name) + " of " +
                   in_quotes(table.name) + ", of which `writes` says nothing")
        .span(table.fields[static_cast<std::size_t>(value.field)].name.size())
        .hint("say under `writes` what is written without the switch");
  }

  const Loading& to_;
  Operator& out_;
  const tables::TablesModel& tables_;
};

}  // namespace

void load_operator(const Node& node, const Loading& to) { OperatorLoader(to).load(node); }

}  // namespace npuspec::wire
