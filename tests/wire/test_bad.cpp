// Goes over tests/wire/bad: each file holds one mistake, and its first comment the places and codes it must be told
// with.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "front/kinds/tables/kind.h"
#include "front/kinds/wire/kind.h"
#include "support/paths.h"
#include "tables/fixture.h"

using namespace npuspec;

namespace {

std::string slurp(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("each file of tests/wire/bad is refused at the places and with the codes that its first comment names") {
  std::filesystem::path folder = test::root() / "tests" / "wire";
  test::Built tables(kTablesKind, "tables.yaml", slurp(folder / "tables.yaml"));
  REQUIRE(tables.found().empty());
  std::set<std::string> seen;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "bad")) {
    CAPTURE(entry.path().filename().string());
    std::string text = slurp(entry.path());
    test::Built built(kWireKind, entry.path().filename().string(), text, &tables);
    CAPTURE(built.said());
    CHECK(built.found() == test::expected(text));
    for (const Diag& diag : built.spec.diags.list()) {
      seen.insert(std::string(name(diag.code)));
      CHECK_FALSE(diag.help.empty());
    }
  }
  for (std::size_t i = 0; i < code_count(); ++i) {
    std::string code(name(static_cast<Code>(i)));
    CAPTURE(code);
    if (code.front() == 'W') CHECK(seen.count(code) == 1);
  }
}
