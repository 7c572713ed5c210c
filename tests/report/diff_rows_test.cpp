// Guards that depend on which rows an enum has, and rules that are told where they stand.
#include <doctest/doctest.h>

#include <string>

#include "sample.h"

namespace npuspec {
namespace {

using test::fact;
using test::findings;
using test::sample;

std::string symbol(const std::string& id, int value, int w) {
  return fact("symbol", id,
              R"({"value": )" + std::to_string(value) + R"(, "columns": {"w": )" + std::to_string(w) + "}}");
}

std::string check(const std::string& guard) {
  return fact("check", "s.c", R"({"order": 0, "code": 34, "require": ")" + guard + R"("})");
}

const std::string kStruct =
    fact("struct", "s", R"({"size": 4, "align": 1})") + fact("field", "s.o", R"({"at": 0, "size": 1, "type": "oo"})") +
    fact("field", "s.k", R"({"at": 1, "size": 1, "type": "u8"})") +
    fact("field", "s.e", R"({"at": 3, "size": 1, "type": "ee", "code": 1})") +
    fact("enum", "oo", R"({"base": "u8", "open": true, "missing.w": 7})") + fact("enum", "ee", R"({"base": "u8"})") +
    symbol("oo.OA", 0, 1) + symbol("ee.A", 0, 1) + symbol("ee.B", 5, 2);

// What diff finds when a row comes into an enum, or goes, under a guard.
std::string row_comes(const std::string& guard, const std::string& row) {
  return findings(diff(sample("descriptor", kStruct + guard), sample("descriptor", kStruct + guard + row)));
}

std::string row_goes(const std::string& guard, const std::string& row) {
  return findings(diff(sample("descriptor", kStruct + guard + row), sample("descriptor", kStruct + guard)));
}

std::string changed(const std::string& guard, const std::string& of) {
  return "breaking WIRE both | check s.c: require " + guard + ", where the rows of " + of + " are others now\n";
}

TEST_CASE("a guard that asks whether a value is known changes when rows of its open enum come or go") {
  const std::string row = symbol("oo.OB", 5, 2);
  for (const char* guard :
       {"known(o) or k > 2", "not known(o) or k > 2", "known(if k > 2 then o else o)", "k in {1} or known(o)"}) {
    CHECK(row_comes(check(guard), row) == "additive WIRE none | symbol oo.OB is new\n" + changed(guard, "oo"));
    CHECK(row_goes(check(guard), row) == changed(guard, "oo") + "source-only SOURCE none | symbol oo.OB is gone\n");
  }
}

TEST_CASE("a guard that goes over an enum changes when rows come or go") {
  const std::string row = symbol("ee.C", 6, 9);
  for (const char* guard : {"sum(a.w for a in ee) <= 3 + k", "all(a.w > k for a in ee)", "any(a.w > k for a in ee)",
                            "count(a for a in ee if a.w > k) > 1", "k in ee"}) {
    CHECK(row_comes(check(guard), row) ==
          "additive WIRE old reader of new data | symbol ee.C is new\n" + changed(guard, "ee"));
    CHECK(row_goes(check(guard), row) ==
          changed(guard, "ee") + "breaking WIRE new reader of old data | symbol ee.C is gone\n");
  }
}

TEST_CASE("a guard that asks a column of an open enum changes with its rows, one of a closed enum does not") {
  CHECK(row_comes(check("o.w > k"), symbol("oo.OB", 5, 2)) ==
        "additive WIRE none | symbol oo.OB is new\n" + changed("o.w > k", "oo"));
  CHECK(row_comes(check("e.w > k"), symbol("ee.C", 6, 9)) ==
        "additive WIRE old reader of new data | symbol ee.C is new\n");
  CHECK(row_comes(check("o == OA or k > 2"), symbol("oo.OB", 5, 2)) == "additive WIRE none | symbol oo.OB is new\n");
}

TEST_CASE("a let that depends on an enum's rows is told, and so is the guard that asks for a let's value") {
  std::string own = fact("let", "s.is_known", R"-({"is": "known(o)"})-") + check("is_known or k > 2");
  CHECK(row_comes(own, symbol("oo.OB", 5, 2)) ==
        "additive WIRE none | symbol oo.OB is new\n"
        "breaking WIRE both | let s.is_known: is known(o), where the rows of oo are others now\n");
  std::string named = fact("let", "s.same", R"({"is": "o"})") + check("known(same) or k > 2");
  CHECK(row_comes(named, symbol("oo.OB", 5, 2)) ==
        "additive WIRE none | symbol oo.OB is new\n" + changed("known(same) or k > 2", "oo"));
}

TEST_CASE("rows that stand in another order, or were renamed, are the same rows to a guard") {
  std::string guard = check("known(o) and sum(a.w for a in ee) <= 3 + k");
  std::string renamed = fact("symbol", "ee.C", R"({"value": 6, "columns": {"w": 2}})");
  std::string now = fact("symbol", "ee.Z", R"({"value": 6, "columns": {"w": 2}, "formerly": ["C"]})");
  CHECK(findings(diff(sample("descriptor", kStruct + guard + renamed), sample("descriptor", now + guard + kStruct))) ==
        "source-only SOURCE none | symbol ee.C is called ee.Z now\n");
}

TEST_CASE("a spec that is unchanged is told of when guards of its own go over an enum of one that it rests on") {
  auto both = [](const std::string& row) {
    Report all = sample("kernels", fact("spec", "demo", R"({"uses": ["below"]})") +
                                       fact("cell", "x", R"-({"order": 0, "when": "known(o)"})-"));
    Report below = sample("descriptor", kStruct + row);
    below.specs[0].name = "below";
    all.specs.push_back(below.specs[0]);
    sort_report(all);
    return all;
  };
  std::string found = findings(diff(both(""), both(symbol("oo.OB", 5, 2))));
  CHECK(found.find("cell x: when known(o), where the rows of oo are others now\n") != std::string::npos);
}

TEST_CASE("reserved bytes that are still reserved with another code changed their rule, wherever their run starts") {
  auto run = [](int at, int size, int code) {
    std::string id = "s@" + std::to_string(at);
    return fact("reserved", id,
                R"({"at": )" + std::to_string(at) + R"(, "size": )" + std::to_string(size) + R"(, "code": )" +
                    std::to_string(code) + "}");
  };
  auto there = [](const std::string& before, const std::string& after) {
    return findings(diff(sample("descriptor", kStruct + before), sample("descriptor", kStruct + after)));
  };
  const std::string field = fact("field", "s.nw", R"({"at": 20, "size": 2, "type": "u16", "in": "0..9", "code": 8})");
  const std::string last = fact("field", "s.nw", R"({"at": 22, "size": 2, "type": "u16", "in": "0..9", "code": 9})");
  const std::string is_new = "additive LAYOUT old reader of new data | field s.nw is new\n";
  CHECK(there(run(20, 4, 8), field + run(22, 2, 9)) == is_new + "breaking WIRE both | reserved s@22: code 8 -> 9\n");
  CHECK(there(run(20, 4, 8), field + run(22, 2, 8)) == is_new);
  CHECK(there(run(20, 4, 8), run(20, 2, 8) + last) == is_new);
  CHECK(there(run(20, 2, 8) + run(22, 2, 9), run(20, 4, 8)) == "breaking WIRE both | reserved s@20: code 9 -> 8\n");
  CHECK(there(run(20, 4, 8), run(20, 2, 8) + run(22, 2, 9)) == "breaking WIRE both | reserved s@22: code 8 -> 9\n");
}

TEST_CASE("what a parameter may be is told of the parameter alone, and its code of its check") {
  auto param = [](const std::string& in, int code) {
    return fact("param", "s.pp", R"({"order": 0, "type": "u8", "in": ")" + in + R"("})") +
           (code == 0
                ? ""
                : fact("check", "s.pp",
                       R"({"order": 0, "code": )" + std::to_string(code) + R"(, "require": "pp in )" + in + R"("})"));
  };
  auto there = [](const std::string& before, const std::string& after) {
    return findings(diff(sample("descriptor", kStruct + before), sample("descriptor", kStruct + after)));
  };
  CHECK(there(param("0..3", 99), param("0..4", 99)) ==
        "additive WIRE old reader of new data | param s.pp: in 0..3 -> 0..4\n");
  CHECK(there(param("0..4", 99), param("0..3", 99)) ==
        "breaking WIRE new reader of old data | param s.pp: in 0..4 -> 0..3\n");
  CHECK(there(param("0..255", 0), param("0..3", 99)) ==
        "breaking WIRE new reader of old data | param s.pp: in 0..255 -> 0..3\n");
  CHECK(there(param("0..3", 99), param("0..255", 0)) ==
        "additive WIRE old reader of new data | param s.pp: in 0..3 -> 0..255\n");
  CHECK(there(param("0..3", 99), param("0..3", 98)) == "breaking WIRE both | check s.pp: code 99 -> 98\n");
  // A check that happens to be called as a parameter is a check.
  std::string own = fact("check", "s.pp", R"({"order": 0, "code": 7, "require": "pp < 3"})");
  CHECK(there(param("0..9", 0), param("0..9", 0) + own) ==
        "breaking WIRE new reader of old data | check s.pp is new\n");
}

TEST_CASE("a comparison that adds another number, or goes up to another one, is narrower or wider") {
  auto there = [](const std::string& kind, const std::string& before, const std::string& after) {
    return findings(diff(sample(kind, kStruct + check(before)), sample(kind, kStruct + check(after))));
  };
  auto narrower = [&](const std::string& wide, const std::string& narrow) {
    const std::string message = " | check s.c: require ";
    CHECK(there("descriptor", wide, narrow) ==
          "breaking WIRE new reader of old data" + message + wide + " -> " + narrow + "\n");
    CHECK(there("descriptor", narrow, wide) ==
          "additive WIRE old reader of new data" + message + narrow + " -> " + wide + "\n");
    CHECK(there("wire", narrow, wide) ==
          "breaking WIRE old reader of new data" + message + narrow + " -> " + wide + "\n");
  };
  narrower("k + 1 < v", "k + 2 < v");
  narrower("k <= v", "k + 1 <= v");
  narrower("v > 1 + k", "v > k + 3");
  narrower("k < 9", "k < 8");
  narrower("k >= 1", "k >= 2");
  auto unknown = [&](const std::string& before, const std::string& after) {
    CHECK(there("descriptor", before, after) ==
          "breaking WIRE both | check s.c: require " + before + " -> " + after + "\n");
  };
  // What is added to the other side may overflow, which refuses.
  unknown("k < v + 1", "k < v + 2");
  unknown("k + 1 < v", "k + 2 < w");
  unknown("k + 1 == v", "k + 2 == v");
}

TEST_CASE("each run of reserved bytes is compared with every one that it has bytes in common with, once") {
  auto run = [](const std::string& of, int at, int size, int code) {
    return fact("reserved", of + "@" + std::to_string(at),
                R"({"at": )" + std::to_string(at) + R"(, "size": )" + std::to_string(size) + R"(, "code": )" +
                    std::to_string(code) + "}");
  };
  auto structs = [](const std::string& first, const std::string& said) {
    return fact("struct", first, R"({"size": 64, "align": 8)" + said + "}") +
           fact("struct", "b", R"({"size": 64, "align": 8})");
  };
  const std::string before =
      structs("a", "") + run("a", 0, 8, 1) + run("a", 8, 8, 2) + run("a", 40, 8, 3) + run("b", 4, 4, 7);
  const std::string after = structs("z", R"(, "formerly": ["a"])") + run("z", 4, 8, 5) + run("z", 36, 2, 6) +
                            run("z", 39, 9, 3) + run("b", 6, 8, 7);
  CHECK(findings(diff(sample("descriptor", before), sample("descriptor", after))) ==
        "breaking WIRE both | reserved z@4: code 1 -> 5\n"
        "breaking WIRE both | reserved z@4: code 2 -> 5\n"
        "source-only SOURCE none | struct a is called z now\n");
}

}  // namespace
}  // namespace npuspec
