// The yardstick of fencing: the same edits by flatbuffers' object API, which unpacks a model into objects, and packs
// all of it again. It takes one cut, and copies no quantization details but those that the API itself copies.
#pragma once

#include <cstdint>
#include <vector>

namespace npuspec::bench {

std::vector<std::uint8_t> fence_by_objects(const std::vector<std::uint8_t>& model, std::uint32_t after_op,
                                           const std::vector<std::uint32_t>& crossing);

}  // namespace npuspec::bench
