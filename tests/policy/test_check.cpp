// What a policy is refused for, and what it is not, beyond the files of bad/.
#include <doctest/doctest.h>

#include "front/json.h"
#include "front/kinds/policy/expand.h"
#include "front/kinds/policy/lower.h"
#include "front/kinds/policy/model.h"
#include "front/load.h"
#include "support/built.h"

using namespace npuspec;
using policy::PolicyModel;

namespace {

const std::string kHead = R"(kind: policy
name: sample
abi: {major: 1, minor: 0}
doc: A sample.
modes:
  prefix: M_
  initial: COLD
  columns: {type: [NONE, FP16, INT8]}
  rows:
    COLD: {value: -1, type: NONE}
    F16: {value: 0, type: FP16}
    I8: {value: 1, type: INT8}
)";

// Rows that tell chain kinds apart.
const std::string kChained = kHead + R"(chains: {prefix: CK_, rows: {NONE: 0, SW: 1, HW: 2}}
columns:
  reset:
    prefix: R_
    letter: R
    selectors:
      HANDOVER: {when: chain == HW and last_chain != HW}
profiles:
  prefix: P_
  rows:
    MM: {reset: HANDOVER, marker: keep, to: [same]}
sites:
  - {name: run, profile: MM, type: [FP16, INT8], chain: [NONE, SW, HW]}
examples:
  - {profile: MM, to: same, chain: HW, last_chain: SW, cells: [R, R, R]}
  - {profile: MM, to: same, chain: HW, last_chain: HW, cells: [k, k, k]}
  - {profile: MM, to: same, cells: [k, k, k]}
)";

std::vector<std::string> warnings_of(const std::string& folder) {
  SpecSet set = load_specs((test::root() / "specs" / folder).string());
  REQUIRE_FALSE(set.failed());
  std::vector<std::string> out;
  Diags diags = set.take_diags();
  for (const Diag& diag : diags.list()) {
    if (name(diag.code).front() == 'P') out.push_back(std::string(name(diag.code)) + " " + diag.message);
  }
  return out;
}

}  // namespace

TEST_CASE("the shipped policy and phase 2 are sound and need no warning") {
  CHECK(warnings_of("mode").empty());
  CHECK(warnings_of("mode/history/phase2").empty());
}

TEST_CASE("phase 1 is warned of what phase 2 converged: the chain that resets where the streams do not, and them") {
  std::vector<std::string> warnings = warnings_of("mode/history/phase1");
  REQUIRE(warnings.size() == 3);
  CHECK(warnings[0] ==
        "P019 rows 'CHAIN_NT' and 'STREAM_I8' have the same target, but differ in reset, whose scope is the same in "
        "every row: XP_CHAIN_NT, F16 -> I8_CHAIN, default knobs gives Rws, STREAM_I8 k");
  CHECK(warnings[1].starts_with("P019 rows 'CHAIN_NT' and 'STREAM_I8B'"));
  CHECK(warnings[2].starts_with("P019 rows 'STREAM_I8' and 'STREAM_I8B' have the same target and scope"));
  CHECK(warnings[2].find("f16warm=0") != std::string::npos);
}

TEST_CASE("a selector that names chain and last_chain makes the expansion ask for both") {
  test::Built built(kChained);
  CHECK(built.found().empty());
  const PolicyModel& model = built.model<PolicyModel>();
  CHECK(model.by_chain);
  CHECK(model.by_last_chain);
  CHECK(model.cells.size() == 3u * 3 * 3 * 3);
  std::size_t resets = 0;
  for (std::size_t i = 0; i < model.cells.size(); ++i) {
    policy::Point point = model.point(i);
    bool expected = model.cells[i].valid && point.chain == 2 && point.last_chain != 2;
    CHECK((model.effect(point, 0) != 0) == expected);
    if (expected) ++resets;
  }
  CHECK(resets == 6);
}

TEST_CASE("the matrix has a line for each thing that a row does, which names the chain kinds that it does it for") {
  std::string text = kChained;
  text.replace(text.find("sites:"), 0, "    SW: {reset: NEVER, marker: keep, to: [same], distinct: a test}\n");
  text.replace(text.find("profiles:"), 0, "      NEVER: {when: 'false'}\n");
  text.replace(text.find("examples:"), 0, "  - {name: idle, profile: SW, type: [FP16, INT8], chain: [NONE]}\n");
  test::Built built(text);
  REQUIRE_MESSAGE(built.found().empty(), built.said());
  Json ir;
  policy::lower_matrix(built.spec(), built.model<PolicyModel>(), ir);
  std::vector<std::string> lines;
  for (const Json& row : ir["matrix"]["rows"]) {
    lines.push_back(row["profile"].get<std::string>() + " " + row["to"].get<std::string>() + ": " +
                    row["cells"][0].get<std::string>());
  }
  CHECK(lines == std::vector<std::string>{"MM as it is, chain any but HW: k",
                                          "MM as it is, chain HW, after any but HW: R",
                                          "MM as it is, chain HW, after HW: k", "SW as it is: k"});
}

