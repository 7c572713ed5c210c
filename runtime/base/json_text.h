// Reads JSON that somebody may have spoiled on purpose: what two readers could understand differently is refused, and
// so is what no contract of ours has.
//
// That is all that RFC 8259 refuses, a byte of 0 and what stands behind it, a key that comes twice in one object, a
// number that no double holds, and more than kMostJsonDepth lists and objects in each other. The work is in proportion
// to the text, but for a logarithm of the keys of one object.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace npuspec {

inline constexpr std::size_t kMostJsonDepth = 8;

// Gives an empty text, or what is wrong behind its line and column, from 1 on: "3:17: the key 'format' comes twice in
// one object". Throws nothing but for want of memory.
std::string read_json(std::string_view text, nlohmann::json& out);

}  // namespace npuspec
