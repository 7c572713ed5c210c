// The cells of a policy, old against new, as effects under readable conditions.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>

#include "front/abi/diff_parts.h"
#include "front/abi/policy_view.h"
#include "front/abi/settings.h"
#include "front/chain_kinds.h"

namespace npuspec {
namespace {

using Row = PolicyView::Row;

// What differs between two effects: in words, with the gravest of the rules and the directions of all.
struct Delta {
  std::string text;
  std::string attribute;
  std::optional<AbiRule> rule;

  void add(const std::string& words, const std::string& its_attribute, Change change) {
    text += (text.empty() ? "" : ", ") + words;
    AbiRule its = judge("policy", "cell", its_attribute, change);
    bool old_reader = its.old_reader || (rule && rule->old_reader);
    bool new_reader = its.new_reader || (rule && rule->new_reader);
    if (!rule || its.severity < rule->severity) rule = its, attribute = its_attribute;
    rule->old_reader = old_reader;
    rule->new_reader = new_reader;
  }
};

std::string joined(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& each : texts) text += (text.empty() ? "" : ", ") + each;
  return text;
}

std::vector<std::string> without(const std::vector<std::string>& all, const std::vector<std::string>& some) {
  std::vector<std::string> rest;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
  return rest;
}

class PolicyDiffer {
 public:
  explicit PolicyDiffer(const Pairing& pairing)
      : pairing_(pairing),
        before_(pairing.before(), [&](const char* what, const std::string& id) { return pairing.now(what, id); }),
        after_(pairing.after()) {
    effects_ = after_.effect_order;
    for (const std::string& effect : before_.effect_order) {
      if (!after_.effects.contains(effect)) effects_.push_back(effect);
    }
  }

  std::vector<Finding> run() {
    for (const auto& [profile, cells] : after_.profiles) {
      auto old = before_.profiles.find(profile);
      if (old != before_.profiles.end())
        compare(symbol_of(profile), "", profile, old->second, cells, kinds_said(profile));
    }
    for (const Pairing::Pair& pair : pairing_.pairs()) {
      if (pair.after->what == "site") compare_site(pair);
    }
    return std::move(findings_);
  }

  // What a knob's new default changes, beyond what changes at its old one.
  std::string effects_of_default(const std::string& knob) const {
    std::map<std::string, std::size_t> counts;
    std::size_t transitions = 0;
    for (const auto& [profile, cells] : after_.profiles) {
      for (const auto& [way, list] : cells) {
        bool changes = false;
        std::set<std::string> how;
        for (const Setting& kinds : after_.chains_of(profile)) {
          const Effects* was = list.at(defaults_with(knob, before_.defaults.at(knob), kinds));
          const Effects* is = list.at(defaults_with(knob, after_.defaults.at(knob), kinds));
          if (!was || !is || *was == *is) continue;
          changes = true;
          for (const auto& [effect, reach] : is->happens)
            if (!was->happens.contains(effect)) how.insert(effect + " added to ");
          for (const auto& [effect, reach] : was->happens)
            if (!is->happens.contains(effect)) how.insert(effect + " dropped from ");
        }
        transitions += changes;
        for (const std::string& words : how) ++counts[words];
      }
    }
    std::string text = "; where it is not set, " + std::to_string(transitions) + " transitions change";
    for (const auto& [words, count] : counts) {
      text += ", " + words + std::to_string(count);
      if (std::uint64_t cost = cost_of(words.substr(0, words.find(' '))); cost != 0)
        text += " (" + written_time(cost) + " each)";
    }
    return text;
  }

  // "at the default knobs, reset (105 ms): in 57 of 91 transitions, before in 62 of 98; 105 ms by cost reset of device
  // rk3588, specs/mode/rk3588_device.yaml:64:3"
  std::string summary_of_costs() const {
    std::string text;
    std::string sources;
    for (const std::string& effect : after_.effect_order) {
      std::uint64_t cost = cost_of(effect);
      if (cost == 0) continue;
      auto [was, all_before] = count_at_defaults(before_, effect);
      auto [is, all] = count_at_defaults(after_, effect);
      text += (text.empty() ? "at the default knobs, " : "; ") + effect + " (" + written_time(cost) + "): in " +
              std::to_string(is) + " of " + std::to_string(all) + " transitions, before in " + std::to_string(was) +
              " of " + std::to_string(all_before);
      if (std::string pricer = pricer_of(effect); !pricer.empty())
        sources += "; " + written_time(cost) + " by " + pricer;
    }
    text += sources;
    return text.empty() ? "cost not known: no device spec says what an effect costs" : text;
  }

