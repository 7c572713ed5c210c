#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "sample.h"

namespace npuspec {
namespace {

using test::findings;
using test::sample;

// A policy of one effect with a cost and one with scopes, three modes and two knobs. A cell line says
// "PROFILE FROM TO nothrash f16warm effects marker" with '-' for any setting and effects as letters, 0 for no
// transition.
constexpr const char* kHead = R"(
  {"what": "mode", "id": "F16", "is": {"value": 0, "column.type": "FP16"}}
  {"what": "mode", "id": "I8", "is": {"value": 1, "column.type": "INT8"}}
  {"what": "mode", "id": "I4", "is": {"value": 2, "column.type": "INT4"}}
  {"what": "effect", "id": "reset", "is": {"letter": "R", "cost_ns": 105000000}}
  {"what": "effect", "id": "warm", "is": {"letter": "w", "scopes": {"SCALAR": ["warmed"], "BOTH": ["warmed", "mwarm"]}}}
)";
constexpr const char* kNothrash = R"({"what": "knob", "id": "nothrash", "is": {"env": "NT", "default": false}})"
                                  "\n";
constexpr const char* kF16warm = R"({"what": "knob", "id": "f16warm", "is": {"env": "FW", "default": true}})"
                                 "\n";

struct CellRow {
  const char* profile;
  const char* from;
  const char* to;
  char nothrash;
  char f16warm;
  const char* effects;  // of R, w (SCALAR), W (BOTH); "k": none; "0": no transition
};

std::string cells(const std::vector<CellRow>& rows) {
  std::string text;
  for (const CellRow& row : rows) {
    std::string effects = row.effects;
    Json is = {{"profile", row.profile}, {"from", row.from}, {"to", row.to}, {"knobs", Json::object()}};
    if (row.nothrash != '-') is["knobs"]["nothrash"] = row.nothrash == '1';
    if (row.f16warm != '-') is["knobs"]["f16warm"] = row.f16warm == '1';
    is["returned"] = effects != "0";
    is["marker"] = row.to;
    if (effects.find('R') != std::string::npos) is["reset"] = true;
    if (effects.find('w') != std::string::npos) is["warm"] = "SCALAR";
    if (effects.find('W') != std::string::npos) is["warm"] = "BOTH";
    std::string id = std::string(row.profile) + " " + row.from + "->" + row.to + " " + row.nothrash + row.f16warm;
    text += Json({{"what", "cell"}, {"id", id}, {"is", is}}).dump() + "\n";
  }
  return text;
}

std::string profile(const char* id, const char* more = "") {
  return std::string(R"({"what": "profile", "id": ")") + id + R"(", "is": {"symbol": "XP_)" + id + "\"" + more + "}}\n";
}

std::string policy(const std::vector<CellRow>& rows) {
  return std::string(kHead) + kNothrash + kF16warm + profile("CHAIN") + cells(rows);
}

TEST_CASE("a cell's change is told as effects, under a readable condition, with its cost") {
  struct Case {
    std::vector<CellRow> before, after;
    std::string there, back;
  };
  const std::vector<Case> cases = {
      {{{"CHAIN", "F16", "I8", '-', '-', "Rw"}},
       {{"CHAIN", "F16", "I8", '-', '0', "Rw"}, {"CHAIN", "F16", "I8", '-', '1', "k"}},
       "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, f16warm=1 (the default): reset dropped (saves "
       "105 ms a "
       "transition), warm clear of warmed dropped\n",
       "additive POLICY new reader of old data | XP_CHAIN, F16 -> I8, f16warm=1 (the default): reset added (costs 105 "
       "ms a "
       "transition), warm clear of warmed added\n"},
      {{{"CHAIN", "F16", "I8", '-', '-', "W"},
        {"CHAIN", "I4", "I8", '0', '-', "R"},
        {"CHAIN", "I4", "I8", '1', '-', "k"}},
       {{"CHAIN", "F16", "I8", '-', '1', "w"},
        {"CHAIN", "F16", "I8", '-', '0', "W"},
        {"CHAIN", "I4", "I8", '0', '-', "R"},
        {"CHAIN", "I4", "I8", '1', '-', "k"}},
       "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, f16warm=1, any nothrash (the default too): warm "
       "clear of mwarm "
       "dropped\n",
       "additive POLICY new reader of old data | XP_CHAIN, F16 -> I8, f16warm=1, any nothrash (the default too): warm "
       "clear of mwarm "
       "added\n"},
      {{{"CHAIN", "F16", "I8", '-', '-', "k"}},
       {{"CHAIN", "F16", "I8", '-', '-', "0"}},
       "breaking POLICY both | XP_CHAIN, F16 -> I8, always: returns 0 (was 1)\n",
       "breaking POLICY both | XP_CHAIN, F16 -> I8, always: returns 1 (was 0)\n"},
      {{{"CHAIN", "F16", "I8", '-', '-', "R"}},
       {{"CHAIN", "F16", "I8", '-', '-', "w"}},
       "breaking POLICY both | XP_CHAIN, F16 -> I8, always: reset dropped (saves 105 ms a transition), warm clear of "
       "warmed added\n",
       "breaking POLICY both | XP_CHAIN, F16 -> I8, always: warm clear of warmed dropped, reset added (costs 105 ms a "
       "transition)\n"},
      {{{"CHAIN", "F16", "I8", '-', '-', "k"}},
       {{"CHAIN", "F16", "I8", '0', '0', "k"},
        {"CHAIN", "F16", "I8", '0', '1', "k"},
        {"CHAIN", "F16", "I8", '1', '0', "R"},
        {"CHAIN", "F16", "I8", '1', '1', "k"}},
       "additive POLICY new reader of old data | XP_CHAIN, F16 -> I8, f16warm=0, nothrash=1 (not the default): reset "
       "added (costs 105 ms "
       "a transition)\n",
       "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, f16warm=0, nothrash=1 (not the default): reset "
       "dropped (saves 105 "
       "ms a transition)\n"},
  };
  for (const Case& each : cases) {
    Report before = sample("policy", policy(each.before));
    Report after = sample("policy", policy(each.after));
    CHECK(findings(diff(before, after)) == each.there);
    CHECK(findings(diff(after, before)) == each.back);
  }
}

TEST_CASE("a site whose profile changed is told by the effects it gets instead") {
  std::string site = R"({"what": "site", "id": "run", "is": {"type": ["INT8"], "profile": ")";
  std::string head = std::string(kHead) + kNothrash + kF16warm;
  std::string rows = cells({{"A", "F16", "I8", '-', '-', "R"}, {"A", "I4", "I8", '-', '-', "R"}});
  std::string others = cells({{"B", "F16", "I8", '-', '-', "k"}, {"B", "I4", "I8", '-', '-', "R"}});
  Report before = sample("policy", head + profile("A") + profile("B") + rows + others + site + "A\"}}\n");
  Report after = sample("policy", head + profile("B") + others + site + "B\"}}\n" +
                                      R"({"what": "removed", "id": "A", "is": {"of": "profile", "use": "B"}})" + "\n");
  Diff result = diff(before, after);
  CHECK(findings(result) ==
        "breaking POLICY old reader of new data | profile XP_A is gone\n"
        "breaking POLICY old reader of new data | run (XP_A -> XP_B), F16 -> I8, always: reset dropped (saves 105 ms a "
        "transition)\n"
        "doc-only DOC none | removed A is new\n"
        "source-only SOURCE none | site run: profile A -> B\n");
  auto gone = std::find_if(result.specs[0].findings.begin(), result.specs[0].findings.end(),
                           [](const Finding& found) { return found.what == "profile"; });
  REQUIRE(gone != result.specs[0].findings.end());
  CHECK(gone->hint == "use B instead");
}

