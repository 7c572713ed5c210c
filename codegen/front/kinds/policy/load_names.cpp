// The first half of a policy: what guards may name.
#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "front/kinds/policy/load.h"
#include "front/kinds/rows.h"
#include "front/number.h"

namespace npuspec::policy {
namespace {

constexpr std::size_t kMaxKnobs = 12;

void load_mode_columns(const Node& modes, Loading& to) {
  for (const Entry& entry : rows_of(modes.find("columns"))) {
    ModeColumn column;
    column.name = entry.key;
    if (entry.value->is_list()) {
      column.type = ModeColumn::Type::kWord;
      for (const Node* word : entry.value->items) {
        if (!word->is_scalar()) continue;
        if (std::count(column.words.begin(), column.words.end(), word->text) == 0) {
          column.words.push_back(word->text);
          continue;
        }
        to.diags.error(Code::P002, word->at, "'" + std::string(word->text) + "' stands here twice")
            .span(word->text.size())
            .hint("take one away");
      }
    } else if (entry.value->text == "bool") {
      column.type = ModeColumn::Type::kBool;
    }
    to.model.mode_columns.push_back(std::move(column));
  }
}

std::int64_t column_value(const ModeColumn& column, const Node& value, Loading& to) {
  if (column.type == ModeColumn::Type::kInt) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    return to.rows.whole(&value, -kMost, kMost, "a column's number").value_or(0);
  }
  if (column.type == ModeColumn::Type::kBool) {
    if (!truth_of(value)) {
      to.diags.error(Code::P003, value.at, "column '" + std::string(column.name) + "' is true or false")
          .span(std::max<std::size_t>(value.text.size(), 1))
          .hint(unquoted_or(value, "write true or false"));
    }
    return is_true(value.text) ? 1 : 0;
  }
  auto found = std::find(column.words.begin(), column.words.end(), value.text);
  if (found == column.words.end()) {
    to.rows.unknown(value, "word of column '" + std::string(column.name) + "' spelt", column.words);
    return 0;
  }
  return found - column.words.begin();
}

Mode load_mode(const Entry& entry, Loading& to) {
  auto mode = named<Mode>(entry.key, entry.key_at, *entry.value);
  mode.value = integer_of(entry.value->find("value")).value_or(0);
  for (const ModeColumn& column : to.model.mode_columns) {
    const Node* value = entry.value->find(column.name);
    if (value && value->is_scalar()) {
      mode.columns.push_back(column_value(column, *value, to));
      continue;
    }
    mode.columns.push_back(0);
    if (value || !entry.value->is_map()) continue;
    to.diags
        .error(Code::P007, entry.key_at,
               "mode '" + std::string(entry.key) + "' says nothing for column '" + std::string(column.name) + "'")
        .span(entry.key.size())
        .hint("add `" + std::string(column.name) + ":` to the row");
  }
  for (const Entry& key : rows_of(entry.value)) {
    static const std::set<std::string_view> kOwn = {"value", "doc", "source", "formerly"};
    bool known =
        kOwn.count(key.key) != 0 || std::any_of(to.model.mode_columns.begin(), to.model.mode_columns.end(),
                                                [&](const ModeColumn& column) { return column.name == key.key; });
    if (known) continue;
    std::vector<std::string_view> names(kOwn.begin(), kOwn.end());
    for (const ModeColumn& column : to.model.mode_columns) names.push_back(column.name);
    to.rows.unknown(key, "column of modes called", names);
  }
  return mode;
}

// The generated table is indexed by the marker, so markers count up by one.
void check_markers(Loading& to) {
  const std::vector<Mode>& modes = to.model.modes;
  for (std::size_t i = 1; i < modes.size(); ++i) {
    if (modes[i].value == modes[i - 1].value + 1) continue;
    auto here = modes.begin() + static_cast<std::ptrdiff_t>(i);
    auto same = std::find_if(modes.begin(), here, [&](const Mode& before) { return before.value == modes[i].value; });
    std::string name = in_quotes(modes[i].name);
    std::string message = same != here ? in_quotes(same->name) + " has the marker of " + name + " already"
                                       : "markers count up by one, in the order of the rows";
    Diag& diag = to.diags.error(same != here ? Code::P002 : Code::P003, modes[i].at, message);
    diag.span(modes[i].name.size())
        .hint("after " + std::string(modes[i - 1].name) + " comes " + std::to_string(modes[i - 1].value + 1) +
              ": write `value: " + std::to_string(modes[i - 1].value + 1) + "`");
    if (same != here) diag.note(same->at, "the other one");
    return;
  }
}

void load_modes(const Node& root, Loading& to) {
  const Node* modes = root.find("modes");
  if (!modes || !modes->is_map()) return;
  to.model.mode_prefix = prefix_of(*modes, "prefix", to);
  load_mode_columns(*modes, to);
  for (const Entry& entry : rows_of(modes->find("rows"))) to.model.modes.push_back(load_mode(entry, to));
  if (!to.diags.failed()) check_markers(to);
  int initial = to.rows.look_up(modes->find("initial"), to.model.modes, "mode");
  if (initial >= 0) to.model.initial = static_cast<std::size_t>(initial);
}

void load_sets(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("sets"))) {
    auto set = named<Set>(entry.key, entry.key_at, *entry.value);
    const Node* is = entry.value->is_list() ? entry.value : entry.value->find("is");
    set.modes = to.rows.look_up_all(is, to.model.modes, "mode");
    std::sort(set.modes.begin(), set.modes.end());
    to.model.sets.push_back(std::move(set));
  }
}

