#include "fence/join.h"

#include <algorithm>
#include <string_view>

namespace npuspec::fence {

namespace rules = ethos_u_stream_split;

BoundaryKey key_of(const rules::Sidecar& sidecar, std::uint32_t segment) {
  const std::size_t boundaries = std::min(sidecar.boundary_after_ops.size(), sidecar.segments.size());
  if (segment >= boundaries) {
    throw Error(
        "the sidecar of " + sidecar.source_model + " has no boundary that ends segment " + std::to_string(segment) +
        (boundaries == 0
             ? ": it has none"
             : ": boundaries end segments 0 to " + std::to_string(boundaries - 1) + ", and none ends the last"));
  }
  return {.source_sha256 = sidecar.source_sha256,
          .after_op = sidecar.boundary_after_ops[segment],
          .fence_tensor_name = sidecar.segments[segment].fence_tensor_name.value_or("")};
}

std::optional<Joined> join_boundary(const rules::Sidecar& sidecar, const BoundaryKey& key) {
  const std::vector<std::uint32_t>& boundaries = sidecar.boundary_after_ops;
  if (key.after_op && !key.source_sha256.empty() &&
      flat::equal_text_ignoring_case(std::string_view(key.source_sha256), std::string_view(sidecar.source_sha256))) {
    for (std::uint32_t i = 0; i < boundaries.size(); ++i) {
      if (boundaries[i] == *key.after_op) return Joined{i, JoinedBy::kSource};
    }
    return std::nullopt;
  }
  std::optional<Joined> out;
  if (key.fence_tensor_name.empty()) return out;
  for (std::uint32_t i = 0; i < sidecar.segments.size(); ++i) {
    if (sidecar.segments[i].fence_tensor_name != key.fence_tensor_name) continue;
    if (out) throw Error("two boundaries of " + sidecar.source_model + " are called " + quote(key.fence_tensor_name));
    out = Joined{i, JoinedBy::kName};
  }
  return out;
}

std::vector<std::optional<std::uint32_t>> fences_in(const Model& compiled, const rules::Sidecar& sidecar) {
  std::vector<std::optional<std::uint32_t>> out(sidecar.boundary_after_ops.size());
  for (std::uint32_t i = 0; i < compiled.operators(); ++i) {
    if (rules::reuse(compiled.code(compiled.op(i))).is != rules::Reuse::kReuse) continue;
    for (std::uint32_t segment = 0; segment < out.size(); ++segment) {
      if (sidecar.segments.at(segment).fence_tensor_name != compiled.output_name(i)) continue;
      if (out[segment]) {
        throw Error(compiled.name() + ": " + compiled.describe_operator(*out[segment]) + " and " +
                    compiled.describe_operator(i) + " both write " + quote(compiled.output_name(i)));
      }
      out[segment] = i;
    }
  }
  return out;
}

}  // namespace npuspec::fence
