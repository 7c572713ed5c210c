#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "fixture.h"
#include "front/json.h"
#include "front/json_schema.h"
#include "front/schema.h"
#include "front/words.h"
#include "support/paths.h"

using namespace npuspec;
namespace s = npuspec::schema;
using npuspec::test::Reading;

namespace {

// A kind with one key of every shape.
const s::Object& sample() {
  static const s::Object field = s::Object("field", "A run of bytes.")
                                     .need("name", s::name(), "What code calls it.", "rank")
                                     .unique()
                                     .need("type", s::type(), "What it holds.", "u8")
                                     .may("at", s::number(), "Its first byte.", "24")
                                     .may("in", s::range(), "What it may hold.", "1..6")
                                     .may("const", s::guard(), "What it holds.")
                                     .only_one({"in", "const"});
  static const s::Object gap =
      s::Object("gap", "Bytes that are zero.").need("reserved", s::number(), "How many.", "24");
  static const s::Object selector = s::Object("selector", "A named condition.")
                                        .need("when", s::guard(), "The condition.", "a == b")
                                        .may("reserved", s::text(), "Why none uses it.")
                                        .main("when");
  static const s::Object symbol = s::Object("symbol", "A named value.")
                                      .need("value", s::number(), "It.", "3")
                                      .others(s::name(), s::scalar(), "A column.");
  static const s::Object law = s::Object("law", "A rule.")
                                   .need("code", s::number(1, 99, Code::D008), "Its number.", "3")
                                   .may("align", s::power_of_two(64, Code::D015), "A power.")
                                   .may("many", s::count(6, Code::D003), "How many, or an enum.")
                                   .may("rule", s::guard(), "What holds.")
                                   .may("gone", s::version(), "Since when it is no more.")
                                   .may("why", s::text(), "Why it went.")
                                   .one_of({"rule", "gone"})
                                   .only_with("gone", {"why"});
  static s::Object nested = s::Object("nested", "A field of a file.").need("key", s::name(), "Its name.");
  static const bool closed = (nested.may("fields", s::list(s::object(nested)), "Those within."), true);
  static_cast<void>(closed);
  static const s::Object root =
      s::spec("sample", "Nothing real.")
          .may("size", s::number(), "How large.", "232")
          .may("endian", s::word({"little", "big"}), "The order of bytes.")
          .may("packed", s::boolean(), "Without padding.")
          .may("since", s::version(), "Its first version.", "2.0")
          .may("fields", s::list(s::choice({&field, &gap}), 1), "In the order of bytes.", "[{name: rank, type: u8}]")
          .may("selectors", s::map(s::name(), s::object(selector)), "By name.")
          .may("symbols", s::map(s::name(), s::object(symbol), 1), "By name.")
          .may("let", s::map(s::target(), s::guard()), "Named expressions.")
          .may("scope", s::tuple({s::name(), s::name()}), "Who, and when.", "[PERCORE, NOTKW]")
          .may("count", s::either({s::number(), s::list(s::name())}), "How many.")
          .may("ids", s::list(s::id()), "Ids.")
          .may("of", s::ref(), "What it is about.", "quanttess.c33")
          .may("with", s::any(), "Anything.")
          .may("laws", s::list(s::object(law)), "Rules.")
          .may("nested", s::list(s::object(nested)), "A tree.");
  return root;
}

using Faults = std::vector<std::string>;

std::string lines(const Faults& faults) {
  std::string out;
  for (const std::string& fault : faults) out += fault + "\n";
  return out;
}

const std::string kHead = "kind: sample\nname: s\nabi: {major: 1, minor: 0}\ndoc: d\n";

Faults faults(const std::string& body, const std::string& head = kHead) {
  Reading reading(head + body);
  REQUIRE_MESSAGE(reading.root != nullptr, reading.said());
  REQUIRE_FALSE(reading.diags.failed());
  s::check_shape(*reading.root, sample(), reading.diags);
  Faults out;
  for (const Diag& d : reading.diags.list()) {
    CHECK_FALSE(d.help.empty());
    out.push_back(std::to_string(d.at.line) + ":" + std::to_string(d.at.col) + " " + std::string(name(d.code)) + " " +
                  d.message + " | " + d.help);
  }
  return out;
}

}  // namespace

