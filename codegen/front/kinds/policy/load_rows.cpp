// The second half of a policy: columns, rows, sites, laws, examples.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "front/kinds/policy/load.h"
#include "front/kinds/rows.h"

namespace npuspec::policy {
namespace {

constexpr std::size_t kMaxColumns = 16;
constexpr std::size_t kMaxFields = 8;
constexpr std::size_t kMaxProfiles = 255;

Diag& row_error(Code code, const Entry& entry, std::string message, Loading& to) {
  Diag& diag = to.diags.error(code, entry.key_at, std::move(message));
  return diag.span(entry.key.size());
}

void load_letter(Column& column, const Entry& entry, Loading& to) {
  const Node* letter = entry.value->find("letter");
  if (!letter || !letter->is_scalar() || letter->broken) return;
  auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  bool is_one = letter->text.size() == 1 && is_letter(letter->text[0]) && letter->text != "k";
  auto owner = std::find_if(to.model.columns.begin(), to.model.columns.end(),
                            [&](const Column& one) { return is_one && one.letter == letter->text[0]; });
  if (is_one && owner == to.model.columns.end()) {
    column.letter = letter->text[0];
    return;
  }
  to.diags
      .error(Code::P003, letter->at,
             is_one ? "column " + in_quotes(owner->name) + " has this letter already"
                    : "what stands for an effect in cells is one letter, and not k")
      .span(std::max<std::size_t>(letter->text.size(), 1))
      .hint("choose a letter of its own, R for a reset");
  column.letter = '?';  // it is a column of effects all the same
}

void load_scopes(Column& column, const Entry& entry, Loading& to) {
  for (const Entry& row : rows_of(entry.value->find("scopes"))) {
    auto scope = named<Scope>(row.key, row.key_at, *row.value);
    for (const Node* field : items_of(row.value->is_list() ? row.value : row.value->find("clears"))) {
      if (!field->is_scalar()) continue;
      auto found = std::find(column.fields.begin(), column.fields.end(), field->text);
      scope.mask |= 1u << std::min<std::size_t>(static_cast<std::size_t>(found - column.fields.begin()), 31);
      bool counts = found == column.fields.end() && column.fields.size() <= kMaxFields;
      if (counts) column.fields.push_back(field->text);
      scope.clears.push_back(field->text);
    }
    column.scopes.push_back(std::move(scope));
  }
  if (column.fields.size() > kMaxFields) {
    row_error(Code::P004, entry, "the scopes of a column clear at most " + std::to_string(kMaxFields) + " fields", to)
        .hint("split the column in two");
  }
  bool has_prefix = entry.value->find("scope_prefix") != nullptr;
  column.scope_prefix = prefix_of(*entry.value, "scope_prefix", to);
  if (has_prefix == !column.scopes.empty()) return;
  row_error(Code::P008, entry, has_prefix ? "a scope_prefix without scopes" : "scopes without a scope_prefix", to)
      .hint("`scope_prefix: TG_` and `scopes:` go together");
}

void load_columns(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("columns"))) {
    if (!entry.value->is_map()) continue;
    if (to.model.columns.size() == kMaxColumns) {
      row_error(Code::P004, entry, "a policy has at most " + std::to_string(kMaxColumns) + " columns", to)
          .hint("decide several things in one column");
      return;
    }
    auto column = named<Column>(entry.key, entry.key_at, *entry.value);
    column.prefix = prefix_of(*entry.value, "prefix", to);
    load_letter(column, entry, to);
    load_scopes(column, entry, to);
    for (const Entry& row : rows_of(entry.value->find("selectors"))) {
      auto selector = named<Selector>(row.key, row.key_at, *row.value);
      selector.reserved = row.value->text_at("reserved");
      column.selectors.push_back(selector);
    }
    to.model.columns.push_back(std::move(column));
  }
}

// Columns may share a prefix of scopes: a name then stands for the same bits in all of them.
void check_scope_names(Loading& to) {
  std::map<std::string, const Scope*> known;
  for (const Column& column : to.model.columns) {
    for (const Scope& scope : column.scopes) {
      std::string name = std::string(column.scope_prefix) + std::string(scope.name);
      auto [first, fresh] = known.try_emplace(name, &scope);
      if (fresh || first->second->mask == scope.mask) continue;
      to.diags.error(Code::P002, scope.at, name + " stands for other bits in another column")
          .span(scope.name.size())
          .hint("name the fields of both in the same order, or give the columns prefixes of their own")
          .note(first->second->at, "the other one");
    }
  }
}

