// Small models, cost files and requests for the tests of planning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "fence/plan.h"

namespace npuspec::fence::test {

struct SmallTensor {
  std::string name;
  std::vector<std::int32_t> shape = {1, 4};
  tflite::TensorType type = tflite::TensorType::INT8;
};

struct SmallOperator {
  tflite::BuiltinOperator is = tflite::BuiltinOperator::CONV_2D;
  std::vector<std::int32_t> inputs;
  std::vector<std::int32_t> outputs;
  std::string custom_code;
};

std::vector<std::uint8_t> small_model(const std::vector<SmallTensor>& tensors,
                                      const std::vector<SmallOperator>& operators,
                                      const std::vector<std::int32_t>& outputs);

// Operator i reads tensor t<i> and makes tensor t<i+1>. After the operators that are given no cut is possible.
std::vector<std::uint8_t> chain(const std::vector<tflite::BuiltinOperator>& operators,
                                const std::vector<std::uint32_t>& no_cut_after = {});

struct Row {
  std::string source_operator;
  std::string npu_operator;
  std::string cycles;
  std::string name;
};

// As Vela 3 and 4 write them: one header for each stream.
std::string vela3(const std::vector<std::vector<Row>>& streams);
// As Vela 5 does; a row of the CPU has "CPU" in front of its NNG operator.
std::string vela5(const std::vector<Row>& rows);

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// What f throws; empty where it throws nothing.
template <class Thrown = Error, class F>
std::string refusal(F f) {
  try {
    f();
  } catch (const Thrown& error) {
    return error.what();
  }
  return {};
}

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

inline FencePolicy budget(std::string_view cycles) {
  FencePolicy out{.kind = FencePolicy::Kind::kBudgetCycles, .budget_cycles = {}, .segments = 0};
  Decimal::parse(cycles, out.budget_cycles);
  return out;
}

inline FencePolicy segments(std::uint32_t count) {
  return {.kind = FencePolicy::Kind::kSegments, .budget_cycles = {}, .segments = count};
}

inline Decimal number(std::string_view text) {
  Decimal out;
  Decimal::parse(text, out);
  return out;
}

}  // namespace npuspec::fence::test
