// What generated code calls the things of a policy, so that no two of them meet.
#include "front/kinds/identifiers.h"

#include <algorithm>

#include "front/kinds/policy/check.h"
#include "front/spell.h"

namespace npuspec::policy {
namespace {

class Naming {
 public:
  Naming(const PolicyModel& model, const Spec& spec, Diags& diags)
      : model_(model), upper_(upper(spec.name) + "_"), lower_(snake(spec.name) + "_"), all_(diags, Code::P002) {}

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
    for (const ModeColumn& column : model_.mode_columns) add_mode_column(column);
    add_rows("mode", model_.mode_prefix, model_.modes);
    add_rows("chain kind", model_.chain_prefix, model_.chains);
    add_rows("row", model_.profile_prefix, model_.profiles);
    for (const Knob& each : model_.knobs) add("knob", upper_ + "KNOB_" + upper(each.name), each);
    for (const RuntimeKnob& each : model_.runtime_knobs) {
      add("runtime knob", upper_ + "RUNTIME_KNOB_" + upper(each.name), each);
    }
    for (const Site& each : model_.sites) add("site", upper_ + "SITE_" + upper(each.name), each);
    for (const Column& column : model_.columns) add_column(column);
  }

 private:
  template <class Row>
  void add_rows(const std::string& what, std::string_view prefix, const std::vector<Row>& rows) {
    for (const Row& row : rows) add(what, std::string(prefix) + std::string(row.name), row);
  }

  void add(const std::string& what, std::string identifier, const Named& row) {
    all_.add({std::move(identifier)}, what + " " + in_quotes(row.name), row.at, row.name);
  }

  void add_mode_column(const ModeColumn& column) {
    if (column.type != ModeColumn::Type::kWord) return;
    all_.reserve({lower_ + snake(column.name)});
    for (std::string_view word : column.words) all_.reserve({upper_ + upper(column.name) + "_" + std::string(word)});
  }

  void add_column(const Column& column) {
    std::string what = "column " + in_quotes(column.name);
    std::string own = upper_ + upper(column.name) + "_";
    all_.add({lower_ + snake(column.name), own + "SHIFT", own + "MASK"}, what, column.at, column.name);
    add_rows("selector", column.prefix, column.selectors);
    for (std::string_view field : column.fields) {
      auto first = std::find_if(column.scopes.begin(), column.scopes.end(), [&](const Scope& scope) {
        return std::find(scope.clears.begin(), scope.clears.end(), field) != scope.clears.end();
      });
      all_.add({own + upper(field)}, "field " + in_quotes(field) + " of " + what, first->at, first->name);
    }
  }

  const PolicyModel& model_;
  std::string upper_;
  std::string lower_;
  Identifiers all_;
};

}  // namespace

void refuse_meeting_identifiers(const PolicyModel& model, const Spec& spec, Diags& diags) {
  Naming(model, spec, diags).add_all();
}

}  // namespace npuspec::policy
