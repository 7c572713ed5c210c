#include "front/arena.h"

#include <algorithm>

namespace npuspec {

void* Arena::allocate_in_new_block(std::size_t bytes, std::size_t align) {
  // The first block is small, so that a small file stays cheap; later ones grow up to a bound that wastes little.
  constexpr std::size_t kFirst = 4096;
  constexpr std::size_t kLargest = 65536;
  std::size_t size = std::max(std::clamp(reserved_, kFirst, kLargest), bytes + align);
  blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
  next_ = blocks_.back().get();
  left_ = size;
  reserved_ += size;
  return allocate(bytes, align);
}

}  // namespace npuspec
