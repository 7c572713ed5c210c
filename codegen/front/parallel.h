// Runs a function for every index below a count, on as many threads as asked for. Which thread takes which index is
// left open, so the function writes only what belongs to its index. It must not throw.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace npuspec {

template <class Function>
void parallel_for(std::size_t count, unsigned threads, Function&& function) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  if (threads > count) threads = static_cast<unsigned>(count);
  std::atomic<std::size_t> next = 0;
  auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) function(i);
  };
  std::vector<std::jthread> others;
  try {
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
    // The system gives no more: those that there are do it all.
  }
  work();
}

}  // namespace npuspec
