// Random QuantTess descriptors: sound ones, ones at the edge of what is sound, and ones that are broken in a few
// places.
//
// The same seed gives the same descriptors on every machine.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "quanttess_gen.hpp"

namespace npuspec::test {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }
  std::uint64_t below(std::uint64_t end) { return bits() % end; }
  std::uint64_t in(std::uint64_t lo, std::uint64_t hi) { return lo + below(hi - lo + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }
  std::uint64_t of(std::initializer_list<std::uint64_t> values) { return values.begin()[below(values.size())]; }
  std::uint64_t edge();  // around powers of two, and small numbers

 private:
  std::uint64_t state_;
};

struct Drawn {
  quanttess::Descriptor descriptor;
  quanttess::State state = quanttess::State::kRelocatable;
};

Drawn draw_descriptor(Draw& draw);

}  // namespace npuspec::test