TEST_CASE("a knob that is new changes nothing at its default, and its default is told in effects") {
  std::string without = std::string(kHead) + kF16warm + profile("CHAIN") +
                        cells({{"CHAIN", "F16", "I8", '-', '0', "R"}, {"CHAIN", "F16", "I8", '-', '1', "k"}});
  std::vector<CellRow> rows = {{"CHAIN", "F16", "I8", '0', '0', "R"},
                               {"CHAIN", "F16", "I8", '0', '1', "k"},
                               {"CHAIN", "F16", "I8", '1', '-', "w"}};
  CHECK(findings(diff(sample("policy", without), sample("policy", policy(rows)))) ==
        "additive POLICY new reader of old data | knob nothrash is new\n");
  CHECK(findings(diff(sample("policy", policy(rows)), sample("policy", without))) ==
        "breaking POLICY old reader of new data | knob nothrash is gone\n");
  std::string other = policy(rows);
  std::size_t at = other.find(R"("default": true)");
  other.replace(at, 15, R"("default": false)");
  CHECK(findings(diff(sample("policy", policy(rows)), sample("policy", other))) ==
        "breaking POLICY both | knob f16warm: default true -> false; where it is not set, 1 transitions change, reset "
        "added to 1 (105 ms "
        "each)\n");
}

