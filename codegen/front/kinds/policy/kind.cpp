#include "front/kinds/policy/kind.h"

#include <algorithm>
#include <memory>

#include "front/expectations.h"
#include "front/kinds/policy/check.h"
#include "front/kinds/policy/expand.h"
#include "front/kinds/policy/load.h"
#include "front/kinds/policy/lower.h"
#include "front/kinds/policy/schema.h"

namespace npuspec {
namespace {

// Whether the rows stand as they are: that something is unused, or used and marked `reserved`, changes no cell.
bool rows_stand(const Diags& diags) {
  return std::all_of(diags.list().begin(), diags.list().end(), [](const Diag& diag) {
    return diag.severity == Severity::kWarning || diag.code == Code::P020 || diag.code == Code::P021;
  });
}

std::unique_ptr<Model> build(const Spec& spec, const Sources& sources, Diags& diags) {
  auto model = std::make_unique<policy::PolicyModel>();
  policy::load_policy(*spec.root, sources, diags, *model);
  policy::note_uses(*model);
  policy::check_rows(*model, diags);
  if (!fails_at_most_expectations(diags) || !policy::expand(*model, spec, diags)) return nullptr;
  if (rows_stand(diags)) {  // else what cells do is no news: their rows are to change
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
