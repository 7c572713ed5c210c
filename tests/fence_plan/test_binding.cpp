// A plan's file, and whether a plan is one of a model.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fence/binding.h"
#include "fence/plan_file.h"
#include "support.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;
using Op = npuspec::tflite::BuiltinOperator;
using Json = nlohmann::ordered_json;

namespace {

const std::vector<std::uint8_t>& bytes() {
  static const std::vector<std::uint8_t> made =
      small_model({{.name = "in"}, {.name = "x \"\\\n"}, {.name = "y"}, {.name = "z"}},
                  {{.is = Op::CONV_2D, .inputs = {0}, .outputs = {1}, .custom_code = {}},
                   {.is = Op::CUSTOM, .inputs = {1}, .outputs = {2}, .custom_code = "Mine"},
                   {.is = Op::ADD, .inputs = {2, 2}, .outputs = {3}, .custom_code = {}}},
                  {3});
  return made;
}

const Model& model() {
  static const Model made("m.tflite", bytes());
  return made;
}

FencePlan a_plan() {
  const Costs costs = read_costs("m.csv", vela3({{{"CUSTOM", "Op", "16.5", "y"},
                                                  {"ADD", "Add", "7961358.368", "z"},
                                                  {"UNKNOWN", "Add", "0.25", "odd, \"name\""},
                                                  {"RELU", "Relu", "0", ""}}}));
  FenceRequest request;
  request.policy = budget("20.5");
  request.costs = &costs;
  request.min_coverage = number("0.99");
  return plan_fences(model(), request);
}

void check_equal(const FencePlan& a, const FencePlan& b) {
  CHECK(a.model_sha256 == b.model_sha256);
  CHECK(a.operators == b.operators);
  CHECK(a.subgraph == b.subgraph);
  CHECK(a.policy == b.policy);
  CHECK(a.fences == b.fences);
  CHECK(a.coverage == b.coverage);
  CHECK(a.segment_cycles == b.segment_cycles);
  CHECK(a.warnings == b.warnings);
}

// What is told of the file of a_plan() after an edit.
template <class F>
std::string fault(F edit) {
  Json json = Json::parse(write_plan(a_plan()));
  edit(json);
  return refusal<PlanError>([&] { read_plan("p.json", json.dump()); });
}

template <class F>
std::string binding_fault(F edit) {
  FencePlan plan = a_plan();
  edit(plan);
  return refusal<FenceBindingError>([&] { check_plan_binding(plan, model()); });
}

}  // namespace

TEST_CASE("a plan that is written and read is the same plan, and the same bytes") {
  const FencePlan plan = a_plan();
  REQUIRE(plan.fences.size() == 1);
  check_equal(read_plan("p.json", write_plan(plan)), plan);
  CHECK(write_plan(read_plan("p.json", write_plan(plan))) == write_plan(plan));

  FenceRequest request;
  request.after_ops = {1, 0};
  const FencePlan unbound = plan_fences(operators_of(model()), request);
  check_equal(read_plan("p.json", write_plan(unbound)), unbound);
  request.policy = segments(3);
  const FencePlan by_segments = plan_fences(model(), request);
  check_equal(read_plan("p.json", write_plan(by_segments)), by_segments);
  FencePlan positions = by_segments;
  for (Fence& fence : positions.fences) fence = Fence{fence.after_op, fence.segment_index, {}, {}, {}};
  check_equal(read_plan("p.json", write_plan(positions)), positions);
}

