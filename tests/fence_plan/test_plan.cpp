// Where plans put fences, and which costs they believe.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "support.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;
using Op = npuspec::tflite::BuiltinOperator;

namespace {

// A model that is a chain of convolutions, and what each of them costs.
struct Case {
  std::vector<std::uint8_t> bytes;
  Model model;
  Costs costs;

  explicit Case(const std::vector<std::string>& cycles, const std::vector<std::uint32_t>& no_cut_after = {})
      : bytes(chain(std::vector<Op>(cycles.size(), Op::CONV_2D), no_cut_after)),
        model("m.tflite", bytes),
        costs(read_costs("m.csv", csv(cycles))) {}

  static std::string csv(const std::vector<std::string>& cycles) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      if (!cycles[i].empty()) rows.push_back({"CONV_2D", "Conv2DBias", cycles[i], "t" + std::to_string(i + 1)});
    }
    return vela3({rows});
  }

  FenceRequest request(const FencePolicy& policy) const {
    FenceRequest out;
    out.policy = policy;
    out.costs = &costs;
    return out;
  }
  FencePlan plan(const FencePolicy& policy) const { return plan_fences(model, request(policy)); }
};

using Positions = std::vector<std::int64_t>;

// How rows are attributed: a model of two named operators, and one row.
FenceCoverage coverage(const std::vector<OperatorIdentity>& operators, const std::vector<Row>& rows,
                       bool is_vela5 = false) {
  const Costs costs = read_costs("x.csv", is_vela5 ? vela5(rows) : vela3({rows}));
  FenceRequest request;
  request.after_ops = {0};
  request.costs = &costs;
  return *plan_fences(operators, request).coverage;
}

const std::vector<OperatorIdentity> kTwo = {{"a", "CONV_2D", "", "in"}, {"b", "SOFTMAX", "", "a"}};

std::string why_not(const std::vector<OperatorIdentity>& operators, const Row& row, bool is_vela5 = false) {
  const FenceCoverage found = coverage(operators, {row}, is_vela5);
  return found.unmatched.empty() ? "" : found.unmatched.front().why;
}

}  // namespace

TEST_CASE("a row is the operator's whose first output has its name") {
  CHECK(why_not(kTwo, {"CONV_2D", "Conv2DBias", "5", "a"}) == "");
  CHECK(why_not(kTwo, {"Conv2D", "Conv2D", "5", "a"}, true) == "");
  CHECK(why_not(kTwo, {"CONV_2D", "Conv2DBias", "5", "c"}) ==
        "no operator has its name, nor one of its type with a known suffix");
  CHECK(why_not(kTwo, {"CONV_2D", "Conv2DBias", "5", "A"}) != "");
}

TEST_CASE("a row is the operator's whose name it has with a known suffix, of the same type") {
  CHECK(why_not(kTwo, {"CONV_2D", "FullyConnected", "5", "a_fc"}) == "");
  CHECK(why_not(kTwo, {"SOFTMAX", "MaxPool", "5", "b_maxpool0"}) == "");
  CHECK(why_not(kTwo, {"SOFTMAX", "SHR", "5", "b_shr30"}) == "");
  CHECK(why_not(kTwo, {"SOFTMAX", "ReduceSum", "5", "b_reduce_sum3"}) == "");
  CHECK(why_not(kTwo, {"SOFTMAX", "FullyConnected", "5", "b_fc"}) != "");
  CHECK(why_not(kTwo, {"CONV_2D", "FullyConnected", "5", "b_fc"}) != "");
  CHECK(why_not(kTwo, {"SOFTMAX", "MaxPool", "5", "b_maxpool"}) != "");
  CHECK(why_not(kTwo, {"SOFTMAX", "MaxPool", "5", "_maxpool0"}) != "");
  CHECK(why_not(kTwo, {"SOFTMAX", "MaxPool", "5", "a_maxpool0"}) != "");
  CHECK(why_not({{"c", "CONCATENATION", "", ""}, {"d", "ADD", "", ""}},
                {"CONCATENATION", "AvgPool", "5", "c12_avgpool"}) == "");
  CHECK(why_not({{"m", "MEAN", "", ""}, {"d", "ADD", "", ""}}, {"MEAN", "DepthwiseConv2DBias", "5", "mm_conv_0"}) ==
        "");
  CHECK(why_not({{"m", "MEAN", "", ""}, {"d", "ADD", "", ""}}, {"MEAN", "DepthwiseConv2DBias", "5", "m_conv_0"}) != "");
}

