// What generated code calls the things of a grid of kernels.
#include "front/kinds/identifiers.h"

#include "front/kinds/kernels/lower.h"
#include "front/kinds/kernels/model.h"
#include "front/spell.h"

namespace npuspec::kernels {

void name_identifiers(const Spec& spec, const Kernels& model, Identifiers& all) {
  std::string own = upper(spec.name);
  all.reserve({own, own + "_COUNT", "Leaf", "kLeaves"});
  over::name_constants(spec, model.over, all);
  if (all.every()) over::name_lets(spec, model.over, all);
}

}  // namespace npuspec::kernels
