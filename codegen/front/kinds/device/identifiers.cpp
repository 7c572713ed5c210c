// What generated code calls the things of a device.
#include "front/kinds/identifiers.h"

#include "front/kinds/device/lower.h"
#include "front/spell.h"

namespace npuspec::device {
namespace {

class Naming {
 public:
  Naming(const Spec& spec, const DeviceModel& model, Identifiers& all)
      : model_(model), upper_(upper(spec.name) + "_"), lower_(snake(spec.name) + "_"), all_(all) {}

  // What meets in C; enum classes and structs keep apart the rest.
  void add_all() {
    for (const char* each : {"CORES", "COSTS", "SWITCHES", "STATES", "OUTCOMES", "EVENTS", "RULES", "OUT_OF_RANGE"})
      all_.reserve({upper_ + each});
    if (!model_.paths.empty()) {
      all_.reserve({upper_ + "PATHS", lower_ + "path", lower_ + "paths", "Path", "PathOutput", "kPaths"});
      for (std::string_view each : kOutputs)
        all_.reserve({upper_ + "OUTPUT_" + std::string(each), "PathOutput::" + kcamel(each)});
      for (std::string_view each : kDoings) all_.reserve({upper_ + "DOES_" + std::string(each)});
    }
    for (const Enum& each : model_.enums) all_.reserve({upper_ + upper(each.name) + "_COUNT"});
    for (const Constant& each : model_.constants) add("constant", upper_ + upper(each.name), "", each);
    for (const Enum& each : model_.enums) {
      for (const Symbol& symbol : each.symbols)
        add("symbol", upper_ + upper(each.name) + "_" + upper(symbol.name), camel(each.name) + "::", symbol);
    }
    for (const Cost& each : model_.costs) add("cost", upper_ + "COST_" + upper(each.name), "", each);
    for (const Switch& each : model_.switches) add("switch", upper_ + "SWITCH_" + upper(each.name), "", each);
    for (const State& each : model_.state) add("variable", upper_ + "STATE_" + upper(each.name), "", each);
    for (const Outcome& each : model_.outcomes) add("outcome", upper_ + upper(each.name), "Outcome::", each);
    for (const Event& each : model_.events) add("event", upper_ + "EVENT_" + upper(each.name), "Event::", each);
    all_.reserve({"kCores", "kOutcomeNames", "Outcome::kOutOfRange"});
    if (all_.every()) add_rest();
  }

 private:
  void add(const std::string& what, const std::string& c, const std::string& within, const Named& row) {
    all_.add({c}, what + " " + in_quotes(row.name), row.at, row.name);
    bool has_cpp = !within.empty() || what == "constant";
    if (has_cpp) add_one(what, within + kcamel(row.name), row);
  }

  void add_one(const std::string& what, const std::string& identifier, const Named& row) {
    all_.add({identifier}, what + " " + in_quotes(row.name), row.at, row.name);
  }

  void add_rest() {
    for (const char* each :
         {"costs",       "default_costs", "cost_row",         "cost_rows",   "set_cost",     "switches",
          "switch_row",  "switch_rows",   "default_switches", "set_switch",  "state",        "first_state",
          "state_names", "state_value",   "outcome",          "outcome_row", "outcome_rows", "event",
          "rule_row",    "rule_rows",     "result",           "worsen",      "happen"}) {
      all_.reserve({lower_ + each});
    }
    for (const Enum& each : model_.enums) {
      add_one("enum", camel(each.name), each);
      add_one("enum", "k" + camel(each.name) + "Names", each);
      add_one("enum", lower_ + snake(each.name), each);
      add_one("enum", lower_ + snake(each.name) + "_names", each);
      for (const EnumColumn& column : each.columns) {
        add_one("enum", lower_ + snake(each.name) + "_" + snake(column.name), each);
      }
    }
    for (const Object& each : model_.objects) {
      add_one("object", camel(each.name), each);
      add_one("object", lower_ + snake(each.name), each);
      add_one("object", lower_ + "first_" + snake(each.name), each);
    }
    for (const Event& each : model_.events) add_one("event", lower_ + snake(each.name), each);
    for (const Rule& each : model_.rules) {
      std::string helpers = snake(model_.events[each.event].name) + "_" + snake(each.name) + "*";
      add_one("rule", helpers, each);
      add_one("rule", lower_ + helpers, each);
    }
  }

  const DeviceModel& model_;
  std::string upper_;
  std::string lower_;
  Identifiers& all_;
};

}  // namespace

void name_identifiers(const Spec& spec, const DeviceModel& model, Identifiers& all) {
  Naming(spec, model, all).add_all();
}

}  // namespace npuspec::device
