// Feeds bytes to what `npuspec decode` and `npuspec encode` do, for every struct of the shipped specs: as a binary, and
// as a file of values.
//
// Nothing may crash, hang or exhaust memory. Every whole line of a dump lies in the bytes; bytes that are unpacked and
// packed again are the same, but for what no field names; values that are read encode to bytes that decode to them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "front/kinds/descriptor/complete.h"
#include "front/kinds/descriptor/dump.h"
#include "front/kinds/descriptor/find.h"
#include "front/kinds/descriptor/read_value.h"
#include "front/kinds/descriptor/value.h"
#include "front/load.h"
#include "front/reader.h"
#include "fuzz/demand.h"

using namespace npuspec;
using descriptor::Codec;
using descriptor::Struct;
using guard::Int;
using test::demand;

namespace {

struct Shipped {
  SpecSet set = load_specs(NPUSPEC_ROOT "/specs", {.threads = 1});
  std::vector<const Struct*> structs;

  Shipped() {
    demand(!set.failed(), "the shipped specs are sound");
    for (const auto& spec : set.specs) {
      const auto* model = model_of<descriptor::Descriptors>(spec.get());
      if (!model) continue;
      for (const Struct& each : model->structs) structs.push_back(&each);
    }
    demand(!structs.empty(), "there are structs to try");
  }
};

const Shipped& shipped() {
  static const Shipped all;
  return all;
}

void decode(const Struct& of, std::span<const std::uint8_t> bytes) {
  for (const descriptor::DumpLine& line : descriptor::dump(of, bytes)) {
    demand(line.part || line.offset + line.size <= bytes.size(), "a line of a dump lies in the bytes");
  }
  if (bytes.size() < of.size) return;
  bytes = bytes.first(of.size);
  descriptor::judge(of, bytes, {});
  Codec codec(of);
  std::vector<Int> slots = codec.initial();
  codec.unpack(bytes, slots);
  std::vector<std::uint8_t> again(bytes.begin(), bytes.end());
  codec.pack(slots, again);
  demand(std::equal(bytes.begin(), bytes.end(), again.begin()), "what was unpacked packs to the same bytes");
}

void encode(const Struct& of, std::string text) {
  Sources sources = shipped().set.sources;
  std::uint32_t file = sources.add("values.yaml", std::move(text));
  Arena arena;
  Diags diags;
  const Node* root = read_yaml(sources, file, arena, diags);
  if (!root || diags.failed()) return;
  Codec codec(of);
  std::vector<Int> slots = codec.initial();
  std::vector<std::string_view> named;
  descriptor::read_value(of, *root, Code::E002, slots, named, diags);
  bool read = !diags.failed();
  descriptor::complete(of, *root, {}, Code::E002, slots, diags);
  render(diags, sources, DiagFormat::kText);
  if (!read) return;
  std::vector<std::uint8_t> bytes(of.size);
  codec.pack(slots, bytes);
  std::vector<Int> back = codec.initial();
  codec.unpack(bytes, back);
  for (const descriptor::Leaf& leaf : codec.leaves()) {
    demand(slots[leaf.slot] == back[leaf.slot], "values that are read fit their fields");
  }
  codec.seal(slots, bytes);
  decode(of, bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // The first byte chooses; so a text of values works as it is for the struct that its first letter happens to choose.
  const auto& structs = shipped().structs;
  const Struct& of = *structs[data[0] % structs.size()];
  std::span<const std::uint8_t> rest(data + 1, size - 1);
  decode(of, rest);
  encode(of, std::string(rest.begin(), rest.end()));
  return 0;
}