 private:
  // How many transitions have the effect when each side's own defaults hold, under some chain kind that a site says,
  // and how many there are.
  std::pair<std::size_t, std::size_t> count_at_defaults(const PolicyView& view, const std::string& effect) const {
    std::size_t all = 0;
    std::size_t with = 0;
    for (const auto& [profile, cells] : view.profiles) {
      for (const auto& [way, list] : cells) {
        bool is_there = false;
        bool happens = false;
        for (Setting setting : view.chains_of(profile)) {
          setting.insert(view.defaults.begin(), view.defaults.end());
          const Effects* effects = list.at(setting);
          is_there = is_there || effects;
          happens = happens || (effects && effects->happens.contains(effect));
        }
        all += is_there;
        with += happens;
      }
    }
    return {with, all};
  }

  void compare_site(const Pairing::Pair& pair) {
    std::string was = pair.before_attributes.value("profile", std::string());
    std::string is = pair.after->attributes.value("profile", std::string());
    auto old = before_.profiles.find(was);
    auto now = after_.profiles.find(is);
    if (was == is || old == before_.profiles.end() || now == after_.profiles.end()) return;
    std::set<std::string> types;
    for (const Json& type : pair.after->attributes.value("type", Json::array())) types.insert(show("type", type));
    Row reached;
    for (const auto& [way, cells] : old->second) {
      auto type = before_.mode_types.find(way.second);
      if (types.empty() || type == before_.mode_types.end() || types.contains(type->second)) reached[way] = cells;
    }
    std::set<std::string> said;
    for (const Json* attributes : {&pair.before_attributes, &pair.after->attributes})
      for (const Json& kind : attributes->value("chain", Json::array())) said.insert(show("chain", kind));
    compare(pair.after->id, " (" + symbol_of(was) + " -> " + symbol_of(is) + ")", pair.after->id, reached, now->second,
            said);
  }

  // The chain kinds that the sites of a profile say, before or now; none where any may be said.
  std::set<std::string> kinds_said(const std::string& profile) const {
    std::set<std::string> said;
    for (const PolicyView* view : {&before_, &after_}) {
      auto found = view->kinds_said.find(profile);
      if (found == view->kinds_said.end()) return {};
      said.insert(found->second.begin(), found->second.end());
    }
    return said;
  }

  // Settings under which a site may enter, and those of chain kinds that no site says; together where the kind makes no
  // difference.
  struct Parted {
    std::set<Setting> said;
    std::set<Setting> unsaid;
  };
  static Parted parted(const std::set<Setting>& settings, const std::set<std::string>& said,
                       const SettingSpace& space) {
    auto without_kind = [](Setting setting) {
      setting.erase("chain");
      return setting;
    };
    Parted parts;
    std::set<Setting> of_any_kind;
    for (const Setting& setting : settings) {
      auto kind = setting.find("chain");
      bool may_be = said.empty() || kind == setting.end() || said.contains(kind->second);
      (may_be ? parts.said : parts.unsaid).insert(setting);
      of_any_kind.insert(without_kind(setting));
    }
    auto alike = std::count_if(space.all().begin(), space.all().end(),
                               [&](const Setting& each) { return of_any_kind.contains(without_kind(each)); });
    bool is_any_kind = static_cast<std::size_t>(alike) == settings.size();
    return is_any_kind && !parts.said.empty() ? Parted{settings, {}} : parts;
  }

