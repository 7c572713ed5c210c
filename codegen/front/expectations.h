// Errors of what a spec expects of itself, as against those of what it says.
//
// Its examples, laws and proofs, and that each of its rows is used where it is not `reserved`: such a statement is an
// error where it is false, and the spec is refused for it like any other; so is an example that holds what there is no
// more. But nothing of what the spec says is missing then, so its model is kept for those who only look and compare: an
// edit is told by `diff` before its examples own up to it.
#pragma once

#include "front/diag.h"

namespace npuspec {

bool is_expectation(Code code);

// Whether no error is of anything else.
bool fails_at_most_expectations(const Diags& diags);

}  // namespace npuspec
