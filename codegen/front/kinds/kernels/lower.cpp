#include "front/kinds/kernels/lower.h"

#include "front/kinds/descriptor/lower.h"
#include "front/kinds/kernels/model.h"
#include "front/kinds/over/lower.h"
#include "front/report.h"
#include "front/spell.h"

namespace npuspec::kernels {
namespace {

using over::Target;

std::string own(std::string_view text) { return std::string(text); }

Json lower_cell(const Spec& spec, const Cell& cell) {
  Json row = {{"id", own(cell.id)},
              {"when", cell.when ? guard::canonical(*cell.when->source) : ""},
              {"when_prose", cell.when ? guard::prose(*cell.when->source) : "every other leaf"},
              {"body", own(cell.body)},
              {"lanes", cell.lanes},
              {"unroll", cell.unroll},
              {"admission", own(cell.admission)},
              {"defers_to", own(cell.defers_to)}};
  over::say(spec, row, cell.at, cell.about);
  return row;
}

Json lower_leaf(const Spec& spec, const Kernels& model, const Leaf& leaf) {
  Json row = {{"name", leaf.name}, {"cell", own(model.cells[leaf.cell].id)}, {"symbols", Json::array()}};
  for (std::size_t i = 0; i < leaf.symbols.size(); ++i) {
    const descriptor::Symbol& symbol = *leaf.symbols[i];
    row["symbols"].push_back(over::for_each_target(
        [&](Target target) { return descriptor::symbol_name(spec, *model.axes[i].of, symbol.name, target); }));
  }
  return row;
}

}  // namespace

void lower_kernels(const Spec& spec, Json& ir) {
  const auto& model = *model_of<Kernels>(&spec);
  over::lower_head(spec, model.over, ir);
  ir["semantics"] = lower_sentences(spec, model.semantics);
  ir["axes"] = Json::array();
  for (const Axis& axis : model.axes) {
    Json row = {{"name", own(axis.name)},
                {"enum", own(axis.of->name)},
                {"cite", cite(spec, axis.at)},
                {"symbols", Json::array()}};
    row["types"] = over::for_each_target([&](Target target) { return descriptor::type_name(spec, *axis.of, target); });
    for (const guard::Enum::Row& symbol : axis.of->type.rows) row["symbols"].push_back(own(symbol.name));
    ir["axes"].push_back(std::move(row));
  }
  ir["cells"] = Json::array();
  for (const Cell& cell : model.cells) ir["cells"].push_back(lower_cell(spec, cell));
  ir["leaves"] = Json::array();
  for (const Leaf& leaf : model.leaves) ir["leaves"].push_back(lower_leaf(spec, model, leaf));
  for (auto [key, target] : over::kTargets) {
    over::Spelling names(spec, model.over, target);
    guard::Printer printer(descriptor::dialect(target), names, over::print_options(spec, model.over, target));
    ir["lets"][key] = over::lets(spec, model.over, printer);
    ir["functions"][key] = over::functions(printer);
  }
}

void kernels_facts(const Spec& spec, Facts& facts) {
  const auto& model = *model_of<Kernels>(&spec);
  for (const over::Constant& each : model.over.constants) {
    facts.add("constant", own(each.name), over::documented({{"value", over::value_text(each)}}, each.about), each.at);
  }
  sentence_facts(model.semantics, facts);
  std::uint32_t order = 0;
  for (const Axis& axis : model.axes) {
    Json symbols = Json::array();
    for (const guard::Enum::Row& symbol : axis.of->type.rows) symbols.push_back(own(symbol.name));
    facts.add("axis", own(axis.name), {{"order", order++}, {"is", std::move(symbols)}}, axis.at);
  }
  for (const over::Let& each : model.over.lets) {
    facts.add("let", own(each.symbol->name), descriptor::let_attributes(*each.symbol), each.at);
  }
  for (std::size_t i = 0; i < model.cells.size(); ++i) {
    const Cell& cell = model.cells[i];
    Json attributes = {{"order", i}, {"body", own(cell.body)}, {"lanes", cell.lanes}, {"unroll", cell.unroll}};
    if (cell.when) attributes["when"] = guard::canonical(*cell.when->source);
    if (!cell.admission.empty()) attributes["admission"] = own(cell.admission);
    if (!cell.defers_to.empty()) attributes["defers_to"] = own(cell.defers_to);
    facts.add("cell", own(cell.id), over::documented(std::move(attributes), cell.about), cell.at);
  }
  for (const Leaf& leaf : model.leaves) {
    const Cell& cell = model.cells[leaf.cell];
    Json attributes = {{"cell", own(cell.id)}, {"body", own(cell.body)}};
    if (!cell.admission.empty()) attributes["admission"] = own(cell.admission);
    if (!cell.defers_to.empty()) attributes["defers_to"] = own(cell.defers_to);
    facts.add("leaf", leaf.name, std::move(attributes), cell.at);
  }
}

}  // namespace npuspec::kernels
