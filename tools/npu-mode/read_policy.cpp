#include "read_policy.h"

#include <array>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "cli.h"
#include "config.h"
#include "front/arena.h"
#include "front/expectations.h"
#include "front/files.h"
#include "front/kinds/policy/model.h"
#include "front/load.h"
#include "front/node.h"
#include "front/reader.h"

namespace npuspec::mode {
namespace {

constexpr std::array<std::string_view, verify::kColumns> kNames = {"keep_warm", "reset", "warm", "size"};

std::uint8_t reach_of(const policy::Scope& scope) {
  std::uint8_t reach = 0;
  for (std::string_view field : scope.clears) {
    if (field == "warmed" || field == "ccsz") reach |= verify::kScalar;
    if (field == "mwarm" || field == "mccsz") reach |= verify::kPerCore;
  }
  return reach;
}

// What the explorer does not know how to take; empty: it takes it.
std::string misfit(const policy::PolicyModel& model) {
  if (model.by_chain || model.by_last_chain)
    return "a row of it goes by the chain kind, which the explorer does not keep";
  if (model.columns.size() != kNames.size()) return "its columns are not keep_warm, reset, warm and size";
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (model.columns[i].name != kNames[i]) return "its columns are not keep_warm, reset, warm and size, in this order";
    for (const policy::Scope& scope : model.columns[i].scopes) {
      if (scope.mask != 0 && reach_of(scope) == 0) return "what its scopes clear is not warmed, mwarm, ccsz or mccsz";
    }
  }
  return {};
}

void fill_columns(const policy::PolicyModel& model, verify::Policy& made) {
  for (std::size_t i = 0; i < verify::kColumns; ++i) {
    const policy::Column& column = model.columns[i];
    made.columns[i].name = column.name;
    for (const policy::Selector& selector : column.selectors) {
      const bool constant = selector.when.is_constant();
      const bool holds = constant && selector.when.typed->value != 0;
      made.columns[i].selectors.push_back({std::string(selector.name), constant && !holds, holds});
    }
    for (const policy::Scope& scope : column.scopes)
      made.columns[i].scopes.push_back({std::string(scope.name), reach_of(scope)});
  }
}

void fill_rows(const Spec& spec, const policy::PolicyModel& model, verify::Policy& made) {
  for (const policy::Profile& profile : model.profiles) {
    verify::Profile row = {.name = std::string(profile.name),
                           .distinct = std::string(profile.distinct),
                           .at = cite(spec, profile.at),
                           .transient = profile.same,
                           .marks = profile.sets_marker,
                           .to = profile.to,
                           .row = {}};
    for (std::size_t i = 0; i < verify::kColumns; ++i) {
      row.row[i].selector = static_cast<std::size_t>(profile.choices[i].selector);
      row.row[i].scope = profile.choices[i].scope < 0 ? 0 : static_cast<std::size_t>(profile.choices[i].scope);
    }
    made.profiles.push_back(std::move(row));
  }
  for (const policy::Site& site : model.sites) {
    made.sites.push_back(
        {std::string(site.name), site.profile, {site.types.begin(), site.types.end()}, !site.flag.empty()});
  }
}

void fill_truths(const policy::PolicyModel& model, verify::Policy& made) {
  made.resize_truths();
  policy::Runner runner(model);
  for (std::size_t from = 0; from < made.modes.size(); ++from) {
    for (std::size_t to = 0; to < made.modes.size(); ++to) {
      for (std::uint32_t knobs = 0; knobs < 1u << made.knob_names.size(); ++knobs) {
        runner.at({.profile = 0, .from = from, .to = to, .knobs = knobs});
        for (std::size_t column = 0; column < verify::kColumns; ++column) {
          for (std::uint32_t decided = 0; decided < 1u << column; ++decided) {
            for (std::size_t i = 0; i < column; ++i) runner.decided(i, (decided >> i & 1u) != 0);
            for (std::size_t i = 0; i < model.columns[column].selectors.size(); ++i) {
              const auto which = static_cast<verify::Column>(column);
              made.truths[made.truth_index(which, i, from, to, knobs, decided)] =
                  runner.holds(model.columns[column].selectors[i].when);
            }
          }
        }
      }
    }
  }
}

verify::Policy made_of(const Spec& spec, const policy::PolicyModel& model) {
  verify::Policy made;
  made.path = spec.path;
  std::size_t type = 0;
  while (type < model.mode_columns.size() && model.mode_columns[type].name != "type") ++type;
  for (const policy::Mode& mode : model.modes) {
    made.modes.emplace_back(mode.name);
    const bool typed = type < model.mode_columns.size() && !model.mode_columns[type].words.empty();
    made.mode_types.emplace_back(typed ? model.mode_columns[type].words[static_cast<std::size_t>(mode.columns[type])]
                                       : std::string_view());
  }
  made.initial = model.initial;
  for (const policy::Knob& knob : model.knobs) made.knob_names.emplace_back(knob.name);
  made.default_knobs = model.default_knobs();
  fill_columns(model, made);
  fill_rows(spec, model, made);
  fill_truths(model, made);
  return made;
}

}  // namespace

std::string shipped_policy() { return std::string(NPUSPEC_SPECS_DIR) + "/mode/rk3588.yaml"; }

std::optional<verify::Policy> read_policy(const std::string& who, const std::string& path, int& status) {
  Sources sources;
  Diags diags;
  Arena arena;
  Spec spec;
  std::optional<std::string> text = read_file(path, kMaxSpecBytes, diags);
  auto tell = [&](const Diags& said) { std::fputs(render(said, sources, DiagFormat::kText).c_str(), stderr); };
  if (!text) {
    tell(diags);
    status = 2;
    return std::nullopt;
  }
  // As outputs cite it, where it is of the tree that was built.
  const std::string tree = std::string(NPUSPEC_SPECS_DIR).substr(0, std::string_view(NPUSPEC_SPECS_DIR).rfind('/') + 1);
  spec.path = path.starts_with(tree) ? path.substr(tree.size()) : path;
  spec.file = sources.add(path, *std::move(text));
  spec.root = read_yaml(sources, spec.file, arena, spec.diags);
  const bool whole = spec.root && check_spec(spec);
  spec.used_by.push_back(&spec);  // the device rests on it: nothing that it asks for may be forgotten
  if (spec.kind) build_spec(spec, sources, whole);
  spec.diags.sort();
  tell(spec.diags);
  const auto* model = model_of<policy::PolicyModel>(&spec);
  // Examples that no longer hold, or a law that a changed row breaks, are told; what the row does is known all the
  // same.
  if (spec.diags.failed() && !(model && fails_at_most_expectations(spec.diags))) {
    status = 1;
    return std::nullopt;
  }
  if (!model) {
    status = cli::refuse(who, path + " is no policy", "name a spec of that kind");
    return std::nullopt;
  }
  if (const std::string why = misfit(*model); !why.empty()) {
    status = cli::refuse(who, path + ": " + why);
    return std::nullopt;
  }
  return made_of(spec, *model);
}

}  // namespace npuspec::mode
