// The rewriter and the verifier on models that other people made, from shared/models: each is read from the file
// itself, and what is known of it from the manifest beside it.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>

#include "fence/rewrite.h"
#include "fence/verify.h"
#include "support/models.h"
#include "support/paths.h"

using namespace npuspec;
using fence::Fault;
using fence::Model;
using test::Bytes;

namespace {

using Cuts = std::vector<std::int64_t>;

Bytes read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

// "key": value, a line each; an object ends with its last key.
std::vector<std::map<std::string, std::string>> manifest() {
  std::ifstream in(test::shared() / "models" / "manifest.json");
  std::vector<std::map<std::string, std::string>> out;
  for (std::string line; std::getline(in, line);) {
    if (line.find('{') != line.npos) out.emplace_back();
    const std::size_t colon = line.find("\": ");
    const std::size_t key = line.find('"');
    if (out.empty() || colon == line.npos || key == colon) continue;
    std::string value = line.substr(colon + 3);
    std::erase_if(value, [](char c) { return c == '"' || c == ','; });
    out.back()[line.substr(key + 1, colon - key - 1)] = value;
  }
  return out;
}

std::string findings(const Model& source, const fence::RewriteResult& made) {
  const Bytes file = made.bytes();
  std::string out;
  for (const auto& each : fence::verify_fenced(source, Model("fenced", file), &made)) out += each.text() + "\n";
  return out;
}

}  // namespace

TEST_CASE("every single cut of every real model, and random sets of them, are accepted; refusals are the known ones" *
          test::needs_shared()) {
  const auto known = manifest();
  REQUIRE(known.size() > 20);
  for (const auto& one : known) {
    const std::string name = one.at("file");
    CAPTURE(name);
    const Bytes source = read(test::shared() / "models" / name);
    REQUIRE_FALSE(source.empty());
    std::vector<std::string> why;
    Cuts made;
    unsigned refused = 0;
    try {
      const Model model(name, source);
      for (std::int64_t after = 0; after < model.operators(); ++after) {
        try {
          const auto result = fence::rewrite_model_with_fences(model, {{after}});
          CAPTURE(after);
          CHECK(findings(model, result) == "");
          made.push_back(after);
        } catch (const fence::CutError& error) {
          why.push_back(error.what());
          if (error.fault() != Fault::kPositionNotLast && error.fault() != Fault::kPositionSomethingCrosses) ++refused;
        }
      }
      std::mt19937 random(7);
      for (unsigned turn = 0; turn < 10 && !made.empty(); ++turn) {
        Cuts some;
        for (std::int64_t each : made) {
          if (random() % (1 + turn) == 0) some.push_back(each);
        }
        if (some.empty()) some.push_back(made.back());
        std::shuffle(some.begin(), some.end(), random);
        CAPTURE(turn);
        CHECK(findings(model, fence::rewrite_model_with_fences(model, {some})) == "");
      }
    } catch (const fence::ModelError& error) {
      why.push_back(error.what());
    }
    CAPTURE(why);
    const std::string expect = one.at("expect");
    CHECK((made.empty() ? "R" : "A") == expect.substr(0, 1));
    if (!made.empty()) CHECK(std::to_string(refused) == one.at("bad_cuts"));
  }
}
