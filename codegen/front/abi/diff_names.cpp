// What the names in guards stand for: members, symbols and their columns, enums; in the spec itself, and in those that
// it uses.
#include <algorithm>

#include "front/abi/diff_guards.h"

namespace npuspec {
namespace {

using guard::Expr;
using guard::Op;

// What guards name by its bare name, wherever it stands.
constexpr std::string_view kNamed[] = {"symbol", "constant", "mode", "set",     "chain-kind", "profile", "knob",
                                       "switch", "state",    "cost", "outcome", "object",     "effect",  "column"};

constexpr std::string_view kMembers[] = {"field", "let", "param"};

template <class List, class Value>
bool holds(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

std::string last_name(std::string_view id) { return std::string(id.substr(id.rfind('.') + 1)); }

bool is_called(const std::string& name, const auto& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](const auto& each) { return each.name == name; });
}

// The specs that one rests on, the nearest first.
std::vector<const Pairing*> reach(const Pairing& own, Pairing::Side side) {
  std::vector<const Pairing*> specs = {&own};
  for (std::size_t i = 0; i < specs.size(); ++i) {
    for (const Pairing* used : specs[i]->uses(side)) {
      if (!holds(specs, used)) specs.push_back(used);
    }
  }
  return specs;
}

std::optional<guard::Int> integer_in(const Json& value) {
  if (value.is_number_unsigned()) return guard::Int{value.get<std::uint64_t>()};
  return value.is_number_integer() ? std::optional(guard::Int{value.get<std::int64_t>()}) : std::nullopt;
}

}  // namespace

Guards::Guards(const Pairing& pairing) : own_(pairing) {
  for (Side side : {Side::kOld, Side::kNew}) {
    Words& words = side == Side::kOld ? old_words_ : new_words_;
    words.specs = reach(own_, side);
    for (const Pairing* spec : words.specs) {
      for (const Fact& each : spec->report(side).facts) {
        if (each.what == "let") words.lets.insert(last_name(each.id));
        if (holds(kNamed, each.what)) words.named[last_name(each.id)].push_back({spec, &each});
      }
    }
  }
}

bool Guards::name_the_same(const Fact& before, const Fact& after, std::string_view attribute) {
  const Json& was = before.attributes.value(std::string(attribute), Json());
  const Json& is = after.attributes.value(std::string(attribute), Json());
  auto same = [&](const Json& old_name, const Json& new_name) {
    if (!old_name.is_string() || !new_name.is_string()) return true;
    Named old_type = type_called(Side::kOld, own_, old_name.get<std::string>());
    Named new_type = type_called(Side::kNew, own_, new_name.get<std::string>());
    if (!old_type.fact || !new_type.fact) return old_type.fact == new_type.fact;
    return place(Side::kOld, old_type) == place(Side::kNew, new_type) ||
           definition_of_type(Side::kOld, old_type) == definition_of_type(Side::kNew, new_type);
  };
  if (!was.is_object() || !is.is_object()) return same(was, is);
  return std::all_of(is.items().begin(), is.items().end(),
                     [&](const auto& each) { return same(was.value(each.key(), Json()), each.value()); });
}