// Guards may name every column above their own, so all columns must be there first.
void load_guards(const Node& root, Loading& to) {
  std::span<const Entry> columns = rows_of(root.find("columns"));
  for (std::size_t i = 0; i < std::min(columns.size(), to.model.columns.size()); ++i) {
    std::span<const Entry> rows = rows_of(columns[i].value->find("selectors"));
    for (std::size_t j = 0; j < std::min(rows.size(), to.model.columns[i].selectors.size()); ++j) {
      const Node* when = rows[j].value->main_part("when");
      if (!when || !when->is_scalar() || when->broken) continue;
      to.model.columns[i].selectors[j].when = to.model.vocabulary->selector(to.sources, *when, i, to.diags);
    }
  }
}

void load_suppressions(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("runtime_knobs"))) {
    auto knob = std::find_if(to.model.runtime_knobs.begin(), to.model.runtime_knobs.end(),
                             [&](const RuntimeKnob& one) { return one.name == entry.key; });
    if (knob == to.model.runtime_knobs.end()) continue;
    const Node* columns = entry.value->find("suppresses");
    knob->suppresses = to.rows.look_up_all(columns, to.model.columns, "column");
    for (const Node* name : items_of(columns)) {
      auto column = std::find_if(to.model.columns.begin(), to.model.columns.end(),
                                 [&](const Column& one) { return one.name == name->text && one.letter == 0; });
      if (column == to.model.columns.end()) continue;
      to.diags
          .error(Code::P003, name->at,
                 "column " + in_quotes(column->name) + " has no letter, so it has no effect to hold back")
          .span(name->text.size())
          .hint("name columns of effects, or take `suppresses` away");
    }
  }
}

Choice load_choice(const Column& column, const Entry& entry, Loading& to) {
  Choice choice;
  const Node* selector = entry.value;
  choice.at = selector->at;
  bool pair = selector->is_list();
  if (pair == column.scopes.empty()) {
    to.diags
        .error(Code::P008, selector->at,
               pair ? "column " + in_quotes(column.name) + " has no scopes"
                    : "column " + in_quotes(column.name) + " needs a scope too")
        .hint(pair ? "name the selector alone" : "write `[SCOPE, SELECTOR]`");
    return choice;
  }
  if (pair) {
    if (selector->items.size() != 2) return choice;
    choice.scope =
        to.rows.look_up(selector->items[0], column.scopes, "scope of " + std::string(column.name) + " called");
    selector = selector->items[1];
    choice.at = selector->at;
  }
  choice.selector = to.rows.look_up(selector, column.selectors, "selector of " + std::string(column.name) + " called");
  return choice;
}

void check_profile_keys(const Entry& entry, Loading& to) {
  static const std::set<std::string_view> kOwn = {"marker", "to", "doc", "source", "distinct", "reserved", "formerly"};
  for (const Entry& key : rows_of(entry.value)) {
    bool known = kOwn.count(key.key) != 0 || std::any_of(to.model.columns.begin(), to.model.columns.end(),
                                                         [&](const Column& one) { return one.name == key.key; });
    if (known) continue;
    std::vector<std::string_view> names(kOwn.begin(), kOwn.end());
    for (const Column& column : to.model.columns) names.push_back(column.name);
    to.rows.unknown(key, "column", names);
  }
}

void load_targets(Profile& profile, const Node& row, Loading& to) {
  const Node* targets = row.find("to");
  if (!targets || !targets->is_list()) return;
  profile.to_at = targets->at;
  for (const Node* mode : targets->items) {
    if (mode->is_scalar() && mode->text == "same") {
      profile.same = true;
      continue;
    }
    int found = to.rows.look_up(mode, to.model.modes, "mode");
    if (found >= 0) profile.to.push_back(static_cast<std::size_t>(found));
  }
  if (!profile.same || targets->items.size() < 2) return;
  to.diags
      .error(Code::P002, targets->at, "`same` is the marker as it is, whatever it is, and stands beside another target")
      .hint("write `to: [same]`, or name the modes that the row enters");
}

