#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

namespace npuspec {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& what, const std::string& path, int error) {
  throw std::system_error(error, std::generic_category(), what + " '" + path + "'");
}

std::string folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

// Gives an error, or 0.
int read_whole(int descriptor, std::uint8_t* out, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t more = ::pread(descriptor, out + done, size - done, static_cast<off_t>(done));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return errno;
    if (more == 0) return ESTALE;  // it became shorter meanwhile
    done += static_cast<std::size_t>(more);
  }
  return 0;
}

// Gives an error, or 0.
int lock(int folder) {
  using namespace std::chrono_literals;
  constexpr std::chrono::microseconds kMostPause = 5ms;
  const auto end = std::chrono::steady_clock::now() + 10s;
  for (std::chrono::microseconds pause = 20us; ::flock(folder, LOCK_EX | LOCK_NB) != 0;) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return 0;
    if (std::chrono::steady_clock::now() > end) return EWOULDBLOCK;
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kMostPause);
  }
  return 0;
}

}  // namespace

MappedFile::MappedFile(const std::string& path, Reading how) : path_(path) {
  const char* what = "cannot read";
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail(what, path, errno);
  struct stat about {};
  int error = ::fstat(descriptor_, &about) == 0 ? 0 : errno;
  if (error == 0 && S_ISDIR(about.st_mode)) error = EISDIR;
  if (error == 0 && !S_ISREG(about.st_mode)) error = ENOTSUP;
  size_ = static_cast<std::size_t>(about.st_size);
  seconds_ = about.st_mtim.tv_sec;
  nanoseconds_ = about.st_mtim.tv_nsec;
  if (error == 0 && size_ != 0 && how == Reading::kCopied && size_ <= kMostCopied) {
    // Of the heap, which gives the pages of one file to the next: new ones for each keep threads from each other.
    copy_.reset(new (std::nothrow) std::uint8_t[size_]);
    data_ = copy_.get();
    error = data_ == nullptr ? ENOMEM : read_whole(descriptor_, copy_.get(), size_);
    if (error == ESTALE) what = "cannot read, as it becomes shorter meanwhile,";
  } else if (error == 0 && size_ != 0) {  // nothing cannot be mapped
    void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
    if (mapped == MAP_FAILED) {
      error = errno;
    } else {
      data_ = static_cast<const std::uint8_t*>(mapped);
    }
  }
  if (error == 0) return;
  ::close(descriptor_);
  fail(what, path, error);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr && copy_ == nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
  ::close(descriptor_);
}

bool MappedFile::unchanged() const {
  struct stat about {};
  return ::fstat(descriptor_, &about) == 0 && static_cast<std::size_t>(about.st_size) == size_ &&
         about.st_mtim.tv_sec == seconds_ && about.st_mtim.tv_nsec == nanoseconds_;
}

NewFile::NewFile(const std::string& path) : path_(path) {
  const std::string folder = folder_of(path);
  if (::access("/proc/self/fd", X_OK) == 0) {  // through which it gets its name
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) fail("cannot write", path_, errno);
  }
  for (unsigned i = 0; descriptor_ < 0; ++i) {
    beside_ = path + "." + std::to_string(::getpid()) + "." + std::to_string(i) + ".tmp";
    descriptor_ = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) {
      beside_.clear();
      fail("cannot write", path_, errno);
    }
  }
}

NewFile::~NewFile() {
  if (!beside_.empty()) ::unlink(beside_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void NewFile::put(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor_, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) fail("cannot write", path_, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

void NewFile::place() {
  const std::string from = beside_.empty() ? "/proc/self/fd/" + std::to_string(descriptor_) : beside_;
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path_.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    fail("cannot write", path_, errno);
  }
  if (!beside_.empty()) ::unlink(beside_.c_str());
  beside_.clear();
  const int descriptor = descriptor_;
  descriptor_ = -1;
  // On some file systems only this tells that a write failed.
  if (::close(descriptor) == 0 || errno == EINTR) return;
  const int error = errno;
  ::unlink(path_.c_str());
  fail("cannot write", path_, error);
}

FolderLock::FolderLock(std::initializer_list<std::string> files) {
  // In one order for all, so that no two wait for each other.
  std::map<std::pair<dev_t, ino_t>, std::string> folders;
  for (const std::string& file : files) {
    struct stat about {};
    const std::string folder = folder_of(file);
    if (::stat(folder.c_str(), &about) == 0) folders.try_emplace({about.st_dev, about.st_ino}, folder);
  }
  descriptors_.reserve(folders.size());
  for (const auto& [id, folder] : folders) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) continue;  // one that is not to be read has no lock
    descriptors_.push_back(descriptor);
    if (const int error = lock(descriptor); error != 0) {
      for (int each : descriptors_) ::close(each);
      fail("another program holds a lock on the folder", folder, error);
    }
  }
}

FolderLock::~FolderLock() {
  for (int each : descriptors_) ::close(each);
}

void check_place(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) return;
  fail("cannot write", path, fs::is_directory(status) ? EISDIR : ENOTSUP);
}

void remove_file(const std::string& path) {
  struct stat about {};  // to look locks no folder, as removing does, were there nothing too
  if (::lstat(path.c_str(), &about) != 0 && errno == ENOENT) return;
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail("cannot replace", path, errno);
}

void write_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  const std::string real = real_path(path);
  check_place(real);
  NewFile file(real);
  file.put(bytes);
  remove_file(real);
  file.place();
}

std::string real_path(const std::string& path) {
  std::error_code error;
  fs::path end = path;
  constexpr int kMostLinks = 40;
  for (int i = 0; i < kMostLinks && fs::is_symlink(end, error); ++i) {
    end = end.parent_path() / fs::read_symlink(end, error);
  }
  const fs::path parent = end.has_parent_path() ? end.parent_path() : ".";
  return (fs::weakly_canonical(parent, error) / end.filename()).string();
}

}  // namespace npuspec
