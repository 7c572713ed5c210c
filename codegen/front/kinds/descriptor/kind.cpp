#include "front/kinds/descriptor/kind.h"

#include <algorithm>

#include "front/kinds/descriptor/lower.h"
#include "front/kinds/descriptor/parts.h"
#include "front/kinds/identifiers.h"

namespace npuspec {
namespace descriptor {
namespace {

bool all_names_read(const Descriptors& model) {
  return std::all_of(model.structs.begin(), model.structs.end(),
                     [](const Struct& of) { return of.complete && of.named; });
}

// What a Checker knows takes a tenth of a model's memory, and serves the specs that use this one alone.
void forget_what_is_held(Descriptors& model) {
  for (Struct& of : model.structs) of.checker.reset();
}

// Every part that can be judged is, so that one run finds all mistakes: layout needs fields, rules need names, examples
// need rules that are sound.
std::unique_ptr<Model> build(const Spec& spec, const Sources& sources, Diags& diags) {
  auto model = std::make_unique<Descriptors>();
  Builder build{spec, sources, diags, *model};
  read_enums(build);
  read_constants(build);
  bool named = !diags.failed();
  read_structs(build);
  bool placed = lay_out(build);
  if (named && all_names_read(*model)) read_rules(build);
  if (!placed || diags.failed()) return nullptr;
  read_ioctls(build);
  run_examples(build);
  MeetingIdentifiers met(diags, Code::D010);
  name_identifiers(spec, *model, met);
  if (spec.used_by.empty()) forget_what_is_held(*model);
  return model;
}

}  // namespace
}  // namespace descriptor

const Kind kDescriptorKind = {
    "descriptor",
    "Structs with a fixed layout, and ioctls that carry them.",
    descriptor::file_schema,
    descriptor::build,
    descriptor::lower,
    descriptor::facts,
    identifiers_of<descriptor::Descriptors, descriptor::name_identifiers>,
};

}  // namespace npuspec
