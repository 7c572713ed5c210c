#include <algorithm>
#include <array>
#include <unordered_map>

#include "front/kinds/descriptor/parts.h"
#include "front/kinds/rows.h"

namespace npuspec::descriptor {
namespace {

constexpr std::array<std::string_view, 7> kOwnKeys = {"value",      "doc",      "source", "since",
                                                      "deprecated", "formerly", "removed"};

bool is_own_key(std::string_view key) { return std::find(kOwnKeys.begin(), kOwnKeys.end(), key) != kOwnKeys.end(); }

void read_base(Builder& build, Enum& of, const Node& row) {
  const Node* base = row.find("base");
  if (!base) return;
  if (base->is_scalar() && !base->broken) of.base = guard::storage_named(base->text);
  if (of.base) return;
  of.complete = false;
  if (!base->is_scalar() || base->broken || is_told(build, base->at)) return;
  build.diags.error(Code::D001, base->at, "'" + std::string(base->text) + "' is no integer type")
      .span(base->text.size())
      .hint("u8, u16, u32, u64, i8, i16, i32 or i64");
}

void read_columns(Builder& build, Enum& of, const Node& row) {
  const Node* columns = row.find("columns");
  if (!columns || !columns->is_map()) return;
  for (const Entry& entry : columns->entries) {
    if (!entry.value->is_scalar() || entry.value->broken) continue;
    Column column{entry.key, entry.key_at, Column::Type::kInt, nullptr};
    std::string_view type = entry.value->text;
    if (is_own_key(entry.key)) {
      build.diags.error(Code::D007, entry.key_at, "a column cannot be called '" + std::string(entry.key) + "'")
          .span(entry.key.size())
          .hint("every symbol has a key of that name");
      continue;
    }
    if (type == "bool") {
      column.type = Column::Type::kBool;
    } else if (type == "duration") {
      column.type = Column::Type::kDuration;
    } else if (type != "int") {
      column.type = Column::Type::kEnum;
      column.of = enum_named(build, type);
      if (!column.of || column.of == &of) {
        if (is_told(build, entry.value->at)) continue;
        auto& diag =
            build.diags.error(Code::D001, entry.value->at, "'" + std::string(type) + "' is no type of a column")
                .span(type.size());
        std::string_view near = nearest(type, enum_names(build));
        diag.hint(near.empty() ? "int, bool, duration or the name of an enum above this one"
                               : "did you mean '" + std::string(near) + "'?");
        continue;
      }
    }
    of.columns.push_back(column);
  }
}

std::optional<Int> column_value(Builder& build, const Column& column, const Node& cell) {
  auto wrong = [&](const std::string& what) -> Diag& {
    return build.diags
        .error(Code::D007, cell.at,
               "column '" + std::string(column.name) + "' holds " + what + ", not '" + std::string(cell.text) + "'")
        .span(cell.text.size());
  };
  switch (column.type) {
    case Column::Type::kBool:
      if (std::optional<bool> is = truth_of(cell)) return *is ? 1 : 0;
      wrong("true or false").hint(unquoted_or(cell, "write true or false"));
      return std::nullopt;
    case Column::Type::kEnum: {
      if (const Symbol* symbol = column.of->find(cell.text)) return symbol->value;
      std::vector<std::string_view> names;
      for (const Symbol& symbol : column.of->symbols) names.push_back(symbol.name);
      suggest(wrong("a symbol of '" + std::string(column.of->name) + "'"), cell.text, names);
      return std::nullopt;
    }
    case Column::Type::kInt:
    case Column::Type::kDuration:
      break;
  }
  auto number = number_of(&cell);
  bool duration = column.type == Column::Type::kDuration;
  if (number && (number->dimension == Dimension::kTime) == duration) return int_of(*number);
  wrong(duration ? "a duration" : "a number")
      .hint(unquoted_or(cell, duration ? "write it with its unit: 105 ms" : "write a number"));
  return std::nullopt;
}

// Returns the columns that a misspelt key stands for: who means one by it is told once. `declared` are the enum's
// columns as written, those that were refused too.
std::vector<std::string_view> refuse_unknown_columns(Builder& build, const Enum& of, const Node* declared,
                                                     const Node& row) {
  std::vector<std::string_view> meant;
  for (const Entry& entry : row.entries) {
    bool refused = declared ? !declared->is_map() || declared->find(entry.key) : !of.complete;
    if (is_own_key(entry.key) || refused || is_told(build, entry.key_at)) continue;
    std::vector<std::string_view> known(kOwnKeys.begin(), kOwnKeys.end());
    for (const Column& column : of.columns) known.push_back(column.name);
    std::erase_if(known, [&](std::string_view each) { return row.find(each) != nullptr; });
    std::string_view near = nearest(entry.key, known);
    build.diags
        .error(Code::D007, entry.key_at,
               "'" + std::string(entry.key) + "' is no column of '" + std::string(of.name) + "'")
        .span(entry.key.size())
        .hint(near.empty() ? "declare it under `columns:`" : "did you mean '" + std::string(near) + "'?");
    meant.push_back(near);
  }
  return meant;
}

void missing_cell(Builder& build, const Symbol& symbol, const Column& column) {
  build.diags
      .error(Code::D007, symbol.at, "'" + std::string(symbol.name) + "' has no '" + std::string(column.name) + "'")
      .span(symbol.name.size())
      .hint("give each symbol a value for every column");
}

void read_cells(Builder& build, const Enum& of, const Node* declared, Symbol& symbol, const Node& row) {
  symbol.columns.assign(of.columns.size(), 0);
  if (!row.is_map()) {
    if (!of.columns.empty()) missing_cell(build, symbol, of.columns[0]);
    return;
  }
  std::vector<std::string_view> meant = refuse_unknown_columns(build, of, declared, row);
  for (std::size_t i = 0; i < of.columns.size(); ++i) {
    const Node* cell = row.find(of.columns[i].name);
    if (cell && cell->is_scalar() && !cell->broken) {
      symbol.columns[i] = column_value(build, of.columns[i], *cell).value_or(0);
    } else if (!cell && !symbol.removed() && std::find(meant.begin(), meant.end(), of.columns[i].name) == meant.end()) {
      missing_cell(build, symbol, of.columns[i]);
    }
  }
}

std::optional<Int> symbol_value(Builder& build, const Enum& of, std::string_view name, const Node& row) {
  const Node* scalar = row.main_part("value");
  Storage storage = of.base.value_or(Storage::kU32);
  auto value = fitting(build, scalar, storage, "value");
  if (!value || !of.flags) return value;
  if (*value > 0 && (*value & (*value - 1)) == 0) return value;
  build.diags
      .error(Code::D006, scalar->at, "flag '" + std::string(name) + "' is not one bit: " + std::string(scalar->text))
      .span(scalar->text.size())
      .hint("1, 2, 4, 8 and so on");
  return std::nullopt;
}

void read_symbols(Builder& build, Enum& of, const Node& row) {
  const Node* rows = row.find("rows");
  if (!rows || !rows->is_map()) return;
  Names names(build.diags, "symbols");
  std::unordered_map<std::uint64_t, const Entry*> taken;  // by the low 64 bits, which no two values of a type share
  for (const Entry& entry : rows->entries) {
    names.add(entry.key, entry.key_at);
    auto value = symbol_value(build, of, entry.key, *entry.value);
    if (!value) {
      of.complete = false;
      continue;
    }
    auto [first, fresh] = taken.try_emplace(static_cast<std::uint64_t>(*value), &entry);
    if (!fresh) {
      of.complete = false;
      build.diags
          .error(Code::D006, entry.key_at,
                 "'" + std::string(entry.key) + "' has the value of '" + std::string(first->second->key) +
                     "': " + std::string(entry.value->main_part("value")->text))
          .span(entry.key.size())
          .hint("a value names one symbol, and stays taken when the symbol is removed")
          .note(first->second->key_at, "'" + std::string(first->second->key) + "' is here");
      continue;
    }
    Symbol symbol{entry.key, entry.key_at, *value, {}, about_of(*entry.value), age_of(*entry.value)};
    read_cells(build, of, row.find("columns"), symbol, *entry.value);
    of.symbols.push_back(std::move(symbol));
  }
}

// What guards see: the symbols that a value may be.
void show_to_guards(Enum& of) {
  of.type.name = of.name;
  of.type.storage = of.base.value_or(Storage::kU32);
  of.type.open = of.open;
  of.type.flags = of.flags;
  for (const Column& column : of.columns) {
    guard::Type type = column.type == Column::Type::kBool       ? guard::Type::boolean()
                       : column.type == Column::Type::kEnum     ? guard::Type::row_of(column.of->type)
                       : column.type == Column::Type::kDuration ? guard::Type::duration()
                                                                : guard::Type::integer(Storage::kU64);
    of.type.columns.push_back({column.name, type, {}, std::nullopt});
  }
  for (const Symbol& symbol : of.symbols) {
    if (symbol.removed()) continue;
    of.type.rows.push_back({symbol.name, symbol.value});
    for (std::size_t i = 0; i < of.columns.size(); ++i) {
      guard::Enum::Column& column = of.type.columns[i];
      column.values.push_back(symbol.columns[i]);
      if (symbol.columns[i] < 0) column.type.storage = Storage::kI64;
    }
  }
}

// `is:` says which symbols make up the value, for people; both must agree.
void refuse_other_sum(Builder& build, const Constant& constant, const Node& row) {
  const Node* is = row.find("is");
  if (!is || !is->is_list()) return;
  if (!constant.of) {
    build.diags.error(Code::D018, is->at, "`is` says symbols, but the constant is of no enum")
        .hint("add `type:` and the enum's name");
    return;
  }
  Int sum = 0;
  for (const Node* each : is->items) {
    const Symbol* symbol = constant.of->find(each->text);
    if (symbol) {
      sum |= symbol->value;
      continue;
    }
    std::vector<std::string_view> known;
    for (const Symbol& other : constant.of->symbols) known.push_back(other.name);
    suggest(build.diags
                .error(Code::D001, each->at,
                       "'" + std::string(each->text) + "' is no symbol of '" + std::string(constant.of->name) + "'")
                .span(each->text.size()),
            each->text, known);
    return;
  }
  if (sum == constant.value) return;
  build.diags
      .error(Code::D002, is->at,
             "the symbols make " + guard::to_string(sum) + ", and the value is " + guard::to_string(constant.value))
      .hint("write `value: " + guard::to_string(sum) + "`, or name the symbols of the value");
}

bool read_constant(Builder& build, Constant& constant, const Node& row, const Node& scalar) {
  const Node* type = row.find("type");
  if (type && type->is_scalar()) {
    if (type->text == "string") {
      constant.is_text = true;
      constant.text = scalar.text;
      return true;
    }
    constant.storage = guard::storage_named(type->text);
    if (!constant.storage) {
      constant.of = enum_named(build, type->text);
      if (constant.of && !constant.of->complete) return false;
      if (!constant.of) {
        if (is_told(build, type->at) || was_refused(build, "enums", type->text)) return false;
        build.diags.error(Code::D001, type->at, "'" + std::string(type->text) + "' is no type of a constant")
            .span(type->text.size())
            .hint("an integer type, string or an enum");
        return false;
      }
      constant.storage = constant.of->type.storage;
    }
  }
  auto value = constant.storage ? fitting(build, &scalar, *constant.storage, "value") : int_of(&scalar);
  if (!value) {
    if (!number_of(&scalar)) {
      build.diags.error(Code::D002, scalar.at, "'" + std::string(scalar.text) + "' is no number")
          .span(scalar.text.size())
          .hint(unquoted_or(scalar, "a text needs `type: string`"));
    }
    return false;
  }
  constant.value = *value;
  refuse_other_sum(build, constant, row);
  return true;
}

}  // namespace

const Enum* enum_named(const Builder& build, std::string_view name) {
  if (const Enum* own = build.model.find_enum(name)) return own;
  for (const Spec* used : build.spec.uses) {
    const auto* model = model_of<Descriptors>(used);
    if (!model) continue;
    if (const Enum* found = model->find_enum(name)) return found;
  }
  return nullptr;
}

std::vector<std::string_view> enum_names(const Builder& build) {
  std::vector<std::string_view> names;
  for (const Enum& each : build.model.enums) names.push_back(each.name);
  for (const Spec* used : build.spec.uses) {
    if (const auto* model = model_of<Descriptors>(used)) {
      for (const Enum& each : model->enums) names.push_back(each.name);
    }
  }
  return names;
}

void read_enums(Builder& build) {
  const Node* enums = build.spec.root->find("enums");
  if (!enums || !enums->is_map()) return;
  Names names(build.diags, "enums");
  bool whole = !build.diags.failed();  // else a symbol may be missing whose key the reader refused
  for (const Entry& entry : enums->entries) {
    names.add(entry.key, entry.key_at);
    if (!entry.value->is_map() || entry.value->broken) continue;
    Enum& of = build.model.enums.emplace_back();
    of.home = &build.spec;
    of.name = entry.key;
    of.at = entry.key_at;
    of.complete = whole;
    of.about = about_of(*entry.value);
    of.open = is_true(entry.value->find("open"));
    of.flags = is_true(entry.value->find("flags"));
    read_base(build, of, *entry.value);
    if (of.flags && (!of.base || is_signed(*of.base))) {
      build.diags.error(Code::D006, entry.key_at, "the flags of '" + std::string(of.name) + "' have no unsigned base")
          .span(entry.key.size())
          .hint("add `base: u32`");
    }
    read_columns(build, of, *entry.value);
    read_symbols(build, of, *entry.value);
    show_to_guards(of);
  }
}

void read_constants(Builder& build) {
  const Node* constants = build.spec.root->find("constants");
  if (!constants || !constants->is_map()) return;
  Names names(build.diags, "constants");
  for (const Entry& entry : constants->entries) {
    const Node* scalar = entry.value->main_part("value");
    if (!scalar || !scalar->is_scalar() || scalar->broken) continue;
    names.add(entry.key, entry.key_at);
    Constant constant;
    constant.name = entry.key;
    constant.at = entry.key_at;
    constant.written = scalar->text;
    constant.about = about_of(*entry.value);
    if (read_constant(build, constant, *entry.value, *scalar)) build.model.constants.push_back(constant);
  }
}

}  // namespace npuspec::descriptor
