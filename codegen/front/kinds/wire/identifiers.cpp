// What generated code calls the things of a contract.
#include "front/kinds/identifiers.h"

#include "front/kinds/wire/lower.h"
#include "front/kinds/wire/lower_groups.h"
#include "front/kinds/wire/names.h"
#include "front/spell.h"

namespace npuspec::wire {
namespace {

class Naming {
 public:
  Naming(const Spec& spec, const WireModel& model, Identifiers& all)
      : model_(model), upper_(upper(spec.name) + "_"), lower_(snake(spec.name) + "_"), all_(all) {}

  void add_all() {
    add_operator();
    for (const tables::Enum& of : model_.over->enums) {
      for (const tables::Column& each : of.columns) {
        if (each.type == tables::ColumnType::kText) continue;  // no rule reads it
        std::string function = snake(of.name) + "_" + std::string(each.name);
        all_.add({function, lower_ + function}, "column " + in_quotes(each.name), of.at, of.name);
      }
      for (const tables::Symbol& each : of.symbols) {
        all_.add({upper_ + upper(of.name) + "_" + upper(each.name)},
                 "symbol " + in_quotes(each.name) + " of " + in_quotes(of.name), each.at, each.name);
      }
    }
    for (const RecordType& each : model_.records) {
      std::string what = "type " + in_quotes(each.name);
      all_.add({camel(each.name)}, what, each.at, each.name);
      if (each.is_plain()) all_.add({lower_ + std::string(each.name)}, what, each.at, each.name);
    }
    for (const Derived& each : model_.lets) {
      std::string function = snake(each.of) + "_" + std::string(each.let->name) + "*";
      all_.add({function, lower_ + function}, "let " + in_quotes(each.let->name), each.at, each.let->name);
    }
    for (const Group& each : model_.groups) add_group(each);
    for (const Sentence& each : model_.semantics) {
      all_.add({upper_ + "SENTENCE_" + upper(each.id), "Sentence::" + kcamel(each.id)},
               "sentence " + in_quotes(each.id), each.at, each.id);
    }
  }

 private:
  void add_operator() {
    all_.reserve({upper_ + "CONTRACT_VERSION", "kContractVersion", "Fault", "Fault::kNone", "How", "Written",
                  "Sentence", lower_ + "fault_id", "How::kValue", "How::kAbsent", "How::kEmpty", "How::kGiven",
                  "How::kSame", "How::kDeep", "kFirstSuffix", lower_ + "equal*"});
    const Operator& operation = model_.operation;
    all_.add({upper_ + "CUSTOM_CODE", upper_ + "BUILTIN", upper_ + "VERSION", "kCustomCode", "kBuiltin", "kVersion",
              "kFormerCustomCodes"},
             "the operator", operation.at, operation.custom_code);
    for (const WrittenTable& each : operation.writes) all_.reserve({"kNew" + table(each)});
    for (const Switch& each : operation.switches) {
      std::string what = "switch " + in_quotes(each.name);
      all_.add({kcamel(each.name) + "Default"}, what, each.at, each.name);
      for (const WrittenTable& sets : each.sets) {
        all_.add({kcamel(each.name) + table(sets)}, what, each.at, each.name);
      }
    }
  }

  void add_group(const Group& of) {
    std::string what = "group " + in_quotes(of.name);
    std::string own = snake(of.name);
    if (of.is_rows()) {
      all_.add({camel(of.name), camel(of.name) + "Verdict", own}, what, of.at, of.name);
      for (std::string_view outcome : of.outcomes) all_.reserve({camel(of.name) + "::" + kcamel(outcome)});
    } else {
      all_.add({"check_" + own}, what, of.at, of.name);
      if (of.is_plain()) all_.add({lower_ + "check_" + own}, what, of.at, of.name);
    }
    for (const Check& each : of.checks) add_fault(of, each.id, "check " + in_quotes(each.id), each.at);
    for (const Row& each : of.rows) {
      if (each.code != 0) add_fault(of, each.error, "error " + in_quotes(each.error), each.at);
    }
  }

  void add_fault(const Group& of, std::string_view id, const std::string& what, Place at) {
    std::string name = fault_name(of, id);
    all_.add({"Fault::" + kcamel(name), name + "*"}, what, at, id);
    if (of.is_plain()) all_.add({upper_ + "FAULT_" + upper(name), lower_ + name + "*"}, what, at, id);
  }

  std::string table(const WrittenTable& of) const {
    return std::string(model_.over->tables[static_cast<std::size_t>(of.table)].name);
  }

  const WireModel& model_;
  std::string upper_;
  std::string lower_;
  Identifiers& all_;
};

}  // namespace

void name_identifiers(const Spec& spec, const WireModel& model, Identifiers& all) {
  Naming(spec, model, all).add_all();
}

}  // namespace npuspec::wire