TEST_CASE("where a new knob decides whether a change holds, the condition names it, and no other setting is listed") {
  std::string without = std::string(kHead) + kF16warm + profile("CHAIN") +
                        cells({{"CHAIN", "F16", "I8", '-', '0', "R"},
                               {"CHAIN", "F16", "I8", '-', '1', "R"},
                               {"CHAIN", "I4", "I8", '-', '0', "R"},
                               {"CHAIN", "I4", "I8", '-', '1', "k"}});
  std::string with = policy({{"CHAIN", "F16", "I8", '0', '-', "k"},
                             {"CHAIN", "F16", "I8", '1', '-', "R"},
                             {"CHAIN", "I4", "I8", '-', '0', "k"},
                             {"CHAIN", "I4", "I8", '-', '1', "k"}});
  Diff there = diff(sample("policy", without), sample("policy", with));
  CHECK(
      findings(there) ==
      "additive POLICY new reader of old data | knob nothrash is new\n"
      "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, nothrash=0 (new knob, its default), any other "
      "knobs: reset dropped (saves 105 ms a transition)\n"
      "breaking POLICY old reader of new data | XP_CHAIN, I4 -> I8, f16warm=0 (not the default): reset dropped (saves "
      "105 ms a transition)\n");
  auto cell = std::find_if(there.specs[0].findings.begin(), there.specs[0].findings.end(),
                           [](const Finding& found) { return found.transition == "F16 -> I8"; });
  REQUIRE(cell != there.specs[0].findings.end());
  CHECK(cell->settings == std::vector<std::string>{"f16warm=0 nothrash=0", "f16warm=1 nothrash=0"});
  Diff back = diff(sample("policy", with), sample("policy", without));
  CHECK(findings(back).find("F16 -> I8, nothrash=0 (knob that is gone, its default), any other knobs: reset added") !=
        std::string::npos);

  std::string always = std::string(kHead) + profile("CHAIN") + cells({{"CHAIN", "F16", "I8", '-', '-', "R"}});
  std::string unless = std::string(kHead) + kNothrash + profile("CHAIN") +
                       cells({{"CHAIN", "F16", "I8", '0', '-', "k"}, {"CHAIN", "F16", "I8", '1', '-', "R"}});
  CHECK(
      findings(diff(sample("policy", always), sample("policy", unless))) ==
      "additive POLICY new reader of old data | knob nothrash is new\n"
      "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, nothrash=0 (new knob, its default): reset dropped "
      "(saves 105 ms a transition)\n");
}

TEST_CASE("a knob, a mode or a profile that only changed its name changes no effect") {
  std::vector<CellRow> rows = {{"CHAIN", "F16", "I8", '-', '0', "Rw"}, {"CHAIN", "F16", "I8", '-', '1', "k"}};
  std::string before = policy(rows);
  std::string after = before;
  auto rename = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = after.find("\"" + from + "\"", at)) != std::string::npos; at += to.size()) {
      after.replace(at + 1, from.size(), to);
    }
    std::size_t is = after.find("{", after.find("\"id\": \"" + to + "\""));
    after.insert(is + 1, "\"formerly\": [\"" + from + "\"], ");
  };
  rename("f16warm", "keepwarm");
  rename("I8", "INT8_MODE");
  rename("CHAIN", "PCCHAIN");
  after.replace(after.find("XP_CHAIN"), 8, "XP_PCCHAIN");
  CHECK(findings(diff(sample("policy", before), sample("policy", after))) ==
        "source-only SOURCE none | knob f16warm is called keepwarm now\n"
        "source-only SOURCE none | mode I8 is called INT8_MODE now\n"
        "source-only SOURCE none | profile XP_CHAIN is called XP_PCCHAIN now\n");
}

