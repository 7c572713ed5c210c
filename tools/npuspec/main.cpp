// npuspec: checks specs, compiles them, and tells what a change to them means.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "config.h"
#include "verbs.h"

namespace {

constexpr const char* kAbout =
    "The facts of a neural accelerator's boundaries, checked and compiled.\n"
    "Exit status: 0 all is well, 1 something is wrong with the input, 2 usage or a file that cannot be read or "
    "written.";

// Whether the first argument, where it is no option, is a command; says so if not.
bool is_command(const CLI::App& app, std::string_view word) {
  std::vector<std::string_view> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  std::string list;
  for (std::string_view name : names) {
    if (name == word) return true;
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  std::string_view near = npuspec::nearest(word, names);
  std::string help = near.empty() ? "the commands are " + list : "did you mean " + npuspec::in_quotes(near) + "?";
  std::fprintf(stderr, "npuspec: there is no command %s; %s\n", npuspec::in_quotes(word).c_str(), help.c_str());
  return false;
}

int run(int argc, char** argv) {
  CLI::App app(kAbout, "npuspec");
  app.set_version_flag("--version", std::string("npuspec ") + NPUSPEC_VERSION);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Print this help and that of every command");
  int status = 0;
  npuspec::add_check(app, status);
  npuspec::add_ir(app, status);
  npuspec::add_report(app, status);
  npuspec::add_diff(app, status);
  npuspec::add_explain(app, status);
  npuspec::add_encode(app, status);
  npuspec::add_decode(app, status);
  npuspec::add_schema(app, status);
  if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) return 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // CLI11 has exit codes of its own for each usage error; ours is 2 for all of them.
    return app.exit(error) == 0 ? 0 : 2;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int status = run(argc, argv);
    // A full disk or a closed pipe shows only here.
    if (std::fflush(stdout) != 0 && status == 0) {
      std::perror("npuspec: standard output");
      return 2;
    }
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "npuspec: internal error: %s\n", error.what());
    return 2;
  }
}
