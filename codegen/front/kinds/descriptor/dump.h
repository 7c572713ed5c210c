// Bytes of a struct, explained: what each stands for, and what the checks say.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "front/kinds/descriptor/fault.h"
#include "front/kinds/descriptor/model.h"
#include "front/kinds/descriptor/value.h"

namespace npuspec::descriptor {

struct DumpLine {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::string field;    // "sizes[2]", "multiplier.exponent", "sizes[3..5]", "reserved_224"
  std::string value;    // "128", "FP32", "PC | PINGPONG", "0x53535451"
  std::string meaning;  // what the symbol or the field is for, and what is odd about the value
  bool part = false;    // bits of the line above
};

// A line for every number and run of reserved bytes in `bytes`, which may be too few: the last one may be cut off.
// Elements that do not count and are zero share a line.
std::vector<DumpLine> dump(const Struct& of, std::span<const std::uint8_t> bytes);

struct Failure {
  const Check* check = nullptr;
  Judge::Outcome outcome = Judge::Outcome::kFails;
  Fault fault;
};

// What the checks say under one choice of parameters.
struct Opinion {
  std::vector<std::pair<const Param*, Int>> params;
  std::vector<Failure> failed;         // in their order; the first is what a validator returns
  std::vector<const Check*> unjudged;  // rest on one that failed

  bool accepted() const { return failed.empty() && unjudged.empty(); }
};

// One for each value of the parameters that are not given. Nothing when there would be more than kMaxOpinions.
inline constexpr std::size_t kMaxOpinions = 64;
std::vector<Opinion> judge(const Struct& of, std::span<const std::uint8_t> bytes,
                           std::span<const std::pair<const Param*, Int>> given);

// "BOUND", "true", "3"
std::string spell(const Param& param, Int value);

}  // namespace npuspec::descriptor
