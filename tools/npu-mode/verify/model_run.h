// The step itself; included by model.h.
#pragma once

#include "verify/model.h"

namespace npuspec::verify {

// The words of a state: device 16 bits, marker 6, domain 4, table loaded 1, then 32 bits a domain: five lanes of four
// bits, each a size class (2), warm (1) and, of `original`, whether a reset came since (1).
class Model::Running {
 public:
  Running(const Model& model, State& state) : model_(model), state_(state), device_(state.words[0] & 0xFFFF) {}

  enum Lane : unsigned { kScalarLane = 0, kCoreLane = 1, kLocalLane = 4 };
  static constexpr std::uint64_t kWarm = 4;
  static constexpr std::uint64_t kOld = 8;
  static constexpr std::uint64_t kAllWarm = 0x44444;

  unsigned domain() const { return state_.words[0] >> 22 & 15; }
  void put(unsigned at, std::uint64_t mask, std::uint64_t value) {
    state_.words[0] = (state_.words[0] & ~(mask << at)) | value << at;
  }
  bool loaded() const { return (state_.words[0] >> 26 & 1) != 0; }

  std::uint64_t& word(unsigned domain) { return state_.words[(domain + 1) / 2]; }
  static unsigned shift(unsigned domain) { return (domain + 1) % 2 * 32; }
  std::uint64_t lane(unsigned which) { return word(domain()) >> (shift(domain()) + which * 4) & 15; }
  void put_lane(unsigned which, std::uint64_t value) {
    const unsigned at = shift(domain()) + which * 4;
    word(domain()) = (word(domain()) & ~(std::uint64_t{15} << at)) | value << at;
  }

  template <class Tell>
  rk3588_outcome happen(std::size_t event, const Tell& tell) {
    const std::uint16_t number = model_.numbers_[event];
    const rk3588_outcome outcome = model_.hardware_.outcome(device_, number);
    device_ = model_.hardware_.after(device_, number);
    tell(event);
    return outcome;
  }

  void void_warmth() {
    loses_table();
    for (unsigned i = 0; i < model_.options_.domains; ++i) {
      if (!model_.options_.original) {
        word(i) &= ~(kAllWarm << shift(i));
      } else {
        word(i) |= (word(i) >> shift(i) & kAllWarm) << (shift(i) + 1);
      }
    }
  }
  void loses_table() { put(26, 1, 0); }

  void clear(std::uint8_t warm, std::uint8_t size) {
    for (unsigned i = kScalarLane; i < kLocalLane; ++i) {
      const std::uint8_t reach = i == kScalarLane ? kScalar : kPerCore;
      if ((warm & reach) != 0) put_lane(i, lane(i) & 3);
      if ((size & reach) != 0) put_lane(i, model_.options_.original ? lane(i) & ~std::uint64_t{3} : 0);
    }
  }

  template <class Tell>
  std::uint8_t enter(const Step& step, const EffectTable& table, const Tell& tell) {
    const std::size_t from = model_.marker(state_);
    const auto profile = static_cast<std::size_t>(step.profile);
    const bool transient = model_.policy_.profiles[profile].transient;
    const Effect& effect = table.at(profile, from, transient ? from : step.to);
    if (!effect.valid) return kImpossible;
    if (!effect.fired) return RK3588_OK;
    if (effect.reset) {
      const rk3588_outcome outcome = happen(model_.fixed_.reset, tell);
      if (fails(outcome, false)) return outcome;
      void_warmth();
    }
    clear(effect.warm, effect.size);
    if (effect.warm != 0 || (effect.reset && !model_.options_.original)) happen(model_.fixed_.clear, tell);
    if (step.returns) put_lane(kLocalLane, lane(kLocalLane) & 3);
    put(16, 63, effect.marker);
    return RK3588_OK;
  }

