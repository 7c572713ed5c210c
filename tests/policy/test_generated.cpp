// The generated C and C++ of the shipped policy against the interpreter, on every point there is.
#include <doctest/doctest.h>

#include <string>

#include "front/kinds/policy/lower.h"
#include "front/kinds/policy/model.h"
#include "front/load.h"
#include "policy/policy_c.h"
#include "rk3588_mode_transition_gen.hpp"
#include "support/built.h"

using namespace npuspec;
using policy::Point;
using policy::PolicyModel;
namespace mode = npuspec::rk3588_mode_transition;

namespace {

const SpecSet& shipped() {
  static const SpecSet set = load_specs((test::root() / "specs" / "mode").string());
  return set;
}

const PolicyModel& model() {
  const auto* found = model_of<PolicyModel>(shipped().find("rk3588-mode-transition"));
  REQUIRE(found);
  return *found;
}

std::size_t column(std::string_view name) {
  for (std::size_t i = 0; i < model().columns.size(); ++i) {
    if (model().columns[i].name == name) return i;
  }
  FAIL("no column " << std::string(name));
  return 0;
}

// One point to another of every profile, mode, mode, chain kind, chain kind and knob setting.
template <class Fn>
std::size_t each_point(Fn visit) {
  const PolicyModel& all = model();
  std::size_t points = 0;
  for (std::size_t profile = 0; profile < all.profiles.size(); ++profile) {
    for (std::size_t from = 0; from < all.modes.size(); ++from) {
      for (std::size_t to = 0; to < all.modes.size(); ++to) {
        for (std::size_t chain = 0; chain < all.chains.size(); ++chain) {
          for (std::uint32_t knobs = 0; knobs < all.knob_settings(); ++knobs) {
            visit(Point{profile, from, to, knobs, chain, (chain + 1) % all.chains.size()});
            ++points;
          }
        }
      }
    }
  }
  return points;
}

int marker(std::size_t index) { return static_cast<int>(model().modes[index].value); }

}  // namespace

TEST_CASE("generated C and the interpreter agree on every point of the policy") {
  std::size_t keep_warm = column("keep_warm");
  std::size_t reset = column("reset");
  std::size_t warm = column("warm");
  std::size_t size = column("size");
  std::size_t wrong = 0;
  std::size_t points = each_point([&](const Point& p) {
    policy_c_cell c = policy_c_decide(static_cast<int>(p.profile), marker(p.from), marker(p.to),
                                      static_cast<int>(p.chain), static_cast<int>(p.last_chain), p.knobs);
    const policy::Cell& cell = model().cell(p);
    bool same = c.valid == cell.valid;
    if (same && cell.valid) {
      same = c.fired == cell.returned && c.keep_warm == (model().effect(p, keep_warm) != 0) &&
             c.reset == (model().effect(p, reset) != 0) && c.warm == model().effect(p, warm) &&
             c.size == model().effect(p, size) && c.marker == marker(cell.marker);
    }
    if (!same) ++wrong;
  });
  CHECK(points == 11u * 7 * 7 * 4 * 8);
  CHECK(wrong == 0);
}

TEST_CASE("generated C++ and the interpreter agree on every point of the policy") {
  std::size_t wrong = 0;
  std::size_t points = each_point([&](const Point& p) {
    mode::Effect effect = mode::decide(static_cast<mode::Profile>(p.profile), static_cast<mode::Mode>(marker(p.from)),
                                       static_cast<mode::Mode>(marker(p.to)), static_cast<mode::Chain>(p.chain),
                                       static_cast<mode::Chain>(p.last_chain), mode::Knobs::of(p.knobs));
    const policy::Cell& cell = model().cell(p);
    bool same = effect.valid() == cell.valid;
    if (same && cell.valid) {
      same = effect.fired() == cell.returned && effect.keep_warm() == (model().effect(p, column("keep_warm")) != 0) &&
             effect.reset() == (model().effect(p, column("reset")) != 0) &&
             effect.warm() == model().effect(p, column("warm")) && effect.size() == model().effect(p, column("size")) &&
             static_cast<int>(effect.marker()) == marker(cell.marker);
    }
    if (!same) ++wrong;
  });
  CHECK(points == 11u * 7 * 7 * 4 * 8);
  CHECK(wrong == 0);
}

TEST_CASE("a decision is the one entry of the table at profile, from, to, knobs") {
  CHECK(policy_c_table_size() == model().cell_count());
  policy::Packing packing = policy::packing(model());
  std::size_t wrong = 0;
  each_point([&](const Point& p) {
    auto index = static_cast<std::uint32_t>(((p.profile * 7 + p.from) * 7 + p.to) * 8 + p.knobs);
    std::uint32_t entry = policy_c_table_entry(index);
    if (entry != policy_c_raw(static_cast<int>(p.profile), marker(p.from), marker(p.to), p.knobs)) ++wrong;
    if (entry != policy::packed(model(), packing, p)) ++wrong;
  });
  CHECK(wrong == 0);
}

