// The ABI report: what a tree of specs promises to the other side of each boundary.
//
// A Fact is one promise with an identity that survives edits: a field, a symbol, a check, a cell of a policy. Its
// attributes are what may change; `diff` (diff.h) compares them one by one under the rules of abi_rules.h. A report is
// canonical JSON: sorted, one fact a line; it holds no lines, dates, hashes, paths or tool versions, so that two
// reports are equal exactly when the promises are. JSON is YAML, so a report is read back by the project's own strict
// reader, with a place for every mistake.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/json.h"
#include "front/node.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec {

struct Fact {
  std::string what;  // "struct", "field", "symbol", "check", "cell", ...: the rows of abi_rules that judge it
  std::string id;    // unique within its spec and `what`; what belongs to another fact starts with its id and a dot
  Json attributes;   // an object of texts, integers, truth values, and lists and maps of them; what does not apply is
                     // absent
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
  std::string path;  // of its file, as Spec::path; empty when it was read from a report
  Place at;          // its name
  std::vector<Fact> facts;
  // Of a policy, and not printed: who says what an effect costs, "cost reset of device rk3588, x.yaml:64:3".
  std::map<std::string, std::string> priced_by;

  const Fact* find(std::string_view what, std::string_view id) const;  // linear
};

struct Report {
  std::vector<SpecReport> specs;  // by name

  const SpecReport* find(std::string_view name) const;
};

// Of a set that is whole (load.h).
Report report(const SpecSet& set);

// Puts facts and attributes into the one order that a report has. report() has done so.
void sort_report(Report& report);

std::string report_json(const Report& report);
std::string report_markdown(const Report& report);

// A report from a document of report_json. What is no report is diagnosed (A001 to A003), and what can be read comes
// back.
Report read_report(const Node& root, Diags& diags);

// A report and the texts that its places point into.
struct LoadedReport {
  std::string path;  // as it was given
  SpecSet set;       // holds the texts, those of a report file too
  Report report;
  bool is_whole = false;  // else there is no report
};

// From a folder of specs, a report file, or a folder of releases (<version>/report.json: the newest counts). What is
// wrong comes back in `diags`, whose places are in `set.sources`; there is a report all the same where specs are whole,
// and only not what they expect of themselves (load.h).
LoadedReport load_report(const std::string& path, Diags& diags);

}  // namespace npuspec
