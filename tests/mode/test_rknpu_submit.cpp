// Jobs: what SUBMIT is given, where register commands come from, and how the end of a job without a wait is told.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <initializer_list>

#include "mode/rknpu_opened.h"

using namespace rknpu_test;

namespace {

struct Entry {
  std::uint32_t start, number;
};

// The bytes of a submit of the first task array (handle 1) with one subcore entry a core.
Bytes submit_bytes(std::uint32_t flags, std::uint32_t number, std::uint32_t mask,
                   std::initializer_list<Entry> entries) {
  Bytes bytes(104);
  bytes.u32(0, flags).u32(4, 60000).u32(12, number).u64(24, 0xFFFFFF8000001000).u32(56, mask).u32(60, 0xFFFFFFFF);
  std::size_t at = 64;
  for (const Entry& one : entries) {
    bytes.u32(at, one.start).u32(at + 4, one.number);
    at += 8;
  }
  return bytes;
}

struct Running : Opened {
  Job one;

  explicit Running(const std::vector<std::uint8_t>& cores, std::int32_t domain = 0) {
    REQUIRE(status == 0);
    REQUIRE(one.make(device, cores, domain) == 0);
  }

  int submit() { return device->ops->submit(device, &one.job, &one.ticket); }
  int wait(std::uint32_t ms) { return device->ops->wait(device, one.ticket, ms); }
  int nonblock() {
    one.job.flags = 7;
    return submit();
  }
  void check_not_made(int number) {
    CHECK(submit() == ORK_NOT_MADE);
    CHECK(errno == number);
    CHECK(last().status == (number == ENOTSUP ? ORK_RKNPU_NO_PROGRAMS : ORK_RKNPU_REFUSED));
    CHECK(kernel.ioctls(kSubmit).empty());
    CHECK(programs.lowered == 0);
  }
};

}  // namespace

