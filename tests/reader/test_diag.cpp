#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "front/diag.h"
#include "front/json.h"
#include "front/limits.h"

using namespace npuspec;

namespace {

std::string text_of(const std::string& line, std::uint32_t col, std::size_t width) {
  Sources sources;
  std::uint32_t file = sources.add("a.yaml", line);
  Diags diags;
  diags.error(Code::S001, {file, 1, col}, "m").span(width);
  std::string all = render(diags, sources, DiagFormat::kText);
  return all.substr(all.find('\n') + 1);
}

}  // namespace

TEST_CASE("a diagnostic is printed with its place, line, caret, help and notes") {
  Sources sources;
  std::string text(40, '\n');
  std::uint32_t file = sources.add("specs/quanttess/descriptor.yaml", text + "  - {name: rank, at: 4, type: u16}\n");
  Diags diags;
  diags.error(Code::S001, {file, 41, 20}, "field 'rank' overlaps 'dtype' (bytes 4..5)")
      .hint("the next free byte is 6")
      .note({file, 41, 12}, "'rank' is here");
  CHECK(render(diags, sources, DiagFormat::kText) ==
        "specs/quanttess/descriptor.yaml:41:20: error[S001]: field 'rank' overlaps 'dtype' (bytes 4..5)\n"
        "   41 |   - {name: rank, at: 4, type: u16}\n"
        "      |                    ^\n"
        "help: the next free byte is 6\n"
        "specs/quanttess/descriptor.yaml:41:12: note: 'rank' is here\n"
        "   41 |   - {name: rank, at: 4, type: u16}\n"
        "      |            ^\n");
}

TEST_CASE("the caret stands under its text") {
  CHECK(text_of("abc def", 5, 3) == "    1 | abc def\n      |     ^~~\n");
  CHECK(text_of("abc", 4, 1) == "    1 | abc\n      |    ^\n");
  CHECK(text_of("abc", 99, 7) == "    1 | abc\n      |    ^\n");
  CHECK(text_of("ab\tcd", 4, 2) == "    1 | ab  cd\n      |     ^~\n");
  CHECK(text_of("\xC3\xA9 x", 4, 1) == "    1 | \xC3\xA9 x\n      |   ^\n");
  CHECK(text_of("\xE6\xBC\xA2 x", 5, 1) == "    1 | \xE6\xBC\xA2 x\n      |    ^\n");
  CHECK(text_of("a\xFF"
                "b",
                3, 1) == "    1 | a\\xFFb\n      |      ^\n");
  CHECK(text_of("a\x1B"
                "b",
                3, 1) == "    1 | a\\x1Bb\n      |      ^\n");
}

TEST_CASE("a long line is cut around the caret") {
  std::string line = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  std::string shown = text_of(line, 5001, 1);
  std::string first = shown.substr(0, shown.find('\n'));
  std::string second = shown.substr(shown.find('\n') + 1);
  CHECK(first.size() < 130);
  CHECK(first.starts_with("    1 | ...a"));
  CHECK(first.ends_with("b..."));
  CHECK(first.find('X') == second.find('^'));
}

TEST_CASE("a caret wider than what is shown is cut, not the line") {
  std::string shown = text_of(std::string(5000, 'a'), 10, 4000);
  for (std::size_t at = 0; at < shown.size();) {
    std::size_t end = shown.find('\n', at);
    CHECK(end - at < 130);
    at = end + 1;
  }
}

