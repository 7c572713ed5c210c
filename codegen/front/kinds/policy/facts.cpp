// What a policy promises: the effect of every cell. Rows and selectors are only how it is written down.
#include <string>

#include "front/json.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::policy {
namespace {

template <class List>
Json array_of(const List& list) {
  Json array = Json::array();
  for (const auto& one : list) array.push_back(one);
  return array;
}

template <class T>
Json documented(Json attributes, const T& row) {
  if (!row.doc.empty()) attributes["doc"] = row.doc;
  if (!row.source.empty()) attributes["source"] = row.source;
  return attributes;
}

std::string symbol(std::string_view prefix, std::string_view name) { return std::string(prefix) + std::string(name); }

std::string_view parse_name(Parse parse) { return parse == Parse::kPresence ? "presence" : "number"; }

std::string_view type_name(RuntimeKnob::Type type) {
  switch (type) {
    case RuntimeKnob::Type::kBool:
      return "bool";
    case RuntimeKnob::Type::kPresence:
      return "presence";
    case RuntimeKnob::Type::kInt:
      return "int";
    case RuntimeKnob::Type::kDuration:
      return "duration";
    case RuntimeKnob::Type::kText:
      return "string";
  }
  return "";
}

Json column_json(const ModeColumn& column, std::int64_t value) {
  if (column.type == ModeColumn::Type::kWord) return column.words[static_cast<std::size_t>(value)];
  if (column.type == ModeColumn::Type::kBool) return value != 0;
  return value;
}

std::string row_words(const PolicyModel& model, std::size_t profile, std::size_t column) {
  int scope = model.profiles[profile].choices[column].scope;
  std::string text;
  if (scope >= 0) text = std::string(model.columns[column].scopes[static_cast<std::size_t>(scope)].name) + " ";
  return text + std::string(model.selector(profile, column).name);
}

void name_facts(const PolicyModel& model, Facts& facts) {
  for (const ModeColumn& column : model.mode_columns) {
    for (std::size_t i = 0; i < column.words.size(); ++i) {
      facts.add("word", std::string(column.name) + "." + std::string(column.words[i]), {{"value", i}},
                model.modes.front().at);
    }
  }
  for (const Mode& mode : model.modes) {
    Json attributes = {{"value", mode.value}};
    if (&mode == &model.modes[model.initial]) attributes["initial"] = true;
    for (std::size_t i = 0; i < model.mode_columns.size(); ++i) {
      attributes["column." + std::string(model.mode_columns[i].name)] =
          column_json(model.mode_columns[i], mode.columns[i]);
    }
    facts.add("mode", std::string(mode.name), documented(std::move(attributes), mode), mode.at);
  }
  for (const Set& set : model.sets) {
    Json is = Json::array();
    for (std::size_t mode : set.modes) is.push_back(model.modes[mode].name);
    facts.add("set", std::string(set.name), documented({{"is", is}}, set), set.at);
  }
  for (const Chain& chain : model.chains) {
    Json attributes = {{"value", chain.value}};
    if (!chain.distinct.empty()) attributes["distinct"] = chain.distinct;
    facts.add("chain-kind", std::string(chain.name), documented(std::move(attributes), chain), chain.at);
  }
}

// What the names in generated code start with; a row carries its whole name itself.
void prefix_facts(const PolicyModel& model, Facts& facts) {
  auto add = [&](const std::string& id, std::string_view prefix, Place at) {
    if (!prefix.empty()) facts.add("prefix", id, {{"is", prefix}}, at);
  };
  if (!model.modes.empty()) add("modes", model.mode_prefix, model.modes.front().at);
  if (!model.chains.empty()) add("chains", model.chain_prefix, model.chains.front().at);
  for (const Column& column : model.columns) {
    add(std::string(column.name) + ".selectors", column.prefix, column.at);
    add(std::string(column.name) + ".scopes", column.scope_prefix, column.at);
  }
}

void knob_facts(const PolicyModel& model, Facts& facts) {
  std::size_t bit = 0;
  for (const Knob& knob : model.knobs) {
    Json attributes = {{"bit", bit++}, {"env", knob.env}, {"default", knob.initial}, {"parse", parse_name(knob.parse)}};
    facts.add("knob", std::string(knob.name), documented(std::move(attributes), knob), knob.at);
  }
  std::size_t value = 0;
  for (const RuntimeKnob& knob : model.runtime_knobs) {
    Json attributes = {{"value", value++}, {"env", knob.env}, {"type", type_name(knob.type)}};
    if (knob.type == RuntimeKnob::Type::kBool) attributes["default"] = knob.initial != 0;
    if (knob.type == RuntimeKnob::Type::kText) attributes["default"] = knob.initial_text;
    if (knob.type == RuntimeKnob::Type::kInt || knob.type == RuntimeKnob::Type::kDuration) {
      attributes["default"] = knob.initial;
      attributes["in"] = Json::array({knob.least, knob.most});
    }
    if (!knob.unit.empty()) attributes["unit"] = knob.unit;
    for (std::size_t column : knob.suppresses) attributes["suppresses"].push_back(model.columns[column].name);
    facts.add("runtime-knob", std::string(knob.name), documented(std::move(attributes), knob), knob.at);
  }
}

void column_facts(const Spec& spec, const PolicyModel& model, Facts& facts) {
  std::size_t order = 0;
  for (const Column& column : model.columns) {
    if (column.letter != 0) {
      Json attributes = {{"order", order++}, {"letter", std::string(1, column.letter)}};
      std::int64_t cost = cost_of(spec, column.name);
      if (cost >= 0) attributes["cost_ns"] = cost;
      for (const Scope& scope : column.scopes) attributes["scopes"][std::string(scope.name)] = array_of(scope.clears);
      for (std::size_t bit = 0; bit < column.fields.size(); ++bit)
        attributes["bits"][std::string(column.fields[bit])] = bit;
      facts.add("effect", std::string(column.name), documented(std::move(attributes), column), column.at);
    } else {
      facts.add("column", std::string(column.name), documented(Json::object(), column), column.at);
    }
    std::size_t value = 0;
    for (const Selector& selector : column.selectors) {
      Json attributes = {{"value", value++}, {"when", guard::canonical(selector.when.source())}};
      if (!selector.reserved.empty()) attributes["reserved"] = selector.reserved;
      facts.add("selector", std::string(column.name) + "." + std::string(selector.name),
                documented(std::move(attributes), selector), selector.at);
    }
  }
}

// Where generated code puts what a transition does in the one number that its table holds.
void packing_facts(const PolicyModel& model, Facts& facts) {
  Packing all = packing(model);
  auto add = [&](const Packing::Part& part, Place at) {
    facts.add("packed", std::string(part.name), {{"lo", part.shift}, {"width", part.width}}, at);
  };
  for (std::size_t i = 0; i < all.columns.size(); ++i) add(all.columns[i], model.columns[i].at);
  add(all.marker, model.modes.front().at);
}

void row_facts(const PolicyModel& model, Facts& facts) {
  for (std::size_t i = 0; i < model.profiles.size(); ++i) {
    const Profile& profile = model.profiles[i];
    Json attributes = {{"value", i},
                       {"symbol", symbol(model.profile_prefix, profile.name)},
                       {"marker", profile.sets_marker ? "set" : "keep"}};
    Json to = Json::array();
    for (std::size_t mode : profile.to) to.push_back(model.modes[mode].name);
    if (profile.same) to.push_back("same");
    attributes["to"] = std::move(to);
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
      attributes["row." + std::string(model.columns[column].name)] = row_words(model, i, column);
    }
    if (!profile.distinct.empty()) attributes["distinct"] = profile.distinct;
    if (!profile.reserved.empty()) attributes["reserved"] = profile.reserved;
    facts.add("profile", std::string(profile.name), documented(std::move(attributes), profile), profile.at);
  }
  for (const Removed& removed : model.removed) {
    Json attributes = {{"of", "profile"}, {"since", removed.since}};
    if (removed.use >= 0) {
      attributes["use"] = symbol(model.profile_prefix, model.profiles[static_cast<std::size_t>(removed.use)].name);
    }
    facts.add("removed", std::string(removed.name), documented(std::move(attributes), removed), removed.at);
  }
  std::size_t value = 0;
  for (const Site& site : model.sites) {
    Json attributes = {
        {"value", value++}, {"profile", model.profiles[site.profile].name}, {"type", array_of(site.types)}};
    for (std::size_t chain : site.chains) attributes["chain"].push_back(model.chains[chain].name);
    if (!site.flag.empty()) attributes["returns"] = {{"flag", site.flag}, {"value", site.flag_value}};
    facts.add("site", std::string(site.name), documented(std::move(attributes), site), site.at);
  }
  for (const Unrouted& site : model.unrouted) {
    Json attributes = {{"reset", guard::canonical(site.reset.source())}};
    if (!site.clears.empty()) attributes["clears"] = array_of(site.clears);
    if (site.sets >= 0) attributes["sets"] = model.modes[static_cast<std::size_t>(site.sets)].name;
    attributes["distinct"] = site.distinct;
    facts.add("unrouted", std::string(site.name), documented(std::move(attributes), site), site.at);
  }
  for (const Law& law : model.laws) {
    Json attributes;
    if (law.when) attributes["when"] = guard::canonical(law.when.source());
    attributes["require"] = guard::canonical(law.require.source());
    facts.add("law", std::string(law.name), documented(std::move(attributes), law), law.at);
  }
}

