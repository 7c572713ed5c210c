// From the Node tree of a `kernels` spec to its model: the grid, whole and without a cell in vain (codes K001 to K009).
#pragma once

#include <memory>

#include "front/kinds/kernels/model.h"

namespace npuspec::kernels {

// Null after an error.
std::unique_ptr<Model> build_kernels(const Spec& spec, const Sources& sources, Diags& diags);

}  // namespace npuspec::kernels
