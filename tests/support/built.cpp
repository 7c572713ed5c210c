#include "support/built.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "front/files.h"
#include "front/load.h"
#include "front/node.h"
#include "front/reader.h"

namespace npuspec::test {

Spec& Built::add(std::string text, std::string file) {
  specs_.push_back(std::make_unique<Spec>());
  Spec& spec = *specs_.back();
  spec.path = "specs/" + file;
  spec.file = sources_.add(std::move(file), std::move(text));
  arenas_.emplace_back();
  spec.root = read_yaml(sources_, spec.file, arenas_.back(), spec.diags);
  bool whole = spec.root && check_spec(spec);
  spec.used_by.push_back(&spec);  // others may follow: a spec that nothing uses forgets what they would ask for
  if (specs_.size() > 1 && spec.root && spec.root->find("over")) {
    auto named = std::find_if(specs_.begin(), specs_.end() - 1,
                              [&](const auto& each) { return each->name == spec.root->text_at("over"); });
    Spec& over = named == specs_.end() - 1 ? *specs_.front() : **named;
    spec.uses.push_back(&over);
    over.used_by.push_back(&spec);
  }
  if (spec.kind) build_spec(spec, sources_, whole);
  spec.diags.sort();
  return spec;
}

std::string Built::said() const { return render(spec().diags, sources_, DiagFormat::kText); }

std::vector<std::string> Built::found() const { return test::found(spec().diags); }

std::string slurp(const std::filesystem::path& path) {
  Diags diags;
  std::optional<std::string> text = read_file(path.string(), kMaxSpecBytes, diags);
  REQUIRE_MESSAGE(text.has_value(), path.string());
  return *text;
}

std::vector<std::string> found(const Diags& diags) {
  std::vector<std::string> all;
  for (const Diag& diag : diags.list()) {
    all.push_back(std::to_string(diag.at.line) + ":" + std::to_string(diag.at.col) + ": " +
                  std::string(name(diag.code)));
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::string> promised(const std::string& text) {
  std::vector<std::string> all;
  std::string line = text.substr(0, text.find('\n'));
  std::size_t at = line.find("# ");
  REQUIRE(at != std::string::npos);
  for (at += 2; at < line.size();) {
    std::size_t end = std::min(line.find(", ", at), line.size());
    all.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  std::sort(all.begin(), all.end());
  return all;
}

void check_bad_files(const std::filesystem::path& folder, char letter, const std::vector<std::string>& first) {
  std::set<std::string> seen;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::string file = entry.path().filename().string();
    CAPTURE(file);
    std::string text = slurp(entry.path());
    Built built(first.empty() ? text : first.front(), file);
    for (std::size_t i = 1; i < first.size(); ++i) built.add(first[i], file);
    if (!first.empty()) built.add(text, file);
    INFO(built.said());
    CHECK(built.found() == promised(text));
    for (const Diag& diag : built.spec().diags.list()) {
      seen.emplace(name(diag.code));
      CHECK_FALSE(diag.message.empty());
      CHECK_FALSE(diag.help.empty());
    }
  }
  for (std::size_t i = 0; i < code_count(); ++i) {
    std::string code(name(static_cast<Code>(i)));
    CAPTURE(code);
    if (code.front() == letter) CHECK(seen.contains(code));
  }
}

}  // namespace npuspec::test
