#include "front/abi/diff_guards.h"

#include <algorithm>

#include "front/guard/parse.h"

namespace npuspec {
namespace {

using guard::Expr;
using guard::Op;
using guard::Relation;

// What guards name by its bare name, wherever it stands.
constexpr std::string_view kNamed[] = {"symbol", "constant", "mode", "set",     "chain-kind", "profile", "knob",
                                       "switch", "state",    "cost", "outcome", "object",     "effect",  "column"};

// What nodes start with that are asked for again: those that hold an enum's rows, and numbers.
constexpr std::string_view kEnum = "enum ";
constexpr std::string_view kInt = "int ";

constexpr std::string_view kMembers[] = {"field", "let", "param"};

// Functions that take their arguments as they are: nothing of theirs overflows.
constexpr std::string_view kNeverAbort[] = {"known", "len", "bit", "is_pow2", "present", "same", "place", "all", "any"};

template <class List, class Value>
bool holds(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

std::string last_name(std::string_view id) { return std::string(id.substr(id.rfind('.') + 1)); }

const Expr* parsed(std::string_view text, bool is_domain, Arena& arena) {
  Diags diags;
  guard::AtPlace nowhere({});
  std::string_view kept = arena.copy(text);
  return is_domain ? guard::parse_domain(kept, arena, nowhere, diags) : guard::parse(kept, arena, nowhere, diags);
}

}  // namespace

Guards::Guards(const Pairing& pairing) : specs_(pairing.used()) {
  specs_.insert(specs_.begin(), &pairing);
  for (Side side : {Side::kOld, Side::kNew}) {
    Words& words = side == Side::kOld ? old_words_ : new_words_;
    for (const Pairing* spec : specs_) {
      for (const Fact& each : (side == Side::kOld ? spec->before() : spec->after()).facts) {
        std::string name = last_name(each.id);
        if (each.what == "let") words.lets.insert(name);
        if (!holds(kNamed, each.what)) continue;
        std::string now = side == Side::kOld ? last_name(spec->now(each.what, each.id)) : name;
        auto [known, is_new] = words.symbols.try_emplace(name, now);
        // A bare symbol may be of any enum: it has another name now when it has that one in all that have it.
        if (!is_new && known->second != now) known->second = name;
      }
    }
  }
}

bool Guards::say_the_same(const Fact& before, const Fact& after, std::string_view attribute) {
  // What a changed let does to the guards that name it is told of the let.
  if (same_form(before, after, attribute, false) || same_form(before, after, attribute, true)) return true;
  Implied found = implied(before, after, attribute);
  return found.old_by_new && found.new_by_old;
}

bool Guards::define_the_same(const Fact& before, const Fact& after) {
  return definition(scope_of(Side::kOld, before, true), before).number ==
         definition(scope_of(Side::kNew, after, true), after).number;
}

std::string Guards::enums_with_other_rows(const Fact& before, const Fact& after, std::string_view attribute) {
  std::set<int> old_enums;
  std::set<int> new_enums;
  find_enums(form_of(scope_of(Side::kOld, before, false), before, attribute), old_enums);
  find_enums(form_of(scope_of(Side::kNew, after, false), after, attribute), new_enums);
  std::string names;
  for (int each : new_enums) {
    if (old_enums.contains(each)) continue;
    names += (names.empty() ? "" : ", ") + node_of(each).sign.substr(kEnum.size());
  }
  return names;
}

void Guards::find_enums(int number, std::set<int>& enums) const {
  const Node& of = node_of(number);
  if (of.sign.starts_with(kEnum)) enums.insert(number);
  for (int part : of.parts) find_enums(part, enums);
}

bool Guards::same_form(const Fact& before, const Fact& after, std::string_view attribute, bool defines) {
  return form_of(scope_of(Side::kOld, before, defines), before, attribute) ==
         form_of(scope_of(Side::kNew, after, defines), after, attribute);
}

Guards::Scope Guards::scope_of(Side side, const Fact& fact, bool defines) const {
  return {side, specs_.front(), owner_of(fact.id), defines};
}

int Guards::form_of(const Scope& scope, const Fact& fact, std::string_view attribute) {
  const Json& value = fact.attributes.at(std::string(attribute));
  Variables variables;
  if (fact.what == "let") {
    auto over = fact.attributes.find("over");
    int indexes = over == fact.attributes.end() ? 0 : indexes_form(scope, *over, variables);
    return attribute == "over" ? indexes : text_form(scope, text_at(fact, "is"), variables).number;
  }
  if (value.is_string()) return text_form(scope, value.get<std::string>(), variables).number;
  if (!value.is_object()) return node("json " + value.dump(), {});
  std::vector<int> parts;  // what is set, and to what
  for (const auto& [key, part] : value.items()) {
    int is = part.is_string() ? text_form(scope, part.get<std::string>(), variables).number
                              : node("json " + part.dump(), {});
    parts.push_back(node("entry", {text_form(scope, key, variables).number, is}));
  }
  std::sort(parts.begin(), parts.end());
  return node("map", std::move(parts));
}

// A let of another spec, or of another struct, sees the names of its own.
Guards::Form Guards::definition(const Scope& scope, const Fact& let) {
  if (auto known = definitions_.find(&let); known != definitions_.end()) return known->second;
  in_the_making_.push_back(&let);
  Variables variables;
  auto over = let.attributes.find("over");
  int indexes = over == let.attributes.end() ? 0 : indexes_form(scope, *over, variables);
  Form is = text_form(scope, text_at(let, "is"), variables);
  in_the_making_.pop_back();
  if (!variables.empty()) is.number = node("let", {indexes, is.number}, node_of(is.number).may_abort);
  definitions_[&let] = is;
  return is;
}

Guards::Form Guards::text_form(const Scope& scope, const std::string& text, const Variables& variables) {
  const Expr* e = parsed(text, false, arena_);
  if (!e) return {node("text " + text, {}, true), {}};
  Variables inner = variables;
  return form(scope, *e, inner);
}

int Guards::indexes_form(const Scope& scope, const Json& indexes, Variables& variables) {
  std::vector<int> domains;
  for (const Json& index : indexes) {
    std::string_view text = arena_.copy(index.is_string() ? index.get<std::string>() : index.dump());
    std::size_t in = text.find(" in ");
    const Expr* e = in == std::string_view::npos ? nullptr : parsed(text.substr(in + 4), true, arena_);
    Form over = e ? domain(scope, *e, variables) : Form{node("text " + std::string(text), {}), {}};
    domains.push_back(over.number);
    variables.push_back({text.substr(0, std::min(in, text.size())), over.type});
  }
  return node("indexes", std::move(domains));
}

Guards::Form Guards::form(const Scope& scope, const Expr& e, Variables& variables) {
  auto all = [&] {
    std::vector<int> parts;
    for (const Expr* each : e.args) parts.push_back(number(scope, *each, variables));
    return parts;
  };
  switch (e.op) {
    case Op::kInt:
    case Op::kBool:
      return {node((e.op == Op::kInt ? std::string(kInt) : "bool ") + std::to_string(e.value), {}), {}};
    case Op::kString:
      return {node("string " + std::string(e.name), {}), {}};
    case Op::kName:
      return name(scope, e.name, variables);
    case Op::kMember:
      return member(scope, e, variables);
    case Op::kIndex: {
      Form array = form(scope, *e.args[0], variables);
      std::vector<int> parts = {array.number};
      for (const Expr* index : e.args.subspan(1)) parts.push_back(number(scope, *index, variables));
      return {node("index", std::move(parts)), array.type};
    }
    case Op::kCall:
      if (e.name == "min" || e.name == "max") return {sorted(e.name, all()), {}};
      if (e.name == "known" && e.args.size() == 1) {
        Form of = form(scope, *e.args[0], variables);
        return {node("call known", {of.number, rows(scope, of.type)}), {}};
      }
      return {node("call " + std::string(e.name), all(), !holds(kNeverAbort, e.name)), {}};
    case Op::kLoop: {
      Form over = domain(scope, *e.args[1], variables);
      variables.push_back({e.variable, over.type});
      std::vector<int> parts = {over.number, number(scope, *e.args[0], variables)};
      if (e.args.size() > 2) parts.push_back(number(scope, *e.args[2], variables));
      variables.pop_back();
      return {node("loop " + std::string(e.name), std::move(parts), !holds(kNeverAbort, e.name)), {}};
    }
    case Op::kNegate:
      return {node("negate", all(), true), {}};
    case Op::kAdd:
      return {sorted("+", all()), {}};
    case Op::kMultiply:
      return {sorted("*", all()), {}};
    case Op::kSubtract:
      return {node("-", all(), true), {}};
    case Op::kDivide:
      return {node("/", all(), true), {}};
    case Op::kRemainder:
      return {node("%", all(), true), {}};
    case Op::kCompare:
      return {comparisons(scope, e, variables), {}};
    case Op::kIn:
      return {membership(number(scope, *e.args[0], variables), domain(scope, *e.args[1], variables).number), {}};
    case Op::kNot:
      return {negated(number(scope, *e.args[0], variables)), {}};
    case Op::kAnd:
      return {joined("and", all()), {}};
    case Op::kOr:
      return {joined("or", all()), {}};
    case Op::kIf: {
      std::vector<int> parts;
      std::string type;
      for (const Expr* each : e.args) {
        Form part = form(scope, *each, variables);
        parts.push_back(part.number);
        type = part.type;
      }
      return {node("if", std::move(parts), true), type};
    }
    case Op::kSet:
      return {joined("set", all()), {}};
    case Op::kRange: {
      std::vector<int> ends = all();
      std::optional<std::uint64_t> last = int_of(ends[1]);
      if (!e.open || !last || *last == 0) return {node(e.open ? "..<" : "..", std::move(ends)), {}};
      return {node("..", {ends[0], integer(*last - 1)}), {}};
    }
  }
  return {};
}

// What a bare name stands for: a variable, a field, a let, a parameter; else a symbol, a constant or what else the kind
// of spec lets guards name.
Guards::Form Guards::name(const Scope& scope, std::string_view name, const Variables& variables) {
  for (std::size_t i = variables.size(); i-- > 0;) {
    // By how far out it was declared, so that its name does not count.
    if (variables[i].name == name)
      return {node("variable " + std::to_string(variables.size() - i), {}), variables[i].type};
  }
  Member found = member_called(scope, name);
  const Words& words = words_of(scope);
  auto symbol = words.symbols.find(name);
  if (symbol != words.symbols.end()) return {node("name " + symbol->second, {}), {}};
  if (found.fact) return value(scope, found);
  return {node("name " + std::string(name), {}, words.lets.contains(name)), {}};
}

Guards::Form Guards::value(const Scope& scope, const Member& found) {
  const Fact& of = *found.fact;
  bool is_let = of.what == "let";
  constexpr std::size_t kDeepest = 200;
  Form is = {0, text_at(of, "type")};
  if (is_let && !holds(in_the_making_, &of) && in_the_making_.size() < kDeepest) {
    is = definition({scope.side, found.spec, owner_of(of.id), true}, of);
    if (scope.defines) return is;
  }
  return {node(of.what + " " + id_now(scope, *found.spec, of), {}, is_let), is.type};
}

// A name here may be an enum's: all its symbols.
Guards::Form Guards::domain(const Scope& scope, const Expr& e, Variables& variables) {
  if (e.op != Op::kName) return form(scope, e, variables);
  std::string name(e.name);
  const Fact* of = enum_called(scope, name);
  if (!of || std::any_of(variables.begin(), variables.end(), [&](const Variable& each) { return each.name == name; }))
    return form(scope, e, variables);
  Member field = member_called(scope, name);
  const Fact* its_enum = field.fact ? enum_called(scope, text_at(*field.fact, "type")) : nullptr;
  bool holds_values =
      field.fact && (field.fact->attributes.contains("count") || (its_enum && its_enum->attributes.contains("flags")));
  if (holds_values) return form(scope, e, variables);
  return {rows(scope, name), name};
}

// The rows of an enum, by their names, on which a guard depends that goes over them or asks for those that are known;
// of all enums where it does not show which one it is.
int Guards::rows(const Scope& scope, const std::string& name) {
  std::vector<int> enums;
  for (const Pairing* spec : specs_) {
    const std::vector<Fact>& facts = (scope.side == Side::kOld ? spec->before() : spec->after()).facts;
    for (const Fact& of : facts) {
      if (of.what != "enum" || (!name.empty() && of.id != name)) continue;
      std::vector<int> names;
      for (const Fact& row : facts) {
        if (row.what == "symbol" && owner_of(row.id) == of.id && !row.attributes.contains("removed"))
          names.push_back(node("row " + last_name(id_now(scope, *spec, row)), {}));
      }
      std::sort(names.begin(), names.end());
      enums.push_back(node(std::string(kEnum) + id_now(scope, *spec, of), std::move(names)));
    }
  }
  return enums.size() == 1 ? enums[0] : node("enums", std::move(enums));
}

Guards::Form Guards::member(const Scope& scope, const Expr& e, Variables& variables) {
  const Expr& of = *e.args[0];
  std::string name(e.name);
  for (const Pairing* spec : specs_) {
    if (of.op != Op::kName || !fact(scope, *spec, "enum", std::string(of.name))) continue;
    if (const Fact* symbol = fact(scope, *spec, "symbol", std::string(of.name) + "." + name))
      return {node("symbol " + id_now(scope, *spec, *symbol), {}), std::string(of.name)};
  }
  Form owner = form(scope, of, variables);
  for (const Pairing* spec : specs_) {
    Member part = owner.type.empty() ? Member{} : member_of(scope, *spec, owner.type, name);
    if (part.fact) {
      return {node("member " + last_name(id_now(scope, *spec, *part.fact)), {owner.number}, part.fact->what == "let"),
              text_at(*part.fact, "type")};
    }
  }
  std::vector<int> parts = {owner.number};
  // A column: of a value without a name it is what the enum says for those.
  const Fact* of_enum = owner.type.empty() ? nullptr : enum_called(scope, owner.type);
  if (of_enum && of_enum->attributes.contains("open")) parts.push_back(rows(scope, owner.type));
  return {node("member " + name, std::move(parts), words_of(scope).lets.contains(name)), {}};
}

// a < b < c is a < b and b < c; a > b is b < a; and == and != hold both ways.
int Guards::comparisons(const Scope& scope, const Expr& e, Variables& variables) {
  std::vector<int> parts;
  for (std::size_t i = 0; i < e.relations.size(); ++i) {
    Relation relation = e.relations[i];
    std::vector<int> sides = {number(scope, *e.args[i], variables), number(scope, *e.args[i + 1], variables)};
    if (relation == Relation::kGreater || relation == Relation::kGreaterEqual) {
      relation = mirrored(relation);
      std::swap(sides[0], sides[1]);
    }
    parts.push_back(comparison(spelling(relation), sides[0], sides[1]));
  }
  return parts.size() == 1 ? parts[0] : joined("and", parts);
}

// By ==, !=, < or <=. Below 4 is at most 3, and above 3 at least 4.
int Guards::comparison(std::string_view sign, int left, int right) {
  if (sign == "==" || sign == "!=") return node(std::string(sign), {std::min(left, right), std::max(left, right)});
  if (sign == "<") {
    std::optional<std::uint64_t> low = int_of(left);
    std::optional<std::uint64_t> high = int_of(right);
    if (high && *high > 0) return node("<=", {left, integer(*high - 1)});
    if (low && *low < ~std::uint64_t{0}) return node("<=", {integer(*low + 1), right});
  }
  return node(std::string(sign), {left, right});
}

// To be in a range is to be at least its first and at most its last; to be in a set is to be one of it.
int Guards::membership(int each, int domain) {
  const Node over = node_of(domain);
  if (over.sign == ".." || over.sign == "..<")
    return joined("and", {comparison("<=", over.parts[0], each),
                          comparison(over.sign == ".." ? "<=" : "<", each, over.parts[1])});
  if (over.sign != "set") return node("in", {each, domain});
  std::vector<int> parts;
  for (int one : over.parts) parts.push_back(comparison("==", each, one));
  std::sort(parts.begin(), parts.end());
  return parts.size() == 1 ? parts[0] : node("or", std::move(parts));
}

// What is evaluated, and in which order, stays as it is.
int Guards::negated(int number) {
  const Node of = node_of(number);
  auto negated_parts = [&] {
    std::vector<int> parts;
    for (int part : of.parts) parts.push_back(negated(part));
    return parts;
  };
  if (of.sign == "not") return of.parts[0];
  if (of.sign == "and") return joined("or", negated_parts());
  if (of.sign == "or") return joined("and", negated_parts());
  if (of.sign == "==") return node("!=", of.parts);
  if (of.sign == "!=") return node("==", of.parts);
  if (of.sign == "<") return comparison("<=", of.parts[1], of.parts[0]);
  if (of.sign == "<=") return comparison("<", of.parts[1], of.parts[0]);
  return node("not", {number});
}

std::optional<std::uint64_t> Guards::int_of(int number) const {
  const std::string& sign = node_of(number).sign;
  return sign.starts_with(kInt) ? std::optional(std::stoull(sign.substr(kInt.size()))) : std::nullopt;
}

int Guards::integer(std::uint64_t value) { return node(std::string(kInt) + std::to_string(value), {}); }

// What is evaluated from left to right, and no further than it needs: what may abort stays where it stands.
int Guards::joined(std::string_view sign, const std::vector<int>& parts) {
  std::vector<int> flat;
  for (int part : parts) {
    const Node& each = node_of(part);
    if (each.sign == sign && sign != "set") {
      flat.insert(flat.end(), each.parts.begin(), each.parts.end());
    } else {
      flat.push_back(part);
    }
  }
  bool may_abort = std::any_of(flat.begin(), flat.end(), [&](int part) { return node_of(part).may_abort; });
  if (!may_abort) {
    std::sort(flat.begin(), flat.end());
    if (sign != "set") flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (sign != "set" && flat.size() == 1) return flat[0];
  }
  return node(std::string(sign), std::move(flat));
}

int Guards::sorted(std::string_view sign, std::vector<int> parts) {
  std::sort(parts.begin(), parts.end());
  return node(std::string(sign), std::move(parts), true);
}

int Guards::node(std::string sign, std::vector<int> parts, bool may_abort) {
  auto [at, is_new] = numbers_.try_emplace({sign, parts}, static_cast<int>(nodes_.size()));
  if (!is_new) return at->second;
  for (int part : parts) may_abort = may_abort || node_of(part).may_abort;
  nodes_.push_back({std::move(sign), std::move(parts), may_abort});
  return at->second;
}

const Fact* Guards::fact(const Scope& scope, const Pairing& spec, std::string_view what, const std::string& id) const {
  return scope.side == Side::kOld ? spec.old_fact(what, id) : spec.new_fact(what, id);
}

Guards::Member Guards::member_of(const Scope& scope, const Pairing& spec, const std::string& owner,
                                 std::string_view name) const {
  std::string id = owner.empty() ? std::string(name) : owner + "." + std::string(name);
  for (std::string_view what : kMembers) {
    if (const Fact* found = fact(scope, spec, what, id)) return {found, &spec};
  }
  return {};
}

// Of its own struct; else its spec's; else the one struct that a spec stands over.
Guards::Member Guards::member_called(const Scope& scope, std::string_view name) const {
  if (Member found = member_of(scope, *scope.spec, scope.owner, name); found.fact) return found;
  if (scope.spec != specs_.front()) return {};
  if (Member found = member_of(scope, *scope.spec, "", name); found.fact) return found;
  for (std::size_t i = 1; i < specs_.size(); ++i) {
    for (const Fact& of : (scope.side == Side::kOld ? specs_[i]->before() : specs_[i]->after()).facts) {
      if (of.what != "struct") continue;
      if (Member found = member_of(scope, *specs_[i], of.id, name); found.fact) return found;
    }
  }
  return {};
}

const Fact* Guards::enum_called(const Scope& scope, const std::string& name) const {
  for (const Pairing* spec : specs_) {
    if (const Fact* found = fact(scope, *spec, "enum", name)) return found;
  }
  return nullptr;
}

std::string Guards::id_now(const Scope& scope, const Pairing& spec, const Fact& fact) const {
  return scope.side == Side::kOld ? spec.now(fact.what, fact.id) : fact.id;
}

}  // namespace npuspec
