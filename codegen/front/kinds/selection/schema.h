// The keys of a `selection` spec.
#pragma once

#include "front/schema.h"

namespace npuspec::selection {

const schema::Object& selection_schema();

}  // namespace npuspec::selection
