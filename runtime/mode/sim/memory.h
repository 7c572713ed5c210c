// The device's memory: buffers by handle, each in an IOMMU domain whose window is limited.
//
// A buffer is pages of its own that end at a page nobody may touch, so that software that runs past it is stopped, up
// to 63 bytes of alignment apart; untouched pages cost nothing. What is refused is thrown as a Refusal. Not safe in
// several threads.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "mode/device.h"

namespace npuspec::sim {

// Why something was not done, and the error number that says so.
struct Refusal {
  int error;
  std::string why;
};

[[noreturn]] void refuse(int error, std::string why);

// Pages of one buffer.
class Pages {
 public:
  explicit Pages(std::uint64_t bytes);
  ~Pages();
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  std::uint8_t* bytes() const { return bytes_; }

 private:
  void* mapped_;
  std::uint64_t size_;
  std::uint8_t* bytes_;
};

struct Buffer {
  Buffer(std::uint64_t bytes, rk3588_buffer first) : pages(bytes), state(first) {}

  Pages pages;
  ork_buffer about{};
  rk3588_buffer state;
  unsigned used = 0;  // by jobs that have not ended
};

class Memory {
 public:
  // EINVAL: no bytes or unknown flags; ENOSPC: the domain is full; ENOMEM.
  Buffer& create(std::uint64_t bytes, std::uint32_t flags, std::int32_t domain);
  // EINVAL: there is none; EBUSY: a job uses it.
  void destroy(const ork_buffer& buffer);
  // EINVAL where it is none of ours, or freed.
  Buffer& find(const ork_buffer* buffer, const std::string& what);
  // The part of a buffer that a span names, which must have `needed` bytes at least.
  Buffer& find(const ork_span& span, std::uint64_t needed, const std::string& what);

 private:
  std::map<std::uint64_t, Buffer> buffers_;     // by handle
  std::map<std::int32_t, std::uint64_t> held_;  // bytes by domain
  std::uint64_t made_ = 0;
  std::uint64_t next_dma_ = 0x1000;
};

}  // namespace npuspec::sim
