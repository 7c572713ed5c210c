// A spec of kind `descriptor` from the rows of its fields.
#pragma once

#include <initializer_list>
#include <string>

#include "front/kinds/descriptor/model.h"
#include "support/built.h"

namespace npuspec::test {

// `keys` are further lines of the spec; each field is a row in `{ }`.
inline std::string of_fields(const std::string& keys, std::initializer_list<const char*> fields) {
  std::string text = "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n" + keys + "fields:\n";
  for (const char* field : fields) text += "  - " + std::string(field) + "\n";
  return text;
}

}  // namespace npuspec::test
