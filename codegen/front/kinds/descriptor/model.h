// What kind `descriptor` makes of a file: structs whose every byte is placed, the enums in them, and the rules that a
// value of them must pass.
//
// A file with `fields:` at its top is one struct, called "descriptor"; a file with `structs:` has one for each key; a
// file may also hold enums and constants alone. Layout is proved before a model stands: each byte of a struct belongs
// to exactly one field or reserved run, every field is aligned unless the struct is packed, and size and alignment are
// those of the C compiler. So nothing that reads a model checks it again.
//
// Texts are views into the spec's tree. A model is read-only once built, and may be read by many threads.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/guard/check.h"
#include "front/guard/parse.h"
#include "front/guard/scope.h"
#include "front/guard/typed.h"
#include "front/node.h"
#include "front/spec.h"

namespace npuspec::descriptor {

using guard::Int;
using guard::Storage;

std::string_view spelling(Storage storage);  // "u8"
std::uint32_t bytes(Storage storage);
bool is_signed(Storage storage);

// Both ends are held.
struct Interval {
  Int lo = 0;
  Int hi = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

struct About {
  std::string_view doc;
  std::string_view source;
};
About about_of(const Node& row);

struct Age {
  std::string_view since;
  std::string_view deprecated;
  std::string_view removed;
  std::string_view formerly;
};

struct Enum;
struct Struct;

struct Column {
  enum class Type : std::uint8_t { kInt, kBool, kDuration, kEnum };

  std::string_view name;
  Place at;
  Type type = Type::kInt;
  const Enum* of = nullptr;  // kEnum
};

struct Symbol {
  std::string_view name;
  Place at;
  Int value = 0;
  std::vector<Int> columns;  // one per Column of the enum; nanoseconds, 0 or 1, or a symbol's value
  About about;
  Age age;

  bool removed() const { return !age.removed.empty(); }
};

struct Enum {
  const Spec* home = nullptr;  // the spec that declares it
  std::string_view name;
  Place at;
  std::optional<Storage> base;  // none: an index or a parameter, never on the wire
  bool open = false;            // values without a name are legal
  bool flags = false;           // a value is a set of symbols
  bool complete = true;         // while it is built: its base and symbols were read
  std::vector<Column> columns;
  std::vector<Symbol> symbols;  // as written, removed ones too
  About about;
  guard::Enum type;  // what guards see of it: no removed symbols

  const Symbol* find(std::string_view symbol) const;  // null also for a removed one
  const Symbol* find(Int value) const;
};

struct Constant {
  std::string_view name;
  Place at;
  bool is_text = false;
  std::string_view text;
  Int value = 0;
  const Enum* of = nullptr;        // its value is of this enum
  std::optional<Storage> storage;  // if said
  std::string_view written;        // as the spec spells it
  About about;
};

struct Param {
  std::string_view name;
  Place at;
  const Node* row = nullptr;
  bool is_bool = false;
  const Enum* of = nullptr;  // else an integer
  Storage storage = Storage::kU8;
  Interval in;
  std::optional<std::uint16_t> code;
  About about;
  const guard::Symbol* symbol = nullptr;
};

struct Bits {
  std::string_view name;
  Place at;
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;  // held
};

// A field, or a run of reserved bytes when `reserved`.
struct Field {
  std::string_view name;  // of reserved bytes made up: "reserved_224"
  Place at;
  const Node* row = nullptr;
  bool reserved = false;

  std::uint32_t offset = 0;
  std::uint32_t size = 0;          // of the whole array
  std::uint32_t align = 1;         // what its type asks for
  Storage storage = Storage::kU8;  // not of a struct
  const Enum* of = nullptr;
  Struct* nested = nullptr;
  std::uint32_t count = 1;
  bool array = false;
  const Enum* index = nullptr;  // the enum that indexes the array
  const Field* live = nullptr;  // how many of the elements count
  std::vector<Bits> bits;

  std::optional<Int> constant;
  std::optional<Interval> in;
  bool digest = false;
  const guard::Expr* only = nullptr;  // when it means anything
  Int otherwise = 0;
  std::optional<std::uint16_t> code;

