#include "front/kinds/policy/lower.h"

#include <algorithm>
#include <string>

#include "front/guard/expr.h"
#include "front/json.h"

namespace npuspec::policy {
namespace {

class Lowering {
 public:
  Lowering(const Spec& spec, Json& ir)
      : spec_(spec), model_(*model_of<PolicyModel>(&spec)), packing_(packing(model_)), ir_(ir) {}

  void run() {
    modes();
    chains();
    knobs();
    columns();
    profiles();
    sites();
    unrouted();
    laws();
    scopes();
    table();
    vectors();
    lower_matrix(spec_, model_, ir_);
  }

 private:
  Json row(const Named& named) const {
    return {{"name", named.name}, {"doc", named.doc}, {"source", named.source}, {"at", cite(spec_, named.at)}};
  }

  Json guard(const Guard& guard) const {
    if (!guard) return {{"text", ""}, {"prose", ""}};
    return {{"text", guard::canonical(guard.source())}, {"prose", guard::prose(guard.source())}};
  }

  template <class T>
  Json names(const std::vector<T>& indexes, const auto& rows) const {
    Json array = Json::array();
    for (T index : indexes) array.push_back(rows[static_cast<std::size_t>(index)].name);
    return array;
  }

  Json texts(const std::vector<std::string_view>& list) const {
    Json array = Json::array();
    for (std::string_view text : list) array.push_back(text);
    return array;
  }

  void modes() {
    ir_["mode_prefix"] = model_.mode_prefix;
    ir_["initial"] = model_.modes[model_.initial].name;
    ir_["least_mode"] = model_.modes.front().value;
    ir_["greatest_mode"] = model_.modes.back().value;
    // Subtracting the least marker, in unsigned arithmetic that any int goes through unharmed.
    ir_["mode_offset"] = -model_.modes.front().value;
    ir_["mode_columns"] = Json::array();
    for (std::size_t i = 0; i < model_.mode_columns.size(); ++i) {
      const ModeColumn& column = model_.mode_columns[i];
      Json values = Json::array();
      for (const Mode& mode : model_.modes) values.push_back(column_text(column, mode.columns[i]));
      ir_["mode_columns"].push_back({{"name", column.name},
                                     {"is_word", column.type == ModeColumn::Type::kWord},
                                     {"words", texts(column.words)},
                                     {"values", values}});
    }
    ir_["modes"] = Json::array();
    for (std::size_t i = 0; i < model_.modes.size(); ++i) {
      Json mode = row(model_.modes[i]);
      mode["value"] = model_.modes[i].value;
      mode["index"] = i;
      mode["columns"] = Json::array();
      for (const Json& column : ir_["mode_columns"]) mode["columns"].push_back(column["values"][i]);
      ir_["modes"].push_back(mode);
    }
    ir_["sets"] = Json::array();
    for (const Set& set : model_.sets) {
      Json lowered = row(set);
      lowered["modes"] = names(set.modes, model_.modes);
      ir_["sets"].push_back(lowered);
    }
  }

  static Json column_text(const ModeColumn& column, std::int64_t value) {
    if (column.type == ModeColumn::Type::kWord) return column.words[static_cast<std::size_t>(value)];
    if (column.type == ModeColumn::Type::kBool) return value != 0 ? "true" : "false";
    return std::to_string(value);
  }

  void chains() {
    ir_["chain_prefix"] = model_.chain_prefix;
    ir_["chains"] = Json::array();
    for (const Chain& chain : model_.chains) {
      Json lowered = row(chain);
      lowered["value"] = chain.value;
      lowered["distinct"] = chain.distinct;
      ir_["chains"].push_back(lowered);
    }
    ir_["by_chain"] = model_.by_chain;
    ir_["by_last_chain"] = model_.by_last_chain;
  }

