// What verify.h promises, in parts: no header for others.
//
// verify.cpp lines the operators up and follows the tensors, verify_parts.cpp compares what is not a fence and looks at
// each part of one, verify_sidecar.cpp reads the sidecar against both.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fence/differ.h"
#include "fence/finding.h"
#include "fence/model.h"

namespace npuspec::fence::judging {

namespace rules = ethos_u_stream_split;

using Ints = flatbuffers::Vector<std::int32_t>;

// A fence copies a tensor into another.
struct Pair {
  std::uint32_t fence = 0;  // which of the cuts
  std::uint32_t index = 0;  // which of its pairs
  std::int32_t input = -1;  // tensors of the fenced model
  std::int32_t output = -1;
  std::int32_t source = -1;  // the tensor of the source that the input holds; -1 where it holds none
};

// A fence that the source has not.
struct Cut {
  std::uint32_t position = 0;  // in the fenced model
  std::int64_t after_op = -1;  // the operator of the source that it stands behind; -1 before the first
  std::vector<Pair> pairs;
};

// The tensors of the source: who makes and who needs them. Positions are those of its operators.
struct Flow {
  std::vector<std::int64_t> made_by;   // -1 for a constant, an input or a state
  std::vector<std::uint32_t> output;   // which output of that operator
  std::vector<std::int64_t> last_use;  // the operator count for what the graph returns; -1 for what nobody reads
};

// Whether a sidecar says what the two files say. The cuts in the order of their positions.
void judge_sidecar(const Model& source, const Model& fenced, const std::vector<Cut>& cuts, const rules::Sidecar& is,
                   Findings& told);

class Verifier {
 public:
  Verifier(const Model& source, const Model& fenced, Findings& told)
      : source_(source), fenced_(fenced), told_(told), differ_(source, fenced, told) {}

  void run(const rules::Sidecar* sidecar) {
    if (!sound()) return;
    read_flow();
    codes();
    if (!line_up()) return;
    rest_of_the_model();
    form();
    new_parts();
    cuts();
    names();
    wires();
    if (sidecar != nullptr) judge_sidecar(source_, fenced_, cuts_, *sidecar, told_);
    differ_.rest();
  }

 private:
  std::string at_fence(std::uint32_t fence) const {
    return fenced_.name() + ", fence " + std::to_string(fence) + ", " +
           fenced_.describe_operator(cuts_[fence].position);
  }
  std::string at_pair(const Pair& pair) const {
    return at_fence(pair.fence) + ", pair " + std::to_string(pair.index) + ", " +
           fenced_.describe_tensor(static_cast<std::uint32_t>(pair.output));
  }
  bool is_fence(const Model& model, std::uint32_t op) const {
    return rules::reuse(model.code(model.op(op))).is == rules::Reuse::kReuse;
  }
  bool is_old(std::int32_t tensor) const { return static_cast<std::uint32_t>(tensor) < source_.tensors(); }

  // Each is a model with one graph, and the source one that may be cut.
  bool sound();
  void read_flow();
  void use(const Ints* tensors, std::int64_t by);
  void codes();
  void as_written(std::span<const rules::Written> writes, const void* table, const void* from, TableId id,
                  const std::string& where);
  bool line_up();
  void rest_of_the_model();
  void signatures();
  void form();
  void new_parts();
  void cuts();
  void one_cut(std::uint32_t fence, const std::vector<std::uint32_t>& live);
  void names();
  void wires();
  template <class Where>
  void reads(std::int64_t reader, std::int32_t is, std::int32_t was, Where where);

  const Model& source_;
  const Model& fenced_;
  Findings& told_;
  Differ differ_;
  Flow flow_;
  std::vector<Cut> cuts_;
  std::vector<std::uint32_t> place_;    // of each operator of the source in the fenced model
  std::vector<std::int32_t> root_;      // of each tensor of the fenced model, the one of the source that it holds
  std::vector<std::int32_t> current_;   // of each tensor of the source, the one that holds it now
  std::vector<std::int64_t> taken_by_;  // of each tensor of the fenced model, the first fence that reads it, or -1
  std::vector<std::int64_t> made_by_;   // of each, the fence that writes it, or -1
  std::vector<std::int32_t> copy_;      // of each, what that first fence makes of it
};

}  // namespace npuspec::fence::judging
