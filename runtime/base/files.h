// Files as runtimes read and write them: a large input is mapped, not copied, and an output has no name until all of it
// is there.
//
// Every failure is a std::system_error whose text names the path. POSIX.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace npuspec {

// How a file's bytes are had.
enum class Reading {
  // They are the file's own pages. Whoever writes to it meanwhile changes them, and whoever cuts it short ends the
  // process by SIGBUS.
  kMapped,
  // They were read when it was opened, and are nobody else's: of a file that may be written to while others are still
  // to be read. Mapped all the same where they are more than kMostCopied.
  kCopied,
};

inline constexpr std::size_t kMostCopied = std::size_t{256} << 20;

// A regular file's bytes, for reading; unchanged() tells whether it was written to meanwhile.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path, Reading how = Reading::kMapped);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::string& path() const { return path_; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
  // Whether size and time of its last change are those of when it was opened.
  bool unchanged() const;

 private:
  std::string path_;
  int descriptor_ = -1;
  const std::uint8_t* data_ = nullptr;
  std::unique_ptr<std::uint8_t[]> copy_;  // where it is one
  std::size_t size_ = 0;
  std::int64_t seconds_ = 0;
  std::int64_t nanoseconds_ = 0;
};

// A new file in a folder. Until place() nothing of it can be seen, and what is killed leaves nothing, but on a file
// system that has no files without a name: there a name that ends in ".tmp" stands beside until then.
class NewFile {
 public:
  // `path` is where it will be; its folder must be there.
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void put(std::span<const std::uint8_t> bytes);
  // Gives it its name, which nothing may have.
  void place();

 private:
  std::string path_;
  std::string beside_;  // empty for a file without a name
  int descriptor_ = -1;
};

// Keeps other processes, and other threads, that have the same from the folders of these files: who removes and places
// several files that belong together does it within one. Advisory, and gone with the process; it leaves nothing behind.
// Throws std::system_error where another has it for 10 seconds. A file system that has no locks is worked on without.
class FolderLock {
 public:
  explicit FolderLock(std::initializer_list<std::string> files);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  std::vector<int> descriptors_;
};

// A whole file, in place of an older one. Throws std::system_error, where `path` is no place for a file too.
void write_file(const std::string& path, std::span<const std::uint8_t> bytes);

// Throws std::system_error unless `path` is a regular file or nothing.
void check_place(const std::string& path);

// Nothing where there is none.
void remove_file(const std::string& path);

// Where a file is or would be, through links; two paths that lead to one file give the same.
std::string real_path(const std::string& path);

}  // namespace npuspec
