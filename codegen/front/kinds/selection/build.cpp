#include "front/kinds/selection/build.h"

#include <algorithm>
#include <map>
#include <utility>

#include "front/guard/interp.h"
#include "front/kinds/identifiers.h"
#include "front/kinds/rows.h"
#include "front/kinds/selection/lower.h"
#include "front/number.h"
#include "front/spell.h"

namespace npuspec::selection {
namespace {

using guard::Bounds;
using guard::Checker;
using guard::Expr;
using guard::Scope;
using guard::Typed;
using guard::Verdict;

constexpr over::Codes kCodes = {Code::L001, Code::L002, Code::L003, Code::L010};

// Every dotted name in a guard: "budget", "scratch.source".
void names_in(const Expr& expr, std::vector<std::string>& names) {
  if (expr.op == guard::Op::kName) names.emplace_back(expr.name);
  if (expr.op == guard::Op::kMember && expr.args[0]->op == guard::Op::kName) {
    names.push_back(std::string(expr.args[0]->name) + "." + std::string(expr.name));
    return;
  }
  for (const Expr* each : expr.args) {
    if (each) names_in(*each, names);
  }
}

constexpr std::string_view kScratch = "scratch";
constexpr std::string_view kBudget = "budget";
constexpr std::string_view kPlain[] = {"tasks", "task_source", "task_output"};
constexpr std::string_view kOfScratch[] = {"slots", "source", "output", "slack"};

bool is_quantity(std::string_view name) {
  if (name == kBudget) return true;
  if (std::find(std::begin(kPlain), std::end(kPlain), name) != std::end(kPlain)) return true;
  return name.starts_with("scratch.");
}

// One row while it is read: its own scope and checker, which know its quantities and that its guard holds.
struct RowInMaking {
  Row row;
  std::unique_ptr<Scope> scope;
  std::unique_ptr<Checker> checker;
  bool budget_told = false;  // that it is not what the slots add up to
};

class Builder {
 public:
  Builder(const Spec& spec, const Sources& sources, Diags& diags)
      : spec_(spec), sources_(sources), diags_(diags), model_(std::make_unique<Selection>()) {}

  std::unique_ptr<Model> build() {
    if (!over::read_over(spec_, sources_, kCodes, model_->over, diags_)) return nullptr;
    find_by();
    above_ = std::make_unique<Checker>(*model_->over.checker, *model_->over.scope, arena(), diags_);
    for (const Node* node : items_of(spec_.root->find("rows"))) read_row(*node);
    if (making_.empty() || diags_.failed()) return nullptr;
    if (!check_reach()) return nullptr;  // what is not proved then, or what examples pick, is no news
    for (RowInMaking& making : making_) check_budgets(making);
    for (const Node* node : items_of(spec_.root->find("prove"))) read_proof(*node);
    for (RowInMaking& making : making_) model_->rows.push_back(making.row);
    for (const Node* node : items_of(spec_.root->find("examples"))) run_example(*node);
    MeetingIdentifiers met(diags_, Code::L002);
    name_identifiers(spec_, *model_, met);
    return std::move(model_);
  }

 private:
  Arena& arena() { return model_->over.arena; }

  void find_by() {
    const Node* by = scalar_at(*spec_.root, "by");
    if (!by) return;
    model_->by = model_->over.of->find(by->text);
    if (model_->by && model_->by->of && !model_->by->array) return;
    model_->by = nullptr;
    std::vector<std::string_view> names;
    for (const descriptor::Field& field : model_->over.of->fields) {
      if (field.of && !field.array) names.push_back(field.name);
    }
    std::string_view near = nearest(by->text, names);
    Diag& diag =
        diags_
            .error(Code::L004, by->at,
                   in_quotes(by->text) + " is no field of " + in_quotes(model_->over.of->path) + " that holds an enum")
            .span(by->text.size());
    diag.hint(near.empty() ? "name a field whose type is an enum" : "did you mean " + in_quotes(near) + "?");
  }

  void read_row(const Node& node) {
    if (!node.is_map() || node.broken || !scalar_at(node, "id")) return;
    RowInMaking making;
    Row& row = making.row;
    row.id = node.text_at("id");
    row.at = node.find("id")->at;
    row.about = descriptor::about_of(node);
    if (const Node* entry = node.find("entry"); entry && entry->is_map()) {
      row.complete = entry->text_at("complete");
      row.partial = entry->find("partial") ? entry->text_at("partial") : row.complete;
      if (row.partial.empty()) {
        diags_.error(Code::L012, entry->at, "row " + in_quotes(row.id) + " names no function to enter")
            .hint("add `complete:` or `partial:`");
      }
    }
    making.scope = std::make_unique<Scope>(arena(), model_->over.scope.get());
    making.checker = std::make_unique<Checker>(*above_, *making.scope, arena(), diags_);
    const Node* when = scalar_at(node, "when");
    if (when && !read_when(*when, making)) return;
    read_quantities(node, making);
    read_budgets(node, row);
    // What stands below is reached only when this guard did not hold; one that may abort tells nothing by that.
    if (row.when && !row.when->may_abort) above_->hold(*row.when, false);
    making_.push_back(std::move(making));
  }

