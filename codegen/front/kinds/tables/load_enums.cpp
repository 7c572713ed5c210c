#include "front/kinds/tables/load_enums.h"

#include <algorithm>
#include <string>

#include "front/kinds/rows.h"

namespace npuspec::tables {
namespace {

ColumnType column_type(std::string_view text) {
  if (text == "bool") return ColumnType::kBool;
  return text == "text" ? ColumnType::kText : ColumnType::kInt;
}

bool is_own_key(std::string_view key) {
  return key == "value" || key == "doc" || key == "source" || key == "since" || key == "formerly";
}

class EnumLoader {
 public:
  EnumLoader(Enum& out, Diags& diags) : out_(out), diags_(diags) {}

  void load(const Node& node) {
    out_.base = base_named(node.text_at("base")).value_or(Base::kI32);
    out_.open = node.text_at("open") == "true";
    out_.doc = node.text_at("doc");
    out_.source = node.text_at("source");
    load_columns(node);
    const Node* rows = node.find("rows");
    if (!rows || !rows->is_map()) return;
    for (const Entry& row : rows->entries) {
      if (row.value->is_map() || row.value->is_scalar()) load_symbol(row);
    }
  }

 private:
  void load_columns(const Node& node) {
    const Node* columns = node.find("columns");
    const Node* defaults = node.find("defaults");
    if (columns && columns->is_map()) {
      for (const Entry& entry : columns->entries) {
        Column column = {.name = entry.key, .type = column_type(entry.value->text), .missing = {}};
        const Node* value = defaults ? defaults->find(entry.key) : nullptr;
        if (value) read_value(column, *value, column.missing);
        has_default_.push_back(value != nullptr);
        if (!value && out_.open) report_no_default(entry);
        out_.columns.push_back(column);
      }
    }
    if (!defaults || !defaults->is_map()) return;
    for (const Entry& entry : defaults->entries) {
      if (out_.column(entry.key) < 0) report_unknown_column(entry);
    }
  }

  void load_symbol(const Entry& row) {
    Symbol symbol = {.name = row.key,
                     .value = {},
                     .columns = {},
                     .doc = row.value->text_at("doc"),
                     .source = row.value->text_at("source"),
                     .since = row.value->text_at("since"),
                     .at = row.key_at};
    const Node* written = row.value->main_part("value");
    std::optional<Number> value = number_of(written);
    if (!value) return;
    symbol.value = *value;
    check_value(symbol, *written);
    for (const Entry& entry : row.value->entries) {
      if (!is_own_key(entry.key) && out_.column(entry.key) < 0) report_unknown_column(entry);
    }
    for (std::size_t i = 0; i < out_.columns.size(); ++i) {
      ColumnValue cell = out_.columns[i].missing;
      const Node* given = row.value->find(out_.columns[i].name);
      if (given) {
        read_value(out_.columns[i], *given, cell);
      } else if (!has_default_[i] && !out_.open) {
        diags_
            .error(Code::T011, row.key_at,
                   in_quotes(row.key) + " gives no value for the column " + in_quotes(out_.columns[i].name))
            .span(row.key.size())
            .hint("give it one here, or give the column one under `defaults:`");
      }
      symbol.columns.push_back(cell);
    }
    out_.symbols.push_back(std::move(symbol));
  }

  void check_value(const Symbol& symbol, const Node& node) {
    Range range = range_of(out_.base);
    if (symbol.value < range.lo || range.hi < symbol.value) {
      diags_
          .error(Code::T010, node.at,
                 "the value " + std::string(node.text) + " of " + in_quotes(symbol.name) + " does not fit the base " +
                     std::string(name(out_.base)))
          .span(node.text.size())
          .hint("widen `base:`, or mend the value");
    }
    for (const Symbol& other : out_.symbols) {
      if (!(other.value == symbol.value)) continue;
      diags_
          .error(Code::T010, node.at,
                 in_quotes(symbol.name) + " has the value of " + in_quotes(other.name) + ": " + std::string(node.text))
          .span(node.text.size())
          .hint("a value has one name")
          .note(other.at, "the other one");
      return;
    }
  }

  void read_value(const Column& column, const Node& node, ColumnValue& out) {
    if (node.broken || !node.is_scalar()) return;
    bool sound = true;
    if (column.type == ColumnType::kBool) {
      sound = truth_of(node).has_value();
      out.flag = truth_of(node).value_or(false);
    } else if (column.type == ColumnType::kInt) {
      std::optional<Number> number = number_of(&node);
      sound = number && number->as_i64();
      out.number = number.value_or(Number{});
    } else {
      out.text = node.text;
    }
    if (sound) return;
    bool is_bool = column.type == ColumnType::kBool;
    diags_
        .error(Code::T011, node.at,
               in_quotes(node.text) + " is not " + (is_bool ? "true or false" : "a number") + ", which the column " +
                   in_quotes(column.name) + " holds")
        .span(node.text.size())
        .hint(unquoted_or(node, "the column's type stands under `columns:`"));
  }

  void report_no_default(const Entry& column) {
    diags_
        .error(Code::T011, column.key_at,
               "the open enum " + in_quotes(out_.name) + " gives the column " + in_quotes(column.key) + " no default")
        .span(column.key.size())
        .hint("say under `defaults:` what holds for a value without a name");
  }

  void report_unknown_column(const Entry& entry) {
    diags_.error(Code::T011, entry.key_at, in_quotes(out_.name) + " has no column " + in_quotes(entry.key))
        .span(entry.key.size())
        .hint(near_or(entry.key, names_of(out_.columns), "declare it under `columns:`"));
  }

  Enum& out_;
  Diags& diags_;
  std::vector<bool> has_default_;
};

}  // namespace

std::vector<Enum> load_enums(const Node& enums, Diags& diags) {
  std::vector<Enum> loaded;
  for (const Entry& entry : enums.entries) {
    if (!entry.value->is_map() || entry.value->broken) continue;
    Enum& each = loaded.emplace_back();
    each.name = entry.key;
    each.at = entry.key_at;
    EnumLoader(each, diags).load(*entry.value);
  }
  return loaded;
}

}  // namespace npuspec::tables
