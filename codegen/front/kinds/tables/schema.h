// What a `tables` spec may hold.
#pragma once

#include "front/schema.h"

namespace npuspec::tables {

const schema::Object& tables_schema();

}  // namespace npuspec::tables