  void compare(const std::string& subject, const std::string& moved, const std::string& id, const Row& before,
               const Row& after, const std::set<std::string>& said) {
    if (before == after) return;
    SettingSpace space = deciding(before, after);
    for (const auto& [way, new_cells] : after) {
      auto old_cells = before.find(way);
      if (old_cells == before.end()) continue;  // the mode, or the profile's `to`, says that the transition is new
      std::map<std::string, std::pair<Delta, std::set<Setting>>> deltas;
      for (const Setting& setting : space.too_many() ? told_apart(old_cells->second, new_cells) : space.all()) {
        const Effects* was = old_cells->second.at(completed(setting));
        const Effects* is = new_cells.at(completed(setting));
        if (!was || !is || *was == *is || !holds_one_sided(setting)) continue;
        Delta delta = delta_of(*was, *is);
        auto& entry = deltas[delta.text];
        entry.first = std::move(delta);
        entry.second.insert(setting);
      }
      for (const auto& [text, entry] : deltas) {
        Parted parts = parted(entry.second, said, space);
        for (const auto& [settings, is_said] : {std::pair(parts.said, true), std::pair(parts.unsaid, false)}) {
          if (settings.empty()) continue;
          Setting held = held_for(settings, old_cells->second, new_cells);
          Finding found = to_finding(subject + moved, way, entry.first, settings, held, space, is_said);
          found.id = id + " " + way.first + " -> " + way.second;
          found.old_at =
              place_of(pairing_.before(), moved.empty() ? "profile" : "site", id, old_cells->second.first().at);
          found.new_at = place_of(pairing_.after(), moved.empty() ? "profile" : "site", id, new_cells.first().at);
          findings_.push_back(std::move(found));
        }
      }
    }
  }

  Finding to_finding(const std::string& subject, const Transition& way, const Delta& delta,
                     const std::set<Setting>& settings, const Setting& held, const SettingSpace& space,
                     bool is_said) const {
    Finding found;
    found.rule = is_said ? *delta.rule : judge("policy", "cell", "unsaid", Change::kChanged);
    found.what = "cell";
    found.attribute = is_said ? delta.attribute : "unsaid";
    found.condition = space.condition(settings, words_of_held(held));
    if (std::string about = space.about_default(settings); is_said && !about.empty())
      found.condition += " (" + about + ")";
    if (!is_said) found.condition += " " + std::string(kNoSiteSaysIt);
    found.subject = subject;
    found.transition = way.first + " -> " + way.second;
    found.effects = delta.text;
    found.message = subject + ", " + found.transition + ", " + found.condition + ": " + delta.text;
    found.keep = "keep the effects of " + subject;
    for (Setting setting : settings) {
      setting.insert(held.begin(), held.end());
      found.settings.push_back(written(setting));
    }
    return found;
  }

  // The knobs that only one side knows, at their defaults: the settings at which the two sides are compared.
  Setting one_sided() const {
    Setting result;
    for (const auto& [mine, other] : {std::pair(&before_, &after_), std::pair(&after_, &before_)}) {
      for (const auto& [name, value] : mine->defaults) {
        if (!other->defaults.contains(name)) result[name] = value;
      }
    }
    return result;
  }

  bool holds_one_sided(const Setting& setting) const {
    return std::all_of(one_sided_.begin(), one_sided_.end(), [&](const auto& entry) {
      auto found = setting.find(entry.first);
      return found == setting.end() || found->second == entry.second;
    });
  }

  // Those of them that decide here: set otherwise, they would undo the change or make it another one.
  Setting held_for(const std::set<Setting>& settings, const Cells& before, const Cells& after) const {
    Setting held;
    for (const auto& knob : one_sided_) {  // name, value
      bool decides = std::any_of(settings.begin(), settings.end(), [&](const Setting& setting) {
        Setting here = completed(setting);
        Setting there = here;
        there[knob.first] = knob.second == "0" ? "1" : "0";
        return differs(before, here, there) || differs(after, here, there);
      });
      if (decides) held.insert(knob);
    }
    return held;
  }

  static bool differs(const Cells& cells, const Setting& here, const Setting& there) {
    const Effects* at_one = cells.at(here);
    const Effects* at_other = cells.at(there);
    return at_one && at_other && !(*at_one == *at_other);
  }

  // "sdp_noreset=1 (new knob, its default)"
  std::string words_of_held(const Setting& held) const {
    std::string text;
    for (const auto& [name, value] : held) {
      text += (text.empty() ? "" : ", ") + name + "=" + value +
              (after_.defaults.contains(name) ? " (new knob, its default)" : " (knob that is gone, its default)");
    }
    return text;
  }

