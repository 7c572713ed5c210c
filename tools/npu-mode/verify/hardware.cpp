#include "verify/hardware.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

namespace npuspec::verify {
namespace {

using Key = std::array<std::int64_t, std::size_t{RK3588_STATES} + std::size_t{RK3588_CORES}>;

Key key_of(const rk3588_state& state) {
  const rk3588_buffer none = {};
  Key key = {};
  for (int i = 0; i < RK3588_STATES; ++i) {
    if (i != RK3588_STATE_STALE) key[static_cast<std::size_t>(i)] = rk3588_state_value(&state, &none, i, 0);
  }
  for (int core = 0; core < RK3588_CORES; ++core) {
    key[std::size_t{RK3588_STATES} + static_cast<std::size_t>(core)] =
        rk3588_state_value(&state, &none, RK3588_STATE_LUT_LOADED, core);
  }
  return key;
}

// Where every event leads from every state that can be reached, and what comes of it.
struct Graph {
  std::vector<std::size_t> after;
  std::vector<std::uint8_t> outcome;
  std::size_t states = 0;
};

Graph reach(const rk3588_switches& switches, const std::vector<Event>& events) {
  Graph graph;
  std::vector<rk3588_state> states = {opened(switches)};
  std::map<Key, std::size_t> known = {{key_of(states[0]), 0}};
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const Event& event : events) {
      rk3588_state next = states[i];
      const rk3588_outcome outcome = happen(next, event, switches).outcome;
      if (fails(outcome, true)) next = states[0];  // ends the sequence
      const auto [found, fresh] = known.try_emplace(key_of(next), states.size());
      if (fresh) states.push_back(next);
      graph.after.push_back(found->second);
      graph.outcome.push_back(static_cast<std::uint8_t>(outcome));
    }
  }
  graph.states = states.size();
  return graph;
}

// Numbers the classes in the order in which events reach them, so that devices that do the same have one numbering.
void renumber(const Graph& graph, std::size_t events, std::vector<std::size_t>& of) {
  const std::size_t classes = *std::max_element(of.begin(), of.end()) + 1;
  std::vector<std::size_t> member(classes, graph.states);
  for (std::size_t i = graph.states; i-- > 0;) member[of[i]] = i;
  std::vector<std::size_t> number(classes, classes);
  std::vector<std::size_t> order = {of[0]};
  number[of[0]] = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t event = 0; event < events; ++event) {
      const std::size_t next = of[graph.after[member[order[i]] * events + event]];
      if (number[next] != classes) continue;
      number[next] = order.size();
      order.push_back(next);
    }
  }
  for (std::size_t& each : of) each = number[each];
}

// The class of each state: those of one class give the same outcomes whatever happens.
std::vector<std::size_t> refine(const Graph& graph, std::size_t events) {
  std::vector<std::size_t> of(graph.states, 0);
  for (std::size_t classes = 1;;) {
    std::map<std::vector<std::size_t>, std::size_t> kinds;
    std::vector<std::size_t> next(graph.states);
    for (std::size_t i = 0; i < graph.states; ++i) {
      std::vector<std::size_t> signature;
      for (std::size_t event = 0; event < events; ++event) {
        const std::size_t at = i * events + event;
        signature.push_back(graph.outcome[at]);
        signature.push_back(of[graph.after[at]]);
      }
      next[i] = kinds.try_emplace(std::move(signature), kinds.size()).first->second;
    }
    of = std::move(next);
    if (kinds.size() == classes) return of;
    classes = kinds.size();
  }
}

}  // namespace

bool fails(rk3588_outcome outcome, bool dropped) {
  switch (outcome) {
    case RK3588_OK:
      return false;
    case RK3588_STALE:
    case RK3588_DROPPED:
      return !dropped;  // running again cures it
    default:
      return true;
  }
}

rk3588_state opened(const rk3588_switches& switches) {
  const rk3588_costs costs = rk3588_default_costs();
  rk3588_state state = rk3588_first_state();
  rk3588_open(&state, &switches, &costs);
  return state;
}

rk3588_result happen(rk3588_state& state, const Event& event, const rk3588_switches& switches) {
  const rk3588_costs costs = rk3588_default_costs();
  rk3588_buffer buffer = {};
  buffer.stale = event.stale;
  std::array<std::int64_t, 8> arguments = {};
  if (event.what == RK3588_EVENT_ATTACH) arguments[0] = event.domain;
  if (event.what != RK3588_EVENT_SUBMIT) {
    return rk3588_happen(&state, &buffer, &switches, &costs, event.what, arguments.data());
  }
  return rk3588_submit(&state, &buffer, &switches, &costs, event.submit.op, 0, event.submit.multi,
                       event.submit.nonblock, false);
}

Hardware::Hardware(const rk3588_switches& switches, std::vector<Event> events) : events_(std::move(events)) {
  const Graph graph = reach(switches, events_);
  std::vector<std::size_t> of = refine(graph, events_.size());
  renumber(graph, events_.size(), of);
  real_ = graph.states;
  count_ = *std::max_element(of.begin(), of.end()) + 1;
  if (count_ > UINT16_MAX) throw std::length_error("the device has more states than the explorer numbers");
  first_ = static_cast<std::uint16_t>(of[0]);
  after_.resize(count_ * events_.size());
  outcome_.resize(count_ * events_.size());
  for (std::size_t i = 0; i < graph.states; ++i) {
    for (std::size_t event = 0; event < events_.size(); ++event) {
      after_[of[i] * events_.size() + event] = static_cast<std::uint16_t>(of[graph.after[i * events_.size() + event]]);
      outcome_[of[i] * events_.size() + event] = graph.outcome[i * events_.size() + event];
    }
  }
  for (std::size_t event = 0; event < events_.size(); ++event) {
    std::size_t first = event;
    for (std::size_t other = 0; other < event && first == event; ++other) {
      bool same = true;
      for (std::size_t state = 0; state < count_ && same; ++state) {
        const std::size_t at = state * events_.size();
        same = after_[at + event] == after_[at + other] && outcome_[at + event] == outcome_[at + other];
      }
      if (same) first = other;
    }
    same_.push_back(first);
  }
}

std::vector<std::uint16_t> Hardware::fingerprint() const {
  std::vector<std::uint16_t> all = after_;
  all.insert(all.end(), outcome_.begin(), outcome_.end());
  return all;
}

std::size_t Hardware::number(const Event& event) const {
  const auto found = std::find(events_.begin(), events_.end(), event);
  if (found == events_.end()) throw std::logic_error("an event that the device was not made for");
  return same_[static_cast<std::size_t>(found - events_.begin())];
}

}  // namespace npuspec::verify
