#include "front/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace npuspec {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& path) { return "'" + path + "'"; }

std::string reason(int error) { return std::generic_category().message(error); }

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
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
  int descriptor_;
};

// Up to `limit` + 1 bytes; 0 or the error.
int read_all(int descriptor, std::size_t limit, std::string& out) {
  constexpr std::size_t kChunk = 1u << 16;
  while (out.size() <= limit) {
    std::size_t had = out.size();
    out.resize(had + std::min(kChunk, limit + 1 - had));
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

Write fail(Diags& diags, const std::string& path, const std::string& why) {
  diags.error(Code::I003, {}, "cannot write " + quoted(path) + ": " + why)
      .hint("the old content, if any, is untouched; free the disk or choose another path");
  return Write::kFailed;
}

bool holds(const std::string& path, std::string_view text) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string now;
  return file.is_open() && read_all(file.get(), text.size(), now) == 0 && now == text;
}

// A name beside `path` that no other process or thread takes.
std::string name_beside(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  return path + "." + std::to_string(::getpid()) + "." + std::to_string(counter++) + ".tmp";
}

Write replace(const std::string& path, std::string_view text, mode_t mode, Diags& diags) {
  std::string beside = name_beside(path);
  File file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.is_open()) return fail(diags, path, reason(errno));
  int error = write_all(file.get(), text);
  if (error == 0 && mode != 0 && ::fchmod(file.get(), mode) != 0) error = errno;
  int closed = file.close();
  if (error == 0) error = closed;
  if (error == 0 && ::rename(beside.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return Write::kWritten;
  ::unlink(beside.c_str());
  return fail(diags, path, reason(error));
}

// A device or a pipe has no old content to keep, and must not be replaced by a file.
Write write_through(const std::string& path, std::string_view text, Diags& diags) {
  File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.is_open()) return fail(diags, path, reason(errno));
  int error = write_all(file.get(), text);
  int closed = file.close();
  if (error == 0) error = closed;
  return error == 0 ? Write::kWritten : fail(diags, path, reason(error));
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
    if (link && (is_folder || yaml)) {
      diags.warning(Code::I004, {}, quoted(entry.path().string()) + " is a link and was not followed")
          .hint("put the spec itself there");
    } else if (is_folder) {
      find(entry.path(), skip, out, diags);
    } else if (yaml && entry.is_regular_file(gone)) {
      out.push_back(entry.path().string());
    }
  }
  if (!error) return;
  diags.error(Code::I001, {}, "cannot read the folder " + quoted(folder.string()) + ": " + error.message())
      .hint("check the path and its permissions");
}

}  // namespace

std::optional<std::string> read_file(const std::string& path, std::size_t limit, Diags& diags) {
  auto refuse = [&](const std::string& why, const char* help) {
    diags.error(Code::I001, {}, "cannot read " + quoted(path) + ": " + why).hint(help);
    return std::nullopt;
  };
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return refuse(reason(errno), "check the path and its permissions");
  struct stat about {};
  if (::fstat(file.get(), &about) != 0) return refuse(reason(errno), "check the path and its permissions");
  if (!S_ISREG(about.st_mode)) return refuse("not a regular file", "name a file");
  std::string text;
  if (about.st_size > 0) text.reserve(std::min(static_cast<std::size_t>(about.st_size), limit) + 1);
  if (int error = read_all(file.get(), limit, text)) return refuse(reason(error), "check the disk");
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
    diags.error(Code::I002, {}, "no spec in " + quoted(folder))
        .hint("a spec is a *.yaml file that starts with `kind:`");
  }
  return out;
}

Write write_file(const std::string& path, std::string_view text, Diags& diags) {
  std::error_code error;
  fs::path parent = fs::path(path).parent_path();
  if (!parent.empty()) fs::create_directories(parent, error);
  if (error) return fail(diags, path, error.message());
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    if (errno != ENOENT) return fail(diags, path, reason(errno));
    return replace(path, text, 0, diags);
  }
  if (S_ISDIR(about.st_mode)) return fail(diags, path, "it is a folder");
  if (!S_ISREG(about.st_mode)) return write_through(path, text, diags);
  if (static_cast<std::size_t>(about.st_size) == text.size() && holds(path, text)) return Write::kUnchanged;
  // Through a link the file it names is replaced, not the link.
  fs::path real = fs::canonical(path, error);
  if (error) return fail(diags, path, error.message());
  return replace(real.string(), text, about.st_mode & 07777, diags);
}

}  // namespace npuspec
