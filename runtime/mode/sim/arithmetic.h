// What a task computes, bit for bit: sim.h says in which order and how it is rounded.
//
// Bytes are little-endian and need no alignment. Nothing is checked here: whoever calls knows that the operands are as
// long as operand_bits() says. Safe in any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "mode/device.h"

namespace npuspec::sim {

// Bits of one element of each operand; b is 0 where there is none.
struct ElementBits {
  unsigned a;
  unsigned b;
  unsigned c;
};

ElementBits element_bits(rk3588_op op);

// Whether the elements of c are floating point.
bool gives_floats(rk3588_op op);

struct Shape {
  std::uint64_t m;
  std::uint64_t k;  // 0 but for a matmul
  std::uint64_t n;
};

using Table = std::vector<std::int16_t>;  // RK3588_LUT_ENTRIES of them, or none: then all are 0

void compute(rk3588_op op, const Shape& shape, const std::uint8_t* a, const std::uint8_t* b, const Table& table,
             std::uint8_t* c);

// The bytes of a table as a load has them.
Table read_table(const std::uint8_t* bytes);

}  // namespace npuspec::sim
