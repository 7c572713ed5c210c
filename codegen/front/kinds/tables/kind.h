// The kind `tables`: the tables of a flatbuffer, field by field (model.h).
#pragma once

#include "front/kind.h"

namespace npuspec {

extern const Kind kTablesKind;

}  // namespace npuspec
