#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sample.h"

namespace npuspec {
namespace {

using test::findings;
using test::sample;

constexpr const char* kStruct = R"({"what": "struct", "id": "s", "is": {"size": 32, "align": 8}})"
                                "\n";

struct Row {
  const char* kind;
  std::string before;
  std::string after;
  std::string there;  // what is found, going from before to after
  std::string back;   // and the other way
};

std::string fact(const char* what, const char* id, const char* is) {
  return std::string(R"({"what": ")") + what + R"(", "id": ")" + id + R"(", "is": )" + is + "}\n";
}

std::string field(const char* is) { return kStruct + fact("field", "s.f", is); }
std::string check(const char* is) { return kStruct + fact("check", "s.c", is); }

void run(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CAPTURE(row.after);
    Report before = sample(row.kind, row.before);
    Report after = sample(row.kind, row.after);
    CHECK(findings(diff(before, after)) == row.there);
    CHECK(findings(diff(after, before)) == row.back);
    CHECK(findings(diff(before, before)).empty());
    CHECK(findings(diff(after, after)).empty());
  }
}

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
       "breaking WIRE both | check s.c: require a <= b -> a < b\n",
       "breaking WIRE both | check s.c: require a < b -> a <= b\n"},
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
    return fact("enum", "e", R"({"base": "u8"})") +
           fact("symbol", "e.A", (std::string(R"({"value": 0)") + column + "}").c_str());
  };
  std::string open = R"(, "base": "u8", "open": true})";
  run({
      {"tables", symbol(R"(, "column.copied": true)"), symbol(R"(, "column.copied": false)"),
       "breaking WIRE both | symbol e.A: column copied true -> false\n",
       "breaking WIRE both | symbol e.A: column copied false -> true\n"},
      {"descriptor", symbol(R"(, "columns": {"copied": true})"), symbol(R"(, "columns": {"copied": false})"),
       "breaking WIRE both | symbol e.A: columns {copied: true} -> {copied: false}\n",
       "breaking WIRE both | symbol e.A: columns {copied: false} -> {copied: true}\n"},
      {"tables", fact("enum", "e", (R"({"missing.copied": true)" + open).c_str()),
       fact("enum", "e", (R"({"missing.copied": false)" + open).c_str()),
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

TEST_CASE("formerly makes a change of name one, and all that spells the name goes with it") {
  std::string before = kStruct + fact("enum", "kind", R"({"base": "u8"})") +
                       fact("symbol", "kind.A", R"({"value": 0})") +
                       fact("field", "s.f", R"({"at": 0, "size": 1, "type": "kind"})") +
                       fact("check", "s.c", R"({"order": 0, "code": 1, "require": "f == A"})");
  std::string after = kStruct + fact("enum", "sort", R"({"base": "u8", "formerly": ["kind"]})") +
                      fact("symbol", "sort.B", R"({"value": 0, "formerly": ["A"]})") +
                      fact("field", "s.g", R"({"at": 0, "size": 1, "type": "sort", "formerly": ["f"]})") +
                      fact("check", "s.c", R"({"order": 0, "code": 1, "require": "g == B"})");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", after))) ==
        "source-only SOURCE none | enum kind is called sort now\n"
        "source-only SOURCE none | field s.f is called s.g now\n"
        "source-only SOURCE none | symbol kind.A is called sort.B now\n");
}

std::string field_of(const char* id, const char* type, const char* formerly = "") {
  std::string said = formerly[0] == 0 ? std::string() : std::string(R"(, "formerly": [")") + formerly + "\"]";
  return fact("field", id, (std::string(R"({"at": 0, "size": 1, "type": ")") + type + '"' + said + "}").c_str());
}

std::string require(const char* id, const char* guard) {
  return fact("check", id, (std::string(R"({"order": 0, "code": 1, "require": ")") + guard + R"("})").c_str());
}

TEST_CASE("formerly of a field renames no enum that is called the same") {
  auto modes = [](const char* of, int zero, int up) {
    return fact("enum", of, R"({"base": "u8"})") +
           fact("symbol", (std::string(of) + ".ZERO").c_str(), ("{\"value\": " + std::to_string(zero) + "}").c_str()) +
           fact("symbol", (std::string(of) + ".UP").c_str(), ("{\"value\": " + std::to_string(up) + "}").c_str());
  };
  std::string before = kStruct + modes("rounding", 1, 2) + field_of("s.rounding", "rounding");
  std::string swapped = kStruct + modes("mode", 2, 1) + field_of("s.mode", "mode", "rounding");
  std::string alone = kStruct + modes("rounding", 1, 2) + field_of("s.mode", "rounding", "rounding");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", swapped))) ==
        "additive SOURCE none | enum mode is new\n"
        "breaking LAYOUT both | field s.mode: type rounding -> mode\n"
        "source-only SOURCE none | enum rounding is gone\n"
        "source-only SOURCE none | field s.rounding is called s.mode now\n");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", alone))) ==
        "source-only SOURCE none | field s.rounding is called s.mode now\n");
}

TEST_CASE("formerly of a field renames it in the guards of its struct, and nothing else there or elsewhere") {
  std::string enums = fact("enum", "route", R"({"base": "u8", "flags": true})") +
                      fact("symbol", "route.A", R"({"value": 1, "columns": {"epoch": 2}})");
  std::string other = fact("struct", "t", R"({"size": 8, "align": 8})") + field_of("t.epoch", "u8") +
                      require("t.c", "epoch == 1 and all(epoch > i for i in 0..3)");
  std::string before = enums + other + kStruct + field_of("s.epoch", "u8") + field_of("s.route", "route") +
                       require("s.c", "epoch == route.epoch and route != route.A");
  std::string same = enums + other + kStruct + field_of("s.epoch_no", "u8", "epoch") +
                     field_of("s.entry", "route", "route") +
                     require("s.c", "epoch_no == entry.epoch and entry != route.A");
  std::string changed = enums + other + kStruct + field_of("s.epoch_no", "u8", "epoch") + field_of("s.route", "route") +
                        require("s.c", "epoch_no == route.epoch or route != route.A");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", same))) ==
        "source-only SOURCE none | field s.epoch is called s.epoch_no now\n"
        "source-only SOURCE none | field s.route is called s.entry now\n");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", changed))) ==
        "breaking WIRE both | check s.c: require epoch == route.epoch and route != route.A -> "
        "epoch_no == route.epoch or route != route.A\n"
        "source-only SOURCE none | field s.epoch is called s.epoch_no now\n");
}

TEST_CASE("formerly of a field that a struct within a struct has renames its member") {
  std::string before = kStruct + fact("struct", "t", R"({"size": 1, "align": 1})") + field_of("t.n", "u8") +
                       field_of("s.part", "t") + field_of("s.n", "u8") + require("s.c", "part.n == n");
  std::string after = kStruct + fact("struct", "t", R"({"size": 1, "align": 1})") + field_of("t.count", "u8", "n") +
                      field_of("s.part", "t") + field_of("s.n", "u8") + require("s.c", "part.count == n");
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", after))) ==
        "source-only SOURCE none | field t.n is called t.count now\n");
}

