// Feeds bytes to the reader of ABI reports, and compares what it makes of them with what the shipped specs promise.
//
// Nothing may crash, hang or exhaust memory. A report that is read without an error prints and reads back as itself; it
// does not differ from itself; a difference in one direction is one in the other.
#include <cstddef>
#include <cstdint>
#include <string>

#include "front/diff.h"
#include "front/load.h"
#include "front/reader.h"
#include "front/report.h"
#include "fuzz/demand.h"

using namespace npuspec;
using test::demand;

namespace {

const LoadedReport& shipped() {
  static const LoadedReport loaded = [] {
    Diags diags;
    LoadedReport made = load_report(NPUSPEC_ROOT "/specs", diags);
    demand(!diags.failed(), "the shipped specs are sound");
    return made;
  }();
  return loaded;
}

Report read(SpecSet& set, std::string text, Arena& arena, Diags& diags) {
  std::uint32_t file = set.sources.add("report.json", std::move(text));
  const Node* root = read_yaml(set.sources, file, arena, diags);
  return root ? read_report(*root, diags) : Report();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  LoadedReport fed;
  fed.path = "report.json";
  Arena arena;
  Diags diags;
  fed.report = read(fed.set, std::string(reinterpret_cast<const char*>(data), size), arena, diags);
  diags.sort();
  render(diags, fed.set.sources, DiagFormat::kText);
  if (diags.failed()) return 0;

  std::string printed = report_json(fed.report);
  SpecSet again;
  demand(report_json(read(again, printed, arena, diags)) == printed, "a report reads back as itself");
  report_markdown(fed.report);
  demand(diff(fed.report, fed.report).specs.empty(), "a report does not differ from itself");
  Diff there = diff(fed.report, shipped().report);
  Diff back = diff(shipped().report, fed.report);
  demand(there.specs.size() == back.specs.size(), "what differs one way differs the other way");
  for (DiffFormat format : {DiffFormat::kText, DiffFormat::kJson, DiffFormat::kMarkdown, DiffFormat::kSarif}) {
    demand(!render(there, fed, shipped(), format).empty(), "a diff says something");
    demand(!render(back, shipped(), fed, format).empty(), "a diff says something");
  }
  return 0;
}
