// What stands before every backend: checks, the reset epoch, retries, self-heal, the window of a domain.
#include <doctest/doctest.h>

#include <cerrno>
#include <thread>
#include <vector>

#include "mode/fake_device.h"

using npuspec::test::FakeDevice;

namespace {

struct Rig {
  FakeDevice fake;
  ork_buffer tasks{};
  ork_buffer data{};
  ork_work work{};
  ork_job job{};

  Rig() {
    REQUIRE(ork_device_create(fake.device(), 4096, RKNPU_MEM_TASK_ARRAY, 0, &tasks) == 0);
    REQUIRE(ork_device_create(fake.device(), 4096, RKNPU_MEM_BUFFER, 0, &data) == 0);
    work = {RK3588_OP_MM_I8, false, 0, 1, 1, 1, {&data, 0, 1}, {&data, 64, 1}, {&data, 128, 4}};
    job = {&tasks, 0, 1, &work, RKNPU_CORE_MASK_CORE0, RKNPU_JOB_NORMAL, 1000, 0};
  }
  int submit() {
    errno = 0;
    return ork_device_submit(fake.device(), &job, nullptr);
  }
};

}  // namespace

TEST_CASE("the epoch grows by one with each reset that happened") {
  FakeDevice fake;
  CHECK(ork_device_epoch(fake.device()) == 0);
  CHECK(ork_device_reset(fake.device()) == 0);
  CHECK(ork_device_reset(fake.device()) == 0);
  CHECK(ork_device_epoch(fake.device()) == 2);
  CHECK(fake.base.resets == 2);
  CHECK(fake.base.reset_ns == 2 * std::int64_t{RK3588_RESET_SLEEP});
}

TEST_CASE("B11: a reset that returned sooner than the kernel sleeps in one did not happen, and ends nothing") {
  FakeDevice fake;
  fake.reset_takes = RK3588_RESET_SLEEP - 1;
  errno = 0;
  CHECK(ork_device_reset(fake.device()) == -1);
  CHECK(errno == EALREADY);
  CHECK(ork_device_epoch(fake.device()) == 0);
  CHECK_FALSE(ork_device_ended(fake.device()));
  fake.reset_takes = RK3588_RESET_SLEEP;
  CHECK(ork_device_reset(fake.device()) == 0);
  CHECK(ork_device_epoch(fake.device()) == 1);
}

TEST_CASE("a reset that failed ends the device: everything but giving memory back is ENODEV") {
  Rig rig;
  rig.fake.reset_error = EIO;
  CHECK(ork_device_reset(rig.fake.device()) == -1);
  CHECK(errno == EIO);
  CHECK(ork_device_ended(rig.fake.device()));
  const std::size_t before = rig.fake.calls.size();
  ork_buffer made{};
  const ork_span span = {&rig.data, 0, 16};
  const std::vector<int> results = {ork_device_reset(rig.fake.device()),
                                    rig.submit(),
                                    ork_device_create(rig.fake.device(), 16, RKNPU_MEM_BUFFER, 0, &made),
                                    ork_device_sync(rig.fake.device(), &span, RKNPU_SYNC_FLAGS_TO_DEVICE),
                                    ork_device_attach(rig.fake.device(), 0),
                                    ork_device_wait(rig.fake.device(), 1, 1)};
  for (const int result : results) CHECK(result == -1);
  CHECK(errno == ENODEV);
  CHECK(rig.fake.calls.size() == before);  // none of them reached the backend
  CHECK(ork_device_destroy(rig.fake.device(), &rig.data) == 0);
  CHECK(rig.data.handle == 0);
}

TEST_CASE("a submit that failed for good is healed by one reset, and the error stays its own") {
  Rig rig;
  rig.fake.submit_errors = {ETIMEDOUT};
  CHECK(rig.submit() == -1);
  CHECK(errno == ETIMEDOUT);
  CHECK(rig.fake.count("reset") == 1);
  CHECK(rig.fake.count("submit") == 1);
  CHECK(ork_device_epoch(rig.fake.device()) == 1);
  CHECK(rig.fake.base.heals == 1);
  CHECK_FALSE(ork_device_ended(rig.fake.device()));
  CHECK(rig.submit() == 0);
}

