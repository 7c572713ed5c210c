// One spec of kind `descriptor`, built from its text.
#pragma once

#include <string>
#include <utility>

#include "front/kinds/descriptor/kind.h"
#include "front/kinds/descriptor/model.h"
#include "front/reader.h"
#include "front/schema.h"

namespace npuspec::test {

struct Built {
  explicit Built(std::string text) {
    spec.file = sources.add("t.yaml", std::move(text));
    spec.path = "t.yaml";
    spec.kind = &kDescriptorKind;
    spec.root = read_yaml(sources, spec.file, arena, diags);
    if (!spec.root || !spec.root->is_map()) return;
    spec.name = spec.root->text_at("name");
    spec.doc = spec.root->text_at("doc");
    if (const Node* name = spec.root->find("name")) spec.name_at = name->at;
    schema::check_shape(*spec.root, spec.kind->schema(), diags);
    spec.model = spec.kind->build(spec, sources, diags);
    diags.sort();
  }

  // A struct of `fields`, each a row in `{ }`, and further keys.
  static Built of_fields(const std::string& keys, std::initializer_list<const char*> fields) {
    std::string text = "kind: descriptor\nname: t\nabi: {major: 1, minor: 0}\ndoc: d\n" + keys + "fields:\n";
    for (const char* field : fields) text += "  - " + std::string(field) + "\n";
    return Built(std::move(text));
  }

  std::string said() const { return render(diags, sources, DiagFormat::kText); }
  const descriptor::Descriptors* model() const { return model_of<descriptor::Descriptors>(&spec); }

  Sources sources;
  Arena arena;
  Diags diags;
  Spec spec;
};

}  // namespace npuspec::test
