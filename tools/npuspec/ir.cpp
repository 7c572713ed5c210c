#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "front/load.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string folder;
  std::string output;
  std::string depfile;
  unsigned threads = 0;
};

int ir(const Options& options) {
  int status = 0;
  SpecSet set;
  if (!load_sound(options.folder, set, status, {.threads = options.threads, .models = Models::kLower})) return status;
  print_findings(set.take_diags(), set.sources);  // warnings: a build tells them, too
  std::vector<Output> outputs = {{options.output, [&](const Put& put) { put_ir(set, put); }}};
  if (!options.depfile.empty())
    outputs.push_back(depfile(options.depfile, options.output, options.folder, set.sources));
  write_outputs(outputs, {{&set.sources, options.folder}}, status);
  return status;
}

}  // namespace

void add_ir(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("ir", "Compile a folder of specs to the JSON that the templates render");
  verb->add_option("DIR", options->folder, "The folder of specs")->required();
  add_output_option(*verb, options->output)->required();
  add_depfile_option(*verb, options->depfile);
  add_threads_option(*verb, options->threads);
  verb->callback([options, &status] { status = ir(*options); });
}

}  // namespace npuspec
