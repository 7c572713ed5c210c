// In echo-*.yaml other rows rest on the one that is refused, and nothing is said of them.
#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/descriptor/bad is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "descriptor" / "bad", 'D');
}
