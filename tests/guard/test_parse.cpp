#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

struct Row {
  std::string_view text;
  std::string_view expected;
};

TEST_CASE("a guard has one canonical spelling, which parses to the same tree") {
  const Row kRows[] = {
      {"rank", "rank"},
      {"  rank   in\n 1 .. 6", "rank in 1..6"},
      {"i in 0..<rank", "i in 0..<rank"},
      {"x in 0..<4 GiB", "x in 0..<4294967296"},
      {"x == 0xFF", "x == 255"},
      {"x <= 5.5 KiB", "x <= 5632"},
      {"x < 104 ms", "x < 104000000 ns"},
      {"(a) + ((b))", "a + b"},
      {"a - (b - c)", "a - (b - c)"},
      {"(a - b) - c", "a - b - c"},
      {"a * (b + c)", "a * (b + c)"},
      {"(a * b) + c", "a * b + c"},
      {"a / (b * c) % d", "a / (b * c) % d"},
      {"-(a + b)", "-(a + b)"},
      {"-a[1]", "-a[1]"},
      {"a and (b or c)", "a and (b or c)"},
      {"(a and b) or c", "(a and b) or c"},
      {"not (a == b)", "not (a == b)"},
      {"not bound", "not bound"},
      {"x not in {A,B}", "x not in {A, B}"},
      {"not (x in S)", "x not in S"},
      {"flags == {}", "flags == {}"},
      {"flags != {PC,PINGPONG}", "flags != {PC, PINGPONG}"},
      {"0 <= a < b <= 7", "0 <= a < b <= 7"},
      {"a > b >= 0", "a > b >= 0"},
      {"if a then b else if c then d else e", "if a then b else if c then d else e"},
      {"(if a then b else c) + 1", "(if a then b else c) + 1"},
      {"all(x[i] > 0 for i in 0..<n if y[i])", "all(x[i] > 0 for i in 0..<n if y[i])"},
      {"sum(x for x in t.shape)", "sum(x for x in t.shape)"},
      {"class_side[k, D] * t.a.b", "class_side[k, D] * t.a.b"},
      {"min(a, b, c)", "min(a, b, c)"},
      {"name == \"a b\"", "name == \"a b\""},
      {"subcore_task[i].number > 0", "subcore_task[i].number > 0"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    const Expr* tree = world.parse_text(row.text);
    REQUIRE(tree);
    CHECK(canonical(*tree) == row.expected);
    const Expr* again = world.parse_text(canonical(*tree));
    REQUIRE(again);
    CHECK(equal(*tree, *again));
    CHECK(world.messages().empty());
  }
}

TEST_CASE("guards that say something else are not equal") {
  const Row kRows[] = {{"a < b", "a <= b"},
                       {"a", "b"},
                       {"1", "2"},
                       {"a in 1..2", "a in 1..<2"},
                       {"a + b + c", "a + (b + c)"},
                       {"all(x for i in 0..1)", "all(x for j in 0..1)"}};
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    CHECK_FALSE(equal(*world.parse_text(row.text), *world.parse_text(row.expected)));
  }
}

TEST_CASE("every part knows its bytes in the guard's text") {
  World world;
  const Expr* tree = world.parse_text("rank + (sizes[1] * 2) <= 4 KiB");
  REQUIRE(tree);
  CHECK(tree->text == "rank + (sizes[1] * 2) <= 4 KiB");
  CHECK(tree->args[0]->text == "rank + (sizes[1] * 2)");
  CHECK(tree->args[0]->mark == 5);
  CHECK(tree->args[0]->args[1]->text == "sizes[1] * 2");
  CHECK(tree->args[1]->text == "4 KiB");
  CHECK(tree->args[1]->at == 25);
}

