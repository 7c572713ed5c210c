// What generated code calls the things of a selection.
#include "front/kinds/identifiers.h"

#include "front/kinds/selection/lower.h"
#include "front/kinds/selection/model.h"
#include "front/spell.h"

namespace npuspec::selection {

void name_identifiers(const Spec& spec, const Selection& model, Identifiers& all) {
  std::string prefix = upper(spec.name) + "_";
  std::string c = descriptor::c_prefix(spec);
  all.reserve({prefix + "ROWS", "kRows", prefix + "NONE", "Row::kNone"});
  over::name_constants(spec, model.over, all);
  for (const Row& each : model.rows) {
    all.add({prefix + upper(each.id), "Row::" + kcamel(each.id)}, "row " + in_quotes(each.id), each.at, each.id);
  }
  if (!all.every()) return;
  all.reserve({c + "row", c + "select", c + "budget", c + "name", c + "entry"});
  over::name_lets(spec, model.over, all);
  for (const Row& row : model.rows) {
    std::string guard = snake(row.id) + "_when*";
    if (row.when) all.add({guard, c + guard}, "the guard of " + in_quotes(row.id), row.at, row.id);
    for (const Quantity& each : row.quantities) {
      std::string function = function_name(row, each);
      all.add({function + "*", c + function + "*"}, "what " + in_quotes(each.name) + " is of " + in_quotes(row.id),
              row.at, row.id);
    }
  }
}

}  // namespace npuspec::selection
