// Results bit for bit, against integers of 128 bits: every value of fp16 is a multiple of 2^-24, every product and sum
// of fp32 that a matmul makes one of 2^-48, so that rounding can be done on integers.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "mode/sim/float16.h"
#include "mode/sim_support.h"
#include "support/rounds.h"

using namespace npuspec::test;
using npuspec::sim::from_half;
using npuspec::sim::to_half;

namespace {

__extension__ typedef __int128 Wide;

constexpr const char* kTame =
    "cold_int8_wedges=off,first_write_stale=off,int4_int8_hazard=NOTHING,descriptor_poison=off,lut_lost=off";

// In units of 2^-24.
std::int64_t half_units(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const std::int64_t fraction = (bits & 1023) + (exponent == 0 ? 0 : 1024);
  const std::int64_t units = fraction << (exponent == 0 ? 0 : exponent - 1);
  return (bits & 0x8000) != 0 ? -units : units;
}

// To the nearest multiple of 2^`shift`, ties to even.
Wide rounded(Wide size, int shift) {
  if (shift <= 0) return size;
  const Wide unit = Wide{1} << shift;
  const Wide floor = size / unit;
  const Wide twice_rest = 2 * (size % unit);
  return (floor + (twice_rest > unit || (twice_rest == unit && floor % 2 != 0) ? 1 : 0)) * unit;
}

int bits_in(Wide size) {
  int count = 0;
  for (; size != 0; size >>= 1) ++count;
  return count;
}

// A number of units to one with a significand of `digits` bits.
Wide to_digits(Wide value, int digits) {
  const Wide size = value < 0 ? -value : value;
  const Wide result = rounded(size, bits_in(size) - digits);
  return value < 0 ? -result : result;
}

float float_of(Wide units48) {  // exact: it has 24 digits
  const Wide size = units48 < 0 ? -units48 : units48;
  const int spare = std::max(0, bits_in(size) - 24);
  const float value = std::ldexp(static_cast<float>(static_cast<std::int64_t>(size >> spare)), spare - 48);
  return units48 < 0 ? -value : value;
}

// The bits of the fp16 that is nearest to a number of units of 2^-48.
std::uint16_t half_of(Wide units48, bool negative_zero) {
  const Wide size = units48 < 0 ? -units48 : units48;
  const Wide value = rounded(size, std::max(24, bits_in(size) - 11)) >> 24;  // in 2^-24, and no finer
  std::uint16_t bits = 0;
  if (value >= Wide{1} << 40) {  // 65536
    bits = 0x7C00;
  } else {
    const int spare = std::max(0, bits_in(value) - 11);
    const auto fraction = static_cast<std::uint16_t>(value >> spare);
    bits = static_cast<std::uint16_t>(value < 1024 ? fraction : ((spare + 1) << 10) + (fraction - 1024));
  }
  return static_cast<std::uint16_t>(bits | (units48 < 0 || negative_zero ? 0x8000 : 0));
}

template <typename T>
T element(const ork_span& span, std::uint64_t index) {
  T value;
  std::memcpy(&value, span.buffer->host + span.at + index * sizeof(T), sizeof(T));
  return value;
}

std::int64_t integer(const ork_span& span, std::uint64_t index, int bits) {
  if (bits == 16) return element<std::int16_t>(span, index);
  if (bits == 8) return element<std::int8_t>(span, index);
  const std::uint8_t byte = element<std::uint8_t>(span, index / 2);
  const std::int64_t nibble = index % 2 == 0 ? byte % 16 : byte / 16;
  return nibble >= 8 ? nibble - 16 : nibble;
}

void check_integer_matmul(const ork_work& work, int bits) {
  for (std::uint64_t i = 0; i < work.m; ++i) {
    for (std::uint64_t j = 0; j < work.n; ++j) {
      Wide sum = 0;
      for (std::uint64_t k = work.k; k-- > 0;) {
        sum += Wide{integer(work.a, i * work.k + k, bits)} * integer(work.b, k * work.n + j, bits);
      }
      const auto wanted = static_cast<std::uint32_t>(static_cast<std::uint64_t>(sum));
      CHECK_EQ(element<std::uint32_t>(work.c, i * work.n + j), wanted);
    }
  }
}

void check_half_matmul(const ork_work& work) {
  for (std::uint64_t i = 0; i < work.m; ++i) {
    for (std::uint64_t j = 0; j < work.n; ++j) {
      Wide sum = 0;
      for (std::uint64_t k = 0; k < work.k; ++k) {
        const Wide product = Wide{half_units(element<std::uint16_t>(work.a, i * work.k + k))} *
                             half_units(element<std::uint16_t>(work.b, k * work.n + j));
        sum = to_digits(sum + product, 24);
      }
      CHECK_EQ(element<float>(work.c, i * work.n + j), float_of(sum));
    }
  }
}

}  // namespace