TEST_CASE("chain kinds that come or go altogether are told once, with how many sites say theirs") {
  std::string head = std::string(kHead) + profile("A");
  auto site = [](const char* name, const char* more) {
    return std::string(R"({"what": "site", "id": ")") + name + R"(", "is": {"type": ["INT8"], "profile": "A")" + more +
           "}}\n";
  };
  std::string without = head + site("one", "") + site("two", "");
  std::string with = head + R"({"what": "chain-kind", "id": "SW", "is": {"value": 0}})" + "\n" +
                     R"({"what": "chain-kind", "id": "HW", "is": {"value": 1}})" + "\n" +
                     site("one", R"(, "chain": ["SW"])") + site("two", R"(, "chain": ["HW"])");
  CHECK(findings(diff(sample("policy", without), sample("policy", with))) ==
        "additive POLICY new reader of old data | chain kinds SW, HW are new; 2 sites say theirs\n");
  CHECK(findings(diff(sample("policy", with), sample("policy", without))) ==
        "breaking POLICY old reader of new data | chain kinds SW, HW are gone; 2 sites said theirs\n");
  std::string partly = with;
  partly.replace(partly.find(R"(, "chain": ["HW"])"), 17, "");
  CHECK(findings(diff(sample("policy", partly), sample("policy", with))) ==
        "additive POLICY new reader of old data | site two: chain [HW], where there was none\n");
  CHECK(findings(diff(sample("policy", with), sample("policy", partly))) ==
        "breaking POLICY old reader of new data | site two: chain [HW] is gone\n");
}

TEST_CASE("where no device prices an effect the diff says so, unless another report of the policy lends its costs") {
  std::string priced = policy({{"CHAIN", "F16", "I8", '-', '-', "R"}});
  std::string dropped = policy({{"CHAIN", "F16", "I8", '-', '-', "k"}});
  auto free = [](std::string text) { return text.erase(text.find(R"(, "cost_ns": 105000000)"), 22); };
  Report shipped = sample("policy", priced);
  Report before = sample("policy", free(priced));
  Report after = sample("policy", free(dropped));
  CHECK_FALSE(lacks_costs(shipped, after));
  REQUIRE(lacks_costs(before, after));
  Diff unknown = diff(before, after);
  CHECK(findings(unknown) == "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, always: reset dropped\n");
  CHECK(unknown.specs[0].summary == "cost not known: no device spec says what an effect costs");
  CHECK(diff(before, before).specs.empty());

  Report other = shipped;
  other.specs[0].name = "another-policy";
  lend_costs(other, before, after);
  CHECK(lacks_costs(before, after));

  lend_costs(shipped, before, after);
  Diff known = diff(before, after);
  CHECK(findings(known) ==
        "breaking POLICY old reader of new data | XP_CHAIN, F16 -> I8, always: reset dropped (saves 105 ms a "
        "transition)\n");
  CHECK(known.specs[0].summary == "at the default knobs, reset (105 ms): in 0 of 1 transitions, before in 1 of 1");

  shipped.specs[0].priced_by["reset"] = "cost r of device d, d.yaml:1:2";
  Report unpriced = sample("policy", free(priced));
  Report new_side = sample("policy", free(dropped));
  lend_costs(shipped, unpriced, new_side);
  CHECK(diff(unpriced, new_side)
            .specs[0]
            .summary.ends_with(", before in 1 of 1; 105 ms by cost r of device d, d.yaml:1:2"));
}

TEST_CASE("a report with more knobs than anyone can set is compared without trying all settings") {
  std::string head = std::string(kHead) + profile("CHAIN");
  Json is = {{"profile", "CHAIN"},      {"from", "F16"},    {"to", "I8"},
             {"knobs", Json::object()}, {"returned", true}, {"marker", "I8"}};
  for (int i = 0; i < 60; ++i) {
    std::string knob = "k" + std::to_string(i);
    head += R"({"what": "knob", "id": ")" + knob + R"(", "is": {"default": false}})" + "\n";
    is["knobs"][knob] = false;
  }
  Json cell = {{"what", "cell"}, {"id", "c"}, {"is", is}};
  std::string before = head + cell.dump() + "\n";
  cell["is"]["reset"] = true;
  Diff result = diff(sample("policy", before), sample("policy", head + cell.dump() + "\n"));
  REQUIRE(result.specs.size() == 1);
  CHECK(result.specs[0].findings.size() == 1);
}

}  // namespace
}  // namespace npuspec
