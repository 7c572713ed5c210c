#include "progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace npuspec::cli {

namespace {

constexpr std::size_t kWidth = 30;
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), shown_(total > 1 && ::isatty(STDERR_FILENO) == 1) {
  if (shown_) draw();
}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
  if (shown_ && (done_ == total_ || std::chrono::steady_clock::now() - drawn_ > kPause)) draw();
}

void Progress::draw() {
  drawn_ = std::chrono::steady_clock::now();
  const std::size_t filled = kWidth * done_ / total_;
  const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
  std::fprintf(stderr, "\r%s [%s] %zu of %zu\033[K", what_.c_str(), bar.c_str(), done_, total_);
  std::fflush(stderr);
}

}  // namespace npuspec::cli
