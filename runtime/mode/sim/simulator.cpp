#include "mode/sim/simulator.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "mode/sim/damage.h"

namespace npuspec::sim {

namespace {

constexpr std::uint64_t kNoiseMax = 16U << 20;  // larger buffers begin as zeros: noise would make their pages real

using Lock = std::lock_guard<std::mutex>;

// The clock stops at the end of time.
std::int64_t later(std::int64_t time, std::uint64_t ns) {
  const auto left = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() - time);
  return time + static_cast<std::int64_t>(std::min(left, ns));
}

int error_of(rk3588_outcome outcome) {
  const int error = rk3588_outcome_rows[outcome].error;
  return error != 0 ? error : EIO;
}

bool fails(rk3588_outcome outcome, rk3588_event event) { return rk3588_outcome_rows[outcome].returns[event] != 0; }

}  // namespace

Simulator::Simulator(const ork_sim_options& options)
    : options_(options), random_(options.seed), state_(rk3588_first_state()) {
  if (options.trace) trace_.emplace(options.cores);
}

// From what was seen, so that the mean is the cost: first on which side of it, then where there.
std::int64_t Simulator::reset_time() {
  const std::uint64_t mean = options_.costs.reset;
  const rk3588_cost_row& seen = rk3588_cost_rows[RK3588_COST_RESET];
  if (options_.steady || mean < seen.least || mean > seen.most) return later(0, mean);
  const bool below = random_.below(seen.most - seen.least + 1) <= seen.most - mean;
  const std::uint64_t least = below ? seen.least : mean;
  const std::uint64_t most = below ? mean : seen.most;
  return later(0, least + random_.below(most - least + 1));
}

// What is a matter of chance strikes now, or is off this time.
rk3588_switches Simulator::rolled() {
  rk3588_switches switches = options_.switches;
  for (int i = 0; i < RK3588_SWITCHES; ++i) {
    const rk3588_switch_row& row = rk3588_switch_rows[i];
    if (row.per != 0 && random_.below(row.per) >= row.chance) rk3588_set_switch(&switches, i, 0);
  }
  return switches;
}

void Simulator::reset() {
  const Lock locked(lock_);
  settle();
  rk3588_costs costs = options_.costs;
  costs.reset = static_cast<std::uint64_t>(reset_time());
  last_ = rk3588_reset(&state_, &options_.switches, &costs, window_);
  const std::int64_t begin = now_;
  now_ = later(now_, last_.cost);
  counters_.reset_ns += now_ - begin;
  count_rules(last_.rules);
  settle();
  const bool failed = fails(last_.outcome, RK3588_EVENT_RESET);
  if (last_.outcome == RK3588_OK) {
    ++counters_.resets_done;
    give_up_stuck();
  } else {
    ++(failed ? counters_.resets_failed : counters_.resets_missed);
  }
  trace_reset("reset", begin, last_);
  if (failed) refuse(error_of(last_.outcome), "the reset failed, and no job will start");
}

// What never started holds no memory once the hardware was reset.
void Simulator::give_up_stuck() {
  for (Pending& each : pending_) {
    if (!each.ends_well) each.end = now_;
  }
  settle();
}

void Simulator::reset_elsewhere(ork_sim_elsewhere what) {
  const Lock locked(lock_);
  settle();
  if (what == ORK_SIM_RESET_GIVES_UP) {
    window_ = false;
    return;
  }
  if (window_) refuse(EINVAL, "a reset runs elsewhere already");
  window_ = true;
  window_end_ = later(now_, static_cast<std::uint64_t>(reset_time()));
}

void Simulator::settle_elsewhere() {
  if (!window_ || now_ < window_end_) return;
  window_ = false;
  const rk3588_result result = rk3588_reset(&state_, &options_.switches, &options_.costs, false);
  count_rules(result.rules);
  if (result.outcome == RK3588_OK) ++counters_.resets_elsewhere;
  trace_reset("reset elsewhere", window_end_, result);
}

