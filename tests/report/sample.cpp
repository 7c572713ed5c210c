#include "sample.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

namespace npuspec::test {

const std::string kStruct = fact("struct", "s", R"({"size": 32, "align": 8})");

std::string fact(const std::string& what, const std::string& id, const std::string& is) {
  return R"({"what": ")" + what + R"(", "id": ")" + id + R"(", "is": )" + is + "}\n";
}

std::string field(const std::string& is) { return kStruct + fact("field", "s.f", is); }

std::string check(const std::string& is) { return kStruct + fact("check", "s.c", is); }

std::string field_of(const std::string& id, const std::string& type, const std::string& formerly) {
  std::string said = formerly.empty() ? formerly : R"(, "formerly": [")" + formerly + "\"]";
  return fact("field", id, R"({"at": 0, "size": 1, "type": ")" + type + '"' + said + "}");
}

std::string require(const std::string& id, const std::string& guard) {
  return fact("check", id, R"({"order": 0, "code": 1, "require": ")" + guard + R"("})");
}

void run(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.before);
    CAPTURE(row.after);
    Report before = sample(row.kind, row.before);
    Report after = sample(row.kind, row.after);
    CHECK(findings(diff(before, after)) == row.there);
    CHECK(findings(diff(after, before)) == row.back);
    CHECK(findings(diff(before, before)).empty());
    CHECK(findings(diff(after, after)).empty());
  }
}

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
