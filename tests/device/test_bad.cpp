#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/device/bad is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "device" / "bad", 'H');
}
