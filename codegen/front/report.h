// The ABI report: what a tree of specs promises to the other side of each boundary.
//
// A Fact is one promise with an identity that survives edits: a field, a symbol, a check, a cell of a policy. Its
// attributes are what may change; `diff` (diff.h) compares them one by one under the rules of abi_rules. A report is
// canonical JSON: stable order, one fact a line; it holds no lines, dates, hashes or tool versions, so that two reports
// are equal exactly when the promises are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "front/json.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec {

struct Fact {
  std::string what;  // "struct", "field", "symbol", "check", "cell", ...: the row of abi_rules that judges it
  std::string id;    // unique within its spec and `what`: "submit.task_number"
  Json attributes;   // an object; an attribute that does not apply is absent, never null
  Place at;          // not printed; for diff's places
};

class Facts {
 public:
  void add(std::string what, std::string id, Json attributes, Place at);
  const std::vector<Fact>& list() const { return list_; }

 private:
  std::vector<Fact> list_;
};

struct SpecReport {
  std::string kind;
  std::string name;
  AbiVersion abi;
  std::string path;
  std::vector<Fact> facts;
};

struct Report {
  std::vector<SpecReport> specs;  // by name
};

// Of a set without errors.
Report report(const SpecSet& set);

std::string report_json(const Report& report);
std::string report_markdown(const Report& report);

}  // namespace npuspec
