#include "front/kinds/tables/check.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "front/kinds/rows.h"

namespace npuspec::tables {
namespace {

// Words of the flatbuffers schema language, and members that flatc gives every table it generates.
constexpr std::array<std::string_view, 39> kTaken = {
    "attribute",
    "bool",
    "byte",
    "double",
    "enum",
    "file_extension",
    "file_identifier",
    "float",
    "float32",
    "float64",
    "include",
    "inf",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "long",
    "namespace",
    "nan",
    "native_include",
    "null",
    "root_type",
    "rpc_service",
    "short",
    "string",
    "struct",
    "table",
    "ubyte",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "ulong",
    "union",
    "ushort",
    "Builder",
    "Verify",
};

// What the generated header has beside tables and their fields.
constexpr std::array<std::string_view, 6> kHeaderTypes = {"Field", "Form", "TableId", "None", "Left", "Right"};
constexpr std::array<std::string_view, 2> kHeaderMembers = {"kinds", "known"};
constexpr std::array<std::string_view, 3> kHeaderFunctions = {"name", "fields", "kinds"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_taken(std::string_view name) { return holds(kTaken, name); }

class Checker {
 public:
  Checker(const TablesModel& model, const Node& root, Diags& diags) : model_(model), root_(root), diags_(diags) {}

  void run() {
    check_identifier();
    check_root();
    for (const Table& table : model_.tables) {
      check_ids(table);
      check_unions(table);
    }
    check_words();
    check_names_meet();
    check_reach();
  }

 private:
  void check_identifier() {
    const Node* node = root_.find("identifier");
    if (!node || !node->is_scalar() || node->broken) return;
    bool printable = std::all_of(node->text.begin(), node->text.end(),
                                 [](char c) { return c > ' ' && c < '\x7f' && c != '"' && c != '\\'; });
    if (node->text.size() == 4 && printable) return;
    diags_.error(Code::T001, node->at, in_quotes(node->text) + " is no file identifier")
        .span(node->text.size())
        .hint("four printable ASCII characters, like TFL3");
  }

  void check_root() {
    const Node* node = root_.find("root");
    if (!node || !node->is_scalar() || node->broken || model_.root >= 0) return;
    diags_.error(Code::T002, node->at, "there is no table " + in_quotes(node->text))
        .span(node->text.size())
        .hint(near_or(node->text, names_of(model_.tables), "name the table that a file starts with"));
  }

  // Ids are written in order, so the first that is not the next one is the mistake.
  void check_ids(const Table& table) {
    for (std::size_t i = 0; i < table.fields.size(); ++i) {
      const Field& field = table.fields[i];
      if (field.id == i) continue;
      auto same = std::find_if(table.fields.begin(), table.fields.begin() + static_cast<std::ptrdiff_t>(i),
                               [&](const Field& other) { return other.id == field.id; });
      bool taken = same != table.fields.begin() + static_cast<std::ptrdiff_t>(i);
      Diag& diag = diags_.error(Code::T003, field.at,
                                in_quotes(table.name) + "." + std::string(field.name) + " has the id " +
                                    std::to_string(field.id) +
                                    (taken ? ", which " + in_quotes(same->name) + " has already"
                                           : ", and the next one is " + std::to_string(i)));
      diag.hint(
          "ids count 0, 1, 2, ... in the order written; a field that a spec does not need is Opaque, not left out");
      if (taken) diag.note(same->at, "the other one");
      return;
    }
  }

  void check_unions(const Table& table) {
    for (const Field& field : table.fields) {
      if (field.members.empty() || field.tag >= 0) continue;
      diags_.error(Code::T015, field.at, "no tag tells the members of " + in_quotes(field.name) + " apart")
          .hint("the field before it says `type: u8, tag_of: " + std::string(field.name) + "`");
    }
  }

  void check_words() {
    for (const Enum& each : model_.enums) {
      report_word(each.name, each.at);
      if (holds(kHeaderTypes, each.name)) report_taken(each.name, each.at);
      for (const Column& column : each.columns) {
        if (holds(kHeaderFunctions, column.name)) report_taken(column.name, each.at);
      }
      for (const Symbol& symbol : each.symbols) {
        // flatc adds these two to every enum.
        if (symbol.name == "MIN" || symbol.name == "MAX" || is_taken(symbol.name)) report_taken(symbol.name, symbol.at);
      }
    }
    for (const Table& table : model_.tables) {
      report_word(table.name, table.at);
      if (table.name == name(Base::kOpaque) || holds(kHeaderTypes, table.name)) report_taken(table.name, table.at);
      for (const Field& field : table.fields) {
        report_word(field.name, field.at);
        // A C++ class cannot have a member of its own name.
        if (field.name == table.name || holds(kHeaderMembers, field.name)) report_taken(field.name, field.at);
      }
    }
  }

  void report_word(std::string_view word, Place at) {
    if (is_taken(word)) report_taken(word, at);
  }

  void report_taken(std::string_view word, Place at) {
    diags_.error(Code::T009, at, in_quotes(word) + " is a name that flatbuffers or its generated code has already")
        .hint("names are not on the wire: choose another");
  }

  // Tables, enums, unions and the builders that flatc makes live in one namespace.
  void check_names_meet() {
    std::map<std::string, Place> taken;
    auto add = [&](std::string name, Place at) {
      auto [known, is_new] = taken.try_emplace(std::move(name), at);
      if (is_new) return;
      diags_.error(Code::T012, at, "the name " + in_quotes(known->first) + " stands for two things in generated code")
          .hint("rename one of the two")
          .note(known->second, "the other one");
    };
    for (const Enum& each : model_.enums) add(std::string(each.name), each.at);
    for (const Table& table : model_.tables) {
      add(std::string(table.name), table.at);
      for (const Field& field : table.fields) {
        if (!field.members.empty()) add(union_name(table, field), field.at);
      }
    }
    for (const Table& table : model_.tables) add(std::string(table.name) + "Builder", table.at);
  }

  void check_reach() {
    if (diags_.failed()) return;  // a table may be lost to a mistake that has been told
    std::vector<bool> seen(model_.tables.size());
    std::vector<int> to_do = {model_.root};
    while (!to_do.empty()) {
      auto at = static_cast<std::size_t>(to_do.back());
      to_do.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      for (const Field& field : model_.tables[at].fields) {
        if (field.type.table_index >= 0) to_do.push_back(field.type.table_index);
        to_do.insert(to_do.end(), field.members.begin(), field.members.end());
      }
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i]) continue;
      const Table& table = model_.tables[i];
      diags_
          .warning(Code::T018, table.at,
                   "nothing that " + in_quotes(model_.tables[static_cast<std::size_t>(model_.root)].name) +
                       " leads to holds the table " + in_quotes(table.name))
          .span(table.name.size())
          .hint("give some field this type, or take the table out");
    }
  }

  const TablesModel& model_;
  const Node& root_;
  Diags& diags_;
};

}  // namespace

std::string union_name(const Table& table, const Field& field) {
  std::string name(table.name);
  bool upper = true;
  for (char c : field.name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    name += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return name;
}

void check_tables(const TablesModel& model, const Node& root, Diags& diags) { Checker(model, root, diags).run(); }

}  // namespace npuspec::tables