TEST_CASE("a word or a text that nobody reads to its end is cut in its middle, and no character of it") {
  Sources sources;
  Diags diags;
  diags.error(Code::S001, {}, "unknown key '" + std::string(5'000'000, 'k') + "' in a field")
      .hint(std::string(300, 'h'));
  std::string accents;
  for (int i = 0; i < 1000; ++i) accents += "\xC3\xA9";
  diags.error(Code::S001, {}, accents).note({}, accents);
  std::string words;
  for (int i = 0; i < 10'000; ++i) words += "word ";
  diags.error(Code::S001, {}, words);
  for (const Diag& diag : diags.list()) CHECK(diag.message.size() <= 1200);
  CHECK(diags.list()[0].message.starts_with("unknown key 'kkk"));
  CHECK(diags.list()[0].message.ends_with("kkk' in a field"));
  CHECK(diags.list()[0].help.size() == 200);
  CHECK(diags.list()[1].message.find("\xA9...\xC3") != std::string::npos);
  CHECK(diags.list()[1].notes[0].text == diags.list()[1].message);
  std::string short_enough(200, 'a');
  CHECK(diags.error(Code::S001, {}, short_enough).message == short_enough);
}

TEST_CASE("when told to, diagnostics stop at an error and let warnings go") {
  Diags diags;
  diags.error(Code::S001, {}, "before");
  diags.stop_after(2);
  diags.warning(Code::S001, {}, "a");
  CHECK(diags.takes_warnings());
  diags.warning(Code::S001, {}, "b");
  CHECK_FALSE(diags.takes_warnings());
  diags.warning(Code::S001, {}, "gone").hint("gone too");
  diags.error(Code::S001, {}, "1");
  diags.error(Code::S001, {}, "2");
  CHECK_THROWS_AS(diags.error(Code::S001, {}, "3"), Diags::Full);
  CHECK(diags.errors() == 3);
  CHECK(diags.warnings() == 2);
  diags.stop_after(Diags::kNever);
  diags.error(Code::S001, {}, "3");
  CHECK(diags.errors() == 4);
}

TEST_CASE("a did-you-mean looks closely at so many names and no more") {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < limits::kGuesses; ++i) names.push_back("ab" + std::to_string(1000 + i));
  std::vector<std::string_view> few(names.begin(), names.end());
  few.back() = "zebra";
  CHECK(nearest("zebrb", few) == "zebra");
  few.insert(few.begin(), 5, "a name of another length");
  CHECK(nearest("zebrb", few) == "zebra");
  few.insert(few.begin(), 5, "abcde");
  CHECK(nearest("zebrb", few).empty());
}

TEST_CASE("a place without a line names the file, and one without a file nothing") {
  Sources sources;
  std::uint32_t file = sources.add("a.yaml", "x");
  Diags diags;
  diags.error(Code::Y005, {file, 0, 0}, "m");
  diags.warning(Code::I002, {}, "n");
  CHECK(render(diags, sources, DiagFormat::kText) == "a.yaml: error[Y005]: m\nwarning[I002]: n\n");
}

TEST_CASE("nothing that a terminal obeys leaves in a message") {
  Sources sources;
  Diags diags;
  diags.error(Code::S001, {}, "unknown key '\x1B[2J\xE2\x80\xAE\x07'").hint("\x1B]0;x");
  std::string text = render(diags, sources, DiagFormat::kText);
  CHECK(text == "error[S001]: unknown key '\\x1B[2J\\xE2\\x80\\xAE\\x07'\nhelp: \\x1B]0;x\n");
}

TEST_CASE("sorting goes by place, then code, and keeps one of two that say the same") {
  Diags diags;
  diags.error(Code::Y012, {1, 3, 1}, "b");
  diags.error(Code::Y001, {1, 3, 1}, "c");
  diags.warning(Code::Y001, {1, 2, 9}, "w");
  diags.error(Code::Y012, {1, 3, 1}, "b");
  diags.error(Code::Y012, {1, 3, 1}, "b").hint("other");
  diags.sort();
  REQUIRE(diags.list().size() == 4);
  CHECK(diags.list()[0].message == "w");
  CHECK(diags.list()[1].message == "c");
  CHECK(diags.list()[2].message == "b");
  CHECK(diags.list()[3].help == "other");
  CHECK(diags.errors() == 3);
  CHECK(diags.warnings() == 1);
}

TEST_CASE("merging keeps the counts and empties the other") {
  Diags a, b;
  a.error(Code::Y001, {}, "a");
  b.error(Code::Y001, {}, "b");
  b.warning(Code::Y001, {}, "w");
  a.merge(std::move(b));
  CHECK(a.errors() == 2);
  CHECK(a.warnings() == 1);
  CHECK(b.list().empty());
  CHECK_FALSE(b.failed());
}