TEST_CASE("EINVAL and EBUSY are tried again as often as the spec says, without a reset") {
  for (const int error : {EINVAL, EBUSY}) {
    Rig rig;
    rig.fake.submit_errors.assign(std::size_t{RK3588_RETRIES}, error);
    CHECK(rig.submit() == 0);
    CHECK(rig.fake.count("submit") == RK3588_RETRIES + 1u);
    CHECK(rig.fake.count("sleep " + std::to_string(RK3588_RETRY_SLEEP)) == RK3588_RETRIES);
    CHECK(rig.fake.count("reset") == 0);
  }
}

TEST_CASE("a submit that stays EBUSY is healed after the last retry") {
  Rig rig;
  rig.fake.submit_errors.assign(RK3588_RETRIES + 1, EBUSY);
  CHECK(rig.submit() == -1);
  CHECK(errno == EBUSY);
  CHECK(rig.fake.count("submit") == RK3588_RETRIES + 1u);
  CHECK(rig.fake.count("reset") == 1);
}

TEST_CASE("a job that the backend does not make is neither asked for again nor healed, whatever the reason") {
  for (const int error : {ENOTSUP, EINVAL, EBUSY, ENOMEM}) {
    Rig rig;
    rig.fake.refusal = error;
    CHECK(rig.submit() == -1);
    CHECK(errno == error);
    CHECK(rig.fake.count("refuse") == 1);
    CHECK(rig.fake.count("reset") == 0);
    CHECK(rig.fake.clock == 0);
    CHECK(ork_device_epoch(rig.fake.device()) == 0);
    CHECK(rig.fake.base.submits == 0);
  }
}

TEST_CASE("a heal that healed nothing ends the device, and the error is still the submit's") {
  for (const bool soon : {false, true}) {
    Rig rig;
    rig.fake.submit_errors = {ETIMEDOUT};
    if (soon) {
      rig.fake.reset_takes = 0;
    } else {
      rig.fake.reset_error = EIO;
    }
    CHECK(rig.submit() == -1);
    CHECK(errno == ETIMEDOUT);
    CHECK(ork_device_ended(rig.fake.device()));
    CHECK(ork_device_epoch(rig.fake.device()) == 0);
  }
}

TEST_CASE("a job that cannot be one is EINVAL and reaches no device") {
  using Spoil = void (*)(Rig&);
  const std::vector<std::pair<const char*, Spoil>> all = {
      {"no tasks", [](Rig& r) { r.job.tasks = nullptr; }},
      {"an empty task array", [](Rig& r) { r.tasks.handle = 0; }},
      {"no works", [](Rig& r) { r.job.works = nullptr; }},
      {"none of them", [](Rig& r) { r.job.count = 0; }},
      {"too many", [](Rig& r) { r.job.count = RKNPU_TASKS_MAX + 1; }},
      {"past the array", [](Rig& r) { r.job.first = 4096 / sizeof(rknpu_task); }},
      {"far past it", [](Rig& r) { r.job.first = UINT32_MAX; }},
      {"an unknown flag", [](Rig& r) { r.job.flags = RKNPU_JOB_FLAGS_KNOWN_BITS + 1u; }},
      {"an odd core mask", [](Rig& r) { r.job.core_mask = 5; }},
      {"no such domain", [](Rig& r) { r.job.domain = RK3588_DOMAINS; }},
      {"another domain's buffer", [](Rig& r) { r.data.domain = 1; }},
      {"another domain's tasks", [](Rig& r) { r.tasks.domain = 1; }},
      {"an unknown op", [](Rig& r) { r.work.op = static_cast<rk3588_op>(RK3588_OP_COUNT); }},
      {"no such core", [](Rig& r) { r.work.core = RK3588_CORES; }},
      {"a span past its buffer", [](Rig& r) { r.work.c.at = 4093; }},
      {"a span that wraps", [](Rig& r) { r.work.c.at = UINT64_MAX; }},
      {"a longer span than its buffer", [](Rig& r) { r.work.a.bytes = 4097; }},
  };
  for (const auto& each : all) {
    CAPTURE(each.first);
    Rig rig;
    each.second(rig);
    CHECK(rig.submit() == -1);
    CHECK(errno == EINVAL);
    CHECK(rig.fake.count("submit") == 0);
    CHECK(rig.fake.count("reset") == 0);
  }
}

