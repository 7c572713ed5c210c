// What generated code calls the things of a descriptor.
#include "front/kinds/identifiers.h"

#include "front/kinds/descriptor/lower.h"
#include "front/kinds/descriptor/targets.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

class Naming {
 public:
  Naming(const Spec& spec, const Descriptors& model, Identifiers& all)
      : spec_(spec), model_(model), prefix_(upper(spec_.name) + "_"), all_(all) {}

  void add_all() {
    all_.reserve({prefix_ + "ABI_MAJOR", prefix_ + "ABI_MINOR", "kAbiMajor", "kAbiMinor"});
    for (const Enum& of : model_.enums) add_enum(of);
    for (const Constant& each : model_.constants) {
      all_.add({prefix_ + upper(each.name), kcamel(each.name)}, "constant " + in_quotes(each.name), each.at, each.name);
    }
    for (const Struct& of : model_.structs) add_struct(of);
    for (const Ioctl& each : model_.ioctls) {
      all_.add({prefix_ + "IOCTL_" + upper(each.name), "kIoctl" + camel(each.name)}, "ioctl " + in_quotes(each.name),
               each.at, each.name);
    }
  }

 private:
  void add_enum(const Enum& of) {
    std::string what = "enum " + in_quotes(of.name);
    std::string own = c_prefix(spec_) + snake(of.name);
    all_.add({own + "_name", camel(of.name)}, what, of.at, of.name);
    if (of.flags) {
      all_.add({prefix_ + upper(of.name) + "_KNOWN_BITS", "k" + camel(of.name) + "KnownBits"}, "the mask of " + what,
               of.at, of.name);
    }
    for (const Symbol& each : of.symbols) {
      if (each.removed()) continue;
      std::string c = symbol_name(spec_, of, each.name, Target::kC);
      std::string what_symbol = "symbol " + in_quotes(each.name) + " of " + in_quotes(of.name);
      if (of.flags || all_.every()) {
        all_.add({c, symbol_name(spec_, of, each.name, Target::kCpp)}, what_symbol, each.at, each.name);
      } else {
        all_.add({c}, what_symbol, each.at, each.name);
      }
    }
    for (const Column& each : of.columns) {
      std::string what_column = "column " + in_quotes(each.name) + " of " + in_quotes(of.name);
      all_.add({column_name(spec_, of, each.name, Target::kC)}, what_column, each.at, each.name);
      if (all_.every()) all_.add({column_name(spec_, of, each.name, Target::kCpp)}, what_column, each.at, each.name);
    }
  }

  void add_struct(const Struct& of) {
    std::string what = "struct " + in_quotes(of.name);
    std::string own = function_prefix(spec_, of);
    std::string type = camel(of.name);
    // Tags are a namespace of their own in C.
    all_.add({"struct " + c_prefix(spec_) + snake(of.name), "struct " + own + "error", type, type + "Error",
              "k" + type + "Checks", own + "pack", own + "unpack", own + "init", own + "digest", own + "seal",
              own + "checks", own + "info", own + "check"},
             what, of.at, of.name);
    if (all_.every()) {
      all_.add({type + "Error::kOk", upper(own) + "_OK", own + "unpack_global"}, what, of.at, of.name);
    }
    std::string owner = prefix_ + upper(of.name) + "_";
    for (const Field& each : of.fields) {
      std::string what_field = "field " + in_quotes(each.name);
      if (each.constant) all_.add({owner + upper(each.name)}, what_field, each.at, each.name);
      if (all_.every()) all_.add({type + "::" + std::string(each.name)}, what_field, each.at, each.name);
    }
    for (const Check& each : of.checks) {
      std::string what_check = "check " + in_quotes(each.id);
      all_.add({upper(own) + "_ERROR_" + upper(each.id), own + "holds_" + snake(each.id)}, what_check, each.at,
               each.id);
      if (!all_.every()) continue;
      std::string helpers = "rule_" + snake(each.id) + "*";
      all_.add({type + "Error::" + kcamel(each.id), "holds_" + snake(each.id), helpers, own + helpers}, what_check,
               each.at, each.id);
    }
    for (const Let& each : of.lets) {
      std::string name(each.symbol->name);
      all_.add({own + name}, "let " + in_quotes(name), each.at, each.symbol->name);
      if (!all_.every()) continue;
      all_.add({"let_" + name + "*", own + "let_" + name + "*"}, "let " + in_quotes(name), each.at, each.symbol->name);
    }
  }

  const Spec& spec_;
  const Descriptors& model_;
  std::string prefix_;
  Identifiers& all_;
};

}  // namespace

void name_identifiers(const Spec& spec, const Descriptors& model, Identifiers& all) {
  Naming(spec, model, all).add_all();
}

}  // namespace npuspec::descriptor
