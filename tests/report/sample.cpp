#include "sample.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace npuspec::test {

Report sample(const std::string& kind, const std::string& facts, AbiVersion abi) {
  SpecReport spec;
  spec.kind = kind;
  spec.name = "demo";
  spec.abi = abi;
  std::istringstream lines(facts);
  for (std::string line; std::getline(lines, line);) {
    if (line.find('{') == std::string::npos) continue;
    Json json = Json::parse(line);
    spec.facts.push_back({json["what"], json["id"], json["is"], {}});
  }
  Report report;
  report.specs.push_back(std::move(spec));
  sort_report(report);
  return report;
}

std::string findings(const Diff& diff) {
  std::vector<std::string> lines;
  for (const SpecDiff& spec : diff.specs) {
    for (const Finding& found : spec.findings) {
      std::string line = std::string(name(found.rule.severity)) + " " + std::string(name(found.rule.abi_class)) + " " +
                         std::string(directions(found.rule)) + " | " + found.message;
      lines.push_back(line + "\n");
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace npuspec::test
