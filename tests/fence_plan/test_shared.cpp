// Plans of real models, by what Vela really printed for them.
#include <doctest/doctest.h>

#include "fence/binding.h"
#include "fence/plan_file.h"
#include "support.h"
#include "support/paths.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;
using npuspec::test::needs_shared;
using npuspec::test::shared;

namespace {

struct Real {
  std::string bytes;
  Model model;
  Costs costs;

  explicit Real(const std::string& name, const std::string& csv = {})
      : bytes(read_file(shared() / "models" / (name + ".tflite"))),
        model(name + ".tflite", {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}),
        costs(read_costs(name + ".csv",
                         read_file(shared() / "vela" / ((csv.empty() ? name : csv) + "_per-layer.csv")))) {}

  FenceRequest request() const {
    FenceRequest out;
    out.after_ops = {0};
    out.costs = &costs;
    return out;
  }
  FenceCoverage coverage() const { return *plan_fences(model, request()).coverage; }
};

}  // namespace

TEST_CASE("Vela's cycles of person_detect are all attributed, by name or by suffix" * needs_shared()) {
  const Real real("person_detect");
  CHECK(real.costs.rows.size() == 60);
  const FenceCoverage coverage = real.coverage();
  CHECK(coverage.all_cycles.text() == "354430.5");
  CHECK(coverage.share() == Decimal(1));
  CHECK(coverage.unmatched.empty());
  Decimal exact;
  for (const CostRow& row : real.costs.rows) {
    for (const OperatorIdentity& op : operators_of(real.model)) {
      if (op.output_tensor_name == row.name) exact += row.cycles;
    }
  }
  CHECK(Decimal::share(exact, coverage.all_cycles).percent() == "99.15 %");
}

TEST_CASE("Vela's cycles of mobilenet_v2 are all attributed, though its mean has doubled names" * needs_shared()) {
  const Real real("mobilenet_v2_quantized_1x3x224x224");
  CHECK(real.costs.rows.size() == 65);
  CHECK(real.coverage().all_cycles.text() == "7961358.368");
  CHECK(real.coverage().share() == Decimal(1));
}

TEST_CASE("where Vela knows no source or no name, coverage is not all" * needs_shared()) {
  CHECK(Real("hello_world_int8").coverage().share() == Decimal(1));
  const FenceCoverage matmul = Real("matmul_quant").coverage();
  CHECK(matmul.all_cycles.text() == "1770240");
  REQUIRE(matmul.unmatched.size() == 1);
  CHECK(matmul.unmatched[0].cycles.text() == "1081344");
  CHECK(matmul.share()->percent() == "38.91 %");
  const FenceCoverage nameless = Real("keyword_scrambled_8bit").coverage();
  CHECK(nameless.share() == Decimal());
  CHECK(nameless.unmatched.size() == 6);
  const Real cpu("hello_world_int8", "all_cpu_model");
  CHECK(cpu.costs.rows.empty());
}

TEST_CASE("the costs of a fenced model are two streams" * needs_shared()) {
  const Costs costs = read_costs("f.csv", read_file(shared() / "vela" / "person_detect_fenced_at_10_per-layer.csv"));
  CHECK(costs.rows.size() == 60);
  CHECK(costs.rows.front().stream == 0);
  CHECK(costs.rows.back().stream == 1);
}

TEST_CASE("Vela's debug database of person_detect tells the same as the names" * needs_shared()) {
  const Real real("person_detect");
  const DebugDatabase database = read_debug_database("p.xml", read_file(shared() / "vela" / "person_detect_debug.xml"));
  const std::vector<OperatorIdentity> operators = operators_of(real.model);
  const auto told = attribute(database, real.costs, &real.model, operators);
  const std::vector<Attribution> named = attribute(real.costs, operators, nullptr, &real.model);
  REQUIRE(told.size() == 60);
  for (std::size_t i = 0; i < told.size(); ++i) {
    CAPTURE(i);
    CHECK(told[i] == named[i].op);
  }
  CHECK_THROWS_AS(attribute(database, real.costs, nullptr, operators), PlanError);
  const Real other("hello_world_int8");
  CHECK_THROWS_AS(attribute(database, real.costs, &other.model, operators_of(other.model)), PlanError);
}

TEST_CASE("a real model is planned, its plan is written, read and bound" * needs_shared()) {
  const Real real("mobilenet_v2_quantized_1x3x224x224");
  FenceRequest request = real.request();
  request.policy = budget("2000000");
  const FencePlan plan = plan_fences(real.model, request);
  for (const Decimal& cycles : plan.segment_cycles) CHECK(cycles <= Decimal(2'000'000));
  const FencePlan again = read_plan("p.json", write_plan(plan));
  CHECK(again.fences == plan.fences);
  CHECK_NOTHROW(check_plan_binding(again, real.model));
  CHECK_NOTHROW(rewrite_model_with_fences(real.model, fence_config_for(again)));
  CHECK_THROWS_AS(check_plan_binding(again, Real("person_detect").model), FenceBindingError);
}

TEST_CASE("segments of real models are never cut where the model refuses it" * needs_shared()) {
  for (const char* name : {"audio_preprocessor_int8", "torchaudio_conformer", "rope", "topo_sort_fork_split"}) {
    CAPTURE(name);
    const std::string bytes = read_file(shared() / "models" / (std::string(name) + ".tflite"));
    const Model model(name, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    const Graph graph(model);
    FenceRequest request;
    request.policy = segments(4);
    for (const Fence& fence : plan_fences(model, request).fences) CHECK_NOTHROW(graph.cut(fence.after_op));
  }
}
