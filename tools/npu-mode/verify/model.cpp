#include "verify/model.h"

#include <algorithm>
#include <tuple>

namespace npuspec::verify {
namespace {

auto behaviour(const Step& step) {
  return std::tie(step.profile, step.to, step.submits, step.fresh, step.stale, step.output, step.does, step.size,
                  step.cores, step.returns, step.domain);
}

Event submit_of(const Step& step, const rk3588_path& path, bool stale) {
  return {.what = RK3588_EVENT_SUBMIT,
          .submit = {step.op, path.multi, (path.does & RK3588_DOES_NONBLOCK) != 0},
          .stale = stale};
}

}  // namespace

std::string verdict_name(std::uint8_t verdict) {
  if (verdict < RK3588_OUTCOMES) return rk3588_outcome_rows[verdict].name;
  return verdict == kOutlived ? "outlived" : "impossible";
}

bool Step::does_the_same(const Step& other) const { return behaviour(*this) == behaviour(other); }

std::string Step::text(const Policy& policy) const {
  std::string text = sites.front();
  if ((does & RK3588_DOES_ATTACH) != 0) return text + " to " + std::to_string(domain);
  if (submits) text += std::string(" ") + rk3588_op_names[op];
  if (profile >= 0) {
    const Profile& row = policy.profiles[static_cast<std::size_t>(profile)];
    text += " (" + row.name + (row.transient ? "" : " -> " + policy.modes[to]);
    if (cores > 1) text += ", " + std::to_string(cores) + " cores";
    if (size > 1) text += ", a larger output";
    text += ")";
  }
  return text;
}

Model::Model(const Policy& policy, const rk3588_switches& switches, const Options& options, const rk3588_path* paths)
    : policy_(policy),
      switches_(switches),
      options_(options),
      words_((options.domains + 2) / 2),
      hardware_(switches, {}) {
  if (options.domains < 1 || options.domains > kMaxDomains)
    throw ModelError{"domains are 1 to " + std::to_string(kMaxDomains)};
  if (policy.modes.size() > kMarkerMask + 1) {
    throw ModelError{"the explorer numbers " + std::to_string(kMarkerMask + 1) + " modes at most"};
  }
  fixed_.reset = event({.what = RK3588_EVENT_RESET});
  fixed_.clear = event({.what = RK3588_EVENT_CLEAR});
  fixed_.restore = event({.what = RK3588_EVENT_RESTORE});
  fixed_.load = event({.what = RK3588_EVENT_LOAD});
  fixed_.attach = events_.size();
  for (std::uint8_t i = 0; i < options.domains; ++i) event({.what = RK3588_EVENT_ATTACH, .domain = i});
  for (const Site& site : policy.sites) {
    const rk3588_path* found = paths;
    while (found->name && !(found->site && site.name == found->name)) ++found;
    if (!found->name) {
      throw ModelError{"no path of the device " + std::string("is of the site '") + site.name +
                       "': what it submits is not known; add one under `paths:` in the device's spec"};
    }
    add_steps(*found, &site);
  }
  for (const rk3588_path* path = paths; path->name; ++path) {
    if (!path->site) add_steps(*path, nullptr);
  }
  hardware_ = Hardware(switches, events_);
  for (const Event& each : events_) numbers_.push_back(static_cast<std::uint16_t>(hardware_.number(each)));
  // What the device cannot tell apart is one step.
  std::vector<Step> all = std::move(steps_);
  steps_.clear();
  for (Step& step : all) add_step(std::move(step));
}

std::size_t Model::event(const Event& wanted) {
  const auto found = std::find(events_.begin(), events_.end(), wanted);
  if (found != events_.end()) return static_cast<std::size_t>(found - events_.begin());
  events_.push_back(wanted);
  return events_.size() - 1;
}

std::size_t Model::target(const Site& site, const std::string& type) const {
  for (std::size_t mode : policy_.profiles[site.profile].to) {
    if (policy_.mode_types[mode] == type) return mode;
  }
  throw ModelError{"site '" + site.name + "' computes in " + type + ", and its row enters no mode of that type"};
}

void Model::add_steps(const rk3588_path& path, const Site* site) {
  Step step;
  step.sites = {path.name};
  step.at = path.at;
  step.output = path.output;
  step.does = path.does;
  if ((path.does & RK3588_DOES_ATTACH) != 0) {
    for (std::uint8_t i = 0; options_.domains > 1 && i < options_.domains; ++i) {
      step.domain = i;
      steps_.push_back(step);
    }
    return;
  }
  const bool transient = site && policy_.profiles[site->profile].transient;
  if (site) {
    step.profile = static_cast<int>(site->profile);
    step.returns = site->returns && path.output == RK3588_OUTPUT_LOCAL;
  }
  for (std::uint8_t op = 0; op < RK3588_OP_COUNT; ++op) {
    if ((path.ops >> op & 1) == 0) continue;
    const std::string type = rk3588_family_names[rk3588_op_family(op)];
    // A policy of another time may let the site compute in fewer types.
    if (site && !transient && std::find(site->types.begin(), site->types.end(), type) == site->types.end()) continue;
    step.submits = true;
    step.op = op;
    if (site && !transient) step.to = target(*site, type);
    step.fresh = static_cast<std::uint16_t>(event(submit_of(step, path, false)));
    step.stale = static_cast<std::uint16_t>(event(submit_of(step, path, true)));
    const bool kept = path.output == RK3588_OUTPUT_SCALAR || path.output == RK3588_OUTPUT_PERCORE ||
                      path.output == RK3588_OUTPUT_LOCAL;
    const std::uint8_t cores = path.output == RK3588_OUTPUT_PERCORE ? RK3588_CORES : 1;
    for (step.size = 1; step.size <= (kept ? 2 : 1); ++step.size) {
      for (step.cores = 1; step.cores <= cores; ++step.cores) steps_.push_back(step);
    }
  }
}

void Model::add_step(Step step) {
  step.does &= static_cast<std::uint8_t>(~RK3588_DOES_NONBLOCK);  // the event knows it
  for (Step& known : steps_) {
    Step other = step;
    // The device's numbers, not those of the events: one number, one behaviour.
    if (numbers_[known.fresh] == numbers_[step.fresh]) other.fresh = known.fresh;
    if (numbers_[known.stale] == numbers_[step.stale]) other.stale = known.stale;
    if (!known.does_the_same(other)) continue;
    if (std::find(known.sites.begin(), known.sites.end(), step.sites.front()) == known.sites.end())
      known.sites.push_back(step.sites.front());
    return;
  }
  steps_.push_back(std::move(step));
}

State Model::first() const {
  State state;
  state.words[0] = hardware_.first() | std::uint64_t{policy_.initial} << kMarkerAt;
  return state;
}

}  // namespace npuspec::verify
