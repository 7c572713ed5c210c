#include "front/arena.h"

#include <algorithm>

namespace npuspec {

void* Arena::allocate_in_new_block(std::size_t bytes, std::size_t align) {
  // Blocks grow with what is there already, so that at most a ninth of it is left unused.
  constexpr std::size_t kFirst = 4096;
  constexpr std::size_t kLargest = 65536;
  std::size_t size = std::max(std::clamp(reserved_ / 8, kFirst, kLargest), bytes + align);
  blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
  next_ = blocks_.back().get();
  left_ = size;
  reserved_ += size;
  return allocate(bytes, align);
}

}  // namespace npuspec