TEST_CASE("the matrix names the first cell that two knobs turned together make what neither makes it alone") {
  auto together = [](const std::string& guard) {
    test::Built built(kHead + R"(knobs:
  lazy: {env: LAZY, default: false}
  eager: {env: EAGER, default: true}
columns:
  reset:
    prefix: R_
    letter: R
    selectors: {BUSY: )" +
                      guard + R"(}
profiles:
  prefix: P_
  rows:
    MM: {reset: BUSY, marker: set, to: [F16]}
sites:
  - {name: run, profile: MM, type: [FP16]}
)");
    REQUIRE_MESSAGE(built.found().empty(), built.said());
    Json ir;
    policy::lower_matrix(built.spec(), built.model<PolicyModel>(), ir);
    return ir["matrix"]["together"];
  };
  CHECK(together("lazy or not eager").is_null());
  Json cell = together("lazy and not eager and from == I8");
  REQUIRE_FALSE(cell.is_null());
  CHECK(cell["profile"] == "MM");
  CHECK(cell["from"] == "I8");
  CHECK(cell["to"] == "F16");
  CHECK(cell["text"] == "R");
  CHECK(cell["knobs"] == Json::parse(R"([{"name": "lazy", "value": 1}, {"name": "eager", "value": 0}])"));
}

TEST_CASE(
    "a law's counterexample is as near to the defaults as there is, and what decides nothing makes no case more") {
  auto said = [](const std::string& guard) {
    test::Built built(kHead + R"(knobs:
  lazy: {env: LAZY, default: true}
  eager: {env: EAGER, default: false}
  other: {env: OTHER, default: true}
columns:
  idle: {prefix: I_, selectors: {ANY: lazy or eager or other}}
  reset:
    prefix: R_
    letter: R
    selectors: {BUSY: idle and ()" +
                      guard + R"()}
profiles:
  prefix: P_
  rows:
    MM: {idle: ANY, reset: BUSY, marker: set, to: [F16]}
sites:
  - {name: run, profile: MM, type: [FP16]}
rules:
  - {id: from-int8-resets, when: from == I8 and (lazy or eager or other), require: reset}
)");
    CHECK(built.found().size() == 1);
    return built.said();
  };
  std::string always = said("from == COLD");
  CHECK(always.find("P_MM, I8 -> F16, default knobs: k") != std::string::npos);
  std::string some = said("from == COLD or lazy");
  CHECK(some.find("P_MM, I8 -> F16, lazy=0: k") != std::string::npos);
  std::string plain = said("not lazy or not eager or not other");
  CHECK(plain.find("only this case breaks it") != std::string::npos);
  CHECK(plain.find("P_MM, I8 -> F16, eager=1: k") != std::string::npos);
}

TEST_CASE("a law is asked of every cell that fires, and its counterexample is named with its knobs") {
  std::string text = kHead + R"(knobs:
  lazy: {env: LAZY, default: false}
columns:
  reset:
    prefix: R_
    letter: R
    selectors: {BUSY: not lazy}
profiles:
  prefix: P_
  rows:
    MM: {reset: BUSY, marker: set, to: [F16]}
sites:
  - {name: run, profile: MM, type: [FP16]}
rules:
  - {id: always-resets, require: reset}
)";
  test::Built built(text);
  CHECK(built.found() == std::vector<std::string>{"27:10: P016"});
  CHECK(built.said().find("P_MM, COLD -> F16, lazy=1: k") != std::string::npos);
}

TEST_CASE("a law may speak of the profile and of the marker after") {
  std::string text = kHead + R"(columns:
  reset:
    prefix: R_
    letter: R
    selectors: {FRESH: from == COLD}
profiles:
  prefix: P_
  rows:
    MM: {reset: FRESH, marker: set, to: [F16]}
    OP: {reset: FRESH, marker: keep, to: [same]}
sites:
  - {name: run, profile: MM, type: [FP16]}
  - {name: act, profile: OP, type: [FP16, INT8, NONE]}
rules:
  - {id: mm-lands, when: profile == MM, require: marker == F16}
  - {id: op-stays, when: profile == OP, require: marker == from}
)";
  test::Built built(text);
  CHECK(built.found().empty());
}