TEST_CASE("a plan's file says what it was made for, by, and how sure it is, in one order") {
  const std::string text = write_plan(a_plan());
  const Json json = Json::parse(text);
  CHECK(json["format"] == 1);
  CHECK(json["model_sha256"] == model().sha256());
  CHECK(json["operators"] == 3);
  CHECK(json["policy"].dump() == R"({"kind":"budget_cycles","budget_cycles":"20.5"})");
  CHECK(json["fences"][0].dump() ==
        R"({"after_op":1,"segment_index":0,"output_tensor_name":"y","opcode":"CUSTOM","custom_code":"Mine"})");
  CHECK(json["coverage"]["all_cycles"] == "7961375.118");
  CHECK(json["coverage"]["matched_cycles"] == "7961374.868");
  CHECK(json["coverage"]["min_coverage"] == "0.99");
  CHECK(json["coverage"]["unmatched_rows"].size() == 2);
  std::string keys;
  for (const auto& item : json.items()) keys += item.key() + " ";
  CHECK(keys == "format model_sha256 operators subgraph policy fences coverage segment_cycles warnings ");
  CHECK(json["segment_cycles"].dump() == R"(["16.5","7961358.368"])");
  REQUIRE(json["warnings"].size() == 1);
  CHECK(has(json["warnings"][0].get<std::string>(), "over the budget of 20.5"));
}

TEST_CASE("every key of a plan's file is needed, and no other may be there") {
  const Json whole = Json::parse(write_plan(a_plan()));
  for (const char* at : {"", "/policy", "/fences/0", "/coverage", "/coverage/unmatched_rows/0"}) {
    const Json::json_pointer where(at);
    for (const auto& item : whole[where].items()) {
      CAPTURE(at);
      const std::string key = item.key();
      CAPTURE(key);
      Json json = whole;
      json[where].erase(key);
      CHECK(has(refusal<PlanError>([&] { read_plan("p.json", json.dump()); }), key + " is missing"));
    }
    Json json = whole;
    json[where]["more"] = 1;
    CHECK(has(refusal<PlanError>([&] { read_plan("p.json", json.dump()); }),
              "has a key that is not the contract's: \"more\""));
  }
}

TEST_CASE("what a key of a plan's file may not hold is refused, with its path") {
  CHECK(has(fault([](Json& j) { j["format"] = 2; }), "p.json: format is not a whole number from 1 to 1"));
  CHECK(has(fault([](Json& j) { j["model_sha256"] = "ab"; }), "model_sha256 is not a SHA-256"));
  CHECK(has(fault([](Json& j) { j["operators"] = 0; }), "operators is not a whole number"));
  CHECK(has(fault([](Json& j) { j["operators"] = 3.0; }), "operators is not a whole number"));
  CHECK(has(fault([](Json& j) { j["operators"] = "3"; }), "operators is not a whole number"));
  CHECK(has(fault([](Json& j) { j["subgraph"] = -1; }), "subgraph is not a whole number"));
  CHECK(has(fault([](Json& j) { j["policy"]["kind"] = "guess"; }), "policy.kind is 'guess'"));
  CHECK(has(fault([](Json& j) { j["policy"]["budget_cycles"] = 5; }), "policy.budget_cycles is not a string"));
  CHECK(has(fault([](Json& j) { j["policy"]["budget_cycles"] = "x"; }), "policy.budget_cycles: 'x' is no number"));
  CHECK(has(fault([](Json& j) { j["policy"]["budget_cycles"] = "0"; }), "policy.budget_cycles is 0"));
  CHECK(has(fault([](Json& j) { j["policy"]["budget_cycles"] = "20.50"; }), "is '20.50', and is written 20.5"));
  CHECK(has(fault([](Json& j) { j["fences"] = 5; }), "fences is no list"));
  CHECK(has(fault([](Json& j) { j["fences"][0]["after_op"] = 3; }),
            "fences[0].after_op is not a whole number from 0 to 2"));
  CHECK(has(fault([](Json& j) { j["fences"][0]["segment_index"] = 1; }), "fences[0].segment_index is not 0"));
  CHECK(has(fault([](Json& j) { j["fences"][0]["opcode"] = nullptr; }), "are all null, or none is"));
  CHECK(has(fault([](Json& j) { j["fences"][0]["opcode"] = ""; }), "fences[0].opcode is empty"));
  CHECK(has(fault([](Json& j) { j["fences"].push_back(j["fences"][0]); }),
            "fences[1].after_op is not greater than the one before it"));
  CHECK(has(fault([](Json& j) { j["coverage"] = nullptr; }), "coverage is null, and the policy is one of cycles"));
  CHECK(has(fault([](Json& j) { j["coverage"]["matched_cycles"] = "1"; }),
            "coverage.all_cycles is 7961375.118, and its parts are 1.25"));
  CHECK(has(fault([](Json& j) { j["coverage"]["share"] = "1"; }), "coverage.share is 1, and the cycles give 0.99"));
  CHECK(has(fault([](Json& j) { j["coverage"]["min_coverage"] = "1"; }),
            "coverage.share is less than coverage.min_coverage"));
  CHECK(has(fault([](Json& j) { j["coverage"]["min_coverage"] = "2"; }), "coverage.min_coverage is more than 1"));
  CHECK(has(fault([](Json& j) { j["coverage"]["unmatched_rows"][0]["line"] = 0; }),
            "coverage.unmatched_rows[0].line is not"));
  CHECK(has(fault([](Json& j) {
              j["policy"] = Json{{"kind", "segments"}, {"segments", 3}};
            }),
            "policy.segments is 3, and there are 1 fences"));
  CHECK(has(fault([](Json& j) {
              j["policy"] = Json{{"kind", "after_ops"}, {"segments", 2}};
            }),
            "policy has a key that is not"));
}

