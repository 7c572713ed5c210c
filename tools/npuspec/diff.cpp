#include "front/diff.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "cli.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string before;
  std::string after = shipped_specs();
  std::string specs = shipped_specs();
  std::string output = "-";
  DiffFormat format = DiffFormat::kText;
  bool rules = false;
};

// The same folder or file, which is told of once.
bool is_same_path(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

// The exit status of what was found. Where that leaves the specs whole, there is a report to compare all the same.
int load(const std::string& path, LoadedReport& loaded, bool told) {
  Diags diags;
  loaded = load_report(path, diags);
  if (!told) print_findings(with_folder(diags, path), loaded.set.sources);
  return exit_status(diags);
}

int run(const Options& options) {
  int status = 0;
  if (options.rules) {
    write_outputs({whole(options.output, abi_rules_markdown())}, {}, status);
    return status;
  }
  LoadedReport before;
  LoadedReport after;
  LoadedReport specs;
  // Whatever is wrong with one side, the other is still looked at.
  status = load(options.before, before, false);
  status = std::max(status, load(options.after, after, is_same_path(options.before, options.after)));
  if (!before.is_whole || !after.is_whole) {
    if (status == 1) std::fputs("npuspec diff: nothing was compared: mend what is told above first\n", stderr);
    return status;
  }
  // Trees without a device, as those of history are, go by the costs of the one that the specs have.
  if (lacks_costs(before.report, after.report)) {
    bool told = is_same_path(options.specs, options.before) || is_same_path(options.specs, options.after);
    status = std::max(status, load(options.specs, specs, told));
    if (!specs.is_whole) return status;
    lend_costs(specs.report, before.report, after.report);
  }
  Diff result = diff(before.report, after.report);
  write_outputs(
      {whole(options.output, render(result, before, after, options.format))},
      {{&before.set.sources, before.path}, {&after.set.sources, after.path}, {&specs.set.sources, specs.path}}, status);
  return status != 0 ? status : result.allowed() ? 0 : 1;
}

}  // namespace

void add_diff(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("diff",
                                  "Say what changed, what it breaks, and whether the versions own up to it: exit 0 "
                                  "when they do, 1 when they do not or a side has errors. Examples, laws and proofs "
                                  "that an edit made false are such errors, and the edit is told all the same");
  auto* old_option =
      verb->add_option("OLD", options->before, "A folder of specs, a report, or a folder of releases: the newest");
  verb->add_option("NEW", options->after, "The same; by default the shipped specs")->capture_default_str();
  verb->add_option("--specs", options->specs,
                   "Where a device says what the effects of a policy cost, if neither OLD nor NEW has one")
      ->type_name("DIR")
      ->capture_default_str();
  cli::add_choice(*verb, "--format", options->format,
                  {{"text", DiffFormat::kText},
                   {"json", DiffFormat::kJson},
                   {"md", DiffFormat::kMarkdown},
                   {"sarif", DiffFormat::kSarif}},
                  "How to print it");
  auto* output = add_output_option(*verb, options->output);
  auto* rules = verb->add_flag("--rules", options->rules, "Write the table of rules instead, in Markdown");
  verb->callback([options, verb, old_option, output, rules, &status] {
    for (const CLI::Option* each : verb->get_options()) {
      bool is_of_rules = each == rules || each == output;
      if (options->rules && !is_of_rules && each->count() != 0)
        throw CLI::ValidationError("--rules", "takes no " + each->get_name());
    }
    if (!options->rules && old_option->count() == 0) throw CLI::RequiredError("OLD");
    status = run(*options);
  });
}

}  // namespace npuspec
