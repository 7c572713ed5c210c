#include "verbs.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "cli.h"

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

// The environment variable of a knob; null for one that only a spec has.
const char* variable_of(const std::string& knob) {
  for (int i = 0; i < ork_policy_knobs(); ++i) {
    if (knob == ork_policy_knob_name(i)) return ork_policy_knob_variable(i);
  }
  return nullptr;
}

bool is_on(const std::string& knob) {
  const std::uint32_t all = ork_policy_knobs_from(std::getenv);
  for (int i = 0; i < ork_policy_knobs(); ++i) {
    if (knob == ork_policy_knob_name(i)) return (all >> i & 1u) != 0;
  }
  return false;
}

}  // namespace

std::optional<Setting> read_setting(const std::string& who, const std::vector<std::string>& texts,
                                    const std::vector<std::string>& knobs, std::uint32_t defaults) {
  std::vector<std::pair<std::string, bool>> asked;
  if (!cli::read_knobs(who, texts, asked)) return std::nullopt;
  Setting setting = {.knobs = defaults, .from = std::vector<std::string>(knobs.size(), "default")};
  auto put = [&](std::size_t knob, bool on, std::string from) {
    const std::uint32_t bit = 1u << knob;
    setting.knobs = on ? setting.knobs | bit : setting.knobs & ~bit;
    setting.from[knob] = std::move(from);
  };
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    const char* variable = variable_of(knobs[i]);
    if (variable && std::getenv(variable)) put(i, is_on(knobs[i]), variable);
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
