#include <doctest/doctest.h>

#include <string>

#include "front/reader.h"
#include "sample.h"

namespace npuspec {
namespace {

using test::sample;

Report read_back(const std::string& text, Diags& diags, Sources& sources, Arena& arena) {
  std::uint32_t file = sources.add("report.json", text);
  const Node* root = read_yaml(sources, file, arena, diags);
  return root ? read_report(*root, diags) : Report();
}

constexpr const char* kFacts = R"(
  {"what": "field", "id": "s.b", "is": {"type": "u8", "size": 1, "at": 12, "doc": "a \"quoted\", 'odd': {text} \\ # ü"}}
  {"what": "field", "id": "s.a", "is": {"at": 2, "size": 1, "const": 18446744073709551615}}
  {"what": "struct", "id": "s", "is": {"size": 16, "packed": true}}
  {"what": "symbol", "id": "e.LOW", "is": {"value": -9223372036854775808, "column.on": false}}
  {"what": "set", "id": "KW", "is": {"is": ["B", "A"], "map": {"b": 1, "a": "x"}}}
)";

TEST_CASE("a report that is read back is written the same") {
  std::string text = report_json(sample("descriptor", kFacts, {3, 4}));
  Diags diags;
  Sources sources;
  Arena arena;
  Report again = read_back(text, diags, sources, arena);
  CHECK_MESSAGE(!diags.failed(), render(diags, sources, DiagFormat::kText));
  CHECK(report_json(again) == text);
  CHECK(diff(again, sample("descriptor", kFacts, {3, 4})).specs.empty());
}

TEST_CASE("a report has one fact a line, in one order whatever order they came in") {
  std::string text = report_json(sample("descriptor", kFacts));
  CHECK(text ==
        "{\"format\": 1, \"specs\": [\n"
        "{\"kind\": \"descriptor\", \"name\": \"demo\", \"abi\": {\"major\": 1, \"minor\": 0}, \"facts\": [\n"
        "{\"what\": \"symbol\", \"id\": \"e.LOW\", \"is\": {\"value\": -9223372036854775808, \"column.on\": false}},\n"
        "{\"what\": \"struct\", \"id\": \"s\", \"is\": {\"size\": 16, \"packed\": true}},\n"
        "{\"what\": \"field\", \"id\": \"s.a\", \"is\": {\"at\": 2, \"size\": 1, \"const\": 18446744073709551615}},\n"
        "{\"what\": \"field\", \"id\": \"s.b\", \"is\": {\"doc\": \"a \\\"quoted\\\", 'odd': {text} \\\\ # ü\", "
        "\"at\": 12, "
        "\"size\": 1, \"type\": \"u8\"}},\n"
        "{\"what\": \"set\", \"id\": \"KW\", \"is\": {\"is\": [\"A\", \"B\"], \"map\": {\"a\": \"x\", \"b\": 1}}}\n"
        "]}\n"
        "]}\n");
}

TEST_CASE("what is no report is refused with a place") {
  struct Case {
    const char* text;
    const char* first;  // "line:col code", of the first error
  };
  const Case cases[] = {
      {"{\"specs\": []}\n", "1:1 A001"},
      {"[1, 2]\n", "1:1 A001"},
      {"{\"format\": 2, \"specs\": []}\n", "1:12 A002"},
      {"{\"format\": \"1\", \"specs\": []}\n", "1:12 A002"},
      {"{\"format\": 1, \"specs\": {}}\n", "1:24 A003"},
      {"{\"format\": 1, \"specs\": [\n{\"kind\": \"wire\", \"abi\": {\"major\": 1, \"minor\": 0}, \"facts\": []}]}\n",
       "2:1 A003"},
      {"{\"format\": 1, \"specs\": [\n{\"kind\": \"wire\", \"name\": \"a\", \"abi\": {\"major\": -1, \"minor\": 0}, "
       "\"facts\": []}]}\n",
       "2:48 A003"},
      {"{\"format\": 1, \"specs\": [{\"kind\": \"wire\", \"name\": \"a\", \"abi\": {\"major\": 1, \"minor\": 0}, "
       "\"facts\": [\n"
       "{\"what\": \"field\", \"id\": \"f\", \"is\": 1}]}]}\n",
       "2:1 A003"},
      {"{\"format\": 1, \"specs\": [{\"kind\": \"wire\", \"name\": \"a\", \"abi\": {\"major\": 1, \"minor\": 0}, "
       "\"facts\": [\n"
       "{\"what\": \"field\", \"id\": \"f\", \"is\": {\"at\": 1.5}}]}]}\n",
       "2:43 A003"},
      {"{\"format\": 1, \"specs\": [{\"kind\": \"wire\", \"name\": \"a\", \"abi\": {\"major\": 1, \"minor\": 0}, "
       "\"facts\": [\n"
       "{\"what\": \"field\", \"id\": \"f\", \"is\": {}},\n{\"what\": \"field\", \"id\": \"f\", \"is\": {}}]}]}\n",
       "3:1 A003"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    Diags diags;
    Sources sources;
    Arena arena;
    read_back(each.text, diags, sources, arena);
    REQUIRE(diags.failed());
    const Diag& first = diags.list().front();
    CHECK(std::to_string(first.at.line) + ":" + std::to_string(first.at.col) + " " + std::string(name(first.code)) ==
          each.first);
  }
}

TEST_CASE("every rule can be reached: no row hides another") {
  for (const AbiRule& rule : abi_rules()) {
    if (rule.kind == "wire") continue;  // judged by the contract's own words, see below
    std::string kind(rule.kind == "*" ? "no-such-kind" : rule.kind);
    std::string what(rule.what == "*" ? "no-such-fact" : rule.what);
    std::string attribute(rule.attribute == "*" ? "no-such-attribute" : rule.attribute);
    if (attribute.ends_with(".*")) attribute.replace(attribute.size() - 1, 1, "x");
    CAPTURE(kind);
    CAPTURE(what);
    CAPTURE(attribute);
    CAPTURE(name(rule.change));
    AbiRule judged = judge(kind, what, attribute, rule.change);
    CHECK(judged.sentence == rule.sentence);
    CHECK(judged.severity == rule.severity);
    CHECK(is_ruled(kind, what, attribute));
  }
}

TEST_CASE("what no rule covers is breaking both ways") {
  AbiRule rule = judge("descriptor", "surprise", "anything", Change::kSet);
  CHECK(rule.severity == AbiSeverity::kBreaking);
  CHECK(rule.old_reader);
  CHECK(rule.new_reader);
  CHECK_FALSE(is_ruled("descriptor", "surprise", "anything"));
}

TEST_CASE("a wire contract's changes are of class WIRE and breaking, but for words") {
  for (const AbiRule& rule : abi_rules()) {
    if (rule.kind != "*" && rule.kind != "wire") continue;
    if (rule.what == "spec" && rule.attribute.empty()) continue;
    AbiRule judged = judge("wire", rule.what, rule.attribute, rule.change);
    CAPTURE(rule.what);
    CAPTURE(rule.attribute);
    bool words = rule.severity == AbiSeverity::kDocOnly;
    CHECK(judged.severity == (words ? AbiSeverity::kDocOnly : AbiSeverity::kBreaking));
    CHECK(judged.abi_class == (words ? AbiClass::kDoc : AbiClass::kWire));
  }
}

}  // namespace
}  // namespace npuspec
