#include "tables.h"

#include <utility>

namespace npuspec::mode {
namespace {

class Linked final : public Table {
 public:
  std::vector<std::string> profiles() const override { return names(ork_policy_profiles(), ork_policy_profile_name); }
  std::vector<std::string> modes() const override {
    return names(ork_policy_modes(), [](int i) { return ork_policy_mode_name(ork_policy_mode(i)); });
  }
  std::vector<std::string> knobs() const override { return names(ork_policy_knobs(), ork_policy_knob_name); }
  std::uint32_t default_knobs() const override { return ork_policy_default_knobs(); }
  bool transient(std::size_t profile) const override {
    return ork_policy_profile_is_transient(static_cast<int>(profile));
  }
  std::optional<ork_effect> decide(std::size_t profile, std::size_t from, std::size_t to,
                                   std::uint32_t knobs) const override {
    ork_effect effect = {};
    const ork_policy_status status =
        ork_policy_decide(static_cast<int>(profile), ork_policy_mode(static_cast<int>(from)),
                          ork_policy_mode(static_cast<int>(to)), knobs, &effect);
    if (status != ORK_POLICY_OK) return std::nullopt;
    for (int i = 0; i < ork_policy_modes(); ++i) {
      if (ork_policy_mode(i) != effect.marker) continue;
      effect.marker = i;
      break;
    }
    return effect;
  }

 private:
  template <class Name>
  static std::vector<std::string> names(int count, Name name) {
    std::vector<std::string> all;
    for (int i = 0; i < count; ++i) all.emplace_back(name(i));
    return all;
  }
};

class Read final : public Table {
 public:
  explicit Read(verify::Policy policy) : policy_(std::move(policy)) {}

  std::vector<std::string> profiles() const override {
    std::vector<std::string> all;
    for (const verify::Profile& each : policy_.profiles) all.push_back(each.name);
    return all;
  }
  std::vector<std::string> modes() const override { return policy_.modes; }
  std::vector<std::string> knobs() const override { return policy_.knob_names; }
  std::uint32_t default_knobs() const override { return policy_.default_knobs; }
  bool transient(std::size_t profile) const override { return policy_.profiles[profile].transient; }
  std::optional<ork_effect> decide(std::size_t profile, std::size_t from, std::size_t to,
                                   std::uint32_t knobs) const override {
    const verify::Effect effect = policy_.effect(profile, policy_.profiles[profile].row, from, to, knobs);
    if (!effect.valid) return std::nullopt;
    return ork_effect{effect.fired, effect.reset, effect.warm, effect.size, effect.marker};
  }

 private:
  verify::Policy policy_;
};

}  // namespace

std::unique_ptr<Table> linked_table() { return std::make_unique<Linked>(); }
std::unique_ptr<Table> table_of(verify::Policy policy) { return std::make_unique<Read>(std::move(policy)); }

}  // namespace npuspec::mode
