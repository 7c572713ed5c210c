#include "fence/plan.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "fence/fence.h"
#include "fence/plan_file.h"
#include "verbs.h"

namespace npuspec::fence {
namespace {

constexpr const char* kWho = "npu-fence plan";

struct Options {
  std::string model;
  std::optional<std::string> budget;
  std::optional<std::uint32_t> segments;
  std::string after;
  std::string costs;
  std::string database;
  std::optional<std::string> min_coverage;
  std::string out;
  Format format = Format::kText;
};

Decimal decimal(const char* option, const std::string& text) {
  Decimal out;
  if (std::string wrong = Decimal::parse(text, out); !wrong.empty()) {
    throw PlanError(std::string(option) + ": " + wrong);
  }
  return out;
}

FenceRequest request_of(const Options& options) {
  FenceRequest request;
  if (options.budget) {
    request.policy.kind = FencePolicy::Kind::kBudgetCycles;
    request.policy.budget_cycles = decimal("--budget-cycles", *options.budget);
  } else if (options.segments) {
    request.policy.kind = FencePolicy::Kind::kSegments;
    request.policy.segments = *options.segments;
  } else {
    request.policy.kind = FencePolicy::Kind::kAfterOps;
    request.after_ops = read_list(options.after);
  }
  if (options.min_coverage) request.min_coverage = decimal("--min-coverage", *options.min_coverage);
  if (request.min_coverage > Decimal(1)) throw PlanError("--min-coverage: a share is from 0 to 1, as 0.95");
  return request;
}

void print_text(const FencePlan& plan, std::uint32_t operators) {
  say(stdout, std::to_string(plan.fences.size() + 1) + (plan.fences.empty() ? " segment" : " segments"));
  std::int64_t start = 0;
  for (std::size_t i = 0; i <= plan.fences.size(); ++i) {
    const std::int64_t end = i < plan.fences.size() ? plan.fences[i].after_op : std::int64_t{operators} - 1;
    std::string line = "  " + std::to_string(i) + ": " + range(start, end);
    if (i < plan.segment_cycles.size()) line += ", " + plan.segment_cycles[i].text() + " cycles";
    if (i < plan.fences.size()) {
      const Fence& fence = plan.fences[i];
      line += "; then a fence behind " + fence.opcode + " " + quote(fence.output_tensor_name);
    }
    say(stdout, line);
    start = end + 1;
  }
  if (!plan.coverage) return;
  const auto share = plan.coverage->share();
  say(stdout, "coverage: " + plan.coverage->matched_cycles.text() + " of " + plan.coverage->all_cycles.text() +
                  " cycles, " + (share ? share->percent() : "no rows with cycles"));
  for (const UnmatchedRow& row : plan.coverage->unmatched) {
    say(stdout, "  no operator: line " + std::to_string(row.line) + ", " + row.source_operator + " " + quote(row.name) +
                    ", " + row.cycles.text() + " cycles: " + row.why);
  }
}

int make_plan(const Options& options) {
  FenceRequest request = request_of(options);
  const ModelFile file(options.model);
  std::optional<Costs> costs;
  std::optional<DebugDatabase> database;
  if (!options.costs.empty()) {
    costs = read_costs(options.costs, read_text(options.costs));
    request.costs = &*costs;
  }
  if (!options.database.empty()) {
    database = read_debug_database(options.database, read_text(options.database));
    request.database = &*database;
  }
  const FencePlan plan = plan_fences(file.model(), request);
  for (const std::string& warning : plan.warnings) warn(kWho, warning);
  const std::string text = write_plan(plan);
  if (!options.out.empty()) {
    Inputs({options.model, options.costs, options.database}).keep(options.out);
    write_file(options.out, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }
  if (options.format == Format::kJson) {
    std::fputs(text.c_str(), stdout);
  } else {
    print_text(plan, file.model().operators());
  }
  return 0;
}

int run_plan(const Options& options) {
  const int ways = static_cast<int>(options.budget.has_value()) + static_cast<int>(options.segments.has_value()) +
                   static_cast<int>(!options.after.empty());
  if (ways != 1) {
    return refuse(kWho, options.format, ways == 0 ? "by what to plan?" : "a plan is made by one thing alone",
                  "name one of --budget-cycles N, --segments N and --after LIST");
  }
  if (options.budget && options.costs.empty()) {
    return refuse(kWho, options.format, "a budget of cycles needs costs", "name Vela's per-layer CSV with --costs");
  }
  if (!options.database.empty() && options.costs.empty()) {
    return refuse(kWho, options.format, "a debug database holds no cycles", "name Vela's per-layer CSV with --costs");
  }
  if (options.min_coverage && options.costs.empty()) {
    return refuse(kWho, options.format, "without costs there is no coverage",
                  "leave --min-coverage out, or name --costs");
  }
  return run(kWho, options.format, [&] { return make_plan(options); });
}

}  // namespace

void add_plan(CLI::App& app, int& status) {
  CLI::App* verb = app.add_subcommand("plan", "Choose where to cut a model");
  auto options = std::make_shared<Options>();
  verb->add_option("MODEL", options->model, "A TFLite model")->required()->type_name("");
  verb->add_option("--budget-cycles", options->budget, "No segment takes more, where that can be; needs --costs")
      ->type_name("N");
  verb->add_option("--segments", options->segments, "So many, of like cycles, or of like size without --costs")
      ->type_name("N");
  verb->add_option("--after", options->after, "Behind these operators, by their indices: 3,10,20")->type_name("LIST");
  verb->add_option("--costs", options->costs, "What Vela estimates: its per-layer CSV of the unfenced model")
      ->type_name("CSV");
  verb->add_option("--debug-db", options->database, "Vela's debug database of the same run: which row is whose")
      ->type_name("XML");
  verb->add_option("--min-coverage", options->min_coverage,
                   "The least share of all cycles that belongs to an operator, 0 to 1; the default is 1")
      ->type_name("F");
  verb->add_option("-o,--output", options->out, "The plan, for `npu-fence cut --plan`")->type_name("PLAN.json");
  add_format_option(*verb, options->format);
  verb->callback([options, &status] { status = run_plan(*options); });
}

}  // namespace npuspec::fence
