#include "front/kinds/selection/lower.h"

#include "front/kinds/descriptor/lower.h"
#include "front/kinds/over/lower.h"
#include "front/kinds/selection/model.h"
#include "front/report.h"
#include "front/spell.h"

namespace npuspec::selection {
namespace {

using over::Target;

std::string own(std::string_view text) { return std::string(text); }

Json lower_row(const Spec& spec, const Selection& model, const Row& row) {
  Json ir = {{"id", own(row.id)}, {"value", &row - model.rows.data()}};
  over::say(spec, ir, row.at, row.about);
  ir["cpp"] = kcamel(row.id);
  ir["c"] = upper(spec.name) + "_" + upper(row.id);
  ir["when"] = row.when ? guard::canonical(*row.when->source) : "";
  ir["when_prose"] = row.when ? guard::prose(*row.when->source) : "every other request";
  ir["entry"] = {{"complete", own(row.complete)}, {"partial", own(row.partial)}};
  ir["budgets"] = Json::array();
  for (const Budget& budget : row.budgets) {
    Json each = {
        {"symbol", own(budget.symbol)}, {"written", own(budget.written)}, {"bytes", descriptor::literal(budget.bytes)}};
    each["case"] = over::for_each_target(
        [&](Target target) { return descriptor::symbol_name(spec, *model.by->of, budget.symbol, target); });
    ir["budgets"].push_back(std::move(each));
  }
  ir["quantities"] = Json::array();
  for (const Quantity& quantity : row.quantities) {
    Json each = {{"name", own(quantity.name)}, {"is", guard::canonical(*quantity.value->source)}};
    each["cpp"] = function_name(row, quantity);
    each["c"] = descriptor::c_prefix(spec) + function_name(row, quantity);
    each["cite"] = cite(spec, quantity.at);
    ir["quantities"].push_back(std::move(each));
  }
  return ir;
}

}  // namespace

// "scratch.source" is scratch_source in code.
std::string function_name(const Row& row, const Quantity& quantity) {
  return snake(row.id) + "_" + snake(quantity.name);
}

void lower_selection(const Spec& spec, Json& ir) {
  const auto& model = *model_of<Selection>(&spec);
  over::lower_head(spec, model.over, ir);
  ir["by"] = model.by
                 ? Json{{"field", own(model.by->name)}, {"types", over::for_each_target([&](Target target) {
                                                           return descriptor::type_name(spec, *model.by->of, target);
                                                         })}}
                 : Json(false);
  ir["rows"] = Json::array();
  for (const Row& row : model.rows) ir["rows"].push_back(lower_row(spec, model, row));
  ir["none"] = model.rows.size();  // no row: the number after theirs
  ir["functions"] = Json::object();
  for (auto [key, target] : over::kTargets) {
    over::Spelling names(spec, model.over, target);
    guard::Printer printer(descriptor::dialect(target), names, over::print_options(spec, model.over, target));
    ir["lets"][key] = over::lets(spec, model.over, printer);
    for (std::size_t i = 0; i < model.rows.size(); ++i) {
      const Row& row = model.rows[i];
      if (row.when) ir["rows"][i]["taken"][key] = over::printed(printer, *row.when, snake(row.id) + "_when");
      for (std::size_t k = 0; k < row.quantities.size(); ++k) {
        ir["rows"][i]["quantities"][k]["value"][key] =
            over::printed(printer, *row.quantities[k].value, function_name(row, row.quantities[k]) + "_value");
      }
    }
    ir["functions"][key] = over::functions(printer);
  }
  ir["proofs"] = Json::array();
  for (const Proof& proof : model.proofs) {
    Json each = {{"id", own(proof.id)}, {"require", guard::canonical(*proof.require)}};
    over::say(spec, each, proof.at, proof.about);
    ir["proofs"].push_back(std::move(each));
  }
  ir["examples"] = Json::array();
  for (const Example& example : model.examples) {
    Json each = {{"id", own(example.id)}, {"picks", own(model.rows[example.picks].id)}};
    over::say(spec, each, example.at, example.about);
    ir["examples"].push_back(std::move(each));
  }
}

void selection_facts(const Spec& spec, Facts& facts) {
  const auto& model = *model_of<Selection>(&spec);
  for (const over::Constant& each : model.over.constants) {
    facts.add("constant", own(each.name), over::documented({{"value", over::value_text(each)}}, each.about), each.at);
  }
  std::uint32_t order = 0;
  for (const over::Param& each : model.over.params) {
    Json attributes = {{"order", order++},
                       {"type", std::string(descriptor::spelling(each.storage))},
                       {"in", guard::to_string(each.symbol->lo) + ".." + guard::to_string(each.symbol->hi)}};
    facts.add("param", own(each.name), over::documented(std::move(attributes), each.about), each.at);
  }
  for (const over::Let& each : model.over.lets) {
    facts.add("let", own(each.symbol->name), descriptor::let_attributes(*each.symbol), each.at);
  }
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const Row& row = model.rows[i];
    Json attributes = {
        {"order", i}, {"value", i}, {"entry", {{"complete", own(row.complete)}, {"partial", own(row.partial)}}}};
    if (row.when) attributes["when"] = guard::canonical(*row.when->source);
    for (const Quantity& each : row.quantities) attributes[own(each.name)] = guard::canonical(*each.value->source);
    facts.add("row", own(row.id), over::documented(std::move(attributes), row.about), row.at);
    for (const Budget& each : row.budgets) {
      facts.add("budget", own(row.id) + "." + own(each.symbol), {{"bytes", static_cast<std::uint64_t>(each.bytes)}},
                row.at);
    }
  }
  for (const Proof& each : model.proofs) {
    facts.add("prove", own(each.id), over::documented({{"require", guard::canonical(*each.require)}}, each.about),
              each.at);
  }
}

}  // namespace npuspec::selection
