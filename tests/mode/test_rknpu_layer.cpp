// The layer on the RKNPU backend: the jobs of every run path are such that the driver takes them, and what the driver
// refuses reaches the caller. The provider stands for the device too: it writes outputs, with 0x77 in every byte.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <functional>

#include "mode/paths/paths.h"
#include "mode/rknpu_opened.h"

using namespace rknpu_test;

namespace {

int write_output(void* self, const ork_job* job, std::uint32_t index, const rknpu_task*, std::uint64_t* commands,
                 std::uint32_t count) {
  std::memset(commands, 0, count * sizeof(*commands));
  const ork_span& c = job->works[index].c;
  if (c.buffer != nullptr) std::memset(c.buffer->host + c.at, 0x77, c.bytes);
  ++*static_cast<std::uint32_t*>(self);
  return 0;
}

struct Layered : Opened {
  std::uint32_t lowered = 0;
  ork_npu npu{};

  Layered() : Opened(false) {
    programs.table = {&lowered, write_output};
    REQUIRE(open() == 0);
    REQUIRE(ork_npu_open(device, nullptr, &npu) == 0);
  }
  ~Layered() {
    CHECK(ork_npu_close(npu) == 0);
    ork_device_close(device);
    device = nullptr;
    CHECK(kernel.leaks() == "");
    CHECK(kernel.wrongs.empty());
  }
};

// Operands that are large enough for any type, and the items of a path that takes several.
struct Operands {
  std::vector<std::uint8_t> a = std::vector<std::uint8_t>(64 * 1024, 1);
  std::vector<std::uint8_t> b = std::vector<std::uint8_t>(512 * 1024, 1);
  std::vector<std::uint8_t> c = std::vector<std::uint8_t>(64 * 1024);
  std::vector<std::uint8_t> table = std::vector<std::uint8_t>(64 * 1024, 1);

  ork_mm mm(std::uint32_t m, std::uint32_t k, std::uint32_t n) { return {m, k, n, a.data(), b.data(), c.data()}; }
  ork_ew ew(rk3588_op op) { return {op, 8, 64, a.data(), b.data(), c.data(), nullptr, 0}; }
  ork_ew lut(rk3588_op op) { return {op, 8, 64, a.data(), nullptr, c.data(), table.data(), 2052}; }
};

}  // namespace

