#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <set>

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

// Make's syntax, as Ninja reads it: spaces, hashes and backslashes are escaped, a dollar is doubled.
std::string escape(const std::string& path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

// The folders are inputs too: a spec that is added or removed changes only them.
std::string depfile(const Options& options, const SpecSet& set) {
  std::set<std::string> inputs = {options.folder};
  for (std::uint32_t file = 1; file <= set.sources.count(); ++file) {
    const std::string& name = set.sources.name(file);
    inputs.insert(name);
    inputs.insert(std::filesystem::path(name).parent_path().string());
  }
  std::string text = escape(options.output) + ":";
  for (const std::string& input : inputs) text += " \\\n  " + escape(input);
  return text + "\n";
}

int ir(const Options& options) {
  int status = 0;
  SpecSet set;
  if (!load_checked(options.folder, set, status)) return status;
  put_output(options.output, lower(set, options.threads), status);
  if (status == 0 && !options.depfile.empty()) put_output(options.depfile, depfile(options, set), status);
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
