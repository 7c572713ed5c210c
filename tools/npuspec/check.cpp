#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "front/load.h"
#include "output.h"
#include "verbs.h"

namespace npuspec {
namespace {

struct Options {
  std::string folder = shipped_specs();
  DiagFormat format = DiagFormat::kText;
  unsigned threads = 0;
};

namespace fs = std::filesystem;

// What lies below a folder and looks like a spec, and is not read: trees of their own (load.h), and *.yml files.
void find_unread(const fs::path& folder, bool in_own_tree, std::vector<std::string>& trees,
                 std::vector<std::string>& files) {
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    std::string base = each->path().filename().string();
    std::error_code gone;
    if (base.starts_with('.') || each->is_symlink(gone)) continue;
    if (each->is_directory(gone)) {
      bool own = std::find(kOwnTrees.begin(), kOwnTrees.end(), base) != kOwnTrees.end();
      find_unread(each->path(), in_own_tree || own, trees, files);
    } else if (in_own_tree && each->path().extension() == ".yaml") {
      trees.push_back(folder.string());
    } else if (!in_own_tree && each->path().extension() == ".yml") {
      files.push_back(each->path().string());
    }
  }
}

void print_unread(const std::string& folder) {
  std::vector<std::string> trees;
  std::vector<std::string> files;
  find_unread(folder, false, trees, files);
  std::sort(trees.begin(), trees.end());
  trees.erase(std::unique(trees.begin(), trees.end()), trees.end());
  std::sort(files.begin(), files.end());
  for (const std::string& tree : trees) {
    std::fprintf(stderr, "not checked: %s: a tree of its own, `npuspec check %s`\n", tree.c_str(), tree.c_str());
  }
  for (const std::string& file : files) std::fprintf(stderr, "not read: %s: specs end in .yaml\n", file.c_str());
}

int check(const Options& options) {
  SpecSet set = load_specs(options.folder, {.threads = options.threads, .models = Models::kDrop});
  Diags diags = with_folder(set.take_diags(), options.folder);
  int status = exit_status(diags);
  if (options.format != DiagFormat::kText) {
    print(render(diags, set.sources, options.format), status);
    return status;
  }
  print_findings(diags, set.sources);
  print_unread(options.folder);
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
  std::string own;
  for (std::string_view name : kOwnTrees) own += (own.empty() ? "" : " or ") + std::string(name);
  verb->footer("A spec is a *.yaml file. Folders named " + own +
               " hold trees of their own: they are not checked, and named at the end.");
  verb->add_option("DIR", options->folder, "The folder of specs")->capture_default_str();
  add_format_option(*verb, options->format);
  add_threads_option(*verb, options->threads);
  verb->callback([options, &status] { status = check(*options); });
}

}  // namespace npuspec
