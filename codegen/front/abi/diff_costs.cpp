// What effects cost is said by a device, which two trees under comparison need not hold.
#include "front/diff.h"

namespace npuspec {
namespace {

bool has_costs(const SpecReport& policy) {
  for (const Fact& fact : policy.facts) {
    if (fact.what == "effect" && fact.attributes.contains("cost_ns")) return true;
  }
  return false;
}

bool lacks_costs(const SpecReport& spec, const Report& other) {
  const SpecReport* twin = other.find(spec.name);
  return spec.kind == "policy" && twin && twin->kind == "policy" && !has_costs(spec) && !has_costs(*twin);
}

}  // namespace

bool lacks_costs(const Report& before, const Report& after) {
  for (const SpecReport& spec : after.specs) {
    if (lacks_costs(spec, before)) return true;
  }
  return false;
}

void lend_costs(const Report& from, Report& before, Report& after) {
  for (SpecReport& spec : after.specs) {
    const SpecReport* priced = from.find(spec.name);
    if (!priced || !lacks_costs(spec, before)) continue;
    for (Report* side : {&before, &after}) {
      for (SpecReport& policy : side->specs) {
        if (policy.name != spec.name) continue;
        policy.priced_by = priced->priced_by;
        for (Fact& fact : policy.facts) {
          const Fact* effect = fact.what == "effect" ? priced->find("effect", fact.id) : nullptr;
          if (effect && effect->attributes.contains("cost_ns")) {
            fact.attributes["cost_ns"] = effect->attributes["cost_ns"];
          }
        }
      }
    }
  }
}

}  // namespace npuspec
