// Whether a fenced model is what the contract makes of its source: all of it, from the two files alone.
//
// Nothing is taken from what cuts models. Which operators are fences, what each must intercept, who must read what it
// writes, and its names, are worked out anew, and judged by the rules generated from specs/fence/stream_split.yaml; all
// else must be the source's, in order, each field of it, with places in the file moved as far as it grew. Everything
// that is wrong is told, but for what would only follow from a finding before it.
//
// Where the sidecar is of another source, and the fenced file does not end in this one, that alone is told.
//
// What cannot be compared without its schema (options, fields of newer schemas) must lie where the source's bytes, kept
// verbatim at the end of the file, have it: else the file is refused. Of a source that holds fences already, those that
// write its own tensors are its operators like any other. Time grows with the bytes and with the operators and pairs.
// It runs no model, and does not say whether a compiler ends a stream at each fence.
//
// Source: ETHOS_U_STREAM_SPLIT contract version 1.
#pragma once

#include <vector>

#include "fence/finding.h"
#include "fence/model.h"

namespace npuspec::fence {

// Whether the fenced file ends in the source's bytes, in most of its 64 bytes each: places in the file move, and bytes
// may be damaged. One that another tool wrote anew need not.
bool ends_in(const Model& fenced, const Model& source);

// Empty when all is as it must be. `sidecar` may be null: then nothing says where the cuts were meant to be.
std::vector<Finding> verify_fenced(const Model& source, const Model& fenced,
                                   const ethos_u_stream_split::Sidecar* sidecar);

}  // namespace npuspec::fence
