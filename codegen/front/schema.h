// What a spec may hold, written once: from one table come the check of a file's shape, the JSON Schema for editors and
// the reference page.
//
// A kind declares an Object per kind of row, with a Shape and a sentence for every key:
//
//   const Object& descriptor_schema() {
//     static const Object field = Object("field", "A named run of bytes.")
//                                     .need("name", name(), "What code calls it.", "rank").unique()
//                                     .need("type", type(), "An integer type, an enum or a struct.", "u8")
//                                     .may("in", range(), "The values it may hold.", "1..6");
//     static const Object gap = Object("gap", "Bytes that must be zero.").need("reserved", number(), "How many.",
//     "24"); static const Object root = spec("descriptor", "Structs with a fixed layout.")
//                                    .need("fields", list(choice({&field, &gap})), "In the order of their bytes.");
//     return root;
//   }
//
// check_shape reports every departure from it (unknown, missing, misshapen, repeated, out of bounds) with a place and a
// did-you-mean, once each, and skips what the reader called broken. It judges the shape of a scalar, not what it means:
// that a guard is sound or a type exists, or that a number fits the type beside it, is for the kind to say. Objects
// must outlive their use: make them `static const`. After that they are read-only and safe in many threads. Cost of a
// check: a few string comparisons per key.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/limits.h"
#include "front/node.h"

namespace npuspec::schema {

struct Object;

enum class Form : std::uint8_t {
  kText,     // a sentence, a path, a pattern
  kName,     // an identifier of generated code
  kId,       // a name that may hold '-' and may be a keyword: of a check, an example
  kRef,      // ids with '.' between them: quanttess.c33
  kUnit,     // the name of a spec: an id that is no keyword
  kNumber,   // 12, 0x1F, 4 GiB, 104 ms
  kCount,    // a number, or the name of an enum
  kRange,    // 1..6, 0..<4 GiB
  kGuard,    // an expression of the guard language
  kTarget,   // the left side of a let: area, extent[a in axis]
  kBool,     // true or false
  kWord,     // one of a few words
  kType,     // u8, dtype, i32[]
  kVersion,  // 2.0, 3d
  kScalar,   // any scalar
  kAny,      // anything at all
  kList,
  kTuple,
  kMap,
  kObject,
  kChoice,  // an object of one of several kinds, told by its keys
  kEither,  // a scalar of one shape, a list of another, a map of a third
};

// What a number may be; a kind says with which code it refuses one that is not.
struct Bounds {
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool power_of_two = false;
  Code code{};
};

struct Shape {
  Form form = Form::kAny;
  std::vector<std::string_view> words;  // kWord
  std::vector<Shape> parts;             // kList: item. kMap: key, value. kTuple, kEither: each in turn
  std::vector<const Object*> objects;   // kObject: one. kChoice: each
  std::size_t at_least = 0;             // kList, kMap: entries
  std::size_t at_most = limits::kRows;  //
  Bounds bounds;                        // kNumber, kCount
};

Shape text();
Shape name();
Shape id();
Shape ref();
Shape unit();
Shape number();
Shape number(std::int64_t least, std::uint64_t most, Code code);
Shape power_of_two(std::uint64_t most, Code code);
Shape count(std::uint64_t most, Code code);  // 1 or more
Shape range();
Shape guard();
Shape target();
Shape boolean();
Shape word(std::initializer_list<std::string_view> words);
Shape type();
Shape version();
Shape scalar();
Shape any();
Shape list(Shape item, std::size_t at_least = 0);
Shape tuple(std::vector<Shape> items);                        // a list of exactly these
Shape map(Shape key, Shape value, std::size_t at_least = 0);  // key: name(), id(), target() or text()
Shape object(const Object& of);                               // by address: `of` is static
Shape choice(std::vector<const Object*> of);                  // the one whose first needed key is there
Shape either(std::vector<Shape> of);                          // no two of one node kind
Shape columns(Shape value);                                   // a map of names, one for each column of rows

struct Key {
  std::string_view name;
  Shape shape;
  std::string_view doc;
  std::string_view example;
  bool required = false;
  bool unique = false;  // no two rows of one list share it, however they spell its case, '-' and '_'
};

// Keys that mean something beside another only.
struct Companion {
  std::string_view key;
  std::vector<std::string_view> of;
};

// The texts are string literals.
struct Object {
  Object(std::string_view its_name, std::string_view its_doc) : name(its_name), doc(its_doc) {}

  Object& need(std::string_view key, Shape shape, std::string_view about, std::string_view example = {});
  Object& may(std::string_view key, Shape shape, std::string_view about, std::string_view example = {});
  Object& unique();  // the key just added
  // `formerly`: the name that the row had before; and what a report calls such a row (Fact::what).
  Object& formerly(Shape former, std::initializer_list<std::string_view> facts);
  Object& main(std::string_view key);  // a scalar stands for {key: scalar}
  Object& others(Shape key, Shape value,
                 std::string_view about);  // keys that the spec itself declares, say an enum's columns
  Object& only_one(std::initializer_list<std::string_view> keys_at_most_one);  // keys that exclude each other
  Object& one_of(std::initializer_list<std::string_view> keys_at_least_one);   // keys of which one must be there
  Object& only_with(std::string_view key, std::initializer_list<std::string_view> those);  // which need the key

  std::string_view name;  // of the definition in JSON Schema and of the section in the reference: "field"
  std::string_view doc;   // one sentence
  std::vector<Key> keys;  // in the order the reference shows them; at most 64
  std::string_view main_key;
  Shape other_key;
  Shape other_value;
  std::string_view other_doc;  // empty: no other keys
  std::vector<std::vector<std::string_view>> exclusive;
  std::vector<std::vector<std::string_view>> one_needed;
  std::vector<Companion> companions;
  std::vector<std::string_view> renamed_facts;  // those that `formerly` tells of
};

// The head that every spec file shares: kind, name, abi, doc, source, over, uses. A kind adds its own keys to it.
Object spec(std::string_view kind, std::string_view doc);

// Reports every departure of `node` from `shape`. At most 100 for one file. A key that is near one that is meant is
// told, and the tree then has the one that is meant; a number out of bounds is told, and then broken. Returns whether
// all departures were of those kinds, so that a kind may take the tree at its word.
bool check_shape(const Node& node, const Object& shape, Diags& diags);

// What a text must be to serve as a name: a letter, then letters, digits and single '_', and none of the words that
// YAML 1.1 takes for a truth value or null.
enum class NameRule : std::uint8_t {
  kIdentifier,  // and no word of C, C++, OpenCL C or the guard language
  kUnit,        // the same, but '-' is fine
  kId,          // '-' is fine, and so is a keyword
};

// Why a text is no name; an empty message when it is one.
struct NameFault {
  Code code{};
  std::string message;
  std::string help;

  explicit operator bool() const { return !message.empty(); }
};

NameFault name_fault(std::string_view text, NameRule rule = NameRule::kIdentifier);

// Two names with the same fold would meet in generated code, which changes case and where words part.
std::string fold_name(std::string_view text);

}  // namespace npuspec::schema