  bool read_when(const Node& when, RowInMaking& making) {
    const Expr* expr = over::parse(model_->over, sources_, when, diags_);
    const guard::At& at = model_->over.places.back();
    // Of a row that is never picked that is all there is to say: what in its guard never holds is no news then.
    const Typed* made = expr ? above_->condition(*expr, at, guard::Origin::kMade) : nullptr;
    if (!made) return false;
    if (above_->verdict(*made) == Verdict::kNever) {
      diags_
          .error(Code::L005, making.row.at,
                 "row " + in_quotes(making.row.id) +
                     " is never picked: its guard cannot hold where the rows above it did not")
          .span(making.row.id.size())
          .hint("remove the row, or loosen its guard or those above it");
      return false;
    }
    making.row.when = above_->condition(*expr, at);
    making.checker->hold(*making.row.when);
    return true;
  }

  void read_quantities(const Node& node, RowInMaking& making) {
    for (std::string_view name : kPlain) {
      if (const Node* scalar = scalar_at(node, name)) add_quantity(name, name, *scalar, *making.scope, making);
    }
    const Node* scratch = node.find(kScratch);
    if (scratch && scratch->is_map()) {
      Scope* group = making.scope->add_group(kScratch);
      if (!group) return taken(kScratch, scratch->at);
      for (std::string_view name : kOfScratch) {
        const Node* scalar = scalar_at(*scratch, name);
        if (scalar) add_quantity(arena().copy("scratch." + std::string(name)), name, *scalar, *group, making);
      }
    }
    making.checker->finish();
    // A let is bounded by what holds where it is first used: here, not under the assumptions of a proof.
    for (const Quantity& quantity : making.row.quantities) {
      guard::AtPlace at(quantity.at);
      const Expr* name = guard::parse(quantity.name, arena(), at, diags_);
      if (name) making.checker->value(*name, at);
    }
  }

  void taken(std::string_view name, Place at) {
    diags_.error(Code::L002, at, in_quotes(name) + " is what every row calls a quantity of its own")
        .hint("rename the field, constant or let of that name");
  }

  // The quantity as a value, and as a let by its name, for proofs.
  void add_quantity(std::string_view name, std::string_view local, const Node& scalar, Scope& scope,
                    RowInMaking& making) {
    const Expr* expr = over::parse(model_->over, sources_, scalar, diags_);
    if (!expr) return;
    const guard::At& at = model_->over.places.back();
    const Typed* value = making.checker->value(*expr, at, guard::Type::integer(guard::Storage::kU64));
    if (!value) return;
    std::optional<guard::Target> target = guard::parse_target(local, arena(), at, diags_);
    if (!target || !scope.add_let(*target, *expr, at, at)) return taken(name, scalar.at);
    making.row.quantities.push_back({name, scalar.at, value});
  }

  void read_budgets(const Node& node, Row& row) {
    const Node* budget = node.find(kBudget);
    if (!budget || !budget->is_map()) return;
    if (!model_->by) {
      if (!spec_.root->find("by") && !std::exchange(told_by_, true)) {
        diags_.error(Code::L004, budget->at, "budgets are given by symbols of a field, and `by:` names none")
            .hint("add `by: dtype`, say, at the top of the file");
      }
      return;
    }
    for (const descriptor::Symbol& symbol : model_->by->of->symbols) {
      if (symbol.removed()) continue;
      const Node* scalar = budget->find(symbol.name);
      std::optional<Number> number = number_of(scalar);
      if (!number) {
        if (scalar) continue;  // which has been told
        diags_
            .error(Code::L006, budget->at,
                   "row " + in_quotes(row.id) + " gives no budget for " + in_quotes(symbol.name))
            .hint("a number of bytes for each symbol: `" + std::string(symbol.name) + ": 24 KiB`");
        continue;
      }
      row.budgets.push_back({symbol.name, scalar->text, Int{number->magnitude}, scalar->at});
    }
    for (const Entry& entry : budget->entries) {
      if (model_->by->of->find(entry.key)) continue;
      std::vector<std::string_view> names;
      for (const descriptor::Symbol& symbol : model_->by->of->symbols) names.push_back(symbol.name);
      std::string_view near = nearest(entry.key, names);
      Diag& diag = diags_
                       .error(Code::L006, entry.key_at,
                              in_quotes(entry.key) + " is no symbol of " + in_quotes(model_->by->of->name))
                       .span(entry.key.size());
      diag.hint(near.empty() ? "a number of bytes for each symbol" : "did you mean " + in_quotes(near) + "?");
    }
  }

