// What is over a descriptor: selections and grids of kernels.
#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

namespace {

// A request to be over, and a descriptor of two structs, which nothing may be over.
std::vector<std::string> descriptors() {
  std::vector<std::string> all;
  for (const char* file : {"request.yaml", "two.yaml"}) {
    all.push_back(test::slurp(test::root() / "tests" / "over" / file));
    REQUIRE(test::Built(all.back()).found().empty());
  }
  return all;
}

}  // namespace

TEST_CASE("what the bad files were made of is sound") {
  for (const char* file : {"sound_selection.yaml", "sound_kernels.yaml"}) {
    test::Built built(descriptors().front());
    built.add(test::slurp(test::root() / "tests" / "over" / file));
    CHECK_MESSAGE(built.found().empty(), built.said());
  }
}

TEST_CASE("each file of tests/over/bad_selection is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "over" / "bad_selection", 'L', descriptors());
}

TEST_CASE("each file of tests/over/bad_kernels is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "over" / "bad_kernels", 'K', descriptors());
}
