// The kind `selection`: which of several workers takes a request, and what each may use (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kSelectionKind;

}  // namespace npuspec
