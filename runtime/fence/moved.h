// The numbers in a model that say where something lies in the file, and so move when bytes come before it.
#pragma once

#include <cstdint>
#include <vector>

#include "fence/rewrite.h"

namespace npuspec::fence {

// Each such number as it is when the model stands `by` bytes further back; ascending. Throws ModelError where one would
// not fit, or where one of these bytes is part of something else too, which would change with it.
std::vector<Moved> moved_by(const Model& model, std::uint64_t by);

}  // namespace npuspec::fence
