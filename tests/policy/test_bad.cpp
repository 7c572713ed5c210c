#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/policy/bad is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "policy" / "bad", 'P');
}
