// npuspec: checks specs, compiles them, and tells what a change to them means.
#include <CLI/CLI.hpp>

#include "cli.h"
#include "verbs.h"

namespace {

constexpr const char* kAbout =
    "The facts of a neural accelerator's boundaries, checked and compiled.\n"
    "Exit status: 0 all is well, 1 something is wrong with the input, 2 usage or a file that cannot be read or "
    "written.";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(kAbout, "npuspec");
  int status = 0;
  npuspec::add_check(app, status);
  npuspec::add_ir(app, status);
  npuspec::add_report(app, status);
  npuspec::add_diff(app, status);
  npuspec::add_explain(app, status);
  npuspec::add_encode(app, status);
  npuspec::add_decode(app, status);
  npuspec::add_schema(app, status);
  return npuspec::cli::run(app, argc, argv, status);
}
