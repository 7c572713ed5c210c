#include "front/diff.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

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

// Whatever is wrong with one side, the other is still looked at; either way nothing is compared then, and that is no
// answer to whether the change is allowed: status 2.
bool load(const std::string& path, LoadedReport& loaded) {
  Diags diags;
  loaded = load_report(path, diags);
  print_findings(diags, loaded.set.sources);
  return !diags.failed();
}

int run(const Options& options) {
  int status = 0;
  if (options.rules) {
    put_output(options.output, abi_rules_markdown(), status);
    return status;
  }
  LoadedReport before;
  LoadedReport after;
  bool has_before = load(options.before, before);
  bool has_after = load(options.after, after);
  if (!has_before || !has_after) return 2;
  // Trees without a device, as those of history are, go by the costs of the one that the specs have.
  if (lacks_costs(before.report, after.report)) {
    LoadedReport specs;
    if (!load(options.specs, specs)) return 2;
    lend_costs(specs.report, before.report, after.report);
  }
  Diff result = diff(before.report, after.report);
  put_output(options.output, render(result, before, after, options.format), status);
  return status != 0 ? status : result.allowed() ? 0 : 1;
}

}  // namespace

void add_diff(CLI::App& app, int& status) {
  static const std::map<std::string, DiffFormat> kFormats = {{"text", DiffFormat::kText},
                                                             {"json", DiffFormat::kJson},
                                                             {"md", DiffFormat::kMarkdown},
                                                             {"sarif", DiffFormat::kSarif}};
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand(
      "diff", "Say what changed, what it breaks, and whether the versions own up to it: exit 0 when they do, else 1");
  auto* old_option =
      verb->add_option("OLD", options->before, "A folder of specs, a report, or a folder of releases: the newest");
  verb->add_option("NEW", options->after, "The same; by default the shipped specs")->capture_default_str();
  verb->add_option("--specs", options->specs,
                   "Where a device says what the effects of a policy cost, if neither OLD nor NEW has one")
      ->type_name("DIR")
      ->capture_default_str();
  verb->add_option("--format", options->format, "text, json, md or sarif")
      ->transform(CLI::CheckedTransformer(kFormats).description(""))
      ->type_name("FORMAT")
      ->default_str("text");
  verb->add_option("-o,--output", options->output, "The file to write; - is standard output")->capture_default_str();
  verb->add_flag("--rules", options->rules, "Write the table of rules instead, in Markdown")->excludes(old_option);
  verb->callback([options, old_option, &status] {
    if (!options->rules && old_option->count() == 0) throw CLI::RequiredError("OLD");
    status = run(*options);
  });
}

}  // namespace npuspec
