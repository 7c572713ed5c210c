#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

struct Row {
  std::string_view text;
  std::string_view expected;
};

// The rules of a tiled descriptor in their order: what the language was made for.
void describe_tiles(World& world) {
  world.let("elements", "prod(sizes[i] for i in 0..<rank)");
  world.let("input_extent", "dtype.bytes + sum((sizes[i] - 1) * strides[i] for i in 0..<rank)");
  world.let("extent[x in tile_axis]", "if tile_axes[x] >= 0 then sizes[tile_axes[x]] else 1");
  world.let("full[x in tile_axis]", "extent[x] / tile_shape[x]");
  world.let("tail[x in tile_axis]", "extent[x] % tile_shape[x]");
  world.let("tiles[x in tile_axis]", "ceil_div(extent[x], tile_shape[x])");
  world.let("slices", "prod(sizes[i] for i in 0..<rank if all(tile_axes[x] != i for x in tile_axis))");
  world.let("class_tiles[k in 0..<16]", "prod(if bit(k, x) then min(tail[x], 1) else full[x] for x in tile_axis)");
  world.let("class_side[k in 0..<16, x in tile_axis]", "if bit(k, x) then tail[x] else tile_shape[x]");
  world.let("class_payload[k in 0..<16]",
            "class_side[k, D] * class_side[k, H] * class_side[k, W] * align_up(class_side[k, C], 16)");
  world.let("class_bytes[k in 0..<16]", "if class_tiles[k] == 0 then 0 else align_up(class_payload[k], 16)");
  world.let("slice_bytes", "sum(class_tiles[k] * class_bytes[k] for k in 0..<16)");
  world.let("output_bytes", "slices * slice_bytes");
  for (std::string_view rule : {
           "rank in 1..6",
           "known(dtype)",
           "all(sizes[i] in 0..<4 GiB for i in 0..<rank)",
           "all(sizes[i] == 0 for i in rank..<6)",
           "all(strides[i] in 0..<4 GiB for i in 0..<rank)",
           "all(strides[i] == 0 for i in rank..<6)",
           "all(tile_axes[x] in -1..5 for x in tile_axis)",
           "all(tile_shape[x] in 1..<4 GiB for x in tile_axis)",
           "elements in 1..4 GiB",
           "all(strides[i] >= dtype.bytes for i in 0..<rank if sizes[i] > 1)",
           "all(strides[i] % dtype.bytes == 0 for i in 0..<rank)",
           "input_extent <= 4 GiB",
           "all(tile_axes[x] < rank for x in tile_axis)",
           "all(tile_axes[x] >= 0 or tile_shape[x] == 1 for x in tile_axis)",
           "slice_bytes <= 4 GiB",
           "output_bytes <= 4 GiB",
       }) {
    CAPTURE(rule);
    CHECK(world.hold(rule));
  }
}

// The one message about a guard under these earlier checks.
std::string message_about(std::string_view guard, std::initializer_list<std::string_view> earlier = {}) {
  World world;
  for (std::string_view each : earlier) CHECK(world.hold(each));
  CHECK(world.diags.list().empty());
  CHECK(world.check(guard) == nullptr);
  return world.messages();
}

TEST_CASE("the rules of a tiled descriptor are proved, each from those before it") {
  World world;
  describe_tiles(world);
  CHECK(world.messages().empty());
  CHECK(world.checker.finish());
}

TEST_CASE("a rule is not proved where those it rests on are missing") {
  World world;
  world.let("extent[x in tile_axis]", "if tile_axes[x] >= 0 then sizes[tile_axes[x]] else 1");
  CHECK(world.check("extent[C] > 0") == nullptr);
  CHECK(world.messages() ==
        "33: G020 index `tile_axes[x]` is 0..2147483647, and `sizes` has 0..5 [bound it in an earlier check]\n");
}

