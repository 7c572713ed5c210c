// npu-mode: what the mode-transition policy does, asked of the library that a runtime links.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mode/policy.h"

namespace {

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

// The setting that `--knob name=0|1` asks for. False after a message.
bool read_knobs(const std::vector<std::string>& knobs, std::uint32_t& setting) {
  setting = ork_policy_default_knobs();
  for (const std::string& text : knobs) {
    std::size_t equals = text.find('=');
    std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    int found = 0;
    while (found < ork_policy_knobs() && text.substr(0, equals) != ork_policy_knob_name(found)) ++found;
    if (found == ork_policy_knobs() || (value != "0" && value != "1")) {
      std::fprintf(stderr, "npu-mode: '%s' is no setting of a knob; say name=0 or name=1, of:", text.c_str());
      for (int i = 0; i < ork_policy_knobs(); ++i) std::fprintf(stderr, " %s", ork_policy_knob_name(i));
      std::fprintf(stderr, "\n");
      return false;
    }
    std::uint32_t bit = 1u << found;
    setting = value == "1" ? setting | bit : setting & ~bit;
  }
  return true;
}

void print_setting(std::uint32_t setting) {
  std::printf("knobs:");
  for (int i = 0; i < ork_policy_knobs(); ++i) std::printf(" %s=%u", ork_policy_knob_name(i), setting >> i & 1u);
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
  std::uint32_t setting = 0;
  if (!read_knobs(options.knobs, setting)) return 2;
  print_setting(setting);
  std::printf("%-11s %-10s", "profile", "to \\ from");
  for (int i = 0; i < ork_policy_modes(); ++i) std::printf(" %-9s", ork_policy_mode_name(ork_policy_mode(i)));
  std::printf("\n");
  for (int profile = 0; profile < ork_policy_profiles(); ++profile) {
    int targets = ork_policy_profile_is_transient(profile) ? 1 : ork_policy_modes();
    for (int i = 0; i < targets; ++i) print_row(profile, ork_policy_mode(i), setting);
  }
  std::printf("R reset (%g ms), w warm clear, s size clear, k a transition without an effect, 0 none\n", reset_ms());
  return 0;
}

std::string without_prefix(const std::string& profile) {
  std::string prefix = ork_policy_profile_prefix();
  return profile.starts_with(prefix) ? profile.substr(prefix.size()) : profile;
}

int decide(const Options& options) {
  std::uint32_t setting = 0;
  if (!read_knobs(options.knobs, setting)) return 2;
  ork_effect effect = {};
  std::string profile = without_prefix(options.profile);
  switch (ork_policy_decide_named(profile.c_str(), options.from.c_str(), options.to.c_str(), setting, &effect)) {
    case ORK_POLICY_OK:
      break;
    case ORK_POLICY_NO_PROFILE:
      std::fprintf(stderr, "npu-mode: there is no profile '%s'; `npu-mode matrix` shows them\n",
                   options.profile.c_str());
      return 2;
    case ORK_POLICY_NO_MODE:
      std::fprintf(stderr, "npu-mode: '%s' or '%s' is no mode; `npu-mode matrix` shows them\n", options.from.c_str(),
                   options.to.c_str());
      return 2;
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
  std::printf("; the marker becomes %s\n", ork_policy_mode_name(effect.marker));
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app("What the mode-transition policy of the RK3588 NPU does, as a runtime links it.", "npu-mode");
  app.require_subcommand(1);
  Options options;
  int status = 0;
  auto* show = app.add_subcommand("matrix", "Print what every transition does");
  show->add_option("--knob", options.knobs, "A knob that is not at its default: name=0 or name=1");
  show->callback([&] { status = matrix(options); });
  auto* one = app.add_subcommand("decide", "Print what one transition does");
  one->add_option("PROFILE", options.profile, "The row, as XP_CHAIN_NT")->required();
  one->add_option("FROM", options.from, "The mode before, as F16")->required();
  one->add_option("TO", options.to, "The mode to enter, as I8_CHAIN")->required();
  one->add_option("--knob", options.knobs, "A knob that is not at its default: name=0 or name=1");
  one->callback([&] { status = decide(options); });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  int status = run(argc, argv);
  if (std::fflush(stdout) != 0) {
    std::perror("npu-mode: standard output");
    return 2;
  }
  return status;
}
