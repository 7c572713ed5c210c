#include "front/kinds/tables/kind.h"

#include "front/kinds/tables/check.h"
#include "front/kinds/tables/facts.h"
#include "front/kinds/tables/load.h"
#include "front/kinds/tables/lower.h"
#include "front/kinds/tables/model.h"
#include "front/kinds/tables/schema.h"

namespace npuspec {
namespace {

std::unique_ptr<Model> build(const Spec& spec, const Sources&, Diags& diags) {
  std::unique_ptr<tables::TablesModel> model = tables::load_tables(*spec.root, diags);
  if (!model) return nullptr;
  tables::check_tables(*model, *spec.root, diags);
  return model->root < 0 ? nullptr : std::move(model);
}

void lower(const Spec& spec, Json& ir) {
  tables::lower_tables(spec, static_cast<const tables::TablesModel&>(*spec.model), ir);
}

void facts(const Spec& spec, Facts& out) {
  tables::table_facts(static_cast<const tables::TablesModel&>(*spec.model), spec.root->at, out);
}

}  // namespace

const Kind kTablesKind = {
    .name = "tables",
    .doc = "The tables of a flatbuffer, field by field: ids, types, defaults and what refers to what.",
    .schema = tables::tables_schema,
    .build = build,
    .lower = lower_as_tree<lower>,
    .facts = facts,
    .identifiers = identifiers_of<tables::TablesModel, tables::name_identifiers>};

}  // namespace npuspec
