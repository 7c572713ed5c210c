// What can be done with a context and its device, as steps on one packed state.
//
// A state is the context (marker, domain, whether the look-up table counts as loaded; for each domain and each buffer
// its size class and whether it counts as warm) and the device (a state of Hardware). A step is a site that enters and
// submits, with a type, a size and a number of cores; or a path of the device that enters nothing; or a switch of the
// domain. Sites that do the same are one step. Sizes are two: an output fits what there is, or does not.
//
// A step enters (reset, clears, marker), loads the look-up table, makes the output where it is too small, submits once
// or twice, and puts the descriptor back. A submit on what is not warm runs twice, and the first output is dropped; a
// wedge in either is a wedge. Resets void warmth and tables everywhere, as the runtime's epoch does; `original` leaves
// warm flags as they are, and believes a flag where the buffer is new, as the code that the layer comes from did.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/hardware.h"
#include "verify/policy.h"

namespace npuspec::verify {

inline constexpr std::size_t kMaxDomains = 16;
inline constexpr std::size_t kMaxWords = (kMaxDomains + 2) / 2;

// Thrown: what was asked for makes no model. Its text says why, and the way out.
struct ModelError {
  std::string text;
};

struct Options {
  std::size_t domains = 1;
  bool original = false;
};

struct State {
  std::array<std::uint64_t, kMaxWords> words = {};
};

// Where the parts of a state's first word lie, behind the device's number; what they are: model_run.inc.
inline constexpr std::uint64_t kDeviceMask = 0xFFFF;
inline constexpr unsigned kMarkerAt = 16;
inline constexpr std::uint64_t kMarkerMask = 63;
inline constexpr unsigned kDomainAt = 22;
inline constexpr std::uint64_t kDomainMask = 15;
inline constexpr unsigned kLoadedAt = 26;

// How a step ends: an outcome of the device, or one of these.
inline constexpr std::uint8_t kOutlived = RK3588_OUT_OF_RANGE + 1;  // `original`: a warm flag survived a reset
inline constexpr std::uint8_t kImpossible = kOutlived + 1;          // the row does not enter that mode
std::string verdict_name(std::uint8_t verdict);

struct Step {
  int profile = -1;  // -1: enters nothing
  std::size_t to = 0;
  bool submits = false;
  std::uint16_t fresh = 0;  // events: the output was written before, or never
  std::uint16_t stale = 0;
  std::uint8_t output = RK3588_OUTPUT_NONE;
  std::uint8_t does = 0;
  std::uint8_t size = 0;  // 1 or 2
  std::uint8_t cores = 0;
  bool returns = false;
  std::uint8_t domain = 0;  // ATTACH

  // Data for whoever shows or replays it.
  std::vector<std::string> sites;  // all that do this, or the path's name
  std::string at;                  // of the path, in the device's spec
  std::uint8_t op = 0;

  bool does_the_same(const Step& other) const;
  std::string text(const Policy& policy) const;  // "run_multicore INT8 (1 core, small)"
};

class Model {
 public:
  // Throws ModelError: a site without a path, a type without a mode.
  Model(const Policy& policy, const rk3588_switches& switches, const Options& options,
        const rk3588_path* paths = rk3588_paths);

  const Policy& policy() const { return policy_; }
  const Hardware& hardware() const { return hardware_; }
  const rk3588_switches& switches() const { return switches_; }
  const Options& options() const { return options_; }
  const std::vector<Step>& steps() const { return steps_; }
  std::size_t words() const { return words_; }

  State first() const;
  std::size_t marker(const State& state) const { return state.words[0] >> kMarkerAt & kMarkerMask; }

  // Does a step. RK3588_OK and the state after; else what went wrong, and the state is of no use.
  std::uint8_t run(State& state, const Step& step, const EffectTable& table) const {
    return run(state, step, table, [](std::size_t) {});
  }
  // The same, telling each event of the device, by its index in events().
  template <class Tell>
  std::uint8_t run(State& state, const Step& step, const EffectTable& table, const Tell& tell) const;

  const std::vector<Event>& events() const { return events_; }

 private:
  class Running;
  struct Fixed {
    std::size_t reset = 0, clear = 0, restore = 0, load = 0, attach = 0;
  };

  void add_steps(const rk3588_path& path, const Site* site);
  void add_step(Step step);
  std::size_t event(const Event& event);
  std::size_t target(const Site& site, const std::string& type) const;

  const Policy& policy_;
  rk3588_switches switches_;
  Options options_;
  std::size_t words_;
  std::vector<Event> events_;
  Fixed fixed_;
  std::vector<Step> steps_;
  Hardware hardware_;
  std::vector<std::uint16_t> numbers_;  // of events
};

}  // namespace npuspec::verify

#include "verify/model_run.inc"  // IWYU pragma: export
