#include "params.h"

#include <algorithm>

#include "front/kinds/descriptor/dump.h"
#include "front/kinds/descriptor/read_value.h"

namespace npuspec {
namespace {

std::string values_of(const descriptor::Param& param) {
  if (param.is_bool) return "true or false";
  if (!param.of) return guard::to_string(param.in.lo) + ".." + guard::to_string(param.in.hi);
  std::string list;
  for (const guard::Enum::Row& row : param.of->type.rows) list += (list.empty() ? "" : ", ") + std::string(row.name);
  return list;
}

}  // namespace

Params read_params(const descriptor::Struct& of, const std::vector<std::string>& texts, Diags& diags) {
  Params set;
  for (const std::string& text : texts) {
    std::size_t equals = text.find('=');
    std::string name = text.substr(0, equals);
    std::string value = equals == std::string::npos ? "" : text.substr(equals + 1);
    auto param = std::find_if(of.params.begin(), of.params.end(), [&](const auto& each) { return each.name == name; });
    if (param == of.params.end()) {
      std::vector<std::string_view> names;
      for (const auto& each : of.params) names.push_back(each.name);
      auto near = nearest(name, names);
      diags.error(Code::E004, {}, "'" + of.path + "' has no parameter '" + name + "'")
          .hint(!near.empty()   ? "did you mean '" + std::string(near) + "'?"
                : names.empty() ? "it has none"
                                : "--set NAME=VALUE");
      continue;
    }
    auto number = descriptor::read_param(*param, value);
    if (!number) {
      diags.error(Code::E004, {}, "parameter '" + name + "' cannot be '" + value + "'").hint(values_of(*param));
      continue;
    }
    bool again = std::any_of(set.begin(), set.end(), [&](const auto& each) { return each.first == &*param; });
    if (again) diags.error(Code::E004, {}, "parameter '" + name + "' is set twice").hint("--set it once");
    set.emplace_back(&*param, *number);
  }
  return set;
}

std::string conditions(const Params& params) {
  std::string text;
  for (auto [param, value] : params)
    text += (text.empty() ? "" : ", ") + std::string(param->name) + "=" + descriptor::spell(*param, value);
  return text;
}

}  // namespace npuspec
