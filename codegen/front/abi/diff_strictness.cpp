// Which of two guards holds less, as far as their forms show it.
//
// "implies" is said of guards that hold without being aborted: where the one does, the other does. That is all that
// counts where an aborted guard refuses as a false one does. It is a look at the forms, and not a proof: what it does
// not find may hold all the same.
#include <algorithm>

#include "front/abi/diff_guards.h"

namespace npuspec {
namespace {

bool is_order(std::string_view sign) { return sign == "<" || sign == "<="; }

}  // namespace

Guards::Implied Guards::implied(const Fact& before, const Fact& after, std::string_view attribute) {
  int was = form_of(scope_of(Side::kOld, before, true), before, attribute);
  int is = form_of(scope_of(Side::kNew, after, true), after, attribute);
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
// overflows no later.
bool Guards::order_implies(const Node& narrow, const Node& wide) const {
  if (!is_order(narrow.sign) || !is_order(wide.sign)) return false;
  Sum narrow_left = sum_of(narrow.parts[0]);
  Sum wide_left = sum_of(wide.parts[0]);
  // Less is one more and at most.
  std::uint64_t narrow_added = narrow_left.added + (narrow.sign == "<" ? 1 : 0);
  std::uint64_t wide_added = wide_left.added + (wide.sign == "<" ? 1 : 0);
  if (narrow.parts[1] == wide.parts[1] && narrow_left.rest == wide_left.rest)
    return wide_added <= narrow_added && narrow_added >= narrow_left.added;
  Sum narrow_right = sum_of(narrow.parts[1]);
  Sum wide_right = sum_of(wide.parts[1]);
  if (narrow.parts[0] != wide.parts[0] || !narrow_right.rest.empty() || !wide_right.rest.empty()) return false;
  bool may_touch = wide.sign == "<=" || narrow.sign == "<";
  return narrow_right.added < wide_right.added || (may_touch && narrow_right.added == wide_right.added);
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

}  // namespace npuspec
