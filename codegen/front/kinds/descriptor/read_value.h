// A value of a struct as people write one: fields and parameters by name.
//
//   rank: 3                              a number, with a unit where it has one: 4 GiB, 5 s
//   dtype: FP32                          a symbol, or its number
//   flags: [PC, PINGPONG]                a set of symbols, or its number
//   sizes: [128, 128, 33]                an array; an example's elements that are not given are 0
//   tile_axes: {D: -1, H: 0}             an array by index
//   subcore_task: {2: {start: 0}}        a struct, or an array of structs
//   multiplier: {mantissa: 0}            by its bits
//   state: BOUND                         a parameter
//
// Used by the examples of a spec, which change what they start from, and by `npuspec encode`, where complete.h tells
// what is missing. Every mistake is reported, at its place.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/kinds/descriptor/model.h"
#include "front/node.h"

namespace npuspec::descriptor {

// Puts what `values` names into the slots of the struct's scope. Mistakes are reported under `code`. What was named is
// appended to `named`, of the outer struct only.
void read_value(const Struct& of, const Node& values, Code code, std::span<Int> slots,
                std::vector<std::string_view>& named, Diags& diags);

// One parameter, from a text: "BOUND", "true", "3". Nothing when it cannot be one; reports nothing.
std::optional<Int> read_param(const Param& param, std::string_view text);

// Counts the bytes of one more example of a spec. False, after D024 for the first of them, when there are too many.
bool take_bytes(const Struct& of, Place at, std::size_t& taken, Diags& diags);

}  // namespace npuspec::descriptor
