// A guard's text, or a part of it, in the key of a map: a key has no node, and its bytes stand in the file as they are.
#pragma once

#include <cstddef>
#include <cstdint>

#include "front/guard/parse.h"

namespace npuspec::guard {

class InKey final : public At {
 public:
  explicit InKey(Place at) : at_(at) {}
  Place place(std::size_t offset) const override {
    return {at_.file, at_.line, at_.col + static_cast<std::uint32_t>(offset)};
  }

 private:
  Place at_;
};

}  // namespace npuspec::guard
