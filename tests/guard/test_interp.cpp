#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

TEST_CASE("smoke") {
  World world;
  world.set("rank", 3);
  CHECK(world.run(*world.check("rank in 1..6")).is_true());
}

}  // namespace
}  // namespace npuspec::guard
