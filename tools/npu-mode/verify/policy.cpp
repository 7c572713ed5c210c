#include "verify/policy.h"

#include <algorithm>

namespace npuspec::verify {

std::string letters(const Effect& effect) {
  if (!effect.fired) return "0";
  std::string text = effect.reset ? "R" : "";
  if (effect.warm != 0) text += 'w';
  if (effect.size != 0) text += 's';
  return text.empty() ? "k" : text;
}

std::size_t Policy::selectors_max() const {
  std::size_t most = 0;
  for (const ColumnTable& column : columns) most = std::max(most, column.selectors.size());
  return most;
}

std::size_t Policy::truth_index(Column column, std::size_t selector, std::size_t from, std::size_t to,
                                std::uint32_t knobs, std::uint32_t decided) const {
  std::size_t index = column * selectors_max() + selector;
  index = (index * modes.size() + from) * modes.size() + to;
  return (((index << knob_names.size()) + knobs) << kColumns) + decided;
}

void Policy::resize_truths() {
  truths.resize((kColumns * selectors_max() * modes.size() * modes.size() << knob_names.size()) << kColumns);
}

Effect Policy::effect(std::size_t profile, const Row& row, std::size_t from, std::size_t to,
                      std::uint32_t knobs) const {
  const Profile& of = profiles[profile];
  Effect effect;
  effect.marker = static_cast<std::uint8_t>(from);
  effect.valid = of.transient ? from == to : std::find(of.to.begin(), of.to.end(), to) != of.to.end();
  effect.fired = effect.valid && !(of.marks && from == to);
  if (!effect.fired) return effect;
  std::uint32_t decided = 0;
  for (std::size_t i = 0; i < kColumns; ++i) {
    if (holds(static_cast<Column>(i), row[i].selector, from, to, knobs, decided)) decided |= 1u << i;
  }
  auto reach = [&](Column column) {
    return (decided >> column & 1u) != 0 ? columns[column].scopes[row[column].scope].reach : std::uint8_t{0};
  };
  effect.reset = (decided >> kReset & 1u) != 0;
  effect.warm = reach(kWarm);
  effect.size = reach(kSize);
  if (of.marks) effect.marker = static_cast<std::uint8_t>(to);
  return effect;
}

EffectTable::EffectTable(const Policy& policy, std::uint32_t knobs)
    : modes_(policy.modes.size()), knobs_(knobs), cells_(policy.profiles.size() * modes_ * modes_) {
  for (std::size_t i = 0; i < policy.profiles.size(); ++i) set_row(policy, i, policy.profiles[i].row);
}

void EffectTable::set_row(const Policy& policy, std::size_t profile, const Row& row) {
  for (std::size_t from = 0; from < modes_; ++from) {
    for (std::size_t to = 0; to < modes_; ++to) at(profile, from, to) = policy.effect(profile, row, from, to, knobs_);
  }
}

}  // namespace npuspec::verify
