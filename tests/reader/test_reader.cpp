#include <doctest/doctest.h>

#include <chrono>
#include <string>

#include "fixture.h"

using namespace npuspec;
using npuspec::test::Reading;

namespace {

// A tree on one line: scalars as <text>, quoted ones as "text".
std::string flat(const Node& node) {
  std::string out;
  if (node.is_scalar()) return (node.quoted ? "\"" : "<") + std::string(node.text) + (node.quoted ? "\"" : ">");
  if (node.is_list()) {
    for (const Node* item : node.items) out += (out.empty() ? "" : " ") + flat(*item);
    return "[" + out + "]";
  }
  for (const Entry& entry : node.entries) {
    out += (out.empty() ? "" : " ") + std::string(entry.key) + "=" + flat(*entry.value);
  }
  return "{" + out + "}";
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("a text is read as it stands, and never as YAML's types") {
  struct Row {
    const char* text;
    const char* tree;
  };
  const Row rows[] = {
      {"a: 1", "{a=<1>}"},
      {"a: 010\n", "{a=<010>}"},
      {"a: true\nb: off\n", "{a=<true> b=<off>}"},
      {"a: 0..<4 GiB\n", "{a=<0..<4 GiB>}"},
      {"a: -128..127\n", "{a=<-128..127>}"},
      {"a: '0x10'\nb: \"x\"\n", "{a=\"0x10\" b=\"x\"}"},
      {"a: ''\n", "{a=\"\"}"},
      {"a: 'null'\nb: '~'\n", "{a=\"null\" b=\"~\"}"},
      {"'on': 1\n\"<<\": 2\n", "{on=<1> <<=<2>}"},
      {"a: it's\nb: 'it''s'\n", "{a=<it's> b=\"it's\"}"},
      {"a: \"\\x41\\u00e9\\n\"\n", "{a=\"A\xC3\xA9\n\"}"},
      {"a: x and\n   y\n", "{a=<x and y>}"},
      {"a: >-\n  x\n  y\nb: |\n  x\n  y\n", "{a=\"x y\" b=\"x\ny\n\"}"},
      {"a: # why\n  - 1 # one\n  - {b: c}\n", "{a=[<1> {b=<c>}]}"},
      {"a: [1, 2,]\n", "{a=[<1> <2>]}"},
      {"a:\n- 1\n- - 2\n  - 3\n", "{a=[<1> [<2> <3>]]}"},
      {"a: {}\nb: []\n", "{a={} b=[]}"},
      {"- a\n", "[<a>]"},
      {"plain", "<plain>"},
      {"---\na: 1\n...\n", "{a=<1>}"},
      {"a: 1\r\nb: [2,\r\n  3]\r\n", "{a=<1> b=[<2> <3>]}"},
      {"a: 1 # a\ttab\n#\t\nb: \"\\t\"\n", "{a=<1> b=\"\t\"}"},
      {"{\"a\":1,\"b\":[true,\"x\"]}", "{a=<1> b=[<true> \"x\"]}"},
      {"a: \xE2\x89\xA4 4 \xF0\x9F\x98\x80\n", "{a=<\xE2\x89\xA4 4 \xF0\x9F\x98\x80>}"},
      {"a: x#y\nb: a:b\n", "{a=<x#y> b=<a:b>}"},
      {"extent[a in axis]: 1\n", "{extent[a in axis]=<1>}"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    Reading reading(row.text);
    CHECK(reading.said() == "");
    REQUIRE(reading.root);
    CHECK(flat(*reading.root) == row.tree);
  }
}

TEST_CASE("every node and key has the place of its first byte") {
  Reading reading("a: 1\nlonger:\n  - x\n  - {k: 'v'}\n\xC3\xA9: \"q\"\n");
  REQUIRE(reading.root);
  const Node& root = *reading.root;
  CHECK(root.at == Place{1, 1, 1});
  CHECK(root.entry("a")->key_at == Place{1, 1, 1});
  CHECK(root.find("a")->at == Place{1, 1, 4});
  CHECK(root.find("longer")->at == Place{1, 3, 3});
  CHECK(root.find("longer")->items[1]->at == Place{1, 4, 5});
  CHECK(root.find("longer")->items[1]->entries[0].key_at == Place{1, 4, 6});
  CHECK(root.find("longer")->items[1]->find("k")->at == Place{1, 4, 9});
  CHECK(root.find("\xC3\xA9")->at == Place{1, 5, 5});
  CHECK(root.find("nothing") == nullptr);
}

TEST_CASE("the mistakes of a file are all reported, each once, and the tree keeps what is sound") {
  Reading reading("a: &x 1\nb:\nc: [1,,2]\na: 2\nno: 3\nd: 4\n");
  CHECK(reading.diags.errors() == 5);
  REQUIRE(reading.root);
  CHECK(reading.root->entries.size() == 4);
  CHECK(reading.root->find("a")->text == "1");
  CHECK(reading.root->find("b")->broken);
  CHECK(reading.root->find("c")->items[1]->broken);
  CHECK(reading.root->find("no") == nullptr);
  CHECK(reading.root->find("d")->text == "4");
}

TEST_CASE("a value that a comma ended says to put quotes around it") {
  Reading reading("checks:\n  - {id: a, require: min(a, b) <= c}\n");
  CHECK(reading.said() ==
        "t.yaml:2:29: error[Y015]: 'b) <= c' has no value\n"
        "    2 |   - {id: a, require: min(a, b) <= c}\n"
        "      |                             ^~~~~~~\n"
        "help: a comma ended the value of 'require'; put quotes around it\n");
}

TEST_CASE("a repeated key shows both places") {
  Reading reading("size: 8\nalign: 4\nsize: 16\n");
  CHECK(reading.said() ==
        "t.yaml:3:1: error[Y012]: key 'size' is there twice\n"
        "    3 | size: 16\n"
        "      | ^~~~\n"
        "help: keep one of the two\n"
        "t.yaml:1:1: note: the other one\n"
        "    1 | size: 8\n"
        "      | ^\n");
}

TEST_CASE("a file in UTF-16 is told so once, whatever its byte order, and so is one that is no text") {
  std::string text = "kind: descriptor\nname: sample\n";
  std::string low;
  std::string high;
  for (char c : text) {
    low += {c, '\0'};
    high += {'\0', c};
  }
  for (const std::string& file : {low, high, "\xFF\xFE" + low, "\xFE\xFF" + high}) {
    CHECK(Reading(file).said() == "t.yaml: error[Y001]: this file is UTF-16\nhelp: save it as UTF-8\n");
  }
  Reading binary(text + std::string("\x7F\0\0\x01\xFF", 5));
  CHECK(binary.root == nullptr);
  REQUIRE(binary.diags.list().size() == 1);
  CHECK(binary.diags.list()[0].message == "a NUL byte: this file is no text");
}

TEST_CASE("64 levels are read and 65 are refused") {
  CHECK(Reading(repeat("[", 64) + "x" + repeat("]", 64)).root != nullptr);
  Reading deep(repeat("[", 65) + "x" + repeat("]", 65));
  CHECK(deep.root == nullptr);
  CHECK(deep.diags.list().at(0).code == Code::Y017);
}

TEST_CASE("a file over the limit is refused unread") {
  std::string text = "a: " + std::string(kMaxSpecBytes - 3, 'x');
  CHECK(Reading(text).root != nullptr);
  Reading large(text + "x");
  CHECK(large.root == nullptr);
  REQUIRE(large.diags.list().size() == 1);
  CHECK(large.diags.list()[0].code == Code::Y004);
}

TEST_CASE("a file of nothing but mistakes is left after a hundred of them") {
  Reading reading("a: [" + repeat(",", 100000) + "]\n");
  CHECK(reading.root == nullptr);
  REQUIRE(reading.diags.list().size() == kMaxReadErrors + 1);
  CHECK(reading.diags.list().back().code == Code::Y022);
}

TEST_CASE("hostile texts of a megabyte are answered within seconds") {
  const std::string many = repeat("x", 1u << 20);
  const std::string texts[] = {
      repeat("[", 1u << 20),
      repeat("{", 1u << 20),
      repeat("- ", 1u << 19),
      repeat("? ", 1u << 19),
      repeat("&a ", 1u << 18),
      repeat("!a ", 1u << 18),
      repeat(": ", 1u << 19),
      repeat("a: ", 1u << 18),
      repeat("a\n", 1u << 19),
      repeat("\n", 1u << 20),
      repeat(" ", 1u << 20),
      repeat("#\n", 1u << 19),
      repeat("---\n", 1u << 18),
      repeat("...\n", 1u << 18),
      repeat("'", (1u << 20) + 1),
      repeat("\"", (1u << 20) + 1),
      repeat("\\", 1u << 20),
      repeat("\x80", 1u << 20),
      repeat("\t", 1u << 20),
      repeat("\tx\n", 1u << 18),
      repeat("a: b\n", 1u << 17),
      repeat("[x],", 1u << 18),
      "[" + repeat("x,", 1u << 19) + "]",
      "{" + repeat("x: y, ", 1u << 17) + "}",
      "a: |\n" + repeat(" x\n", 1u << 18),
      "a: >\n" + repeat(" x\n\n", 1u << 18),
      "a: x\n" + repeat("  x\n", 1u << 18),
      "a: '" + repeat("\n", 1u << 20) + "'",
      "a: \"" + repeat("\\\n", 1u << 19) + "\"",
      repeat("- [", 40) + many,
      "? " + many,
      many + ": 1",
      "%" + many,
  };
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 12));
    auto start = std::chrono::steady_clock::now();
    Reading reading(text);
    auto took = std::chrono::steady_clock::now() - start;
    CHECK((reading.root != nullptr || reading.diags.failed()));
    CHECK(reading.diags.list().size() <= kMaxReadErrors + 1);
    CHECK(std::chrono::duration<double>(took).count() < 30);  // sanitizers included
  }
}

