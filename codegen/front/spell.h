// How a name of a spec is spelled in generated code, where C++ text made here must agree with templates: the same words
// as codegen/back/filters.py finds.
#pragma once

#include <string>
#include <string_view>

namespace npuspec {

std::string snake(std::string_view name);   // toward_zero
std::string upper(std::string_view name);   // TOWARD_ZERO
std::string camel(std::string_view name);   // TowardZero
std::string kcamel(std::string_view name);  // kTowardZero

}  // namespace npuspec
