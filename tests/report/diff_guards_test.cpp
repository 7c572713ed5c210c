// Guards are compared by what they say, and lets by what they are defined as.
#include <doctest/doctest.h>

#include <string>

#include "sample.h"

namespace npuspec {
namespace {

using test::fact;
using test::field_of;
using test::findings;
using test::kStruct;
using test::require;
using test::run;
using test::sample;

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
  same(texts("all(a > i for i in 0..<3)"), texts("all(a > i for i in 0..2)"));
  same(texts("a > 3"), texts("a >= 4"));
  same(texts("a < 4"), texts("a <= 3"));
  same(texts("a in 1..6"), texts("1 <= a <= 6"));
  same(texts("a in 1..<7"), texts("a <= 6 and a > 0"));
  same(texts("a in {1, 2}"), texts("a == 2 or a == 1"));
  same(texts("a not in {1, 2}"), texts("a != 1 and a != 2"));
  same(texts("not (a < b)"), texts("a >= b"));
  same(texts("not (a == 1 or b == 2)"), texts("a != 1 and b != 2"));
  same(texts("not (a == 1 and b > 2)"), texts("a != 1 or b <= 2"));
  same(texts("not (not (a == 1))"), texts("a == 1"));
  same(texts("a == 1 and a == 1"), texts("a == 1"));
  same(texts("a == 1 and a <= 5"), texts("a == 1"));
  same(texts("a + 1 < b"), texts("a + 2 <= b"));
  same(texts("a + b < 9 and c == 1"), texts("c == 1 and a + b < 9"));
  other(texts("a < b"), texts("b < a"));
  other(texts("a - b == 1"), texts("b - a == 1"));
  other(texts("a == 1 or b == 2"), texts("a == 2 or b == 1"));
  other(texts("a < b"), texts("a <= c"));
  other(texts("any(all(a > i + j for i in 0..2) for j in 0..3)"),
        texts("any(all(a > i + j for j in 0..2) for i in 0..4)"));
  // What may overflow refuses where it is evaluated, so that it matters what comes before it.
  other(texts("a == 1 or b + c == 2"), texts("b + c == 2 or a == 1"));
}

TEST_CASE("a guard that refuses more breaks new readers, and one that refuses less is an addition") {
  std::string fields = kStruct + field_of("s.a", "u8") + field_of("s.b", "u8") + field_of("s.c", "u8");
  auto narrows = [&](const std::string& wide, const std::string& narrow) {
    CAPTURE(wide);
    CAPTURE(narrow);
    std::string less = fields + require("s.k", wide);
    std::string more = fields + require("s.k", narrow);
    std::string start = "WIRE new reader of old data | check s.k: require ";
    CHECK(findings(diff(sample("descriptor", less), sample("descriptor", more))).find("breaking " + start) !=
          std::string::npos);
    start = "additive WIRE old reader of new data | check s.k: require ";
    CHECK(findings(diff(sample("descriptor", more), sample("descriptor", less))).find(start) != std::string::npos);
  };
  narrows("a < 5", "a < 4");
  narrows("a <= b", "a < b");
  narrows("a <= b", "a == b");
  narrows("a != 4", "a == 3");
  narrows("a < 9", "a + 1 < 9");
  narrows("a in 1..6", "a in 1..5");
  narrows("a in {1, 2, 3}", "a in {1, 3}");
  narrows("a == 1", "a == 1 and b == 2");
  narrows("a == 1 or b == 2", "a == 1 and b == 2");
  narrows("a + b < 9", "b > a and a + b < 9");
  narrows("a == 1 or b == 2", "b == 2");
  narrows("not (a == 1 and b == 2)", "b != 2");
  narrows("all(a > i for i in 0..3)", "all(a > i + 1 for i in 0..3)");
  narrows("all(a < 60 for i in 0..3)", "all(a < 50 for i in 0..3)");
  narrows("any(a < 60 for i in 0..3)", "any(a < 50 for i in 0..3)");
}

TEST_CASE("a time is no number: how much it is shows only beside what counts it") {
  std::string fields = kStruct + field_of("s.a", "u64") + field_of("s.b", "u64");
  auto differ = [&](const char* before, const char* after) {
    CAPTURE(before);
    CAPTURE(after);
    for (auto [from, to] : {std::pair(before, after), std::pair(after, before)}) {
      std::string found = findings(
          diff(sample("descriptor", fields + require("s.k", from)), sample("descriptor", fields + require("s.k", to))));
      CHECK(found.find("breaking WIRE both | check s.k: require ") != std::string::npos);
    }
  };
  differ("a <= 2000000000", "a <= 2000000000 ns");
  differ("a <= 3000", "a <= 2000000000 ns");
  differ("a in 0 ns..2000 ns", "a in 0..2000");
  differ("a == 3000000 ns or b == 1", "a == 3000000 or b == 1");
  auto let = [&](const char* is) {
    return fields + fact("let", "s.x", std::string(R"({"is": ")") + is + "\"}") + require("s.k", "a <= x");
  };
  std::string found = findings(diff(sample("descriptor", let("2000 ns")), sample("descriptor", let("2000"))));
  CHECK(found == "breaking WIRE both | let s.x: is 2000 ns -> 2000\n");
  std::string less = findings(diff(sample("descriptor", fields + require("s.k", "a <= 2000 ns")),
                                   sample("descriptor", fields + require("s.k", "a < 2000 ns"))));
  CHECK(less == "breaking WIRE new reader of old data | check s.k: require a <= 2000 ns -> a < 2000 ns\n");
}

TEST_CASE("numbers at the ends of what 64 bits hold, and what overflows there, are no exception") {
  std::string fields = kStruct + field_of("s.a", "u64") + field_of("s.r", "u64") + field_of("s.b", "i64");
  auto found = [&](const char* before, const char* after) {
    CAPTURE(before);
    CAPTURE(after);
    return findings(diff(sample("descriptor", fields + require("s.k", before)),
                         sample("descriptor", fields + require("s.k", after))));
  };
  CHECK(found("a > 64 or r > 9", "a > 18446744073709551615 or r > 9").starts_with("breaking WIRE new reader of old"));
  // Signed, it overflows at 2^63: of b + 3 and b + 5, one may be and the other not.
  CHECK(found("b + 5 <= r", "b + 3 <= r").starts_with("breaking WIRE both"));
  CHECK(found("a + 5 <= r", "a + 3 <= r").starts_with("additive WIRE old reader of new data"));
  // It may be unsigned only because of what comes first.
  CHECK(found("b >= 0 and b + 3 <= r", "b + 3 <= r").starts_with("breaking WIRE both"));
  // The first that is equal ends it, or the first that overflows.
  CHECK(found("a in {r + 3, r * r}", "a in {r * r, r + 3}").starts_with("breaking WIRE both"));
  CHECK(found("a in {r, 3}", "a in {3, r}").empty());
}

TEST_CASE("a condition that holds for less lets more data pass, and one that may be aborted is not compared") {
  std::string fields = kStruct + field_of("s.a", "u8") + field_of("s.b", "u8") + field_of("s.c", "u8");
  auto with = [&](const char* when) {
    return fields + fact("check", "s.k", std::string(R"({"code": 1, "require": "c == 1", "when": ")") + when + R"("})");
  };
  run({
      {"descriptor", with("a == 1 or b == 2"), with("a == 1"),
       "additive WIRE old reader of new data | check s.k: when a == 1 or b == 2 -> a == 1\n",
       "breaking WIRE new reader of old data | check s.k: when a == 1 -> a == 1 or b == 2\n"},
      {"descriptor", with("a + b == 1 and c == 2"), with("a + b == 1"),
       "breaking WIRE both | check s.k: when a + b == 1 and c == 2 -> a + b == 1\n",
       "breaking WIRE both | check s.k: when a + b == 1 -> a + b == 1 and c == 2\n"},
  });
}

TEST_CASE("a let is what it is defined as: a new name for it is a name, and another value is told of it alone") {
  auto let = [](const char* id, const char* is, const char* over = "") {
    std::string indexes = over[0] == 0 ? std::string() : std::string(R"(, "over": [")") + over + "\"]";
    return fact("let", id, std::string(R"({"is": ")") + is + '"' + indexes + "}");
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

TEST_CASE("a condition of a policy and a law in other words are no change, and other ones are one") {
  auto policy = [](const char* when, const char* law) {
    return fact("set", "LIVE", R"({"is": ["I8"]})") + fact("knob", "warm", R"({"default": true})") +
           fact("selector", "reset.COLD", std::string(R"({"value": 0, "when": ")") + when + R"("})") +
           fact("law", "safe", std::string(R"({"require": ")") + law + R"("})");
  };
  run({
      {"policy", policy("from not in LIVE and not warm", "a or b"), policy("not warm and from not in LIVE", "b or a"),
       "", ""},
      {"policy", policy("from not in LIVE", "a or b"), policy("from in LIVE", "a and b"),
       "source-only POLICY none | law safe: require a or b -> a and b\n"
       "source-only SOURCE none | selector reset.COLD: when from not in LIVE -> from in LIVE\n",
       "source-only POLICY none | law safe: require a and b -> a or b\n"
       "source-only SOURCE none | selector reset.COLD: when from in LIVE -> from not in LIVE\n"},
  });
}

}  // namespace
}  // namespace npuspec
