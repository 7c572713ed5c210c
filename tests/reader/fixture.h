// One text, read.
#pragma once

#include <string>
#include <utility>

#include "front/reader.h"

namespace npuspec::test {

struct Reading {
  explicit Reading(std::string text) {
    file = sources.add("t.yaml", std::move(text));
    root = read_yaml(sources, file, arena, diags);
  }

  std::string said() const { return render(diags, sources, DiagFormat::kText); }

  Sources sources;
  std::uint32_t file = 0;
  Arena arena;
  Diags diags;
  const Node* root = nullptr;
};

}  // namespace npuspec::test
