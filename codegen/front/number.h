// Numbers and ranges as specs spell them: the one place that turns their text into values.
//
//   12  -7  0x1F  4 GiB  5.5 KiB  104 ms  0.1 ms  1..6  0..<4 GiB  104 ms..107 ms
//
// Values are exact. Bytes count in bytes and durations in nanoseconds; a decimal is fine when its unit makes it whole.
// 010, 0b1, 1_000, 12:30, 1e6, .5, 8.0 and -0 are refused, since YAML readers disagree about them. No locale, no
// allocation but for the message of a refusal.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace npuspec {

enum class Dimension : std::uint8_t { kNone, kBytes, kTime };

// From -2^63 to 2^64 - 1.
struct Number {
  bool negative = false;  // never of zero
  std::uint64_t magnitude = 0;
  Dimension dimension = Dimension::kNone;

  // The value, when it fits.
  std::optional<std::uint64_t> as_u64() const;
  std::optional<std::int64_t> as_i64() const;
};

bool operator<(const Number& a, const Number& b);  // by value
bool operator==(const Number& a, const Number& b);

// From lo to hi, both held.
struct Range {
  Number lo;
  Number hi;
};

// What is wrong with a text, the byte where, and what to do instead.
struct NumberFault {
  std::size_t offset = 0;
  std::string message;
  std::string help;
};

std::optional<Number> parse_number(std::string_view text, NumberFault* fault = nullptr);

// `lo..hi` holds hi, `lo..<hi` does not. An empty range is refused, and so is a duration at one end only. A unit of
// bytes at one end only is fine: `1..3900 MiB`.
std::optional<Range> parse_range(std::string_view text, NumberFault* fault = nullptr);

}  // namespace npuspec
