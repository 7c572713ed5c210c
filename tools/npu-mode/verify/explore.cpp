#include "verify/explore.h"

#include <algorithm>

namespace npuspec::verify {

State StateSet::at(std::size_t index) const {
  State state;
  std::copy_n(states_.begin() + static_cast<std::ptrdiff_t>(index * words_), words_, state.words.begin());
  return state;
}

std::size_t StateSet::slot(const State& state) const {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    hash = (hash ^ state.words[i]) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (table_[at] == 0) return at;
    const std::uint64_t* known = &states_[(table_[at] - 1) * words_];
    if (std::equal(known, known + words_, state.words.begin())) return at;
  }
}

void StateSet::grow() {
  table_.assign(table_.size() * 2, 0);
  for (std::size_t i = 0; i < size_; ++i) table_[slot(at(i))] = static_cast<std::uint32_t>(i + 1);
}

std::pair<std::uint32_t, bool> StateSet::insert(const State& state) {
  const std::size_t where = slot(state);
  if (table_[where] != 0) return {table_[where] - 1, false};
  states_.insert(states_.end(), state.words.begin(), state.words.begin() + static_cast<std::ptrdiff_t>(words_));
  table_[where] = static_cast<std::uint32_t>(++size_);
  if (size_ * 2 > table_.size()) grow();
  return {static_cast<std::uint32_t>(size_ - 1), true};
}

bool Space::has(const Edge& edge) const {
  return std::any_of(failures.begin(), failures.end(), [&](const Failure& each) { return each.edge == edge; });
}

std::vector<std::uint16_t> Space::sequence(const Failure& failure) const {
  std::vector<std::uint16_t> steps = {failure.edge.step};
  for (std::uint32_t at = failure.state; at != 0; at = parent[at]) steps.push_back(by[at]);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

Space explore(const Model& model, const EffectTable& table, const Search& search) {
  Space space(model.words());
  space.states.insert(model.first());
  space.parent.push_back(0);
  space.by.push_back(0);
  for (std::size_t i = 0; i < space.states.size(); ++i) {
    const State state = space.states.at(i);
    State next = state;
    for (std::size_t step = 0; step < model.steps().size(); ++step) {
      std::copy_n(state.words.begin(), model.words(), next.words.begin());
      ++space.tried;
      const std::uint8_t verdict = model.run(next, model.steps()[step], table);
      if (verdict == RK3588_OK) {
        // Most steps lead back to where they began; those need no look-up.
        if (std::equal(next.words.begin(), next.words.begin() + static_cast<std::ptrdiff_t>(model.words()),
                       state.words.begin()))
          continue;
        if (!space.states.insert(next).second) continue;
        if (search.max_states != 0 && space.states.size() > search.max_states) throw TooMany{search.max_states};
        space.parent.push_back(static_cast<std::uint32_t>(i));
        space.by.push_back(static_cast<std::uint16_t>(step));
        continue;
      }
      if (verdict == kImpossible) continue;
      const Edge edge = {static_cast<std::uint16_t>(step), static_cast<std::uint8_t>(model.marker(state)), verdict};
      if (space.has(edge) || (search.beyond && search.beyond->has(edge))) continue;
      space.failures.push_back({static_cast<std::uint32_t>(i), edge});
      if (search.stop) return space;
    }
  }
  return space;
}

}  // namespace npuspec::verify