TEST_CASE("every fp16 has its value, and its value has its bits") {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float value = from_half(half);
    if ((half & 0x7C00) == 0x7C00) {
      if ((half & 0x3FF) != 0) {
        CHECK(std::isnan(value));
        CHECK(to_half(value) == 0x7E00);
      } else {
        CHECK(value == ((half & 0x8000) != 0 ? -1 : 1) * std::numeric_limits<float>::infinity());
        CHECK(to_half(value) == half);
      }
      continue;
    }
    CHECK_EQ(value, static_cast<float>(half_units(half)) * 0x1p-24F);
    CHECK(std::signbit(value) == ((half & 0x8000) != 0));
    CHECK_EQ(to_half(value), half);
  }
}

TEST_CASE("between two fp16 the nearer is taken, and half way the even one") {
  for (std::uint16_t low = 0; low < 0x7C00; ++low) {
    const auto high = static_cast<std::uint16_t>(low + 1);
    const double a = from_half(low);
    const double b = high == 0x7C00 ? 65536.0 : from_half(high);
    const double middle = (a + b) / 2;
    CHECK_EQ(to_half(middle), low % 2 == 0 ? low : high);
    CHECK_EQ(to_half(std::nextafter(middle, a)), low);
    CHECK_EQ(to_half(std::nextafter(middle, b)), high);
    CHECK_EQ(to_half(-middle), (low % 2 == 0 ? low : high) | 0x8000);
  }
  CHECK(to_half(1e300) == 0x7C00);
  CHECK(to_half(-1e-300) == 0x8000);
}

TEST_CASE("integer matmuls are exact, in int8 and in int4, in odd shapes too") {
  const struct {
    rk3588_op op;
    int bits;
    std::uint32_t m, k, n;
  } cases[] = {
      {RK3588_OP_MM_I8, 8, 1, 1, 1},       {RK3588_OP_MM_I8, 8, 5, 33, 7},   {RK3588_OP_MM_I8, 8, 64, 64, 64},
      {RK3588_OP_CHAIN_I8, 8, 3, 100, 32}, {RK3588_OP_MM_I4, 4, 3, 32, 10},  {RK3588_OP_MM_I4, 4, 64, 64, 64},
      {RK3588_OP_CHAIN_I4, 4, 1, 128, 64}, {RK3588_OP_MM_I8, 8, 2, 4096, 3},
  };
  for (const auto& each : cases) {
    INFO(rk3588_op_names[each.op] << " " << each.m << "x" << each.k << "x" << each.n);
    SimBench bench(kTame);
    REQUIRE(bench.run(Run{.op = each.op, .m = each.m, .k = each.k, .n = each.n}) == 0);
    check_integer_matmul(bench.work(), each.bits);
  }
}

