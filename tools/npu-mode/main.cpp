// npu-mode: what the mode-transition policy does, asked of the library that a runtime links.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli.h"
#include "mode/policy.h"

namespace {

namespace cli = npuspec::cli;

struct Options {
  std::vector<std::string> knobs;
  std::string profile;
  std::string from;
  std::string to;
};

// "R", "w" and "s" for a reset and the two clears, as the policy's own examples write them; "k" for a transition
// without an effect, "0" for none.
double reset_ms() { return static_cast<double>(ork_policy_reset_cost_ns()) / 1e6; }

std::string cell(const ork_effect& effect) {
  if (!effect.fired) return "0";
  std::string text = effect.reset ? "R" : "";
  if (effect.warm != 0) text += "w";
  if (effect.size != 0) text += "s";
  return text.empty() ? "k" : text;
}

constexpr const char* kShown = "`npu-mode matrix` shows them";

std::vector<std::string_view> profile_names() {
  std::vector<std::string_view> names;
  for (int i = 0; i < ork_policy_profiles(); ++i) names.push_back(ork_policy_profile_name(i));
  return names;
}

bool is_transient(std::string_view profile) {
  std::vector<std::string_view> names = profile_names();
  auto found = std::find(names.begin(), names.end(), profile);
  return found != names.end() && ork_policy_profile_is_transient(static_cast<int>(found - names.begin()));
}

std::vector<std::string_view> mode_names() {
  std::vector<std::string_view> names;
  for (int i = 0; i < ork_policy_modes(); ++i) names.push_back(ork_policy_mode_name(ork_policy_mode(i)));
  return names;
}

std::vector<std::string_view> knob_names() {
  std::vector<std::string_view> names;
  for (int i = 0; i < ork_policy_knobs(); ++i) names.push_back(ork_policy_knob_name(i));
  return names;
}

int refuse_name(const std::string& who, const char* what, const std::string& name,
                const std::vector<std::string_view>& known) {
  return cli::refuse(who, std::string("there is no ") + what + " '" + name + "'",
                     cli::did_you_mean(name, known, kShown));
}

// Which knobs are on, a bit each, and of each who says so.
struct Setting {
  std::uint32_t knobs = 0;
  std::vector<std::string> from;
};

// The environment's setting, as the layer reads it, and over it what `--knob` asks for. False after a refusal.
bool read_setting(const std::string& who, const std::vector<std::string>& texts, Setting& setting) {
  std::vector<std::pair<std::string, bool>> knobs;
  if (!cli::read_knobs(who, texts, knobs)) return false;
  std::vector<std::string_view> names = knob_names();
  setting.knobs = ork_policy_knobs_from(std::getenv);
  for (int i = 0; i < ork_policy_knobs(); ++i) {
    const char* variable = ork_policy_knob_variable(i);
    setting.from.emplace_back(std::getenv(variable) ? variable : "default");
  }
  for (const auto& [name, on] : knobs) {
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      refuse_name(who, "knob", name, names);
      return false;
    }
    std::uint32_t bit = 1u << (found - names.begin());
    setting.knobs = on ? setting.knobs | bit : setting.knobs & ~bit;
    setting.from[static_cast<std::size_t>(found - names.begin())] = "--knob";
  }
  return true;
}

void print_setting(const Setting& setting) {
  std::printf("knobs:");
  for (int i = 0; i < ork_policy_knobs(); ++i) {
    std::printf("%s %s=%u (%s)", i == 0 ? "" : ",", ork_policy_knob_name(i), setting.knobs >> i & 1u,
                setting.from[static_cast<std::size_t>(i)].c_str());
  }
  std::printf("\n");
}