TEST_CASE("what follows the table passes") {
  for (const char* body : {
           "",
           "source: x\nover: other-spec\nuses: [a, b-c]\n",
           "size: 232\nendian: little\npacked: true\nsince: 3d\n",
           "since: '2.0'\n",
           "fields:\n  - {name: a, type: u8, at: 0x10, in: 0..<4 GiB}\n  - {reserved: 3}\n  - {name: b, type: 'u8[]', "
           "const: 3}\n",
           "selectors: {MC: a and b, SC: {when: c, reserved: why}, NONE: false}\n",
           "symbols: {A: {value: 1, bytes: 4, unit: x}}\n",
           "let:\n  a: 1\n  b[i in 0..<4]: i\n",
           "scope: [A, B]\ncount: 6\n",
           "count: [A, B]\n",
           "ids: [short, a-b, c33]\nof: a-b.c.d\n",
           "laws: [{code: 99, align: 64, many: 6, rule: a}, {code: 1, many: modes, gone: 1.1, why: x}]\n",
           "with: {sizes: [1, 2], 'tiles[C]': {a: b}}\n",
           "nested: [{key: a, fields: [{key: b, fields: [{key: c}]}]}]\n",
       }) {
    CAPTURE(std::string(body));
    CHECK(lines(faults(body)) == "");
  }
}