void load_chains(const Node& root, Loading& to) {
  const Node* chains = root.find("chains");
  if (!chains || !chains->is_map()) return;
  to.model.chain_prefix = prefix_of(*chains, "prefix", to);
  for (const Entry& entry : rows_of(chains->find("rows"))) {
    auto chain = named<Chain>(entry.key, entry.key_at, *entry.value);
    auto next = static_cast<std::int64_t>(to.model.chains.size());
    std::optional<std::int64_t> value = integer_of(entry.value->main_part("value"));
    chain.value = value.value_or(next);
    chain.distinct = entry.value->text_at("distinct");
    chain.reserved = entry.value->text_at("reserved");
    if (chain.value != next) {
      to.diags.error(Code::P003, entry.key_at, "chain kinds count up from 0, in the order of the rows")
          .span(entry.key.size())
          .hint("this one is " + std::to_string(next) + ": write that, or move the row");
      chain.value = next;
    }
    to.model.chains.push_back(chain);
  }
}

void no_default(const Entry& entry, Loading& to) {
  to.diags.error(Code::P005, entry.key_at, "knob '" + std::string(entry.key) + "' has no default")
      .span(entry.key.size())
      .hint("add `default:`, the value when nobody sets it");
}

void load_knobs(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("knobs"))) {
    if (!entry.value->is_map()) continue;
    auto knob = named<Knob>(entry.key, entry.key_at, *entry.value);
    knob.env = entry.value->text_at("env");
    if (entry.value->text_at("parse") == "presence") knob.parse = Parse::kPresence;
    const Node* initial = entry.value->find("default");
    knob.initial = initial && is_true(initial->text);
    if (knob.parse == Parse::kPresence && knob.initial) {
      to.diags.error(Code::P006, initial->at, "a knob that is set by presence alone cannot be true by default")
          .span(initial->text.size())
          .hint("nobody could set it to false: make its default false or leave `parse` out");
    }
    to.model.knobs.push_back(knob);
  }
  if (to.model.knobs.size() <= kMaxKnobs) return;
  const Knob& last = to.model.knobs[kMaxKnobs];
  to.diags
      .error(Code::P004, last.at,
             "more than " + std::to_string(kMaxKnobs) + " knobs: every table would hold " + "more than 4096 settings")
      .span(last.name.size())
      .hint("move those that no selector needs to runtime_knobs");
  to.model.knobs.resize(kMaxKnobs);
}

RuntimeKnob::Type runtime_type(std::string_view text) {
  if (text == "presence") return RuntimeKnob::Type::kPresence;
  if (text == "int") return RuntimeKnob::Type::kInt;
  if (text == "duration") return RuntimeKnob::Type::kDuration;
  if (text == "string") return RuntimeKnob::Type::kText;
  return RuntimeKnob::Type::kBool;
}