  // The last row takes what no other took, and only the last does.
  bool check_reach() {
    std::size_t errors = diags_.errors();
    for (std::size_t i = 0; i < making_.size(); ++i) {
      const Row& row = making_[i].row;
      bool last = i + 1 == making_.size();
      if (last && row.when) {
        diags_
            .error(Code::L007, row.at,
                   "a request that no row takes would have no worker: the last row, " + in_quotes(row.id) +
                       ", has a guard")
            .span(row.id.size())
            .hint("end with a row that has no `when:`");
      }
      if (!last && !row.when) {
        diags_
            .error(Code::L005, making_[i + 1].row.at,
                   "row " + in_quotes(making_[i + 1].row.id) + " is never picked: " + in_quotes(row.id) +
                       " above it takes every request")
            .span(making_[i + 1].row.id.size())
            .hint("move the row without a guard to the end, or give it a `when:`")
            .note(row.at, "this row has no `when:`");
        break;
      }
    }
    return diags_.errors() == errors;
  }

  void check_budgets(RowInMaking& making) {
    const Row& row = making.row;
    if (row.budgets.empty()) return;
    if (!row.find("scratch.slots")) {
      making.budget_told = true;
      diags_
          .error(Code::L009, row.budgets.front().at,
                 "row " + in_quotes(row.id) + " gives a budget, and has no slots that add up to it")
          .span(row.budgets.front().written.size())
          .hint("say its slots under `scratch:`, or take `budget:` away");
      return;
    }
    for (const Budget& budget : row.budgets) {
      if (!check_budget(making, budget)) return;
    }
  }

  // The sum is asked of the checker, so that it is known under the row's own guard. False when it is no one number.
  bool check_budget(RowInMaking& making, const Budget& budget) {
    Scope scope(arena(), making.scope.get());
    Checker checker(*making.checker, scope, arena(), diags_);
    guard::AtPlace at(budget.at);
    if (!assume(checker, *model_->by->of->find(budget.symbol), at)) return false;
    const Expr* expr = guard::parse("scratch.slots * (scratch.source + scratch.output)", arena(), at, diags_);
    const Typed* sum = expr ? checker.value(*expr, at) : nullptr;
    if (!sum) return false;
    Bounds bounds = checker.bounds(*sum);
    bool is_one = bounds.is_one() && !sum->may_abort;
    if (is_one && bounds.lo == budget.bytes) return true;
    making.budget_told = true;
    auto part = [&](std::string_view name) { return to_string(checker.bounds(*making.row.find(name)->value)); };
    std::string symbol(budget.symbol);
    diags_
        .error(Code::L009, budget.at,
               "the budget of row " + in_quotes(making.row.id) + " is " + guard::to_string(budget.bytes) + " with " +
                   symbol + ", and its slots add up to " + to_string(bounds) + ": " + part("scratch.slots") + " * (" +
                   part("scratch.source") + " + " + part("scratch.output") + ")")
        .span(budget.written.size())
        .hint(is_one ? "write `" + symbol + ": " + guard::to_string(bounds.lo) + "`, or correct `scratch:`"
                     : "a budget is one number: say the slots in what follows from `" + std::string(model_->by->name) +
                           "` alone");
    return is_one;
  }

  // From here on the field that budgets are given by is this symbol. False when that makes no sense.
  bool assume(Checker& checker, const descriptor::Symbol& symbol, const guard::At& at) {
    const Expr* field = guard::parse(model_->by->name, arena(), at, diags_);
    const Typed* value = field ? checker.value(*field, at) : nullptr;
    if (value) checker.assume(*value, symbol.value);
    return value != nullptr;
  }

  void read_proof(const Node& node) {
    const Node* require = scalar_at(node, "require");
    if (!require || node.broken || !scalar_at(node, "id")) return;
    Proof proof{node.text_at("id"), node.find("id")->at, over::parse(model_->over, sources_, *require, diags_),
                descriptor::about_of(node)};
    if (!proof.require) return;
    const guard::At& at = model_->over.places.back();
    std::vector<std::string> names;
    names_in(*proof.require, names);
    bool used = false;
    for (RowInMaking& making : making_) {
      if (!has_all(making.row, names)) continue;
      used = true;
      if (making.budget_told && std::find(names.begin(), names.end(), kBudget) != names.end()) continue;
      if (!prove(proof, making, at)) break;
    }
    if (!used) {
      diags_
          .error(Code::L008, proof.at,
                 "no row has all the quantities that " + in_quotes(proof.id) + " names, so that it proves nothing")
          .span(proof.id.size())
          .hint("remove it, or give a row what it names");
    }
    model_->proofs.push_back(proof);
  }

