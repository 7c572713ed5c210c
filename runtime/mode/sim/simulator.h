// The simulated device behind sim.h: memory, state, clock, jobs that have not ended, counts and trace.
//
// Each public function is one step under one lock, so that a device serves several threads. What fails is thrown as a
// Refusal with the error number that the driver would give.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mode/sim/judge.h"
#include "mode/sim/random.h"
#include "mode/sim/sim.h"
#include "mode/sim/trace.h"

namespace npuspec::sim {

class Simulator {
 public:
  explicit Simulator(const ork_sim_options& options);

  // What device.h asks of a backend.
  void reset();
  ork_buffer create(std::uint64_t bytes, std::uint32_t flags, std::int32_t domain);
  void destroy(const ork_buffer& buffer);
  void sync(const ork_span& span, std::uint32_t direction);
  void attach(std::int32_t domain);
  std::uint64_t submit(const ork_job& asked);
  void wait(std::uint64_t ticket, std::uint32_t timeout_ms);
  std::int64_t now();
  void sleep(std::int64_t ns);
  void note(ork_note note);

  // What sim.h asks of the simulator.
  ork_sim_counters counters();
  rk3588_result last_outcome();
  rk3588_state state();
  bool stale(const ork_buffer& buffer);
  void reset_elsewhere(ork_sim_elsewhere what);
  void remark(std::string_view text);
  void write_trace(const std::string& path);

 private:
  // A job that was accepted and has not ended.
  struct Pending {
    std::uint64_t ticket;
    std::int64_t end;
    bool ends_well;
    Job job;
    std::vector<rk3588_outcome> outcomes;
  };

  std::int64_t reset_time();
  rk3588_switches rolled();
  void settle();
  void settle_elsewhere();
  void end(Pending& job);
  void execute(const Piece& piece, rk3588_outcome outcome, std::uint64_t ticket);
  void give_up_stuck();
  void drain();
  void go_to_domain(std::int32_t domain);
  std::uint8_t idle_core() const;
  std::uint64_t accept(Job job, Verdict verdict);
  std::int64_t occupy(const Job& job, const Verdict& verdict, std::int64_t begin);
  void keep(std::uint64_t ticket, std::int64_t end, bool ends_well, Job job, Verdict& verdict);
  void count(const Job& job, const Verdict& verdict);
  void count_rules(std::uint64_t rules);
  void trace_job(const Job& job, const Verdict& verdict, std::uint64_t ticket, std::uint32_t core, std::int64_t begin,
                 std::int64_t duration);
  void trace_reset(std::string_view name, std::int64_t begin, const rk3588_result& result);
  void trace_note(std::string_view text);

  std::mutex lock_;
  ork_sim_options options_;
  Random random_;
  Memory memory_;
  rk3588_state state_;
  std::array<Table, RK3588_CORES> tables_;
  std::int64_t now_ = 0;
  std::array<std::int64_t, RK3588_CORES> free_{};  // when a core has done what it was given
  std::int64_t window_end_ = 0;                    // of a reset elsewhere, while there is one
  bool window_ = false;
  std::vector<Pending> pending_;
  std::map<std::uint64_t, bool> ended_;  // not waited for yet: whether they ended well
  std::uint64_t tickets_ = 0;
  rk3588_result last_{};
  ork_sim_counters counters_{};
  std::optional<Trace> trace_;
};

}  // namespace npuspec::sim
