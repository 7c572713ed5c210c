#include "fence/decimal.h"

#include <algorithm>
#include <charconv>

#include "fence/model.h"

namespace npuspec::fence {
namespace {

constexpr int kWhole = 17;
constexpr int kFraction = 20;

constexpr std::string_view kDigits = "0123456789";

std::size_t digits(std::string_view text) { return std::min(text.find_first_not_of(kDigits), text.size()); }

std::string no_number(std::string_view text) {
  return quote(text) + " is no number: digits, a point and digits if need be, no sign";
}

}  // namespace

constexpr Decimal::Units Decimal::kOne = [] {
  Units one = 1;
  for (int i = 0; i < kFraction; ++i) one *= 10;
  return one;
}();

constexpr Decimal::Units Decimal::kLimit = [] {
  Units limit = kOne;
  for (int i = 0; i < kWhole; ++i) limit *= 10;
  return limit;
}();

Decimal::Decimal(std::uint64_t whole) : units_(kOne * whole) {
  if (units_ >= kLimit) throw PlanError(std::to_string(whole) + " has more digits than the 17 that are counted");
}

std::string Decimal::parse(std::string_view text, Decimal& out) {
  std::string_view rest = text;
  const std::string_view whole = rest.substr(0, digits(rest));
  rest.remove_prefix(whole.size());
  std::string_view fraction;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = rest.substr(0, digits(rest));
    rest.remove_prefix(fraction.size());
    if (fraction.empty()) return no_number(text);
  }
  if (whole.empty()) return no_number(text);
  int exponent = 0;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+')) {
      rest.remove_prefix(1);
      if (rest.starts_with('-')) return no_number(text);
    }
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
    if (error != std::errc() || exponent < -1000 || exponent > 1000) return no_number(text);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (!rest.empty()) return no_number(text);

  // All digits, and how many of them stand behind the point of units.
  std::string number = std::string(whole).append(fraction);
  number.erase(0, std::min(number.find_first_not_of('0'), number.size()));
  std::int64_t behind = static_cast<std::int64_t>(fraction.size()) - exponent - kFraction;
  while (!number.empty() && number.back() == '0') {
    number.pop_back();
    --behind;
  }
  if (number.empty()) {
    out = Decimal();
    return {};
  }
  if (behind > 0) return quote(text) + " has more than 20 digits behind its point";
  if (static_cast<std::int64_t>(number.size()) - behind > kWhole + kFraction) {
    return quote(text) + " has more than 17 digits before its point";
  }
  Units units = 0;
  for (char digit : number) units = units * 10 + static_cast<unsigned>(digit - '0');
  for (; behind < 0; ++behind) units *= 10;
  out = Decimal(units, 0);
  return {};
}

Decimal operator+(Decimal a, Decimal b) {
  const Decimal sum(a.units_ + b.units_, 0);
  if (sum.units_ >= Decimal::kLimit) {
    throw PlanError("the cycles add up to more than 17 digits: " + a.text() + " and " + b.text());
  }
  return sum;
}

Decimal operator-(Decimal a, Decimal b) { return Decimal(a.units_ - b.units_, 0); }

Decimal midpoint(Decimal a, Decimal b) { return Decimal((a.units_ + b.units_) / 2, 0); }

Decimal Decimal::share(Decimal part, Decimal whole) {
  Units rest = part.units_ % whole.units_;
  Units quotient = part.units_ / whole.units_;
  for (int i = 0; i < kFraction; ++i) {
    rest *= 10;
    quotient = quotient * 10 + rest / whole.units_;
    rest %= whole.units_;
  }
  return Decimal(quotient, 0);
}

std::string Decimal::text() const {
  std::string out = std::to_string(static_cast<std::uint64_t>(units_ / kOne));
  Units fraction = units_ % kOne;
  if (fraction == 0) return out;
  std::string behind(kFraction, '0');
  for (auto digit = behind.rbegin(); digit != behind.rend(); ++digit) {
    *digit = static_cast<char>('0' + static_cast<int>(fraction % 10));
    fraction /= 10;
  }
  behind.erase(behind.find_last_not_of('0') + 1);
  return out + "." + behind;
}

std::string Decimal::percent(unsigned digits) const {
  Units least = kOne;
  for (unsigned i = 0; i < digits; ++i) least /= 10;
  return Decimal(units_ * 100 / least * least, 0).text() + " %";
}

std::string Decimal::percent_beside(Decimal other) const {
  unsigned digits = 2;
  while (digits < kDigits && percent(digits) == other.percent(digits)) ++digits;
  return percent(digits);
}

}  // namespace npuspec::fence
