// What the simulator counts, tells and traces.
#include <cerrno>
#include <system_error>

#include "mode/sim/simulator.h"

namespace npuspec::sim {

namespace {

using Lock = std::lock_guard<std::mutex>;

std::string names_of(std::uint64_t rules) {
  std::string out = "[";
  for (int i = 0; i < RK3588_RULES; ++i) {
    if ((rules >> i & 1) == 0) continue;
    out += (out.size() > 1 ? "," : "") + quoted(rk3588_rule_rows[i].name);
  }
  return out + "]";
}

Trace::Arguments arguments_of(const rk3588_result& result) {
  return {{"outcome", quoted(rk3588_outcome_rows[result.outcome].name)}, {"rules", names_of(result.rules)}};
}

}  // namespace

void Simulator::count(const Job& job, const Verdict& verdict) {
  ++counters_.submits;
  ++counters_.outcomes[verdict.result.outcome];
  count_rules(verdict.result.rules);
  for (std::size_t i = 0; i < verdict.outcomes.size(); ++i) {
    counters_.bytes_in += job.pieces[i].bytes_in;
    counters_.bytes_out += job.pieces[i].bytes_out;
  }
  if (!rk3588_outcome_rows[verdict.result.outcome].silent) return;
  for (int i = 0; i < RK3588_RULES; ++i) {
    const bool harmed = rk3588_outcome_rows[rk3588_rule_rows[i].outcome].silent;
    if (harmed && (verdict.result.rules >> i & 1) != 0) ++counters_.silent[i];
  }
}

void Simulator::count_rules(std::uint64_t rules) {
  for (int i = 0; i < RK3588_RULES; ++i) counters_.rules[i] += rules >> i & 1;
}

// `core`: RK3588_CORES for each of the job's, on which nothing started.
void Simulator::trace_job(const Job& job, const Verdict& verdict, std::uint64_t ticket, std::uint32_t core,
                          std::int64_t begin, std::int64_t duration) {
  if (!trace_) return;
  for (std::uint32_t i = 0; i < options_.cores; ++i) {
    if ((job.core_mask >> i & 1) == 0 || (core != RK3588_CORES && core != i)) continue;
    const Piece* first = nullptr;
    std::size_t tasks = 0;
    for (const Piece& each : job.pieces) {
      if (each.core != i) continue;
      if (first == nullptr) first = &each;
      ++tasks;
    }
    Trace::Arguments arguments = arguments_of(verdict.result);
    arguments.insert(arguments.begin(), {{"op", quoted(rk3588_op_names[first->op])},
                                         {"shape", quoted(text(*first))},
                                         {"tasks", std::to_string(tasks)},
                                         {"job", std::to_string(ticket)},
                                         {"domain", std::to_string(job.domain)}});
    trace_->add(i, text(*first), begin, verdict.result.outcome == RK3588_LOST ? 0 : duration, arguments);
  }
}

void Simulator::trace_reset(std::string_view name, std::int64_t begin, const rk3588_result& result) {
  if (trace_) {
    trace_->add(trace_->resets(), name, begin, static_cast<std::int64_t>(result.cost), arguments_of(result));
  }
}

void Simulator::trace_note(std::string_view text) {
  if (trace_) trace_->add(trace_->software(), text, now_, 0, {});
}

ork_sim_counters Simulator::counters() {
  const Lock locked(lock_);
  settle();
  counters_.virtual_ns = now_;
  return counters_;
}

rk3588_result Simulator::last_outcome() {
  const Lock locked(lock_);
  return last_;
}

rk3588_state Simulator::state() {
  const Lock locked(lock_);
  settle();
  return state_;
}

bool Simulator::stale(const ork_buffer& buffer) {
  const Lock locked(lock_);
  return memory_.find(&buffer, "the buffer").state.stale;
}

void Simulator::remark(std::string_view text) {
  const Lock locked(lock_);
  trace_note(text);
}

void Simulator::write_trace(const std::string& path) {
  const Lock locked(lock_);
  settle();
  if (!trace_) refuse(EINVAL, "the device was opened without a trace");
  try {
    trace_->write(path);
  } catch (const std::system_error& error) {
    refuse(error.code().value(), error.what());
  }
}

}  // namespace npuspec::sim
