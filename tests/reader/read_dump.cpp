// Prints the tree of each YAML file named, one JSON value a line: a scalar as [text] or, quoted, as [text, true]; a
// list as
// {"l": [...]}, a map as {"m": [[key, value], ...]}; null when the file is refused, with its first code: {"refused":
// "Y012"}. Without arguments, paths are read from stdin, one a line.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "front/json.h"
#include "front/reader.h"

using namespace npuspec;

namespace {

Json tree(const Node& node) {
  if (node.is_scalar()) return node.quoted ? Json::array({node.text, true}) : Json::array({node.text});
  Json all = Json::array();
  for (const Node* item : node.items) all.push_back(tree(*item));
  for (const Entry& entry : node.entries) all.push_back(Json::array({entry.key, tree(*entry.value)}));
  Json out;
  out[node.is_list() ? "l" : "m"] = std::move(all);
  return out;
}

void dump(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  Sources sources;
  std::uint32_t file = sources.add(path, {std::istreambuf_iterator<char>(in), {}});
  Arena arena;
  Diags diags;
  const Node* root = read_yaml(sources, file, arena, diags);
  Json out;
  if (root && !diags.failed()) {
    out = tree(*root);
  } else {
    out["refused"] = name(diags.list().front().code);
  }
  std::cout << out.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) dump(argv[i]);
  if (argc > 1) return 0;
  for (std::string path; std::getline(std::cin, path);) dump(path);
  return 0;
}
