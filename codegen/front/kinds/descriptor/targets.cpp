#include "front/kinds/descriptor/targets.h"

#include <algorithm>

#include "front/spell.h"

namespace npuspec::descriptor {
namespace {

// "quanttess_routes::" when the enum is not of the spec whose code is printed.
std::string home_prefix(const Spec& from, const Enum& of) {
  return of.home == &from ? std::string() : cpp_namespace(*of.home) + "::";
}

const Enum* find_owner(const Spec& from, const guard::Enum& of) {
  if (const auto* model = model_of<Descriptors>(&from)) {
    for (const Enum& each : model->enums) {
      if (&each.type == &of) return &each;
    }
  }
  for (const Spec* used : from.uses) {
    if (const Enum* found = find_owner(*used, of)) return found;
  }
  return nullptr;
}

}  // namespace

const Enum& owner(const Spec& from, const guard::Enum& of) { return *find_owner(from, of); }

guard::Dialect dialect(Target target) {
  switch (target) {
    case Target::kCpp:
      return guard::Dialect::kCpp;
    case Target::kC:
      return guard::Dialect::kC;
    case Target::kOpenCl:
      break;
  }
  return guard::Dialect::kOpenCl;
}

std::string cpp_namespace(const Spec& spec) { return snake(spec.name); }
std::string c_prefix(const Spec& spec) { return snake(spec.name) + "_"; }

std::string function_prefix(const Spec& spec, const Struct& of) {
  return of.only_one ? c_prefix(spec) : c_prefix(spec) + snake(of.name) + "_";
}

std::string type_name(const Spec& spec, const Struct& of, Target target) {
  if (target == Target::kCpp) return camel(of.name);
  return "struct " + c_prefix(spec) + snake(of.name);
}

std::string type_name(Storage storage, Target target) {
  constexpr std::string_view kOpenCl[] = {"uchar", "ushort", "uint", "ulong", "char", "short", "int", "long"};
  if (target == Target::kOpenCl) return std::string(kOpenCl[static_cast<std::size_t>(storage)]);
  std::string name = (is_signed(storage) ? "int" : "uint") + std::to_string(8 * bytes(storage)) + "_t";
  return target == Target::kCpp ? "std::" + name : name;
}

std::string type_name(const Spec& from, const Enum& of, Target target) {
  // A set of flags is no one symbol: it stays a number, so that | and & need no operators.
  if (target != Target::kCpp || of.flags) return type_name(of.type.storage, target);
  return home_prefix(from, of) + camel(of.name);
}

std::string type_name(const Spec& from, const Param& param, Target target) {
  if (param.is_bool) return "bool";
  return param.of ? type_name(from, *param.of, target) : type_name(param.storage, target);
}

std::string symbol_name(const Spec& from, const Enum& of, std::string_view symbol, Target target) {
  if (target != Target::kCpp) return upper(of.home->name) + "_" + upper(of.name) + "_" + upper(symbol);
  if (of.flags) return home_prefix(from, of) + kcamel(std::string(of.name) + "_" + std::string(symbol));
  return home_prefix(from, of) + camel(of.name) + "::" + kcamel(symbol);
}

std::string column_name(const Spec& from, const Enum& of, std::string_view column, Target target) {
  std::string name = snake(of.name) + "_" + snake(column);
  return target == Target::kCpp ? home_prefix(from, of) + name : c_prefix(*of.home) + name;
}

std::string literal(Int value, bool hex) {
  if (value < 0) {
    // The least number has no literal of its own type.
    if (value == guard::kI64Min) return "(-9223372036854775807 - 1)";
    return guard::to_string(value);
  }
  if (!hex) return guard::to_string(value) + (value > 0x7FFFFFFF ? "u" : "");
  std::string digits;
  for (auto rest = static_cast<std::uint64_t>(value); rest != 0; rest >>= 4)
    digits.insert(digits.begin(), "0123456789ABCDEF"[rest & 15]);
  return "0x" + (digits.empty() ? std::string("0") : digits) + (value > 0x7FFFFFFF ? "u" : "");
}

std::string Spelling::value(const guard::Symbol& name) const {
  bool is_param =
      std::any_of(of_->params.begin(), of_->params.end(), [&](const Param& each) { return each.symbol == &name; });
  if (is_param) return std::string(name.name);
  return (target_ == Target::kCpp ? "d." : "d->") + std::string(name.name);
}

std::string Spelling::row(const guard::Enum& of, const guard::Enum::Row& row) const {
  return symbol_name(spec_, owner(spec_, of), row.name, target_);
}

std::string Spelling::let(const guard::Symbol& let) const {
  // Not what callers use: that has the let's own name, and no `ok`.
  return (target_ == Target::kCpp ? "let_" : function_prefix(spec_, *of_) + "let_") + std::string(let.name);
}

std::string Spelling::column(const guard::Enum& of, const guard::Enum::Column& column) const {
  return column_name(spec_, owner(spec_, of), column.name, target_);
}

std::string Spelling::enum_class(const guard::Enum& of) const {
  return target_ == Target::kCpp && !of.flags ? type_name(spec_, owner(spec_, of), target_) : std::string();
}

std::string parameters(const Spec& spec, const Struct& of, Target target) {
  std::string text = "const " + type_name(spec, of, target) + (target == Target::kCpp ? "& d" : "* d");
  for (const Param& param : of.params) {
    text += ", " + type_name(spec, param, target) + " " + std::string(param.name);
  }
  return text;
}

std::string arguments(const Struct& of) {
  std::string text = "d";
  for (const Param& param : of.params) text += ", " + std::string(param.name);
  return text;
}

}  // namespace npuspec::descriptor
