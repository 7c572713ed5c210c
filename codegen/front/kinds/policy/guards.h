// What the guards of a policy may name, and how they are run.
//
// A Vocabulary holds the names that every guard knows (from, to, chain, last_chain, the knobs, the sets), and on top of
// them, one by one, the columns: a selector knows those decided before its own. Laws know all of them, the profile and
// the marker after; sites outside the layer know `from` and the knobs, those of the runtime too. A Runner evaluates
// guards: set the values, then ask. Guards live as long as the Vocabulary.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/arena.h"
#include "front/diag.h"
#include "front/guard/check.h"
#include "front/guard/interp.h"
#include "front/guard/scope.h"
#include "front/node.h"

namespace npuspec::policy {

struct PolicyModel;

struct Guard {
  const guard::Typed* typed = nullptr;  // null: there is none, or it makes no sense
  Place at;

  explicit operator bool() const { return typed != nullptr; }
  bool is_constant() const { return typed && typed->is_constant(); }
  const guard::Expr& source() const { return *typed->source; }
};

// Whether a guard, as it is written, names something: a set, which a checked guard no longer shows.
bool mentions(const guard::Expr& expr, std::string_view name);

class Vocabulary {
 public:
  // Of a model whose modes, sets, chains, knobs and columns (their names) are there. Names that meet are reported.
  Vocabulary(const PolicyModel& model, Diags& diags);
  Vocabulary(const Vocabulary&) = delete;
  Vocabulary& operator=(const Vocabulary&) = delete;

  // A scalar that must be a condition.
  Guard selector(const Sources& sources, const Node& text, std::size_t column, Diags& diags);
  Guard law(const Sources& sources, const Node& text, Diags& diags);
  Guard unrouted(const Sources& sources, const Node& text, Diags& diags);

  bool reads_column(const Guard& guard, std::size_t column) const { return reads(guard, columns_[column]); }
  bool reads_knob(const Guard& guard, std::size_t knob) const { return reads(guard, knobs_[knob]); }
  bool reads_chain(const Guard& guard) const { return reads(guard, chain_); }
  bool reads_last_chain(const Guard& guard) const { return reads(guard, last_chain_); }

 private:
  friend class Runner;
  using Symbol = guard::Symbol;

  static bool reads(const Guard& guard, const Symbol* symbol);
  Guard checked(const Sources& sources, const Node& text, const guard::Scope& scope, Diags& diags);
  bool names_out_of_reach(const guard::Expr& expr, const guard::At& at, const guard::Scope& scope, Diags& diags) const;
  void make_enums(const PolicyModel& model);
  const Symbol* add(guard::Scope& scope, std::string_view name, const guard::Type& type, Place at, Diags& diags);

  Arena arena_;
  std::vector<std::unique_ptr<guard::Enum>> words_;  // of mode columns
  guard::Enum mode_;
  guard::Enum chain_kind_;
  guard::Enum profile_name_;
  std::vector<std::unique_ptr<guard::Scope>> scopes_;  // [i]: what selectors of column i know; the last: laws
  std::unique_ptr<guard::Scope> unrouted_;
  const Symbol* from_ = nullptr;
  const Symbol* to_ = nullptr;
  const Symbol* chain_ = nullptr;
  const Symbol* last_chain_ = nullptr;
  const Symbol* profile_ = nullptr;
  const Symbol* marker_ = nullptr;
  std::vector<const Symbol*> knobs_;
  std::vector<const Symbol*> columns_;
  std::vector<std::string_view> column_names_;
  std::vector<std::string_view> runtime_names_;  // of runtime knobs
};

struct Point;

// Not for two threads at once.
class Runner {
 public:
  explicit Runner(const PolicyModel& model);

  void at(const Point& point);                   // from, to, knobs, chains, profile
  void decided(std::size_t column, bool holds);  // a column's outcome
  void left(std::size_t mode);                   // the marker after
  bool holds(const Guard& guard) { return holds(*guard.typed); }
  bool holds(const guard::Typed& guard);
  std::string value_text(const guard::Symbol& symbol) const;  // as a person says it: "F16", "1", "false"

 private:
  void put(const guard::Symbol* symbol, guard::Int value);

  const PolicyModel& model_;
  std::vector<guard::Int> slots_;
  guard::Interpreter interpreter_;
};

}  // namespace npuspec::policy