  Delta delta_of(const Effects& was, const Effects& is) const {
    Delta delta;
    for (const std::string& effect : effects_)
      compare_effect(effect, was, is, "dropped", "saves ", Change::kLost, delta);
    for (const std::string& effect : effects_)
      compare_effect(effect, is, was, "added", "costs ", Change::kGained, delta);
    if (was.returned != is.returned) {
      delta.add("returns " + is.returned + " (was " + was.returned + ")", "returned", Change::kChanged);
    }
    if (was.marker != is.marker) {
      delta.add("leaves " + is.marker + " (was " + was.marker + ")", "marker", Change::kChanged);
    }
    return delta;
  }

  // What `with` has of an effect and `without_it` has not.
  void compare_effect(const std::string& effect, const Effects& with, const Effects& without_it, const char* how,
                      const char* cost_word, Change change, Delta& delta) const {
    auto here = with.happens.find(effect);
    auto there = without_it.happens.find(effect);
    if (here == with.happens.end()) return;
    bool is_whole = there == without_it.happens.end();
    std::vector<std::string> reach = is_whole ? here->second : without(here->second, there->second);
    if (is_whole || !reach.empty()) delta.add(words(effect, reach, how, cost_word), "effect", change);
  }

  // "reset dropped (saves 105 ms a transition)", "warm clear of warmed dropped"
  std::string words(const std::string& effect, const std::vector<std::string>& reach, const char* how,
                    const char* cost_word) const {
    std::string text = effect + (reach.empty() ? "" : " clear of " + joined(reach)) + " " + how;
    std::uint64_t cost = cost_of(effect);
    return cost == 0 ? text : text + " (" + cost_word + written_time(cost) + " a transition)";
  }

  std::string pricer_of(const std::string& effect) const {
    for (const SpecReport* spec : {&pairing_.after(), &pairing_.before()}) {
      auto found = spec->priced_by.find(effect);
      if (found != spec->priced_by.end()) return found->second;
    }
    return {};
  }

  std::uint64_t cost_of(const std::string& effect) const {
    for (const PolicyView* view : {&after_, &before_}) {
      auto found = view->effects.find(effect);
      if (found != view->effects.end() && found->second.cost_ns != 0) return found->second.cost_ns;
    }
    return 0;
  }

  // The settings of the knobs and chains that decide anything among these cells. A knob that only one side knows is
  // held at its default: what it does elsewhere was not there before, or is there no more, and the knob says so itself.
  // Where such a knob decides, the condition says that it is held (held_for).
  SettingSpace deciding(const Row& before, const Row& after) const {
    std::map<std::string, std::set<std::string>> values;
    for (const Row* row : {&before, &after}) {
      for (const auto& [way, list] : *row) {
        for (const Setting& setting : list.settings()) {
          for (const auto& [name, value] : setting) values[name].insert(value);
        }
      }
    }
    for (auto& [name, its_values] : values) {
      auto was = before_.defaults.find(name);
      auto is = after_.defaults.find(name);
      bool has_old = was != before_.defaults.end();
      bool has_new = is != after_.defaults.end();
      if (has_old && has_new) its_values = {"0", "1"};
      if (has_old != has_new) its_values = {has_old ? was->second : is->second};
    }
    SettingSpace all(values, knob_defaults());
    if (all.too_many()) return all;
    std::erase_if(values, [&](const auto& entry) { return !decides(entry.first, entry.second, all, before, after); });
    return {values, knob_defaults()};
  }

  static bool decides(const std::string& name, const std::set<std::string>& values, const SettingSpace& space,
                      const Row& before, const Row& after) {
    for (const Row* row : {&before, &after}) {
      for (const auto& [way, list] : *row) {
        for (const Setting& setting : space.all()) {
          Setting there = setting;
          there[name] = *values.begin();
          if (differs(list, setting, there)) return true;
        }
      }
    }
    return false;
  }

  // The settings that the cells themselves name.
  std::vector<Setting> told_apart(const Cells& before, const Cells& after) const {
    std::set<Setting> settings;
    for (const Cells* cells : {&before, &after}) {
      for (const Setting& setting : cells->settings()) settings.insert(completed(setting));
    }
    return {settings.begin(), settings.end()};
  }

