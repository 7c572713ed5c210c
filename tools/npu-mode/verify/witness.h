// A sequence of steps as data: what a person reads, and what a simulator can replay.
//
// Each step has the site, the marker before and after, what the row did, and every event of the device in its order.
// The last one failed: by which rules, and where the device's spec has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "verify/model.h"

namespace npuspec::verify {

struct WitnessStep {
  Step step;
  std::string text;
  std::size_t from = 0;
  std::size_t after = 0;
  Effect effect;  // not valid where it enters nothing
  std::vector<Event> events;
};

struct Witness {
  std::vector<WitnessStep> steps;
  std::uint8_t verdict = RK3588_OK;
  std::vector<int> rules;  // of the device, that made it fail
};

Witness replay(const Model& model, const EffectTable& table, const std::vector<std::uint16_t>& sequence);

// "wedge: cold-int8 [D], specs/mode/rk3588_device.yaml:310".
std::string reason_text(const Witness& witness);

}  // namespace npuspec::verify
