// Nodes for the kernel to run, with buffers of their own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fence/stream_split.h"

namespace npuspec::test {

// A buffer of exactly its size, so that the address sanitizer sees a byte too many.
class Bytes {
 public:
  explicit Bytes(std::size_t size, std::uint8_t fill = 0) : size_(size), bytes_(new std::uint8_t[size]) {
    std::fill_n(bytes_.get(), size, fill);
  }
  explicit Bytes(const std::vector<std::uint8_t>& from) : Bytes(from.size()) {
    std::copy(from.begin(), from.end(), bytes_.get());
  }
  std::uint8_t* data() { return bytes_.get(); }
  std::vector<std::uint8_t> all() const { return {bytes_.get(), bytes_.get() + size_}; }

 private:
  std::size_t size_;
  std::unique_ptr<std::uint8_t[]> bytes_;
};

// A tensor of bytes, or of what `type` says; its bytes are those that the shape makes.
inline stream_split_tensor tensor(const std::vector<std::int32_t>& shape, void* data,
                                  std::int8_t type = ETHOS_U_STREAM_SPLIT_TENSOR_TYPE_UINT8) {
  stream_split_tensor made = {type, false, static_cast<std::uint32_t>(shape.size()), shape.data(), 0, data};
  made.bytes = ethos_u_stream_split_tensor_type_bytes(type);
  for (std::int32_t extent : shape) made.bytes *= static_cast<std::size_t>(extent);
  return made;
}

// A node over two lists, which stay the test's to change.
class Fence {
 public:
  std::vector<stream_split_tensor> inputs;
  std::vector<stream_split_tensor> outputs;

  void add(const stream_split_tensor& in, const stream_split_tensor& out) {
    inputs.push_back(in);
    outputs.push_back(out);
  }
  stream_split_verdict prepare() const {
    const stream_split_node node = view();
    return stream_split_prepare(&node);
  }
  stream_split_verdict invoke() const {
    const stream_split_node node = view();
    return stream_split_invoke(&node);
  }

 private:
  stream_split_node view() const {
    return {static_cast<std::uint32_t>(inputs.size()), static_cast<std::uint32_t>(outputs.size()),
            [](const void* self, std::uint32_t i, stream_split_tensor* t) {
              *t = static_cast<const Fence*>(self)->inputs.at(i);
            },
            [](const void* self, std::uint32_t i, stream_split_tensor* t) {
              *t = static_cast<const Fence*>(self)->outputs.at(i);
            },
            this};
  }
};

// "same-type of pair 1"; "fine".
inline std::string said(stream_split_verdict verdict) {
  if (verdict.fault == 0) return verdict.pair == 0 ? "fine" : "fine, yet a pair is named";
  return ethos_u_stream_split_fault_id(verdict.fault) + std::string(" of pair ") + std::to_string(verdict.pair);
}

inline std::vector<std::uint8_t> counting(std::size_t size, int first = 1) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(first + static_cast<int>(i));
  return bytes;
}

}  // namespace npuspec::test
