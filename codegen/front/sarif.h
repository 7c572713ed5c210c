// The parts that every SARIF 2.1.0 log of ours has.
#pragma once

#include <cstddef>
#include <string>

#include "front/json.h"
#include "front/source.h"

namespace npuspec {

// A location object. Columns count code points; of a place without a line there is no region.
Json sarif_location(const Sources& sources, Place at, std::size_t width);

// A whole log of one run, as text. `rules` and `results` are arrays.
std::string sarif_log(const std::string& tool, Json rules, Json results);

}  // namespace npuspec
