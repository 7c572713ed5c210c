#include "front/kinds/policy/check.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace npuspec::policy {
namespace {

template <class T>
Diag& error(Code code, const T& row, const std::string& message, Diags& diags) {
  return diags.error(code, row.at, message).span(row.name.size());
}

// The selectors of a column that always or never hold as they are written.
std::string constant_selectors(const Column& column, bool holds) {
  std::string names;
  for (const Selector& selector : column.selectors) {
    if (!selector.when.is_constant() || (selector.when.typed->value != 0) != holds) continue;
    names += (names.empty() ? "" : " or ") + std::string(selector.name);
  }
  return names;
}

void check_scope(const Profile& profile, const Column& column, const Choice& choice, Diags& diags) {
  if (choice.scope < 0) return;
  const Scope& scope = column.scopes[static_cast<std::size_t>(choice.scope)];
  const Selector& selector = *column.chosen(choice);
  bool never = selector.when.is_constant() && selector.when.typed->value == 0;
  if (!selector.when || scope.clears.empty() == never) return;
  std::string never_words = constant_selectors(column, false);
  std::string row = "row " + in_quotes(profile.name) + ": ";
  std::string message = scope.clears.empty() ? row + std::string(selector.name) + " decides when to clear, and " +
                                                   std::string(scope.name) + " clears nothing"
                                             : row + std::string(scope.name) + " names what to clear, and " +
                                                   std::string(selector.name) + " never clears it";
  std::string help = scope.clears.empty() ? "name what it clears" : "name when it clears";
  if (!never_words.empty()) help += ", or let `" + std::string(column.name) + "` clear nothing with " + never_words;
  diags.error(Code::P009, choice.at, std::move(message)).span(selector.name.size()).hint(std::move(help));
}

// A value that only decides others must be asked for by one of them.
void check_asked_for(const PolicyModel& model, const Profile& profile, std::size_t column, Diags& diags) {
  const Selector& selector = *model.columns[column].chosen(profile.choices[column]);
  if (model.columns[column].letter != 0 || selector.when.is_constant() || !selector.when) return;
  for (std::size_t later = column + 1; later < model.columns.size(); ++later) {
    const Selector* other = model.columns[later].chosen(profile.choices[later]);
    if (!other || !other->when || model.vocabulary->reads_column(other->when, column)) return;
  }
  std::string never_words = constant_selectors(model.columns[column], false);
  diags
      .error(Code::P012, profile.choices[column].at,
             "row " + in_quotes(profile.name) + ": " + std::string(selector.name) +
                 " decides nothing, since no later " + "column of the row asks for `" +
                 std::string(model.columns[column].name) + "`")
      .span(selector.name.size())
      .hint(never_words.empty() ? "choose conditions that ask for it"
                                : "say " + never_words + ", or choose conditions that ask for it");
}

void check_marker(const Profile& profile, Diags& diags) {
  if (!profile.sets_marker || !profile.same) return;
  diags
      .error(Code::P014, profile.to_at,
             "row " + in_quotes(profile.name) +
                 " sets the marker, so with `same` it always finds from == to and never acts")
      .hint("say `marker: keep`, or name the modes it enters");
}

std::vector<std::string_view> types_of(const PolicyModel& model, std::size_t mode) {
  for (std::size_t i = 0; i < model.mode_columns.size(); ++i) {
    const ModeColumn& column = model.mode_columns[i];
    if (column.name != "type" || column.type != ModeColumn::Type::kWord) continue;
    return {column.words[static_cast<std::size_t>(model.modes[mode].columns[i])]};
  }
  return {};
}

bool has_type(const PolicyModel& model, std::size_t mode, std::string_view type) {
  std::vector<std::string_view> types = types_of(model, mode);
  return std::find(types.begin(), types.end(), type) != types.end();
}

void check_site(const PolicyModel& model, const Site& site, Diags& diags) {
  const Profile& profile = model.profiles[site.profile];
  if (profile.same) return;
  for (std::string_view type : site.types) {
    bool entered = std::any_of(profile.to.begin(), profile.to.end(),
                               [&](std::size_t mode) { return has_type(model, mode, type); });
    if (entered) continue;
    std::string enters;
    for (std::size_t mode : profile.to) enters += (enters.empty() ? "" : ", ") + std::string(model.modes[mode].name);
    error(Code::P013, site,
          "site " + in_quotes(site.name) + " computes in " + std::string(type) + ", but its row " +
              std::string(profile.name) + " enters " + enters,
          diags)
        .hint("a site enters with the type it computes in: name a row for " + std::string(type))
        .note(profile.at, "the row");
  }
}

void check_profile_used(const PolicyModel& model, std::size_t index, Diags& diags) {
  const Profile& profile = model.profiles[index];
  bool used = false;
  for (const Site& site : model.sites) used = used || site.profile == index;
  if (used && !profile.reserved.empty()) {
    error(Code::P021, profile, "row " + in_quotes(profile.name) + " is reserved, and a site uses it", diags)
        .hint("take `reserved` away");
  }
  if (!used && profile.reserved.empty()) {
    error(Code::P011, profile, "no site uses row " + in_quotes(profile.name), diags)
        .hint("add its site, remove it, or say why it stays: `reserved: reason`");
  }
  if (!used || profile.same) return;
  for (std::size_t mode : profile.to) {
    bool entered = false;
    for (const Site& site : model.sites) {
      if (site.profile != index) continue;
      for (std::string_view type : site.types) entered = entered || has_type(model, mode, type);
    }
    if (entered || types_of(model, mode).empty()) continue;
    diags
        .error(Code::P011, profile.to_at,
               "no site of row " + in_quotes(profile.name) + " computes in the type of " +
                   std::string(model.modes[mode].name))
        .hint("take the mode away, or give the site's `type` its type");
  }
}

void check_chains_used(const PolicyModel& model, Diags& diags) {
  for (std::size_t i = 0; i < model.chains.size(); ++i) {
    const Chain& chain = model.chains[i];
    bool said = std::any_of(model.sites.begin(), model.sites.end(), [&](const Site& site) {
      return std::find(site.chains.begin(), site.chains.end(), i) != site.chains.end();
    });
    if (said && !chain.reserved.empty()) {
      error(Code::P021, chain, "chain kind " + in_quotes(chain.name) + " is reserved, and a site says it", diags)
          .hint("take `reserved` away");
    }
    if (said || !chain.reserved.empty()) continue;
    error(Code::P011, chain, "no site says chain kind " + in_quotes(chain.name), diags)
        .hint("let its site say it, remove it, or say why it stays: `reserved: reason`");
  }
}

// Two names for one thing: a reader asks in vain what tells them apart.
template <class T>
void tell_twin(const T& row, const T& first, const std::string& what, Diags& diags) {
  diags.warning(Code::P002, row.at, what + " " + in_quotes(row.name) + " says what " + in_quotes(first.name) + " says")
      .span(row.name.size())
      .hint("use one of them everywhere, and take the other away")
      .note(first.at, "the other one");
}

void tell_twins(const PolicyModel& model, Diags& diags) {
  for (const Column& column : model.columns) {
    std::map<std::string, const Selector*> known;
    for (const Selector& selector : column.selectors) {
      if (!selector.when) continue;
      auto [first, fresh] = known.try_emplace(guard::tidy(selector.when.source()), &selector);
      if (!fresh) tell_twin(selector, *first->second, "selector", diags);
    }
  }
  std::map<std::vector<std::size_t>, const Set*> known;
  for (const Set& set : model.sets) {
    auto [first, fresh] = known.try_emplace(set.modes, &set);
    if (!fresh) tell_twin(set, *first->second, "set", diags);
  }
}

void check_selectors_used(const Column& column, Diags& diags) {
  for (const Selector& selector : column.selectors) {
    std::string what = "selector " + in_quotes(selector.name) + " of " + std::string(column.name);
    if (!selector.chosen && selector.reserved.empty()) {
      error(Code::P010, selector, "no row chooses " + what, diags)
          .hint("remove it, or say why it stays: `reserved: reason`");
    }
    if (selector.chosen && !selector.reserved.empty()) {
      error(Code::P021, selector, what + " is reserved, and a row chooses it", diags).hint("take `reserved` away");
    }
  }
}

template <class Fn>
void each_guard(const PolicyModel& model, Fn visit) {
  for (const Column& column : model.columns) {
    for (const Selector& selector : column.selectors) {
      if (selector.when) visit(selector.when);
    }
  }
}

// A guard that did not check names who knows what, so then nothing is said.
bool all_guards_sound(const PolicyModel& model) {
  for (const Column& column : model.columns) {
    for (const Selector& selector : column.selectors) {
      if (!selector.when) return false;
    }
  }
  return true;
}

void check_names_used(const PolicyModel& model, Diags& diags) {
  if (!all_guards_sound(model)) return;
  for (std::size_t i = 0; i < model.knobs.size(); ++i) {
    bool used = false;
    each_guard(model, [&](const Guard& guard) { used = used || model.vocabulary->reads_knob(guard, i); });
    if (used) continue;
    error(Code::P020, model.knobs[i], "no selector reads knob " + in_quotes(model.knobs[i].name), diags)
        .hint("every table would hold each cell twice for nothing: move it to runtime_knobs");
  }
  for (const Set& set : model.sets) {
    if (set.used) continue;
    error(Code::P020, set, "nothing uses set " + in_quotes(set.name), diags).hint("remove it");
  }
}

}  // namespace

