#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "front/number.h"

using namespace npuspec;

TEST_CASE("a number is read exactly, with its unit") {
  struct Row {
    const char* text;
    bool negative;
    std::uint64_t magnitude;
    Dimension dimension;
  };
  const Row rows[] = {
      {"0", false, 0, Dimension::kNone},
      {"12", false, 12, Dimension::kNone},
      {"-7", true, 7, Dimension::kNone},
      {"0x0", false, 0, Dimension::kNone},
      {"0x7F7fFFFF", false, 0x7F7FFFFF, Dimension::kNone},
      {"-0x8000000000000000", true, 1ull << 63, Dimension::kNone},
      {"18446744073709551615", false, UINT64_MAX, Dimension::kNone},
      {"0xFFFFFFFFFFFFFFFF", false, UINT64_MAX, Dimension::kNone},
      {"-9223372036854775808", true, 1ull << 63, Dimension::kNone},
      {"4 GiB", false, 4294967296, Dimension::kBytes},
      {"7 KiB", false, 7168, Dimension::kBytes},
      {"7KiB", false, 7168, Dimension::kBytes},
      {"5.5 KiB", false, 5632, Dimension::kBytes},
      {"3900 MiB", false, 4089446400, Dimension::kBytes},
      {"0.0009765625 KiB", false, 1, Dimension::kBytes},
      {"17179869183 GiB", false, 18446744072635809792u, Dimension::kBytes},
      {"-1 KiB", true, 1024, Dimension::kBytes},
      {"1 ns", false, 1, Dimension::kTime},
      {"0.2 ms", false, 200'000, Dimension::kTime},
      {"60000 ms", false, 60'000'000'000, Dimension::kTime},
      {"1.000000001 s", false, 1'000'000'001, Dimension::kTime},
      {"100.500 us", false, 100'500, Dimension::kTime},
      {"8.0 KiB", false, 8192, Dimension::kBytes},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    std::optional<Number> number = parse_number(row.text);
    REQUIRE(number);
    CHECK(number->negative == row.negative);
    CHECK(number->magnitude == row.magnitude);
    CHECK(number->dimension == row.dimension);
  }
}

TEST_CASE("what YAML readers disagree about, and what is no number, is refused with a way out") {
  struct Row {
    const char* text;
    std::size_t offset;
    const char* help;  // a part of it
  };
  const Row rows[] = {
      {"", 0, "such as"},
      {"-", 1, "such as"},
      {"+5", 0, "such as"},
      {"x", 0, "such as"},
      {" 5", 0, "such as"},
      {"5 ", 1, "such as"},
      {"--5", 1, "such as"},
      {"010", 0, "write 10"},
      {"00", 0, "write 0"},
      {"1_000", 1, "write 1000"},
      {"0b1", 0, "0x"},
      {"0o17", 0, "0x"},
      {"12:30", 2, "one number"},
      {"1e6", 1, "digits"},
      {"0X1F", 1, "0x"},
      {"0x", 2, "0-9"},
      {"0xG", 2, "0-9"},
      {"0x1F KiB", 4, "in decimal"},
      {"0x1_F", 3, "write 0x1F"},
      {"0x1F:", 4, "such as"},
      {".5 KiB", 0, "0 before"},
      {"5. KiB", 1, "digit"},
      {"0.5", 0, "fraction"},
      {"8.0", 0, "write 8"},
      {"-12.000", 0, "write -12"},
      {"5.", 1, "digit"},
      {".5", 0, "0 before"},
      {"-0", 0, "write 0"},
      {"-0x0", 0, "write 0"},
      {"-0 KiB", 0, "write 0"},
      {"007", 0, "write 7"},
      {"1e3", 1, "digits"},
      {"8.0e3", 3, "digits"},
      {"0x1p3", 3, "in decimal"},
      {"5.3 KiB", 0, "whole"},
      {"0.1 ns", 0, "whole"},
      {"5 KB", 2, "KiB"},
      {"5 kib", 2, "KiB"},
      {"5  KiB", 1, "such as"},
      {"5 min", 2, "ms"},
      {"18446744073709551616", 0, "2^64"},
      {"-9223372036854775809", 0, "2^63"},
      {"0x10000000000000000", 0, "2^64"},
      {"99999999999999999999999999999999999999999999999999", 0, "2^64"},
      {"17179869184 GiB", 0, "2^64"},
      {"0.1234567890123456789 s", 1, "18"},
      {"12a", 2, "units"},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    NumberFault fault;
    CHECK_FALSE(parse_number(row.text, &fault));
    CHECK_FALSE(parse_number(row.text));
    CHECK(fault.offset == row.offset);
    CHECK_FALSE(fault.message.empty());
    CHECK_MESSAGE(fault.help.find(row.help) != std::string::npos, fault.help);
  }
}

TEST_CASE("a range holds both its ends, but for `..<`") {
  struct Row {
    const char* text;
    std::int64_t lo;
    std::int64_t hi;
  };
  const Row rows[] = {
      {"1..6", 1, 6},
      {"0..<6", 0, 5},
      {"-128..127", -128, 127},
      {"-5..<0", -5, -1},
      {"-5..<-3", -5, -4},
      {"0..<4 GiB", 0, 4294967295},
      {"7..7", 7, 7},
      {"0..<1", 0, 0},
      {"1..0x7F7FFFFF", 1, 0x7F7FFFFF},
      {"1..3900 MiB", 1, 4089446400},
      {"104 ms..107 ms", 104'000'000, 107'000'000},
      {"0.5 ms..1.5 ms", 500'000, 1'500'000},
      {"1 .. 6", 1, 6},
  };
  for (const Row& row : rows) {
    CAPTURE(std::string(row.text));
    std::optional<Range> range = parse_range(row.text);
    REQUIRE(range);
    CHECK(range->lo.as_i64() == row.lo);
    CHECK(range->hi.as_i64() == row.hi);
  }
}

TEST_CASE("an empty range, a range with one end, and a duration at one end only are refused") {
  for (const char* text : {"", "5", "1..", "..6", "6..1", "3..<3", "-1..<-1", "0 ms..107", "0..107 ms", "1 KiB..5 ms",
                           "1...6", "1..6..9", "1..010", "a..b"}) {
    CAPTURE(std::string(text));
    NumberFault fault;
    CHECK_FALSE(parse_range(text, &fault));
    CHECK_FALSE(parse_range(text));
    CHECK_FALSE(fault.help.empty());
    CHECK(fault.offset <= std::string(text).size());
  }
}

TEST_CASE("numbers are ordered by value across signs, and turn into integers only when they fit") {
  Number low = *parse_number("-9223372036854775808");
  Number high = *parse_number("18446744073709551615");
  CHECK(low < high);
  CHECK_FALSE(high < low);
  CHECK(*parse_number("-2") < *parse_number("-1"));
  CHECK(*parse_number("1 KiB") == *parse_number("1024"));
  CHECK(low.as_i64() == INT64_MIN);
  CHECK_FALSE(low.as_u64());
  CHECK(high.as_u64() == UINT64_MAX);
  CHECK_FALSE(high.as_i64());
}
