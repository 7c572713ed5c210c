// Lets, the values that a guard reads through them, and the scopes and checkers that share them.
#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

TEST_CASE("a let is typed where it is first used, and one that needs itself is an error") {
  World world;
  world.let("last", "sizes[rank - 1]");
  CHECK(world.hold("rank in 1..6"));
  CHECK(world.check("last > 0") != nullptr);

  World early;
  early.let("last", "sizes[rank - 1]");
  {
    const Typed* when = early.check("rank in 1..6");
    Checker::Under under(early.checker);  // which a let is never typed under
    early.checker.hold(*when);
    CHECK(early.check("last > 0") == nullptr);
  }

  World loop;
  loop.let("x1", "x2 + 1");
  loop.let("x2", "x3 + 1");
  loop.let("x3", "x1 + 1");
  CHECK(loop.check("x1 > 0") == nullptr);
  CHECK(loop.messages() == "1: G016 let `x1` needs itself [x1 needs x2 needs x3 needs x1]\n");
  CHECK_FALSE(loop.checker.finish());
  CHECK(loop.diags.list().size() == 1);
}

TEST_CASE("a let is used as it was declared") {
  World world;
  world.let("side[k in 0..<16, x in tile_axis]", "if bit(k, x) then tile_shape[x] else 1");
  CHECK(world.check("side > 1") == nullptr);
  CHECK(world.check("side[1] > 1") == nullptr);
  CHECK(world.check("side[1, 2] > 1") == nullptr);
  CHECK(world.check("side[16, C] > 1") == nullptr);
  CHECK(world.messages() ==
        "1: G014 `side` needs an index [write side[k, x]]\n5: G014 `side` takes 2 indexes, not 1 [write side[k, x]]\n"
        "9: G014 `2` is a number, not an index of `side` [write side[k, x]]\n6: G020 index `16` is outside: side has "
        "0..15 [write an index from 0 to 15]\n");
  CHECK(world.check("side[15, C] > 1") != nullptr);
}

TEST_CASE("lets that use each other twice over cost no more than their number") {
  World world;
  world.let("y0", "rank % 2 == 0");
  world.let("z0", "rank % 3");
  for (int i = 1; i < 60; ++i) {
    std::string y = "y" + std::to_string(i - 1);
    std::string z = "z" + std::to_string(i - 1);
    world.let("y" + std::to_string(i), y + " or " + y);
    world.let("z" + std::to_string(i), "min(" + z + ", " + z + ")");
  }
  CHECK(world.check("y59 or z59 == 1") == nullptr);  // in printed code it would take 2^60 steps
  CHECK(world.messages().find("G027") != std::string::npos);
  World chain;
  chain.let("w0", "rank");
  for (int i = 1; i < 2000; ++i) chain.let("w" + std::to_string(i), "w" + std::to_string(i - 1) + " + 1");
  CHECK(chain.check("w1999 > 1") == nullptr);
  CHECK(chain.messages().find("G006") != std::string::npos);
}

TEST_CASE("a guard knows which values it reads, its lets' included: of a loop its body first, last how far it goes") {
  World world;
  world.let("extent", "if tile_axes[C] in 0..5 then sizes[2] else 1");
  CHECK(world.hold("rank in 1..6"));
  auto names = [&](const char* text) {
    const Typed* guard = world.check(text);
    REQUIRE(guard);
    std::string list;
    for (const Symbol* each : reads(*guard)) list += std::string(each->name) + " ";
    return list;
  };
  CHECK(names("extent > t and bound") == "tile_axes sizes t bound ");
  CHECK(names("all(sizes[i] > t for i in 0..<rank if tile_axes[C] > 0)") == "sizes t tile_axes rank ");
}

TEST_CASE("a child scope begins with what its base holds, and changes nothing there") {
  World world;
  world.let("last", "sizes[rank - 1]");
  CHECK(world.hold("rank in 1..6"));
  CHECK(world.checker.finish());
  Scope child(world.arena, &world.scope);
  child.add_value("workers", Type::integer(Storage::kU32));
  CHECK(child.add_value("rank", Type::boolean()) == nullptr);
  CHECK(child.slots() == world.scope.slots() + 1);
  Checker checker(world.checker, child, world.arena, world.diags);
  const Expr* guard = world.parse_text("workers <= last and sizes[rank - 1] > 3");
  CHECK(checker.condition(*guard, world.at) != nullptr);
  const Expr* fact = world.parse_text("rank == 2");
  checker.hold(*checker.condition(*fact, world.at));
  CHECK(checker.verdict(*checker.condition(*world.parse_text("rank < 3"), world.at, Origin::kMade)) ==
        Verdict::kAlways);
  CHECK(world.checker.verdict(*world.check("rank < 3")) == Verdict::kEither);
}

TEST_CASE("what one checker typed means the same to another of the same names") {
  World world;
  Checker other(world.checker, world.scope, world.arena, world.diags);  // begins before the guard below is typed
  auto guard = [&](Checker& checker, const std::string& text) {
    return checker.condition(*world.parse_text(text), world.at, Origin::kMade);
  };
  other.hold(*guard(world.checker, "rank == 3 and t == 5 and sizes[0] == 7 and (a <= b or p < q)"));
  CHECK(other.verdict(*guard(other, "2 * t == 10")) == Verdict::kAlways);
  // No comparison that is new to it is taken for one of those that are known to be true.
  for (int i = 0; i < 50; ++i) {
    CAPTURE(i);
    CHECK(other.verdict(*guard(other, "strides[1] <= " + std::to_string(i))) == Verdict::kEither);
  }
}

TEST_CASE("lets that different checkers typed keep their values apart") {
  World world;
  Checker other(world.checker, world.scope, world.arena, world.diags);
  world.let("one", "sizes[0] + 1");
  world.let("two", "sizes[1] + 2");
  const Typed* first = world.checker.value(*world.parse_text("one"), world.at);
  const Typed* second = other.value(*world.parse_text("two"), world.at);
  REQUIRE(first);
  REQUIRE(second);
  CHECK(first->symbol->let->memo != second->symbol->let->memo);
}

}  // namespace
}  // namespace npuspec::guard
