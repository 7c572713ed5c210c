// npu-fence: cuts TFLite models into command streams of an Ethos-U, and proves that nothing else changed.
#include <CLI/CLI.hpp>

#include "cli.h"
#include "verbs.h"

namespace {

constexpr const char* kAbout =
    "Cuts TFLite models into command streams of an Ethos-U: ETHOS_U_STREAM_SPLIT operators behind chosen operators.\n"
    "Exit status: 0 all is well, 1 a model, a plan or a sidecar is refused, 2 usage or a file that cannot be read or "
    "written.";

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(kAbout, "npu-fence");
  int status = 0;
  npuspec::fence::add_inspect(app, status);
  npuspec::fence::add_plan(app, status);
  npuspec::fence::add_cut(app, status);
  npuspec::fence::add_verify(app, status);
  return npuspec::cli::run(app, argc, argv, status);
}
