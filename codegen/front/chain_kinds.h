// Chain kinds of a policy, said now and said last: those under which the same happens are told together.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace npuspec {

inline constexpr std::string_view kNoSiteSaysIt = "(no site says it)";

// Indexes of kinds: every one of `now` with every one of `last`.
struct ChainKinds {
  std::vector<std::size_t> now;
  std::vector<std::size_t> last;
};

// All pairs of `all`, those under which `does` is the same put together where they are all pairs of some kinds now with
// some kinds last.
std::vector<ChainKinds> fold_chain_kinds(const ChainKinds& all,
                                         const std::function<std::string(std::size_t now, std::size_t last)>& does);

// "SW or HW", "any but NONE"; empty when it may be any of the names.
std::string kinds_in_words(const std::vector<std::string_view>& names, const std::vector<std::size_t>& kinds);

}  // namespace npuspec
