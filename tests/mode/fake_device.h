// A device that does as it is told and writes down what it was asked: for tests of what stands before a backend.
//
// Its clock is its own and stands still but for resets, sleeps and waits. It computes matmuls plainly, in 64 bits or in
// double, and element-wise ops as sums and products; it judges nothing.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mode/device.h"

namespace npuspec::test {

struct FakeJob {
  std::vector<ork_work> works;
  std::vector<rknpu_task> tasks;
  std::uint64_t tasks_handle = 0;
  std::uint32_t first = 0;
  std::uint32_t core_mask = 0;
  std::uint32_t flags = 0;
  std::uint32_t timeout_ms = 0;
  std::int32_t domain = 0;
};

struct FakeDevice {
  ork_device base{};  // the first member, as device.h wants it

  std::vector<std::string> calls;  // "reset", "submit", "attach 1", "create", "destroy", "sleep 50000", "cleared", ...
  std::vector<FakeJob> jobs;
  std::deque<int> submit_errors;  // of the submits to come; 0 is a success, and so is none
  int refusal = 0;                // not 0: it makes no job, and this is why
  std::deque<int> wait_errors;
  int reset_error = 0;
  std::int64_t reset_takes = RK3588_RESET_SLEEP;
  int create_error = 0;
  int attach_error = 0;
  int destroy_error = 0;
  int fetch_error = 0;              // of a sync from the device
  bool drops = false;               // jobs end, and write nothing
  std::function<void()> in_reset;   // while the reset runs
  std::function<void()> in_submit;  // while a job runs
  std::int64_t clock = 0;
  std::uint64_t tickets = 0;
  std::uint64_t handles = 0;
  std::map<std::uint64_t, std::unique_ptr<std::uint8_t[]>> memory;  // of those made and not destroyed

  FakeDevice();
  ~FakeDevice();
  FakeDevice(const FakeDevice&) = delete;
  FakeDevice& operator=(const FakeDevice&) = delete;

  ork_device* device() { return &base; }
  std::size_t count(const std::string& call) const;
  // A reset that nobody counts, as the original's self-heal is: the cause of B16 and B17 put back.
  void hide_a_reset() { --base.epoch; }
};

}  // namespace npuspec::test
