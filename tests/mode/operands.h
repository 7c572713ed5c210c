// Matmuls of small whole numbers with their products, as host arrays of any type, for tests of run paths.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "mode/paths/paths.h"

namespace npuspec::test {

inline std::uint16_t half(int value) {  // exact up to 2048
  if (value == 0) return 0;
  const unsigned sign = value < 0 ? 0x8000u : 0u;
  unsigned size = static_cast<unsigned>(value < 0 ? -value : value);
  unsigned exponent = 25;
  while (size < 1024) {
    size <<= 1;
    --exponent;
  }
  return static_cast<std::uint16_t>(sign | exponent << 10 | (size & 1023));
}

class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : state_(seed) {}
  int next() {  // -3 to 3
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>(state_ >> 16) % 7 - 3;
  }

 private:
  std::uint32_t state_;
};

inline void put(std::vector<std::uint8_t>& to, rk3588_family family, std::size_t index, int value) {
  if (family == RK3588_FAMILY_FP16 || family == RK3588_FAMILY_INT16) {
    const std::uint16_t bits = family == RK3588_FAMILY_FP16 ? half(value) : static_cast<std::uint16_t>(value);
    std::memcpy(to.data() + index * 2, &bits, 2);
  } else if (family == RK3588_FAMILY_INT8) {
    to[index] = static_cast<std::uint8_t>(value);
  } else {
    const unsigned nibble = static_cast<unsigned>(value) & 15u;
    to[index / 2] = static_cast<std::uint8_t>(to[index / 2] | nibble << (index % 2 * 4));
  }
}

inline std::size_t bytes_of(rk3588_family family, std::size_t elements) {
  if (family == RK3588_FAMILY_INT4) return elements / 2;
  return family == RK3588_FAMILY_INT8 ? elements : elements * 2;
}

struct Matmul {
  rk3588_family family;
  std::uint32_t m, k, n;
  std::vector<int> x, y;
  std::vector<std::uint8_t> a, b;
  std::vector<std::uint32_t> c;

  Matmul(rk3588_family of, std::uint32_t rows, std::uint32_t depth, std::uint32_t columns, std::uint32_t seed = 1,
         std::size_t outputs = 1)
      : family(of),
        m(rows),
        k(depth),
        n(columns),
        x(std::size_t{m} * k),
        y(std::size_t{k} * n),
        a(bytes_of(of, x.size())),
        b(bytes_of(of, y.size())),
        c(std::size_t{m} * n * outputs) {
    Numbers numbers(seed);
    for (std::size_t i = 0; i < x.size(); ++i) put(a, family, i, x[i] = numbers.next());
    for (std::size_t i = 0; i < y.size(); ++i) put(b, family, i, y[i] = numbers.next());
  }

  ork_mm mm() { return {m, k, n, a.data(), b.data(), c.data()}; }

  int got(std::size_t index) const {
    if (family != RK3588_FAMILY_FP16) return static_cast<int>(c[index]);
    float value;
    std::memcpy(&value, &c[index], sizeof value);
    return static_cast<int>(value);
  }

  int wanted(std::uint32_t row, std::uint32_t column, std::uint32_t first, std::uint32_t last) const {
    int sum = 0;
    for (std::uint32_t i = first; i < last; ++i) sum += x[std::size_t{row} * k + i] * y[std::size_t{i} * n + column];
    return sum;
  }

  // How many elements are not `times` the product.
  int wrong(int times = 1) const {
    int count = 0;
    for (std::uint32_t i = 0; i < m; ++i) {
      for (std::uint32_t j = 0; j < n; ++j) count += got(std::size_t{i} * n + j) != times * wanted(i, j, 0, k);
    }
    return count;
  }
};

// Several of one type and shape.
struct Matmuls {
  std::vector<Matmul> all;
  std::vector<ork_mm> items;

  Matmuls(rk3588_family family, std::uint32_t count, std::uint32_t m, std::uint32_t k, std::uint32_t n) {
    for (std::uint32_t i = 0; i < count; ++i) all.emplace_back(family, m, k, n, i + 1);
    for (Matmul& each : all) items.push_back(each.mm());
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(items.size()); }
  int wrong() const {
    int sum = 0;
    for (const Matmul& each : all) sum += each.wrong();
    return sum;
  }
};

struct ElementWise {
  std::vector<std::uint8_t> a, b, c, table;
  std::vector<int> x, y;
  ork_ew ew{};

  ElementWise(rk3588_op op, std::uint32_t m, std::uint32_t n, std::size_t table_bytes = 0)
      : table(table_bytes, 1), x(std::size_t{m} * n), y(x.size()) {
    const auto family = static_cast<rk3588_family>(rk3588_op_family(op));
    a.resize(bytes_of(family, x.size()));
    b.resize(a.size());
    c.resize(a.size());
    Numbers numbers(7);
    for (std::size_t i = 0; i < x.size(); ++i) put(a, family, i, x[i] = numbers.next());
    for (std::size_t i = 0; i < y.size(); ++i) put(b, family, i, y[i] = numbers.next());
    ew = {op,
          m,
          n,
          a.data(),
          table.empty() ? b.data() : nullptr,
          c.data(),
          table.empty() ? nullptr : table.data(),
          static_cast<std::uint32_t>(table_bytes)};
  }
};

}  // namespace npuspec::test