TEST_CASE("a plan's share is null without rows, and is read as such") {
  const Costs none = read_costs("m.csv", "");
  FenceRequest request;
  request.after_ops = {0};
  request.costs = &none;
  const FencePlan plan = plan_fences(model(), request);
  Json json = Json::parse(write_plan(plan));
  CHECK(json["coverage"]["share"].is_null());
  check_equal(read_plan("p.json", json.dump()), plan);
  json["coverage"]["share"] = "1";
  CHECK(has(refusal<PlanError>([&] { read_plan("p.json", json.dump()); }),
            "coverage.share is 1, and the cycles give null"));
  json["coverage"]["share"] = nullptr;
  json["policy"] = Json{{"kind", "segments"}, {"segments", 2}};
  CHECK(has(refusal<PlanError>([&] { read_plan("p.json", json.dump()); }), "coverage.share is null"));
}

TEST_CASE("a plan's cycles of segments are as many as its segments, and add up to what is matched") {
  CHECK(
      has(fault([](Json& j) { j["segment_cycles"].erase(0); }), "segment_cycles has not one number for each segment"));
  CHECK(has(fault([](Json& j) { j["segment_cycles"][0] = "17"; }), "segment_cycles add up to 7961375.368"));
  CHECK(has(fault([](Json& j) { j["segment_cycles"][0] = 17; }), "segment_cycles[0] is not a string"));
  CHECK(has(fault([](Json& j) { j["warnings"][0] = 17; }), "warnings[0] is not a string"));
}

TEST_CASE("a fence that carries a name alone is bound by it") {
  CHECK(binding_fault([](FencePlan& p) { p.fences[0] = Fence{1, 0, "y", {}, {}}; }) == "");
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0] = Fence{1, 0, "x", {}, {}}; }), "same-output"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0] = Fence{1, 0, "", "CUSTOM", "Mine"}; }), "same-output"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0] = Fence{1, 0, "y", "", "Mine"}; }), "same-opcode"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0] = Fence{1, 0, "y", "ADD", ""}; }), "same-opcode"));
  FencePlan plan = a_plan();
  plan.fences[0] = Fence{1, 0, "y", {}, {}};
  check_equal(read_plan("p.json", write_plan(plan)), plan);
}

TEST_CASE("a file that is no JSON is refused with its line and column") {
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", "{\n  \"format\": 1,\n  x\n}"); }), "p.json:3:3: no JSON"));
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", ""); }), "p.json:1:1: no JSON"));
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", "[]"); }), "p.json: this is no object"));
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", write_plan(a_plan()) + "{}"); }), "no JSON"));
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", "{\"format\": 1, \"format\": 1}"); }),
            "the key 'format' comes twice"));
  CHECK(has(refusal<PlanError>([] { read_plan("p.json", std::string(50, '[') + std::string(50, ']')); }),
            "nested deeper"));
}

