// Names: what `formerly` says of them, what spells them elsewhere, and what a fact and an attribute are called.
#include <doctest/doctest.h>

#include <string>

#include "sample.h"

namespace npuspec {
namespace {

using test::check;
using test::fact;
using test::field;
using test::field_of;
using test::findings;
using test::kStruct;
using test::require;
using test::run;
using test::sample;

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

TEST_CASE("formerly of a field renames no enum that is called the same") {
  auto modes = [](const char* of, int zero, int up) {
    return fact("enum", of, R"({"base": "u8"})") +
           fact("symbol", std::string(of) + ".ZERO", "{\"value\": " + std::to_string(zero) + "}") +
           fact("symbol", std::string(of) + ".UP", "{\"value\": " + std::to_string(up) + "}");
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
        "additive WIRE old reader of new data | check s.c: require epoch == route.epoch and route != route.A -> "
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
    return kStruct + fact("struct", part, of) + field_of("s.part", part) + fact("ioctl", "GO", ioctl);
  };
  CHECK(findings(diff(sample("descriptor", all("t", "")), sample("descriptor", all("u", R"(, "formerly": ["t"])")))) ==
        "source-only SOURCE none | struct t is called u now\n");
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

TEST_CASE("a table's field is known by its id: a new name is a name, but names that change places are not") {
  auto fields = [](const char* first, const char* second) {
    return fact("field", "T.#0", std::string(R"({"id": 0, "type": "i32", "name": ")") + first + "\"}") +
           fact("field", "T.#1", std::string(R"({"id": 1, "type": "i32", "name": ")") + second + "\"}");
  };
  run({
      {"tables", fields("a", "b"), fields("c", "b"), "source-only SOURCE none | field T.c: name a -> c\n",
       "source-only SOURCE none | field T.a: name c -> a\n"},
      {"tables", fields("a", "b"), fields("b", "a"),
       "breaking LAYOUT both | field T.a: name b -> a\nbreaking LAYOUT both | field T.b: name a -> b\n",
       "breaking LAYOUT both | field T.a: name b -> a\nbreaking LAYOUT both | field T.b: name a -> b\n"},
  });
}

TEST_CASE(
    "formerly of a column and of a selector renames them in rows, conditions, laws, cells and what a device prices") {
  auto policy = [](const std::string& column, const std::string& selector, const std::string& was_column,
                   const std::string& was_selector) {
    auto former = [](const std::string& name) { return name.empty() ? name : R"(, "formerly": [")" + name + "\"]"; };
    Report all = sample(
        "policy",
        fact("effect", column, R"({"order": 0, "letter": "R")" + former(was_column) + "}") +
            fact("prefix", column + ".selectors", R"({"is": "RC_"})") +
            fact("selector", column + "." + selector, R"({"value": 0, "when": "warm")" + former(was_selector) + "}") +
            fact("effect", "size", R"({"order": 1, "letter": "s", "scopes": {"ALL": ["a"]}})") +
            fact("selector", "size.AFTER", R"({"value": 0, "when": "not )" + column + R"("})") +
            fact("runtime-knob", "hold", R"({"value": 0, "suppresses": [")" + column + R"("]})") +
            fact("law", "safe", R"({"require": ")" + column + R"( or to == A"})") +
            fact("profile", "P",
                 R"({"value": 0, "row.)" + column + R"(": ")" + selector + R"(", "row.size": "ALL AFTER"})") +
            fact("cell", "P A->B",
                 R"({"profile": "P", "from": "A", "to": "B", "knobs": {}, "returned": true, "marker": "B", ")" +
                     column + R"(": true})"));
    Report device = sample("device", fact("spec", "priced", R"({"uses": ["demo"]})") +
                                         fact("cost", "slow", R"({"value": 0, "effect": ")" + column + R"("})"));
    device.specs[0].name = "priced";
    all.specs.push_back(device.specs[0]);
    sort_report(all);
    return all;
  };
  Report before = policy("reset", "NOTKW", "", "");
  CHECK(findings(diff(before, policy("restart", "NOTWARM", "reset", "NOTKW"))) ==
        "source-only SOURCE none | effect reset is called restart now\n"
        "source-only SOURCE none | selector reset.NOTKW is called restart.NOTWARM now\n");
  CHECK(findings(diff(before, policy("restart", "NOTWARM", "reset", ""))) ==
        "additive SOURCE none | selector restart.NOTWARM is new\n"
        "source-only SOURCE none | effect reset is called restart now\n"
        "source-only SOURCE none | profile P: restart NOTKW -> NOTWARM\n"
        "source-only SOURCE none | selector reset.NOTKW is gone\n");
}

}  // namespace
}  // namespace npuspec