TEST_CASE("a domain's window is what the spec says, one byte more is ENOSPC, and other domains have their own") {
  FakeDevice fake;
  ork_buffer all{};
  ork_buffer more{};
  ork_buffer other{};
  const std::uint64_t window = RKNPU_DOMAIN_BYTES_MAX;
  errno = 0;
  CHECK(ork_device_create(fake.device(), window + 1, RKNPU_MEM_BUFFER, 0, &more) == -1);
  CHECK(errno == ENOSPC);
  CHECK(ork_device_create(fake.device(), window, RKNPU_MEM_BUFFER, 0, &all) == 0);
  errno = 0;
  CHECK(ork_device_create(fake.device(), 1, RKNPU_MEM_BUFFER, 0, &more) == -1);
  CHECK(errno == ENOSPC);
  CHECK(more.handle == 0);
  CHECK(ork_device_create(fake.device(), window, RKNPU_MEM_BUFFER, 1, &other) == 0);
  CHECK(ork_device_destroy(fake.device(), &all) == 0);
  CHECK(ork_device_create(fake.device(), 1, RKNPU_MEM_BUFFER, 0, &more) == 0);
  CHECK(fake.base.held[0] == 1);
  CHECK(fake.base.held[1] == window);
}

TEST_CASE("a buffer without bytes or of no domain is EINVAL, and one that was not made counts for nothing") {
  FakeDevice fake;
  ork_buffer made{};
  CHECK(ork_device_create(fake.device(), 0, RKNPU_MEM_BUFFER, 0, &made) == -1);
  CHECK(ork_device_create(fake.device(), 1, RKNPU_MEM_BUFFER, -1, &made) == -1);
  CHECK(ork_device_create(fake.device(), 1, RKNPU_MEM_BUFFER, RK3588_DOMAINS, &made) == -1);
  fake.create_error = ENOMEM;
  CHECK(ork_device_create(fake.device(), 1, RKNPU_MEM_BUFFER, 0, &made) == -1);
  CHECK(errno == ENOMEM);
  CHECK(fake.base.held[0] == 0);
}

TEST_CASE("destroying nothing is no error, and one that failed keeps its buffer and its bytes") {
  FakeDevice fake;
  ork_buffer buffer{};
  CHECK(ork_device_destroy(fake.device(), &buffer) == 0);
  REQUIRE(ork_device_create(fake.device(), 64, RKNPU_MEM_BUFFER, 0, &buffer) == 0);
  fake.destroy_error = EBUSY;
  CHECK(ork_device_destroy(fake.device(), &buffer) == -1);
  CHECK(buffer.handle != 0);
  CHECK(fake.base.held[0] == 64);
}

TEST_CASE("a sync stays inside its buffer and goes some way") {
  Rig rig;
  const ork_span whole = {&rig.data, 0, 4096};
  const ork_span past = {&rig.data, 1, 4096};
  const ork_span none = {nullptr, 0, 0};
  CHECK(ork_device_sync(rig.fake.device(), &whole, RKNPU_SYNC_FLAGS_TO_DEVICE) == 0);
  CHECK(ork_device_sync(rig.fake.device(), &past, RKNPU_SYNC_FLAGS_TO_DEVICE) == -1);
  CHECK(ork_device_sync(rig.fake.device(), &none, RKNPU_SYNC_FLAGS_TO_DEVICE) == -1);
  CHECK(ork_device_sync(rig.fake.device(), &whole, 0) == -1);
  CHECK(ork_device_sync(rig.fake.device(), &whole, RKNPU_SYNC_FLAGS_KNOWN_BITS + 1u) == -1);
}

TEST_CASE("two threads that reset and submit never meet in the backend") {
  Rig rig;
  int inside = 0;  // not atomic: under a thread sanitizer, a lock that is missing is a race
  int met = 0;
  const auto visit = [&] {
    met += inside++ != 0;
    --inside;
  };
  rig.fake.in_reset = visit;
  rig.fake.in_submit = visit;
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) (void)ork_device_reset(rig.fake.device());
  });
  for (int i = 0; i < 200; ++i) (void)ork_device_submit(rig.fake.device(), &rig.job, nullptr);
  other.join();
  CHECK(met == 0);
  CHECK(ork_device_epoch(rig.fake.device()) == 200);
}

TEST_CASE("a backend without an operation is no backend") {
  ork_device device;
  ork_device_ops ops{};
  errno = 0;
  CHECK(ork_device_init(&device, &ops) == -1);
  CHECK(errno == EINVAL);
}
