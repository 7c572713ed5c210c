#include <doctest/doctest.h>

#include <numeric>

#include "base/wire.h"
#include "front/kinds/descriptor/dump.h"
#include "front/kinds/descriptor/value.h"
#include "of_fields.h"

using namespace npuspec;
using namespace npuspec::descriptor;
using test::Built;

namespace {

const char kNested[] =
    "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n"
    "enums:\n"
    "  way: {base: u8, rows: {NORTH: 0, SOUTH: 1}}\n"
    "  axis: {rows: {X: 0, Z: 1}}\n"
    "structs:\n"
    "  part:\n"
    "    size: 4\n"
    "    fields:\n"
    "      - {name: way, at: 0, type: way, code: 1, doc: where it goes}\n"
    "      - {reserved: 1, at: 1, code: 2}\n"
    "      - {name: step, at: 2, type: i16}\n"
    "  whole:\n"
    "    size: 24\n"
    "    fields:\n"
    "      - {name: sum, at: 0, type: u32, digest: crc32c, code: 1}\n"
    "      - {name: count, at: 4, type: u32, in: 0..2, code: 2}\n"
    "      - {name: parts, at: 8, type: part, count: axis, code: 3}\n"
    "      - {name: sizes, at: 16, type: u32, count: 2, live: count, in: 1..0xFFFFFFFF, code: 4, unit: ms}\n"
    "    let:\n"
    "      product: prod(sizes[i] * sizes[i] * sizes[i] for i in 0..<count)\n"
    "    checks:\n"
    "      - {code: 5, id: small, require: product < 100}\n"
    "    examples:\n"
    "      - {id: empty}\n"
    "      - {id: two, with: {count: 2, parts: {X: {way: SOUTH, step: -2}, Z: {step: 3}}, sizes: [2, 1]}}\n"
    "      - {id: bad-part, like: two, poke: {8: 7}, refuse: parts}\n"
    "      - {id: padded-part, like: two, poke: {13: 1}, refuse: parts}\n"
    "      - {id: too-much, like: two, with: {sizes: [9, 1]}, refuse: small}\n"
    "      - {id: overflow, like: two, with: {sizes: [0xFFFFFFFF, 2]}, refuse: small}\n"
    "      - {id: stray, like: two, with: {count: 1}, refuse: sizes}\n";

}  // namespace

TEST_CASE(
    "a field of an enum may be a symbol for good: bytes start with it, any other value is refused, and it has "
    "columns") {
  Built built(
      "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\nsize: 4\n"
      "enums:\n"
      "  form: {base: u8, columns: {bytes: int}, rows: {DEVICE: {value: 1, bytes: 18}, CONFIG: {value: 2, bytes: 9}}}\n"
      "  kind: {base: u8, open: true, rows: {FIRST: 7}}\n"
      "fields:\n  - {name: length, at: 0, type: u8}\n  - {name: form, at: 1, type: form, const: DEVICE, code: 1}\n"
      "  - {name: kinds, at: 2, type: kind, count: 2, const: FIRST, code: 2}\n"
      "checks:\n  - {code: 3, id: whole, require: length == form.bytes}\n"
      "examples:\n  - {id: first, with: {length: 18}}\n  - {id: other, like: first, poke: {1: 2}, refuse: form}\n"
      "  - {id: none, like: first, poke: {3: 0}, refuse: kinds}\n  - {id: short, with: {length: 9}, refuse: whole}\n");
  CHECK(built.said() == "");
  Codec codec(built.model<descriptor::Descriptors>().structs[0]);
  CHECK(codec.initial() == std::vector<guard::Int>{0, 1, 7, 7});
}

TEST_CASE("a parameter outside its range, or that is no row of its enum, is refused before the fields are looked at") {
  Built built(
      "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\nsize: 4\n"
      "enums: {mode: {rows: {COLD: 3, WARM: 5}}}\n"
      "params: {wk: {type: u32, in: 1..2, code: 3}, mode: {type: mode, code: 2}, strict: bool}\n"
      "fields:\n  - {name: a, at: 0, type: u32, in: 0..9, code: 1}\n"
      "examples:\n  - {id: first}\n  - {id: many, with: {a: 10, wk: 3}, refuse: wk}\n"
      "  - {id: neither, with: {a: 10, wk: 2, mode: 4}, refuse: mode}\n");
  CAPTURE(built.said());
  REQUIRE(built.said() == "");
  const descriptor::Struct& of = built.model<descriptor::Descriptors>().structs[0];
  const std::vector<std::uint8_t> bytes(4, 0);
  auto code = [&](guard::Int wk, guard::Int mode) {
    Judge judge(of);
    const guard::Int slots[] = {0, wk, mode, 0};
    judge.start(slots, bytes);
    const Check* refused = judge.first();
    return refused ? refused->code : 0;
  };
  CHECK(code(1, 3) == 0);
  CHECK(code(2, 5) == 0);
  for (guard::Int wk : {0, 3, 64}) CHECK(code(wk, 3) == 3);
  for (guard::Int mode : {0, 4, 6}) CHECK(code(1, mode) == 2);
}