std::int64_t unit_size(std::string_view unit) {
  static const std::map<std::string_view, std::int64_t> kSizes = {
      {"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
  auto found = kSizes.find(unit);
  return found == kSizes.end() ? 1 : found->second;
}

void misfit(const Node& value, const RuntimeKnob& knob, const std::string& message, std::string help, Loading& to) {
  to.diags.error(Code::P006, value.at, "knob '" + std::string(knob.name) + "': " + message)
      .span(std::max<std::size_t>(value.text.size(), 1))
      .hint(std::move(help));
}

void load_number_default(RuntimeKnob& knob, const Node& value, const Node* in, Loading& to) {
  bool time = knob.type == RuntimeKnob::Type::kDuration;
  std::optional<Number> number = number_of(&value);
  std::optional<std::int64_t> initial = number ? number->as_i64() : std::nullopt;
  if (!initial || (number->dimension == Dimension::kTime) != time) {
    misfit(value, knob, time ? "its default is a duration" : "its default is a whole number",
           unquoted_or(value, time ? "write a number with a unit, 60000 ms" : "write a number without a unit"), to);
    return;
  }
  knob.initial = *initial;
  knob.least = 0;
  knob.most = time ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int32_t>::max();
  if (in && in->is_scalar()) {
    std::optional<WholeRange> range = whole_range(in->text);
    if (!range || (range->dimension == Dimension::kTime) != time) {
      misfit(*in, knob, "this range is not of its type", time ? "write 1 ms..2 s" : "write 0..2", to);
      return;
    }
    knob.least = range->least;
    knob.most = range->most;
  }
  if (knob.initial >= knob.least && knob.initial <= knob.most) return;
  misfit(value, knob,
         "its default, " + std::string(value.text) + ", is outside what it takes" +
             (in ? ", " + std::string(in->text) : std::string()),
         "change the default or `in`", to);
}

void load_default(RuntimeKnob& knob, const Entry& entry, Loading& to) {
  const Node* value = entry.value->find("default");
  if (!value || !value->is_scalar()) {
    if (!value && knob.type != RuntimeKnob::Type::kPresence) no_default(entry, to);
    return;
  }
  knob.initial_text = value->text;
  if (knob.type == RuntimeKnob::Type::kInt || knob.type == RuntimeKnob::Type::kDuration) {
    load_number_default(knob, *value, entry.value->find("in"), to);
  } else if (knob.type == RuntimeKnob::Type::kPresence) {
    if (truth_of(*value) != false)
      misfit(*value, knob, "presence is false when nobody sets it", "take `default` away", to);
  } else if (knob.type == RuntimeKnob::Type::kBool) {
    knob.initial = is_true(value->text) ? 1 : 0;
    if (truth_of(*value)) return;
    misfit(*value, knob, "its default is true or false", unquoted_or(*value, "write true or false"), to);
  }
}

void load_runtime_knobs(const Node& root, Loading& to) {
  for (const Entry& entry : rows_of(root.find("runtime_knobs"))) {
    if (!entry.value->is_map()) continue;
    auto knob = named<RuntimeKnob>(entry.key, entry.key_at, *entry.value);
    knob.type = runtime_type(entry.value->text_at("type"));
    knob.env = entry.value->text_at("env");
    bool time = knob.type == RuntimeKnob::Type::kDuration;
    const Node* unit = entry.value->find("unit");
    knob.unit = unit ? unit->text : time ? "ns" : "";
    knob.unit_size = unit_size(knob.unit);
    if (unit && !time) misfit(*unit, knob, "only a duration has a unit", "take `unit` away", to);
    load_default(knob, entry, to);
    to.model.runtime_knobs.push_back(std::move(knob));
  }
}

// No two knobs share a variable or a name.
void check_variables(Loading& to) {
  std::map<std::string_view, const Named*> seen;
  auto check = [&](std::string_view env, const Named& knob) {
    auto [first, fresh] = seen.try_emplace(env, &knob);
    if (fresh || env.empty()) return;
    to.diags
        .error(Code::P002, knob.at,
               "knob " + in_quotes(first->second->name) + " is set by " + std::string(env) + " already")
        .span(knob.name.size())
        .hint("give each knob a variable of its own")
        .note(first->second->at, "the other one");
  };
  for (const Knob& knob : to.model.knobs) check(knob.env, knob);
  for (const RuntimeKnob& knob : to.model.runtime_knobs) check(knob.env, knob);
}

}  // namespace

std::string_view prefix_of(const Node& row, std::string_view key, Loading& to) {
  const Node* node = row.find(key);
  if (!node || !node->is_scalar() || node->broken) return {};
  std::string_view text = node->text;
  auto fits = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; };
  bool good = text.size() >= 2 && text.front() >= 'A' && text.front() <= 'Z' && text.back() == '_' &&
              std::all_of(text.begin(), text.end(), fits) && text.find("__") == std::string_view::npos;
  if (good) return text;
  to.diags
      .error(Code::P003, node->at, "a prefix of generated names is capital letters, digits and '_', and ends in '_'")
      .span(std::max<std::size_t>(text.size(), 1))
      .hint("for example XP_");
  return {};
}

void load_names(const Node& root, Loading& to) {
  load_modes(root, to);
  load_sets(root, to);
  load_chains(root, to);
  load_knobs(root, to);
  load_runtime_knobs(root, to);
  check_variables(to);
}

}  // namespace npuspec::policy
