// Which node the RKNPU backend takes, and what it says when there is none.
#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "mode/rknpu_opened.h"

using namespace rknpu_test;

namespace {

bool says(const ork_rknpu_error& error, const char* words) {
  CAPTURE(error.text);
  bool found = std::strstr(error.text, words) != nullptr;
  CHECK_MESSAGE(found, std::string(words));
  return found;
}

void check_refused(Opened& npu, ork_rknpu_status status, int number) {
  CAPTURE(npu.error.text);
  CHECK(npu.status == -1);
  CHECK(npu.device == nullptr);
  CHECK(npu.error.status == status);
  CHECK(npu.error.number == number);
  CHECK(npu.kernel.leaks() == "");
  CHECK(npu.kernel.wrongs.empty());
}

}  // namespace

TEST_SUITE("mode rknpu find") {
  TEST_CASE("without a folder of device nodes there is no NPU, and the error says what is needed") {
    struct {
      int number;
      ork_rknpu_status status;
    } cases[] = {{ENOENT, ORK_RKNPU_NO_NODE}, {EACCES, ORK_RKNPU_DENIED}, {EIO, ORK_RKNPU_SYSTEM}};
    for (const auto& one : cases) {
      Opened npu(false);
      npu.kernel.folder_error = one.number;
      npu.open();
      check_refused(npu, one.status, one.number);
      CHECK(says(npu.error, "/dev/dri"));
      CHECK(says(npu.error, "kernel driver 'rknpu'"));
    }
  }

  TEST_CASE("names that are no node of the ranges are not opened") {
    Opened npu(false);
    npu.kernel.nodes.clear();
    for (const char* name : {"renderD127", "renderD", "renderD0128", "renderD128x", "card8", "card08", "card", "card-1",
                             "card1x", "renderD99999999999", "controlD64"}) {
      npu.kernel.nodes[std::string("/dev/dri/") + name] = Node{};
    }
    npu.open();
    check_refused(npu, ORK_RKNPU_NO_NODE, ENODEV);
    CHECK(npu.kernel.calls.size() == 1);
    CHECK(says(npu.error, "renderD128 or later and no card0 to card7"));
  }

  TEST_CASE("a node of another driver is left, and the error names each with its driver") {
    Opened npu(false);
    npu.kernel.nodes.clear();
    npu.kernel.nodes["/dev/dri/card0"] = {.driver = "rockchip"};
    npu.kernel.nodes["/dev/dri/renderD128"] = {.driver = "panthor"};
    npu.open();
    check_refused(npu, ORK_RKNPU_OTHER_DRIVER, ENODEV);
    CHECK(says(npu.error,
               "/dev/dri/renderD128: its driver is 'panthor', not 'rknpu'; /dev/dri/card0: its driver is "
               "'rockchip', not 'rknpu'"));
  }

  TEST_CASE("a driver whose name only begins or ends as the NPU's is another driver") {
    for (const char* name : {"rknpu2", "rknp", "", "rknpuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuuu", "xrknpu"}) {
      CAPTURE(name);
      Opened npu(false);
      npu.kernel.nodes["/dev/dri/renderD129"].driver = name;
      npu.open();
      check_refused(npu, ORK_RKNPU_OTHER_DRIVER, ENODEV);
    }
  }

  TEST_CASE("a node that may not be opened is named, with what to do") {
    Opened npu(false);
    npu.kernel.nodes["/dev/dri/renderD129"].open_error = EACCES;
    npu.kernel.nodes["/dev/dri/card0"] = {.driver = "rockchip"};
    npu.open();
    check_refused(npu, ORK_RKNPU_DENIED, EACCES);
    CHECK(says(npu.error, "/dev/dri/renderD129: Permission denied"));
    CHECK(says(npu.error, "group that owns the node"));
  }

  TEST_CASE("of several nodes the first of the driver is taken, render nodes before cards and each by number") {
    Opened npu(false);
    npu.kernel.nodes.clear();
    npu.kernel.nodes["/dev/dri/card0"] = {.driver = "rockchip"};
    npu.kernel.nodes["/dev/dri/card1"] = Node{};
    npu.kernel.nodes["/dev/dri/renderD128"] = {.driver = "panthor"};
    npu.kernel.nodes["/dev/dri/renderD1000"] = Node{};
    npu.kernel.nodes["/dev/dri/renderD131"] = Node{};
    npu.kernel.nodes["/dev/dri/renderD130"] = {.open_error = EACCES};
    REQUIRE(npu.open() == 0);
    ork_rknpu_identity identity;
    REQUIRE(ork_rknpu_identify(npu.device, &identity) == 0);
    CHECK(std::string(identity.node) == "/dev/dri/renderD131");
    npu.close();
    CHECK(npu.kernel.leaks() == "");
  }

  TEST_CASE("where there are only cards, a card is taken") {
    Opened npu(false);
    npu.kernel.nodes.clear();
    npu.kernel.nodes["/dev/dri/card1"] = Node{};
    CHECK(npu.open() == 0);
  }

  TEST_CASE("a node that is named is taken, or nothing is") {
    Opened npu(false);
    npu.kernel.nodes["/dev/dri/card1"] = Node{};
    npu.kernel.nodes["/dev/other"] = Node{};
    REQUIRE(npu.open("/dev/other") == 0);
    CHECK(npu.kernel.calls[0].path == "/dev/other");
    npu.close();
    struct {
      const char* card;
      Node node;
      ork_rknpu_status status;
      int number;
    } cases[] = {
        {"/dev/dri/card5", {.open_error = ENOENT}, ORK_RKNPU_NO_NODE, ENOENT},
        {"/dev/dri/card0", {.driver = "rockchip"}, ORK_RKNPU_OTHER_DRIVER, ENODEV},
        {"/dev/dri/card0", {.open_error = EACCES}, ORK_RKNPU_DENIED, EACCES},
        {"/dev/dri/card0", {.open_error = EMFILE}, ORK_RKNPU_SYSTEM, EMFILE},
        {"/dev/null", {.version_error = ENOTTY}, ORK_RKNPU_OTHER_DRIVER, ENOTTY},
        {"/dev/dri/card0", {.version_error = EIO}, ORK_RKNPU_SYSTEM, EIO},
    };
    for (const auto& one : cases) {
      Opened other(false);
      other.kernel.nodes[one.card] = one.node;
      other.open(one.card);
      check_refused(other, one.status, one.number);
      CHECK(says(other.error, one.card));
      CHECK(says(other.error, "ORK_NPU_CARD"));
    }
  }

  TEST_CASE("a name that no node can have is refused whole, and not cut") {
    Opened npu(false);
    std::string longer = "/dev/dri/" + std::string(60, 'x');
    npu.kernel.nodes[longer.substr(0, 63)] = Node{};
    npu.open(longer.c_str());
    check_refused(npu, ORK_RKNPU_NO_NODE, ENAMETOOLONG);
    CHECK(npu.kernel.calls.empty());
  }

  TEST_CASE("an empty name is no name") {
    Opened npu(false);
    CHECK(npu.open("") == 0);
  }

  TEST_CASE("a proof makes a page and gives it back, and a node that fails it is left") {
    Opened npu(false);
    REQUIRE(npu.open(nullptr, true) == 0);
    CHECK(npu.kernel.ioctls(kCreate)[0].in == Bytes(48).u32(4, 0x403).u64(8, 4096));
    CHECK(npu.kernel.ioctls(kDestroy)[0].in == Bytes(16).u32(0, 1).u64(8, 0xFFFFFF8000001000));
    npu.close();

    Opened bad(false);
    bad.kernel.no_handle = true;
    bad.open(nullptr, true);
    check_refused(bad, ORK_RKNPU_SYSTEM, EIO);
  }

  TEST_CASE("a board that is no RK3588 is refused by name") {
    struct {
      std::string compatible;
      const char* words;
    } cases[] = {{std::string("radxa,zero3\0rockchip,rk3568\0", 28), "'radxa,zero3 rockchip,rk3568'"},
                 {std::string("raspberrypi,5-model-b\0brcm,bcm2712\0", 35), "'raspberrypi,5-model-b brcm,bcm2712'"},
                 {std::string("rockchip,rk35\08", 15), "no rk3588"},
                 {"", "''"}};
    for (const auto& one : cases) {
      Opened npu(false);
      npu.kernel.compatible = one.compatible;
      npu.open();
      check_refused(npu, ORK_RKNPU_OTHER_SOC, ENODEV);
      CHECK(says(npu.error, one.words));
    }
    for (const char* names : {"xunlong,orangepi-5\0rockchip,rk3588s\0", "rockchip,rk3588"}) {
      Opened npu(false);
      npu.kernel.compatible = std::string(names, names[0] == 'x' ? 36 : 15);
      CHECK(npu.open() == 0);
    }
    Opened none(false);
    none.kernel.compatible_error = ENOENT;
    none.open();
    check_refused(none, ORK_RKNPU_OTHER_SOC, ENOENT);
  }

  TEST_CASE("a driver of 0.9 is accepted at any patch level; an older or a newer one is refused, with both versions") {
    struct {
      std::uint32_t major, minor, patch;
      const char* words;  // null: accepted
    } cases[] = {{0, 9, 0, nullptr},
                 {0, 9, 99, nullptr},
                 {0, 8, 8, "0.8.8, older than 0.9"},
                 {0, 10, 0, "0.10.0, newer than 0.9"},
                 {1, 0, 0, "1.0.0, newer than 0.9"},
                 {1, 9, 8, "1.9.8, newer than 0.9"}};
    for (const auto& one : cases) {
      Opened npu(false);
      npu.kernel.nodes["/dev/dri/renderD129"] = {.major = one.major, .minor = one.minor, .patch = one.patch};
      npu.kernel.drv_version = one.major * 10000 + one.minor * 100 + one.patch;
      npu.open();
      if (one.words == nullptr) {
        CHECK(npu.status == 0);
        continue;
      }
      check_refused(npu, ORK_RKNPU_OTHER_VERSION, ENOTSUP);
      CHECK(says(npu.error, one.words));
    }
  }

  TEST_CASE("a driver that tells two versions is refused") {
    Opened npu(false);
    npu.kernel.drv_version = 807;
    npu.open();
    check_refused(npu, ORK_RKNPU_OTHER_VERSION, ENOTSUP);
    CHECK(says(npu.error, "0.9.8 to DRM, and 0.8.7 to GET_DRV_VERSION"));
  }

  TEST_CASE("power on may be unknown to the kernel, and may not fail otherwise") {
    for (int number : {0, EINVAL, EIO, ETIMEDOUT}) {
      Opened npu(false);
      npu.kernel.action_errors.clear();
      if (number != 0) npu.kernel.action_errors[20] = number;
      npu.open();
      if (number == 0 || number == EINVAL) {
        CHECK(npu.status == 0);
      } else {
        check_refused(npu, ORK_RKNPU_SYSTEM, number);
        CHECK(says(npu.error, "POWER_ON"));
      }
    }
  }

  TEST_CASE("on a machine without an NPU, the real system gives a named error and no device") {
    if (std::filesystem::exists("/proc/device-tree/compatible")) return;  // it may have one
    ork_device* device = nullptr;
    ork_rknpu_error error;
    CHECK(ork_rknpu_open(nullptr, &device, &error) == -1);
    CHECK(device == nullptr);
    CHECK(error.status != ORK_RKNPU_OK);
    CHECK(std::strlen(error.text) > 0);
    CHECK(errno == error.number);
    std::string said = std::string(ork_rknpu_status_name(error.status)) + ": " + error.text;
    MESSAGE(said);

    ork_rknpu_options options{};
    options.card = "/dev/null";  // a node, but of no DRM driver
    CHECK(ork_rknpu_open(&options, &device, &error) == -1);
    CHECK(error.status == ORK_RKNPU_OTHER_DRIVER);
    options.card = "/dev/there-is-no-such-node";
    CHECK(ork_rknpu_open(&options, &device, &error) == -1);
    CHECK(error.status == ORK_RKNPU_NO_NODE);
  }
}
