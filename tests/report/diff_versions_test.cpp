// Versions, wire contracts, words, lists and whole specs.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sample.h"

namespace npuspec {
namespace {

using test::fact;
using test::field;
using test::findings;
using test::kStruct;
using test::run;
using test::sample;

TEST_CASE("an insertion into an ordered list moves nothing, and a move is told once") {
  auto checks = [](const std::vector<const char*>& ids) {
    std::string text = kStruct;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::string is = R"({"order": )" + std::to_string(i) + R"(, "code": )" + std::to_string(ids[i][0]) +
                       R"(, "require": "x > 0"})";
      text += fact("check", std::string("s.") + ids[i], is);
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
    return fact("operator", "operator", R"({"version": )" + std::to_string(version) + "}") +
           fact("name", "first", std::string(R"({"is": ")") + name + R"("})");
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