TEST_CASE("trap 53: the row of an operator whose activation Vela 5 took off is the operator's, by _act") {
  CHECK(why_not(kTwo, {"Conv2D", "Conv2D", "5", "a_act"}, true) == "");
  CHECK(why_not(kTwo, {"Conv2D", "Conv2D", "5", "b_act"}, true) != "");
  CHECK(why_not(kTwo, {"Softmax", "MaxPool", "5", "b_act"}, true) != "");
}

TEST_CASE("Vela 5 calls the parts of a softmax after what it reads") {
  CHECK(why_not(kTwo, {"Softmax", "MaxPool", "5", "a_softmax_0"}, true) == "");
  CHECK(why_not(kTwo, {"Softmax", "Add", "5", "a_softmax_27_broadcasted"}, true) == "");
  CHECK(why_not(kTwo, {"Softmax", "MaxPool", "5", "b_softmax_0"}, true) != "");
}

TEST_CASE("trap 53: a row without a name, or of a source that Vela does not know, is no operator's") {
  CHECK(why_not(kTwo, {"CONV_2D", "Conv2DBias", "5", ""}) == "it has no name");
  CHECK(why_not({{"", "CONV_2D", "", ""}, {"b", "ADD", "", ""}}, {"CONV_2D", "Conv2DBias", "5", ""}) ==
        "it has no name");
  CHECK(why_not(kTwo, {"UNKNOWN", "Add", "5", "a"}) == "Vela does not know which operator it comes from");
  CHECK(why_not(kTwo, {"N/A", "Add", "5", "a"}, true) == "Vela does not know which operator it comes from");
}

TEST_CASE("a row whose name is that of two operators is no operator's") {
  const std::vector<OperatorIdentity> twins = {{"a", "CONV_2D", "", "in"}, {"a", "SOFTMAX", "", "a"}};
  CHECK(why_not(twins, {"CONV_2D", "Conv2DBias", "5", "a"}) == "operators 0 and 1 are both called 'a'");
  CHECK(why_not(twins, {"CONV_2D", "FullyConnected", "5", "a_fc"}) == "operators 0 and 1 are both called 'a'");
  // Where one name ends in digits, a numbered suffix may be either's.
  CHECK(why_not({{"c", "CONCATENATION", "", ""}, {"c1", "CONCATENATION", "", ""}},
                {"CONCATENATION", "AvgPool", "5", "c12_avgpool"}) == "it may be of operator 1 or 0");
}

TEST_CASE("a row that says another type of operator than the one of its name is no operator's") {
  CHECK(why_not(kTwo, {"Quantize", "Quantize", "5", "a"}, true) ==
        "it is of Quantize, and operator 0 of that name is CONV_2D");
  CHECK(why_not(kTwo, {"SomethingNew", "Quantize", "5", "a"}, true) == "");
}

TEST_CASE("coverage is the matched part of all cycles, exactly; rows of 0 cycles are listed and count for nothing") {
  const FenceCoverage found = coverage(kTwo, {{"CONV_2D", "Conv2DBias", "0.1", "a"},
                                              {"CONV_2D", "FullyConnected", "0.2", "a_fc"},
                                              {"UNKNOWN", "Add", "0", "z"},
                                              {"UNKNOWN", "Add", "0.1", "y"}});
  CHECK(found.all_cycles.text() == "0.4");
  CHECK(found.matched_cycles.text() == "0.3");
  CHECK(found.share()->text() == "0.75");
  REQUIRE(found.unmatched.size() == 2);
  CHECK(found.unmatched[0].name == "z");
  CHECK(found.unmatched[1].cycles.text() == "0.1");
  CHECK(coverage(kTwo, {{"CONV_2D", "Conv2DBias", "5", "a"}, {"UNKNOWN", "Add", "0", "z"}}).share() == Decimal(1));
}

