// What the attributes of facts must be where diff and the report's page read them, and not only compare them.
// Private to read_report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/report.h"

namespace npuspec {

struct ShapeFault {
  std::string_view attribute;
  std::string message;  // "`at` of field 's.f' must be an integer from 0"
};

std::vector<ShapeFault> shape_faults(std::string_view kind, const Fact& fact);

}  // namespace npuspec