TEST_CASE("the tree takes at most ten times the text") {
  std::string text = "fields:\n";
  for (int i = 0; i < 2000; ++i) {
    text += "  - {name: field_" + std::to_string(i) + ", at: " + std::to_string(8 * i) +
            ", type: u64, in: 0..<4 GiB, doc: what this one holds}\n";
  }
  Reading reading(text);
  REQUIRE(reading.root);
  CHECK(reading.arena.reserved() < 10 * text.size());
}

TEST_CASE("a quote that is closed too soon or too late is pointed at, and so is a bracket") {
  auto said = [](const char* text) { return Reading(text).said(); };
  std::string late = said("a: \"x\nb: \"y\"\n");
  CHECK(late.find("t.yaml:1:4: note: the quote that was opened here is closed right before it") != std::string::npos);
  CHECK(late.find("help: close the quote where its text ends") != std::string::npos);
  std::string soon = said("a: 'don't'\n");
  CHECK(soon.find("t.yaml:1:4: note: the text that starts here ends at the quote before it") != std::string::npos);
  CHECK(soon.find("help: write '' for a ' in single quotes") != std::string::npos);
  std::string in_flow = said("a: {b: \"x}\nc: {b: \"y\"}\n");
  CHECK(in_flow.find("t.yaml:1:4: note: the bracket was opened here") != std::string::npos);
  CHECK(in_flow.find("t.yaml:1:8: note: the quote that was opened here is closed right before it") !=
        std::string::npos);
}
