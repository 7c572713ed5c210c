// The keys of a `kernels` spec.
#pragma once

#include "front/schema.h"

namespace npuspec::kernels {

const schema::Object& kernels_schema();

}  // namespace npuspec::kernels
