#include "front/kinds/policy/guards.h"

#include <algorithm>

#include "front/guard/parse.h"
#include "front/kinds/policy/model.h"

namespace npuspec::policy {
namespace {

using guard::Type;

// An enum whose rows are numbered 0, 1, ...
template <class List, class NameOf>
void number_rows(guard::Enum& of, const List& list, NameOf name_of) {
  for (std::size_t i = 0; i < list.size(); ++i) of.rows.push_back({name_of(list[i]), static_cast<guard::Int>(i)});
}

void name_taken(guard::Scope& scope, std::string_view name, Place at, Diags& diags) {
  diags.error(Code::P002, at, "'" + std::string(name) + "' is the name of something else already")
      .span(name.size())
      .hint("guards must tell them apart: rename one");
  scope.refuse(name);
}

}  // namespace

bool mentions(const guard::Expr& expr, std::string_view name) {
  if (expr.op == guard::Op::kName && expr.name == name) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), [&](const guard::Expr* arg) { return mentions(*arg, name); });
}

Vocabulary::Vocabulary(const PolicyModel& model, Diags& diags) {
  make_enums(model);
  auto base = std::make_unique<guard::Scope>(arena_);
  base->add_enum(mode_);
  from_ = base->add_value("from", Type::row_of(mode_));
  to_ = base->add_value("to", Type::row_of(mode_));
  if (!model.chains.empty()) {
    base->add_enum(chain_kind_);
    chain_ = base->add_value("chain", Type::row_of(chain_kind_));
    last_chain_ = base->add_value("last_chain", Type::row_of(chain_kind_));
  }
  for (const Knob& knob : model.knobs) knobs_.push_back(add(*base, knob.name, Type::boolean(), knob.at, diags));
  for (const Set& set : model.sets) {
    std::vector<guard::Int> rows;
    for (std::size_t mode : set.modes) rows.push_back(model.modes[mode].value);
    if (!base->add_set(set.name, mode_, arena_.copy(std::span<const guard::Int>(rows)))) {
      name_taken(*base, set.name, set.at, diags);
    }
  }
  unrouted_ = std::make_unique<guard::Scope>(arena_, base.get());
  for (const RuntimeKnob& knob : model.runtime_knobs) {
    if (knob.is_flag()) add(*unrouted_, knob.name, Type::boolean(), knob.at, diags);
  }
  scopes_.push_back(std::move(base));
  for (const RuntimeKnob& knob : model.runtime_knobs) runtime_names_.push_back(knob.name);
  for (const Column& column : model.columns) {
    column_names_.push_back(column.name);
    scopes_.push_back(std::make_unique<guard::Scope>(arena_, scopes_.back().get()));
    columns_.push_back(add(*scopes_.back(), column.name, Type::boolean(), column.at, diags));
  }
  scopes_.push_back(std::make_unique<guard::Scope>(arena_, scopes_.back().get()));
  scopes_.back()->add_enum(profile_name_);
  profile_ = add(*scopes_.back(), "profile", Type::row_of(profile_name_), {}, diags);
  marker_ = add(*scopes_.back(), "marker", Type::row_of(mode_), {}, diags);
}

void Vocabulary::make_enums(const PolicyModel& model) {
  mode_.name = "mode";
  mode_.storage = guard::Storage::kI32;
  for (const Mode& mode : model.modes) mode_.rows.push_back({mode.name, mode.value});
  for (std::size_t i = 0; i < model.mode_columns.size(); ++i) {
    const ModeColumn& from = model.mode_columns[i];
    guard::Enum::Column column;
    column.name = from.name;
    if (from.type == ModeColumn::Type::kBool) column.type = Type::boolean();
    if (from.type == ModeColumn::Type::kInt) column.type = Type::integer(guard::Storage::kI64);
    if (from.type == ModeColumn::Type::kWord) {
      words_.push_back(std::make_unique<guard::Enum>());
      words_.back()->name = from.name;
      number_rows(*words_.back(), from.words, [](std::string_view word) { return word; });
      column.type = Type::row_of(*words_.back());
    }
    for (const Mode& mode : model.modes) column.values.push_back(mode.columns[i]);
    mode_.columns.push_back(std::move(column));
  }
  chain_kind_.name = "chain_kind";
  chain_kind_.storage = guard::Storage::kI32;
  for (const Chain& chain : model.chains) chain_kind_.rows.push_back({chain.name, chain.value});
  profile_name_.name = "profile_name";
  number_rows(profile_name_, model.profiles, [](const Profile& profile) { return profile.name; });
}