TEST_CASE("a text that is no guard is refused where it goes wrong, with what to write instead") {
  const Row kRows[] = {
      {"", "1: G003 expected a value, the guard ends [write a name, a number, a text, or something in parentheses]"},
      {"a &&b", "3: G001 unexpected `&&` [write `and`]"},
      {"a || b", "3: G001 unexpected `||` [write `or`]"},
      {"a = b", "3: G001 unexpected `=` [write == to compare]"},
      {"!a", "1: G001 unexpected `!` [write `not`, or != between two values]"},
      {"a \xE2\x89\xA4 b", "3: G001 unexpected `\xE2\x89\xA4` [write <=]"},
      {"a ? b : c", "3: G001 unexpected `?` [write if .. then .. else ..]"},
      {"x == \"abc", "6: G001 a text without its end [a text ends with a double quote and holds no backslash]"},
      {"x == 'a'", "6: G001 unexpected `'` [texts stand in double quotes]"},
      {"a and b or c", "3: G004 `and` beside `or`, and no parentheses say which comes first [write (a and b)]"},
      {"a == b == c",
       "8: G005 comparisons do not chain this way [only `<` and `<=` chain, or only `>` and `>=`; join "
       "others with `and`, or set parentheses]"},
      {"a < b > c",
       "7: G005 comparisons do not chain this way [only `<` and `<=` chain, or only `>` and `>=`; join "
       "others with `and`, or set parentheses]"},
      {"not a == b",
       "7: G005 `not` before a comparison does not say what it denies [write `x not in S`, use the "
       "opposite comparison, or set parentheses: not (a < b)]"},
      {"not not a", "5: G003 `not` twice [leave both out, or set parentheses]"},
      {"a in 3 + 4",
       "6: G003 after `in` stands a..b, a..<b, {..} or a name [write x in 1..6, x in {A, B}, or ask x == y]"},
      {"(a", "3: G003 expected `)`, the guard ends [put `)` here, or take away what comes before]"},
      {"a b", "3: G003 unexpected `b` [join two conditions with `and` or `or`, or take this away]"},
      {"a AND b", "3: G003 unexpected `AND` [write `and`]"},
      {"a, b", "2: G003 unexpected `,` [a comma stands between arguments, indexes and members only]"},
      {"1..6", "2: G003 unexpected `..` [a range stands after `in` only: x in 1..6]"},
      {"a if b else c", "3: G003 unexpected `if` [write if .. then .. else ..]"},
      {"1 + if a then b else c", "5: G003 `if` inside an expression needs parentheses [write (if .. then .. else ..)]"},
      {"class == 1", "1: G007 `class` is a word of C++ [no name may be spelled so: choose another]"},
      {"a.default", "3: G007 `default` is a word of C [no name may be spelled so: choose another]"},
      {"all(x for half in 0..1)", "11: G007 `half` is a word of OpenCL C [no name may be spelled so: choose another]"},
      {"if then", "4: G007 `then` is a word of the guard language [no name may be spelled so: choose another]"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    World world;
    CHECK(world.parse_text(row.text) == nullptr);
    CHECK(world.messages() == std::string(row.expected) + "\n");
  }
}

TEST_CASE("numbers are spelled one way, whole, and fit 64 bits") {
  for (std::string_view text :
       {"010", "1_000", "0b11", "1e6", "10 K", "1.5", "18446744073709551616", "0x", "17179869184 GiB"}) {
    CAPTURE(text);
    World world;
    CHECK(world.parse_text(text) == nullptr);
    REQUIRE(world.diags.list().size() == 1);
    CHECK(world.diags.list()[0].code == Code::G002);
  }
  World world;
  CHECK(world.parse_text("18446744073709551615")->value == kU64Max);
}

std::string repeat(std::string_view what, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += what;
  return all;
}

TEST_CASE("no text nests deeper than a walk can go") {
  for (std::string_view part :
       {"(", "not (", "-(", "if ", "a[", "min(", "all(", "x in {", "a + ", "a * ", "a.b.", "1 if "}) {
    CAPTURE(part);
    World world;
    CHECK(world.parse_text(repeat(part, 100000)) == nullptr);
    CHECK(world.diags.list().size() == 1);
  }
  World world;
  CHECK(world.parse_text(repeat("a + ", 50) + "a") != nullptr);
}

TEST_CASE("a guard of very many parts, or of very many bytes, is refused once") {
  CHECK(World().parse_text(repeat("a or ", 9000) + "a") != nullptr);
  CHECK(World().parse_text(std::string(65000, ' ') + "a") != nullptr);
  for (const std::string& text : {repeat("a or ", 10000) + "a", "x in {" + repeat("1, ", 10000) + "1}",
                                  repeat("a or ", 100000) + "a", std::string(70000, ' ') + "a"}) {
    World world;
    CHECK(world.parse_text(text) == nullptr);
    REQUIRE(world.diags.list().size() == 1);
    CHECK(world.diags.list()[0].code == Code::G027);
    CHECK(world.diags.list()[0].help == "split it with lets");
  }
}

TEST_CASE("a let's key names its indexes and their domains") {
  World world;
  std::optional<Target> target =
      parse_target("class_side[k in 0..<16, a in tile_axis]", world.arena, world.at, world.diags);
  REQUIRE(target);
  CHECK(target->name == "class_side");
  REQUIRE(target->indexes.size() == 2);
  CHECK(canonical(*target->indexes[0].domain) == "0..<16");
  CHECK(target->indexes[1].name == "a");
  CHECK(target->indexes[1].at == 24);
  CHECK_FALSE(parse_target("x[k]", world.arena, world.at, world.diags));
  CHECK_FALSE(parse_target("x y", world.arena, world.at, world.diags));
}

TEST_CASE("words of C, C++ and OpenCL C are known") {
  CHECK(reserved_by("rank").empty());
  CHECK(reserved_by("min").empty());
  CHECK(reserved_by("register") == "C");
  CHECK(reserved_by("concept") == "C++");
  CHECK(reserved_by("ulong16") == "OpenCL C");
  CHECK(reserved_by("for") == "the guard language");
}

}  // namespace
}  // namespace npuspec::guard
