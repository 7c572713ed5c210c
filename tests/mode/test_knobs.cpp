// Knobs: where values come from, what they take, and what they say of themselves.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "mode/knobs.h"
#include "mode/policy.h"

namespace {

std::map<std::string, std::string>& environment() {
  static std::map<std::string, std::string> all;
  return all;
}

char* get(const char* name) {
  const auto found = environment().find(name);
  return found == environment().end() ? nullptr : found->second.data();
}

ork_knobs read(std::map<std::string, std::string> all, ork_knobs_status wanted = ORK_KNOBS_OK) {
  environment() = std::move(all);
  ork_knobs knobs;
  const char* which = nullptr;
  CHECK(ork_knobs_read(&knobs, get, &which) == wanted);
  if (wanted != ORK_KNOBS_OK) CHECK(std::string(which) == environment().begin()->first);
  return knobs;
}

std::string line(const ork_knobs& knobs, const std::string& name) {
  for (int i = 0; i < ORK_KNOBS; ++i) {
    if (ork_knobs_row(i)->name != name) continue;
    char text[256];
    ork_knobs_line(&knobs, i, text, sizeof text);
    return text;
  }
  return "no such knob";
}

}  // namespace

TEST_CASE("without an environment all knobs have the spec's defaults") {
  const ork_knobs knobs = read({});
  CHECK(ork_knobs_setting(&knobs) == ork_policy_default_knobs());
  CHECK(ork_knobs_suppressed(&knobs) == 0);
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT) == 60'000'000'000);
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_WARM_REPS) == 2);
  CHECK(std::string(ork_knobs_text(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_CARD)) == "/dev/dri/card1");
}

TEST_CASE("B4: every expanded knob that is set reaches the setting, and says where it came from") {
  for (int i = 0; i < RK3588_MODE_TRANSITION_KNOBS; ++i) {
    for (const bool on : {false, true}) {
      const std::string variable = ork_knobs_row(i)->env;
      const std::string text = on ? "1" : "0";
      const ork_knobs knobs = read({{variable, text}});
      CHECK((ork_knobs_setting(&knobs) >> i & 1u) == (on ? 1u : 0u));
      CHECK(line(knobs, ork_knobs_row(i)->name) ==
            std::string(ork_knobs_row(i)->name) + "=" + text + " (environment " + variable + ")");
    }
  }
}

TEST_CASE("the setting of an environment is that of its expanded knobs, a bit each") {
  for (std::uint32_t setting = 0; setting < RK3588_MODE_TRANSITION_KNOB_SETTINGS; ++setting) {
    std::map<std::string, std::string> all;
    for (int i = 0; i < RK3588_MODE_TRANSITION_KNOBS; ++i) all[ork_knobs_row(i)->env] = (setting >> i & 1u) ? "1" : "0";
    const ork_knobs knobs = read(all);
    CHECK(ork_knobs_setting(&knobs) == setting);
  }
}

TEST_CASE("B20: each hook holds back its own effect and no other") {
  const auto bits = [](const char* variable) {
    const ork_knobs knobs = read({{variable, "1"}});
    return ork_knobs_suppressed(&knobs);
  };
  CHECK(bits("ORK_XSPEC_NORESET") == 1u << RK3588_MODE_TRANSITION_RESET_COLUMN);
  CHECK(bits("ORK_XSPEC_NOCLEAR") == 1u << RK3588_MODE_TRANSITION_WARM_COLUMN);
  CHECK(bits("ORK_XSPEC_NOSIZE") == 1u << RK3588_MODE_TRANSITION_SIZE_COLUMN);
}

TEST_CASE("a presence knob is on whatever its variable says") {
  for (const char* text : {"", "0", "no"}) {
    const ork_knobs knobs = read({{"ORK_DEBUG_RESET", text}});
    CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_DEBUG_RESET) == 1);
  }
}

