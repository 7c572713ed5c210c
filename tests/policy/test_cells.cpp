// What a policy's rows do, cell by cell: the interpreter against tables typed here from the records.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "front/kinds/policy/model.h"
#include "front/load.h"
#include "support/built.h"

using namespace npuspec;
using policy::Point;
using policy::PolicyModel;

namespace {

struct Loaded {
  explicit Loaded(const std::string& folder) : set(load_specs((test::root() / "specs" / folder).string())) {
    REQUIRE_FALSE(set.failed());
    spec = set.find("rk3588-mode-transition");
    REQUIRE(spec);
    model = model_of<PolicyModel>(spec);
    REQUIRE(model);
  }

  std::size_t mode(std::string_view name) const { return index_of(model->modes, name); }
  std::size_t profile(std::string_view name) const { return index_of(model->profiles, name); }

  std::uint32_t knobs(std::initializer_list<std::pair<std::string_view, bool>> set_to) const {
    std::uint32_t bits = model->default_knobs();
    for (auto [name, on] : set_to) {
      std::uint32_t bit = 1u << index_of(model->knobs, name);
      bits = on ? bits | bit : bits & ~bit;
    }
    return bits;
  }

  std::string letters(std::string_view row, std::string_view from, std::string_view to, std::uint32_t at) const {
    std::size_t target = to == "same" ? mode(from) : mode(to);
    return model->letters({profile(row), mode(from), target, at, 0, 0});
  }

  template <class T>
  static std::size_t index_of(const std::vector<T>& rows, std::string_view name) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].name == name) return i;
    }
    FAIL("no " << std::string(name));
    return 0;
  }

  SpecSet set;
  const Spec* spec = nullptr;
  const PolicyModel* model = nullptr;
};

const std::vector<std::string> kModes = {"COLD", "F16", "I8", "I4", "I8_CHAIN", "I4_CHAIN", "I4_STREAM"};

struct Line {
  std::string row;
  std::string to;
  std::vector<std::string> cells;  // from each of kModes
};

// The record's matrix at default knobs, but for SDP, which the two policies that follow it have differently.
const std::vector<Line> kMatrix = {
    {"MC_MM", "F16", {"ws", "0", "k", "ws", "k", "ws", "ws"}},
    {"MC_MM", "I8", {"Rws", "k", "0", "Rws", "k", "Rws", "Rws"}},
    {"SC_MM", "F16", {"ws", "0", "k", "ws", "k", "ws", "ws"}},
    {"SC_MM", "I8", {"Rws", "k", "0", "Rws", "k", "Rws", "Rws"}},
    {"CHAIN_NT", "I8_CHAIN", {"Rws", "k", "k", "Rws", "0", "Rws", "Rws"}},
    {"STREAM_I8", "I8_CHAIN", {"Rw", "k", "k", "Rw", "0", "Rw", "Rw"}},
    {"STREAM_F16", "F16", {"Rw", "0", "k", "Rw", "k", "Rw", "Rw"}},
    {"I4_MC", "I4", {"Rws", "Rws", "Rws", "0", "Rws", "Rws", "Rws"}},
    {"I4_MWARM", "I4", {"Rw", "Rw", "Rw", "0", "Rw", "Rw", "Rw"}},
    {"I4_INCR", "I4", {"R", "R", "R", "0", "R", "R", "R"}},
    {"I4CHAIN", "I4_CHAIN", {"Rws", "Rws", "Rws", "Rws", "Rws", "0", "Rws"}},
    {"I4_STREAM", "I4_STREAM", {"Rw", "Rw", "Rw", "Rw", "Rw", "Rw", "0"}},
};

void check_matrix(const Loaded& loaded, const std::vector<Line>& lines) {
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < kModes.size(); ++i) {
      CAPTURE(line.row);
      CAPTURE(line.to);
      CAPTURE(kModes[i]);
      CHECK(loaded.letters(line.row, kModes[i], line.to, loaded.model->default_knobs()) == line.cells[i]);
    }
  }
}

}  // namespace

TEST_CASE("at default knobs the shipped policy is the record's matrix, and its SDP row does nothing") {
  Loaded shipped("mode");
  std::vector<Line> lines = kMatrix;
  lines.push_back({"SDP", "same", {"k", "k", "k", "k", "k", "k", "k"}});
  check_matrix(shipped, lines);
  std::size_t in_matrix = lines.size();
  std::size_t in_policy = 0;
  for (const auto& profile : shipped.model->profiles) in_policy += profile.to.size() + (profile.same ? 1 : 0);
  CHECK(in_matrix == in_policy);
}

TEST_CASE("at default knobs phase 2 is the record's matrix, and its SDP row always resets") {
  std::vector<Line> lines = kMatrix;
  lines.push_back({"SDP", "same", {"R", "R", "R", "R", "R", "R", "R"}});
  check_matrix(Loaded("mode/history/phase2"), lines);
}

TEST_CASE("phase 1 differs from the matrix where the chain was found to reset needlessly") {
  std::vector<Line> lines = kMatrix;
  lines[4] = {"CHAIN_NT", "I8_CHAIN", {"Rws", "Rws", "ws", "Rws", "0", "Rws", "Rws"}};
  lines.push_back({"STREAM_I8B", "I8_CHAIN", {"Rw", "k", "k", "Rw", "0", "Rw", "Rw"}});
  check_matrix(Loaded("mode/history/phase1"), lines);
}

TEST_CASE("the SDP row resets from every mode when ORK_SDP_NORESET is 0, and never moves the marker") {
  Loaded shipped("mode");
  std::uint32_t knobs = shipped.knobs({{"sdp_noreset", false}});
  for (const std::string& mode : kModes) {
    CAPTURE(mode);
    CHECK(shipped.letters("SDP", mode, "same", knobs) == "R");
    Point point{shipped.profile("SDP"), shipped.mode(mode), shipped.mode(mode), knobs, 0, 0};
    CHECK(shipped.model->cell(point).marker == shipped.mode(mode));
  }
}

TEST_CASE("with both keep-warm knobs on, MC_MM keeps warm from int4 and SC_MM does not") {
  Loaded shipped("mode");
  std::uint32_t knobs = shipped.knobs({{"nothrash", true}, {"f16warm", true}});
  CHECK(shipped.letters("MC_MM", "I4", "I8", knobs) == "k");
  CHECK(shipped.letters("SC_MM", "I4", "I8", knobs) == "Rw");
  CHECK(shipped.letters("I4_MC", "I8", "I4", knobs) == "k");
}

TEST_CASE("a cell's index and its point are each other's inverse") {
  Loaded shipped("mode");
  REQUIRE(shipped.model->cells.size() == 11u * 7 * 7 * 8);
  for (std::size_t i = 0; i < shipped.model->cells.size(); ++i) {
    REQUIRE(shipped.model->index(shipped.model->point(i)) == i);
  }
}

TEST_CASE("knobs that no selector reads are not expanded, and chain kinds only where one is read") {
  Loaded shipped("mode");
  CHECK(shipped.model->knobs.size() == 3);
  CHECK_FALSE(shipped.model->by_chain);
  CHECK_FALSE(shipped.model->by_last_chain);
}
