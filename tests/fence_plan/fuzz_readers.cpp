// Feeds bytes to the readers of cost files, debug databases and plans; the first byte says which.
//
// Nothing may crash, hang or exhaust memory, and what is refused is refused with a PlanError. A plan that is read is
// written as itself; cycles that are read are printed and read back as themselves.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fence/plan_file.h"
#include "fuzz/demand.h"

using namespace npuspec::fence;
using npuspec::test::demand;

namespace {

const std::vector<OperatorIdentity> kOperators = {
    {"a", "CONV_2D", "", "in"}, {"b", "SOFTMAX", "", "a"}, {"c", "CONCATENATION", "", "b"}, {"d", "MEAN", "", "c"}};

void costs(std::string_view text) {
  const Costs read = read_costs("f.csv", text);
  for (const CostRow& row : read.rows) {
    Decimal again;
    demand(Decimal::parse(row.cycles.text(), again).empty() && again == row.cycles, "cycles are printed as themselves");
  }
  FenceRequest request;
  request.costs = &read;
  request.min_coverage = Decimal();
  request.policy = {.kind = FencePolicy::Kind::kSegments, .budget_cycles = {}, .segments = 3};
  demand(plan_fences(kOperators, request).fences.size() == 2, "there are as many segments as asked for");
}

void database(std::string_view text) {
  const std::size_t half = text.find('\0');
  const DebugDatabase read = read_debug_database("f.xml", text.substr(0, half));
  if (half == std::string_view::npos) return;
  const Costs rows = read_costs("f.csv", text.substr(half + 1));
  const auto told = attribute(read, rows, nullptr, kOperators);
  demand(told.size() == rows.rows.size(), "every row is told of");
}

void plan(std::string_view text) {
  const std::string written = write_plan(read_plan("f.json", text));
  demand(write_plan(read_plan("f.json", written)) == written, "a plan that is read is written as itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0]) {
      case 'c':
        costs(text);
        break;
      case 'd':
        database(text);
        break;
      case 'p':
        plan(text);
        break;
      default:
        break;
    }
  } catch (const PlanError&) {
  }
  return 0;
}
