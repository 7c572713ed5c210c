// How many rounds a test of random values runs. Under the sanitizers a quarter: what they look for shows in any of
// them, and each takes ten times as long.
#pragma once

#include <cstddef>

namespace npuspec::test {

constexpr std::size_t rounds(std::size_t wanted) {
#ifdef NPUSPEC_SANITIZED
  return (wanted + 3) / 4;
#else
  return wanted;
#endif
}

}  // namespace npuspec::test
