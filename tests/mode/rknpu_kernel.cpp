#include "mode/rknpu_kernel.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace rknpu_test {

Bytes& Bytes::u32(std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) (*this).at(at + i) = static_cast<std::uint8_t>(value >> (8 * i));
  return *this;
}

Bytes& Bytes::u64(std::size_t at, std::uint64_t value) {
  return u32(at, static_cast<std::uint32_t>(value)).u32(at + 4, static_cast<std::uint32_t>(value >> 32));
}

std::uint32_t Bytes::get32(std::size_t at) const {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= static_cast<std::uint32_t>((*this).at(at + i)) << (8 * i);
  return value;
}

std::uint64_t Bytes::get64(std::size_t at) const { return get32(at) | static_cast<std::uint64_t>(get32(at + 4)) << 32; }

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kMapStep = 0x100000000;  // offsets for mmap: one step a handle

int fail(int number) {
  errno = number;
  return -1;
}

Kernel& kernel(void* self) { return *static_cast<Kernel*>(self); }

}  // namespace

struct Table {
  static int open(void* self, const char* path, int) { return kernel(self).open(path); }
  static int close(void* self, int fd) { return kernel(self).close(fd); }
  static int ioctl(void* self, int fd, unsigned long request, void* argument) {
    return kernel(self).ioctl(fd, request, argument);
  }
  static void* mmap(void* self, void* at, std::size_t bytes, int protection, int flags, int fd, std::uint64_t offset) {
    return kernel(self).mmap(at, bytes, protection, flags, fd, offset);
  }
  static int munmap(void* self, void* at, std::size_t bytes) { return kernel(self).munmap(at, bytes); }
  static ssize_t read(void* self, int fd, void* to, std::size_t bytes) { return kernel(self).read(fd, to, bytes); }
  static int readdir(void* self, const char* folder, ork_rknpu_each_name each, void* to) {
    return kernel(self).readdir(folder, each, to);
  }
  static int poll(void* self, int fd, int timeout_ms) { return kernel(self).poll(fd, timeout_ms); }
  static std::int64_t now_ns(void* self) { return kernel(self).now; }
  static void sleep_ns(void* self, std::int64_t ns) { kernel(self).now += ns; }
};

Kernel::Kernel() : compatible(std::string("radxa,rock-5b\0rockchip,rk3588\0", 30)) {
  nodes["/dev/dri/renderD129"] = Node{};
  table_ = {this,        Table::open,    Table::close, Table::ioctl,  Table::mmap,    Table::munmap,
            Table::read, Table::readdir, Table::poll,  Table::now_ns, Table::sleep_ns};
}

Kernel::~Kernel() {
  for (const auto& [at, mapping] : mappings_) std::free(at);
}

std::vector<Call> Kernel::ioctls(unsigned long request) const {
  std::vector<Call> found;
  for (const Call& call : calls) {
    if (call.name == "ioctl" && call.request == request) found.push_back(call);
  }
  return found;
}

std::string Kernel::leaks() const {
  std::string all;
  for (const auto& [fd, what] : fds) all += "fd of " + what + "; ";
  for (const auto& [handle, buffer] : buffers) {
    if (!(buffer.refused && fds.empty())) all += "handle " + std::to_string(handle) + "; ";
  }
  for (const auto& [at, mapping] : mappings_) all += "mapping of " + std::to_string(mapping.bytes) + " bytes; ";
  return all;
}

bool Kernel::fails(Call call) {
  bool now_fails = static_cast<int>(calls.size()) == fail_at;
  calls.push_back(std::move(call));
  if (now_fails) errno = fail_with;
  return now_fails;
}

int Kernel::open(const std::string& path) {
  if (fails({.name = "open", .path = path})) return -1;
  if (path == "/proc/device-tree/compatible") {
    if (compatible_error != 0) return fail(compatible_error);
  } else {
    auto node = nodes.find(path);
    if (node == nodes.end()) return fail(ENOENT);
    if (node->second.open_error != 0) return fail(node->second.open_error);
  }
  fds[++last_fd_] = path;
  return last_fd_;
}

int Kernel::close(int fd) {
  bool failed = fails({.name = "close", .fd = fd});
  if (fds.erase(fd) == 0) wrongs.push_back("close of what is not open");  // Linux frees it even when close fails
  return failed ? -1 : 0;
}

int Kernel::ioctl(int fd, unsigned long request, void* argument) {
  Bytes bytes(request >> 16 & 0x3FFF);  // the size is in the number
  std::memcpy(bytes.data(), argument, bytes.size());
  if (fails({.name = "ioctl", .request = request, .in = bytes, .fd = fd})) {
    if (request == kDestroy && buffers.count(bytes.get32(0)) > 0) buffers[bytes.get32(0)].refused = true;
    return -1;
  }
  auto open_one = fds.find(fd);
  if (open_one == fds.end()) {
    wrongs.push_back("ioctl of what is not open");
    return fail(EBADF);
  }
  int done = answer(open_one->second, request, bytes);
  int number = errno;
  std::memcpy(argument, bytes.data(), bytes.size());
  errno = number;
  return done;
}

