// The kind `device`: what a device costs and how it goes wrong (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kDeviceKind;

}  // namespace npuspec
