#include "front/kinds/over/lower.h"

#include "front/spell.h"

namespace npuspec::over {
namespace {

Json lower_constant(const Spec& spec, const Constant& constant) {
  Json row = {{"name", std::string(constant.name)}};
  say(spec, row, constant.at, constant.about);
  row["written"] = std::string(constant.written);
  row["value"] = descriptor::literal(constant.value, constant.written.starts_with("0x"));
  guard::Storage storage = constant.value < 0            ? guard::Storage::kI64
                           : constant.value > 0xFFFFFFFF ? guard::Storage::kU64
                                                         : guard::Storage::kU32;
  if (constant.value < 0 && constant.value >= guard::lowest(guard::Storage::kI32)) storage = guard::Storage::kI32;
  row["types"] = for_each_target([&](Target target) { return descriptor::type_name(storage, target); });
  row["cpp"] = kcamel(constant.name);
  row["c"] = upper(spec.name) + "_" + upper(constant.name);
  return row;
}

// Where a parameter has a value that it may not have; empty where every number of its type is allowed.
std::string outside(const Param& param) {
  std::string name(param.name);
  std::string text;
  if (param.symbol->lo > guard::lowest(param.storage)) text = name + " < " + descriptor::literal(param.symbol->lo);
  if (param.symbol->hi < guard::highest(param.storage)) {
    text += (text.empty() ? "" : " || ") + name + " > " + descriptor::literal(param.symbol->hi);
  }
  return text;
}

}  // namespace

std::string value_text(const Constant& constant) {
  bool is_time = guard::unit_of(constant.written) == guard::Unit::kDuration;
  return guard::to_string(constant.value) + (is_time ? " ns" : "");
}

Json documented(Json attributes, const descriptor::About& about) {
  if (!about.doc.empty()) attributes["doc"] = std::string(about.doc);
  if (!about.source.empty()) attributes["source"] = std::string(about.source);
  return attributes;
}

void say(const Spec& spec, Json& row, Place at, const descriptor::About& about) {
  row["cite"] = cite(spec, at);
  row["doc"] = std::string(about.doc);
  row["source"] = std::string(about.source);
}

void lower_head(const Spec& spec, const Over& over, Json& ir) {
  ir["names"] = {
      {"cpp", descriptor::cpp_namespace(spec)}, {"c", descriptor::c_prefix(spec)}, {"upper", upper(spec.name)}};
  ir["over"] = std::string(over.spec->name);
  ir["includes"] = Json::array();
  for (const Spec* used : spec.uses) ir["includes"].push_back(snake(used->name));
  ir["parameters"] = for_each_target([&](Target target) { return print_options(spec, over, target).parameters; });
  ir["arguments"] = print_options(spec, over, Target::kC).arguments;
  ir["argument_names"] = Json::array({"d"});
  for (const descriptor::Param& each : over.of->params) ir["argument_names"].push_back(std::string(each.name));
  for (const Param& each : over.params) ir["argument_names"].push_back(std::string(each.name));
  // The descriptor's checks of its own parameters.
  ir["param_checks"] = Json::array();
  for (const descriptor::Check& each : over.of->checks) {
    if (!each.param) continue;
    std::string name = "holds_" + snake(each.id);
    std::string c = descriptor::function_prefix(*over.spec, *over.of) + name;
    std::string cpp = descriptor::cpp_namespace(*over.spec) + "::" + name;
    ir["param_checks"].push_back({{"cpp", cpp}, {"c", c}, {"arguments", descriptor::arguments(*over.of)}});
  }
  ir["constants"] = Json::array();
  for (const Constant& each : over.constants) ir["constants"].push_back(lower_constant(spec, each));
  ir["params"] = Json::array();
  for (const Param& each : over.params) {
    Json row = {{"name", std::string(each.name)}};
    say(spec, row, each.at, each.about);
    row["in"] = guard::to_string(each.symbol->lo) + ".." + guard::to_string(each.symbol->hi);
    row["outside"] = outside(each);
    ir["params"].push_back(std::move(row));
  }
}

Json printed(guard::Printer& printer, const guard::Typed& guard, std::string_view name) {
  guard::Printed text = printer.print(guard, name);
  return {{"text", text.text}, {"may_abort", text.may_abort}};
}

Json functions(guard::Printer& printer) {
  Json list = Json::array();
  for (const guard::Function& each : printer.take()) {
    if (!each.of_column) list.push_back({{"comment", each.comment}, {"text", each.definition}});
  }
  return list;
}

Json lets(const Spec& spec, const Over& over, guard::Printer& printer) {
  Json list = Json::array();
  for (const Let& let : over.lets) {
    printer.add_let(*let.symbol);
    list.push_back({{"name", std::string(let.symbol->name)},
                    {"target", std::string(let.target)},
                    {"cite", cite(spec, let.at)},
                    {"is", guard::tidy(*let.symbol->let->body)}});
  }
  return list;
}

}  // namespace npuspec::over
