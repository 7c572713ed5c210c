// Wrong outputs, as hazards leave them: functions of the right ones and a key, and never equal to them.
#pragma once

#include <cstdint>

namespace npuspec::sim {

// Changes each element of a right output. Of floats sign and fraction alone, so that what was finite stays so: a NaN
// would tell.
void corrupt(std::uint8_t* output, std::uint64_t elements, unsigned element_bytes, bool floats, std::uint64_t key);

// Zeroes all elements but the last, which a job that was dropped left untouched.
void drop(std::uint8_t* output, std::uint64_t elements, unsigned element_bytes);

// What a fresh buffer holds.
void fill_with_noise(std::uint8_t* bytes, std::uint64_t count, std::uint64_t key);

}  // namespace npuspec::sim
