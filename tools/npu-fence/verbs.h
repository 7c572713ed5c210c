// The verbs of npu-fence: one file and one function each.
//
// A verb adds its subcommand to the command line; when chosen, it runs and leaves its exit status in `status`: 0, 1
// (a model, a plan or a sidecar is refused) or 2 (usage, or a file that cannot be read or written). Refusals go to
// stderr, one line each; what was asked for goes to stdout.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "fence/rewrite.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace npuspec::fence {

void add_inspect(CLI::App& app, int& status);
void add_plan(CLI::App& app, int& status);
void add_cut(CLI::App& app, int& status);
void add_verify(CLI::App& app, int& status);

enum class Format { kText, kJson };

// Adds `--format`, text or json.
void add_format_option(CLI::App& verb, Format& format);

// Where to cut: `--after LIST` or `--plan PLAN.json`.
struct Places {
  std::string after;
  std::string plan;

  bool given() const { return !after.empty() || !plan.empty(); }
};
void add_places_options(CLI::App& verb, Places& places);

// The positions, of a plan after it was checked against the model. Throws Error.
FenceConfig positions(const Places& places, const Model& model);

// "3,10,20". Throws Error, naming what is no number.
std::vector<std::int64_t> read_list(const std::string& text);

// A whole file. Throws std::system_error.
std::string read_text(const std::string& path);

// Runs a verb's work; says what it throws on stderr, as `who`. Returns the exit status.
int run(const std::string& who, const std::function<int()>& work);

// To stdout, with a line's end.
void print(const nlohmann::ordered_json& json);

}  // namespace npuspec::fence
