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
  {"what": "field", "id": "s.a", "is": {"at": 2, "size": 1, "type": "u8", "const": 18446744073709551615}}
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
        "{\"what\": \"field\", \"id\": \"s.a\", \"is\": {\"at\": 2, \"size\": 1, \"type\": \"u8\", "
        "\"const\": 18446744073709551615}},\n"
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
      {"{\"format\": [1], \"specs\": []}\n", "1:12 A002"},
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

// The errors of a report with one spec, whose facts start on line 2: "2:9 A003 message", one a line.
std::string errors_of(const std::string& kind, const std::string& facts, const std::string& format = "1") {
  Diags diags;
  Sources sources;
  Arena arena;
  read_back("{\"format\": " + format +
                ", \"specs\": [{\"name\": \"a\", \"abi\": {\"major\": 1, \"minor\": 0}, \"kind\": \"" + kind +
                "\", \"facts\": [\n" + facts + "]}]}\n",
            diags, sources, arena);
  std::string text;
  for (const Diag& diag : diags.list()) {
    text += std::to_string(diag.at.line) + ":" + std::to_string(diag.at.col) + " " + std::string(name(diag.code)) +
            " " + diag.message + "\n";
  }
  return text;
}

TEST_CASE("a report of an unknown kind or of a format that is no number is refused, and told so") {
  CHECK(errors_of("discriptor", "") == "1:80 A003 'discriptor' is no kind of spec: did you mean 'descriptor'?\n");
  CHECK(errors_of("zzz", "") == "1:80 A003 'zzz' is no kind of spec\n");
  CHECK(errors_of("wire", "", "\"1\"") ==
        "1:12 A002 the format of this report is the text \"1\", no number, and this npuspec reads format 1\n");
  CHECK(errors_of("wire", "", "2") == "1:12 A002 the format of this report is 2, and this npuspec reads format 1\n");
}

TEST_CASE("a report that was cut off is refused where it was cut") {
  CHECK(errors_of("wire", "{\"what\": \"check\", \"id").starts_with("2:19 Y018 "));
}

TEST_CASE("what diff reads of a fact, and does not only compare, is looked at first") {
  struct Case {
    const char* kind;
    const char* what;
    const char* is;
    const char* errors;  // each without its line; empty: none
  };
  const Case cases[] = {
      {"descriptor", "field", R"({"at": 0, "size": 1, "type": "u8"})", ""},
      {"descriptor", "field", R"({"at": "12", "size": 1, "type": "u8"})",
       "43 A003 `at` of field 'x' must be an integer from 0"},
      {"descriptor", "field", R"({"at": 0, "type": "u8"})",
       "1 A003 `size` of field 'x' is missing: it must be an integer from 0"},
      {"descriptor", "field", R"({"at": -1, "size": 1, "type": "u8"})",
       "43 A003 `at` of field 'x' must be an integer from 0"},
      {"descriptor", "struct", R"({"size": true})", "46 A003 `size` of struct 'x' must be an integer from 0"},
      {"descriptor", "reserved", R"({"at": 0, "size": 8})",
       "1 A003 `code` of reserved 'x' is missing: it must be an integer from 0"},
      {"descriptor", "reserved", R"({"at": 0, "size": 8, "code": 20})", ""},
      {"tables", "field", R"({"id": "0", "name": "a"})", "43 A003 `id` of field 'x' must be an integer from 0"},
      {"tables", "enum", R"({"open": 1})", "44 A003 `open` of enum 'x' must be true or false"},
      {"tables", "symbol", R"({"value": "1"})", "47 A003 `value` of symbol 'x' must be an integer"},
      {"wire", "operator", R"({"version": "1"})", "51 A003 `version` of operator 'x' must be an integer"},
      {"wire", "group", R"({"formerly": [1]})", "49 A003 `formerly` of group 'x' must be a text or a list of texts"},
      {"wire", "group", R"({"order": "first"})", "46 A003 `order` of group 'x' must be an integer from 0"},
      {"policy", "site", R"({"profile": 5, "type": ["A"]})", "47 A003 `profile` of site 'x' must be a text"},
      {"policy", "knob", R"({"default": 7})", "47 A003 `default` of knob 'x' must be true or false"},
      {"policy", "effect", R"({"letter": "R", "cost_ns": "1"})",
       "64 A003 `cost_ns` of effect 'x' must be an integer from 0"},
      {"policy", "effect", R"({"letter": "R", "scopes": {"a": 1}})",
       "63 A003 `scopes` of effect 'x' must be a map of lists of texts"},
      {"policy", "cell",
       R"({"profile": "P", "from": "A", "to": "B", "marker": "B", "knobs": {"k": 1}, "returned": true})",
       "100 A003 `knobs` of cell 'x' must be a map of true and false"},
      {"policy", "cell", R"({"profile": "P", "from": "A", "to": "B", "marker": "B", "knobs": {"k": true}})",
       "1 A003 `returned` of cell 'x' is missing: it must be true or false"},
      {"policy", "cell", R"({"from": 1.5})", "44 A003 '1.5' is neither a text in quotes, an integer, true nor false"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.is);
    std::string fact = std::string("{\"what\": \"") + each.what + "\", \"id\": \"x\", \"is\": " + each.is + "}";
    std::string wanted = *each.errors == 0 ? "" : "2:" + std::string(each.errors) + "\n";
    CHECK(errors_of(each.kind, fact) == wanted);
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

TEST_CASE("which attributes are guards is said by the rules: the row that is closest judges what a guard says") {
  struct Case {
    const char* kind;
    const char* what;
    const char* attribute;
    bool is;
  };
  const Case cases[] = {
      {"descriptor", "check", "require", true}, {"wire", "check", "when", true},
      {"descriptor", "check", "code", false},   {"descriptor", "field", "only", true},
      {"descriptor", "field", "in", false},     {"tables", "let", "over", true},
      {"wire", "group", "only", true},          {"wire", "row", "when", true},
      {"wire", "row", "then", false},           {"policy", "selector", "when", true},
      {"policy", "law", "require", true},       {"policy", "unrouted", "reset", true},
      {"policy", "unrouted", "sets", false},    {"device", "rule", "set", true},
      {"device", "rule", "event", false},       {"kernels", "cell", "when", true},
      {"kernels", "cell", "lanes", false},      {"selection", "row", "when", true},
      {"selection", "row", "tasks", true},      {"selection", "row", "scratch.slots", true},
      {"selection", "row", "entry", false},     {"selection", "row", "value", false},
      {"selection", "row", "order", false},     {"selection", "row", "doc", false},
      {"selection", "prove", "require", true},  {"selection", "surprise", "anything", false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.kind);
    CAPTURE(each.what);
    CAPTURE(each.attribute);
    CHECK(is_guard(each.kind, each.what, each.attribute) == each.is);
  }
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