  // What a newer side no longer knows, and the older side did not know yet, is at its default.
  Setting knob_defaults() const {
    Setting setting = after_.defaults;
    setting.insert(before_.defaults.begin(), before_.defaults.end());
    return setting;
  }

  // Where chain kinds decide nothing any that both sides know will do.
  Setting any_setting() const {
    Setting setting = knob_defaults();
    std::vector<std::string> kinds = after_.kinds;
    std::stable_partition(kinds.begin(), kinds.end(), [&](const std::string& kind) {
      return std::find(before_.kinds.begin(), before_.kinds.end(), kind) != before_.kinds.end();
    });
    kinds.insert(kinds.end(), before_.kinds.begin(), before_.kinds.end());
    if (!kinds.empty()) setting["chain"] = setting["last_chain"] = kinds.front();
    return setting;
  }

  Setting completed(const Setting& setting) const {
    Setting all = any_setting_;
    for (const auto& [name, value] : setting) all[name] = value;
    return all;
  }

  Setting defaults_with(const std::string& knob, const std::string& value, Setting kinds) const {
    for (const auto& [name, its_default] : any_setting_) kinds.emplace(name, its_default);
    kinds[knob] = value;
    return kinds;
  }

  std::string symbol_of(const std::string& profile) const {
    for (const PolicyView* view : {&after_, &before_}) {
      auto found = view->symbols.find(profile);
      if (found != view->symbols.end()) return found->second;
    }
    return profile;
  }

  Place place_of(const SpecReport& report, const char* what, const std::string& id, Place otherwise) const {
    const Fact* fact =
        &report == &pairing_.after() ? pairing_.new_fact(what, id) : pairing_.old_fact(what, pairing_.once(what, id));
    return fact ? fact->at : otherwise;
  }

  const Pairing& pairing_;
  PolicyView before_;
  PolicyView after_;
  std::vector<std::string> effects_;
  Setting any_setting_ = any_setting();
  Setting one_sided_ = one_sided();
  std::vector<Finding> findings_;
};

}  // namespace

std::optional<Finding> diff_chain_kinds(const Pairing& pairing) {
  auto kinds_of = [](const SpecReport& spec) {
    std::vector<const Fact*> kinds;
    for (const Fact& fact : spec.facts) {
      if (fact.what == "chain-kind") kinds.push_back(&fact);
    }
    return kinds;
  };
  std::vector<const Fact*> was = kinds_of(pairing.before());
  std::vector<const Fact*> is = kinds_of(pairing.after());
  if (was.empty() == is.empty()) return std::nullopt;
  const std::vector<const Fact*>& kinds = is.empty() ? was : is;
  std::vector<std::string> names;
  for (const Fact* kind : kinds) names.push_back(kind->id);
  std::size_t sites = 0;
  for (const Pairing::Pair& pair : pairing.pairs()) {
    const Fact* site = is.empty() ? pair.before : pair.after;
    sites += site->what == "site" && site->attributes.contains("chain");
  }
  Finding found = is.empty() ? finding(pairing, kinds[0], nullptr, "", Change::kRemoved)
                             : finding(pairing, nullptr, kinds[0], "", Change::kAdded);
  found.id = joined(names);
  found.message = "chain kinds " + found.id + (is.empty() ? " are gone" : " are new");
  if (sites != 0) found.message += "; " + std::to_string(sites) + " sites " + (is.empty() ? "said" : "say") + " theirs";
  found.keep = (is.empty() ? "keep" : "leave out") + std::string(" the chain kinds");
  return found;
}

void diff_cells(const Pairing& pairing, std::vector<Finding>& findings) {
  std::vector<Finding> found = PolicyDiffer(pairing).run();
  findings.insert(findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
}

std::string summary_of_costs(const Pairing& pairing) { return PolicyDiffer(pairing).summary_of_costs(); }

std::string effects_of_default(const Pairing& pairing, const std::string& knob) {
  return PolicyDiffer(pairing).effects_of_default(knob);
}

}  // namespace npuspec
