// Specs built from texts, for the tests of policies and devices.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "front/arena.h"
#include "front/files.h"
#include "front/kind.h"
#include "front/load.h"
#include "front/reader.h"
#include "front/spec.h"
#include "support/paths.h"

namespace npuspec::test {

// One after another; a later one may be over the first.
class Built {
 public:
  explicit Built(const std::string& text) { add(text); }

  Spec& add(const std::string& text) {
    std::uint32_t file = sources_.add("sample.yaml", text);
    specs_.push_back(std::make_unique<Spec>());
    Spec& spec = *specs_.back();
    spec.file = file;
    spec.path = "specs/sample.yaml";
    arenas_.emplace_back();
    spec.root = read_yaml(sources_, file, arenas_.back(), spec.diags);
    REQUIRE(spec.root);
    spec.kind = find_kind(spec.root->text_at("kind"));
    REQUIRE(spec.kind);
    spec.name = spec.root->text_at("name");
    if (const Node* name = spec.root->find("name")) spec.name_at = name->at;
    if (spec.root->find("over") && specs_.size() > 1) {
      spec.uses.push_back(specs_.front().get());
      specs_.front()->used_by.push_back(&spec);
    }
    build_spec(spec, sources_, check_spec(spec));
    return spec;
  }

  Spec& spec() { return *specs_.back(); }
  std::string said() { return render(spec().diags, sources_, DiagFormat::kText); }

  template <class T>
  const T& model() {
    INFO(said());
    REQUIRE(spec().model);
    return *model_of<T>(&spec());
  }

  // "6:8: P001", sorted.
  std::vector<std::string> found() {
    std::vector<std::string> out;
    for (const Diag& diag : spec().diags.list()) {
      out.push_back(std::to_string(diag.at.line) + ":" + std::to_string(diag.at.col) + ": " +
                    std::string(name(diag.code)));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  Sources sources_;
  std::deque<Arena> arenas_;
  std::vector<std::unique_ptr<Spec>> specs_;
};

inline std::string read(const std::filesystem::path& path) {
  Diags io;
  std::optional<std::string> text = read_file(path.string(), kMaxSpecBytes, io);
  REQUIRE(text);
  return *text;
}

// What the first comment of a bad file promises: `# 6:8: P001, 7:8: P002`.
inline std::vector<std::string> promised(const std::string& text) {
  std::vector<std::string> out;
  std::string line = text.substr(0, text.find('\n'));
  REQUIRE(line.starts_with("# "));
  for (std::size_t at = 2; at < line.size();) {
    std::size_t end = std::min(line.find(", ", at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  std::sort(out.begin(), out.end());
  return out;
}

// Goes over a folder of bad files: each has one mistake, is told so where it stands, and with a way out. Returns the
// codes that were seen.
inline std::vector<std::string> check_bad_files(const std::filesystem::path& folder) {
  std::vector<std::string> seen;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    CAPTURE(entry.path().filename().string());
    std::string text = read(entry.path());
    Built built(text);
    INFO(built.said());
    CHECK(built.found() == promised(text));
    for (const Diag& diag : built.spec().diags.list()) {
      seen.emplace_back(name(diag.code));
      CHECK_FALSE(diag.message.empty());
      CHECK_FALSE(diag.help.empty());
    }
  }
  return seen;
}

// Every code of a letter is seen.
inline void check_codes(const std::vector<std::string>& seen, char letter) {
  for (std::size_t i = 0; i < code_count(); ++i) {
    std::string code(name(static_cast<Code>(i)));
    if (code.front() != letter) continue;
    CAPTURE(code);
    CHECK(std::find(seen.begin(), seen.end(), code) != seen.end());
  }
}

}  // namespace npuspec::test