TEST_CASE("what an environment may not say is an error that names the variable, and leaves the defaults") {
  struct Case {
    const char* variable;
    std::string text;
    ork_knobs_status status;
  };
  const std::vector<Case> all = {
      {"ORK_SSM_KEEPWARM", "yes", ORK_KNOBS_BAD_TEXT},
      {"ORK_SSM_KEEPWARM", "", ORK_KNOBS_BAD_TEXT},
      {"ORK_SSM_KEEPWARM", " 1", ORK_KNOBS_BAD_TEXT},
      {"ORK_SSM_KEEPWARM", "1 ", ORK_KNOBS_BAD_TEXT},
      {"ORK_SSM_KEEPWARM", "99999999999999999999", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_WARM_REPS", "0", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_WARM_REPS", "17", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_WARM_REPS", "2.5", ORK_KNOBS_BAD_TEXT},
      {"ORK_WARM_REPS", "+2", ORK_KNOBS_BAD_TEXT},
      {"ORK_NPU_TESTCORE", "3", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_NPU_TESTCORE", "-1", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_MM_TIMEOUT", "9223372036854775807", ORK_KNOBS_OUT_OF_RANGE},
      {"ORK_MM_TIMEOUT", "60 s", ORK_KNOBS_BAD_TEXT},
      {"ORK_NPU_CARD", "", ORK_KNOBS_BAD_TEXT},
      {"ORK_NPU_CARD", std::string(ORK_KNOB_TEXT, 'x'), ORK_KNOBS_TOO_LONG},
  };
  ork_knobs defaults;
  ork_knobs_init(&defaults);
  for (const Case& each : all) {
    CAPTURE(each.variable);
    CAPTURE(each.text);
    const ork_knobs knobs = read({{each.variable, each.text}}, each.status);
    CHECK(ork_knobs_setting(&knobs) == ork_knobs_setting(&defaults));
    for (int i = 0; i < ORK_KNOBS; ++i) CHECK(knobs.values[i].from == ORK_KNOB_DEFAULT);
  }
}

TEST_CASE("a call sets by name and text, wins over the environment, and a refused one changes nothing") {
  ork_knobs knobs = read({{"ORK_WARM_REPS", "3"}});
  CHECK(ork_knobs_set(&knobs, "warm_reps", "4") == ORK_KNOBS_OK);
  CHECK(line(knobs, "warm_reps") == "warm_reps=4 (call)");
  CHECK(ork_knobs_set(&knobs, "warm_reps", "99") == ORK_KNOBS_OUT_OF_RANGE);
  CHECK(ork_knobs_set(&knobs, "warmreps", "1") == ORK_KNOBS_UNKNOWN);
  CHECK(ork_knobs_set(&knobs, "ORK_WARM_REPS", "1") == ORK_KNOBS_UNKNOWN);
  CHECK(ork_knobs_set(&knobs, "debug_reset", "perhaps") == ORK_KNOBS_BAD_TEXT);
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_WARM_REPS) == 4);
  CHECK(ork_knobs_set(&knobs, "debug_reset", "true") == ORK_KNOBS_OK);
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_DEBUG_RESET) == 1);
  CHECK(ork_knobs_set(&knobs, "debug_reset", "0") == ORK_KNOBS_OK);
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_DEBUG_RESET) == 0);
}

TEST_CASE("every knob prints a line, and a short place cuts it") {
  const ork_knobs knobs = read({{"ORK_MM_TIMEOUT", "2500"}});
  for (int i = 0; i < ORK_KNOBS; ++i) {
    char text[256];
    const int length = ork_knobs_line(&knobs, i, text, sizeof text);
    CHECK(length == static_cast<int>(std::string(text).size()));
    char cut[4];
    CHECK(ork_knobs_line(&knobs, i, cut, sizeof cut) == length);
    CHECK(std::string(cut) == std::string(text).substr(0, 3));
  }
  CHECK(line(knobs, "mm_timeout") == "mm_timeout=2500 (environment ORK_MM_TIMEOUT)");
  CHECK(line(knobs, "f16warm") == "f16warm=true (default)");
  CHECK(ork_knobs_number(&knobs, RK3588_MODE_TRANSITION_RUNTIME_KNOB_MM_TIMEOUT) == 2'500'000'000);
  char text[8];
  CHECK(ork_knobs_line(&knobs, ORK_KNOBS, text, sizeof text) == -1);
}
