#include "mode/fake_device.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace npuspec::test {

namespace {

FakeDevice& of(ork_device* device) { return *reinterpret_cast<FakeDevice*>(device); }

int answer(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int take(std::deque<int>& errors) {
  if (errors.empty()) return 0;
  const int first = errors.front();
  errors.pop_front();
  return first;
}

int reset(ork_device* device) {
  FakeDevice& fake = of(device);
  fake.calls.push_back("reset");
  if (fake.in_reset) fake.in_reset();
  fake.clock += fake.reset_takes;
  return answer(fake.reset_error);
}

int create(ork_device* device, std::uint64_t bytes, std::uint32_t flags, std::int32_t domain, ork_buffer* made) {
  FakeDevice& fake = of(device);
  fake.calls.push_back("create");
  if (fake.create_error != 0) return answer(fake.create_error);
  const std::uint64_t handle = ++fake.handles;
  // A test of the window makes buffers that no test machine has room for: those have no memory.
  const bool real = bytes <= (std::uint64_t{64} << 20);
  auto& host = fake.memory[handle];
  if (real) host = std::make_unique<std::uint8_t[]>(bytes);
  *made = {handle, bytes, handle << 12, handle << 32, host.get(), flags, domain};
  return 0;
}

int destroy(ork_device* device, ork_buffer* buffer) {
  FakeDevice& fake = of(device);
  fake.calls.push_back("destroy");
  if (fake.destroy_error != 0) return answer(fake.destroy_error);
  return answer(fake.memory.erase(buffer->handle) == 1 ? 0 : EINVAL);
}

int sync(ork_device* device, const ork_span*, std::uint32_t direction) {
  const bool to = direction == RKNPU_SYNC_FLAGS_TO_DEVICE;
  of(device).calls.push_back(to ? "to device" : "from device");
  return answer(to ? 0 : of(device).fetch_error);
}

int attach(ork_device* device, std::int32_t domain) {
  of(device).calls.push_back("attach " + std::to_string(domain));
  return answer(of(device).attach_error);
}

template <class T>
T at(const ork_span& span, std::uint64_t index) {
  T value;
  std::memcpy(&value, span.buffer->host + span.at + index * sizeof(T), sizeof value);
  return value;
}

template <class T>
void put(const ork_span& span, std::uint64_t index, T value) {
  std::memcpy(span.buffer->host + span.at + index * sizeof(T), &value, sizeof value);
}

std::int64_t half_as_integer(std::uint16_t bits) {  // the tests' fp16 are small whole numbers
  if ((bits & 0x7FFF) == 0) return 0;
  const int exponent = (bits >> 10 & 31) - 15;
  const std::int64_t mantissa = (bits & 1023) | 1024;
  const std::int64_t size = exponent >= 10 ? mantissa << (exponent - 10) : mantissa >> (10 - exponent);
  return (bits & 0x8000) != 0 ? -size : size;
}

std::int64_t element(const ork_span& span, std::uint64_t family, std::uint64_t index) {
  if (family == RK3588_FAMILY_FP16) return half_as_integer(at<std::uint16_t>(span, index));
  if (family == RK3588_FAMILY_INT16) return at<std::int16_t>(span, index);
  if (family == RK3588_FAMILY_INT8) return at<std::int8_t>(span, index);
  const int nibble = at<std::uint8_t>(span, index / 2) >> (index % 2 * 4) & 15;
  return nibble >= 8 ? nibble - 16 : nibble;
}

void matmul(const ork_work& work) {
  const std::uint64_t family = rk3588_op_family(work.op);
  for (std::uint64_t m = 0; m < work.m; ++m) {
    for (std::uint64_t n = 0; n < work.n; ++n) {
      std::int64_t sum = 0;
      for (std::uint64_t k = 0; k < work.k; ++k) {
        sum += element(work.a, family, m * work.k + k) * element(work.b, family, k * work.n + n);
      }
      if (family == RK3588_FAMILY_FP16) {
        put(work.c, m * work.n + n, static_cast<float>(sum));
      } else {
        put(work.c, m * work.n + n, static_cast<std::int32_t>(sum));
      }
    }
  }
}

// A look-up gives its input, so that a test sees that the op ran; the others add or multiply what fits.
void element_wise(const ork_work& work) {
  const std::uint64_t family = rk3588_op_family(work.op);
  const bool add = work.op == RK3588_OP_ADD_I8 || work.op == RK3588_OP_ADD_I16 || work.op == RK3588_OP_ADD_F16;
  for (std::uint64_t i = 0; i < std::uint64_t{work.m} * work.n; ++i) {
    std::int64_t x = element(work.a, family, i);
    if (work.b.buffer != nullptr) {
      const std::int64_t y = element(work.b, family, i);
      x = add ? x + y : x * y;
    }
    if (family == RK3588_FAMILY_INT8) {
      put(work.c, i, static_cast<std::int8_t>(x));
    } else {
      put(work.c, i, static_cast<std::int16_t>(x));
    }
  }
}

int submit(ork_device* device, const ork_job* job, std::uint64_t* ticket) {
  FakeDevice& fake = of(device);
  if (fake.refusal != 0) {
    fake.calls.push_back("refuse");
    errno = fake.refusal;
    return ORK_NOT_MADE;
  }
  fake.calls.push_back("submit");
  FakeJob seen;
  seen.works.assign(job->works, job->works + job->count);
  seen.tasks.resize(job->count);
  for (std::uint32_t i = 0; i < job->count; ++i) {
    rknpu_task_unpack(job->tasks->host + (std::uint64_t{job->first} + i) * sizeof(rknpu_task), &seen.tasks[i]);
  }
  seen.tasks_handle = job->tasks->handle;
  seen.first = job->first;
  seen.core_mask = job->core_mask;
  seen.flags = job->flags;
  seen.timeout_ms = job->timeout_ms;
  seen.domain = job->domain;
  fake.jobs.push_back(seen);
  if (fake.in_submit) fake.in_submit();
  const int error = take(fake.submit_errors);
  if (error != 0) return answer(error);
  *ticket = ++fake.tickets;
  if (fake.drops) return 0;
  for (const ork_work& work : seen.works) {
    if (work.load) continue;
    if (rk3588_op_engine(work.op) == RK3588_ENGINE_MATMUL) {
      matmul(work);
    } else {
      element_wise(work);
    }
  }
  return 0;
}

int wait(ork_device* device, std::uint64_t, std::uint32_t) {
  of(device).calls.push_back("wait");
  return answer(take(of(device).wait_errors));
}

std::int64_t now_ns(ork_device* device) { return of(device).clock; }

void sleep_ns(ork_device* device, std::int64_t ns) {
  of(device).calls.push_back("sleep " + std::to_string(ns));
  of(device).clock += ns;
}

void note(ork_device* device, ork_note what) {
  of(device).calls.push_back(what == ORK_NOTE_CLEARED ? "cleared" : "opened");
}

void close(ork_device* device) { of(device).calls.push_back("close"); }

const ork_device_ops kOps = {"fake", reset, create, destroy, sync, attach, submit, wait, now_ns, sleep_ns, note, close};

}  // namespace

FakeDevice::FakeDevice() { (void)ork_device_init(&base, &kOps); }
FakeDevice::~FakeDevice() { ork_device_fini(&base); }

std::size_t FakeDevice::count(const std::string& call) const {
  return static_cast<std::size_t>(std::count(calls.begin(), calls.end(), call));
}

}  // namespace npuspec::test
