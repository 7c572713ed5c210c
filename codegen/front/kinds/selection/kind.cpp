#include "front/kinds/selection/kind.h"

#include "front/kinds/selection/build.h"
#include "front/kinds/selection/lower.h"
#include "front/kinds/selection/model.h"
#include "front/kinds/selection/schema.h"

namespace npuspec {

const Kind kSelectionKind = {.name = "selection",
                             .doc = "Which of several workers takes a request, and what each may use.",
                             .schema = selection::selection_schema,
                             .build = selection::build_selection,
                             .lower = lower_as_tree<selection::lower_selection>,
                             .facts = selection::selection_facts,
                             .identifiers = identifiers_of<selection::Selection, selection::name_identifiers>};

}  // namespace npuspec
