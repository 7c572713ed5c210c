// Where a flatbuffer that its library's verifier refuses is damaged: the verifier says only that it is.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace npuspec::fence {

// The first place, in the order of the tables, whose offset, length or alignment is wrong, and what is wrong with it:
// "Tensor.name at byte 312 leads to byte 70312, and there are 1176: was the file cut short?". Empty where all that the
// schema names is sound, so that the damage is elsewhere. Reads within `bytes` alone, and looks at so many tables at
// most.
std::string where_damaged(std::span<const std::uint8_t> bytes);

}  // namespace npuspec::fence
