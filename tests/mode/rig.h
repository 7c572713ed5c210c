// A context on a fake device, for tests.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "mode/context.h"
#include "mode/fake_device.h"

namespace npuspec::test {

struct Context {
  FakeDevice& fake;
  ork_npu npu{};
  std::vector<std::string> lines;

  explicit Context(FakeDevice& on) : fake(on) {
    REQUIRE(ork_npu_open(fake.device(), nullptr, &npu) == 0);
    REQUIRE(ork_npu_set_sink(npu, take, &lines) == 0);
  }
  ~Context() { (void)ork_npu_close(npu); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void set(const char* knob, const char* text) const { REQUIRE(ork_npu_set_knob(npu, knob, text) == 0); }
  int enter(int to, int profile, int chain = OCK_NONE) const { return ork_npu_enter(npu, to, profile, chain); }
  ork_npu_view look() const {
    ork_npu_view view{};
    REQUIRE(ork_npu_look(npu, &view) == 0);
    return view;
  }
  void assume(int marker, std::uint64_t bytes = 64) const { REQUIRE(ork_npu_assume(npu, marker, bytes) == 0); }

  static void take(void* user, const char* line) { static_cast<std::vector<std::string>*>(user)->push_back(line); }
};

struct Rig {
  FakeDevice fake;
  Context context{fake};
};

inline std::string error_name(int result) {
  char text[32];
  return ork_npu_error_name(result, text);
}

}  // namespace npuspec::test
