#include "front/kinds/policy/explain.h"

#include <algorithm>
#include <optional>

#include "front/chain_kinds.h"
#include "front/diag.h"
#include "front/guard/expr.h"
#include "front/kinds/policy/because.h"
#include "front/kinds/policy/expand.h"
#include "front/kinds/policy/lower.h"

namespace npuspec::policy {
namespace {

std::string text(std::string_view view) { return std::string(view); }

std::string listed(const std::vector<std::string_view>& names) {
  std::string list;
  for (std::string_view name : names) list += (list.empty() ? "" : ", ") + text(name);
  return list;
}

class Explaining {
 public:
  Explaining(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names)
      : spec_(spec),
        model_(*model_of<PolicyModel>(&spec)),
        question_(question),
        answer_(answer),
        names_(names),
        runner_(model_) {}

  void run() {
    for (std::size_t i = 0; i < model_.profiles.size(); ++i) {
      const Profile& profile = model_.profiles[i];
      if (asked(profile.name, model_.profile_prefix)) explain_profile(i);
    }
    for (const Site& site : model_.sites) {
      if (asked(site.name)) explain_site(site);
    }
    for (const Mode& mode : model_.modes) {
      if (asked(mode.name, model_.mode_prefix)) explain_mode(mode);
    }
    for (const Set& set : model_.sets) {
      if (asked(set.name)) explain_set(set);
    }
    for (const Chain& chain : model_.chains) {
      if (asked(chain.name, model_.chain_prefix)) explain_chain(chain);
    }
    for (std::size_t i = 0; i < model_.columns.size(); ++i) explain_column(i);
    explain_knobs();
    explain_rest();
  }

 private:
  // Whether the question is about a name, bare or with its prefix. Notes both for did-you-mean.
  bool asked(std::string_view name, std::string_view prefix = {}) {
    names_.push_back(text(name));
    if (!prefix.empty()) names_.push_back(text(prefix) + text(name));
    return question_.id == name || (!prefix.empty() && question_.id == text(prefix) + text(name));
  }

  Explanation& add(std::string_view what, const Named& row, std::string name) {
    Explanation made;
    made.what = what;
    made.id = row.name;
    made.name = std::move(name);
    made.spec = spec_.name;
    made.at = cite(spec_, row.at);
    made.doc = row.doc;
    answer_.found.push_back(std::move(made));
    return answer_.found.back();
  }

  std::string mode_list(const std::vector<std::size_t>& modes) const {
    std::string list;
    for (std::size_t mode : modes) list += (list.empty() ? "" : ", ") + text(model_.modes[mode].name);
    return list;
  }

  std::string entered(const Profile& profile) const {
    return profile.same ? "the mode it finds" : mode_list(profile.to);
  }

  Explanation::Line choice_line(std::size_t profile, std::size_t column) const {
    const Column& of = model_.columns[column];
    const Selector& selector = model_.selector(profile, column);
    std::string line =
        text(of.name) + ": " + text(of.prefix) + text(selector.name) + ", " + guard::prose(selector.when.source());
    int scope = model_.profiles[profile].choices[column].scope;
    if (scope >= 0) line += "; reaches " + reach(of, model_.profiles[profile].choices[column]);
    return {line, cite(spec_, selector.at)};
  }

  static std::string reach(const Column& column, const Choice& choice) {
    const Scope& scope = column.scopes[static_cast<std::size_t>(choice.scope)];
    std::string fields;
    for (std::string_view field : scope.clears) fields += (fields.empty() ? "" : ", ") + text(field);
    return text(scope.name) + (fields.empty() ? ", nothing" : " (" + fields + ")");
  }

