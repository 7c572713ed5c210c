// What a guard may name: values with their types and bounds, enums with their columns, lets, sets, records.
//
// A kind builds one Scope for what its guards see, and child scopes for what only some of them see (the row of a table,
// the parameters of a group): a child finds the names of its parent too, and hides none of them. Names are added before
// guards are checked. Symbols live in the Arena; scopes, enums and records are the caller's and must outlive them.
// A finished parent may be shared by threads, each with children of its own.
//
// Values are addressed by slot: the n-th number of a flat array that the caller fills and the interpreter reads
// (interp.h). An array of five takes five slots, an array of structs five times the struct's. What has no fixed place,
// a flatbuffer table or a vector, takes none: the interpreter asks the caller's Objects for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/arena.h"
#include "front/guard/expr.h"
#include "front/guard/parse.h"

namespace npuspec::guard {

class Keys;
class Scope;
struct Domain;
struct Enum;
struct Record;
struct Symbol;
struct Typed;

// The integer types of wires and of generated code.
enum class Storage : std::uint8_t { kU8, kU16, kU32, kU64, kI8, kI16, kI32, kI64 };

std::optional<Storage> storage_named(std::string_view name);  // "u8" to "i64"
Int lowest(Storage storage);
Int highest(Storage storage);

// What a number counts, as far as time goes. What a conversion by hand made (`timeout * 1000`) may meet values of any
// unit, and no duration.
enum class Unit : std::uint8_t { kNone, kNs, kUs, kMs, kS, kDuration, kConverted };

std::optional<Unit> unit_named(std::string_view name);  // "ns" to "s"
Unit unit_of(std::string_view number);                  // kDuration of 104 ms, kNone of what is none
Int nanoseconds(Unit unit);                             // in one of it; kDuration is held in them

enum class Base : std::uint8_t {
  kError,  // of an expression that has been reported: whatever holds it says nothing more
  kBool,
  kInt,
  kEnum,
  kFlags,   // a set of an enum's rows
  kString,  // ==, != and same_ignoring_case only
  kRecord,
  kOpaque,  // something a guard cannot look into: present(), same() and place() only
};

struct Type {
  Base base = Base::kError;
  Storage storage = Storage::kU64;  // of kInt: what generated code keeps it in
  const Enum* of = nullptr;         // of kEnum and kFlags
  const Record* record = nullptr;   // of kRecord
  Unit unit = Unit::kNone;          // of kInt

  static Type boolean() { return {.base = Base::kBool}; }
  static Type integer(Storage storage) { return {.base = Base::kInt, .storage = storage}; }
  static Type duration() { return {.base = Base::kInt, .storage = Storage::kU64, .unit = Unit::kDuration}; }
  static Type row_of(const Enum& of);  // kFlags when the enum is one of flags
  static Type string() { return {.base = Base::kString}; }
  static Type record_of(const Record& record) { return {.base = Base::kRecord, .record = &record}; }
  static Type opaque() { return {.base = Base::kOpaque}; }

  // Whether two values may be compared: storage and units aside.
  friend bool operator==(const Type& a, const Type& b) {
    return a.base == b.base && a.of == b.of && a.record == b.record;
  }
};

// An enum's symbols. A column is a fact about each of them that guards may ask for: `dtype.bytes`.
struct Enum {
  struct Row {
    std::string_view name;
    Int value = 0;
  };
  struct Column {
    std::string_view name;
    Type type;                    // kInt, kBool or kEnum
    std::vector<Int> values;      // by row: a number, 0 or 1, or the other enum's number
    std::optional<Int> fallback;  // of a value that is no row; only an open enum has such values
  };
  std::string_view name;
  Storage storage = Storage::kU32;
  bool open = false;   // other values are legal
  bool flags = false;  // rows are bits
  std::vector<Row> rows;
  std::vector<Column> columns;

  const Row* row(std::string_view symbol) const;
  const Row* row_of_value(Int value) const;
  const Column* column(std::string_view wanted) const;
  bool is_index() const;  // its values are 0, 1, ... without a gap, in the order of its rows: it may index an array
  Int all_bits() const;   // of flags: all rows together
};

// How many a name stands for.
struct Shape {
  std::uint32_t count = 0;      // of an array; 0: no array
  const Enum* index = nullptr;  // what indexes the array, when not numbers; count is then the number of its rows
  const Symbol* live =
      nullptr;          // how many of the array are in use: all from there on are zero, once a check has said so
  bool vector = false;  // as many as there are, which only the run shows
};

inline constexpr std::size_t kMostIndexes = 8;

struct Let {
  const Expr* body = nullptr;
  const At* at = nullptr;      // of the body's text
  const At* key_at = nullptr;  // of the key's
  std::span<const Target::Index> indexes;
  const Scope* scope = nullptr;  // what the body may name: where the let was added

