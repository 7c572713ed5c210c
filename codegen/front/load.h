// From a folder of YAML to a checked SpecSet.
//
// Every *.yaml below the folder is one spec, but for what lies in a folder named `history` or `released`: those hold
// whole trees of their own (older policies, frozen reports). Reading and checking run on `threads` threads; the result
// and the order of diagnostics do not depend on how many. Errors do not stop the others: what can be checked is.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "front/json_fwd.h"
#include "front/spec.h"

namespace npuspec {

// Folders that hold whole trees of their own.
inline constexpr std::array<std::string_view, 2> kOwnTrees = {"history", "released"};

// What becomes of the models.
enum class Models {
  kKeep,   // they stay
  kDrop,   // each goes as soon as no other spec needs it: for who asks whether the specs are sound, and no more
  kLower,  // so too, and its part of the IR is left in Spec::ir
};

// What Spec::path is.
enum class Cites {
  kTree,   // from the tree's own name on, whoever reads it where: for outputs
  kFiles,  // the file that was read, as findings name it: for who opens it
};

struct LoadOptions {
  unsigned threads = 0;  // 0: as many as there are cores
  Models models = Models::kKeep;
  Cites cites = Cites::kTree;
};

// Never fails as such: a folder that cannot be read (I001) or holds no spec (I002) is a diagnostic of the set.
SpecSet load_specs(const std::string& folder, const LoadOptions& options = {});

// Whether every spec has its model, so that the set can be reported and compared: nothing is wrong with it but that it
// does not do what it expects of itself (expectations.h), if so much. Asked before take_diags, with Models::kKeep.
bool is_whole(const SpecSet& set);

// The IR of a set without errors that was loaded with Models::kLower: {"format": 1, "specs": [...]}, as text, one line
// a spec. It is large, so it is handed on in pieces. The pieces together are the same with any number of threads.
void put_ir(const SpecSet& set, const std::function<void(std::string_view)>& put);

// A spec's part of the IR: a JSON object. The spec has a model and no error.
std::string lower(const Spec& spec);

// Finds the kind of a spec whose tree has been read, checks its shape, and reads the head that every kind shares.
// Whether the kind may take the tree at its word: what was told of it, by the reader too, is at most that keys are
// misspelt, which it has as they are meant. Without a kind there is nothing to build.
bool check_spec(Spec& spec);

// Builds the model of a spec that was checked, and keeps it unless something other than an expectation (expectations.h)
// failed. Where the kind may not take the tree at its word, what it finds missing
// may be the echo of what has been told; then only what stands alone is told, and the rest once the first mistakes are
// gone.
void build_spec(Spec& spec, const Sources& sources, bool whole);

}  // namespace npuspec
