// What a proof rests on: the switches of the device that nobody knows for sure, taken every way.
//
// A belief is a position of each uncertain switch. For each that is not the one given, the policy is safe under it or a
// shortest sequence says why not. Beliefs that make the same device (Hardware tells) are explored once.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "verify/explore.h"

namespace npuspec::verify {

// "false", "RESET": the name of a switch's position.
std::string position_name(int which, int position);
int position_of(const rk3588_switches& switches, int which);

struct Belief {
  rk3588_switches switches = {};
  std::vector<std::pair<int, int>> away = {};  // switch, position: that are not as given
  bool safe = false;
  std::vector<std::uint16_t> sequence = {};  // of a model made with `switches`
  std::uint8_t verdict = 0;
  std::size_t states = 0;

  std::string text() const;  // "fp16_primes=false, int4_int8_hazard=RESET"
};

// All but the given one, those with the fewest away first.
std::vector<Belief> find_beliefs(const Policy& policy, const EffectTable& table, const rk3588_switches& given,
                                 const Options& options, std::size_t max_states);

// Of unsafe beliefs, those of which no part is unsafe; of safe ones, those of which some part is not.
struct Reasons {
  std::vector<const Belief*> unsafe;
  std::vector<const Belief*> rescued;
};
Reasons reasons_of(const std::vector<Belief>& beliefs);

}  // namespace npuspec::verify
