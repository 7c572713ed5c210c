#include "front/kinds/descriptor/find.h"

namespace npuspec::descriptor {

const Struct* find_struct(const SpecSet& set, std::string_view path, Diags& diags) {
  std::vector<std::string_view> known;
  for (const auto& spec : set.specs) {
    const auto* model = model_of<Descriptors>(spec.get());
    if (!model) continue;
    for (const Struct& of : model->structs) {
      // A file's only struct answers to both names, whether it is at the top or under `structs:`.
      bool alone = model->structs.size() == 1 && path == spec->name;
      if (of.path == path || alone) return &of;
      known.push_back(of.path);
    }
  }
  std::string list;
  for (std::string_view each : known) list += (list.empty() ? "" : ", ") + std::string(each);
  std::string_view near = nearest(path, known);
  diags.error(Code::E001, {}, "there is no descriptor '" + std::string(path) + "'")
      .hint(near.empty() ? "there are: " + list : "did you mean '" + std::string(near) + "'?");
  return nullptr;
}

}  // namespace npuspec::descriptor
