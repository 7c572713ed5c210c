// Where tests find the files they read.
//
// root(): the checkout. shared(): the folder of public models and seeds that may stand beside the checkout; a test case
// that reads it says so, and is skipped, and counted as skipped, where it is absent:
//
//   TEST_CASE("..." * needs_shared()) { ... shared() / "models" ... }
#pragma once

#include <doctest/doctest.h>

#include <filesystem>

namespace npuspec::test {

std::filesystem::path root();
std::filesystem::path shared();

struct needs_shared {
  void fill(doctest::detail::TestCase& test_case) const;
};

}  // namespace npuspec::test
