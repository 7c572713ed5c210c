#include "mode/sim/sim.h"

#include <cerrno>
#include <memory>
#include <new>
#include <string>

#include "mode/sim/simulator.h"

namespace {

using npuspec::sim::Refusal;
using npuspec::sim::Simulator;

thread_local std::string last_error;

// The base is what device.h's functions know; it must come first in memory, and does: nothing here is virtual.
struct SimDevice : ork_device {
  explicit SimDevice(const ork_sim_options& options) : ork_device{}, simulator(options) {}

  Simulator simulator;
};

Simulator& of(ork_device* device) { return static_cast<SimDevice*>(device)->simulator; }

int fail(int error, const std::string& why) {
  last_error = why;
  errno = error;
  return -1;
}

// C callers get 0, or -1 with errno.
template <typename Do>
int guarded(Do what) {
  last_error.clear();
  try {
    what();
    return 0;
  } catch (const Refusal& refusal) {
    return fail(refusal.error, refusal.why);
  } catch (const std::bad_alloc&) {
    return fail(ENOMEM, "the simulator has no memory left");
  }
}

template <typename Do>
int on_simulated(ork_device* device, Do what) {
  if (!ork_sim_is(device)) return fail(EINVAL, "the device is not simulated");
  return guarded([&] { what(of(device)); });
}

int sim_reset(ork_device* device) {
  return guarded([&] { of(device).reset(); });
}

int sim_create(ork_device* device, uint64_t bytes, uint32_t flags, int32_t domain, ork_buffer* made) {
  return guarded([&] { *made = of(device).create(bytes, flags, domain); });
}

int sim_destroy(ork_device* device, ork_buffer* buffer) {
  return guarded([&] { of(device).destroy(*buffer); });
}

int sim_sync(ork_device* device, const ork_span* span, uint32_t direction) {
  return guarded([&] { of(device).sync(*span, direction); });
}

int sim_attach(ork_device* device, int32_t domain) {
  return guarded([&] { of(device).attach(domain); });
}

int sim_submit(ork_device* device, const ork_job* job, uint64_t* ticket) {
  if ((job->flags & RKNPU_JOB_FLAGS_NONBLOCK) != 0 && ticket == nullptr) {
    fail(EINVAL, "a job without a wait needs a ticket");
    return ORK_NOT_MADE;
  }
  return guarded([&] {
    const std::uint64_t accepted = of(device).submit(*job);
    if (ticket != nullptr) *ticket = accepted;
  });
}

int sim_wait(ork_device* device, uint64_t ticket, uint32_t timeout_ms) {
  return guarded([&] { of(device).wait(ticket, timeout_ms); });
}

int64_t sim_now_ns(ork_device* device) { return of(device).now(); }

void sim_sleep_ns(ork_device* device, int64_t ns) {
  guarded([&] { of(device).sleep(ns); });
}

void sim_note(ork_device* device, ork_note note) {
  guarded([&] { of(device).note(note); });
}

void sim_close(ork_device* device) {
  ork_device_fini(device);
  delete static_cast<SimDevice*>(device);
}

constexpr ork_device_ops kOps = {"sim",      sim_reset, sim_create, sim_destroy,  sim_sync, sim_attach,
                                 sim_submit, sim_wait,  sim_now_ns, sim_sleep_ns, sim_note, sim_close};

}  // namespace

int ork_sim_open(const ork_sim_options* options, ork_device** device) {
  if (options->cores < 1 || options->cores > RK3588_CORES) {
    return fail(EINVAL, "a device of " + std::to_string(options->cores) + " cores");
  }
  return guarded([&] {
    auto made = std::make_unique<SimDevice>(*options);
    if (ork_device_init(made.get(), &kOps) != 0) npuspec::sim::refuse(errno, "no lock for the device");
    *device = made.release();
  });
}

bool ork_sim_is(const ork_device* device) { return device != nullptr && device->ops == &kOps; }

int ork_sim_read_counters(ork_device* device, ork_sim_counters* counters) {
  return on_simulated(device, [&](Simulator& sim) { *counters = sim.counters(); });
}

int ork_sim_last_outcome(ork_device* device, rk3588_result* result) {
  return on_simulated(device, [&](Simulator& sim) { *result = sim.last_outcome(); });
}

int ork_sim_read_state(ork_device* device, rk3588_state* state) {
  return on_simulated(device, [&](Simulator& sim) { *state = sim.state(); });
}

int ork_sim_read_stale(ork_device* device, const ork_buffer* buffer, bool* stale) {
  return on_simulated(device, [&](Simulator& sim) { *stale = sim.stale(*buffer); });
}

const char* ork_sim_error(void) { return last_error.c_str(); }

int ork_sim_elsewhere_reset(ork_device* device, ork_sim_elsewhere what) {
  return on_simulated(device, [&](Simulator& sim) { sim.reset_elsewhere(what); });
}

int ork_sim_remark(ork_device* device, const char* text) {
  return on_simulated(device, [&](Simulator& sim) { sim.remark(text); });
}

int ork_sim_write_trace(ork_device* device, const char* path) {
  return on_simulated(device, [&](Simulator& sim) { sim.write_trace(path); });
}
