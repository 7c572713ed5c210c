// `formerly:`, of every row that may have it: the name that the row had before. One row says it of itself, whatever its
// kind, so it is read from the rows as they are written, and told of the facts that stand there.
#pragma once

#include <vector>

#include "front/diag.h"
#include "front/report.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec {

// S007 where a row says it had a name that another one of its list has, or says it had too.
void refuse_taken_former_names(const Spec& spec, const Sources& sources, Diags& diags);

// Gives the fact of each row that says it the attribute `formerly`.
void tell_former_names(const Spec& spec, std::vector<Fact>& facts);

}  // namespace npuspec
