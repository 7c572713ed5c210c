// npu-fence: cuts TFLite models into command streams of an Ethos-U, and proves that nothing else changed.
#include <CLI/CLI.hpp>

#include "cli.h"
#include "verbs.h"

namespace {

constexpr const char* kAbout =
    "Cuts TFLite models into command streams of an Ethos-U: ETHOS_U_STREAM_SPLIT operators behind chosen operators.\n"
    "Exit status: 0 all is well, 1 a model, a plan or a sidecar is refused, 2 usage or a file that cannot be read or "
    "written.";

// No file and no list is called nothing: a script's variable was not set.
void refuse_empty_values(const CLI::App& app) {
  const CLI::Validator some(
      [](const std::string& value) { return std::string(value.empty() ? "its value is empty" : ""); }, "");
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    for (const CLI::Option* option : verb->get_options()) {
      if (option->get_items_expected() > 0) const_cast<CLI::Option*>(option)->check(some);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(kAbout, "npu-fence");
  int status = 0;
  npuspec::fence::add_inspect(app, status);
  npuspec::fence::add_plan(app, status);
  npuspec::fence::add_cut(app, status);
  npuspec::fence::add_verify(app, status);
  refuse_empty_values(app);
  return npuspec::cli::run(app, argc, argv, status);
}