  void explain_profile(std::size_t index) {
    const Profile& profile = model_.profiles[index];
    Explanation& made = add("row", profile, text(model_.profile_prefix) + text(profile.name));
    made.lines.push_back({"enters " + entered(profile), ""});
    made.lines.push_back({profile.sets_marker ? "sets the marker: a no-op when from == to, else the marker becomes `to`"
                                              : "keeps the marker: transient, it always decides and never writes it",
                          ""});
    for (std::size_t column = 0; column < model_.columns.size(); ++column)
      made.lines.push_back(choice_line(index, column));
    std::string sites;
    for (const Site& site : model_.sites) {
      if (site.profile == index) sites += (sites.empty() ? "" : ", ") + text(site.name);
    }
    if (!sites.empty()) made.lines.push_back({"used by " + sites, ""});
    if (!profile.distinct.empty()) made.lines.push_back({"differs on purpose: " + text(profile.distinct), ""});
    if (!profile.reserved.empty()) made.lines.push_back({"reserved: " + text(profile.reserved), ""});
    add_decisions(made, index, nullptr);
  }

  void explain_site(const Site& site) {
    Explanation& made = add("site", site, text(site.name));
    const Profile& profile = model_.profiles[site.profile];
    made.lines.push_back({"enters with " + text(model_.profile_prefix) + text(profile.name), cite(spec_, profile.at)});
    std::string types;
    for (std::string_view type : site.types) types += (types.empty() ? "" : ", ") + text(type);
    made.lines.push_back({"computes in " + types, ""});
    std::string kinds;
    for (std::size_t chain : site.chains)
      kinds += (kinds.empty() ? "" : ", ") + text(model_.chain_prefix) + text(model_.chains[chain].name);
    if (!kinds.empty()) made.lines.push_back({"says chain kind " + kinds, ""});
    if (!site.flag.empty()) {
      made.lines.push_back(
          {"a transition makes its own `" + text(site.flag) + "` " + std::to_string(site.flag_value), ""});
    }
    add_decisions(made, site.profile, &site);
  }

  void explain_mode(const Mode& mode) {
    Explanation& made = add("mode", mode, text(model_.mode_prefix) + text(mode.name));
    made.lines.push_back({"marker " + std::to_string(mode.value), ""});
    auto index = static_cast<std::size_t>(&mode - model_.modes.data());
    for (const Set& set : model_.sets) {
      bool in = std::find(set.modes.begin(), set.modes.end(), index) != set.modes.end();
      if (in)
        made.lines.push_back(
            {"in set " + text(set.name) + (set.doc.empty() ? "" : ": " + text(set.doc)), cite(spec_, set.at)});
    }
    for (const Profile& profile : model_.profiles) {
      bool enters = std::find(profile.to.begin(), profile.to.end(), index) != profile.to.end();
      if (enters)
        made.lines.push_back(
            {"entered by " + text(model_.profile_prefix) + text(profile.name), cite(spec_, profile.at)});
    }
  }

  void explain_set(const Set& set) {
    add("set", set, text(set.name)).lines.push_back({"modes " + mode_list(set.modes), ""});
  }

  void explain_chain(const Chain& chain) {
    Explanation& made = add("chain kind", chain, text(model_.chain_prefix) + text(chain.name));
    made.lines.push_back({"number " + std::to_string(chain.value), ""});
    if (!chain.distinct.empty()) made.lines.push_back({"a kind of its own: " + text(chain.distinct), ""});
  }

  void explain_column(std::size_t index) {
    const Column& column = model_.columns[index];
    if (asked(column.name)) {
      Explanation& made = add("column", column, text(column.name));
      std::int64_t cost = cost_of(spec_, column.name);
      if (column.letter != 0) made.lines.push_back({"spelt " + std::string(1, column.letter) + " in cells", ""});
      if (column.letter == 0) made.lines.push_back({"has no effect of its own: it decides others", ""});
      if (cost >= 0) made.lines.push_back({"costs " + duration_text(cost), ""});
    }
    for (const Selector& selector : column.selectors) {
      bool dotted = question_.id == text(column.name) + "." + text(selector.name);
      if (!asked(selector.name, column.prefix) && !dotted) continue;
      Explanation& made = add("condition of " + text(column.name), selector, text(column.prefix) + text(selector.name));
      made.lines.push_back({"holds: " + guard::prose(selector.when.source()), ""});
      for (const Profile& profile : model_.profiles) {
        if (column.chosen(profile.choices[index]) != &selector) continue;
        made.lines.push_back(
            {"chosen by " + text(model_.profile_prefix) + text(profile.name), cite(spec_, profile.at)});
      }
      if (!selector.reserved.empty()) made.lines.push_back({"reserved: " + text(selector.reserved), ""});
    }
    for (const Scope& scope : column.scopes) {
      if (!asked(scope.name, column.scope_prefix)) continue;
      std::string fields;
      for (std::string_view field : scope.clears) fields += (fields.empty() ? "" : ", ") + text(field);
      add("scope of " + text(column.name), scope, text(column.scope_prefix) + text(scope.name))
          .lines.push_back({"clears " + (fields.empty() ? "nothing" : fields), ""});
    }
  }