TEST_CASE("a name near another is found, and one that is not near is not") {
  std::vector<std::string_view> keys = {"name", "type", "count", "endian", "rounding"};
  CHECK(nearest("nmae", keys) == "name");
  CHECK(nearest("Name", keys) == "name");
  CHECK(nearest("nam", keys) == "name");
  CHECK(nearest("names", keys) == "name");
  CHECK(nearest("tpye", keys) == "type");
  CHECK(nearest("endain", keys) == "endian");
  CHECK(nearest("roundng", keys) == "rounding");
  CHECK(nearest("epok", {"epoch"}) == "epoch");  // an edit more where it begins alike
  CHECK(nearest("okep", {"epoch"}) == "");
  CHECK(nearest("xyz", keys) == "");
  CHECK(nearest("ab", keys) == "");
  CHECK(nearest("", keys) == "");
  CHECK(nearest(std::string(1u << 20, 'x'), keys) == "");
}

TEST_CASE("JSON holds what the text holds") {
  Sources sources;
  std::uint32_t file = sources.add("a \"b\".yaml", "x: 1\n");
  Diags diags;
  diags.error(Code::Y012, {file, 1, 1}, "bad \xFF byte").hint("h").note({file, 1, 4}, "there");
  diags.warning(Code::I002, {}, "w");
  Json out = Json::parse(render(diags, sources, DiagFormat::kJson));
  REQUIRE(out.size() == 2);
  CHECK(out[0]["file"] == "a \"b\".yaml");
  CHECK(out[0]["line"] == 1);
  CHECK(out[0]["col"] == 1);
  CHECK(out[0]["code"] == "Y012");
  CHECK(out[0]["severity"] == "error");
  CHECK(out[0]["message"] == "bad \xEF\xBF\xBD byte");
  CHECK(out[0]["help"] == "h");
  CHECK(out[0]["notes"][0]["col"] == 4);
  CHECK(out[0]["notes"][0]["message"] == "there");
  CHECK(out[1]["file"] == "");
  CHECK(out[1]["severity"] == "warning");
  CHECK(Json::parse(render(Diags(), sources, DiagFormat::kJson)) == Json::array());
}

TEST_CASE("SARIF has what version 2.1.0 requires, and counts columns in characters") {
  Sources sources;
  std::uint32_t file = sources.add("specs/a b.yaml", "\xC3\xA9\xC3\xA9: bad\n");
  Diags diags;
  diags.error(Code::Y012, {file, 1, 7}, "m").span(3).hint("h").note({file, 1, 1}, "there");
  diags.warning(Code::Y005, {file, 0, 0}, "w");
  diags.error(Code::I001, {}, "no place");
  Json log = Json::parse(render(diags, sources, DiagFormat::kSarif));
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const Json& run = log["runs"][0];
  CHECK(run["columnKind"] == "unicodeCodePoints");
  const Json& driver = run["tool"]["driver"];
  CHECK(driver["name"] == "npuspec");
  REQUIRE(driver["rules"].size() == code_count());
  REQUIRE(run["results"].size() == 3);
  const Json& result = run["results"][0];
  CHECK(result["level"] == "error");
  CHECK(result["ruleId"] == "Y012");
  CHECK(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == "Y012");
  CHECK(result["message"]["text"] == "m\nhelp: h");
  const Json& place = result["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "specs/a%20b.yaml");
  CHECK(place["region"]["startLine"] == 1);
  CHECK(place["region"]["startColumn"] == 5);
  CHECK(place["region"]["endColumn"] == 8);
  CHECK(result["relatedLocations"][0]["message"]["text"] == "there");
  CHECK_FALSE(run["results"][1]["locations"][0]["physicalLocation"].contains("region"));
  CHECK(run["results"][1]["level"] == "warning");
  CHECK(run["results"][2]["locations"].empty());
}

TEST_CASE("every code has a name of its own and a meaning") {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < code_count(); ++i) {
    auto code = static_cast<Code>(i);
    CAPTURE(std::string(name(code)));
    CHECK(name(code).size() == 4);
    CHECK_FALSE(meaning(code).empty());
    CHECK(std::find(names.begin(), names.end(), name(code)) == names.end());
    names.push_back(name(code));
  }
  CHECK(name(Code::Y012) == "Y012");
}
