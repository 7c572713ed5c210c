// The keys of a device spec.
#pragma once

#include "front/schema.h"

namespace npuspec::device {

const schema::Object& device_schema();

}  // namespace npuspec::device
