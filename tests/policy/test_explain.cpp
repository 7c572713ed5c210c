// `npuspec explain`, of a policy and of anything.
#include <doctest/doctest.h>

#include "front/explain.h"
#include "front/json.h"
#include "front/load.h"
#include "support/built.h"

using namespace npuspec;

namespace {

const SpecSet& shipped() {
  static const SpecSet set = load_specs((test::root() / "specs").string());
  return set;
}

std::string said(const Question& question) { return explanation_text(explain(shipped(), question)); }

bool holds(const std::string& text, const std::string& part) {
  CAPTURE(text);
  CAPTURE(part);
  bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

}  // namespace

TEST_CASE("a row is told with its conditions in prose, its sites and its place") {
  std::string text = said({.id = "XP_CHAIN_NT"});
  holds(text, "XP_CHAIN_NT: row of rk3588-mode-transition");
  holds(text, "specs/mode/rk3588.yaml:");
  holds(text, "KWP_MC");
  holds(text, "run_chain_i8_impl");
  CHECK(said({.id = "CHAIN_NT"}) == text);
}

TEST_CASE("a decision is told step by step: what was asked, why, what it costs and what is returned") {
  std::string text = said({.id = "XP_CHAIN_NT", .from = "F16"});
  holds(text, "F16 -> I8_CHAIN, default knobs");
  holds(text, "keep_warm is true, because KWP_MC holds");
  holds(text, "f16warm is 1");
  holds(text, "reset: no, because RC_NOTLIVE_NOTKW does not hold: keep_warm is true");
  holds(text, "the marker becomes I8_CHAIN");
  holds(text, "returns 1: k");
}

TEST_CASE("with the knob off the same transition resets, at the device's cost") {
  std::string text = said({.id = "XP_CHAIN_NT", .from = "F16", .knobs = {{"f16warm", false}}});
  holds(text, "f16warm=0");
  holds(text, "reset: yes, 105 ms, because RC_NOTLIVE_NOTKW holds");
  holds(text, "returns 1: Rws, 105 ms");
}

TEST_CASE("a no-op is told as one") { holds(said({.id = "MC_MM", .from = "I8", .to = "I8"}), "a no-op"); }

TEST_CASE("a transient row is told to keep the marker") {
  holds(said({.id = "SDP", .from = "I4"}), "the marker stays I4");
}

TEST_CASE("a row with several targets is told for each") {
  Answer answer = explain(shipped(), {.id = "MC_MM", .from = "COLD"});
  REQUIRE(answer.found.size() == 1);
  CHECK(answer.found[0].decisions.size() == 2);
}

TEST_CASE("sites, modes, sets, chain kinds, knobs, their variables, selectors, scopes, columns and laws are told") {
  for (const char* id : {"run_multicore", "I8_CHAIN", "ORK_MODE_I8_CHAIN", "I8_LIVE", "OCK_FUSED", "f16warm",
                         "ORK_SSM_KEEPWARM", "mm_timeout", "ORK_MM_TIMEOUT", "RC_I8ENTRY", "reset.I8ENTRY", "TG_BOTH",
                         "keep_warm", "kept-warm-keeps-all", "teardown_signal", "STREAM_I8B", "XP_STREAM_I8B"}) {
    CAPTURE(id);
    CHECK_FALSE(explain(shipped(), {.id = id}).found.empty());
  }
}

TEST_CASE("things of other kinds are told from their facts, by the last part of their name too") {
  for (const char* id : {"cold_int8_wedges", "op.MM_I8", "MM_I8", "switch:cold_int8_wedges"}) {
    CAPTURE(id);
    Answer answer = explain(shipped(), {.id = id});
    REQUIRE_FALSE(answer.found.empty());
    CHECK_FALSE(answer.found[0].at.empty());
  }
}

TEST_CASE("a code of a finding is told, without specs too") {
  CHECK(explanation_text(explain(SpecSet(), {.id = "P014"})) == said({.id = "P014"}));
  Answer answer = explain(shipped(), {.id = "P014"});
  REQUIRE(answer.found.size() == 1);
  CHECK(answer.found[0].doc == meaning(Code::P014));
}

TEST_CASE("an unknown name is answered with what may have been meant") {
  Answer answer = explain(shipped(), {.id = "XP_CHAIN_TN"});
  CHECK(answer.found.empty());
  REQUIRE_FALSE(answer.near.empty());
  CHECK(answer.near[0] == "XP_CHAIN_NT");
}

TEST_CASE("an unknown mode or knob, and a mode that the row does not enter, is trouble with the question") {
  CHECK(explain(shipped(), {.id = "MC_MM", .from = "I8_CHIAN"}).trouble ==
        "there is no mode 'I8_CHIAN'; did you mean 'I8_CHAIN'?");
  CHECK_FALSE(explain(shipped(), {.id = "MC_MM", .from = "I8", .knobs = {{"warm", true}}}).trouble.empty());
  CHECK(explain(shipped(), {.id = "MC_MM", .from = "I8", .to = "I4"}).trouble ==
        "MC_MM does not enter I4; it enters F16, I8");
}

TEST_CASE("the same as JSON") {
  Json json = explanation_json(explain(shipped(), {.id = "XP_CHAIN_NT", .from = "F16"}));
  REQUIRE(json.size() == 1);
  CHECK(json[0]["what"] == "row");
  CHECK(json[0]["name"] == "XP_CHAIN_NT");
  REQUIRE(json[0]["decisions"].size() == 1);
  CHECK(json[0]["decisions"][0]["steps"].size() >= 6);
}

TEST_CASE("a knob goes by the variable that sets it too") {
  std::string text = said({.id = "XP_CHAIN_NT", .from = "F16", .knobs = {{"ORK_SSM_KEEPWARM", false}}});
  CHECK(text == said({.id = "XP_CHAIN_NT", .from = "F16", .knobs = {{"f16warm", false}}}));
  holds(text, "because");
}

TEST_CASE("a spec goes by its name, and a check by the code that decode shows") {
  holds(said({.id = "rk3588-mode-transition"}), "rk3588-mode-transition: policy  (specs/mode/rk3588.yaml:");
  holds(said({.id = "45"}), "output-span-exact");
}