TEST_CASE("CRC-32C gives the sums of RFC 3720, in one piece and in two") {
  std::vector<std::uint8_t> zeros(32, 0);
  std::vector<std::uint8_t> ones(32, 0xFF);
  std::vector<std::uint8_t> up(32);
  std::iota(up.begin(), up.end(), std::uint8_t{0});
  std::vector<std::uint8_t> down(up.rbegin(), up.rend());
  CHECK(npuspec_crc32c(0, zeros.data(), 32) == 0x8A9136AA);
  CHECK(npuspec_crc32c(0, ones.data(), 32) == 0x62A8AB43);
  CHECK(npuspec_crc32c(0, up.data(), 32) == 0x46DD794E);
  CHECK(npuspec_crc32c(0, down.data(), 32) == 0x113FDB5C);
  CHECK(npuspec_crc32c(npuspec_crc32c(0, up.data(), 7), up.data() + 7, 25) == 0x46DD794E);
}

TEST_CASE("the compiler's own digest is CRC-32C with the field taken as zero") {
  Built built(test::of_fields("size: 32\n",
                              {"{name: a, at: 0, type: u64}", "{name: sum, at: 8, type: u32, digest: crc32c, code: 1}",
                               "{name: b, at: 12, type: u8, count: 20}"}));
  CAPTURE(built.said());
  Codec codec(built.model<descriptor::Descriptors>().structs[0]);
  std::vector<std::uint8_t> bytes(32, 0);
  bytes[9] = 0x77;
  CHECK(codec.digest(bytes) == 0x8A9136AA);
}

TEST_CASE("bytes become numbers and the same bytes again, nested, signed and reserved ones too") {
  Built built(kNested);
  CAPTURE(built.said());
  const Struct& whole = *built.model<descriptor::Descriptors>().find_struct("whole");
  Codec codec(whole);
  std::vector<std::uint8_t> bytes(whole.size);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(0xF0 + i);
  std::vector<Int> slots = codec.initial();
  codec.unpack(bytes, slots);
  std::vector<std::uint8_t> again = bytes;
  for (const Leaf& leaf : codec.leaves()) again[leaf.offset] = 0;
  codec.pack(slots, again);
  CHECK(again == bytes);
  // parts[Z].step: bytes FE FF
  const Leaf* leaf = nullptr;
  for (const Leaf& each : codec.leaves()) {
    if (each.offset == 14) leaf = &each;
  }
  REQUIRE(leaf);
  CHECK(slots[leaf->slot] == -2);
  CHECK(path_to(whole, 14) == "parts[Z].step");
  CHECK(path_to(whole, 20) == "sizes[1]");
  CHECK(path_to(whole, 9) == "parts[X].reserved_1");
}

TEST_CASE("examples are judged as they say, by rules of fields, of structs inside, and by overflow") {
  Built built(kNested);
  CAPTURE(built.said());
  const Struct& whole = *built.model<descriptor::Descriptors>().find_struct("whole");
  CHECK(whole.examples.size() == 7);
  Judge judge(whole);
  const Example& overflow = whole.examples[5];
  judge.start(overflow.slots, overflow.bytes);
  CHECK(judge.judge(*whole.check("small")) == Judge::Outcome::kOverflows);
  CHECK(judge.judge(*whole.check("sizes")) == Judge::Outcome::kHolds);
}

TEST_CASE("a check that rests on one that fails is not judged") {
  Built built(kNested);
  const Struct& whole = *built.model<descriptor::Descriptors>().find_struct("whole");
  Codec codec(whole);
  std::vector<std::uint8_t> bytes = whole.examples[1].bytes;
  bytes[4] = 200;  // count
  auto opinions = judge(whole, bytes, {});
  REQUIRE(opinions.size() == 1);
  std::vector<std::string_view> failed;
  for (const Failure& each : opinions[0].failed) failed.push_back(each.check->id);
  CHECK(failed == std::vector<std::string_view>{"sum", "count"});
  std::vector<std::string_view> unjudged;
  for (const Check* check : opinions[0].unjudged) unjudged.push_back(check->id);
  CHECK(unjudged == std::vector<std::string_view>{"sizes", "small"});
  CHECK_FALSE(opinions[0].accepted());
}

TEST_CASE("a dump names every byte once") {
  Built built(kNested);
  const Struct& whole = *built.model<descriptor::Descriptors>().find_struct("whole");
  auto lines = dump(whole, whole.examples[1].bytes);
  std::vector<std::string> told;
  std::uint32_t end = 0;
  for (const DumpLine& line : lines) {
    CHECK(line.offset == end);
    end += line.size;
    told.push_back(line.field + "=" + line.value);
  }
  CHECK(end == whole.size);
  told.erase(told.begin());
  CHECK(told == std::vector<std::string>{"count=2", "parts[X].way=SOUTH", "parts[X].reserved_1=zero",
                                         "parts[X].step=-2", "parts[Z].way=NORTH", "parts[Z].reserved_1=zero",
                                         "parts[Z].step=3", "sizes[0]=2 ms", "sizes[1]=1 ms"});
  auto idle = dump(whole, whole.examples[0].bytes);
  CHECK(idle.back().field == "sizes[0..1]");
  CHECK(idle.back().meaning == "beyond count");
  auto few = dump(whole, std::span(whole.examples[1].bytes).first(10));
  CHECK(few.size() == 4);
}
