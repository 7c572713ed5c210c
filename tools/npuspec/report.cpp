#include "front/report.h"

#include <CLI/CLI.hpp>
#include <map>
#include <memory>

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
  print_findings(diags, loaded.set.sources);
  int status = exit_status(diags);
  if (status != 0) return status;
  std::string text =
      options.format == ReportFormat::kJson ? report_json(loaded.report) : report_markdown(loaded.report);
  put_output(options.output, text, status);
  if (status == 0 && !options.depfile.empty())
    put_output(options.depfile, depfile(options.output, options.input, loaded.set.sources), status);
  return status;
}

}  // namespace

void add_report(CLI::App& app, int& status) {
  static const std::map<std::string, ReportFormat> kFormats = {{"json", ReportFormat::kJson},
                                                               {"md", ReportFormat::kMarkdown}};
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("report", "Write what the specs promise to the other side of each boundary");
  verb->add_option("DIR", options->input, "A folder of specs, or a report to write in another form")
      ->capture_default_str();
  verb->add_option("--format", options->format, "json, for `npuspec diff` and to keep; or md, to read")
      ->transform(CLI::CheckedTransformer(kFormats).description(""))
      ->type_name("FORMAT")
      ->default_str("json");
  verb->add_option("-o,--output", options->output, "The file to write; - is standard output")->capture_default_str();
  verb->add_option("--depfile", options->depfile, "Also write which files were read, in Make's syntax");
  verb->callback([options, &status] { status = run(*options); });
}

}  // namespace npuspec
