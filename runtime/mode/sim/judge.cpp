#include "mode/sim/judge.h"

#include <algorithm>
#include <utility>

namespace npuspec::sim {

namespace {

class Judge {
 public:
  Judge(const Job& job, rk3588_state& state, const rk3588_switches& switches, const rk3588_costs& costs, bool in_reset)
      : job_(job), state_(state), switches_(switches), costs_(costs), in_reset_(in_reset) {}

  Verdict run() {
    const std::vector<Piece>& all = job_.pieces;
    for (std::size_t from = 0; from < all.size();) {
      std::size_t to = from;
      while (to < all.size() && all[to].op == all[from].op && all[to].load == all[from].load) ++to;
      if (from != 0) state_.last_engine = RK3588_ENGINE_NONE;
      read_descriptors(from, to);
      const bool goes_on = all[from].load ? load(from, to) : submit(from, to);
      if (!goes_on) break;
      from = to;
    }
    return std::move(verdict_);
  }

 private:
  // One descriptor that is another's stops its core, and with it the job.
  void read_descriptors(std::size_t from, std::size_t to) {
    state_.shared = static_cast<std::uint8_t>(job_.pieces[from].descriptor);
    for (std::size_t i = from; i < to; ++i) {
      const rk3588_shape each = job_.pieces[i].descriptor;
      if (each != RK3588_SHAPE_MATMUL_108) state_.shared = static_cast<std::uint8_t>(each);
    }
  }

  bool load(std::size_t from, std::size_t to) {
    std::uint64_t cost = 0;
    for (std::size_t i = from; i < to; ++i) {
      const rk3588_result one = rk3588_load(&state_, &switches_, &costs_, job_.pieces[i].core);
      cost = std::max(cost, take(one));
      verdict_.outcomes.push_back(one.outcome);
    }
    return add(cost, from, to);
  }

  bool submit(std::size_t from, std::size_t to) {
    const rk3588_state before = state_;
    std::vector<std::pair<Buffer*, rk3588_buffer>> after;
    std::uint64_t cost = 0;
    for (std::size_t i = from; i < to; ++i) {
      const Piece& piece = job_.pieces[i];
      rk3588_state next = before;
      rk3588_buffer buffer = piece.output->state;
      const rk3588_result one = rk3588_submit(&next, &buffer, &switches_, &costs_, static_cast<std::uint8_t>(piece.op),
                                              piece.core, job_.multi, job_.nonblock, in_reset_);
      cost = std::max(cost, take(one));
      if (i == from) state_ = next;
      after.emplace_back(piece.output, buffer);
      verdict_.outcomes.push_back(one.outcome);
    }
    for (const auto& [buffer, state] : after) buffer->state = state;
    return add(cost, from, to);
  }

  std::uint64_t take(const rk3588_result& one) {
    rk3588_worsen(&verdict_.result, one.outcome);
    verdict_.result.rules |= one.rules;
    return one.cost;
  }

  bool add(std::uint64_t cost, std::size_t from, std::size_t to) {
    verdict_.result.cost = std::max(verdict_.result.cost, cost);
    const auto begin = verdict_.outcomes.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = verdict_.outcomes.begin() + static_cast<std::ptrdiff_t>(to);
    if (std::none_of(begin, end, ended)) return true;
    verdict_.outcomes.resize(from);
    return false;
  }

  const Job& job_;
  rk3588_state& state_;
  const rk3588_switches& switches_;
  const rk3588_costs& costs_;
  bool in_reset_;
  Verdict verdict_;
};

}  // namespace

Verdict judge(const Job& job, rk3588_state& state, const rk3588_switches& switches, rk3588_costs costs, bool in_reset) {
  costs.timeout = std::uint64_t{job.timeout_ms} * 1000000;
  return Judge(job, state, switches, costs, in_reset).run();
}

bool ended(rk3588_outcome outcome) {
  return outcome == RK3588_WEDGE || outcome == RK3588_LOST || outcome == RK3588_OUT_OF_RANGE;
}

}  // namespace npuspec::sim
