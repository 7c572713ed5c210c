// The kind `kernels`: a grid of leaves, each the same hand-written body under other parameters (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kKernelsKind;

}  // namespace npuspec
