// Contexts as handles: use after teardown, by two threads at once, hand-over, and the C++ face.
#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <thread>

#include "mode/mode.hpp"
#include "mode/rig.h"

using namespace npuspec;
using test::error_name;
using test::FakeDevice;
using test::Rig;

TEST_CASE("a context is COLD when it is opened, and its device is told") {
  Rig rig;
  const ork_npu_view view = rig.context.look();
  CHECK(view.marker == ORK_MODE_COLD);
  CHECK(view.last_chain == OCK_NONE);
  CHECK(view.domain == 0);
  CHECK_FALSE(view.warmed);
  CHECK(rig.fake.count("opened") == 1);
}

TEST_CASE("a context used after its teardown is a named error in every call, and so is one that never was") {
  FakeDevice fake;
  ork_npu gone{};
  REQUIRE(ork_npu_open(fake.device(), nullptr, &gone) == 0);
  REQUIRE(ork_npu_close(gone) == 0);
  ork_npu_view view;
  ork_knobs knobs;
  std::uint64_t count = 0;
  for (const ork_npu npu : {gone, ork_npu{0}, ork_npu{1}, ork_npu{UINT64_MAX}}) {
    for (const int result :
         {ork_npu_enter(npu, 0, XP_MC_MM, 0), ork_npu_invalidate(npu), ork_npu_mode_reset(npu), ork_npu_reopen(npu),
          ork_npu_switch_domain(npu, 1), ork_npu_set_knob(npu, "xprof", "1"), ork_npu_read_knobs(npu, &knobs),
          ork_npu_set_sink(npu, nullptr, nullptr), ork_npu_look(npu, &view), ork_npu_assume(npu, 0, 0),
          ork_npu_xprof(npu, 0, 0, &count), ork_npu_dump_xprof(npu), ork_npu_close(npu)}) {
      CHECK(error_name(result) == "context-gone");
    }
  }
  CHECK(fake.count("reset") == 0);
}

TEST_CASE("a slot that is used again does not open for the handle of before") {
  FakeDevice fake;
  ork_npu first{};
  REQUIRE(ork_npu_open(fake.device(), nullptr, &first) == 0);
  REQUIRE(ork_npu_close(first) == 0);
  ork_npu second{};
  REQUIRE(ork_npu_open(fake.device(), nullptr, &second) == 0);
  CHECK(second.id % ORK_NPU_CONTEXTS == first.id % ORK_NPU_CONTEXTS);
  CHECK(second.id != first.id);
  CHECK(ork_npu_invalidate(first) == -ORK_NPU_GONE);
  CHECK(ork_npu_invalidate(second) == 0);
  CHECK(ork_npu_close(second) == 0);
}

TEST_CASE("no more contexts are opened than there is room for, and a closed one makes room") {
  FakeDevice fake;
  std::vector<ork_npu> all(ORK_NPU_CONTEXTS);
  for (ork_npu& each : all) REQUIRE(ork_npu_open(fake.device(), nullptr, &each) == 0);
  ork_npu more{};
  CHECK(error_name(ork_npu_open(fake.device(), nullptr, &more)) == "too-many-contexts");
  CHECK(ork_npu_close(all.back()) == 0);
  CHECK(ork_npu_open(fake.device(), nullptr, &all.back()) == 0);
  for (const ork_npu each : all) CHECK(ork_npu_close(each) == 0);
}

TEST_CASE("two threads at once in one context: the second is told, and the first is not harmed") {
  Rig rig;
  std::atomic<bool> is_in{false};
  std::atomic<bool> may_leave{false};
  rig.fake.in_reset = [&] {
    is_in = true;
    while (!may_leave) std::this_thread::yield();
  };
  int first = 0;
  std::thread thread([&] { first = rig.context.enter(ORK_MODE_I8, XP_SC_MM); });
  while (!is_in) std::this_thread::yield();
  CHECK(error_name(rig.context.enter(ORK_MODE_F16, XP_SC_MM)) == "context-in-use");
  CHECK(error_name(ork_npu_close(rig.context.npu)) == "context-in-use");
  may_leave = true;
  thread.join();
  CHECK(first == 1);
  CHECK(rig.context.look().marker == ORK_MODE_I8);
}

TEST_CASE("many threads that fight for one context: each call is a whole one or refused, and none is lost") {
  Rig rig;
  rig.context.set("xprof", "1");
  std::atomic<int> entered{0};
  std::atomic<int> refused{0};
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i) {
    all.emplace_back([&] {
      for (int times = 0; times < 500; ++times) {
        const int result = rig.context.enter(ORK_MODE_F16, XP_MC_MM);
        ++(result >= 0 ? entered : refused);
        if (result < 0) CHECK(result == -ORK_NPU_IN_USE);
      }
    });
  }
  for (std::thread& each : all) each.join();
  std::uint64_t cold = 0;
  std::uint64_t f16 = 0;
  CHECK(ork_npu_xprof(rig.context.npu, XP_MC_MM, ORK_MODE_COLD, &cold) == 0);
  CHECK(ork_npu_xprof(rig.context.npu, XP_MC_MM, ORK_MODE_F16, &f16) == 0);
  CHECK(cold == 1);
  CHECK(cold + f16 == static_cast<std::uint64_t>(entered));
  CHECK(entered + refused == 2000);
}

