#include "front/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace npuspec {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

class File {
 public:
  File() = default;
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~File() { close(); }

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  // 0 or the error: on some file systems only this tells that a write failed.
  int close() {
    if (descriptor_ < 0) return 0;
    int result = ::close(std::exchange(descriptor_, -1));
    return result == 0 || errno == EINTR ? 0 : errno;
  }

 private:
  int descriptor_ = -1;
};

// Up to `limit` + 1 bytes, of which so many are expected; 0 or the error.
int read_all(int descriptor, std::size_t limit, std::size_t expected, std::string& out) {
  constexpr std::size_t kChunk = 1u << 16;
  out.reserve(std::min(expected, limit) + 1);  // one more, so that the end shows without more memory
  while (out.size() <= limit) {
    std::size_t had = out.size();
    out.resize(std::min(had < out.capacity() ? out.capacity() : 2 * had + kChunk, limit + 1));
    ssize_t got = ::read(descriptor, out.data() + had, out.size() - had);
    int error = errno;
    out.resize(had + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got == 0) return 0;
    if (got < 0 && error != EINTR) return error;
  }
  return 0;
}

int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

// The file that a link to nothing would have, were it there; else the path itself.
std::string end_of_links(std::string path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, error); ++i) {
    path = (fs::path(path).parent_path() / fs::read_symlink(path, error)).string();
  }
  return path;
}

// Where a file is or would be, whatever the path says on its way there.
fs::path place_of(const std::string& path) {
  std::error_code error;
  fs::path end = end_of_links(path);
  return fs::weakly_canonical(end.has_parent_path() ? end.parent_path() : ".", error) / end.filename();
}

// Pages and comments name the file, and a depfile too.
bool can_be_written(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) {
    return (c >= 0 && c < ' ') || c == '\x7F' || std::string_view("<>|`\\").find(c) != std::string_view::npos;
  });
}

void find(const fs::path& folder, const std::vector<std::string_view>& skip, std::vector<std::string>& out,
          Diags& diags) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::directory_entry& entry = *entries;
    std::string base = entry.path().filename().string();
    std::error_code gone;  // between the listing and the question: then it is none of ours
    bool link = entry.is_symlink(gone);
    bool is_folder = entry.is_directory(gone);
    bool yaml = entry.path().extension() == ".yaml";
    if (base.starts_with('.') || (is_folder && std::find(skip.begin(), skip.end(), base) != skip.end())) continue;
    if ((is_folder || yaml) && !can_be_written(base)) {
      diags
          .error(Code::I001, {},
                 "a name of a spec or its folder has a character that outputs cannot name: " +
                     in_quotes(entry.path().string()))
          .hint("rename it: no control characters, and none of < > | ` and \\");
    } else if (link && (is_folder || yaml)) {
      diags.warning(Code::I004, {}, in_quotes(entry.path().string()) + " is a link and was not followed")
          .hint("put the spec itself there");
    } else if (is_folder) {
      find(entry.path(), skip, out, diags);
    } else if (yaml && entry.is_regular_file(gone)) {
      out.push_back(entry.path().string());
    }
  }
  if (!error) return;
  bool file = error == std::errc::not_a_directory;
  diags.error(Code::I001, {}, "cannot read the folder " + in_quotes(folder.string()) + ": " + error.message())
      .hint(file ? "name the folder that it is in: specs are read together" : "check the path and its permissions");
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t limit, Diags& diags) {
  auto refuse = [&](const std::string& why, const char* help) {
    diags.error(Code::I001, {}, "cannot read " + in_quotes(path) + ": " + why).hint(help);
    return std::nullopt;
  };
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return refuse(reason(errno), "check the path and its permissions");
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return refuse(reason(errno), "check the path and its permissions");
  if (!S_ISREG(about.st_mode)) return refuse("not a regular file", "name a file");
  std::string text;
  auto size = static_cast<std::size_t>(about.st_size);
  if (int error = read_all(file.get(), limit, size, text)) return refuse(reason(error), "check the disk");
  if (text.size() > limit) return refuse("larger than " + std::to_string(limit) + " bytes", "split it");
  return text;
}

