// Hazards and costs by name and by text.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "mode/sim_support.h"

using namespace npuspec::test;

namespace {

std::string hazards(const ork_sim_options& options) {
  std::string text(ork_sim_hazards(&options, nullptr, 0), '\0');
  ork_sim_hazards(&options, text.data(), text.size() + 1);
  return text;
}

}  // namespace

TEST_CASE("without a word the device believes what the spec does") {
  const ork_sim_options options = ork_sim_default_options();
  const rk3588_switches switches = rk3588_default_switches();
  const rk3588_costs costs = rk3588_default_costs();
  CHECK(std::memcmp(&options.switches, &switches, sizeof switches) == 0);
  CHECK(std::memcmp(&options.costs, &costs, sizeof costs) == 0);
  CHECK(options.cores == RK3588_CORES);
  CHECK(!options.cost_only);
}

TEST_CASE("every hazard is set by its name to each of its positions, and read back") {
  for (int i = 0; i < RK3588_SWITCHES; ++i) {
    const rk3588_switch_row& row = rk3588_switch_rows[i];
    for (int position = 0; position < row.positions; ++position) {
      ork_sim_options options = ork_sim_default_options();
      rk3588_switches wanted = options.switches;
      REQUIRE(rk3588_set_switch(&wanted, i, position));
      const std::string word = row.names != nullptr ? row.names[position] : position == 0 ? "off" : "on";
      CHECK(ork_sim_set_hazard(&options, row.name, word.c_str(), nullptr) == ORK_SIM_OK);
      CHECK(std::memcmp(&options.switches, &wanted, sizeof wanted) == 0);
      CHECK(hazards(options).find(std::string(row.name) + "=" + word) != std::string::npos);
      ork_sim_options again = ork_sim_default_options();
      CHECK(ork_sim_set_hazards(&again, hazards(options).c_str(), nullptr) == ORK_SIM_OK);
      CHECK(std::memcmp(&again.switches, &wanted, sizeof wanted) == 0);
      CHECK(ork_sim_set_hazard(&again, row.name, std::to_string(position).c_str(), nullptr) == ORK_SIM_OK);
    }
  }
}

TEST_CASE("a text sets several hazards, in any case and with spaces, and an empty one none") {
  ork_sim_options options = ork_sim_default_options();
  CHECK(ork_sim_set_hazards(&options, " Reset_Fails = ON , int4_int8_hazard=both,lut_lost=false", nullptr) ==
        ORK_SIM_OK);
  CHECK(options.switches.reset_fails);
  CHECK(options.switches.int4_int8_hazard == RK3588_NEED_BOTH);
  CHECK(!options.switches.lut_lost);
  const rk3588_switches before = options.switches;
  CHECK(ork_sim_set_hazards(&options, "", nullptr) == ORK_SIM_OK);
  CHECK(ork_sim_set_hazards(&options, "  ", nullptr) == ORK_SIM_OK);
  CHECK(std::memcmp(&options.switches, &before, sizeof before) == 0);
}

TEST_CASE("a hazard text that is wrong is refused by name and place, and changes nothing") {
  const struct {
    const char* text;
    ork_sim_status status;
    std::uint32_t at;
    const char* message;
  } cases[] = {
      {"reset_fails=on,colt_int8=on", ORK_SIM_NO_SWITCH, 15, "there is no hazard 'colt_int8'"},
      {"reset_fails=maybe", ORK_SIM_NO_POSITION, 12, "reset_fails is off or on, not 'maybe'"},
      {"reset_fails=2", ORK_SIM_NO_POSITION, 12, "reset_fails is off or on, not '2'"},
      {"reset_fails=-1", ORK_SIM_NO_POSITION, 12, "reset_fails is off or on, not '-1'"},
      {"reset_fails=", ORK_SIM_NO_POSITION, 12, "reset_fails is off or on, not ''"},
      {"int4_int8_hazard=ON", ORK_SIM_NO_POSITION, 17, "int4_int8_hazard is NOTHING, RESET, CLEARS, BOTH, not 'ON'"},
      {"reset_fails", ORK_SIM_MALFORMED, 0, "'reset_fails' is not NAME=POSITION"},
      {"reset_fails=on,", ORK_SIM_MALFORMED, 15, "'' is not NAME=POSITION"},
      {"reset_fails=on,,lut_lost=on", ORK_SIM_MALFORMED, 15, "'' is not NAME=POSITION"},
      {"=on", ORK_SIM_NO_SWITCH, 0, "there is no hazard ''"},
  };
  for (const auto& each : cases) {
    INFO(each.text);
    ork_sim_options options = ork_sim_default_options();
    const rk3588_switches before = options.switches;
    ork_sim_fault fault{};
    CHECK(ork_sim_set_hazards(&options, each.text, &fault) == each.status);
    CHECK(fault.status == each.status);
    CHECK(fault.at == each.at);
    CHECK(std::string(fault.message) == each.message);
    CHECK(std::memcmp(&options.switches, &before, sizeof before) == 0);
  }
}

TEST_CASE("a hazard's name of any length is refused within the message's room") {
  ork_sim_options options = ork_sim_default_options();
  ork_sim_fault fault{};
  CHECK(ork_sim_set_hazards(&options, (std::string(5000, 'x') + "=on").c_str(), &fault) == ORK_SIM_NO_SWITCH);
  CHECK(std::strlen(fault.message) < sizeof fault.message);
}

TEST_CASE("a cost is set by name, and another name is refused") {
  ork_sim_options options = ork_sim_default_options();
  ork_sim_fault fault{};
  CHECK(ork_sim_set_cost(&options, "reset", 7, &fault) == ORK_SIM_OK);
  CHECK(options.costs.reset == 7);
  CHECK(options.steady);
  CHECK(ork_sim_set_cost(&options, "rest", 7, &fault) == ORK_SIM_NO_COST);
  CHECK(std::string(fault.message) == "there is no cost 'rest'");
}

TEST_CASE("a device of no core or of more than the spec has is EINVAL") {
  for (const std::uint32_t cores : {0U, RK3588_CORES + 1U, 0xFFFFFFFFU}) {
    ork_sim_options options = ork_sim_default_options();
    options.cores = cores;
    ork_device* device = nullptr;
    CHECK(ork_sim_open(&options, &device) == -1);
    CHECK(errno == EINVAL);
    CHECK(device == nullptr);
  }
}

TEST_CASE("what is no simulated device is told from one") {
  ork_device other{};
  ork_sim_counters counters{};
  CHECK(!ork_sim_is(nullptr));
  CHECK(!ork_sim_is(&other));
  CHECK(ork_sim_read_counters(&other, &counters) == -1);
  CHECK(errno == EINVAL);
  CHECK(std::string(ork_sim_error()) == "the device is not simulated");
  SimBench bench;
  CHECK(ork_sim_is(bench.device()));
}
