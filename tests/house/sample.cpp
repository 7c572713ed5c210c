// Test cases that end in every way there is, for test_count.py. Registered nowhere: it is not a test of its own.
#include <cstdlib>

#include "support/paths.h"

TEST_CASE("passes") { CHECK(true); }

TEST_CASE("fails # with a number sign") {
  int four = 4;
  CHECK(four == 5);
}

TEST_CASE("throws") { throw 1; }

TEST_CASE("is skipped" * doctest::skip(std::getenv("SAMPLE_SKIPS") != nullptr) * doctest::description("for a reason")) {
  CHECK(false);
}

TEST_CASE("aborts") { std::abort(); }

TEST_CASE("leaves") { std::_Exit(0); }
