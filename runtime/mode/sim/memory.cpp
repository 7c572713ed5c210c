#include "mode/sim/memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace npuspec::sim {

namespace {

constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kKernelAddresses = 0xFFFFFF8000000000;  // objects have addresses of the kernel's

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t to) { return (bytes + to - 1) / to * to; }

std::uint64_t page() { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

}  // namespace

void refuse(int error, std::string why) { throw Refusal{error, std::move(why)}; }

Pages::Pages(std::uint64_t bytes) : size_(rounded_up(bytes, page()) + page()) {
  mapped_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped_ == MAP_FAILED) refuse(ENOMEM, "no memory for a buffer of " + std::to_string(bytes) + " bytes");
  std::uint8_t* end = static_cast<std::uint8_t*>(mapped_) + (size_ - page());
  if (::mprotect(end, page(), PROT_NONE) != 0) {
    ::munmap(mapped_, size_);
    refuse(ENOMEM, "no guard page after a buffer");
  }
  bytes_ = end - rounded_up(bytes, kAlignment);
}

Pages::~Pages() { ::munmap(mapped_, size_); }

Buffer& Memory::create(std::uint64_t bytes, std::uint32_t flags, std::int32_t domain) {
  rknpu_mem_create asked;
  rknpu_mem_create_init(&asked);
  asked.flags = flags;
  asked.size = bytes;
  asked.iommu_domain_id = domain;
  const rknpu_mem_create_error error = rknpu_mem_create_check(&asked);
  if (error != 0) {
    const npuspec_check* check = rknpu_mem_create_info(error);
    const bool too_large = bytes > RKNPU_DOMAIN_BYTES_MAX;
    refuse(too_large ? ENOSPC : EINVAL, check != nullptr ? check->doc : "a buffer that the driver refuses");
  }
  std::uint64_t& held = held_[domain];
  if (bytes > RKNPU_DOMAIN_BYTES_MAX - held) {
    refuse(ENOSPC, "domain " + std::to_string(domain) + " holds " + std::to_string(held) + " bytes, and no " +
                       std::to_string(bytes) + " more");
  }
  const std::uint64_t handle = ++made_;
  Buffer& made = buffers_.try_emplace(handle, bytes, rk3588_first_buffer()).first->second;
  held += bytes;
  made.about.handle = handle;
  made.about.bytes = bytes;
  made.about.obj = kKernelAddresses + handle * page();
  made.about.dma = next_dma_;
  made.about.host = made.pages.bytes();
  made.about.flags = flags;
  made.about.domain = domain;
  next_dma_ += rounded_up(bytes, page()) + page();
  return made;
}

void Memory::destroy(const ork_buffer& buffer) {
  const Buffer& found = find(&buffer, "the buffer");
  if (found.used != 0) {
    refuse(EBUSY, "buffer " + std::to_string(buffer.handle) + " is used by a job that has not ended");
  }
  held_[found.about.domain] -= found.about.bytes;
  buffers_.erase(buffer.handle);
}

Buffer& Memory::find(const ork_buffer* buffer, const std::string& what) {
  if (buffer == nullptr || buffer->handle == 0) refuse(EINVAL, what + " has no buffer");
  const auto found = buffers_.find(buffer->handle);
  if (found == buffers_.end()) {
    refuse(EINVAL, what + " is buffer " + std::to_string(buffer->handle) + ", which there is not");
  }
  return found->second;
}

Buffer& Memory::find(const ork_span& span, std::uint64_t needed, const std::string& what) {
  Buffer& found = find(span.buffer, what);
  const std::uint64_t bytes = found.about.bytes;
  if (span.at > bytes || span.bytes > bytes - span.at) {
    refuse(EINVAL, what + " is " + std::to_string(span.bytes) + " bytes at " + std::to_string(span.at) +
                       " of a buffer of " + std::to_string(bytes));
  }
  if (needed > span.bytes) {
    refuse(EINVAL, what + " has " + std::to_string(span.bytes) + " bytes, and needs " + std::to_string(needed));
  }
  return found;
}

}  // namespace npuspec::sim
