#include "verify/cheapest.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

#include "verify/witness.h"

namespace npuspec::verify {
namespace {

struct Cost {
  std::uint64_t time = 0;
  std::uint64_t changes = 0;

  auto operator<=>(const Cost&) const = default;
  Cost operator+(const Cost& other) const { return {time + other.time, changes + other.changes}; }
};

struct Candidate {
  Row row;
  Cost cost;
  std::vector<Effect> cells;  // [from * modes + to]
};

// What failed together: of one row, the cells that a sequence went through.
struct Conflict {
  std::map<std::size_t, std::vector<std::size_t>> cells;  // by row
  std::map<std::size_t, std::vector<Effect>> effects;

  bool holds(std::size_t profile, const Candidate& candidate) const {
    const auto own = cells.find(profile);
    for (std::size_t i = 0; i < own->second.size(); ++i) {
      if (candidate.cells[own->second[i]] != effects.at(profile)[i]) return false;
    }
    return true;
  }
};

struct Node {
  Cost cost;
  std::vector<std::size_t> chosen;                             // a candidate a row
  std::vector<std::pair<std::size_t, std::size_t>> forbidden;  // row, conflict

  bool operator<(const Node& other) const { return other.cost < cost; }
};

class CheapestSearch {
 public:
  CheapestSearch(const Model& model, std::uint32_t knobs, std::size_t max_states)
      : model_(model), policy_(model.policy()), knobs_(knobs), max_states_(max_states), costs_(rk3588_default_costs()) {
    for (const CellEffect& each : effects_of(model, EffectTable(policy_, knobs)))
      note(each.profile, each.from, each.to);
    for (const Step& step : model.steps()) {
      if (step.profile < 0) continue;
      for (std::size_t from = 0; from < policy_.modes.size(); ++from) {
        const auto profile = static_cast<std::size_t>(step.profile);
        note(profile, from, policy_.profiles[profile].transient ? from : step.to);
      }
    }
    for (std::size_t i = 0; i < policy_.profiles.size(); ++i) candidates_.push_back(candidates_of(i));
  }

  Cheapest run() {
    Cheapest result;
    for (std::size_t i = 0; i < policy_.profiles.size(); ++i)
      result.given_cost += cost_of_row(i, policy_.profiles[i].row).time;
    std::priority_queue<Node> open;
    Node root;
    root.chosen.resize(candidates_.size());
    if (!settle(root)) return result;
    open.push(root);
    while (!open.empty()) {
      Node node = open.top();
      open.pop();
      const std::optional<std::size_t> conflict = conflict_of(node);
      if (!conflict) return answer(node, result);
      for (const auto& [profile, cells] : conflicts_[*conflict].cells) {
        Node child = node;
        child.forbidden.emplace_back(profile, *conflict);
        if (settle(child)) open.push(std::move(child));
      }
      result.tried = tried_;
    }
    return result;
  }

 private:
  void note(std::size_t profile, std::size_t from, std::size_t to) {
    std::vector<std::size_t>& own = entered_[profile];
    const std::size_t cell = from * policy_.modes.size() + to;
    if (std::find(own.begin(), own.end(), cell) == own.end()) own.push_back(cell);
  }

  std::vector<Effect> cells_of(std::size_t profile, const Row& row) const {
    std::vector<Effect> cells;
    for (std::size_t from = 0; from < policy_.modes.size(); ++from) {
      for (std::size_t to = 0; to < policy_.modes.size(); ++to)
        cells.push_back(policy_.effect(profile, row, from, to, knobs_));
    }
    return cells;
  }

  Cost cost_of_row(std::size_t profile, const Row& row) {
    Cost cost;
    const std::vector<Effect> cells = cells_of(profile, row);
    EffectTable table(policy_, knobs_);
    table.set_row(policy_, profile, row);
    for (std::size_t cell : entered_[profile]) {
      const Effect& effect = cells[cell];
      const CellEffect at = {profile, cell / policy_.modes.size(), cell % policy_.modes.size(), kReset};
      for (Column column : {kReset, kWarm, kSize}) {
        const bool acts = column == kReset ? effect.reset : column == kWarm ? effect.warm != 0 : effect.size != 0;
        CellEffect one = at;
        one.column = column;
        if (acts) cost.time += cost_of(one, table, costs_, model_.options().original);
      }
    }
    for (std::size_t i = 0; i < kColumns; ++i) cost.changes += row[i] == policy_.profiles[profile].row[i] ? 0 : 1;
    return cost;
  }

  // A selector that never, or always, comes out the same where the row acts is refused by the front end.
  bool is_dead(std::size_t profile, const Row& row) const {
    std::array<std::uint8_t, kColumns> seen = {};
    for (std::uint32_t knobs = 0; knobs < 1u << policy_.knob_names.size(); ++knobs) {
      for (std::size_t from = 0; from < policy_.modes.size(); ++from) {
        for (std::size_t to = 0; to < policy_.modes.size(); ++to) {
          if (!policy_.effect(profile, row, from, to, knobs).fired) continue;
          std::uint32_t decided = 0;
          for (std::size_t i = 0; i < kColumns; ++i) {
            const bool holds = policy_.holds(static_cast<Column>(i), row[i].selector, from, to, knobs, decided);
            if (holds) decided |= 1u << i;
            seen[i] |= holds ? 2 : 1;
          }
        }
      }
    }
    for (std::size_t i = 0; i < kColumns; ++i) {
      const Selector& selector = policy_.columns[i].selectors[row[i].selector];
      if (!selector.never && !selector.always && seen[i] != 3) return true;
    }
    return false;
  }

