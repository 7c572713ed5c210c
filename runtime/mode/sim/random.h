// Numbers that follow from a seed: splitmix64, as a stream and as a hash.
#pragma once

#include <cstdint>

namespace npuspec::sim {

inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() { return mix(state_++); }
  // 0 to `count` - 1; a bias of 2^-32 at most for the small counts that are asked for. 0 for none.
  std::uint64_t below(std::uint64_t count) { return count == 0 ? 0 : next() % count; }

 private:
  std::uint64_t state_;
};

}  // namespace npuspec::sim
