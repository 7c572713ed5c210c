#include <doctest/doctest.h>

#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/device/bad is told of its one mistake, where it stands, and what to do") {
  test::check_bad_files(test::root() / "tests" / "device" / "bad", 'H');
}

TEST_CASE("an effect of the policy has one cost") {
  const auto folder = test::root() / "specs" / "mode";
  std::string device = test::slurp(folder / "rk3588_device.yaml");
  const std::string soft = "soft_reset:     {is: 104 ms, ";
  REQUIRE(device.find(soft) != std::string::npos);
  test::Built built(test::slurp(folder / "rk3588.yaml"));
  built.add(device);
  CHECK_MESSAGE(built.found().empty(), built.said());
  built.add(device.insert(device.find(soft) + soft.size(), "effect: reset, "));
  CAPTURE(built.said());
  REQUIRE(built.spec().diags.list().size() == 1);
  CHECK(built.spec().diags.list().front().message == "the effect 'reset' costs 'reset' already");
}
