#include "output.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "front/files.h"
#include "front/load.h"
#include "verbs.h"

namespace npuspec {
namespace {

constexpr std::string_view kStdout = "-";

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

bool was_read(const std::string& path, const Sources& sources) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  for (std::uint32_t file = 1; file <= sources.count(); ++file) {
    if (std::filesystem::equivalent(path, sources.name(file), error)) return true;
  }
  return false;
}

void refuse(const std::string& path, const std::string& why, const std::string& help, Diags& diags) {
  diags.error(Code::I003, {}, "cannot write " + in_quotes(path) + ": " + why).hint(help);
}

void check_paths(const std::vector<Output>& outputs, const std::vector<Input>& inputs, Diags& diags) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    const std::string& path = output->path;
    bool again = std::any_of(outputs.begin(), output, [&](const Output& other) {
      return (path == kStdout) == (other.path == kStdout) && is_same_file(path, other.path);
    });
    if (again) refuse(path, "another output has this path", "give each a path of its own", diags);
    if (path == kStdout || again) continue;
    auto is_read = [&](const Input& input) { return was_read(path, *input.sources); };
    auto is_spec = [&](const Input& input) {
      return is_place_of_spec(path, input.folder, {kOwnTrees.begin(), kOwnTrees.end()});
    };
    if (std::any_of(inputs.begin(), inputs.end(), is_read)) {
      refuse(path, "it is a file that is read", "choose another path", diags);
    } else if (auto input = std::find_if(inputs.begin(), inputs.end(), is_spec); input != inputs.end()) {
      refuse(path, "it would be read as a spec of " + in_quotes(input->folder),
             "choose a path outside that folder, or one that does not end in .yaml", diags);
    }
  }
}

}  // namespace

CLI::Option* add_output_option(CLI::App& verb, std::string& path) {
  auto* option = verb.add_option("-o,--output", path, "The file to write; - is standard output")->type_name("FILE");
  return path.empty() ? option : option->capture_default_str();
}

void add_depfile_option(CLI::App& verb, std::string& path) {
  verb.add_option("--depfile", path, "Also write which files were read, in Make's syntax")->type_name("FILE");
}

Output whole(std::string path, std::string text) {
  return {std::move(path), [text = std::move(text)](const Put& put) { put(text); }};
}

Output depfile(std::string path, const std::string& output, const std::string& folder, const Sources& read) {
  std::set<std::string> inputs = {folder};
  for (std::uint32_t file = 1; file <= read.count(); ++file) {
    const std::string& name = read.name(file);
    inputs.insert(name);
    inputs.insert(std::filesystem::path(name).parent_path().string());
  }
  std::string text = escape(output) + ":";
  for (const std::string& input : inputs) text += " \\\n  " + escape(input);
  return whole(std::move(path), text + "\n");
}

void print(std::string_view text, int& status) {
  write_outputs({{std::string(kStdout), [&](const Put& put) { put(text); }}}, {}, status);
}

void write_outputs(const std::vector<Output>& outputs, const std::vector<Input>& inputs, int& status) {
  Diags diags;
  check_paths(outputs, inputs, diags);
  std::vector<std::unique_ptr<OutputFile>> files;  // null: stdout
  for (const Output& output : outputs) {
    bool is_file = output.path != kStdout && !diags.failed();
    files.push_back(is_file ? std::make_unique<OutputFile>(output.path, diags) : nullptr);
  }
  for (std::size_t i = 0; i < outputs.size() && !diags.failed(); ++i) {
    if (!files[i]) continue;
    outputs[i].make([&](std::string_view piece) { files[i]->put(piece); });
    files[i]->complete();
  }
  bool printed = true;
  for (std::size_t i = 0; i < outputs.size() && !diags.failed(); ++i) {
    if (files[i]) continue;
    outputs[i].make([&](std::string_view piece) {
      printed = printed && std::fwrite(piece.data(), 1, piece.size(), stdout) == piece.size();
    });
    printed = printed && std::fflush(stdout) == 0;
  }
  if (!printed) std::perror("npuspec: standard output");
  for (const auto& file : files) {
    if (file && printed && !diags.failed()) file->finish();
  }
  print_findings(diags, Sources());
  if (!printed || diags.failed()) status = 2;
}

}  // namespace npuspec