void note_uses(PolicyModel& model) {
  for (const Profile& profile : model.profiles) {
    for (std::size_t i = 0; i < model.columns.size() && i < profile.choices.size(); ++i) {
      if (profile.choices[i].selector < 0) continue;
      Selector& selector = model.columns[i].selectors[static_cast<std::size_t>(profile.choices[i].selector)];
      selector.chosen = true;
      model.by_chain = model.by_chain || model.vocabulary->reads_chain(selector.when);
      model.by_last_chain = model.by_last_chain || model.vocabulary->reads_last_chain(selector.when);
    }
  }
  auto used_in = [&](const Guard& guard) {
    if (!guard) return;
    for (Set& set : model.sets) set.used = set.used || mentions(guard.source(), set.name);
  };
  each_guard(model, used_in);
  for (const Law& law : model.laws) {
    used_in(law.when);
    used_in(law.require);
  }
  for (const Unrouted& site : model.unrouted) used_in(site.reset);
}

void check_rows(const PolicyModel& model, Diags& diags) {
  bool names_known = !diags.failed();  // else what looks unused may only be misspelt
  for (const Profile& profile : model.profiles) {
    for (std::size_t column = 0; column < model.columns.size(); ++column) {
      if (!model.columns[column].chosen(profile.choices[column])) continue;
      check_scope(profile, model.columns[column], profile.choices[column], diags);
      check_asked_for(model, profile, column, diags);
    }
    check_marker(profile, diags);
  }
  if (!names_known) return;
  for (std::size_t i = 0; i < model.profiles.size(); ++i) check_profile_used(model, i, diags);
  for (const Site& site : model.sites) check_site(model, site, diags);
  check_chains_used(model, diags);
  for (const Column& column : model.columns) check_selectors_used(column, diags);
  check_names_used(model, diags);
  tell_twins(model, diags);
}

}  // namespace npuspec::policy