ork_buffer Simulator::create(std::uint64_t bytes, std::uint32_t flags, std::int32_t domain) {
  const Lock locked(lock_);
  rk3588_state scratch = state_;
  const bool domain_exists =
      domain >= 0 && domain <= 0xFF &&
      rk3588_attach(&scratch, &options_.switches, &options_.costs, static_cast<std::uint8_t>(domain)).outcome ==
          RK3588_OK;
  if (!domain_exists) refuse(EINVAL, "there is no domain " + std::to_string(domain));
  Buffer& made = memory_.create(bytes, flags, domain);
  count_rules(rk3588_make(&state_, &made.state, &options_.switches, &options_.costs).rules);
  const bool zeroed = (flags & RKNPU_MEM_FLAGS_ZEROING) != 0 || options_.cost_only || bytes > kNoiseMax;
  if (!zeroed) fill_with_noise(made.about.host, bytes, mix(options_.seed) ^ mix(made.about.handle));
  return made.about;
}

void Simulator::destroy(const ork_buffer& buffer) {
  const Lock locked(lock_);
  settle();
  memory_.destroy(buffer);
}

void Simulator::sync(const ork_span& span, std::uint32_t direction) {
  const Lock locked(lock_);
  settle();
  const Buffer& found = memory_.find(span, span.bytes, "what to synchronise");
  rknpu_mem_sync asked;
  rknpu_mem_sync_init(&asked);
  asked.flags = direction;
  asked.obj_addr = found.about.obj;
  asked.offset = span.at;
  asked.size = span.bytes;
  if (rknpu_mem_sync_check(&asked) != 0)
    refuse(EINVAL, "there is no way " + std::to_string(direction) + " to synchronise");
}

void Simulator::attach(std::int32_t domain) {
  const Lock locked(lock_);
  settle();
  go_to_domain(domain);
}

// The kernel lets what runs in the old domain end first.
void Simulator::go_to_domain(std::int32_t domain) {
  if (domain < 0 || domain > 0xFF) refuse(EINVAL, "there is no domain " + std::to_string(domain));
  rk3588_state next = state_;
  const rk3588_result result =
      rk3588_attach(&next, &options_.switches, &options_.costs, static_cast<std::uint8_t>(domain));
  if (result.outcome != RK3588_OK) refuse(EINVAL, "there is no domain " + std::to_string(domain));
  drain();
  rk3588_attach(&state_, &options_.switches, &options_.costs, static_cast<std::uint8_t>(domain));
  count_rules(result.rules);
  trace_note("attach domain " + std::to_string(domain));
}

void Simulator::drain() {
  for (const Pending& each : pending_) {
    if (each.ends_well) now_ = std::max(now_, each.end);
  }
  settle();
}

std::int64_t Simulator::now() {
  const Lock locked(lock_);
  return now_;
}

void Simulator::sleep(std::int64_t ns) {
  const Lock locked(lock_);
  if (ns > 0) now_ = later(now_, static_cast<std::uint64_t>(ns));
  settle();
}

void Simulator::note(ork_note note) {
  const Lock locked(lock_);
  settle();
  const bool opened = note == ORK_NOTE_OPENED;
  const rk3588_result result = opened ? rk3588_open(&state_, &options_.switches, &options_.costs)
                                      : rk3588_clear(&state_, &options_.switches, &options_.costs);
  count_rules(result.rules);
  trace_note(opened ? "a context opens, COLD" : "warm flags cleared");
}

std::uint8_t Simulator::idle_core() const {
  const auto first = free_.begin();
  const auto end = first + static_cast<std::ptrdiff_t>(options_.cores);
  return static_cast<std::uint8_t>(std::min_element(first, end) - first);
}

std::uint64_t Simulator::submit(const ork_job& asked) {
  const Lock locked(lock_);
  settle();
  Job job;
  try {
    job = read_job(memory_, asked, options_.cores, idle_core());
  } catch (const Refusal&) {
    ++counters_.refused;
    throw;
  }
  if (job.domain != state_.domain) go_to_domain(job.domain);
  const rk3588_switches switches = rolled();
  Verdict verdict = judge(job, state_, switches, options_.costs, window_);
  last_ = verdict.result;
  count(job, verdict);
  return accept(std::move(job), std::move(verdict));
}

