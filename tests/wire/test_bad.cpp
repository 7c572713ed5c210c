#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/wire/bad is told of its one mistake, where it stands, and what to do") {
  std::filesystem::path folder = test::root() / "tests" / "wire";
  std::string tables = test::slurp(folder / "tables.yaml");
  REQUIRE(test::Built(tables).found().empty());
  test::check_bad_files(folder / "bad", 'W', {tables});
}
