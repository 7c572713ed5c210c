// A policy: what moving from one mode to another requires, as rows that choose conditions, and the full effect of each.
//
// A row (Profile) chooses for every column one Selector, a guard over from, to, the knobs and the columns decided
// before it; a column with scopes also chooses what the decision reaches. `build` evaluates every row at every point of
// (profile, from, to, knobs[, chain, last_chain]) into `cells`, once: all that is asked of a policy later (its laws,
// its examples, the generated table, the report, the diff) is read off there. The expansion holds at most kMaxCells.
//
// All names view the spec's own text. Indexes count in the order of the spec.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "front/chain_kinds.h"
#include "front/kinds/policy/guards.h"
#include "front/node.h"
#include "front/source.h"
#include "front/spec.h"

namespace npuspec::policy {

inline constexpr std::size_t kMaxCells = std::size_t{1} << 18;

// What every named thing carries.
struct Named {
  std::string_view name;
  std::string_view doc;
  std::string_view source;
  Place at;
};

struct ModeColumn {
  std::string_view name;
  enum class Type : std::uint8_t { kInt, kBool, kWord } type = Type::kInt;
  std::vector<std::string_view> words;  // kWord: a value is an index into these
};

struct Mode : Named {
  std::int64_t value = 0;
  std::vector<std::int64_t> columns;  // as Model's mode_columns
};

struct Set : Named {
  std::vector<std::size_t> modes;
  bool used = false;
};

struct Chain : Named {
  std::int64_t value = 0;
  std::string_view distinct;
  std::string_view reserved;
};

enum class Parse : std::uint8_t { kNumber, kPresence };

struct Knob : Named {
  std::string_view env;
  bool initial = false;
  Parse parse = Parse::kNumber;
};

// presence: true when the variable is there. A duration's variable counts in `unit`; here it is in nanoseconds.
struct RuntimeKnob : Named {
  enum class Type : std::uint8_t { kBool, kPresence, kInt, kDuration, kText } type = Type::kBool;
  std::string_view env;
  std::int64_t initial = 0;
  std::string_view initial_text;  // as the spec spells it
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::string_view unit;
  std::int64_t unit_size = 1;
  std::vector<std::size_t> suppresses;  // columns

  bool is_flag() const { return type == Type::kBool || type == Type::kPresence; }
};

struct Scope : Named {
  std::vector<std::string_view> clears;
  std::uint32_t mask = 0;  // a bit for each of its column's `fields`
};

struct Selector : Named {
  Guard when;
  std::string_view reserved;
  bool chosen = false;  // by some row
};

struct Choice;

struct Column : Named {
  std::string_view prefix;
  char letter = 0;  // 0: it has no effect of its own
  std::string_view scope_prefix;
  std::vector<Scope> scopes;
  std::vector<std::string_view> fields;  // that its scopes clear, each once
  std::vector<Selector> selectors;

  const Selector* chosen(const Choice& choice) const;  // null when there is none
  std::uint32_t reach(const Choice& choice) const;     // the scope's mask; 1 for a column without scopes
};

struct Choice {
  int selector = -1;  // -1: the row names none that there is, which has been reported
  int scope = -1;     // -1: the column has none
  Place at;           // of the selector's name in the row
};

struct Profile : Named {
  std::vector<Choice> choices;  // one a column
  std::vector<std::size_t> to;  // modes
  bool same = false;            // enters the mode it finds
  bool sets_marker = true;
  std::string_view distinct;
  std::string_view reserved;
  Place to_at;
  Place distinct_at;  // where it says so

  bool enters(std::size_t from, std::size_t mode) const;
};

struct Removed : Named {
  std::string_view since;
  int use = -1;
};

struct Site : Named {
  std::size_t profile = 0;
  std::vector<std::string_view> types;
  std::vector<std::size_t> chains;
  std::string_view flag;  // the caller's own, which a transition makes `flag_value`; empty: none
  std::int64_t flag_value = 0;
};

// A place that resets or writes the marker outside the layer, on purpose.
struct Unrouted : Named {
  Guard reset;
  std::vector<std::string_view> clears;
  int sets = -1;  // the mode it writes to the marker
  std::string_view distinct;
};

struct Law : Named {
  Guard when;  // absent: always
  Guard require;
};

struct Example : Named {
  std::size_t profile = 0;
  int to = -1;  // -1: same
  std::uint32_t knobs = 0;
  std::size_t chain = 0;
  std::size_t last_chain = 0;
  std::vector<std::string_view> cells;  // one a mode
  std::vector<Place> cells_at;
};

struct Point {
  std::size_t profile = 0;
  std::size_t from = 0;
  std::size_t to = 0;
  std::uint32_t knobs = 0;  // bit i: knob i is true
  std::size_t chain = 0;
  std::size_t last_chain = 0;
};

struct Cell {
  bool valid = false;       // the row enters `to` from there
  bool returned = false;    // a transition fired
  std::uint32_t holds = 0;  // bit i: column i's selector holds; 0 when nothing fired
  std::size_t marker = 0;   // the mode after
};

struct PolicyModel : npuspec::Model {
  std::string_view mode_prefix;
  std::string_view chain_prefix;
  std::string_view profile_prefix;
  std::string_view profiles_source;  // of rows that name none
  std::vector<ModeColumn> mode_columns;
  std::vector<Mode> modes;
  std::size_t initial = 0;
  std::vector<Set> sets;
  std::vector<Chain> chains;
  std::vector<Knob> knobs;
  std::vector<RuntimeKnob> runtime_knobs;
  std::vector<Column> columns;
  std::vector<Profile> profiles;
  std::vector<Removed> removed;
  std::vector<Site> sites;
  std::vector<Unrouted> unrouted;
  std::vector<Law> laws;
  std::vector<Example> examples;

  std::unique_ptr<Vocabulary> vocabulary;  // of all guards
  bool by_chain = false;                   // some row's selector names `chain`: cells differ by it
  bool by_last_chain = false;              // or `last_chain`
  std::vector<Cell> cells;                 // by index()

  std::uint32_t default_knobs() const;
  std::size_t chain_count() const { return by_chain ? chains.size() : 1; }
  std::size_t last_chain_count() const { return by_last_chain ? chains.size() : 1; }
  ChainKinds kinds_that_differ() const;  // all by which cells differ; the first where they do not
  std::vector<std::string_view> chain_names() const;
  // The chain kinds that the sites of a row say: all of them where it has no site, or one that says none.
  std::vector<std::size_t> kinds_said(std::size_t profile) const;
  std::size_t knob_settings() const { return std::size_t{1} << knobs.size(); }
  std::size_t cell_count() const;
  std::size_t index(const Point& point) const;  // of the cell; chains that make no difference are left out
  Point point(std::size_t index) const;
  const Cell& cell(const Point& point) const { return cells[index(point)]; }

  // What a column does in a cell: its scope's bits, 1 for a column without scopes, 0 for nothing.
  std::uint32_t effect(const Point& point, std::size_t column) const;
  const Selector& selector(std::size_t profile, std::size_t column) const;  // of a sound model
  // "Rws", "k" or "0", as examples spell a cell.
  std::string letters(const Point& point) const;
};

// What a device over a policy knows of it: its model is one of these too.
class EffectCosts {
 public:
  // What a transition costs where the effect of a column happens, in nanoseconds; -1 when it does not say.
  virtual std::int64_t effect_cost(std::string_view column) const = 0;

 protected:
  ~EffectCosts() = default;
};

}  // namespace npuspec::policy
