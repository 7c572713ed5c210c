// Writes the ready models into a folder, a file each: write_models FOLDER. A fuzzer starts from them.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "support/models.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_models FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const npuspec::test::Ready& each : npuspec::test::ready_models()) {
    const npuspec::test::Bytes bytes = each.spec.build();
    std::ofstream out(folder / (each.name + ".tflite"), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
      std::cerr << "write_models: cannot write " << (folder / each.name).string() << ".tflite\n";
      return 1;
    }
  }
  return 0;
}
