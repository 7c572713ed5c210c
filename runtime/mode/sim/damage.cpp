#include "mode/sim/damage.h"

#include <cstring>

#include "mode/sim/random.h"

namespace npuspec::sim {

namespace {

// Bits that may change: the top one and the fraction of a float, all of an integer.
std::uint32_t changeable(unsigned element_bytes, bool floats) {
  const std::uint32_t all = element_bytes == 4 ? 0xFFFFFFFF : element_bytes == 2 ? 0xFFFF : 0xFF;
  if (!floats) return all;
  return element_bytes == 4 ? 0x807FFFFF : 0x83FF;
}

}  // namespace

void corrupt(std::uint8_t* output, std::uint64_t elements, unsigned element_bytes, bool floats, std::uint64_t key) {
  const std::uint32_t may = changeable(element_bytes, floats);
  for (std::uint64_t i = 0; i < elements; ++i) {
    const std::uint32_t change = (static_cast<std::uint32_t>(mix(key ^ i)) & may) | 1;  // at least one bit
    std::uint32_t value = 0;
    std::memcpy(&value, output + i * element_bytes, element_bytes);
    value ^= change;
    std::memcpy(output + i * element_bytes, &value, element_bytes);
  }
}

void drop(std::uint8_t* output, std::uint64_t elements, unsigned element_bytes) {
  if (elements > 1) std::memset(output, 0, (elements - 1) * element_bytes);
}

void fill_with_noise(std::uint8_t* bytes, std::uint64_t count, std::uint64_t key) {
  for (std::uint64_t at = 0; at < count; at += sizeof(std::uint64_t)) {
    const std::uint64_t noise = mix(key + at);
    std::memcpy(bytes + at, &noise, count - at < sizeof noise ? count - at : sizeof noise);
  }
}

}  // namespace npuspec::sim
