// The verbs of npu-mode: one file and one function each.
//
// A verb adds its subcommand to the command line; when chosen, it runs and leaves its exit status in `status`: 0, 1 (a
// spec is refused, or a policy is not safe), 2 (usage, a file that cannot be read, a limit that was reached) or 3 (a
// policy is safe, and has findings). Refusals go to stderr; what was asked for goes to stdout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mode/policy.h"

namespace CLI {
class App;
}  // namespace CLI

namespace npuspec::mode {

void add_matrix(CLI::App& app, int& status);
void add_decide(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);

// What a policy does, whether it was linked or read from a spec.
class Table {
 public:
  virtual ~Table() = default;
  virtual std::vector<std::string> profiles() const = 0;
  virtual std::vector<std::string> modes() const = 0;
  virtual std::vector<std::string> knobs() const = 0;
  virtual std::uint32_t default_knobs() const = 0;
  virtual bool transient(std::size_t profile) const = 0;
  // By the index of each; `marker` is one too. Nothing where the row does not enter that mode.
  virtual std::optional<ork_effect> decide(std::size_t profile, std::size_t from, std::size_t to,
                                           std::uint32_t knobs) const = 0;
};

// "R", "w" and "s" for a reset and the two clears, as the policy's own examples write them; "k" for a transition
// without an effect, "0" for none.
std::string cell_text(const ork_effect& effect);
double reset_ms();

int refuse_name(const std::string& who, const char* what, const std::string& name,
                const std::vector<std::string>& known);

// Which knobs are on, a bit each, and of each who says so.
struct Setting {
  std::uint32_t knobs = 0;
  std::vector<std::string> from;
};

// The environment's setting, as the layer reads it, and over it what `--knob` asks for. Nothing after a refusal.
std::optional<Setting> read_setting(const std::string& who, const std::vector<std::string>& texts,
                                    const std::vector<std::string>& knobs, std::uint32_t defaults);
std::string setting_text(const Setting& setting, const std::vector<std::string>& knobs);

}  // namespace npuspec::mode