TEST_CASE("a policy by cycles is refused below the least coverage, and lists the rows that are no operator's") {
  const Case is({"10", "20", "30"});
  const Costs costs =
      read_costs("m.csv", Case::csv({"10", "20", "30"}) + "UNKNOWN,Add,1,1,0.5,1,1,1,1,1,1,1,1,1,odd\n");
  FenceRequest request = is.request(budget("30"));
  request.costs = &costs;
  const std::string told = refusal<PlanError>([&] { plan_fences(is.model, request); });
  CHECK(
      has(told, "m.csv: only 99.17 % of its cycles (60 of 60.5) belong to a known operator, and at least 100 % must"));
  CHECK(has(told, "line 5: UNKNOWN 'odd', 0.5 cycles: Vela does not know"));
  request.policy = segments(2);
  CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }), "only 99.17 %"));
  request.min_coverage = number("0.99");
  const FencePlan plan = plan_fences(is.model, request);
  CHECK(plan.coverage->min_coverage.text() == "0.99");
  CHECK(plan.coverage->unmatched.size() == 1);
  // Exactly the least is enough.
  request.min_coverage = Decimal::share(Decimal(60), number("60.5"));
  CHECK_NOTHROW(plan_fences(is.model, request));
  // Positions are no policy by cycles: the coverage is recorded.
  request.policy = {};
  request.after_ops = {0};
  request.min_coverage = Decimal(1);
  CHECK(plan_fences(is.model, request).coverage->share() < Decimal(1));
}

TEST_CASE("a share and the least one are told by as many digits as it takes to tell them apart") {
  const Case is({"10", "20", "30"});
  const Costs costs =
      read_costs("m.csv", Case::csv({"10", "20", "30"}) + "UNKNOWN,Add,1,1,0.001,1,1,1,1,1,1,1,1,1,odd\n");
  FenceRequest request = is.request(budget("30"));
  request.costs = &costs;
  request.min_coverage = number("0.99999");
  CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }),
            "only 99.998 % of its cycles (60 of 60.001) belong to a known operator, and at least 99.999 % must"));
}

TEST_CASE("without rows there is no share, and a plan's file says null") {
  const Costs none = read_costs("m.csv", "");
  FenceRequest request;
  request.after_ops = {0};
  request.costs = &none;
  const FencePlan plan = plan_fences(kTwo, request);
  CHECK(!plan.coverage->share().has_value());
}

TEST_CASE("a policy by cycles is refused without rows, whatever the least coverage") {
  const Case is({"", ""});
  for (const char* text : {"", "TFLite_operator,NNG Operator,Op Cycles,Name\n"}) {
    const Costs none = read_costs("m.csv", text);
    for (const FencePolicy& policy : {budget("5"), segments(2)}) {
      FenceRequest request = is.request(policy);
      request.costs = &none;
      request.min_coverage = Decimal();
      CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }), "m.csv: no rows"));
    }
  }
  const Case zero({"0", "0"});
  CHECK(has(refusal<PlanError>([&] { zero.plan(budget("5")); }), "no row has cycles"));
}

TEST_CASE("a segment's cycles stay within the budget, and it ends as late as can be") {
  CHECK(Case({"10", "20", "30", "40"}).plan(budget("60")).after_ops() == Positions{2});
  CHECK(Case({"10", "20", "30", "40"}).plan(budget("59.9")).after_ops() == Positions{1, 2});
  CHECK(Case({"0.1", "0.2", "1"}).plan(budget("0.3")).after_ops() == Positions{1});
  CHECK(Case({"10", "", "", "10"}).plan(budget("10")).after_ops() == Positions{2});
}

