// Whether a file of values says all that it must.
//
// Nothing is zero because nobody thought of it. What the spec itself fixes may be left out: constants, reserved bytes,
// digests, elements beyond the ones that count (zero), a field whose `only` does not hold (its `else`). So may what is
// not the writer's to say: what the other side of a call writes (`dir: out`), and an address that is put in later
// (`reloc`); both are zero until then. A parameter of an enum begins at its first symbol, as a state does.
#pragma once

#include <span>
#include <string_view>

#include "front/diag.h"
#include "front/kinds/descriptor/model.h"
#include "front/node.h"

namespace npuspec::descriptor {

// Reports what is missing, once a map or list, and puts what the spec fixes into the slots. To be called after
// read_value() of the same values; `params` are those that were given elsewhere.
void complete(const Struct& of, const Node& values, std::span<const std::string_view> params, Code code,
              std::span<Int> slots, Diags& diags);

}  // namespace npuspec::descriptor
