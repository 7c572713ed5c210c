// How far a long run is, as one line on a terminal's stderr; nothing where stderr is none, so that logs stay clean.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace npuspec::cli {

class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();  // takes the line away
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // One more is done. Any thread may call it.
  void step();

 private:
  void draw();

  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool shown_;
  std::chrono::steady_clock::time_point drawn_;
  std::mutex mutex_;
};

}  // namespace npuspec::cli
