// The kind `wire`: the rules of one custom operator over the tables of a flatbuffer (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kWireKind;

}  // namespace npuspec
