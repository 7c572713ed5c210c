// npu-mode: what the mode-transition policy does, and whether it is safe.
#include <CLI/CLI.hpp>

#include "cli.h"
#include "verbs.h"

int main(int argc, char** argv) {
  CLI::App app("What the mode-transition policy of the RK3588 NPU does, as a runtime links it or as a spec says it.",
               "npu-mode");
  app.footer(
      "Knobs are as the environment sets them ($ORK_SSM_KEEPWARM and its like, from 1 up: on), else at their "
      "defaults;\n"
      "--knob is above both. Of each it is said where it came from.\n"
      "Exit status: 0 all is well, 1 a spec is refused or a policy is not safe, 2 usage, a file that cannot be read "
      "or\n"
      "a limit that was reached, 3 a policy is safe and has findings.");
  int status = 0;
  npuspec::mode::add_matrix(app, status);
  npuspec::mode::add_decide(app, status);
  npuspec::mode::add_verify(app, status);
  return npuspec::cli::run(app, argc, argv, status);
}
