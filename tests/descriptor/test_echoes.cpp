// One mistake in the shipped tree is one error, at its place, however much rests on the row.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "front/load.h"
#include "support/paths.h"

using namespace npuspec;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// A copy of a boundary's specs that is gone with it.
class Copy {
 public:
  explicit Copy(const std::string& boundary)
      : folder_(fs::temp_directory_path() / ("npuspec-echoes-" + std::to_string(getpid()))) {
    fs::copy(test::root() / "specs" / boundary, folder_, fs::copy_options::recursive);
  }
  ~Copy() { fs::remove_all(folder_); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  // "descriptor.yaml:84: G003" for each error once `from` reads `to` in that file.
  std::string said(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = read(folder_ / file);
    std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    std::ofstream(folder_ / file) << text.substr(0, at) << to << text.substr(at + from.size());
    SpecSet set = load_specs(folder_.string());
    Diags diags = set.take_diags();
    std::string codes;
    for (const Diag& diag : diags.list()) codes += (codes.empty() ? "" : ", ") + std::string(name(diag.code));
    CAPTURE(render(diags, set.sources, DiagFormat::kText));
    REQUIRE(!diags.list().empty());
    CHECK(set.sources.name(diags.list()[0].at.file) == (folder_ / file).string());
    std::ofstream(folder_ / file) << text;
    return codes;
  }

 private:
  fs::path folder_;
};

}  // namespace

TEST_CASE("a let that is not in the guards' language is told once, whatever rests on it") {
  Copy quanttess("quanttess");
  CHECK(quanttess.said("descriptor.yaml", "if tile_axes[a] >= 0 then sizes", "when tile_axes[a] >= 0 then sizes") ==
        "G003");
  CHECK(quanttess.said("numerics.yaml", "max(1, 128", "max(1 128") == "G003");
  CHECK(quanttess.said("workers.yaml", "pixels * tile_channels", "pixels times tile_channels") == "G003");
  Copy fence("fence");
  CHECK(fence.said("stream_split.yaml", "prod(x for x in shape)", "prod(x of x in shape)") == "G003");
}

TEST_CASE(
    "a leaf that gets another body or another admission than the contract gives it is told, by each example once") {
  Copy quanttess("quanttess");
  auto said = [&](const char* from, const char* to) { return quanttess.said("numerics.yaml", from, to); };
  CHECK(said("input in {FP32, BF16}", "input in {FP32}") == "K009");
  CHECK(said("input in {FP32, BF16}", "input in {BF16}") == "K009");
  CHECK(said("input in {FP32, BF16}", "input == FP32 and rounding != TOWARD_ZERO") == "K009, K009");
  CHECK(said("body: exact_block", "body: normal_pair") == "K009");
  CHECK(said("admission: input_magnitude", "admission: product_exponent") == "K009, K009");
  CHECK(said("    admission: product_exponent\n", "") == "K009");
  CHECK(said("expect: {cell: exact,", "expect: {cells: exact,") == "K008");
  CHECK(said("leaves: 'input == FP32 and", "leaves: 'input == FP32 and input == BF16 and") == "K008");
}

TEST_CASE("a row that takes every request is told, and not that examples pick another then") {
  Copy quanttess("quanttess");
  CHECK(quanttess.said("workers.yaml", "    when: direct and rgb\n", "") == "L005");
}

TEST_CASE("a key that YAML readers take for something else is told, and not that it is missing") {
  Copy quanttess("quanttess");
  CHECK(quanttess.said("descriptor.yaml", "{name: rank,", "{no: rank,") == "Y016");
}

TEST_CASE("of a file that is no YAML nothing is said where others use it") {
  Copy quanttess("quanttess");
  CHECK(quanttess.said("descriptor.yaml", "\nlet:", "\n let:") == "Y021");
}
