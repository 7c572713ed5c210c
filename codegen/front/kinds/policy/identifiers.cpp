// What generated code calls the things of a policy.
#include "front/kinds/identifiers.h"

#include <algorithm>
#include <set>

#include "front/kinds/policy/lower.h"
#include "front/spell.h"

namespace npuspec::policy {
namespace {

class Naming {
 public:
  Naming(const Spec& spec, const PolicyModel& model, Identifiers& all)
      : model_(model), upper_(upper(spec.name) + "_"), lower_(snake(spec.name) + "_"), all_(all) {}

  void add_all() {
    for (const char* each : {"ABI_MAJOR", "ABI_MINOR", "MODES", "INITIAL_MODE", "CHAINS", "PROFILES", "PROFILE_PREFIX",
                             "KNOBS", "KNOB_SETTINGS", "DEFAULT_KNOBS", "RUNTIME_KNOBS", "SITES", "VALID", "FIRED",
                             "MARKER_SHIFT", "MARKER_MASK", "PARSE_NUMBER", "PARSE_PRESENCE"}) {
      all_.reserve({upper_ + each});
    }
    for (const char* each : {"mode", "chain", "profile", "scope", "parse", "row", "knob", "site", "effect", "effects",
                             "decide", "valid", "fired", "marker", "xspec", "knobs", "sites", "mode_name"}) {
      all_.reserve({lower_ + each});
    }
    reserve_rest();
    for (const ModeColumn& column : model_.mode_columns) add_mode_column(column);
    add_rows("mode", model_.mode_prefix, model_.modes, "Mode");
    add_rows("chain kind", model_.chain_prefix, model_.chains, "Chain");
    add_rows("row", model_.profile_prefix, model_.profiles, "Profile");
    for (const Knob& each : model_.knobs) add("knob", upper_ + "KNOB_" + upper(each.name), each);
    for (const RuntimeKnob& each : model_.runtime_knobs) {
      add("runtime knob", upper_ + "RUNTIME_KNOB_" + upper(each.name), each);
    }
    for (const Site& each : model_.sites) add("site", upper_ + "SITE_" + upper(each.name), each, "Site");
    for (const Column& column : model_.columns) add_column(column);
    add_scopes();
  }

 private:
  void reserve_rest() {
    all_.reserve({"kAbiMajor", "kAbiMinor", "kModes", "kInitialMode", "kChains", "kProfiles", "kSites", "kKnobSettings",
                  "kEffects", "kModeNames", "kProfileNames", "kChainNames", "kKnobNames", "kKnobVariables",
                  "kSiteRows"});
    for (const char* each : {"runtime_knobs", "mode_names", "profile_names", "chain_names", "find_mode", "find_profile",
                             "find_chain", "find_knob", "find_runtime_knob", "find_site", "parse_flag", "knobs_from"}) {
      all_.reserve({lower_ + each});
    }
    for (const char* each : {"DURATION", "INT", "TEXT"}) all_.reserve({upper_ + "PARSE_" + each});
  }

  template <class Row>
  void add_rows(const std::string& what, std::string_view prefix, const std::vector<Row>& rows,
                const std::string& enum_class = {}) {
    for (const Row& row : rows) add(what, std::string(prefix) + std::string(row.name), row, enum_class);
  }

  void add(const std::string& what, std::string identifier, const Named& row, const std::string& enum_class = {}) {
    std::string told = what + " " + in_quotes(row.name);
    all_.add({std::move(identifier)}, told, row.at, row.name);
    if (!enum_class.empty()) all_.add({enum_class + "::" + kcamel(row.name)}, told, row.at, row.name);
  }

  void add_mode_column(const ModeColumn& column) {
    if (column.type != ModeColumn::Type::kWord) return;
    all_.reserve({lower_ + snake(column.name)});
    all_.reserve({lower_ + "mode_" + snake(column.name)});
    for (std::string_view word : column.words) {
      all_.reserve({upper_ + upper(column.name) + "_" + std::string(word)});
      all_.reserve({camel(column.name) + "::" + kcamel(word)});
    }
  }

  void add_column(const Column& column) {
    std::string what = "column " + in_quotes(column.name);
    std::string own = upper_ + upper(column.name) + "_";
    all_.add({lower_ + snake(column.name), own + "COLUMN", own + "SHIFT", own + "MASK"}, what, column.at, column.name);
    add_rows("selector", column.prefix, column.selectors);
    for (std::string_view field : column.fields) {
      auto first = std::find_if(column.scopes.begin(), column.scopes.end(), [&](const Scope& scope) {
        return std::find(scope.clears.begin(), scope.clears.end(), field) != scope.clears.end();
      });
      std::string what_field = "field " + in_quotes(field) + " of " + what;
      all_.add({own + upper(field)}, what_field, first->at, first->name);
      all_.add({kcamel(column.name) + camel(field)}, what_field, first->at, first->name);
    }
  }

  // Columns that share a prefix of scopes share the names too.
  void add_scopes() {
    std::set<std::string> added;
    for (const Column& column : model_.columns) {
      for (const Scope& scope : column.scopes) {
        std::string name = std::string(column.scope_prefix) + std::string(scope.name);
        if (added.insert(name).second) add("scope", std::move(name), scope);
      }
    }
  }

  const PolicyModel& model_;
  std::string upper_;
  std::string lower_;
  Identifiers& all_;
};

}  // namespace

void name_identifiers(const Spec& spec, const PolicyModel& model, Identifiers& all) {
  Naming(spec, model, all).add_all();
}

}  // namespace npuspec::policy