TEST_CASE("what makes no sense is reported once, where it stands, with what to do") {
  const Row kRows[] = {
      {"rnak > 3", "1: G010 unknown name `rnak` [did you mean `rank`?]\n"},
      {"rnak + 1 > rnak", "1: G010 unknown name `rnak` [did you mean `rank`?]\n"},
      {"numbre > 3", "1: G010 unknown name `numbre` [did you mean `first.number`?]\n"},
      {"FP16 == FP32", "9: G010 unknown name `FP32` [write dtype.FP32]\n"},
      {"dtype == FP33", "10: G010 unknown name `FP33`, no symbol of dtype either [did you mean `FP32`?]\n"},
      {"dtype.byets == 2", "7: G011 `dtype` has no `byets` [did you mean `bytes`?]\n"},
      {"dtype.FP64 == dtype", "7: G011 `dtype` has no `FP64` [it has bytes, exact, value]\n"},
      {"multiplier.mantisa == 0", "12: G011 `multiplier` has no `mantisa` [did you mean `mantissa`?]\n"},
      {"rank.x == 0", "6: G011 `rank` has no `x` [it has no members]\n"},
      {"tasks[1].size == 0", "10: G011 `tasks[1]` has no `size` [it has number, start]\n"},
      {"dtype == 1",
       "7: G012 `dtype` is a value of dtype, but `1` is a number [compare with a symbol, or take its number: "
       "dtype.value]\n"},
      {"dtype == code",
       "7: G012 `dtype` is a value of dtype, but `code` is a value of code [compare values of one type]\n"},
      {"bound == 1", "7: G012 `bound` is true or false, but `1` is a number [compare values of one type]\n"},
      {"dtype in {FP16, 3}",
       "17: G012 `3` is a number, but `dtype` is a value of dtype [a set holds values of the type of what is asked "
       "about]\n"},
      {"(if bound then 1 else dtype) == 1",
       "23: G012 `dtype` is a value of dtype, but `1` is a number [both branches of an "
       "`if` are of one type]\n"},
      {"rank", "1: G013 `rank` is a number, not true or false [compare it with something: rank != 0]\n"},
      {"rank and bound", "1: G013 `rank` is a number, not true or false [compare it with something: rank != 0]\n"},
      {"bound + 1 > 0", "1: G013 `bound` is true or false, not a number [write a number here]\n"},
      {"dtype > FP16", "1: G013 `dtype` is a value of dtype, not a number [its number is dtype.value]\n"},
      {"HALVES == dtype", "1: G013 `HALVES` is a set, not a value [write x in HALVES]\n"},
      {"tile_axis > 1", "1: G013 `tile_axis` is an enum, not a value [one of its symbols is tile_axis.D]\n"},
      {"rank in bound",
       "9: G013 `bound` is true or false, and nothing is in it [after `in` stands a..b, a..<b, {..}, or the "
       "name of a set, enum, flags, array or vector]\n"},
      {"all(i > 0 for i in rank)",
       "20: G013 `rank` is nothing to go over [a loop runs over a..b, a..<b, or the name of an "
       "enum, a set, an array or a vector]\n"},
      {"FP16 in flags", "1: G010 unknown name `FP16`, no symbol of job either [write dtype.FP16]\n"},
      {"present(rank)",
       "9: G013 `present` asks about something that may be absent, and `rank` is a number [name something else, or "
       "leave the question out]\n"},
      {"len(rank) > 1",
       "5: G013 `len` asks about an array or a vector, and `rank` is a number [name something else, or leave the "
       "question out]\n"},
      {"disjoint(first, first)",
       "10: G013 `first` is a record, task, not a span of memory [disjoint takes two records with "
       "the members `address` and `bytes`, neither below 0]\n17: G013 `first` is a record, task, not "
       "a span of memory [disjoint takes two records with the members `address` and `bytes`, "
       "neither below 0]\n"},
      {"sizes > 1", "1: G014 `sizes` is an array, not a number [pick one of it: sizes[i]]\n"},
      {"rank[1] > 1", "5: G014 `rank` is a number, and takes no index [write `rank` alone]\n"},
      {"sizes[1, 2] > 1", "6: G014 `sizes` takes one index, not 2 [write sizes[i]]\n"},
      {"tile_shape[1] > 1",
       "12: G014 `tile_shape` is indexed by tile_axis, and `1` is a number [write a symbol of tile_axis]\n"},
      {"tasks.number > 1", "1: G014 `tasks` is an array [pick one of it: tasks[i].number]\n"},
      {"all(rank > 1 for rank in 0..1)", "18: G015 loop variable `rank` hides a name [call it something else]\n"},
      {"any(all(i > 0 for i in 0..1) for i in 0..1)",
       "19: G015 loop variable `i` hides a name [call it something else]\n"},
      {"dtype in {FP16, BF16, FP16}", "23: G017 `FP16` is in this set twice [take one away]\n"},
      {"rank in {1, 2, 0x1}", "16: G017 `0x1` is in this set twice [take one away]\n"},
      {"flags == {PC, PC}", "15: G017 `PC` is in this set twice [take one away]\n"},
      {"rank in 5..3", "9: G018 this range holds nothing: it begins at 5 and ends at 3 [write the lower end first]\n"},
      {"rank in 3..<3", "9: G018 this range holds nothing: it begins at 3 and ends at 2 [write the lower end first]\n"},
      {"all(sizes[i] > 0 for i in 3..2)",
       "27: G018 this range holds nothing: it begins at 3 and ends at 2 [write the lower end "
       "first]\n"},
      {"rank in h..<h",
       "9: G018 this range holds nothing: it ends where it begins [write `..` for a range that holds its end]\n"},
      {"all(sizes[i] > 0 for i in rank..<rank)",
       "27: G018 this range holds nothing: it ends where it begins [write `..` for a range that holds its end]\n"},
      {"maximum(a, b) > 1",
       "1: G008 unknown function `maximum` [there are min, max, ceil_div, align_up, pow2, is_pow2, bit, known, ...]\n"},
      {"ceildiv(a, 2) > 1", "1: G008 unknown function `ceildiv` [did you mean `ceil_div`?]\n"},
      {"min(a) > 1", "1: G009 `min` takes two arguments or more, not 1 [give it two arguments or more]\n"},
      {"pow2(1, 2) > 1", "1: G009 `pow2` takes one argument, not 2 [give it one argument]\n"},
      {"min(a for i in 0..3) > 1", "1: G009 `min` takes no `for` [loops are all, any, sum, prod and count]\n"},
      {"sum(a, b) > 1", "1: G009 `sum` goes over something [write sum(.. for i in 0..<n)]\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(message_about(row.text) == row.expected);
  }
}

TEST_CASE("what is not proved is reported with the interval found") {
  const Row kRows[] = {
      {"sizes[rank] > 0", "7: G020 index `rank` is 0..255, and `sizes` has 0..5 [bound it in an earlier check]\n"},
      {"sizes[6] > 0", "7: G020 index `6` is outside: `sizes` has 0..5 [write an index from 0 to 5]\n"},
      {"100 / rank > 1",
       "7: G021 divisor `rank` may be 0: it is 0..255 [an earlier check must say that it is at least 1]\n"},
      {"7 / t > 1",
       "5: G021 divisor `t` may be 0 or negative: it is -2147483648..2147483647 [division is by values from 1 on: "
       "bound "
       "it in an earlier check]\n"},
      {"t / 2 > 1",
       "1: G021 `t` may be negative: it is -2147483648..2147483647 [division is for values from 0 on: bound it in "
       "an earlier check]\n"},
      {"7 / 0 > 1", "5: G021 divisor `0` is 0 [divide by something that is at least 1]\n"},
      {"7 / min(t, -1) > 1", "5: G021 divisor `min(t, -1)` is negative [divide by something that is at least 1]\n"},
      {"-7 / 2 > 1", "1: G021 `-7` is negative [division is for values from 0 on]\n"},
      {"all(sizes[0] > i for i in 0..h)",
       "27: G022 this loop may run 65536 times: `h` is 0..65535 [a loop runs at most 65535 times: bound its ends in an "
       "earlier check]\n"},
      {"pow2(64) > 1", "6: G023 `64` is outside: pow2() takes 0..63 [write an exponent from 0 to 63]\n"},
      {"bit(a, 64)", "8: G023 `64` is outside: bits go from 0 to 63 [write a bit from 0 to 63]\n"},
      {"bit(a, 0x40)", "8: G023 `0x40` is 64, and bits go from 0 to 63 [write a bit from 0 to 63]\n"},
      {"pow2(rank) > 1", "6: G023 `rank` is 0..255, and pow2() takes 0..63 [bound it in an earlier check]\n"},
      {"bit(a, rank)", "8: G023 `rank` is 0..255, and bits go from 0 to 63 [bound it in an earlier check]\n"},
      {"bit(t, 1)",
       "5: G023 `t` may be negative: it is -2147483648..2147483647 [bit() looks into values from 0 on: bound it in "
       "an earlier check]\n"},
      {"7 / max(a * b, 1) > 1",
       "5: G024 `max(a * b, 1)` may overflow, and a divisor must not [bound what it is made of in an "
       "earlier check]\n"},
      {"0xFFFFFFFFFFFFFFFF + 1 > a",
       "1: G025 `0xFFFFFFFFFFFFFFFF + 1` never fits 64 bits: it is 2^64 [bound what goes into it, or "
       "work on smaller numbers]\n"},
      {"dtype.bytes > 1",
       "1: G026 `dtype` may be no row of dtype here, and has no `bytes` then [an earlier check must say "
       "known(dtype)]\n"},
      {"sum(sum(sum(sum(i + j + k + l for i in 0..63) for j in 0..63) for k in 0..63) for l in 0..63) > 1",
       "1: G027 this guard may take 135282949 steps to evaluate [loops within loops multiply: bound them more "
       "tightly]\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(message_about(row.text) == row.expected);
  }
}

TEST_CASE("an earlier check proves what a later one needs") {
  struct Proof {
    std::string_view earlier;
    std::string_view guard;
  };
  const Proof kProofs[] = {
      {"rank in 0..5", "sizes[rank] > 0"},
      {"rank < 6", "sizes[rank] > 0"},
      {"not (rank >= 6)", "sizes[rank] > 0"},
      {"not (rank > 5 or bound)", "sizes[rank] > 0"},
      {"rank + 1 <= 6", "sizes[rank] > 0"},
      {"rank * 2 <= 11", "sizes[rank] > 0"},
      {"max(rank, t) < 6", "sizes[rank] > 0"},
      {"align_up(rank, 2) <= 5", "sizes[rank] > 0"},
      {"rank / 2 <= 2", "sizes[rank] > 0"},
      {"rank in {1, 3, 5}", "sizes[rank] > 0"},
      {"rank == 5", "sizes[rank] > 0"},
      {"rank != 0", "100 / rank > 1"},
      {"6 > rank > 0", "sizes[rank - 1] > 0"},
      {"rank in 1..6 and sizes[rank - 1] > 2", "sizes[rank - 1] > 0 or rank == 3"},
      {"t == rank and rank < 6", "sizes[t] > 0"},
      {"known(dtype)", "dtype.bytes == 2"},
      {"dtype in HALVES", "dtype.bytes == 2 or bound"},
      {"dtype == FP32", "dtype.bytes <= rank"},
      {"all(tile_axes[x] in 0..5 for x in tile_axis)", "sizes[tile_axes[C]] > 1"},
      {"not any(tile_axes[x] not in 0..5 for x in tile_axis)", "sizes[tile_axes[C]] > 1"},
      {"all(tile_shape[x] > 0 for x in tile_axis)", "all(7 % tile_shape[x] == 0 for x in tile_axis)"},
      {"all(tasks[i].number in 0..5 for i in 0..<5)", "sizes[tasks[2].number] > 1"},
      {"all(x.number in 0..5 for x in tasks)", "sizes[tasks[2].number] > 1 or bound"},
      {"all(x < 6 for x in sizes)", "sizes[sizes[3]] > 1"},
      {"a <= b and b <= 5", "sizes[a] > 0 or sizes[b] > 0"},
  };
  for (const Proof& proof : kProofs) {
    CAPTURE(proof.earlier);
    CAPTURE(proof.guard);
    World world;
    bool needed = world.check(proof.guard) == nullptr;
    World informed;
    CHECK(informed.hold(proof.earlier));
    CHECK(informed.check(proof.guard) != nullptr);
    CHECK(informed.messages().find("G02") == std::string::npos);
    if (std::string_view(proof.guard).find(" or ") == std::string_view::npos) CHECK(needed);
  }
}

TEST_CASE("values that a set denies, in whatever order, move the ends of what is left") {
  for (std::string_view earlier : {"rank not in {2, 0, 1, 255, 9}", "not (rank in {255, 2, 1, 0})"}) {
    World world;
    CHECK(world.hold(earlier));
    CHECK(world.check("rank >= 3") != nullptr);
    CHECK(world.check("rank < 255") != nullptr);
    CHECK(world.messages() ==
          "1: G019 `rank >= 3` is always true here [`rank` is 3..254]\n"
          "1: G019 `rank < 255` is always true here [`rank` is 3..254]\n");
  }
}

TEST_CASE("a set that holds every value left decides, and one that lacks one does not") {
  World world;
  CHECK(world.hold("rank in 3..6"));
  CHECK(world.check("rank in {6, 4, 5, 3}") != nullptr);
  CHECK(world.check("rank in {6, 4, 3}") != nullptr);
  CHECK(world.messages() == "1: G019 `rank in {6, 4, 5, 3}` is always true here [`rank` is 3..6]\n");
}

TEST_CASE("nothing is proved by a check that says less") {
  const std::pair<std::string_view, std::string_view> kRows[] = {
      {"rank < 6 or bound", "sizes[rank] > 0"},
      {"not (rank < 6 and bound)", "sizes[rank] > 0"},
      {"rank != 5", "sizes[rank] > 0"},
      {"bound == (rank < 6)", "sizes[rank] > 0"},
      {"all(tile_axes[x] in 0..5 for x in tile_axis if x != C)", "sizes[tile_axes[C]] > 1"},
      {"any(tile_axes[x] in 0..5 for x in tile_axis)", "sizes[tile_axes[C]] > 1"},
      {"all(sizes[i] < 6 for i in 1..<6)", "sizes[sizes[3]] > 1"},
      {"all(all(sizes[j] < 6 for j in 0..<6) for i in 0..<2 if bound)", "sizes[sizes[3]] > 1"},
      {"(if bound then rank < 6 else rank < 9)", "sizes[rank] > 0"},
  };
  for (const auto& row : kRows) {
    CAPTURE(row.first);
    World world;
    CHECK(world.hold(row.first));
    CHECK(world.check(row.second) == nullptr);
  }
}

TEST_CASE("what holds of an array's elements in use holds for those alone") {
  World world;
  CHECK(world.hold("rank in 1..6"));
  CHECK(world.hold("all(sizes[i] < 6 for i in 0..<rank)"));
  CHECK(world.check("all(sizes[sizes[i]] > 0 for i in 0..<rank)") != nullptr);
  CHECK(world.check("sizes[sizes[3]] > 0") == nullptr);  // it may lie beyond rank
  CHECK(world.hold("all(sizes[i] == 0 for i in rank..<6)"));
  CHECK(world.check("sizes[sizes[3]] > 0") != nullptr);
}

TEST_CASE("within one guard each part stands under those before it") {
  for (std::string_view guard : {
           "rank < 6 and sizes[rank] > 0",
           "rank >= 6 or sizes[rank] > 0",
           "(if rank < 6 then sizes[rank] else 1) > 0",
           "(if rank > 5 then 1 else sizes[rank]) > 0",
           "all(7 / sizes[i] > 1 for i in 0..<6 if sizes[i] > 0)",
           "rank > 0 and not (rank > 6) and sizes[rank - 1] > 0",
           "0 < rank <= 6 and sizes[rank - 1] > 0",
       }) {
    CAPTURE(guard);
    World world;
    CHECK(world.check(guard) != nullptr);
    CHECK(world.messages().empty());
  }
  CHECK(message_about("sizes[rank] > 0 and rank < 6").find("G020") != std::string::npos);
  CHECK(message_about("rank < 6 or sizes[rank] > 0").find("G020") != std::string::npos);
}

TEST_CASE("what is not proved of the same values for the same reason is told once, with where else it shows") {
  World world;
  world.let("extent[x in tile_axis]", "if tile_axes[x] in 0..<rank then sizes[tile_axes[x]] else 1");
  CHECK(world.hold("rank in 1..7"));
  CHECK(world.check("all(sizes[i] > 0 for i in 0..<rank)") == nullptr);
  CHECK(world.check("sizes[rank - 1] > 1") == nullptr);
  CHECK(world.check("strides[rank - 1] > 1") == nullptr);
  CHECK(world.check("all(strides[i] > sizes[i] for i in 0..<rank)") == nullptr);
  CHECK(world.check("sizes[rank] > 1") == nullptr);
  CHECK(world.messages() == "11: G020 index `i` is 0..6, and `sizes` has 0..5 [bound it in an earlier check]\n");
  CHECK(world.diags.list()[0].notes.size() == 3);
  CHECK(world.diags.list()[0].notes[0].text == "the same is missing here");
  CHECK(world.diags.list()[0].notes[0].at.col == 7);
  // Another reason, and other values, are mistakes of their own.
  CHECK(world.check("7 / (rank - 1) > 1") == nullptr);
  CHECK(world.check("sizes[h] > 1") == nullptr);
  CHECK(world.diags.errors() == 3);
}

TEST_CASE("what may abort is never called decided, for an abort refuses") {
  for (std::string_view text :
       {"a + b <= 0xFFFFFFFFFFFFFFFF", "a + b >= 0", "not (a * b > 0xFFFFFFFFFFFFFFFF)",
        "a + b in 0..0xFFFFFFFFFFFFFFFF", "bound or a + b >= 0", "p + q >= -0x8000000000000000"}) {
    CAPTURE(text);
    World world;
    CHECK(world.check(text) != nullptr);
    CHECK(world.messages() == "");
  }
}

TEST_CASE("a comparison that is decided where it stands is a warning") {
  const Row kRows[] = {
      {"rank < 256", "1: G019 `rank < 256` is always true here [`rank` is 0..255]\n"},
      {"rank > 255", "1: G019 `rank > 255` is always false here [`rank` is 0..255]\n"},
      {"rank in 0..255", "1: G019 `rank in 0..255` is always true here [`rank` is 0..255]\n"},
      {"rank not in 0..255", "1: G019 `rank not in 0..255` is always false here [`rank` is 0..255]\n"},
      {"rank not in {256, 300}", "1: G019 `rank not in {256, 300}` is always true here [`rank` is 0..255]\n"},
      {"t in {-1, 0} and t < 1", "18: G019 `t < 1` is always true here [`t` is -1..0]\n"},
      {"dtype == FP32 and dtype != FP16", "19: G019 `dtype != FP16` is always true here [`dtype` is FP32]\n"},
      {"a == a", "1: G019 `a == a` is always true here [both sides say the same: compare with something else]\n"},
      {"a + 1 < a + 1",
       "1: G019 `a + 1 < a + 1` is always false here [both sides say the same: compare with something else]\n"},
      {"a <= b or a > b",
       "1: G019 `a <= b or a > b` is always true here [take it away, or ask of something that may vary]\n"},
      {"a == b or rank == 1 or b != a",
       "1: G019 `a == b or rank == 1 or b != a` is always true here [take it away, or ask of something that may "
       "vary]\n"},
      {"a < b and b <= a",
       "1: G019 `a < b and b <= a` is always false here [take it away, or ask of something that may vary]\n"},
      {"bound or not bound",
       "1: G019 `bound or not bound` is always true here [take it away, or ask of something that may vary]\n"},
      {"bound and not bound",
       "1: G019 `bound and not bound` is always false here [take it away, or ask of something that may vary]\n"},
      {"all(true for i in 0..<4)",
       "1: G019 `all(true for i in 0..<4)` is always true here [take it away, or ask of something that may vary]\n"},
      {"a < b or b < a", ""},
      {"a < b and a <= b", ""},
      {"rank in {3, 256, 4}", "13: G019 `rank` is never `256` here [`rank` is 0..255: take the member out]\n"},
      {"rank not in {3, -1}", "17: G019 `rank` is never `-1` here [`rank` is 0..255: take the member out]\n"},
      {"rank % 4 == 4", "1: G019 `rank % 4 == 4` is always false here [`rank % 4` is 0..3]\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    CHECK(world.check(row.text) != nullptr);
    CHECK(world.messages() == row.expected);
    CHECK_FALSE(world.diags.failed());
  }
  World world;
  const Expr* made = world.parse_text("rank < 256");
  CHECK(world.checker.condition(*made, world.at, Origin::kMade) != nullptr);
  CHECK(world.messages().empty());
}

TEST_CASE("a whole guard is decided by what holds, through lets too") {
  World world;
  world.let("small", "rank < 6 and t < 3");
  world.let("twice", "rank * 2");
  const Typed* small = world.check("small");
  const Typed* twice = world.check("twice <= 10");
  const Typed* large = world.check("twice > 20 or rank == 9");
  REQUIRE(small);
  CHECK(world.checker.verdict(*small) == Verdict::kEither);
  CHECK(world.checker.verdict(*twice) == Verdict::kEither);
  {
    Checker::Under under(world.checker);
    world.checker.hold(*small);
    CHECK(world.checker.verdict(*small) == Verdict::kAlways);
    CHECK(world.checker.verdict(*twice) == Verdict::kAlways);
    CHECK(world.checker.verdict(*large) == Verdict::kNever);
  }
  CHECK(world.checker.verdict(*twice) == Verdict::kEither);
}

TEST_CASE("assuming a row of an enum fixes its columns, and a shortfall shows the intervals") {
  World world;
  world.let("pixels", "tile_shape[H] * tile_shape[W]");
  CHECK(world.hold("known(dtype)"));
  const Typed* when = world.check("pixels <= 128");
  const Typed* source = world.value("pixels * 3 * dtype.bytes");
  const Typed* fits = world.check("pixels * 3 * dtype.bytes <= 1024");
  const Typed* dtype = world.value("dtype");
  REQUIRE(fits);
  for (auto [row, most] : {std::pair<Int, Int>{0, 1536}, {1, 768}}) {
    Checker::Under under(world.checker);
    world.checker.hold(*when);
    world.checker.assume(*dtype, row);
    CHECK(world.checker.bounds(*source).hi == most);
    CHECK((world.checker.verdict(*fits) == Verdict::kAlways) == (most <= 1024));
    if (most > 1024) CHECK(world.checker.shortfall(*fits) == "`pixels * 3 * dtype.bytes` is 0..1536");
  }
}

}  // namespace
}  // namespace npuspec::guard
