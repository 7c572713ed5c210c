#include "front/kinds/wire/build.h"

#include "front/guard/check.h"
#include "front/kinds/wire/load.h"

namespace npuspec::wire {
namespace {

const Node* map_at(const Node& root, std::string_view key) {
  const Node* node = root.find(key);
  return node && node->is_map() && !node->broken ? node : nullptr;
}

const Node* list_at(const Node& root, std::string_view key) {
  const Node* node = root.find(key);
  return node && node->is_list() && !node->broken ? node : nullptr;
}

// What guards name beside what a group takes: the operator itself, and the enums of the tables.
void fill_scope(WireModel& model) {
  guard::Scope* contract = model.scope->add_group("contract");
  contract->add_text("custom_code", model.operation.custom_code);
  contract->add_number("version", model.operation.version);
  if (model.operation.builtin) contract->add_number("builtin", tables::to_int(model.operation.builtin->value));
  for (std::size_t i = 0; i < model.over->enums.size(); ++i) {
    model.scope->add_enum(model.types->enum_at(static_cast<int>(i)));
  }
}

void check_versions(const Spec& spec, const Node& operation, const Loading& to) {
  const Node* version = operation.find("version");
  if (!version || to.model.operation.version == spec.abi.major) return;
  to.error(Code::W007, *version,
           "the operator's version is " + std::to_string(to.model.operation.version) + ", and the contract's " +
               std::to_string(spec.abi.major))
      .hint(
          "any change of a contract but its docs raises both, `abi.major` and `operator.version`: make them the same");
}

}  // namespace

std::unique_ptr<WireModel> build_wire(const Spec& spec, const Sources& sources, Diags& diags) {
  const Node& root = *spec.root;
  const auto* over = spec.uses.empty() ? nullptr : model_of<tables::TablesModel>(spec.uses.front());
  if (!over || !root.find("over")) {
    const Node* named = root.find("over");
    diags.error(Code::W001, named ? named->at : root.at, "a wire spec is over the tables that it speaks of")
        .hint("write `over:` and the name of a spec of kind `tables`");
    return nullptr;
  }
  auto model = std::make_unique<WireModel>();
  Loading to{.sources = sources, .model = *model, .diags = diags};
  model->over_spec = spec.uses.front();
  model->over = over;
  model->scope = std::make_unique<guard::Scope>(model->arena);
  model->types = std::make_unique<tables::GuardTypes>(*over, model->arena, model->scope.get());
  if (const Node* node = map_at(root, "operator")) {
    load_operator(*node, to);
    check_versions(spec, *node, to);
  }
  fill_scope(*model);
  load_types(root, to);
  if (const Node* node = list_at(root, "groups")) load_groups(*node, to);
  model->semantics = read_sentences(list_at(root, "semantics"));
  if (const Node* node = map_at(root, "names")) load_names(*node, to);
  if (const Node* node = map_at(root, "sidecar")) load_sidecar(*node, to);
  if (const Node* node = list_at(root, "examples")) load_examples(*node, to);
  return model;
}

}  // namespace npuspec::wire
