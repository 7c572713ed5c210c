// One life of a device, in which each of its system calls fails in turn, with each errno: an error comes back, and
// nothing is left open, mapped or allocated.
#include <doctest/doctest.h>

#include <cerrno>
#include <string>

#include "mode/rknpu_opened.h"

using namespace rknpu_test;

namespace {

// Opens, runs a job with and one without a wait, resets, gives back. 0, or -1 at the first call that says so, with
// errno.
int live(Opened& npu) {
  if (npu.open(nullptr, true) != 0) return -1;
  const ork_device_ops& ops = *npu.device->ops;
  Job one;
  if (ops.attach(npu.device, 1) != 0) return -1;
  if (one.make(npu.device, {0, 1, 2}, 1) != 0) return -1;
  one.job.core_mask = 7;
  ork_span output{&one.output, 0, 4096};
  if (ops.sync(npu.device, &output, 1) != 0) return -1;
  if (ops.submit(npu.device, &one.job, &one.ticket) != 0) return -1;
  one.job.flags = 7;
  if (ops.submit(npu.device, &one.job, &one.ticket) != 0) return -1;
  if (ops.wait(npu.device, one.ticket, 100) != 0) return -1;
  if (ops.sync(npu.device, &output, 2) != 0) return -1;
  if (ops.reset(npu.device) != 0) return -1;
  return one.destroy(npu.device);
}

// Its calls, without the last: those that closing makes are told apart.
std::vector<Call> calls_of_a_life() {
  Opened npu(false);
  REQUIRE(live(npu) == 0);
  CHECK(npu.kernel.wrongs.empty());
  return npu.kernel.calls;
}

// A call whose failure is no error: giving a descriptor back succeeds whatever it says, and POWER_ON is advisory.
bool is_advisory(const Call& call, int number) {
  if (call.name == "close") return true;
  return call.name == "ioctl" && call.request == kAction && call.in.get32(0) == 20 && number == EINVAL;
}

}  // namespace

TEST_SUITE("mode rknpu faults") {
  TEST_CASE("whichever call fails, with whatever errno, an error comes back and nothing leaks") {
    const std::vector<Call> calls = calls_of_a_life();
    REQUIRE(calls.size() > 40);
    for (int number : {EIO, ENOMEM, EINVAL, EBUSY, ENODEV, EPERM, EACCES, EFAULT, ENOTTY, ENOENT, ENOSPC, ETIMEDOUT}) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        CAPTURE(number);
        CAPTURE(i);
        CAPTURE(calls[i].name);
        CAPTURE(calls[i].request);
        Opened npu(false);
        npu.kernel.fail_at = static_cast<int>(i);
        npu.kernel.fail_with = number;
        int done = live(npu);
        int said = errno;
        if (is_advisory(calls[i], number)) {
          CHECK(done == 0);
        } else {
          CHECK(done < 0);
          bool in_search = i < 6;  // where a node that cannot be had is one that is not there
          CHECK((said == number || (in_search && said == ENODEV)));
          ork_rknpu_error why = npu.device != nullptr ? npu.last() : npu.error;
          CHECK(why.number == said);
          CHECK(why.status != ORK_RKNPU_OK);
          CHECK(why.text[0] != '\0');
        }
        npu.close();
        CHECK(npu.kernel.leaks() == "");
        CHECK(npu.kernel.wrongs.empty());
      }
    }
  }

  TEST_CASE("whichever ioctl says EINTR or EAGAIN is made again, with the same bytes") {
    const std::vector<Call> calls = calls_of_a_life();
    std::size_t tried = 0;
    for (int number : {EINTR, EAGAIN}) {
      for (std::size_t i = 0; i < calls.size(); ++i) {
        bool restarts =
            calls[i].name == "ioctl" || calls[i].name == "poll" || (calls[i].name == "read" && number == EINTR);
        if (!restarts) continue;
        CAPTURE(number);
        CAPTURE(i);
        Opened npu(false);
        npu.kernel.fail_at = static_cast<int>(i);
        npu.kernel.fail_with = number;
        CHECK(live(npu) == 0);
        REQUIRE(npu.kernel.calls.size() == calls.size() + 1);
        CHECK(npu.kernel.calls[i + 1].name == calls[i].name);
        CHECK(npu.kernel.calls[i + 1].request == calls[i].request);
        CHECK(npu.kernel.calls[i + 1].in == npu.kernel.calls[i].in);
        npu.close();
        CHECK(npu.kernel.leaks() == "");
        ++tried;
      }
    }
    CHECK(tried > 50);
  }

  TEST_CASE("whichever call fails while a device is closed with all still there, the rest is given back") {
    for (int count = 0; count < 12; ++count) {
      Opened npu;
      Job one;
      REQUIRE(one.make(npu.device, {0}) == 0);
      one.job.flags = 7;
      REQUIRE(npu.device->ops->submit(npu.device, &one.job, &one.ticket) == 0);
      npu.kernel.fail_at = static_cast<int>(npu.kernel.calls.size()) + count;
      npu.kernel.fail_with = EIO;
      Call failed;
      npu.close();
      if (npu.kernel.fail_at < static_cast<int>(npu.kernel.calls.size())) {
        failed = npu.kernel.calls[static_cast<std::size_t>(npu.kernel.fail_at)];
      }
      CAPTURE(count);
      CAPTURE(failed.name);
      CHECK(npu.kernel.fds.empty());  // a poll that failed is made again after the reset
      CHECK(npu.kernel.buffers.size() <= (failed.request == kDestroy ? 1 : 0));
    }
  }

  TEST_CASE("of two failures in a row the first is told") {
    Opened npu;
    ork_buffer made{};
    npu.kernel.fail_at = static_cast<int>(npu.kernel.calls.size()) + 2;  // mmap, after MEM_CREATE and MEM_MAP
    npu.kernel.fail_with = ENOMEM;
    npu.kernel.destroy_error = EIO;
    CHECK(npu.device->ops->create(npu.device, 4096, 0x403, 0, &made) == -1);
    CHECK(errno == ENOMEM);
    CHECK(npu.last().number == ENOMEM);
    CHECK(std::string(npu.last().text) == "cannot map a buffer of 4096 bytes: Cannot allocate memory");
  }

  TEST_CASE("a destroy that failed half-way may be tried again") {
    for (int step = 0; step < 2; ++step) {
      Opened npu;
      ork_buffer made{};
      REQUIRE(npu.device->ops->create(npu.device, 4096, 0x403, 0, &made) == 0);
      npu.kernel.fail_at = static_cast<int>(npu.kernel.calls.size()) + step;  // munmap, then MEM_DESTROY
      npu.kernel.fail_with = EIO;
      CHECK(npu.device->ops->destroy(npu.device, &made) == -1);
      CHECK(errno == EIO);
      CHECK((made.host == nullptr) == (step == 1));  // what is unmapped is not pointed to
      CHECK(npu.device->ops->destroy(npu.device, &made) == 0);
      CHECK(npu.kernel.buffers.empty());
      npu.close();
      CHECK(npu.kernel.leaks() == "");
    }
  }
}
