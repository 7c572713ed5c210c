// What a generated validator can say about a refusal, as a row of a table: for messages and logs of C and C++ programs.
#pragma once

#if defined(__cplusplus)
#include <cstdint>
#else
#include <stdint.h>
#endif

struct npuspec_check {
#if defined(__cplusplus)
  std::uint16_t code;    // what the validator returned
  std::uint16_t offset;  // of the first byte that the check judges
#else
  uint16_t code;
  uint16_t offset;
#endif
  const char* id;   // "elements-bounded"
  const char* doc;  // why; may be empty
};