int Kernel::answer(const std::string& what, unsigned long request, Bytes& bytes) {
  if (what == "fence") {
    if (request != kFenceInfo) return fail(ENOTTY);
    bytes.u32(32, static_cast<std::uint32_t>(fence_status));
    return 0;
  }
  std::uint32_t handle = bytes.size() >= 8 ? bytes.get32(0) : 0;
  switch (request) {
    case kVersion:
      return version(nodes.at(what), bytes);
    case kAction:
      return action(bytes);
    case kCreate:
      return create(bytes);
    case kMap:
      if (buffers.count(handle) == 0) return fail(ENOENT);
      bytes.u64(8, handle * kMapStep);
      return 0;
    case kDestroy:
      if (destroy_error != 0) return fail(destroy_error);
      if (buffers.count(handle) == 0 || bytes.get64(8) != object_of(handle)) return fail(EINVAL);
      buffers.erase(handle);
      return 0;
    case kSync:
      return 0;
    case kSubmit:
      return submit(bytes);
    default:
      wrongs.push_back("an ioctl that the driver does not have");
      return fail(ENOTTY);
  }
}

int Kernel::version(const Node& node, Bytes& bytes) {
  if (node.version_error != 0) return fail(node.version_error);
  bytes.u32(0, node.major).u32(4, node.minor).u32(8, node.patch);
  std::uint64_t room = bytes.get64(16);
  if (room > 0)
    std::memcpy(reinterpret_cast<void*>(bytes.get64(24)), node.driver.data(),
                std::min<std::size_t>(room, node.driver.size()));
  if (bytes.get64(32) != 0 || bytes.get64(48) != 0) wrongs.push_back("a date or description was asked for");
  bytes.u64(16, node.driver.size()).u64(32, 8).u64(48, 14);
  return 0;
}

int Kernel::action(Bytes& bytes) {
  auto error = action_errors.find(bytes.get32(0));
  if (error != action_errors.end()) return fail(error->second);
  switch (bytes.get32(0)) {
    case 1:
      bytes.u32(4, drv_version);
      return 0;
    case 6:
      now += 105000000;
      if (reset_ends_jobs) fences_ready = true;
      return 0;
    case 19:
    case 20:
      return 0;
    case 24:
      bytes.u32(4, domain);
      return 0;
    case 25:
      if (!wrong_domain) domain = bytes.get32(4);
      return 0;
    default:
      wrongs.push_back("an action that nobody asked for");
      return fail(EINVAL);
  }
}

int Kernel::create(Bytes& bytes) {
  std::uint64_t size = (bytes.get64(8) + kPage - 1) / kPage * kPage;
  std::uint32_t handle = no_handle ? 0 : ++last_handle_;
  if (!no_handle) buffers[handle] = {size, next_dma_, static_cast<std::int32_t>(bytes.get32(40))};
  bytes.u32(0, handle).u64(8, short_buffer ? bytes.get64(8) - 1 : size);
  bytes.u64(16, no_object ? 0 : object_of(handle)).u64(24, next_dma_);
  next_dma_ += size;
  return 0;
}

int Kernel::submit(Bytes& bytes) {
  std::uint32_t flags = bytes.get32(0);
  bool waits = (flags & 2) == 0;
  if (waits) bytes.u32(16, bytes.get32(12) - static_cast<std::uint32_t>(lost_tasks)).u64(48, 200000);
  if ((flags & 16) != 0 && !no_fence) {
    fds[++last_fd_] = "fence";
    bytes.u32(60, static_cast<std::uint32_t>(last_fd_));
  }
  return 0;
}

void* Kernel::mmap(void* at, std::size_t bytes, int protection, int flags, int fd, std::uint64_t offset) {
  void* const failed = reinterpret_cast<void*>(-1);
  if (fails({.name = "mmap", .fd = fd})) return failed;
  auto buffer = buffers.find(static_cast<std::uint32_t>(offset / kMapStep));
  if (at != nullptr || protection != 3 || flags != 1 || fds.count(fd) == 0 || offset % kMapStep != 0 ||
      buffer == buffers.end() || bytes > buffer->second.size) {
    wrongs.push_back("an mmap that no buffer has");
    errno = EINVAL;
    return failed;
  }
  void* made = std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage);
  std::memset(made, 0, bytes);
  mappings_[made] = {bytes};
  return made;
}

int Kernel::munmap(void* at, std::size_t bytes) {
  if (fails({.name = "munmap"})) return -1;
  auto mapping = mappings_.find(at);
  if (mapping == mappings_.end() || mapping->second.bytes != bytes) {
    wrongs.push_back("a munmap of what was not mapped");
    return fail(EINVAL);
  }
  std::free(at);
  mappings_.erase(mapping);
  return 0;
}

ssize_t Kernel::read(int fd, void* to, std::size_t bytes) {
  if (fails({.name = "read", .fd = fd})) return -1;
  std::size_t& position = positions_[fd];
  std::size_t more = std::min<std::size_t>({bytes, compatible.size() - position, 7});  // a few at a time
  std::memcpy(to, compatible.data() + position, more);
  position += more;
  return static_cast<ssize_t>(more);
}

int Kernel::readdir(const std::string& folder, ork_rknpu_each_name each, void* to) {
  if (fails({.name = "readdir", .path = folder})) return -1;
  if (folder_error != 0) return fail(folder_error);
  for (const char* name : {".", "..", "by-path"}) each(to, name);
  for (const auto& [path, node] : nodes) {
    if (path.starts_with(folder + "/")) each(to, path.c_str() + folder.size() + 1);
  }
  return 0;
}

int Kernel::poll(int fd, int timeout_ms) {
  if (fails({.name = "poll", .fd = fd})) return -1;
  if (fds.count(fd) == 0 || fds[fd] != "fence") wrongs.push_back("a poll of no fence");
  polled.push_back(timeout_ms);
  if (poll_interrupts > 0) {
    --poll_interrupts;
    now += static_cast<std::int64_t>(timeout_ms) * 500000;
    return fail(EINTR);
  }
  if (fences_ready) return 1;
  now += static_cast<std::int64_t>(timeout_ms) * 1000000;
  return 0;
}

}  // namespace rknpu_test
