// Writes a tree of specs: make_tree FOLDER COUNT.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tree.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::filesystem::create_directories(argv[1]);
  std::size_t number = 0;
  for (const std::string& text : npuspec::bench::tree(std::strtoul(argv[2], nullptr, 10))) {
    std::ofstream out(argv[1] + std::string("/unit_") + std::to_string(number++) + ".yaml");
    if (!(out << text).flush()) return 2;
  }
  return 0;
}