  void explain_knobs() {
    for (const Knob& knob : model_.knobs) {
      bool by_variable = question_.id == knob.env;
      names_.push_back(text(knob.env));
      if (!asked(knob.name) && !by_variable) continue;
      Explanation& made = add("knob", knob, text(knob.name));
      made.lines.push_back(
          {"set by " + text(knob.env) +
               (knob.parse == Parse::kPresence ? ", true when it is there" : ", true when it is a number of 1 or more"),
           ""});
      made.lines.push_back({std::string("default ") + (knob.initial ? "1" : "0"), ""});
    }
    for (const RuntimeKnob& knob : model_.runtime_knobs) {
      bool by_variable = question_.id == knob.env;
      names_.push_back(text(knob.env));
      if (!asked(knob.name) && !by_variable) continue;
      Explanation& made = add("runtime knob", knob, text(knob.name));
      made.lines.push_back({"set by " + text(knob.env) + "; no row reads it", ""});
      made.lines.push_back({"default " + (knob.initial_text.empty() ? "unset" : text(knob.initial_text)), ""});
      for (std::size_t column : knob.suppresses) {
        made.lines.push_back(
            {"holds back " + text(model_.columns[column].name), cite(spec_, model_.columns[column].at)});
      }
    }
  }

  void explain_rest() {
    for (const Law& law : model_.laws) {
      if (!asked(law.name)) continue;
      Explanation& made = add("law", law, text(law.name));
      if (law.when) made.lines.push_back({"where " + guard::prose(law.when.source()), ""});
      made.lines.push_back({"always: " + guard::prose(law.require.source()), ""});
    }
    for (const Unrouted& site : model_.unrouted) {
      if (!asked(site.name)) continue;
      Explanation& made = add("site outside the layer", site, text(site.name));
      made.lines.push_back({"resets when: " + guard::prose(site.reset.source()), ""});
      made.lines.push_back({"on purpose: " + text(site.distinct), ""});
    }
    for (const Removed& removed : model_.removed) {
      if (!asked(removed.name, model_.profile_prefix)) continue;
      Explanation& made = add("removed row", removed, text(model_.profile_prefix) + text(removed.name));
      made.lines.push_back({"removed in " + text(removed.since), ""});
      if (removed.use < 0) continue;
      const Profile& now = model_.profiles[static_cast<std::size_t>(removed.use)];
      made.lines.push_back({"its callers use " + text(model_.profile_prefix) + text(now.name), cite(spec_, now.at)});
    }
  }

