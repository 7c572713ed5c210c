// Cycles as exact decimals.
#include <doctest/doctest.h>

#include <random>

#include "support.h"

using namespace npuspec::fence;
using namespace npuspec::fence::test;

namespace {

std::string printed(std::string_view text) {
  Decimal out;
  const std::string wrong = Decimal::parse(text, out);
  return wrong.empty() ? out.text() : "refused: " + wrong;
}

}  // namespace

TEST_CASE("decimals are read as Vela prints them, and printed as short as can be") {
  CHECK(printed("16.5") == "16.5");
  CHECK(printed("7961358.368") == "7961358.368");
  CHECK(printed("208.0") == "208");
  CHECK(printed("0") == "0");
  CHECK(printed("0.0") == "0");
  CHECK(printed("000.50") == "0.5");
  CHECK(printed("1e5") == "100000");
  CHECK(printed("1.25e+06") == "1250000");
  CHECK(printed("1E-3") == "0.001");
  CHECK(printed("0e999") == "0");
  CHECK(printed("354430.50000000000000000000000000") == "354430.5");
  CHECK(printed("99999999999999999.99999999999999999999") == "99999999999999999.99999999999999999999");
  CHECK(printed("0.00000000000000000001") == "0.00000000000000000001");
  CHECK(printed("0.0033333333333333335") == "0.0033333333333333335");
  CHECK(Decimal(354430).text() == "354430");
}

TEST_CASE("what is no number of cycles is refused") {
  for (const char* text : {"",      " ",   "NaN", "nan",     "N/A", "inf", "-1", "-0",   "+1",    ".5",    "1.",   "1e",
                           "1e+-5", "1e-", "1e+", "1e99999", "1,5", "1 ",  " 1", "0x10", "1_000", "12abc", "1.2.3"}) {
    CAPTURE(text);
    CHECK(has(printed(text), "is no number: digits"));
  }
}

TEST_CASE("what cannot be counted exactly is refused, and never rounded") {
  CHECK(has(printed("100000000000000000"), "more than 17 digits before its point"));
  CHECK(has(printed("1e17"), "more than 17 digits before its point"));
  CHECK(has(printed("1e1000"), "more than 17 digits before its point"));
  CHECK(has(printed("0.000000000000000000001"), "more than 20 digits behind its point"));
  CHECK(has(printed("1e-21"), "more than 20 digits behind its point"));
  CHECK(has(refusal<PlanError>([] { Decimal(100'000'000'000'000'000u); }), "17"));
  const Decimal most = number("99999999999999999");
  CHECK((most + number("0.99999999999999999999")).text() == "99999999999999999.99999999999999999999");
  CHECK(has(refusal<PlanError>([&] { most + Decimal(1); }), "add up to more than 17 digits"));
}

TEST_CASE("sums and comparisons are exact, in whatever order") {
  Decimal sum;
  for (int i = 0; i < 10; ++i) sum += number("0.1");
  CHECK(sum == Decimal(1));
  CHECK(number("0.1") + number("0.2") == number("0.3"));
  CHECK(number("1e16") + number("0.00000000000000000001") > number("1e16"));
  CHECK(number("0.3") - number("0.1") == number("0.2"));
  // Against whole numbers of thousandths.
  std::mt19937 random(1);
  const auto text = [](std::uint64_t thousandths) {
    const std::string behind = std::to_string(thousandths % 1000);
    return std::to_string(thousandths / 1000) + "." + std::string(3 - behind.size(), '0') + behind;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t a = random() % 5'000'000;
    const std::uint64_t b = random() % 5'000'000;
    CAPTURE(a);
    CAPTURE(b);
    CHECK(number(text(a)) + number(text(b)) == number(text(a + b)));
    CHECK((number(text(a)) < number(text(b))) == (a < b));
    CHECK(number(number(text(a)).text()) == number(text(a)));
  }
}

TEST_CASE("a share is rounded down, so that less than all is never all") {
  CHECK(Decimal::share(Decimal(3), Decimal(3)) == Decimal(1));
  CHECK(Decimal::share(Decimal(1), Decimal(3)).text() == "0.33333333333333333333");
  CHECK(Decimal::share(Decimal(2), Decimal(3)).text() == "0.66666666666666666666");
  CHECK(Decimal::share(number("99999999999999998.5"), number("99999999999999999.5")) < Decimal(1));
  CHECK(Decimal::share(Decimal(99), Decimal(100)) == number("0.99"));
  CHECK(Decimal::share(Decimal(1), Decimal(1)).percent() == "100 %");
  CHECK(Decimal::share(Decimal(99999), Decimal(100000)).percent() == "99.99 %");
  CHECK(Decimal::share(Decimal(1), Decimal(2)).percent() == "50 %");
  CHECK(midpoint(Decimal(1), Decimal(2)) == number("1.5"));
}
