// What Vela estimates that each part of a network costs: its per-layer CSV (`--verbose-performance`).
//
// All three forms of it are read: of Vela 3 and 4 (TFLite_operator), of Vela 5 (Original Operator, with a Target), and
// the one between; columns are found by their names. The rows are given as they stand, in the order of the file, with
// their cycles exactly; which operator of a model a row belongs to is another question (attribution.h). Costs are read
// in one pass over the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fence/decimal.h"

namespace npuspec::fence {

struct CostRow {
  std::uint32_t line = 0;  // of the file, from 1
  // The command stream that it is in, from 0: behind each header (Vela 3 and 4), or behind each operator of the CPU
  // (Vela 5), another one begins.
  std::uint32_t stream = 0;
  bool on_cpu = false;          // as the Target says; such a row is in no stream
  std::string source_operator;  // of the source model: "CONV_2D", or "Conv2D" from Vela 5; "UNKNOWN", "N/A"
  std::string npu_operator;     // what Vela made of it: "Conv2DBias"
  std::string name;             // of a tensor, with or without a suffix; may be empty
  Decimal cycles;

  // Whether Vela itself does not know where the row comes from.
  bool is_unknown() const;
};

struct Costs {
  std::string name;           // of the file, for messages
  std::vector<CostRow> rows;  // none where all operators are the CPU's

  Decimal total() const;
};

// `name` is what messages call the file. An empty text has no rows: all operators are the CPU's. Throws PlanError, with
// file and line: no header, a header without a column that is needed or with it twice, a second header that is another,
// a row that is too short, cycles that are no number (NaN, N/A), a line that is no UTF-8.
Costs read_costs(std::string name, std::string_view text);

}  // namespace npuspec::fence
