// Feeds bytes to the whole compiler as one spec of a tree: reader, shape, its kind's build, lowering, facts, report.
// What the input is over or uses is found among the shipped specs.
//
// Nothing may crash, hang or exhaust memory; a spec without an error has a model, and that model lowers to IR and to a
// report that reads back as itself.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/kind.h"
#include "front/load.h"
#include "front/node.h"
#include "front/reader.h"
#include "front/report.h"
#include "fuzz/demand.h"

using namespace npuspec;

namespace {

const SpecSet& shipped() {
  static const SpecSet set = load_specs(NPUSPEC_ROOT "/specs", {.threads = 1});
  test::demand(!set.failed(), "the shipped specs are sound");
  return set;
}

// A use that is not there leaves a spec unbuilt, as the loader does.
bool find_uses(Spec& spec) {
  auto use = [&](const Node* name) {
    const Spec* found = name->is_scalar() ? shipped().find(name->text) : nullptr;
    if (found) spec.uses.push_back(found);
    return found != nullptr;
  };
  if (const Node* over = spec.root->find("over"); over && !use(over)) return false;
  if (const Node* uses = spec.root->find("uses"); uses && uses->is_list()) {
    for (const Node* name : uses->items) {
      if (!use(name)) return false;
    }
  }
  return true;
}

// What is done with a spec that has no error.
void use(std::unique_ptr<Spec> spec) {
  test::demand(spec->model != nullptr, "what has no error has a model");
  lower(*spec);
  SpecSet set;
  set.specs.push_back(std::move(spec));
  std::string promised = report_json(report(set));
  Diags diags;
  Arena arena;
  std::uint32_t file = set.sources.add("report.json", promised);
  const Node* root = read_yaml(set.sources, file, arena, diags);
  test::demand(root != nullptr, "a report is YAML");
  Report again = read_report(*root, diags);
  test::demand(!diags.failed() && report_json(again) == promised, "a report reads back as itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources = shipped().sources;
  Arena arena;
  auto spec = std::make_unique<Spec>();
  spec->file = sources.add("fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size));
  spec->path = "specs/fuzz.yaml";
  spec->root = read_yaml(sources, spec->file, arena, spec->diags);
  if (!spec->root) return 0;
  bool whole = check_spec(*spec);
  if (!spec->kind || !find_uses(*spec)) return 0;
  build_spec(*spec, sources, whole);
  spec->diags.sort();
  render(spec->diags, sources, DiagFormat::kText);
  if (!spec->diags.failed()) use(std::move(spec));
  return 0;
}
