// The trace, read back by nlohmann.
#include <doctest/doctest.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "mode/sim_support.h"

using namespace npuspec::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

class Folder {
 public:
  Folder() : path_(fs::temp_directory_path() / ("npuspec_sim_trace_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  std::string operator/(const char* name) const { return (path_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

void with_trace(ork_sim_options& options) { options.trace = true; }

Json written(SimBench& bench, const std::string& path) {
  REQUIRE_MESSAGE(ork_sim_write_trace(bench.device(), path.c_str()) == 0, ork_sim_error());
  std::ifstream file(path);
  return Json::parse(file);
}

std::map<int, std::string> tracks(const Json& trace) {
  std::map<int, std::string> out;
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == "M" && event["name"] == "thread_name") out[event["tid"]] = event["args"]["name"];
  }
  return out;
}

// Of a track, by name.
std::vector<Json> events(const Json& trace, const std::string& track) {
  std::vector<Json> out;
  const std::map<int, std::string> names = tracks(trace);
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == "X" && names.at(event["tid"]) == track) out.push_back(event);
  }
  return out;
}

}  // namespace

TEST_CASE("a trace has a track a core, one of resets and one of software, with op, shape, rules and outcome") {
  const Folder folder;
  SimBench bench("first_write_stale=off", with_trace);
  REQUIRE(bench.run(RK3588_OP_MM_I8) == -1);
  REQUIRE(bench.reset() == 0);
  REQUIRE(bench.run(RK3588_OP_MM_I8) == 0);
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .multi = true}) == 0);
  REQUIRE(bench.load(RK3588_OP_EXP_I16, 2) == 0);
  bench.clear();
  REQUIRE(ork_sim_remark(bench.device(), "enter I8 \"CHAIN_NT\"\n") == 0);
  const Json trace = written(bench, folder / "trace.json");
  const std::map<int, std::string> wanted = {
      {0, "core 0"}, {1, "core 1"}, {2, "core 2"}, {3, "resets"}, {4, "software"}};
  CHECK(tracks(trace) == wanted);
  const std::vector<Json> core0 = events(trace, "core 0");
  REQUIRE(core0.size() == 3);
  CHECK(core0[0]["name"] == "MM_I8 64x64x64");
  CHECK(core0[0]["args"]["op"] == "MM_I8");
  CHECK(core0[0]["args"]["outcome"] == "wedge");
  CHECK(core0[0]["args"]["rules"] == Json::array({"cold-int8"}));
  CHECK(core0[0]["dur"] == 60208000.0);
  CHECK(core0[1]["args"]["outcome"] == "ok");
  CHECK(core0[1]["args"]["rules"] == Json::array({"ran", "handed-over"}));
  CHECK(core0[1]["ts"] == 60208000.0 + 105000.0);
  CHECK(core0[1]["dur"] == 300.0);
  CHECK(core0[2]["name"] == "MM_F16 21x64x16");
  CHECK(events(trace, "core 1").size() == 1);
  CHECK(events(trace, "core 2").at(0)["name"] == "MM_F16 22x64x16");
  CHECK(events(trace, "core 2").at(1)["name"] == "load EXP_I16");
  CHECK(events(trace, "resets").at(0)["dur"] == 105000.0);
  CHECK(events(trace, "software").at(0)["name"] == "warm flags cleared");
  CHECK(events(trace, "software").at(1)["name"] == "enter I8 \"CHAIN_NT\"\n");
}

TEST_CASE("events of one core never overlap, and in all they are what it was busy for") {
  const Folder folder;
  SimBench bench("first_write_stale=off,cold_int8_wedges=off", with_trace);
  for (int i = 0; i < 30; ++i) {
    REQUIRE(bench.run(Run{.op = i % 2 == 0 ? RK3588_OP_MM_I8 : RK3588_OP_MM_F16,
                          .core = static_cast<std::uint8_t>(i * 7 % 3),
                          .multi = i % 5 == 0,
                          .nonblock = i % 4 == 0}) == 0);
  }
  const Json trace = written(bench, folder / "trace.json");
  for (int core = 0; core < 3; ++core) {
    double end = 0;
    double busy = 0;
    for (const Json& event : events(trace, "core " + std::to_string(core))) {
      CHECK(event["ts"].get<double>() >= end);
      end = event["ts"].get<double>() + event["dur"].get<double>();
      busy += event["dur"].get<double>();
    }
    CHECK(busy == doctest::Approx(static_cast<double>(bench.counters().busy_ns[core]) / 1000));
  }
}

TEST_CASE("a job that was lost is an event of no time, since its core never had it") {
  const Folder folder;
  SimBench bench("doorbell_drop=on,first_write_stale=off", with_trace);
  while (bench.last().outcome != RK3588_LOST) REQUIRE(bench.run(Run{.op = RK3588_OP_MM_F16, .nonblock = true}) == 0);
  const std::vector<Json> all = events(written(bench, folder / "trace.json"), "core 0");
  CHECK(all.back()["args"]["outcome"] == "lost");
  CHECK(all.back()["dur"] == 0.0);
  CHECK(all.front()["dur"] == 200.0);
}

TEST_CASE("a remark of any bytes is JSON") {
  const Folder folder;
  SimBench bench("", with_trace);
  const struct {
    const char* text;
    const char* read;
  } cases[] = {{"\x01\x1f\x7f\\\"/", "\x01\x1f\x7f\\\"/"},
               {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"},
               {"\xFFx\xC3", "\xEF\xBF\xBDx\xEF\xBF\xBD"},
               {"\xC0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD"},
               {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
               {"\xE0\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}};
  for (const auto& each : cases) REQUIRE(ork_sim_remark(bench.device(), each.text) == 0);
  const std::vector<Json> read = events(written(bench, folder / "trace.json"), "software");
  REQUIRE(read.size() == std::size(cases));
  for (std::size_t i = 0; i < std::size(cases); ++i) CHECK(read[i]["name"] == cases[i].read);
}

TEST_CASE("a trace is written whole or not at all, and only by a device that keeps one") {
  const Folder folder;
  SimBench bench("", with_trace);
  CHECK(ork_sim_write_trace(bench.device(), (folder / "none/trace.json").c_str()) == -1);
  CHECK(errno == ENOENT);
  CHECK(folder.files() == 0);
  SimBench silent;
  CHECK(ork_sim_write_trace(silent.device(), (folder / "trace.json").c_str()) == -1);
  CHECK(errno == EINVAL);
  CHECK(folder.files() == 0);
  CHECK(ork_sim_write_trace(bench.device(), (folder / "trace.json").c_str()) == 0);
  CHECK(ork_sim_write_trace(bench.device(), (folder / "trace.json").c_str()) == 0);  // again, in its place
  CHECK(folder.files() == 1);
}
