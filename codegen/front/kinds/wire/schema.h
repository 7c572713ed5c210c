// What a `wire` spec may hold.
#pragma once

#include "front/schema.h"

namespace npuspec::wire {

const schema::Object& wire_schema();

}  // namespace npuspec::wire
