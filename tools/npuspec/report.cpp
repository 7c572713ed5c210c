#include "front/report.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

enum class ReportFormat { kJson, kMarkdown };

struct Options {
  std::string input = shipped_specs();
  std::string output = "-";
  std::string depfile;
  ReportFormat format = ReportFormat::kJson;
};

int run(const Options& options) {
  Diags diags;
  LoadedReport loaded = load_report(options.input, diags);
  print_findings(with_folder(diags, options.input), loaded.set.sources);
  if (diags.failed() && loaded.is_whole) say_nothing_is_made();
  int status = exit_status(diags);
  if (status != 0) return status;
  std::string text =
      options.format == ReportFormat::kJson ? report_json(loaded.report) : report_markdown(loaded.report);
  std::vector<Output> outputs = {whole(options.output, std::move(text))};
  if (!options.depfile.empty())
    outputs.push_back(depfile(options.depfile, options.output, options.input, loaded.set.sources));
  write_outputs(outputs, {{&loaded.set.sources, loaded.path}}, status);
  return status;
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("report", "Write what the specs promise to the other side of each boundary");
  verb->footer(
      "Specs are refused while examples, laws or proofs of theirs do not hold: a report is kept and compared with.");
  verb->add_option("DIR", options->input, "A folder of specs, or a report to write in another form")
      ->capture_default_str();
  cli::add_choice(*verb, "--format", options->format, {{"json", ReportFormat::kJson}, {"md", ReportFormat::kMarkdown}},
                  "For `npuspec diff` and to keep, or to read");
  add_output_option(*verb, options->output);
  add_depfile_option(*verb, options->depfile);
  verb->callback([options, &status] { status = run(*options); });
}

}  // namespace npuspec
