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

namespace {

// The shipped device over the shipped policy, with one text of it put otherwise: its only finding.
std::string said_of(const std::string& was, const std::string& is) {
  const auto folder = test::root() / "specs" / "mode";
  std::string device = test::slurp(folder / "rk3588_device.yaml");
  REQUIRE(device.find(was) != std::string::npos);
  device.replace(device.find(was), was.size(), is);
  test::Built built(test::slurp(folder / "rk3588.yaml"));
  built.add(device);
  CAPTURE(built.said());
  REQUIRE(built.spec().diags.list().size() == 1);
  const Diag& only = built.spec().diags.list().front();
  CHECK(only.code == Code::H014);
  CHECK_FALSE(only.help.empty());
  return only.message;
}

}  // namespace

TEST_CASE("each site of a policy has a path of its own types") {
  struct Row {
    std::string was;
    std::string is;
    std::string said;
  };
  const Row rows[] = {
      {"  - {site: run_i4_mc,              ops: [MM_I4],  cores: many, output: PERCORE}\n", "",
       "no path is of the site run_i4_mc"},
      {"run_multicore,          ops: [MM_F16, MM_I8]", "run_multicore,          ops: [MM_F16]",
       "site 'run_multicore' computes in INT8 and submits nothing of that family"},
      {"run_multicore,          ops: [MM_F16, MM_I8]", "run_multicore,          ops: [MM_F16, MM_I8, CHAIN_I8]",
       "site 'run_multicore' computes in INT8 and submits more than one op of that family"},
      {"ork_mm_run_i4_incr,     ops: [MM_I4]", "ork_mm_run_i4_incr,     ops: [MM_I4, MM_I8]",
       "'MM_I8' is of INT8, in which site 'ork_mm_run_i4_incr' does not compute"},
      {"does: [NONBLOCK], doc", "does: [ATTACH], doc",
       "a site switches no domain: clears would land on the wrong buffers"},
      {"{name: switch_domain, does: [ATTACH]", "{name: switch_domain, ops: [EXP_I16], does: [ATTACH]",
       "a switch of the domain submits nothing"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.is);
    CHECK(said_of(row.was, row.is) == row.said);
  }
}

TEST_CASE("a path of a site that there is not is an unknown name") {
  const auto folder = test::root() / "specs" / "mode";
  std::string device = test::slurp(folder / "rk3588_device.yaml");
  const std::string site = "{site: run_i4_mc,";
  device.replace(device.find(site), site.size(), "{site: run_i4_mx,");
  test::Built built(test::slurp(folder / "rk3588.yaml"));
  built.add(device);
  CHECK_MESSAGE(built.said().find("H001") != std::string::npos, built.said());
}
