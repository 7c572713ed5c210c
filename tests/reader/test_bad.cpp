#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "front/reader.h"
#include "support/built.h"

using namespace npuspec;

TEST_CASE("each file of tests/bad is told of its one mistake, where it stands, and what to do") {
  std::size_t files = 0;
  std::vector<bool> seen(code_count());
  for (const auto& entry : std::filesystem::directory_iterator(test::root() / "tests" / "bad")) {
    CAPTURE(entry.path().filename().string());
    std::string text = test::slurp(entry.path());
    Sources sources;
    std::uint32_t file = sources.add(entry.path().filename().string(), text);
    Arena arena;
    Diags diags;
    read_yaml(sources, file, arena, diags);
    CHECK(test::found(diags) == test::promised(text));
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

TEST_CASE("a spec that is a list or a single value is told what it must be") {
  for (const char* text : {"- kind: descriptor\n", "descriptor\n", "[kind, descriptor]\n"}) {
    test::Built built(text);
    INFO(built.said());
    CHECK(built.found() == std::vector<std::string>{"1:1: X001"});
    CHECK(built.said().find("a map that starts with `kind:`") != std::string::npos);
  }
}