std::vector<std::string> find_specs(const std::string& folder, const std::vector<std::string_view>& skip,
                                    Diags& diags) {
  std::vector<std::string> out;
  std::size_t errors = diags.errors();
  find(fs::path(folder), skip, out, diags);
  std::sort(out.begin(), out.end());
  if (out.empty() && diags.errors() == errors) {
    diags.error(Code::I002, {}, "no spec in " + in_quotes(folder))
        .hint("a spec is a *.yaml file that starts with `kind:`");
  }
  return out;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  if (fs::exists(a, error) || fs::exists(b, error)) {
    return fs::is_regular_file(a, error) && fs::equivalent(a, b, error);
  }
  return place_of(a) == place_of(b);
}

bool is_place_of_spec(const std::string& path, const std::string& folder, const std::vector<std::string_view>& skip) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return false;
  fs::path file = place_of(path);
  fs::path within = file.lexically_relative(fs::weakly_canonical(folder, error));
  return file.extension() == ".yaml" && !within.empty() &&
         std::none_of(within.begin(), within.end(), [&](const fs::path& part) {
           std::string name = part.string();
           return name.starts_with('.') || std::find(skip.begin(), skip.end(), name) != skip.end();
         });
}

Write write_file(const std::string& path, std::string_view text, Diags& diags) {
  OutputFile file(path, diags);
  file.put(text);
  return file.finish();
}

// As long as the pieces are what the old file holds, nothing is written; from the first other byte on a new file grows
// beside it.
struct OutputFile::Impl {
  Impl(std::string its_path, Diags& its_diags) : path(std::move(its_path)), diags(its_diags) { open(); }

  std::string path;
  Diags& diags;
  File old;                // to compare with; none: there is no old file, or it differs
  std::uint64_t same = 0;  // bytes of it that were put so far
  std::uint64_t old_size = 0;
  std::string there;      // what it holds where a piece would go; memory used again
  mode_t mode = 0;        // of the old file
  File out;               // the file beside, or a device
  bool nameless = false;  // it gets its name when it is complete
  std::string beside;     // its name; empty for a device, and when it has been dealt with
  bool done = false;      // complete
  bool unchanged = false;
  bool failed = false;

  void fail(const std::string& why, const char* help =
                                        "the old content, if any, is untouched; free the disk or choose "
                                        "another path") {
    if (failed) return;
    failed = true;
    diags.error(Code::I003, {}, "cannot write " + in_quotes(path) + ": " + why).hint(help);
  }

