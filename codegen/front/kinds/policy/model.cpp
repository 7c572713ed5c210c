#include "front/kinds/policy/model.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace npuspec::policy {

const Selector* Column::chosen(const Choice& choice) const {
  return choice.selector < 0 ? nullptr : &selectors[static_cast<std::size_t>(choice.selector)];
}

std::uint32_t Column::reach(const Choice& choice) const {
  return choice.scope < 0 ? 1u : scopes[static_cast<std::size_t>(choice.scope)].mask;
}

bool Profile::enters(std::size_t from, std::size_t mode) const {
  if (same && from == mode) return true;
  return std::find(to.begin(), to.end(), mode) != to.end();
}

std::uint32_t PolicyModel::default_knobs() const {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < knobs.size(); ++i) bits |= knobs[i].initial ? 1u << i : 0u;
  return bits;
}

ChainKinds PolicyModel::kinds_that_differ() const {
  ChainKinds kinds{std::vector<std::size_t>(chain_count()), std::vector<std::size_t>(last_chain_count())};
  std::iota(kinds.now.begin(), kinds.now.end(), 0);
  std::iota(kinds.last.begin(), kinds.last.end(), 0);
  return kinds;
}

std::vector<std::string_view> PolicyModel::chain_names() const {
  std::vector<std::string_view> names;
  for (const Chain& chain : chains) names.push_back(chain.name);
  return names;
}

std::vector<std::size_t> PolicyModel::kinds_said(std::size_t profile) const {
  std::set<std::size_t> said;
  bool is_silent = false;
  for (const Site& site : sites) {
    if (site.profile != profile) continue;
    is_silent = is_silent || site.chains.empty();
    said.insert(site.chains.begin(), site.chains.end());
  }
  if (is_silent || said.empty()) {
    for (std::size_t kind = 0; kind < chains.size(); ++kind) said.insert(kind);
  }
  return {said.begin(), said.end()};
}

std::size_t PolicyModel::cell_count() const {
  return profiles.size() * modes.size() * modes.size() * knob_settings() * chain_count() * last_chain_count();
}

std::size_t PolicyModel::index(const Point& at) const {
  std::size_t index = at.profile;
  index = index * modes.size() + at.from;
  index = index * modes.size() + at.to;
  if (by_chain) index = index * chains.size() + at.chain;
  if (by_last_chain) index = index * chains.size() + at.last_chain;
  return index * knob_settings() + at.knobs;
}

Point PolicyModel::point(std::size_t index) const {
  Point at;
  auto take = [&index](std::size_t count) {
    std::size_t digit = index % count;
    index /= count;
    return digit;
  };
  at.knobs = static_cast<std::uint32_t>(take(knob_settings()));
  at.last_chain = take(last_chain_count());
  at.chain = take(chain_count());
  at.to = take(modes.size());
  at.from = take(modes.size());
  at.profile = index;
  return at;
}

std::uint32_t PolicyModel::effect(const Point& point, std::size_t column) const {
  if ((cell(point).holds >> column & 1u) == 0) return 0;
  return columns[column].reach(profiles[point.profile].choices[column]);
}

const Selector& PolicyModel::selector(std::size_t profile, std::size_t column) const {
  return *columns[column].chosen(profiles[profile].choices[column]);
}

std::string PolicyModel::letters(const Point& point) const {
  if (!cell(point).returned) return "0";
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].letter != 0 && effect(point, i) != 0) text += columns[i].letter;
  }
  return text.empty() ? "k" : text;
}

}  // namespace npuspec::policy
