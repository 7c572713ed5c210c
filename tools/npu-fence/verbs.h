// The verbs of npu-fence: one file and one function each.
//
// A verb adds its subcommand to the command line; when chosen, it runs and leaves its exit status in `status`: 0, 1
// (a model, a plan or a sidecar is refused) or 2 (usage, or a file that cannot be read or written). Refusals go to
// stderr, one line each; what was asked for goes to stdout.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
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

// "operator 3", "operators 3 to 10".
std::string range(std::int64_t first, std::int64_t last);

// "3,10,20". Throws Error, naming what is no number.
std::vector<std::int64_t> read_list(const std::string& text);

// A whole file. Throws std::system_error.
std::string read_text(const std::string& path);

// The files that a run reads, none of which it may write: whatever the verb, and by whatever path they are named.
class Inputs {
 public:
  // Empty paths are left out.
  explicit Inputs(const std::vector<std::string>& paths);
  // Throws Error where `output` is one of them.
  void keep(const std::string& output) const;

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> files_;  // device and node, and a path
};

// Runs a verb's work; says what it throws on stderr, as `who`, and as JSON on stdout too: {"refused": the words,
// "rule": the id of the rule that refuses, or null}. Returns the exit status.
int run(const std::string& who, Format format, const std::function<int()>& work);

// A command line that the verb cannot follow: said as by run(). Returns 2.
int refuse(const std::string& who, Format format, const std::string& wrong, const std::string& way_out);

// Text of a file or of a path as a person may be shown it, on one line: control characters, and all but ASCII where it
// is no UTF-8, as escapes, so that no name of a model moves the cursor or ends the line. What is shown is shown again
// as itself.
std::string shown(std::string_view text);

// One line of text, shown(), with its end. All text for people goes through it.
void say(std::FILE* to, std::string_view line);

// The segments of a fenced model as lines of text, with what each fence copies.
void print_segments(const ethos_u_stream_split::Sidecar& fenced);

// "<who>: warning: <what>", to stderr.
void warn(const std::string& who, const std::string& what);

// To stdout, with a line's end. What is no UTF-8, as a path may be, becomes U+FFFD: JSON cannot hold it.
void print(const nlohmann::ordered_json& json);

}  // namespace npuspec::fence
