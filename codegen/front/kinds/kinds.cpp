#include <algorithm>
#include <vector>

#include "front/kind.h"

namespace npuspec {

std::span<const Kind> kinds() {
  // One line a kind, in the order of the documentation: descriptor, tables, wire, policy, selection, kernels, device.
  static const std::vector<Kind> table = {};
  return table;
}

const Kind* find_kind(std::string_view name) {
  auto all = kinds();
  auto found = std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace npuspec
