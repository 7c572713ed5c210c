// A policy as the explorer asks it: plain tables, wherever they come from.
//
// A row chooses a selector for each of four columns (keep_warm, reset, warm, size), for the last two also a scope. What
// selectors say is a table of truths, so that a row can be changed and judged without a front end: that is how a
// cheaper policy is looked for. Modes, rows, columns, selectors and sites go by their number. Nothing here knows a
// device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace npuspec::verify {

enum Column : std::uint8_t { kKeepWarm, kReset, kWarm, kSize };
inline constexpr std::size_t kColumns = 4;

// What a clear reaches, a bit each: the context's own buffer, and those of the cores.
inline constexpr std::uint8_t kScalar = 1;
inline constexpr std::uint8_t kPerCore = 2;

struct Choice {
  std::size_t selector = 0;
  std::size_t scope = 0;  // of kWarm and kSize

  bool operator==(const Choice&) const = default;
};
using Row = std::array<Choice, kColumns>;

struct Scope {
  std::string name;
  std::uint8_t reach = 0;  // kScalar, kPerCore
};

struct Selector {
  std::string name;
  bool never = false;   // false, wherever it is asked
  bool always = false;  // true
};

struct ColumnTable {
  std::string name;
  std::vector<Selector> selectors;
  std::vector<Scope> scopes;  // empty: it reaches nothing in particular
};

struct Profile {
  std::string name;
  std::string distinct;    // why it differs from its like
  std::string at;          // where the spec says it
  bool transient = false;  // enters the mode it finds, and writes no marker
  bool marks = true;       // writes the marker, and is no-op where it is already that
  std::vector<std::size_t> to;
  Row row;
};

struct Site {
  std::string name;
  std::size_t profile = 0;
  std::vector<std::string> types;
  bool returns = false;  // a transition makes a flag of the caller's own cold
};

struct Effect {
  bool valid = false;  // the row enters that mode
  bool fired = false;
  bool reset = false;
  std::uint8_t warm = 0;
  std::uint8_t size = 0;
  std::uint8_t marker = 0;

  bool operator==(const Effect&) const = default;
};

// "Rws", "k" or "0", as specs write it.
std::string letters(const Effect& effect);

struct Policy {
  std::string path;  // of its spec
  std::vector<std::string> modes;
  std::vector<std::string> mode_types;
  std::size_t initial = 0;
  std::vector<std::string> knob_names;
  std::uint32_t default_knobs = 0;
  std::array<ColumnTable, kColumns> columns;
  std::vector<Profile> profiles;
  std::vector<Site> sites;
  std::vector<bool> truths;  // see holds()

  // Whether a selector of a column holds; `decided`, bit i: column i, above it, holds.
  bool holds(Column column, std::size_t selector, std::size_t from, std::size_t to, std::uint32_t knobs,
             std::uint32_t decided) const {
    return truths[truth_index(column, selector, from, to, knobs, decided)];
  }
  std::size_t truth_index(Column column, std::size_t selector, std::size_t from, std::size_t to, std::uint32_t knobs,
                          std::uint32_t decided) const;
  std::size_t selectors_max() const;
  void resize_truths();  // once all else is there

  Effect effect(std::size_t profile, const Row& row, std::size_t from, std::size_t to, std::uint32_t knobs) const;
};

// What a policy does at one setting of its knobs, cell by cell: the explorer reads this, and a cell can be changed.
class EffectTable {
 public:
  EffectTable(const Policy& policy, std::uint32_t knobs);

  const Effect& at(std::size_t profile, std::size_t from, std::size_t to) const {
    return cells_[index(profile, from, to)];
  }
  Effect& at(std::size_t profile, std::size_t from, std::size_t to) { return cells_[index(profile, from, to)]; }
  void set_row(const Policy& policy, std::size_t profile, const Row& row);

 private:
  std::size_t index(std::size_t profile, std::size_t from, std::size_t to) const {
    return (profile * modes_ + from) * modes_ + to;
  }

  std::size_t modes_;
  std::uint32_t knobs_;
  std::vector<Effect> cells_;
};

}  // namespace npuspec::verify