  // What a column of the row may choose: its scope stays, or nothing is reached.
  std::vector<Choice> choices_of(std::size_t profile, Column column) const {
    const ColumnTable& table = policy_.columns[column];
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < table.selectors.size(); ++i) {
      Choice choice = {i, policy_.profiles[profile].row[column].scope};
      if (!table.scopes.empty()) {
        const bool reaches = table.scopes[choice.scope].reach != 0;
        if (!table.selectors[i].never && !reaches) continue;
        if (table.selectors[i].never && reaches) {
          for (choice.scope = 0; table.scopes[choice.scope].reach != 0; ++choice.scope) {
          }
        }
      }
      choices.push_back(choice);
    }
    return choices;
  }

  std::vector<Candidate> candidates_of(std::size_t profile) {
    std::map<std::string, Candidate> best;  // by what it does
    for (const Choice& keep : choices_of(profile, kKeepWarm)) {
      for (const Choice& reset : choices_of(profile, kReset)) {
        for (const Choice& warm : choices_of(profile, kWarm)) {
          for (const Choice& size : choices_of(profile, kSize)) {
            const Row row = {keep, reset, warm, size};
            if (row != policy_.profiles[profile].row && is_dead(profile, row)) continue;
            offer(profile, row, best);
          }
        }
      }
    }
    std::vector<Candidate> all;
    for (auto& [key, candidate] : best) all.push_back(std::move(candidate));
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    return all;
  }

  void offer(std::size_t profile, const Row& row, std::map<std::string, Candidate>& best) {
    Candidate candidate = {row, cost_of_row(profile, row), cells_of(profile, row)};
    std::string key;
    for (const Effect& each : candidate.cells)
      key += letters(each) + static_cast<char>('0' + each.warm * 4 + each.size);
    const auto [found, fresh] = best.try_emplace(key, candidate);
    if (!fresh && candidate.cost < found->second.cost) found->second = std::move(candidate);
  }

  // Chooses for each row the cheapest candidate that is not forbidden. False: there is none.
  bool settle(Node& node) const {
    node.cost = {};
    for (std::size_t row = 0; row < candidates_.size(); ++row) {
      std::size_t& chosen = node.chosen[row];
      auto forbidden = [&] {
        return std::any_of(node.forbidden.begin(), node.forbidden.end(), [&](const auto& each) {
          return each.first == row && conflicts_[each.second].holds(row, candidates_[row][chosen]);
        });
      };
      while (chosen < candidates_[row].size() && forbidden()) ++chosen;
      if (chosen == candidates_[row].size()) return false;
      node.cost = node.cost + candidates_[row][chosen].cost;
    }
    return true;
  }

  // A conflict that the node's choice holds, known or found by exploring; none: it is safe.
  std::optional<std::size_t> conflict_of(const Node& node) {
    for (std::size_t i = 0; i < conflicts_.size(); ++i) {
      const bool all = std::all_of(conflicts_[i].cells.begin(), conflicts_[i].cells.end(), [&](const auto& own) {
        return conflicts_[i].holds(own.first, candidates_[own.first][node.chosen[own.first]]);
      });
      if (all) return i;
    }
    EffectTable table(policy_, knobs_);
    for (std::size_t row = 0; row < candidates_.size(); ++row)
      table.set_row(policy_, row, candidates_[row][node.chosen[row]].row);
    ++tried_;
    const Space space = explore(model_, table, {.max_states = max_states_, .stop = true});
    if (space.safe()) return std::nullopt;
    Conflict conflict;
    for (const WitnessStep& step : replay(model_, table, space.sequence(space.failures.front())).steps) {
      if (step.step.profile < 0 || !step.effect.fired) continue;
      const auto profile = static_cast<std::size_t>(step.step.profile);
      const std::size_t to = policy_.profiles[profile].transient ? step.from : step.step.to;
      conflict.cells[profile].push_back(step.from * policy_.modes.size() + to);
      conflict.effects[profile].push_back(step.effect);
    }
    conflicts_.push_back(std::move(conflict));
    return conflicts_.size() - 1;
  }

  Cheapest answer(const Node& node, Cheapest result) const {
    result.found = true;
    result.cost = node.cost.time;
    result.tried = tried_;
    for (std::size_t row = 0; row < candidates_.size(); ++row) {
      const Candidate& candidate = candidates_[row][node.chosen[row]];
      if (candidate.row != policy_.profiles[row].row) result.changes.push_back({row, candidate.row});
    }
    return result;
  }

  const Model& model_;
  const Policy& policy_;
  std::uint32_t knobs_;
  std::size_t max_states_;
  rk3588_costs costs_;
  std::map<std::size_t, std::vector<std::size_t>> entered_;  // cells that a site enters, by row
  std::vector<std::vector<Candidate>> candidates_;           // by row, the cheapest first
  std::vector<Conflict> conflicts_;
  std::size_t tried_ = 0;
};

}  // namespace

Cheapest find_cheapest(const Model& model, std::uint32_t knobs, std::size_t max_states) {
  return CheapestSearch(model, knobs, max_states).run();
}

std::string row_text(const Policy& policy, const Row& row) {
  std::string text = "{";
  for (std::size_t i = 0; i < kColumns; ++i) {
    const ColumnTable& column = policy.columns[i];
    const std::string& selector = column.selectors[row[i].selector].name;
    text += (i == 0 ? "" : ", ") + column.name + ": ";
    text += column.scopes.empty() ? selector : "[" + column.scopes[row[i].scope].name + ", " + selector + "]";
  }
  return text + "}";
}

}  // namespace npuspec::verify