TEST_CASE("rows that say why they are distinct are not compared") {
  std::string twin = kHead + R"(columns:
  reset:
    prefix: R_
    letter: R
    selectors: {FRESH: from == COLD}
profiles:
  prefix: P_
  rows:
    MM: {reset: FRESH, marker: set, to: [F16]}
    MM2: {reset: FRESH, marker: set, to: [F16]WHY}
sites:
  - {name: run, profile: MM, type: [FP16]}
  - {name: rerun, profile: MM2, type: [FP16]}
)";
  auto with = [&](const std::string& why) {
    std::string text = twin;
    text.replace(text.find("WHY"), 3, why);
    return test::Built(text).found();
  };
  CHECK(with("").size() == 1);
  CHECK(with(", distinct: a sample of its own").empty());
}

TEST_CASE("rows with one target are compared where their scopes are the same: a clear that one never makes, a reset") {
  auto with = [&](const std::string& first, const std::string& second) {
    return test::Built(kHead + R"(columns:
  reset:
    prefix: R_
    letter: R
    selectors: {FRESH: from == COLD, NEVER: {when: 'false', reserved: a sample}, SAME: {when: 'true', reserved: x}}
  clear:
    prefix: C_
    letter: c
    scope_prefix: T_
    scopes: {NONE: [], ONE: [one], EACH: [each]}
    selectors: {NONE: 'false', FRESH: from == COLD, ALWAYS: 'true'}
profiles:
  prefix: P_
  rows:
    MM: {reset: FRESH, )" +
                       first +
                       R"(, to: [F16]}
    MM2: {)" + second + R"(, to: [F16]}
    ALL: {reset: FRESH, clear: [NONE, NONE], marker: set, to: [I8]}
    ALL2: {reset: FRESH, clear: [EACH, FRESH], marker: set, to: [I8], distinct: a sample}
    ALL3: {reset: FRESH, clear: [ONE, ALWAYS], marker: set, to: [I8], distinct: a sample}
sites:
  - {name: run, profile: MM, type: [FP16]}
  - {name: rerun, profile: MM2, type: [FP16]}
  - {name: other, profile: ALL, type: [INT8]}
  - {name: another, profile: ALL2, type: [INT8]}
  - {name: last, profile: ALL3, type: [INT8]}
)")
        .found();
  };
  using Found = std::vector<std::string>;
  CHECK(with("clear: [ONE, FRESH], marker: set", "reset: FRESH, clear: [EACH, ALWAYS], marker: set") == Found());
  CHECK(with("clear: [ONE, FRESH], marker: set", "reset: FRESH, clear: [ONE, ALWAYS], marker: set") ==
        Found{"28:5: P019"});
  CHECK(with("clear: [ONE, FRESH], marker: set", "reset: FRESH, clear: [NONE, NONE], marker: set") ==
        Found{"28:5: P019"});
  CHECK(with("clear: [ONE, FRESH], marker: set", "reset: FRESH, clear: [ONE, FRESH], marker: keep") ==
        Found{"28:5: P019"});
}

TEST_CASE("every mistake of a policy is told in one run, and none of them twice") {
  std::string text = kHead + R"(knobs:
  lazy: {env: LAZY, default: true}
runtime_knobs:
  timeout: {env: TIMEOUT, type: duration}
columns:
  reset:
    prefix: r_
    letter: R
    selectors: {BUSY: not lasy}
profiles:
  prefix: P_
  rows:
    MM: {reset: BUSI, marker: set, to: [F16, I4]}
sites:
  - {name: run, profile: MX, type: [FP16]}
)";
  test::Built built(text);
  CHECK(built.spec().model == nullptr);
  std::vector<std::string> found = built.found();
  std::vector<std::string> codes;
  for (const std::string& one : found) codes.push_back(one.substr(one.rfind(' ') + 1));
  std::sort(codes.begin(), codes.end());
  INFO(built.said());
  CHECK(codes.size() == 6);
  CHECK(std::count(codes.begin(), codes.end(), "P001") == 3);
  CHECK(std::count(codes.begin(), codes.end(), "P003") == 1);
  CHECK(std::count(codes.begin(), codes.end(), "P005") == 1);
}

TEST_CASE("a point is spelt with the knobs that are not at their default") {
  SpecSet set = load_specs((test::root() / "specs" / "mode").string());
  const auto* model = model_of<PolicyModel>(set.find("rk3588-mode-transition"));
  REQUIRE(model);
  std::uint32_t knobs = model->default_knobs();
  CHECK(policy::spell(*model, {2, 1, 4, knobs, 0, 0}) == "XP_CHAIN_NT, F16 -> I8_CHAIN, default knobs");
  CHECK(policy::spell(*model, {2, 1, 4, knobs ^ 3u, 0, 0}) == "XP_CHAIN_NT, F16 -> I8_CHAIN, nothrash=1 f16warm=0");
}
