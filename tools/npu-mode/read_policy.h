// A policy's spec, read through the compiler's front end: a row that was edited in a copy is seen without a build.
#pragma once

#include <optional>
#include <string>

#include "verify/policy.h"

namespace npuspec::mode {

// Nothing after errors, which are on stderr as npuspec tells them; `status` is 1 then, 2 for a file that cannot be
// read. A policy whose examples or laws fail is told of that, and read: its rows say what they do.
std::optional<verify::Policy> read_policy(const std::string& who, const std::string& path, int& status);

std::string shipped_policy();  // its path

}  // namespace npuspec::mode