TEST_CASE("trap 52: an operator over the budget is isolated, not split, and told") {
  const FencePlan plan = Case({"10", "100", "", "10"}).plan(budget("50"));
  CHECK(plan.after_ops() == Positions{0, 1});
  REQUIRE(plan.warnings.size() == 1);
  CHECK(has(plan.warnings[0], "operator 1 (CONV_2D): 100 cycles, over the budget of 50; it is isolated, not split"));
  CHECK(plan.segment_cycles == std::vector<Decimal>{Decimal(10), Decimal(100), Decimal(10)});
}

TEST_CASE("a model that fits in the budget gets no fence, and that is told") {
  const FencePlan plan = Case({"10", "20"}).plan(budget("30"));
  CHECK(plan.fences.empty());
  REQUIRE(plan.warnings.size() == 1);
  CHECK(has(plan.warnings[0], "all operators fit in one segment: 30 cycles"));
}

TEST_CASE("a plan never proposes a cut that the model refuses, and tells what that costs") {
  const FencePlan late = Case({"10", "10", "10"}, {1}).plan(budget("20"));
  CHECK(late.after_ops() == Positions{0});
  CHECK(late.warnings.empty());
  const FencePlan over = Case({"10", "20", "30", "40"}, {1}).plan(budget("45"));
  CHECK(over.after_ops() == Positions{0, 2});
  REQUIRE(over.warnings.size() == 1);
  CHECK(has(over.warnings[0],
            "operators 1 to 2 together: 50 cycles, over the budget of 45; they stay one segment, since"));
  CHECK(has(over.warnings[0], "a cut after operator 1 would copy tensor 2 't2' (UINT32"));
}

TEST_CASE("a budget needs costs, and more than 0 cycles") {
  const Case is({"10", "20"});
  FenceRequest request = is.request(budget("5"));
  request.costs = nullptr;
  CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }), "a budget of cycles needs costs"));
  CHECK(has(refusal<PlanError>([&] { is.plan(budget("0")); }), "a budget of 0 cycles"));
}

TEST_CASE("of a number of segments the largest has as few cycles as can be, else as few operators") {
  CHECK(Case({"10", "20", "30", "40"}).plan(segments(2)).after_ops() == Positions{2});
  CHECK(Case({"100", "1", "1", "1"}).plan(segments(2)).after_ops() == Positions{0});
  const Case is({"100", "1", "1", "1", "1"});
  FenceRequest request = is.request(segments(2));
  request.costs = nullptr;
  const FencePlan by_operators = plan_fences(is.model, request);
  CHECK(by_operators.after_ops() == Positions{2});
  CHECK(!by_operators.coverage.has_value());
  CHECK(Case({"1", "2"}).plan(segments(1)).fences.empty());
}

TEST_CASE("there are exactly as many segments as asked for, or it is told how many there can be") {
  CHECK(Case({"100", "1", "1", "1"}).plan(segments(4)).after_ops() == Positions{0, 1, 2});
  CHECK(has(refusal<PlanError>([] {
              Case({"1", "1", "1"}).plan(segments(4));
            }),
            "4 segments are more than there can be: 3, since it has 3 operators"));
  CHECK(has(
      refusal<PlanError>([] {
        Case({"1", "1", "1"}, {0}).plan(segments(3));
      }),
      "more than there can be: 2, since it has 3 operators, and no cut is possible behind all of them: m.tflite: a cut "
      "after operator 0 would copy"));
  CHECK(has(refusal<PlanError>([] { Case({"1", "1"}).plan(segments(0)); }), "0 segments"));
}