TEST_CASE("what two readers of JSON could understand differently is refused, with its line and column") {
  const std::string whole = write_plan(a_plan());
  const auto told = [](const std::string& text) { return refusal<PlanError>([&] { read_plan("p.json", text); }); };
  CHECK(has(told("{\n \"a\\\"\": {},\n \"a\\\"\": 1}"), "p.json:3:2: the key 'a\\\"' comes twice in one object"));
  CHECK(has(told("{\"a\": [{\"b\": 1, \"\\u0062\": 1}]}"), "p.json:1:17: the key 'b' comes twice"));
  CHECK(has(told("[[[[[[[[\n[]]]]]]]]]"), "p.json:2:1: it is nested deeper"));
  CHECK(has(told(whole + std::string(1, '\0')), "no JSON: a byte of 0"));
  CHECK(has(told(whole + std::string("\0 {\"more\": 1}", 14)), "no JSON: a byte of 0"));
  CHECK(has(told(std::string("{}\n\0", 4)), "p.json:2:1: no JSON: a byte of 0"));
  CHECK(has(told("1e400"), "p.json:1:5: no JSON: "));
  CHECK(has(told("{\"format\": -1e999}"), "p.json:1:17: no JSON: "));
  CHECK(has(told(whole + "x"), "no JSON"));
  CHECK(has(told("{\"format\": 1"), "no JSON"));
  CHECK(has(told("\"\xFF\""), "p.json:1:2: no JSON"));
}

// Work that grew with the square of them would not end within the test's time.
TEST_CASE("a plan of very many fences and rows is read as it was written") {
  constexpr std::uint32_t kFences = 60'000;
  FencePlan plan;
  plan.policy.kind = FencePolicy::Kind::kAfterOps;
  plan.operators = kFences + 1;
  for (std::uint32_t i = 0; i < kFences; ++i) plan.fences.push_back(Fence{i, i, "name", "ADD", ""});
  plan.segment_cycles.resize(kFences + 1);
  plan.coverage.emplace();
  plan.coverage->unmatched.resize(kFences, UnmatchedRow{1, "name", "Add", {}, "no operator has the name"});
  check_equal(read_plan("p.json", write_plan(plan)), plan);
}

TEST_CASE("trap 50: a plan is bound to the model that it was made for, by hash if it has one, and by count and names") {
  CHECK(binding_fault([](FencePlan&) {}) == "");
  CHECK(binding_fault([](FencePlan& p) { p.model_sha256.reset(); }) == "");
  CHECK(binding_fault([](FencePlan& p) {
          std::transform(p.model_sha256->begin(), p.model_sha256->end(), p.model_sha256->begin(),
                         [](char c) { return c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c; });
        }) == "");
  const std::string other = binding_fault([](FencePlan& p) { p.model_sha256 = std::string(64, '0'); });
  CHECK(has(other, "whose SHA-256 is " + std::string(64, '0') + ", and this one's is " + model().sha256()));
  CHECK(has(other, "same-model"));
  CHECK(has(binding_fault([](FencePlan& p) { p.operators = 4; }), "a model of 4 operators, and this one has 3"));
  CHECK(has(binding_fault([](FencePlan& p) { p.subgraph = 1; }), "the plan is of subgraph 1"));
}

TEST_CASE(
    "traps 50, 51: a fence is bound to what sits at its operator, custom code and all, if it carries an identity") {
  CHECK(
      has(binding_fault([](FencePlan& p) { p.fences[0].output_tensor_name = "x"; }),
          "the fence after operator 1: of the plan it is behind CUSTOM 'Mine' that makes 'x', and the model has CUSTOM "
          "'Mine' that makes 'y' there"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].output_tensor_name = "x"; }), "plan again, with this model"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].opcode = "ADD"; }), "same-opcode"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].custom_code = "Yours"; }), "CUSTOM 'Yours'"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].after_op = 0; }), "same-output"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].after_op = 3; }), "the model has 3 operators"));
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0].after_op = -1; }), "not-negative"));
  CHECK(binding_fault([](FencePlan& p) { p.fences[0] = Fence{0, 0, {}, {}, {}}; }) == "");
  CHECK(has(binding_fault([](FencePlan& p) { p.fences[0] = Fence{3, 0, {}, {}, {}}; }), "not-beyond-last"));
}