  void open() {
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return fail(reason(errno));
      return open_new();
    }
    if (S_ISDIR(about.st_mode)) return fail("it is a folder", "name a file");
    if (!S_ISREG(about.st_mode)) return open_device(about.st_mode);
    // Through a link the file it names is replaced, not the link.
    std::error_code error;
    fs::path real = fs::canonical(path, error);
    if (error) return fail(error.message());
    path = real.string();
    mode = about.st_mode & 07777;
    old_size = static_cast<std::uint64_t>(about.st_size);
    old = File(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!old.is_open()) open_beside();
  }

  void open_new() {
    fs::path end = end_of_links(path);
    fs::path parent = end.parent_path();
    std::error_code error;
    if (!parent.empty() && !fs::is_directory(parent, error))
      return fail("there is no folder " + in_quotes(parent.string()), "make it, or mend the path");
    if (!end.has_filename()) return fail("it names no file", "name one");
    path = end.string();
    open_beside();
  }

  // A device or a pipe has no old content to keep, and must not be replaced by a file.
  void open_device(mode_t type) {
    out = File(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (out.is_open()) {
      ::fcntl(out.get(), F_SETFL, ::fcntl(out.get(), F_GETFL) & ~O_NONBLOCK);  // only opening must not wait
    } else if (S_ISFIFO(type) && errno == ENXIO) {
      fail("nobody reads this pipe", "start what reads it first");
    } else {
      fail(reason(errno));
    }
  }

  // Opens the new file. It has no name until it is complete; where the file system always wants one, a name beside.
  void open_beside() {
    std::string folder = fs::path(path).parent_path().string();
    if (::access("/proc/self/fd", X_OK) == 0)  // through which it gets its name
      out = File(::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    nameless = out.is_open();
    if (nameless) return;
    name_beside([&](const char* name) {
      out = File(::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
      return out.is_open();
    });
  }

  // Finds a name beside the path that nothing has: one that is taken may be what a killed run left.
  template <class Make>
  void name_beside(Make make) {
    static std::atomic<unsigned> counter{0};
    do {
      beside = path + "." + std::to_string(::getpid()) + "." + std::to_string(counter++) + ".tmp";
      if (make(beside.c_str())) return;
    } while (errno == EEXIST);
    int error = errno;
    beside.clear();
    fail(reason(error));
  }

  void put(std::string_view piece) {
    if (failed) return;
    if (old.is_open()) {
      if (old_holds(piece)) return;
      leave_old();
      if (failed) return;
    }
    if (int error = write_all(out.get(), piece)) fail(reason(error));
  }

  bool old_holds(std::string_view piece) {
    if (same + piece.size() > old_size) return false;
    there.resize(std::max(there.size(), piece.size()));
    ssize_t got = ::pread(old.get(), there.data(), piece.size(), static_cast<off_t>(same));
    if (got != static_cast<ssize_t>(piece.size()) || !there.starts_with(piece)) return false;
    same += piece.size();
    return true;
  }

  // Goes on in a file beside, with what is the same so far.
  void leave_old() {
    open_beside();
    std::string chunk(std::min<std::uint64_t>(same, 1u << 16), '\0');
    for (std::uint64_t at = 0; at < same && !failed;) {
      ssize_t got =
          ::pread(old.get(), chunk.data(), std::min<std::uint64_t>(chunk.size(), same - at), static_cast<off_t>(at));
      if (got <= 0) return fail(got == 0 ? "it changed meanwhile" : reason(errno));
      if (int error = write_all(out.get(), std::string_view(chunk).substr(0, static_cast<std::size_t>(got))))
        return fail(reason(error));
      at += static_cast<std::uint64_t>(got);
    }
    old.close();
  }

  bool complete() {
    if (failed || done) return !failed;
    if (old.is_open()) {
      unchanged = same == old_size;
      if (!unchanged) leave_old();
    }
    done = true;
    if (failed || unchanged) return !failed;
    if (mode != 0 && ::fchmod(out.get(), mode) != 0) fail(reason(errno));
    if (nameless && !failed) {
      std::string self = "/proc/self/fd/" + std::to_string(out.get());
      name_beside(
          [&](const char* name) { return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0; });
    }
    int error = out.close();
    if (error != 0) fail(reason(error));
    return !failed;
  }

  Write finish() {
    if (!complete()) return Write::kFailed;
    if (unchanged) return Write::kUnchanged;
    if (!beside.empty() && ::rename(beside.c_str(), path.c_str()) != 0) {
      fail(reason(errno));
      return Write::kFailed;
    }
    beside.clear();
    return Write::kWritten;
  }
};

OutputFile::OutputFile(const std::string& path, Diags& diags) : impl_(std::make_unique<Impl>(path, diags)) {}

OutputFile::~OutputFile() {
  if (!impl_->beside.empty()) ::unlink(impl_->beside.c_str());
}

void OutputFile::put(std::string_view piece) { impl_->put(piece); }

bool OutputFile::complete() { return impl_->complete(); }

Write OutputFile::finish() { return impl_->finish(); }

}  // namespace npuspec
