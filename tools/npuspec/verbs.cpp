#include "verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "cli.h"
#include "config.h"

namespace npuspec {
std::string shipped_specs() {
  const char* chosen = std::getenv("NPUSPEC_SPECS");
  return chosen && *chosen ? chosen : NPUSPEC_SPECS_DIR;
}

void add_specs_option(CLI::App& verb, std::string& folder) {
  verb.add_option("--specs", folder, "The folder of specs to use; by default the shipped ones, or $NPUSPEC_SPECS")
      ->type_name("DIR");
}

void add_format_option(CLI::App& verb, DiagFormat& format) {
  cli::add_choice(verb, "--format", format,
                  {{"text", DiagFormat::kText}, {"json", DiagFormat::kJson}, {"sarif", DiagFormat::kSarif}},
                  "How to print findings");
}

void add_threads_option(CLI::App& verb, unsigned& threads) {
  constexpr unsigned kMost = 1024;
  auto is_number = [](const std::string& word) -> std::string {
    unsigned number = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    bool good = error == std::errc() && end == word.data() + word.size() && number <= kMost;
    return good ? "" : in_quotes(word) + " is no whole number from 0 to " + std::to_string(kMost);
  };
  verb.add_option("-j,--threads", threads, "Threads to use; 0: one per core")
      ->check(CLI::Validator(is_number, ""))
      ->capture_default_str();
}

int exit_status(const Diags& diags) {
  bool io = std::any_of(diags.list().begin(), diags.list().end(), [](const Diag& diag) {
    return diag.code == Code::I001 || diag.code == Code::I002 || diag.code == Code::I003;
  });
  if (io) return 2;
  return diags.failed() ? 1 : 0;
}

void print_findings(const Diags& diags, const Sources& sources) {
  std::string text = render(diags, sources, DiagFormat::kText);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool load_checked(const std::string& folder, SpecSet& set, int& status, const LoadOptions& options) {
  set = load_specs(folder, options);
  if (!set.failed()) return true;
  Diags diags = set.take_diags();
  print_findings(diags, set.sources);
  status = exit_status(diags);
  return false;
}

}  // namespace npuspec
