#include "front/kinds/identifiers.h"

namespace npuspec {

void MeetingIdentifiers::reserve(std::initializer_list<std::string> identifiers) {
  for (const std::string& each : identifiers) taken_.emplace(each, Owner{"what every spec has", {}});
}

void MeetingIdentifiers::add(std::initializer_list<std::string> identifiers, const std::string& what, Place at,
                             std::string_view name) {
  bool told = false;
  for (const std::string& each : identifiers) {
    auto [found, fresh] = taken_.try_emplace(each, Owner{what, at});
    const Owner& other = found->second;
    if (fresh || told || other.at == at) continue;
    told = true;  // of the first that it meets
    Diag& diag = diags_.error(code_, at, what + " and " + other.what + " would both be " + each + " in generated code")
                     .span(name.size())
                     .hint("rename one of them");
    if (other.at.line != 0) diag.note(other.at, "the other is here");
  }
}

}  // namespace npuspec
