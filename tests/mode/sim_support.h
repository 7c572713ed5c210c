// A simulated device as tests use it: opened with hazards by text, with buffers, task descriptors and jobs of one work.
//
// It acts as run paths do: a matmul on one core uses the shared task array as it finds it, a LUT op and a load write it
// and leave it so, all else has an array of its own. What fails is returned as the backend has it: 0, or -1 with errno.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mode/sim/sim.h"

namespace npuspec::test {

// The generator of the recorded tests: x = x * 1103515245 + 12345, of which they take bits from 16 up.
class Lcg {
 public:
  explicit Lcg(std::uint32_t seed = 12345) : state_(seed) {}
  std::uint32_t next() { return (state_ = state_ * 1103515245U + 12345U) >> 16; }
  void fill(std::span<std::uint8_t> bytes);

 private:
  std::uint32_t state_;
};

// FNV-1a of 64 bits, with the standard offset basis.
std::uint64_t fnv1a(std::span<const std::uint8_t> bytes);

struct Run {
  rk3588_op op = RK3588_OP_MM_F16;
  bool load = false;
  std::uint8_t core = 0;
  bool multi = false;  // its rows are split over all cores
  bool nonblock = false;
  std::int32_t domain = 0;
  std::uint32_t timeout_ms = 60000;
  std::uint32_t m = 0;  // 0: the shape of the probes
  std::uint32_t k = 0;
  std::uint32_t n = 0;
};

using Adjust = std::function<void(ork_sim_options&)>;

class SimBench {
 public:
  // Fails the test where the text is refused. Costs are steady unless `adjust` says otherwise.
  explicit SimBench(const std::string& hazards = "", const Adjust& adjust = {});
  ~SimBench();
  SimBench(const SimBench&) = delete;
  SimBench& operator=(const SimBench&) = delete;

  ork_device* device() { return device_; }
  const ork_device_ops& ops() { return *device_->ops; }

  ork_buffer make(std::uint64_t bytes, std::int32_t domain = 0, std::uint32_t flags = RKNPU_MEM_BUFFER);
  void describe(const ork_buffer& tasks, std::uint32_t index, std::uint32_t kind);

  // A fresh output buffer for the jobs that follow.
  void make_output();
  void make_output(std::int32_t domain, std::uint64_t bytes);
  int run(const Run& run);  // a job without a wait leaves its ticket in ticket()
  int run(rk3588_op op) { return run(Run{.op = op}); }
  ork_job job(const Run& run);     // what run() submits, valid until the next; its works and tasks are the bench's
  int run_healed(const Run& run);  // the same through ork_device_submit
  int wait(std::uint32_t timeout_ms) { return ops().wait(device_, ticket_, timeout_ms); }
  int load(rk3588_op op, std::uint8_t core = 0) { return run(Run{.op = op, .load = true, .core = core}); }
  int reset() { return ops().reset(device_); }
  void restore() { describe(shared_, 0, RKNPU_TASK_KIND_MATMUL); }
  void clear() { ops().note(device_, ORK_NOTE_CLEARED); }
  void open_context() { ops().note(device_, ORK_NOTE_OPENED); }

  std::uint64_t ticket() const { return ticket_; }
  std::int64_t now() { return ops().now_ns(device_); }
  rk3588_result last();
  bool fired(const std::string& rule);  // in the last submit or reset
  ork_sim_counters counters();
  std::uint64_t times(const std::string& rule);  // that it acted

  // Of the last run: its operands as they are, and its output.
  const ork_work& work() const { return works_.front(); }
  std::vector<std::uint8_t> output() const;
  const ork_buffer& out() const { return output_; }
  const ork_buffer& shared_tasks() const { return shared_; }

 private:
  struct Inputs {
    ork_buffer a;
    ork_buffer b;
  };
  void prepare(const Run& run, const ork_buffer& tasks);
  const Inputs& inputs(std::int32_t domain, std::uint64_t bytes);

  ork_device* device_ = nullptr;
  ork_buffer shared_{};
  ork_buffer own_{};
  ork_buffer output_{};
  ork_buffer table_{};
  std::vector<std::pair<std::int32_t, Inputs>> inputs_;
  std::vector<ork_work> works_;
  std::uint64_t output_bytes_ = 0;
  std::uint64_t ticket_ = 0;
};

}  // namespace npuspec::test
