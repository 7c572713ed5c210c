// Whether a text has the shape of one scalar of a spec (schema.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "front/diag.h"
#include "front/node.h"
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
  bool out_of_bounds = false;  // a sound number otherwise
};

// `shape` is one of scalars; `example` may be empty. What is quoted is a text: no number, range or truth value.
std::optional<ScalarFault> scalar_fault(const Node& scalar, const Shape& shape, What what, std::string_view example);

// The same for the key of a map or of an object's own columns.
std::optional<ScalarFault> key_fault(std::string_view text, const Shape& shape);

// "from 0 to 255", "a power of two up to 4096"; empty when there are none
std::string in_words(const Bounds& bounds);

// "a, b or c"
std::string joined(const std::vector<std::string_view>& words, std::string_view last);

}  // namespace npuspec::schema