TEST_CASE("each departure from the table is told once, with a place and a way out") {
  struct Row {
    const char* body;
    Faults faults;
  };
  const Row rows[] = {
      {"sise: 3\n", {"5:1 S001 unknown key 'sise' in a sample | did you mean 'size'?"}},
      {"size: [3]\n", {"5:7 S003 'size' must be a single value, not a list | for example `size: 232`"}},
      {"size: 010\n", {"5:7 S008 '010' starts with 0, which is octal to some readers | write 10"}},
      {"size: '1_000'\n", {"5:9 S008 digits are not grouped with '_', which some readers refuse | write 1000"}},
      {"size: ''\n", {"5:7 S004 'size' is empty | for example 232"}},
      {"endian: litle\n", {"5:9 S011 'endian' cannot be 'litle' | did you mean 'little'?"}},
      {"endian: x\n", {"5:9 S011 'endian' cannot be 'x' | write little or big"}},
      {"packed: yes\n", {"5:9 S010 'packed' must be true or false, not 'yes' | write true or false"}},
      {"packed: True\n", {"5:9 S010 'packed' must be true or false, not 'True' | write true or false"}},
      {"since: new\n", {"5:8 S014 'new' is not a version | write one such as 1.2 or 3d"}},
      {"since: 1..2\n", {"5:8 S014 '1..2' is not a version | write one such as 1.2 or 3d"}},
      {"fields: []\n", {"5:9 S012 'fields' must have at least 1 item, not 0 | for example [{name: rank, type: u8}]"}},
      {"fields: {a: b}\n",
       {"5:9 S003 'fields' must be a list, not a map | for example `fields: [{name: rank, type: u8}]`"}},
      {"fields: [{nmae: a, type: u8}]\n", {"5:11 S001 unknown key 'nmae' in a field | did you mean 'name'?"}},
      {"fields: [{name: a}]\n", {"5:10 S002 a field needs 'type' | add 'type', for example `type: u8`"}},
      {"fields: [{at: 3}]\n",
       {"5:10 S002 this needs one of name or reserved | the first key tells field and gap apart"}},
      {"fields: [x]\n", {"5:10 S003 an item of 'fields' must be a map, not a single value | write a map"}},
      {"fields: [{name: int, type: u8}]\n",
       {"5:17 S006 'int' cannot be a name: it is a word of C | choose another name"}},
      {"fields: [{name: float4, type: u8}]\n",
       {"5:17 S006 'float4' cannot be a name: it is a word of OpenCL C | choose another name"}},
      {"fields: [{name: NPU_FUNCTION, type: u8}]\n",
       {"5:17 S006 'NPU_FUNCTION' cannot be a name: it is a word of the headers that generated code includes | choose "
        "another name"}},
      {"fields: [{name: npuspec_load_u8, type: u8}]\n",
       {"5:17 S006 'npuspec_load_u8' cannot be a name: it is a word of the headers that generated code includes | "
        "choose another name"}},
      {"fields: [{name: errno, type: u8}]\n",
       {"5:17 S006 'errno' cannot be a name: it is a word of C's libraries or compilers, a macro | choose another "
        "name"}},
      {"fields: [{name: no, type: u8}]\n",
       {"5:17 S006 'no' cannot be a name: YAML readers take it for a truth value or null | spell it another way, such "
        "as `no_`: quotes would hold only until someone leaves them out"}},
      {"fields: [{name: a b, type: u8}]\n",
       {"5:17 S005 'a b' is not a name | start with a letter; go on with letters, digits and single '_'"}},
      {"fields: [{name: a__b, type: u8}]\n",
       {"5:17 S005 'a__b' is not a name | start with a letter; go on with letters, digits and single '_'"}},
      {"fields: [{name: a, type: 8u}]\n",
       {"5:26 S015 '8u' is not a type | write one such as u8, i32[] or the name of an enum"}},
      {"fields: [{name: a, type: u8, in: 6..1}]\n",
       {"5:34 S009 the range '6..1' is empty | the lower end comes first"}},
      {"fields: [{name: a, type: u8, in: 0..x}]\n",
       {"5:37 S009 'x' is not a number | write one such as 12, -7, 0x1F or 4 KiB"}},
      {"fields: [{name: a, type: u8, in: 1..6, const: 3}]\n",
       {"5:40 S013 'const' and 'in' exclude each other | keep one of them"}},
      {"fields: [{name: a, type: u8}, {name: a, type: u8}]\n", {"5:38 S007 'a' is there twice | rename one of them"}},
      {"fields: [{name: ab, type: u8}, {name: AB, type: u8}]\n",
       {"5:39 S007 'AB' and 'ab' meet in generated code | rename one of them"}},
      {"symbols: {a_b: {value: 1}, A_B: {value: 2}}\n",
       {"5:28 S007 'A_B' and 'a_b' meet in generated code | rename one of them"}},
      {"symbols: {a_b: {value: 1}, aB: {value: 2}}\n",
       {"5:28 S007 'aB' and 'a_b' meet in generated code | rename one of them"}},
      {"symbols: {s_1: {value: 1}, s1: {value: 2}}\n",
       {"5:28 S007 's1' and 's_1' meet in generated code | rename one of them"}},
      {"size: 8.0\n", {"5:7 S008 '8.0' has a fraction | write 8"}},
      {"size: -0\n", {"5:7 S008 '-0' is a zero with a sign | write 0"}},
      {"symbols: {}\n", {"5:10 S012 'symbols' must have at least 1 entries | add one"}},
      {"symbols: {A: {bytes: 1}}\n", {"5:14 S002 a symbol needs 'value' | add 'value', for example `value: 3`"}},
      {"symbols: {A: {value: 1, a-b: 1}}\n",
       {"5:25 S005 'a-b' is not a name | start with a letter; go on with letters, digits and single '_'"}},
      {"selectors: {MC: [a]}\n",
       {"5:17 S003 'MC' must be a single value or a map, not a list | write a single value or a map"}},
      {"let: {if: 1}\n", {"5:7 S006 'if' cannot be a name: it is a word of the guard language | choose another name"}},
      {"let: {'a[i': 1}\n",
       {"5:7 S005 'a[i' has no ']' | write NAME or NAME[INDEX in DOMAIN]; put quotes around it inside { }"}},
      {"scope: [A]\n", {"5:8 S012 'scope' must have 2 items, not 1 | for example [PERCORE, NOTKW]"}},
      {"count: {a: 1}\n",
       {"5:8 S003 'count' must be a single value or a list, not a map | write a single value or a list"}},
      {"ids: [-a]\n",
       {"5:7 S005 '-a' is not a name | start with a letter; go on with letters, digits, '-' and single '_'"}},
      {"of: a..b\n", {"5:7 S005 'a..b' is not a reference | write a name, or names with '.' between them"}},
      {"size: '3'\n", {"5:7 S008 'size' must be a number, not a text in quotes | take the quotes away"}},
      {"packed: \"true\"\n", {"5:9 S010 'packed' must be true or false, not a text in quotes | take the quotes away"}},
      {"fields: [{name: a, type: u8, in: '1..6'}]\n",
       {"5:34 S009 'in' must be a range, not a text in quotes | take the quotes away"}},
      {"laws: [{code: 1, rule: a, many: '6'}]\n",
       {"5:33 S008 'many' must be a number, not a text in quotes | take the quotes away"}},
      {"laws: [{code: 0, rule: a}]\n", {"5:15 D008 'code' cannot be 0 | it is from 1 to 99"}},
      {"laws: [{code: -1, rule: a}]\n", {"5:15 D008 'code' cannot be -1 | it is from 1 to 99"}},
      {"laws: [{code: 100, rule: a}]\n", {"5:15 D008 'code' cannot be 100 | it is from 1 to 99"}},
      {"laws: [{code: 1, rule: a, align: 3}]\n", {"5:34 D015 'align' cannot be 3 | it is a power of two up to 64"}},
      {"laws: [{code: 1, rule: a, many: 7}]\n", {"5:33 D003 'many' cannot be 7 | it is from 1 to 6"}},
      {"laws: [{code: 1}]\n", {"5:8 S002 a law needs one of rule or gone | add rule or gone"}},
      {"laws: [{code: 1, rule: a, why: x}]\n", {"5:27 S002 'why' without 'gone' | add 'gone', or leave 'why' out"}},
      {"fields: [{name: a, type: u33}]\n",
       {"5:26 S015 there is no type 'u33' | write u8, u16, u32, u64, i8, i16, i32 or i64"}},
      {"nested: [{key: a, fields: [{kye: b}]}]\n", {"5:29 S001 unknown key 'kye' in a nested | did you mean 'key'?"}},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.body));
    CHECK(lines(faults(row.body)) == lines(row.faults));
  }
}