  void knobs() {
    ir_["knobs"] = Json::array();
    for (std::size_t i = 0; i < model_.knobs.size(); ++i) {
      const Knob& knob = model_.knobs[i];
      Json lowered = row(knob);
      lowered["env"] = knob.env;
      lowered["default"] = knob.initial;
      lowered["presence"] = knob.parse == Parse::kPresence;
      lowered["bit"] = i;
      lowered["mask"] = 1u << i;
      ir_["knobs"].push_back(lowered);
    }
    ir_["default_knobs"] = model_.default_knobs();
    ir_["knob_settings"] = model_.knob_settings();
    ir_["runtime_knobs"] = Json::array();
    for (const RuntimeKnob& knob : model_.runtime_knobs) {
      Json lowered = row(knob);
      lowered["value"] = ir_["runtime_knobs"].size();
      lowered["env"] = knob.env;
      lowered["is_bool"] = knob.type == RuntimeKnob::Type::kBool;
      lowered["is_presence"] = knob.type == RuntimeKnob::Type::kPresence;
      lowered["is_int"] = knob.type == RuntimeKnob::Type::kInt;
      lowered["is_duration"] = knob.type == RuntimeKnob::Type::kDuration;
      lowered["is_text"] = knob.type == RuntimeKnob::Type::kText;
      lowered["default"] = knob.initial;
      lowered["default_text"] = knob.type == RuntimeKnob::Type::kPresence ? "unset" : knob.initial_text;
      lowered["least"] = knob.least;
      lowered["most"] = knob.most;
      lowered["unit"] = knob.unit;
      lowered["unit_size"] = knob.unit_size;
      lowered["suppresses"] = names(knob.suppresses, model_.columns);
      std::uint32_t suppressed = 0;
      for (std::size_t column : knob.suppresses) suppressed |= 1u << column;
      lowered["suppress_mask"] = suppressed;
      ir_["runtime_knobs"].push_back(lowered);
    }
  }

  void columns() {
    ir_["columns"] = Json::array();
    for (std::size_t i = 0; i < model_.columns.size(); ++i) {
      const Column& column = model_.columns[i];
      const Packing::Part& part = packing_.columns[i];
      Json lowered = row(column);
      lowered["prefix"] = column.prefix;
      lowered["letter"] = column.letter == 0 ? std::string() : std::string(1, column.letter);
      lowered["is_effect"] = column.letter != 0;
      lowered["has_scopes"] = !column.scopes.empty();
      lowered["scope_prefix"] = column.scope_prefix;
      lowered["shift"] = part.shift;
      lowered["mask"] = ((std::uint64_t{1} << part.width) - 1);
      lowered["packed_mask"] = ((std::uint64_t{1} << part.width) - 1) << part.shift;
      std::int64_t cost = cost_of(spec_, column.name);
      lowered["cost"] = cost < 0 ? std::string() : duration_text(cost);
      lowered["fields"] = Json::array();
      for (std::size_t field = 0; field < column.fields.size(); ++field) {
        lowered["fields"].push_back({{"name", column.fields[field]}, {"mask", 1u << field}});
      }
      lowered["scopes"] = Json::array();
      for (const Scope& scope : column.scopes) {
        Json one = row(scope);
        one["clears"] = texts(scope.clears);
        one["mask"] = scope.mask;
        lowered["scopes"].push_back(one);
      }
      lowered["selectors"] = Json::array();
      for (const Selector& selector : column.selectors) {
        Json one = row(selector);
        one["value"] = lowered["selectors"].size();
        one["when"] = guard(selector.when);
        one["reserved"] = selector.reserved;
        lowered["selectors"].push_back(one);
      }
      ir_["columns"].push_back(lowered);
    }
  }

  void profiles() {
    ir_["profile_prefix"] = model_.profile_prefix;
    ir_["profiles_source"] = model_.profiles_source;
    ir_["profiles"] = Json::array();
    for (std::size_t i = 0; i < model_.profiles.size(); ++i) {
      const Profile& profile = model_.profiles[i];
      Json lowered = row(profile);
      lowered["index"] = i;
      lowered["sets_marker"] = profile.sets_marker;
      lowered["same"] = profile.same;
      lowered["to"] = names(profile.to, model_.modes);
      std::uint64_t mask = 0;
      for (std::size_t mode : profile.to) mask |= std::uint64_t{1} << std::min<std::size_t>(mode, 63);
      lowered["to_mask"] = mask;
      lowered["distinct"] = profile.distinct;
      lowered["reserved"] = profile.reserved;
      lowered["choices"] = Json::array();
      for (std::size_t column = 0; column < model_.columns.size(); ++column) {
        int scope = profile.choices[column].scope;
        const Column& of = model_.columns[column];
        lowered["choices"].push_back(
            {{"column", of.name},
             {"selector", model_.selector(i, column).name},
             {"has_scope", scope >= 0},
             {"scope", scope < 0 ? std::string_view() : of.scopes[static_cast<std::size_t>(scope)].name}});
      }
      ir_["profiles"].push_back(lowered);
    }
    ir_["removed"] = Json::array();
    for (const Removed& removed : model_.removed) {
      Json lowered = row(removed);
      lowered["since"] = removed.since;
      lowered["use"] =
          removed.use < 0 ? std::string_view() : model_.profiles[static_cast<std::size_t>(removed.use)].name;
      ir_["removed"].push_back(lowered);
    }
  }