TEST_CASE("formerly of a struct renames it in the fields and the ioctls that have it") {
  auto all = [](const char* part, const char* said) {
    std::string of = std::string(R"({"size": 4, "align": 4)") + said + "}";
    std::string ioctl = std::string(R"({"nr": 1, "number": 2, "struct": ")") + part + "\"}";
    return kStruct + fact("struct", part, of.c_str()) + field_of("s.part", part) + fact("ioctl", "GO", ioctl.c_str());
  };
  CHECK(findings(diff(sample("descriptor", all("t", "")), sample("descriptor", all("u", R"(, "formerly": ["t"])")))) ==
        "source-only SOURCE none | struct t is called u now\n");
}

TEST_CASE("a guard whose names stand for others now says another thing, though its text is the same") {
  std::string guard = require("s.c", "state == 1");
  std::string by_caller = kStruct + fact("param", "s.state", R"({"order": 0, "type": "u8"})") + guard;
  std::string by_bytes = fact("struct", "s", R"({"size": 33, "align": 8})") +
                         fact("field", "s.state", R"({"at": 32, "size": 1, "type": "u8"})") + guard;
  CHECK(findings(diff(sample("descriptor", by_caller), sample("descriptor", by_bytes)))
            .find("breaking WIRE both | check s.c: require state == 1, where the names stand for others now\n") !=
        std::string::npos);
}

