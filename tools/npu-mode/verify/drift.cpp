#include "verify/drift.h"

#include <algorithm>
#include <bit>

namespace npuspec::verify {
namespace {

std::uint8_t reach(const Policy& policy, const Profile& profile, Column column) {
  const Choice& choice = profile.row[column];
  if (policy.columns[column].selectors[choice.selector].never) return 0;
  return policy.columns[column].scopes[choice.scope].reach;
}

// Rows of different scopes serve different buffers: of them only the resets can be compared.
bool same_scope(const Policy& policy, const Profile& a, const Profile& b) {
  for (Column column : {kWarm, kSize}) {
    const std::uint8_t first = reach(policy, a, column);
    const std::uint8_t second = reach(policy, b, column);
    if (first != second && first != 0 && second != 0) return false;
  }
  return true;
}

Drift compare(const Policy& policy, std::size_t first, std::size_t second) {
  const Profile& a = policy.profiles[first];
  const Profile& b = policy.profiles[second];
  Drift drift = {first, second, a.distinct.empty() ? b.distinct : a.distinct, {}};
  const bool clears = same_scope(policy, a, b);
  for (std::uint32_t knobs = 0; knobs < 1u << policy.knob_names.size(); ++knobs) {
    for (std::size_t from = 0; from < policy.modes.size(); ++from) {
      for (std::size_t to = 0; to < policy.modes.size(); ++to) {
        const Effect one = policy.effect(first, a.row, from, to, knobs);
        const Effect other = policy.effect(second, b.row, from, to, knobs);
        if (!one.fired || !other.fired) continue;
        const bool reset = one.reset != other.reset;
        if (reset || (clears && (one.warm != other.warm || one.size != other.size)))
          drift.cells.push_back({from, to, knobs, one, other, reset});
      }
    }
  }
  std::stable_sort(drift.cells.begin(), drift.cells.end(), [&](const DriftCell& x, const DriftCell& y) {
    return std::popcount(x.knobs ^ policy.default_knobs) < std::popcount(y.knobs ^ policy.default_knobs);
  });
  return drift;
}

}  // namespace

std::vector<Drift> find_drift(const Policy& policy) {
  std::vector<Drift> found;
  for (std::size_t i = 0; i < policy.profiles.size(); ++i) {
    for (std::size_t j = i + 1; j < policy.profiles.size(); ++j) {
      if (policy.profiles[i].transient || policy.profiles[j].transient) continue;
      Drift drift = compare(policy, i, j);
      if (!drift.cells.empty()) found.push_back(std::move(drift));
    }
  }
  return found;
}

}  // namespace npuspec::verify