TEST_CASE("a number out of bounds is told, and no kind meets it") {
  Reading reading(kHead + "laws: [{code: 0, rule: a}]\n");
  CHECK(s::check_shape(*reading.root, sample(), reading.diags));
  CHECK(reading.root->find("laws")->items[0]->find("code")->broken);
}

TEST_CASE("every spec needs its head") {
  CHECK(faults("doc: d\nabi: {major: 1}\n", "kind: sampel\n") ==
        Faults{"1:7 S011 'kind' cannot be 'sampel' | did you mean 'sample'?",
               "3:6 S002 an abi needs 'minor' | add 'minor', for example `minor: 0`",
               "1:1 S002 a sample needs 'name' | add 'name', for example `name: quanttess`"});
}

TEST_CASE("the name of a spec may hold '-' but is no keyword") {
  CHECK(faults("", "kind: sample\nname: half\nabi: {major: 1, minor: 0}\ndoc: d\n").size() == 1);
  CHECK(faults("", "kind: sample\nname: half-a\nabi: {major: 1, minor: 0}\ndoc: d\n").empty());
}

TEST_CASE("what the reader called broken is passed over") {
  Reading reading(kHead + "size:\nsymbols: {A: {value: &x 1}}\n");
  REQUIRE(reading.root);
  std::size_t before = reading.diags.list().size();
  CHECK(before == 2);
  s::check_shape(*reading.root, sample(), reading.diags);
  CHECK(reading.diags.list().size() == before);
}

TEST_CASE("a root that is no map is told so") {
  Reading reading("- a\n");
  s::check_shape(*reading.root, sample(), reading.diags);
  REQUIRE(reading.diags.list().size() == 1);
  CHECK(reading.diags.list()[0].code == Code::S003);
}

TEST_CASE("a file of nothing but misshapen rows is left after a hundred mistakes") {
  std::string body = "fields:\n";
  for (int i = 0; i < 1000; ++i) body += "  - {name: 1, type: 2}\n";
  CHECK(faults(body).size() == 101);
}

