// Writes models of our own making, for tests and stories that need files:
//   make_model ds-cnn BYTES FILE    a network with weights of about that many bytes
//   make_model all FOLDER           each ready model, as NAME.tflite
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/models.h"

namespace {

using namespace npuspec::test;

bool write(const std::string& path, const Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) std::fprintf(stderr, "make_model: cannot write %s\n", path.c_str());
  return static_cast<bool>(file);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "ds-cnn" && argc == 4) return write(argv[3], ds_cnn(std::strtoull(argv[2], nullptr, 10)).build()) ? 0 : 2;
  if (what == "all" && argc == 3) {
    std::filesystem::create_directories(argv[2]);
    for (const Ready& each : ready_models()) {
      if (!write(std::string(argv[2]) + "/" + each.name + ".tflite", each.spec.build())) return 2;
    }
    return 0;
  }
  std::fprintf(stderr, "usage: make_model ds-cnn BYTES FILE, or make_model all FOLDER\n");
  return 2;
}
