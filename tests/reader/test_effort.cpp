#include <doctest/doctest.h>

#include "front/effort.h"

using npuspec::Effort;

TEST_CASE("what goes beyond an effort throws, and where there is none nothing is counted") {
  Effort::spend(~std::uint64_t{0});
  {
    Effort effort(10);
    Effort::spend(4);
    Effort::spend(6);
    CHECK_THROWS_AS(Effort::spend(1), Effort::Spent);
  }
  Effort::spend(~std::uint64_t{0});
}

TEST_CASE("an effort within another has its own count, and gives the other back") {
  Effort outer(5);
  {
    Effort inner(100);
    Effort::spend(100);
    CHECK_THROWS_AS(Effort::spend(1), Effort::Spent);
  }
  Effort::spend(5);
  CHECK_THROWS_AS(Effort::spend(1), Effort::Spent);
}
