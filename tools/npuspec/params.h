// `--set NAME=VALUE`: the parameters of a descriptor's checks, on a command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "front/diag.h"
#include "front/kinds/descriptor/model.h"

namespace npuspec {

using Int = guard::Int;

using Params = std::vector<std::pair<const descriptor::Param*, Int>>;

// The parameters set, each once. What is none, and what is set twice, is E004.
Params read_params(const descriptor::Struct& of, const std::vector<std::string>& texts, Diags& diags);

// "state=BOUND, level=3"
std::string conditions(const Params& params);

}  // namespace npuspec