TEST_SUITE("mode rknpu layer") {
  TEST_CASE("the jobs of every run path are taken by the driver, and what the device wrote comes back") {
    Operands all;
    ork_mm items[] = {all.mm(1, 64, 64), all.mm(1, 64, 64), all.mm(1, 64, 64)};
    ork_mm wide = all.mm(4, 64, 192);
    ork_mm one = all.mm(4, 64, 64);
    ork_ew product = all.ew(RK3588_OP_EWMUL_F16);
    ork_ew table = all.lut(RK3588_OP_EXP_I16);
    struct {
      const char* name;
      std::function<int(ork_npu)> run;
    } paths[] = {
        {"run_single_core f16", [&](ork_npu npu) { return ork_run_single_core(npu, RK3588_FAMILY_FP16, &one); }},
        {"run_single_core i8", [&](ork_npu npu) { return ork_run_single_core(npu, RK3588_FAMILY_INT8, &one); }},
        {"run_multicore f16", [&](ork_npu npu) { return ork_run_multicore(npu, RK3588_FAMILY_FP16, &wide); }},
        {"run_multicore i8", [&](ork_npu npu) { return ork_run_multicore(npu, RK3588_FAMILY_INT8, &wide); }},
        {"run_chain_i8_impl", [&](ork_npu npu) { return ork_run_chain_i8_impl(npu, items, 3, nullptr, 0); }},
        {"chain_progs", [&](ork_npu npu) { return ork_npu_chain_progs(npu, items, 3, nullptr, 0); }},
        {"run_stream_i8", [&](ork_npu npu) { return ork_run_stream_i8(npu, items, 3); }},
        {"run_stream_i8_small_k", [&](ork_npu npu) { return ork_run_stream_i8_small_k(npu, items, 3); }},
        {"run_stream_f16", [&](ork_npu npu) { return ork_run_stream_f16(npu, items, 3); }},
        {"run_stream_f16_chained", [&](ork_npu npu) { return ork_run_stream_f16_chained(npu, items, 3); }},
        {"run_stream_i4", [&](ork_npu npu) { return ork_run_stream_i4(npu, items, 3); }},
        {"run_i4_mc", [&](ork_npu npu) { return ork_run_i4_mc(npu, &wide); }},
        {"run_i4_grouped", [&](ork_npu npu) { return ork_run_i4_grouped(npu, &wide, 32); }},
        {"run_i4_bchain", [&](ork_npu npu) { return ork_run_i4_bchain(npu, items, 3); }},
        {"run_i4_cbatch", [&](ork_npu npu) { return ork_run_i4_cbatch(npu, items, 3); }},
        {"mm_run_chain_i4", [&](ork_npu npu) { return ork_mm_run_chain_i4(npu, items, 3); }},
        {"run_i4_incr_mc", [&](ork_npu npu) { return ork_run_i4_incr_mc(npu, &wide); }},
        {"mm_run_i4_incr", [&](ork_npu npu) { return ork_mm_run_i4_incr(npu, &one); }},
        {"doorbell_i8", [&](ork_npu npu) { return ork_doorbell_i8(npu, items, 3); }},
        {"doorbell_colsplit_f16", [&](ork_npu npu) { return ork_doorbell_colsplit_f16(npu, &wide); }},
        {"run_chain_i8_impl fused", [&](ork_npu npu) { return ork_run_chain_i8_impl(npu, items, 3, &table, 1); }},
        {"sdp_elementwise", [&](ork_npu npu) { return ork_sdp_elementwise(npu, &product); }},
        {"run_lut", [&](ork_npu npu) { return ork_run_lut(npu, &table); }},
        {"run_sequence", [&](ork_npu npu) { return ork_run_sequence(npu, 2, items, 3); }},
    };
    for (const auto& path : paths) {
      CAPTURE(path.name);
      Layered layer;
      std::fill(all.c.begin(), all.c.end(), std::uint8_t{0});
      int done = path.run(layer.npu);
      CAPTURE(layer.last().text);
      CHECK(done == 0);
      CHECK(layer.lowered > 0);
      CHECK_FALSE(layer.kernel.ioctls(kSubmit).empty());
      CHECK(all.c[0] == 0x77);
    }
  }

  TEST_CASE("a wedge is the submit's own error, and a reset of the driver has healed the device") {
    Layered layer;
    Job one;
    REQUIRE(one.make(layer.device, {0}) == 0);
    layer.kernel.fail_at = static_cast<int>(layer.kernel.calls.size()) + 1;  // after the sync of the commands
    layer.kernel.fail_with = ETIMEDOUT;
    std::size_t actions = layer.kernel.ioctls(kAction).size();
    CHECK(ork_device_submit(layer.device, &one.job, &one.ticket) == -1);
    CHECK(errno == ETIMEDOUT);
    CHECK(layer.kernel.ioctls(kAction).size() == actions + 1);
    CHECK(ork_device_epoch(layer.device) == 1);
    CHECK_FALSE(ork_device_ended(layer.device));
    CHECK(ork_device_submit(layer.device, &one.job, &one.ticket) == 0);
    for (ork_buffer* made : {&one.tasks, &one.commands, &one.output})
      CHECK(ork_device_destroy(layer.device, made) == 0);
  }

  TEST_CASE("a driver that is busy once is asked again, and nothing is reset") {
    Layered layer;
    Job one;
    REQUIRE(one.make(layer.device, {0}) == 0);
    layer.kernel.fail_at = static_cast<int>(layer.kernel.calls.size()) + 1;
    layer.kernel.fail_with = EBUSY;
    CHECK(ork_device_submit(layer.device, &one.job, &one.ticket) == 0);
    CHECK(layer.kernel.ioctls(kSubmit).size() == 2);
    CHECK(ork_device_epoch(layer.device) == 0);
    for (ork_buffer* made : {&one.tasks, &one.commands, &one.output})
      CHECK(ork_device_destroy(layer.device, made) == 0);
  }

  TEST_CASE("B11: a reset that fails ends the device, and its memory is given back all the same") {
    Layered layer;
    Job one;
    REQUIRE(one.make(layer.device, {0}) == 0);
    layer.kernel.action_errors[6] = EIO;
    CHECK(ork_device_reset(layer.device) == -1);
    CHECK(errno == EIO);
    CHECK(ork_device_ended(layer.device));
    CHECK(ork_device_submit(layer.device, &one.job, &one.ticket) == -1);
    CHECK(errno == ENODEV);
    for (ork_buffer* made : {&one.tasks, &one.commands, &one.output})
      CHECK(ork_device_destroy(layer.device, made) == 0);
  }

  TEST_CASE("without a provider of register commands no run path succeeds, and none costs a reset") {
    Opened bare(false);
    REQUIRE(bare.open(nullptr, false, false) == 0);
    ork_npu npu{};
    REQUIRE(ork_npu_open(bare.device, nullptr, &npu) == 0);
    Operands all;
    ork_mm one = all.mm(4, 64, 64);
    CHECK(ork_run_single_core(npu, RK3588_FAMILY_FP16, &one) == -ENOTSUP);
    CHECK(bare.kernel.ioctls(kSubmit).empty());
    CHECK(ork_device_epoch(bare.device) == 0);
    CHECK(ork_npu_close(npu) == 0);
  }
}
