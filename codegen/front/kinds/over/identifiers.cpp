#include "front/kinds/identifiers.h"

#include "front/kinds/over/over.h"
#include "front/spell.h"

namespace npuspec::over {

void name_constants(const Spec& spec, const Over& over, Identifiers& all) {
  for (const Constant& each : over.constants) {
    all.add({upper(spec.name) + "_" + upper(each.name), kcamel(each.name)}, "constant " + in_quotes(each.name), each.at,
            each.name);
  }
}

void name_lets(const Spec& spec, const Over& over, Identifiers& all) {
  auto add = [&](const std::string& before, std::string_view name, Place at) {
    std::string own = "let_" + before + std::string(name) + "*";
    all.add({own, descriptor::c_prefix(spec) + own}, "let " + in_quotes(name), at, name);
  };
  for (const Let& each : over.lets) add("", each.symbol->name, each.at);
  for (const descriptor::Let& each : over.of->lets) add("request_", each.symbol->name, each.at);
}

}  // namespace npuspec::over