void load_profile(const Entry& entry, Loading& to) {
  const Node& row = *entry.value;
  auto profile = named<Profile>(entry.key, entry.key_at, row);
  if (const Node* distinct = scalar_at(row, "distinct")) {
    profile.distinct = distinct->text;
    profile.distinct_at = distinct->at;
  }
  profile.reserved = row.text_at("reserved");
  profile.sets_marker = row.text_at("marker") != "keep";
  load_targets(profile, row, to);
  check_profile_keys(entry, to);
  for (const Column& column : to.model.columns) {
    const Entry* chosen = row.entry(column.name);
    profile.choices.push_back(chosen ? load_choice(column, *chosen, to) : Choice{});
    if (chosen) continue;
    row_error(Code::P007, entry, "row " + in_quotes(entry.key) + " says nothing for column " + in_quotes(column.name),
              to)
        .hint("every row decides every column: add `" + std::string(column.name) + ":`");
  }
  to.model.profiles.push_back(std::move(profile));
}

// Names only, for guards of laws: rows themselves choose guards, which come in between.
void name_profiles(const Node& root, Loading& to) {
  const Node* profiles = root.find("profiles");
  if (!profiles) return;
  for (const Entry& entry : rows_of(profiles->find("rows"))) {
    if (!entry.value->is_map()) continue;
    Profile profile;
    profile.name = entry.key;
    to.model.profiles.push_back(std::move(profile));
  }
}

void load_profiles(const Node& root, Loading& to) {
  const Node* profiles = root.find("profiles");
  if (!profiles || !profiles->is_map()) return;
  to.model.profile_prefix = prefix_of(*profiles, "prefix", to);
  to.model.profiles_source = profiles->text_at("source");
  to.model.profiles.clear();
  for (const Entry& entry : rows_of(profiles->find("rows"))) {
    if (!entry.value->is_map()) continue;
    if (to.model.profiles.size() == kMaxProfiles) {
      row_error(Code::P004, entry, "a policy has at most " + std::to_string(kMaxProfiles) + " rows", to)
          .hint("rows are for kinds of callers, not for callers");
      break;
    }
    load_profile(entry, to);
  }
  for (const Entry& entry : rows_of(profiles->find("removed"))) {
    auto removed = named<Removed>(entry.key, entry.key_at, *entry.value);
    removed.since = entry.value->text_at("since");
    removed.use = to.rows.look_up(entry.value->find("use"), to.model.profiles, "profile");
    bool back = std::any_of(to.model.profiles.begin(), to.model.profiles.end(),
                            [&](const Profile& one) { return one.name == removed.name; });
    if (back) {
      row_error(Code::P022, entry, in_quotes(entry.key) + " is removed, and a row all the same", to)
          .hint("the name of a removed row stays taken: give the row a new one");
    }
    to.model.removed.push_back(removed);
  }
}

void load_sites(const Node& root, Loading& to) {
  std::vector<std::string_view> words;
  for (const ModeColumn& column : to.model.mode_columns) {
    if (column.name == "type") words = column.words;
  }
  for (const Node* row : items_of(root.find("sites"))) {
    const Node* name = row->find("name");
    if (!name || !name->is_scalar()) continue;
    auto site = named<Site>(name->text, name->at, *row);
    int profile = to.rows.look_up(row->find("profile"), to.model.profiles, "profile");
    if (profile < 0) continue;
    site.profile = static_cast<std::size_t>(profile);
    for (const Node* type : items_of(row->find("type"))) {
      if (!type->is_scalar()) continue;
      if (std::find(words.begin(), words.end(), type->text) == words.end()) {
        to.rows.unknown(*type, "type", words);
      } else {
        site.types.push_back(type->text);
      }
    }
    site.chains = to.rows.look_up_all(row->find("chain"), to.model.chains, "chain kind");
    if (const Node* returns = row->find("returns"); returns && returns->is_map()) {
      site.flag = returns->text_at("flag");
      site.flag_value = static_cast<int>(integer_of(returns->find("value")).value_or(0));
    }
    to.model.sites.push_back(std::move(site));
  }
}

using GuardCheck = Guard (Vocabulary::*)(const Sources&, const Node&, Diags&);