TEST_SUITE("mode rknpu submit") {
  TEST_CASE("a job of one core is the bytes of the ABI, with the entry that the kernel reads for that core") {
    struct {
      std::uint8_t core;
      std::uint32_t mask;
      Bytes bytes;
    } cases[] = {
        {0, 1, submit_bytes(5, 1, 1, {{0, 1}})},
        {1, 2, submit_bytes(5, 1, 2, {{0, 0}, {0, 1}})},
        {2, 4, submit_bytes(5, 1, 4, {{0, 0}, {0, 0}, {0, 1}})},
        {0, 0, submit_bytes(5, 1, 0, {{0, 1}, {0, 1}, {0, 1}})},  // the kernel picks one of three
    };
    for (const auto& one : cases) {
      CAPTURE(one.mask);
      Running npu({one.core});
      npu.one.job.core_mask = one.mask;
      REQUIRE(npu.submit() == 0);
      CHECK(npu.kernel.ioctls(kSubmit)[0].in == one.bytes);
      CHECK(npu.one.ticket == 0);
    }
  }

  TEST_CASE("B19: a job of three cores has the tasks of each in entries 2 to 4") {
    Running npu({0, 0, 1, 2, 2, 2});
    npu.one.job.core_mask = 7;
    REQUIRE(npu.submit() == 0);
    CHECK(npu.kernel.ioctls(kSubmit)[0].in == submit_bytes(5, 6, 7, {{0, 0}, {0, 0}, {0, 2}, {2, 1}, {3, 3}}));
  }

  TEST_CASE("a job of two cores has the tasks of each in entries 0 and 1, in whatever order they lie") {
    Running npu({1, 1, 0});
    npu.one.job.core_mask = 3;
    REQUIRE(npu.submit() == 0);
    CHECK(npu.kernel.ioctls(kSubmit)[0].in == submit_bytes(5, 3, 3, {{2, 1}, {0, 2}}));
  }

  TEST_CASE("B19: a job with a core that has no task, or tasks that no core of its mask runs, is not made") {
    struct {
      std::vector<std::uint8_t> cores;
      std::uint32_t mask;
    } cases[] = {{{0, 0, 1}, 7}, {{0, 1, 2}, 3}, {{1}, 1}, {{0, 1, 0, 2}, 7}, {{0, 1, 1, 3}, 3}, {{0}, 5}, {{0}, 8}};
    for (const auto& one : cases) {
      CAPTURE(one.mask);
      Running npu(one.cores);
      npu.one.job.core_mask = one.mask;
      npu.check_not_made(EINVAL);
    }
  }

  TEST_CASE("a job from the middle of an array, in a domain, says so") {
    Running npu({0, 0}, 3);
    npu.one.place(4, npu.one.commands.dma);
    npu.one.place(5, npu.one.commands.dma + 8 * 108);
    npu.one.job.first = 4;
    npu.one.job.timeout_ms = 2500;
    npu.one.job.flags = 1;
    REQUIRE(npu.submit() == 0);
    Bytes expected = submit_bytes(1, 2, 1, {{4, 2}});
    CHECK(npu.kernel.ioctls(kSubmit)[0].in == expected.u32(4, 2500).u32(8, 4).u32(32, 3));
  }

  TEST_CASE("register commands are the provider's, in place and synchronised before the job is submitted") {
    Running npu({0, 0, 0});
    REQUIRE(npu.submit() == 0);
    CHECK(npu.programs.lowered == 3);
    std::uint64_t word = 0;
    std::memcpy(&word, npu.one.commands.host + 8 * (2 * 108 + 107), 8);
    CHECK(word == 0x30000006B);
    auto syncs = npu.kernel.ioctls(kSync);
    REQUIRE(syncs.size() == 1);  // side by side: one range
    CHECK(syncs[0].in == Bytes(32).u32(0, 1).u64(8, object_of(2)).u64(24, 3 * 108 * 8));
    CHECK(npu.kernel.calls[npu.kernel.calls.size() - 2].request == kSync);
    CHECK(npu.kernel.calls.back().request == kSubmit);
  }

  TEST_CASE("commands in several buffers are synchronised each") {
    Running npu({0, 0, 0});
    npu.one.place(1, npu.one.output.dma, 69);
    REQUIRE(npu.submit() == 0);
    CHECK(npu.kernel.ioctls(kSync).size() == 3);
    CHECK(npu.kernel.ioctls(kSync)[1].in == Bytes(32).u32(0, 1).u64(8, object_of(3)).u64(24, 69 * 8));
  }

  TEST_CASE("without a provider of register commands a submit is ENOTSUP, and says why") {
    Running npu({0});
    npu.close();
    npu.kernel.calls.clear();
    REQUIRE(npu.open(nullptr, false, false) == 0);
    REQUIRE(npu.one.make(npu.device, {0}) == 0);
    npu.check_not_made(ENOTSUP);
    CHECK(std::strstr(npu.last().text, "no provider of register commands") != nullptr);
  }

  TEST_CASE("a provider that has no commands for a work fails the submit with its own errno") {
    Running npu({0});
    npu.programs.fail_with = EDOM;
    CHECK(npu.submit() == ORK_NOT_MADE);
    CHECK(errno == EDOM);
    CHECK(npu.last().status == ORK_RKNPU_NO_PROGRAMS);
    CHECK(npu.kernel.ioctls(kSubmit).empty());
  }

  TEST_CASE("tasks whose commands lie nowhere, outside, askew or over each other are not submitted") {
    struct {
      std::size_t task;
      std::uint64_t at;  // from where the command buffer begins
      std::uint32_t amount;
    } cases[] = {{0, 0x70000000, 108}, {0, 65536 - 108 * 8 + 8, 108}, {0, 4, 100}, {0, 0, 0}, {1, 8, 108},
                 {1, 107 * 8, 108}};
    for (const auto& one : cases) {
      CAPTURE(one.at);
      Running npu({0, 0});
      npu.one.place(one.task, npu.one.commands.dma + one.at, one.amount);
      CHECK(npu.submit() == ORK_NOT_MADE);
      CHECK(errno == EINVAL);
      CHECK(npu.last().status == ORK_RKNPU_REFUSED);
      CHECK(npu.kernel.ioctls(kSubmit).empty());
      CHECK(npu.programs.lowered == one.task);  // nothing was written for it
    }
    Running apart({0, 0});  // falling order, but apart
    apart.one.place(0, apart.one.commands.dma + 8 * 108);
    apart.one.place(1, apart.one.commands.dma);
    CHECK(apart.submit() == 0);
    Running other({0}, 1);  // mapped in another domain than the job's
    other.one.job.domain = 2;
    other.check_not_made(EINVAL);
  }

  TEST_CASE("a job that breaks a rule is not made") {
    Running none({0});
    none.one.job.count = 0;
    none.check_not_made(EINVAL);
    Running flags({0});
    flags.one.job.flags = 32;
    flags.check_not_made(EINVAL);
    Running fence_in({0});
    fence_in.one.job.flags = 5 | 8;
    fence_in.check_not_made(EINVAL);
    Running fence_out({0});
    fence_out.one.job.flags = 5 | 16;
    fence_out.check_not_made(EINVAL);
    Running domain({0});
    domain.one.job.domain = -1;
    domain.check_not_made(EINVAL);
    Running works({0});
    works.one.job.works = nullptr;
    works.check_not_made(EINVAL);
    Running array({0});
    array.one.job.first = 65536 / 40;  // the last whole task, but for one
    array.check_not_made(EINVAL);
    Running unmapped({0});
    ork_buffer plain{};  // the same tasks, where the kernel cannot read them
    REQUIRE(unmapped.device->ops->create(unmapped.device, 64 * 1024, 0x403, 0, &plain) == 0);
    std::copy(unmapped.one.tasks.host, unmapped.one.tasks.host + 40, plain.host);
    unmapped.one.job.tasks = &plain;
    unmapped.check_not_made(EINVAL);
    Running stranger({0});
    ork_buffer copy = stranger.one.tasks;
    copy.obj = object_of(9);
    stranger.one.job.tasks = &copy;
    stranger.check_not_made(EINVAL);
  }

  TEST_CASE("4095 tasks are a commit, and 4096 are not made") {
    for (std::size_t count : {std::size_t{4095}, std::size_t{4096}}) {
      Opened npu;
      Job many;
      const auto& ops = *npu.device->ops;
      REQUIRE(ops.create(npu.device, 4096 * 40, 0x40B, 0, &many.tasks) == 0);
      REQUIRE(ops.create(npu.device, 4096 * 8, 0x403, 0, &many.commands) == 0);
      many.works.resize(count);
      for (std::size_t i = 0; i < count; ++i) many.place(i, many.commands.dma + i * 8, 1);
      many.job = {&many.tasks, 0, static_cast<std::uint32_t>(count), many.works.data(), 1, 5, 60000, 0};
      CHECK(ops.submit(npu.device, &many.job, &many.ticket) == (count == 4095 ? 0 : ORK_NOT_MADE));
      CHECK(npu.kernel.ioctls(kSubmit).size() == (count == 4095 ? 1 : 0));
    }
  }

  TEST_CASE("a wedge is the driver's ETIMEDOUT, and its words say how many tasks ran") {
    Running npu({0});
    npu.kernel.fail_at = static_cast<int>(npu.kernel.calls.size()) + 1;  // after the sync of the commands
    npu.kernel.fail_with = 110;
    CHECK(npu.submit() == -1);
    CHECK(errno == ETIMEDOUT);
    CHECK(std::string(npu.last().text) == "SUBMIT: the NPU is wedged: 0 of 1 tasks ran in 60000 ms");
  }

  TEST_CASE("B9: a success of fewer tasks than were asked for is an error") {
    Running npu({0, 0});
    npu.kernel.lost_tasks = 1;
    CHECK(npu.submit() == -1);
    CHECK(errno == EIO);
    CHECK(npu.last().status == ORK_RKNPU_UNTRUE);
  }

  TEST_CASE("a job without a wait is given a fence, and its wait polls that and asks how the job ended") {
    Running npu({0});
    REQUIRE(npu.nonblock() == 0);
    CHECK(npu.one.ticket != 0);
    CHECK(npu.kernel.ioctls(kSubmit)[0].in == submit_bytes(7 | 16, 1, 1, {{0, 1}}));
    REQUIRE(npu.wait(250) == 0);
    CHECK(npu.kernel.polled == std::vector<int>{250});
    REQUIRE(npu.kernel.ioctls(kFenceInfo).size() == 1);
    CHECK(npu.kernel.ioctls(kFenceInfo)[0].in == Bytes(56));
    CHECK(npu.wait(250) == -1);  // once
    CHECK(errno == EINVAL);
    npu.close();
    CHECK(npu.kernel.leaks() == "");
  }

  TEST_CASE("B10: a job without a wait that does not end is a wait that times out, and may be waited for again") {
    Running npu({0});
    npu.kernel.fences_ready = false;
    REQUIRE(npu.nonblock() == 0);
    std::int64_t before = npu.kernel.now;
    CHECK(npu.wait(618) == -1);
    CHECK(errno == ETIMEDOUT);
    CHECK(npu.kernel.now - before == 618000000);
    npu.kernel.fences_ready = true;
    CHECK(npu.wait(618) == 0);
  }

  TEST_CASE("a wait that signals interrupt waits on for what is left of its time") {
    Running npu({0});
    npu.kernel.poll_interrupts = 2;
    npu.kernel.fences_ready = false;
    REQUIRE(npu.nonblock() == 0);
    CHECK(npu.wait(1000) == -1);
    CHECK(errno == ETIMEDOUT);
    CHECK(npu.kernel.polled == std::vector<int>{1000, 500, 250});
  }

  TEST_CASE("a wait longer than poll can count is polled in parts") {
    Running npu({0});
    npu.kernel.fences_ready = false;
    REQUIRE(npu.nonblock() == 0);
    CHECK(npu.wait(UINT32_MAX) == -1);
    CHECK(npu.kernel.polled == std::vector<int>{INT32_MAX, INT32_MAX, 1});
  }

  TEST_CASE("a fence that says its job failed fails the wait, with its errno") {
    for (int status : {-110, 0, -5}) {
      Running npu({0});
      npu.kernel.fence_status = status;
      REQUIRE(npu.nonblock() == 0);
      CHECK(npu.wait(10) == -1);
      CHECK(errno == (status == 0 ? EIO : -status));
      npu.close();
      CHECK(npu.kernel.leaks() == "");
    }
  }

  TEST_CASE("B14: no buffer is destroyed while a job without a wait may use it; others are") {
    Running npu({0, 0});
    ork_buffer others[4]{};
    for (ork_buffer& other : others) REQUIRE(npu.device->ops->create(npu.device, 4096, 0x403, 0, &other) == 0);
    npu.one.works[0].a = {&others[0], 0, 64};
    npu.one.works[1].b = {&others[1], 0, 64};
    npu.one.place(1, others[2].dma);
    REQUIRE(npu.nonblock() == 0);
    for (ork_buffer* used : {&npu.one.tasks, &npu.one.commands, &npu.one.output, &others[0], &others[1], &others[2]}) {
      CHECK(npu.device->ops->destroy(npu.device, used) == -1);
      CHECK(errno == EBUSY);
    }
    CHECK(npu.kernel.ioctls(kDestroy).empty());
    CHECK(npu.device->ops->destroy(npu.device, &others[3]) == 0);
    REQUIRE(npu.wait(10) == 0);
    CHECK(npu.one.destroy(npu.device) == 0);
  }

  TEST_CASE("B14: closing waits for jobs without a wait, and gives all back when they end") {
    Running npu({0});
    REQUIRE(npu.nonblock() == 0);
    npu.one.job.timeout_ms = 300;
    REQUIRE(npu.nonblock() == 0);
    npu.close();
    CHECK(npu.kernel.polled == std::vector<int>{300, 60000});
    CHECK(npu.kernel.ioctls(kAction).size() == 3);  // those of opening: no reset
    CHECK(npu.kernel.leaks() == "");
  }

  TEST_CASE("B14: a job that only a reset ends is reset once, and then all is given back") {
    Running npu({0});
    REQUIRE(npu.nonblock() == 0);
    REQUIRE(npu.nonblock() == 0);
    npu.kernel.fences_ready = false;
    npu.kernel.reset_ends_jobs = true;
    npu.close();
    CHECK(npu.kernel.polled == std::vector<int>{60000, 0, 0, 0});
    CHECK(npu.kernel.ioctls(kAction).size() == 4);
    CHECK(npu.kernel.ioctls(kAction).back().in == Bytes(8).u32(0, 6));
    CHECK(npu.kernel.leaks() == "");
  }

  TEST_CASE("B14: what a job that never ends may still write is not freed, and the node stays open for it") {
    Running npu({0});
    ork_buffer other{};
    REQUIRE(npu.device->ops->create(npu.device, 4096, 0x403, 0, &other) == 0);
    REQUIRE(npu.nonblock() == 0);
    npu.kernel.fences_ready = false;
    npu.close();
    CHECK(npu.kernel.buffers.size() == 3);  // tasks, commands and output, and not the other
    CHECK(npu.kernel.fds.size() == 2);      // the node and the fence
    CHECK(npu.kernel.ioctls(kDestroy).size() == 1);
  }

  TEST_CASE("a reset ends no job for sure: its wait goes on, and its buffers stay until it has ended") {
    Running npu({0});
    npu.kernel.fences_ready = false;
    REQUIRE(npu.nonblock() == 0);
    REQUIRE(npu.device->ops->reset(npu.device) == 0);
    CHECK(npu.one.destroy(npu.device) == -1);
    CHECK(errno == EBUSY);
    CHECK(npu.wait(10) == -1);
    CHECK(errno == ETIMEDOUT);
    npu.kernel.fences_ready = true;
    CHECK(npu.wait(10) == 0);
    CHECK(npu.one.destroy(npu.device) == 0);
  }

  TEST_CASE("a job that the kernel took without a fence is an error, and holds its buffers for good") {
    Running npu({0});
    npu.kernel.no_fence = true;
    CHECK(npu.nonblock() == -1);
    CHECK(errno == EIO);
    CHECK(npu.last().status == ORK_RKNPU_UNTRUE);
    CHECK(npu.one.destroy(npu.device) == -1);
    CHECK(errno == EBUSY);
    npu.close();
    CHECK(npu.kernel.buffers.size() == 3);
    CHECK(npu.kernel.fds.size() == 1);
  }

  TEST_CASE("a job without a wait needs a place for its ticket; one with a wait does not") {
    Running npu({0});
    CHECK(npu.device->ops->submit(npu.device, &npu.one.job, nullptr) == 0);
    npu.one.job.flags = 7;
    CHECK(npu.device->ops->submit(npu.device, &npu.one.job, nullptr) == ORK_NOT_MADE);
    CHECK(errno == EINVAL);
    CHECK(npu.kernel.ioctls(kSubmit).size() == 1);
  }
}
