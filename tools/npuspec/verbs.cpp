#include "verbs.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "config.h"
#include "front/files.h"

namespace npuspec {
namespace {

// Spaces, hashes and backslashes are escaped, a dollar is doubled, as Ninja reads them.
std::string escape(const std::string& path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

}  // namespace

std::string shipped_specs() {
  const char* chosen = std::getenv("NPUSPEC_SPECS");
  return chosen && *chosen ? chosen : NPUSPEC_SPECS_DIR;
}

void add_specs_option(CLI::App& verb, std::string& folder) {
  verb.add_option("--specs", folder, "The folder of specs to use; by default the shipped ones, or $NPUSPEC_SPECS")
      ->type_name("DIR");
}

void add_format_option(CLI::App& verb, DiagFormat& format) {
  static const std::map<std::string, DiagFormat> kFormats = {
      {"text", DiagFormat::kText}, {"json", DiagFormat::kJson}, {"sarif", DiagFormat::kSarif}};
  auto to_number = [](std::string& word) -> std::string {
    auto found = kFormats.find(word);
    if (found == kFormats.end()) return in_quotes(word) + " is none of text, json, sarif";
    word = std::to_string(static_cast<int>(found->second));
    return {};
  };
  verb.add_option("--format", format, "How to print findings: text, json or sarif")
      ->transform(CLI::Validator(to_number, ""))
      ->type_name("FORMAT")
      ->default_str("text");
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

void put_output(const std::string& path, const std::string& text, int& status) {
  put_output(
      path, [&](const Put& put) { put(text); }, status);
}

void put_output(const std::string& path, const std::function<void(const Put& put)>& make, int& status) {
  if (path == "-") {
    bool good = true;
    make([&](std::string_view piece) {
      good = good && std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
    });
    if (good && std::fflush(stdout) == 0) return;
    std::perror("npuspec: standard output");
    status = 2;
    return;
  }
  Diags diags;
  OutputFile file(path, diags);
  make([&](std::string_view piece) { file.put(piece); });
  if (file.finish() != Write::kFailed) return;
  print_findings(diags, Sources());
  status = 2;
}

std::string depfile(const std::string& output, const std::string& folder, const Sources& sources) {
  std::set<std::string> inputs = {folder};
  for (std::uint32_t file = 1; file <= sources.count(); ++file) {
    const std::string& name = sources.name(file);
    inputs.insert(name);
    inputs.insert(std::filesystem::path(name).parent_path().string());
  }
  std::string text = escape(output) + ":";
  for (const std::string& input : inputs) text += " \\\n  " + escape(input);
  return text + "\n";
}

}  // namespace npuspec