// What a bare name stands for: a variable, a field, a let, a parameter; a symbol of the enum that is wanted here; else
// a symbol of any, a constant or what else the kind of spec lets guards name.
Guards::Form Guards::name(const Scope& scope, std::string_view name, const Variables& variables, const Named& wanted) {
  for (std::size_t i = variables.size(); i-- > 0;) {
    if (variables[i].name != name) continue;
    // By how far out it was declared, so that its name does not count.
    int number = node("variable " + std::to_string(variables.size() - i), {});
    domains_[number].insert(variables[i].domain);
    return {number, variables[i].type};
  }
  Named found = member_called(scope, name);
  Form of_member = found.fact ? value(scope, found) : Form{};
  if (wanted.fact && wanted.fact->what == "enum") {
    const Fact* row = wanted.spec->fact(scope.side, "symbol", wanted.fact->id + "." + std::string(name));
    if (row && of_member.type.fact != wanted.fact) return symbol(scope, {wanted.spec, row});
  }
  if (found.fact) return of_member;
  const Words& words = words_of(scope.side);
  auto known = words.named.find(name);
  if (known == words.named.end()) return {node("name " + std::string(name), {}, words.lets.contains(name)), {}};
  std::vector<Form> all;
  for (const Named& each : known->second) all.push_back(symbol(scope, each));
  if (all.size() == 1) return all[0];
  std::vector<int> numbers;
  for (const Form& each : all) numbers.push_back(each.number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return {numbers.size() == 1 ? numbers[0] : node("one of", std::move(numbers)), {}};
}

// Of an enum, or what else has a name of its own.
Guards::Form Guards::symbol(const Scope& scope, const Named& row) {
  const Fact& of = *row.fact;
  Named type;
  if (of.what == "symbol") type = {row.spec, row.spec->fact(scope.side, "enum", owner_of(of.id))};
  bool is_value = scope.defines && (of.what == "symbol" || of.what == "constant");
  std::string is = is_value ? " is " + of.attributes.value("value", Json()).dump() : " " + place(scope.side, row);
  return {node(of.what + is, {}), type};
}

Guards::Form Guards::value(const Scope& scope, const Named& found) {
  const Fact& of = *found.fact;
  bool is_let = of.what == "let";
  constexpr std::size_t kDeepest = 200;
  Form is = {0, type_of(scope.side, found)};
  if (is_let && !holds(in_the_making_, &of) && in_the_making_.size() < kDeepest) {
    is = definition({scope.side, found.spec, owner_of(of.id), true}, of);
    if (scope.defines) return is;
  }
  int number = node(of.what + " " + place(scope.side, found), {}, is_let);
  set_range(number, of);
  return {number, is.type};
}

// A name here may be an enum's: all its symbols.
Guards::Form Guards::domain(const Scope& scope, const Expr& e, Variables& variables, const Named& wanted) {
  if (e.op != Op::kName) return form(scope, e, variables, wanted);
  std::string name(e.name);
  Named of = named(scope, "enum", name);
  if (!of.fact || is_called(name, variables)) return form(scope, e, variables, wanted);
  Named field = member_called(scope, name);
  Named its_enum = field.fact ? type_of(scope.side, field) : Named{};
  bool holds_values =
      field.fact && (field.fact->attributes.contains("count") ||
                     (its_enum.fact && its_enum.fact->what == "enum" && its_enum.fact->attributes.contains("flags")));
  if (holds_values) return form(scope, e, variables, wanted);
  return {rows(scope, of), of};
}

// The rows of an enum, by their names, on which a guard depends that goes over them or asks for those that are known;
// of all enums where it does not show which one it is.
int Guards::rows(const Scope& scope, const Named& of) {
  std::vector<Named> enums;
  if (of.fact && of.fact->what == "enum") enums.push_back(of);
  if (enums.empty()) {
    for (const Pairing* spec : words_of(scope.side).specs) {
      for (const Fact& each : spec->report(scope.side).facts) {
        if (each.what == "enum") enums.push_back({spec, &each});
      }
    }
  }
  std::vector<int> numbers;
  for (const Named& each : enums) {
    if (scope.defines) {
      numbers.push_back(node("rows " + definition_of_type(scope.side, each).dump(), {}));
      continue;
    }
    std::vector<int> parts;
    for (const Fact* row : rows_of(scope.side, each))
      parts.push_back(node("row " + last_name(id_now(scope.side, {each.spec, row})), {}));
    std::sort(parts.begin(), parts.end());
    parts.push_back(node("of " + each.spec->name(), {}));
    numbers.push_back(node("enum " + id_now(scope.side, each), std::move(parts)));
  }
  return numbers.size() == 1 ? numbers[0] : node("enums", std::move(numbers));
}

Guards::Form Guards::member(const Scope& scope, const Expr& e, Variables& variables) {
  const Expr& of = *e.args[0];
  std::string name(e.name);
  if (of.op == Op::kName) {
    Named its_enum = named(scope, "enum", std::string(of.name));
    if (its_enum.fact) {
      const Fact* row = its_enum.spec->fact(scope.side, "symbol", its_enum.fact->id + "." + name);
      if (row) return symbol(scope, {its_enum.spec, row});
    }
  }
  Form owner = form(scope, of, variables);
  if (owner.type.fact && owner.type.fact->what == "enum") return member_of_enum(scope, owner, name);
  if (owner.type.fact) {
    Named part = member_of(scope.side, *owner.type.spec, owner.type.fact->id, name);
    if (part.fact) {
      std::string sign = "member " + last_name(id_now(scope.side, part));
      int number = node(std::move(sign), {owner.number}, part.fact->what == "let");
      set_range(number, *part.fact);
      return {number, type_of(scope.side, part)};
    }
  }
  return {node("member " + name, {owner.number}, words_of(scope.side).lets.contains(name)), {}};
}

// A column, or the value as a number. A column of a value without a name is what the enum says for those.
Guards::Form Guards::member_of_enum(const Scope& scope, const Form& owner, const std::string& name) {
  std::vector<int> parts = {owner.number};
  const Named& of = owner.type;
  std::optional<Column> found = column(scope.side, of, name);
  if (found && scope.defines) parts.push_back(node("values " + found->values.dump(), {}));
  if (found && !scope.defines) parts.push_back(node("of " + place(scope.side, of), {}));
  if (found && !scope.defines && of.fact->attributes.contains("open")) parts.push_back(rows(scope, of));
  int number = node("member " + name, std::move(parts));
  std::optional<guard::Storage> base = guard::storage_named(text_at(*of.fact, "base"));
  if (found && found->range) set_range(number, *found->range);
  if (!found && base) set_range(number, {guard::lowest(*base), guard::highest(*base)});
  return {number, found ? found->type : Named{}};
}

std::optional<Guards::Column> Guards::column(Side side, const Named& of, const std::string& name) const {
  std::optional<Column> result;
  auto take = [&](const std::string& value, const Json* cell) {
    if (!cell) return;
    bool is_first = !result;
    if (is_first) result.emplace();
    std::optional<guard::Int> number = integer_in(*cell);
    if (is_first && number) result->range = guard::Interval{*number, *number};
    if (!number) result->range.reset();
    if (number && result->range) {
      result->range = guard::Interval{std::min(result->range->lo, *number), std::max(result->range->hi, *number)};
    }
    if (cell->is_string()) {
      Named row = of.spec->named(side, "symbol", cell->get<std::string>());
      if (row.fact) result->type = {row.spec, row.spec->fact(side, "enum", owner_of(row.fact->id))};
    }
    result->values[value] = definition_of_cell(side, *of.spec, *cell);
  };
  auto at = [](const Json& map, const std::string& key) {
    auto found = map.is_object() ? map.find(key) : map.end();
    return found == map.end() ? nullptr : &*found;
  };
  for (const Fact* row : rows_of(side, of)) {
    const Json* columns = at(row->attributes, "columns");
    const Json* cell = columns ? at(*columns, name) : nullptr;
    take(row->attributes.value("value", Json()).dump(), cell ? cell : at(row->attributes, "column." + name));
  }
  take("missing", at(of.fact->attributes, "missing." + name));
  return result;
}

std::vector<const Fact*> Guards::rows_of(Side side, const Named& of) const {
  std::vector<const Fact*> rows;
  for (const Fact& each : of.spec->report(side).facts) {
    if (each.what == "symbol" && owner_of(each.id) == of.fact->id && !each.attributes.contains("removed"))
      rows.push_back(&each);
  }
  return rows;
}

// What each value of an enum means, whatever the enum and its symbols are called. A struct is no other's like.
Json Guards::definition_of_type(Side side, const Named& of) const {
  if (of.fact->what != "enum") return {{"is", place(side, of)}};
  Json definition = Json::object();
  for (const auto& [key, value] : of.fact->attributes.items()) {
    bool counts = key == "base" || key == "open" || key == "flags" || key.starts_with("missing.");
    if (counts) definition[key] = definition_of_cell(side, *of.spec, value);
  }
  std::vector<Json> rows;
  for (const Fact* row : rows_of(side, of)) rows.push_back(symbol_definition(side, *of.spec, *row));
  std::sort(rows.begin(), rows.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  definition["rows"] = std::move(rows);
  return definition;
}

Json Guards::symbol_definition(Side side, const Pairing& spec, const Fact& row) const {
  Json definition = Json::object();
  for (const auto& [key, value] : row.attributes.items()) {
    bool counts = key == "value" || key == "columns" || key.starts_with("column.");
    if (counts) definition[key] = definition_of_cell(side, spec, value);
  }
  return definition;
}

Json Guards::definition_of_cell(Side side, const Pairing& spec, const Json& cell) const {
  if (cell.is_object()) {
    Json cells = Json::object();
    for (const auto& [key, each] : cell.items()) cells[key] = definition_of_cell(side, spec, each);
    return cells;
  }
  Named row = cell.is_string() ? spec.named(side, "symbol", cell.get<std::string>()) : Named{};
  return row.fact ? Json{{"symbol", row.fact->attributes.value("value", Json())}} : cell;
}

Guards::Named Guards::member_of(Side side, const Pairing& spec, const std::string& owner, std::string_view name) const {
  std::string id = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  for (std::string_view what : kMembers) {
    if (const Fact* found = spec.fact(side, what, id)) return {&spec, found};
  }
  return {};
}

// Of its own struct; else its spec's; else the one struct that a spec stands over.
Guards::Named Guards::member_called(const Scope& scope, std::string_view name) const {
  if (Named found = member_of(scope.side, *scope.spec, scope.owner, name); found.fact) return found;
  if (scope.spec != &own_) return {};
  if (Named found = member_of(scope.side, own_, "", name); found.fact) return found;
  if (own_.report(scope.side).kind == "descriptor") return {};
  for (const Pairing* spec : own_.uses(scope.side)) {
    for (const Fact& of : spec->report(scope.side).facts) {
      if (of.what != "struct") continue;
      if (Named found = member_of(scope.side, *spec, of.id, name); found.fact) return found;
    }
  }
  return {};
}

// Of its spec and of those that it uses; and, since a spec that stands over another sees what that one sees, of theirs.
Guards::Named Guards::named(const Scope& scope, std::string_view what, const std::string& name) const {
  if (Named found = scope.spec->named(scope.side, what, name); found.fact) return found;
  for (const Pairing* used : scope.spec->uses(scope.side)) {
    if (Named found = used->named(scope.side, what, name); found.fact) return found;
  }
  return {};
}

Guards::Named Guards::type_of(Side side, const Named& fact) const {
  std::string name = text_at(*fact.fact, "type");
  return fact.fact->what == "let" || name.empty() ? Named{} : type_called(side, *fact.spec, name);
}

// An enum, a struct, a table; or the enum of a symbol, which is what a cell of a column names.
Guards::Named Guards::type_called(Side side, const Pairing& spec, const std::string& name) const {
  for (std::string_view what : {"enum", "struct", "table"}) {
    if (Named found = spec.named(side, what, name); found.fact) return found;
  }
  Named row = spec.named(side, "symbol", name);
  return row.fact ? Named{row.spec, row.spec->fact(side, "enum", owner_of(row.fact->id))} : Named{};
}

std::string Guards::id_now(Side side, const Named& fact) const {
  return side == Side::kOld ? fact.spec->now(fact.fact->what, fact.fact->id) : fact.fact->id;
}

// What tells a fact from all others, in both reports.
std::string Guards::place(Side side, const Named& fact) const {
  return (fact.spec == &own_ ? std::string() : fact.spec->name() + ":") + id_now(side, fact);
}

}  // namespace npuspec
