// Guards of two reports, compared by what they say and not by how they are spelled.
//
// Each guard is parsed and brought to a form that is a number, the same one for all that say the same: names are those
// of the new report where `formerly` tells, and stand for what they name (a field of this struct, not a field or an
// enum that is called the same); a let is what it is defined as; operands that may change places stand in one order,
// and a < b is b > a. A guard that depends on which rows an enum has, since it goes over them or asks whether a value
// is one, says another thing when rows come or go. Where a guard stops before it has evaluated all of it, operands that
// may overflow keep their places.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "front/abi/diff_parts.h"
#include "front/arena.h"
#include "front/guard/expr.h"

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

 private:
  enum class Side : std::uint8_t { kOld, kNew };

  // Where a guard stands: the spec whose names come first, and the fact that its fields and lets belong to.
  struct Scope {
    Side side;
    const Pairing* spec;
    std::string owner;
    bool defines = true;  // a let is what it is defined as, and not its name
  };
  struct Form {
    int number = 0;
    std::string type;  // of a value: the struct or the enum; empty when it is another one
  };
  struct Node {
    std::string sign;
    std::vector<int> parts;
    bool may_abort = false;
  };
  struct Variable {
    std::string_view name;
    std::string type;
  };
  struct Member {
    const Fact* fact = nullptr;
    const Pairing* spec = nullptr;
  };
  struct Implied {
    bool old_by_new = false;
    bool new_by_old = false;
  };
  struct Sum {
    std::vector<int> rest;
    std::uint64_t added = 0;
  };
  using Variables = std::vector<Variable>;
  struct Words {
    std::map<std::string, std::string, std::less<>> symbols;  // and what each is called now
    std::set<std::string, std::less<>> lets;
  };

  bool same_form(const Fact& before, const Fact& after, std::string_view attribute, bool defines);
  Scope scope_of(Side side, const Fact& fact, bool defines) const;
  int form_of(const Scope& scope, const Fact& fact, std::string_view attribute);
  Form definition(const Scope& scope, const Fact& let);
  Form text_form(const Scope& scope, const std::string& text, const Variables& variables);
  int indexes_form(const Scope& scope, const Json& indexes, Variables& variables);

  Form form(const Scope& scope, const guard::Expr& e, Variables& variables);
  int number(const Scope& scope, const guard::Expr& e, Variables& variables) {
    return form(scope, e, variables).number;
  }
  Form name(const Scope& scope, std::string_view name, const Variables& variables);
  Form domain(const Scope& scope, const guard::Expr& e, Variables& variables);
  Form member(const Scope& scope, const guard::Expr& e, Variables& variables);
  int rows(const Scope& scope, const std::string& name);
  int comparisons(const Scope& scope, const guard::Expr& e, Variables& variables);
  int joined(std::string_view sign, const std::vector<int>& parts);
  int sorted(std::string_view sign, std::vector<int> parts);
  int comparison(std::string_view sign, int left, int right);
  int membership(int each, int domain);
  int negated(int number);
  int integer(std::uint64_t value);
  std::optional<std::uint64_t> int_of(int number) const;

  Implied implied(const Fact& before, const Fact& after, std::string_view attribute);
  static bool abort_is_false(const Fact& fact, std::string_view attribute);
  bool implies(int narrow, int wide) const;
  bool order_implies(const Node& narrow, const Node& wide) const;
  bool equality_implies(const Node& narrow, const Node& wide) const;
  Sum sum_of(int number) const;

  void find_enums(int number, std::set<int>& enums) const;
  const Node& node_of(int number) const { return nodes_[static_cast<std::size_t>(number)]; }
  int node(std::string sign, std::vector<int> parts, bool may_abort = false);

  const Fact* fact(const Scope& scope, const Pairing& spec, std::string_view what, const std::string& id) const;
  Member member_called(const Scope& scope, std::string_view name) const;
  Member member_of(const Scope& scope, const Pairing& spec, const std::string& owner, std::string_view name) const;
  Form value(const Scope& scope, const Member& member);
  const Fact* enum_called(const Scope& scope, const std::string& name) const;
  const Words& words_of(const Scope& scope) const { return scope.side == Side::kOld ? old_words_ : new_words_; }
  std::string id_now(const Scope& scope, const Pairing& spec, const Fact& fact) const;

  std::vector<const Pairing*> specs_;  // its own first
  Words old_words_;
  Words new_words_;
  Arena arena_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::string, std::vector<int>>, int> numbers_;
  std::map<const Fact*, Form> definitions_;
  std::vector<const Fact*> in_the_making_;
};

}  // namespace npuspec
