#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "front/files.h"
#include "front/load.h"

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

TEST_CASE(
    "a spec or a folder whose name no comment, page or depfile can hold is refused, and what is in it is not read") {
  for (const char* name : {"a\nb.yaml", "a--> | b.yaml", "a`b.yaml", "a\\b.yaml", "a\x1B.yaml", "<x>/b.yaml"}) {
    Scratch scratch;
    put(scratch / name, "kind: x\n");
    put(scratch / "good, and (plain).yaml", "kind: x\n");
    Diags diags;
    CHECK(find_specs(scratch.path(), {}, diags) == std::vector<std::string>{scratch / "good, and (plain).yaml"});
    REQUIRE(diags.errors() == 1);
    CHECK(diags.list()[0].code == Code::I001);
    CHECK(diags.list()[0].help.starts_with("rename it"));
  }
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

TEST_CASE("through a link to nothing the file it names is made, and the link stays") {
  Scratch scratch;
  Diags diags;
  put(scratch / "real/other", "x");
  fs::create_symlink("real/out.h", scratch / "near");  // from the folder of the link
  fs::create_symlink(scratch / "near", scratch / "far");
  CHECK(write_file(scratch / "far", "new", diags) == Write::kWritten);
  CHECK(fs::is_symlink(scratch / "far"));
  CHECK(fs::is_symlink(scratch / "near"));
  CHECK(get(scratch / "real/out.h") == "new");
  CHECK(scratch.count() == 5);

  fs::create_symlink("none/out.h", scratch / "lost");
  CHECK(write_file(scratch / "lost", "new", diags) == Write::kFailed);
  fs::create_symlink("loop", scratch / "loop");
  CHECK(write_file(scratch / "loop", "new", diags) == Write::kFailed);
  CHECK(diags.errors() == 2);
}

TEST_CASE("paths of one file are known as such, be it there or not, and devices never are") {
  Scratch scratch;
  put(scratch / "a/out", "x");
  put(scratch / "a/other", "x");
  fs::create_symlink("a/out", scratch / "link");
  fs::create_symlink("a/new", scratch / "dangling");
  CHECK(is_same_file(scratch / "a/out", scratch / "link"));
  CHECK(is_same_file(scratch / "a/out", scratch / "a/../a/./out"));
  CHECK(is_same_file(scratch / "a/new", scratch / "dangling"));
  CHECK(is_same_file(scratch / "a/new", scratch / "a/../a/new"));
  CHECK(is_same_file("new-file", "./new-file"));
  CHECK_FALSE(is_same_file(scratch / "a/out", scratch / "a/other"));
  CHECK_FALSE(is_same_file(scratch / "a/out", scratch / "a/new"));
  CHECK_FALSE(is_same_file(scratch / "a/new", scratch / "new"));
  CHECK_FALSE(is_same_file("/dev/null", "/dev/null"));
}

TEST_CASE("what is complete appears only when it is finished") {
  Scratch scratch;
  Diags diags;
  put(scratch / "old", "old");
  {
    OutputFile one(scratch / "one", diags);
    OutputFile old(scratch / "old", diags);
    one.put("new");
    old.put("new");
    CHECK(one.complete());
    CHECK(old.complete());
    CHECK_FALSE(fs::exists(scratch / "one"));
    CHECK(get(scratch / "old") == "old");
    CHECK(one.finish() == Write::kWritten);
  }
  CHECK(get(scratch / "one") == "new");
  CHECK(get(scratch / "old") == "old");
  CHECK(scratch.count() == 2);
}

TEST_CASE("names beside that a killed run left are in nobody's way") {
  Scratch scratch;
  Diags diags;
  // The names that come next in this process; some are taken.
  for (int i = 0; i < 200; i += 3) {
    put(scratch / ("out." + std::to_string(getpid()) + "." + std::to_string(i) + ".tmp"), "left");
  }
  std::size_t left = scratch.count();
  for (int i = 0; i < 30; ++i) CHECK(write_file(scratch / "out", std::to_string(i), diags) == Write::kWritten);
  CHECK(get(scratch / "out") == "29");
  CHECK(scratch.count() == left + 1);
}

TEST_CASE("a run that is killed half way leaves the old file and nothing else") {
  Scratch scratch;
  put(scratch / "old", "old");
  int probe = open(scratch.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0) return;  // this file system wants a name for every file
  close(probe);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Diags diags;
    OutputFile old(scratch / "old", diags);
    OutputFile fresh(scratch / "fresh", diags);
    old.put("half");
    fresh.put("half");
    std::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(get(scratch / "old") == "old");
  CHECK(scratch.count() == 1);
}

TEST_CASE("a pipe that nobody reads is refused and not waited for; one that is read is written to") {
  Scratch scratch;
  std::string path = scratch / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  Diags diags;
  CHECK(write_file(path, "x", diags) == Write::kFailed);
  REQUIRE(diags.errors() == 1);
  CHECK(diags.list()[0].message.find("nobody reads this pipe") != std::string::npos);
  int reader = open(path.c_str(), O_RDONLY | O_NONBLOCK);
  REQUIRE(reader >= 0);
  CHECK(write_file(path, "text", diags) == Write::kWritten);
  char got[8] = {};
  CHECK(read(reader, got, sizeof got) == 4);
  CHECK(std::string(got) == "text");
  close(reader);
  CHECK(fs::is_fifo(path));
}

TEST_CASE("a file that may not be written is replaced where its folder may, and keeps its mode") {
  Scratch scratch;
  Diags diags;
  put(scratch / "out", "old");
  fs::permissions(scratch / "out", fs::perms::owner_read);
  CHECK(write_file(scratch / "out", "new", diags) == Write::kWritten);
  CHECK(get(scratch / "out") == "new");
  CHECK(fs::status(scratch / "out").permissions() == fs::perms::owner_read);
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

TEST_CASE(
    "a name of a spec that is not listed under uses is told whose it is, and one that stands often is told once") {
  Scratch scratch;
  put(scratch / "colours.yaml",
      "kind: descriptor\nname: colours\nabi: {major: 1, minor: 0}\ndoc: A sample.\n"
      "enums: {colour: {base: u8, rows: {RED: {value: 0}}}}\n");
  auto said = [&](const std::string& uses, const std::string& checks) {
    put(scratch / "lamp.yaml", "kind: descriptor\nname: lamp\nabi: {major: 1, minor: 0}\ndoc: A sample.\n" + uses +
                                   "size: 1\nfields:\n  - {name: a, at: 0, type: u8}\nchecks:\n" + checks);
    SpecSet set = load_specs(scratch.path());
    Diags diags = set.take_diags();
    return render(diags, set.sources, DiagFormat::kText);
  };
  const std::string red = "  - {code: 1, id: red, require: a == colour.RED.value}\n";
  CHECK(said("uses: [colours]\n", red).empty());
  std::string whose = said("", red);
  CHECK(whose.find("error[G010]: unknown name `colour`") != std::string::npos);
  CHECK(whose.find("help: spec 'colours' has it: name that under `uses:`") != std::string::npos);
  std::string often =
      said("uses: [colours]\n", "  - {code: 1, id: one, require: b != 1}\n  - {code: 2, id: two, require: b != 2}\n");
  CHECK(often.find("error[G010]") == often.rfind("error[G010]"));
  CHECK(often.find("lamp.yaml:11:33: note: it stands here too") != std::string::npos);
}
