// Settings of a policy's knobs, and sets of them said shortly.
// Private to diff and report_markdown.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "front/abi/policy_view.h"

namespace npuspec {

// Every setting over a few names, each with a few values. Where there would be more than 1,024 it holds none, and says
// so.
class SettingSpace {
 public:
  // What has no default is at its default whatever it is.
  SettingSpace(const std::map<std::string, std::set<std::string>>& values, Setting defaults);

  const std::vector<Setting>& all() const { return all_; }
  bool too_many() const { return all_.empty(); }
  bool is_default(const Setting& setting) const;

  // A set of settings in words: "f16warm=1, any nothrash", "always". `held` is what must hold beside them, in words, or
  // empty.
  std::string condition(const std::set<Setting>& chosen, const std::string& held = {}) const;

  // What to say of the default beside a condition: "the default too"; empty where the condition says it itself.
  std::string about_default(const std::set<Setting>& chosen) const;

 private:
  std::vector<Setting> cover(const std::set<Setting>& chosen) const;
  Setting widest(const Setting& from, const std::set<Setting>& chosen) const;
  bool within(const Setting& cube, const std::set<Setting>& chosen) const;
  std::string describe(const Setting& cube, const std::string& held) const;

  std::vector<std::string> names_;
  Setting defaults_;
  std::vector<Setting> all_;
};

}  // namespace npuspec
