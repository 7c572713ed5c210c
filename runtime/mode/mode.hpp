// The C++ face of a context (context.h): a handle that closes itself, and numbers that cannot be mixed up.
//
// Errors are values: a Result holds a value or the negative errno of the C call, and name() says which. Nothing throws.
// Thread rules are the context's own: one thread at a time, hand-over by moving or by reference.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "mode/context.h"
#include "rk3588_mode_transition_gen.hpp"

namespace npuspec::mode {

namespace policy = npuspec::rk3588_mode_transition;

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  static Result failed(int error) { return Result(error, 0); }

  explicit operator bool() const { return error_ == 0; }
  const T& value() const { return value_; }
  T& value() { return value_; }
  int error() const { return error_; }  // 0, or a negative errno
  std::string name() const {
    char text[32];
    return error_ == 0 ? "ok" : ork_npu_error_name(error_, text);
  }

 private:
  Result(int error, int) : error_(error) {}

  T value_{};
  int error_ = 0;
};

struct Nothing {};

class Npu {
 public:
  Npu() = default;
  ~Npu() { (void)close(); }
  Npu(Npu&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Npu& operator=(Npu&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Npu(const Npu&) = delete;
  Npu& operator=(const Npu&) = delete;

  // `get` looks up knobs as getenv does; null: defaults.
  static Result<Npu> open(ork_device& device, char* (*get)(const char*)) {
    Npu npu;
    const int error = ork_npu_open(&device, get, &npu.handle_);
    return error == 0 ? Result<Npu>(std::move(npu)) : Result<Npu>::failed(error);
  }

  Result<Nothing> close() {
    return handle_.id == 0 ? Result<Nothing>(Nothing{}) : done(ork_npu_close(std::exchange(handle_, {})));
  }

  // Whether it was a transition.
  Result<bool> enter(policy::Mode to, policy::Profile profile, policy::Chain chain) {
    const int result = ork_npu_enter(handle_, static_cast<int>(to), static_cast<int>(profile), static_cast<int>(chain));
    return result < 0 ? Result<bool>::failed(result) : Result<bool>(result == 1);
  }

  Result<Nothing> invalidate() { return done(ork_npu_invalidate(handle_)); }
  Result<Nothing> reset() { return done(ork_npu_mode_reset(handle_)); }
  Result<Nothing> reopen() { return done(ork_npu_reopen(handle_)); }
  Result<Nothing> switch_domain(std::int32_t domain) { return done(ork_npu_switch_domain(handle_, domain)); }
  Result<Nothing> set(const std::string& knob, const std::string& text) {
    return done(ork_npu_set_knob(handle_, knob.c_str(), text.c_str()));
  }
  Result<ork_npu_view> look() const {
    ork_npu_view view{};
    const int error = ork_npu_look(handle_, &view);
    return error == 0 ? Result<ork_npu_view>(view) : Result<ork_npu_view>::failed(error);
  }

  ork_npu handle() const { return handle_; }  // for what the C interface has beside

 private:
  static Result<Nothing> done(int error) {
    return error == 0 ? Result<Nothing>(Nothing{}) : Result<Nothing>::failed(error);
  }

  ork_npu handle_{};
};

}  // namespace npuspec::mode
