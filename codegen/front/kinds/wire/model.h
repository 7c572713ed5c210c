// The contract of one custom operator: what it is on the wire, which rules hold around it, what it is called, and which
// file goes with a model that has it.
//
// A WireModel stands over a TablesModel (`over:`) and speaks of its tables. Its rules come in groups. A group is one
// function over what it takes: a group of checks says which check fails first, a group of rows which case holds first.
// `given` groups run before it, on what they are given, so no rule is ever judged on values its bounds do not hold for.
//
// Guards are typed once, here; the interpreter runs these trees on the examples and in tests, and the printers print
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/guard/scope.h"
#include "front/guard/typed.h"
#include "front/kinds/sentences.h"
#include "front/kinds/tables/guard_types.h"
#include "front/kinds/tables/model.h"
#include "front/kinds/wire/values.h"
#include "front/number.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec::wire {

// What a new table carries in one field.
struct Written {
  enum class How : std::uint8_t { kValue, kAbsent, kEmpty, kGiven, kSame, kDeep };
  How how = How::kAbsent;
  Number value;           // kValue
  std::string_view text;  // as written; of a string field the value itself
  bool is_text = false;   // kValue, of a string field
  int field = -1;         // of the table
  Place at;
};

std::string_view spelling(Written::How how);  // as the spec spells it: "absent"

struct WrittenTable {
  int table = -1;
  std::vector<Written> fields;
  Place at;
};

struct Switch {
  std::string_view name;
  bool on = false;
  std::vector<WrittenTable> sets;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct Former {
  std::string_view custom_code;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct Operator {
  std::string_view custom_code;
  int builtin_enum = -1;  // of the tables
  const tables::Symbol* builtin = nullptr;
  std::uint32_t version = 0;
  std::vector<Former> formerly;
  std::vector<WrittenTable> writes;
  std::vector<Switch> switches;
  std::string_view source;
  Place at;
};

// A view that callers fill. Its fields are integers, enums, vectors of either, strings, and records declared above it.
struct RecordField {
  std::string_view name;
  std::string_view type_text;
  bool vector = false;
  guard::Type type;
  const struct RecordType* record = nullptr;
  const guard::Symbol* symbol = nullptr;
  Place at;
};

struct RecordType {
  std::string_view name;
  std::deque<RecordField> fields;
  std::unique_ptr<guard::Record> guard;
  Place at;

  bool is_plain() const;  // neither a text is in it nor in what it holds
};

// A let on a type.
struct Derived {
  std::string_view of;  // the table or record
  std::string_view text;
  const guard::Symbol* let = nullptr;
  Place at;
};

struct Taken {
  std::string_view name;
  std::string_view type_text;
  int table = -1;                      // a table, or
  const RecordType* record = nullptr;  // a record
  const guard::Symbol* symbol = nullptr;
};

struct Check {
  std::uint32_t code = 0;
  std::string_view id;
  std::string_view when_text;
  std::string_view require_text;
  const guard::Typed* when = nullptr;
  const guard::Typed* require = nullptr;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct Row {
  std::string_view when_text;
  const guard::Typed* when = nullptr;  // null: whatever is left
  int outcome = -1;                    // into Group::outcomes
  std::uint32_t code = 0;              // 0: no fault
  std::string_view error;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct Given {
  int group = -1;          // into WireModel::groups, an earlier one
  std::vector<int> takes;  // for each thing that group takes, which of ours
  std::string_view text;
};

struct Group {
  std::string_view name;
  std::vector<Taken> takes;
  std::string_view only_text;
  const guard::Typed* only = nullptr;
  std::vector<Given> given;
  std::deque<Row> rows;
  std::vector<std::string_view> outcomes;  // of rows, in the order first named
  std::deque<Check> checks;
  bool warning = false;
  bool takes_known = true;  // what it takes: each name has a type
  bool sound = true;        // each guard of it, and of its given groups, makes sense
  std::string_view doc;
  std::string_view source;
  Place at;
  std::unique_ptr<guard::Scope> scope;

  bool is_rows() const { return !rows.empty(); }
  // Whether it needs no flatbuffer and no text, so that a kernel in C or OpenCL C can ask it.
  bool is_plain() const;
};

// '{tensor}/stream_split/{after_op}' in pieces.
struct Piece {
  bool is_hole = false;
  std::string_view text;  // the literal, or the name in the braces
};

struct Pattern {
  std::string_view text;
  std::vector<Piece> pieces;
  Place at;
};

struct Names {
  Pattern first;
  Pattern others;
  Pattern clash;
  std::string_view unique;
  std::string_view source;
};

struct SidecarField {
  enum class Type : std::uint8_t { kString, kSha256, kBool, kU32, kU64, kObject };
  std::string_view name;
  Type type = Type::kString;
  bool many = false;
  bool ascending = false;
  bool optional = false;
  std::optional<Range> in;
  std::vector<SidecarField> fields;
  std::string_view doc;
  std::string_view source;
  Place at;
};

std::string_view spelling(SidecarField::Type type);  // "sha256"

struct Sidecar {
  Pattern file;
  std::vector<SidecarField> fields;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct Expected {
  std::string_view text;  // the guard
  const guard::Typed* guard = nullptr;
  guard::Int value = 0;
  Place at;
};

struct Example {
  std::string_view id;
  int group = -1;
  std::vector<Values::Handle> takes;  // what the group is given, in WireModel::values
  int outcome = -1;                   // of a group of rows: into its outcomes; -1: the group says nothing
  const Check* refuse = nullptr;  // of a group of checks: the one that fails, its own or a given group's; null: none
  std::vector<Expected> expect;
  std::string_view doc;
  Place at;
};

struct WireModel : Model {
  const Spec* over_spec = nullptr;
  const tables::TablesModel* over = nullptr;
  Arena arena;
  std::unique_ptr<tables::GuardTypes> types;
  std::unique_ptr<guard::Scope> scope;
  Operator operation;
  std::deque<RecordType> records;
  std::vector<Derived> lets;
  std::deque<Group> groups;
  std::vector<Sentence> semantics;
  Names names;
  std::optional<Sidecar> sidecar;
  Values values;  // of the examples
  std::vector<Example> examples;
};

}  // namespace npuspec::wire