  static bool has_all(const Row& row, const std::vector<std::string>& names) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      if (!is_quantity(name)) return true;
      return name == kBudget ? !row.budgets.empty() : row.find(name) != nullptr;
    });
  }

  // For each symbol that budgets are given by, or once. False when the guard makes no sense: then it makes none in any
  // row.
  bool prove(const Proof& proof, RowInMaking& making, const guard::At& at) {
    if (!model_->by) return prove_case(proof, making, at, nullptr);
    for (const descriptor::Symbol& symbol : model_->by->of->symbols) {
      if (!symbol.removed() && !prove_case(proof, making, at, &symbol)) return false;
    }
    return true;
  }

  bool prove_case(const Proof& proof, RowInMaking& making, const guard::At& at, const descriptor::Symbol* symbol) {
    Scope scope(arena(), making.scope.get());
    if (symbol) {
      auto budget = std::find_if(making.row.budgets.begin(), making.row.budgets.end(),
                                 [&](const Budget& each) { return each.symbol == symbol->name; });
      if (budget != making.row.budgets.end()) scope.add_number(kBudget, budget->bytes);
    }
    Checker checker(*making.checker, scope, arena(), diags_);
    if (symbol && !assume(checker, *symbol, at)) return false;
    const Typed* require = checker.condition(*proof.require, at, guard::Origin::kMade);
    if (!require) return false;
    if (checker.verdict(*require) == Verdict::kAlways) return true;
    std::string subject = "row " + in_quotes(making.row.id) + (symbol ? " with " + std::string(symbol->name) : "");
    diags_
        .error(Code::L009, proof.at,
               in_quotes(proof.id) + " is not proved for " + subject + ": " + checker.shortfall(*require))
        .span(proof.id.size())
        .hint("bound it in the row's `when:`, or correct the row's numbers")
        .note(making.row.at, "the row is here");
    return true;
  }

  void run_example(const Node& node) {
    const Node* picks = scalar_at(node, "picks");
    if (!picks || node.broken || !scalar_at(node, "id")) return;
    auto slots = over::read_example(model_->over, node, kCodes, true, arena(), diags_);
    if (!slots) return;
    Example example{node.text_at("id"), node.find("id")->at, std::move(*slots), 0, descriptor::about_of(node)};
    interpreter_.start({.slots = example.slots});
    while (model_->rows[example.picks].when && !interpreter_.run(*model_->rows[example.picks].when).is_true())
      ++example.picks;
    const Row& row = model_->rows[example.picks];
    if (row.id != picks->text) {
      diags_
          .error(Code::L011, picks->at,
                 "example " + in_quotes(example.id) + " picks " + in_quotes(row.id) + ", not " + in_quotes(picks->text))
          .span(picks->text.size())
          .hint("change its values, or write `picks: " + std::string(row.id) + "`")
          .note(row.at, "the row is here");
      return;
    }
    if (const Node* expect = node.find("expect"); expect && expect->is_map()) {
      for (const Entry& entry : expect->entries) expect_value(example, entry);
    }
    model_->examples.push_back(std::move(example));
  }

  void expect_value(const Example& example, const Entry& entry) {
    if (!entry.value->is_scalar() || entry.value->broken) return;
    RowInMaking& making = making_[example.picks];
    guard::AtPlace at(entry.key_at);
    const Expr* key = guard::parse(entry.key, arena(), at, diags_);
    const Typed* value = key ? making.checker->value(*key, at) : nullptr;
    const Typed* wanted =
        value ? over::value(model_->over, *making.checker, sources_, *entry.value, diags_, value->type) : nullptr;
    if (!wanted) return;
    guard::Result got = interpreter_.run(*value);
    guard::Result want = interpreter_.run(*wanted);
    if (got.ok() && want.ok() && got.value == want.value) return;
    diags_
        .error(Code::L011, entry.value->at,
               "example " + in_quotes(example.id) + ": " + std::string(entry.key) +
                   (got.ok() ? " is " + guard::to_string(got.value) : " does not fit 64 bits") + ", not " +
                   std::string(entry.value->text))
        .span(entry.value->text.size())
        .hint("change the example's values, or what it expects");
  }

  const Spec& spec_;
  const Sources& sources_;
  Diags& diags_;
  std::unique_ptr<Selection> model_;
  std::unique_ptr<Checker> above_;  // knows that no row above was picked
  std::vector<RowInMaking> making_;
  bool told_by_ = false;  // that budgets need `by:`
  guard::Interpreter interpreter_;
};

}  // namespace

const Quantity* Row::find(std::string_view name) const {
  auto found =
      std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& each) { return each.name == name; });
  return found == quantities.end() ? nullptr : &*found;
}

std::unique_ptr<Model> build_selection(const Spec& spec, const Sources& sources, Diags& diags) {
  return Builder(spec, sources, diags).build();
}

}  // namespace npuspec::selection
