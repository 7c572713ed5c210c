// The words that no name of a spec may be, since generated code would not compile with it.
#pragma once

#include <string>
#include <string_view>

namespace npuspec {

// "C", "C++", "OpenCL C", "the guard language", or what else keeps a word for itself; empty when none does.
std::string_view reserved_by(std::string_view word);

// The same words as a regular expression, for JSON Schema.
std::string reserved_pattern();

}  // namespace npuspec
