// A struct's bytes as a picture in ASCII, eight to a row, for its reference page.
//
//          0         1         2         3         4         5         6         7
//      +---------+---------+---------+---------+---------+---------+---------+---------+
//    0 | magic                                 | version           | bytes             |
//      +---------+---------+---------+---------+---------+---------+---------+---------+
//
// A field of many rows is named in its first; of one that has more than four, the rows between are left out.
#pragma once

#include <string>
#include <vector>

#include "front/kinds/descriptor/model.h"

namespace npuspec::descriptor {

std::vector<std::string> byte_map(const Struct& of);

}  // namespace npuspec::descriptor
