// Specs built one by one, without a folder: what the kinds `tables` and `wire` make of a text.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "front/arena.h"
#include "front/kind.h"
#include "front/load.h"
#include "front/node.h"
#include "front/reader.h"
#include "front/spec.h"

namespace npuspec::test {

class Built {
 public:
  // Reads, checks and builds a spec; `over` is what its `over:` names, when it names something.
  Built(const Kind& kind, std::string name, std::string text, const Built* over = nullptr) {
    spec.file = sources.add(std::move(name), std::move(text));
    spec.path = sources.name(spec.file);
    spec.root = read_yaml(sources, spec.file, arena, spec.diags);
    spec.kind = &kind;
    if (!spec.root || !spec.root->is_map()) return;
    spec.name = spec.root->text_at("name");
    spec.doc = spec.root->text_at("doc");
    spec.source = spec.root->text_at("source");
    if (const Node* abi = spec.root->find("abi")) {
      spec.abi.major = static_cast<std::uint32_t>(std::stoul(std::string(abi->text_at("major"))));
    }
    if (over && spec.root->find("over")) spec.uses.push_back(&over->spec);
    build_spec(spec, sources, check_spec(spec));
  }

  // "3:7: T004", sorted.
  std::vector<std::string> found() const {
    std::vector<std::string> out;
    for (const Diag& diag : spec.diags.list()) {
      out.push_back(std::to_string(diag.at.line) + ":" + std::to_string(diag.at.col) + ": " +
                    std::string(npuspec::name(diag.code)));
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  std::string said() const { return render(spec.diags, sources, DiagFormat::kText); }

  Sources sources;
  Arena arena;
  Spec spec;
};

// What the first comment of a text expects: `# 3:7: T004, 5:1: T006`.
inline std::vector<std::string> expected(const std::string& text) {
  std::vector<std::string> out;
  std::string line = text.substr(0, text.find('\n'));
  for (std::size_t at = 2; at < line.size();) {
    std::size_t end = std::min(line.find(", ", at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end + 2;
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace npuspec::test