TEST_CASE("positions are taken in any order, and one where no cut may be is refused") {
  const Case is({"1", "1", "1", "1"}, {1});
  FenceRequest request;
  const auto at = [&](const Positions& after_ops) {
    request.after_ops = after_ops;
    return plan_fences(is.model, request).after_ops();
  };
  CHECK(at({2, 0}) == Positions{0, 2});
  CHECK(has(refusal<PlanError>([&] { at({}); }), "no operator is given"));
  CHECK(has(refusal<CutError>([&] { at({0, 2, 0}); }), "a cut after operator 0, given twice"));
  CHECK(has(refusal<CutError>([&] { at({1}); }), "would copy tensor 2"));
  CHECK(has(refusal<CutError>([&] { at({-1}); }), "not-negative"));
  CHECK(has(refusal<CutError>([&] { at({3}); }), "not-last"));
  CHECK(has(refusal<FenceBindingError>([&] { at({4}); }), "not-beyond-last"));
}

TEST_CASE("a plan from operators alone has no hash, and the same identities") {
  const Case is({"10", "20", "30"});
  const std::vector<OperatorIdentity> operators = operators_of(is.model);
  const FencePlan with = is.plan(segments(3));
  const FencePlan without = plan_fences(operators, is.request(segments(3)));
  CHECK(with.model_sha256 == is.model.sha256());
  CHECK(!without.model_sha256.has_value());
  CHECK(without.fences == with.fences);
  CHECK(without.operators == 3);
  CHECK(with.fences.at(1) == Fence{1, 1, "t2", "CONV_2D", ""});
  FenceRequest request;
  request.after_ops = {2};
  CHECK(has(refusal<CutError>([&] { plan_fences(operators, request); }), "not-last"));
  request.after_ops = {3};
  CHECK(has(refusal<FenceBindingError>([&] { plan_fences(operators, request); }), "not-beyond-last"));
  CHECK(has(refusal<PlanError>([&] { plan_fences(std::span<const OperatorIdentity>(), request); }), "no operators"));
}

TEST_CASE("trap 51: a custom operator's fence carries its name") {
  const auto bytes = small_model({{.name = "in"}, {.name = "x"}, {.name = "y"}},
                                 {{.is = Op::CUSTOM, .inputs = {0}, .outputs = {1}, .custom_code = "Mine"},
                                  {.is = Op::GELU, .inputs = {1}, .outputs = {2}, .custom_code = {}}},
                                 {2});
  const Model model("m.tflite", bytes);
  FenceRequest request;
  request.after_ops = {0};
  CHECK(plan_fences(model, request).fences.at(0) == Fence{0, 0, "x", "CUSTOM", "Mine"});
  CHECK(model.opcode(1) == "GELU");
}

TEST_CASE("operators are called by the names of the schema, all of which have one") {
  for (std::int32_t value = 0; value <= 209; ++value) {
    CAPTURE(value);
    const auto op = static_cast<Op>(value);
    CHECK(!npuspec::tflite::name(op).empty());
    CHECK(builtin_named(npuspec::tflite::name(op)) == op);
  }
  CHECK(npuspec::tflite::name(static_cast<Op>(210)).empty());
  CHECK(Op::DEPTHWISE_CONV_2D == static_cast<Op>(4));
  CHECK(Op::QUANTIZE == static_cast<Op>(114));
  CHECK(Op::BATCH_MATMUL == static_cast<Op>(126));
  CHECK(Op::GELU == static_cast<Op>(150));
  CHECK(Op::STABLEHLO_CASE == static_cast<Op>(209));
  CHECK(builtin_named("AvgPool") == Op::AVERAGE_POOL_2D);
  CHECK(builtin_named("Conv2D") == Op::CONV_2D);
  CHECK(!builtin_named("Conv2DBias").has_value());
}

