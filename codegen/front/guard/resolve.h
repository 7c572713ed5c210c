// The Checker's first half: what every name of a guard stands for, and the type of every part.
//
// Makes the Typed tree without bounds; bound.h fills them in. A part that makes no sense is reported and becomes a node
// of Base::kError, about which nothing more is said. Lets are resolved when a guard first names them; a let that needs
// itself, and lets that are stacked too deep to walk, are errors.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/guard/facts.h"
#include "front/guard/parse.h"
#include "front/guard/scope.h"
#include "front/guard/typed.h"

namespace npuspec::guard {

class Resolver {
 public:
  Resolver(const Scope& scope, Arena& arena, Diags& diags)
      : scope_(&scope), arena_(arena), diags_(diags), keys_(scope.keys()) {}

  Typed* resolve(const Expr& guard, const At& at, const Type* wanted);

  // Whether a whole guard is of a type; reports it when not.
  bool fits(const Typed& guard, const Type& type);

  // Resolves a let that no guard has named yet.
  void resolve_let(const Symbol& symbol);

 private:
  class Inside;

  Typed* walk(const Expr& e, const Type* wanted = nullptr);
  Typed* walk_at_depth(const Expr& e, const Type* wanted);
  Typed* name(const Expr& e, const Type* wanted);
  Typed* symbol_node(const Expr& e, const Symbol& symbol);
  std::string dotted(std::string_view wanted, bool exactly);
  Typed* unknown_name(const Expr& e, const Type* wanted);
  Typed* reference(const Expr& e);
  Typed* member(const Expr& e);
  Typed* member_of(const Expr& e, Typed* owner);
  Typed* member_of_record(const Expr& e, Typed* owner);
  Typed* unknown_member(const Expr& e, const std::string& owner, const std::vector<std::string_view>& candidates);
  Typed* index(const Expr& e);
  Typed* element(const Expr& e, Typed* array);
  Typed* indexed_let(const Expr& e, Typed* let);
  Typed* compare(const Expr& e);
  Typed* compare_pair(const Expr& e, Relation relation, Typed* left, Typed* right);
  Typed* flag_set(const Expr& set, const Type& type);
  Typed* membership(const Expr& e);
  Typed* in_set(const Expr& e, Typed* left, const Expr& set);
  Typed* in_name(const Expr& e, const Expr& domain);
  Typed* in_elements(const Expr& e, Typed* left, Typed* many);
  Typed* junction(const Expr& e);
  Typed* choice(const Expr& e, const Type* wanted);
  Typed* arithmetic(const Expr& e, Act act);
  Typed* call(const Expr& e);
  Typed* call_on_objects(const Expr& e, Act act);
  Typed* disjoint(const Expr& e);
  Typed* loop(const Expr& e);
  bool domain(const Expr& e, Domain& into, Type& type);

  // Time (resolve_units.cpp)
  Unit agree(const Expr& e, std::span<Typed*> operands);
  bool agree_pair(const Expr& e, const Typed& with, Typed*& n);
  Typed* in_unit(const Typed* n, Unit unit);
  Unit product_unit(const Expr& e, Typed*& a, Typed*& b);
  Unit quotient_unit(const Expr& e, Typed*& a, Typed*& b);
  Typed* plain(Typed* n);
  void mixed(const Expr& e, std::string message, std::string help);

  Typed* completed(const Expr& e, Typed* n);
  Typed* typed_as(Typed* n, Base base);
  bool needs_other_side(const Expr& e) const;
  const Symbol* local(std::string_view name) const;
  void push_local(std::string_view name, const Type& type, Domain& domain, const Expr& e);
  Typed* local_node(const Expr& e, const Symbol& symbol);
  const Scope* group(const Expr& e) const;

  Typed* make(Act act, const Type& type, const Expr& e, std::span<Typed* const> args = {});
  Typed* make1(Act act, const Type& type, const Expr& e, Typed* arg) { return make(act, type, e, std::span(&arg, 1)); }
  Typed* constant(const Expr& e, const Type& type, Int value);
  Typed* bad(const Expr& e) { return make(Act::kConstant, Type{}, e); }
  Typed* seal(Typed* n);
  Diag& error(Code code, const Expr& e, std::string message);
  Diag& error(Code code, std::size_t offset, std::size_t width, std::string message);

  const Scope* scope_;
  Arena& arena_;
  Diags& diags_;
  Keys& keys_;
  const At* at_ = nullptr;
  const Record* self_ = nullptr;
  std::vector<const Symbol*> locals_;
  std::vector<const Symbol*> lets_;  // being resolved
  std::size_t depth_ = 0;
  const Scope* dotted_of_ = nullptr;           // whose are:
  std::vector<std::string> dotted_;            // all that may be named with a dot
  std::vector<std::string_view> dotted_last_;  // and what stands after it
};

// "`rank`", for messages: of a part of a guard its text, or the beginning of a long one.
std::string quoted(std::string_view text);
std::string quoted(const Expr& e);
inline std::string quoted(const Typed& n) { return quoted(*n.source); }

// Whether it has been reported.
inline bool is_error(const Typed* n) { return n->type.base == Base::kError; }

// "a number", "an array", "a value of dtype": what stands there, for messages.
std::string describe(const Typed& n);

// "it has a, b, c", and no more of them than a person reads.
std::string listed(std::string_view lead, const std::vector<std::string_view>& names);

}  // namespace npuspec::guard
