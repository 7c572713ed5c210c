// What reading costs: bench_read YARDSTICK. The tree is 1,000 descriptor specs with 50,000 fields; times are CPU
// seconds of one thread, the least of three runs, as ratios to PyYAML's C loader on the same texts.
#include <stdlib.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <string>

#include "front/kind.h"
#include "front/reader.h"
#include "front/schema.h"
#include "tree.h"

using namespace npuspec;
namespace fs = std::filesystem;

namespace {

constexpr int kRuns = 3;

double least(const std::function<void()>& work) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < kRuns; ++i) {
    std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

class Nothing : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

void events(const std::string& text) {
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  Nothing nothing;
  parser.HandleNextDocument(nothing);
}

double yardstick(const std::string& script, const std::vector<std::string>& texts) {
  std::string folder = (fs::temp_directory_path() / "npuspec-bench-XXXXXX").string();
  if (!mkdtemp(folder.data())) return 0;
  for (std::size_t i = 0; i < texts.size(); ++i) std::ofstream(folder + "/" + std::to_string(i) + ".yaml") << texts[i];
  std::string command = "/usr/bin/python3 '" + script + "' '" + folder + "'";
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < kRuns; ++i) {
    double seconds = 0;
    if (FILE* pipe = popen(command.c_str(), "r")) {
      if (std::fscanf(pipe, "%lf", &seconds) != 1) seconds = 0;
      pclose(pipe);
    }
    best = std::min(best, seconds);
  }
  fs::remove_all(folder);
  return best;
}

struct Total {
  std::size_t errors = 0;
  std::size_t memory = 0;
};

Total read_all(const Sources& sources, const schema::Object* shape) {
  Total total;
  for (std::uint32_t file = 1; file <= sources.count(); ++file) {
    Arena arena;
    Diags diags;
    const Node* root = read_yaml(sources, file, arena, diags);
    if (root && shape) schema::check_shape(*root, *shape, diags);
    total.errors += diags.errors();
    total.memory += arena.reserved();
  }
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::vector<std::string> texts = bench::tree(1000);
  Sources sources;
  std::size_t bytes = 0;
  for (const std::string& text : texts) {
    sources.add("unit.yaml", text);
    bytes += text.size();
  }
  const schema::Object& shape = find_kind("descriptor")->schema();
  double python = yardstick(argv[1], texts);
  Total total;
  double bare = least([&] { std::for_each(texts.begin(), texts.end(), events); });
  double read = least([&] { total = read_all(sources, nullptr); });
  double checked = least([&] { total = read_all(sources, &shape); });
  if (python == 0 || total.errors != 0) {
    std::printf("no yardstick, or %zu errors in a sound tree\n", total.errors);
    return 1;
  }
  std::printf("%.1f MB of YAML; PyYAML's C loader parses it in %.2f s of CPU\n", static_cast<double>(bytes) / 1e6,
              python);
  std::printf("yaml-cpp's bare events: %.2fx\n", bare / python);
  std::printf("reading into a tree: %.2fx\n", read / python);
  std::printf("reading and checking the shape: %.2fx (wanted: at most %.2fx)\n", checked / python, bare / python + 0.1);
  std::printf("memory of the trees: %.1fx the text\n", static_cast<double>(total.memory) / static_cast<double>(bytes));
  return 0;
}
