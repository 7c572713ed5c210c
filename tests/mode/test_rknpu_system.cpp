// The table of the real system: each entry is the call that it is named after.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "mode/rknpu/system.h"

namespace {

const ork_rknpu_system& real() { return *ork_rknpu_real_system(); }

void take(void* to, const char* name) { static_cast<std::multiset<std::string>*>(to)->insert(name); }

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string form = (std::filesystem::temp_directory_path() / "rknpu.XXXXXX").string();
    REQUIRE(mkdtemp(form.data()) != nullptr);
    path = form;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

}  // namespace

TEST_SUITE("mode rknpu system") {
  TEST_CASE("a file is opened, read, mapped at an offset for both sides, and closed") {
    Folder folder;
    std::string file = (folder.path / "file").string();
    std::ofstream(file) << std::string(4096, 'a') << std::string(4096, 'b');
    int fd = real().open(nullptr, file.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(fd >= 0);
    char head[3] = {};
    CHECK(real().read(nullptr, fd, head, 2) == 2);
    CHECK(std::string(head) == "aa");
    void* at = real().mmap(nullptr, nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4096);
    REQUIRE(at != MAP_FAILED);
    CHECK(static_cast<char*>(at)[0] == 'b');
    static_cast<char*>(at)[1] = 'c';
    CHECK(real().munmap(nullptr, at, 4096) == 0);
    CHECK(real().close(nullptr, fd) == 0);
    CHECK(real().close(nullptr, fd) == -1);
    CHECK(errno == EBADF);
    std::string text;
    std::getline(std::ifstream(file), text);
    CHECK(text.substr(4096, 2) == "bc");
    CHECK(real().mmap(nullptr, nullptr, 4096, PROT_READ, MAP_SHARED, -1, 0) == MAP_FAILED);
    CHECK(real().open(nullptr, (folder.path / "none").c_str(), O_RDONLY) == -1);
    CHECK(errno == ENOENT);
  }

  TEST_CASE("an ioctl of what is no device is ENOTTY, and is made once") {
    int fd = real().open(nullptr, "/dev/null", O_RDWR | O_CLOEXEC);
    REQUIRE(fd >= 0);
    std::uint8_t bytes[64] = {};
    CHECK(ork_rknpu_ioctl(&real(), fd, 0xC0406400, bytes) == -1);
    CHECK(errno == ENOTTY);
    CHECK(real().close(nullptr, fd) == 0);
  }

  TEST_CASE("all names of a folder are told, and a folder that is not there is an error") {
    Folder folder;
    for (const char* name : {"card0", "renderD128"}) std::ofstream(folder.path / name) << 'x';
    std::multiset<std::string> names;
    CHECK(real().readdir(nullptr, folder.path.c_str(), take, &names) == 0);
    CHECK(names == std::multiset<std::string>{".", "..", "card0", "renderD128"});
    CHECK(real().readdir(nullptr, (folder.path / "none").c_str(), take, &names) == -1);
    CHECK(errno == ENOENT);
    CHECK(real().readdir(nullptr, (folder.path / "card0").c_str(), take, &names) == -1);
    CHECK(errno == ENOTDIR);
  }

  TEST_CASE(
      "a poll is 1 when there is something to read, 0 when the time is over, and an error for what never will be") {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    std::int64_t before = real().now_ns(nullptr);
    CHECK(real().poll(nullptr, ends[0], 20) == 0);
    CHECK(real().now_ns(nullptr) - before >= 20000000);
    REQUIRE(write(ends[1], "x", 1) == 1);
    CHECK(real().poll(nullptr, ends[0], 20) == 1);
    CHECK(real().close(nullptr, ends[1]) == 0);
    CHECK(real().close(nullptr, ends[0]) == 0);
    CHECK(real().poll(nullptr, ends[0], 0) == -1);  // closed
    CHECK(errno == EIO);
  }

  TEST_CASE("sleeping takes its time, and a time that is over none") {
    std::int64_t before = real().now_ns(nullptr);
    real().sleep_ns(nullptr, 3000000);
    CHECK(real().now_ns(nullptr) - before >= 3000000);
    real().sleep_ns(nullptr, 0);
    real().sleep_ns(nullptr, -5);
  }
}