TEST_CASE("a decision may be taken by the compiler") {
  static_assert(mode::decide(mode::Profile::kChainNt, mode::Mode::kF16, mode::Mode::kI8Chain, mode::Chain::kHw,
                             mode::Chain::kNone)
                    .fired());
  static_assert(!mode::decide(mode::Profile::kChainNt, mode::Mode::kF16, mode::Mode::kI8Chain, mode::Chain::kHw,
                              mode::Chain::kNone)
                     .reset());
  static_assert(mode::decide(mode::Profile::kChainNt, mode::Mode::kF16, mode::Mode::kI8Chain, mode::Chain::kHw,
                             mode::Chain::kNone, mode::Knobs{.f16warm = false})
                    .reset());
  static_assert(mode::find_profile("CHAIN_NT") == mode::Profile::kChainNt);
  static_assert(mode::name(mode::Mode::kCold) == "COLD");
  CHECK(mode::Knobs{}.index() == model().default_knobs());
}

TEST_CASE("what is out of range decides nothing") {
  CHECK(policy_c_raw(-1, 0, 0, 0) == 0);
  CHECK(policy_c_raw(11, 0, 0, 0) == 0);
  CHECK(policy_c_raw(0, -2, 0, 0) == 0);
  CHECK(policy_c_raw(0, 6, 0, 0) == 0);
  CHECK(policy_c_raw(0, 0, 2147483647, 0) == 0);
  CHECK(policy_c_raw(0, 0, -2147483647 - 1, 0) == 0);
  CHECK(policy_c_raw(0, 0, 0, 8) == 0);
  CHECK_FALSE(policy_c_decide(0, 0, 0, 4, 0, 0).valid);
  CHECK_FALSE(policy_c_decide(0, 0, 0, 0, -1, 0).valid);
}

TEST_CASE("names go there and back") {
  for (const auto& one : model().modes) {
    int found = 99;
    CHECK(policy_c_find_mode(std::string(one.name).c_str(), &found));
    CHECK(found == one.value);
    CHECK(policy_c_mode_name(static_cast<int>(one.value)) == one.name);
  }
  for (std::size_t i = 0; i < model().profiles.size(); ++i) {
    int found = 99;
    CHECK(policy_c_find_profile(std::string(model().profiles[i].name).c_str(), &found));
    CHECK(found == static_cast<int>(i));
    CHECK(policy_c_profile_name(found) == model().profiles[i].name);
  }
  REQUIRE(policy_c_sites() == static_cast<int>(model().sites.size()));
  for (std::size_t i = 0; i < model().sites.size(); ++i) {
    int found = 99;
    CHECK(policy_c_find_site(std::string(model().sites[i].name).c_str(), &found));
    CHECK(found == static_cast<int>(i));
    CHECK(policy_c_site_profile(found) == static_cast<int>(model().sites[i].profile));
  }
  int untouched = 99;
  CHECK_FALSE(policy_c_find_mode("WARM", &untouched));
  CHECK_FALSE(policy_c_find_profile("XP_MC_MM", &untouched));
  CHECK(untouched == 99);
  CHECK(policy_c_mode_name(6) == nullptr);
}

namespace {
const char* g_nothrash;
const char* g_f16warm;
char* lookup(const char* name) {
  std::string wanted(name);
  const char* found = nullptr;
  if (wanted == "ORK_MIXED_NOTHRASH") found = g_nothrash;
  if (wanted == "ORK_SSM_KEEPWARM") found = g_f16warm;
  return const_cast<char*>(found);
}
}  // namespace

TEST_CASE("knobs come from their variables: unset is the default, a number of 1 or more is true") {
  g_nothrash = g_f16warm = nullptr;
  CHECK(policy_c_knobs_from(lookup) == policy_c_default_knobs());
  CHECK(policy_c_default_knobs() == model().default_knobs());
  g_nothrash = "1";
  CHECK(policy_c_knobs_from(lookup) == (policy_c_default_knobs() | 1u));
  g_nothrash = "2x";
  g_f16warm = "0";
  CHECK(policy_c_knobs_from(lookup) == ((policy_c_default_knobs() | 1u) & ~2u));
  g_nothrash = "-1";
  g_f16warm = "-99999999999999999999";
  CHECK(policy_c_knobs_from(lookup) == (policy_c_default_knobs() & ~3u));
  g_nothrash = "yes";
  g_f16warm = "";
  CHECK(policy_c_knobs_from(lookup) == (policy_c_default_knobs() & ~3u));
}

TEST_CASE("the examples of the spec come out of the generated C") {
  int count = 0;
  CHECK(policy_c_wrong_vectors(&count) == 0);
  std::size_t cells = 0;
  for (const auto& example : model().examples) cells += example.cells.size();
  CHECK(count == static_cast<int>(cells));
  CHECK(count > 150);
}
