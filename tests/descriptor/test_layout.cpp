// What is said of a layout that is not one, word for word, and what a sound one comes to.
#include <doctest/doctest.h>

#include "of_fields.h"

using namespace npuspec;
using test::Built;

TEST_CASE("a hole is named with its bytes and what would fill it") {
  Built built(test::of_fields("size: 8\n", {"{name: a, at: 0, type: u32}", "{name: b, at: 6, type: u16}"}));
  CHECK(built.said() ==
        "sample.yaml:8:19: error[D011]: bytes 4..5 are in no field\n"
        "    8 |   - {name: b, at: 6, type: u16}\n"
        "      |                   ^\n"
        "help: reserve them: {reserved: 2, at: 4, code: N}\n");
}

TEST_CASE("an overlap is named with the bytes shared and the next free one") {
  Built built(test::of_fields("size: 8\n", {"{name: dtype, at: 0, type: u32}", "{name: rank, at: 2, type: u16}",
                                            "{name: c, at: 4, type: u32}"}));
  CHECK(built.said() ==
        "sample.yaml:8:22: error[D012]: field 'rank' overlaps 'dtype' (bytes 2..3)\n"
        "    8 |   - {name: rank, at: 2, type: u16}\n"
        "      |                      ^\n"
        "help: the next free byte is 4\n"
        "sample.yaml:7:12: note: 'dtype' is here\n"
        "    7 |   - {name: dtype, at: 0, type: u32}\n"
        "      |            ^\n");
}

TEST_CASE("layouts and what is said of them") {
  struct Case {
    const char* keys;
    std::initializer_list<const char*> fields;
    std::vector<std::string> said;  // code and message, in order
  };
  const Case cases[] = {
      {"size: 8\n", {"{name: a, at: 0, type: u32}", "{name: b, at: 4, type: u32}"}, {}},
      {"size: 1\n", {"{name: a, at: 0, type: u8}"}, {}},
      {"size: 4\nalign: 4\n", {"{name: a, at: 0, type: u8, count: 4}"}, {}},
      {"size: 9\npacked: true\n", {"{name: a, at: 0, type: u8}", "{name: b, at: 1, type: u64}"}, {}},
      {"size: 8\nalign: 4\npacked: true\n", {"{name: a, at: 0, type: u64}"}, {}},
      {"size: 9\n",
       {"{name: a, at: 0, type: u8}", "{name: b, at: 1, type: u64}"},
       {"D014 the size 9 is no multiple of the alignment 8",
        "D015 'b' at 1 is not aligned: u64 starts at a multiple of 8"}},
      {"size: 8\n",
       {"{name: a, at: 1, type: u8}", "{name: b, at: 4, type: u32}"},
       {"D011 byte 0 is in no field", "D011 bytes 2..3 are in no field"}},
      {"size: 12\n", {"{name: a, at: 0, type: u64}"}, {"D011 bytes 8..11 are in no field"}},
      {"size: 9\n", {"{name: a, at: 0, type: u64}"}, {"D011 byte 8 is in no field"}},
      {"size: 7\n", {"{name: a, at: 0, type: u64}"}, {"D014 the size is 7, but the last field ends at 8"}},
      {"size: 8\n",
       {"{name: a, at: 0, type: u64}", "{name: b, at: 0, type: u64}"},
       {"D012 field 'b' overlaps 'a' (bytes 0..7)"}},
      {"size: 8\n",
       {"{name: a, at: 0, type: u64}", "{name: b, at: 3, type: u8}"},
       {"D012 field 'b' overlaps 'a' (byte 3)"}},
      {"size: 8\n",
       {"{name: a, at: 0, type: u64}", "{reserved: 4, at: 4, code: 1}"},
       {"D012 reserved bytes 4..7 overlaps 'a' (bytes 4..7)"}},
      {"size: 8\n",
       {"{name: b, at: 4, type: u32}", "{name: a, at: 0, type: u32}"},
       {"D013 'a' lies before 'b', which is above it"}},
      {"size: 4\nalign: 2\n", {"{name: a, at: 0, type: u32}"}, {"D015 align 2 is less than its fields need: 4"}},
      {"size: 4\nalign: 3\n", {"{name: a, at: 0, type: u32}"}, {"D015 'align' cannot be 3"}},
      {"size: 100000\n",
       {"{name: a, at: 0, type: u64, count: 12500}"},
       {"D014 'size' cannot be 100000", "D014 'a' ends at 100000, past the largest struct"}},
      {"", {"{name: a, at: 0, type: u64}"}, {"D014 the size is not said"}},
  };
  for (const Case& each : cases) {
    Built built(test::of_fields(each.keys, each.fields));
    std::vector<std::string> said;
    for (const Diag& diag : built.spec().diags.list())
      said.push_back(std::string(name(diag.code)) + " " + diag.message);
    CAPTURE(built.said());
    CHECK(said == each.said);
    CHECK((built.spec().model != nullptr) == each.said.empty());
  }
}

TEST_CASE("nested structs and arrays are placed by their elements") {
  Built built(
      "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n"
      "structs:\n"
      "  outer:\n"
      "    size: 40\n"
      "    fields:\n"
      "      - {name: a, at: 0, type: u64}\n"
      "      - {name: parts, at: 8, type: part, count: 4}\n"
      "  part:\n"
      "    size: 8\n"
      "    fields:\n"
      "      - {name: x, at: 0, type: u32}\n"
      "      - {name: z, at: 4, type: i16, count: 2}\n");
  CAPTURE(built.said());
  const descriptor::Struct& outer = *built.model<descriptor::Descriptors>().find_struct("outer");
  CHECK(outer.size == 40);
  CHECK(outer.align == 8);
  CHECK(outer.find("parts")->size == 32);
  CHECK(outer.find("parts")->element_size() == 8);
  CHECK(built.model<descriptor::Descriptors>().find_struct("part")->align == 4);
}

TEST_CASE("every mistake of a file is told in one run") {
  Built built(
      test::of_fields("size: 8\n", {"{name: a, at: 1, type: u8}", "{name: b, at: 2, type: colour}",
                                    "{name: c, at: 4, type: u16, const: 70000}", "{name: c, at: 6, type: u16}"}));
  std::vector<std::string> codes;
  for (const Diag& diag : built.spec().diags.list()) codes.emplace_back(name(diag.code));
  CHECK(codes == std::vector<std::string>{"D001", "D002", "D010"});
}
