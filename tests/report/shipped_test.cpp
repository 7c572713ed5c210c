// The specs that ship, as reports.
#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "front/diff.h"
#include "front/kind.h"
#include "front/load.h"
#include "front/schema.h"
#include "support/paths.h"

namespace npuspec {
namespace {

Report shipped() {
  SpecSet set = load_specs((test::root() / "specs").string());
  REQUIRE_MESSAGE(!set.failed(), render(set.take_diags(), set.sources, DiagFormat::kText));
  return report(set);
}

TEST_CASE("every attribute that the shipped specs promise has a rule of its own") {
  std::set<std::string> unruled;
  std::set<std::string> kinds_seen;
  for (const SpecReport& spec : shipped().specs) {
    kinds_seen.insert(spec.kind);
    CHECK_MESSAGE(spec.facts.size() > 1, spec.name << " promises nothing");
    for (const Fact& fact : spec.facts) {
      bool judged_as_a_whole = (spec.kind == "policy" && fact.what == "cell") || fact.what == "reserved";
      if (judged_as_a_whole) continue;
      if (!is_ruled(spec.kind, fact.what, "")) unruled.insert(spec.kind + " " + fact.what);
      for (const auto& [key, value] : fact.attributes.items()) {
        if (key != "order" && !is_ruled(spec.kind, fact.what, key))
          unruled.insert(spec.kind + " " + fact.what + "." + key);
      }
    }
  }
  std::string list;
  for (const std::string& each : unruled) list += each + "\n";
  CHECK(list.empty());
  CHECK_MESSAGE(list.empty(), list);
  CHECK(kinds_seen.size() == kinds().size());
}

void find_renamed(const schema::Shape& shape, std::set<const schema::Object*>& seen, std::set<std::string>& facts) {
  for (const schema::Shape& part : shape.parts) find_renamed(part, seen, facts);
  for (const schema::Object* of : shape.objects) {
    if (!seen.insert(of).second) continue;
    for (std::string_view fact : of->renamed_facts) facts.emplace(fact);
    for (const schema::Key& key : of->keys) {
      bool is_name = key.name == "formerly" && key.shape.form != schema::Form::kList && of->name != "reserved";
      CHECK_MESSAGE((!is_name || !of->renamed_facts.empty()), of->name);
      find_renamed(key.shape, seen, facts);
    }
  }
}

TEST_CASE("a row that may say what it was called is a fact of the report, by the name that its schema says") {
  std::set<std::string> shipped_facts;
  for (const SpecReport& spec : shipped().specs) {
    for (const Fact& fact : spec.facts) shipped_facts.insert(spec.kind + " " + fact.what);
  }
  for (const Kind& kind : kinds()) {
    std::set<const schema::Object*> seen;
    std::set<std::string> facts;
    find_renamed(schema::object(kind.schema()), seen, facts);
    for (const std::string& what : facts)
      CHECK_MESSAGE(shipped_facts.contains(std::string(kind.name) + " " + what), kind.name << " " << what);
  }
}

TEST_CASE("each fact has an identity: no two of a spec share what and id") {
  for (const SpecReport& spec : shipped().specs) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const Fact& fact : spec.facts) {
      CAPTURE(spec.name);
      CAPTURE(fact.what);
      CAPTURE(fact.id);
      CHECK(seen.emplace(fact.what, fact.id).second);
      CHECK(fact.at.file != 0);
    }
  }
}

TEST_CASE("a report holds neither nulls nor fractions, and says the same when it is read back") {
  Report report = shipped();
  std::string text = report_json(report);
  Diags diags;
  std::string path =
      (std::filesystem::temp_directory_path() / ("npuspec-report-" + std::to_string(::getpid()) + ".json")).string();
  std::ofstream(path) << text;
  LoadedReport again = load_report(path, diags);
  std::filesystem::remove(path);
  REQUIRE_MESSAGE(!diags.failed(), render(diags, again.set.sources, DiagFormat::kText));
  CHECK(report_json(again.report) == text);
  CHECK(diff(report, again.report).specs.empty());
}

TEST_CASE("generated/abi/rules.md is the table that the diff judges by") {
  std::ifstream file(test::root() / "generated" / "abi" / "rules.md");
  std::ostringstream text;
  text << file.rdbuf();
  CHECK_MESSAGE(text.str() == abi_rules_markdown(), "run: ./dev regen");
}

}  // namespace
}  // namespace npuspec
