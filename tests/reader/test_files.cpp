#include <doctest/doctest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "front/files.h"

using namespace npuspec;
namespace fs = std::filesystem;

namespace {

// A folder that goes away with the test.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "npuspec-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(fs::recursive_directory_iterator(path_), {}));
  }

 private:
  fs::path path_;
};

void put(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string get(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a file is read whole, up to the limit") {
  Scratch scratch;
  std::string text(200000, 'x');
  text[70000] = '\0';
  put(scratch / "a", text);
  Diags diags;
  CHECK(read_file(scratch / "a", text.size(), diags) == text);
  CHECK_FALSE(diags.failed());
  CHECK_FALSE(read_file(scratch / "a", text.size() - 1, diags));
  REQUIRE(diags.errors() == 1);
  CHECK(diags.list()[0].code == Code::I001);
}

TEST_CASE("what is no readable file is refused and not waited for") {
  Scratch scratch;
  REQUIRE(mkfifo((scratch / "pipe").c_str(), 0600) == 0);
  for (const std::string& path :
       {scratch / "absent", scratch.path(), scratch / "pipe", std::string("/dev/zero"), std::string()}) {
    CAPTURE(path);
    Diags diags;
    CHECK_FALSE(read_file(path, 100, diags));
    REQUIRE(diags.errors() == 1);
    CHECK(diags.list()[0].code == Code::I001);
    CHECK(diags.list()[0].message.find(path) != std::string::npos);
  }
}

TEST_CASE("the specs of a folder are found in one order, without hidden, skipped and linked ones") {
  Scratch scratch;
  for (const char* name : {"b.yaml", "a/z.yaml", "a/.hidden.yaml", ".git/c.yaml", "a-b/x.yaml", "history/h.yaml",
                           "a/history/h.yaml", "notes.txt", "x.yml", "history.yaml"}) {
    put(scratch / name, "kind: x\n");
  }
  put(scratch / "a/folder.yaml/in.yaml", "kind: x\n");
  fs::create_symlink(scratch / "b.yaml", scratch / "link.yaml");
  fs::create_directory_symlink("..", scratch / "a/up");
  fs::create_symlink("nowhere", scratch / "dangling");
  Diags diags;
  std::vector<std::string> found = find_specs(scratch.path(), {"history"}, diags);
  CHECK(found == std::vector<std::string>{scratch / "a-b/x.yaml", scratch / "a/folder.yaml/in.yaml",
                                          scratch / "a/z.yaml", scratch / "b.yaml", scratch / "history.yaml"});
  CHECK_FALSE(diags.failed());
  CHECK(diags.warnings() == 2);
  for (const Diag& d : diags.list()) CHECK(d.code == Code::I004);
}

TEST_CASE("a folder without specs and a folder that is none are told apart") {
  Scratch scratch;
  Diags diags;
  CHECK(find_specs(scratch.path(), {}, diags).empty());
  REQUIRE(diags.errors() == 1);
  CHECK(diags.list()[0].code == Code::I002);
  put(scratch / "f", "x");
  for (const std::string& path : {scratch / "absent", scratch / "f"}) {
    Diags other;
    CHECK(find_specs(path, {}, other).empty());
    REQUIRE(other.errors() == 1);
    CHECK(other.list()[0].code == Code::I001);
  }
}

TEST_CASE("a file is written whole, and its old mode stays") {
  Scratch scratch;
  Diags diags;
  std::string path = scratch / "out.h";
  CHECK(write_file(path, "one", diags) == Write::kWritten);
  CHECK(get(path) == "one");
  fs::permissions(path, fs::perms::owner_all);
  CHECK(write_file(path, "two", diags) == Write::kWritten);
  CHECK(get(path) == "two");
  CHECK(fs::status(path).permissions() == fs::perms::owner_all);
  CHECK(write_file(path, "", diags) == Write::kWritten);
  CHECK(get(path) == "");
  CHECK_FALSE(diags.failed());
  CHECK(scratch.count() == 1);
}

TEST_CASE("a file that holds the text already keeps its time") {
  Scratch scratch;
  Diags diags;
  std::string path = scratch / "out.h";
  put(path, "same");
  auto then = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(path, then);
  CHECK(write_file(path, "same", diags) == Write::kUnchanged);
  CHECK(fs::last_write_time(path) == then);
  CHECK(write_file(path, "diff", diags) == Write::kWritten);
  CHECK(fs::last_write_time(path) != then);
}

TEST_CASE("a text that comes in pieces replaces a file that differs in any of them, and no other") {
  Scratch scratch;
  Diags diags;
  std::string path = scratch / "out.h";
  auto write = [&](const std::vector<std::string>& pieces) {
    OutputFile file(path, diags);
    for (const std::string& piece : pieces) file.put(piece);
    return file.finish();
  };
  CHECK(write({"one ", "two ", "three"}) == Write::kWritten);
  CHECK(get(path) == "one two three");
  CHECK(write({"one t", "", "wo three"}) == Write::kUnchanged);
  CHECK(write({"one ", "2 ", "three"}) == Write::kWritten);
  CHECK(get(path) == "one 2 three");
  CHECK(write({"one ", "2 ", "three", " four"}) == Write::kWritten);
  CHECK(get(path) == "one 2 three four");
  CHECK(write({"one ", "2"}) == Write::kWritten);
  CHECK(get(path) == "one 2");
  CHECK(scratch.count() == 1);
}

TEST_CASE("a text that is not finished leaves no trace") {
  Scratch scratch;
  Diags diags;
  put(scratch / "out.h", "old");
  {
    OutputFile file(scratch / "out.h", diags);
    file.put("new");
    OutputFile fresh(scratch / "fresh.h", diags);
    fresh.put("new");
  }
  CHECK(get(scratch / "out.h") == "old");
  CHECK(scratch.count() == 1);
}

TEST_CASE("through a link the file it names is written, and the link stays") {
  Scratch scratch;
  Diags diags;
  put(scratch / "real/out.h", "old");
  fs::create_symlink(scratch / "real/out.h", scratch / "link");
  CHECK(write_file(scratch / "link", "new", diags) == Write::kWritten);
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(get(scratch / "real/out.h") == "new");
}

TEST_CASE("a device is written to, and a full one is an error") {
  Diags diags;
  CHECK(write_file("/dev/null", "x", diags) == Write::kWritten);
  CHECK_FALSE(diags.failed());
  CHECK(write_file("/dev/full", "x", diags) == Write::kFailed);
  REQUIRE(diags.errors() == 1);
  CHECK(diags.list()[0].code == Code::I003);
}

TEST_CASE("no folder is made for a file: that there is none is an error that names it") {
  Scratch scratch;
  Diags diags;
  CHECK(write_file(scratch / "x/y/out.h", "one", diags) == Write::kFailed);
  REQUIRE(diags.errors() == 1);
  CHECK(diags.list()[0].code == Code::I003);
  CHECK(diags.list()[0].message.find("there is no folder '" + (scratch / "x/y") + "'") != std::string::npos);
  CHECK(scratch.count() == 0);
}

TEST_CASE("a path that cannot be written is an error that leaves nothing behind") {
  Scratch scratch;
  put(scratch / "file", "x");
  fs::create_directory(scratch / "folder");
  for (const std::string& path :
       {scratch / "folder", scratch / "file/below", std::string("/proc/npuspec/x"), std::string()}) {
    CAPTURE(path);
    Diags diags;
    CHECK(write_file(path, "y", diags) == Write::kFailed);
    REQUIRE(diags.errors() == 1);
    CHECK(diags.list()[0].code == Code::I003);
  }
  CHECK(get(scratch / "file") == "x");
  CHECK(scratch.count() == 2);
}

// A limit on the size of files stands for a full disk: the write fails half way.
TEST_CASE("a disk that fills up keeps the old file and leaves no part of the new one") {
  Scratch scratch;
  put(scratch / "out", "old");
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 5000;
  REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
  Diags diags;
  Write old = write_file(scratch / "out", std::string(10000, 'n'), diags);
  Write fresh = write_file(scratch / "fresh", std::string(10000, 'n'), diags);
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  CHECK(old == Write::kFailed);
  CHECK(fresh == Write::kFailed);
  CHECK(diags.errors() == 2);
  CHECK(get(scratch / "out") == "old");
  CHECK(scratch.count() == 1);
}