Guard guard_of(const Node& row, std::string_view key, GuardCheck check, Loading& to) {
  const Node* text = row.find(key);
  if (!text || !text->is_scalar() || text->broken) return {};
  return (to.model.vocabulary.get()->*check)(to.sources, *text, to.diags);
}

void load_unrouted(const Node& root, Loading& to) {
  std::vector<std::string_view> fields;
  for (const Column& column : to.model.columns) fields.insert(fields.end(), column.fields.begin(), column.fields.end());
  for (const Node* row : items_of(root.find("unrouted"))) {
    const Node* name = row->find("name");
    if (!name || !name->is_scalar()) continue;
    auto site = named<Unrouted>(name->text, name->at, *row);
    site.reset = guard_of(*row, "reset", &Vocabulary::unrouted, to);
    for (const Node* field : items_of(row->find("clears"))) {
      if (!field->is_scalar()) continue;
      site.clears.push_back(field->text);
      if (std::find(fields.begin(), fields.end(), field->text) == fields.end()) {
        to.rows.unknown(*field, "field that a scope clears called", fields);
      }
    }
    if (row->find("sets")) site.sets = to.rows.look_up(row->find("sets"), to.model.modes, "mode");
    site.distinct = row->text_at("distinct");
    to.model.unrouted.push_back(std::move(site));
  }
}

void load_laws(const Node& root, Loading& to) {
  for (const Node* row : items_of(root.find("rules"))) {
    const Node* id = row->find("id");
    if (!id || !id->is_scalar()) continue;
    auto law = named<Law>(id->text, id->at, *row);
    law.when = guard_of(*row, "when", &Vocabulary::law, to);
    law.require = guard_of(*row, "require", &Vocabulary::law, to);
    to.model.laws.push_back(law);
  }
}

bool load_example_knobs(Example& example, const Node& row, Loading& to) {
  bool sound = true;
  example.knobs = to.model.default_knobs();
  for (const Entry& entry : rows_of(row.find("knobs"))) {
    int knob = to.rows.look_up_key(entry, to.model.knobs, "knob");
    sound = sound && knob >= 0;
    if (knob < 0) continue;
    std::uint32_t bit = 1u << knob;
    example.knobs = is_true(entry.value->text) ? example.knobs | bit : example.knobs & ~bit;
  }
  return sound;
}

void load_examples(const Node& root, Loading& to) {
  for (const Node* row : items_of(root.find("examples"))) {
    const Node* profile = row->find("profile");
    const Node* mode = row->find("to");
    int index = to.rows.look_up(profile, to.model.profiles, "profile");
    if (index < 0 || !mode || !mode->is_scalar()) continue;
    auto example = named<Example>(profile->text, row->at, *row);
    example.profile = static_cast<std::size_t>(index);
    bool sound = load_example_knobs(example, *row, to);
    example.to = mode->text == "same" ? -1 : to.rows.look_up(mode, to.model.modes, "mode");
    sound = sound && (mode->text == "same" || example.to >= 0);
    auto kind = [&](std::string_view key) {
      if (!row->find(key)) return std::size_t{0};
      int found = to.rows.look_up(row->find(key), to.model.chains, "chain kind");
      sound = sound && found >= 0;
      return static_cast<std::size_t>(std::max(found, 0));
    };
    example.chain = kind("chain");
    example.last_chain = kind("last_chain");
    for (const Node* cell : items_of(row->find("cells"))) {
      example.cells.push_back(cell->text);
      example.cells_at.push_back(cell->at);
    }
    if (sound) to.model.examples.push_back(std::move(example));
  }
}

}  // namespace

void load_rows(const Node& root, Loading& to) {
  load_columns(root, to);
  check_scope_names(to);
  load_suppressions(root, to);
  name_profiles(root, to);
  to.model.vocabulary = std::make_unique<Vocabulary>(to.model, to.diags);
  load_guards(root, to);
  load_profiles(root, to);
  load_sites(root, to);
  load_unrouted(root, to);
  load_laws(root, to);
  load_examples(root, to);
}

void load_policy(const Node& root, const Sources& sources, Diags& diags, PolicyModel& model) {
  Loading to{sources, diags, model, RowReader(diags, {Code::P001, Code::P002, Code::P003})};
  load_names(root, to);
  load_rows(root, to);
}

}  // namespace npuspec::policy
