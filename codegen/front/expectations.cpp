#include "front/expectations.h"

#include <algorithm>

namespace npuspec {

bool is_expectation(Code code) {
  switch (code) {
    case Code::D020:
    case Code::D021:
    case Code::D022:
    case Code::D023:
    case Code::P010:
    case Code::P011:
    case Code::P012:
    case Code::P013:
    case Code::P014:
    case Code::P016:
    case Code::P017:
    case Code::P020:
    case Code::P021:
    case Code::H009:
    case Code::H011:
    case Code::H012:
    case Code::W019:
    case Code::W020:
    case Code::W021:
    case Code::L009:
    case Code::L010:
    case Code::L011:
    case Code::K007:
    case Code::K008:
    case Code::K009:
      return true;
    default:
      return false;
  }
}

bool fails_at_most_expectations(const Diags& diags) {
  return std::all_of(diags.list().begin(), diags.list().end(),
                     [](const Diag& diag) { return diag.severity == Severity::kWarning || is_expectation(diag.code); });
}

}  // namespace npuspec