TEST_CASE("trap 52: a fence beside an operator that the costs place on the CPU is told to make no new stream") {
  const auto bytes = chain({Op::CONV_2D, Op::SVDF, Op::CONV_2D, Op::CONV_2D});
  const Model model("m.tflite", bytes);
  const Costs costs = read_costs("m.csv", vela5({{"Conv2D", "Conv2D", "10", "t1"},
                                                 {"Svdf", "CPUSvdf", "0", "t2"},
                                                 {"Conv2D", "Conv2D", "10", "t3"},
                                                 {"Conv2D", "Conv2D", "10", "t4"}}));
  FenceRequest request;
  request.costs = &costs;
  request.after_ops = {2};
  CHECK(plan_fences(model, request).warnings.empty());
  for (const auto& [beside_the_cpu, how] :
       {std::pair{0, "alone reads what crosses"}, std::pair{1, "makes all that crosses"}}) {
    request.after_ops = {beside_the_cpu};
    const FencePlan plan = plan_fences(model, request);
    REQUIRE(plan.warnings.size() == 1);
    CHECK(has(plan.warnings[0], "the fence after operator " + std::to_string(beside_the_cpu)));
    CHECK(has(plan.warnings[0], "makes no new command stream, since operator 1 (SVDF), which is the CPU's, as m.csv"));
    CHECK(has(plan.warnings[0], how));
  }
}

TEST_CASE("trap 52: of a fence beside an operator without a row nothing is told: it may run on the NPU once fenced") {
  const auto bytes = chain({Op::PAD, Op::CONV_2D, Op::RESHAPE, Op::SOFTMAX});
  const Model model("m.tflite", bytes);
  const std::vector<Row> conv = {{"CONV_2D", "Conv2DBias", "10", "t2"}};
  const std::vector<Row> softmax = {{"SOFTMAX", "Softmax", "10", "t4"}};
  for (const std::string& text : {vela3({conv, softmax}), vela3({{conv[0], softmax[0]}}),
                                  vela5({{"Conv2D", "Conv2D", "10", "t2"}, {"Softmax", "Softmax", "10", "t4"}})}) {
    const Costs costs = read_costs("m.csv", text);
    FenceRequest request;
    request.costs = &costs;
    request.after_ops = {0, 1, 2};
    CHECK(plan_fences(model, request).warnings.empty());
  }
}

TEST_CASE("a fence is told to do nothing where all operators on one side are the CPU's, with a model and without") {
  const auto bytes = chain({Op::SVDF, Op::SVDF, Op::CONV_2D, Op::CONV_2D, Op::SVDF, Op::SVDF});
  const Model model("m.tflite", bytes);
  std::vector<Row> rows;
  for (const int op : {1, 2, 5, 6}) rows.push_back({"Svdf", "CPUSvdf", "0", "t" + std::to_string(op)});
  rows.push_back({"Conv2D", "Conv2D", "10", "t3"});
  const Costs costs = read_costs("m.csv", vela5(rows));
  FenceRequest request;
  request.costs = &costs;
  request.after_ops = {0, 2, 4};
  for (const FencePlan& plan : {plan_fences(model, request), plan_fences(operators_of(model), request)}) {
    REQUIRE(plan.warnings.size() == 2);
    CHECK(has(plan.warnings[0],
              "the fence after operator 0 (SVDF) makes no new command stream, since all operators before"));
    CHECK(has(plan.warnings[1],
              "the fence after operator 4 (SVDF) makes no new command stream, since all operators behind"));
  }
}

TEST_CASE("a fence that also makes operators of the NPU wait for each other is not told to do nothing") {
  // Behind operator 1, of the CPU, what operator 0 made crosses too.
  const auto bytes = small_model({{.name = "in"}, {.name = "a"}, {.name = "b"}, {.name = "c"}},
                                 {{.is = Op::CONV_2D, .inputs = {0}, .outputs = {1}, .custom_code = {}},
                                  {.is = Op::SVDF, .inputs = {1}, .outputs = {2}, .custom_code = {}},
                                  {.is = Op::ADD, .inputs = {1, 2}, .outputs = {3}, .custom_code = {}}},
                                 {3});
  const Model model("m.tflite", bytes);
  const Costs costs = read_costs("m.csv", vela5({{"Svdf", "CPUSvdf", "0", "b"}}));
  FenceRequest request;
  request.costs = &costs;
  request.after_ops = {0, 1};
  CHECK(plan_fences(model, request).warnings.empty());
}