TEST_CASE("guards that say the same are no change, however they are spelled") {
  std::string fields = kStruct + field_of("s.a", "u8") + field_of("s.b", "u8") + field_of("s.c", "u8");
  auto same = [&](const std::string& before, const std::string& after) {
    CAPTURE(before);
    CAPTURE(after);
    Report old_report = sample("descriptor", fields + before);
    Report new_report = sample("descriptor", fields + after);
    CHECK(findings(diff(old_report, new_report)).find("check") == std::string::npos);
    CHECK(findings(diff(new_report, old_report)).find("check") == std::string::npos);
  };
  auto other = [&](const std::string& before, const std::string& after) {
    CAPTURE(before);
    CAPTURE(after);
    std::string found = findings(diff(sample("descriptor", fields + before), sample("descriptor", fields + after)));
    CHECK(found.find("breaking WIRE both | check s.k: require") != std::string::npos);
  };
  auto texts = [](const char* text) { return require("s.k", text); };
  same(texts("a == b"), texts("b == a"));
  same(texts("a < b"), texts("b > a"));
  same(texts("a >= b"), texts("b <= a"));
  same(texts("a + b * c < 9"), texts("c * b + a < 9"));
  same(texts("min(a, b, c) != 0"), texts("0 != min(c, a, b)"));
  same(texts("a == 1 and (b == 2 or c == 3)"), texts("(c == 3 or b == 2) and a == 1"));
  same(texts("0 <= a < b"), texts("0 <= a and b > a"));
  same(texts("a in {1, 2}"), texts("a in {2, 1}"));
  same(texts("all(a > i for i in 0..<3)"), texts("all(a > j for j in 0..<3)"));
  other(texts("a < b"), texts("b < a"));
  other(texts("a - b == 1"), texts("b - a == 1"));
  other(texts("a == 1 and b == 2"), texts("a == 1 or b == 2"));
  other(texts("a < b"), texts("a <= b"));
  other(texts("any(all(a > i + j for i in 0..2) for j in 0..3)"),
        texts("any(all(a > i + j for j in 0..2) for i in 0..4)"));
  // What may overflow refuses where it is evaluated, so that it matters what comes before it.
  other(texts("a == 1 or b + c == 2"), texts("b + c == 2 or a == 1"));
}

