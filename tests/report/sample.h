// Reports written by hand, for tests of diff and of the report's own form.
#pragma once

#include <string>

#include "front/diff.h"

namespace npuspec::test {

// A report of one spec named "demo". Facts are one JSON object a line: {"what": .., "id": .., "is": {..}}.
Report sample(const std::string& kind, const std::string& facts, AbiVersion abi = {1, 0});

// The findings of two such specs, one a line and sorted: "breaking LAYOUT both field s.rank at: 12 -> 13".
std::string findings(const Diff& diff);

}  // namespace npuspec::test