TEST_CASE("a context that is handed over by its handle alone shows the next thread all that the last one did") {
  Rig rig;
  std::atomic<int> turn{0};
  const auto play = [&](int own) {
    for (int i = 0; i < 50; ++i) {
      while (turn.load(std::memory_order_relaxed) != own) std::this_thread::yield();
      const int mode = own == 0 ? ORK_MODE_I8_CHAIN : ORK_MODE_F16;
      CHECK(rig.context.enter(mode, own == 0 ? XP_CHAIN_NT : XP_MC_MM, OCK_NONE) == 1);
      // Relaxed on purpose: what orders the two threads' accesses must be the context's own gate.
      turn.store(1 - own, std::memory_order_relaxed);
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
  CHECK(rig.context.look().marker == ORK_MODE_F16);
}

TEST_CASE("contexts of one device in several threads: each sees the others' resets, and none meets another's") {
  FakeDevice fake;
  std::vector<std::thread> all;
  for (int i = 0; i < 3; ++i) {
    all.emplace_back([&] {
      ork_npu npu{};
      REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
      for (int times = 0; times < 100; ++times) {
        CHECK(ork_npu_enter(npu, ORK_MODE_I8, XP_SC_MM, OCK_NONE) >= 0);
        CHECK(ork_npu_enter(npu, ORK_MODE_I4_CHAIN, XP_I4CHAIN, OCK_HW) == 1);
      }
      CHECK(ork_npu_close(npu) == 0);
    });
  }
  for (std::thread& each : all) each.join();
  CHECK(ork_device_epoch(fake.device()) == fake.count("reset"));
}

TEST_CASE("a knob that is unknown, no value or out of range is a named error, and a context is not opened on one") {
  Rig rig;
  CHECK(error_name(ork_npu_set_knob(rig.context.npu, "warp", "1")) == "unknown-knob");
  CHECK(error_name(ork_npu_set_knob(rig.context.npu, "nothrash", "maybe")) == "not-a-value-of-this-knob");
  CHECK(error_name(ork_npu_set_knob(rig.context.npu, "warm_reps", "0")) == "knob-out-of-range");
  ork_npu npu{};
  const auto get = [](const char* name) -> char* {
    static char text[] = "99";
    return std::string(name) == "ORK_WARM_REPS" ? text : nullptr;
  };
  CHECK(error_name(ork_npu_open(rig.fake.device(), get, &npu)) == "knob-out-of-range");
  CHECK(npu.id == 0);
}

TEST_CASE("knobs are read once: what the environment says later reaches no context that is open") {
  static char on[] = "1";
  static bool is_set = true;
  FakeDevice fake;
  ork_npu npu{};
  const auto get = [](const char* name) -> char* {
    return is_set && std::string(name) == "ORK_MIXED_NOTHRASH" ? on : nullptr;
  };
  REQUIRE(ork_npu_open(fake.device(), get, &npu) == 0);
  is_set = false;
  REQUIRE(ork_npu_assume(npu, ORK_MODE_I8, 0) == 0);
  CHECK(ork_npu_enter(npu, ORK_MODE_I4, XP_I4_MC, OCK_NONE) == 1);
  CHECK(fake.count("reset") == 0);  // nothrash keeps warm between integer modes
  ork_knobs knobs;
  CHECK(ork_npu_read_knobs(npu, &knobs) == 0);
  CHECK(knobs.values[0].from == ORK_KNOB_ENVIRONMENT);
  CHECK(ork_npu_close(npu) == 0);
}

TEST_CASE("no context is opened on a device that ended, or without one") {
  FakeDevice fake;
  ork_npu npu{};
  CHECK(ork_npu_open(nullptr, nullptr, &npu) == -EINVAL);
  fake.reset_error = EIO;
  CHECK(ork_device_reset(fake.device()) == -1);
  CHECK(ork_npu_open(fake.device(), nullptr, &npu) == -ORK_NPU_ENDED);
}

TEST_CASE("the C++ face closes what it opened, moves, and gives errors by name") {
  FakeDevice fake;
  ork_npu handle{};
  {
    auto opened = mode::Npu::open(*fake.device(), nullptr);
    REQUIRE(opened);
    mode::Npu npu = std::move(opened.value());
    handle = npu.handle();
    const auto first = npu.enter(mode::policy::Mode::kI8, mode::policy::Profile::kScMm, mode::policy::Chain::kNone);
    REQUIRE(first);
    CHECK(first.value());
    CHECK_FALSE(npu.enter(mode::policy::Mode::kI8, mode::policy::Profile::kScMm, mode::policy::Chain::kNone).value());
    CHECK(npu.look().value().marker == ORK_MODE_I8);
    const auto wrong = npu.enter(mode::policy::Mode::kI4, mode::policy::Profile::kScMm, mode::policy::Chain::kNone);
    CHECK_FALSE(wrong);
    CHECK(wrong.name() == "not-entered-by-this-row");
    CHECK(npu.set("warp", "1").name() == "unknown-knob");
    CHECK(npu.switch_domain(99).error() == -EINVAL);
    mode::Npu other = std::move(npu);
    CHECK(other.handle().id == handle.id);
    CHECK(npu.handle().id == 0);  // NOLINT(bugprone-use-after-move)
  }
  CHECK(ork_npu_invalidate(handle) == -ORK_NPU_GONE);
}