const guard::Symbol* Vocabulary::add(guard::Scope& scope, std::string_view name, const Type& type, Place at,
                                     Diags& diags) {
  const Symbol* symbol = scope.add_value(name, type);
  if (!symbol) name_taken(scope, name, at, diags);
  return symbol;
}

// Names that there are, and that this guard cannot ask for: columns decided later, and knobs that the runtime reads.
bool Vocabulary::names_out_of_reach(const guard::Expr& expr, const guard::At& at, const guard::Scope& scope,
                                    Diags& diags) const {
  bool found = false;
  for (const guard::Expr* arg : expr.args) found = names_out_of_reach(*arg, at, scope, diags) || found;
  if (expr.op != guard::Op::kName || scope.find(expr.name)) return found;
  auto is_one_of = [&](const std::vector<std::string_view>& names) {
    return std::find(names.begin(), names.end(), expr.name) != names.end();
  };
  if (is_one_of(column_names_)) {
    diags.error(Code::G010, at.place(expr.at), "`" + std::string(expr.name) + "` is not decided yet here")
        .span(expr.size)
        .hint("a selector may ask for the columns above its own");
    return true;
  }
  if (!is_one_of(runtime_names_)) return found;
  diags.error(Code::G010, at.place(expr.at), "`" + std::string(expr.name) + "` is known to the runtime alone")
      .span(expr.size)
      .hint("cells are decided before it is read: ask for one of `knobs`, or let it suppress an effect");
  return true;
}

Guard Vocabulary::checked(const Sources& sources, const Node& text, const guard::Scope& scope, Diags& diags) {
  Guard result;
  result.at = text.at;
  guard::InNode at(sources, text);
  const guard::Expr* expr = guard::parse(text.text, arena_, at, diags);
  if (!expr || names_out_of_reach(*expr, at, scope, diags)) return result;
  result.typed = guard::Checker(scope, arena_, diags).condition(*expr, at);
  if (result.typed && result.typed->may_abort) {
    diags.error(Code::P015, text.at, "this guard may overflow, and a policy must decide every cell")
        .span(text.text.size())
        .hint("compare smaller numbers, or name the modes it is about");
    result.typed = nullptr;
  }
  return result;
}

Guard Vocabulary::selector(const Sources& sources, const Node& text, std::size_t column, Diags& diags) {
  return checked(sources, text, *scopes_[column], diags);
}

Guard Vocabulary::law(const Sources& sources, const Node& text, Diags& diags) {
  return checked(sources, text, *scopes_.back(), diags);
}

Guard Vocabulary::unrouted(const Sources& sources, const Node& text, Diags& diags) {
  return checked(sources, text, *unrouted_, diags);
}

bool Vocabulary::reads(const Guard& guard, const Symbol* symbol) {
  if (!guard || !symbol) return false;
  std::vector<const Symbol*> all = guard::reads(*guard.typed);
  return std::find(all.begin(), all.end(), symbol) != all.end();
}

Runner::Runner(const PolicyModel& model) : model_(model), slots_(model.vocabulary->scopes_.back()->slots()) {}

void Runner::put(const guard::Symbol* symbol, guard::Int value) {
  if (symbol) slots_[symbol->slot] = value;
}

void Runner::at(const Point& point) {
  const Vocabulary& names = *model_.vocabulary;
  put(names.from_, model_.modes[point.from].value);
  put(names.to_, model_.modes[point.to].value);
  put(names.profile_, static_cast<guard::Int>(point.profile));
  if (!model_.chains.empty()) {
    put(names.chain_, model_.chains[point.chain].value);
    put(names.last_chain_, model_.chains[point.last_chain].value);
  }
  for (std::size_t i = 0; i < names.knobs_.size(); ++i) put(names.knobs_[i], point.knobs >> i & 1u);
}

void Runner::decided(std::size_t column, bool holds) { put(model_.vocabulary->columns_[column], holds ? 1 : 0); }

void Runner::left(std::size_t mode) { put(model_.vocabulary->marker_, model_.modes[mode].value); }

bool Runner::holds(const guard::Typed& guard) {
  interpreter_.start({.slots = slots_});
  return interpreter_.run(guard).is_true();
}

std::string Runner::value_text(const guard::Symbol& symbol) const {
  guard::Int value = slots_[symbol.slot];
  if (symbol.type.base == guard::Base::kEnum) {
    const guard::Enum::Row* row = symbol.type.of->row_of_value(value);
    if (row) return std::string(row->name);
  }
  const std::vector<const guard::Symbol*>& columns = model_.vocabulary->columns_;
  bool is_column = std::find(columns.begin(), columns.end(), &symbol) != columns.end();
  if (is_column) return value != 0 ? "true" : "false";
  return guard::to_string(value);
}

}  // namespace npuspec::policy
