#include "mode/sim/arithmetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "mode/sim/float16.h"

namespace npuspec::sim {

namespace {

template <typename T>
T load(const std::uint8_t* from, std::uint64_t index) {
  T value;
  std::memcpy(&value, from + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void store(std::uint8_t* to, std::uint64_t index, T value) {
  std::memcpy(to + index * sizeof(T), &value, sizeof(T));
}

std::int32_t nibble(const std::uint8_t* from, std::uint64_t index) {
  const std::int32_t bits = (from[index / 2] >> (index % 2 * 4)) & 0xF;
  return (bits ^ 8) - 8;
}

std::int32_t integer(rk3588_family family, const std::uint8_t* from, std::uint64_t index) {
  if (family == RK3588_FAMILY_INT4) return nibble(from, index);
  if (family == RK3588_FAMILY_INT8) return load<std::int8_t>(from, index);
  return load<std::int16_t>(from, index);
}

// A row of c is summed at a time: each of its elements in rising k, as sim.h says, and memory is read in its order.
template <typename Value, typename Sum, typename Read, typename Write>
void matmul(const Shape& shape, Read read, Write write) {
  std::vector<Value> b(shape.k * shape.n);
  for (std::uint64_t i = 0; i < b.size(); ++i) b[i] = read(false, i);
  std::vector<Sum> sums(shape.n);
  for (std::uint64_t row = 0; row < shape.m; ++row) {
    std::fill(sums.begin(), sums.end(), Sum{0});
    for (std::uint64_t k = 0; k < shape.k; ++k) {
      const Value a = read(true, row * shape.k + k);
      const Value* from = b.data() + k * shape.n;
      for (std::uint64_t j = 0; j < shape.n; ++j) sums[j] += static_cast<Sum>(a * from[j]);
    }
    for (std::uint64_t j = 0; j < shape.n; ++j) write(row * shape.n + j, sums[j]);
  }
}

void matmul_integers(rk3588_family family, const Shape& shape, const std::uint8_t* a, const std::uint8_t* b,
                     std::uint8_t* c) {
  matmul<std::int32_t, std::uint32_t>(  // unsigned sums wrap
      shape, [=](bool left, std::uint64_t i) { return integer(family, left ? a : b, i); },
      [=](std::uint64_t i, std::uint32_t sum) { store(c, i, sum); });
}

void matmul_halves(const Shape& shape, const std::uint8_t* a, const std::uint8_t* b, std::uint8_t* c) {
  matmul<float, float>(
      shape, [=](bool left, std::uint64_t i) { return from_half(load<std::uint16_t>(left ? a : b, i)); },
      [=](std::uint64_t i, float sum) {
        store(c, i, std::isnan(sum) ? std::numeric_limits<float>::quiet_NaN() : sum);
      });
}

void store_saturated(rk3588_family family, std::uint8_t* c, std::uint64_t index, std::int32_t value) {
  if (family == RK3588_FAMILY_INT8) {
    store(c, index, static_cast<std::int8_t>(std::clamp(value, -128, 127)));
  } else {
    store(c, index, static_cast<std::int16_t>(std::clamp(value, -32768, 32767)));
  }
}

bool multiplies(rk3588_op op) {
  return op == RK3588_OP_EWMUL_I8 || op == RK3588_OP_EWMUL_I16 || op == RK3588_OP_EWMUL_F16;
}

void element_wise(rk3588_op op, rk3588_family family, std::uint64_t count, const std::uint8_t* a, const std::uint8_t* b,
                  std::uint8_t* c) {
  for (std::uint64_t i = 0; i < count; ++i) {
    if (family == RK3588_FAMILY_FP16) {  // a product and a sum of two fp16 are exact in double
      const double x = from_half(load<std::uint16_t>(a, i));
      const double y = from_half(load<std::uint16_t>(b, i));
      store(c, i, to_half(multiplies(op) ? x * y : x + y));
      continue;
    }
    const std::int32_t x = integer(family, a, i);
    const std::int32_t y = integer(family, b, i);
    store_saturated(family, c, i, multiplies(op) ? x * y : x + y);
  }
}

std::int32_t look_up(const Table& table, std::int32_t x) {
  if (table.empty()) return 0;
  constexpr std::int32_t width = 65536 / (RK3588_LUT_ENTRIES - 1);
  static_assert(std::has_single_bit(static_cast<std::uint32_t>(width)));
  const std::int32_t from_start = x + 32768;
  const auto entry = static_cast<std::size_t>(from_start / width);
  const std::int32_t rise = table[entry + 1] - table[entry];
  return table[entry] +
         ((rise * (from_start % width) + width / 2) >> std::countr_zero(static_cast<std::uint32_t>(width)));
}

void look_up_all(rk3588_family family, std::uint64_t count, const std::uint8_t* a, const Table& table,
                 std::uint8_t* c) {
  const std::int32_t scale = family == RK3588_FAMILY_INT8 ? 256 : 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    store_saturated(family, c, i, look_up(table, integer(family, a, i) * scale));
  }
}

}  // namespace

ElementBits element_bits(rk3588_op op) {
  const auto family = static_cast<rk3588_family>(rk3588_op_family(op));
  unsigned bits = 16;
  if (family == RK3588_FAMILY_INT8) bits = 8;
  if (family == RK3588_FAMILY_INT4) bits = 4;
  const std::uint64_t engine = rk3588_op_engine(op);
  return {bits, engine == RK3588_ENGINE_LUT ? 0 : bits, engine == RK3588_ENGINE_MATMUL ? 32 : bits};
}

bool gives_floats(rk3588_op op) { return rk3588_op_family(op) == RK3588_FAMILY_FP16; }

void compute(rk3588_op op, const Shape& shape, const std::uint8_t* a, const std::uint8_t* b, const Table& table,
             std::uint8_t* c) {
  const auto family = static_cast<rk3588_family>(rk3588_op_family(op));
  switch (rk3588_op_engine(op)) {
    case RK3588_ENGINE_MATMUL:
      return family == RK3588_FAMILY_FP16 ? matmul_halves(shape, a, b, c) : matmul_integers(family, shape, a, b, c);
    case RK3588_ENGINE_LUT:
      return look_up_all(family, shape.m * shape.n, a, table, c);
    default:
      return element_wise(op, family, shape.m * shape.n, a, b, c);
  }
}

Table read_table(const std::uint8_t* bytes) {
  Table table(RK3588_LUT_ENTRIES);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = load<std::int16_t>(bytes, i);
  return table;
}

}  // namespace npuspec::sim