  // The index of a name in the question, bare or with its prefix. Nothing after saying what is wrong.
  template <class T>
  std::optional<std::size_t> pick(const std::string& name, std::string_view what, std::string_view prefix,
                                  const std::vector<T>& rows) {
    std::vector<std::string_view> known;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].name == name || text(prefix) + text(rows[i].name) == name) return i;
      known.push_back(rows[i].name);
    }
    std::string_view near = nearest(name, known);
    answer_.trouble = "there is no " + text(what) + " '" + name + "'";
    answer_.trouble += near.empty() ? "; there is " + listed(known) : "; did you mean '" + text(near) + "'?";
    return std::nullopt;
  }

  bool read_knobs(std::uint32_t& knobs) {
    knobs = model_.default_knobs();
    std::uint32_t given = 0;
    for (const auto& [name, on] : question_.knobs) {
      std::string known = name;
      for (const Knob& each : model_.knobs) {
        if (each.env == name) known = text(each.name);
      }
      for (const RuntimeKnob& each : model_.runtime_knobs) {
        if (each.name != known && each.env != known) continue;
        answer_.trouble = "'" + text(each.name) + "' is a runtime knob: the runtime reads it, and no row does; " +
                          "leave it out (`npuspec explain " + text(each.name) + "` says what it does)";
        return false;
      }
      std::optional<std::size_t> knob = pick(known, "knob", {}, model_.knobs);
      if (!knob) return false;
      if ((given >> *knob & 1u) != 0) {
        answer_.trouble = "knob '" + text(model_.knobs[*knob].name) + "' is set twice; set it once";
        return false;
      }
      given |= 1u << *knob;
      knobs = on ? knobs | 1u << *knob : knobs & ~(1u << *knob);
    }
    return true;
  }

  // The modes that the question asks about: all that the row enters, of a site those of the types that it computes in.
  std::vector<std::size_t> targets(const Profile& profile, std::size_t from, const Site* site) {
    if (!question_.to.empty()) {
      std::optional<std::size_t> to = pick(question_.to, "mode", model_.mode_prefix, model_.modes);
      if (!to) return {};
      if (profile.enters(from, *to)) return {*to};
      bool asked_for = !profile.same || !question_.from.empty();  // not one of all the modes to come from
      if (asked_for) {
        answer_.trouble =
            text(profile.name) + " does not enter " + text(model_.modes[*to].name) + "; it enters " + entered(profile);
      }
      return {};
    }
    if (profile.same) return {from};
    std::vector<std::size_t> all;
    for (std::size_t mode : profile.to) {
      bool computes = !site || site->types.empty() ||
                      std::find(site->types.begin(), site->types.end(), type_of(mode)) != site->types.end();
      if (computes) all.push_back(mode);
    }
    return all;
  }

  std::string_view type_of(std::size_t mode) const {
    for (std::size_t i = 0; i < model_.mode_columns.size(); ++i) {
      const ModeColumn& column = model_.mode_columns[i];
      if (column.name == "type" && column.type == ModeColumn::Type::kWord) {
        return column.words[static_cast<std::size_t>(model_.modes[mode].columns[i])];
      }
    }
    return {};
  }

  // The chain kinds to decide for: those asked for, or all that the site, or a site of the row, says. False after
  // saying what is wrong with those asked for.
  bool read_kinds(std::size_t profile, const Site* site, ChainKinds& kinds) {
    kinds = model_.kinds_that_differ();
    std::vector<std::size_t> said = site && !site->chains.empty() ? site->chains : model_.kinds_said(profile);
    if (model_.by_chain) kinds.now = said;
    auto read = [&](const std::string& name, std::vector<std::size_t>& into) {
      if (name.empty()) return true;
      std::optional<std::size_t> chain = pick(name, "chain kind", model_.chain_prefix, model_.chains);
      if (chain) into = {*chain};
      return chain.has_value();
    };
    if (!read(question_.chain, kinds.now) || !read(question_.last_chain, kinds.last)) return false;
    if (!site || question_.chain.empty() || contains(said, kinds.now.front())) return true;
    std::string list;
    for (std::size_t kind : said) list += (list.empty() ? "" : ", ") + text(model_.chains[kind].name);
    answer_.trouble = text(site->name) + " does not say chain kind " + text(model_.chains[kinds.now.front()].name) +
                      "; it says " + list;
    return false;
  }

  static bool contains(const std::vector<std::size_t>& list, std::size_t index) {
    return std::find(list.begin(), list.end(), index) != list.end();
  }

  // Of a row, or of a site that enters by it.
  void add_decisions(Explanation& made, std::size_t profile, const Site* site) {
    if (!question_.asks_decision()) return;
    Point point;
    point.profile = profile;
    ChainKinds kinds;
    if (!read_knobs(point.knobs) || !read_kinds(profile, site, kinds)) return;
    std::vector<std::size_t> origins(model_.modes.size());
    for (std::size_t i = 0; i < origins.size(); ++i) origins[i] = i;
    if (!question_.from.empty()) {
      std::optional<std::size_t> from = pick(question_.from, "mode", model_.mode_prefix, model_.modes);
      if (!from) return;
      origins = {*from};
    }
    for (std::size_t from : origins) {
      for (std::size_t to : targets(model_.profiles[profile], from, site)) {
        point.from = from;
        point.to = to;
        add_decisions(made, point, kinds);
      }
    }
  }

  // One for all chain kinds under which it goes the same way.
  void add_decisions(Explanation& made, Point point, const ChainKinds& kinds) {
    auto decided_for = [&](std::size_t now, std::size_t last, const KindWords& words) {
      point.chain = now;
      point.last_chain = last;
      return decision(point, words);
    };
    auto does = [&](std::size_t now, std::size_t last) {
      std::string all;
      for (const Explanation::Line& step : decided_for(now, last, {"-", "-"}).steps) all += step.text + "\n";
      return all;
    };
    for (const ChainKinds& alike : fold_chain_kinds(kinds, does)) {
      KindWords words = {words_of(alike.now), words_of(alike.last)};
      Explanation::Decision one = decided_for(alike.now.front(), alike.last.front(), words);
      std::string title = spell(model_, point, alike);
      one.title = title.substr(title.find(", ") + 2);
      if (model_.by_chain && !contains(model_.kinds_said(point.profile), point.chain))
        one.title += " " + text(kNoSiteSaysIt);
      made.decisions.push_back(std::move(one));
    }
  }

  std::string words_of(const std::vector<std::size_t>& kinds) const {
    std::string words = model_.chains.empty() ? "" : kinds_in_words(model_.chain_names(), kinds);
    return words.empty() && !model_.chains.empty() ? "any" : words;
  }

  Explanation::Decision decision(const Point& point, const KindWords& kinds) {
    Explanation::Decision made;
    const Profile& profile = model_.profiles[point.profile];
    const Cell& cell = model_.cell(point);
    std::string to = text(model_.modes[point.to].name);
    if (!cell.returned) {
      made.steps.push_back(
          {"from is to, and the row sets the marker: a no-op, nothing is decided, returns 0", cite(spec_, profile.at)});
      return made;
    }
    made.steps.push_back(
        {profile.sets_marker ? "from is not to: a transition" : "the row keeps the marker, so it always decides",
         cite(spec_, profile.at)});
    runner_.at(point);
    std::int64_t total = 0;
    for (std::size_t i = 0; i < model_.columns.size(); ++i) {
      made.steps.push_back(step(point, i, kinds));
      runner_.decided(i, (cell.holds >> i & 1u) != 0);
      std::int64_t cost = cost_of(spec_, model_.columns[i].name);
      if (cost > 0 && model_.columns[i].letter != 0 && model_.effect(point, i) != 0) total += cost;
    }
    made.steps.push_back({profile.sets_marker ? "the marker becomes " + to : "the marker stays " + to, ""});
    made.steps.push_back({"returns 1: " + model_.letters(point) + (total > 0 ? ", " + duration_text(total) : ""), ""});
    return made;
  }

  Explanation::Line step(const Point& point, std::size_t index, const KindWords& kinds) {
    const Column& column = model_.columns[index];
    const Selector& selector = model_.selector(point.profile, index);
    const Choice& choice = model_.profiles[point.profile].choices[index];
    bool holds = (model_.cell(point).holds >> index & 1u) != 0;
    std::string line = text(column.name);
    if (column.letter == 0) {
      line += holds ? " is true" : " is false";
    } else if (!holds) {
      line += ": no";
    } else {
      std::int64_t cost = cost_of(spec_, column.name);
      line += ": yes" + (choice.scope >= 0 ? ", " + reach(column, choice) : "") +
              (cost > 0 ? ", " + duration_text(cost) : "");
    }
    line += ", because " + text(column.prefix) + text(selector.name) + (holds ? " holds: " : " does not hold: ");
    if (selector.when.is_constant()) line = line.substr(0, line.rfind(": "));
    if (!selector.when.is_constant()) line += because(*selector.when.typed, runner_, kinds);
    return {line, cite(spec_, selector.at)};
  }

  const Spec& spec_;
  const PolicyModel& model_;
  const Question& question_;
  Answer& answer_;
  std::vector<std::string>& names_;
  Runner runner_;
};

}  // namespace

bool explain_policy(const Spec& spec, const Question& question, Answer& answer, std::vector<std::string>& names) {
  Explaining(spec, question, answer, names).run();
  return true;
}

}  // namespace npuspec::policy
