#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "front/load.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string folder = shipped_specs();
  DiagFormat format = DiagFormat::kText;
  unsigned threads = 0;
};

int check(const Options& options) {
  SpecSet set = load_specs(options.folder, {.threads = options.threads});
  Diags diags = set.take_diags();
  int status = exit_status(diags);
  if (options.format != DiagFormat::kText) {
    put_output("-", render(diags, set.sources, options.format), status);
    return status;
  }
  print_findings(diags, set.sources);
  if (!diags.failed()) {
    std::size_t specs = set.specs.size();
    std::size_t warnings = diags.warnings();
    std::printf("%s: %zu %s sound", options.folder.c_str(), specs, specs == 1 ? "spec is" : "specs are");
    if (warnings != 0) std::printf(", with %zu %s", warnings, warnings == 1 ? "warning" : "warnings");
    std::printf("\n");
  }
  return status;
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("check", "Check every spec below a folder, its examples and its proofs too");
  verb->add_option("DIR", options->folder, "The folder of specs")->capture_default_str();
  add_format_option(*verb, options->format);
  verb->add_option("-j,--threads", options->threads, "Threads to use; 0: one per core")->capture_default_str();
  verb->callback([options, &status] { status = check(*options); });
}

}  // namespace npuspec