void cell_fact(const PolicyModel& model, const Point& point, Facts& facts) {
  const Profile& profile = model.profiles[point.profile];
  std::string id = std::string(profile.name) + " " + std::string(model.modes[point.from].name) + "->" +
                   std::string(model.modes[point.to].name);
  Json attributes = {
      {"profile", profile.name}, {"from", model.modes[point.from].name}, {"to", model.modes[point.to].name}};
  Json knobs = Json::object();
  for (std::size_t i = 0; i < model.knobs.size(); ++i) {
    bool on = (point.knobs >> i & 1u) != 0;
    id += " " + std::string(model.knobs[i].name) + (on ? "=1" : "=0");
    knobs[std::string(model.knobs[i].name)] = on;
  }
  attributes["knobs"] = std::move(knobs);
  auto add_chain = [&](std::string_view key, std::size_t index) {
    id += " " + std::string(key) + "=" + std::string(model.chains[index].name);
    attributes[std::string(key)] = model.chains[index].name;
  };
  if (model.by_chain) add_chain("chain", point.chain);
  if (model.by_last_chain) add_chain("last_chain", point.last_chain);
  if (point.knobs == model.default_knobs()) attributes["default"] = true;
  attributes["returned"] = model.cell(point).returned;
  for (std::size_t i = 0; i < model.columns.size(); ++i) {
    if (model.columns[i].letter == 0 || model.effect(point, i) == 0) continue;
    int scope = profile.choices[i].scope;
    std::string name(model.columns[i].name);
    if (scope < 0) {
      attributes[name] = true;
    } else {
      attributes[name] = model.columns[i].scopes[static_cast<std::size_t>(scope)].name;
    }
  }
  attributes["marker"] = model.modes[model.cell(point).marker].name;
  facts.add("cell", std::move(id), std::move(attributes), profile.at);
}

}  // namespace

void policy_facts(const Spec& spec, Facts& facts) {
  const PolicyModel& model = *model_of<PolicyModel>(&spec);
  name_facts(model, facts);
  prefix_facts(model, facts);
  knob_facts(model, facts);
  column_facts(spec, model, facts);
  packing_facts(model, facts);
  row_facts(model, facts);
  for (std::size_t i = 0; i < model.cells.size(); ++i) {
    if (model.cells[i].valid) cell_fact(model, model.point(i), facts);
  }
}

}  // namespace npuspec::policy
