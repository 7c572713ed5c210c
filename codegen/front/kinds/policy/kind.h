// The kind `policy`: what moving from one mode to another requires, row by row (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kPolicyKind;

}  // namespace npuspec