  // The lanes of an output; none where whoever calls minds it.
  static std::pair<unsigned, unsigned> lanes(const Step& step) {
    switch (step.output) {
      case RK3588_OUTPUT_SCALAR:
        return {kScalarLane, 1};
      case RK3588_OUTPUT_PERCORE:
        return {kCoreLane, step.cores};
      case RK3588_OUTPUT_LOCAL:
        return {kLocalLane, 1};
      default:
        return {0, 0};
    }
  }

  // Makes what is too small. Whether something was made.
  bool grow(const Step& step) {
    const auto [first, count] = lanes(step);
    bool made = step.output == RK3588_OUTPUT_CALL;
    for (unsigned i = first; i < first + count; ++i) {
      if ((lane(i) & 3) >= step.size) continue;
      put_lane(i, step.size);
      if (first == kCoreLane) put_lane(kCoreLane, lane(kCoreLane) & 3);
      made = true;
    }
    return made;
  }

  // Where a warm flag says that one run is enough, the lane; else 0 bits.
  std::uint64_t believed(const Step& step) {
    if (step.output == RK3588_OUTPUT_NONE) return kWarm;
    if (step.output == RK3588_OUTPUT_CALL) return model_.options_.original ? lane(kScalarLane) : 0;
    const auto [first, count] = lanes(step);
    std::uint64_t all = 15;
    // The original asks the first core alone.
    const unsigned asked = model_.options_.original ? 1 : count;
    for (unsigned i = first; i < first + asked; ++i) all &= lane(i) & kWarm ? lane(i) | 3 : 0;
    return all;
  }

  void warm(const Step& step) {
    const auto [first, count] = lanes(step);
    for (unsigned i = first; i < first + count; ++i) put_lane(i, (lane(i) & 3) | kWarm);
    const bool shares =
        (step.does & RK3588_DOES_WARM_SCALAR) != 0 || (step.output == RK3588_OUTPUT_CALL && model_.options_.original);
    // Without a buffer there is nothing to be warm, but where a flag is believed without one.
    if (shares && (model_.options_.original || (lane(kScalarLane) & 3) != 0)) {
      put_lane(kScalarLane, (lane(kScalarLane) & 3) | kWarm);
    }
  }

  template <class Tell>
  std::uint8_t submit(const Step& step, const Tell& tell) {
    if ((step.does & RK3588_DOES_LOAD) != 0 && !loaded()) {
      happen(model_.fixed_.load, tell);
      put(26, 1, 1);
    }
    bool stale = grow(step);
    const std::uint64_t flag = believed(step);
    if ((flag & kWarm) == 0 || step.output == RK3588_OUTPUT_NONE) {
      // twice, or as its caller does it
    } else if ((flag & kOld) != 0) {
      return kOutlived;
    }
    const int runs = (flag & kWarm) != 0 ? 1 : 2;
    for (int i = 0; i < runs; ++i) {
      const rk3588_outcome outcome = happen(stale ? step.stale : step.fresh, tell);
      if (fails(outcome, i + 1 < runs)) return outcome;
      stale = false;
    }
    warm(step);
    if ((step.does & RK3588_DOES_RESTORE) != 0) happen(model_.fixed_.restore, tell);
    return RK3588_OK;
  }

  template <class Tell>
  std::uint8_t attach(const Step& step, const Tell& tell) {
    if (step.domain == domain()) return kImpossible;
    happen(model_.fixed_.attach + step.domain, tell);
    put(22, 15, step.domain);
    return RK3588_OK;
  }

  void finish() { put(0, 0xFFFF, device_); }

 private:
  const Model& model_;
  State& state_;
  std::uint16_t device_;
};

template <class Tell>
std::uint8_t Model::run(State& state, const Step& step, const EffectTable& table, const Tell& tell) const {
  Running running(*this, state);
  std::uint8_t verdict = RK3588_OK;
  if (step.profile >= 0) verdict = running.enter(step, table, tell);
  if (verdict == RK3588_OK && (step.does & RK3588_DOES_ATTACH) != 0) verdict = running.attach(step, tell);
  if (verdict == RK3588_OK && step.submits) verdict = running.submit(step, tell);
  running.finish();
  return verdict;
}

}  // namespace npuspec::verify
