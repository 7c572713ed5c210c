// tests/device/bad/: one mistake a file, told where it stands.
#include "policy/fixture.h"

using namespace npuspec;

TEST_CASE("each file of tests/device/bad is told of its one mistake, where it stands, and what to do") {
  std::vector<std::string> seen = test::check_bad_files(test::root() / "tests" / "device" / "bad");
  CHECK(seen.size() >= 46);
  test::check_codes(seen, 'H');
}
