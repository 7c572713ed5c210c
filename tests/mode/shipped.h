// The shipped policy, as the explorer reads it.
#pragma once

#include <doctest/doctest.h>

#include <optional>

#include "read_policy.h"
#include "support/paths.h"

namespace npuspec::verify {

inline const Policy& shipped() {
  static const Policy policy = [] {
    int status = 0;
    std::optional<Policy> read =
        npuspec::mode::read_policy("test", (npuspec::test::root() / "specs" / "mode" / "rk3588.yaml").string(), status);
    REQUIRE(read);
    return *read;
  }();
  return policy;
}

}  // namespace npuspec::verify