  void sites() {
    const std::vector<std::string_view>* words = nullptr;
    for (const ModeColumn& column : model_.mode_columns) {
      if (column.name == "type") words = &column.words;
    }
    ir_["sites"] = Json::array();
    for (const Site& site : model_.sites) {
      Json lowered = row(site);
      lowered["value"] = ir_["sites"].size();
      lowered["profile"] = model_.profiles[site.profile].name;
      lowered["types"] = texts(site.types);
      std::uint32_t type_mask = 0;
      for (std::string_view type : site.types) {
        auto at = std::find(words->begin(), words->end(), type) - words->begin();
        type_mask |= 1u << std::min<std::ptrdiff_t>(at, 31);
      }
      lowered["type_mask"] = type_mask;
      lowered["chains"] = names(site.chains, model_.chains);
      std::uint32_t chain_mask = 0;
      for (std::size_t chain : site.chains) chain_mask |= 1u << std::min<std::size_t>(chain, 31);
      lowered["chain_mask"] = chain_mask;
      lowered["flag"] = site.flag;
      lowered["flag_value"] = site.flag_value;
      ir_["sites"].push_back(lowered);
    }
  }

  void unrouted() {
    ir_["unrouted"] = Json::array();
    for (const Unrouted& site : model_.unrouted) {
      Json lowered = row(site);
      lowered["reset"] = guard(site.reset);
      lowered["clears"] = texts(site.clears);
      lowered["sets"] = site.sets < 0 ? std::string_view() : model_.modes[static_cast<std::size_t>(site.sets)].name;
      lowered["distinct"] = site.distinct;
      ir_["unrouted"].push_back(lowered);
    }
  }

  void laws() {
    ir_["laws"] = Json::array();
    for (const Law& law : model_.laws) {
      Json lowered = row(law);
      lowered["when"] = guard(law.when);
      lowered["require"] = guard(law.require);
      ir_["laws"].push_back(lowered);
    }
  }

  // Columns may share a scope_prefix; a scope's name then means the same bits in all of them.
  void scopes() {
    ir_["scope_names"] = Json::array();
    for (const Column& column : model_.columns) {
      for (const Scope& scope : column.scopes) {
        std::string name = std::string(column.scope_prefix) + std::string(scope.name);
        bool known = std::any_of(ir_["scope_names"].begin(), ir_["scope_names"].end(),
                                 [&](const Json& one) { return one["name"] == name; });
        if (!known) ir_["scope_names"].push_back({{"name", name}, {"mask", scope.mask}});
      }
    }
  }

  Json part(const Packing::Part& part) const {
    std::uint64_t mask = (std::uint64_t{1} << part.width) - 1;
    return {{"shift", part.shift}, {"mask", mask}, {"packed_mask", mask << part.shift}};
  }

