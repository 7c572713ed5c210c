// The device as a finite automaton: its generated rules, run from every state that events can bring it to.
//
// States that no sequence of events can tell apart are one (partition refinement over the outcomes), so that what no
// rule asks for under these switches costs the explorer nothing. An event is numbered; two that do the same in every
// state have one number. What fails ends a sequence: its state after counts as any. Of the rules that acted, and of the
// real state, a Replay tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verify/rk3588.h"

namespace npuspec::verify {

struct Submit {
  std::uint8_t op = 0;
  bool multi = false;
  bool nonblock = false;

  bool operator==(const Submit&) const = default;
};

// What happens to the device, as a sequence of events tells it.
struct Event {
  enum rk3588_event what = RK3588_EVENT_OPEN;
  std::uint8_t domain = 0;  // attach
  Submit submit = {};
  bool stale = false;  // the output was never written

  bool operator==(const Event&) const = default;
};

// What makes a sequence fail; in a run whose output is dropped, that it is stale or empty does not.
bool fails(rk3588_outcome outcome, bool dropped);

class Hardware {
 public:
  // All events that may happen. The device begins in its first state, opened by a context.
  Hardware(const rk3588_switches& switches, std::vector<Event> events);

  std::size_t states() const { return count_; }      // that can be told apart
  std::size_t real_states() const { return real_; }  // of the device
  std::vector<std::uint16_t> fingerprint() const;    // the same for devices that do the same, and only for them
  std::uint16_t first() const { return first_; }
  std::size_t number(const Event& event) const;  // of an event given to the constructor
  std::uint16_t after(std::uint16_t state, std::size_t event) const { return after_[state * events_.size() + event]; }
  rk3588_outcome outcome(std::uint16_t state, std::size_t event) const {
    return static_cast<rk3588_outcome>(outcome_[state * events_.size() + event]);
  }

 private:
  std::vector<Event> events_;
  std::vector<std::size_t> same_;  // as events_: the first that does the same
  std::size_t count_ = 0;
  std::size_t real_ = 0;
  std::uint16_t first_ = 0;
  std::vector<std::uint16_t> after_;
  std::vector<std::uint8_t> outcome_;
};

// One event on the real device.
rk3588_result happen(rk3588_state& state, const Event& event, const rk3588_switches& switches);
rk3588_state opened(const rk3588_switches& switches);

}  // namespace npuspec::verify