TEST_CASE("a budget sets no fence that is known to do nothing, since a stream ends there without") {
  const auto bytes = chain({Op::CONV_2D, Op::SVDF, Op::CONV_2D, Op::CONV_2D});
  const Model model("m.tflite", bytes);
  const Costs costs = read_costs("m.csv", vela5({{"Conv2D", "Conv2D", "60", "t1"},
                                                 {"Svdf", "CPUSvdf", "0", "t2"},
                                                 {"Conv2D", "Conv2D", "60", "t3"},
                                                 {"Conv2D", "Conv2D", "40", "t4"}}));
  FenceRequest request;
  request.costs = &costs;
  request.policy = budget("100");
  const FencePlan one = plan_fences(model, request);
  CHECK(one.fences.empty());
  REQUIRE(one.warnings.size() == 1);
  CHECK(has(one.warnings[0], "no fence is set after operator 1 (SVDF): a command stream ends there without, since"));
  request.policy = budget("70");
  const FencePlan two = plan_fences(model, request);
  CHECK(two.after_ops() == Positions{2});
  CHECK(two.warnings.size() == 1);
  request.policy = budget("200");
  CHECK(has(plan_fences(model, request).warnings.at(0), "all operators fit in one segment"));
  request.policy = budget("50");
  const FencePlan over = plan_fences(model, request);
  CHECK(over.after_ops() == Positions{2});
  for (const std::string& warning : over.warnings) CHECK(!has(warning, "it only costs a copy"));
}

TEST_CASE("segments are made by fences that may do something, where there are enough of these") {
  const auto bytes = chain({Op::CONV_2D, Op::SVDF, Op::CONV_2D, Op::CONV_2D});
  const Model model("m.tflite", bytes);
  const Costs costs = read_costs("m.csv", vela5({{"Conv2D", "Conv2D", "60", "t1"},
                                                 {"Svdf", "CPUSvdf", "0", "t2"},
                                                 {"Conv2D", "Conv2D", "30", "t3"},
                                                 {"Conv2D", "Conv2D", "30", "t4"}}));
  FenceRequest request;
  request.costs = &costs;
  request.policy = segments(2);
  CHECK(plan_fences(model, request).after_ops() == Positions{2});
  CHECK(plan_fences(model, request).warnings.empty());
  request.policy = segments(3);
  CHECK(plan_fences(model, request).fences.size() == 2);
  CHECK(plan_fences(model, request).warnings.size() == 1);
}

TEST_CASE("positions are given to the rewriter as they are: a plan's, a list, a vector, a span") {
  const Case is({"10", "20", "30"});
  const FencePlan plan = is.plan(segments(3));
  const auto cuts = [&](const FenceConfig& fences) {
    return rewrite_model_with_fences(is.model, fences).boundary_after_ops;
  };
  const std::vector<std::uint32_t> both = {0, 1};
  CHECK(rewrite_model_with_fences(is.model, plan.after_ops()).boundary_after_ops == both);
  CHECK(rewrite_model_with_fences(is.model, {1, 0}).boundary_after_ops == both);
  CHECK(rewrite_model_with_fences(is.model, both).boundary_after_ops == both);
  const Positions positions = {1, 0};
  CHECK(cuts(positions) == both);
  CHECK(cuts(std::span(positions)) == both);
  CHECK(cuts(std::vector<int>{0, 1}) == both);
  CHECK(cuts({positions}) == both);
  CHECK(FenceConfig().after_ops.empty());
  CHECK(!std::is_convertible_v<std::string, FenceConfig>);
}

TEST_CASE("a plan of one segment has no fence to put in, and is refused as such") {
  const FencePlan plan = Case({"10", "20"}).plan(budget("30"));
  CHECK(has(refusal<CutError>([&] { check_has_fences(plan, "m.tflite"); }),
            "m.tflite: the plan is of one segment, so there is no fence to put in: use the model as it is"));
  CHECK_NOTHROW(check_has_fences(Case({"10", "20"}).plan(segments(2)), "m.tflite"));
}

