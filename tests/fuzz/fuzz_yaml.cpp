// Feeds bytes to the whole way from text to shape: reader, numbers, schema tables of every kind, places and
// diagnostics. Beside crashes it looks for broken promises: places outside the text, keys that repeat, trees that are
// too deep.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/kind.h"
#include "front/number.h"
#include "front/reader.h"
#include "front/schema.h"
#include "fuzz/demand.h"

using namespace npuspec;
using test::demand;

namespace {

class Visit {
 public:
  explicit Visit(const Sources& sources) : sources_(sources) {}

  void node(const Node& node, std::size_t depth) {
    demand(depth <= kMaxDepth, "a tree is at most kMaxDepth deep");
    place(node.at);
    if (node.is_scalar()) scalar(node);
    for (const Node* item : node.items) this->node(*item, depth + 1);
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const Entry& entry = node.entries[i];
      demand(!entry.key.empty(), "no key is empty");
      place(entry.key_at);
      if (i < 64) demand(node.entry(entry.key) == &entry, "no key is there twice");
      this->node(*entry.value, depth + 1);
    }
  }

 private:
  void place(Place at) const {
    demand(at.file == 1 && at.line >= 1 && at.col >= 1, "a node has a place");
    std::size_t offset = sources_.offset(at);
    demand(sources_.place(1, offset) == at, "a place is in the text");
  }

  void scalar(const Node& node) const {
    demand(node.broken || node.quoted || !node.text.empty(), "no plain scalar is empty");
    static_cast<void>(parse_number(node.text));
    static_cast<void>(parse_range(node.text));
    for (std::size_t offset : {std::size_t{0}, node.text.size() / 2, node.text.size()}) {
      place(place_in(sources_, node, offset));
    }
  }

  const Sources& sources_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  std::uint32_t file = sources.add("fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size));
  Arena arena;
  Diags diags;
  const Node* root = read_yaml(sources, file, arena, diags);
  demand(root != nullptr || diags.failed(), "a refusal has a reason");
  if (root) {
    Visit(sources).node(*root, 0);
    const Kind* kind = find_kind(root->text_at("kind"));
    for (const Kind& each : kinds()) {
      if (!kind || kind == &each) schema::check_shape(*root, each.schema(), diags);
    }
  }
  diags.sort();
  demand(!render(diags, sources, DiagFormat::kText).empty() || diags.list().empty(), "what is wrong is said");
  if (size % 16 == 0) {  // these cost more than all the rest
    render(diags, sources, DiagFormat::kJson);
    render(diags, sources, DiagFormat::kSarif);
  }
  return 0;
}
