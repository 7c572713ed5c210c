// npu-fence: cuts TFLite models into command streams of an Ethos-U, and proves that nothing else changed.
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

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

// A mapped file was cut short. No output has a name yet that it could be left by, or each that has is whole.
void tell_cut_short(int, siginfo_t* about, void*) {
  if (about->si_code != BUS_ADRERR) return;  // comes again, and ends the process
  constexpr std::string_view kSaid = "npu-fence: a file was made shorter while it was read; try again\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
  ::_exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  struct sigaction action {};
  action.sa_sigaction = tell_cut_short;
  action.sa_flags = SA_SIGINFO | static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGBUS, &action, nullptr);
  CLI::App app(kAbout, "npu-fence");
  int status = 0;
  npuspec::fence::add_inspect(app, status);
  npuspec::fence::add_plan(app, status);
  npuspec::fence::add_cut(app, status);
  npuspec::fence::add_verify(app, status);
  refuse_empty_values(app);
  return npuspec::cli::run(app, argc, argv, status);
}
