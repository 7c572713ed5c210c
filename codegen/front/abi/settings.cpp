#include "front/abi/settings.h"

#include <algorithm>
#include <utility>

namespace npuspec {
namespace {

constexpr std::size_t kMaxSettings = 1024;

// A cube is a set of settings: what it names must have that value, what it does not name may have any.
bool holds(const Setting& cube, const Setting& setting) {
  return std::all_of(cube.begin(), cube.end(), [&](const auto& entry) {
    auto found = setting.find(entry.first);
    return found != setting.end() && found->second == entry.second;
  });
}

}  // namespace

SettingSpace::SettingSpace(const std::map<std::string, std::set<std::string>>& values, Setting defaults)
    : defaults_(std::move(defaults)) {
  std::size_t count = 1;
  for (const auto& [name, its_values] : values) {
    names_.push_back(name);
    count *= its_values.size();
    if (count > kMaxSettings) return;
  }
  all_ = {{}};
  for (const auto& [name, its_values] : values) {
    std::vector<Setting> longer;
    for (const Setting& each : all_) {
      for (const std::string& value : its_values) {
        longer.push_back(each);
        longer.back()[name] = value;
      }
    }
    all_ = std::move(longer);
  }
}

bool SettingSpace::is_default(const Setting& setting) const {
  return std::all_of(setting.begin(), setting.end(), [&](const auto& entry) {
    auto found = defaults_.find(entry.first);
    return found == defaults_.end() || found->second == entry.second;
  });
}

std::string SettingSpace::condition(const std::set<Setting>& chosen, const std::string& held) const {
  if (too_many())
    return (held.empty() ? "" : held + ", ") + "in " + std::to_string(chosen.size()) + " settings that are told apart";
  if (names_.empty()) return held.empty() ? "always" : held;
  if (chosen.size() == all_.size()) return held.empty() ? "any knobs" : held + ", any other knobs";
  std::string text;
  for (const Setting& cube : cover(chosen)) text += (text.empty() ? "" : "; or ") + describe(cube, held);
  return text;
}

std::string SettingSpace::about_default(const std::set<Setting>& chosen) const {
  if (chosen.size() == all_.size() || too_many()) return {};
  bool has_default = std::any_of(chosen.begin(), chosen.end(), [&](const Setting& each) { return is_default(each); });
  if (!has_default) return "not the default";
  return chosen.size() == 1 ? "the default" : "the default too";
}

// Cubes within `chosen` that together hold all of it: again and again the widest around what is not held yet.
std::vector<Setting> SettingSpace::cover(const std::set<Setting>& chosen) const {
  std::vector<Setting> cubes;
  std::set<Setting> left = chosen;
  while (!left.empty()) {
    Setting cube = widest(*left.begin(), chosen);
    std::erase_if(left, [&](const Setting& each) { return holds(cube, each); });
    cubes.push_back(std::move(cube));
  }
  return cubes;
}

// Lets go of one name after the other as long as all that the cube then holds is chosen; each name is tried as the
// first.
Setting SettingSpace::widest(const Setting& from, const std::set<Setting>& chosen) const {
  Setting best = from;
  for (std::size_t first = 0; first < names_.size(); ++first) {
    Setting cube = from;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      Setting wider = cube;
      wider.erase(names_[(first + i) % names_.size()]);
      if (within(wider, chosen)) cube = std::move(wider);
    }
    if (cube.size() < best.size()) best = std::move(cube);
  }
  return best;
}

bool SettingSpace::within(const Setting& cube, const std::set<Setting>& chosen) const {
  return std::all_of(all_.begin(), all_.end(),
                     [&](const Setting& each) { return !holds(cube, each) || chosen.contains(each); });
}

std::string SettingSpace::describe(const Setting& cube, const std::string& held) const {
  std::string fixed = held;
  std::string any;
  for (const std::string& name : names_) {
    auto found = cube.find(name);
    if (found == cube.end()) any += ", any " + name;
    if (found != cube.end()) fixed += (fixed.empty() ? "" : ", ") + name + "=" + found->second;
  }
  return fixed + any;
}

}  // namespace npuspec