  // What the Checker found, at the let's first use.
  enum class State : std::uint8_t { kNew, kResolving, kResolved, kDone, kBad };
  State state = State::kNew;
  Typed* typed = nullptr;
  std::span<Domain* const> domains;  // of the indexes

  bool on_record() const;  // args[0] of a use of it is the record

  std::uint32_t memo = 0;       // where the interpreter keeps its values
  std::uint32_t memo_size = 0;  // 0: it keeps none
};

struct Symbol {
  enum class Kind : std::uint8_t {
    kValue,     // the caller gives it
    kConstant,  // `value`, or `text` when a string
    kLet,
    kLocal,  // a loop's variable, or the index of a let
    kSet,    // `rows` of `type.of`
    kGroup,  // a name for other names: scratch.source
  };
  struct Bits {
    std::string_view name;
    std::uint8_t lo = 0;
    std::uint8_t hi = 0;  // both held
  };

  Kind kind = Kind::kValue;
  std::string_view name;
  Type type;  // of one, when an array or a vector
  Shape shape;
  Int lo = 0;             // what it may hold before any check: a number, or an enum's
  Int hi = 0;             //
  bool unknown = false;   // of an enum or flags: may hold what is no row, until a check has said otherwise
  bool nullable = false;  // present() may be asked
  std::uint32_t slot = 0;
  Int value = 0;
  std::string_view text;
  std::span<const Bits> bits;
  std::span<const Int> rows;
  Let* let = nullptr;
  const Domain* over = nullptr;  // of a local
  const Scope* group = nullptr;
  const void* user = nullptr;  // the caller's own: the field that this is the name of, say

  bool is_array() const { return shape.count != 0; }
  bool is_many() const { return shape.count != 0 || shape.vector; }
};

class Scope {
 public:
  explicit Scope(Arena& arena, const Scope* parent = nullptr);

  // Each add_ gives null when this scope or a parent has the name already. What is not said here may be set in what it
  // returns: tighter lo and hi, unknown, nullable, bits, user.
  Symbol* add_value(std::string_view name, const Type& type, const Shape& shape = {});
  Symbol* add_number(std::string_view name, Int value, Unit unit = Unit::kNone);  // a constant
  Symbol* add_text(std::string_view name, std::string_view text);
  Symbol* add_let(const Target& key, const Expr& body, const At& at, const At& key_at);
  Symbol* add_set(std::string_view name, const Enum& of, std::span<const Int> rows);
  Scope* add_group(std::string_view name);

  // Another name for the same thing: `t` in one group is `a` in another.
  bool add_alias(std::string_view name, const Symbol& symbol);

  // A name whose declaration was refused and told, or that two things claim: from here on guards may name it, and
  // nothing more is said of those that do.
  void refuse(std::string_view name);

  // Enums have names of their own: `dtype` may be a field and its enum.
  void add_enum(const Enum& of);

  const Symbol* find(std::string_view name) const;
  const Symbol* own(std::string_view name) const;   // of this scope, not its parents'
  std::vector<std::string_view> own_names() const;  // in the order of the alphabet
  const Enum* find_enum(std::string_view name) const;

  // Names a guard could have meant, for did-you-mean.
  std::vector<std::string_view> names() const;

  // The lets of this scope, not its parents', in the order added.
  std::span<Symbol* const> lets() const { return lets_; }

  // Slots in use: the size of the flat array.
  std::uint32_t slots() const { return slots_; }

  Arena& arena() const { return *arena_; }
  const Scope* parent() const { return parent_; }
  const Record* record() const { return record_; }  // whose members these are; null: nobody's

  // What tells the expressions over these names apart. All scopes of one arena that stand under one have one, so that
  // what one Checker typed, lets above all, means the same to every other.
  Keys& keys() const { return *keys_; }

 private:
  friend struct Record;
  Symbol* add(std::string_view name, Symbol::Kind kind);

  Arena* arena_;
  const Scope* parent_;
  const Record* record_ = nullptr;
  bool is_group_ = false;  // its names stand after a dot, and may be like any others
  std::unordered_map<std::string_view, const Symbol*> names_;
  std::unordered_map<std::string_view, const Enum*> enums_;
  std::vector<Symbol*> lets_;
  std::vector<std::unique_ptr<Scope>> groups_;
  std::shared_ptr<Keys> keys_;
  std::uint32_t slots_ = 0;
};

// A type with named members. Add the members first, then use it. A record `in_place` lies where its owner lies, in
// slots of its own; any other is reached through Objects, may be absent, and its members may be vectors, strings and
// records. A let added to it is a derived member: in its body bare names are members first.
struct Record {
  Record(Arena& arena, std::string_view name, bool in_place, const Scope* parent = nullptr);
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  std::string_view name;
  bool in_place = false;
  Scope members;
};

}  // namespace npuspec::guard
