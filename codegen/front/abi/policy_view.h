// A policy as its report tells it: for every transition and every setting of the knobs, what happens.
// Private to diff and report_markdown.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "front/report.h"

namespace npuspec {

// What a transition does. An effect without scopes happens with an empty list of what it reaches.
struct Effects {
  std::string returned;
  std::string marker;
  std::map<std::string, std::vector<std::string>> happens;

  friend bool operator==(const Effects&, const Effects&) = default;
};

// Knobs, and the kinds of this chain and the last: name -> value. What is absent may have any value.
using Setting = std::map<std::string, std::string>;

using Transition = std::pair<std::string, std::string>;  // from, to

// The cells of one transition. Those that name the same knobs are found by what they name, so that asking is cheap
// however many there are.
class Cells {
 public:
  void add(Setting setting, Effects effects, const Fact* fact);

  // The effects at a full setting; null when there is no such cell.
  const Effects* at(const Setting& setting) const;

  const std::vector<Setting>& settings() const { return settings_; }  // of each cell
  const Fact& first() const { return *first_; }                       // there is one

  // The same effects at the same settings.
  friend bool operator==(const Cells& a, const Cells& b) { return a.by_names_ == b.by_names_; }

 private:
  std::map<std::vector<std::string>, std::map<Setting, Effects>> by_names_;
  std::vector<Setting> settings_;
  const Fact* first_ = nullptr;
};

struct PolicyView {
  struct Effect {
    std::uint64_t cost_ns = 0;  // 0: unknown
    std::string letter;
  };
  using Row = std::map<Transition, Cells>;

  // Gives the name by which a fact is to go in the view: the old one's name in the new report, say.
  using Rename = std::function<std::string(const char* what, const std::string& id)>;

  explicit PolicyView(const SpecReport& spec, const Rename& rename = nullptr);

  std::map<std::string, Row> profiles;
  std::map<std::string, std::string> symbols;   // profile -> what code calls it
  std::map<std::string, std::string> defaults;  // knob -> "0" or "1"
  std::map<std::string, Effect> effects;
  std::vector<std::string> effect_order;          // as the policy decides them
  std::map<std::string, std::string> mode_types;  // mode -> its column `type`, if it has one
  std::vector<std::string> kinds;                 // of chains, by their numbers
  bool by_chain = false;                          // cells differ by the kind now
  bool by_last_chain = false;                     // or by the last
  // Profile -> the kinds that its sites say: all of them where one says none. Without sites it has no entry.
  std::map<std::string, std::set<std::string>> kinds_said;

  // Whether a site that enters by the profile may say the kind; of a profile without sites it is not known that none
  // may.
  bool may_say(const std::string& profile, const std::string& kind) const;

  // Chain kinds are no knobs: the settings of those alone under which sites enter by a profile, {} where cells do not
  // differ by them.
  std::vector<Setting> chains_of(const std::string& profile) const;
};

// "f16warm=1 nothrash=0"
std::string written(const Setting& setting);

// As specs spell a duration, exactly: "105 ms", "60 s".
std::string written_time(std::uint64_t nanoseconds);

}  // namespace npuspec
