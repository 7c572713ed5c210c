// How much work one spec may cause.
//
// A spec of few lines may ask for more than anyone waits for: a hundred laws, each asked of a hundred thousand cells.
// Whoever builds a spec makes an Effort; what works through its guards spends from it, on the same thread; and what
// would go beyond throws Spent, for the one who made it. Counts are of the spec alone, so that a spec is refused on
// every machine or on none. Where there is no Effort nothing is counted.
#pragma once

#include <cstdint>

namespace npuspec {

class Effort {
 public:
  struct Spent {};

  explicit Effort(std::uint64_t steps);
  ~Effort();
  Effort(const Effort&) = delete;
  Effort& operator=(const Effort&) = delete;

  static void spend(std::uint64_t steps);

 private:
  std::uint64_t left_;
  Effort* outer_;
};

}  // namespace npuspec
