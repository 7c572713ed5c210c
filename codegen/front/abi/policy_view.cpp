#include "front/abi/policy_view.h"

#include <algorithm>
#include <array>

namespace npuspec {
namespace {

std::string text_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string text_at(const Json& map, const char* key) {
  auto found = map.find(key);
  return found == map.end() ? std::string() : text_of(*found);
}

std::vector<std::string> texts_of(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& each : list) texts.push_back(text_of(each));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// What an effect of a cell reaches: the fields of its scope, or the list itself.
std::vector<std::string> reach_of(const Json& value, const Json& scopes) {
  if (value.is_array()) return texts_of(value);
  if (!value.is_string()) return {};
  auto scope = scopes.find(value.get<std::string>());
  if (scope != scopes.end() && scope->is_array()) return texts_of(*scope);
  return {value.get<std::string>()};
}

bool happens(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  return !value.is_array() || !value.empty();
}

}  // namespace

bool PolicyView::may_say(const std::string& profile, const std::string& kind) const {
  auto said = kinds_said.find(profile);
  return said == kinds_said.end() || said->second.contains(kind);
}

std::vector<Setting> PolicyView::chains_of(const std::string& profile) const {
  std::vector<Setting> now = by_chain ? std::vector<Setting>() : std::vector<Setting>{{}};
  for (const std::string& kind : kinds) {
    if (by_chain && may_say(profile, kind)) now.push_back({{"chain", kind}});
  }
  if (!by_last_chain) return now;
  std::vector<Setting> both;
  for (Setting setting : now) {
    for (const std::string& kind : kinds) {
      setting["last_chain"] = kind;
      both.push_back(setting);
    }
  }
  return both;
}

PolicyView::PolicyView(const SpecReport& spec, const Rename& rename) {
  auto named = [&](const char* what, const std::string& id) { return rename ? rename(what, id) : id; };
  std::map<std::string, Json> scopes;
  std::map<std::int64_t, std::string> numbered;  // chain kinds
  for (const Fact& fact : spec.facts) {
    const Json& is = fact.attributes;
    if (fact.what == "effect") {
      std::string id = named("effect", fact.id);
      effect_order.push_back(id);
      effects[id].letter = text_at(is, "letter");
      if (auto cost = is.find("cost_ns"); cost != is.end() && cost->is_number_integer() && *cost > 0) {
        effects[id].cost_ns = cost->get<std::uint64_t>();
      }
      scopes[fact.id] = is.value("scopes", Json::object());
    } else if (fact.what == "knob") {
      std::string initial = text_at(is, "default");
      defaults[named("knob", fact.id)] = initial.empty() ? "0" : initial;
    } else if (fact.what == "mode") {
      mode_types[named("mode", fact.id)] = text_at(is, "column.type");
    } else if (fact.what == "chain-kind") {
      numbered[is.value("value", std::int64_t{0})] = named("chain-kind", fact.id);
    } else if (fact.what == "profile") {
      symbols[named("profile", fact.id)] = is.contains("symbol") ? text_at(is, "symbol") : fact.id;
    }
  }
  for (const auto& [value, kind] : numbered) kinds.push_back(kind);
  for (const Fact& fact : spec.facts) {
    if (fact.what != "cell") continue;
    const Json& is = fact.attributes;
    Setting setting;
    Effects cell{text_at(is, "returned"), named("mode", text_at(is, "marker")), {}};
    if (auto knobs = is.find("knobs"); knobs != is.end() && knobs->is_object()) {
      for (const auto& [key, value] : knobs->items()) setting[named("knob", key)] = text_of(value);
    }
    for (const char* key : {"chain", "last_chain"}) {
      if (!is.contains(key)) continue;
      const std::string& kind = setting[key] = named("chain-kind", text_at(is, key));
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
    by_chain = by_chain || setting.contains("chain");
    by_last_chain = by_last_chain || setting.contains("last_chain");
    for (const auto& [effect, its_scopes] : scopes) {
      auto value = is.find(effect);
      if (value != is.end() && happens(*value)) cell.happens[named("effect", effect)] = reach_of(*value, its_scopes);
    }
    Transition way = {named("mode", text_at(is, "from")), named("mode", text_at(is, "to"))};
    profiles[named("profile", text_at(is, "profile"))][way].add(std::move(setting), std::move(cell), &fact);
  }
  for (const Fact& fact : spec.facts) {
    if (fact.what != "site") continue;
    std::set<std::string>& said = kinds_said[named("profile", text_at(fact.attributes, "profile"))];
    Json its = fact.attributes.value("chain", Json::array());
    for (const Json& kind : its) said.insert(named("chain-kind", text_of(kind)));
    if (its.empty()) said.insert(kinds.begin(), kinds.end());
  }
}

void Cells::add(Setting setting, Effects effects, const Fact* fact) {
  std::vector<std::string> names;
  for (const auto& [name, value] : setting) names.push_back(name);
  by_names_[std::move(names)].emplace(setting, std::move(effects));
  settings_.push_back(std::move(setting));
  if (!first_) first_ = fact;
}

const Effects* Cells::at(const Setting& setting) const {
  for (const auto& [names, cells] : by_names_) {
    Setting key;
    for (const std::string& name : names) {
      auto found = setting.find(name);
      if (found != setting.end()) key.insert(*found);
    }
    auto found = cells.find(key);
    if (found != cells.end()) return &found->second;
  }
  return nullptr;
}

std::string written(const Setting& setting) {
  std::string text;
  for (const auto& [name, value] : setting) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::string written_time(std::uint64_t nanoseconds) {
  constexpr std::array<std::pair<std::uint64_t, const char*>, 4> kUnits = {
      {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1'000, "us"}, {1, "ns"}}};
  for (const auto& [size, unit] : kUnits) {
    if (nanoseconds < size) continue;
    std::string text = std::to_string(nanoseconds / size);
    std::string rest = std::to_string(size + nanoseconds % size).substr(1);
    rest.erase(rest.find_last_not_of('0') + 1);
    return text + (rest.empty() ? "" : "." + rest) + " " + unit;
  }
  return std::to_string(nanoseconds) + " ns";
}

}  // namespace npuspec