  std::string_view reloc;
  std::string_view dir;
  std::string_view unit;
  About about;
  Age age;
  const guard::Symbol* symbol = nullptr;  // not of reserved bytes

  std::uint32_t element_size() const { return size / count; }
  std::uint32_t end() const { return offset + size; }
};

// One named rule with one code. A parameter's own rule is one check, and so are a field's, and each row of `checks:`.
struct Check {
  enum class Does : std::uint8_t {
    kGuard,     // `require` is true, or `when` is not
    kDigest,    // the field is the digest of the bytes
    kReserved,  // the bytes are zero
    kNested,    // each struct in the field passes its own checks
  };

  std::uint16_t code = 0;
  std::string_view id;
  Place at;
  Does does = Does::kGuard;
  const Field* field = nullptr;  // whose rule it is; null: a parameter's, or a row of `checks:`
  const Param* param = nullptr;  // whose rule it is
  const guard::Typed* when = nullptr;
  const guard::Typed* require = nullptr;
  std::uint32_t offset = 0;  // of the first byte that it judges
  About about;
  Age age;
};

struct Let {
  std::string_view target;  // as written: "extent[a in tile_axis]"
  Place at;
  const guard::Symbol* symbol = nullptr;
};

struct Example {
  std::string_view id;
  Place at;
  const Node* row = nullptr;
  const Example* like = nullptr;
  const Check* refused_by = nullptr;              // null: accepted
  std::vector<Int> slots;                         // of the struct's scope: fields and parameters
  std::vector<std::uint8_t> bytes;                // on the wire
  std::vector<const guard::Typed*> expectations;  // each is true of it; of an accepted one only
  About about;
};

struct Struct {
  std::string_view name;  // "descriptor" when the file has but one
  std::string path;       // what encode and decode call it: "quanttess", "rknpu.submit"
  Place at;
  const Node* row = nullptr;
  bool complete = true;  // while it is built: every field was read
  bool named = true;     // while it is built: so was every parameter
  bool placed = false;   // while it is built: every byte has its place
  std::uint32_t size = 0;
  std::uint32_t align = 1;
  bool packed = false;
  bool held = false;      // by a field of another struct
  bool only_one = false;  // the file's own, not one of `structs:`
  std::deque<Param> params;
  std::deque<Field> fields;      // by offset, reserved runs too
  std::vector<Let> lets;         // as written
  std::vector<Check> checks;     // in the order in which they run
  std::vector<Check> former;     // removed; their codes stay taken
  std::deque<Example> examples;  // as written
  About about;
  Age age;

  // What its guards may name: the fields, in slots that begin at 0 in the order of the bytes, then the parameters.
  std::unique_ptr<guard::Scope> scope;
  // Holds what is true of a value that passed every check; for guards of specs that use this one. Null when none does.
  std::unique_ptr<guard::Checker> checker;
  // The same fields as members, in the same slots, where other structs hold this one. Null when none does.
  std::unique_ptr<guard::Record> record;

  const Field* find(std::string_view field) const;
  const Check* check(std::string_view id) const;
  const Field* digest() const;  // the field that holds the digest
};

struct Ioctl {
  std::string_view name;
  Place at;
  std::uint32_t nr = 0;
  std::uint32_t number = 0;
  const Struct* of = nullptr;
  About about;
  Age age;
};

struct Descriptors final : Model {
  std::deque<Enum> enums;  // as written
  std::vector<Constant> constants;
  std::deque<Struct> structs;  // as written
  std::vector<Ioctl> ioctls;

  // What all that points to.
  Arena arena;
  std::unique_ptr<guard::Scope> scope;  // constants and enums
  std::deque<guard::InNode> places;     // of lets

  const Enum* find_enum(std::string_view name) const;
  const Struct* find_struct(std::string_view name) const { return const_cast<Descriptors*>(this)->find_struct(name); }
  Struct* find_struct(std::string_view name);
};

}  // namespace npuspec::descriptor
