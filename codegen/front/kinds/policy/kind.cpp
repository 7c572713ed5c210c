#include "front/kinds/policy/kind.h"

#include <memory>

#include "front/expectations.h"
#include "front/kinds/policy/check.h"
#include "front/kinds/policy/expand.h"
#include "front/kinds/policy/load.h"
#include "front/kinds/policy/lower.h"
#include "front/kinds/policy/schema.h"

namespace npuspec {
namespace {

std::unique_ptr<Model> build(const Spec& spec, const Sources& sources, Diags& diags) {
  auto model = std::make_unique<policy::PolicyModel>();
  policy::load_policy(*spec.root, sources, diags, *model);
  policy::note_uses(*model);
  policy::check_rows(*model, diags);
  if (!fails_at_most_expectations(diags) || !policy::expand(*model, spec, diags)) return nullptr;
  if (!diags.failed()) {  // else what cells do is no news: their rows are to change
    policy::check_cells(*model, diags);
    policy::compare_rows(*model, diags);
  }
  MeetingIdentifiers met(diags, Code::P002);
  policy::name_identifiers(spec, *model, met);
  return model;
}

}  // namespace

const Kind kPolicyKind = {
    .name = "policy",
    .doc = "What moving from one mode to another requires, row by row.",
    .schema = policy::policy_schema,
    .build = build,
    .lower = lower_as_tree<policy::lower_policy>,
    .facts = policy::policy_facts,
    .identifiers = identifiers_of<policy::PolicyModel, policy::name_identifiers>,
};

}  // namespace npuspec
