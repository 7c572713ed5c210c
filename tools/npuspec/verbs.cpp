#include "verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli.h"
#include "config.h"
#include "front/expectations.h"

namespace npuspec {
namespace {

namespace fs = std::filesystem;

bool is_shipped(const std::string& folder) {
  std::error_code error;
  return fs::equivalent(folder, shipped_specs(), error);
}

// As one word of a command line.
std::string as_word(const std::string& text) {
  auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("_./-+,=:@%", c); };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string word = "'";
  for (char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// One line, where a set is whole and fails.
void say_untrue(const Diags& diags, const std::string& folder) {
  std::size_t untrue = diags.errors();
  std::fprintf(stderr, "npuspec: in %s, %zu %s; `npuspec check%s` shows %s\n", folder.c_str(), untrue,
               untrue == 1 ? "example, law or proof does not hold" : "examples, laws or proofs do not hold",
               is_shipped(folder) ? "" : (" " + as_word(folder)).c_str(), untrue == 1 ? "it" : "them");
}

}  // namespace

std::string shipped_specs() {
  const char* chosen = std::getenv("NPUSPEC_SPECS");
  if (chosen && *chosen) return chosen;
  std::error_code error;
  fs::path from_here = fs::path(NPUSPEC_SPECS_DIR).lexically_relative(fs::current_path(error));
  bool is_below = !error && !from_here.empty() && from_here != "." && *from_here.begin() != "..";
  return is_below ? from_here.string() : NPUSPEC_SPECS_DIR;
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

Diags with_folder(const Diags& diags, const std::string& folder) {
  constexpr std::string_view kCommand = "`npuspec explain ";
  bool shipped = is_shipped(folder);
  Diags all;
  for (const Diag& diag : diags.list()) {
    Diag& made =
        diag.severity == Severity::kError ? all.error(diag.code, diag.at, {}) : all.warning(diag.code, diag.at, {});
    made = diag;
    std::size_t at = shipped ? std::string::npos : made.help.find(kCommand);
    std::size_t end = at == std::string::npos ? at : made.help.find('`', at + kCommand.size());
    if (end != std::string::npos) made.help.insert(end, " --specs " + as_word(folder));
  }
  return all;
}

void print_findings(const Diags& diags, const Sources& sources) {
  std::string text = render(diags, sources, DiagFormat::kText);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void say_nothing_is_made() {
  std::fputs(
      "npuspec: nothing is made of specs whose examples, laws or proofs do not hold; explain, decode and diff "
      "show what they say all the same\n",
      stderr);
}

bool load_sound(const std::string& folder, SpecSet& set, int& status, const LoadOptions& options) {
  set = load_specs(folder, options);
  if (!set.failed()) return true;
  Diags diags = set.take_diags();
  print_findings(with_folder(diags, folder), set.sources);
  if (fails_at_most_expectations(diags)) say_nothing_is_made();
  status = exit_status(diags);
  return false;
}

bool load_whole(const std::string& folder, SpecSet& set, int& status, const LoadOptions& options) {
  set = load_specs(folder, options);
  if (!set.failed()) return true;
  bool goes_on = is_whole(set);
  Diags diags = set.take_diags();
  status = exit_status(diags);
  if (goes_on) {
    say_untrue(diags, folder);
  } else {
    print_findings(with_folder(diags, folder), set.sources);
  }
  return goes_on;
}

}  // namespace npuspec
