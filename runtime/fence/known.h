// What this schema does not know, where a cut would have to write it: fields of newer schemas, and unions whose member
// it has no name for. Such a cut is refused, since it would drop them.
#pragma once

#include "fence/model.h"
#include "fence/walk.h"

namespace npuspec::fence {

// Whether a table has no field that this schema has not.
bool is_known(const flatbuffers::Table* table, TableId id);

// A table that a cut writes anew with what it holds. Throws CutError; ModelError for the tables that every cut writes.
void check_known(const Model& model, const flatbuffers::Table* table, TableId id);

// A tensor that a cut makes a copy of, with its quantization. Throws CutError.
void check_copyable(const Model& model, const fbs::Tensor* tensor);

}  // namespace npuspec::fence
