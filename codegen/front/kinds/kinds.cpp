#include <algorithm>
#include <array>

#include "front/json.h"
#include "front/kind.h"
#include "front/kinds/descriptor/kind.h"
#include "front/kinds/device/kind.h"
#include "front/kinds/kernels/kind.h"
#include "front/kinds/policy/kind.h"
#include "front/kinds/selection/kind.h"
#include "front/kinds/tables/kind.h"
#include "front/kinds/wire/kind.h"

namespace npuspec {

void write_tree(void (*make_tree)(const Spec& spec, Json& ir), const Spec& spec, JsonWriter& ir) {
  Json tree = Json::object();
  make_tree(spec, tree);
  ir.put_members(tree);
}

std::span<const Kind> kinds() {
  static const std::array<Kind, 7> table = {kDescriptorKind, kTablesKind,  kWireKind,  kPolicyKind,
                                            kSelectionKind,  kKernelsKind, kDeviceKind};
  return table;
}

const Kind* find_kind(std::string_view name) {
  auto all = kinds();
  auto found = std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace npuspec