namespace {

// `count` times the row, in which # is its number.
std::string rows_of(std::size_t count, const std::string& row) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    std::string one = row;
    for (std::size_t at = one.find('#'); at != one.npos; at = one.find('#')) one.replace(at, 1, std::to_string(i));
    out += one;
  }
  return out;
}

}  // namespace

TEST_CASE("a list, a map or a row that is too large is told once, and what may be there is kept") {
  std::string rows = std::to_string(limits::kRows);
  std::string help = " | leave some out, or split the spec";
  CHECK(faults("fields:\n" + rows_of(limits::kRows, "  - {name: f#, type: u8}\n")).empty());
  CHECK(faults("fields:\n" + rows_of(limits::kRows + 1, "  - {name: f#, type: u8}\n")) ==
        Faults{"6:3 S012 'fields' has " + std::to_string(limits::kRows + 1) + " items, and may have " + rows + help});
  CHECK(
      faults("symbols:\n" + rows_of(limits::kRows + 1, "  s#: {value: #}\n")) ==
      Faults{"6:3 S012 'symbols' has " + std::to_string(limits::kRows + 1) + " entries, and may have " + rows + help});
  CHECK(faults("symbols:\n  s: {value: 1" + rows_of(300, ", c#: 1") + "}\n") ==
        Faults{"6:6 S012 'symbol' has 301 entries, and may have " + std::to_string(limits::kKeys) + help});
  CHECK(faults("with: {a: {" + rows_of(limits::kRows + 1, "'#': 1, ") + "}}\n").size() == 1);
  CHECK(faults("with: {a: [" + rows_of(limits::kNumbers, "1, ") + "]}\n").empty());
  CHECK(faults("with: {a: [" + rows_of(limits::kNumbers + 1, "1, ") + "]}\n").size() == 1);
  CHECK(faults(rows_of(1000, "unknown_#: 1\n")).size() == 1);
}

TEST_CASE("a row lacks no key that the reader refused") {
  Reading reading(kHead + "fields: [{name: a, yes: u8}, {<<: b, type: u8}, {name: x}]\n");
  REQUIRE(reading.root);
  REQUIRE(reading.diags.list().size() == 2);
  s::check_shape(*reading.root, sample(), reading.diags);
  REQUIRE(reading.diags.list().size() == 3);
  CHECK(reading.diags.list()[2].message == "a field needs 'type'");
  CHECK(reading.diags.list()[2].at.col == 49);
}

TEST_CASE("what compilers and the headers of C define is no name") {
  for (const char* word : {"INT_MAX",
                           "CHAR_BIT",
                           "M_PI",
                           "MAXFLOAT",
                           "i386",
                           "linux",
                           "unix",
                           "EOF",
                           "errno",
                           "assert",
                           "stdin",
                           "stderr",
                           "ERANGE",
                           "SIGINT",
                           "SEEK_SET",
                           "FE_INEXACT",
                           "LC_ALL",
                           "DBL_MAX",
                           "HUGE_VAL",
                           "INFINITY",
                           "NAN",
                           "I",
                           "offsetof",
                           "PRIu64",
                           "SCNxFAST8",
                           "PRIdMAX",
                           "UINT8_C",
                           "INT_LEAST16_MIN",
                           "UINTPTR_MAX",
                           "SIZE_MAX",
                           "CLK_LOCAL_MEM_FENCE",
                           "cl_khr_fp16"}) {
    CAPTURE(std::string(word));
    CHECK(s::name_fault(word).code == Code::S006);
    CHECK(s::name_fault(word, s::NameRule::kUnit).code == Code::S006);
    CHECK_FALSE(s::name_fault(word, s::NameRule::kId));
  }
  for (const char* word :
       {"INT", "UINT8", "PRIME", "PRIu65", "INT_MOST", "SIGNAL", "EVENT", "M_TILE", "MAX", "errors"}) {
    CAPTURE(std::string(word));
    CHECK_FALSE(s::name_fault(word));
  }
}

TEST_CASE("a name has at most as many characters as a person compares") {
  CHECK_FALSE(s::name_fault(std::string(limits::kNameBytes, 'a')));
  CHECK(s::name_fault(std::string(limits::kNameBytes + 1, 'a')).code == Code::S005);
}

