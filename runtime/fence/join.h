// Finds a boundary again: in another sidecar, or in what a compiler made of the fenced model.
//
// The same source and the same after_op are the same boundary, whatever the tensors are called; where the source is
// another, or not known, the name of the fence's first output is what is left. Operator indices of compiled models are
// other coordinates, and are never compared with those of a sidecar.
//
// Source: ETHOS_U_STREAM_SPLIT contract, Identity carried with a fenced model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fence/model.h"

namespace npuspec::fence {

// What somebody who measured a boundary knows of it; empty is not known.
struct BoundaryKey {
  std::string source_sha256;
  std::optional<std::uint32_t> after_op;
  std::string fence_tensor_name;
};

enum class JoinedBy { kSource, kName };

struct Joined {
  std::uint32_t segment = 0;  // that the boundary ends
  JoinedBy by = JoinedBy::kSource;
};

// The key of the boundary that ends a segment. Throws Error for the last segment, which no boundary ends, and for one
// that the sidecar has not.
BoundaryKey key_of(const ethos_u_stream_split::Sidecar& sidecar, std::uint32_t segment);

// None where it has no such boundary. Of the source itself a boundary that it lacks is not looked for by name. Throws
// Error where two have the name.
std::optional<Joined> join_boundary(const ethos_u_stream_split::Sidecar& sidecar, const BoundaryKey& key);

// For each boundary of the sidecar, the fence in a model that a compiler made of the fenced one, as an operator of
// subgraph 0; none where the compiler removed it. Throws Error where two fences have the name.
std::vector<std::optional<std::uint32_t>> fences_in(const Model& compiled,
                                                    const ethos_u_stream_split::Sidecar& sidecar);

}  // namespace npuspec::fence