TEST_CASE("an integer sum that is too large wraps") {
  SimBench bench(kTame);
  const std::uint32_t k = 140000;  // times 128 * 128 is more than 2^31
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .m = 1, .k = k, .n = 1}) == 0);
  const ork_work& work = bench.work();
  std::memset(work.a.buffer->host, 0x80, work.a.buffer->bytes);
  std::memset(work.b.buffer->host, 0x80, work.b.buffer->bytes);
  REQUIRE(bench.run(Run{.op = RK3588_OP_MM_I8, .m = 1, .k = k, .n = 1}) == 0);
  CHECK(element<std::int32_t>(bench.work().c, 0) < 0);
  check_integer_matmul(bench.work(), 8);
}

TEST_CASE("fp16 matmuls are summed in fp32 in rising k, each sum to nearest even") {
  for (std::uint32_t seed = 0; seed < rounds(8); ++seed) {
    SimBench bench(kTame);
    const Run run{.op = RK3588_OP_MM_F16, .m = 3 + seed, .k = 64 * (seed + 1), .n = 5};
    REQUIRE(bench.run(run) == 0);
    Lcg random(seed);
    for (const ork_span* span : {&bench.work().a, &bench.work().b}) {
      for (std::uint64_t i = 0; i < span->buffer->bytes / 2; ++i) {  // all exponents but the largest; subnormals too
        auto bits = static_cast<std::uint16_t>(random.next());
        if ((bits & 0x7C00) == 0x7C00) bits = static_cast<std::uint16_t>(bits ^ 0x4000);
        std::memcpy(span->buffer->host + i * 2, &bits, 2);
      }
    }
    REQUIRE(bench.run(run) == 0);
    check_half_matmul(bench.work());
  }
}

TEST_CASE("infinities and NaN of an fp16 matmul are those of IEEE 754, and a NaN the default one") {
  SimBench bench(kTame);
  const Run run{.op = RK3588_OP_MM_F16, .m = 1, .k = 2, .n = 1};
  REQUIRE(bench.run(run) == 0);
  const struct {
    std::uint16_t a[2], b[2];
    std::uint32_t wanted;
  } cases[] = {
      {{0x7C00, 0x3C00}, {0x3C00, 0x3C00}, 0x7F800000},  // inf + 1
      {{0x7C00, 0xFC00}, {0x3C00, 0x3C00}, 0x7FC00000},  // inf - inf
      {{0x7C00, 0x3C00}, {0x0000, 0x3C00}, 0x7FC00000},  // inf * 0
      {{0xFC01, 0x3C00}, {0x3C00, 0x3C00}, 0x7FC00000},  // NaN
      {{0x8000, 0x8000}, {0x3C00, 0x3C00}, 0x00000000},  // a sum begins at +0
  };
  for (const auto& each : cases) {
    std::memcpy(bench.work().a.buffer->host, each.a, 4);
    std::memcpy(bench.work().b.buffer->host, each.b, 4);
    REQUIRE(bench.run(run) == 0);
    CHECK(element<std::uint32_t>(bench.work().c, 0) == each.wanted);
  }
}

TEST_CASE("element-wise products and sums of integers saturate") {
  for (const rk3588_op op : {RK3588_OP_EWMUL_I8, RK3588_OP_ADD_I8, RK3588_OP_EWMUL_I16, RK3588_OP_ADD_I16}) {
    INFO(rk3588_op_names[op]);
    SimBench bench(kTame);
    REQUIRE(bench.run(Run{.op = op, .m = 256, .n = 64}) == 0);
    const ork_work& work = bench.work();
    const int bits = rk3588_op_family(op) == RK3588_FAMILY_INT8 ? 8 : 16;
    const std::int64_t most = (1 << (bits - 1)) - 1;
    bool saturated = false;
    for (std::uint64_t i = 0; i < 256 * 64; ++i) {
      const std::int64_t x = integer(work.a, i, bits);
      const std::int64_t y = integer(work.b, i, bits);
      const bool product = op == RK3588_OP_EWMUL_I8 || op == RK3588_OP_EWMUL_I16;
      std::int64_t wanted = product ? x * y : x + y;
      saturated = saturated || wanted > most || wanted < -most - 1;
      if (wanted > most) wanted = most;
      if (wanted < -most - 1) wanted = -most - 1;
      CHECK_EQ(integer(work.c, i, bits), wanted);
    }
    CHECK(saturated);
  }
}