TEST_CASE("no name of the headers that generated code includes is a name") {
  const std::regex names(R"(\b(npu|NPU|npuspec|NPUSPEC)_\w+)");
  std::size_t count = 0;
  for (const char* file : {"guard_math.h", "opencl_types.h", "wire.h"}) {
    std::ifstream stream(test::root() / "runtime" / "base" / file);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    for (std::sregex_iterator each(text.begin(), text.end(), names), end; each != end; ++each, ++count) {
      CHECK_MESSAGE(!reserved_by(each->str()).empty(), each->str());
    }
  }
  CHECK(count > 100);
}

TEST_CASE("words of C, C++, OpenCL C, the guard language and YAML are no names") {
  for (const char* word : {"int",   "class",  "and_eq", "co_await", "kernel",    "global",   "half16",
                           "uchar", "size_t", "then",   "NULL",     "linux",     "on",       "Yes",
                           "y",     "TRUE",   "typeof", "nullptr",  "image2d_t", "restrict", "char8_t"}) {
    CAPTURE(std::string(word));
    CHECK(s::name_fault(word));
  }
  for (const char* word :
       {"rank", "FP32", "D", "min_value", "half5", "float44", "kernels", "x", "count", "Y2", "quad1"}) {
    CAPTURE(std::string(word));
    CHECK_FALSE(s::name_fault(word));
  }
  for (const char* word : {"", "1a", "_a", "a-b", "a.b", "a b", "a__b", "\xC3\xA9"}) {
    CAPTURE(std::string(word));
    CHECK(s::name_fault(word));
  }
}

TEST_CASE("the JSON Schema says what the table says") {
  Json schema = Json::parse(s::json_schema(sample()));
  CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["required"] == Json::parse(R"(["kind","name","abi","doc"])"));
  CHECK(schema["properties"]["kind"]["enum"] == Json::parse(R"(["sample"])"));
  CHECK(schema["properties"]["endian"]["enum"] == Json::parse(R"(["little","big"])"));
  CHECK(schema["properties"]["fields"]["minItems"] == 1);
  CHECK(schema["properties"]["size"]["description"] == "How large.\n\nFor example: 232");
  CHECK(schema["definitions"]["field"]["required"] == Json::parse(R"(["name","type"])"));
  CHECK(schema["definitions"]["symbol"]["additionalProperties"]["minLength"] == 1);
  CHECK(schema["definitions"]["nested"]["properties"]["fields"]["items"]["$ref"] == "#/definitions/nested");
  CHECK(schema["definitions"]["law"]["properties"]["code"]["minimum"] == 1);
  CHECK(schema["definitions"]["law"]["properties"]["code"]["maximum"] == 99);
  CHECK(schema["definitions"]["law"]["properties"]["align"]["anyOf"][0]["enum"].size() == 7);
  CHECK(schema["definitions"]["law"]["dependencies"]["why"] == Json::parse(R"(["gone"])"));
  CHECK(schema["definitions"]["law"]["allOf"][0]["anyOf"].size() == 2);
  CHECK(schema["definitions"]["field"]["allOf"][0]["not"]["required"] == Json::parse(R"(["in","const"])"));
}

TEST_CASE("the reference page has a section for each kind of row and a row for each key") {
  std::string page = s::reference_page(sample());
  CHECK(page.starts_with("# Specs of kind `sample`\n\nNothing real.\n"));
  for (const char* part :
       {"\n## field\n", "\n## gap\n", "\n## nested\n", "A single value stands for `{when: ...}`.",
        "| `at` | number |  | Its first byte. | `24` |", "| `fields` | list of [field](#field) or [gap](#gap) |",
        "At most one of `in` or `const`.", "| `code` | number from 1 to 99 | needed |",
        "| `align` | a power of two up to 64 |", "| `many` | number from 1 to 6, or an enum |",
        "At least one of `rule` or `gone`.", "Only with `gone`: `why`.", "| *name* | single value | | A column. | |",
        "| `scope` | list: name, then name |"}) {
    CAPTURE(std::string(part));
    CHECK(page.find(part) != std::string::npos);
  }
}
