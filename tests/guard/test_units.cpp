// Durations, and values that count time.
#include <doctest/doctest.h>

#include "guard/world.h"

namespace npuspec::guard {
namespace {

struct Times : World {
  Times() {
    for (auto [name, unit] :
         {std::pair("in_ns", Unit::kNs), {"in_us", Unit::kUs}, {"in_ms", Unit::kMs}, {"in_s", Unit::kS}}) {
      Type type = Type::integer(Storage::kU32);
      type.unit = unit;
      scope.add_value(name, type);
    }
    Type type = Type::integer(Storage::kU32);
    type.unit = Unit::kMs;
    scope.add_value("each_ms", type, {.count = 4});
    scope.add_value("cost", Type::duration())->hi = 1'000'000'000;
    scope.add_value("count", Type::integer(Storage::kU32));
    scope.add_number("second", 1'000'000'000, Unit::kDuration);
  }
};

struct Row {
  std::string_view text;
  std::string_view expected;
};

std::string message_about(std::string_view guard) {
  Times times;
  CHECK(times.check(guard) == nullptr);
  return times.messages();
}

}  // namespace

TEST_CASE("a duration is so many of the unit that it stands beside") {
  struct Held {
    std::string_view guard;
    std::string_view value;
    Int least;  // that it holds for, and not for one more
  };
  for (const Held& row : {Held{"in_ms <= 2 s", "in_ms", 2'000},
                          {"2 s >= in_us", "in_us", 2'000'000},
                          {"in_ns <= 5 us", "in_ns", 5'000},
                          {"in_s <= 3000 ms", "in_s", 3},
                          {"in_ms in 1 ms..60 s", "in_ms", 60'000},
                          {"0 <= in_ms <= 1500 ms", "in_ms", 1'500},
                          {"1 ms <= 2 ms <= 1 s - in_ms", "in_ms", 998},
                          {"in_ms in {1 s, 7}", "in_ms", 7},
                          {"in_ms + 1 s <= 3 s", "in_ms", 2'000},
                          {"min(in_ms, 9 s) < 2 s", "in_ms", 1'999},
                          {"in_ms / 1 s <= 2", "in_ms", 2'999},
                          {"in_ms <= 2 * 1 s", "in_ms", 2'000},
                          {"in_ms <= second", "in_ms", 1'000},
                          {"in_ms * 3 <= 3 s", "in_ms", 1'000},
                          {"in_ms <= (if bound then 1 s else 2 s)", "in_ms", 2'000},
                          {"all(x <= 2 s for x in each_ms)", "each_ms", 2'000},
                          {"sum(x for x in each_ms) <= 2 s", "each_ms", 2'000}}) {
    CAPTURE(row.guard);
    Times times;
    const Typed* guard = times.check(row.guard);
    INFO(times.messages());
    REQUIRE(guard);
    times.set(row.value, row.least);
    CHECK(times.run(*guard).value == 1);
    times.set(row.value, row.least + 1);
    CHECK(times.run(*guard).value == 0);
  }
}

TEST_CASE("a plain number counts what it stands beside, and a time may be counted, scaled and converted") {
  for (std::string_view guard : {"in_ms <= 2000", "in_ms == 0", "in_ms + 5 > count", "in_us >= in_ms * 1000",
                                 "in_us / 1000 >= in_ms", "in_ms * count > in_ms", "cost * count > 5 ms", "cost == 0",
                                 "cost > in_ns", "in_ms * 1000000 <= cost", "cost / 1 ms < count", "cost / 3 < 1 ms",
                                 "in_ms % 1 s == 0 or bound", "align_up(in_ms, 1 s) < 5 s", "-cost + 9 ms > 5 ms"}) {
    CAPTURE(guard);
    Times times;
    CHECK(times.check(guard) != nullptr);
    CHECK(times.messages().empty());
  }
}

TEST_CASE("units that do not go together are refused, with what to write") {
  const Row kRows[] = {
      {"in_s <= 1500 ms",
       "9: G012 `1500 ms` is no whole number of s [write a whole number of s, which is what it stands beside "
       "counts]\n"},
      {"count <= 2 s", "10: G012 `2 s` is a time, and `count` counts none [write a number without a unit of time]\n"},
      {"2 s > 5", "1: G012 `2 s` is a time, and `5` counts none [write a number without a unit of time]\n"},
      {"cost + 5 > 1 ms", "8: G012 `cost` is a time, and `5` counts none [write its unit: `5 ms`]\n"},
      {"cost > count",
       "8: G012 `cost` is a time, and `count` counts none [a time goes with times only; `count` may multiply or divide "
       "one]\n"},
      {"in_us >= in_ms", "1: G012 `in_us` counts us, and `in_ms` counts ms [make both count us: `in_ms * 1000`]\n"},
      {"in_s - in_ns > 4",
       "1: G012 `in_ns` counts ns, and `in_s` counts s [make both count ns: `in_s * 1000000000`]\n"},
      {"cost > in_ms + 1",
       "1: G012 `cost` counts ns, and `in_ms + 1` counts ms [make both count ns: `(in_ms + 1) * "
       "1000000`]\n"},
      {"in_ms * 1000 <= 2 s",
       "17: G012 `in_ms * 1000` was converted by hand, and which unit it counts is not known [write a number without a "
       "unit of time for `2 s`]\n"},
      {"in_ms * 2 ms > 0",
       "1: G012 `in_ms` and `2 ms` are both times, and times are not multiplied [write one of them as a plain "
       "number]\n"},
      {"count / 2 s > 1", "9: G012 `2 s` is a time, and `count` counts none [write a number without a unit of time]\n"},
      {"each_ms[2 ns] > 1",
       "9: G012 `2 ns` is a time, and here stands a plain number [write a number without a unit of time]\n"},
      {"bit(a, 2 ns)",
       "8: G012 `2 ns` is a time, and here stands a plain number [write a number without a unit of time]\n"},
      {"is_pow2(cost)",
       "9: G012 `cost` is a time, and here stands a plain number [write a number without a unit of time]\n"},
      {"count in {1, 2 s}",
       "14: G012 `2 s` is a time, and `count` counts none [write a number without a unit of "
       "time]\n"},
      {"in_s in 1..1500 ms", ""},
      {"min(in_us, in_ms) > 1", ""},
      {"in_ms in {1 s, 1000}", "16: G017 `1000` is in this set twice [take one away]\n"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    std::string said = message_about(row.text);
    CHECK(!said.empty());
    if (!row.expected.empty()) CHECK(said == row.expected);
  }
}

TEST_CASE("a value that must be a time is one, and any other is none") {
  Times times;
  auto fits = [&](std::string_view text, const Type& type) {
    return times.checker.value(*times.parse_text(text), times.at, type) != nullptr;
  };
  CHECK(fits("cost * 2 + 5 ms", Type::duration()));
  CHECK(fits("0", Type::duration()));
  CHECK(fits("count", Type::integer(Storage::kU32)));
  CHECK(times.messages().empty());
  CHECK_FALSE(fits("5", Type::duration()));
  CHECK_FALSE(fits("count + 1", Type::duration()));
  CHECK_FALSE(fits("5 ms", Type::integer(Storage::kU32)));
  CHECK(times.messages() ==
        "1: G012 `5` is no time [write its unit: `5 ms`]\n"
        "1: G012 `count + 1` is no time [write a time here, such as 5 ms]\n"
        "1: G012 `5 ms` is a time [write a number without a unit of time]\n");
}

TEST_CASE("a report tells a duration from a number") {
  Times times;
  CHECK(canonical(*times.parse_text("in_ms <= 2 s")) == "in_ms <= 2000000000 ns");
  CHECK_FALSE(equal(*times.parse_text("in_ms <= 2 s"), *times.parse_text("in_ms <= 2000000000")));
  CHECK(equal(*times.parse_text("in_ms <= 2 s"), *times.parse_text("in_ms <= 2000 ms")));
}

}  // namespace npuspec::guard
