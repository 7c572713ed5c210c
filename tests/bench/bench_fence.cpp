// What a fence costs in memory: bench_fence. The models are ours: one graph, with weights of about 4 MB and of 64 MB.
// Times are those of one thread, the median of many runs, and each ratio is taken within one run.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <vector>

#include "fence/graph.h"
#include "fence/rewrite.h"
#include "fence_object.h"
#include "support/models.h"

namespace {

using namespace npuspec;
using test::Bytes;

constexpr std::int64_t kAfter = 4;  // inside a residual block: two tensors cross

double median_us(int runs, const std::function<void()>& work) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[static_cast<std::size_t>(runs) / 2];
}

struct Figures {
  double open, front, copy, whole, hash, objects;
};

Figures measure(std::size_t weights) {
  const Bytes file = test::ds_cnn(weights).build();
  const fence::Model model("model.tflite", file);
  const fence::FenceConfig cut{{kAfter}};
  Figures out{};
  out.hash = median_us(1, [&] { model.sha256(); });  // kept from here on
  const fence::RewriteResult fenced = fence::rewrite_model_with_fences(model, cut);
  const std::vector<std::uint32_t> crossing = fence::Graph(model).crossing(static_cast<std::uint32_t>(kAfter));
  out.open = median_us(400, [&] { fence::Model("model.tflite", file); });
  out.front = median_us(400, [&] { fence::rewrite_model_with_fences(model, cut); });
  // Both into memory that is new each time: what a caller has.
  const int runs = file.size() > (16u << 20) ? 15 : 60;
  volatile std::uint8_t seen = 0;
  out.copy = median_us(runs, [&] {
    std::vector<std::uint8_t> copy;
    copy.reserve(file.size());
    copy.insert(copy.end(), file.begin(), file.end());
    seen = copy.back();
  });
  out.whole = median_us(runs, [&] {
    const std::vector<std::uint8_t> whole = fence::rewrite_model_with_fences(model, cut).bytes();
    seen = whole.back();
  });
  out.objects = median_us(
      runs / 4 + 1, [&] { seen = bench::fence_by_objects(file, static_cast<std::uint32_t>(kAfter), crossing).back(); });
  std::printf(
      "%.1f MB, %u operators, %zu tensors cross: checked in %.0f us; front made in %.0f us (%zu bytes, %.3f %%); "
      "SHA-256 %.1f ms\n",
      static_cast<double>(file.size()) / 1e6, model.operators(), crossing.size(), out.open, out.front,
      fenced.front.size(), 100.0 * static_cast<double>(fenced.front.size()) / static_cast<double>(file.size()),
      out.hash / 1e3);
  std::printf("  in memory: %.0f us, memcpy of the file %.0f us: %.2fx and %+.0f us over 1.3x (wanted: at most +50)\n",
              out.whole, out.copy, out.whole / out.copy, out.whole - 1.3 * out.copy);
  std::printf("  object API of the generated schema, same edits: %.0f us, %.0fx (wanted: at least 50x)\n", out.objects,
              out.objects / out.front);
  return out;
}

}  // namespace

int main() {
  const Figures small = measure(4'000'000);
  const Figures large = measure(64'000'000);
  std::printf(
      "the front of 64 MB to that of 4 MB: %.2fx (wanted: at most 1.2x), checking included %.2fx; %.0f us (wanted: "
      "at most 150 us), checking included %.0f us\n",
      large.front / small.front, (large.front + large.open) / (small.front + small.open), large.front,
      large.front + large.open);
  return 0;
}
