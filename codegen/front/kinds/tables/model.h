// The tables of a flatbuffer that some program reads and rewrites: ids, types, defaults, and what a field refers to.
//
// On the wire a table field is its id alone: the slot 4 + 2 * id of a vtable. Everything else that two readers must
// agree on hangs on that id: the type, the default that an absent field reads as, whether a number is an index into
// some vector or an absolute place in the file. A TablesModel holds these for the tables a spec names; a field of type
// Opaque is an offset to a table that is moved as it is and never looked into. Ids of a table are complete: 0, 1, 2,
// ... without a gap.
//
// All names view the spec's own text. A `Ref` is an index into the model's vectors, so that a model can be moved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/node.h"
#include "front/number.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec::tables {

enum class Base : std::uint8_t {
  kBool,
  kI8,
  kU8,
  kI16,
  kU16,
  kI32,
  kU32,
  kI64,
  kU64,
  kF32,
  kF64,
  kString,
  kTable,
  kOpaque,
};

// As the spec spells it ("u32", "bool", "string", "Opaque"); a table is spelt by its own name.
std::string_view name(Base base);
std::optional<Base> base_named(std::string_view name);

// Bytes of one in a table or in a vector: of a string or a table the 4 of its offset.
std::uint32_t width(Base base);

bool is_integer(Base base);
Range range_of(Base base);  // of an integer

std::string text_of(const Number& number);  // "-128"

// A vtable counts its bytes in 16 bits.
inline constexpr std::uint32_t kMaxId = 32765;

struct Type {
  Base base = Base::kOpaque;
  bool vector = false;
  int enum_index = -1;   // into TablesModel::enums; base is then the enum's
  int table_index = -1;  // into TablesModel::tables, when base is kTable

  bool is_offset() const { return vector || base == Base::kString || base == Base::kTable || base == Base::kOpaque; }
  bool is_scalar() const { return !is_offset(); }
};

// The value of an enum's column for one symbol. `text` is the raw text of a column whose type is `text`.
struct ColumnValue {
  Number number;
  bool flag = false;
  std::string_view text;
};

enum class ColumnType : std::uint8_t { kInt, kBool, kText };

struct Column {
  std::string_view name;
  ColumnType type = ColumnType::kInt;
  ColumnValue missing;  // of a symbol that says nothing, and of a value that has no symbol
};

struct Symbol {
  std::string_view name;
  Number value;
  std::vector<ColumnValue> columns;  // as Enum::columns
  std::string_view doc;
  std::string_view source;
  std::string_view since;
  Place at;
};

struct Enum {
  std::string_view name;
  Base base = Base::kI32;
  bool open = false;  // values without a symbol may be met: they are read, and judged by the defaults of the columns
  std::vector<Column> columns;
  std::vector<Symbol> symbols;  // in the order written
  std::string_view doc;
  std::string_view source;
  Place at;

  const Symbol* find(std::string_view symbol) const;
  int column(std::string_view column_name) const;  // -1: none
};

// The vector whose index a number is.
struct Target {
  int table = -1;
  int field = -1;
};

struct Field {
  std::uint32_t id = 0;
  std::string_view name;
  Type type;
  std::string_view type_text;   // "i32[]"
  Number default_value;         // of a scalar that is no float; 0 unless given
  std::string_view real_text;   // the default of a float as written; empty: 0
  std::uint64_t real_bits = 0;  // and its bits
  bool has_default = false;     // the spec gives it
  std::optional<Range> in;      // the values that this spec knows
  std::optional<Target> ref;
  std::optional<Number> absent;             // the index that stands for "none"
  int tag_of = -1;                          // the field of this table whose kind of table this number tells
  int tag = -1;                             // of an Opaque: its tag_of field
  std::vector<int> members;                 // of an Opaque: the tables of tags 1, 2, ...
  std::optional<Number> file_offset_above;  // an absolute place in the file when greater than this
  std::uint32_t force_align = 0;            // 0: not asked for
  bool deprecated = false;
  std::string_view deprecated_use;  // the field to use instead
  std::string_view since;
  std::string_view doc;
  std::string_view source;
  Place at;

  std::uint32_t slot() const { return 4 + 2 * id; }
};

struct Table {
  std::string_view name;
  std::vector<Field> fields;  // by id
  std::string_view doc;
  Place at;

  int field(std::string_view field_name) const;  // -1: none
};

struct TablesModel : Model {
  std::string_view identifier;  // the four bytes at offset 4 of a file
  int root = -1;
  std::vector<Enum> enums;
  std::vector<Table> tables;

  int find_enum(std::string_view name) const;   // -1: none
  int find_table(std::string_view name) const;  // -1: none

  // The value that a text is of a scalar type: a number, true or false, a symbol. None when it is none or does not fit.
  std::optional<Number> scalar(const Type& type, std::string_view text) const;
  std::optional<Number> scalar(const Type& type, const Node& node) const;  // what is quoted is a symbol or none
};

}  // namespace npuspec::tables
