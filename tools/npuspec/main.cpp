// npuspec: checks specs, compiles them, and tells what a change to them means.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "config.h"
#include "verbs.h"

namespace {

constexpr const char* kAbout =
    "The facts of a neural accelerator's boundaries, checked and compiled.\n"
    "Exit status: 0 all is well, 1 something is wrong with the input, 2 usage or a file that cannot be read or "
    "written.";

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
