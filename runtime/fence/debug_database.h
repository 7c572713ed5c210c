// Vela's debug database (`--enable-debug-db`, an XML file of tables): which operator of the source model each row of a
// per-layer CSV of the same run belongs to, whatever the row is called.
//
// What is not written there is not guessed. Vela 5 writes a table (perf) with the very rows of the CSV, and the index
// of each operator (ext_key). Vela 3 and 4 write the commands of the NPU instead (queue): the operators in the order in
// which they first come there are the rows of the CSV, in its order; each must be of the type that its row says, and
// only a Memcpy may be missing, which stays without an operator. Before it had the index, Vela 3 numbered the operators
// depth-first from the outputs of the graph; that order is found anew from the model, and its shapes must agree.
//
// A file is read in one pass. A document type is refused, so that there are no entities to expand.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fence/costs.h"
#include "fence/operators.h"

namespace npuspec::fence {

struct DebugDatabase {
  struct Source {  // an operator of the source model
    std::int64_t id = 0;
    std::string type;
    std::vector<std::int64_t> output;            // height, width and depth of its first output
    std::optional<std::int64_t> operator_index;  // ext_key, where the table has it
  };
  struct Optimised {  // what Vela made of one; source is -1 where Vela does not know
    std::int64_t id = 0;
    std::int64_t source = -1;
    std::string type;
  };
  struct Measured {  // a row of the CSV, as Vela 5 keeps it
    std::int64_t source = -1;
    std::string type;
    Decimal cycles;
  };

  std::string name;  // of the file, for messages
  bool has_operator_index = false;
  std::vector<Source> source;
  std::vector<Optimised> optimised;
  std::vector<std::int64_t> queue;  // ids of `optimised`, one for each command
  std::optional<std::vector<Measured>> perf;
};

// Throws PlanError, with file and line: no XML, a document type, no `debug` of `table`s, a table without a column that
// is needed, a row of other cells, a number that is none, an id given twice or that is nowhere.
DebugDatabase read_debug_database(std::string name, std::string_view text);

// For each row of `costs` the operator that it belongs to; nothing where the database does not tell. `model` may be
// null; then a database of Vela 3 without the operators' indices is refused. `operators` are those of the model.
// Throws PlanError where the database is of another run than the costs, or of another model.
std::vector<std::optional<std::uint32_t>> attribute(const DebugDatabase& database, const Costs& costs,
                                                    const Model* model, std::span<const OperatorIdentity> operators);

}  // namespace npuspec::fence