std::uint64_t Simulator::accept(Job job, Verdict verdict) {
  const rk3588_outcome outcome = verdict.result.outcome;
  const std::uint64_t ticket = ++tickets_;
  std::int64_t begin = now_;
  for (std::uint32_t core = 0; core < options_.cores; ++core) {
    if ((job.core_mask >> core & 1) != 0) begin = std::max(begin, free_[core]);
  }
  const bool nonblock = job.nonblock;
  const bool well = !ended(outcome);
  if (!well) {
    trace_job(job, verdict, ticket, RK3588_CORES, begin, static_cast<std::int64_t>(later(0, verdict.result.cost)));
  }
  const std::int64_t end = well ? occupy(job, verdict, begin) : later(begin, verdict.result.cost);
  keep(ticket, end, well, std::move(job), verdict);
  if (nonblock) return ticket;
  now_ = std::max(now_, end);
  settle();
  ended_.erase(ticket);
  if (fails(outcome, RK3588_EVENT_SUBMIT)) refuse(error_of(outcome), "the submit timed out: the hardware is wedged");
  return ticket;
}

// A core takes what its op takes, or the floor of a submit and what its works need, whichever is longer; all of them
// begin together. When the last is done.
std::int64_t Simulator::occupy(const Job& job, const Verdict& verdict, std::int64_t begin) {
  std::int64_t last = begin;
  for (std::uint32_t core = 0; core < options_.cores; ++core) {
    if ((job.core_mask >> core & 1) == 0) continue;
    std::uint64_t needed = options_.costs.submit_floor;
    for (const Piece& each : job.pieces) needed += each.core == core ? each.ns : 0;
    free_[core] = later(begin, std::max(needed, verdict.result.cost));
    ++counters_.jobs[core];
    counters_.busy_ns[core] += free_[core] - begin;
    trace_job(job, verdict, tickets_, core, begin, free_[core] - begin);
    last = std::max(last, free_[core]);
  }
  return last;
}

void Simulator::keep(std::uint64_t ticket, std::int64_t end, bool ends_well, Job job, Verdict& verdict) {
  ++job.tasks->used;
  for (const Piece& piece : job.pieces) {
    for (Buffer* buffer : piece.buffers) ++buffer->used;
  }
  pending_.push_back({ticket, end, ends_well, std::move(job), std::move(verdict.outcomes)});
}

void Simulator::wait(std::uint64_t ticket, std::uint32_t timeout_ms) {
  const Lock locked(lock_);
  settle();
  const auto job = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& p) { return p.ticket == ticket; });
  if (job != pending_.end()) {
    const std::int64_t deadline = later(now_, std::uint64_t{timeout_ms} * 1000000);
    const bool in_time = job->end <= deadline;
    now_ = in_time ? job->end : deadline;
    settle();
    if (!in_time) refuse(ETIMEDOUT, "job " + std::to_string(ticket) + " has not ended yet");
  }
  const auto found = ended_.find(ticket);
  if (found == ended_.end()) refuse(EINVAL, "there is no job " + std::to_string(ticket) + " to wait for");
  const bool well = found->second;
  ended_.erase(found);
  if (!well) refuse(ETIMEDOUT, "job " + std::to_string(ticket) + " never ended");
}

// Lets come to pass what the clock has reached, in its order.
void Simulator::settle() {
  settle_elsewhere();
  for (;;) {
    const auto next = std::min_element(pending_.begin(), pending_.end(), [](const Pending& a, const Pending& b) {
      return std::pair(a.end, a.ticket) < std::pair(b.end, b.ticket);
    });
    if (next == pending_.end() || next->end > now_) return;
    end(*next);
    pending_.erase(next);
  }
}

void Simulator::end(Pending& job) {
  for (std::size_t i = 0; i < job.outcomes.size(); ++i) execute(job.job.pieces[i], job.outcomes[i], job.ticket);
  --job.job.tasks->used;
  for (const Piece& piece : job.job.pieces) {
    for (Buffer* buffer : piece.buffers) --buffer->used;
  }
  ended_[job.ticket] = job.ends_well;
}

void Simulator::execute(const Piece& piece, rk3588_outcome outcome, std::uint64_t ticket) {
  if (options_.cost_only) return;
  if (piece.load) {
    tables_[piece.core] = read_table(piece.b);
    return;
  }
  const unsigned element_bytes = element_bits(piece.op).c / 8;
  const std::uint64_t elements = piece.shape.m * piece.shape.n;
  if (outcome == RK3588_STALE) return;
  if (outcome == RK3588_DROPPED) return drop(piece.c, elements, element_bytes);
  compute(piece.op, piece.shape, piece.a, piece.b, tables_[piece.core], piece.c);
  if (outcome != RK3588_CORRUPT) return;
  corrupt(piece.c, elements, element_bytes, gives_floats(piece.op), mix(options_.seed) ^ mix(ticket));
}

}  // namespace npuspec::sim
