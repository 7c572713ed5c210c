// A bound on the work that a model may ask for. Tables, vectors and names may be shared, so that a small file can ask
// for a great deal of it; no real model comes near.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "fence/error.h"

namespace npuspec::fence {

// Tables within tables, of any model that is read.
inline constexpr std::uint32_t kMostDepth = 64;

class Work {
 public:
  static constexpr std::uint64_t kMostSteps = 1u << 26;  // numbers and bytes that are looked at
  static constexpr std::uint64_t kMostBytes = 1u << 28;  // that are kept

  // `who` is what the message begins with, and `what` would take too much: "model.tflite", "reading it all".
  Work(std::string who, std::string what, std::uint64_t most = kMostSteps)
      : who_(std::move(who)), what_(std::move(what)), most_(most) {}

  // Throws ModelError.
  void add(std::uint64_t more) {
    done_ += more;
    if (more <= most_ && done_ <= most_) return;
    throw ModelError(who_ + ": its tables share so much that " + what_ +
                     " would take too long, or too much memory: damaged, or made to be");
  }

 private:
  std::string who_;
  std::string what_;
  std::uint64_t most_;
  std::uint64_t done_ = 0;
};

}  // namespace npuspec::fence
