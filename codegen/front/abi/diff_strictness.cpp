// Which of two guards holds less, as far as their forms show it.
//
// "implies" is said of guards that hold without being aborted: where the one does, the other does. That is all that
// counts where an aborted guard refuses as a false one does. It is a look at the forms, and not a proof: what it does
// not find may hold all the same. An operation is signed when its result may be negative, and overflows sooner then;
// since the whole guard and those before it tell what may be, nothing is said of a guard in which that matters.
#include <algorithm>
#include <initializer_list>

#include "front/abi/diff_guards.h"
#include "front/number.h"

namespace npuspec {
namespace {

using guard::Int;
using guard::Interval;

constexpr Interval kAnyNumber = {guard::kI64Min, guard::kU64Max};
constexpr Interval kAnyNatural = {0, guard::kU64Max};

bool is_order(std::string_view sign) { return sign == "<" || sign == "<="; }

Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

bool is_one_of(std::string_view sign, std::initializer_list<std::string_view> signs) {
  return std::find(signs.begin(), signs.end(), sign) != signs.end();
}

// What is made in 64 bits, with a sign or without.
bool is_made(std::string_view sign) {
  return is_one_of(sign, {"+", "-", "*", "negate", "if", "min", "max", "loop sum", "loop prod"});
}

}  // namespace

Guards::Implied Guards::implied(const Fact& before, const Fact& after, std::string_view attribute) {
  int was = form_of(scope_of(Side::kOld, before, true), before, attribute);
  int is = form_of(scope_of(Side::kNew, after, true), after, attribute);
  known_bounds_.clear();
  if (was != is && (may_be_signed(was) || may_be_signed(is))) return {};
  bool may_abort = node_of(was).may_abort || node_of(is).may_abort;
  if (may_abort && !abort_is_false(before, attribute)) return {};
  return {.old_by_new = implies(is, was), .new_by_old = implies(was, is)};
}

std::optional<Change> Guards::strictness(const Fact& before, const Fact& after, std::string_view attribute) {
  Implied found = implied(before, after, attribute);
  if (found.old_by_new) return Change::kNarrowed;
  return found.new_by_old ? std::optional(Change::kWidened) : std::nullopt;
}

// Whether a guard that is aborted does what a false one does there. The condition of a check is none: it lets the data
// pass when it is false, and refuses it when it is aborted.
bool Guards::abort_is_false(const Fact& fact, std::string_view attribute) {
  return attribute == "require" || (fact.what == "row" && attribute == "when");
}

bool Guards::implies(int narrow, int wide) const {
  if (narrow == wide) return true;
  const Node& from = node_of(narrow);
  const Node& to = node_of(wide);
  auto all = [](const std::vector<int>& parts, auto&& test) { return std::all_of(parts.begin(), parts.end(), test); };
  if (to.sign == "and") return all(to.parts, [&](int part) { return implies(narrow, part); });
  if (from.sign == "or") return all(from.parts, [&](int part) { return implies(part, wide); });
  if (from.sign == "and" &&
      std::any_of(from.parts.begin(), from.parts.end(), [&](int part) { return implies(part, wide); }))
    return true;
  if (to.sign == "or") {
    return std::any_of(to.parts.begin(), to.parts.end(), [&](int part) {
      bool alone = all(to.parts, [&](int other) { return other == part || !node_of(other).may_abort; });
      return alone && implies(narrow, part);
    });
  }
  // Over the same values, under the same condition.
  if (from.sign == to.sign && (to.sign == "loop all" || (to.sign == "loop any" && !to.may_abort))) {
    bool alike = from.parts.size() == to.parts.size();
    for (std::size_t i = 0; alike && i < to.parts.size(); ++i) alike = i == 1 || from.parts[i] == to.parts[i];
    return alike && implies(from.parts[1], to.parts[1]);
  }
  return order_implies(from, to) || equality_implies(from, to);
}

// Since more is added to what must stay below, or what that must stay below is a lower number. More that is added
// overflows no later, where both are signed or neither is.
bool Guards::order_implies(const Node& narrow, const Node& wide) const {
  if (!is_order(narrow.sign) || !is_order(wide.sign)) return false;
  Sum narrow_left = sum_of(narrow.parts[0]);
  Sum wide_left = sum_of(wide.parts[0]);
  // Less is one more and at most.
  Int narrow_added = narrow_left.added + (narrow.sign == "<" ? 1 : 0);
  Int wide_added = wide_left.added + (wide.sign == "<" ? 1 : 0);
  if (narrow.parts[1] == wide.parts[1] && narrow_left.rest == wide_left.rest) return wide_added <= narrow_added;
  for (std::size_t i : {0u, 1u}) {
    std::optional<Constant> from = constant_of(narrow.parts[i]);
    std::optional<Constant> to = constant_of(wide.parts[i]);
    if (narrow.parts[1 - i] != wide.parts[1 - i] || !from || !to || from->is_time != to->is_time) continue;
    bool may_touch = wide.sign == "<=" || narrow.sign == "<";
    bool is_closer = i == 0 ? to->value < from->value : from->value < to->value;
    return is_closer || (may_touch && from->value == to->value);
  }
  return false;
}

// a == b implies a <= b; a == 3 implies a <= 5, 2 <= a and a != 4.
bool Guards::equality_implies(const Node& narrow, const Node& wide) const {
  if (narrow.sign != "==" || (wide.sign != "<=" && wide.sign != "!=")) return false;
  if (wide.sign == "<=" && std::is_permutation(wide.parts.begin(), wide.parts.end(), narrow.parts.begin())) return true;
  for (std::size_t i : {0u, 1u}) {
    std::optional<std::uint64_t> is = int_of(narrow.parts[i]);
    int what = narrow.parts[1 - i];
    for (std::size_t k : {0u, 1u}) {
      std::optional<std::uint64_t> bound = int_of(wide.parts[k]);
      if (!is || !bound || wide.parts[1 - k] != what) continue;
      if (wide.sign == "!=") return *is != *bound;
      return k == 0 ? *bound <= *is : *is <= *bound;
    }
  }
  return false;
}

Guards::Sum Guards::sum_of(int number) const {
  const Node& of = node_of(number);
  if (std::optional<std::uint64_t> alone = int_of(number)) return {{}, *alone};
  if (of.sign != "+") return {{number}, 0};
  Sum sum;
  for (int part : of.parts) {
    std::optional<std::uint64_t> added = int_of(part);
    if (added && sum.added == 0) {
      sum.added = *added;
    } else {
      sum.rest.push_back(part);
    }
  }
  return sum;
}

void Guards::set_range(int number, const Fact& fact) {
  std::optional<guard::Storage> storage = guard::storage_named(text_at(fact, "type"));
  if (!storage) return set_range(number, kAnyNumber);
  Interval range = {guard::lowest(*storage), guard::highest(*storage)};
  if (std::optional<Range> in = parse_range(text_at(fact, "in"))) {
    auto value = [](const Number& each) { return each.negative ? -Int{each.magnitude} : Int{each.magnitude}; };
    range = {std::max(range.lo, value(in->lo)), std::min(range.hi, value(in->hi))};
  }
  set_range(number, range);
}

void Guards::set_range(int number, Interval range) {
  auto [known, is_new] = ranges_.try_emplace(number, range);
  if (!is_new) known->second = hull(known->second, range);
}

Interval Guards::bounds(int number) {
  // What is asked for again while it is looked at is not known.
  auto [known, is_new] = known_bounds_.try_emplace(number, kAnyNumber);
  if (!is_new) return known->second;
  Interval exact = bounds_of_node(number);
  bool is_signed = exact.lo < 0;
  Interval made = {std::max<Int>(exact.lo, guard::kI64Min), std::min(exact.hi, guard::kU64Max)};
  if (is_signed && is_made(node_of(number).sign) && exact.hi > guard::kI64Max) signed_or_not_.insert(number);
  known_bounds_[number] = made;
  return made;
}

// As they would be in numbers without end.
Interval Guards::bounds_of_node(int number) {
  const Node of = node_of(number);
  if (auto range = ranges_.find(number); range != ranges_.end()) return range->second;
  if (std::optional<Constant> is = constant_of(number)) return {is->value, is->value};
  auto part = [&](std::size_t i) { return bounds(of.parts[i]); };
  auto any_of_parts = [&](std::size_t first) {
    Interval all = part(first);
    for (std::size_t i = first + 1; i < of.parts.size(); ++i) all = hull(all, part(i));
    return all;
  };
  if (of.sign == "+") return guard::add(part(0), part(1));
  if (of.sign == "-") return guard::subtract(part(0), part(1));
  if (of.sign == "*") return guard::multiply(part(0), part(1));
  if (of.sign == "negate") return guard::subtract({0, 0}, part(0));
  if (of.sign == "/" || of.sign == "%") return {0, std::max<Int>(0, part(0).hi)};
  if (of.sign == "min" || of.sign == "max") return any_of_parts(0);
  if (of.sign == "if") return any_of_parts(1);
  if (of.sign == "index") return part(0);
  if (of.sign == "let") return part(1);
  if (is_one_of(of.sign, {"call ceil_div", "call align_up", "call pow2", "call len", "loop count"})) return kAnyNatural;
  if (of.sign == "loop sum" || of.sign == "loop prod") return part(1).lo >= 0 ? kAnyNatural : kAnyNumber;
  auto domains = domains_.find(number);
  if (domains == domains_.end()) return kAnyNumber;
  std::optional<Interval> all;
  for (int domain : domains->second) {
    const Node over = node_of(domain);
    bool is_range = over.sign == ".." || over.sign == "..<";
    Interval each = kAnyNumber;
    if (is_range) each = {bounds(over.parts[0]).lo, bounds(over.parts[1]).hi};
    all = all ? hull(*all, each) : each;
  }
  return all.value_or(kAnyNumber);
}

// Whether it holds an operation that may overflow, and sooner if it is signed, of which that does not show.
bool Guards::may_be_signed(int number) {
  std::set<int> seen;
  std::vector<int> open = {number};
  while (!open.empty()) {
    int each = open.back();
    open.pop_back();
    if (!seen.insert(each).second) continue;
    if (is_made(node_of(each).sign)) bounds(each);
    open.insert(open.end(), node_of(each).parts.begin(), node_of(each).parts.end());
  }
  return std::any_of(seen.begin(), seen.end(), [&](int each) { return signed_or_not_.contains(each); });
}

}  // namespace npuspec