  void table() {
    std::size_t kinds = model_.chain_count() * model_.last_chain_count();
    Json table = {{"bits", packing_.bits},           {"is_wide", packing_.bits > 16},
                  {"cells", model_.cell_count()},    {"bytes", model_.cell_count() * (packing_.bits > 16 ? 4 : 2)},
                  {"modes", model_.modes.size()},    {"profiles", model_.profiles.size()},
                  {"chains", model_.chains.size()},  {"chain_kinds", kinds},
                  {"knobs", model_.knob_settings()}, {"digits", packing_.bits > 16 ? 8 : 4},
                  {"valid", part(packing_.valid)},   {"fired", part(packing_.fired)},
                  {"marker", part(packing_.marker)}};
    Json groups = Json::array();
    std::size_t per_group = model_.modes.size() * kinds * model_.knob_settings();
    for (std::size_t start = 0; start < model_.cells.size(); start += per_group) {
      Point first = model_.point(start);
      Json rows = Json::array();
      for (std::size_t i = start; i < start + per_group; i += model_.knob_settings()) {
        Point at = model_.point(i);
        std::string entries;
        for (std::size_t knobs = 0; knobs < model_.knob_settings(); ++knobs) {
          entries += (knobs == 0 ? "" : ", ") + hexadecimal(packed(model_, packing_, model_.point(i + knobs)));
        }
        rows.push_back({{"to", model_.modes[at.to].name}, {"kind", kind_text(at)}, {"entries", entries}});
      }
      groups.push_back(
          {{"profile", model_.profiles[first.profile].name}, {"from", model_.modes[first.from].name}, {"rows", rows}});
    }
    table["groups"] = std::move(groups);
    ir_["table"] = std::move(table);
  }

  std::string hexadecimal(std::uint32_t value) const {
    std::string text = "0x";
    for (int shift = packing_.bits > 16 ? 28 : 12; shift >= 0; shift -= 4)
      text += "0123456789abcdef"[value >> shift & 15u];
    return text;
  }

  std::string kind_text(const Point& at) const {
    std::string text;
    if (model_.by_chain) text += " chain " + std::string(model_.chains[at.chain].name);
    if (model_.by_last_chain) text += " last " + std::string(model_.chains[at.last_chain].name);
    return text;
  }

  // Every cell of every example, as its letters say and not as the table has it.
  void vectors() {
    ir_["vectors"] = Json::array();
    for (const Example& example : model_.examples) {
      for (std::size_t from = 0; from < model_.modes.size(); ++from) {
        std::size_t to = example.to < 0 ? from : static_cast<std::size_t>(example.to);
        std::string_view letters = example.cells[from];
        Json effects = Json::array();
        for (std::size_t i = 0; i < model_.columns.size(); ++i) {
          const Column& column = model_.columns[i];
          if (column.letter == 0) continue;
          bool happens = letters.find(column.letter) != std::string_view::npos;
          effects.push_back(happens ? column.reach(model_.profiles[example.profile].choices[i]) : 0);
        }
        bool fired = letters != "0";
        bool moves = fired && model_.profiles[example.profile].sets_marker;
        ir_["vectors"].push_back(
            {{"profile", model_.profiles[example.profile].name},
             {"from", model_.modes[from].name},
             {"to", model_.modes[to].name},
             {"knobs", example.knobs},
             {"chain", model_.chains.empty() ? std::string_view() : model_.chains[example.chain].name},
             {"last_chain", model_.chains.empty() ? std::string_view() : model_.chains[example.last_chain].name},
             {"letters", letters},
             {"fired", fired},
             {"effects", effects},
             {"marker", model_.modes[moves ? to : from].name}});
      }
    }
  }

  const Spec& spec_;
  const PolicyModel& model_;
  Packing packing_;
  Json& ir_;
};

}  // namespace

std::int64_t cost_of(const Spec& policy, std::string_view column) {
  for (const Spec* user : policy.used_by) {
    auto* costs = dynamic_cast<const EffectCosts*>(user->model.get());
    std::int64_t cost = costs ? costs->effect_cost(column) : -1;
    if (cost >= 0) return cost;
  }
  return -1;
}

std::string duration_text(std::int64_t nanoseconds) {
  static constexpr struct {
    std::int64_t size;
    std::string_view name;
  } kUnits[] = {{1000000000, "s"}, {1000000, "ms"}, {1000, "us"}, {1, "ns"}};
  for (const auto& unit : kUnits) {
    if (nanoseconds < unit.size && unit.size != 1) continue;
    std::int64_t whole = nanoseconds / unit.size;
    std::string text = std::to_string(whole);
    std::string rest = std::to_string(unit.size + nanoseconds % unit.size).substr(1);
    rest.erase(rest.find_last_not_of('0') + 1);
    return text + (rest.empty() ? "" : "." + rest) + " " + std::string(unit.name);
  }
  return "0 ns";
}

void lower_policy(const Spec& spec, Json& ir) { Lowering(spec, ir).run(); }

}  // namespace npuspec::policy
