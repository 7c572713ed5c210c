#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli.h"
#include "tables.h"
#include "verbs.h"

namespace npuspec::mode {
namespace {

struct Options {
  std::vector<std::string> knobs;
  std::string profile;
  std::string from;
  std::string to;
};

std::string without_prefix(const std::string& profile) {
  const std::string prefix = ork_policy_profile_prefix();
  return profile.starts_with(prefix) ? profile.substr(prefix.size()) : profile;
}

int decide(const Options& options) {
  const std::string who = "npu-mode decide";
  const std::unique_ptr<Table> table = linked_table();
  const std::optional<Setting> setting = read_setting(who, options.knobs, table->knobs(), table->default_knobs());
  if (!setting) return 2;
  ork_effect effect = {};
  const std::string profile = without_prefix(options.profile);
  const std::vector<std::string> modes = table->modes();
  const std::vector<std::string> profiles = table->profiles();
  switch (ork_policy_decide_named(profile.c_str(), options.from.c_str(), options.to.c_str(), setting->knobs, &effect)) {
    case ORK_POLICY_OK:
      break;
    case ORK_POLICY_NO_PROFILE:
      return refuse_name(who, "profile", profile, profiles);
    case ORK_POLICY_NO_MODE: {
      const bool knows_from = std::find(modes.begin(), modes.end(), options.from) != modes.end();
      return refuse_name(who, "mode", knows_from ? options.to : options.from, modes);
    }
    case ORK_POLICY_NO_ENTRY:
    case ORK_POLICY_NO_SETTING:
      std::fprintf(stderr, "npu-mode: %s does not enter %s from %s\n", profile.c_str(), options.to.c_str(),
                   options.from.c_str());
      return 1;
  }
  std::printf("%s\n", setting_text(*setting, table->knobs()).c_str());
  std::printf("%s, %s -> %s: %s", profile.c_str(), options.from.c_str(), options.to.c_str(), cell_text(effect).c_str());
  if (effect.reset) {
    std::printf(", a reset of %g ms", reset_ms());
  } else {
    std::printf(", no reset");
  }
  const auto index = static_cast<std::size_t>(std::find(profiles.begin(), profiles.end(), profile) - profiles.begin());
  std::printf("; the marker %s %s\n", table->transient(index) ? "stays" : "becomes",
              ork_policy_mode_name(effect.marker));
  return 0;
}

}  // namespace

void add_decide(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("decide", "Print what one transition does");
  verb->add_option("PROFILE", options->profile, "The row, as XP_CHAIN_NT")->required();
  verb->add_option("FROM", options->from, "The mode before, as F16")->required();
  verb->add_option("TO", options->to, "The mode to enter, as I8_CHAIN")->required();
  cli::add_knobs(*verb, options->knobs);
  verb->callback([options, &status] { status = decide(*options); });
}

}  // namespace npuspec::mode
