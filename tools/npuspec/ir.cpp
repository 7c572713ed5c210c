#include <CLI/CLI.hpp>
#include <memory>

#include "front/load.h"
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
  if (!load_checked(options.folder, set, status, {.threads = options.threads})) return status;
  put_output(
      options.output, [&](const Put& put) { lower(set, options.threads, put); }, status);
  if (status == 0 && !options.depfile.empty())
    put_output(options.depfile, depfile(options.output, options.folder, set.sources), status);
  return status;
}

}  // namespace

void add_ir(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  auto* verb = app.add_subcommand("ir", "Compile a folder of specs to the JSON that the templates render");
  verb->add_option("DIR", options->folder, "The folder of specs")->required();
  verb->add_option("-o,--output", options->output, "The file to write; - is standard output")->required();
  verb->add_option("--depfile", options->depfile, "Also write which files were read, in Make's syntax");
  verb->add_option("-j,--threads", options->threads, "Threads to use; 0: one per core")->capture_default_str();
  verb->callback([options, &status] { status = ir(*options); });
}

}  // namespace npuspec
