// What generated code calls the things of a descriptor.
#include "front/kinds/identifiers.h"

#include <functional>
#include <set>
#include <string>

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
    for (const Struct& of : model_.structs) types_.insert(camel(of.name));
    for (const Struct& of : model_.structs) add_struct(of);
    for (const Struct& of : model_.structs) add_parts(of);
    for (const Constant& each : model_.constants) {
      all_.add({prefix_ + upper(each.name), kcamel(each.name)}, "constant " + in_quotes(each.name), each.at, each.name);
    }
    for (const Ioctl& each : model_.ioctls) {
      all_.add({prefix_ + "IOCTL_" + upper(each.name), "kIoctl" + camel(each.name)}, "ioctl " + in_quotes(each.name),
               each.at, each.name);
    }
  }

 private:
  void add_enum(const Enum& of) {
    std::string what = "enum " + in_quotes(of.name);
    std::string own = c_prefix(spec_) + snake(of.name);
    all_.add({own + "_name"}, what, of.at, of.name);
    if (!of.flags) {
      all_.add({camel(of.name)}, what, of.at, of.name);
      types_.insert(camel(of.name));
    } else {
      all_.add({prefix_ + upper(of.name) + "_KNOWN_BITS", "k" + camel(of.name) + "KnownBits"}, "the mask of " + what,
               of.at, of.name);
    }
    for (const Symbol& each : of.symbols) {
      if (each.removed()) continue;
      std::string c = symbol_name(spec_, of, each.name, Target::kC);
      std::string what_symbol = "symbol " + in_quotes(each.name) + " of " + in_quotes(of.name);
      all_.add({c, symbol_name(spec_, of, each.name, Target::kCpp)}, what_symbol, each.at, each.name);
    }
    for (const Column& each : of.columns) {
      std::string what_column = "column " + in_quotes(each.name) + " of " + in_quotes(of.name);
      all_.add({column_name(spec_, of, each.name, Target::kC), column_name(spec_, of, each.name, Target::kCpp)},
               what_column, each.at, each.name);
    }
  }

  void add_struct(const Struct& of) {
    std::string what = "struct " + in_quotes(of.name);
    std::string own = function_prefix(spec_, of);
    std::string type = camel(of.name);
    // Tags are a namespace of their own in C.
    all_.add({"struct " + c_prefix(spec_) + snake(of.name), type, own + "pack", own + "unpack", own + "init"}, what,
             of.at, of.name);
    all_.add({type + "::unpack", own + "unpack_global"}, what, of.at, of.name);
    // A first digest or a first check must not meet what was named before.
    if (of.digest() || !all_.every()) all_.add({own + "digest", own + "seal"}, what, of.at, of.name);
    if (of.checks.empty() && all_.every()) return;
    // C has one space of names for all tags: where names may meet, they are spelled alike.
    std::string tag = all_.every() ? "enum " : "struct ";
    all_.add({tag + own + "error", type + "Error", "k" + type + "Checks", own + "checks", own + "info", own + "check",
              type + "Error::kOk", upper(own) + "_OK"},
             what, of.at, of.name);
  }

  void add_parts(const Struct& of) {
    std::string own = function_prefix(spec_, of);
    std::string type = camel(of.name);
    std::string owner = prefix_ + upper(of.name) + "_";
    for (const Field& each : of.fields) {
      std::string what_field = "field " + in_quotes(each.name);
      if (each.constant) all_.add({owner + upper(each.name)}, what_field, each.at, each.name);
      all_.add({type + "::" + std::string(each.name)}, what_field, each.at, each.name);
      add_beside_types(each.name, what_field, each.at);
    }
    for (const Param& each : of.params) add_beside_types(each.name, "parameter " + in_quotes(each.name), each.at);
    for (const Check& each : of.checks) {
      std::string what_check = "check " + in_quotes(each.id);
      std::string id = snake(each.id);
      std::string error = upper(own) + "_ERROR_" + upper(each.id);
      std::string error_class = type + "Error::" + kcamel(each.id);
      if (!all_.every()) {
        all_.add({error, error_class, own + "holds_" + id, own + "rule_" + id, own + "when_" + id}, what_check, each.at,
                 each.id);
        continue;
      }
      all_.add({error, error_class, own + "holds_" + id, "holds_" + id, "rule_" + id + "*", own + "rule_" + id + "*",
                "when_" + id + "*", own + "when_" + id + "*"},
               what_check, each.at, each.id);
    }
    if (!of.lets.empty()) all_.reserve({"detail"});  // where what they are made of is
    for (const Let& each : of.lets) {
      std::string name(each.symbol->name);
      std::string what_let = "let " + in_quotes(name);
      all_.add({own + name, own + "let_" + name}, what_let, each.at, name);
      // A function of C++ by this very name; those of two structs are told apart by what they take.
      if (functions_.insert(name).second) all_.add({name}, what_let, each.at, name);
      if (all_.every()) all_.add({"let_" + name + "*", own + "let_" + name + "*"}, what_let, each.at, name);
    }
  }

  // What has a name of its own in C++, where it must not hide a type: two structs may have it.
  void add_beside_types(std::string_view name, const std::string& what, Place at) {
    if (types_.contains(name)) all_.add({std::string(name)}, what, at, name);
  }

  const Spec& spec_;
  const Descriptors& model_;
  std::string prefix_;
  Identifiers& all_;
  std::set<std::string, std::less<>> types_;      // of C++
  std::set<std::string, std::less<>> functions_;  // of lets
};

}  // namespace

void name_identifiers(const Spec& spec, const Descriptors& model, Identifiers& all) {
  Naming(spec, model, all).add_all();
}

}  // namespace npuspec::descriptor
