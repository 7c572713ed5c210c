// What the RKNPU backend asks of the driver, byte for byte, against bytes written by hand from the ABI's offsets.
#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>

#include "mode/rknpu_opened.h"

using namespace rknpu_test;

TEST_SUITE("mode rknpu") {
  TEST_CASE("opening asks who drives the node, what the board is and what the driver is, and powers it on") {
    Opened npu;
    REQUIRE(npu.status == 0);
    std::vector<std::pair<std::string, unsigned long>> expected = {
        {"readdir", 0}, {"open", 0},  {"ioctl", kVersion}, {"ioctl", kVersion}, {"open", 0},
        {"read", 0},    {"read", 0},  {"read", 0},         {"read", 0},         {"read", 0},
        {"read", 0},    {"close", 0}, {"ioctl", kAction},  {"ioctl", kAction},  {"ioctl", kAction},
    };
    REQUIRE(npu.kernel.calls.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(i);
      CHECK(npu.kernel.calls[i].name == expected[i].first);
      CHECK(npu.kernel.calls[i].request == expected[i].second);
    }
    CHECK(npu.kernel.calls[0].path == "/dev/dri");
    CHECK(npu.kernel.calls[1].path == "/dev/dri/renderD129");
    CHECK(npu.kernel.calls[4].path == "/proc/device-tree/compatible");
    auto actions = npu.kernel.ioctls(kAction);
    CHECK(actions[0].in == Bytes(8).u32(0, 1));                      // GET_DRV_VERSION
    CHECK(actions[1].in == Bytes(8).u32(0, 20).u32(4, 1));           // POWER_ON
    CHECK(actions[2].in == Bytes(8).u32(0, 19).u32(4, 0xFFFFFFED));  // SET_PROC_NICE, -19
    CHECK(npu.kernel.wrongs.empty());
  }

  TEST_CASE("the driver's name is asked for twice, first without room for it, and nothing else is asked") {
    Opened npu;
    auto versions = npu.kernel.ioctls(kVersion);
    REQUIRE(versions.size() == 2);
    CHECK(versions[0].in == Bytes(64));
    CHECK(versions[1].in.get64(16) == 5);
    CHECK(versions[1].in.get64(24) != 0);
    Bytes rest = versions[1].in;
    CHECK(rest.u64(16, 0).u64(24, 0) == Bytes(64));
  }

  TEST_CASE("a device tells its node, its board and the version of its driver") {
    Opened npu;
    ork_rknpu_identity identity;
    REQUIRE(ork_rknpu_identify(npu.device, &identity) == 0);
    CHECK(std::string(identity.node) == "/dev/dri/renderD129");
    CHECK(std::string(identity.board) == "radxa,rock-5b");
    CHECK(identity.major == 0);
    CHECK(identity.minor == 9);
    CHECK(identity.patch == 8);
    CHECK(std::string(npu.device->ops->name) == "rknpu");
  }

  TEST_CASE("the caller's nice value stays when it is to be kept") {
    Opened npu(false);
    ork_rknpu_options options{};
    options.keep_nice = true;
    options.system = npu.kernel.system();
    REQUIRE(ork_rknpu_open(&options, &npu.device, nullptr) == 0);
    CHECK(npu.kernel.ioctls(kAction).size() == 2);
  }

  TEST_CASE("a buffer is created, mapped, synchronised and destroyed with the bytes of the ABI") {
    Opened npu;
    ork_buffer made{};
    const auto& ops = *npu.device->ops;
    REQUIRE(ops.create(npu.device, 5000, 0x40B, 3, &made) == 0);
    CHECK(npu.kernel.ioctls(kCreate)[0].in == Bytes(48).u32(4, 0x40B).u64(8, 5000).u32(40, 3));
    CHECK(npu.kernel.ioctls(kMap)[0].in == Bytes(16).u32(0, 1));
    CHECK(made.handle == 1);
    CHECK(made.bytes == 5000);
    CHECK(made.obj == 0xFFFFFF8000001000);
    CHECK(made.dma == 0x10000000);
    CHECK(made.flags == 0x40B);
    CHECK(made.domain == 3);
    REQUIRE(made.host != nullptr);
    std::fill(made.host, made.host + made.bytes, std::uint8_t{0x5A});  // all of it is mapped

    ork_span span{&made, 1000, 4000};
    REQUIRE(ops.sync(npu.device, &span, 1) == 0);
    REQUIRE(ops.sync(npu.device, &span, 2) == 0);
    auto syncs = npu.kernel.ioctls(kSync);
    CHECK(syncs[0].in == Bytes(32).u32(0, 1).u64(8, 0xFFFFFF8000001000).u64(16, 1000).u64(24, 4000));
    CHECK(syncs[1].in == Bytes(32).u32(0, 2).u64(8, 0xFFFFFF8000001000).u64(16, 1000).u64(24, 4000));

    REQUIRE(ops.destroy(npu.device, &made) == 0);
    CHECK(npu.kernel.ioctls(kDestroy)[0].in == Bytes(16).u32(0, 1).u64(8, 0xFFFFFF8000001000));
    CHECK(npu.kernel.buffers.empty());
    npu.close();
    CHECK(npu.kernel.leaks() == "");
    CHECK(npu.kernel.wrongs.empty());
  }

  TEST_CASE("a reset is the action 6, and a domain is switched with 25 and asked for with 24") {
    Opened npu;
    REQUIRE(npu.device->ops->reset(npu.device) == 0);
    REQUIRE(npu.device->ops->attach(npu.device, 2) == 0);
    auto actions = npu.kernel.ioctls(kAction);
    REQUIRE(actions.size() == 6);
    CHECK(actions[3].in == Bytes(8).u32(0, 6));
    CHECK(actions[4].in == Bytes(8).u32(0, 25).u32(4, 2));
    CHECK(actions[5].in == Bytes(8).u32(0, 24));
    CHECK(npu.kernel.domain == 2);
  }

  TEST_CASE("B11: a reset that the driver refused is an error") {
    Opened npu;
    npu.kernel.action_errors[6] = EIO;
    CHECK(npu.device->ops->reset(npu.device) == -1);
    CHECK(errno == EIO);
    CHECK(std::string(npu.last().text) == "ACTION ACT_RESET failed: Input/output error");
  }

  TEST_CASE("a switch of domains that the driver only says it did is an error") {
    Opened npu;
    npu.kernel.wrong_domain = true;
    CHECK(npu.device->ops->attach(npu.device, 2) == -1);
    CHECK(errno == EIO);
    CHECK(npu.last().status == ORK_RKNPU_UNTRUE);
    CHECK(npu.device->ops->attach(npu.device, -1) == -1);
    CHECK(errno == EINVAL);
  }

  TEST_CASE("a buffer that breaks a rule of the ABI never reaches the kernel") {
    Opened npu;
    struct {
      std::uint64_t bytes;
      std::uint32_t flags;
      std::int32_t domain;
    } cases[] = {{0, 0x403, 0}, {std::uint64_t{3901} << 20, 0x403, 0}, {4096, 0x800, 0}, {4096, 0x403, -1}};
    for (const auto& one : cases) {
      ork_buffer made{};
      CHECK(npu.device->ops->create(npu.device, one.bytes, one.flags, one.domain, &made) == -1);
      CHECK(errno == EINVAL);
      CHECK(npu.last().status == ORK_RKNPU_REFUSED);
      CHECK(made.handle == 0);
    }
    CHECK(npu.kernel.ioctls(kCreate).empty());
  }

  TEST_CASE("a buffer without handle, without object or too small is not believed, and given back") {
    for (int wrong = 0; wrong < 3; ++wrong) {
      CAPTURE(wrong);
      Opened npu;
      npu.kernel.no_handle = wrong == 0;
      npu.kernel.no_object = wrong == 1;
      npu.kernel.short_buffer = wrong == 2;
      ork_buffer made{};
      CHECK(npu.device->ops->create(npu.device, 4096, 0x403, 0, &made) == -1);
      CHECK(errno == EIO);
      CHECK(npu.last().status == ORK_RKNPU_UNTRUE);
      CHECK(npu.kernel.ioctls(kMap).empty());
      CHECK(npu.kernel.ioctls(kDestroy).size() == (wrong == 0 ? 0 : 1));
    }
  }

  TEST_CASE("a span outside its buffer, of another device or of a destroyed buffer is not synchronised") {
    Opened npu;
    ork_buffer made{};
    const auto& ops = *npu.device->ops;
    REQUIRE(ops.create(npu.device, 4096, 0x403, 0, &made) == 0);
    ork_buffer stranger = made;
    stranger.handle = 77;
    const ork_span spans[] = {
        {&made, 4097, 0}, {&made, 1, 4096}, {&made, UINT64_MAX, 2}, {&stranger, 0, 1}, {nullptr, 0, 1}};
    for (const ork_span& span : spans) {
      CHECK(ops.sync(npu.device, &span, 1) == -1);
      CHECK(errno == EINVAL);
    }
    ork_span whole{&made, 0, 4096};
    CHECK(ops.sync(npu.device, &whole, 0) == -1);  // no way
    CHECK(ops.sync(npu.device, &whole, 4) == -1);  // no such way
    ork_buffer gone = made;
    REQUIRE(ops.destroy(npu.device, &made) == 0);
    CHECK(ops.sync(npu.device, &whole, 1) == -1);
    CHECK(ops.destroy(npu.device, &gone) == -1);
    CHECK(errno == EINVAL);
    CHECK(npu.kernel.ioctls(kSync).empty());
  }

  TEST_CASE("closing gives back every buffer that is left, and tells the time until then") {
    Opened npu;
    for (int i = 0; i < 3; ++i) {
      ork_buffer made{};
      REQUIRE(npu.device->ops->create(npu.device, 4096, 0x403, i, &made) == 0);
    }
    std::int64_t before = npu.device->ops->now_ns(npu.device);
    npu.device->ops->sleep_ns(npu.device, 70);
    CHECK(npu.device->ops->now_ns(npu.device) == before + 70);
    npu.close();
    CHECK(npu.kernel.leaks() == "");
    CHECK(npu.kernel.wrongs.empty());
  }

  TEST_CASE("every status has a name, and what is no status has none") {
    for (int i = ORK_RKNPU_OK; i <= ORK_RKNPU_SYSTEM; ++i) {
      CHECK(ork_rknpu_status_name(static_cast<ork_rknpu_status>(i)) != nullptr);
    }
    CHECK(ork_rknpu_status_name(static_cast<ork_rknpu_status>(ORK_RKNPU_SYSTEM + 1)) == nullptr);
  }

  TEST_CASE("a device of another backend is neither identified nor asked for its last error") {
    ork_device_ops other{};
    ork_device device{};
    device.ops = &other;
    ork_rknpu_identity identity;
    ork_rknpu_error error;
    CHECK(ork_rknpu_identify(&device, &identity) == -1);
    CHECK(ork_rknpu_last_error(&device, &error) == -1);
  }
}