void print_row(int profile, int to, std::uint32_t setting) {
  std::vector<std::string> cells;
  bool entered = false;
  for (int i = 0; i < ork_policy_modes(); ++i) {
    int from = ork_policy_mode(i);
    ork_effect effect = {};
    bool transient = ork_policy_profile_is_transient(profile);
    bool valid = ork_policy_decide(profile, from, transient ? from : to, setting, &effect) == ORK_POLICY_OK;
    entered = entered || valid;
    cells.push_back(valid ? cell(effect) : "-");
  }
  if (!entered) return;
  const char* target = ork_policy_profile_is_transient(profile) ? "same" : ork_policy_mode_name(to);
  std::printf("%-11s %-10s", ork_policy_profile_name(profile), target);
  for (const std::string& each : cells) std::printf(" %-9s", each.c_str());
  std::printf("\n");
}

int matrix(const Options& options) {
  Setting setting;
  if (!read_setting("npu-mode matrix", options.knobs, setting)) return 2;
  print_setting(setting);
  std::printf("%-11s %-10s", "profile", "to \\ from");
  for (int i = 0; i < ork_policy_modes(); ++i) std::printf(" %-9s", ork_policy_mode_name(ork_policy_mode(i)));
  std::printf("\n");
  for (int profile = 0; profile < ork_policy_profiles(); ++profile) {
    int targets = ork_policy_profile_is_transient(profile) ? 1 : ork_policy_modes();
    for (int i = 0; i < targets; ++i) print_row(profile, ork_policy_mode(i), setting.knobs);
  }
  std::printf("R reset (%g ms), w warm clear, s size clear, k a transition without an effect, 0 none\n", reset_ms());
  return 0;
}

std::string without_prefix(const std::string& profile) {
  std::string prefix = ork_policy_profile_prefix();
  return profile.starts_with(prefix) ? profile.substr(prefix.size()) : profile;
}

int decide(const Options& options) {
  const std::string who = "npu-mode decide";
  Setting setting;
  if (!read_setting(who, options.knobs, setting)) return 2;
  ork_effect effect = {};
  std::string profile = without_prefix(options.profile);
  switch (ork_policy_decide_named(profile.c_str(), options.from.c_str(), options.to.c_str(), setting.knobs, &effect)) {
    case ORK_POLICY_OK:
      break;
    case ORK_POLICY_NO_PROFILE:
      return refuse_name(who, "profile", profile, profile_names());
    case ORK_POLICY_NO_MODE: {
      std::vector<std::string_view> modes = mode_names();
      bool knows_from = std::find(modes.begin(), modes.end(), options.from) != modes.end();
      return refuse_name(who, "mode", knows_from ? options.to : options.from, modes);
    }
    case ORK_POLICY_NO_ENTRY:
    case ORK_POLICY_NO_SETTING:
      std::fprintf(stderr, "npu-mode: %s does not enter %s from %s\n", profile.c_str(), options.to.c_str(),
                   options.from.c_str());
      return 1;
  }
  print_setting(setting);
  std::printf("%s, %s -> %s: %s", profile.c_str(), options.from.c_str(), options.to.c_str(), cell(effect).c_str());
  if (effect.reset) {
    std::printf(", a reset of %g ms", reset_ms());
  } else {
    std::printf(", no reset");
  }
  std::printf("; the marker %s %s\n", is_transient(profile) ? "stays" : "becomes", ork_policy_mode_name(effect.marker));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("What the mode-transition policy of the RK3588 NPU does, as a runtime links it.", "npu-mode");
  app.footer(
      "Knobs are as the environment sets them ($ORK_SSM_KEEPWARM and its like, from 1 up: on), else at their defaults; "
      "--knob\nis above both. Of each it is said where it came from.");
  Options options;
  int status = 0;
  auto* show = app.add_subcommand("matrix", "Print what every transition does");
  cli::add_knobs(*show, options.knobs);
  show->callback([&] { status = matrix(options); });
  auto* one = app.add_subcommand("decide", "Print what one transition does");
  one->add_option("PROFILE", options.profile, "The row, as XP_CHAIN_NT")->required();
  one->add_option("FROM", options.from, "The mode before, as F16")->required();
  one->add_option("TO", options.to, "The mode to enter, as I8_CHAIN")->required();
  cli::add_knobs(*one, options.knobs);
  one->callback([&] { status = decide(options); });
  return cli::run(app, argc, argv, status);
}