TEST_CASE("element-wise products and sums of fp16 are rounded once") {
  for (const rk3588_op op : {RK3588_OP_EWMUL_F16, RK3588_OP_ADD_F16}) {
    INFO(rk3588_op_names[op]);
    SimBench bench(kTame);
    const Run run{.op = op, .m = 128, .n = 64};
    REQUIRE(bench.run(run) == 0);
    const ork_work& work = bench.work();
    Lcg random(3);
    for (const ork_span* span : {&work.a, &work.b}) {
      for (std::uint64_t i = 0; i < span->buffer->bytes / 2; ++i) {
        auto bits = static_cast<std::uint16_t>(random.next());
        if ((bits & 0x7C00) == 0x7C00) bits = static_cast<std::uint16_t>(bits ^ 0x4000);
        std::memcpy(span->buffer->host + i * 2, &bits, 2);
      }
    }
    REQUIRE(bench.run(run) == 0);
    for (std::uint64_t i = 0; i < 128 * 64; ++i) {
      const auto a = element<std::uint16_t>(bench.work().a, i);
      const auto b = element<std::uint16_t>(bench.work().b, i);
      const bool product = op == RK3588_OP_EWMUL_F16;
      const Wide units = product ? Wide{half_units(a)} * half_units(b) : (Wide{half_units(a)} + half_units(b)) << 24;
      const bool negative_zero = units == 0 && (product ? ((a ^ b) & 0x8000) != 0 : (a & b & 0x8000) != 0);
      CHECK_EQ(element<std::uint16_t>(bench.work().c, i), half_of(units, negative_zero));
    }
  }
}

TEST_CASE("a look-up is linear between the entries of the table that was loaded, halves up") {
  for (const rk3588_op op : {RK3588_OP_EXP_I16, RK3588_OP_GELU_I8, RK3588_OP_RSQRT_I8}) {
    INFO(rk3588_op_names[op]);
    SimBench bench(kTame);
    REQUIRE(bench.load(op) == 0);
    const ork_span table = bench.work().b;
    const int bits = rk3588_op_family(op) == RK3588_FAMILY_INT8 ? 8 : 16;
    REQUIRE(bench.run(Run{.op = op, .m = 128, .n = 64}) == 0);
    const ork_work& work = bench.work();
    for (std::uint64_t i = 0; i < 128 * 64; ++i) {
      const std::int64_t x = integer(work.a, i, bits) * (bits == 8 ? 256 : 1) + 32768;
      const std::uint64_t entry = static_cast<std::uint64_t>(x / 128);
      const std::int64_t low = element<std::int16_t>(table, entry);
      const std::int64_t high = element<std::int16_t>(table, entry + 1);
      const std::int64_t sum = low * (128 - x % 128) + high * (x % 128) + 64;
      std::int64_t wanted = sum >= 0 ? sum / 128 : -((-sum + 127) / 128);
      if (bits == 8) wanted = std::max<std::int64_t>(-128, std::min<std::int64_t>(127, wanted));
      CHECK_EQ(integer(work.c, i, bits), wanted);
    }
  }
}

TEST_CASE("a matmul split over three cores is the matmul") {
  SimBench one(kTame);
  SimBench three(kTame);
  for (const rk3588_op op : {RK3588_OP_MM_F16, RK3588_OP_MM_I8, RK3588_OP_MM_I4}) {
    REQUIRE(one.run(op) == 0);
    REQUIRE(three.run(Run{.op = op, .multi = true}) == 0);
    CHECK(fnv1a(one.output()) == fnv1a(three.output()));
  }
}

TEST_CASE("FNV-1a is the standard one") {
  CHECK(fnv1a({}) == 0xCBF29CE484222325);
  const std::uint8_t a[] = {'a'};
  CHECK(fnv1a(a) == 0xAF63DC4C8601EC8C);
}
