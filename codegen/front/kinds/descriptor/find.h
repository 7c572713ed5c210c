// Finds a struct by what people call it.
#pragma once

#include <string_view>

#include "front/diag.h"
#include "front/kinds/descriptor/model.h"
#include "front/spec.h"

namespace npuspec::descriptor {

// "quanttess": the only struct of that spec. "rknpu.submit": one of several. Null after E001.
const Struct* find_struct(const SpecSet& set, std::string_view path, Diags& diags);

}  // namespace npuspec::descriptor
