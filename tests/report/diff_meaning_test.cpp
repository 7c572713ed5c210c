// What a change of a descriptor's bytes and rules, of a check and of an enum means to each side.
#include <doctest/doctest.h>

#include <string>

#include "sample.h"

namespace npuspec {
namespace {

using test::check;
using test::fact;
using test::field;
using test::kStruct;
using test::run;

TEST_CASE("a change of bytes is breaking both ways") {
  run({
      {"descriptor", field(R"({"at": 12, "size": 1, "type": "u8"})"), field(R"({"at": 13, "size": 1, "type": "u8"})"),
       "breaking LAYOUT both | field s.f: at 12 -> 13\n", "breaking LAYOUT both | field s.f: at 13 -> 12\n"},
      {"descriptor", field(R"({"at": 12, "size": 4, "type": "u32"})"), field(R"({"at": 12, "size": 4, "type": "i32"})"),
       "breaking LAYOUT both | field s.f: type u32 -> i32\n", "breaking LAYOUT both | field s.f: type i32 -> u32\n"},
      {"descriptor", fact("struct", "s", R"({"size": 8, "align": 4, "endian": "little"})"),
       fact("struct", "s", R"({"size": 12, "align": 4, "endian": "big"})"),
       "breaking LAYOUT both | struct s: endian little -> big\nbreaking LAYOUT both | struct s: size 8 -> 12\n",
       "breaking LAYOUT both | struct s: endian big -> little\nbreaking LAYOUT both | struct s: size 12 -> 8\n"},
      {"tables", fact("field", "T.f", R"({"id": 3, "type": "i32"})"),
       fact("field", "T.f", R"({"id": 4, "type": "i32"})"), "breaking LAYOUT both | field T.f: id 3 -> 4\n",
       "breaking LAYOUT both | field T.f: id 4 -> 3\n"},
  });
}

TEST_CASE("a wider range breaks old readers of new data, a narrower one new readers of old data") {
  run({
      {"descriptor", field(R"({"at": 0, "size": 1, "in": "1..6"})"), field(R"({"at": 0, "size": 1, "in": "0..6"})"),
       "additive WIRE old reader of new data | field s.f: in 1..6 -> 0..6\n",
       "breaking WIRE new reader of old data | field s.f: in 0..6 -> 1..6\n"},
      {"descriptor", field(R"({"at": 0, "size": 1, "in": "1..6"})"), field(R"({"at": 0, "size": 1, "in": "2..7"})"),
       "breaking WIRE both | field s.f: in 1..6 -> 2..7\n", "breaking WIRE both | field s.f: in 2..7 -> 1..6\n"},
      {"descriptor", field(R"({"at": 0, "size": 1})"), field(R"({"at": 0, "size": 1, "in": "-128..127"})"),
       "breaking WIRE new reader of old data | field s.f: in -128..127, where there was none\n",
       "additive WIRE old reader of new data | field s.f: in -128..127 is gone\n"},
      {"descriptor", field(R"({"at": 0, "size": 8, "in": "0..18446744073709551614"})"),
       field(R"({"at": 0, "size": 8, "in": "0..18446744073709551615"})"),
       "additive WIRE old reader of new data | field s.f: in 0..18446744073709551614 -> 0..18446744073709551615\n",
       "breaking WIRE new reader of old data | field s.f: in 0..18446744073709551615 -> 0..18446744073709551614\n"},
  });
}

TEST_CASE("each rule of a field is judged by what it refuses") {
  run({
      {"descriptor", field(R"({"at": 0, "size": 4, "const": 1})"), field(R"({"at": 0, "size": 4, "const": 2})"),
       "breaking WIRE both | field s.f: const 1 -> 2\n", "breaking WIRE both | field s.f: const 2 -> 1\n"},
      {"descriptor", field(R"({"at": 0, "size": 4, "const": 1})"), field(R"({"at": 0, "size": 4})"),
       "additive WIRE old reader of new data | field s.f: const 1 is gone\n",
       "breaking WIRE new reader of old data | field s.f: const 1, where there was none\n"},
      {"descriptor", field(R"({"at": 0, "size": 4, "digest": "crc32"})"),
       field(R"({"at": 0, "size": 4, "digest": "crc32c"})"), "breaking WIRE both | field s.f: digest crc32 -> crc32c\n",
       "breaking WIRE both | field s.f: digest crc32c -> crc32\n"},
      {"descriptor", field(R"({"at": 0, "size": 4, "code": 4})"), field(R"({"at": 0, "size": 4, "code": 5})"),
       "breaking WIRE both | field s.f: code 4 -> 5\n", "breaking WIRE both | field s.f: code 5 -> 4\n"},
      {"descriptor", field(R"({"at": 0, "size": 4, "unit": "ms"})"), field(R"({"at": 0, "size": 4, "unit": "us"})"),
       "breaking WIRE both | field s.f: unit ms -> us\n", "breaking WIRE both | field s.f: unit us -> ms\n"},
      {"descriptor", field(R"({"at": 0, "size": 4, "surprise": 1})"), field(R"({"at": 0, "size": 4, "surprise": 2})"),
       "breaking LAYOUT both | field s.f: surprise 1 -> 2\n", "breaking LAYOUT both | field s.f: surprise 2 -> 1\n"},
  });
}

TEST_CASE("a check that comes refuses old data, one that goes lets new data past old readers") {
  run({
      {"descriptor", kStruct, check(R"({"order": 0, "code": 30, "require": "a <= b"})"),
       "breaking WIRE new reader of old data | check s.c is new\n",
       "additive WIRE old reader of new data | check s.c is gone\n"},
      {"descriptor", check(R"({"order": 0, "code": 30, "require": "a <= b"})"),
       check(R"({"order": 0, "code": 30, "require": "a < b"})"),
       "breaking WIRE new reader of old data | check s.c: require a <= b -> a < b\n",
       "additive WIRE old reader of new data | check s.c: require a < b -> a <= b\n"},
      {"descriptor", check(R"({"order": 0, "code": 30, "require": "a < b"})"),
       check(R"({"order": 0, "code": 30, "require": "a < b", "when": "bound"})"),
       "additive WIRE old reader of new data | check s.c: when bound, where there was none\n",
       "breaking WIRE new reader of old data | check s.c: when bound is gone\n"},
      {"descriptor", kStruct, check(R"({"order": 0, "code": 30, "require": "a < b", "severity": "warning"})"),
       "additive WIRE old reader of new data | check s.c is new\n",
       "additive WIRE old reader of new data | check s.c is gone\n"},
      {"descriptor", check(R"({"order": 0, "code": 30, "require": "a < b"})"),
       check(R"({"order": 0, "code": 31, "require": "a < b"})"), "breaking WIRE both | check s.c: code 30 -> 31\n",
       "breaking WIRE both | check s.c: code 31 -> 30\n"},
  });
}

TEST_CASE("a symbol of a closed enum is refused by old readers, one of an open enum is passed on") {
  std::string closed = fact("enum", "e", R"({"base": "u8"})");
  std::string open = fact("enum", "e", R"({"base": "u8", "open": true})");
  std::string a = fact("symbol", "e.A", R"({"value": 0})");
  run({
      {"descriptor", closed + a, closed + a + fact("symbol", "e.B", R"({"value": 1})"),
       "additive WIRE old reader of new data | symbol e.B is new\n",
       "breaking WIRE new reader of old data | symbol e.B is gone\n"},
      {"tables", open + a, open + a + fact("symbol", "e.B", R"({"value": 1})"),
       "additive WIRE none | symbol e.B is new\n", "source-only SOURCE none | symbol e.B is gone\n"},
      {"descriptor", closed + a, open + a,
       "additive WIRE old reader of new data | enum e: open true, where there was none\n",
       "breaking WIRE new reader of old data | enum e: open true is gone\n"},
      {"descriptor", closed + a, closed + fact("symbol", "e.A", R"({"value": 2})"),
       "breaking WIRE both | symbol e.A: value 0 -> 2\n", "breaking WIRE both | symbol e.A: value 2 -> 0\n"},
      {"descriptor", closed + fact("symbol", "e.A", R"({"value": 0, "column.bytes": 4})"),
       closed + fact("symbol", "e.A", R"({"value": 0, "column.bytes": 2})"),
       "breaking WIRE both | symbol e.A: column bytes 4 -> 2\n",
       "breaking WIRE both | symbol e.A: column bytes 2 -> 4\n"},
  });
}

TEST_CASE("a symbol of a closed enum of tables is refused by old readers") {
  std::string closed = fact("enum", "e", R"({"base": "u8", "open": false})") + fact("symbol", "e.A", R"({"value": 0})");
  run({{"tables", closed, closed + fact("symbol", "e.B", R"({"value": 1})"),
        "additive WIRE old reader of new data | symbol e.B is new\n",
        "breaking WIRE new reader of old data | symbol e.B is gone\n"}});
}

TEST_CASE("a column that is false has a value: a change of it is breaking both ways, as of a number") {
  auto symbol = [](const char* column) {
    return fact("enum", "e", R"({"base": "u8"})") + fact("symbol", "e.A", std::string(R"({"value": 0)") + column + "}");
  };
  std::string open = R"(, "base": "u8", "open": true})";
  run({
      {"tables", symbol(R"(, "column.copied": true)"), symbol(R"(, "column.copied": false)"),
       "breaking WIRE both | symbol e.A: column copied true -> false\n",
       "breaking WIRE both | symbol e.A: column copied false -> true\n"},
      {"descriptor", symbol(R"(, "columns": {"copied": true})"), symbol(R"(, "columns": {"copied": false})"),
       "breaking WIRE both | symbol e.A: columns {copied: true} -> {copied: false}\n",
       "breaking WIRE both | symbol e.A: columns {copied: false} -> {copied: true}\n"},
      {"tables", fact("enum", "e", R"({"missing.copied": true)" + open),
       fact("enum", "e", R"({"missing.copied": false)" + open),
       "breaking WIRE both | enum e: missing copied true -> false\n",
       "breaking WIRE both | enum e: missing copied false -> true\n"},
      {"policy", fact("mode", "I8", R"({"value": 0, "column.wide": true})"),
       fact("mode", "I8", R"({"value": 0, "column.wide": false})"),
       "breaking POLICY both | mode I8: column wide true -> false\n",
       "breaking POLICY both | mode I8: column wide false -> true\n"},
      {"tables", symbol(""), symbol(R"(, "column.copied": false)"),
       "additive SOURCE none | symbol e.A: column copied false, where there was none\n",
       "source-only SOURCE none | symbol e.A: column copied false is gone\n"},
  });
}

TEST_CASE("a field that is new is judged by the bytes it takes") {
  std::string old_end = fact("reserved", "s@24", R"({"at": 24, "size": 8, "code": 21})");
  std::string less = fact("reserved", "s@28", R"({"at": 28, "size": 4, "code": 21})");
  std::string flags = fact("enum", "e", R"({"base": "u32"})") + fact("symbol", "e.ONE", R"({"value": 1})");
  auto added = [](const char* is) { return fact("field", "s.n", is); };
  run({
      {"descriptor", kStruct + old_end, kStruct + less + added(R"({"at": 24, "size": 4, "type": "u32"})"),
       "additive LAYOUT old reader of new data | field s.n is new\n", "breaking LAYOUT both | field s.n is gone\n"},
      {"descriptor", kStruct + old_end, kStruct + less + added(R"({"at": 24, "size": 4, "type": "u32", "in": "1..9"})"),
       "breaking LAYOUT both | field s.n is new\n", "breaking LAYOUT both | field s.n is gone\n"},
      {"descriptor", flags + kStruct + old_end, flags + kStruct + less + added(R"({"at": 24, "size": 4, "type": "e"})"),
       "breaking LAYOUT both | field s.n is new\n", "breaking LAYOUT both | field s.n is gone\n"},
      {"descriptor", kStruct,
       fact("struct", "s", R"({"size": 40, "align": 8})") + added(R"({"at": 32, "size": 8, "type": "u64"})"),
       "additive LAYOUT old reader of new data | field s.n is new\nbreaking LAYOUT both | struct s: size 32 -> 40\n",
       "breaking LAYOUT both | field s.n is gone\nbreaking LAYOUT both | struct s: size 40 -> 32\n"},
      {"descriptor", field(R"({"at": 0, "size": 8, "type": "u64"})"),
       field(R"({"at": 0, "size": 4, "type": "u64"})") + added(R"({"at": 4, "size": 4, "type": "u32"})"),
       "breaking LAYOUT both | field s.f: size 8 -> 4\nbreaking LAYOUT both | field s.n is new\n",
       "breaking LAYOUT both | field s.f: size 4 -> 8\nbreaking LAYOUT both | field s.n is gone\n"},
  });
}

TEST_CASE("what belongs to a struct, an enum or a table that came or went is not told again") {
  std::string all = fact("struct", "t", R"({"size": 8, "align": 8})") +
                    fact("field", "t.a", R"({"at": 0, "size": 8, "type": "u64"})") +
                    fact("bits", "t.a.low", R"({"lo": 0, "hi": 3})") +
                    fact("check", "t.c", R"({"order": 0, "code": 1, "require": "a > 0"})") +
                    fact("enum", "e", R"({"base": "u8"})") + fact("symbol", "e.A", R"({"value": 0})");
  run({{"descriptor", kStruct, kStruct + all,
        "additive LAYOUT none | struct t is new\nadditive SOURCE none | enum e is new\n",
        "breaking LAYOUT both | struct t is gone\nsource-only SOURCE none | enum e is gone\n"}});
}

TEST_CASE("a constant and a let are names for sources: one that is gone leaves the boundary as it was") {
  const std::string constant = fact("constant", "limit", R"({"value": 7})");
  const std::string let = fact("let", "area", R"({"is": "a * b"})");
  for (const char* kind : {"descriptor", "selection", "kernels", "device"}) {
    run({{kind, kStruct, kStruct + constant + let,
          "additive SOURCE none | constant limit is new\nadditive SOURCE none | let area is new\n",
          "source-only SOURCE none | constant limit is gone\nsource-only SOURCE none | let area is gone\n"}});
  }
}

TEST_CASE("a row of a device that makes a generated struct larger is refused to callers of the old header") {
  const std::string cost = fact("cost", "reset", R"({"value": 0, "is_ns": 105000000})");
  const std::string other = fact("cost", "rewarm", R"({"value": 1, "is_ns": 100000})");
  const std::string first = fact("cost", "open", R"({"value": 0, "is_ns": 1000})");
  const std::string moved = fact("cost", "reset", R"({"value": 1, "is_ns": 105000000})");
  const std::string last = fact("state", "last_int", R"({"value": 0, "type": "bool"})");
  const std::string on = fact("switch", "stale", R"({"value": 0, "type": "bool"})");
  run({
      {"device", cost, cost + other, "additive POLICY old reader of new data | cost rewarm is new\n",
       "breaking POLICY old reader of new data | cost rewarm is gone\n"},
      {"device", cost, cost + last + on,
       "additive POLICY old reader of new data | state last_int is new\n"
       "additive POLICY old reader of new data | switch stale is new\n",
       "breaking POLICY old reader of new data | state last_int is gone\n"
       "breaking POLICY old reader of new data | switch stale is gone\n"},
      // One that comes before others moves them.
      {"device", cost, first + moved,
       "additive POLICY old reader of new data | cost open is new\nbreaking POLICY both | cost reset: value 0 -> 1\n",
       "breaking POLICY both | cost reset: value 1 -> 0\nbreaking POLICY old reader of new data | cost open is gone\n"},
  });
}

}  // namespace
}  // namespace npuspec
