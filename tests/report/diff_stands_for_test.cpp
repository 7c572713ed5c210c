// A name is what it stands for: what a guard, a field or a column names may be declared elsewhere in the new report,
// and is compared by what it says there.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "sample.h"

namespace npuspec {
namespace {

using test::fact;
using test::field_of;
using test::findings;
using test::kStruct;
using test::require;
using test::sample;

// "demo", and others that it may use.
Report with_others(const std::string& facts, const std::vector<std::pair<const char*, std::string>>& others,
                   const std::string& kind = "descriptor") {
  Report report = sample(kind, facts);
  for (const auto& [name, of_other] : others) {
    report.specs.push_back(sample("descriptor", of_other).specs.front());
    report.specs.back().name = name;
  }
  sort_report(report);
  return report;
}

std::string uses(const std::string& names) { return fact("spec", "demo", R"({"uses": [)" + names + "]}"); }

// An enum "col" of one symbol RED.
std::string col(const std::string& value, const std::string& column) {
  return fact("enum", "col", R"({"base": "u8"})") +
         fact("symbol", "col.RED", R"({"value": )" + value + R"(, "columns": {"w": )" + column + "}}");
}

bool says(const Report& before, const Report& after, const std::string& line) {
  std::string found = findings(diff(before, after));
  bool is_said = found.find(line) != std::string::npos;
  if (!is_said) MESSAGE(found);
  return is_said;
}

constexpr const char* kUsesMoved = "source-only SOURCE none | spec demo: uses [base] -> [other]\n";

TEST_CASE("an enum of another spec is another type, unless both say the same") {
  std::string facts = kStruct + field_of("s.b", "col");
  Report before = with_others(uses(R"("base")") + facts, {{"base", col("1", "2")}, {"other", col("9", "2")}});
  Report after = with_others(uses(R"("other")") + facts, {{"base", col("1", "2")}, {"other", col("9", "2")}});
  CHECK(says(before, after, "breaking LAYOUT both | field s.b: type col, which is another one now\n"));
  Report same_before = with_others(uses(R"("base")") + facts, {{"base", col("1", "2")}, {"other", col("1", "2")}});
  Report same_after = with_others(uses(R"("other")") + facts, {{"base", col("1", "2")}, {"other", col("1", "2")}});
  CHECK(findings(diff(same_before, same_after)) == kUsesMoved);
}

TEST_CASE("a guard that names a symbol or a column of another spec now says another thing") {
  std::string facts = kStruct + field_of("s.r", "u8") + fact("param", "s.b", R"({"order": 0, "type": "col"})");
  for (const char* guard : {"b.w < r", "b == RED or r > 3", "col.RED.w < r", "b in col"}) {
    CAPTURE(guard);
    bool is_column = std::string(guard).find(".w") != std::string::npos;
    std::string base = col("1", "2");
    std::string other = is_column ? col("1", "40") : col("9", "2");
    std::string demo = facts + require("s.c", guard);
    Report before = with_others(uses(R"("base")") + demo, {{"base", base}, {"other", other}});
    Report after = with_others(uses(R"("other")") + demo, {{"base", base}, {"other", other}});
    CHECK(says(before, after, "breaking WIRE both | check s.c: require " + std::string(guard) + ", where the "));
  }
}

TEST_CASE("an enum that a spec declares itself now is another one, though the one that it used is gone") {
  std::string facts = kStruct + field_of("s.r", "u8") + fact("param", "s.b", R"({"order": 0, "type": "col"})") +
                      require("s.c", "b == RED or r > 3");
  Report before = with_others(uses(R"("base")") + facts, {{"base", kStruct + col("1", "2")}});
  Report after = with_others(uses(R"("base")") + facts + col("7", "2"), {{"base", kStruct}});
  CHECK(says(before, after,
             "breaking WIRE both | check s.c: require b == RED or r > 3, where the names stand for others"));
  Report same = with_others(uses(R"("base")") + facts + col("1", "2"), {{"base", kStruct}});
  CHECK(findings(diff(before, same)) ==
        "additive SOURCE none | enum col is new\n"
        "source-only SOURCE none | enum col is gone\n");
}

TEST_CASE("a spec that stands over another struct now reads other fields") {
  auto request = [](const char* bytes) {
    return fact("enum", "form", R"({"base": "u8"})") +
           fact("symbol", "form.S", std::string(R"({"value": 0, "columns": {"bytes": )") + bytes + "}}") + kStruct +
           fact("field", "s.form", R"({"at": 0, "size": 1, "type": "form"})");
  };
  std::string row = fact("row", "few", R"({"order": 0, "value": 0, "entry": "few", "when": "form.bytes < 10"})");
  Report before = with_others(uses(R"("base")") + row, {{"base", request("2")}, {"other", request("20")}}, "selection");
  Report after = with_others(uses(R"("other")") + row, {{"base", request("2")}, {"other", request("20")}}, "selection");
  CHECK(says(before, after,
             "breaking POLICY both | row few: when form.bytes < 10, where the names stand for others now\n"));
}

TEST_CASE("a column and a parameter that hold symbols of another enum hold something else") {
  std::string enums = fact("enum", "ka", R"({})") + fact("symbol", "ka.A", R"({"value": 0, "columns": {"v": 9}})") +
                      fact("enum", "kb", R"({})") + fact("symbol", "kb.A", R"({"value": 1, "columns": {"v": 99}})") +
                      kStruct + field_of("s.r", "u8");
  Report before = sample("descriptor", enums + col("0", R"("ka.A")"));
  Report after = sample("descriptor", enums + col("0", R"("kb.A")"));
  CHECK(says(before, after, "breaking WIRE both | symbol col.RED: columns {w: ka.A} -> {w: kb.A}\n"));
  auto param = [&](const char* type) {
    return enums + fact("param", "s.p", std::string(R"({"order": 0, "type": ")") + type + "\"}") +
           require("s.c", "p.v < r");
  };
  CHECK(says(sample("descriptor", param("ka")), sample("descriptor", param("kb")),
             "breaking WIRE both | check s.c: require p.v < r, where the names stand for others now\n"));
}

TEST_CASE("a change of what a name stands for is told once, where it is declared") {
  std::string facts = kStruct + field_of("s.b", "col") + field_of("s.r", "u8") +
                      require("s.c", "b == RED and b.w < r and b in {RED, col.RED}");
  Report before = with_others(uses(R"("base")") + facts, {{"base", col("1", "2")}});
  Report after = with_others(uses(R"("base")") + facts, {{"base", col("9", "3")}});
  CHECK(findings(diff(before, after)) ==
        "breaking WIRE both | symbol col.RED: columns {w: 2} -> {w: 3}\n"
        "breaking WIRE both | symbol col.RED: value 1 -> 9\n");
}

TEST_CASE("bytes that were reserved break when what takes them may refuse zero") {
  std::string old_end = fact("reserved", "s@24", R"({"at": 24, "size": 8, "code": 21})");
  std::string less = fact("reserved", "s@28", R"({"at": 28, "size": 4, "code": 21})");
  auto added = [](const std::string& type) {
    return fact("field", "s.n", R"({"at": 24, "size": 4, "type": ")" + type + "\"}");
  };
  std::string inner = fact("struct", "t", R"({"size": 4, "align": 4})") +
                      fact("field", "t.x", R"({"at": 0, "size": 4, "type": "u32"})");
  const std::string breaks = "breaking LAYOUT both | field s.n is new\n";
  const std::string adds = "additive LAYOUT old reader of new data | field s.n is new\n";
  Report plain = sample("descriptor", inner + kStruct + old_end);
  CHECK(says(plain, sample("descriptor", inner + kStruct + less + added("t")), adds));
  std::string checked = inner + require("t.c", "x > 0");
  CHECK(says(sample("descriptor", checked + kStruct + old_end),
             sample("descriptor", checked + kStruct + less + added("t")), breaks));
  for (const char* value : {"1", "0"}) {
    Report before = with_others(uses(R"("base")") + kStruct + old_end, {{"base", col(value, "1")}});
    Report after = with_others(uses(R"("base")") + kStruct + less + added("col"), {{"base", col(value, "1")}});
    CHECK(says(before, after, value == std::string("1") ? breaks : adds));
  }
  CHECK(says(plain, sample("descriptor", inner + kStruct + less + added("nobody_knows")), breaks));
}

}  // namespace
}  // namespace npuspec
