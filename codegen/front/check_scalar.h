// Whether a text has the shape of one scalar of a spec (schema.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/schema.h"

namespace npuspec::schema {

// A value as messages call it: 'rank', or an item of 'fields'.
struct What {
  std::string_view key;
  bool item = false;

  std::string text() const { return (item ? "an item of '" : "'") + std::string(key) + "'"; }
};

struct ScalarFault {
  Code code;
  std::size_t offset = 0;  // of the byte in the text that the caret shows
  std::string message;
  std::string help;
};

// `shape` is one of scalars; `example` may be empty.
std::optional<ScalarFault> scalar_fault(std::string_view text, const Shape& shape, What what, std::string_view example);

// The same for the key of a map or of an object's own columns.
std::optional<ScalarFault> key_fault(std::string_view text, const Shape& shape);

// "a, b or c"
std::string joined(const std::vector<std::string_view>& words, std::string_view last);

}  // namespace npuspec::schema
