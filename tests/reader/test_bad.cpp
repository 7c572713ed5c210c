// Goes over tests/bad/: each file holds one mistake, and its first comment the places and codes that it must be told
// with, nothing else: `# 6:8: Y008, 7:8: Y009`. Line 0 stands for the file as a whole.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "front/files.h"
#include "front/reader.h"
#include "support/paths.h"

using namespace npuspec;

namespace {

std::vector<std::string> expected(const std::string& text) {
  std::vector<std::string> out;
  std::string line = text.substr(0, text.find('\n'));
  std::size_t at = line.find("# ");
  REQUIRE(at != line.npos);
  for (at += 2; at < line.size();) {
    std::size_t end = std::min(line.find(", ", at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> found(const Diags& diags) {
  std::vector<std::string> out;
  for (const Diag& d : diags.list()) {
    out.push_back(std::to_string(d.at.line) + ":" + std::to_string(d.at.col) + ": " + std::string(name(d.code)));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("each file of tests/bad is refused at the places and with the codes that its first comment names") {
  std::size_t files = 0;
  std::vector<bool> seen(code_count());
  for (const auto& entry : std::filesystem::directory_iterator(test::root() / "tests" / "bad")) {
    CAPTURE(entry.path().filename().string());
    Diags io;
    std::optional<std::string> text = read_file(entry.path().string(), kMaxSpecBytes, io);
    REQUIRE(text);
    Sources sources;
    std::uint32_t file = sources.add(entry.path().filename().string(), *text);
    Arena arena;
    Diags diags;
    read_yaml(sources, file, arena, diags);
    CHECK(found(diags) == expected(*text));
    for (const Diag& d : diags.list()) {
      seen[static_cast<std::size_t>(d.code)] = true;
      CHECK_FALSE(d.help.empty());
      CHECK_FALSE(d.message.empty());
    }
    ++files;
  }
  CHECK(files > 80);
  for (std::size_t i = 0; i < code_count(); ++i) {
    std::string_view code = name(static_cast<Code>(i));
    CAPTURE(std::string(code));
    bool elsewhere = code == "Y004" || code == "Y022";  // not for files of a few lines
    if (code.starts_with("Y") && !elsewhere) CHECK(seen[i]);
  }
}