TEST_CASE("a let is what it is defined as: a new name for it is a name, and another value is told of it alone") {
  auto let = [](const char* id, const char* is, const char* over = "") {
    std::string indexes = over[0] == 0 ? std::string() : std::string(R"(, "over": [")") + over + "\"]";
    return fact("let", id, (std::string(R"({"is": ")") + is + '"' + indexes + "}").c_str());
  };
  std::string fields = kStruct + field_of("s.a", "u8") + field_of("s.b", "u8");
  std::string before = fields + let("s.bytes", "a * b") + let("s.part", "a + k", "k in 0..3") +
                       let("s.twice", "bytes + part[1]") + require("s.c", "twice < 9 and bytes > 1");
  std::string after = fields + let("s.size", "b * a") + let("s.piece", "a + i", "i in 0..3") +
                      let("s.twice", "size + piece[1]") + require("s.c", "twice < 9 and size > 1");
  run({
      {"descriptor", before, after,
       "source-only SOURCE none | let s.bytes is called s.size now\n"
       "source-only SOURCE none | let s.part is called s.piece now\n",
       "source-only SOURCE none | let s.piece is called s.part now\n"
       "source-only SOURCE none | let s.size is called s.bytes now\n"},
      {"descriptor", fields + let("s.n", "a * b") + require("s.c", "n < 9"),
       fields + let("s.n", "a + b") + require("s.c", "n < 9"), "breaking WIRE both | let s.n: is a * b -> a + b\n",
       "breaking WIRE both | let s.n: is a + b -> a * b\n"},
      {"descriptor", fields + let("s.n", "a * b") + require("s.c", "n < 9"), fields + require("s.c", "a * b < 9"),
       "source-only SOURCE none | let s.n is gone\n", "additive SOURCE none | let s.n is new\n"},
  });
}

TEST_CASE("a field that a descriptor renamed is no change of the guards that stand over it") {
  auto both = [](const std::string& fields, const std::string& rows) {
    Report all = sample("kernels", fact("spec", "demo", R"({"uses": ["below"]})") + rows);
    Report below = sample("descriptor", fields);
    below.specs[0].name = "below";
    all.specs.push_back(below.specs[0]);
    sort_report(all);
    return all;
  };
  Report before = both(kStruct + field_of("s.f", "u8"), fact("cell", "x", R"({"order": 0, "when": "f == 1"})"));
  Report after = both(kStruct + field_of("s.g", "u8", "f"), fact("cell", "x", R"({"order": 0, "when": "g == 1"})"));
  CHECK(findings(diff(before, after)) == "source-only SOURCE none | field s.f is called s.g now\n");
}

TEST_CASE("a hint says formerly only where a row may say it, and offers each new row once") {
  auto hints = [](const char* kind, const std::string& before, const std::string& after) {
    std::string text;
    for (const SpecDiff& spec : diff(sample(kind, before), sample(kind, after)).specs) {
      for (const Finding& found : spec.findings) text += found.hint.empty() ? "" : found.hint + "\n";
    }
    return text;
  };
  CHECK(hints("descriptor", check(R"({"order": 0, "code": 1, "require": "a > 1"})"),
              kStruct + fact("check", "s.d-e", R"({"order": 0, "code": 1, "require": "a > 1"})")) ==
        "if s.d-e is the same check, say `formerly: c` there\n");
  CHECK(hints("kernels", fact("leaf", "a", R"({"cell": "x", "body": "y"})"),
              fact("leaf", "b", R"({"cell": "x", "body": "y"})"))
            .empty());
  CHECK(
      hints("descriptor", fact("constant", "a", R"({"value": 1})"), fact("constant", "b", R"({"value": 1})")).empty());
  CHECK(hints("descriptor", kStruct + field_of("s.a", "u8") + field_of("s.b", "u8"), kStruct + field_of("s.c", "u8")) ==
        "if s.c is the same field, say `formerly: a` there\n");
}

TEST_CASE("a name that changed without formerly is gone, with a hint") {
  Diff result = diff(sample("descriptor", field(R"({"at": 0, "size": 1, "type": "u8"})")),
                     sample("descriptor", kStruct + fact("field", "s.g", R"({"at": 0, "size": 1, "type": "u8"})")));
  REQUIRE(result.specs.size() == 1);
  REQUIRE(result.specs[0].findings.size() == 2);
  CHECK(result.specs[0].findings[0].hint == "if s.g is the same field, say `formerly: f` there");
  CHECK(result.specs[0].needed == Bump::kMajor);
}

TEST_CASE("an insertion into an ordered list moves nothing, and a move is told once") {
  auto checks = [](const std::vector<const char*>& ids) {
    std::string text = kStruct;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::string is = R"({"order": )" + std::to_string(i) + R"(, "code": )" + std::to_string(ids[i][0]) +
                       R"(, "require": "x > 0"})";
      text += fact("check", (std::string("s.") + ids[i]).c_str(), is.c_str());
    }
    return text;
  };
  run({
      {"descriptor", checks({"a", "b", "c"}), checks({"n", "a", "b", "c"}),
       "breaking WIRE new reader of old data | check s.n is new\n",
       "additive WIRE old reader of new data | check s.n is gone\n"},
      {"descriptor", checks({"a", "b", "c", "d"}), checks({"b", "c", "a", "d"}),
       "additive WIRE none | check s.a stands after s.c now\n", "additive WIRE none | check s.a stands first now\n"},
  });
}

TEST_CASE("an attribute is called what the spec calls it") {
  run({
      {"device", fact("cost", "c", R"({"is_ns": 104000000})"), fact("cost", "c", R"({"is_ns": 103000000})"),
       "additive POLICY none | cost c: is 104 ms -> 103 ms\n", "additive POLICY none | cost c: is 103 ms -> 104 ms\n"},
      {"policy", fact("profile", "P", R"({"row.reset": "ALWAYS"})"), fact("profile", "P", R"({"row.reset": "NEVER"})"),
       "source-only SOURCE none | profile P: reset ALWAYS -> NEVER\n",
       "source-only SOURCE none | profile P: reset NEVER -> ALWAYS\n"},
      {"selection", fact("row", "r", R"({"scratch.slots": "2"})"), fact("row", "r", R"({"scratch.slots": "3"})"),
       "breaking POLICY both | row r: scratch slots 2 -> 3\n", "breaking POLICY both | row r: scratch slots 3 -> 2\n"},
  });
}

TEST_CASE("words are words") {
  run({{"descriptor", field(R"({"at": 0, "size": 1, "doc": "a"})"),
        field(R"({"at": 0, "size": 1, "doc": "b", "source": "x"})"),
        "doc-only DOC none | field s.f: doc a -> b\ndoc-only DOC none | field s.f: source x, where there was none\n",
        "doc-only DOC none | field s.f: doc b -> a\ndoc-only DOC none | field s.f: source x is gone\n"}});
}

TEST_CASE("sets are compared as sets and ordered lists as lists") {
  run({
      {"policy", fact("set", "KW", R"({"is": ["A", "B"]})"), fact("set", "KW", R"({"is": ["B", "A"]})"), "", ""},
      {"kernels", fact("axis", "input", R"({"is": ["A", "B"]})"), fact("axis", "input", R"({"is": ["B", "A"]})"),
       "breaking SOURCE both | axis input: is [A, B] -> [B, A]\n",
       "breaking SOURCE both | axis input: is [B, A] -> [A, B]\n"},
      {"kernels", fact("axis", "input", R"({"is": ["A", "B"]})"), fact("axis", "input", R"({"is": ["A", "B", "C"]})"),
       "additive SOURCE none | axis input: is [A, B] -> [A, B, C]\n",
       "breaking SOURCE both | axis input: is [A, B, C] -> [A, B]\n"},
  });
}

TEST_CASE("a table's field is known by its id: a new name is a name, but names that change places are not") {
  auto fields = [](const char* first, const char* second) {
    return fact("field", "T.#0", (std::string(R"({"id": 0, "type": "i32", "name": ")") + first + "\"}").c_str()) +
           fact("field", "T.#1", (std::string(R"({"id": 1, "type": "i32", "name": ")") + second + "\"}").c_str());
  };
  run({
      {"tables", fields("a", "b"), fields("c", "b"), "source-only SOURCE none | field T.c: name a -> c\n",
       "source-only SOURCE none | field T.a: name c -> a\n"},
      {"tables", fields("a", "b"), fields("b", "a"),
       "breaking LAYOUT both | field T.a: name b -> a\nbreaking LAYOUT both | field T.b: name a -> b\n",
       "breaking LAYOUT both | field T.a: name b -> a\nbreaking LAYOUT both | field T.b: name a -> b\n"},
  });
}

TEST_CASE("in a wire contract everything but words is breaking") {
  run({
      {"wire", fact("group", "g", R"({"doc": "a"})"), fact("group", "g", R"({"doc": "b"})"),
       "doc-only DOC none | group g: doc a -> b\n", "doc-only DOC none | group g: doc b -> a\n"},
      {"wire", fact("group", "g", "{}"),
       fact("group", "g", "{}") + fact("check", "g.c", R"({"order": 0, "code": 1, "require": "x > 0"})"),
       "breaking WIRE new reader of old data | check g.c is new\n",
       "breaking WIRE old reader of new data | check g.c is gone\n"},
      {"wire", fact("name", "first", R"({"is": "{t}/a"})"), fact("name", "first", R"({"is": "{t}/b"})"),
       "breaking WIRE both | name first: is {t}/a -> {t}/b\n", "breaking WIRE both | name first: is {t}/b -> {t}/a\n"},
  });
}

TEST_CASE("a version must own up to what changed") {
  std::string before = field(R"({"at": 0, "size": 1, "in": "1..6"})");
  std::string wider = field(R"({"at": 0, "size": 1, "in": "0..6"})");
  struct Case {
    std::string before, after;
    AbiVersion old_abi, new_abi;
    bool allowed;
    std::string advice;
  };
  const std::vector<Case> cases = {
      {before, before, {1, 0}, {1, 0}, true, ""},
      {before, wider, {1, 0}, {1, 0}, false, "bump abi.minor of demo to 1, or keep in 1..6 of field s.f"},
      {before, wider, {1, 0}, {1, 1}, true, ""},
      {before, wider, {1, 3}, {2, 0}, true, ""},
      {wider, before, {1, 0}, {1, 1}, false, "bump abi.major of demo to 2, or keep in 0..6 of field s.f"},
      {wider, before, {1, 0}, {2, 0}, true, ""},
      {before, before, {1, 1}, {1, 0}, false, "abi of demo went back from 1.1 to 1.0: versions only rise"},
      {before, wider, {2, 0}, {1, 5}, false, "abi of demo went back from 2.0 to 1.5: versions only rise"},
      {before, before, {1, 0}, {2, 0}, true, ""},
  };
  for (const Case& each : cases) {
    Diff result = diff(sample("descriptor", each.before, each.old_abi), sample("descriptor", each.after, each.new_abi));
    CAPTURE(each.advice);
    CHECK(result.allowed() == each.allowed);
    CHECK((result.specs.empty() ? std::string() : result.specs[0].advice) == each.advice);
  }
}

TEST_CASE("a wire contract must raise its operator's version too") {
  auto contract = [](int version, const char* name) {
    return fact("operator", "operator", (R"({"version": )" + std::to_string(version) + "}").c_str()) +
           fact("name", "first", (std::string(R"({"is": ")") + name + R"("})").c_str());
  };
  auto advice = [&](int version, AbiVersion abi) {
    Diff result = diff(sample("wire", contract(1, "a")), sample("wire", contract(version, "b"), abi));
    return result.specs.at(0).advice;
  };
  CHECK(advice(1, {1, 0}) == "bump abi.major of demo to 2 and operator.version to 2, or keep name first as a");
  CHECK(advice(1, {2, 0}) == "raise operator.version of demo to 2, or keep name first as a");
  CHECK(advice(2, {2, 0}).empty());
  CHECK(!advice(2, {1, 1}).empty());
}

TEST_CASE("a spec that is gone is refused, one that is new is not") {
  Report with = sample("descriptor", kStruct);
  Report without;
  CHECK(diff(without, with).allowed());
  CHECK(findings(diff(without, with)) == "additive SOURCE none | spec demo is new\n");
  CHECK_FALSE(diff(with, without).allowed());
  CHECK(findings(diff(with, without)) == "breaking SOURCE both | spec demo is gone\n");
  CHECK_FALSE(diff(sample("descriptor", ""), sample("tables", "", {2, 0})).allowed());
}

}  // namespace
}  // namespace npuspec
