#include "verbs.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli.h"
#include "mode/knobs.h"

namespace npuspec::mode {

double reset_ms() { return static_cast<double>(ork_policy_reset_cost_ns()) / 1e6; }

std::string cell_text(const ork_effect& effect) {
  if (!effect.fired) return "0";
  std::string text = effect.reset ? "R" : "";
  if (effect.warm != 0) text += "w";
  if (effect.size != 0) text += "s";
  return text.empty() ? "k" : text;
}

int refuse_name(const std::string& who, const char* what, const std::string& name,
                const std::vector<std::string>& known) {
  return cli::refuse(who, std::string("there is no ") + what + " '" + name + "'",
                     cli::did_you_mean(name, {known.begin(), known.end()}, "`npu-mode matrix` shows them"));
}

namespace {

// All knobs, as the layer reads them when a context opens; false is a refusal.
bool read_environment(const std::string& who, ork_knobs& knobs) {
  const char* which = nullptr;
  const ork_knobs_status status = ork_knobs_read(&knobs, std::getenv, &which);
  if (status == ORK_KNOBS_OK) return true;
  cli::refuse(who,
              std::string("the environment sets ") + which + " to '" + std::getenv(which) + "', " +
                  ork_knobs_status_text(status),
              "unset it, or say what specs/mode/rk3588.yaml lets it be");
  return false;
}

// The number of an expanded knob; -1 for one that only a spec has.
int knob_of(const std::string& name) {
  for (int i = 0; i < ork_policy_knobs(); ++i) {
    if (name == ork_policy_knob_name(i)) return i;
  }
  return -1;
}

}  // namespace

std::optional<Setting> read_setting(const std::string& who, const std::vector<std::string>& texts,
                                    const std::vector<std::string>& knobs, std::uint32_t defaults) {
  std::vector<std::pair<std::string, bool>> asked;
  if (!cli::read_knobs(who, texts, asked)) return std::nullopt;
  ork_knobs environment{};
  if (!read_environment(who, environment)) return std::nullopt;
  Setting setting = {.knobs = defaults, .from = std::vector<std::string>(knobs.size(), "default")};
  auto put = [&](std::size_t knob, bool on, std::string from) {
    const std::uint32_t bit = 1u << knob;
    setting.knobs = on ? setting.knobs | bit : setting.knobs & ~bit;
    setting.from[knob] = std::move(from);
  };
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    const int own = knob_of(knobs[i]);
    if (own < 0 || environment.values[own].from != ORK_KNOB_ENVIRONMENT) continue;
    put(i, environment.values[own].number != 0, ork_policy_knob_variable(own));
  }
  for (const auto& [name, on] : asked) {
    const auto found = std::find(knobs.begin(), knobs.end(), name);
    if (found == knobs.end()) {
      refuse_name(who, "knob", name, knobs);
      return std::nullopt;
    }
    put(static_cast<std::size_t>(found - knobs.begin()), on, "--knob");
  }
  return setting;
}

std::string setting_text(const Setting& setting, const std::vector<std::string>& knobs) {
  std::string text = "knobs:";
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    text +=
        (i == 0 ? " " : ", ") + knobs[i] + "=" + std::to_string(setting.knobs >> i & 1u) + " (" + setting.from[i] + ")";
  }
  return text;
}

}  // namespace npuspec::mode
