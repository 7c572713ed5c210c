#include "front/abi/diff_guards.h"

#include <algorithm>

#include "front/guard/parse.h"

namespace npuspec {
namespace {

using guard::Expr;
using guard::Op;
using guard::Relation;

// What nodes start with that are asked for again: those that hold an enum's rows, and numbers.
constexpr std::string_view kEnum = "enum ";
constexpr std::string_view kInt = "int ";
constexpr std::string_view kTime = "time ";  // in nanoseconds; beside a count of a unit it is so many of that

// Functions that take their arguments as they are: nothing of theirs overflows.
constexpr std::string_view kNeverAbort[] = {"known", "len", "bit", "is_pow2", "present", "same", "place", "all", "any"};

template <class List, class Value>
bool holds(const List& list, const Value& value) {
  return std::find(std::begin(list), std::end(list), value) != std::end(list);
}

const Expr* parsed(std::string_view text, bool is_domain, Arena& arena) {
  Diags diags;
  guard::AtPlace nowhere({});
  std::string_view kept = arena.copy(text);
  return is_domain ? guard::parse_domain(kept, arena, nowhere, diags) : guard::parse(kept, arena, nowhere, diags);
}

}  // namespace

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
  return {side, &own_, owner_of(fact.id), defines};
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
    Form over = e ? domain(scope, *e, variables, {}) : Form{node("text " + std::string(text), {}), {}};
    domains.push_back(over.number);
    variables.push_back({text.substr(0, std::min(in, text.size())), over.type, over.number});
  }
  return node("indexes", std::move(domains));
}

Guards::Form Guards::form(const Scope& scope, const Expr& e, Variables& variables, const Named& wanted) {
  auto all = [&] {
    std::vector<int> parts;
    for (const Expr* each : e.args) parts.push_back(number(scope, *each, variables, wanted));
    return parts;
  };
  switch (e.op) {
    case Op::kInt:
      return {node(std::string(e.is_time ? kTime : kInt) + std::to_string(e.value), {}), {}};
    case Op::kBool:
      return {node("bool " + std::to_string(e.value), {}), {}};
    case Op::kString:
      return {node("string " + std::string(e.name), {}), {}};
    case Op::kName:
      return name(scope, e.name, variables, wanted);
    case Op::kMember:
      return member(scope, e, variables);
    case Op::kIndex: {
      Form array = form(scope, *e.args[0], variables);
      const Fact* field = e.args[0]->op == Op::kName ? member_called(scope, e.args[0]->name).fact : nullptr;
      Named indexes = field ? named(scope, "enum", text_at(*field, "index")) : Named{};
      std::vector<int> parts = {array.number};
      for (const Expr* index : e.args.subspan(1)) parts.push_back(number(scope, *index, variables, indexes));
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
      Form over = domain(scope, *e.args[1], variables, {});
      variables.push_back({e.variable, over.type, over.number});
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
    case Op::kIn: {
      bool domain_first = needs_other_side(scope, *e.args[0], variables);
      Form over = domain_first ? domain(scope, *e.args[1], variables, {}) : Form{};
      Form each = form(scope, *e.args[0], variables, over.type);
      if (!domain_first) over = domain(scope, *e.args[1], variables, each.type);
      return {membership(each.number, over.number), {}};
    }
    case Op::kNot:
      return {negated(number(scope, *e.args[0], variables)), {}};
    case Op::kAnd:
      return {joined("and", all()), {}};
    case Op::kOr:
      return {joined("or", all()), {}};
    case Op::kIf: {
      std::vector<int> parts = {number(scope, *e.args[0], variables)};
      Named type;
      for (const Expr* each : e.args.subspan(1)) {
        Form part = form(scope, *each, variables, wanted);
        parts.push_back(part.number);
        if (part.type.fact) type = part.type;
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

// The sides of a comparison. What a bare symbol means shows only from what it stands beside.
std::vector<int> Guards::side_by_side(const Scope& scope, std::span<const Expr* const> args, Variables& variables) {
  std::vector<int> numbers(args.size());
  Named type;
  for (bool wanting : {false, true}) {
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (needs_other_side(scope, *args[i], variables) != wanting) continue;
      Form side = form(scope, *args[i], variables, wanting ? type : Named{});
      numbers[i] = side.number;
      if (!type.fact) type = side.type;
    }
  }
  return numbers;
}

bool Guards::needs_other_side(const Scope& scope, const Expr& e, const Variables& variables) const {
  if (e.op == Op::kSet) return true;
  if (e.op == Op::kIf)
    return needs_other_side(scope, *e.args[1], variables) && needs_other_side(scope, *e.args[2], variables);
  return e.op == Op::kName && !member_called(scope, e.name).fact &&
         std::none_of(variables.begin(), variables.end(), [&](const Variable& each) { return each.name == e.name; });
}

// a < b < c is a < b and b < c; a > b is b < a; and == and != hold both ways.
int Guards::comparisons(const Scope& scope, const Expr& e, Variables& variables) {
  std::vector<int> all = side_by_side(scope, e.args, variables);
  std::vector<int> parts;
  for (std::size_t i = 0; i < e.relations.size(); ++i) {
    Relation relation = e.relations[i];
    std::vector<int> sides = {all[i], all[i + 1]};
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
  return parts.size() == 1 ? parts[0] : joined("or", parts);
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

std::optional<Guards::Constant> Guards::constant_of(int number) const {
  const std::string& sign = node_of(number).sign;
  if (std::optional<std::uint64_t> count = int_of(number)) return Constant{*count, false};
  return sign.starts_with(kTime) ? std::optional(Constant{std::stoull(sign.substr(kTime.size())), true}) : std::nullopt;
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

}  // namespace npuspec
