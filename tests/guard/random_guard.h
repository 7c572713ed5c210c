// Random guards over the names of World, as text: most make sense, some are refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "front/guard/expr.h"

namespace npuspec::guard {

// The same on every machine, unlike the standard distributions.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) { state_ = next() ^ (seed << 32u); }

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30u)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27u)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31u);
  }
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }
  bool one_in(std::size_t times) { return below(times) == 0; }

  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

class RandomGuard {
 public:
  explicit RandomGuard(Dice& dice) : dice_(dice) {}

  std::string condition(int depth);
  std::string number(int depth);

  // Lets that guards made from now on may name: "half", "side[A]" where A is an index expression.
  std::vector<std::string> number_lets;
  std::vector<std::string> condition_lets;
  std::vector<std::string> let_variables;  // of the let whose body is made

 private:
  std::string leaf();
  std::string loop_number(int depth);
  std::string loop_condition(int depth);
  std::string with_index(std::string text);

  Dice& dice_;
  std::vector<std::string> rows_;     // variables over tile_axis
  std::vector<std::string> indexes_;  // variables over 0..<6 at most
  int variables_ = 0;
};

// Values on and about the ends of every type, and what lies between.
Int random_value(Dice& dice, Int lo, Int hi);

}  // namespace npuspec::guard
