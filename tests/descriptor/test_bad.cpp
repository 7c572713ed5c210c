// Goes over tests/descriptor/bad/: each file holds one mistake, and its first comment the places and codes that it must
// be told with, nothing else: `# 6:8: D011`. In echo-*.yaml other rows rest on the one that is refused, and nothing is
// said of them.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "built.h"
#include "front/files.h"
#include "support/paths.h"

using namespace npuspec;

namespace {

std::vector<std::string> expected(const std::string& text) {
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

std::vector<std::string> found(const Diags& diags) {
  std::vector<std::string> out;
  for (const Diag& d : diags.list()) {
    out.push_back(std::to_string(d.at.line) + ":" + std::to_string(d.at.col) + ": " + std::string(name(d.code)));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE(
    "each file of tests/descriptor/bad is refused at the places and with the codes that its first comment names") {
  std::vector<std::string> seen;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::root() / "tests" / "descriptor" / "bad")) {
    CAPTURE(entry.path().filename().string());
    Diags io;
    auto text = read_file(entry.path().string(), kMaxSpecBytes, io);
    REQUIRE(text);
    auto wanted = expected(*text);
    test::Built built(*text);
    CAPTURE(built.said());
    CHECK(found(built.diags) == wanted);
    CHECK(built.model() == nullptr);
    for (const Diag& d : built.diags.list()) {
      seen.emplace_back(name(d.code));
      CHECK_FALSE(d.message.empty());
      CHECK_FALSE(d.help.empty());
    }
    ++files;
  }
  CHECK(files > 90);
  for (int i = 1; i <= 23; ++i) {
    std::string code = "D0" + std::string(i < 10 ? "0" : "") + std::to_string(i);
    CAPTURE(code);
    CHECK(std::find(seen.begin(), seen.end(), code) != seen.end());
  }
}
