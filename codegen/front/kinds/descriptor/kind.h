// Kind `descriptor`: structs with a fixed layout, and ioctls that carry them.
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kDescriptorKind;

}  // namespace npuspec
