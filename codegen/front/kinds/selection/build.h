// From the Node tree of a `selection` spec to its model: rows in reach, proofs, examples (codes L001 to L011).
#pragma once

#include <memory>

#include "front/kinds/selection/model.h"

namespace npuspec::selection {

// Null after an error.
std::unique_ptr<Model> build_selection(const Spec& spec, const Sources& sources, Diags& diags);

}  // namespace npuspec::selection
