// Memory that is given back all at once.
//
// An Arena hands out pieces of large blocks and frees nothing until it is destroyed, so that a tree of many small nodes
// costs one allocation per 64 KiB and no destructor calls. Only trivially destructible things may live here. What it
// handed out never moves. One thread at a time.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace npuspec {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) noexcept = default;
  Arena& operator=(Arena&&) noexcept = default;

  void* allocate(std::size_t bytes, std::size_t align) {
    std::size_t skip = (align - reinterpret_cast<std::size_t>(next_) % align) % align;
    if (skip + bytes > left_) return allocate_in_new_block(bytes, align);
    std::byte* at = next_ + skip;
    next_ = at + bytes;
    left_ -= skip + bytes;
    return at;
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>);
    return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    auto* at = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(at, text.data(), text.size());
    return {at, text.size()};
  }

  template <class T>
  std::span<const T> copy(std::span<const T> from) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (from.empty()) return {};
    auto* at = static_cast<T*>(allocate(from.size_bytes(), alignof(T)));
    std::uninitialized_copy(from.begin(), from.end(), at);
    return {at, from.size()};
  }

  // Bytes taken from the system so far.
  std::size_t reserved() const { return reserved_; }

 private:
  void* allocate_in_new_block(std::size_t bytes, std::size_t align);

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t reserved_ = 0;
};

}  // namespace npuspec
