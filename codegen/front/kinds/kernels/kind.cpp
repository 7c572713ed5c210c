#include "front/kinds/kernels/kind.h"

#include "front/kinds/kernels/build.h"
#include "front/kinds/kernels/lower.h"
#include "front/kinds/kernels/model.h"
#include "front/kinds/kernels/schema.h"

namespace npuspec {

const Kind kKernelsKind = {.name = "kernels",
                           .doc = "A grid of arithmetic leaves, instantiated around hand-written bodies.",
                           .schema = kernels::kernels_schema,
                           .build = kernels::build_kernels,
                           .lower = lower_as_tree<kernels::lower_kernels>,
                           .facts = kernels::kernels_facts,
                           .identifiers = identifiers_of<kernels::Kernels, kernels::name_identifiers>};

}  // namespace npuspec
