// What generated code calls the things of a descriptor, so that no two of them meet.
#include "front/kinds/identifiers.h"

#include "front/kinds/descriptor/parts.h"
#include "front/kinds/descriptor/targets.h"
#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

class Naming {
 public:
  explicit Naming(Builder& build)
      : build_(build), spec_(build.spec), prefix_(upper(spec_.name) + "_"), all_(build.diags, Code::D010) {}

  void add_all() {
    all_.reserve({prefix_ + "ABI_MAJOR", prefix_ + "ABI_MINOR", "kAbiMajor", "kAbiMinor"});
    for (const Enum& of : build_.model.enums) add_enum(of);
    for (const Constant& each : build_.model.constants) {
      all_.add({prefix_ + upper(each.name), kcamel(each.name)}, "constant " + in_quotes(each.name), each.at, each.name);
    }
    for (const Struct& of : build_.model.structs) add_struct(of);
    for (const Ioctl& each : build_.model.ioctls) {
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
      std::string cpp = of.flags ? symbol_name(spec_, of, each.name, Target::kCpp) : c;  // else within its class
      all_.add({c, cpp}, "symbol " + in_quotes(each.name) + " of " + in_quotes(of.name), each.at, each.name);
    }
    for (const Column& each : of.columns) {
      all_.add({column_name(spec_, of, each.name, Target::kC)},
               "column " + in_quotes(each.name) + " of " + in_quotes(of.name), each.at, each.name);
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
    std::string owner = prefix_ + upper(of.name) + "_";
    for (const Field& each : of.fields) {
      if (!each.constant) continue;
      all_.add({owner + upper(each.name)}, "field " + in_quotes(each.name) + " of " + in_quotes(of.name), each.at,
               each.name);
    }
    for (const Check& each : of.checks) {
      all_.add({upper(own) + "_ERROR_" + upper(each.id), own + "holds_" + snake(each.id)},
               "check " + in_quotes(each.id), each.at, each.id);
    }
    for (const Let& each : of.lets) {
      all_.add({own + std::string(each.symbol->name)}, "let " + in_quotes(each.symbol->name), each.at,
               each.symbol->name);
    }
  }

  Builder& build_;
  const Spec& spec_;
  std::string prefix_;
  Identifiers all_;
};

}  // namespace

void refuse_meeting_identifiers(Builder& build) { Naming(build).add_all(); }

}  // namespace npuspec::descriptor