TEST_CASE("the reduction of a plan to its positions is deliberate") {
  const FencePlan plan = Case({"10", "20", "30"}).plan(segments(3));
  CHECK(fence_config_for(plan).after_ops == Positions{0, 1});
}

TEST_CASE("a debug database without costs, and a least coverage over 1, are refused") {
  const Case is({"1", "2"});
  const DebugDatabase database;
  FenceRequest request = is.request(segments(2));
  request.min_coverage = number("1.5");
  CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }), "a least coverage of 1.5"));
  request.costs = nullptr;
  request.database = &database;
  CHECK(has(refusal<PlanError>([&] { plan_fences(is.model, request); }), "holds no costs"));
}

// Every set of cuts of a small model is tried.
TEST_CASE("plans by budget and by segments are the best there are, on all sets of cuts of small random models") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto operators = static_cast<std::uint32_t>(2 + random() % 7);
    std::vector<std::string> cycles;
    std::vector<std::uint32_t> costs;
    std::vector<std::uint32_t> no_cut_after;
    for (std::uint32_t i = 0; i < operators; ++i) {
      costs.push_back(random() % 3 == 0 ? 0 : static_cast<std::uint32_t>(random() % 20));
      cycles.push_back(std::to_string(costs.back()));
      if (i + 1 < operators && random() % 4 == 0) no_cut_after.push_back(i);
    }
    if (std::all_of(costs.begin(), costs.end(), [](std::uint32_t c) { return c == 0; })) continue;
    const Case is(cycles, no_cut_after);
    std::uint32_t allowed = (1u << (operators - 1)) - 1;
    for (std::uint32_t op : no_cut_after) allowed &= ~(1u << op);
    const std::uint32_t most = 1 + static_cast<std::uint32_t>(random() % 40);

    // Of each set: its largest segment, and whether it keeps the budget but for what cannot be cut.
    std::vector<std::uint32_t> least_largest(operators + 1, ~0u);
    Positions best;
    bool found = false;
    for (std::uint32_t set = 0; set < 1u << (operators - 1); ++set) {
      if ((set & ~allowed) != 0) continue;
      Positions after_ops;
      std::uint32_t largest = 0;
      std::uint32_t sum = 0;
      bool keeps = true;
      bool could_cut = false;
      for (std::uint32_t op = 0; op < operators; ++op) {
        sum += costs[op];
        const bool cuts = (set >> op & 1) != 0;
        if (!cuts && op + 1 < operators) {
          could_cut |= (allowed >> op & 1) != 0;
          continue;
        }
        largest = std::max(largest, sum);
        keeps &= sum <= most || !could_cut;
        sum = 0;
        could_cut = false;
        if (cuts) after_ops.push_back(op);
      }
      std::uint32_t& least = least_largest[after_ops.size() + 1];
      least = std::min(least, largest);
      if (keeps &&
          (!found || after_ops.size() < best.size() || (after_ops.size() == best.size() && after_ops > best))) {
        best = after_ops;
        found = true;
      }
    }
    CAPTURE(round);
    REQUIRE(found);
    CHECK(is.plan(budget(std::to_string(most))).after_ops() == best);
    for (std::uint32_t count = 1; count <= operators; ++count) {
      CAPTURE(count);
      if (least_largest[count] == ~0u) {
        CHECK_THROWS_AS(is.plan(segments(count)), PlanError);
        continue;
      }
      const FencePlan plan = is.plan(segments(count));
      CHECK(plan.fences.size() + 1 == count);
      CHECK(*std::max_element(plan.segment_cycles.begin(), plan.segment_cycles.end()) == Decimal(least_largest[count]));
      for (const Fence& fence : plan.fences) CHECK((allowed >> fence.after_op & 1) != 0);
    }
  }
}
