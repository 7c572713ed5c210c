// Overlap, against sets of bytes.
#include <doctest/doctest.h>

#include <optional>
#include <random>
#include <set>

#include "kernels/fence.h"

using namespace npuspec::test;

namespace {

// The least and the most number, both included.
int between(std::mt19937& random, int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(random);
}

bool share(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  std::set<std::uint64_t> bytes;
  for (std::uint64_t i = 0; i < a_bytes; ++i) bytes.insert(a + i);
  for (std::uint64_t i = 0; i < b_bytes; ++i) {
    if (bytes.count(b + i) != 0) return true;
  }
  return false;
}

// One tensor of a random node, as places in an arena.
struct Place {
  std::size_t at;
  std::size_t bytes;
};

struct Layout {
  std::vector<Place> in;
  std::vector<Place> out;

  static bool share(const Place& a, const Place& b) { return ::share(a.at, a.bytes, b.at, b.bytes); }

  // The first output that may not lie where it does.
  std::optional<std::size_t> fault() const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t j = 0; j < in.size(); ++j) {
        bool bad =
            i == j ? out[i].at != in[i].at && share(out[i], in[i]) : share(out[i], in[j]) || share(out[i], out[j]);
        if (bad) return i;
      }
    }
    return std::nullopt;
  }
};

}  // namespace

TEST_CASE("the rules for places agree with sets of bytes, also at both ends of 32 and 64 bits") {
  constexpr std::uint64_t kWindow = 24;
  const std::uint64_t bases[] = {0, 4096, (std::uint64_t{1} << 32) - kWindow / 2,
                                 (std::uint64_t{1} << 63) - kWindow / 2, UINT64_MAX - kWindow + 1};
  int apart = 0, touching = 0, partial = 0, nested = 0, equal = 0, empty = 0, at_the_top = 0, wrong = 0;
  for (std::uint64_t base : bases) {
    for (std::uint64_t a = 0; a < kWindow; ++a) {
      for (std::uint64_t a_bytes = 0; a_bytes <= 8 && a + a_bytes <= kWindow; ++a_bytes) {
        for (std::uint64_t b = 0; b < kWindow; ++b) {
          for (std::uint64_t b_bytes = 0; b_bytes <= 8 && b + b_bytes <= kWindow; ++b_bytes) {
            const ethos_u_stream_split_span first = {base + a, a_bytes};
            const ethos_u_stream_split_span second = {base + b, b_bytes};
            bool shared = share(base + a, a_bytes, base + b, b_bytes);
            bool across = ethos_u_stream_split_check_across(&first, &second) == 0;
            bool within = ethos_u_stream_split_check_within(&first, &second) == 0;
            wrong += across == shared;
            wrong += within != (a == b || !shared);
            bool none = a_bytes == 0 || b_bytes == 0;
            empty += none;
            equal += !none && a == b && a_bytes == b_bytes;
            touching += !none && (a + a_bytes == b || b + b_bytes == a);
            nested += !none && a < b && b + b_bytes < a + a_bytes;
            partial += !none && a < b && b < a + a_bytes && a + a_bytes < b + b_bytes;
            apart += !none && !shared;
            at_the_top += base + a + a_bytes == 0 && a_bytes != 0;
          }
        }
      }
    }
  }
  CHECK(wrong == 0);
  // Nothing is proved of what never happened.
  for (int seen : {apart, touching, partial, nested, equal, empty, at_the_top}) CHECK(seen > 0);
}

TEST_CASE("random nodes in one arena: those with a fault leave it untouched, all others move what they should") {
  std::mt19937 random(7);
  constexpr std::size_t kArena = 48;
  int fine = 0, clobber = 0, partial = 0, aliases = 0;
  for (int turn = 0; turn < 20000; ++turn) {
    Layout layout;
    const int pairs = between(random, 1, 4);
    const int longest = between(random, 1, 3) == 1 ? 12 : 4;
    std::vector<std::vector<std::int32_t>> shapes;
    for (int i = 0; i < pairs; ++i) {
      int bytes = between(random, 0, longest);
      shapes.push_back({bytes});
      auto place = [&] {
        return Place{static_cast<std::size_t>(between(random, 0, static_cast<int>(kArena) - bytes)),
                     static_cast<std::size_t>(bytes)};
      };
      layout.in.push_back(place());
      layout.out.push_back(between(random, 0, 3) == 0 ? layout.in.back() : place());
    }
    Bytes arena(counting(kArena));
    Fence fence;
    for (std::size_t i = 0; i < layout.in.size(); ++i) {
      fence.add(tensor(shapes[i], arena.data() + layout.in[i].at), tensor(shapes[i], arena.data() + layout.out[i].at));
    }
    std::vector<std::uint8_t> expected = counting(kArena);
    const std::optional<std::size_t> fault = layout.fault();
    const std::vector<std::uint8_t> before = expected;
    for (std::size_t i = 0; !fault && i < layout.in.size(); ++i) {
      for (std::size_t k = 0; k < layout.in[i].bytes; ++k) expected[layout.out[i].at + k] = before[layout.in[i].at + k];
      aliases += layout.in[i].at == layout.out[i].at && layout.in[i].bytes != 0;
    }
    const stream_split_verdict verdict = fence.invoke();
    CAPTURE(turn);
    CHECK((verdict.fault != 0) == fault.has_value());
    CHECK(verdict.pair == fault.value_or(0));
    CHECK(arena.all() == expected);
    fine += verdict.fault == 0;
    clobber += verdict.fault == ETHOS_U_STREAM_SPLIT_FAULT_ACROSS_NO_CLOBBER;
    partial += verdict.fault == ETHOS_U_STREAM_SPLIT_FAULT_WITHIN_NO_PARTIAL_OVERLAP;
  }
  CHECK(fine + clobber + partial == 20000);
  for (int seen : {fine, clobber, partial, aliases}) CHECK(seen > 500);
}
