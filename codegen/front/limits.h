// How large a spec may be: every limit of the language that is not one of its own kind's formats, in one table.
//
// Each is far beyond what people write, and low enough that no input takes long or much memory, though some of what is
// asked of a spec goes by pairs of its rows. What is beyond a limit is an error with a place, that says the limit and
// the way out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace npuspec::limits {

// A file
inline constexpr std::size_t kFileBytes = std::size_t{16} << 20;  // Y004
inline constexpr std::size_t kDepth = 64;                         // Y017: lists and maps, each within another
inline constexpr std::size_t kRows = 4096;                        // S012: of one list or map
inline constexpr std::size_t kKeys = 256;                         // S012: of one row, its columns included
inline constexpr std::size_t kColumns = 64;                       // S012: that an enum declares
inline constexpr std::size_t kNumbers = 65536;                    // S012: of one list of an example's values
inline constexpr std::size_t kNameBytes = 128;                    // S005
inline constexpr std::uint64_t kWork = 32'000'000;  // S017: steps of guards on all rows and examples, and searches

// What is told of one file
inline constexpr std::size_t kFindings = 100;      // Y022, S016: of each severity
inline constexpr std::size_t kErrorsSought = 300;  // of a kind, before the first of them are chosen
inline constexpr std::size_t kGuesses = 1000;      // names that a did-you-mean looks at closely

// A guard
inline constexpr std::size_t kGuardBytes = 65536;        // G027: of its text
inline constexpr std::size_t kGuardParts = 10'000;       // G027: names, numbers and operations
inline constexpr std::size_t kGuardNesting = 100;        // G006: parts, each within another
inline constexpr std::size_t kLetNesting = 1000;         // G006: the same, lets looked into
inline constexpr std::uint32_t kGuardSteps = 4'000'000;  // G027: to evaluate it once

// A descriptor
// D002, D014: offsets in generated tables are 16 bits wide. G022: nor does a loop over a range run more often, for no
// array has more elements.
inline constexpr std::uint32_t kStructBytes = 65535;
inline constexpr std::size_t kStructNesting = 16;                   // D017: structs, each within another
inline constexpr std::size_t kExampleBytes = std::size_t{1} << 20;  // D024: of all examples of a struct together

}  // namespace npuspec::limits
