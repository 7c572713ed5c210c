// What a fuzz target holds of every input: a promise that is broken is a crash, which libFuzzer keeps and shows.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace npuspec::test {

inline void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

}  // namespace npuspec::test
