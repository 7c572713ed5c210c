// A job as software submitted it, examined: every task with its descriptor, its operands and its core.
//
// What the driver refuses by the generated checks is refused here by the same; so is what would leave its buffers, and
// what no one knows the hardware's answer to: a descriptor of another kind than its work, unless the spec's rules judge
// that. Nothing is changed. Refusals are thrown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mode/sim/arithmetic.h"
#include "mode/sim/memory.h"

namespace npuspec::sim {

struct Piece {
  rk3588_op op;
  bool load;
  std::uint8_t core;
  rk3588_shape descriptor;  // what its task descriptor holds
  Shape shape;
  Buffer* output;  // null for a load
  const std::uint8_t* a;
  const std::uint8_t* b;  // of a load, the table
  std::uint8_t* c;
  std::uint64_t bytes_in;
  std::uint64_t bytes_out;
  std::uint64_t ns;  // what its shape needs at the spec's rates, without the floor of a submit
  std::vector<Buffer*> buffers;
};

struct Job {
  Buffer* tasks;
  std::vector<Piece> pieces;
  std::uint32_t core_mask;  // as a set; AUTO is replaced by the core that was picked
  bool multi;
  bool nonblock;
  std::uint32_t timeout_ms;
  std::int32_t domain;
};

// `cores`: how many there are; `idle`: the one that AUTO means.
Job read_job(Memory& memory, const ork_job& asked, std::uint32_t cores, std::uint8_t idle);

// "MM_I8 64x64x64", "load EXP_I16"
std::string text(const Piece& piece);

}  // namespace npuspec::sim
