// A simulated kernel where the RKNPU backend makes its system calls, which keeps what each of them was given.
//
// It knows the ABI from the facts alone: numbers and offsets are written out here by hand, and no generated header is
// included, so that it judges them. It keeps count of descriptors, mappings and handles; leaks() is empty when all came
// back; a handle whose MEM_DESTROY failed may go with its node, as a GEM handle does. Any one call can be made to fail:
// fail_at is its number, counted from 0 over all calls.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mode/rknpu/system.h"

namespace rknpu_test {

inline constexpr unsigned long kVersion = 0xC0406400;
inline constexpr unsigned long kAction = 0xC0086440;
inline constexpr unsigned long kSubmit = 0xC0686441;
inline constexpr unsigned long kCreate = 0xC0306442;
inline constexpr unsigned long kMap = 0xC0106443;
inline constexpr unsigned long kDestroy = 0xC0106444;
inline constexpr unsigned long kSync = 0xC0206445;
inline constexpr unsigned long kFenceInfo = 0xC0383E04;  // SYNC_IOC_FILE_INFO, of linux/sync_file.h

// The bytes of a request, written and read at offsets, little-endian.
struct Bytes : std::vector<std::uint8_t> {
  explicit Bytes(std::size_t size) : std::vector<std::uint8_t>(size) {}
  Bytes& u32(std::size_t at, std::uint32_t value);
  Bytes& u64(std::size_t at, std::uint64_t value);
  [[nodiscard]] std::uint32_t get32(std::size_t at) const;
  [[nodiscard]] std::uint64_t get64(std::size_t at) const;
};

struct Call {
  std::string name{};         // "open", "ioctl", ...
  unsigned long request = 0;  // of an ioctl
  Bytes in{0};                // what an ioctl was given
  std::string path{};         // of open and readdir
  int fd = -1;
};

struct Node {
  std::string driver = "rknpu";
  std::uint32_t major = 0;
  std::uint32_t minor = 9;
  std::uint32_t patch = 8;
  int open_error = 0;
  int version_error = 0;
};

struct Buffer {
  std::uint64_t size = 0;
  std::uint64_t dma = 0;
  std::int32_t domain = 0;
  bool refused = false;  // a MEM_DESTROY of it failed
};

class Kernel {
 public:
  Kernel();
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  // What is there.
  std::map<std::string, Node> nodes;  // by path
  std::string compatible;             // the file's bytes
  int folder_error = 0;
  int compatible_error = 0;

  // How it goes wrong.
  int fail_at = -1;  // the number of the call that fails
  int fail_with = 0;
  std::map<std::uint32_t, int> action_errors{{20, 22}};  // POWER_ON is EINVAL on this kernel
  std::uint32_t drv_version = 908;
  bool wrong_domain = false;  // SET_IOMMU_DOMAIN_ID is believed, and not done
  bool no_handle = false;     // MEM_CREATE answers handle 0
  bool no_object = false;     // MEM_CREATE answers object 0
  bool short_buffer = false;  // MEM_CREATE answers one byte less
  int destroy_error = 0;
  int lost_tasks = 0;        // SUBMIT answers success, with so many tasks fewer
  bool no_fence = false;     // SUBMIT takes a job, and gives no fence
  bool fences_ready = true;  // else a poll runs into its time
  bool reset_ends_jobs = false;
  std::int32_t fence_status = 1;
  int poll_interrupts = 0;  // polls that a signal interrupts, after half of their time

  // What happened.
  std::vector<Call> calls;
  std::map<int, std::string> fds;
  std::map<std::uint32_t, Buffer> buffers;
  std::int64_t now = 1000;
  std::vector<int> polled;  // the timeouts
  std::uint32_t domain = 0;
  std::vector<std::string> wrongs;  // what no kernel would have taken

  [[nodiscard]] const ork_rknpu_system* system() const { return &table_; }
  [[nodiscard]] std::vector<Call> ioctls(unsigned long request) const;
  [[nodiscard]] std::string leaks() const;

 private:
  struct Mapping {
    std::size_t bytes;
  };
  friend struct Table;
  bool fails(Call call);
  int open(const std::string& path);
  int close(int fd);
  int ioctl(int fd, unsigned long request, void* argument);
  int answer(const std::string& what, unsigned long request, Bytes& bytes);
  int version(const Node& node, Bytes& bytes);
  int action(Bytes& bytes);
  int create(Bytes& bytes);
  int submit(Bytes& bytes);
  void* mmap(void* at, std::size_t bytes, int protection, int flags, int fd, std::uint64_t offset);
  int munmap(void* at, std::size_t bytes);
  ssize_t read(int fd, void* to, std::size_t bytes);
  int readdir(const std::string& folder, ork_rknpu_each_name each, void* to);
  int poll(int fd, int timeout_ms);

  ork_rknpu_system table_{};
  std::map<void*, Mapping> mappings_;
  std::map<int, std::size_t> positions_;  // of files that are read
  std::uint32_t last_handle_ = 0;
  std::uint64_t next_dma_ = 0x10000000;
  int last_fd_ = 100;
};

// Where the simulated kernel keeps the object of a handle.
inline constexpr std::uint64_t object_of(std::uint32_t handle) { return 0xFFFFFF8000000000u + handle * 0x1000u; }

}  // namespace rknpu_test
