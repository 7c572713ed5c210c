#include "front/kinds/wire/kind.h"

#include "front/kinds/wire/build.h"
#include "front/kinds/wire/facts.h"
#include "front/kinds/wire/lower.h"
#include "front/kinds/wire/model.h"
#include "front/kinds/wire/schema.h"

namespace npuspec {
namespace {

std::unique_ptr<Model> build(const Spec& spec, const Sources& sources, Diags& diags) {
  return wire::build_wire(spec, sources, diags);
}

void lower(const Spec& spec, Json& ir) { wire::lower_wire(spec, static_cast<const wire::WireModel&>(*spec.model), ir); }

void facts(const Spec& spec, Facts& out) { wire::wire_facts(static_cast<const wire::WireModel&>(*spec.model), out); }

}  // namespace

const Kind kWireKind = {.name = "wire",
                        .doc = "The rules of a custom operator over the tables of a flatbuffer.",
                        .schema = wire::wire_schema,
                        .build = build,
                        .lower = lower_as_tree<lower>,
                        .facts = facts,
                        .identifiers = identifiers_of<wire::WireModel, wire::name_identifiers>};

}  // namespace npuspec
