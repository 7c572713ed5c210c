// Guards of two reports, compared by what they say and not by how they are spelled.
//
// Each guard is parsed and brought to a form that is a number, the same one for all that say the same: names are those
// of the new report where `formerly` tells, and stand for what they name (a field of this struct, not a field or an
// enum that is called the same, here or in another spec); a let, a symbol and a column are what they are defined as, so
// that one that moved to another spec is the same one as long as it says the same; a time is no number; operands that
// may change places stand in one order, and a < b is b > a. A guard that depends on which rows an enum has, since it
// goes over them or asks whether a value is one, says another thing when rows come or go. Where a guard stops before it
// has evaluated all of it, operands that may overflow keep their places.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front/abi/diff_parts.h"
#include "front/arena.h"
#include "front/guard/expr.h"
#include "front/guard/interval.h"
#include "front/guard/scope.h"

namespace npuspec {

class Guards {
 public:
  explicit Guards(const Pairing& pairing);  // names of the specs that this one rests on are known, too

  // Whether an attribute that is a guard says the same in both reports.
  bool say_the_same(const Fact& before, const Fact& after, std::string_view attribute);

  // Whether a guard that says another thing is plainly narrower or wider than it was; nothing where that takes more
  // than a look at it.
  std::optional<Change> strictness(const Fact& before, const Fact& after, std::string_view attribute);

  // The enums whose rows a guard depends on and that have other rows in the new report; empty when there are none.
  std::string enums_with_other_rows(const Fact& before, const Fact& after, std::string_view attribute);

  // Whether two lets, whatever they are called, are defined alike.
  bool define_the_same(const Fact& before, const Fact& after);

  // Whether the enums and structs that an attribute names are those that it named, or at least say the same.
  bool name_the_same(const Fact& before, const Fact& after, std::string_view attribute);

 private:
  using Side = Pairing::Side;
  using Named = Pairing::Named;

  // Where a guard stands: the spec whose names come first, and the fact that its fields and lets belong to.
  struct Scope {
    Side side;
    const Pairing* spec;
    std::string owner;
    bool defines = true;  // a let, a symbol and a column are what they are defined as, and not their names
  };
  struct Form {
    int number = 0;
    Named type = {};  // of a value: the struct or the enum; null when it is another one
  };
  struct Node {
    std::string sign;
    std::vector<int> parts;
    bool may_abort = false;
  };
  struct Variable {
    std::string_view name;
    Named type;
    int domain = 0;
  };
  struct Implied {
    bool old_by_new = false;
    bool new_by_old = false;
  };
  struct Sum {
    std::vector<int> rest;
    guard::Int added = 0;
  };
  struct Constant {
    guard::Int value = 0;
    bool is_time = false;
  };
  struct Column {
    Json values;  // by the values of the enum
    Named type = {};
    std::optional<guard::Interval> range;
  };
  using Variables = std::vector<Variable>;
  struct Words {
    std::vector<const Pairing*> specs;  // its own first, then all that it rests on
    std::map<std::string, std::vector<Named>, std::less<>> named;
    std::set<std::string, std::less<>> lets;
  };

  bool same_form(const Fact& before, const Fact& after, std::string_view attribute, bool defines);
  Scope scope_of(Side side, const Fact& fact, bool defines) const;
  int form_of(const Scope& scope, const Fact& fact, std::string_view attribute);
  Form definition(const Scope& scope, const Fact& let);
  Form text_form(const Scope& scope, const std::string& text, const Variables& variables);
  int indexes_form(const Scope& scope, const Json& indexes, Variables& variables);

  // `wanted`: the enum whose symbols a bare name stands for first.
  Form form(const Scope& scope, const guard::Expr& e, Variables& variables, const Named& wanted = {});
  int number(const Scope& scope, const guard::Expr& e, Variables& variables, const Named& wanted = {}) {
    return form(scope, e, variables, wanted).number;
  }
  std::vector<int> side_by_side(const Scope& scope, std::span<const guard::Expr* const> args, Variables& variables);
  bool needs_other_side(const Scope& scope, const guard::Expr& e, const Variables& variables) const;
  Form name(const Scope& scope, std::string_view name, const Variables& variables, const Named& wanted);
  Form domain(const Scope& scope, const guard::Expr& e, Variables& variables, const Named& wanted);
  Form member(const Scope& scope, const guard::Expr& e, Variables& variables);
  Form member_of_enum(const Scope& scope, const Form& owner, const std::string& name);
  Form symbol(const Scope& scope, const Named& row);
  int rows(const Scope& scope, const Named& of);
  int comparisons(const Scope& scope, const guard::Expr& e, Variables& variables);
  int joined(std::string_view sign, const std::vector<int>& parts);
  int sorted(std::string_view sign, std::vector<int> parts);
  int comparison(std::string_view sign, int left, int right);
  int membership(int each, int domain);
  int negated(int number);
  int integer(std::uint64_t value);
  std::optional<std::uint64_t> int_of(int number) const;
  std::optional<Constant> constant_of(int number) const;

  Implied implied(const Fact& before, const Fact& after, std::string_view attribute);
  static bool abort_is_false(const Fact& fact, std::string_view attribute);
  bool implies(int narrow, int wide) const;
  bool order_implies(const Node& narrow, const Node& wide) const;
  bool equality_implies(const Node& narrow, const Node& wide) const;
  Sum sum_of(int number) const;

  // Of a number, as far as what is read says it, in either report.
  guard::Interval bounds(int number);
  guard::Interval bounds_of_node(int number);
  bool may_be_signed(int number);
  void set_range(int number, const Fact& fact);
  void set_range(int number, guard::Interval range);

  void find_enums(int number, std::set<int>& enums) const;
  const Node& node_of(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  int node(std::string sign, std::vector<int> parts, bool may_abort = false);

  Named member_called(const Scope& scope, std::string_view name) const;
  Named member_of(Side side, const Pairing& spec, const std::string& owner, std::string_view name) const;
  Form value(const Scope& scope, const Named& member);
  Named named(const Scope& scope, std::string_view what, const std::string& name) const;
  Named type_of(Side side, const Named& fact) const;
  Named type_called(Side side, const Pairing& spec, const std::string& name) const;
  std::vector<const Fact*> rows_of(Side side, const Named& of) const;
  std::optional<Column> column(Side side, const Named& of, const std::string& name) const;
  Json definition_of_type(Side side, const Named& of) const;
  Json symbol_definition(Side side, const Pairing& spec, const Fact& row) const;
  Json definition_of_cell(Side side, const Pairing& spec, const Json& cell) const;
  const Words& words_of(Side side) const { return side == Side::kOld ? old_words_ : new_words_; }
  std::string id_now(Side side, const Named& fact) const;
  std::string place(Side side, const Named& fact) const;

  const Pairing& own_;
  Words old_words_;
  Words new_words_;
  Arena arena_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::string, std::vector<int>>, int> numbers_;
  std::map<const Fact*, Form> definitions_;
  std::vector<const Fact*> in_the_making_;
  std::map<int, guard::Interval> ranges_;        // of what is read, as widely as either report says
  std::map<int, std::set<int>> domains_;         // of variables
  std::map<int, guard::Interval> known_bounds_;  // while nothing is read anew
  std::set<int> signed_or_not_;                  // operations that overflow sooner if they are signed
};

}  // namespace npuspec
