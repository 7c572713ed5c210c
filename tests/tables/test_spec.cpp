// The model of a `tables` spec, what it promises, and what goes to the templates.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "front/json.h"
#include "front/kinds/tables/kind.h"
#include "front/kinds/tables/lower.h"
#include "front/kinds/tables/model.h"
#include "front/report.h"
#include "support/built.h"

using namespace npuspec;
using namespace npuspec::tables;

namespace {

constexpr const char* kSmall = R"(kind: tables
name: small
abi: {major: 1, minor: 0}
doc: A small one.
identifier: SMAL
root: Root
enums:
  Kind:
    base: i8
    open: true
    columns: {bytes: int, copied: bool, note: text}
    defaults: {bytes: 7, copied: false, note: none}
    rows:
      WIDE: {value: 5, bytes: 8, copied: true, note: wide}
      NARROW: {value: -1, bytes: 1}
tables:
  Root:
    - {id: 0, name: leaves, type: 'Leaf[]'}
    - {id: 1, name: first, type: u32, ref: leaves}
    - {id: 2, name: shape_kind, type: u8, tag_of: shape}
    - {id: 3, name: shape, type: Opaque, members: [Leaf]}
    - {id: 4, name: rest, type: Opaque}
  Leaf:
    - {id: 0, name: kind, type: Kind, default: WIDE}
    - {id: 1, name: low, type: i64, default: -9223372036854775808}
    - {id: 2, name: high, type: u64, default: 0xFFFFFFFFFFFFFFFF, file_offset: above 1}
    - {id: 3, name: used, type: bool, default: true}
    - {id: 4, name: data, type: 'f32[]', force_align: 16}
    - {id: 5, name: near, type: 'i32[]', ref: Root.leaves, absent: -1}
    - {id: 6, name: names, type: 'string[]', deprecated: {use: data}}
)";

const TablesModel& model_of(const test::Built& built) { return static_cast<const TablesModel&>(*built.spec().model); }

}  // namespace

TEST_CASE("a sound spec gives a model without a word") {
  test::Built built(kSmall);
  CAPTURE(built.said());
  REQUIRE(built.found().empty());
  const TablesModel& model = model_of(built);
  REQUIRE(model.tables.size() == 2);
  const Table& root = model.tables[0];
  const Table& leaf = model.tables[1];
  CHECK(model.root == 0);
  CHECK(root.fields[1].ref->field == 0);
  CHECK(root.fields[2].tag_of == 3);
  CHECK(root.fields[3].tag == 2);
  CHECK(root.fields[3].members == std::vector<int>{1});
  CHECK(leaf.fields[0].default_value == Number{.magnitude = 5});
  CHECK(leaf.fields[5].ref->table == 0);
  CHECK(leaf.fields[6].slot() == 16);
  CHECK(kinds(leaf) == "1881ooo");
  CHECK(kinds(root) == "o41oo");
}

TEST_CASE("a symbol without a value for a column has the column's default") {
  test::Built built(kSmall);
  const Enum& kind = model_of(built).enums[0];
  CHECK(kind.symbols[1].columns[0].number == Number{.magnitude = 1});
  CHECK_FALSE(kind.symbols[1].columns[1].flag);
  CHECK(kind.symbols[1].columns[2].text == "none");
  CHECK(kind.columns[0].missing.number == Number{.magnitude = 7});
}

TEST_CASE("defaults go to the templates as bits and as literals that C++ takes") {
  test::Built built(kSmall);
  Json ir;
  tables::lower_tables(built.spec(), model_of(built), ir);
  const Json& fields = ir["tables"][1]["fields"];
  CHECK(fields[0]["default"] == "Kind::WIDE");
  CHECK(fields[0]["default_bits"] == "0x5");
  CHECK(fields[1]["default"] == "-9223372036854775807 - 1");
  CHECK(fields[1]["default_bits"] == "0x8000000000000000");
  CHECK(fields[2]["default"] == "18446744073709551615u");
  CHECK(fields[3]["default"] == "true");
  CHECK(ir["enums"][0]["by_value"][0]["name"] == "NARROW");
  CHECK(ir["tables"][0]["fields"][2]["in_fbs"] == false);
  CHECK(ir["tables"][0]["fields"][3]["fbs"] == "RootShape");
}

TEST_CASE("a float's default is what the flatbuffers schema language takes, to the bit") {
  std::string text = kSmall;
  text +=
      "    - {id: 7, name: scale, type: f32, default: 1.5}\n"
      "    - {id: 8, name: wide, type: f64, default: -2e3}\n"
      "    - {id: 9, name: most, type: f32, default: inf}\n"
      "    - {id: 10, name: least, type: f64, default: -inf}\n"
      "    - {id: 11, name: whole, type: f32, default: 3}\n"
      "    - {id: 12, name: none, type: f32, default: nan}\n";
  test::Built built(text);
  REQUIRE_MESSAGE(built.found().empty(), built.said());
  Json ir;
  tables::lower_tables(built.spec(), model_of(built), ir);
  const Json& fields = ir["tables"][1]["fields"];
  const char* const expected[][3] = {{"1.5", "1.5f", "0x3FC00000"},
                                     {"-2e3", "-2e3", "0xC09F400000000000"},
                                     {"inf", "__builtin_huge_valf()", "0x7F800000"},
                                     {"-inf", "-__builtin_huge_val()", "0xFFF0000000000000"},
                                     {"3", "3.0f", "0x40400000"},
                                     {"nan", "__builtin_nanf(\"\")", "0x7FC00000"}};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    const Json& field = fields[7 + i];
    CAPTURE(field.dump());
    CHECK(field["fbs_default"] == expected[i][0]);
    CHECK(field["default"] == expected[i][1]);
    CHECK(field["default_bits"] == expected[i][2]);
    CHECK(field["default_stated"] == true);
  }
  Facts facts;
  kTablesKind.facts(built.spec(), facts);
  auto scale =
      std::find_if(facts.list().begin(), facts.list().end(), [](const Fact& fact) { return fact.id == "Leaf.#7"; });
  REQUIRE(scale != facts.list().end());
  CHECK(scale->attributes["default"] == "1.5");
}

TEST_CASE("a symbol may be its number alone") {
  std::string text = kSmall;
  text.replace(text.find("NARROW: {value: -1, bytes: 1}"), 29, "NARROW: -1");
  test::Built built(text);
  REQUIRE_MESSAGE(built.found().empty(), built.said());
  const Enum& kind = model_of(built).enums[0];
  CHECK(kind.symbols[1].value == Number{.negative = true, .magnitude = 1});
  CHECK(kind.symbols[1].columns[0].number == Number{.magnitude = 7});
}

TEST_CASE("a renamed field is the same promise under another name, since names are not on the wire") {
  test::Built before(kSmall);
  std::string renamed = kSmall;
  renamed.replace(renamed.find("name: low"), 9, "name: bottom");
  test::Built after(renamed);
  Facts was, is;
  kTablesKind.facts(before.spec(), was);
  kTablesKind.facts(after.spec(), is);
  REQUIRE(was.list().size() == is.list().size());
  std::size_t changed = 0;
  for (std::size_t i = 0; i < was.list().size(); ++i) {
    CHECK(was.list()[i].id == is.list()[i].id);
    if (was.list()[i].attributes == is.list()[i].attributes) continue;
    ++changed;
    CHECK(was.list()[i].id == "Leaf.#1");
  }
  CHECK(changed == 1);
}
